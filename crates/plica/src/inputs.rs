//! A first look at the input files, before any tool is started on them.
//!
//! Oblivious to what is in them. Invariant: what passes here exists, is a readable, non-empty regular file, and has an
//! extension that plica knows; the tools behind need not word these errors.

use crate::error::UserError;
use std::io::ErrorKind;
use std::path::Path;

/// The extensions of programs.
pub const EXTENSIONS: &[&str] = &["c", "i", "cpp", "cc", "cxx", "C", "c++", "ii", "rs", "ll", "bc"];

/// Checks that every input can be read as a program.
pub fn check(inputs: &[impl AsRef<Path>]) -> Result<(), UserError> {
    inputs.iter().try_for_each(|input| one(input.as_ref()))
}

fn one(input: &Path) -> Result<(), UserError> {
    readable(input)?;
    match input.extension().and_then(|extension| extension.to_str()) {
        Some(extension) if EXTENSIONS.contains(&extension) => Ok(()),
        _ => Err(UserError::new(format!("`{}` is not a program that plica reads", input.display()))
            .help("inputs are .c, .i, .cpp, .rs, .ll and .bc files; arguments for clang go behind `--`")),
    }
}

/// Checks that a file is there, regular, readable and not empty.
pub fn readable(input: &Path) -> Result<(), UserError> {
    let name = input.display();
    let file = std::fs::File::open(input).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            UserError::new(format!("there is no file `{name}`")).help("check the name and the folder")
        }
        ErrorKind::PermissionDenied => {
            UserError::new(format!("`{name}` may not be read")).help("check the permissions of the file")
        }
        _ => UserError::new(format!("`{name}` cannot be read: {error}")),
    })?;
    let metadata = file.metadata().map_err(|error| UserError::new(format!("`{name}` cannot be read: {error}")))?;
    if metadata.is_dir() {
        return Err(
            UserError::new(format!("`{name}` is a folder")).help("name the files in it that make up the program")
        );
    }
    if metadata.is_file() && metadata.len() == 0 {
        return Err(UserError::new(format!("`{name}` is empty")).help("name a file with a program in it"));
    }
    Ok(())
}
