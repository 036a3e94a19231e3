//! The compiled parts of the C++ library: files of ours that are compiled with the headers of the program, when the
//! program misses a symbol that they define.
//!
//! Oblivious to what they define. Invariant: what decides which headers are taken is what the user has decided for the
//! program; a part that does not compile is left out, and whoever calls it meets a function without a model.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use plica_llvm::driver::{Language, Options, Origin};

/// Beginnings of arguments that say which library and which system the program is for.
const OF_LIBRARY: &[&str] = &[
    "-stdlib",
    "--gcc-",
    "--sysroot",
    "-isysroot",
    "-isystem",
    "-cxx-isystem",
    "-nostdinc",
    "-D_GLIBCXX",
    "-D_LIBCPP",
    "--target",
    "-target",
];

/// Those of them whose value may be the next argument.
const WITH_VALUE: &[&str] = &["--sysroot", "-isysroot", "-isystem", "-cxx-isystem", "-stdlib++-isystem", "-target"];

/// The IR, or why there is none.
pub(super) type Compiled = Result<Arc<str>, String>;

/// By file and arguments.
static DONE: Mutex<Option<HashMap<String, Compiled>>> = Mutex::new(None);

/// The IR of a part.
pub fn compile(file: &Path, name: &str, clang_args: &[String], include: &Path) -> Compiled {
    let mut args = vec!["-std=gnu++17".to_string()];
    let mut given = clang_args.iter();
    while let Some(arg) = given.next() {
        if OF_LIBRARY.iter().any(|start| arg.starts_with(start)) {
            args.push(arg.clone());
            if WITH_VALUE.contains(&arg.as_str()) {
                args.extend(given.next().cloned());
            }
        }
    }
    let key = format!("{name} {args:?}");
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    let done = done.get_or_insert_default();
    if let Some(known) = done.get(&key) {
        return known.clone();
    }
    let options = Options { args: &args, ..Options::new(include) };
    let result = plica_llvm::driver::compile(file, &options);
    let result = result.map(|ir| Arc::from(ir.text)).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().find(|line| line.contains("error")).or_else(|| text.lines().next());
        let why = first.unwrap_or_default().replace(&format!("{}", file.display()), name);
        format!("plica's {name}, which has compiled parts of the C++ library, is left out: {why}")
    });
    done.insert(key, result.clone());
    result
}

/// How they were made.
pub fn origin() -> Origin {
    Origin { language: Language::Cxx, as_written: true, rules: Vec::new() }
}
