//! Where the compilers are: an environment variable first, then PATH.
//!
//! Oblivious to what they are run with. Invariant: what is returned was an executable file a moment ago.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A program of the machine that plica runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// For C and C++.
    Clang,
    /// For Rust.
    Rustc,
    /// For bitcode.
    LlvmDis,
}

/// Versions that are looked for by name, newest first.
const VERSIONS: std::ops::RangeInclusive<u32> = 14..=22;

impl Tool {
    /// The environment variable that names one to use.
    pub fn variable(self) -> &'static str {
        match self {
            Tool::Clang => "PLICA_CLANG",
            Tool::Rustc => "PLICA_RUSTC",
            Tool::LlvmDis => "PLICA_LLVM_DIS",
        }
    }

    /// What it is, in messages.
    pub fn what(self) -> &'static str {
        match self {
            Tool::Clang => "clang (14 or newer)",
            Tool::Rustc => "rustc",
            Tool::LlvmDis => "llvm-dis",
        }
    }

    /// How to get it.
    pub fn help(self) -> &'static str {
        match self {
            Tool::Clang => {
                "install it (Debian, Ubuntu: `apt-get install clang`), or set PLICA_CLANG to the path of one"
            }
            Tool::Rustc => "install Rust (https://rustup.rs), or set PLICA_RUSTC to the path of a rustc",
            Tool::LlvmDis => {
                "install it (Debian, Ubuntu: `apt-get install llvm`), set PLICA_LLVM_DIS to the path of one, or make \
                 textual IR (`clang -S -emit-llvm`) in place of bitcode"
            }
        }
    }

    /// Names on PATH, the first one preferred.
    fn names(self) -> Vec<String> {
        let versions = |name: &str| {
            let all = VERSIONS.rev().map(move |v| format!("{name}-{v}"));
            std::iter::once(name.to_string()).chain(all.collect::<Vec<_>>()).collect()
        };
        match self {
            Tool::Clang => versions("clang"),
            Tool::Rustc => vec!["rustc".to_string()],
            Tool::LlvmDis => versions("llvm-dis"),
        }
    }
}

/// The one to use; the error is the value of the environment variable, where that leads nowhere.
pub fn find_tool(tool: Tool) -> Result<PathBuf, Option<OsString>> {
    let all = find_all(tool)?;
    all.into_iter().next().ok_or(None)
}

/// All there are, the preferred one first and never none; with the environment variable set, that one only.
pub fn find_all(tool: Tool) -> Result<Vec<PathBuf>, Option<OsString>> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    if let Some(requested) = std::env::var_os(tool.variable()).filter(|value| !value.is_empty()) {
        return search(&requested, &path).map(|found| vec![found]).ok_or(Some(requested));
    }
    let found: Vec<PathBuf> = tool.names().iter().filter_map(|name| search(OsStr::new(name), &path)).collect();
    if found.is_empty() { Err(None) } else { Ok(found) }
}

/// A name with a slash is a path; any other is looked for in the directories of `path`.
fn search(name: &OsStr, path: &OsStr) -> Option<PathBuf> {
    if Path::new(name).components().count() > 1 {
        return is_executable(Path::new(name)).then(|| PathBuf::from(name));
    }
    std::env::split_paths(path).map(|folder| folder.join(name)).find(|file| is_executable(file))
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file() || file.with_extension("exe").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_prefer_the_default_then_the_newest() {
        let names = Tool::Clang.names();
        assert_eq!(names.first().map(String::as_str), Some("clang"));
        assert_eq!(names.get(1).map(String::as_str), Some("clang-22"));
        assert_eq!(names.last().map(String::as_str), Some("clang-14"));
    }

    #[test]
    fn nothing_on_an_empty_path() {
        assert_eq!(search(OsStr::new("clang"), OsStr::new("")), None);
        assert_eq!(search(OsStr::new("/nonexistent/clang"), OsStr::new("/usr/bin")), None);
    }

    #[test]
    fn a_directory_is_no_program() {
        assert_eq!(search(OsStr::new("/usr"), OsStr::new("")), None);
    }
}
