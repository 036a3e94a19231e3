//! Sums of which only the whole matters, each made one symbol.
//!
//! Behind loops that count on from each other a place is `κ₂ + κ₃ + κ₄ + 10`, and what bounds κ₅ is said in terms of
//! it. How the sum comes about does not matter then, but a solver tries all that it may be made of. Here addends that
//! occur in the conditions on the youngest κ together only, with the same coefficient, become one symbol, there and
//! elsewhere; conditions that speak of them apart are left out. That relaxes the conditions: what is contradictory of
//! them is so of the others. Oblivious to where the conditions come from.

use plica_term::{Op, Sort, SymbolId, SymbolKind, TermId, TermPool, mask};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tuning;

/// A sum: its addends with their coefficients, and the constant.
#[derive(Default)]
struct Sum {
    addends: Vec<(TermId, u128)>,
    constant: u128,
}

/// In which sums an addend is, and how often.
type Places = Vec<(usize, u128)>;

/// Conditions that follow from some of these, with what each is made of; `None` if there are no such sums.
pub(crate) fn relaxed(pool: &TermPool, conditions: &[TermId]) -> Option<Vec<(TermId, TermId)>> {
    let youngest = youngest(pool, conditions)?;
    let own = |t: TermId| pool.free_symbols(t).contains(&youngest);
    let ties = ties(pool, conditions.iter().copied().filter(|&t| own(t)));
    if ties.is_empty() {
        return None;
    }
    let apart: FxHashSet<SymbolId> =
        ties.iter().flat_map(|(addends, _)| addends).flat_map(|&t| pool.free_symbols(t).to_vec()).collect();
    let mut done = FxHashMap::default();
    let relaxed = |&t: &TermId| (pool.rebuild(t, &mut done, |t| tied(pool, &ties, t)), t);
    let matters = |&(made, t): &(TermId, TermId)| own(t) || !pool.free_symbols(made).iter().any(|s| apart.contains(s));
    Some(conditions.iter().map(relaxed).filter(matters).collect())
}

/// The κ that came last.
fn youngest(pool: &TermPool, conditions: &[TermId]) -> Option<SymbolId> {
    let kappas = conditions.iter().flat_map(|&t| pool.free_symbols(t).to_vec());
    let at = |s: SymbolId| match pool.symbol_info(s).kind {
        SymbolKind::Kappa { at } => Some((at, s)),
        _ => None,
    };
    kappas.filter_map(at).max().map(|(_, s)| s)
}

/// Addends that conditions have together only, and a symbol for their sum.
fn ties(pool: &TermPool, conditions: impl Iterator<Item = TermId>) -> Vec<(Vec<TermId>, TermId)> {
    let mut places: FxHashMap<TermId, Places> = FxHashMap::default();
    let mut order = Vec::new();
    let (mut seen, mut stack) = (FxHashSet::default(), conditions.collect::<Vec<TermId>>());
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        let sum = match pool.node(t).op {
            Op::Const(_) => continue,
            Op::Add | Op::Neg => addends(pool, t).unwrap_or_default().addends,
            _ => vec![(t, 1)],
        };
        for &(addend, coefficient) in &sum {
            if !places.contains_key(&addend) {
                order.push(addend);
            }
            places.entry(addend).or_default().push((seen.len(), coefficient));
            stack.extend(pool.node(addend).args.iter());
        }
    }
    let mut alike: Vec<(Vec<TermId>, &Places)> = Vec::new();
    for addend in order {
        let at = &places[&addend];
        let same = |(of, there): &&mut (Vec<TermId>, _)| *there == at && pool.sort(of[0]) == pool.sort(addend);
        match alike.iter_mut().find(same) {
            Some((of, _)) => of.push(addend),
            None => alike.push((vec![addend], at)),
        }
    }
    let several = alike.into_iter().map(|(of, _)| of).filter(|of| of.len() > 1 && pool.sort(of[0]) != Sort::BOOL);
    let named = |of: Vec<TermId>| {
        let names: Vec<String> = of.iter().map(|t| t.index().to_string()).collect();
        let symbol = pool.symbol(&format!("sum of {}", names.join(",")), pool.sort(of[0]), SymbolKind::Input);
        (of, symbol)
    };
    several.map(named).collect()
}

/// The sum that a term is, with symbols for the addends that are tied, if any of them are in it together.
fn tied(pool: &TermPool, ties: &[(Vec<TermId>, TermId)], t: TermId) -> Option<TermId> {
    let node = pool.node(t);
    if !matches!(node.op, Op::Add | Op::Neg) {
        return None;
    }
    let width = node.sort.bv_width()?;
    let Sum { mut addends, constant } = addends(pool, t)?;
    let before = addends.len();
    for (of, symbol) in ties {
        let coefficient = |t: TermId| addends.iter().find(|a| a.0 == t).map(|a| a.1);
        let first = coefficient(of[0]);
        if let Some(first) = first.filter(|_| of.iter().all(|&t| coefficient(t) == first)) {
            addends.retain(|a| !of.contains(&a.0));
            addends.push((*symbol, first));
        }
    }
    let scaled = |(t, by): (TermId, u128)| pool.mul(t, pool.bv(by, width));
    let changed = addends.len() < before;
    changed.then(|| addends.into_iter().map(scaled).fold(pool.bv(constant, width), |sum, t| pool.add(sum, t)))
}

/// What a sum is of; `None` if it has too many addends.
fn addends(pool: &TermPool, t: TermId) -> Option<Sum> {
    let width = pool.sort(t).bv_width()?;
    let mut sum = Sum::default();
    let mut stack = vec![(t, 1u128)];
    while let Some((t, by)) = stack.pop() {
        let node = pool.node(t);
        match node.op {
            Op::Const(value) => sum.constant = sum.constant.wrapping_add(value.wrapping_mul(by)) & mask(width),
            Op::Add => stack.extend(node.args.iter().map(|&a| (a, by))),
            Op::Neg => stack.push((node.args[0], by.wrapping_neg() & mask(width))),
            _ => match sum.addends.iter_mut().find(|a| a.0 == t) {
                Some(addend) => addend.1 = addend.1.wrapping_add(by) & mask(width),
                None => sum.addends.push((t, by)),
            },
        }
        if sum.addends.len() + stack.len() > tuning::ADDENDS_TIED.get() {
            return None;
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_term::{ConstValue, Evaluator, Model};

    /// Conditions on sums that have what the youngest κ does not tell apart in common. What is made of them is worth
    /// the same where the new symbols are the sums.
    #[test]
    fn what_is_relaxed_holds_where_the_conditions_do() {
        let pool = TermPool::new();
        let w = 6;
        let kappa = |at: u32| pool.symbol(&format!("κ{at}"), Sort::Bv(w), SymbolKind::Kappa { at });
        let (x, y, z, last) = (kappa(0), kappa(1), kappa(2), kappa(3));
        let n = pool.symbol("n", Sort::Bv(w), SymbolKind::Input);
        let whole = pool.add(pool.add(x, y), z);
        let above = |t: TermId, by: u128| pool.add(t, pool.bv(by, w));
        let conditions = [
            pool.ule(above(pool.add(whole, last), 5), n),
            pool.eq(last, pool.sub(n, above(whole, 9))),
            pool.ult(pool.neg(pool.add(whole, last)), pool.bv(40, w)),
            pool.ult(above(whole, 3), pool.bv(50, w)),
            pool.ule(pool.add(x, y), n),
            pool.sle(n, pool.bv(20, w)),
        ];
        let relaxed = relaxed(&pool, &conditions).expect("three addends are tied");
        assert_eq!(relaxed.len(), 5, "what speaks of the addends apart is left out");
        let id = |t: TermId| pool.as_symbol(t).expect("a symbol");
        let new = relaxed
            .iter()
            .flat_map(|r| pool.free_symbols(r.0).to_vec())
            .find(|&s| ![x, y, z, last, n].iter().any(|&t| id(t) == s));
        let mut seed = 12345u64;
        for _ in 0..2000 {
            let mut model = Model::new();
            for t in [x, y, z, last, n] {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                model.set(id(t), ConstValue::Bv(u128::from(seed >> 58)));
            }
            let sum = Evaluator::new(&pool, &model).try_bits(whole).expect("a number");
            model.set(new.expect("a new symbol"), ConstValue::Bv(sum));
            let mut evaluator = Evaluator::new(&pool, &model);
            for &(made, of) in &relaxed {
                assert_eq!(evaluator.try_bits(made), evaluator.try_bits(of), "{}", pool.infix(of));
            }
        }
    }
}
