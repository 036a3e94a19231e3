//! Paths inside a test case: in its file they are relative to the file's folder, so that a suite can be moved and
//! committed together with its program.
//!
//! Oblivious to what the paths name. Invariant: what [`leave`] makes of a test case [`enter`] takes back to paths that
//! name the same files, wherever the folder and the program are moved together.

use plica_report::TestCase;
use std::path::{Component, Path, PathBuf};

/// Options of clang that are followed by a path, attached or as the next word.
pub const PATH_OPTIONS: &[&str] = &["-include", "-isystem", "-iquote", "-idirafter", "-I"];

/// A test case as it is written into a folder.
pub fn leave(test: &TestCase, folder: &Path) -> TestCase {
    let folder = real(folder);
    map(test, |path| {
        let path = real(Path::new(path));
        // What belongs to the system is where it is on other machines too.
        if path.starts_with("/usr") { path } else { relative(&folder, &path) }
    })
}

/// A test case as it is read from a folder.
pub fn enter(test: &TestCase, folder: &Path) -> TestCase {
    map(test, |path| tidy(&folder.join(path)))
}

fn map(test: &TestCase, change: impl Fn(&str) -> PathBuf) -> TestCase {
    let change = |path: &mut String| {
        if !path.is_empty() {
            *path = change(path).display().to_string();
        }
    };
    let mut test = test.clone();
    if let Some(program) = &mut test.program {
        program.inputs.iter_mut().for_each(change);
        let mut next_is_path = false;
        for arg in &mut program.clang_args {
            if std::mem::take(&mut next_is_path) {
                change(arg);
            } else if let Some((option, path)) =
                PATH_OPTIONS.iter().find_map(|option| Some((option, arg.strip_prefix(*option)?)))
            {
                // `-include-pch` is another option.
                let mut path = path.to_owned();
                if path.starts_with(['-', '=']) {
                    continue;
                }
                next_is_path = path.is_empty();
                change(&mut path);
                *arg = format!("{option}{path}");
            }
        }
    }
    if let Some(expected) = &mut test.expected {
        change(&mut expected.file);
    }
    // The name of the program, which is the first of the sources.
    test.args.iter_mut().take(1).for_each(change);
    test
}

/// From the root and without links, as far as it is there.
fn real(path: &Path) -> PathBuf {
    let absolute = || std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| tidy(&path));
    std::fs::canonicalize(path).unwrap_or_else(|_| absolute())
}

/// Without `.` and, where a name stands before them, `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match (part, out.components().next_back()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => drop(out.pop()),
            (Component::ParentDir, Some(Component::RootDir)) => {}
            (part, _) => out.push(part),
        }
    }
    out
}

/// The way from a folder to a file.
fn relative(folder: &Path, file: &Path) -> PathBuf {
    let shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_report::ProgramInfo;

    fn test(inputs: &[&str], clang_args: &[&str]) -> TestCase {
        let strings = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect();
        let program = ProgramInfo { inputs: strings(inputs), clang_args: strings(clang_args), ..Default::default() };
        TestCase { program: Some(program), ..TestCase::default() }
    }

    #[test]
    fn paths_are_relative_to_the_folder_of_the_test() {
        let args = ["-I", "/x/inc", "-I/x/suite/h", "-DA=/x/y", "-isystem/usr/include/z", "-include", "/x/c.h"];
        let left = leave(&test(&["/x/src/a.c", "/x/suite/b.c"], &args), Path::new("/x/suite")).program.unwrap();
        assert_eq!(left.inputs, ["../src/a.c", "b.c"]);
        let expected = ["-I", "../inc", "-Ih", "-DA=/x/y", "-isystem/usr/include/z", "-include", "../c.h"];
        assert_eq!(left.clang_args, expected);
    }

    #[test]
    fn a_suite_can_be_moved() {
        let left = leave(&test(&["/x/src/a.c"], &["-I/x/inc"]), Path::new("/x/suite"));
        let found = enter(&left, Path::new("/elsewhere/suite")).program.unwrap();
        assert_eq!(
            (found.inputs, found.clang_args),
            (vec!["/elsewhere/src/a.c".into()], vec!["-I/elsewhere/inc".into()])
        );
        let found = enter(&left, Path::new("suite")).program.unwrap();
        assert_eq!(found.inputs, ["src/a.c"]);
        let found = enter(&left, Path::new("")).program.unwrap();
        assert_eq!(found.inputs, ["../src/a.c"]);
    }
}
