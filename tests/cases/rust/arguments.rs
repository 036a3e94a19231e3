// run: check --args 1
// The arguments that the standard library gives are those of the program.
// verdict: holds
// native: no
fn main() {
    let all: Vec<std::ffi::OsString> = std::env::args_os().collect();
    assert!(all.len() == 2 && all[0] == "program" && all[1].len() <= 1);
}
