//! Satisfiability modulo summaries.
//!
//! What comes out of calls starts as free symbols. A model is compared with what the summaries say; where they disagree
//! the summary of that call is written out (its *definition*: some path of the class was taken, and the values are that
//! path's) and the solver is asked again. So a call tree is never expanded as a whole, and recursion unfolds as far as
//! a model needs. Oblivious to callers. Invariant: a model that is answered agrees with the summaries on every call
//! that it goes through; a refutation holds whatever the calls return that were not written out.

use std::sync::Arc;

use plica_exec::{ContextId, OutcomeId, UnitId};
use plica_explore::{Dependencies, Reached};
use plica_smt::{Answer, UnknownReason};
use plica_term::{ConstValue, Evaluator, Model, Sort, SymbolKind, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::paths::{self, Walk};
use crate::{Composer, Refutation};

/// An answer about one formula.
pub(crate) enum Verdict {
    /// A model that agrees with the summaries.
    Sat(Arc<Model>),
    /// There is none, given that nothing changes of what it rests on.
    Unsat(Dependencies),
    /// No answer.
    Unknown(UnknownReason),
    /// More summaries would have to be written out.
    Later,
}

impl Verdict {
    /// The answer about a path, by way of a context.
    pub fn reached(self, context: ContextId) -> Reached {
        match self {
            Verdict::Sat(model) => Reached::Sat(model, context),
            Verdict::Unsat(waits) => Reached::Unsat(waits),
            Verdict::Unknown(why) => Reached::Unknown(why),
            Verdict::Later => Reached::Later,
        }
    }
}

/// A model in the course of being made to agree with the summaries.
pub(crate) struct Interpreted {
    /// The model.
    pub model: Model,
    /// The outcomes that were compared: the path that was taken, if any of the class agrees.
    pub taken: FxHashMap<OutcomeId, Option<usize>>,
    /// The outcomes of which the model is believed where a value cannot be calculated; `None`: all.
    believed: Option<Vec<OutcomeId>>,
    fuel: u32,
    /// Was there a call that was not looked into?
    spent: bool,
}

/// A model and the summaries do not agree.
pub(crate) struct Disagreement {
    /// On these outcomes.
    outcomes: Vec<OutcomeId>,
    /// Is that because more calls would have to be looked into?
    spent: bool,
}

impl Interpreted {
    /// A model of which no call was compared yet; so many calls may be looked into. It is known to agree with the
    /// definitions of these outcomes, or with all.
    pub fn new(model: Model, believed: Option<Vec<OutcomeId>>, fuel: u32) -> Interpreted {
        Interpreted { model, taken: FxHashMap::default(), believed, fuel, spent: false }
    }

    fn believes(&self, outcome: OutcomeId) -> bool {
        self.believed.as_ref().is_none_or(|these| these.contains(&outcome))
    }

    /// Says whether a call returns.
    fn returns(&mut self, pool: &TermPool, returns: TermId, it_does: bool) {
        if let Some(id) = pool.as_symbol(returns) {
            self.model.set(id, ConstValue::Bv(u128::from(it_does)));
        }
    }
}

impl Composer {
    /// Can these conditions hold together? `hint` is a model that may satisfy them.
    pub(crate) fn modulo(&mut self, conditions: &[TermId], hint: Option<&Arc<Model>>) -> Verdict {
        self.counters.questions += 1;
        if let Some(hint) = hint
            && let Ok(model) = self.agree(conditions, &[], hint)
        {
            self.counters.by_evaluation += 1;
            return Verdict::Sat(Arc::new(model));
        }
        if let Some(before) = self.refuted.get(conditions)
            && before.known == self.known_of(&before.waits)
        {
            return Verdict::Unsat(before.waits.clone());
        }
        let mut defined: Vec<OutcomeId> = Vec::new();
        let mut asked: Vec<TermId> = conditions.to_vec();
        let mut open: Vec<TermId> = Vec::new();
        // What had to be written out for a question before is wanted for this one too, most likely.
        let pool = self.pool();
        let mut next = self.contexts.outcomes_in(&pool, conditions);
        next.retain(|outcome| self.wanted.contains(outcome));
        for outcome in next {
            defined.push(outcome);
            asked.push(self.definition(outcome, &mut open));
        }
        let most = self.bounds.definitions << self.effort;
        loop {
            let closed: Vec<TermId> = open.iter().map(|&d| pool.not(d)).collect();
            let question: Vec<TermId> = asked.iter().chain(&closed).copied().collect();
            let model = match self.solver.check_with_hint(&question, None, None) {
                Answer::Sat(model) => model,
                Answer::Unknown(why) => return Verdict::Unknown(why),
                Answer::Unsat => return self.unsat(conditions, &asked, &defined, !open.is_empty()),
            };
            if let Some(why) = &self.defect {
                return Verdict::Unknown(UnknownReason::Incomplete(why.clone()));
            }
            let wrong = match self.agree(&question, &defined, &model) {
                Ok(model) => return Verdict::Sat(Arc::new(model)),
                Err(Disagreement { spent: true, .. }) => return Verdict::Later,
                Err(Disagreement { outcomes, .. }) => outcomes,
            };
            if wrong.is_empty() {
                // The model agrees with every summary and yet is none: not to be believed.
                return Verdict::Unknown(UnknownReason::BadModel);
            }
            if defined.len() + wrong.len() > most {
                return Verdict::Later;
            }
            for outcome in wrong {
                self.counters.definitions += 1;
                self.wanted.insert(outcome);
                defined.push(outcome);
                asked.push(self.definition(outcome, &mut open));
            }
        }
    }

    /// A refutation; `asked` is known to be unsatisfiable with the unexplored leaves of the defined outcomes left out.
    fn unsat(&mut self, conditions: &[TermId], asked: &[TermId], defined: &[OutcomeId], open: bool) -> Verdict {
        let mut waits = Dependencies::default();
        let mut for_good = !open;
        // With the unexplored leaves left free: if that is refuted too, whatever they are does not matter. Not asked at
        // first: most often all is explored soon. Nor again once it could hold: more definitions seldom change that.
        let before = self.refuted.get(conditions).map(|before| before.relevant);
        let mut relevant = before == Some(true);
        if open && before == Some(false) {
            self.counters.relevant += 1;
            match self.solver.check_with_hint(asked, None, None) {
                Answer::Unsat => for_good = true,
                Answer::Sat(_) => relevant = true,
                Answer::Unknown(_) => {}
            }
        }
        if !for_good {
            let units = defined.iter().map(|&o| self.unit_of(o)).filter(|&u| !self.units[u].closed);
            waits.returns = units.collect();
            waits.returns.sort_unstable();
            waits.returns.dedup();
        }
        let known = self.known_of(&waits);
        self.refuted.insert(conditions.into(), Refutation { waits: waits.clone(), known, relevant });
        Verdict::Unsat(waits)
    }

    /// How much is known of the units that a refutation rests on.
    fn known_of(&self, waits: &Dependencies) -> usize {
        let known = |&u: &UnitId| self.units[u].leaves.len() + usize::from(self.units[u].closed);
        waits.returns.iter().map(known).sum()
    }

    /// The unit whose paths an outcome is about.
    pub(crate) fn unit_of(&self, outcome: OutcomeId) -> UnitId {
        self.unit_entered(self.contexts.outcome(outcome).context)
    }

    /// The unit that a context enters.
    pub(crate) fn unit_entered(&self, context: ContextId) -> UnitId {
        self.contexts.get(context).map_or(UnitId::PROGRAM, |a| self.calls[a.call].unit)
    }

    /// The definition of an outcome: if the call returns, one of the class's paths was taken, or one that is not
    /// explored yet, for which a flag is added to `open`.
    fn definition(&mut self, outcome: OutcomeId, open: &mut Vec<TermId>) -> TermId {
        let pool = self.pool();
        let Outcomes { context, class, returns, values } = self.parts(outcome);
        let unit = self.unit_of(outcome);
        let known = (self.units[unit].leaves.len(), self.units[unit].closed);
        let flag =
            (!known.1).then(|| pool.symbol(&format!("unexplored {}", outcome.as_u32()), Sort::BOOL, SymbolKind::Input));
        open.extend(flag);
        if let Some((at, definition)) = self.written.get(&outcome)
            && *at == known
        {
            return *definition;
        }
        let (mut ways, mut named): (Vec<Vec<TermId>>, Vec<FxHashMap<TermId, TermId>>) = Default::default();
        for i in 0..self.units[unit].leaves.len() {
            let leaf = &self.units[unit].leaves[i];
            if leaf.class != class {
                continue;
            }
            let (pc, results) = (leaf.pc.clone(), leaf.values.clone());
            let mut parts: Vec<TermId> = pc.into_iter().map(|t| self.image(context, t)).collect();
            let mut names = FxHashMap::default();
            for (&symbol, value) in values.iter().zip(results) {
                let value = self.image(context, value);
                parts.push(pool.eq(symbol, value));
                if pool.const_value(value).is_none() && pool.as_symbol(value).is_none() {
                    names.insert(value, symbol);
                }
            }
            named.push(names);
            ways.push(parts);
        }
        let mut some = pool.and_all(&in_common(&pool, &ways, &named));
        let ways: Vec<&[TermId]> = ways.iter().map(|way| &way[..]).collect();
        some = pool.and(some, paths::any(&pool, &ways));
        if let Some(flag) = flag {
            some = pool.or(some, flag);
        }
        let definition = pool.or(pool.not(returns), some);
        self.written.insert(outcome, (known, definition));
        definition
    }

    fn parts(&self, outcome: OutcomeId) -> Outcomes {
        let o = self.contexts.outcome(outcome);
        Outcomes { context: o.context, class: o.class, returns: o.returns, values: o.values.clone() }
    }

    /// Makes a model agree with the summaries.
    pub(crate) fn agree(
        &mut self,
        conditions: &[TermId],
        defined: &[OutcomeId],
        model: &Model,
    ) -> Result<Model, Disagreement> {
        let pool = self.pool();
        let mut at = Interpreted::new(model.clone(), Some(defined.to_vec()), self.bounds.calls << self.effort);
        let mut first = self.contexts.outcomes_in(&pool, conditions);
        // What definitions speak of besides is only of interest on the paths that are taken.
        first.retain(|&outcome| !self.is_inner(outcome, defined));
        for outcome in first {
            self.interpret(outcome, &mut at);
        }
        let holds = {
            let mut eval = Evaluator::new(&pool, &at.model);
            conditions.iter().all(|&t| eval.holds(t))
        };
        if holds {
            return Ok(at.model);
        }
        let mut before = Evaluator::new(&pool, model);
        let mut after = Evaluator::new(&pool, &at.model);
        let mut wrong: Vec<OutcomeId> = Vec::new();
        for (&outcome, taken) in &at.taken {
            if defined.contains(&outcome) {
                continue;
            }
            let o = self.contexts.outcome(outcome);
            if taken.is_none() || o.values.iter().any(|&v| before.eval(v) != after.eval(v)) {
                wrong.push(outcome);
            }
        }
        wrong.sort_unstable();
        Err(Disagreement { outcomes: wrong, spent: at.spent })
    }

    /// Is it the outcome of a call that a defined outcome's paths make?
    fn is_inner(&self, outcome: OutcomeId, defined: &[OutcomeId]) -> bool {
        let context = self.contexts.outcome(outcome).context;
        let Some(a) = self.contexts.get(context) else { return false };
        defined.iter().any(|&d| d != outcome && self.contexts.outcome(d).context == a.outer)
    }

    /// Finds the path of a summary that a model takes, and sets what comes out of the call accordingly.
    pub(crate) fn interpret(&mut self, outcome: OutcomeId, at: &mut Interpreted) -> Option<usize> {
        if let Some(&taken) = at.taken.get(&outcome) {
            return taken;
        }
        let pool = self.pool();
        let Outcomes { context, class, returns, values } = self.parts(outcome);
        // Until it is known: a call that needs its own outcome does not return, and neither does one that is not looked
        // into, whatever the model says.
        at.taken.insert(outcome, None);
        at.returns(&pool, returns, false);
        if at.fuel == 0 {
            at.spent = true;
            return None;
        }
        at.fuel -= 1;
        let unit = self.unit_of(outcome);
        let before: Vec<ConstValue> = {
            let mut eval = Evaluator::new(&pool, &at.model);
            values.iter().map(|&v| eval.eval(v)).collect()
        };
        let mut taken: Option<(usize, Vec<ConstValue>)> = None;
        let mut walk = Walk::default();
        for i in 0..self.units[unit].leaves.len() {
            let leaf = &self.units[unit].leaves[i];
            let Some(from) = walk.next(leaf.alike) else { continue };
            if leaf.class != class || !self.is_taken((unit, i), from, context, &mut walk, at) {
                continue;
            }
            let terms = self.units[unit].leaves[i].values.clone();
            let mut found = Vec::new();
            for (k, term) in terms.into_iter().enumerate() {
                let term = self.image(context, term);
                let count = self.units[unit].length_of(class, k);
                match self.settled(term, count, at) {
                    Some(value) => found.push(value),
                    None if at.believes(outcome) => found.push(before[k].clone()),
                    None => break,
                }
            }
            // What cannot be calculated has to be written out.
            if found.len() < values.len() {
                break;
            }
            // Paths may overlap where loops are folded: the one that the model means is the better one.
            let same = found == before;
            if taken.is_none() || same {
                taken = Some((i, found));
            }
            if same {
                break;
            }
        }
        let taken = taken.map(|(i, found)| {
            for (&symbol, value) in values.iter().zip(found) {
                if let Some(id) = pool.as_symbol(symbol) {
                    at.model.set(id, value);
                }
            }
            i
        });
        at.returns(&pool, returns, taken.is_some());
        at.taken.insert(outcome, taken);
        taken
    }

    /// Does a model take this path of a unit, of which so many conditions are known to hold?
    fn is_taken(
        &mut self,
        (unit, leaf): (UnitId, usize),
        from: usize,
        context: ContextId,
        walk: &mut Walk,
        at: &mut Interpreted,
    ) -> bool {
        for i in from..self.units[unit].leaves[leaf].pc.len() {
            let t = self.units[unit].leaves[leaf].pc[i];
            let t = self.image(context, t);
            let holds = self.settled(t, None, at).is_some_and(|v| v.bits() != 0);
            walk.answer(holds);
            if !holds {
                return false;
            }
        }
        true
    }

    /// The value of a term once the calls that it speaks of are interpreted; of an array, so many elements if all are
    /// too many.
    fn settled(&mut self, t: TermId, count: Option<u128>, at: &mut Interpreted) -> Option<ConstValue> {
        let pool = self.pool();
        for outcome in self.contexts.outcomes_in(&pool, &[t]) {
            self.interpret(outcome, at);
        }
        value(&pool, &at.model, t, count)
    }
}

/// The value of a term; of an array, so many elements if all are too many.
pub(crate) fn value(pool: &TermPool, model: &Model, t: TermId, count: Option<u128>) -> Option<ConstValue> {
    let mut eval = Evaluator::new(pool, model);
    match count {
        Some(count) => eval.elements(t, count).map(ConstValue::Array),
        None => eval.try_eval(t),
    }
}

/// What all ways say, once the values that come out of each go by their symbols. It follows from the ways, but not at a
/// glance.
fn in_common(pool: &TermPool, ways: &[Vec<TermId>], named: &[FxHashMap<TermId, TermId>]) -> Vec<TermId> {
    let renamed = |(way, names): (&Vec<TermId>, &FxHashMap<TermId, TermId>)| {
        way.iter().map(|&t| pool.replace(t, names)).collect::<FxHashSet<TermId>>()
    };
    let mut all = ways.iter().zip(named);
    let mut common = all.next().map(renamed).unwrap_or_default();
    for way in all {
        if common.is_empty() {
            break;
        }
        let other = renamed(way);
        common.retain(|t| other.contains(t));
    }
    let mut common: Vec<TermId> = common.into_iter().filter(|&t| !pool.is_true(t)).collect();
    common.sort_unstable();
    common
}

/// An outcome's parts, apart from the composer.
struct Outcomes {
    context: ContextId,
    class: u32,
    returns: TermId,
    values: Vec<TermId>,
}
