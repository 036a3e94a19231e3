//! Bodies of loops over arrays, and of loops around loops, a function per kind. Oblivious to what is done with them.

use plica_ir::{BinOp, CmpOp};

use super::generate::{I, Maker, N, add, bin, c, cmp, fit, load, v};
use super::loops::{Expr, Stmt};

/// A search.
pub fn array_read(m: &mut Maker<'_>) {
    m.arrays.push(16);
    let index = if m.w == 4 { v(I) } else { bin(BinOp::And, v(I), c(m.w, 15)) };
    let key = fit(8, m.invariant("k"));
    let cond = cmp(m.r.pick(&[CmpOp::Ne, CmpOp::Ne, CmpOp::Ult, CmpOp::Eq]), load(0, index), key);
    m.conds.insert(m.r.below(2) as usize, cond);
}

/// An index into an array of 16 elements, or of as many as there are indices.
pub fn index(m: &mut Maker<'_>, e: Expr) -> Expr {
    if m.arrays.is_empty() {
        m.arrays.push(if m.w == 5 && m.r.one_in(2) { 32 } else { 16 });
    }
    let bits = m.arrays[0].trailing_zeros();
    if m.w == bits { e } else { bin(BinOp::And, e, c(m.w, m.arrays[0] as u64 - 1)) }
}

/// A sum over the elements.
pub fn array_sum(m: &mut Maker<'_>) {
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

/// An array is filled.
pub fn array_write(m: &mut Maker<'_>) {
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

/// Each element is changed.
pub fn array_increment(m: &mut Maker<'_>) {
    let at = index(m, v(I));
    let by = fit(8, m.invariant("a"));
    let op = m.r.pick(&[BinOp::Add, BinOp::Sub, BinOp::Xor]);
    m.body.push(Stmt::Store(0, at.clone(), bin(op, load(0, at), by)));
}

/// Elements are copied, or moved.
pub fn array_copy(m: &mut Maker<'_>) {
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

/// Two arrays are compared.
pub fn two_arrays(m: &mut Maker<'_>) {
    let at = index(m, v(I));
    m.arrays.push(m.arrays[0]);
    m.conds.push(cmp(m.r.pick(&[CmpOp::Eq, CmpOp::Ule]), load(0, at.clone()), load(1, at.clone())));
    if m.r.one_in(2) {
        m.conds.push(cmp(CmpOp::Ne, load(0, at), c(8, 0)));
    }
}

/// Accesses that may be out of bounds.
pub fn out_of_bounds(m: &mut Maker<'_>) {
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

/// A variable that lives in memory.
pub fn memory(m: &mut Maker<'_>) {
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

/// A loop inside, counting.
pub fn nested(m: &mut Maker<'_>) {
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

/// A loop that counts `j` up from 0, as two statements.
pub fn counted(m: &mut Maker<'_>, j: usize, bound: Expr, body: Stmt) -> [Stmt; 2] {
    let op = m.r.pick(&[CmpOp::Ult, CmpOp::Ne]);
    let body = vec![body, Stmt::Assign(j, add(v(j), c(m.w, 1)))];
    [Stmt::Assign(j, c(m.w, 0)), Stmt::Loop { at_end: false, conds: vec![cmp(op, v(j), bound)], body }]
}

/// Two loops inside, one after the other.
pub fn two_inner_loops(m: &mut Maker<'_>) {
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

/// Writes in a loop inside.
pub fn matrix(m: &mut Maker<'_>) {
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
