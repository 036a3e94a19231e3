//! Where commands come from in the source program. Oblivious to everything else.

use std::sync::Arc;

/// A source file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A lexical scope, reduced to its file, function and inlining.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ScopeId(pub u32);

/// A position in the source. `line` 0: not known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DebugLoc {
    /// Line from 1.
    pub line: u32,
    /// Column from 1; 0: not known.
    pub column: u32,
    /// The scope.
    pub scope: ScopeId,
}

/// A source file's names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// As the compiler was given it.
    pub name: Arc<str>,
    /// The folder that a relative name is relative to.
    pub directory: Arc<str>,
}

/// A scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The file.
    pub file: FileId,
    /// Source name of the enclosing function.
    pub function: Arc<str>,
    /// The call that was inlined, for scopes of inlined functions.
    pub inlined_at: Option<DebugLoc>,
}

/// All files and scopes of a program. Scope 0 is "unknown".
#[derive(Clone, Debug)]
pub struct SourceMap {
    /// Files by id.
    pub files: Vec<SourceFile>,
    /// Scopes by id.
    pub scopes: Vec<Scope>,
}

impl Default for SourceMap {
    fn default() -> Self {
        SourceMap {
            files: vec![SourceFile { name: "<unknown>".into(), directory: "".into() }],
            scopes: vec![Scope { file: FileId(0), function: "<unknown>".into(), inlined_at: None }],
        }
    }
}

impl DebugLoc {
    /// No position known.
    pub const UNKNOWN: DebugLoc = DebugLoc { line: 0, column: 0, scope: ScopeId(0) };
}

/// The folder that debug information has for the crates for harnesses in Rust, wherever they are unpacked.
pub const HARNESS_SOURCES: &str = "/plica-harness";

impl SourceMap {
    /// The scope of a position.
    pub fn scope(&self, loc: DebugLoc) -> &Scope {
        &self.scopes[loc.scope.0 as usize]
    }

    /// Is it a position in the standard library of Rust or C++?
    pub fn is_of_library(&self, loc: DebugLoc) -> bool {
        /// Where Rust's library has its sources, in whatever place it is installed.
        const RUST_SOURCES: &str = "/lib/rustlib/src/rust/library/";
        /// What debug information has for places that are on no machine: where Rust's library and what that depends on
        /// were compiled, and the crates for harnesses.
        const ELSEWHERE: [&str; 3] = ["/rustc/", "/rust/deps/", HARNESS_SOURCES];
        let file = self.file(loc);
        let place = if file.name.starts_with('/') { &file.name } else { &file.directory };
        ELSEWHERE.iter().any(|folder| place.starts_with(folder))
            || place.contains(RUST_SOURCES)
            || is_cpp_header(&file.name)
    }

    /// The file of a position.
    pub fn file(&self, loc: DebugLoc) -> &SourceFile {
        &self.files[self.scope(loc).file.0 as usize]
    }
}

/// Is it a header of a library of C++, in whatever place that is installed (`include/c++`, and `include/MACHINE/c++`)?
fn is_cpp_header(name: &str) -> bool {
    let of_library = |rest: &str| rest.split('/').take(2).any(|folder| folder == "c++");
    name.split("/include/").skip(1).any(of_library)
}
