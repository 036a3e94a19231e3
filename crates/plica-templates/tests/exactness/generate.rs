//! Loops of every kind, by chance, the same ones each time.
//!
//! Oblivious to what is done with them. Each kind is one that plica has closed forms (or another exact treatment) for,
//! in many shapes; `FOLDED` says for which kinds nearly all have to be folded.

use plica_ir::{BinOp, CmpOp};

use super::loops::{Expr, First, Fun, Program, Stmt};

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

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize].clone()
    }
}

fn c(w: u32, v: u64) -> Expr {
    Expr::Const(w, v & ((1 << w) - 1))
}

fn v(i: usize) -> Expr {
    Expr::Var(i)
}

fn bin(op: BinOp, a: Expr, b: Expr) -> Expr {
    Expr::Bin(op, Box::new(a), Box::new(b))
}

fn cmp(op: CmpOp, a: Expr, b: Expr) -> Expr {
    Expr::Cmp(op, Box::new(a), Box::new(b))
}

fn fit(w: u32, e: Expr) -> Expr {
    Expr::Fit(w, Box::new(e))
}

fn load(a: usize, i: Expr) -> Expr {
    Expr::Load(a, Box::new(i))
}

fn add(a: Expr, b: Expr) -> Expr {
    bin(BinOp::Add, a, b)
}

/// A program being made: variable 0 is the counter i, variable 1 its bound n.
pub struct Maker<'r> {
    r: &'r mut Rng,
    w: u32,
    vars: Vec<(String, u32, First)>,
    arrays: Vec<usize>,
    funs: Vec<Fun>,
    conds: Vec<Expr>,
    body: Vec<Stmt>,
    step: Expr,
    at_end: bool,
    /// What is called in place of the loop.
    call: Option<Stmt>,
}

const I: usize = 0;
const N: usize = 1;

impl<'r> Maker<'r> {
    fn new(r: &'r mut Rng, w: u32) -> Maker<'r> {
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
    fn var(&mut self, name: &str) -> usize {
        let first = match self.r.below(4) {
            0 => First::Is(0),
            1 => First::Is(self.r.below(1 << self.w)),
            _ => First::Input,
        };
        self.vars.push((name.into(), self.w, first));
        self.vars.len() - 1
    }

    /// An input that stays.
    fn input(&mut self, name: &str) -> Expr {
        self.vars.push((name.into(), self.w, First::Input));
        v(self.vars.len() - 1)
    }

    /// A constant or an input that stays.
    fn invariant(&mut self, name: &str) -> Expr {
        match self.r.below(3) {
            0 => self.input(name),
            1 => c(self.w, self.r.below(4)),
            _ => c(self.w, self.r.next()),
        }
    }

    fn set(&mut self, x: usize, e: Expr) {
        self.body.push(Stmt::Assign(x, e));
    }

    fn done(mut self) -> Program {
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

fn increment(m: &mut Maker<'_>) {
    let x = m.var("x");
    let by = m.invariant("c");
    let op = m.r.pick(&[BinOp::Add, BinOp::Sub]);
    m.set(x, bin(op, v(x), by));
    if m.r.one_in(2) {
        let y = m.var("y");
        let by = m.invariant("d");
        m.set(y, add(by, v(y)));
        if m.r.one_in(2) {
            m.conds.push(cmp(m.r.pick(&[CmpOp::Ne, CmpOp::Ult, CmpOp::Sle]), v(x), v(y)));
        }
    }
}

fn affine(m: &mut Maker<'_>) {
    let x = m.var("x");
    let factor = c(m.w, m.r.next());
    let times = bin(BinOp::Mul, v(x), factor);
    let by = if m.r.one_in(3) { c(m.w, 0) } else { c(m.w, m.r.next()) };
    m.set(x, add(times, by));
    if m.r.one_in(3) {
        let limit = m.invariant("e");
        m.conds.push(cmp(m.r.pick(&[CmpOp::Ne, CmpOp::Ult]), v(x), limit));
    }
}

fn shift(m: &mut Maker<'_>) {
    let x = m.var("x");
    let op = m.r.pick(&[BinOp::Shl, BinOp::LShr, BinOp::AShr]);
    let by = c(m.w, 1 + m.r.below(2));
    m.set(x, bin(op, v(x), by));
    if m.r.one_in(2) {
        m.conds = vec![cmp(CmpOp::Ne, v(x), c(m.w, 0))];
    }
}

fn bitwise(m: &mut Maker<'_>) {
    let x = m.var("x");
    let by = m.invariant("c");
    let op = m.r.pick(&[BinOp::And, BinOp::Or, BinOp::Xor, BinOp::Xor]);
    m.set(x, bin(op, v(x), by));
    if m.r.one_in(3) {
        let y = m.var("y");
        let ones = c(m.w, u64::MAX);
        m.set(y, bin(BinOp::Xor, v(y), ones));
        m.conds.push(cmp(m.r.pick(&[CmpOp::Ne, CmpOp::Ule]), v(x), v(y)));
    }
}

fn polynomial(m: &mut Maker<'_>) {
    let s = m.var("s");
    let what = match m.r.below(4) {
        0 => v(I),
        1 => bin(BinOp::Mul, v(I), c(m.w, m.r.next())),
        2 => add(v(I), m.invariant("c")),
        _ => bin(BinOp::Mul, v(I), v(I)),
    };
    m.set(s, add(v(s), what));
    if m.r.one_in(2) {
        let t = m.var("t");
        let op = m.r.pick(&[BinOp::Add, BinOp::Sub]);
        m.set(t, bin(op, v(t), v(s)));
    }
}

fn delayed(m: &mut Maker<'_>) {
    let (p, x) = (m.var("p"), m.var("x"));
    let by = m.invariant("c");
    if m.r.one_in(2) {
        let q = m.var("q");
        m.set(q, v(p));
    }
    m.set(p, v(x));
    m.set(x, add(v(x), by));
}

fn swap(m: &mut Maker<'_>) {
    let (x, y, t) = (m.var("x"), m.var("y"), m.var("t"));
    if m.r.one_in(3) {
        let z = m.var("z");
        m.body.extend([Stmt::Assign(t, v(x)), Stmt::Assign(x, v(y)), Stmt::Assign(y, v(z)), Stmt::Assign(z, v(t))]);
    } else {
        m.body.extend([Stmt::Assign(t, v(x)), Stmt::Assign(x, v(y)), Stmt::Assign(y, v(t))]);
    }
}

fn invariant_choice(m: &mut Maker<'_>) {
    let x = m.var("x");
    let k = m.input("k");
    let cond = match m.r.below(3) {
        0 => cmp(CmpOp::Ult, k, v(N)),
        1 => cmp(CmpOp::Eq, bin(BinOp::And, k, c(m.w, 1)), c(m.w, 0)),
        _ => cmp(CmpOp::Sgt, k, c(m.w, 0)),
    };
    let (a, b) = (m.invariant("a"), m.invariant("b"));
    let yes = Stmt::Assign(x, add(v(x), a));
    let no = if m.r.one_in(3) { vec![] } else { vec![Stmt::Assign(x, bin(BinOp::Sub, v(x), b))] };
    m.body.push(Stmt::If(cond, vec![yes], no));
}

fn two_cycles(m: &mut Maker<'_>) {
    let x = m.var("x");
    let k = m.invariant("k");
    let cond = match m.r.below(3) {
        0 => cmp(m.r.pick(&[CmpOp::Ult, CmpOp::Sgt]), v(I), k),
        1 => cmp(CmpOp::Eq, bin(BinOp::And, v(x), c(m.w, 1)), c(m.w, 0)),
        _ => cmp(CmpOp::Ule, v(x), k),
    };
    let (a, b) = (m.invariant("a"), m.invariant("b"));
    let yes = Stmt::Assign(x, add(v(x), a));
    let no = match m.r.below(3) {
        0 => vec![],
        1 => vec![Stmt::Assign(x, bin(BinOp::Xor, v(x), b))],
        _ => {
            let y = m.var("y");
            vec![Stmt::Assign(y, add(v(y), b))]
        }
    };
    m.body.push(Stmt::If(cond, vec![yes], no));
}

fn array_read(m: &mut Maker<'_>) {
    m.arrays.push(16);
    let index = if m.w == 4 { v(I) } else { bin(BinOp::And, v(I), c(m.w, 15)) };
    let key = fit(8, m.invariant("k"));
    let cond = cmp(m.r.pick(&[CmpOp::Ne, CmpOp::Ne, CmpOp::Ult, CmpOp::Eq]), load(0, index), key);
    m.conds.insert(m.r.below(2) as usize, cond);
}

fn several_exits(m: &mut Maker<'_>) {
    let x = m.var("x");
    let (a, k) = (m.invariant("a"), m.invariant("k"));
    let leave = m.r.pick(&[Stmt::Exit(1), Stmt::Break]);
    let out = Stmt::If(cmp(m.r.pick(&[CmpOp::Eq, CmpOp::Sgt]), v(x), k), vec![leave], vec![]);
    let set = Stmt::Assign(x, add(v(x), a));
    if m.r.one_in(2) {
        m.body.extend([out, set]);
    } else {
        m.body.extend([set, out]);
    }
}

fn nondet(m: &mut Maker<'_>) {
    let x = m.var("x");
    let u = m.var("u");
    let by = m.invariant("a");
    m.body.push(Stmt::Nondet(u));
    match m.r.below(4) {
        0 => m.body.push(Stmt::If(cmp(CmpOp::Ult, v(u), c(m.w, 2)), vec![Stmt::Break], vec![])),
        1 => m.body.push(Stmt::If(cmp(CmpOp::Ult, v(u), by.clone()), vec![Stmt::Exit(1)], vec![])),
        _ => {}
    }
    let what = if m.r.one_in(2) { v(u) } else { by };
    m.set(x, add(v(x), what));
}

fn nondet_choice(m: &mut Maker<'_>) {
    let (x, u) = (m.var("x"), m.var("u"));
    let (a, b) = (m.invariant("a"), m.invariant("b"));
    m.body.push(Stmt::Nondet(u));
    let cond = cmp(m.r.pick(&[CmpOp::Ult, CmpOp::Sle]), v(u), c(m.w, 3));
    let yes = vec![Stmt::Assign(x, add(v(x), a))];
    let no = match m.r.below(3) {
        0 => vec![],
        1 => vec![Stmt::Nondet(u), Stmt::Assign(x, add(v(x), v(u)))],
        _ => vec![Stmt::Assign(x, bin(BinOp::Sub, v(x), b))],
    };
    m.body.push(Stmt::If(cond, yes, no));
}

fn call(m: &mut Maker<'_>) {
    let x = m.var("x");
    let a = m.invariant("a");
    let w = m.w;
    let vars = vec![("p".into(), w), ("q".into(), w), ("r".into(), w)];
    let set = |e| Stmt::Assign(2, e);
    let body = match m.r.below(4) {
        0 => vec![set(add(v(0), v(1)))],
        1 => vec![set(bin(BinOp::Xor, v(0), v(1)))],
        2 => vec![Stmt::If(cmp(CmpOp::Ult, v(1), c(w, 5)), vec![set(add(v(0), c(w, 1)))], vec![set(add(v(0), v(1)))])],
        _ => vec![Stmt::If(cmp(CmpOp::Slt, v(0), v(1)), vec![set(v(1))], vec![set(v(0))])],
    };
    m.funs.push(Fun { vars, params: 2, body, result: v(2) });
    m.body.push(Stmt::Call(x, 0, vec![v(x), a]));
}

/// An index into an array of 16 elements, or of as many as there are indices.
fn index(m: &mut Maker<'_>, e: Expr) -> Expr {
    if m.arrays.is_empty() {
        m.arrays.push(if m.w == 5 && m.r.one_in(2) { 32 } else { 16 });
    }
    let bits = m.arrays[0].trailing_zeros();
    if m.w == bits { e } else { bin(BinOp::And, e, c(m.w, m.arrays[0] as u64 - 1)) }
}

fn array_sum(m: &mut Maker<'_>) {
    let s = m.var("s");
    let at = index(m, v(I));
    let value = fit(m.w, load(0, at));
    let op = m.r.pick(&[BinOp::Add, BinOp::Add, BinOp::Xor, BinOp::Sub, BinOp::Or]);
    m.set(s, bin(op, v(s), value));
    if m.r.one_in(3) {
        let limit = m.invariant("e");
        m.conds.push(cmp(CmpOp::Ule, v(s), limit));
    }
}

fn array_write(m: &mut Maker<'_>) {
    let at = match m.r.below(4) {
        0 => add(v(I), c(m.w, 3)),
        1 => bin(BinOp::Sub, c(m.w, 15), v(I)),
        _ => v(I),
    };
    let at = index(m, at);
    let value = match m.r.below(3) {
        0 => v(I),
        1 => m.invariant("a"),
        _ => add(v(I), m.invariant("a")),
    };
    m.body.push(Stmt::Store(0, at, fit(8, value)));
}

fn array_increment(m: &mut Maker<'_>) {
    let at = index(m, v(I));
    let by = fit(8, m.invariant("a"));
    let op = m.r.pick(&[BinOp::Add, BinOp::Sub, BinOp::Xor]);
    m.body.push(Stmt::Store(0, at.clone(), bin(op, load(0, at), by)));
}

fn array_copy(m: &mut Maker<'_>) {
    let at = index(m, v(I));
    m.arrays.push(m.arrays[0]);
    let from = if m.r.one_in(3) {
        let next = add(v(I), c(m.w, 1));
        index(m, next)
    } else {
        at.clone()
    };
    let source = if m.r.one_in(4) { 0 } else { 1 };
    m.body.push(Stmt::Store(0, at, load(source, from)));
}

fn two_arrays(m: &mut Maker<'_>) {
    let at = index(m, v(I));
    m.arrays.push(m.arrays[0]);
    m.conds.push(cmp(m.r.pick(&[CmpOp::Eq, CmpOp::Ule]), load(0, at.clone()), load(1, at.clone())));
    if m.r.one_in(2) {
        m.conds.push(cmp(CmpOp::Ne, load(0, at), c(8, 0)));
    }
}

fn out_of_bounds(m: &mut Maker<'_>) {
    let len = 8 + m.r.below(8) as usize;
    m.arrays.push(len);
    if m.r.one_in(2) {
        let key = fit(8, m.invariant("k"));
        m.conds.push(cmp(CmpOp::Ne, load(0, v(I)), key));
    } else {
        let value = fit(8, m.invariant("a"));
        m.body.push(Stmt::Store(0, v(I), value));
    }
}

fn nested(m: &mut Maker<'_>) {
    let (j, s) = (m.var("j"), m.var("s"));
    let w = m.w;
    if !m.r.one_in(4) {
        m.set(j, c(w, 0));
    }
    let bound = match m.r.below(3) {
        0 => v(I),
        1 => v(N),
        _ => m.invariant("m"),
    };
    let by = m.invariant("a");
    let op = m.r.pick(&[CmpOp::Ult, CmpOp::Ne, CmpOp::Slt]);
    let mut body = vec![Stmt::Assign(s, add(v(s), by)), Stmt::Assign(j, add(v(j), c(w, 1)))];
    if m.r.one_in(3) {
        let key = m.invariant("k");
        body.insert(0, Stmt::If(cmp(CmpOp::Eq, v(s), key), vec![m.r.pick(&[Stmt::Break, Stmt::Exit(1)])], vec![]));
    }
    m.body.push(Stmt::Loop { at_end: m.r.one_in(6), conds: vec![cmp(op, v(j), bound)], body });
    // Not in front: the head of the loop around it would be the inner one's.
    m.step = Expr::Select(Box::new(c(1, 1)), Box::new(m.step.clone()), Box::new(c(w, 0)));
}

fn short_circuit(m: &mut Maker<'_>) {
    let (x, y) = (m.var("x"), m.var("y"));
    let (a, b) = (m.invariant("a"), m.invariant("b"));
    m.set(x, add(v(x), a));
    let yes = vec![Stmt::Assign(y, bin(BinOp::Xor, v(y), b.clone()))];
    let inner = Stmt::If(cmp(CmpOp::Ult, v(I), b.clone()), yes.clone(), vec![]);
    m.body.push(match m.r.below(3) {
        0 => Stmt::If(cmp(CmpOp::Sgt, v(x), b), vec![inner], vec![]),
        1 => Stmt::If(cmp(CmpOp::Sgt, v(x), b), yes, vec![inner]),
        _ => Stmt::If(cmp(CmpOp::Ule, v(N), b), vec![Stmt::Exit(2)], vec![]),
    });
    m.conds.push(cmp(m.r.pick(&[CmpOp::Ne, CmpOp::Ule]), v(x), v(N)));
}

fn other_width(m: &mut Maker<'_>) {
    let wide = 8;
    m.vars.push(("x".into(), wide, First::Input));
    let x = m.vars.len() - 1;
    let wider = if m.r.one_in(2) { fit(wide, v(I)) } else { Expr::Sext(wide, Box::new(v(I))) };
    match m.r.below(3) {
        0 => m.set(x, add(v(x), wider)),
        1 => m.set(x, add(v(x), c(wide, 77))),
        _ => {
            let y = m.var("y");
            m.set(x, add(v(x), c(wide, 3)));
            m.set(y, add(v(y), fit(m.w, v(x))));
        }
    }
    if m.r.one_in(2) {
        m.conds.push(cmp(CmpOp::Slt, v(x), c(wide, 100)));
    }
}

fn goes_on(m: &mut Maker<'_>) {
    let x = m.var("x");
    let (a, k) = (m.invariant("a"), m.invariant("k"));
    let step = Stmt::Assign(I, add(v(I), m.step.clone()));
    let cond = cmp(m.r.pick(&[CmpOp::Ult, CmpOp::Eq]), v(I), k);
    m.body.push(Stmt::If(cond, vec![step, Stmt::Continue], vec![]));
    m.set(x, add(v(x), a));
}

/// A variable that lives in memory.
fn memory(m: &mut Maker<'_>) {
    m.arrays.push(8);
    let at = m.r.below(8);
    let place = || c(4, at);
    let by = fit(8, m.invariant("a"));
    let op = m.r.pick(&[BinOp::Add, BinOp::Sub, BinOp::Xor, BinOp::And]);
    m.body.push(Stmt::Store(0, place(), bin(op, load(0, place()), by)));
    match m.r.below(3) {
        0 => m.conds.push(cmp(m.r.pick(&[CmpOp::Ne, CmpOp::Slt]), load(0, place()), c(8, 20))),
        1 => m.body.push(Stmt::Store(0, c(4, (at + 1) % 8), load(0, place()))),
        _ => {
            let x = m.var("x");
            m.set(x, add(v(x), fit(m.w, load(0, place()))));
        }
    }
}

fn overflow(m: &mut Maker<'_>) {
    let x = m.var("x");
    let by = m.invariant("a");
    let op = m.r.pick(&[BinOp::Add, BinOp::Add, BinOp::Sub, BinOp::Mul]);
    m.set(x, Expr::Checked(op, Box::new(v(x)), Box::new(by)));
}

fn no_closed_form(m: &mut Maker<'_>) {
    let x = m.var("x");
    let by = m.invariant("a");
    let e = match m.r.below(4) {
        0 => add(bin(BinOp::Mul, v(x), v(x)), by),
        1 => bin(BinOp::UDiv, v(x), c(m.w, 2 + m.r.below(3))),
        2 => bin(BinOp::URem, add(v(x), by), c(m.w, 3 + m.r.below(5))),
        _ => bin(BinOp::Xor, bin(BinOp::LShr, v(x), c(m.w, 1)), bin(BinOp::And, v(I), v(x))),
    };
    m.set(x, e);
    if m.r.one_in(2) {
        let y = m.var("y");
        m.set(y, add(v(y), v(x)));
    }
}

fn select(m: &mut Maker<'_>) {
    let x = m.var("x");
    let (a, b) = (m.invariant("a"), m.invariant("b"));
    let cond = match m.r.below(3) {
        0 => cmp(CmpOp::Slt, v(x), a.clone()),
        1 => cmp(CmpOp::Ult, v(I), a.clone()),
        _ => cmp(CmpOp::Ne, v(N), a.clone()),
    };
    let e = match m.r.below(3) {
        0 => Expr::Select(Box::new(cond), Box::new(add(v(x), b)), Box::new(v(x))),
        1 => Expr::Select(Box::new(cond), Box::new(a), Box::new(v(x))),
        _ => add(v(x), Expr::Select(Box::new(cond), Box::new(a), Box::new(b))),
    };
    m.set(x, e);
}

fn linear_system(m: &mut Maker<'_>) {
    let (x, y, t) = (m.var("x"), m.var("y"), m.var("t"));
    let w = m.w;
    let mut scaled = |x: usize| match m.r.below(4) {
        0 => c(w, m.r.below(3)),
        1 => v(x),
        _ => bin(BinOp::Mul, v(x), c(w, m.r.next())),
    };
    let (a, b, d, e) = (scaled(x), scaled(y), scaled(x), scaled(y));
    m.body.extend([Stmt::Assign(t, add(a, b)), Stmt::Assign(y, add(d, e)), Stmt::Assign(x, v(t))]);
}

fn counted(m: &mut Maker<'_>, j: usize, bound: Expr, body: Stmt) -> [Stmt; 2] {
    let op = m.r.pick(&[CmpOp::Ult, CmpOp::Ne]);
    let body = vec![body, Stmt::Assign(j, add(v(j), c(m.w, 1)))];
    [Stmt::Assign(j, c(m.w, 0)), Stmt::Loop { at_end: false, conds: vec![cmp(op, v(j), bound)], body }]
}

fn two_inner_loops(m: &mut Maker<'_>) {
    let (j, s, t) = (m.var("j"), m.var("s"), m.var("t"));
    let (a, k) = (m.invariant("a"), m.invariant("k"));
    let bounds = [m.r.pick(&[v(I), v(N), k.clone()]), m.r.pick(&[v(I), v(N), k])];
    let [first, second] = bounds;
    let one = counted(m, j, first, Stmt::Assign(s, add(v(s), a)));
    let two = counted(m, j, second, Stmt::Assign(t, add(v(t), v(j))));
    m.body.extend(one);
    m.body.extend(two);
    m.body.insert(0, Stmt::Assign(t, add(v(t), c(m.w, 1))));
}

fn matrix(m: &mut Maker<'_>) {
    let j = m.var("j");
    m.arrays.push(16);
    let w = m.w;
    let at = add(bin(BinOp::Mul, v(I), c(w, 4)), v(j));
    let at = bin(BinOp::And, at, c(w, 15));
    let value = m.r.pick(&[v(I), v(j), c(w, 7)]);
    let bound = m.r.pick(&[c(w, 4), v(N)]);
    let inner = counted(m, j, bound, Stmt::Store(0, at, fit(8, value)));
    m.body.extend(inner);
}

/// Whatever.
fn mixture(m: &mut Maker<'_>) {
    let vars: Vec<usize> = ["x", "y", "z"].iter().take(1 + m.r.below(3) as usize).map(|n| m.var(n)).collect();
    m.input("k");
    if m.r.one_in(3) {
        index(m, v(I));
    }
    for _ in 0..1 + m.r.below(3) {
        let s = any_stmt(m, &vars, 2);
        m.body.push(s);
    }
    if m.r.one_in(2) {
        let cond = any_cond(m);
        m.conds.push(cond);
    }
}

fn any_cond(m: &mut Maker<'_>) -> Expr {
    let op = m.r.pick(&[CmpOp::Eq, CmpOp::Ne, CmpOp::Ult, CmpOp::Ule, CmpOp::Slt, CmpOp::Sge]);
    cmp(op, any_expr(m, 1), any_expr(m, 0))
}

fn any_expr(m: &mut Maker<'_>, depth: u32) -> Expr {
    let leaf = |m: &mut Maker<'_>| match m.r.below(3) {
        0 => c(m.w, m.r.below(4)),
        _ => v(m.r.below(m.vars.len() as u64) as usize),
    };
    if depth == 0 || m.r.one_in(4) {
        return leaf(m);
    }
    match m.r.below(12) {
        0 => bin(BinOp::Mul, any_expr(m, depth - 1), c(m.w, m.r.next())),
        1 => bin(BinOp::Shl, any_expr(m, depth - 1), c(m.w, 1)),
        2 => Expr::Select(Box::new(any_cond(m)), Box::new(any_expr(m, depth - 1)), Box::new(any_expr(m, depth - 1))),
        3 if !m.arrays.is_empty() => {
            let at = any_expr(m, 0);
            let at = index(m, at);
            fit(m.w, load(0, at))
        }
        _ => {
            let op = m.r.pick(&[BinOp::Add, BinOp::Add, BinOp::Sub, BinOp::Xor, BinOp::And, BinOp::Or]);
            bin(op, any_expr(m, depth - 1), leaf(m))
        }
    }
}

fn any_stmt(m: &mut Maker<'_>, vars: &[usize], depth: u32) -> Stmt {
    let x = m.r.pick(vars);
    match m.r.below(10) {
        0 | 1 if depth > 0 => {
            let cond = any_cond(m);
            let mut yes = vec![any_stmt(m, vars, depth - 1)];
            if m.r.one_in(3) {
                yes.push(m.r.pick(&[Stmt::Break, Stmt::Continue, Stmt::Exit(1), Stmt::Exit(2)]));
            }
            let no = if m.r.one_in(2) { vec![any_stmt(m, vars, depth - 1)] } else { vec![] };
            Stmt::If(cond, yes, no)
        }
        2 => Stmt::Nondet(x),
        3 if !m.arrays.is_empty() => {
            let at = if m.r.one_in(3) { any_expr(m, 0) } else { v(I) };
            let at = index(m, at);
            Stmt::Store(0, at, fit(8, any_expr(m, 1)))
        }
        4 | 5 => Stmt::Assign(x, add(v(x), any_expr(m, 0))),
        _ => Stmt::Assign(x, any_expr(m, 2)),
    }
}

/// A loop inside whose body may be anything.
fn nested_mixture(m: &mut Maker<'_>) {
    let vars: Vec<usize> = ["x", "y"].iter().take(1 + m.r.below(2) as usize).map(|n| m.var(n)).collect();
    let j = m.var("j");
    m.input("k");
    let first = any_stmt(m, &vars, 1);
    let mut body: Vec<Stmt> = (0..1 + m.r.below(2)).map(|_| any_stmt(m, &vars, 1)).collect();
    body.push(Stmt::Assign(j, add(v(j), c(m.w, 1))));
    let mut conds = vec![cmp(m.r.pick(&[CmpOp::Ult, CmpOp::Ne, CmpOp::Sle]), v(j), any_expr(m, 0))];
    if m.r.one_in(3) {
        conds.push(any_cond(m));
    }
    let reset = if m.r.one_in(4) { v(j) } else { c(m.w, 0) };
    m.body.extend([first, Stmt::Assign(j, reset)]);
    m.body.push(Stmt::Loop { at_end: m.r.one_in(5), conds, body });
}

/// `if (stop) r = a; else r = f(…) …`, called with the first values.
fn recursive(m: &mut Maker<'_>, stop: Expr, base: Expr, before: Vec<Stmt>, args: Vec<Expr>, after: Vec<Stmt>) {
    let w = m.w;
    let vars = ["p", "q", "n", "r"].map(|n| (n.to_string(), w)).to_vec();
    let mut again = before;
    again.push(Stmt::Call(3, 0, args));
    again.extend(after);
    let body = vec![Stmt::If(stop, vec![Stmt::Assign(3, base)], again)];
    m.funs.push(Fun { vars, params: 3, body, result: v(3) });
    let (x, y) = (m.var("x"), m.var("y"));
    m.call = Some(Stmt::Call(x, 0, vec![v(I), v(y), v(N)]));
}

/// The stop condition `!(p < n)` and the next p.
fn stop(m: &mut Maker<'_>) -> (Expr, Expr) {
    let (op, step) = m.r.pick(&[
        (CmpOp::Uge, 1),
        (CmpOp::Sge, 1),
        (CmpOp::Eq, 1),
        (CmpOp::Ule, u64::MAX),
        (CmpOp::Ugt, 3),
        (CmpOp::Sle, u64::MAX),
    ]);
    (cmp(op, v(0), v(2)), add(v(0), c(m.w, step)))
}

fn recursion(m: &mut Maker<'_>) {
    let (end, next) = stop(m);
    let k = c(m.w, m.r.next());
    let q = match m.r.below(4) {
        0 => v(1),
        1 => add(v(1), v(0)),
        2 => bin(BinOp::Xor, v(1), k.clone()),
        _ => add(v(1), k.clone()),
    };
    let base = m.r.pick(&[v(1), v(0), c(m.w, 0)]);
    let r = match m.r.below(6) {
        0 => vec![],
        1 => vec![Stmt::Assign(3, add(v(3), v(0)))],
        2 => vec![Stmt::Assign(3, bin(BinOp::Mul, v(3), k))],
        3 => vec![Stmt::Assign(3, bin(BinOp::Xor, v(3), v(1)))],
        4 => vec![Stmt::If(cmp(CmpOp::Ult, v(3), k), vec![Stmt::Assign(3, add(v(3), v(1)))], vec![])],
        _ => vec![Stmt::Assign(3, add(v(3), c(m.w, 1)))],
    };
    recursive(m, end, base, vec![], vec![next, q, v(2)], r);
}

fn recursive_search(m: &mut Maker<'_>) {
    m.arrays.push(16);
    let w = m.w;
    let at = if w == 4 { v(0) } else { bin(BinOp::And, v(0), c(w, 15)) };
    let (end, next) = stop(m);
    let found = cmp(CmpOp::Eq, load(0, at.clone()), fit(8, v(1)));
    let end = bin(BinOp::Or, end, found);
    let base = m.r.pick(&[v(0), c(w, 7)]);
    let after = match m.r.below(4) {
        0 => vec![Stmt::Assign(3, add(v(3), c(w, 1)))],
        1 => vec![Stmt::Assign(3, add(v(3), fit(w, load(0, at.clone()))))],
        _ => vec![],
    };
    let before = if m.r.one_in(4) { vec![Stmt::Store(0, at, fit(8, v(0)))] } else { vec![] };
    recursive(m, end, base, before, vec![next, v(1), v(2)], after);
}

fn recursive_mixture(m: &mut Maker<'_>) {
    // Expressions over the function's own variables.
    m.vars.push(("q".into(), m.w, First::Input));
    let (end, next) = stop(m);
    let base = any_expr(m, 1);
    let args = vec![next, any_expr(m, 2), v(2)];
    let mut after = vec![];
    if m.r.one_in(2) {
        m.vars.push(("r".into(), m.w, First::Input));
        after.push(any_stmt(m, &[3], 1));
        after.retain(|s| matches!(s, Stmt::Assign(..)));
        m.vars.pop();
    }
    recursive(m, end, base, vec![], args, after);
}
