//! The pipeline: from a question about a path to an answer, by the cheapest stage that knows.
//!
//! Oblivious to programs. The stages, counted in [`SolverStats`]: constants; evaluation under the hint; bounds of
//! the same term; arrays into scalars where they are read at known indices only; slicing by shared symbols; answers
//! given before; contradictory subsets; recent models; conditions under each other; orders of symbols; what earlier
//! runs asked; back ends.
//! Invariant: a `Sat` carries a model under which the conditions asked about have been evaluated to true.

use std::sync::Arc;
use std::time::Instant;

use plica_term::{Evaluator, Model, TermId, TermPool};

use crate::answer::{Answer, SolverError, UnknownReason};
use crate::backend::{BackendAnswer, Lane, Limit, about};
use crate::bounds::Bounds;
use crate::cache::{Cache, Known, satisfies, satisfies_within};
use crate::cascade::{Cascade, complete, zero};
use crate::cells::Cells;
use crate::config::SolverConfig;
use crate::contextual::{self, Simplified};
use crate::extremes::Extremes;
use crate::lambda::Lambdas;
use crate::lasting::{AnswerStore, Definite, Lastings};
use crate::order;
use crate::quantified::{Quantified, nudged};
use crate::scalars::Scalars;
use crate::shape::{FORALL, LAMBDA, Shapes};
use crate::slice::{Slicer, conjuncts};
use crate::stats::SolverStats;
use crate::tuning;
use crate::work::{Budget, Work, WorkClock};

/// A solver: one per worker. The pool is shared, the rest is the worker's own.
pub struct Solver {
    pool: Arc<TermPool>,
    config: SolverConfig,
    cascade: Cascade,
    cache: Cache,
    /// What outlives the run, if there is such.
    lasting: Option<Lastings>,
    bounds: Bounds,
    slicer: Slicer,
    shapes: Shapes,
    lambdas: Lambdas,
    extremes: Extremes,
    cells: Cells,
    scalars: Scalars,
    quantified: Quantified,
    clock: Arc<WorkClock>,
    budget: Budget,
    /// Who asks.
    lane: Lane,
    /// See [`Solver::saved`].
    saved: Work,
    stats: SolverStats,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Solver({:?}, {} queries)", self.config.choice, self.stats.queries)
    }
}

impl Solver {
    /// The work that a question may take where nobody says otherwise.
    pub fn usual_work() -> Work {
        tuning::WORK_PER_QUESTION.get()
    }

    /// A solver for terms of `pool`.
    ///
    /// # Errors
    /// When a back end that the configuration asks for is not in this build, or the folder for queries is not writable.
    pub fn new(pool: Arc<TermPool>, config: SolverConfig) -> Result<Self, SolverError> {
        let cascade = Cascade::new(&pool, &config)?;
        Ok(Solver {
            pool,
            config,
            cascade,
            cache: Cache::default(),
            lasting: None,
            bounds: Bounds::default(),
            slicer: Slicer::default(),
            shapes: Shapes::default(),
            lambdas: Lambdas::default(),
            extremes: Extremes::default(),
            cells: Cells::default(),
            scalars: Scalars::default(),
            quantified: Quantified::default(),
            clock: Arc::default(),
            budget: Budget::default(),
            lane: Lane::default(),
            saved: Work::NONE,
            stats: SolverStats::default(),
        })
    }

    /// Asks this store before the back ends from now on, and tells it what they answer. Where solvers are to be held
    /// against each other each query is asked.
    pub fn keep_answers(&mut self, store: Box<dyn AnswerStore>) {
        if !self.config.cross_check {
            self.lasting = Some(Lastings::new(store));
        }
    }

    /// Can all conditions of `pc`, and `extra`, hold together? A model names every symbol of them.
    pub fn check(&mut self, pc: &[TermId], extra: Option<TermId>) -> Answer {
        self.check_with_hint(pc, extra, None)
    }

    /// The same, given a model that is **known to satisfy** `pc`: then only what bears on `extra` is solved, and the
    /// rest of the model is the hint's. The model returned extends the hint's values where they were not changed.
    pub fn check_with_hint(&mut self, pc: &[TermId], extra: Option<TermId>, hint: Option<&Arc<Model>>) -> Answer {
        self.stats.queries += 1;
        // What is evaluated outside is none of the question.
        self.clock.steps();
        let answer = match hint {
            Some(hint) => self.check_hinted(pc, extra, hint),
            None => self.check_all(pc, extra),
        };
        self.clock.advance(Work::of_single_steps(self.clock.steps()));
        if let Answer::Unknown(reason) = &answer {
            self.stats.count_unknown(reason);
        }
        answer
    }

    /// The same within a budget of its own.
    pub fn check_within(
        &mut self,
        budget: Budget,
        pc: &[TermId],
        extra: Option<TermId>,
        hint: Option<&Arc<Model>>,
    ) -> Answer {
        let outer = std::mem::replace(&mut self.budget, budget);
        let answer = self.check_with_hint(pc, extra, hint);
        self.budget = outer;
        answer
    }

    /// What has been counted so far.
    pub fn stats(&self) -> &SolverStats {
        &self.stats
    }

    /// Sets what may be done about each of the next queries.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// From now on it is this one who asks.
    pub fn turn_to(&mut self, lane: Lane) {
        self.lane = lane;
    }

    /// What may be done about a query now.
    fn limit(&self) -> Limit {
        let usual = self.config.work_limit;
        let (work, time) = match self.budget {
            Budget::Usual => (usual, self.config.time_limit),
            Budget::AtMost(work) => (work.min(usual), self.config.time_limit),
            Budget::Exactly(work) => (work, None),
        };
        Limit::after(work, &self.clock, &self.config.interrupt)
            .of(self.lane)
            .ending(time.and_then(|time| Instant::now().checked_add(time)))
            .ending(self.config.deadline)
    }

    /// The work that all queries took so far.
    pub fn work(&self) -> Work {
        self.clock.now()
    }

    /// The work that back ends did beside others, which is counted once there: each had as much for a question that
    /// none has answered. It takes time, but no question has less for it.
    pub fn beside(&self) -> Work {
        self.clock.beside()
    }

    /// The work that refutations took which were remembered, and that of attempts at a question that was answered in
    /// the end: what was hard is known to be so although the answer is there at once.
    pub fn saved(&self) -> Work {
        self.saved
    }

    /// An error after which the run should stop (solvers disagree, queries cannot be dumped). Given out once.
    pub fn take_error(&mut self) -> Option<SolverError> {
        self.cascade.error.take()
    }

    fn check_hinted(&mut self, given: &[TermId], extra: Option<TermId>, hint: &Arc<Model>) -> Answer {
        debug_assert!(crate::cache::satisfies(&self.pool, hint, given), "the hint does not satisfy the path condition");
        // That takes no work: with and without it the same is done.
        self.clock.steps();
        let Some(extra) = extra else {
            self.stats.by_hint += 1;
            return Answer::Sat(hint.clone());
        };
        if self.pool.is_false(extra) {
            self.stats.by_constant += 1;
            return Answer::Unsat;
        }
        if Evaluator::new(&self.pool, hint).holds(extra) {
            self.stats.by_hint += 1;
            return Answer::Sat(self.completed(hint, extra));
        }
        let mut seeds = Vec::new();
        if !conjuncts(&self.pool, extra, &mut seeds) {
            self.stats.by_constant += 1;
            return Answer::Unsat;
        }
        let count = seeds.len();
        let mut all = seeds;
        self.bounds.rest_of(&self.pool, given, &mut all);
        self.clock.advance(Work::of_conditions(all.len()));
        let Some(count) = self.bounds.tighten(&self.pool, &mut all, count) else {
            self.stats.by_bounds += 1;
            return Answer::Unsat;
        };
        self.scalars.apart(&self.pool, &mut all);
        let (seeds, pc) = all.split_at(count);
        let slice = self.slicer.relevant(&self.pool, pc, seeds);
        if let Some(model) = self.nudged(given, extra, hint, &slice) {
            self.stats.by_hint += 1;
            return Answer::Sat(model);
        }
        match self.solve(slice, seeds) {
            Answer::Sat(part) => {
                let mut whole = (**hint).clone();
                self.scalars.give_back(&part, &mut whole);
                whole.shrink_to_fit();
                Answer::Sat(Arc::new(whole))
            }
            other => other,
        }
    }

    /// The hint with one cell of an array changed, if that makes it a model of a question with quantifiers, of which
    /// `slice` is what matters.
    fn nudged(&mut self, pc: &[TermId], extra: TermId, hint: &Arc<Model>, slice: &[TermId]) -> Option<Arc<Model>> {
        let pool = &self.pool;
        if slice.iter().all(|&t| self.shapes.of(pool, t) & FORALL == 0) {
            return None;
        }
        self.clock.advance(Work::of_single_steps(self.clock.steps()));
        let suits = |model: &Model| satisfies_within(pool, model, pc, tuning::MODEL_STEPS.get()) == Some(true);
        let found = nudged(pool, &self.completed(hint, extra), extra, &suits);
        self.clock.advance(Work::of_evaluated(self.clock.steps()));
        found.map(Arc::new)
    }

    /// The hint, with zero for symbols of `extra` that it does not name.
    fn completed(&self, hint: &Arc<Model>, extra: TermId) -> Arc<Model> {
        let symbols = self.pool.free_symbols(extra);
        if symbols.iter().all(|&s| hint.names(s)) {
            return hint.clone();
        }
        let mut whole = (**hint).clone();
        for &s in symbols.iter() {
            if !hint.names(s) {
                whole.set(s, zero(&self.pool, s));
            }
        }
        Arc::new(whole)
    }

    fn check_all(&mut self, pc: &[TermId], extra: Option<TermId>) -> Answer {
        let mut all = Vec::with_capacity(pc.len() + 1);
        let mut asked = 0;
        // The question first: a contradiction is most likely in its group.
        for (at, &t) in extra.iter().chain(pc).enumerate() {
            if !conjuncts(&self.pool, t, &mut all) {
                self.stats.by_constant += 1;
                return Answer::Unsat;
            }
            if at == 0 && extra.is_some() {
                asked = all.len();
            }
        }
        if all.is_empty() {
            self.stats.by_constant += 1;
            return Answer::Sat(Arc::default());
        }
        let Some(asked) = self.bounds.tighten(&self.pool, &mut all, asked) else {
            self.stats.by_bounds += 1;
            return Answer::Unsat;
        };
        self.scalars.apart(&self.pool, &mut all);
        let asked = all[..asked].to_vec();
        let groups = self.slicer.partition(&self.pool, &all);
        let mut whole = Model::new();
        let mut unknown: Option<UnknownReason> = None;
        for group in groups {
            match self.solve(group, &asked) {
                Answer::Sat(part) => self.scalars.give_back(&part, &mut whole),
                Answer::Unsat => return Answer::Unsat,
                // Another group may still be contradictory, and then this one does not matter.
                Answer::Unknown(UnknownReason::Interrupted) => return Answer::Unknown(UnknownReason::Interrupted),
                Answer::Unknown(why) => unknown = Some(why),
            }
        }
        match unknown {
            Some(why) => Answer::Unknown(why),
            None => Answer::Sat(Arc::new(whole)),
        }
    }

    /// Answers one slice, in which some conditions may be `asked` about; a model names exactly its symbols, or more.
    fn solve(&mut self, slice: Vec<TermId>, asked: &[TermId]) -> Answer {
        match self.answer(slice, asked) {
            Ok(Definite::Sat(model)) => Answer::Sat(model),
            Ok(Definite::Unsat(_)) => Answer::Unsat,
            Err(reason) => Answer::Unknown(reason),
        }
    }

    /// The same, with conditions that contradict each other.
    fn answer(&mut self, mut slice: Vec<TermId>, asked: &[TermId]) -> Result<Definite, UnknownReason> {
        self.stats.slices += 1;
        slice.sort_unstable();
        slice.dedup();
        if self.config.caches
            && let Some(answer) = self.recall(&slice)
        {
            return answer;
        }
        let simplified = self.simplified(&slice, asked);
        let simplified = simplified.and_then(|simplified| self.answer_simplified(&slice, &simplified, asked));
        // Where solvers are held against each other, the slice as it stands is asked about as well.
        if !self.config.cross_check
            && let Some(told) = simplified
        {
            return told;
        }
        if self.config.takes_shortcuts()
            && let Some((answer, steps)) = order::decide(&self.pool, &slice)
        {
            self.stats.by_order += 1;
            let work = Work::of_steps(steps);
            self.clock.advance(work.min(self.limit().remaining()));
            return Ok(self.learn(&slice, answer, work));
        }
        let form = self.lasting.as_mut().map(|lasting| lasting.form(&self.pool, &slice));
        let found = form.as_ref().and_then(|form| self.lasting.as_mut()?.find(&self.pool, form));
        if let Some(found) = &found {
            self.stats.by_store += 1;
            if !found.verifies {
                self.clock.advance(found.work.min(self.limit().remaining()));
                let (answer, work) = (found.answer.clone(), found.work);
                return Ok(self.learn(&slice, answer, work));
            }
        }
        self.clock.advance(Work::of_single_steps(self.clock.steps()));
        let limit = self.limit();
        let given = limit.remaining();
        let begun = self.clock.now();
        self.stats.to_backend += 1;
        let answer = match self.decide(&slice, &limit) {
            BackendAnswer::Sat(model) => Definite::Sat(Arc::new(model)),
            BackendAnswer::Unsat(core) => Definite::Unsat(core),
            BackendAnswer::Unknown(reason) => {
                // What passes is not kept: an interrupt, a process that died.
                if reason == UnknownReason::Paused {
                    self.cache.learn_pause(&slice, self.clock.now().minus(begun));
                } else if matches!(
                    reason,
                    UnknownReason::Timeout
                        | UnknownReason::Incomplete(_)
                        | UnknownReason::Quantifiers(_)
                        | UnknownReason::Unsupported(_)
                ) {
                    self.cache.learn_failure(&slice, given, &reason);
                }
                return Err(reason);
            }
        };
        let work = self.clock.now().minus(begun);
        // An answer may have been nearly there when an attempt was ended.
        let before = self.cache.spent_in_vain(&slice);
        self.saved = self.saved.plus(before);
        let is_other = |told: &Definite| matches!(told, Definite::Sat(_)) != matches!(answer, Definite::Sat(_));
        if simplified.is_some_and(|told| told.is_ok_and(|told| is_other(&told))) {
            let said = "another answer where conditions are looked at under each other".to_string();
            let query = crate::dump::query_text(&self.pool, &slice, &said);
            self.cascade.error.get_or_insert(SolverError::Disagreement { said, query });
        }
        if let Some(known) = found.map(|found| found.answer) {
            if is_other(&known) {
                let query = crate::dump::query_text(&self.pool, &slice, "the store has another answer");
                self.cascade.error.get_or_insert(SolverError::Stored { query });
            }
        } else if let (Some(lasting), Some(form)) = (&mut self.lasting, &form)
            && work >= tuning::WORK_KEPT.get()
        {
            lasting.keep(form, &answer, work);
        }
        Ok(self.learn(&slice, answer, work.plus(before)))
    }

    /// What is left of the conditions of a slice where they are looked at together; nothing if that is no less.
    fn simplified(&mut self, slice: &[TermId], asked: &[TermId]) -> Option<Simplified> {
        let (apart, looked_at) = self.extremes.apart(&self.pool, &mut self.shapes, slice);
        self.clock.advance(Work::of_terms(looked_at));
        if apart.is_some() {
            return apart;
        }
        let (under, looked_at) = contextual::simplified(&self.pool, &mut self.shapes, slice, asked);
        self.clock.advance(Work::of_terms(looked_at));
        under
    }

    /// Answers a slice whose conditions are these under each other; those that are `asked` about are known in no other.
    /// Nothing if that is no answer to the slice as it stands.
    fn answer_simplified(
        &mut self,
        slice: &[TermId],
        simplified: &Simplified,
        asked: &[TermId],
    ) -> Option<Result<Definite, UnknownReason>> {
        let taken = |solver: &Solver| solver.clock.now().plus(solver.saved);
        let begun = taken(self);
        let of_asked = simplified.iter().filter(|c| c.of.iter().any(|t| asked.contains(t)));
        let asked: Vec<TermId> = of_asked.map(|c| c.term).collect();
        let conditions: Vec<TermId> = simplified.iter().map(|c| c.term).collect();
        let (mut whole, mut unknown) = (Model::new(), None);
        for group in self.slicer.partition(&self.pool, &conditions) {
            let answer = match self.pool.is_false(group[0]) {
                true => Ok(Definite::Unsat(group)),
                false => self.answer(group, &asked),
            };
            match answer {
                Ok(Definite::Sat(part)) => part.iter().for_each(|(symbol, value)| whole.set(symbol, value)),
                Ok(Definite::Unsat(core)) => {
                    let core = contextual::core(simplified, &core).unwrap_or_else(|| slice.to_vec());
                    let work = taken(self).minus(begun);
                    return Some(Ok(self.learn(slice, Definite::Unsat(core), work)));
                }
                Err(UnknownReason::Interrupted) => return Some(Err(UnknownReason::Interrupted)),
                // Another group may still be contradictory, and then this one does not matter.
                Err(reason) => unknown = unknown.or(Some(reason)),
            }
        }
        if let Some(reason) = unknown {
            return Some(Err(reason));
        }
        complete(&self.pool, slice, &mut whole);
        let holds = satisfies_within(&self.pool, &whole, slice, tuning::MODEL_STEPS.get()) == Some(true);
        holds.then(|| Ok(self.learn(slice, Definite::Sat(Arc::new(whole)), Work::NONE)))
    }

    /// Remembers an answer for the rest of the run.
    fn learn(&mut self, slice: &[TermId], answer: Definite, work: Work) -> Definite {
        match &answer {
            Definite::Sat(model) => {
                self.cache.learn_sat(slice, model);
                self.cache.learn_model(model);
            }
            Definite::Unsat(core) => self.cache.learn_unsat(slice, core.clone(), work),
        }
        answer
    }

    /// Asks for a slice: without reads of λ-arrays, and with quantifiers taken care of.
    fn decide(&mut self, slice: &[TermId], limit: &Limit) -> BackendAnswer {
        let pool = self.pool.clone();
        let shape = slice.iter().fold(0, |all, &t| all | self.shapes.of(&pool, t));
        if shape & (FORALL | LAMBDA) == 0 {
            return self.cascade.decide(slice, limit, &mut self.stats);
        }
        let mut query = Vec::with_capacity(slice.len());
        let mut origin: Vec<(TermId, TermId)> = Vec::with_capacity(slice.len());
        let quantified = shape & FORALL != 0;
        if quantified {
            slice.iter().for_each(|&t| self.cells.find(&pool, t));
        }
        for &t in slice {
            let renamed = if quantified { self.cells.renamed(&pool, t) } else { t };
            let plain = self.lambdas.eliminate(&pool, &mut self.shapes, renamed);
            let before = query.len();
            if !conjuncts(&pool, plain, &mut query) {
                return BackendAnswer::Unsat(vec![t]);
            }
            origin.extend(query[before..].iter().map(|&part| (part, t)));
        }
        query.sort_unstable();
        query.dedup();
        let shape = query.iter().fold(0, |all, &t| all | self.shapes.of(&pool, t));
        let verdict = if query.is_empty() {
            BackendAnswer::Sat(Model::new())
        } else if shape & FORALL == 0 {
            self.cascade.decide(&query, limit, &mut self.stats)
        } else {
            self.quantified.decide(&pool, &mut self.shapes, &mut self.cascade, &query, limit, &mut self.stats)
        };
        match verdict {
            BackendAnswer::Sat(mut model) => {
                if quantified {
                    self.cells.give_back(&crate::backend::query_symbols(&pool, slice), &pool, &mut model);
                }
                complete(&pool, slice, &mut model);
                if satisfies(&pool, &model, slice) {
                    BackendAnswer::Sat(model)
                } else {
                    self.stats.bad_models += 1;
                    BackendAnswer::Unknown(UnknownReason::BadModel)
                }
            }
            BackendAnswer::Unsat(core) => {
                let mut of: Vec<TermId> = Vec::with_capacity(core.len());
                of.extend(origin.iter().filter(|(part, _)| core.contains(part)).map(|&(_, t)| t));
                BackendAnswer::Unsat(of)
            }
            unknown => unknown,
        }
    }

    fn recall(&mut self, slice: &[TermId]) -> Option<Result<Definite, UnknownReason>> {
        match self.cache.answer(slice) {
            Some(Known::Sat(model)) => {
                self.stats.by_cache += 1;
                return Some(Ok(Definite::Sat(model.clone())));
            }
            Some(&Known::Unsat(work)) => {
                self.stats.by_cache += 1;
                self.saved = self.saved.plus(work);
                let core = self.cache.core(slice).map_or(slice, |(core, _)| core);
                return Some(Ok(Definite::Unsat(core.to_vec())));
            }
            None => {}
        }
        if let Some((core, work)) = self.cache.core(slice).map(|(core, work)| (core.to_vec(), *work)) {
            self.stats.by_core += 1;
            self.saved = self.saved.plus(work);
            self.cache.learn_unsat(slice, Vec::new(), work);
            return Some(Ok(Definite::Unsat(core)));
        }
        if let Some(found) = self.cache.satisfying(&self.pool, slice) {
            self.stats.by_model += 1;
            // Only the slice's own symbols: the rest of that model belongs to another path.
            let mut model = about(&self.pool, slice, &found);
            complete(&self.pool, slice, &mut model);
            let model = Arc::new(model);
            self.cache.learn_sat(slice, &model);
            return Some(Ok(Definite::Sat(model)));
        }
        let limit = self.limit().remaining();
        let whole = if matches!(self.budget, Budget::AtMost(_)) { self.config.work_limit } else { limit };
        let failure = self.cache.failure(slice, limit, whole)?;
        self.stats.by_cache += 1;
        Some(Err(failure))
    }
}
