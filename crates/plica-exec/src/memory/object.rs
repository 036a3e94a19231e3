//! An object of the memory: its size, its kind, its contents. Oblivious to pointers.

use std::sync::Arc;

use plica_ir::DebugLoc;

use crate::memory::content::Content;
use crate::value::Value;

/// Where an object comes from; decides who may free it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A global variable.
    Global,
    /// A local variable, or an argument passed by value.
    Stack,
    /// Allocated by `malloc` and its kin.
    Heap,
    /// Made by plica: `argv`, argument areas.
    Environment,
    /// Put at this address, a number, by the program.
    Fixed(u64),
}

/// Is it still there?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Liveness {
    /// Yes.
    Live,
    /// It was freed, at this position.
    Freed(DebugLoc),
    /// Its scope ended.
    Dead,
    /// Its contents are beyond plica (an initial value that cannot be expressed).
    Opaque,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Size in bytes: a number of 64 bits or a 64-bit term.
    pub size: Value,
    /// Where it comes from.
    pub kind: ObjectKind,
    /// Is it still there?
    pub live: Liveness,
    /// Is writing to it an error?
    pub constant: bool,
    /// Bytes of its natural cell; 0: mixed or unknown.
    pub cell: u32,
    /// Source name, or the function that allocated it.
    pub name: Arc<str>,
    /// Where it was allocated.
    pub site: DebugLoc,
    /// What it holds.
    pub content: Content,
}
