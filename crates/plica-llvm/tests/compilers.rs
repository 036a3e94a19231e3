//! The reader against what compilers write: every clang from 14 on that is there, at -O0, -O1 and -O2, with and without
//! debug information, and rustc. A compiler that is absent is named on standard error.
//!
//! Beyond "it can be read": no instruction is unknown, and each use of a value has the type its definition has.

use std::path::{Path, PathBuf};
use std::process::Command;

use plica_llvm::ast::{Constant, InstKind, MdNode, Module, Type, ValueRef};
use plica_llvm::driver::{Tool, find_all};
use plica_llvm::parse;

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples")
}

/// The IR of a sample, none if the compiler refuses it (an old one may not know a feature).
fn compile(compiler: &Path, args: &[&str], sample: &str) -> String {
    let out = tempfile::tempdir().expect("a temporary directory");
    let file = out.path().join("out.ll");
    let status = Command::new(compiler).args(args).arg("-o").arg(&file).arg(samples().join(sample)).output().unwrap();
    assert!(status.status.success(), "{compiler:?} {args:?} {sample}: {}", String::from_utf8_lossy(&status.stderr));
    std::fs::read_to_string(&file).unwrap()
}

/// Whether two types are the same to a reader that does not care what typed pointers point to.
fn same(module: &Module, a: plica_llvm::ast::TypeId, b: plica_llvm::ast::TypeId) -> bool {
    let types = &module.types;
    a == b
        || match (types.get_resolved(a), types.get_resolved(b)) {
            (Type::Ptr { addrspace: m, pointee: None }, Type::Ptr { addrspace: n, .. }) => m == n,
            (Type::Vector { elem: m, .. }, Type::Vector { elem: n, .. }) => same(module, *m, *n),
            _ => false,
        }
}

fn check(name: &str, text: &str) -> Module {
    let module = parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let lines: Vec<&str> = text.lines().collect();
    for function in &module.functions {
        assert_eq!(function.defined, !function.blocks.is_empty(), "{name}");
        for instruction in function.blocks.iter().flat_map(|b| &b.instructions) {
            let at = format!("{name}:{}: {}", instruction.line, lines[instruction.line as usize - 1]);
            assert!(!matches!(instruction.kind, InstKind::Unknown { .. }), "unknown: {at}");
            if let Some(result) = instruction.result {
                assert_eq!(function.locals[result.0 as usize].ty, instruction.ty, "{at}");
            }
            let callee = matches!(instruction.kind, InstKind::Call(_) | InstKind::Invoke { .. });
            let mut first = true;
            instruction.for_each_operand(|operand| {
                // The callee is visited as a plain pointer.
                let is_callee = std::mem::take(&mut first) && callee;
                match operand.value {
                    ValueRef::Local(local) if !is_callee => {
                        let ty = function.locals[local.0 as usize].ty;
                        assert!(same(&module, ty, operand.ty), "{at}: {:?}", module.types.get(ty));
                    }
                    ValueRef::Global(global) => assert!(module.global(global).is_some(), "{at}"),
                    ValueRef::Const(id) => {
                        assert!(!matches!(module.constants.get(id), Constant::Unknown(_)), "unknown constant: {at}");
                    }
                    _ => {}
                }
            });
            if let Some(dbg) = instruction.dbg {
                assert!(matches!(module.metadata.get(dbg), Some(MdNode::Location(_))), "{at}");
                let location = module.location(dbg).expect("a location");
                assert!(!location.file.is_empty() && !location.function.is_empty(), "{at}");
            }
        }
    }
    for global in &module.globals {
        if let Some(ValueRef::Const(id)) = global.init {
            assert!(!matches!(module.constants.get(id), Constant::Unknown(_)), "{name}:{}", global.line);
        }
    }
    module
}

#[test]
fn every_clang_at_every_level() {
    let mut found = find_all(Tool::Clang).unwrap_or_default();
    // `clang` is mostly a link to one of the others.
    let mut seen = Vec::new();
    found.sort_by_key(|clang| std::cmp::Reverse(clang.as_os_str().len()));
    found.retain(|clang| {
        let real = clang.canonicalize().ok();
        let new = !seen.contains(&real);
        seen.push(real);
        new
    });
    for version in [14, 16, 19] {
        if !found.iter().any(|clang| clang.ends_with(format!("clang-{version}"))) {
            eprintln!("clang-{version} is absent: what it writes is not tested here");
        }
    }
    for clang in &found {
        for level in ["-O0", "-O1", "-O2"] {
            for debug in ["-g0", "-g"] {
                for sample in ["features.c", "classes.cpp"] {
                    let args = [level, debug, "-S", "-emit-llvm", "-w"];
                    let text = compile(clang, &args, sample);
                    let module = check(&format!("{} {level} {debug} {sample}", clang.display()), &text);
                    let main = module.function("main").expect("a function main");
                    assert_eq!((main.params.len(), main.dbg.is_some()), (2, debug == "-g"));
                }
            }
        }
    }
}

#[test]
fn rustc_at_two_levels() {
    let Ok(found) = find_all(Tool::Rustc) else {
        eprintln!("rustc is absent: what it writes is not tested here");
        return;
    };
    for level in ["-Copt-level=0", "-Copt-level=2"] {
        for debug in ["-Cdebuginfo=0", "-Cdebuginfo=2"] {
            let args = [level, debug, "--emit=llvm-ir", "--cap-lints=allow", "--edition=2021"];
            let text = compile(&found[0], &args, "traits.rs");
            check(&format!("rustc {level} {debug}"), &text);
        }
    }
}
