//! What is known of a sum without a closed form: between the least and the greatest that an iteration adds, as often
//! as there are iterations.
//!
//! `min ≤ g ≤ max` in every iteration gives `κ·min ≤ H[κ] - H[0] ≤ κ·max`. The sum wraps, so it is said of how far the
//! sum is above `κ·min`, as long as `κ·(max - min)` does not wrap; beyond that nothing is said. Bounds come from the
//! terms, and from questions about one iteration in general. Consequences only: they refute what instances of the
//! quantified condition do not. Oblivious to how sequences are made.

use plica_exec::{Machine, State};
use plica_explore::Asker;
use plica_term::{ConstValue, Evaluator, Op, Sort, Substitution, SymbolKind, TermId, TermPool, mask, sign_extend};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::closed::Recurrence;
use crate::tuning;

/// What holds of a place after `count` iterations, `value` being its value then, if each adds between `least` and
/// `greatest` to it, read as signed numbers.
pub(crate) fn fact(
    pool: &TermPool,
    place: &Recurrence,
    value: TermId,
    count: TermId,
    (least, greatest): (i128, i128),
) -> TermId {
    let w = pool.width(value);
    let span = greatest.wrapping_sub(least) as u128;
    if greatest < least || span > mask(w) {
        return pool.true_();
    }
    let number = |n: u128| pool.bv(n, w);
    let low = pool.resize_unsigned(count, w);
    let above = pool.sub(pool.sub(value, place.initial), pool.mul(low, number(least as u128)));
    let within = pool.ule(above, pool.mul(low, number(span)));
    // As many iterations as this cannot be too many to count in so many bits.
    let most = mask(w).checked_div(span).unwrap_or(u128::MAX).min(mask(w));
    let cw = pool.width(count);
    if most >= mask(cw) {
        return within;
    }
    pool.or(pool.ult(pool.bv(most, cw), count), within)
}

/// The least and the greatest value that `added` can have in a state, as signed numbers, as far as that is found out.
pub(crate) fn range(machine: &Machine, asker: &mut Asker<'_>, s: &State, added: TermId) -> (i128, i128) {
    let (_, _, least, greatest) = machine.pool.range(added);
    range_within(machine, asker, s, added, (least, greatest))
}

/// The same of a term of a few numbers, of which that is found out first: how large a product of them can be is easier
/// to see then.
pub(crate) fn range_by_numbers(machine: &Machine, asker: &mut Asker<'_>, s: &State, added: TermId) -> (i128, i128) {
    let pool = &machine.pool;
    let mut smaller = FxHashMap::default();
    for &id in pool.free_symbols(added).iter().take(tuning::NUMBERS_BOUNDED.get()) {
        let (symbol, info) = (pool.symbol_term(id), pool.symbol_info(id));
        let Sort::Bv(width) = info.sort else { continue };
        let (least, greatest) = range(machine, asker, s, symbol);
        let bits = |n: i128| 128 - (if n < 0 { !n } else { n }).leading_zeros();
        let bits = bits(least).max(bits(greatest)) + u32::from(least < 0);
        if bits < width {
            let name = format!("{} in {bits} bits", info.name);
            let few = pool.symbol(&name, Sort::Bv(bits.max(1)), SymbolKind::General);
            smaller.insert(id, if least < 0 { pool.sext(few, width) } else { pool.zext(few, width) });
        }
    }
    let (_, _, least, greatest) = pool.range(Substitution::new(smaller).apply(pool, added));
    range_within(machine, asker, s, added, (least, greatest))
}

/// The same, where it is between two numbers.
fn range_within(
    machine: &Machine,
    asker: &mut Asker<'_>,
    s: &State,
    added: TermId,
    (least, greatest): (i128, i128),
) -> (i128, i128) {
    let pool = &machine.pool;
    let candidates = candidates(pool, s, added);
    let greatest = extreme(pool, asker, s, added, (least, greatest), &candidates);
    // The other way round: the greatest of what is bitwise different.
    let mirrored: Vec<i128> = candidates.iter().rev().map(|c| !c).collect();
    let least = !extreme(pool, asker, s, pool.not(added), (!greatest, !least), &mirrored);
    (least, greatest)
}

/// A number that `t` does not exceed, between these: the least one if few questions find it. `first` are numbers that
/// may be it, in ascending order.
fn extreme(
    pool: &TermPool,
    asker: &mut Asker<'_>,
    s: &State,
    t: TermId,
    (mut seen, mut most): (i128, i128),
    first: &[i128],
) -> i128 {
    let w = pool.width(t);
    let value = |model: &plica_term::Model| {
        let ConstValue::Bv(v) = Evaluator::new(pool, model).eval(t) else { return None };
        Some(sign_extend(v, w))
    };
    seen = seen.max(value(&s.model).unwrap_or(seen));
    let mut asker = asker.at_most(tuning::WORK_PER_BOUND.get());
    for _ in 0..tuning::QUESTIONS_PER_BOUND.get() {
        if seen >= most {
            break;
        }
        let between: Vec<i128> = first.iter().copied().filter(|&c| seen <= c && c < most).collect();
        let at = match between.get(between.len() / 2) {
            Some(&candidate) => candidate,
            None => seen + (most - seen) / 2,
        };
        match asker.possible(s, pool.slt(pool.bv(at as u128, w), t)) {
            None => most = at,
            Some(Ok(model)) => seen = value(&model).unwrap_or(at + 1).max(at + 1),
            Some(Err(_)) => break,
        }
    }
    most
}

/// Numbers that are likely bounds, in ascending order: powers of two, and constants that the conditions have.
fn candidates(pool: &TermPool, s: &State, added: TermId) -> Vec<i128> {
    let w = pool.width(added);
    let (least, greatest) = (i128::MIN >> (128 - w), i128::MAX >> (128 - w));
    let mut out: Vec<i128> = vec![0, -1];
    for bit in 0..w.saturating_sub(1) {
        out.extend([(1 << bit) - 1, -(1 << bit)]);
    }
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack: Vec<TermId> = s.pc.iter().copied().chain([added]).collect();
    while let Some(t) = stack.pop() {
        if seen.len() >= tuning::NODES_SEARCHED_FOR_BOUND.get() {
            break;
        }
        if !seen.insert(t) {
            continue;
        }
        let node = pool.node(t);
        if let Op::Const(v) = node.op
            && let Some(w) = node.sort.bv_width()
        {
            for v in [v as i128, sign_extend(v, w)] {
                out.extend([v.saturating_sub(1), v, v.saturating_add(1), v.saturating_neg()]);
            }
        }
        stack.extend_from_slice(&node.args);
    }
    out.retain(|v| (least..=greatest).contains(v));
    out.sort_unstable();
    out.dedup();
    out
}
