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
    Heap(Allocator),
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
            ObjectKind::Heap(Allocator { family, alignment }) => [6 + family as u64, alignment],
            ObjectKind::Environment => [3, 0],
            ObjectKind::Fixed(at) => [4, at],
            ObjectKind::Input => [5, 0],
        }
    }
}

/// How a block was made, which decides how it may be freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allocator {
    /// The functions that may free it.
    pub family: Family,
    /// Bytes of the alignment that was told and has to be told again; 0 where none was, as by `malloc`.
    pub alignment: u64,
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
    /// What Rust's programs call where they have no allocator of their own.
    Rust,
}

impl Allocator {
    /// The one of a function, by its name in the object file, that is told no alignment.
    pub fn of(function: &str) -> Allocator {
        let starts = |prefixes: [&str; 2]| prefixes.iter().any(|prefix| function.starts_with(prefix));
        let family = match (starts(["_Znw", "_Zdl"]), starts(["_Zna", "_Zda"])) {
            (true, _) => Family::New,
            (_, true) => Family::NewArray,
            _ => Family::Malloc,
        };
        Allocator { family, alignment: 0 }
    }

    /// What a function of it that allocates is called in the source.
    pub fn allocates_by(self, function: &str) -> &str {
        match self.family {
            Family::Malloc => function,
            Family::New => "new",
            Family::NewArray => "new[]",
            Family::Rust => "alloc",
        }
    }

    /// What frees its blocks.
    pub fn frees_by(self) -> String {
        let name = match self.family {
            Family::Malloc => "free",
            Family::New => "delete",
            Family::NewArray => "delete[]",
            Family::Rust => "dealloc",
        };
        match self.alignment {
            0 => name.into(),
            bytes => format!("{name} with an alignment of {bytes}"),
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
