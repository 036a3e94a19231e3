//! The explorer: which path is followed next, what becomes of its decisions, and when a run is over.
//!
//! It knows execution trees and the executor. It is oblivious to what commands mean, to how questions are answered, and
//! to templates, summaries and replay, which join it through the traits here: an oracle ([`Oracle`], [`Reach`]), a call
//! policy with summaries and witnesses ([`Calls`]), a loop folder ([`Fold`]), and a replayer of calls ([`Replay`]).

mod advance;
mod alternatives;
mod calling;
mod calls;
mod checkpoint;
mod choice;
mod course;
mod courses;
mod covered;
mod directed;
mod ended;
mod ending;
mod enumeration;
mod explorer;
mod first;
mod fold;
mod forecast;
mod fork;
mod fuzzing;
mod general;
mod invariants;
mod leaf;
mod limits;
mod looping;
mod mutation;
mod oracle;
mod parked;
mod postponing;
mod prelude;
mod pruning;
mod refining;
mod region;
mod replay;
mod results;
mod samples;
mod sampling;
mod schedule;
mod scopes;
mod scouting;
mod suite;
mod suspending;
mod sweeping;
mod testing;
pub mod tuning;
mod turn;
mod unit;
mod waiting;

pub use alternatives::{LoopMeans, Merging};
pub use calls::{
    Ahead, CallDecider, CallDecision, CallSite, Calls, Composed, Dependencies, Entered, Fresh, Reached, Story,
    Summaries, Witnesses,
};
pub use choice::{Taken, TakenBy};
pub use course::{Course, Settled};
pub use explorer::{
    Counters, Explicit, Exploration, Explored, Explorer, Found, Gap, GapKind, Listener, MakeSearch, Tick,
};
pub use first::FirstInput;
pub use fold::{Exit, Fold, Folded, Strategy, Task};
pub use limits::Limits;
pub use oracle::{Asker, Oracle, Query, Reach, Side, Whole};
pub use replay::{Replay, Replayed, WayOut};
pub use scopes::{Scoped, Scopes};
pub use suite::{Test, TestEnd, Tests};
