//! Names this build by what it was made of: a store must not give an answer that other rules came to.
//!
//! Oblivious to what the sources say: a changed comment is another version too, since nobody has to remember then to
//! raise a number. Invariant: the name does not depend on where and when the build is done.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

/// What decides how a program is analysed: sources, the versions of libraries, the models of the C library.
const WATCHED: &[&str] = &["../../Cargo.lock", "../../runtime", ".."];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let mut files = Vec::new();
    WATCHED.iter().for_each(|path| collect(Path::new(path), &mut files));
    files.sort();
    let mut name = String::new();
    for half in 0..2u8 {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(half);
        for file in &files {
            hasher.write(file.to_string_lossy().as_bytes());
            let bytes = std::fs::read(file).unwrap_or_default();
            hasher.write_usize(bytes.len());
            hasher.write(&bytes);
        }
        name.push_str(&format!("{:016x}", hasher.finish()));
    }
    println!("cargo:rustc-env=PLICA_BUILT_FROM={name}");
}

/// The files below a path that matter: tests, examples and what a build leaves behind do not.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if ["tests", "target", "benches", "examples"].contains(&&*name) || name.starts_with('.') {
        return;
    }
    let Ok(entries) = std::fs::read_dir(path) else {
        if path.is_file() {
            println!("cargo:rerun-if-changed={}", path.display());
            files.push(path.to_owned());
        }
        return;
    };
    println!("cargo:rerun-if-changed={}", path.display());
    entries.flatten().for_each(|entry| collect(&entry.path(), files));
}
