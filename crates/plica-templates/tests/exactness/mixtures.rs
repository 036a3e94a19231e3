//! Bodies made of any statements, and functions that call themselves. Oblivious to what is done with them.

use plica_ir::{BinOp, CmpOp};

use super::arrays::index;
use super::generate::{I, Maker, N, add, bin, c, cmp, fit, load, v};
use super::loops::{Expr, First, Fun, Stmt};

/// Whatever.
pub fn mixture(m: &mut Maker<'_>) {
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

/// Any condition.
pub fn any_cond(m: &mut Maker<'_>) -> Expr {
    let op = m.r.pick(&[CmpOp::Eq, CmpOp::Ne, CmpOp::Ult, CmpOp::Ule, CmpOp::Slt, CmpOp::Sge]);
    cmp(op, any_expr(m, 1), any_expr(m, 0))
}

/// Any expression.
pub fn any_expr(m: &mut Maker<'_>, depth: u32) -> Expr {
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

/// Any statement.
pub fn any_stmt(m: &mut Maker<'_>, vars: &[usize], depth: u32) -> Stmt {
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
pub fn nested_mixture(m: &mut Maker<'_>) {
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
pub fn recursive(m: &mut Maker<'_>, stop: Expr, base: Expr, before: Vec<Stmt>, args: Vec<Expr>, after: Vec<Stmt>) {
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
pub fn stop(m: &mut Maker<'_>) -> (Expr, Expr) {
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

/// Accumulators, and what is made of results.
pub fn recursion(m: &mut Maker<'_>) {
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

/// A search by recursion.
pub fn recursive_search(m: &mut Maker<'_>) {
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

/// Any argument, any result.
pub fn recursive_mixture(m: &mut Maker<'_>) {
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

/// Counters, of which each iteration changes some by constants: by what it reads, is given, or has counted so far.
pub fn counting(m: &mut Maker<'_>) {
    let counters: Vec<usize> = (0..1 + m.r.below(3)).map(|n| m.var(["x", "y", "z"][n as usize])).collect();
    let u = m.var("u");
    if m.r.one_in(2) {
        m.body.push(Stmt::Nondet(u));
    }
    let limit = m.invariant("k");
    let condition = |m: &mut Maker<'_>| match m.r.below(5) {
        0 => {
            let at = index(m, v(I));
            cmp(m.r.pick(&[CmpOp::Eq, CmpOp::Ult]), load(0, at), c(8, m.r.below(3)))
        }
        1 => cmp(CmpOp::Ult, v(I), c(m.w, m.r.next())),
        2 => cmp(CmpOp::Ule, v(counters[0]), limit.clone()),
        3 => cmp(CmpOp::Eq, bin(BinOp::And, v(I), c(m.w, 1)), c(m.w, 0)),
        _ => cmp(CmpOp::Slt, v(u), c(m.w, m.r.below(3))),
    };
    let step = |m: &mut Maker<'_>, x: usize| {
        let by = match m.r.below(3) {
            0 => 1,
            1 => u64::MAX,
            _ => m.r.next(),
        };
        Stmt::Assign(x, add(v(x), c(m.w, by)))
    };
    for &x in &counters {
        let cond = condition(m);
        let yes = vec![step(m, x)];
        match m.r.below(4) {
            0 => m.set(x, add(v(x), fit(m.w, cond))),
            1 => {
                let y = m.r.pick(&counters);
                let no = vec![step(m, y)];
                m.body.push(Stmt::If(cond, yes, no));
            }
            2 => {
                let (other, y) = (condition(m), m.r.pick(&counters));
                let no = vec![Stmt::If(other, vec![step(m, y)], vec![])];
                m.body.push(Stmt::If(cond, yes, no));
            }
            _ => m.body.push(Stmt::If(cond, yes, vec![])),
        }
    }
    if m.r.one_in(3) {
        let limit = m.invariant("e");
        m.conds.push(cmp(m.r.pick(&[CmpOp::Ne, CmpOp::Ule]), v(counters[0]), limit));
    }
}
