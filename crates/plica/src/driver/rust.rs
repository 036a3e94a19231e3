//! Rust packages: the crates for harnesses, and what rustc has written of a package and its dependencies.
//!
//! Oblivious to cargo.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use plica_llvm::driver::{Language, Origin, Tool, find_tool};

use super::frontend;
use super::runtime::Runtime;
use crate::error::UserError;

pub(crate) use plica_llvm::driver::RustProof;

/// Compiles the crates for harnesses into a folder; the arguments by which rustc finds them.
pub fn harness_crates(folder: &Path) -> Result<Vec<OsString>, UserError> {
    let runtime = Runtime::unpack()?;
    let rustc = find_tool(Tool::Rustc).map_err(|_| {
        UserError::new("rustc is needed, and there is none on PATH")
            .help("install Rust (https://rustup.rs), or set PLICA_RUSTC to the path of a rustc")
    })?;
    plica_llvm::driver::harness_crates(&rustc, &runtime.include()?.join("rust"), folder, folder)
        .map_err(|error| UserError::new(error.to_string()))
}

/// The proofs in a module that rustc has written, and a file beside it that has what is needed of it.
pub(crate) fn proofs_in(file: &Path, krate: &str) -> Result<(PathBuf, Vec<RustProof>), UserError> {
    let text = std::fs::read(file)
        .map_err(|error| UserError::new(format!("rustc has not written {}: {error}", file.display())))?;
    let text = plica_llvm::driver::needed(&String::from_utf8_lossy(&text), krate, frontend::treatment);
    let proofs = plica_llvm::driver::proofs(&text);
    let needed = file.with_extension("needed.ll");
    let origin = Origin { language: Language::Rust, as_written: false, rules: Vec::new() };
    std::fs::write(&needed, origin.line() + &text)
        .map_err(|error| UserError::new(format!("cannot write {}: {error}", needed.display())))?;
    Ok((needed, proofs))
}
