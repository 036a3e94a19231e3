//! A little language of loops over small numbers, and what its programs do, step by step.
//!
//! The obvious meaning, one statement after the other on machine words. Oblivious to plica's terms and states: it only
//! shares the names of the operators. Invariant: a value of width w is below 2^w.

use std::collections::HashMap;

use plica_ir::{BinOp, CmpOp};

/// An expression. Both operands of an operator have one width.
#[derive(Clone, Debug)]
pub enum Expr {
    /// Width and value.
    Const(u32, u64),
    /// A variable of the function.
    Var(usize),
    /// Arithmetic, bitwise, shifts.
    Bin(BinOp, Box<Expr>, Box<Expr>),
    /// The same for addition, subtraction and multiplication, signed overflow being an error.
    Checked(BinOp, Box<Expr>, Box<Expr>),
    /// A comparison; width 1.
    Cmp(CmpOp, Box<Expr>, Box<Expr>),
    /// A choice without a branch.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// An element of an array, 8 bits; the index is zero-extended.
    Load(usize, Box<Expr>),
    /// The value cut or zero-extended to a width.
    Fit(u32, Box<Expr>),
    /// The value sign-extended to a width.
    Sext(u32, Box<Expr>),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// A variable gets a value.
    Assign(usize, Expr),
    /// An element of an array (8 bits) gets a value.
    Store(usize, Expr, Expr),
    /// A branch.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop: is its condition tested at the end?; the conditions, all of which must hold, one after the other; the
    /// body.
    Loop { at_end: bool, conds: Vec<Expr>, body: Vec<Stmt> },
    /// A variable gets an unknown value.
    Nondet(usize),
    /// A variable gets what a function returns.
    Call(usize, usize, Vec<Expr>),
    /// Leaves the innermost loop.
    Break,
    /// Goes on with the innermost loop.
    Continue,
    /// Leaves all loops, by an exit with this number.
    Exit(u64),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Fun {
    /// Widths of the variables, parameters first.
    pub vars: Vec<(String, u32)>,
    /// How many of them are parameters.
    pub params: usize,
    /// What it does.
    pub body: Vec<Stmt>,
    /// What it returns.
    pub result: Expr,
}

/// The first value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// An input of the program.
    Input,
    /// This number.
    Is(u64),
}

/// A program with one loop on top, or one call of function 0, which calls itself.
#[derive(Clone, Debug)]
pub struct Program {
    /// Name, width, first value.
    pub vars: Vec<(String, u32, First)>,
    /// Lengths of the arrays, in elements of 8 bits.
    pub arrays: Vec<usize>,
    /// The loop or the call.
    pub top: Stmt,
    /// The variables looked at in the end; the arrays all are.
    pub observed: Vec<usize>,
    /// What is called.
    pub funs: Vec<Fun>,
}

impl Program {
    /// Is it a function that calls itself, rather than a loop?
    pub fn is_recursive(&self) -> bool {
        matches!(self.top, Stmt::Call(..))
    }

    /// The names of the variables at the head.
    pub fn names(&self) -> Vec<&str> {
        match self.is_recursive() {
            true => self.funs[0].vars.iter().map(|v| v.0.as_str()).collect(),
            false => self.vars.iter().map(|v| v.0.as_str()).collect(),
        }
    }
}

/// The values that a program is given.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// First values of the variables that are inputs.
    pub vars: Vec<u64>,
    /// First contents of the arrays.
    pub arrays: Vec<Vec<u8>>,
    /// Of the unknown values on the way.
    pub seed: u64,
}

impl Inputs {
    /// The unknown value number `n` of iteration `k`.
    pub fn nondet(&self, k: u64, n: u64, width: u32) -> u64 {
        let mut r = super::generate::Rng(self.seed ^ k.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (n << 56));
        mask(r.next(), width)
    }
}

/// How a program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By the exit with this number; 0 is the loop's condition.
    Exit(u64),
    /// By an access outside of an array, or an overflow.
    Fault,
}

/// What a program did.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// How it ended; `None` if it goes on for ever, or too long.
    pub end: Option<End>,
    /// Does it surely go on for ever?
    pub forever: bool,
    /// Variables and arrays at each arrival at the head of the loop on top.
    pub heads: Vec<(Vec<u64>, Vec<Vec<u8>>)>,
    /// In each iteration: how often each loop inside came back to its head.
    pub inner: Vec<HashMap<LoopId, u64>>,
    /// In each iteration: how many unknown values were given.
    pub given: Vec<u64>,
    /// What a function that calls itself returned, the last call first.
    pub results: Vec<u64>,
    /// Variables and arrays in the end.
    pub last: (Vec<u64>, Vec<Vec<u8>>),
}

/// Tells the loops of one program apart.
pub type LoopId = usize;

/// The loop with this body.
pub fn loop_id(body: &[Stmt]) -> LoopId {
    body.as_ptr() as LoopId
}

/// The low bits of a number.
pub fn mask(v: u64, width: u32) -> u64 {
    if width >= 64 { v } else { v & ((1 << width) - 1) }
}

fn signed(v: u64, width: u32) -> i64 {
    ((v << (64 - width)) as i64) >> (64 - width)
}

enum Next {
    On,
    Break,
    Continue,
    End(End),
    TooLong,
}

struct Machine<'a> {
    program: &'a Program,
    inputs: &'a Inputs,
    run: Run,
    arrays: Vec<Vec<u8>>,
    limit: usize,
    level: u32,
    depth: u32,
    fault: bool,
}

/// Runs a program, at most so many iterations.
pub fn run(program: &Program, inputs: &Inputs, limit: usize) -> Run {
    let mut given = inputs.vars.iter().copied();
    let first = |(_, _, first): &(String, u32, First)| match *first {
        First::Input => given.next().unwrap_or(0),
        First::Is(v) => v,
    };
    let mut vars: Vec<u64> = program.vars.iter().map(first).collect();
    let arrays = inputs.arrays.clone();
    let mut m = Machine { program, inputs, run: Run::default(), arrays, limit, level: 0, depth: 0, fault: false };
    let widths: Vec<u32> = program.vars.iter().map(|v| v.1).collect();
    let next = m.stmt(&program.top, &mut vars, &widths);
    m.run.end = match next {
        Next::End(end) => Some(end),
        Next::TooLong => None,
        _ => Some(End::Exit(0)),
    };
    m.run.last = (vars, m.arrays);
    m.run
}

impl Machine<'_> {
    fn stmts(&mut self, body: &[Stmt], vars: &mut Vec<u64>, widths: &[u32]) -> Next {
        for s in body {
            match self.stmt(s, vars, widths) {
                Next::On => {}
                other => return other,
            }
            if self.fault {
                return Next::End(End::Fault);
            }
        }
        Next::On
    }

    fn stmt(&mut self, s: &Stmt, vars: &mut Vec<u64>, widths: &[u32]) -> Next {
        match s {
            Stmt::Assign(v, e) => vars[*v] = self.eval(e, vars, widths).0,
            Stmt::Store(a, i, e) => {
                let (index, value) = (self.eval(i, vars, widths).0, self.eval(e, vars, widths).0);
                match self.arrays[*a].get_mut(index as usize) {
                    Some(cell) if !self.fault => *cell = value as u8,
                    _ => self.fault = true,
                }
            }
            Stmt::If(c, a, b) => {
                let holds = self.eval(c, vars, widths).0 == 1;
                if self.fault {
                    return Next::End(End::Fault);
                }
                return self.stmts(if holds { a } else { b }, vars, widths);
            }
            Stmt::Nondet(v) => {
                let k = self.run.given.len() as u64 - 1;
                let Some(n) = self.run.given.last_mut() else { return Next::On };
                vars[*v] = self.inputs.nondet(k, *n, widths[*v]);
                *n += 1;
            }
            Stmt::Call(dst, f, args) => {
                let mut frame: Vec<u64> = args.iter().map(|a| self.eval(a, vars, widths).0).collect();
                let fun = &self.program.funs[*f];
                frame.resize(fun.vars.len(), 0);
                let own: Vec<u32> = fun.vars.iter().map(|v| v.1).collect();
                self.depth += 1;
                if self.depth as usize > self.limit || self.program.is_recursive() && !self.arrive(&frame) {
                    return Next::TooLong;
                }
                if let end @ (Next::End(_) | Next::TooLong) = self.stmts(&fun.body, &mut frame, &own) {
                    return end;
                }
                vars[*dst] = self.eval(&fun.result, &frame, &own).0;
                self.run.results.push(vars[*dst]);
                self.depth -= 1;
            }
            Stmt::Break => return Next::Break,
            Stmt::Continue => return Next::Continue,
            Stmt::Exit(tag) => return Next::End(End::Exit(*tag)),
            Stmt::Loop { at_end, conds, body } => {
                self.level += 1;
                let next = self.repeat(*at_end, conds, body, vars, widths);
                self.level -= 1;
                return next;
            }
        }
        if self.fault { Next::End(End::Fault) } else { Next::On }
    }

    /// At the head: is it to go on?
    fn arrive(&mut self, vars: &[u64]) -> bool {
        let here = (vars.to_vec(), self.arrays.clone());
        let again = self.run.given.iter().all(|&g| g == 0) && self.run.heads.contains(&here);
        self.run.forever |= again;
        self.run.heads.push(here);
        self.run.inner.push(HashMap::new());
        self.run.given.push(0);
        !again && self.run.heads.len() <= self.limit
    }

    fn repeat(&mut self, at_end: bool, conds: &[Expr], body: &[Stmt], vars: &mut Vec<u64>, widths: &[u32]) -> Next {
        let mut rounds = 0;
        loop {
            if self.level == 1 {
                if !self.arrive(vars) {
                    return Next::TooLong;
                }
            } else if let Some(counts) = self.run.inner.last_mut() {
                counts.insert(loop_id(body), rounds);
            }
            rounds += 1;
            if rounds as usize > self.limit {
                return Next::TooLong;
            }
            if !at_end && let Some(next) = self.test(conds, vars, widths) {
                return next;
            }
            match self.stmts(body, vars, widths) {
                Next::On | Next::Continue => {}
                Next::Break => return Next::On,
                other => return other,
            }
            if at_end && let Some(next) = self.test(conds, vars, widths) {
                return next;
            }
        }
    }

    /// Tests the conditions of a loop: is it left?
    fn test(&mut self, conds: &[Expr], vars: &[u64], widths: &[u32]) -> Option<Next> {
        for c in conds {
            let holds = self.eval(c, vars, widths).0 == 1;
            if self.fault {
                return Some(Next::End(End::Fault));
            }
            if !holds {
                return Some(Next::On);
            }
        }
        None
    }

    /// Value and width.
    fn eval(&mut self, e: &Expr, vars: &[u64], widths: &[u32]) -> (u64, u32) {
        match e {
            Expr::Const(w, v) => (*v, *w),
            Expr::Var(v) => (vars[*v], widths[*v]),
            Expr::Bin(op, a, b) => {
                let (a, w) = self.eval(a, vars, widths);
                let b = self.eval(b, vars, widths).0;
                let value = match op {
                    BinOp::Add => a.wrapping_add(b),
                    BinOp::Sub => a.wrapping_sub(b),
                    BinOp::Mul => a.wrapping_mul(b),
                    BinOp::And => a & b,
                    BinOp::Or => a | b,
                    BinOp::Xor => a ^ b,
                    BinOp::Shl => a << b,
                    BinOp::LShr => a >> b,
                    BinOp::AShr => (signed(a, w) >> b) as u64,
                    BinOp::UDiv => a / b,
                    BinOp::URem => a % b,
                    other => panic!("{other:?} is not generated"),
                };
                (mask(value, w), w)
            }
            Expr::Checked(op, a, b) => {
                let ((a, w), (b, _)) = (self.eval(a, vars, widths), self.eval(b, vars, widths));
                let (a, b) = (signed(a, w), signed(b, w));
                let value = match op {
                    BinOp::Add => a + b,
                    BinOp::Sub => a - b,
                    _ => a * b,
                };
                let cut = mask(value as u64, w);
                self.fault |= signed(cut, w) != value;
                (cut, w)
            }
            Expr::Cmp(op, a, b) => {
                let ((a, w), (b, _)) = (self.eval(a, vars, widths), self.eval(b, vars, widths));
                (u64::from(op.holds((a, b), (signed(a, w), signed(b, w)))), 1)
            }
            Expr::Select(c, a, b) => {
                let c = self.eval(c, vars, widths).0;
                let (a, b) = (self.eval(a, vars, widths), self.eval(b, vars, widths));
                if c == 1 { a } else { b }
            }
            Expr::Load(a, i) => {
                let i = self.eval(i, vars, widths).0;
                let value = self.arrays[*a].get(i as usize).copied();
                self.fault |= value.is_none();
                (u64::from(value.unwrap_or(0)), 8)
            }
            Expr::Fit(to, e) => (mask(self.eval(e, vars, widths).0, *to), *to),
            Expr::Sext(to, e) => {
                let (v, w) = self.eval(e, vars, widths);
                (mask(signed(v, w) as u64, *to), *to)
            }
        }
    }
}
