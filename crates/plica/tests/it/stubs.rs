//! `--stub`: what takes the place of a function, what is said of it, and what is wrong about such an option.

use std::process::{Command, Output};

use super::common::Folder;

const PROGRAM: &str =
    "int twice(int x) { return x + x + 1; }\nint main(void) { return twice(4) == 8 ? 0 : *(int *)0; }\n";

fn check(folder: &Folder, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plica")).current_dir(&folder.0).arg("check").args(args).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_function_of_another_file_takes_the_place_of_one() {
    let folder = Folder::new();
    folder.write("a.c", PROGRAM);
    folder.write("b.c", "int twice(int x) { return 2 * x; }\n");
    assert_eq!(check(&folder, &["a.c"]).status.code(), Some(1));
    let output = check(&folder, &["a.c", "--stub", "twice=b.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

#[test]
fn what_is_made_up_is_told() {
    let folder = Folder::new();
    folder.write("a.c", PROGRAM);
    let output = check(&folder, &["a.c", "--stub", "twice=any"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("it depends on what plica made up for twice"), "{}", said(&output));
    folder.write("b.c", "int zero(void);\nint main(void) { return zero() ? *(int *)0 : 0; }\n");
    let output = check(&folder, &["b.c", "--stub", "zero=null"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(said(&output).contains("assumes: zero returns zero, and changes nothing"), "{}", said(&output));
}

#[test]
fn functions_of_rust_are_named_by_their_paths() {
    let folder = Folder::new();
    folder.write(
        "a.rs",
        "mod m {\n    #[inline(never)]\n    pub fn f() -> u8 { 3 }\n}\nfn main() { assert!(m::f() == 3); }\n",
    );
    let output = check(&folder, &["a.rs", "--stub", "a::m::f=null"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
}

#[test]
fn wrong_stubs_are_refused() {
    let folder = Folder::new();
    folder.write("a.c", PROGRAM);
    folder.write("b.c", "int other;\n");
    for (stub, message) in [
        ("twice", "expected F=any, F=null or F=FILE.c"),
        ("thrice=any", "the program neither has nor calls a function of this name"),
        ("twice=none.c", "none.c: there is no such file"),
    ] {
        let output = check(&folder, &["a.c", "--stub", stub]);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(message), "{}", said(&output));
    }
    // The file does not have it.
    let output = check(&folder, &["a.c", "--stub", "twice=b.c"]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("calls twice, which has no model"), "{}", said(&output));
}
