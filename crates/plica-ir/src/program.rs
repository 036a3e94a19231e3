//! Programs, functions and globals. Oblivious to how they are executed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::command::{Command, Operand};
use crate::data::{DataKind, Types};
use crate::source::{DebugLoc, SourceMap};
use crate::types::{FuncId, GlobalId, Loc, Ty, VarId};

/// Where a variable comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarKind {
    /// A parameter.
    Param,
    /// A local variable of the source program (a promoted alloca). Indeterminate until written.
    Local,
    /// A result of a single instruction.
    Temp,
}

/// A variable of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// Source name, or the IR's name.
    pub name: Arc<str>,
    /// Type.
    pub ty: Ty,
    /// Where it comes from.
    pub kind: VarKind,
    /// Where it is declared, if known.
    pub decl: DebugLoc,
    /// Is it of a signed integer type in the source? Only for showing values, and of no meaning for other types.
    pub signed: bool,
}

/// A basic block: the commands from `start` up to the next block's start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// First location.
    pub start: Loc,
    /// Label in the IR. A label of C keeps its name, but for a number at its end where a variable has that name.
    pub name: Arc<str>,
}

/// A label of the source program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name in the source.
    pub name: Arc<str>,
    /// Where it is.
    pub at: Loc,
}

/// A function. Without code: it is declared only.
#[derive(Clone, Debug)]
pub struct Function {
    /// Linker name.
    pub name: Arc<str>,
    /// Name for people (demangled).
    pub display: Arc<str>,
    /// Variables; the parameters come first, in order.
    pub vars: Vec<Var>,
    /// How many of `vars` are parameters.
    pub params: u32,
    /// Types of the scalars of the result.
    pub results: Vec<Ty>,
    /// Does it take further arguments?
    pub variadic: bool,
    /// Commands by location; execution starts at location 0.
    pub code: Vec<Command>,
    /// Source position of each command; as long as `code`.
    pub locs: Vec<DebugLoc>,
    /// Blocks in order of their start.
    pub blocks: Vec<Block>,
    /// Labels of the source, as debug information has them, in order of their locations.
    pub labels: Vec<Label>,
    /// Where it is defined.
    pub decl: DebugLoc,
}

/// Is it a linker name of Rust's? Debug information has the last part of the path only.
pub fn is_rust(name: &str) -> bool {
    rustc_demangle::try_demangle(name).is_ok()
}

impl Function {
    /// Has it no body?
    pub fn is_declaration(&self) -> bool {
        self.code.is_empty()
    }

    /// May a pointer to a type lead to it, as far as the machine tells types apart?
    pub fn may_have_type(&self, kind: &DataKind) -> bool {
        let DataKind::Function { params, results } = kind else { return false };
        let own = self.vars.iter().take(self.params as usize).map(|v| v.ty);
        own.eq(params.iter().copied()) && self.results == *results
    }

    /// The parameters' variables.
    pub fn param_vars(&self) -> impl Iterator<Item = VarId> {
        (0..self.params).map(VarId)
    }
}

/// An address inside a global's initial contents.
#[derive(Clone, PartialEq, Debug)]
pub struct Reloc {
    /// Where, in bytes.
    pub offset: u64,
    /// What: an address, 8 bytes wide.
    pub value: Operand,
}

/// Initial contents of a global.
#[derive(Clone, PartialEq, Debug)]
pub enum Init {
    /// All bytes are zero.
    Zero,
    /// Bytes (as long as the global) and the addresses among them.
    Data {
        /// The bytes.
        bytes: Arc<[u8]>,
        /// The addresses; sorted by offset.
        relocs: Vec<Reloc>,
    },
    /// Declared here and defined nowhere: contents unknown.
    Extern,
    /// An initialiser that the front end cannot express; using the global is unsupported.
    Unsupported(Arc<str>),
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// Linker name.
    pub name: Arc<str>,
    /// Size in bytes.
    pub size: u64,
    /// Bytes of its natural cell (its scalar element), 0 if mixed.
    pub cell: u32,
    /// Is writing to it an error?
    pub constant: bool,
    /// Initial contents.
    pub init: Init,
    /// Where it is declared.
    pub decl: DebugLoc,
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Functions by id.
    pub functions: Vec<Function>,
    /// Globals by id.
    pub globals: Vec<Global>,
    /// Constants of more than 64 bits.
    pub wide: Vec<u128>,
    /// Files and scopes.
    pub source: SourceMap,
    /// Functions to call before `main`, in order (C++ constructors of globals).
    pub constructors: Vec<FuncId>,
    /// Functions to call when the program ends (`__attribute__((destructor))`).
    pub destructors: Vec<FuncId>,
    /// Functions whose code an optimiser has been at.
    pub optimised: BTreeSet<FuncId>,
    /// Functions of which the source's types are not known, nor the checks that a compiler would have made of them.
    pub unchecked_indices: BTreeSet<FuncId>,
    /// Functions that may use builtins, without the checks of what these are given.
    pub unchecked_builtins: BTreeSet<FuncId>,
    /// Constants whose addresses mean nothing (string literals), so that others may have the same.
    pub anonymous: BTreeSet<GlobalId>,
    /// Globals of models of the library.
    pub model_globals: BTreeSet<GlobalId>,
    /// Functions that read volatile objects.
    pub reads_volatile: BTreeSet<FuncId>,
    /// Functions by linker name.
    pub by_name: HashMap<Arc<str>, FuncId>,
    /// Globals by linker name.
    pub globals_by_name: HashMap<Arc<str>, GlobalId>,
    /// Functions that stand for a library's and are not the program's own.
    pub models: BTreeSet<FuncId>,
    /// Functions of a language's standard library that came with the program, and of the harness's.
    pub library: BTreeSet<FuncId>,
    /// Types of the source, where they are known.
    pub types: Types,
}

impl Program {
    /// Does the function belong to a library: plica's models, headers of standard libraries, what a compiler adds?
    pub fn is_of_library(&self, f: FuncId) -> bool {
        let function = self.func(f);
        !self.is_own(f) || self.source.is_of_library(function.decl) || &*function.name == "__clang_call_terminate"
    }

    /// A function by linker name.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        self.by_name.get(name).copied()
    }

    /// Is the function the program's own, rather than a model's or a library's?
    pub fn is_own(&self, id: FuncId) -> bool {
        !self.models.contains(&id) && !self.library.contains(&id)
    }

    /// The function of an id.
    pub fn func(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }

    /// The global of an id.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }
}
