//! Memory: objects, their contents, and the heap that maps ids to them.
//!
//! Oblivious to commands and to checks: callers establish that an access lies inside a live object.

mod change;
mod content;
mod heap;
mod object;
mod page;
mod stable;
#[cfg(test)]
mod tests;

pub use change::{Difference, points_to, rewrite, substitute};
pub use content::{Content, Place, array_sort, quotient};
pub use heap::Heap;
pub use object::{Allocator, Family, Liveness, Object, ObjectKind};
pub use page::PAGE;
