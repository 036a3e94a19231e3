//! The executor: the stepper, memory, checks, models of library functions, and concrete runs that confirm.
//!
//! It knows the flowgraph and terms: a state in, a decision or an end out. It is oblivious to LLVM, to how reports
//! look, to solvers, and to which path is executed next (`plica-explore`).

mod admit;
mod builtin;
mod change;
mod confirm;
mod coverage;
mod defined;
mod describe;
mod environment;
mod event;
mod fault;
mod finding;
mod fresh;
mod functions;
mod general;
mod ids;
mod lazy;
mod machine;
mod memory;
mod merge;
mod meter;
mod outcome;
mod packed;
mod pinned;
mod premise;
mod reachability;
mod relevance;
mod repetition;
mod scope;
mod stable;
mod state;
mod step;
mod targets;
pub mod tuning;
mod unit;
mod value;
mod walk;

pub use builtin::{
    ADDRESS_SPACE, BuiltinKind, GivenContent, GivenFiles, Stub, asserts, builtin_kind, is_modelled,
    is_modelled_by_path, looked_up, may_call_by_name, prepare, says_why, throws,
};
pub use change::ObjectChange;
pub use confirm::{Confirmed, Run, Setup, confirm, execute, execute_on, execute_seen, restrict, spelled};
pub use coverage::Coverage;
pub use describe::{Item, Names as ObjectNames};
pub use event::{Event, Events, FoldCount, FoldedLoop, Input, InputKind, InputOrigin, Jump, Unfolded, unfold};
pub use fault::{Checks, Fault, FaultKind, Stop, StopKind};
pub use finding::{Finding, Witness};
pub use fresh::{Mode, Parts, Visible, World, unwritten_object};
pub use functions::{Lesson, functions_in, lesson};
pub use general::CellName;
pub use ids::{CallId, ContextId, OutcomeId, UnitId};
pub use lazy::{Alone, Cell, CellKind, Destination, InputBounds, Layout, LazyInputs, Pointee};
pub use machine::{Allocation, Externals, Machine, MachineConfig};
pub use memory::{Heap, quotient};
pub use merge::Pick;
pub use meter::{Meter, resident_memory};
pub use outcome::{Alternative, Effect, Outcome, apply};
pub use packed::PackedVars;
pub use premise::{Premise, Premises};
pub use reachability::Reachability;
pub use scope::{LoopScope, LoopScopeId};
pub use state::{Frame, State};
pub use unit::{Assumed, UnitInput, UnitMemory};
pub use value::{ObjId, Value, decode as decode_address, encode};
pub use walk::{Walk, or_halt};
