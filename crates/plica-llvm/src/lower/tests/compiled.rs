//! What every clang on PATH and rustc emit for real programs is lowered to well-formed flowgraphs.

use super::*;

/// The clangs on PATH.
pub(super) fn clangs() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = std::iter::once("clang".to_string()).chain((14..=30).map(|v| format!("clang-{v}")));
    names.filter_map(|name| std::env::split_paths(&path).map(|d| d.join(&name)).find(|p| p.is_file())).collect()
}

pub(super) fn emit(compiler: &Path, args: &[&str], source: &Path) -> Option<String> {
    let dir = tempfile::tempdir().expect("a folder for the output");
    let out = dir.path().join("out.ll");
    let status = Command::new(compiler).args(args).arg("-o").arg(&out).arg(source).output().expect("compiler runs");
    if !status.status.success() {
        eprintln!("{} {source:?}: {}", compiler.display(), String::from_utf8_lossy(&status.stderr));
        return None;
    }
    std::fs::read_to_string(out).ok()
}

/// Lowers, and says what the verifier finds wrong and what is unsupported.
fn complaints(text: &str) -> (Vec<String>, Vec<String>) {
    let module = match crate::parse(text) {
        Ok(module) => module,
        Err(e) => return (vec![format!("not read: {e}")], Vec::new()),
    };
    let program = lower(&module).expect("a program for this machine");
    let wrong = verify(&program).into_iter().map(|e| format!("{}: {}", e.place, e.message)).collect();
    (wrong, unsupported(&program))
}

fn unsupported(program: &Program) -> Vec<String> {
    let commands = program.functions.iter().flat_map(|f| &f.code);
    let texts = commands.filter_map(|c| match c {
        plica_ir::Command::Unsupported { text } => Some(text.to_string()),
        _ => None,
    });
    texts.collect()
}

const LEVELS: [&[&str]; 6] = [
    &["-O0", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-g"],
    &["-O0"],
    &["-O1", "-g"],
    &["-O1"],
    &["-O2", "-g"],
    &["-O2"],
];

/// What clang 16 made errors of.
const OLD_C: &[&str] =
    &["-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion", "-Wno-return-type"];

fn check(source: &Path, levels: &[&[&str]], allowed: &[&str]) {
    for clang in clangs() {
        for level in levels {
            let args = [&["-S", "-emit-llvm", "-w"], OLD_C, *level].concat();
            let Some(text) = emit(&clang, &args, source) else { continue };
            let (wrong, missing) = complaints(&text);
            let place = format!("{} {level:?} {}", clang.display(), source.display());
            assert!(wrong.is_empty(), "{place}: {wrong:#?}");
            let surprising: Vec<_> = missing.iter().filter(|m| !allowed.iter().any(|a| m.contains(a))).collect();
            assert!(surprising.is_empty(), "{place}: {surprising:#?}");
        }
    }
}

#[test]
fn c_of_every_clang_and_level_is_well_formed() {
    let dir = tempfile::tempdir().expect("a folder for sources");
    let source = dir.path().join("sample.c");
    std::fs::write(&source, include_str!("sample.c")).expect("source written");
    check(&source, &LEVELS, &["computed goto", "inline assembly `cpuid`"]);
}

#[test]
fn the_loops_of_sv_comp_are_well_formed() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench/svcomp13-loops");
    let Ok(entries) = std::fs::read_dir(&dir) else {
        eprintln!("skipped: {} is absent", dir.display());
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|e| e == "i" || e == "c") {
            check(&path, &LEVELS[..1], &[]);
        }
    }
}

#[test]
fn rust_is_well_formed() {
    let dir = tempfile::tempdir().expect("a folder for sources");
    let source = dir.path().join("sample.rs");
    std::fs::write(&source, include_str!("sample.rs")).expect("source written");
    for level in ["0", "2"] {
        let opt = format!("-Copt-level={level}");
        let args = ["--edition=2021", "--emit=llvm-ir", "--crate-type=lib", "-Cpanic=abort", "-g", &opt];
        let Some(text) = emit(Path::new("rustc"), &args, &source) else { continue };
        let (wrong, missing) = complaints(&text);
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(missing.iter().all(|m| m.contains("llvm.powi")), "{missing:#?}");
    }
}
