//! Exceptions and the C++ library against those of the system: programs without inputs print the same when plica
//! follows their one path and when they run.
//!
//! Oblivious to what they print. Invariant: there is one path, and no error on it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The output of a program compiled and run, and when plica follows it.
fn compare(name: &str) {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cpp").join(name).with_extension("cpp");
    let folder = std::env::temp_dir().join(format!("plica-cpp-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let program = folder.join("program");
    let clang = std::env::var("PLICA_CLANG").unwrap_or_else(|_| "clang".into());
    // As `clang` alone is told what to link.
    let mut compiler = Command::new(clang);
    compiler.args(["-x", "c++", "-std=c++17", "-w"]).arg(&source).args(["-x", "none", "-lstdc++", "-lm", "-o"]);
    assert!(compiler.arg(&program).status().expect("clang").success(), "{name} does not compile");
    let native = output(&mut Command::new(&program), &folder);
    let mut plica = Command::new(env!("CARGO_BIN_EXE_plica"));
    let followed = output(plica.args(["check", "--echo"]).arg(&source).args(["--", "-std=c++17"]), &folder);
    let (printed, verdict) = followed.split_at(native.len().min(followed.len()));
    assert_eq!(printed, native, "{verdict}");
    assert!(verdict.contains("holds: every path was explored and none ends in an error (1 path"), "{verdict}");
    let _ = std::fs::remove_dir_all(&folder);
}

fn output(command: &mut Command, folder: &Path) -> String {
    let run = command.current_dir(folder).output().expect("a program that can be started");
    String::from_utf8_lossy(&run.stdout).into_owned()
}

#[test]
fn exceptions_are_those_of_the_system() {
    compare("exceptions");
}

#[test]
fn containers_are_those_of_the_system() {
    compare("containers");
}

#[test]
fn resources_of_memory_are_those_of_the_system() {
    compare("resources");
}

#[test]
fn streams_are_those_of_the_system() {
    compare("streams");
}

#[test]
fn regular_expressions_are_those_of_the_system() {
    compare("regex");
}

/// Every symbol that a compiled part defines is listed, with the headers that are here; others may define more.
#[test]
fn index_lists_what_the_compiled_parts_define() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
    let listed = std::fs::read_to_string(folder.join("cxx/INDEX")).expect("runtime/cxx/INDEX");
    let mut parts = 0;
    for entry in std::fs::read_dir(folder.join("cxx")).expect("runtime/cxx").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".cpp") {
            continue;
        }
        parts += 1;
        let mut clang = Command::new(std::env::var("PLICA_CLANG").unwrap_or_else(|_| "clang".into()));
        clang.args(["-std=gnu++17", "-w", "-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes"]);
        let run = clang.arg("-isystem").arg(folder.join("include/cxx")).arg(entry.path()).args(["-o", "-"]).output();
        let run = run.expect("clang");
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
        for symbol in String::from_utf8_lossy(&run.stdout).lines().filter_map(defined) {
            assert!(listed.contains(&format!("{symbol} {name}\n")), "{symbol} of {name} is not listed");
        }
    }
    assert_eq!(parts, 11);
}

/// The symbol that a line of IR defines for others.
fn defined(line: &str) -> Option<&str> {
    let is_variable = line.starts_with('@') && [" global ", " constant ", " alias "].iter().any(|w| line.contains(w));
    let hidden =
        ["internal", "private", "external", "linkonce_odr", "extern_weak", "available_externally", "appending"];
    let is_hidden = line.split(' ').take(6).any(|word| hidden.contains(&word));
    let name = line.split('@').nth(1).filter(|_| (line.starts_with("define ") || is_variable) && !is_hidden)?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}
