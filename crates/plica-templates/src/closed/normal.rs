//! The shape in which updates are looked at: cuts pushed down to the leaves, reads resolved past stores.
//!
//! Oblivious to recurrences. Invariant: every function gives an equal term. Terms under binders are left alone.

use plica_term::{Op, Sort, Substitution, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tuning;

/// What a rewriter makes of a node: it sees the node as it was, the operator, the sort and the rebuilt arguments.
type Rewrite<'f> = dyn FnMut(TermId, Op, Sort, &[TermId]) -> Option<TermId> + 'f;

/// Rebuilds a term bottom-up; where `f` has nothing to say a node is built as before.
pub fn rebuild(pool: &TermPool, root: TermId, f: &mut Rewrite<'_>) -> TermId {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut stack = vec![root];
    while let Some(&t) = stack.last() {
        if done.contains_key(&t) {
            stack.pop();
            continue;
        }
        let node = pool.node(t);
        let leaf = matches!(node.op, Op::Lambda(_) | Op::Forall(_));
        let before = stack.len();
        if !leaf {
            stack.extend(node.args.iter().filter(|a| !done.contains_key(a)));
        }
        if stack.len() > before {
            continue;
        }
        let args: Vec<TermId> = if leaf { node.args.to_vec() } else { node.args.iter().map(|a| done[a]).collect() };
        let new = f(t, node.op, node.sort, &args)
            .unwrap_or_else(|| if args[..] == node.args[..] { t } else { pool.build(node.op, node.sort, &args) });
        done.insert(t, new);
        stack.pop();
    }
    done[&root]
}

/// The term in the shape that the rules expect; parts for which `keep` holds stay as they are.
pub fn normalise(pool: &TermPool, t: TermId, keep: &dyn Fn(TermId) -> bool) -> TermId {
    if keep(t) {
        return t;
    }
    let mut cuts = FxHashMap::default();
    rebuild(pool, t, &mut |old, op, _, args| {
        if keep(old) {
            return Some(old);
        }
        match op {
            Op::Extract { hi, lo } => {
                let x = narrow(pool, args[0], hi + 1, &mut cuts, 0);
                Some(pool.extract(x, hi, lo))
            }
            Op::Select => Some(read(pool, args[0], args[1], tuning::STORES_RESOLVED.get())),
            _ => None,
        }
    })
}

/// The low `n` bits of `t`.
fn narrow(pool: &TermPool, t: TermId, n: u32, cuts: &mut FxHashMap<(TermId, u32), TermId>, depth: u32) -> TermId {
    let w = pool.width(t);
    if n >= w || depth > tuning::DEPTH_OF_CUT.get() {
        return if n >= w { t } else { pool.extract(t, n - 1, 0) };
    }
    if let Some(&cut) = cuts.get(&(t, n)) {
        return cut;
    }
    let node = pool.node(t);
    let mut sub = |t: TermId| narrow(pool, t, n, cuts, depth + 1);
    let cut = match node.op {
        Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Neg | Op::Not => {
            let args: Vec<TermId> = node.args.iter().map(|&a| sub(a)).collect();
            pool.build(node.op, Sort::Bv(n), &args)
        }
        Op::Shl => match pool.const_value(node.args[1]) {
            Some(k) if k < u128::from(n) => {
                let x = sub(node.args[0]);
                pool.shl(x, pool.bv(k, n))
            }
            Some(_) => pool.bv(0, n),
            None => pool.extract(t, n - 1, 0),
        },
        Op::Ite => {
            let (a, b) = (sub(node.args[1]), sub(node.args[2]));
            pool.ite(node.args[0], a, b)
        }
        _ => pool.extract(t, n - 1, 0),
    };
    cuts.insert((t, n), cut);
    cut
}

/// The element of `array` at `index`, with stores and choices resolved into choices of values.
pub fn read(pool: &TermPool, array: TermId, index: TermId, depth: u32) -> TermId {
    read_once(pool, array, index, depth, &mut FxHashMap::default())
}

fn read_once(
    pool: &TermPool,
    array: TermId,
    index: TermId,
    depth: u32,
    done: &mut FxHashMap<TermId, TermId>,
) -> TermId {
    if let Some(&t) = done.get(&array) {
        return t;
    }
    let node = pool.node(array);
    let element = match node.op {
        Op::Store if depth > 0 => {
            let here = pool.eq(node.args[1], index);
            if pool.is_true(here) {
                return node.args[2];
            }
            let rest = read_once(pool, node.args[0], index, depth - 1, done);
            pool.ite(here, node.args[2], rest)
        }
        Op::Ite if depth > 0 => {
            let a = read_once(pool, node.args[1], index, depth - 1, done);
            let b = read_once(pool, node.args[2], index, depth - 1, done);
            pool.ite(node.args[0], a, b)
        }
        _ => pool.select(array, index),
    };
    done.insert(array, element);
    element
}

/// A substitution's result with cuts pushed down again: `x[i:0]` for a symbol becomes a cut of what replaced it.
pub fn substituted(pool: &TermPool, t: TermId, by: &mut Substitution) -> TermId {
    let new = by.apply(pool, t);
    if new == t {
        return t;
    }
    let mut cuts = FxHashMap::default();
    rebuild(pool, new, &mut |_, op, _, args| match op {
        Op::Extract { hi, lo } => {
            let x = narrow(pool, args[0], hi + 1, &mut cuts, 0);
            Some(pool.extract(x, hi, lo))
        }
        _ => None,
    })
}

/// `t` with every occurrence of the condition `c` outside of binders decided.
pub fn decided(pool: &TermPool, t: TermId, c: TermId, holds: bool) -> TermId {
    rebuild(pool, t, &mut |old, _, _, _| (old == c).then(|| pool.bool(holds)))
}

/// The nodes of a term in no particular order, binders' bodies left out. `None` when there are more than `limit`.
pub fn nodes(pool: &TermPool, t: TermId, limit: usize) -> Option<Vec<TermId>> {
    let mut seen = FxHashSet::default();
    let (mut stack, mut out) = (vec![t], Vec::new());
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            out.push(t);
            if out.len() > limit {
                return None;
            }
            let node = pool.node(t);
            if !matches!(node.op, Op::Lambda(_) | Op::Forall(_)) {
                stack.extend_from_slice(&node.args);
            }
        }
    }
    Some(out)
}
