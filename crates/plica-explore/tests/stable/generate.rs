//! Small random programs as text: arithmetic, branches, short loops, calls (one of them recursive), inputs, globals,
//! local arrays, blocks from `malloc`, and pointers kept in memory.
//!
//! Oblivious to what becomes of them. Invariant: a number makes the same program everywhere, and every program has few
//! paths, since loops are short and statements few.

use std::fmt::Write;

use fastrand::Rng;

/// Number variables of a function.
const NUMBERS: usize = 4;

/// What stands before the functions.
const HEAD: &str = r#"
global g: 16 bytes, cells of 4 = zero
global t: 12 bytes, cells of 4 = "\01\00\00\00\05\00\00\00\fe\ff\ff\ff"
global q: 16 bytes, cells of 8 = "" with @g at 0, @t+4 at 8
constant k: 5 bytes, cells of 1 = "abcde"
declare malloc(i64 n) -> (ptr)
declare free(ptr p) -> ()
declare __VERIFIER_nondet_int() -> (i32)
"#;

/// The program with a number.
pub fn program(number: u64) -> String {
    let mut rng = Rng::with_seed(number);
    let mut out = HEAD.to_string();
    out += &recursive();
    let helpers = rng.usize(1..=2);
    for at in 0..helpers {
        let statements = rng.usize(4..=7);
        out += &function(&mut rng, &format!("h{at}"), "i32 a, ptr p", at, statements);
    }
    let statements = rng.usize(8..=16);
    out += &function(&mut rng, "main", "i32 a, i32 b", helpers, statements);
    out
}

/// Calls itself up to three times, and counts in memory.
fn recursive() -> String {
    "function rec(i32 n, ptr p) -> (i32)
  temp i1 c, i32 r, i32 m, i32 v
entry:
  c := sle i32 n, 0:32
  branch c ? stop : on
stop:
  return (n)
on:
  v := load i32 p
  v := add i32 v, n
  store i32 v, p
  m := sub i32 n, 1:32
  r := call @rec(i32 m, ptr p)
  r := add i32 r, v
  return (r)
"
    .into()
}

struct Body<'r> {
    rng: &'r mut Rng,
    text: String,
    /// Other variables with their types.
    temps: Vec<String>,
    blocks: usize,
    /// The helpers that may be called.
    helpers: usize,
    /// Forks that there may be yet.
    forks: usize,
}

fn function(rng: &mut Rng, name: &str, params: &str, helpers: usize, statements: usize) -> String {
    let forks = if name == "main" { 4 } else { 2 };
    let mut body = Body { rng, text: String::new(), temps: Vec::new(), blocks: 0, helpers, forks };
    for v in 0..NUMBERS {
        let value = if v == 0 { "a".into() } else { format!("{}:32", body.rng.u32(0..6)) };
        body.line(&format!("v{v} := {value}"));
    }
    body.line("arr := alloc 16:64 bytes, cells of 4 \"arr\"");
    body.line("store i32 v1, arr");
    let from = if name == "main" { "@g" } else { "p" };
    body.line(&format!("ptr0 := {from}"));
    body.statements(statements, 2);
    let mut out = format!("function {name}({params}) -> (i32)\n  local ptr arr, ptr ptr0");
    for v in 0..NUMBERS {
        let _ = write!(out, ", i32 v{v}");
    }
    out.push('\n');
    for temp in &body.temps {
        let _ = writeln!(out, "  temp {temp}");
    }
    let _ = writeln!(out, "entry:\n{}  return (v0)", body.text);
    out
}

impl Body<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn temp(&mut self, ty: &str) -> String {
        let name = format!("x{}", self.temps.len());
        self.temps.push(format!("{ty} {name}"));
        name
    }

    fn block(&mut self) -> String {
        self.blocks += 1;
        format!("b{}", self.blocks)
    }

    fn number(&mut self) -> String {
        format!("v{}", self.rng.usize(0..NUMBERS))
    }

    fn operand(&mut self) -> String {
        if self.rng.u8(0..3) == 0 { format!("{}:32", self.rng.i32(-3..12)) } else { self.number() }
    }

    fn condition(&mut self) -> String {
        let c = self.temp("i1");
        let op = ["eq", "ne", "slt", "sge", "ult", "ugt"][self.rng.usize(0..6)];
        let (a, b) = (self.number(), self.operand());
        self.line(&format!("{c} := {op} i32 {a}, {b}"));
        c
    }

    /// An address, of four bytes mostly.
    fn address(&mut self) -> String {
        let p = self.temp("ptr");
        let base = ["arr", "ptr0", "@g", "@t"][self.rng.usize(0..4)];
        if self.rng.bool() {
            let offset = 4 * self.rng.u32(0..3);
            self.line(&format!("{p} := {base} + {offset}"));
        } else {
            let (i, v) = (self.temp("i32"), self.number());
            // Now and then it may lie outside.
            let most = if self.rng.u8(0..6) == 0 { 7 } else { 1 };
            self.line(&format!("{i} := and i32 {v}, {most}:32"));
            self.line(&format!("{p} := {base} + {i}:32*4"));
        }
        p
    }

    fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            match self.rng.u8(0..16) {
                0..=2 => self.calculate(),
                3..=4 => self.store(),
                5..=6 => self.load(),
                7..=8 if depth > 0 && self.forks > 0 => self.branch(depth),
                9 if depth > 0 && self.forks > 0 => self.repeat(depth),
                10..=11 => self.call(),
                12 => self.given(),
                13 => self.allocate(),
                14 if self.forks > 0 => self.check(),
                15 => self.keep_pointer(),
                _ => self.calculate(),
            }
        }
    }

    fn calculate(&mut self) {
        let op = ["add", "sub", "mul", "and", "or", "xor"][self.rng.usize(0..6)];
        let (to, a, b) = (self.number(), self.number(), self.operand());
        self.line(&format!("{to} := {op} i32 {a}, {b}"));
    }

    fn store(&mut self) {
        let (p, v) = (self.address(), self.number());
        if self.rng.u8(0..4) == 0 {
            let byte = self.temp("i8");
            self.line(&format!("{byte} := trunc i32 {v} to i8"));
            self.line(&format!("store i8 {byte}, {p}"));
        } else {
            self.line(&format!("store i32 {v}, {p}"));
        }
    }

    fn load(&mut self) {
        let (p, v) = (self.address(), self.number());
        if self.rng.u8(0..3) == 0 {
            let byte = self.temp("i8");
            self.line(&format!("{byte} := load i8 {p}"));
            self.line(&format!("{v} := zext i8 {byte} to i32"));
        } else {
            self.line(&format!("{v} := load i32 {p}"));
        }
    }

    fn branch(&mut self, depth: usize) {
        self.forks -= 1;
        let c = self.condition();
        let (yes, no, after) = (self.block(), self.block(), self.block());
        self.line(&format!("branch {c} ? {yes} : {no}"));
        let _ = writeln!(self.text, "{yes}:");
        self.statements(2, depth - 1);
        self.line(&format!("jump {after}"));
        let _ = writeln!(self.text, "{no}:");
        self.statements(1, depth - 1);
        self.line(&format!("jump {after}"));
        let _ = writeln!(self.text, "{after}:");
    }

    /// A loop of at most three rounds.
    fn repeat(&mut self, depth: usize) {
        self.forks -= 1;
        let (i, n, c, v) = (self.temp("i32"), self.temp("i32"), self.temp("i1"), self.number());
        let (head, body, after) = (self.block(), self.block(), self.block());
        self.line(&format!("{i} := 0:32"));
        self.line(&format!("{n} := and i32 {v}, 3:32"));
        self.line(&format!("jump {head}"));
        let _ = writeln!(self.text, "{head}:");
        self.line(&format!("{c} := slt i32 {i}, {n}"));
        self.line(&format!("branch {c} ? {body} : {after}"));
        let _ = writeln!(self.text, "{body}:");
        let forks = std::mem::take(&mut self.forks);
        self.statements(2, depth - 1);
        self.forks = forks;
        self.line(&format!("{i} := add i32 {i}, 1:32"));
        self.line(&format!("jump {head}"));
        let _ = writeln!(self.text, "{after}:");
    }

    fn call(&mut self) {
        let (to, a) = (self.number(), self.number());
        if self.helpers > 0 && self.rng.bool() {
            let (p, callee) = (self.address(), self.rng.usize(0..self.helpers));
            self.line(&format!("{to} := call @h{callee}(i32 {a}, ptr {p})"));
        } else {
            let n = self.temp("i32");
            self.line(&format!("{n} := and i32 {a}, 1:32"));
            self.line(&format!("{to} := call @rec(i32 {n}, ptr arr)"));
        }
    }

    fn given(&mut self) {
        let v = self.number();
        self.line(&format!("{v} := call @__VERIFIER_nondet_int()"));
    }

    fn allocate(&mut self) {
        let v = self.number();
        self.line("ptr0 := call @malloc(i64 16:64)");
        self.line(&format!("store i32 {v}, ptr0"));
        if self.rng.u8(0..4) == 0 {
            self.line("call @free(ptr ptr0)");
            self.line("ptr0 := arr");
        }
    }

    /// An error, if something holds.
    fn check(&mut self) {
        self.forks -= 1;
        let c = self.condition();
        let (bad, good) = (self.block(), self.block());
        self.line(&format!("branch {c} ? {bad} : {good}"));
        let _ = writeln!(self.text, "{bad}:\n  error()\n  unreachable\n{good}:");
    }

    /// Pointers are written to memory and read again, and chosen between.
    fn keep_pointer(&mut self) {
        match self.rng.u8(0..3) {
            0 => {
                self.line("store ptr ptr0, @q");
                self.line("ptr0 := load ptr @q");
            }
            1 => {
                let p = self.temp("ptr");
                self.line(&format!("{p} := @q + 8"));
                self.line(&format!("ptr0 := load ptr {p}"));
            }
            _ => {
                let c = self.condition();
                self.line(&format!("ptr0 := {c} ? arr : ptr0"));
            }
        }
    }
}
