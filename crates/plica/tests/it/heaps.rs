//! Inputs that are pointers, by brute force: the errors that plica finds in thousands of small functions over lists,
//! trees and structures that share parts are those that running the functions on all shapes of memory finds.
//!
//! Shapes have up to three nodes with values of two bits. The functions are C, written once: compiled natively, each
//! access and assertion notes its line and ends the run; for plica they are what they look like. Some are run with a
//! store too, new, filled, and filled for other runs. Oblivious to how plica gets there. Invariant: deterministic; a
//! failure prints the function, the row and both sets.

use crate::common::Folder;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Functions of a test: for `./x test --all`, and for any other run.
const SHARE: (u64, u64) = (250, 60);

/// Every call by replay, however little it saves.
const REPLAY: &[&str] = &[
    "--loops",
    "unroll",
    "--calls",
    "replay",
    "--tune",
    "replay.calls_before_tree=1",
    "--tune",
    "replay.calls_before_judging=1000000000",
];

/// Rows of policies, all of which have to agree, and which functions they start at: `f7` takes parameters, `g7` hands
/// it globals.
const ROWS: &[(&str, &str, &[&str])] = &[
    ("inline", "f", &["--loops", "unroll", "--calls", "inline"]),
    ("replay", "f", REPLAY),
    ("default", "f", &[]),
    ("globals", "g", &[]),
    ("globals, replay", "g", REPLAY),
];
/// One function in so many starts at `g7` as well.
const GLOBALS: u64 = 4;
/// One function in so many is run with a store as well: for `./x test --all`, and for any other run. They have no
/// common divisor with the number of families, so that all families are among them.
const STORED: (u64, u64) = (4, 20);
const STORED_ROWS: &[&str] = &["replay", "default"];
/// Runs of a function with a store that other functions have filled, and whether the answer is there as a whole. With
/// another seed it is not, but those of solvers are.
const STORED_RUNS: &[(&str, &[&str], u64)] =
    &[("cold", &[], 0), ("warm", &[], 1), ("answers of solvers", &["--seed", "1"], 0)];

/// What functions are made of: which structures, how many nodes there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    List,
    Tree,
    Pair,
}

impl Family {
    fn of(n: u64) -> Family {
        [Family::List, Family::Tree, Family::Pair][(n % 3) as usize]
    }

    fn nodes(self) -> u32 {
        if self == Family::Tree { 2 } else { 3 }
    }

    fn members(self) -> &'static [&'static str] {
        if self == Family::Tree { &["l", "r"] } else { &["next"] }
    }
}

const HEADER: &str = r#"
#include <stdlib.h>
#include <assert.h>
struct list { unsigned char v; struct list *next; };
struct tree { struct tree *l; unsigned char v; struct tree *r; };
struct pair { struct list *a; struct list *b; };
#ifdef NATIVE
static void fail(int line, int kind);
static int is_freed(const void *p);
static void *new_node(size_t size);
static void free_node(void *p, int line);
#define AT(p) ({ __typeof__(p) at_ = (p); if (!at_) fail(__LINE__, 0); if (is_freed(at_)) fail(__LINE__, 2); at_; })
#define CHECK(c) do { if (!(c)) fail(__LINE__, 1); } while (0)
#define FREE(p) free_node(p, __LINE__)
#define NEW(type) ((type *)new_node(sizeof(type)))
#else
#define AT(p) (p)
#define CHECK(c) assert(c)
#define FREE(p) free(p)
#define NEW(type) ((type *)malloc(sizeof(type)))
#endif
#define V(p) (AT(p)->v & 3)
"#;

/// All shapes, natively. A function is given everything that it may be given.
const ENUMERATOR: &str = r#"
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static jmp_buf over;
static unsigned char seen[4][65536];
static void fail(int line, int kind) { seen[kind][line] = 1; longjmp(over, 1); }
static struct list lists[3];
static struct tree trees[2];
static struct pair pairs[1];
static unsigned char room[16][32], freed_list[3], freed_tree[2], freed_pair[1], freed_room[16];
static int made;
static unsigned char *mark(const void *p) {
  for (int i = 0; i < 3; i++) if (p == &lists[i]) return &freed_list[i];
  for (int i = 0; i < 2; i++) if (p == &trees[i]) return &freed_tree[i];
  if (p == pairs) return freed_pair;
  for (int i = 0; i < 16; i++) if (p == room[i]) return &freed_room[i];
  return 0;
}
static int is_freed(const void *p) { unsigned char *m = mark(p); return m && *m; }
static void *new_node(size_t size) { return memset(room[made++], 0, size); }
static void free_node(void *p, int line) {
  if (!p) return;
  if (is_freed(p)) fail(line, 3);
  *mark(p) = 1;
}
static void begin(void) {
  memset(freed_list, 0, sizeof freed_list); memset(freed_tree, 0, sizeof freed_tree);
  memset(freed_room, 0, sizeof freed_room); freed_pair[0] = 0; made = 0;
}
static struct list *list(int i) { return i ? &lists[i - 1] : 0; }
static struct tree *tree(int i) { return i ? &trees[i - 1] : 0; }
static void make_lists(unsigned n) {
  for (int i = 0; i < 3; i++) { lists[i].next = list(n & 3); n >>= 2; lists[i].v = n & 3; n >>= 2; }
}
static void run_list(void (*f)(struct list *, struct list *)) {
  for (unsigned n = 0; n < 1 << 16; n++) {
    begin(); make_lists(n);
    if (!setjmp(over)) f(list(n >> 12 & 3), list(n >> 14 & 3));
  }
}
static void run_pair(void (*f)(struct pair *, struct list *)) {
  for (unsigned n = 0; n < 1 << 18; n++) {
    begin(); make_lists(n);
    pairs[0].a = list(n >> 12 & 3); pairs[0].b = list(n >> 14 & 3);
    if (!setjmp(over)) f(pairs, list(n >> 16 & 3));
  }
  for (unsigned n = 0; n < 1 << 14; n++) {
    begin(); make_lists(n);
    if (!setjmp(over)) f(0, list(n >> 12 & 3));
  }
}
static void run_tree(void (*f)(struct tree *, struct tree *)) {
  for (unsigned n = 0; n < 729 * 16; n++) {
    unsigned m = n;
    begin();
    for (int i = 0; i < 2; i++) {
      trees[i].l = tree(m % 3); m /= 3; trees[i].r = tree(m % 3); m /= 3; trees[i].v = m & 3; m >>= 2;
    }
    unsigned a = m % 3, b = m / 3 % 3;
    if (!setjmp(over)) f(tree(a), tree(b));
  }
}
static void report(const char *name) {
  printf("%s", name);
  for (int kind = 0; kind < 4; kind++)
    for (int line = 0; line < 65536; line++) if (seen[kind][line]) printf(" %d:%d", kind, line);
  printf("\n");
  memset(seen, 0, sizeof seen);
}
"#;

/// Classes of errors by the numbers that the native run gives them.
const KINDS: [&str; 4] = ["null-dereference", "assertion-failure", "use-after-free", "double-free"];

/// Random choices.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn of<'a>(&mut self, all: &'a [String]) -> &'a str {
        &all[self.below(all.len() as u64) as usize]
    }
}

/// A function being written.
struct Writer {
    dice: Dice,
    family: Family,
    text: String,
    /// Pointers to nodes that are in scope.
    nodes: Vec<String>,
    pairs: Vec<String>,
    numbers: Vec<String>,
    locals: u32,
    depth: u32,
}

impl Writer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(self.depth as usize + 1));
    }

    fn node_type(&self) -> &'static str {
        if self.family == Family::Tree { "struct tree" } else { "struct list" }
    }

    /// A pointer to a node.
    fn node(&mut self) -> String {
        let nodes = self.nodes.clone();
        let base = self.dice.of(&nodes).to_string();
        match self.dice.below(6) {
            0 | 1 => {
                let member = self.family.members()[self.dice.below(self.family.members().len() as u64) as usize];
                format!("AT({base})->{member}")
            }
            2 if !self.pairs.is_empty() => {
                format!("AT({})->{}", self.pairs[0], ["a", "b"][self.dice.below(2) as usize])
            }
            _ => base,
        }
    }

    fn number(&mut self) -> String {
        match self.dice.below(4) {
            0 => self.dice.below(4).to_string(),
            1 if !self.numbers.is_empty() => {
                let numbers = self.numbers.clone();
                self.dice.of(&numbers).to_string()
            }
            _ => format!("V({})", self.node()),
        }
    }

    fn condition(&mut self) -> String {
        match self.dice.below(5) {
            0 => self.node(),
            1 => format!("{} {} {}", self.node(), ["==", "!="][self.dice.below(2) as usize], self.node()),
            2 => {
                let node = self.dice.of(&self.nodes.clone()).to_string();
                format!("{node} && {} == {}", self.number(), self.number())
            }
            _ => format!("{} {} {}", self.number(), ["<", "==", "<="][self.dice.below(3) as usize], self.number()),
        }
    }

    fn place(&mut self) -> String {
        let base = self.dice.of(&self.nodes.clone()).to_string();
        let member = self.family.members()[self.dice.below(self.family.members().len() as u64) as usize];
        format!("AT({base})->{member}")
    }

    fn block(&mut self, statements: u64) {
        let (nodes, numbers) = (self.nodes.len(), self.numbers.len());
        self.depth += 1;
        for _ in 0..statements {
            self.statement();
        }
        self.depth -= 1;
        self.nodes.truncate(nodes);
        self.numbers.truncate(numbers);
    }

    fn statement(&mut self) {
        let ty = self.node_type();
        match self.dice.below(if self.depth > 1 { 8 } else { 12 }) {
            0 => {
                let condition = self.condition();
                self.line(&format!("CHECK({condition});"));
            }
            1 | 2 => {
                let (name, value) = (format!("n{}", self.locals), self.node());
                self.locals += 1;
                self.line(&format!("{ty} *{name} = {value};"));
                self.nodes.push(name);
            }
            3 => {
                let (name, value) = (format!("x{}", self.locals), self.number());
                self.locals += 1;
                self.line(&format!("int {name} = {value};"));
                self.numbers.push(name);
            }
            4 => {
                let (place, value) = (self.place(), self.node());
                self.line(&format!("{place} = {value};"));
            }
            5 => {
                let (base, value) = (self.dice.of(&self.nodes.clone()).to_string(), self.number());
                self.line(&format!("AT({base})->v = {value};"));
            }
            6 => {
                let name = format!("n{}", self.locals);
                self.locals += 1;
                self.line(&format!("{ty} *{name} = NEW({ty});"));
                let (value, members) = (self.number(), self.family.members());
                self.line(&format!("{name}->v = {value};"));
                for member in members {
                    let to = self.node();
                    self.line(&format!("{name}->{member} = {to};"));
                }
                self.nodes.push(name);
            }
            7 if self.dice.below(3) == 0 => {
                let node = self.node();
                self.line(&format!("FREE({node});"));
            }
            7..=9 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.block(2);
                if self.dice.below(2) == 0 {
                    self.line("} else {");
                    self.block(2);
                }
                self.line("}");
            }
            10 => {
                let (name, from) = (format!("n{}", self.locals), self.node());
                let member = self.family.members()[0];
                self.locals += 1;
                self.line(&format!("{ty} *{name} = {from};"));
                self.line(&format!("for (int i = 0; i < 3 && {name}; i++) {{"));
                self.nodes.push(name.clone());
                self.block(1);
                self.line(&format!("  {name} = AT({name})->{member};"));
                self.line("}");
            }
            _ => {
                let (name, node) = (format!("x{}", self.locals), self.node());
                let of = if self.family == Family::Tree { "height" } else { "length" };
                self.locals += 1;
                self.line(&format!("int {name} = {of}({node}, 3);"));
                self.numbers.push(name);
            }
        }
    }
}

/// Functions that others call.
const CALLED: &str = "\
static int length(struct list *p, int most) {
  if (!p || most == 0) return 0;
  return 1 + length(AT(p)->next, most - 1);
}
static int height(struct tree *p, int most) {
  if (!p || most == 0) return 0;
  int l = height(AT(p)->l, most - 1);
  int r = height(AT(p)->r, most - 1);
  return 1 + (l > r ? l : r);
}
";

fn function(n: u64) -> String {
    let family = Family::of(n);
    let mut w = Writer {
        dice: Dice(n.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        family,
        text: String::new(),
        nodes: Vec::new(),
        pairs: Vec::new(),
        numbers: Vec::new(),
        locals: 0,
        depth: 0,
    };
    w.dice.below(2);
    w.nodes.push("q".into());
    let first = match family {
        Family::Pair => {
            w.pairs.push("p".into());
            "struct pair *p"
        }
        _ => {
            w.nodes.push("p".into());
            if family == Family::Tree { "struct tree *p" } else { "struct list *p" }
        }
    };
    let statements = 3 + w.dice.below(4);
    for _ in 0..statements {
        w.statement();
    }
    format!("void f{n}({first}, {} *q) {{\n{}}}\n", w.node_type(), w.text)
}

/// The same function with globals in the place of parameters.
fn by_globals(n: u64) -> String {
    let first = match Family::of(n) {
        Family::Pair => "pair",
        Family::Tree => "tree",
        Family::List => "list",
    };
    let second = if first == "tree" { "tree" } else { "list" };
    format!("static struct {first} *p{n};\nstatic struct {second} *q{n};\nvoid g{n}(void) {{ f{n}(p{n}, q{n}); }}\n")
}

type Errors = BTreeSet<(String, u32)>;

/// What running the functions on all shapes finds, by function.
fn truth(folder: &Folder, from: u64, to: u64) -> Vec<Errors> {
    let mut text = format!("#define NATIVE\n#include \"functions.c\"\n{ENUMERATOR}int main(void) {{\n");
    for n in from..to {
        let run = match Family::of(n) {
            Family::List => "list",
            Family::Tree => "tree",
            Family::Pair => "pair",
        };
        let _ = writeln!(text, "  run_{run}(f{n}); report(\"f{n}\");");
    }
    text.push_str("}\n");
    let (source, program) = (folder.write("native.c", text), folder.0.join("native"));
    let clang = std::env::var_os("PLICA_CLANG").unwrap_or_else(|| "clang".into());
    let compiled = Command::new(clang).args(["-O1", "-w", "-o"]).arg(&program).arg(&source).status().expect("clang");
    assert!(compiled.success());
    let output = Command::new(&program).output().expect("a native run");
    let text = String::from_utf8(output.stdout).expect("text");
    let error = |word: &str| {
        let (kind, line) = word.split_once(':').expect("kind and line");
        (KINDS[kind.parse::<usize>().expect("a kind")].to_string(), line.parse().expect("a line"))
    };
    let all: Vec<Errors> = text.lines().map(|line| line.split(' ').skip(1).map(error).collect()).collect();
    assert_eq!(all.len() as u64, to - from);
    all
}

/// What plica says.
fn report(program: &Path, n: u64, entry: &str, row: &[&str]) -> serde_json::Value {
    let nodes = Family::of(n).nodes().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args([
            "check",
            "--format",
            "json",
            "--time-limit",
            "60s",
            "--entry-objects",
            &nodes,
            "--entry",
            &format!("{entry}{n}"),
        ])
        .args(if entry == "g" { &["--entry-globals", "any"][..] } else { &[] })
        .args(row)
        .arg(program)
        .output()
        .expect("plica runs");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{entry}{n}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// What plica finds, and whether it says that this is all.
fn found(report: &serde_json::Value) -> (Errors, bool) {
    let errors = report["errors"].as_array().expect("errors").iter().map(|error| {
        let line = error["line"].as_u64().expect("a line") as u32;
        (error["kind"].as_str().expect("a kind").to_string(), line)
    });
    let all = report["reasons"].as_array().is_none_or(Vec::is_empty);
    (errors.collect(), all)
}

/// Is all that is said of a function right, run by run, with a store? A later run says it in the same words.
fn is_right_with_a_store(program: &Path, n: u64, row: &[&str], store: &Path, truth: &Errors) -> Result<(), String> {
    let mut first = None;
    for (name, options, known) in STORED_RUNS {
        let cache = ["--cache", store.to_str().expect("a path")];
        let said = report(program, n, "f", &[row, options, &cache].concat());
        let (errors, all) = found(&said);
        if errors != *truth || !all {
            return Err(format!("{name}: {errors:?}, all of them: {all}"));
        }
        if said["stats"]["from_store"] != *known {
            return Err(format!("{name}: from the store {}", said["stats"]["from_store"]));
        }
        let words = said["errors"].clone();
        if *known == 0 {
            first.get_or_insert(words);
        } else if first.as_ref() != Some(&words) {
            return Err(format!("{name}: {words:#}, first {:#}", first.unwrap_or_default()));
        }
    }
    Ok(())
}

fn check(from: u64, to: u64, stored: u64) {
    let folder = Folder::new();
    let functions: Vec<String> = (from..to).map(function).collect();
    let others: String = (from..to).map(by_globals).collect();
    let source = folder.write("functions.c", format!("{HEADER}{CALLED}{}{others}", functions.concat()));
    let lowered = folder.0.join("functions.ll");
    let output = Command::new(env!("CARGO_BIN_EXE_plica")).arg("lower").arg("-o").arg(&lowered).arg(&source).output();
    let output = output.expect("plica runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (truth, store) = (truth(&folder, from, to), folder.0.join("store"));
    let (mut wrong, mut erring) = (0, 0);
    for (n, truth) in (from..to).zip(&truth) {
        erring += u64::from(!truth.is_empty());
        for (name, entry, row) in ROWS.iter().filter(|(_, entry, _)| *entry == "f" || n % GLOBALS == 0) {
            let (errors, all) = found(&report(&lowered, n, entry, row));
            let mut said = Vec::new();
            if errors != *truth || !all {
                said.push(format!("{errors:?}, all of them: {all}"));
            }
            if n % stored == 0 && STORED_ROWS.contains(name) {
                said.extend(is_right_with_a_store(&lowered, n, row, &store, truth).err());
            }
            for said in said {
                wrong += 1;
                if wrong <= 3 {
                    let text = std::fs::read_to_string(&source).expect("the functions");
                    let start = text.find(&format!("void f{n}(")).expect("the function");
                    let line = text[..start].lines().count() + 1;
                    let text = &functions[(n - from) as usize];
                    println!("{name}: from line {line}\n{text}natively {truth:?}\nplica    {said}");
                }
            }
        }
    }
    assert_eq!(wrong, 0, "functions of which plica says something else");
    // They have something to tell.
    assert!(erring * 2 > to - from, "dull functions");
}

/// Each test takes functions of its own.
macro_rules! shares {
    ($($name:ident: $share:expr;)*) => {
        $(#[test]
        fn $name() {
            let many = crate::common::in_full();
            let (count, stored) = if many { (SHARE.0, STORED.0) } else { (SHARE.1, STORED.1) };
            check($share * SHARE.0, $share * SHARE.0 + count, stored);
        })*
    };
}

shares! {
    errors_over_all_shapes_are_those_of_all_runs_0: 0;
    errors_over_all_shapes_are_those_of_all_runs_1: 1;
    errors_over_all_shapes_are_those_of_all_runs_2: 2;
    errors_over_all_shapes_are_those_of_all_runs_3: 3;
    errors_over_all_shapes_are_those_of_all_runs_4: 4;
    errors_over_all_shapes_are_those_of_all_runs_5: 5;
    errors_over_all_shapes_are_those_of_all_runs_6: 6;
    errors_over_all_shapes_are_those_of_all_runs_7: 7;
}
