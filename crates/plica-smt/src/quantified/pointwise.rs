//! Models of instances made into models of quantifiers, one value of the bound symbols after the other: where a body
//! compares a cell with something, the cell gets what the body asks for.
//!
//! This is how the values of a sequence, `∀τ<κ. H[τ+1] = f(H[τ], τ)`, follow from its start, and how a cell comes to be
//! what depends on its place, `∀τ<κ. a[τ] = τ`. Oblivious to how instances were chosen. Whether the whole is a model is
//! for the caller to evaluate: conditions elsewhere may read the same cells.

use std::sync::Arc;

use plica_term::{ConstValue, Evaluator, Model, Op, Sort, SymbolId, TermId, TermPool, mask};
use rustc_hash::FxHashSet;

use super::index::{is_open, spine};
use super::problem::Problem;
use crate::backend::Limit;
use crate::tuning;

/// A cell that a comparison would be true with, if it had another value.
struct Wish {
    array: SymbolId,
    index: TermId,
    /// The cell.
    read: TermId,
    /// Does the side that the cell is on shrink as the cell grows?
    negated: bool,
    /// The sides of the comparison, that of the cell first.
    side: TermId,
    other: TermId,
}

/// A quantifier that has to hold.
struct Active {
    bound: SymbolId,
    count: u128,
    body: TermId,
    wishes: Vec<Wish>,
}

/// The model with cells changed so that all bodies hold; `None` when some body cannot be mended.
pub(crate) fn mended(problem: &Problem<'_>, model: &Model, limit: &Limit) -> Option<Model> {
    let pool = problem.pool;
    let mut evaluator = Evaluator::new(pool, model);
    let mut active = Vec::new();
    for q in problem.defining() {
        if evaluator.try_bits(q.guard) == Some(1) {
            let count = evaluator.try_bits(q.limit)?;
            let wishes = wishes(pool, q.body, problem.whole_arrays(), |t| is_open(pool, t));
            active.push(Active { bound: q.bound, count, body: q.body, wishes });
        }
    }
    drop(evaluator);
    let most = active.iter().map(|q| q.count).max()?;
    if most > tuning::VALUES_MENDED.get() || active.iter().all(|q| q.wishes.is_empty()) {
        return None;
    }
    let mut model = model.clone();
    let mut changes = 0;
    for value in 0..most {
        if value % 1024 == 1023 && limit.exceeded().is_some() {
            return None;
        }
        let mut settled = false;
        for _ in 0..tuning::MENDING_SWEEPS.get() {
            settled = true;
            for q in active.iter().filter(|q| value < q.count) {
                model.set(q.bound, ConstValue::Bv(value));
            }
            let mut evaluator = Evaluator::new(pool, &model);
            let failing: Vec<&Active> =
                active.iter().filter(|q| value < q.count && evaluator.try_bits(q.body) != Some(1)).collect();
            drop(evaluator);
            for q in failing {
                settled = false;
                if !mend(pool, &mut model, q, &mut changes) || changes > tuning::CELLS_MENDED.get() {
                    return None;
                }
            }
            if settled {
                break;
            }
        }
        if !settled {
            return None;
        }
    }
    (changes > 0).then_some(model)
}

/// `hint` with one cell changed such that `extra` holds, if it then `suits` the rest of a query.
pub(crate) fn nudged(pool: &TermPool, hint: &Model, extra: TermId, suits: &dyn Fn(&Model) -> bool) -> Option<Model> {
    let mut model = hint.clone();
    let wishes = wishes(pool, extra, &FxHashSet::default(), |_| true);
    for (index, array, value) in proposals(pool, &model, &wishes) {
        let old = exchange(&mut model, array, index, Some(value));
        if Evaluator::new(pool, &model).holds(extra) && suits(&model) {
            return Some(model);
        }
        exchange(&mut model, array, index, old);
    }
    None
}

/// Changes one cell such that the body holds, if it does not. Says whether it holds now.
fn mend(pool: &TermPool, model: &mut Model, q: &Active, changes: &mut usize) -> bool {
    let mut evaluator = Evaluator::new(pool, model);
    if evaluator.try_bits(q.body) == Some(1) {
        return true;
    }
    for (index, array, value) in proposals(pool, model, &q.wishes) {
        let old = exchange(model, array, index, Some(value));
        if Evaluator::new(pool, model).try_bits(q.body) == Some(1) {
            *changes += 1;
            return true;
        }
        exchange(model, array, index, old);
    }
    false
}

/// Places, arrays and values for cells with which comparisons would be true, or false.
fn proposals(pool: &TermPool, model: &Model, wishes: &[Wish]) -> Vec<(u128, SymbolId, u128)> {
    let mut evaluator = Evaluator::new(pool, model);
    let mut proposals: Vec<(u128, SymbolId, u128)> = Vec::new();
    for wish in wishes {
        let Some(width) = pool.sort(wish.read).bv_width() else { continue };
        let values = [wish.index, wish.read, wish.side, wish.other].map(|t| evaluator.try_bits(t));
        let [Some(index), Some(cell), Some(side), Some(other)] = values else { continue };
        let gap = if wish.negated { side.wrapping_sub(other) } else { other.wrapping_sub(side) };
        let equal = cell.wrapping_add(gap);
        for new in [equal, equal.wrapping_add(1), equal.wrapping_sub(1)] {
            proposals.push((index, wish.array, new & mask(width)));
        }
    }
    // What comes later in the array depends on what comes earlier, if at all.
    proposals.sort_by_key(|p| std::cmp::Reverse(p.0));
    proposals
}

/// Gives a cell another value, or none of its own; the value that it had of its own.
fn exchange(model: &mut Model, array: SymbolId, index: u128, value: Option<u128>) -> Option<u128> {
    if model.array(array).is_none() {
        model.set(array, ConstValue::Array(Arc::default()));
    }
    let entries = &mut Arc::make_mut(model.array_mut(array)?).entries;
    match value {
        Some(value) => entries.insert(index, value),
        None => entries.remove(&index),
    }
}

/// The cells in sums that a body compares in terms that count, those of the arrays in `fixed` left out.
fn wishes(pool: &TermPool, body: TermId, fixed: &FxHashSet<SymbolId>, counts: impl Fn(TermId) -> bool) -> Vec<Wish> {
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![body];
    while let Some(t) = stack.pop() {
        if !counts(t) || !seen.insert(t) || seen.len() > tuning::TERMS_MENDED.get() {
            continue;
        }
        let node = pool.node(t);
        match node.op {
            Op::Forall(_) | Op::Lambda(_) => {}
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle if pool.width(node.args[0]) > 1 => {
                for (side, other) in [(node.args[0], node.args[1]), (node.args[1], node.args[0])] {
                    cells(pool, side, other, fixed, &mut out);
                }
            }
            _ if node.sort == Sort::BOOL => stack.extend(node.args.iter()),
            _ => {}
        }
    }
    out.truncate(tuning::COMPARISONS_MENDED.get());
    out
}

/// Adds the cells that are addends of `side`.
fn cells(pool: &TermPool, side: TermId, other: TermId, fixed: &FxHashSet<SymbolId>, out: &mut Vec<Wish>) {
    let mut stack = vec![(side, false)];
    while let Some((t, negated)) = stack.pop() {
        let node = pool.node(t);
        match node.op {
            Op::Add | Op::Zext | Op::Sext if out.len() + stack.len() < tuning::COMPARISONS_MENDED.get() => {
                stack.extend(node.args.iter().map(|&a| (a, negated)));
            }
            Op::Neg => stack.push((node.args[0], !negated)),
            Op::Select => {
                if let [array] = spine(pool, node.args[0]).0[..]
                    && !fixed.contains(&array)
                {
                    out.push(Wish { array, index: node.args[1], read: t, negated, side, other });
                }
            }
            _ => {}
        }
    }
}
