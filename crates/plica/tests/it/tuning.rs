//! Tuning constants from outside: whatever they are set to, an answer may come late or not at all, but is no other.
//!
//! Oblivious to what each is for. Invariant: runs differ from each other in one constant only.

use crate::common::Folder;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Loops over an array and with closed forms, a call that forks, and one in a loop: `CLAIM` is about all of them.
const PROGRAM: &str = "#include \"plica.h\"
static unsigned twice(unsigned n) {
    unsigned r = 0;
    for (unsigned i = 0; i < n; i++) r += 2;
    return r;
}
static int clamp(int x) { return x < 0 ? 0 : x > 9 ? 9 : x; }
int main(void) {
    unsigned char a[20], seen = 0;
    plica_make_symbolic(a, sizeof a, \"a\");
    int k = plica_int(\"k\");
    for (int i = 0; i < 20; i++) {
        if (a[i] == 7) { seen = 1; break; }
    }
    if (!seen) plica_assert(a[clamp(k)] != 7);
    unsigned n = plica_uint(\"n\");
    if (n < 1000) plica_assert(CLAIM);
    return clamp(k) + (int)twice(3);
}
";

fn plica(arguments: &[&str], file: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plica")).args(arguments).arg(file).output().unwrap()
}

/// The program as IR, so that not each run compiles it, once so that it holds and once so that it does not.
fn programs(folder: &Folder) -> [(PathBuf, i32); 2] {
    [("holds", "twice(n) == 2 * n", 0), ("fails", "twice(n) != 1992", 1)].map(|(name, claim, status)| {
        let source = folder.write(&format!("{name}.c"), PROGRAM.replace("CLAIM", claim));
        let lowered = source.with_extension("ll");
        let output = plica(&["lower", "-o", lowered.to_str().unwrap()], &source);
        assert!(output.status.success(), "{output:?}");
        (lowered, status)
    })
}

/// The name of each constant with the least and the greatest value that it may have, as plica lists them.
fn constants() -> Vec<(String, [u64; 2])> {
    let output = Command::new(env!("CARGO_BIN_EXE_plica")).args(["check", "--tune", "list"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let constant = |line: &str| {
        let (name, rest) = line.split_once(" = ")?;
        let (least, most) = rest.rsplit_once("; ")?.1.strip_suffix(')')?.split_once(" to ")?;
        Some((name.to_owned(), [least.parse().ok()?, most.parse().ok()?]))
    };
    let head = |line: &&str| !line.starts_with(' ');
    text.lines().filter(head).map(|line| constant(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

#[test]
fn no_value_of_a_constant_gives_another_answer() {
    let folder = Folder::new();
    let programs = programs(&folder);
    for (program, status) in &programs {
        assert_eq!(plica(&["check"], program).status.code(), Some(*status));
    }
    let constants = constants();
    assert!(constants.len() > 150, "{}", constants.len());
    // One value on one of the programs only, unless there is time.
    let all = crate::common::in_full();
    let mut runs = Vec::new();
    for (number, (name, values)) in constants.iter().enumerate() {
        for (which, value) in values.iter().enumerate() {
            let wanted = |&(at, _): &(usize, _)| all || (number + 2 * which + at) % 4 == 0;
            runs.extend(programs.iter().enumerate().filter(wanted).map(|(_, p)| (format!("{name}={value}"), p)));
        }
    }
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((setting, (program, status))) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let output = plica(&["check", "--time-limit", "500ms", "--tune", setting], program);
                    let code = output.status.code();
                    assert!(code == Some(*status) || code == Some(3), "{setting}: {output:?}");
                    let said = String::from_utf8_lossy(&output.stderr);
                    assert!(!said.contains("panicked") && !said.contains("internal"), "{setting}: {said}");
                }
            });
        }
    });
}

#[test]
fn what_was_set_is_in_the_report() {
    let folder = Folder::new();
    let program = folder.write("a.c", "int main(void) { return 0; }");
    let report = |arguments: &[&str]| -> Value {
        let output = plica(&[&["check", "--format", "json"], arguments].concat(), &program);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
    };
    assert_eq!(report(&[]).get("tuning"), None);
    assert_eq!(report(&["--tune", "smt.solvers_kept=3"]).get("tuning"), None, "that is the default");
    let set = report(&["--tune", "tree.draws_refused=3", "--tune", "driver.suite_commands=7"]);
    assert_eq!(set["tuning"], json!({"driver.suite_commands": 7, "tree.draws_refused": 3}));
}

#[test]
fn what_cannot_be_set_is_said_before_the_program_is_looked_at() {
    let refused = |setting: &str| {
        let output = plica(&["check", "--tune", setting], Path::new("nothing.c"));
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused("smt.solver_kept=3").contains("the nearest are smt.solvers_kept"));
    assert!(refused("smt.solvers_kept=0").contains("choose a number from 1 to 256"));
    assert!(refused("smt.solvers_kept").contains("`list` to see all names"));
    assert!(refused("smt.solvers_kept=many").contains("is not a number"));
}
