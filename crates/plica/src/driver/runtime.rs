//! The C side of plica that travels inside the binary: headers for programs, and models of library functions, which the
//! build has compiled (`build.rs`).
//!
//! Oblivious to what the models do. Invariant: nothing is read from where plica was built; everything needed is
//! written to a folder of the run's own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::error::UserError;

/// Headers, and the crates for harnesses in Rust, by their name under the include folder.
const HEADERS: &[(&str, &str)] = &[
    ("plica.h", include_str!("../../../../runtime/include/plica.h")),
    ("cxx/bits/c++config.h", include_str!("../../../../runtime/include/cxx/bits/c++config.h")),
    ("cxx/bits/istream.tcc", include_str!("../../../../runtime/include/cxx/bits/istream.tcc")),
    ("klee/klee.h", include_str!("../../../../runtime/include/klee/klee.h")),
    ("rust/plica.rs", include_str!("../../../../runtime/include/rust/plica.rs")),
    ("rust/macros.rs", include_str!("../../../../runtime/include/rust/macros.rs")),
];

/// What files of models include.
const SHARED: &[(&str, &str)] = &[
    ("files.h", include_str!("../../../../runtime/models/files.h")),
    ("extended.h", include_str!("../../../../runtime/models/extended.h")),
    ("locales.h", include_str!("../../../../runtime/models/locales.h")),
    ("reals.h", include_str!("../../../../runtime/models/reals.h")),
    ("regex.h", include_str!("../../../../runtime/models/regex.h")),
];

/// A file of models.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Model {
    /// Its name.
    pub name: &'static str,
    source: &'static str,
    /// The IR that the build has compiled it to; empty if there was no clang.
    pub ir: &'static str,
}

macro_rules! models {
    ($($name:literal,)*) => {
        /// Model files.
        const MODELS: &[Model] = &[$(Model {
            name: $name,
            source: include_str!(concat!("../../../../runtime/models/", $name)),
            ir: include_str!(concat!(env!("OUT_DIR"), "/models/", $name, ".ll")),
        },)*];
    };
}

models! {
    "addresses.c", "alarms.c", "atomics.c", "backtraces.c",
    "calendar.c", "calls.c", "closing.c", "complex.c", "contents.c", "ctype.c",
    "descriptors.c", "devices.c", "duplicates.c", "environ.c", "environment.c", "errno.c", "exceptions.c", "exit.c",
    "fenv.c", "folders.c", "fork.c", "format.c", "fortify.c", "fractions.c", "getopt.c", "guard.c", "handlers.c",
    "harness.c", "identity.c", "jumps.c", "loading.c", "locale.c", "locales.c", "locks.c", "members.c",
    "messages.c", "names.c", "opening.c", "output.c", "panic.c", "paths.c", "power.c", "presentation.c",
    "process.c", "processor.c", "redirected.c", "regcomp.c", "regexec.c", "relative.c", "reopening.c",
    "resources.c", "rtti.c", "rust.c", "scan.c", "search.c", "services.c", "signals.c", "sockets.c", "spawn.c",
    "speeds.c", "standard.c", "status.c", "stdio_ext.c", "stdlib.c", "streams.c", "string.c", "strptime.c",
    "strtod.c", "strtold.c", "syslog.c", "temporary.c", "terminals.c", "texts.c", "threads.c", "times.c",
    "variables.c", "walks.c", "wconvert.c", "wctype.c", "wide.c", "written.c", "wscan.c", "wstreams.c",
}

/// Which model file defines a function: a line each, function and file.
const INDEX: &str = include_str!("../../../../runtime/models/INDEX");

macro_rules! compiled_parts {
    ($($name:literal,)*) => {
        /// What C++ libraries have compiled, by files that are compiled with the headers of the program.
        const COMPILED_PARTS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../../../runtime/cxx/", $name))),)*];
    };
}

compiled_parts! {
    "containers.cpp", "exception.cpp", "files.cpp", "memory.cpp", "memory_resource.cpp", "new.cpp", "regex.cpp",
    "stdexcept.cpp", "streams.cpp", "system_error.cpp", "threads.cpp",
}

/// Which of these files defines a symbol: a line each.
const CXX_INDEX: &str = include_str!("../../../../runtime/cxx/INDEX");

/// The folder with the headers and, once they are asked for, model files.
pub(crate) struct Runtime {
    folder: tempfile::TempDir,
}

impl Runtime {
    /// An empty folder.
    pub fn unpack() -> Result<Runtime, UserError> {
        let folder = tempfile::Builder::new().prefix("plica-").tempdir().map_err(|e| cannot_write(&e))?;
        Ok(Runtime { folder })
    }

    /// The folder to search for headers, with the headers in it. Who reads IR needs none.
    pub fn include(&self) -> Result<PathBuf, UserError> {
        let include = self.folder.path().join("include");
        if !include.exists() {
            for (name, text) in HEADERS {
                self.write(&format!("include/{name}"), text)?;
            }
        }
        Ok(include)
    }

    /// The model files that define one of these functions.
    pub fn models_for<'a>(functions: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'static Model> {
        let wanted: BTreeSet<&str> = functions.collect();
        let files: BTreeSet<&str> = INDEX
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter(|(function, _)| wanted.contains(function))
            .map(|(_, file)| file.trim())
            .collect();
        MODELS.iter().filter(move |model| files.contains(model.name))
    }

    /// The files of compiled parts of the C++ library that define one of these symbols.
    pub fn compiled_parts_for(symbols: &[String]) -> impl Iterator<Item = &'static str> {
        let wanted: BTreeSet<&str> = symbols.iter().map(String::as_str).collect();
        let files: BTreeSet<&str> = CXX_INDEX
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter(|(symbol, _)| wanted.contains(symbol))
            .map(|(_, file)| file.trim())
            .collect();
        COMPILED_PARTS.iter().map(|part| part.0).filter(move |name| files.contains(name))
    }

    /// The source of a compiled part, written to disk.
    pub fn compiled_part(&self, name: &str) -> Result<PathBuf, UserError> {
        let text = COMPILED_PARTS.iter().find(|part| part.0 == name).map_or("", |part| part.1);
        self.write(&format!("cxx/{name}"), text)
    }

    /// The source of a model, written to disk.
    pub fn source(&self, model: &Model) -> Result<PathBuf, UserError> {
        for (name, text) in SHARED {
            self.write(&format!("models/{name}"), text)?;
        }
        self.write(&format!("models/{}", model.name), model.source)
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, UserError> {
        let path = self.folder.path().join(name);
        let parent = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, text)).map_err(|e| cannot_write(&e))?;
        Ok(path)
    }
}

fn cannot_write(error: &std::io::Error) -> UserError {
    UserError::new(format!("cannot write temporary files: {error}"))
        .help("make room in the folder for temporary files, or name another one in TMPDIR")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_index_is_packed() {
        for line in INDEX.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
            let (function, file) = line.split_once(' ').unwrap_or((line, ""));
            assert!(MODELS.iter().any(|model| model.name == file.trim()), "{function} is said to be in '{file}'");
        }
        for line in CXX_INDEX.lines() {
            let (symbol, file) = line.split_once(' ').unwrap_or((line, ""));
            assert!(COMPILED_PARTS.iter().any(|part| part.0 == file), "{symbol} is said to be in '{file}'");
        }
    }
}
