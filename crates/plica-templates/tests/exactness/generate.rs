//! Loops of every kind, by chance, the same ones each time.
//!
//! Oblivious to what is done with them. Each kind is one that plica has closed forms (or another exact treatment) for,
//! in many shapes; `KINDS` says what share of each has to be folded.

use plica_ir::{BinOp, CmpOp};

use super::arrays::*;
use super::loops::{Expr, First, Fun, Program, Stmt};
use super::mixtures::*;
use super::scalars::*;

/// Numbers by chance (SplitMix64).
#[derive(Clone, Debug)]
pub struct Rng(pub u64);

impl Rng {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of these.
    pub fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize].clone()
    }
}

/// A constant.
pub fn c(w: u32, v: u64) -> Expr {
    Expr::Const(w, v & ((1 << w) - 1))
}

/// A variable.
pub fn v(i: usize) -> Expr {
    Expr::Var(i)
}

/// An operation.
pub fn bin(op: BinOp, a: Expr, b: Expr) -> Expr {
    Expr::Bin(op, Box::new(a), Box::new(b))
}

/// A comparison.
pub fn cmp(op: CmpOp, a: Expr, b: Expr) -> Expr {
    Expr::Cmp(op, Box::new(a), Box::new(b))
}

/// A cut, or zeros in front.
pub fn fit(w: u32, e: Expr) -> Expr {
    Expr::Fit(w, Box::new(e))
}

/// An element of an array.
pub fn load(a: usize, i: Expr) -> Expr {
    Expr::Load(a, Box::new(i))
}

/// A sum.
pub fn add(a: Expr, b: Expr) -> Expr {
    bin(BinOp::Add, a, b)
}

/// A program being made: variable 0 is the counter i, variable 1 its bound n.
pub struct Maker<'r> {
    /// Where chance comes from.
    pub r: &'r mut Rng,
    /// Width of the variables.
    pub w: u32,
    /// As in [`Program`].
    pub vars: Vec<(String, u32, First)>,
    /// As in [`Program`].
    pub arrays: Vec<usize>,
    /// As in [`Program`].
    pub funs: Vec<Fun>,
    /// The loop's conditions.
    pub conds: Vec<Expr>,
    /// The loop's body but for the step.
    pub body: Vec<Stmt>,
    /// What is added to the counter.
    pub step: Expr,
    /// Are the conditions tested at the end?
    pub at_end: bool,
    /// What is called in place of the loop.
    pub call: Option<Stmt>,
}

/// The counter.
pub const I: usize = 0;
/// The bound.
pub const N: usize = 1;

impl<'r> Maker<'r> {
    /// A loop that only counts.
    pub fn new(r: &'r mut Rng, w: u32) -> Maker<'r> {
        let first = |r: &mut Rng| if r.one_in(2) { First::Is(r.below(4)) } else { First::Input };
        let i = match r.below(4) {
            0 => First::Is(0),
            1 => First::Is(r.below(1 << w)),
            _ => first(r),
        };
        let vars = vec![("i".into(), w, i), ("n".into(), w, First::Input)];
        let (op, steps): (CmpOp, &[u64]) = r.pick(&[
            (CmpOp::Ult, &[1, 1, 1, 2, 3][..]),
            (CmpOp::Ule, &[1, 1, 2]),
            (CmpOp::Slt, &[1, 1, 1, 2, 3]),
            (CmpOp::Sle, &[1, 1, 3]),
            (CmpOp::Ne, &[1, 1, 1, u64::MAX, 2, 3, 5]),
            (CmpOp::Ugt, &[u64::MAX, u64::MAX, u64::MAX - 1]),
            (CmpOp::Sgt, &[u64::MAX, u64::MAX, u64::MAX - 2]),
            (CmpOp::Uge, &[u64::MAX, u64::MAX - 1]),
            (CmpOp::Sge, &[u64::MAX]),
        ]);
        let step = c(w, r.pick(steps));
        let bound = if r.one_in(4) { c(w, r.next()) } else { v(N) };
        let conds = vec![cmp(op, v(I), bound)];
        let at_end = r.one_in(8);
        Maker { r, w, vars, arrays: vec![], funs: vec![], conds, body: vec![], step, at_end, call: None }
    }

    /// One more variable.
    pub fn var(&mut self, name: &str) -> usize {
        let first = match self.r.below(4) {
            0 => First::Is(0),
            1 => First::Is(self.r.below(1 << self.w)),
            _ => First::Input,
        };
        self.vars.push((name.into(), self.w, first));
        self.vars.len() - 1
    }

    /// An input that stays.
    pub fn input(&mut self, name: &str) -> Expr {
        self.vars.push((name.into(), self.w, First::Input));
        v(self.vars.len() - 1)
    }

    /// A constant or an input that stays.
    pub fn invariant(&mut self, name: &str) -> Expr {
        match self.r.below(3) {
            0 => self.input(name),
            1 => c(self.w, self.r.below(4)),
            _ => c(self.w, self.r.next()),
        }
    }

    /// An assignment in the body.
    pub fn set(&mut self, x: usize, e: Expr) {
        self.body.push(Stmt::Assign(x, e));
    }

    /// The program.
    pub fn done(mut self) -> Program {
        let step = Stmt::Assign(I, add(v(I), self.step.clone()));
        if self.r.one_in(4) {
            self.body.insert(0, step);
        } else {
            self.body.push(step);
        }
        let observed = (0..self.vars.len()).filter(|_| !self.r.one_in(8)).collect();
        let top = match self.call {
            Some(call) => call,
            None => Stmt::Loop { at_end: self.at_end, conds: self.conds, body: self.body },
        };
        Program { vars: self.vars, arrays: self.arrays, top, observed, funs: self.funs }
    }
}

/// Name, what makes the body, the share of loops that must be folded.
pub type Kind = (&'static str, fn(&mut Maker<'_>), u32);

/// The kinds: name, what is in the body, and what share of them must be folded, in per cent.
pub const KINDS: &[Kind] = &[
    ("counter", |_| {}, 90),
    ("increment", increment, 90),
    ("affine", affine, 90),
    ("shift", shift, 90),
    ("bitwise", bitwise, 90),
    ("polynomial", polynomial, 90),
    ("delayed", delayed, 90),
    ("swap", swap, 90),
    ("invariant choice", invariant_choice, 90),
    ("two cycles", two_cycles, 90),
    ("array read", array_read, 90),
    ("several exits", several_exits, 90),
    ("nondet", nondet, 90),
    ("nondet choice", nondet_choice, 90),
    ("call", call, 90),
    ("array sum", array_sum, 90),
    ("array write", array_write, 50),
    ("array increment", array_increment, 50),
    ("array copy", array_copy, 50),
    ("two arrays", two_arrays, 90),
    ("out of bounds", out_of_bounds, 90),
    ("nested", nested, 50),
    ("short circuit", short_circuit, 90),
    ("other width", other_width, 90),
    ("continue", goes_on, 90),
    ("memory", memory, 90),
    ("overflow", overflow, 90),
    ("no closed form", no_closed_form, 90),
    ("select", select, 90),
    ("linear system", linear_system, 90),
    ("two inner loops", two_inner_loops, 50),
    ("matrix", matrix, 0),
    ("mixture", mixture, 0),
    ("nested mixture", nested_mixture, 0),
    ("recursion", recursion, 50),
    ("recursive search", recursive_search, 50),
    ("recursive mixture", recursive_mixture, 0),
    ("counting", counting, 50),
];

/// Loop number `n`: the place of its kind, and the loop.
pub fn program(n: u64) -> (usize, Program) {
    let kind = (n % KINDS.len() as u64) as usize;
    let mut r = Rng(n.wrapping_mul(0x5851_f42d_4c95_7f2d) ^ 0x0070_6c69_6361);
    let w = 4 + r.below(3) as u32;
    let mut m = Maker::new(&mut r, w);
    KINDS[kind].1(&mut m);
    (kind, m.done())
}
