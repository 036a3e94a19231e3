//! The driver: inputs that cannot be compiled, compilers that are not there, and the C of older standards.
//!
//! The environment belongs to a process, so tests that change it run this test program again with the one test
//! `in_another_environment`, which prints what became of the file it is told to compile.

use std::path::{Path, PathBuf};
use std::process::Command;

use plica_llvm::driver::{CompileError, Options, Tool, compile, find_all, is_input};

const INPUT: &str = "PLICA_TEST_INPUT";

fn plain() -> Options<'static> {
    Options::new(Path::new("."))
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(name)
}

fn with_file(name: &str, content: &[u8]) -> Result<String, CompileError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, content).unwrap();
    compile(&file, &plain()).map(|ir| ir.text)
}

#[test]
fn in_another_environment() {
    let Some(input) = std::env::var_os(INPUT) else { return };
    match compile(Path::new(&input), &plain()) {
        Ok(ir) => match plica_llvm::parse(&ir.text) {
            Ok(module) => println!("RESULT {} functions\n{}", module.functions.len(), ir.warnings),
            Err(error) => println!("RESULT {error}"),
        },
        Err(error) => println!("RESULT {error}"),
    }
}

fn elsewhere(input: &Path, environment: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "in_another_environment", "--nocapture"]).env(INPUT, input);
    command.envs(environment.iter().copied());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split_once("RESULT ").unwrap_or_else(|| panic!("{text}")).1.to_string()
}

#[test]
fn files_that_are_no_input() {
    let missing = compile(Path::new("/nonexistent/a.c"), &plain());
    assert!(matches!(missing, Err(CompileError::Missing(_))));
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(compile(folder.path(), &plain()), Err(CompileError::Directory(_))));
    for name in ["a.c", "a.ll", "a.bc", "a.rs"] {
        assert!(matches!(with_file(name, b""), Err(CompileError::Empty(_))), "{name}");
    }
    assert!(matches!(with_file("a.ll", b" \n\n"), Err(CompileError::Empty(_))));
    for name in ["a.txt", "a", "a.o"] {
        let error = with_file(name, b"x").unwrap_err();
        assert!(matches!(error, CompileError::Extension(_)), "{name}");
        assert!(error.to_string().contains(".bc (LLVM bitcode)"));
    }
    assert!(is_input(Path::new("x/y.cpp")) && !is_input(Path::new("x/y.h")));
}

#[test]
fn textual_ir_is_passed_on_even_if_it_is_not_utf8() {
    assert_eq!(with_file("a.ll", b"; caf\xE9\n@g = global i8 0\n").unwrap(), "; caf\u{FFFD}\n@g = global i8 0\n");
}

#[test]
fn no_compiler_on_path_says_what_to_install() {
    let nowhere = [("PATH", "/nonexistent"), ("PLICA_CLANG", ""), ("PLICA_RUSTC", "")];
    let text = elsewhere(&sample("old.c"), &nowhere);
    assert!(text.contains("none on PATH") && text.contains("apt-get install clang"), "{text}");
    let text = elsewhere(&sample("traits.rs"), &nowhere);
    assert!(text.contains("rustc is needed") && text.contains("rustup"), "{text}");
    let text = elsewhere(&sample("old.c"), &[("PLICA_CLANG", "/nonexistent/clang")]);
    assert!(text.contains("PLICA_CLANG is set to `/nonexistent/clang`"), "{text}");
}

#[test]
fn bitcode_without_llvm_dis_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.bc");
    std::fs::write(&file, b"BC\xC0\xDE").unwrap();
    let text = elsewhere(&file, &[("PATH", "/nonexistent"), ("PLICA_LLVM_DIS", "")]);
    assert!(text.contains("llvm-dis is needed") && text.contains("-S -emit-llvm"), "{text}");
}

#[test]
fn bitcode_is_disassembled() {
    let (Ok(clangs), Ok(_)) = (find_all(Tool::Clang), find_all(Tool::LlvmDis)) else {
        eprintln!("clang or llvm-dis is absent: bitcode is not tested here");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.bc");
    // The oldest clang's bitcode can be read by every llvm-dis.
    let made = Command::new(clangs.last().unwrap())
        .args(["-c", "-emit-llvm", "-w", "-o"])
        .arg(&file)
        .arg(sample("features.c"))
        .status();
    assert!(made.unwrap().success());
    let ir = compile(&file, &plain()).unwrap();
    assert!(plica_llvm::parse(&ir.text).unwrap().function("main").is_some());
    std::fs::write(&file, "no bitcode at all").unwrap();
    assert!(matches!(compile(&file, &plain()), Err(CompileError::Failed { .. })));
}

#[test]
fn clangs_errors_are_passed_on() {
    if find_all(Tool::Clang).is_err() {
        eprintln!("clang is absent: its errors are not tested here");
        return;
    }
    let error = with_file("a.c", b"int main(void) { return undeclared_variable; }\n").unwrap_err().to_string();
    assert!(error.contains("a.c:1:25: error:") && error.contains("exit status: 1"), "{error}");
}

#[test]
fn c_of_older_standards_compiles_with_a_warning() {
    for clang in find_all(Tool::Clang).unwrap_or_default() {
        let text = elsewhere(&sample("old.c"), &[("PLICA_CLANG", clang.to_str().unwrap())]);
        assert!(text.contains(" functions\n"), "{clang:?}: {text}");
        assert!(
            text.contains("-Wimplicit-int") && text.contains("-Wimplicit-function-declaration"),
            "{clang:?}: {text}"
        );
        assert!(!text.contains(" error:"), "{clang:?}: {text}");
    }
}

#[test]
fn arguments_and_headers_reach_clang() {
    if find_all(Tool::Clang).is_err() {
        eprintln!("clang is absent: its arguments are not tested here");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("own.h"), "#define RESULT 42\n").unwrap();
    let file = folder.path().join("a.c");
    std::fs::write(&file, "#include \"own.h\"\nint main(void) { int named = RESULT + EXTRA; return named; }\n")
        .unwrap();
    let ir = compile(&file, &Options { args: &["-DEXTRA=1".to_string()], ..Options::new(folder.path()) }).unwrap();
    assert!(
        ir.text.contains("store i32 43, ptr %named") || ir.text.contains("store i32 43, i32* %named"),
        "{}",
        ir.text
    );
    assert!(ir.text.contains("DILocalVariable(name: \"named\"") && ir.warnings.is_empty());
}

#[test]
fn a_rust_library_without_main_is_compiled() {
    if find_all(Tool::Rustc).is_err() {
        eprintln!("rustc is absent: Rust is not tested here");
        return;
    }
    let text = with_file("lib.rs", b"#[no_mangle] pub extern \"C\" fn twice(x: u32) -> u32 { x * 2 }\n").unwrap();
    assert!(plica_llvm::parse(&text).unwrap().function("twice").is_some());
}
