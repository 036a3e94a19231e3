//! The partially explored execution tree that all techniques share, and the search policies that walk it.
//!
//! Oblivious to terms (a condition is a number), to the flowgraph (a [`Site`] is two numbers), to execution states and
//! to solvers: evidence is the number of a record that the explorer keeps. Invariant: the tree changes only through
//! [`Tree::expand`], [`Tree::settle`] and [`Tree::reopen`], or is read as it could have become by them; search
//! policies see it read-only and answer with a leaf.
//!
//! # States of a node
//!
//! ```text
//!             expand                 expand
//!  Unknown ───────────▶ Expanded     Failed ───▶ Failed, with children
//!     ▲ │
//!     │ └──settle──▶ Finished · Unreachable · Error · Failed · Stopped
//!     └───reopen──── Unreachable so far
//! ```
//!
//! A failed node may be expanded (the solver gave no answer, exploration goes on below with what can be tried); it
//! keeps its mark, so that the run can no longer say *holds*. Everything else is final.
//!
//! # Use by several workers
//!
//! Tree and policy are plain data and `Send`; both go behind one lock, which is held for short operations only:
//! take it, [`Search::choose`] a leaf (which takes the leaf out of the frontier, so that no other worker gets it),
//! release it, run the leaf, take the lock again, expand or settle the leaf, [`Search::add`] its children. When
//! `choose` gives nothing while [`Conclusion::unknown`] is not zero, other workers still hold leaves.

mod conclusion;
mod node;
mod reason;
mod search;
mod stable;
mod status;
mod tree;
pub mod tuning;
mod view;

pub use conclusion::{Conclusion, TreeVerdict, UndecidedReason};
pub use node::{Child, Kind, Means, NodeId, NodeRange, Site, TreeNode};
pub use reason::{FailReason, StopReason};
pub use search::{CoverageView, NoCoverage, Policy, Search, UnknownPolicy, make};
pub use status::{ErrorRecord, Extent, Status, UnsatRecord};
pub use tree::{Tree, TreeError};
pub use view::{Labels, PlainLabels, ViewNode};
