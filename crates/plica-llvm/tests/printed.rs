//! Flowgraphs of real programs are printed completely: what is read from the text is the same program, but for
//! positions of the source.
//!
//! Needs clang.

use std::path::{Path, PathBuf};

use plica_ir::{Command, Expr, Function, Operand, Program, Ty, print_program, read, verify};
use plica_llvm::driver::{Options, compile};

/// One in so many of the end-to-end cases is taken, and how many programs that is at least: in tests of full size, and
/// otherwise.
const SIZES: [(usize, usize); 2] = [(4, 100), (16, 50)];

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|e| ["c", "cpp", "ll", "rs"].iter().any(|known| e == *known)) {
            files.push(path);
        }
    }
}

fn lowered(file: &Path, include: &Path) -> Program {
    let rules = ["array-bounds", "vla-bound", "builtin", "shift-base", "null"];
    let rules = if file.extension().is_some_and(|e| e == "c" || e == "cpp") { &rules[..] } else { &[] };
    let ir = compile(file, &Options { rules, ..Options::new(include) });
    let ir = ir.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut module = plica_llvm::parse(&ir.text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    module.as_written = ir.origin.is_some_and(|origin| origin.as_written);
    plica_llvm::join_checks(&mut module, &[]);
    plica_llvm::lower(&module).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Everything about a function but positions and signs of what is no integer, with the values of wide constants in
/// place of their numbers.
fn content(f: &Function, wide: &[u128]) -> String {
    let vars = f.vars.iter().map(|v| (&v.name, v.ty, v.kind, v.signed && matches!(v.ty, Ty::Int(_))));
    let vars: Vec<_> = vars.collect();
    let mut values = Vec::new();
    let code: Vec<Command> = f.code.iter().map(|command| without_wide(command, wide, &mut values)).collect();
    let head = (&f.name, &f.display, f.params, &f.results, f.variadic, &f.blocks, &f.labels);
    format!("{head:#?}\n{vars:#?}\n{code:#?}\n{values:?}")
}

/// A command with its wide constants numbered by where they are.
fn without_wide(command: &Command, wide: &[u128], values: &mut Vec<u128>) -> Command {
    let mut command = command.clone();
    let mut number = |operand: &mut Operand| {
        if let Operand::Wide { index, .. } = operand {
            values.push(wide[*index as usize]);
            *index = 0;
        }
    };
    match &mut command {
        Command::Assign { expr, .. } => match expr {
            Expr::Copy(a) | Expr::Un { a, .. } | Expr::Cast { a, .. } => number(a),
            Expr::Bin { a, b, .. } | Expr::Cmp { a, b, .. } | Expr::FCmp { a, b, .. } => {
                [a, b].into_iter().for_each(number)
            }
            Expr::Select { cond, a, b } => [cond, a, b].into_iter().for_each(number),
            Expr::PtrAdd { base, indices, .. } => {
                number(base);
                indices.iter_mut().for_each(|index| number(&mut index.0));
            }
            Expr::Nary { args, .. } => args.iter_mut().for_each(number),
        },
        Command::Copies(copies) => copies.iter_mut().for_each(|copy| number(&mut copy.1)),
        Command::Store { value, .. } | Command::Switch { value, .. } => number(value),
        Command::Call { args, .. } => args.iter_mut().for_each(|arg| number(&mut arg.value)),
        Command::Intrinsic { args: values, .. } | Command::Return { values } => values.iter_mut().for_each(number),
        _ => {}
    }
    command
}

/// Everything about a program but its functions' code, and positions.
fn frame(p: &Program) -> String {
    let globals = p.globals.iter().map(|g| (&g.name, g.size, g.cell, g.constant, &g.init));
    let sets = [&p.optimised, &p.unchecked_indices, &p.unchecked_builtins, &p.reads_volatile, &p.models];
    let mut by_name: Vec<_> = p.by_name.iter().collect();
    by_name.sort();
    let mut globals_by_name: Vec<_> = p.globals_by_name.iter().collect();
    globals_by_name.sort();
    let lists = (&p.constructors, &p.destructors, &p.anonymous, &p.model_globals, sets);
    let (globals, types) = (globals.collect::<Vec<_>>(), &p.types);
    format!("{globals:#?}\n{lists:#?}\n{by_name:#?}\n{globals_by_name:#?}\n{types:#?}")
}

/// The first line in which two texts differ.
fn difference(a: &str, b: &str) -> String {
    let lines = a.lines().zip(b.lines()).find(|(a, b)| a != b);
    lines.map_or("one ends before the other".into(), |(a, b)| format!("{a}\n{b}"))
}

#[test]
fn what_is_printed_of_real_programs_is_read_again() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let include = root.join("runtime/include");
    let mut files = Vec::new();
    sources(&root.join("tests/cases"), &mut files);
    files.sort();
    let in_full = std::env::var_os("PLICA_TESTS").is_some_and(|size| size == "all");
    let (every, least) = SIZES[usize::from(!in_full)];
    let mut files: Vec<PathBuf> = files.into_iter().step_by(every).collect();
    sources(&root.join("crates/plica-llvm/tests/samples"), &mut files);
    let (mut programs, mut commands) = (0, 0);
    for file in files {
        let p = lowered(&file, &include);
        assert_eq!(verify(&p), [], "{}", file.display());
        let text = print_program(&p);
        let again = read(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let printed = print_program(&again);
        assert!(printed == text, "{}:\n{}", file.display(), difference(&text, &printed));
        assert!(frame(&p) == frame(&again), "{}:\n{}", file.display(), difference(&frame(&p), &frame(&again)));
        assert_eq!(p.functions.len(), again.functions.len(), "{}", file.display());
        for (f, g) in p.functions.iter().zip(&again.functions) {
            let (f, g) = (content(f, &p.wide), content(g, &again.wide));
            assert!(f == g, "{}:\n{}", file.display(), difference(&f, &g));
        }
        programs += 1;
        commands += p.functions.iter().map(|f| f.code.len()).sum::<usize>();
    }
    assert!(programs > least && commands > 10_000, "{programs} programs with {commands} commands");
}
