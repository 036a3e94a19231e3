//! A parameter for each cycle: places that each iteration changes by one of a few constants.
//!
//! A loop of two cycles, `if (a[i] == x) k++;`, makes κ₁ + κ₂ = κ iterations, and `k` is `k₀ + κ₁`, whatever their
//! order. κ₁ depends on what the iterations read, so it is an element of a sequence: C[τ] of the first τ iterations go
//! the first way. What several places are changed by at once is one way, so all of them share these sequences.
//! Oblivious to where conditions come from. Invariant: values are exact for every number of iterations, and what is
//! said of both ends follows from the definition of the sequences. Terms only.

use plica_term::{Op, Sort, SymbolId, SymbolKind, TermId, TermPool};

use crate::closed::affine::linear;
use crate::closed::normal::decided;
use crate::closed::{PerIteration, Recurrence};
use crate::merge::disjunction;
use crate::tuning;

/// Places whose values are sums of constants times numbers of iterations.
#[derive(Debug)]
pub(crate) struct Counts {
    /// Which places these are.
    pub places: Vec<usize>,
    /// The ways that iterations go, but for the one that is what the others leave.
    ways: Vec<Way>,
    /// What the remaining way adds to each place.
    rest: Vec<u128>,
}

/// What some iterations do.
#[derive(Debug)]
pub(crate) struct Way {
    /// When.
    pub condition: TermId,
    /// What it adds to each place.
    adds: Vec<u128>,
}

/// Those of the places `open` that count ways; `None` if there are none.
pub(crate) fn counts(
    pool: &TermPool,
    recurrences: &[Recurrence],
    fresh: &[PerIteration],
    open: &[usize],
) -> Option<Counts> {
    let mut varying: Vec<SymbolId> = recurrences.iter().filter_map(|r| pool.as_symbol(r.symbol)).collect();
    // Where the places' symbols stand for their first values as well, values in terms of those would be ambiguous.
    if recurrences.iter().any(|r| mentions(pool, r.initial, &varying)) {
        return None;
    }
    varying.extend(fresh.iter().filter_map(|f| pool.as_symbol(f.symbol)));
    let number = |&i: &usize| matches!(pool.sort(recurrences[i].symbol), Sort::Bv(_));
    let alone = |&i: &usize| ways(pool, recurrences, &[i], &varying).is_some();
    let mut places: Vec<usize> = open.iter().copied().filter(number).filter(alone).collect();
    while !places.is_empty() {
        if let Some(mut ways) = ways(pool, recurrences, &places, &varying) {
            // What changes nothing need not be counted.
            let idle = ways.iter().position(|w| w.adds.iter().all(|&a| a == 0)).unwrap_or(ways.len() - 1);
            let rest = ways.remove(idle).adds;
            return Some(Counts { places, ways, rest });
        }
        places.pop();
    }
    None
}

/// The different things that iterations do with the places, if each is to add constants; at least one.
fn ways(pool: &TermPool, recurrences: &[Recurrence], places: &[usize], varying: &[SymbolId]) -> Option<Vec<Way>> {
    let updates: Vec<TermId> = places.iter().map(|&i| recurrences[i].update).collect();
    let mut leaves: Vec<(Vec<TermId>, Vec<u128>)> = Vec::new();
    let mut stack = vec![(Vec::new(), updates)];
    while let Some((path, updates)) = stack.pop() {
        let mut fuel = tuning::NODES_SEARCHED_FOR_SPLIT.get();
        if let Some(c) = updates.iter().find_map(|&t| decision(pool, t, varying, &mut fuel)) {
            if leaves.len() + stack.len() >= tuning::WAYS_LOOKED_AT.get() {
                return None;
            }
            for holds in [false, true] {
                let mut path: Vec<TermId> = path.clone();
                path.push(if holds { c } else { pool.not(c) });
                stack.push((path, updates.iter().map(|&t| decided(pool, t, c, holds)).collect()));
            }
            continue;
        }
        let added = |(&i, &t): (&usize, &TermId)| {
            let (coefficients, rest) = linear(pool, t, &[pool.as_symbol(recurrences[i].symbol)?])?;
            pool.const_value(rest).filter(|_| coefficients[0] == 1)
        };
        leaves.push((path, places.iter().zip(&updates).map(added).collect::<Option<_>>()?));
    }
    let mut grouped: Vec<(Vec<u128>, Vec<&[TermId]>)> = Vec::new();
    for (path, adds) in &leaves {
        match grouped.iter_mut().find(|g| g.0 == *adds) {
            Some(g) => g.1.push(path),
            None => grouped.push((adds.clone(), vec![path])),
        }
    }
    let counted = grouped.len() <= tuning::WAYS_COUNTED.get() + 1;
    let way = |(adds, paths): (Vec<u128>, Vec<&[TermId]>)| Way { condition: disjunction(pool, &paths), adds };
    counted.then(|| grouped.into_iter().map(way).collect())
}

/// A condition that changes and on which a value depends as a sum depends on its addends.
fn decision(pool: &TermPool, t: TermId, varying: &[SymbolId], fuel: &mut usize) -> Option<TermId> {
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        *fuel = fuel.checked_sub(1)?;
        if !mentions(pool, t, varying) {
            continue;
        }
        let node = pool.node(t);
        let condition = match node.op {
            Op::Ite => Some(node.args[0]).filter(|&c| mentions(pool, c, varying)),
            Op::Zext | Op::Sext if pool.width(node.args[0]) == 1 => Some(node.args[0]),
            _ => None,
        };
        match condition.map(|c| (c, pool.node(c))) {
            Some((_, negated)) if negated.op == Op::Not => return Some(negated.args[0]),
            // A bit that is a place of its own is not decided by iterations alone.
            Some((c, _)) => return Some(c),
            None => match node.op {
                Op::Ite => stack.extend_from_slice(&node.args[1..]),
                Op::Add | Op::Neg | Op::Not | Op::Mul | Op::Shl | Op::Zext | Op::Sext | Op::Extract { .. } => {
                    stack.extend_from_slice(&node.args);
                }
                _ => {}
            },
        }
    }
    None
}

fn mentions(pool: &TermPool, t: TermId, symbols: &[SymbolId]) -> bool {
    pool.free_symbols(t).iter().any(|s| symbols.contains(s))
}

impl Counts {
    /// The ways that have a sequence each.
    pub fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// The value of the n-th of the places after `count` iterations, `taken[j]` of which go way j.
    pub fn value(&self, pool: &TermPool, initial: TermId, n: usize, count: TermId, taken: &[TermId]) -> TermId {
        let w = pool.width(initial);
        let times = |t: TermId, by: u128| pool.mul(pool.resize_unsigned(t, w), pool.bv(by, w));
        let first = pool.add(initial, times(count, self.rest[n]));
        let more = |j: usize| times(taken[j], self.ways[j].adds[n].wrapping_sub(self.rest[n]));
        (0..self.ways.len()).fold(first, |sum, j| pool.add(sum, more(j)))
    }

    /// What is known of how many of `count` iterations go which way: each goes one.
    pub fn bounds(&self, pool: &TermPool, count: TermId, taken: &[TermId]) -> Vec<TermId> {
        let mut left = count;
        let mut out = Vec::new();
        for &t in taken {
            out.push(pool.ule(t, left));
            left = pool.sub(left, t);
        }
        out
    }
}

/// The sequence of how many iterations have gone a way.
pub(crate) fn sequence(pool: &TermPool, name: &str, width: u32) -> TermId {
    pool.symbol(name, Sort::Array { index: width, elem: width }, SymbolKind::Sequence)
}
