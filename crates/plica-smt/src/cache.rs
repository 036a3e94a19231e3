//! What is known from earlier queries: their answers, contradictory sets of conditions, and recent models.
//!
//! Oblivious to solvers. A key is the sorted list of a slice's conditions. Invariant: only definite answers are kept;
//! `Unknown` is kept apart with the work that was done in vain.

use std::collections::VecDeque;
use std::sync::Arc;

use plica_term::{Evaluator, Model, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::answer::UnknownReason;
use crate::tuning;
use crate::work::Work;

/// A definite answer.
#[derive(Clone, Debug)]
pub(crate) enum Known {
    Sat(Arc<Model>),
    /// And the work that it took to find out.
    Unsat(Work),
}

/// A contradictory set, and the work that it took to find that out.
pub(crate) type Core = (Box<[TermId]>, Work);

/// The memory of a solver.
#[derive(Default)]
pub(crate) struct Cache {
    answers: FxHashMap<Box<[TermId]>, Known>,
    failures: FxHashMap<Box<[TermId]>, (Work, UnknownReason)>,
    /// Contradictory sets, sorted, by their last (youngest) condition.
    cores: FxHashMap<TermId, Vec<Core>>,
    models: VecDeque<Arc<Model>>,
}

impl Cache {
    /// The answer that was given to this slice.
    pub(crate) fn answer(&self, slice: &[TermId]) -> Option<&Known> {
        self.answers.get(slice)
    }

    /// Why a slice was not answered before, if as much work was spent on it.
    /// What was paused goes on until it has had the `whole` work that a question may have.
    pub(crate) fn failure(&self, slice: &[TermId], limit: Work, whole: Work) -> Option<UnknownReason> {
        match self.failures.get(slice)? {
            (spent, UnknownReason::Paused) => (*spent >= whole).then_some(UnknownReason::Timeout),
            (spent, reason) => (*spent >= limit).then(|| reason.clone()),
        }
    }

    /// How much work was spent on this slice in vain.
    pub(crate) fn spent_in_vain(&self, slice: &[TermId]) -> Work {
        self.failures.get(slice).map_or(Work::NONE, |(spent, _)| *spent)
    }

    /// A set of conditions that contradict each other, if the slice (sorted) contains one.
    pub(crate) fn core(&self, slice: &[TermId]) -> Option<&Core> {
        let within = |core: &[TermId]| core.len() <= slice.len() && core.iter().all(|t| slice.binary_search(t).is_ok());
        let mut cores = slice.iter().filter_map(|last| self.cores.get(last)).flatten();
        cores.find(|(core, _)| within(core))
    }

    /// A recent model that satisfies the slice.
    pub(crate) fn satisfying(&mut self, pool: &TermPool, slice: &[TermId]) -> Option<Arc<Model>> {
        let youngest = slice.last()?;
        let symbols = pool.free_symbols(*youngest);
        let at = self.models.iter().position(|model| {
            // A model that knows nothing of the youngest condition would be a guess.
            symbols.iter().any(|&s| model.names(s))
                && satisfies_within(pool, model, slice, tuning::TRIAL_STEPS.get()) == Some(true)
        })?;
        let model = self.models.remove(at)?;
        self.models.push_front(model.clone());
        Some(model)
    }

    pub(crate) fn learn_sat(&mut self, slice: &[TermId], model: &Arc<Model>) {
        self.make_room();
        self.answers.insert(slice.into(), Known::Sat(model.clone()));
    }

    pub(crate) fn learn_model(&mut self, model: &Arc<Model>) {
        self.models.push_front(model.clone());
        self.models.truncate(tuning::MODELS_KEPT.get());
    }

    pub(crate) fn learn_unsat(&mut self, slice: &[TermId], mut core: Vec<TermId>, work: Work) {
        self.make_room();
        self.answers.insert(slice.into(), Known::Unsat(work));
        core.sort_unstable();
        core.dedup();
        if let Some(&last) = core.last()
            && core.len() <= tuning::CORE_CONDITIONS.get()
        {
            let with_last = self.cores.entry(last).or_default();
            if !with_last.iter().any(|(known, _)| **known == *core) {
                with_last.push((core.into(), work));
            }
        }
    }

    pub(crate) fn learn_failure(&mut self, slice: &[TermId], spent: Work, reason: &UnknownReason) {
        self.failures.insert(slice.into(), (spent, reason.clone()));
    }

    /// The slice has had so much work more, and goes on when it is asked about again.
    pub(crate) fn learn_pause(&mut self, slice: &[TermId], spent: Work) {
        let before = self.spent_in_vain(slice);
        self.failures.insert(slice.into(), (before.plus(spent), UnknownReason::Paused));
    }

    fn make_room(&mut self) {
        if self.answers.len() >= tuning::ANSWERS_KEPT.get() {
            self.answers.clear();
            self.failures.clear();
            self.cores.clear();
        }
    }
}

/// The same, where deciding a quantifier may take so many steps at most; `None` when that does not suffice, and nothing
/// else is false.
pub(crate) fn satisfies_within(pool: &TermPool, model: &Model, conditions: &[TermId], steps: u64) -> Option<bool> {
    let mut evaluator = Evaluator::new(pool, model).with_steps(steps);
    let mut all = Some(true);
    for &t in conditions.iter().rev() {
        match evaluator.try_bits(t) {
            Some(1) => {}
            Some(_) => return Some(false),
            None => all = None,
        }
    }
    all
}

/// Do all conditions hold under the model? The youngest is tried first: the older ones often hold anyway.
pub(crate) fn satisfies(pool: &TermPool, model: &Model, conditions: &[TermId]) -> bool {
    let mut evaluator = Evaluator::new(pool, model);
    conditions.iter().rev().all(|&t| evaluator.holds(t))
}
