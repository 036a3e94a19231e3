//! The reader loses nothing that matters: what it has read, written out again, compiles to the same machine code.
//!
//! Attributes that the syntax tree does not keep are taken out of the original text first, so that only what has
//! meaning is compared. Needs clang; says so where a version is absent.

mod writer;

use std::path::Path;
use std::process::Command;

/// Words that steer only code generation and linking.
const DROPPED: &[&str] = &["dso_local ", "local_unnamed_addr ", "unnamed_addr ", "fastcc "];

/// The original without attribute groups, module flags, comdats, and the words above.
fn plain(text: &str) -> String {
    let dropped = ["attributes #", "!llvm.", "source_filename", "$"];
    let kept = text.lines().filter(|line| !dropped.iter().any(|start| line.starts_with(start)));
    kept.map(|line| {
        let mut line = DROPPED.iter().fold(line.to_string(), |line, word| line.replace(word, ""));
        let comdat = if line.starts_with('@') { ", comdat" } else { " comdat" };
        if let Some(at) = line.find(comdat) {
            let end = at + comdat.len();
            let name = if line[end..].starts_with('(') { line[end..].find(')').map_or(0, |i| i + 1) } else { 0 };
            line.replace_range(at..end + name, "");
        }
        without_groups(&line) + "\n"
    })
    .collect()
}

/// A line without ` #N`.
fn without_groups(line: &str) -> String {
    let mut pieces = line.split(" #");
    let first = pieces.next().unwrap_or("").to_string();
    pieces.fold(first, |out, piece| match piece.trim_start_matches(|c: char| c.is_ascii_digit()) {
        rest if rest.len() < piece.len() => out + rest,
        _ => out + " #" + piece,
    })
}

/// The machine code of a file of IR, as assembly text without what names the file.
fn assembly(clang: &str, ir: &Path) -> String {
    let output =
        Command::new(clang).args(["-w", "-O0", "-fno-addrsig", "-S", "-x", "ir", "-o", "-"]).arg(ir).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{clang} {}: {}", ir.display(), &errors[..errors.len().min(2000)]);
    let text = String::from_utf8_lossy(&output.stdout);
    let strip = |line: &str| line.split(" #").next().unwrap_or("").trim_end().to_string();
    // Comments hold the names of blocks, which are not the same.
    let keep = |line: &String| {
        !(line.is_empty() || line.starts_with('#') || line.contains(".file") || line.contains(".ident"))
    };
    text.lines().map(strip).filter(keep).map(|line| line + "\n").collect()
}

#[test]
fn what_was_read_compiles_to_the_same_code() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    for version in [19, 16, 14] {
        let clang = format!("clang-{version}");
        if Command::new(&clang).arg("--version").output().is_err() {
            eprintln!("{clang} is absent: nothing is written back for it");
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let (before, after) = (folder.path().join("before.ll"), folder.path().join("after.ll"));
        for (sample, level) in
            [("features.c", "-O0"), ("features.c", "-O2"), ("classes.cpp", "-O0"), ("classes.cpp", "-O2")]
        {
            let name = format!("{clang} {level} {sample}");
            let args = [level, "-w", "-fno-pic", "-S", "-emit-llvm", "-o"];
            let made = Command::new(&clang).args(args).arg(&before).arg(samples.join(sample)).status();
            assert!(made.unwrap().success(), "{name}");
            let text = plain(&std::fs::read_to_string(&before).unwrap());
            std::fs::write(&before, &text).unwrap();
            let module = plica_llvm::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            std::fs::write(&after, writer::write(&module)).unwrap();
            let (a, b) = (assembly(&clang, &before), assembly(&clang, &after));
            if let Some((n, (x, y))) = a.lines().zip(b.lines()).enumerate().find(|(_, (x, y))| x != y) {
                panic!("{name}: assembly differs in line {}:\n{x}\n{y}", n + 1);
            }
            assert!(a.len() == b.len() && a.lines().count() > 500, "{name}");
        }
    }
}
