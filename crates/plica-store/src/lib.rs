//! The store: what runs found out, kept on the disk for later runs.
//!
//! An entry is a value under a key, which is a hash of all that the value depends on; who makes keys and values knows
//! what they mean. A [`Store`] adds to a [`Shelf`], which holds bytes, what every user of it needs: checksums over key
//! and value, the mode, batches, and what is said when something is wrong. [`Sqlite`] is the shelf that runs share.
//!
//! Oblivious to programs, terms and reports. Invariants: what is read was written under this very key by a build of the
//! same sources, or it is not there; whatever a file holds and whatever fails, nothing but a miss comes of it; the
//! first trouble is kept to be said, later ones are not.

mod key;
mod shelf;
mod sqlite;
mod store;
#[cfg(test)]
mod tests;
pub mod tuning;

pub use key::{Key, KeyWriter};
pub use shelf::{Entry, Kept, Look, Shelf, ShelfError, Usage};
pub use sqlite::{FILE, Sqlite};
pub use store::{Checked, Hits, Store, StoreMode};
