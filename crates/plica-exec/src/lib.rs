//! The executor: the stepper, memory, checks, models of library functions, and the explorer.
//!
//! It knows the flowgraph and terms. It is oblivious to LLVM, to how reports look, and to templates, summaries and
//! replay, which join it in the driver.

mod backtrack;
mod builtin;
mod calls;
mod change;
mod confirm;
mod coverage;
mod covered;
mod defined;
mod environment;
mod event;
mod explorer;
mod fault;
mod finding;
mod first;
mod fold;
mod fresh;
mod ids;
mod limits;
mod machine;
mod memory;
mod outcome;
mod premise;
mod reach;
mod reachability;
mod relevance;
mod state;
mod step;
mod suite;
mod targets;
mod unit;
mod value;

pub use backtrack::{Backtrack, Checkpoint};
pub use builtin::{asserts, is_modelled, prepare};
pub use calls::{Ahead, CallDecision, Calls, Composed, Dependencies, Entered, Fresh, Reached, Story};
pub use change::ObjectChange;
pub use confirm::{Confirmed, Run, Setup, confirm, execute};
pub use coverage::Coverage;
pub use event::{Event, FoldCount, FoldedLoop, Input, InputKind, InputOrigin, Jump, Unfolded, unfold};
pub use explorer::{
    Counters, Explicit, Exploration, Explored, Explorer, Found, Gap, GapKind, Listener, MakeSearch, Tick,
};
pub use fault::{Checks, Fault, FaultKind, Stop, StopKind};
pub use finding::{Finding, Witness};
pub use first::{First, FirstInput};
pub use fold::{Exit, Fold, Folded, Side, Strategy, apply, feasible, possible};
pub use fresh::{Mode, World};
pub use ids::{CallId, ContextId, OutcomeId, UnitId};
pub use limits::{Limits, Meter, resident_memory};
pub use machine::{Allocation, Externals, Machine, MachineConfig};
pub use memory::quotient;
pub use outcome::{Alternative, Effect, Outcome};
pub use premise::{Premise, Premises};
pub use reach::Reach;
pub use reachability::Reachability;
pub use state::{Frame, Inside, State};
pub use suite::{Test, TestEnd, Tests};
pub use unit::{Assumed, UnitInput, UnitMemory};
pub use value::{ObjId, Value};
