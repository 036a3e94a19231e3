//! The reader of the printed form, on texts: everything that there is comes back as it was, errors say where they are,
//! and no text makes it panic.

use plica_ir::{Callee, Command, Init, Operand, Program, ReadError, print_program, read, verify};

/// A program with everything that the printed form has.
const EVERYTHING: &str = include_str!("reading/everything.txt");

fn program(text: &str) -> Program {
    read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> String {
    match read(text) {
        Ok(p) => panic!("this should not have been read:\n{}", print_program(&p)),
        Err(error) => error.to_string(),
    }
}

/// A function with these lines, where `x` and `y` have 32 bits and `p` is a pointer.
fn within(lines: &str) -> String {
    format!(
        "global g: 4 bytes, cells of 4 = zero\nfunction f(i32 x, i32 y, ptr p) -> (i32)\nentry:\n{lines}\n  return (x)\n"
    )
}

#[test]
fn everything_is_read_and_printed_again() {
    let p = program(EVERYTHING);
    assert_eq!(verify(&p), []);
    let printed = print_program(&p);
    assert!(printed == EVERYTHING, "{printed}");
}

#[test]
fn what_can_be_told_may_be_left_out() {
    let text = "; a comment\nfunction f(i32 n) -> (i32)   ; the only one\n  temp i1 c\nentry:\n  c := slt i32 n, 3:32\n\n  \
                branch c ? small : large\nlarge:\n  return (1:32)\nsmall:\n  jump large\n";
    let full = "function f(i32 n) -> (i32)\n  temp i1 c\nentry:\n   0  c := slt i32 n, 3:32\n   1  branch c ? 3 : 2\n\
                large:\n   2  return (1:32)\nsmall:\n   3  jump 2\n";
    assert_eq!(print_program(&program(text)), full);
}

#[test]
fn names_lead_to_what_they_lead_to() {
    let p = program(EVERYTHING);
    let (f, g) = (p.function("twice").expect("a function"), p.globals_by_name["twice"]);
    assert_eq!((&*p.func(f).name, p.global(g).size), ("twice", 3));
    assert_eq!(p.function("other name"), p.function("callee"));
    let Init::Data { bytes, relocs } = &p.global(p.globals_by_name["table"]).init else { panic!("no contents") };
    assert_eq!((bytes.len(), &bytes[..3], relocs.len()), (24, &[1, 0, 0xff][..], 2));
    assert_eq!(p.constructors.len(), 2);
}

#[test]
fn numbers_are_kept_bit_by_bit() {
    let cases = [
        ("-1:32", Operand::Int { width: 32, bits: 0xffff_ffff }),
        ("-1:1", Operand::Int { width: 1, bits: 1 }),
        ("0xff:8", Operand::Int { width: 8, bits: 255 }),
        ("-9223372036854775808:64", Operand::Int { width: 64, bits: 1 << 63 }),
        ("18446744073709551615:64", Operand::Int { width: 64, bits: u64::MAX }),
        ("-1:128", Operand::Wide { width: 128, index: 0 }),
        ("@g-8", Operand::Global { id: plica_ir::GlobalId(0), offset: -8 }),
        ("undef:7", Operand::Undef { width: 7 }),
    ];
    for (text, expected) in cases {
        let p = program(&within(&format!("call *{text}()")));
        let Command::Call { callee: Callee::Indirect(found), .. } = p.functions[0].code[0] else { panic!("{text}") };
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn errors_say_where_what_was_expected_and_what_is_there() {
    let cases = [
        ("x", "line 1, column 1: expected a function, a global or the end of the text, found `x`"),
        ("function f", "line 1, column 11: expected `(`, found the end of the text"),
        ("function f(i129 x)", "line 1, column 12: expected a type, found `i129`"),
        (
            "function f(i32 add) -> ()",
            "line 1, column 16: expected a name with the number 0 behind it, since this is a word, found `add`",
        ),
        ("function f(i32 x#1) -> ()", "line 1, column 16: expected the number 0, found `x#1`"),
        ("function f() -> () x", "line 1, column 20: expected the end of the line, found `x`"),
        (
            "function f() -> ()\n",
            "line 2, column 1: expected a command, since a function without one is written `declare`, found the end of the text",
        ),
        (
            "declare f() -> ()\n  is fast",
            "line 2, column 6: expected model, library, optimised, unchecked_indices, unchecked_builtins or reads_volatile, found `fast`",
        ),
        (
            "global g: 1 bytes, cells of 1 = \"ab\"",
            "line 1, column 33: expected a text of at most 1 bytes, found `\"ab\"`",
        ),
        (
            "global g: 99999999999 bytes, cells of 1 = \"\"",
            "line 1, column 43: expected contents of at most 67108864 bytes in all, found `\"\"`",
        ),
        ("constructors @f", "line 1, column 14: expected a function of the program, found `@f`"),
        (
            "global g: 8 bytes, cells of 8 = \"\" with @g at 1",
            "line 1, column 47: expected the offset of eight bytes inside of the global, found `1`",
        ),
        ("type t1 = int \"int\" 4", "line 1, column 6: expected the type t0, found `t1`"),
        ("type t0 = unsigned bool \"b\" 1", "line 1, column 20: expected `int` or `char`, found `bool`"),
        ("type t0 = enum \"e\" 4", "line 1, column 11: expected a kind of types, found `enum`"),
        (
            "type t0 = struct \"s\" 4 { a: t0 at 0 bits 1 2 }",
            "line 1, column 44: expected `+` and the number of bits, found `2`",
        ),
        (
            "declare f(ptr p) -> ()\n  params t00",
            "line 2, column 10: expected a type of the source such as `t0`, found `t00`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text), expected, "{text}");
    }
    let cases = [
        ("  frobnicate", "line 4, column 3: expected a variable of the function, found `frobnicate`"),
        ("  is x", "line 4, column 3: expected a command, found `is`"),
        ("  7  jump entry", "line 4, column 3: expected the number 0, found `7`"),
        ("  jump exit", "line 4, column 8: expected a location or a block of the function, found `exit`"),
        ("  x := add i32 x", "line 4, column 17: expected `,`, found the end of the line"),
        ("  x := y + z:32*4", "line 4, column 12: expected a variable of the function, found `z`"),
        ("  x := 256:8", "line 4, column 8: expected a number of 8 bits, found `256`"),
        ("  x := -129:8", "line 4, column 8: expected a number of 8 bits, found `-129`"),
        ("  x := 1:129", "line 4, column 10: expected a width of 1 to 128 bits, found `129`"),
        ("  x, y := load i32 p", "line 4, column 11: expected `call`, since there are several targets, found `load`"),
        ("  call @g()", "line 4, column 8: expected a function of the program, found `@g`"),
        ("  unsupported \"open", "line 4, column 15: expected a text in quotes, found `\"open`"),
        ("  x := y @", "line 4, column 10: expected the end of the line, found `@`"),
        ("  x := y é", "line 4, column 10: expected the end of the line, found `é`"),
    ];
    for (line, expected) in cases {
        assert_eq!(error(&within(line)), expected, "{line}");
    }
}

#[test]
fn names_that_several_have_need_their_numbers() {
    let twice = "function f(i32 x, i32 x) -> (i32)\nentry:\n  return (x)\n";
    assert!(error(twice).contains("expected a name with its number, since several variables have it, found `x`"));
    let p = program(&twice.replace("(x)", "(x#1)"));
    assert!(print_program(&p).contains("function f(i32 x#0, i32 x#1)"));
    let same = "declare f() -> ()\nglobal f: 1 bytes, cells of 1 = zero\nconstructors @f\n";
    assert!(error(same).contains("expected a name with its number, since several have it, found `@f`"));
    assert_eq!(program(&same.replace("@f", "@f#f0")).constructors.len(), 1);
    let blocks = "function f() -> ()\na:\n  jump a\na:\n  return ()\n";
    assert!(error(blocks).contains("expected a number, since several blocks have this name, found `a`"));
}

/// Reads it, and if it can be read, prints it and reads that.
fn survive(text: &str) -> Result<(), ReadError> {
    let p = read(text)?;
    // What is refused may lack what the printed form needs.
    if verify(&p).is_empty() {
        let printed = print_program(&p);
        let again = read(&printed).unwrap_or_else(|e| panic!("{e}\n{text}\nis printed as\n{printed}"));
        assert_eq!(print_program(&again), printed, "{text}");
    }
    Ok(())
}

#[test]
fn no_text_makes_it_panic() {
    let mut random = fastrand::Rng::with_seed(1);
    let pieces: Vec<&str> = EVERYTHING.split_inclusive([' ', '\n', ',', '(', ':', '#', '"']).collect();
    let strange = ["\"", "\\", "#", "@", "-", "0x", "\n", ";", "é", "\u{0}", "99999999999999999999", "#f", "..", ":="];
    let (mut read, mut refused) = (0, 0);
    for _ in 0..8_000 {
        let mut text: Vec<&str> = pieces.clone();
        for _ in 0..random.usize(1..4) {
            let (at, other) = (random.usize(..text.len()), random.usize(..pieces.len()));
            match random.u8(..5) {
                0 if text.len() > 1 => drop(text.remove(at)),
                1 => text[at] = pieces[other],
                2 => text.insert(at, pieces[other]),
                3 => text.insert(at, strange[random.usize(..strange.len())]),
                _ => text.truncate(at.max(1)),
            }
        }
        match survive(&text.concat()) {
            Ok(()) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(read > 300 && refused > 3_000, "{read} read, {refused} refused");
}

#[test]
fn no_byte_that_is_changed_makes_it_panic() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..2_000 {
        let mut bytes = EVERYTHING.as_bytes().to_vec();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
        let _ = survive(&String::from_utf8_lossy(&bytes));
    }
}
