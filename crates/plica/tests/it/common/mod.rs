//! What several test programs need: a folder that goes away, a compiler, what plica says of a text.
//!
//! Oblivious to what is tested.

// Not every one of them needs all of it.
#![allow(dead_code)]

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// Are tests to be made in their full size (`./x test --all`)?
pub fn in_full() -> bool {
    std::env::var_os("PLICA_TESTS").is_some_and(|size| size == "all")
}

/// A folder of its own for a test, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Makes an empty folder.
    pub fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("plica-test-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Writes a file into it.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The clang to use: the plain name first, then the newest versioned one.
pub fn clang() -> String {
    let names = std::iter::once("clang".to_string()).chain((14..=22).rev().map(|v| format!("clang-{v}")));
    names
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success()))
        .expect("this test needs clang on PATH")
}

/// What a run says of a program. Its folder goes away with it.
pub fn check(program: &str, flags: &[&str]) -> Value {
    let folder = Folder::new();
    let file = folder.write("a.c", program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
    command.args(["check", "--format", "json"]).args(flags).arg(file);
    let output = command.output().expect("plica runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}
