//! Conditions under each other: where one is a part of another, it is known there (*contextual simplification*, as Z3
//! calls it).
//!
//! Paths that were merged have choices over what told them apart, and once that is decided again, the choices are too:
//! of `a or b`, `not a` and `(if a then x else y) < z` is left `not a`, `b` and `y < z`. That is what a path on which
//! nothing was merged asks about, so its answer is there, and solvers have less to do. What is asked about is not known
//! in the conditions of the path: these stay the same from question to question, and solvers keep what they have
//! learned of them. Oblivious to solvers. Invariant: what is left is equivalent to what was there.

use plica_term::{Op, Sort, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::bounds::Facts;
use crate::shape::{CHOICE, FORALL, LAMBDA, Shapes};
use crate::slice::conjuncts;
use crate::tuning;

/// A condition, and those of the slice of which it is a consequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Consequence {
    pub(crate) term: TermId,
    pub(crate) of: Vec<TermId>,
}

/// What conditions are under each other: in order, or false alone where they contradict each other.
pub(crate) type Simplified = Vec<Consequence>;

/// The conditions under each other, and how many terms were looked at; nothing if that makes no difference. Those that
/// are `asked` about are known in no other.
pub(crate) fn simplified(
    pool: &TermPool,
    shapes: &mut Shapes,
    conditions: &[TermId],
    asked: &[TermId],
) -> (Option<Simplified>, u64) {
    let shape = conditions.iter().fold(0, |all, &t| all | shapes.of(pool, t));
    if shape & CHOICE == 0 || shape & (FORALL | LAMBDA) != 0 || conditions.len() == 1 {
        return (None, 0);
    }
    let mut context = Context::default();
    let mut now: Simplified = conditions.iter().map(|&term| Consequence { term, of: vec![term] }).collect();
    let mut simpler = false;
    // What is left of one may be a part of those before it.
    while let Some(next) = context.round(pool, shapes, &now, asked) {
        (now, simpler) = (next, true);
        if now.iter().any(|c| pool.is_false(c.term)) {
            break;
        }
    }
    (simpler.then_some(now), context.looked_at)
}

/// The conditions of which those of a core are consequences; nothing if one of these is not there, or none is known.
pub(crate) fn core(simplified: &Simplified, core: &[TermId]) -> Option<Vec<TermId>> {
    let of = |t: &TermId| simplified.iter().find(|c| c.term == *t).map(|c| c.of.iter().copied());
    let of_all: Vec<_> = core.iter().map(of).collect::<Option<_>>()?;
    (!of_all.is_empty()).then(|| of_all.into_iter().flatten().collect())
}

/// What is known where a condition is looked at.
#[derive(Default)]
struct Context {
    /// Conditions and their negations: what they are, and which condition says so, by its place.
    known: FxHashMap<TermId, (TermId, usize)>,
    /// What they say of terms that they compare with values.
    facts: Facts,
    /// How many terms were looked at.
    looked_at: u64,
}

impl Context {
    /// Each condition under those before it, in an order in which what may be a part of another comes before it;
    /// nothing if that makes no difference.
    fn round(
        &mut self,
        pool: &TermPool,
        shapes: &mut Shapes,
        conditions: &[Consequence],
        asked: &[TermId],
    ) -> Option<Simplified> {
        (self.known, self.facts) = Default::default();
        let mut parts: Vec<Consequence> = Vec::with_capacity(conditions.len());
        for c in conditions {
            split(pool, c.term, |term| parts.push(Consequence { term, of: c.of.clone() }));
        }
        // Parts are older than what they are parts of.
        let mut age = |t: TermId| (shapes.of(pool, t) & CHOICE, t.index().min(pool.not(t).index()), t);
        parts.sort_by_cached_key(|part| age(part.term));
        let (mut changed, mut out) = (false, Vec::with_capacity(parts.len()));
        for at in 0..parts.len() {
            let Consequence { term, of } = &parts[at];
            let (under, because) = self.under(pool, shapes, *term);
            changed |= under != *term;
            let mut of = of.clone();
            because.into_iter().for_each(|place| of.extend_from_slice(&parts[place].of));
            of.sort_unstable();
            of.dedup();
            let mut left = Vec::new();
            if !conjuncts(pool, under, &mut left) {
                return Some(vec![Consequence { term: pool.false_(), of }]);
            }
            out.extend(left.into_iter().map(|term| Consequence { term, of: of.clone() }));
            if parts[at].of.iter().any(|t| asked.contains(t)) {
                continue;
            }
            self.known.insert(*term, (pool.true_(), at));
            self.known.insert(pool.not(*term), (pool.false_(), at));
            self.facts.note(pool, *term, at);
        }
        out.sort_by_key(|c| c.term);
        out.dedup_by_key(|c| c.term);
        changed.then_some(out)
    }

    /// A condition under what is known, and the places of the conditions that were used.
    fn under(&mut self, pool: &TermPool, shapes: &mut Shapes, t: TermId) -> (TermId, Vec<usize>) {
        let Context { known, facts, looked_at } = self;
        let mut because = Vec::new();
        let under = pool.rebuild(t, &mut FxHashMap::default(), |part| {
            *looked_at += 1;
            if let Some(&(known, at)) = known.get(&part) {
                because.push(at);
                return Some(known);
            }
            if part != t
                && let Some((holds, from)) = facts.decide(pool, part)
            {
                because.extend_from_slice(from);
                return Some(pool.bool(holds));
            }
            let stays = *looked_at > tuning::TERMS_UNDER_OTHERS.get() || shapes.of(pool, part) & CHOICE == 0;
            stays.then_some(part)
        });
        (under, because)
    }
}

/// The conditions that one is made of; also those of which all negations hold since no choice between them does.
fn split(pool: &TermPool, t: TermId, mut out: impl FnMut(TermId)) {
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        let node = pool.node(t);
        let of_not = (node.op == Op::Not).then(|| pool.node(node.args[0]));
        match (node.op, of_not) {
            (Op::And, _) if node.sort == Sort::BOOL => stack.extend(node.args.iter().copied()),
            (_, Some(inner)) if inner.op == Op::Or && inner.sort == Sort::BOOL => {
                stack.extend(inner.args.iter().map(|&a| pool.not(a)));
            }
            _ => out(t),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plica_term::{ConstValue, Evaluator, Model, SymbolKind};

    use super::*;

    fn under_each_other(pool: &TermPool, conditions: &[TermId]) -> Option<Vec<TermId>> {
        let left = simplified(pool, &mut Shapes::default(), conditions, &[]).0?;
        Some(left.into_iter().map(|c| c.term).collect())
    }

    #[test]
    fn choices_over_what_is_decided_are_made() {
        let pool = TermPool::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Bv(8), SymbolKind::Input));
        let value = |n: u128| pool.bv(n, 8);
        let [a, b] = [pool.ult(x, value(65)), pool.ult(value(90), y)];
        let early = pool.or(a, b);
        let choice = |cond: TermId| pool.ult(pool.ite(cond, z, pool.add(x, y)), value(7));
        let expected = |mut left: Vec<TermId>| {
            left.sort_unstable();
            Some(left)
        };
        let (sum, apart) = (pool.ult(pool.add(x, y), value(7)), [pool.not(a), pool.not(b)]);
        let conditions = [pool.or(early, pool.and(apart[0], apart[1])), pool.not(early), choice(early)];
        assert_eq!(under_each_other(&pool, &conditions), expected(vec![apart[0], apart[1], sum]));
        // What follows from bounds.
        let low = pool.ult(x, value(3));
        assert_eq!(under_each_other(&pool, &[low, choice(pool.eq(x, value(5)))]), expected(vec![low, sum]));
        assert_eq!(under_each_other(&pool, &[low, pool.or(pool.eq(x, value(5)), b)]), expected(vec![low, b]));
        let none = pool.or(pool.eq(x, value(5)), pool.ult(value(3), x));
        assert_eq!(under_each_other(&pool, &[low, none]), Some(vec![pool.false_()]));
        // What is asked is not known in the rest, and nothing is known of a part.
        let left = simplified(&pool, &mut Shapes::default(), &[early, choice(early)], &[early]).0;
        assert_eq!(left, None);
        assert_eq!(under_each_other(&pool, &[pool.ult(z, y), choice(a)]), None);
        assert_eq!(under_each_other(&pool, &[early]), None);
    }

    #[test]
    fn cores_are_of_what_was_there() {
        let pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.symbol(name, Sort::BOOL, SymbolKind::Input));
        let either = pool.or(a, b);
        let (left, _) = simplified(&pool, &mut Shapes::default(), &[either, pool.not(a)], &[]);
        let left = left.unwrap_or_default();
        let sorted = |of: Vec<TermId>| BTreeSet::from_iter(of);
        assert_eq!(core(&left, &[b]).map(sorted), Some(BTreeSet::from([either, pool.not(a)])));
        assert_eq!(core(&left, &[pool.not(a)]), Some(vec![pool.not(a)]));
        assert_eq!((core(&left, &[b, c]), core(&left, &[])), (None, None));
    }

    /// Random conditions over three numbers of two bits and two conditions, held against all assignments.
    #[test]
    fn what_is_left_is_equivalent() {
        const NUMBERS: usize = 3;
        let pool = TermPool::new();
        let sort = |i: usize| if i < NUMBERS { Sort::Bv(2) } else { Sort::BOOL };
        let symbols: Vec<TermId> = (0..5).map(|i| pool.symbol(&format!("s{i}"), sort(i), SymbolKind::Input)).collect();
        let models: Vec<Model> = (0..1u128 << 8)
            .map(|bits| {
                let mut model = Model::new();
                let mut shift = 0;
                for &t in &symbols {
                    let width = pool.width(t);
                    let value = bits >> shift & ((1 << width) - 1);
                    pool.free_symbols(t).iter().for_each(|&id| model.set(id, ConstValue::Bv(value)));
                    shift += width;
                }
                model
            })
            .collect();
        let mut random = fastrand::Rng::with_seed(7);
        let [mut simpler, mut contradictory] = [0; 2];
        for _ in 0..3000 {
            let mut numbers: Vec<TermId> = symbols[..NUMBERS].to_vec();
            let mut conditions: Vec<TermId> = symbols[NUMBERS..].to_vec();
            for _ in 0..random.usize(4..24) {
                let number = |random: &mut fastrand::Rng| match random.bool() {
                    true => pool.bv(random.u128(..4), 2),
                    false => numbers[random.usize(..numbers.len())],
                };
                let (m, n) = (numbers[random.usize(..numbers.len())], number(&mut random));
                let (a, b) =
                    (conditions[random.usize(..conditions.len())], conditions[random.usize(..conditions.len())]);
                match random.u8(..9) {
                    0 => conditions.push(pool.ult(m, n)),
                    1 => conditions.push(pool.slt(n, m)),
                    2 => conditions.push(pool.eq(m, n)),
                    3 => conditions.push(pool.not(a)),
                    4 => conditions.push(pool.or(a, b)),
                    5 => conditions.push(pool.and(a, b)),
                    6 => numbers.push(pool.ite(a, m, n)),
                    7 => numbers.push(pool.add(m, n)),
                    _ => numbers.push(pool.zext(a, 2)),
                }
            }
            let asked: Vec<TermId> =
                (0..random.usize(2..6)).map(|_| random.usize(..conditions.len())).map(|i| conditions[i]).collect();
            let mut slice = Vec::new();
            if !asked.iter().all(|&t| conjuncts(&pool, t, &mut slice)) {
                continue;
            }
            let asked = random.usize(..=slice.len());
            let Some(left) = simplified(&pool, &mut Shapes::default(), &slice, &slice[..asked]).0 else { continue };
            let is_contradiction = left.iter().any(|c| pool.is_false(c.term));
            simpler += usize::from(!is_contradiction);
            contradictory += usize::from(is_contradiction);
            for model in &models {
                let holds = |t: TermId| Evaluator::new(&pool, model).holds(t);
                assert_eq!(slice.iter().all(|&t| holds(t)), left.iter().all(|c| holds(c.term)));
                assert!(left.iter().all(|c| holds(c.term) || !c.of.iter().all(|&t| holds(t))));
            }
        }
        assert!(simpler > 200 && contradictory > 50, "{simpler} {contradictory}");
    }
}
