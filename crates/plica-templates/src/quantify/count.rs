//! The number of iterations as a term, where the conditions of a loop and of its exit leave one only.
//!
//! Oblivious to solvers: the term is a guess, tried on a few small assignments.

use std::sync::Arc;

use plica_term::{ArrayValue, ConstValue, Evaluator, Model, Op, Sort, TermId, TermPool, mask};

use super::{Parts, Walker, shape};
use crate::tuning;

/// A term for `kappa` such that, presumably, no other number satisfies the conditions: those of the iterations below
/// `kappa` and that of the exit at `kappa`. The caller verifies it: `conditions ∧ kappa ≠ term` must be unsatisfiable.
pub fn determined(pool: &TermPool, kappa: TermId, conditions: &[TermId]) -> Option<TermId> {
    let id = pool.as_symbol(kappa)?;
    let walker = Walker::new(pool, id, kappa);
    let mut conjuncts = Vec::new();
    conditions.iter().for_each(|&t| flatten(pool, t, &mut conjuncts, 0));
    let mut guesses: Vec<TermId> = Vec::new();
    // The exit's conditions stand last.
    for &t in conjuncts.iter().rev().filter(|&&t| walker.moves(t)) {
        let fixed = equal_to(pool, &walker, kappa, t);
        if let Some(guess) = fixed.or_else(|| walker.holds_for(pool.not(t), 0))
            && !walker.moves(guess)
            && !guesses.contains(&guess)
        {
            guesses.push(guess);
        }
        if guesses.len() == tuning::COUNTS_GUESSED.get() {
            break;
        }
    }
    if guesses.is_empty() {
        return None;
    }
    let mut confirmed = vec![false; guesses.len()];
    let mut refuted = vec![false; guesses.len()];
    for sample in 0..tuning::ASSIGNMENTS_TRIED.get() {
        let mut model = small_model(pool, kappa, &conjuncts, sample);
        let mut holds = |k: u128| {
            model.set(id, ConstValue::Bv(k & mask(pool.width(kappa))));
            let mut eval = Evaluator::new(pool, &model);
            conjuncts.iter().all(|&t| eval.holds(t))
        };
        let found: Vec<u128> = (0..tuning::COUNTS_TRIED.get()).filter(|&k| holds(k)).collect();
        if found.len() > 1 {
            return None;
        }
        let Some(&k) = found.first() else { continue };
        let mut eval = Evaluator::new(pool, &model);
        for (i, &g) in guesses.iter().enumerate() {
            if eval.try_bits(g) == Some(k) {
                confirmed[i] = true;
            } else {
                refuted[i] = true;
            }
        }
    }
    let best = |wanted: bool| (0..guesses.len()).find(|&i| !refuted[i] && confirmed[i] == wanted);
    best(true).or_else(|| best(false)).map(|i| guesses[i])
}

/// `kappa = t`
fn equal_to(pool: &TermPool, walker: &Walker<'_>, kappa: TermId, t: TermId) -> Option<TermId> {
    let node = pool.node(t);
    let other = match node.op {
        Op::Eq if node.args[0] == kappa => node.args[1],
        Op::Eq if node.args[1] == kappa => node.args[0],
        _ => return None,
    };
    (!walker.moves(other)).then_some(other)
}

fn flatten(pool: &TermPool, t: TermId, out: &mut Vec<TermId>, depth: u32) {
    let node = pool.node(t);
    if node.op == Op::And && depth < tuning::DEPTH_OF_CONDITION.get() {
        node.args.iter().for_each(|&a| flatten(pool, a, out, depth + 1));
    } else {
        out.push(t);
    }
}

/// Small values for all symbols, different in each sample.
fn small_model(pool: &TermPool, kappa: TermId, terms: &[TermId], sample: u64) -> Model {
    let mut state = sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u128::from(state >> 40)
    };
    let mut model = Model::new();
    let mut symbols: Vec<_> = terms.iter().flat_map(|&t| pool.free_symbols(t).to_vec()).collect();
    symbols.sort_unstable();
    symbols.dedup();
    for s in symbols.into_iter().filter(|&s| Some(s) != pool.as_symbol(kappa)) {
        let value = match pool.symbol_info(s).sort {
            // Mostly small, at times small and negative.
            Sort::Bv(w) => {
                let v = next() % 12;
                ConstValue::Bv(if next() % 4 == 0 { v.wrapping_neg() & mask(w) } else { v & mask(w) })
            }
            Sort::Array { elem, .. } => {
                let entries = (0..tuning::COUNTS_TRIED.get()).map(|i| (i, (next() % 3) & mask(elem))).collect();
                ConstValue::Array(Arc::new(ArrayValue { entries, default: 0 }))
            }
            Sort::Float(_) => ConstValue::Bv(0),
        };
        model.set(s, value);
    }
    model
}

impl Walker<'_> {
    /// In how many iterations the body holds, from the first to the one in which it does not.
    fn holds_for(&self, body: TermId, depth: u32) -> Option<TermId> {
        let pool = self.pool;
        let w = pool.width(self.limit);
        if depth > tuning::DEPTH_OF_CONDITION.get() || !self.step() {
            return None;
        }
        let sub = |t: TermId| self.holds_for(t, depth + 1);
        match self.parts(body) {
            Parts::Still => None,
            Parts::All(ts) => {
                // The least of all; what does not move fails at once or never.
                let (moving, still): (Vec<TermId>, Vec<TermId>) = ts.into_iter().partition(|&t| self.moves(t));
                let counts: Option<Vec<TermId>> = moving.into_iter().map(sub).collect();
                let least = counts?.into_iter().reduce(|a, b| pool.ite(pool.ult(a, b), a, b))?;
                Some(pool.ite(pool.and_all(&still), least, pool.bv(0, w)))
            }
            // There is an end, so what does not move does not hold.
            Parts::Either(_, moving) => sub(moving),
            Parts::Choice(c, yes, no) => {
                let (yes, no) = (sub(yes)?, sub(no)?);
                Some(pool.ite(c, yes, no))
            }
            Parts::Atom => match self.shape(body) {
                Some(shape::Found::Same(other)) => sub(other),
                Some(shape::Found::Shape { shape, .. }) => Some(self.length(&shape)),
                None => self.constant_length(body),
            },
        }
    }
}
