//! Makes a program smaller while something stays true of it.
//!
//! Oblivious to what that is. One step removes a statement, puts a part in the place of the whole, or a constant in the
//! place of an expression.

use super::language::{Cond, Expr, Program, Stmt};

/// Smaller programs are tried so many times.
const TRIES: usize = 3_000;

/// The smallest program found of which `still` holds.
pub fn shrink(p: &Program, still: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut best = p.clone();
    let mut tries = 0;
    let mut n = 0;
    // Steps that failed are tried again only when all others have failed too.
    let mut since = 0;
    while tries < TRIES {
        let Some(smaller) = step(&best, n) else {
            if since == 0 {
                break;
            }
            (n, since) = (0, 0);
            continue;
        };
        tries += 1;
        if smaller != best && still(&smaller) {
            best = smaller;
            since += 1;
        } else {
            n += 1;
        }
    }
    best
}

/// The `n`th of the steps that the program admits.
fn step(p: &Program, n: usize) -> Option<Program> {
    let mut p = p.clone();
    let mut left = Some(n);
    for f in &mut p.functions {
        block(&mut f.body, &mut left);
        if let Some(e) = &mut f.result {
            expr(e, &mut left);
        }
    }
    left.is_none().then_some(p)
}

/// Is it this step's turn?
fn turn(left: &mut Option<usize>) -> bool {
    match left {
        Some(0) => {
            *left = None;
            true
        }
        Some(n) => {
            *n -= 1;
            false
        }
        None => false,
    }
}

fn block(body: &mut Vec<Stmt>, left: &mut Option<usize>) {
    let mut i = 0;
    while i < body.len() && left.is_some() {
        if turn(left) {
            body.remove(i);
            return;
        }
        let parts: Vec<Vec<Stmt>> = match &body[i] {
            Stmt::If(_, _, yes, no) => vec![yes.clone(), no.clone()],
            Stmt::Loop { body, .. } if !leaves(body) => vec![body.clone()],
            _ => vec![],
        };
        for part in parts {
            if turn(left) {
                body.splice(i..=i, part);
                return;
            }
        }
        match &mut body[i] {
            Stmt::Set(_, e) | Stmt::Eval(e) | Stmt::Return(e) => expr(e, left),
            Stmt::Assume(_, c) | Stmt::Assert(_, c) => cond(c, left),
            Stmt::If(_, c, yes, no) => {
                cond(c, left);
                block(yes, left);
                block(no, left);
            }
            Stmt::Loop { cond: c, body, .. } => {
                cond(c, left);
                block(body, left);
            }
            Stmt::Break | Stmt::Continue => {}
        }
        i += 1;
    }
}

/// Is the loop around it needed?
fn leaves(body: &[Stmt]) -> bool {
    body.iter().any(|s| match s {
        Stmt::Break | Stmt::Continue => true,
        Stmt::If(_, _, yes, no) => leaves(yes) || leaves(no),
        _ => false,
    })
}

fn cond(c: &mut Cond, left: &mut Option<usize>) {
    match c {
        Cond::Cmp(_, a, b) => {
            expr(a, left);
            expr(b, left);
        }
        Cond::And(_, a, b) | Cond::Or(_, a, b) => {
            let side = [&*a, &*b].into_iter().find(|_| turn(left)).cloned();
            if let Some(side) = side {
                *c = *side;
                return;
            }
            cond(a, left);
            cond(b, left);
        }
    }
}

fn expr(e: &mut Expr, left: &mut Option<usize>) {
    if matches!(e, Expr::Const(_)) {
        return;
    }
    for c in [0, 1] {
        if turn(left) {
            *e = Expr::Const(c);
            return;
        }
    }
    match e {
        Expr::Bin(_, a, b) => {
            let side = [&*a, &*b].into_iter().find(|_| turn(left)).cloned();
            if let Some(side) = side {
                *e = *side;
                return;
            }
            expr(a, left);
            expr(b, left);
        }
        Expr::Call(call) => call.values.iter_mut().for_each(|e| expr(e, left)),
        Expr::Const(_) | Expr::Read(_) | Expr::Input => {}
    }
}
