//! The index set: at which values of its bound variable a quantifier meets the reads elsewhere in a query.
//!
//! Oblivious to solving. Arrays are known by the symbols at the bottom of their stores and choices. Everything here
//! only proposes values: an instance at any value follows from the quantifier, so a proposal that is wrong costs time
//! and nothing else.

use plica_term::{Op, Sort, SymbolId, TermId, TermPool, inverse, mask};
use rustc_hash::FxHashSet;

use crate::tuning;

/// A read of an array of symbolic contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Read {
    /// The array at the bottom.
    pub(crate) array: SymbolId,
    /// The index.
    pub(crate) index: TermId,
}

/// Does a bound symbol occur free in it?
pub(crate) fn is_open(pool: &TermPool, t: TermId) -> bool {
    pool.free_kinds(t).bound
}

/// The array symbols below stores and choices, and the indices of the stores.
pub(crate) fn spine(pool: &TermPool, array: TermId) -> (Vec<SymbolId>, Vec<TermId>) {
    let (mut symbols, mut stores) = (Vec::new(), Vec::new());
    let mut seen = FxHashSet::default();
    let mut stack = vec![array];
    while let Some(t) = stack.pop() {
        if !seen.insert(t) || seen.len() > tuning::ARRAYS_BELOW_READ.get() {
            continue;
        }
        let node = pool.node(t);
        match node.op {
            Op::Symbol(s) => symbols.push(s),
            Op::Store => {
                stores.push(node.args[1]);
                stack.push(node.args[0]);
            }
            Op::Ite => stack.extend_from_slice(&node.args[1..]),
            _ => {}
        }
    }
    symbols.sort_unstable();
    symbols.dedup();
    (symbols, stores)
}

/// What a walk over terms finds out about arrays.
#[derive(Default)]
pub(crate) struct Reads {
    seen: FxHashSet<TermId>,
    /// Reads, and indices written, outside of binders.
    pub(crate) closed: Vec<Read>,
    /// Reads whose index has a bound symbol in it.
    pub(crate) open: Vec<Read>,
    /// Arrays that occur otherwise than read at one index.
    pub(crate) whole: FxHashSet<SymbolId>,
}

impl Reads {
    /// Collects from `t` what was not seen before.
    pub(crate) fn collect(&mut self, pool: &TermPool, t: TermId) {
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if !self.seen.insert(t) {
                continue;
            }
            let node = pool.node(t);
            match node.op {
                Op::Select => {
                    let (symbols, stores) = spine(pool, node.args[0]);
                    for array in symbols {
                        for &index in stores.iter().chain([&node.args[1]]) {
                            let read = Read { array, index };
                            if is_open(pool, index) { &mut self.open } else { &mut self.closed }.push(read);
                        }
                    }
                }
                Op::Eq if matches!(pool.sort(node.args[0]), Sort::Array { .. }) => {
                    for &side in &node.args {
                        self.whole.extend(spine(pool, side).0);
                    }
                }
                _ => {}
            }
            stack.extend_from_slice(&node.args);
        }
    }
}

/// The terms with which a body compares what depends on `bound` alone: its values change there. Both are given.
pub(crate) fn guards(pool: &TermPool, body: TermId, bound: SymbolId) -> Vec<(TermId, TermId)> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![body];
    while let Some(t) = stack.pop() {
        if pool.free_symbols(t).binary_search(&bound).is_err() || !seen.insert(t) {
            continue;
        }
        let node = pool.node(t);
        if matches!(node.op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle)
            && let Sort::Bv(w) = pool.sort(node.args[0])
        {
            let strict = matches!(node.op, Op::Ult | Op::Slt);
            for (index, at, left) in [(node.args[0], node.args[1], true), (node.args[1], node.args[0], false)] {
                if is_open(pool, at) {
                    continue;
                }
                found.push((index, at));
                // The values on both sides of the edge: an upper bound is broken first just beyond it.
                match node.op {
                    Op::Eq => {}
                    _ if left == strict => found.push((index, pool.sub(at, pool.bv(1, w)))),
                    _ => found.push((index, pool.add(at, pool.bv(1, w)))),
                }
            }
        }
        stack.extend_from_slice(&node.args);
    }
    found
}

/// Values `x` for the symbol `bound` at which `index` may equal `target`; `target` has no bound symbol.
pub(crate) fn solutions(pool: &TermPool, index: TermId, bound: SymbolId, target: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    solve(pool, index, bound, target, tuning::INDEX_DEPTH.get(), &mut found);
    found.retain(|&x| !is_open(pool, x));
    found
}

fn solve(pool: &TermPool, index: TermId, bound: SymbolId, target: TermId, depth: u32, found: &mut Vec<TermId>) {
    let node = pool.node(index);
    let Some(w) = node.sort.bv_width() else { return };
    let has = |t: TermId| pool.free_symbols(t).binary_search(&bound).is_ok();
    let Some(depth) = depth.checked_sub(1) else { return };
    let mut go = |t: TermId, target: TermId| solve(pool, t, bound, target, depth, found);
    match node.op {
        Op::Symbol(s) if s == bound => found.push(target),
        Op::Add => match (has(node.args[0]), has(node.args[1])) {
            (true, false) => go(node.args[0], pool.sub(target, node.args[1])),
            (false, true) => go(node.args[1], pool.sub(target, node.args[0])),
            _ => {}
        },
        Op::Xor => match (has(node.args[0]), has(node.args[1])) {
            (true, false) => go(node.args[0], pool.xor(target, node.args[1])),
            (false, true) => go(node.args[1], pool.xor(target, node.args[0])),
            _ => {}
        },
        Op::Neg => go(node.args[0], pool.neg(target)),
        Op::Not => go(node.args[0], pool.not(target)),
        Op::Mul => match (has(node.args[0]), has(node.args[1])) {
            (true, false) => {
                if let Some(quotient) = divided(pool, target, node.args[1], w) {
                    go(node.args[0], quotient);
                }
            }
            (false, true) => {
                if let Some(quotient) = divided(pool, target, node.args[0], w) {
                    go(node.args[1], quotient);
                }
            }
            _ => {}
        },
        Op::Shl => {
            if let Some(k) = pool.const_value(node.args[1]).filter(|&k| k < w.into())
                && let Some(quotient) = divided(pool, target, pool.bv(1 << k, w), w)
            {
                go(node.args[0], quotient);
            }
        }
        Op::Zext | Op::Sext => go(node.args[0], pool.extract(target, pool.width(node.args[0]) - 1, 0)),
        Op::Extract { lo, .. } => {
            let inner = pool.width(node.args[0]);
            let wide = pool.zext(target, inner);
            go(node.args[0], pool.shl(wide, pool.bv(lo.into(), inner)));
        }
        Op::Concat => {
            let low = pool.width(node.args[1]);
            if has(node.args[1]) {
                go(node.args[1], pool.extract(target, low - 1, 0));
            }
            if has(node.args[0]) {
                go(node.args[0], pool.extract(target, w - 1, low));
            }
        }
        Op::Ite => {
            for &side in &node.args[1..] {
                if has(side) {
                    go(side, target);
                }
            }
        }
        // Not invertible: where nothing was cut off, or nothing remained.
        Op::And | Op::Or | Op::Urem | Op::Srem if has(node.args[0]) => go(node.args[0], target),
        Op::Udiv | Op::Sdiv if has(node.args[0]) => go(node.args[0], pool.mul(target, node.args[1])),
        Op::Lshr | Op::Ashr if has(node.args[0]) => go(node.args[0], pool.shl(target, node.args[1])),
        _ => {}
    }
}

/// `target / stride`; `None` when it is known to leave a remainder.
fn divided(pool: &TermPool, target: TermId, stride: TermId, w: u32) -> Option<TermId> {
    let Some(stride_value) = pool.const_value(stride).filter(|&k| k != 0) else {
        // A stride that is not known: only what is visibly a multiple of it.
        let node = pool.node(target);
        return match node.op {
            _ if target == stride => Some(pool.bv(1, w)),
            Op::Const(0) => Some(target),
            Op::Mul if node.args[0] == stride => Some(node.args[1]),
            Op::Mul if node.args[1] == stride => Some(node.args[0]),
            Op::Shl if node.args[0] == stride => Some(pool.shl(pool.bv(1, w), node.args[1])),
            _ => None,
        };
    };
    // A small negative stride is solved as the positive one.
    let negative = stride_value > mask(w) / 2;
    let (stride_value, target) =
        if negative { (stride_value.wrapping_neg() & mask(w), pool.neg(target)) } else { (stride_value, target) };
    let shift = stride_value.trailing_zeros();
    let low = if shift == 0 { 0 } else { mask(shift) };
    if pool.facts(target).ones & low != 0 {
        return None;
    }
    let shifted = if shift == 0 { target } else { pool.lshr(target, pool.bv(shift.into(), w)) };
    let odd = stride_value >> shift;
    if odd == 1 {
        return Some(shifted);
    }
    // The product is shifted last: the target is a multiple of the power of two, the quotient of the odd part too.
    let product = pool.mul(target, pool.bv(inverse(odd), w));
    Some(if shift == 0 { product } else { pool.lshr(product, pool.bv(shift.into(), w)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_term::{ConstValue, Evaluator, Model, SymbolKind};

    /// Proposals are held against trying all values.
    #[test]
    fn a_proposal_hits_whenever_the_index_is_invertible() {
        let pool = TermPool::new();
        let w = 6;
        let bound = pool.symbol("τ", Sort::Bv(w), SymbolKind::Bound);
        let (t, i) =
            (pool.symbol("t", Sort::Bv(w), SymbolKind::Input), pool.symbol("i", Sort::Bv(w), SymbolKind::Input));
        let id = |t: TermId| match pool.node(t).op {
            Op::Symbol(s) => s,
            _ => unreachable!("a symbol is a symbol"),
        };
        let k = |v: u128| pool.bv(v, w);
        let indices = [
            bound,
            pool.add(bound, i),
            pool.sub(i, bound),
            pool.add(pool.mul(bound, k(5)), k(3)),
            pool.add(pool.shl(bound, k(2)), i),
            pool.sub(i, pool.shl(bound, k(1))),
            pool.mul(bound, k(12)),
            pool.add(pool.mul(bound, k(64 - 6)), i),
            pool.sext(pool.add(pool.extract(bound, 3, 0), pool.extract(i, 3, 0)), w),
            pool.xor(pool.not(bound), k(9)),
        ];
        for index in indices {
            let found = solutions(&pool, index, id(bound), t);
            for (tv, iv) in (0..64u128).flat_map(|a| [0u128, 1, 17, 63].map(|b| (a, b))) {
                let mut model = Model::new();
                model.set(id(t), ConstValue::Bv(tv));
                model.set(id(i), ConstValue::Bv(iv));
                let hits = |x: u128| {
                    let mut model = model.clone();
                    model.set(id(bound), ConstValue::Bv(x));
                    Evaluator::new(&pool, &model).try_bits(index) == Some(tv)
                };
                if (0..64).any(hits) {
                    let mut evaluator = Evaluator::new(&pool, &model);
                    let proposed: Vec<u128> = found.iter().filter_map(|&x| evaluator.try_bits(x)).collect();
                    assert!(proposed.iter().any(|&x| hits(x)), "{index:?} at {tv}: {proposed:?}");
                }
            }
        }
    }
}
