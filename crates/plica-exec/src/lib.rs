//! The executor: the stepper, memory, checks, models of library functions, and the explorer.
//!
//! It knows the flowgraph and terms. It is oblivious to LLVM, to how reports look, and to templates, summaries and
//! replay, which join it in the driver.

mod builtin;
mod coverage;
mod fault;
mod fresh;
mod machine;
mod memory;
mod outcome;
mod state;
mod step;
mod value;

pub use fault::{Checks, Fault, FaultKind, Stop, StopKind};
pub use coverage::Coverage;
pub use fresh::Mode;
pub use machine::{Externals, Machine, MachineConfig};
pub use outcome::{Alternative, Effect, Outcome};
pub use state::{Input, InputKind, State};
pub use value::{ObjId, Value};
