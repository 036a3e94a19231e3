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
    /// Allocated while the program runs, to be freed in this way.
    Heap(Family),
    /// Made by plica: `argv`, argument areas.
    Environment,
    /// What an input pointer leads to.
    Input,
    /// Put at this address, a number, by the program.
    Fixed(u64),
}

impl Object {
    /// Does it hold the same on every run? A constant local variable is initialised on the way, by what is known there.
    pub fn is_fixed(&self) -> bool {
        self.constant && self.kind == ObjectKind::Global
    }
}

impl ObjectKind {
    /// Numbers that tell kinds apart.
    pub fn number(self) -> [u64; 2] {
        match self {
            ObjectKind::Global => [0, 0],
            ObjectKind::Stack => [1, 0],
            ObjectKind::Heap(family) => [2, family as u64],
            ObjectKind::Environment => [3, 0],
            ObjectKind::Fixed(at) => [4, at],
            ObjectKind::Input => [5, 0],
        }
    }
}

/// Functions that allocate and free for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// `malloc` and its kin, and `free`.
    Malloc,
    /// `new` and `delete` of C++.
    New,
    /// `new[]` and `delete[]`.
    NewArray,
    /// `new` and `delete` that are told an alignment, as for types with more than the usual one.
    NewAligned,
    /// The same of arrays.
    NewArrayAligned,
}

impl Family {
    /// The family of a function, by its name in the object file.
    pub fn of(function: &str) -> Family {
        let starts = |prefixes: [&str; 2]| prefixes.iter().any(|prefix| function.starts_with(prefix));
        match (starts(["_Znw", "_Zdl"]), starts(["_Zna", "_Zda"]), function.contains("St11align_val_t")) {
            (true, _, false) => Family::New,
            (true, _, true) => Family::NewAligned,
            (_, true, false) => Family::NewArray,
            (_, true, true) => Family::NewArrayAligned,
            _ => Family::Malloc,
        }
    }

    /// What a function that allocates is called in the source.
    pub fn allocator(function: &str) -> &str {
        match Family::of(function) {
            Family::Malloc => function,
            Family::New | Family::NewAligned => "new",
            Family::NewArray | Family::NewArrayAligned => "new[]",
        }
    }

    /// What frees its blocks.
    pub fn frees_by(self) -> &'static str {
        match self {
            Family::Malloc => "free",
            Family::New => "delete",
            Family::NewArray => "delete[]",
            Family::NewAligned => "delete with an alignment",
            Family::NewArrayAligned => "delete[] with an alignment",
        }
    }
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
