//! The flowgraph: functions as variables, locations and a small command set.
//!
//! What this crate is: the program as the engine sees it. It is oblivious to LLVM (the front end lowers into it) and
//! to terms (the executor gives it meaning). Values are scalars only: aggregates and vectors of the source language
//! have been split into one variable per scalar, and phi nodes have become parallel copies on edges.

mod bits;
mod callable;
mod command;
mod content;
mod data;
mod distance;
pub mod landing;
mod liveness;
mod loops;
mod named;
mod part;
mod print;
mod program;
mod read;
mod sides;
mod source;
mod stable;
mod steering;
mod types;
mod verify;
mod words;

pub use bits::BitSet;
pub use callable::{jump_targets, mutable_globals, places_that_name};
pub use command::{
    Arg, BinOp, Callee, CastOp, CmpOp, Command, Expr, FCmpOp, Flags, Intrinsic, NaryOp, Operand, Rule, UnOp,
};
pub use content::{content, content_from};
pub use data::{DataKind, DataType, Member, ParamType, Types, within_themselves};
pub use distance::{Distances, External, WRONG_ARGUMENTS};
pub use liveness::Liveness;
pub use loops::{Loop, Loops, recursive_functions};
pub use named::{NamedPart, named_parts};
pub use part::{Part, answers, part};
pub use print::{print_function, print_program};
pub use program::{Block, Function, Global, Init, Label, Program, Reloc, Var, VarKind, is_rust};
pub use read::{ReadError, read};
pub use sides::{ends, sides, split_sides};
pub use source::{DebugLoc, FileId, HARNESS_SOURCES, Scope, ScopeId, SourceFile, SourceMap};
pub use steering::Steering;
pub use types::{DataTypeId, FloatKind, FuncId, GlobalId, Loc, Ty, VarId};
pub use verify::{VerifyError, verify};
