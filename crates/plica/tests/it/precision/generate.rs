//! Programs by chance, the same ones each time.
//!
//! Oblivious to what is done with them. They are small in what a search has to look at: most loops are bounded, most
//! recursion has a guard, and conditions compare with what was computed before, so that some places are out of reach.

use plica_ir::{BinOp, CmpOp};

use super::language::{Call, Cond, Expr, Function, Id, MAX, Place, Program, Stmt};

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
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of these.
    pub fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

/// Who may call whom.
#[derive(Clone, Copy, PartialEq)]
enum Calls {
    /// Only functions that come later.
    Down,
    /// Also itself, mostly with a smaller first argument.
    Itself,
    /// Any but the entry.
    Any,
}

struct Maker {
    r: Rng,
    p: Program,
    calls: Calls,
    ids: Id,
    /// The function being made.
    now: usize,
    /// Counters of loops around, which are not written.
    counters: Vec<usize>,
    /// Is control certain to be in a recursion whose first argument is not 0?
    guarded: bool,
    loops: usize,
    /// Statements that may still be made in the function, and calls in the program.
    left: usize,
    calls_left: usize,
}

/// The program of a number.
pub fn program(seed: u64) -> Program {
    let mut r = Rng(seed);
    let count = 1 + r.below(4);
    let calls = r.pick(&[Calls::Down, Calls::Down, Calls::Itself, Calls::Any]);
    let globals = (0..r.below(4)).map(|_| if r.one_in(3) { r.below(8) as u8 } else { 0 }).collect();
    let pointers = r.one_in(3);
    let mut functions = Vec::new();
    for i in 0..count {
        let values = if i == 0 { r.pick(&[0, 1, 1, 2, 2]) } else { r.pick(&[0, 1, 1, 1, 2, 2, 3]) };
        let pointers = if i > 0 && pointers { r.below(3) } else { 0 };
        let locals = values + 1 + r.below(2);
        functions.push(Function { values, pointers, locals, ..Function::default() });
    }
    let p = Program { globals, functions };
    let (counters, ids) = Default::default();
    let mut m = Maker { r, p, calls, ids, now: 0, counters, guarded: false, loops: 0, left: 0, calls_left: 6 };
    for i in (0..count).rev() {
        m.now = i;
        m.guarded = false;
        m.left = 4 + m.r.below(5);
        let mut body = Vec::new();
        let recursive = m.calls != Calls::Down && i > 0 && m.p.functions[i].values > 0;
        if recursive && !m.r.one_in(5) {
            let stop = Cond::Cmp(CmpOp::Eq, Expr::Read(Place::Local(0)), Expr::Const(0));
            let id = m.id();
            let e = m.expr(1);
            body.push(Stmt::If(id, stop, vec![Stmt::Return(e)], vec![]));
            m.guarded = true;
        }
        for x in m.f().values..m.f().locals {
            if m.r.one_in(2) {
                let e = if m.r.one_in(2) { Expr::Input } else { m.something() };
                body.push(Stmt::Set(Place::Local(x), e));
            }
        }
        let before = m.calls_left;
        while m.left > 0 {
            let n = m.block(2, false);
            body.extend(n);
        }
        // What comes later is to be called.
        if i + 1 < count && m.calls_left == before && !m.r.one_in(4) {
            let call = m.call_of(i + 1, 1);
            let at = m.r.below(body.len() + 1);
            let place = m.place();
            body.insert(at.max(usize::from(m.guarded)), Stmt::Set(place, call));
        }
        let result = Some(m.expr(1));
        let f = &mut m.p.functions[i];
        (f.body, f.result) = (body, result);
    }
    m.p
}

impl Maker {
    fn id(&mut self) -> Id {
        self.ids += 1;
        self.ids
    }

    fn f(&self) -> &Function {
        &self.p.functions[self.now]
    }

    fn place(&mut self) -> Place {
        let (locals, globals, pointers) = (self.f().locals, self.p.globals.len(), self.f().pointers);
        match self.r.below(6) {
            0 | 1 if globals > 0 => Place::Global(self.r.below(globals)),
            2 if pointers > 0 => Place::Deref(self.r.below(pointers)),
            _ => Place::Local(self.r.below(locals)),
        }
    }

    /// A place that may be written.
    fn target(&mut self) -> Place {
        loop {
            let place = self.place();
            let counter = matches!(place, Place::Local(x) if self.counters.contains(&x));
            // The first argument stays what the guard has seen.
            let guard = self.guarded && place == Place::Local(0);
            if !counter && !guard || self.r.one_in(12) {
                return place;
            }
        }
    }

    fn expr(&mut self, depth: usize) -> Expr {
        match self.r.below(if depth == 0 { 5 } else { 10 }) {
            0 | 1 => Expr::Const(self.r.pick(&[0, 1, 1, 2, 3, 4, 5, 7])),
            2..=4 => Expr::Read(self.place()),
            5 if self.r.one_in(2) => Expr::Input,
            6 if self.calls_left > 0 => self.call(depth - 1),
            7..=8 => {
                let op = self.r.pick(&[BinOp::Add, BinOp::Add, BinOp::Sub, BinOp::And, BinOp::Xor]);
                Expr::Bin(op, self.expr(depth - 1).into(), Expr::Const(1 + self.r.below(7) as u8).into())
            }
            _ => {
                let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::And, BinOp::Or, BinOp::Xor];
                let op = self.r.pick(&ops);
                Expr::Bin(op, self.expr(depth - 1).into(), self.expr(depth - 1).into())
            }
        }
    }

    /// An expression that is no constant.
    fn something(&mut self) -> Expr {
        loop {
            let e = self.expr(1);
            let known = |e: &Expr| matches!(e, Expr::Const(_));
            if !known(&e) && !matches!(&e, Expr::Bin(_, a, b) if known(a) && known(b)) {
                return e;
            }
        }
    }

    /// A call, or something else where nobody can be called.
    fn call(&mut self, depth: usize) -> Expr {
        let count = self.p.functions.len();
        let callees: Vec<usize> = match self.calls {
            Calls::Down => (self.now + 1..count).collect(),
            Calls::Itself => (self.now.max(1)..count).collect(),
            Calls::Any => (1..count).collect(),
        };
        if callees.is_empty() {
            return self.expr(0);
        }
        self.calls_left -= 1;
        let function = self.r.pick(&callees);
        self.call_of(function, depth)
    }

    fn call_of(&mut self, function: usize, depth: usize) -> Expr {
        let up = function <= self.now;
        let (values, pointers) = (self.p.functions[function].values, self.p.functions[function].pointers);
        let mut args = Vec::new();
        for i in 0..values {
            let smaller = up && i == 0 && self.guarded && !self.r.one_in(12);
            args.push(if smaller {
                Expr::Bin(BinOp::Sub, Expr::Read(Place::Local(0)).into(), Expr::Const(1).into())
            } else if i == 0 && self.calls != Calls::Down && self.r.one_in(2) {
                Expr::Const(self.r.below(4) as u8)
            } else {
                self.expr(depth.min(1))
            });
        }
        let pointers = (0..pointers).map(|_| self.place()).collect();
        Expr::Call(Call { id: self.id(), function, values: args, pointers }.into())
    }

    fn cond(&mut self, depth: usize) -> Cond {
        if depth > 0 && self.r.one_in(4) {
            let id = self.id();
            let (a, b) = (self.cond(0).into(), self.cond(depth - 1).into());
            return if self.r.one_in(2) { Cond::And(id, a, b) } else { Cond::Or(id, a, b) };
        }
        let ops = [CmpOp::Eq, CmpOp::Eq, CmpOp::Ne, CmpOp::Ult, CmpOp::Ule, CmpOp::Slt, CmpOp::Sle];
        let op = self.r.pick(&ops);
        let a = self.something();
        let b = if self.r.one_in(3) { self.expr(1) } else { Expr::Const(self.r.below(8) as u8) };
        Cond::Cmp(op, a, b)
    }

    fn block(&mut self, depth: usize, in_loop: bool) -> Vec<Stmt> {
        let mut out = Vec::new();
        for _ in 0..1 + self.r.below(2) {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            self.stmt(depth, in_loop, &mut out);
        }
        out
    }

    fn stmt(&mut self, depth: usize, in_loop: bool, out: &mut Vec<Stmt>) {
        match self.r.below(16) {
            0..=3 if depth > 0 => {
                let (id, cond) = (self.id(), self.cond(1));
                let yes = self.block(depth - 1, in_loop);
                let no = if self.r.one_in(2) { self.block(depth - 1, in_loop) } else { vec![] };
                out.push(Stmt::If(id, cond, yes, no));
            }
            4..=5 if depth > 0 && self.loops < 3 => self.repeat(depth, out),
            6..=7 => out.push(Stmt::Assert(self.id(), self.cond(1))),
            8 => out.push(Stmt::Assume(self.id(), self.cond(1))),
            9 if depth < 2 => {
                let leave = match self.r.below(3) {
                    0 if in_loop => Stmt::Break,
                    1 if in_loop => Stmt::Continue,
                    _ => Stmt::Return(self.expr(1)),
                };
                out.push(leave);
            }
            10..=12 if self.calls_left > 0 => {
                let call = self.call(1);
                let set = !self.r.one_in(3);
                out.push(if set { Stmt::Set(self.target(), call) } else { Stmt::Eval(call) });
            }
            _ => {
                let place = self.target();
                let e = self.expr(2);
                out.push(Stmt::Set(place, e));
            }
        }
    }

    fn repeat(&mut self, depth: usize, out: &mut Vec<Stmt>) {
        self.loops += 1;
        let id = self.id();
        let at_end = self.r.one_in(4);
        if self.r.one_in(3) {
            // As it comes: bounded by the number of states only, if at all.
            let cond =
                if self.r.one_in(6) { Cond::Cmp(CmpOp::Eq, Expr::Const(0), Expr::Const(0)) } else { self.cond(1) };
            let body = self.block(depth - 1, true);
            out.push(Stmt::Loop { id, at_end, cond, body });
            return;
        }
        let i = self.f().locals;
        self.p.functions[self.now].locals += 1;
        self.counters.push(i);
        let (counter, step) = (Expr::Read(Place::Local(i)), 1 + u8::from(self.r.one_in(4)));
        let bound = if self.r.one_in(3) { self.expr(1) } else { Expr::Const(1 + self.r.below(3) as u8) };
        let op = self.r.pick(&[CmpOp::Ult, CmpOp::Ult, CmpOp::Ne]);
        let cond = Cond::Cmp(op, counter.clone(), bound);
        let mut body = self.block(depth - 1, true);
        let next = Expr::Bin(BinOp::Add, counter.into(), Expr::Const(step & MAX).into());
        let at = if self.r.one_in(3) { 0 } else { body.len() };
        body.insert(at, Stmt::Set(Place::Local(i), next));
        if self.r.one_in(2) {
            out.push(Stmt::Set(Place::Local(i), Expr::Const(0)));
        }
        out.push(Stmt::Loop { id, at_end, cond, body });
        self.counters.retain(|&c| c != i);
    }
}
