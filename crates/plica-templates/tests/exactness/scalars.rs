//! Bodies of loops over scalar variables, a function per kind. Oblivious to what is done with them.

use plica_ir::{BinOp, CmpOp};

use super::generate::{I, Maker, N, add, bin, c, cmp, fit, v};
use super::loops::{Expr, First, Fun, Stmt};

/// Constant and invariant increments.
pub fn increment(m: &mut Maker<'_>) {
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

/// `x = a·x + b`.
pub fn affine(m: &mut Maker<'_>) {
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

/// Shifts by a constant.
pub fn shift(m: &mut Maker<'_>) {
    let x = m.var("x");
    let op = m.r.pick(&[BinOp::Shl, BinOp::LShr, BinOp::AShr]);
    let by = c(m.w, 1 + m.r.below(2));
    m.set(x, bin(op, v(x), by));
    if m.r.one_in(2) {
        m.conds = vec![cmp(CmpOp::Ne, v(x), c(m.w, 0))];
    }
}

/// And, or, xor, complement.
pub fn bitwise(m: &mut Maker<'_>) {
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

/// Sums of the counter.
pub fn polynomial(m: &mut Maker<'_>) {
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

/// Copies of what a variable was.
pub fn delayed(m: &mut Maker<'_>) {
    let (p, x) = (m.var("p"), m.var("x"));
    let by = m.invariant("c");
    if m.r.one_in(2) {
        let q = m.var("q");
        m.set(q, v(p));
    }
    m.set(p, v(x));
    m.set(x, add(v(x), by));
}

/// Exchanges and rotations.
pub fn swap(m: &mut Maker<'_>) {
    let (x, y, t) = (m.var("x"), m.var("y"), m.var("t"));
    if m.r.one_in(3) {
        let z = m.var("z");
        m.body.extend([Stmt::Assign(t, v(x)), Stmt::Assign(x, v(y)), Stmt::Assign(y, v(z)), Stmt::Assign(z, v(t))]);
    } else {
        m.body.extend([Stmt::Assign(t, v(x)), Stmt::Assign(x, v(y)), Stmt::Assign(y, v(t))]);
    }
}

/// A branch on what no iteration changes.
pub fn invariant_choice(m: &mut Maker<'_>) {
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

/// Two cycles with different effects.
pub fn two_cycles(m: &mut Maker<'_>) {
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

/// A second exit, in the middle or at an end.
pub fn several_exits(m: &mut Maker<'_>) {
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

/// An unknown value in each iteration.
pub fn nondet(m: &mut Maker<'_>) {
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

/// A branch on an unknown value.
pub fn nondet_choice(m: &mut Maker<'_>) {
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

/// A call of a function.
pub fn call(m: &mut Maker<'_>) {
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

/// Conditions of several parts.
pub fn short_circuit(m: &mut Maker<'_>) {
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

/// Variables of two widths.
pub fn other_width(m: &mut Maker<'_>) {
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

/// `continue`.
pub fn goes_on(m: &mut Maker<'_>) {
    let x = m.var("x");
    let (a, k) = (m.invariant("a"), m.invariant("k"));
    let step = Stmt::Assign(I, add(v(I), m.step.clone()));
    let cond = cmp(m.r.pick(&[CmpOp::Ult, CmpOp::Eq]), v(I), k);
    m.body.push(Stmt::If(cond, vec![step, Stmt::Continue], vec![]));
    m.set(x, add(v(x), a));
}

/// Signed overflow is an error.
pub fn overflow(m: &mut Maker<'_>) {
    let x = m.var("x");
    let by = m.invariant("a");
    let op = m.r.pick(&[BinOp::Add, BinOp::Add, BinOp::Sub, BinOp::Mul]);
    m.set(x, Expr::Checked(op, Box::new(v(x)), Box::new(by)));
}

/// Places kept as sequences.
pub fn no_closed_form(m: &mut Maker<'_>) {
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

/// A choice without a branch.
pub fn select(m: &mut Maker<'_>) {
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

/// Two variables, each a linear function of both.
pub fn linear_system(m: &mut Maker<'_>) {
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
