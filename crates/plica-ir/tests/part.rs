//! The part of a program that can be executed, and what it says: nothing of it depends on the rest.
//!
//! Oblivious to analysis. Invariant: programs that differ in what cannot be executed have the same content, and those
//! that differ in what can have another.

use plica_ir::{DataTypeId, FuncId, Program, answers, content, named_parts, part, print_program, read, verify};

fn program(text: &str) -> Program {
    let program = read(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    assert!(verify(&program).is_empty(), "{:?}\n{text}", verify(&program));
    program
}

const TEXT: &str = "
type t0 = int \"int\" 4
type t1 = float \"double\" 8
type t2 = function \"int (int)\" 0 (i32) -> (i32)
type t3 = pointer \"f *\" 8 to t2

global spare: 8 bytes, cells of 8, type t1 = zero
global table: 16 bytes, cells of 8 = \"\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\" with @listed at 8
global used: 4 bytes, cells of 4, type t0 = zero

declare outside() -> ()

function spare_function() -> ()
  temp i32 v
entry:
  v := load i32 @spare
  return ()

function listed(i32 x) -> (i32)
  params t0
entry:
  return (x)

function leaf(i32 x) -> (i32)
  temp i32 v
entry:
  v := load i32 @used
  return (v)

function main(i32 x) -> (i32)
  temp i32 r, ptr p
entry:
  r := call @leaf(i32 x)
  p := load ptr @table+8
  return (r)

function start(ptr f) -> (i32)
  params t3
entry:
  return (0:32)
";

fn main_part(text: &str) -> Program {
    let whole = program(text);
    let cut = part(&whole, whole.function("main"));
    assert!(verify(&cut.program).is_empty(), "{}", print_program(&cut.program));
    for (i, &f) in cut.functions.iter().enumerate() {
        assert_eq!(whole.func(f).name, cut.program.functions[i].name);
        assert_eq!(cut.function(f), Some(FuncId(i as u32)));
    }
    cut.program
}

#[test]
fn what_can_be_executed_is_kept_and_nothing_else() {
    let main = main_part(TEXT);
    let names = |all: Vec<&str>| all.join(" ");
    assert_eq!(names(main.functions.iter().map(|f| &*f.name).collect()), "listed leaf main");
    assert_eq!(names(main.globals.iter().map(|g| &*g.name).collect()), "table used");
    assert_eq!(names(main.types.all.iter().map(|t| &*t.name).collect()), "int");
    assert_eq!(main.types.params.values().map(Vec::len).sum::<usize>(), 1);
    assert_eq!(main.types.globals.values().copied().collect::<Vec<_>>(), [DataTypeId(0)]);
}

#[test]
fn what_cannot_be_executed_changes_nothing() {
    let before = content(&main_part(TEXT));
    let other = [
        TEXT.replace("v := load i32 @spare", "v := load i32 @spare+2"),
        TEXT.replace("declare outside() -> ()", "declare outside() -> ()\ndeclare more() -> ()"),
        TEXT.replace("global spare: 8", "global more: 8 bytes, cells of 8 = zero\nglobal spare: 8"),
        TEXT.replace("type t1 = float \"double\" 8", "type t1 = float \"float\" 4"),
    ];
    for text in other {
        assert_ne!(text, TEXT);
        assert_eq!(content(&main_part(&text)), before, "{text}");
    }
}

#[test]
fn what_can_be_executed_changes_the_content() {
    let before = content(&main_part(TEXT));
    let other = [
        TEXT.replace("v := load i32 @used", "v := load i32 @used+1"),
        TEXT.replace("global used: 4 bytes", "global used: 5 bytes"),
        TEXT.replace("with @listed at 8", "with @listed at 0"),
        TEXT.replace("with @listed at 8", "with @spare_function at 8"),
        TEXT.replace("function listed(i32 x) -> (i32)", "function listed(i32 y) -> (i32)").replace("(x)\n", "(y)\n"),
        TEXT.replace("t0 = int \"int\" 4", "t0 = unsigned int \"int\" 4"),
        TEXT.replace(
            "global used: 4 bytes, cells of 4, type t0 = zero",
            "constant used: 4 bytes, cells of 4, type t0 = zero",
        ),
    ];
    for text in other {
        assert_ne!(text, TEXT);
        assert_ne!(content(&main_part(&text)), before, "{text}");
    }
}

#[test]
fn a_pointer_that_is_an_input_leads_to_every_function_of_its_type() {
    let whole = program(TEXT);
    let start = whole.function("start").unwrap();
    let names: Vec<&str> = answers(&whole, start).into_iter().map(|f| &*whole.func(f).name).collect();
    assert_eq!(names, ["listed", "leaf", "main"]);
    assert_eq!(answers(&whole, whole.function("main").unwrap()), []);
}

#[test]
fn a_part_is_named_by_what_it_says() {
    let (functions, globals) = named_parts(&program(TEXT));
    // Whatever stands before them: numbers are others, names are not.
    let more = TEXT
        .replace("global spare", "global more: 8 bytes, cells of 8 = zero\nglobal spare")
        .replace("declare outside() -> ()", "declare outside() -> ()\ndeclare more_of_it() -> ()");
    let (later, later_globals) = named_parts(&program(&more));
    let same = |name: &str| {
        let find = |all: &[plica_ir::NamedPart]| all.iter().find(|part| &*part.name == name).unwrap().bytes.clone();
        if functions.iter().any(|part| &*part.name == name) {
            find(&functions) == find(&later)
        } else {
            find(&globals) == find(&later_globals)
        }
    };
    for name in ["spare_function", "listed", "leaf", "main", "spare", "table", "used"] {
        assert!(same(name), "{name}");
    }
    let (edited, _) = named_parts(&program(&TEXT.replace("v := load i32 @used", "v := load i32 @spare")));
    let changed: Vec<&str> =
        functions.iter().zip(&edited).filter(|(a, b)| a.bytes != b.bytes).map(|(a, _)| &*a.name).collect();
    assert_eq!(changed, ["leaf"]);
}
