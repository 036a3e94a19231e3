//! Closed forms that are products, and parts of the condition of all iterations that none breaks which the others
//! admit.
//!
//! `∀τ<κ. φ(τ)` has no closed form where φ speaks of products of τ, as it does where a sum of counters is checked for
//! overflow. The other parts bound κ, and so τ; whether some τ below breaks φ then is a question about two numbers,
//! without a quantifier. How large a product is that wraps round is hard to see for a solver (of a sum of squares one
//! factor is the inverse of three). So it is said of such a place, too, between what it is for as many times the least,
//! and the greatest, that one of these iterations adds ([`crate::bounds`]). Oblivious to what the parts say. Invariant:
//! what is left out, and what is added, follows from the parts without quantifiers where the closed forms hold.

use plica_exec::{Machine, State};
use plica_explore::Asker;
use plica_term::{Op, Sort, Substitution, SymbolId, SymbolKind, TermId, TermPool, mask};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounds::{fact, range_by_numbers};
use crate::expand::is_quantified;
use crate::quantify::{Discharge, forall_counted};
use crate::template::{Template, plain};
use crate::tuning;

/// A place whose closed form is a product, and what is known of it.
struct Grown {
    symbol: SymbolId,
    /// A number that stands for its value after some iterations: with the product in its place a question would be
    /// about that.
    number: TermId,
    /// Between what it is, after some iterations and after all.
    bounds: [TermId; 2],
}

impl Template {
    /// Adds what is known of closed forms that are products, and leaves out parts with quantifiers that follow from the
    /// others.
    pub fn simplify(&mut self, machine: &Machine, asker: &mut Asker<'_>, s: &State) {
        let pool = &machine.pool;
        let info = pool.symbol_info(self.event.iteration);
        let some = pool.symbol(&format!("{} in general", info.name), info.sort, SymbolKind::General);
        let mut others = plain(pool, &self.condition);
        let quantified = others.len() < self.condition.len();
        others.extend(&self.side);
        others.push(pool.ult(some, self.kappa));
        let grown = self.growth(machine, asker, s, (some, &others));
        if quantified && !grown.is_empty() {
            others.extend(grown.iter().map(|place| place.bounds[0]));
            let others = pool.and_all(&others);
            let mut now = self.in_general(pool, some, &grown);
            let mut bounded = asker.at_most(tuning::WORK_PER_PART.get());
            let all = pool.conjuncts(self.phi);
            let mut left = all.clone();
            left.retain(|&part| {
                let broken = pool.not(now.apply(pool, part));
                !is_of_numbers(pool, broken) || bounded.possible(s, pool.and(others, broken)).is_some()
            });
            if left.len() < all.len() {
                // What was added to the condition besides stays.
                let (before, _) = self.of_all_iterations(pool, &all);
                let (after, discharge) = self.of_all_iterations(pool, &left);
                self.condition.retain(|part| !before.contains(part));
                self.condition.extend(after);
                self.discharge = discharge;
            }
        }
        self.condition.extend(grown.iter().map(|place| place.bounds[1]));
    }

    /// The parts with quantifiers of the condition that these hold in all iterations.
    fn of_all_iterations(&self, pool: &TermPool, parts: &[TermId]) -> (Vec<TermId>, Discharge) {
        let body: Vec<TermId> = parts.iter().chain(&self.steps).copied().collect();
        let body = self.during.clone().apply(pool, pool.and_all(&body));
        let (condition, discharge) = forall_counted(pool, self.event.iteration, self.kappa, body);
        let mut parts = pool.conjuncts(condition);
        parts.retain(|&part| is_quantified(pool, part));
        (parts, discharge)
    }

    /// For symbols of the general state: values after some iterations.
    fn in_general(&self, pool: &TermPool, some: TermId, grown: &[Grown]) -> Substitution {
        let mut values = self.after.clone();
        if let Some(kappa) = pool.as_symbol(self.kappa) {
            let mut at = Substitution::new(FxHashMap::from_iter([(kappa, some)]));
            values.values_mut().for_each(|value| *value = at.apply(pool, *value));
        }
        values
            .extend(self.fresh.iter().filter_map(|f| Some((pool.as_symbol(f.symbol)?, pool.select(f.history, some)))));
        values.extend(grown.iter().map(|place| (place.symbol, place.number)));
        Substitution::new(values)
    }

    /// Bounds of places whose closed forms are products: after κ iterations, and after some number of them that is
    /// smaller, as the conditions `others` say.
    fn growth(
        &self,
        machine: &Machine,
        asker: &mut Asker<'_>,
        s: &State,
        (some, others): (TermId, &[TermId]),
    ) -> Vec<Grown> {
        let pool = &machine.pool;
        let mut grown = Vec::new();
        let Some(kappa) = pool.as_symbol(self.kappa) else { return grown };
        let mut now = Substitution::new(FxHashMap::from_iter([(self.event.iteration, some)]));
        let mut general = None;
        for (place, open) in self.recurrences.iter().zip(&self.sequence) {
            let Some(symbol) = pool.as_symbol(place.symbol) else { continue };
            let value = self.after.get(&symbol).copied();
            let Some(value) = value.filter(|&value| !open && is_product(pool, value, kappa)) else { continue };
            if general.is_none() {
                let mut state = s.clone();
                state.pc.extend(others.iter().copied());
                let Some(Ok(model)) = asker.possible(&state, pool.true_()) else { break };
                state.model = model;
                general = Some(state);
            }
            let Some(general) = &general else { break };
            let added = self.during.clone().apply(pool, pool.sub(place.update, place.symbol));
            let range = range_by_numbers(machine, asker, general, now.apply(pool, added));
            // If it can be almost anything nothing is said of more than an iteration.
            if range.1.saturating_sub(range.0) > (mask(pool.width(value)) / 2) as i128 {
                continue;
            }
            let name = format!("{} in general", pool.symbol_info(symbol).name);
            let number = pool.symbol(&name, pool.sort(place.symbol), SymbolKind::General);
            let bounds = [(number, some), (value, self.kappa)];
            let [of_some, of_all] = bounds.map(|(value, count)| fact(pool, place, value, count, range));
            // Beyond where closed forms hold nothing is known of them, and whether there is anything is asked.
            let bounds = [of_some, pool.or(pool.not(pool.and_all(&self.side)), of_all)];
            if !pool.is_true(bounds[1]) {
                grown.push(Grown { symbol, number, bounds });
            }
        }
        grown
    }
}

/// Is there a product in a term that is none of a number and something that is known?
fn is_product(pool: &TermPool, value: TermId, kappa: SymbolId) -> bool {
    let (mut seen, mut stack) = (FxHashSet::default(), vec![value]);
    while let Some(t) = stack.pop() {
        let moves = |t: TermId| pool.free_symbols(t).binary_search(&kappa).is_ok();
        if !moves(t) || !seen.insert(t) {
            continue;
        }
        let node = pool.node(t);
        let factors = || node.args.iter().filter(|&&t| pool.const_value(t).is_none()).count();
        if node.op == Op::Mul && factors() > 1 {
            return true;
        }
        stack.extend_from_slice(&node.args);
    }
    false
}

/// Does a condition speak of numbers alone, without quantifiers?
fn is_of_numbers(pool: &TermPool, t: TermId) -> bool {
    let is_number = |&id: &SymbolId| matches!(pool.symbol_info(id).sort, Sort::Bv(_));
    pool.free_symbols(t).iter().all(is_number) && !is_quantified(pool, t)
}
