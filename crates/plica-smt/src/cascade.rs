//! Which back end is asked, in which order, and for how long.
//!
//! Oblivious to caches and slicing. Most queries are easy for an incremental Bitwuzla; no solver wins alone on the hard
//! ones. Hence a cascade: the first solver for a moment, then Z3 beside a fresh Bitwuzla. Invariants: a `Sat` that
//! leaves here has been evaluated; a model that fails is counted and the query counts as unanswered by that back end;
//! which answer is taken depends on counts alone, unless a net under them was needed, which is counted.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use plica_term::{Evaluator, Model, TermId, TermPool};

use crate::answer::{SolverError, UnknownReason};
use crate::backend::{Backend, BackendAnswer, Limit, conditions_of, query_symbols};
use crate::cache::satisfies;
use crate::config::{Choice, SolverConfig};
use crate::dump::{Dump, query_text};
use crate::enumeration::Enumeration;
use crate::multiples::Multiples;
use crate::narrow::narrow;
use crate::pipe::Pipe;
use crate::products::without_products;
use crate::race::{Maker, Races};
use crate::shape::{PRODUCT, Shapes};
use crate::stats::SolverStats;
use crate::tuning;
use crate::work::Work;

/// The name of trying all assignments among the back ends.
const ENUMERATION: &str = "enumeration";

/// The back ends of a solver.
pub(crate) struct Cascade {
    pool: Arc<TermPool>,
    /// Asked in this order; kept from query to query.
    first: Vec<Box<dyn Backend>>,
    /// Made anew for each hard query and run beside each other.
    second: Races,
    /// Queries to which the first had no answer so far, the last one last, with the work that they had for that.
    begun: Vec<(Vec<TermId>, Work)>,
    first_limit: Work,
    shapes: Shapes,
    cross_check: bool,
    dump: Option<Dump>,
    pub(crate) error: Option<SolverError>,
}

#[cfg(feature = "bitwuzla")]
fn bitwuzla(pool: &Arc<TermPool>) -> Option<(Box<dyn Backend>, Maker)> {
    let fresh: Maker = |pool| Box::new(crate::Bitwuzla::fresh(pool));
    Some((Box::new(crate::Bitwuzla::incremental(pool.clone())), fresh))
}

#[cfg(not(feature = "bitwuzla"))]
fn bitwuzla(_: &Arc<TermPool>) -> Option<(Box<dyn Backend>, Maker)> {
    None
}

#[cfg(feature = "z3")]
fn z3(pool: &Arc<TermPool>) -> Option<(Box<dyn Backend>, Maker)> {
    let fresh: Maker = |pool| Box::new(crate::Z3::fresh(pool));
    Some((Box::new(crate::Z3::incremental(pool.clone())), fresh))
}

#[cfg(not(feature = "z3"))]
fn z3(_: &Arc<TermPool>) -> Option<(Box<dyn Backend>, Maker)> {
    None
}

impl Cascade {
    pub(crate) fn new(pool: &Arc<TermPool>, config: &SolverConfig) -> Result<Self, SolverError> {
        let built_in = match &config.choice {
            Choice::Auto => vec![bitwuzla(pool), z3(pool)],
            Choice::Bitwuzla => vec![Some(bitwuzla(pool).ok_or(SolverError::NotBuilt("Bitwuzla"))?)],
            Choice::Z3 => vec![Some(z3(pool).ok_or(SolverError::NotBuilt("Z3"))?)],
            Choice::Pipe(_) => Vec::new(),
        };
        let mut first: Vec<Box<dyn Backend>> = Vec::new();
        let mut second = Vec::new();
        for (incremental, fresh) in built_in.into_iter().flatten() {
            first.push(incremental);
            second.push(fresh);
        }
        if let Choice::Pipe(command) = &config.choice {
            first.push(Box::new(Pipe::new(pool.clone(), command)?));
        }
        if config.cross_check && first.len() < 2 {
            // The chosen one is held against one that is at hand.
            let other = match &config.choice {
                Choice::Bitwuzla => z3(pool),
                Choice::Z3 => bitwuzla(pool),
                _ => bitwuzla(pool).or_else(|| z3(pool)),
            };
            first.push(other.ok_or(SolverError::NotBuilt("a second solver to check against"))?.0);
        }
        if first.is_empty() {
            return Err(SolverError::NotBuilt("any solver"));
        }
        let dump = config.dump_queries.as_deref().map(Dump::new).transpose()?;
        Ok(Cascade {
            pool: pool.clone(),
            first,
            second: Races::new(second),
            begun: Vec::new(),
            first_limit: config.first_stage,
            shapes: Shapes::default(),
            cross_check: config.cross_check,
            dump,
            error: None,
        })
    }

    /// Asks the back ends whether the conditions can hold together.
    pub(crate) fn decide(&mut self, query: &[TermId], limit: &Limit, stats: &mut SolverStats) -> BackendAnswer {
        let started = Instant::now();
        let (verdict, by) = if self.cross_check {
            self.decide_by_all(query, limit, stats)
        } else {
            self.decide_simplified(query, limit, stats)
        };
        self.told(query, verdict, &by, limit, started, stats)
    }

    /// Asks the back ends about quantifiers as they stand: fresh ones beside each other where there are any.
    pub(crate) fn decide_quantified(
        &mut self,
        query: &[TermId],
        limit: &Limit,
        stats: &mut SolverStats,
    ) -> BackendAnswer {
        if self.cross_check || self.second.is_empty() {
            return self.decide(query, limit, stats);
        }
        let started = Instant::now();
        let (verdict, by) = self.second.run(&self.pool, query, limit, stats);
        self.told(query, verdict, &by, limit, started, stats)
    }

    /// What goes out of what the stages say: its time is counted and its query is written down.
    ///
    /// An interrupt may come between two stages, where the reason at hand is the first one's short limit. It is the
    /// interrupt that is told: a timeout would be remembered as undecidable.
    fn told(
        &mut self,
        query: &[TermId],
        verdict: BackendAnswer,
        by: &str,
        limit: &Limit,
        started: Instant,
        stats: &mut SolverStats,
    ) -> BackendAnswer {
        let verdict = match verdict {
            BackendAnswer::Unknown(UnknownReason::Timeout | UnknownReason::Paused)
                if limit.interrupt.load(Ordering::Relaxed) =>
            {
                BackendAnswer::Unknown(UnknownReason::Interrupted)
            }
            told => told,
        };
        let took = started.elapsed();
        stats.solver_time += took;
        if let Some(dump) = &mut self.dump {
            dump.write(&self.pool, query, &verdict, by, took);
            if let Some(why) = dump.failure() {
                self.error.get_or_insert_with(|| SolverError::DumpFolder(why.into()));
            }
        }
        verdict
    }

    /// Asks for the query with multiples in the places of symbols where that spares it products (see
    /// [`crate::multiples`]). The answer is about the query as it is.
    fn decide_simplified(
        &mut self,
        query: &[TermId],
        limit: &Limit,
        stats: &mut SolverStats,
    ) -> (BackendAnswer, String) {
        let Some(multiples) = self.multiples(query) else {
            return self.decide_in_stages(query, limit, stats);
        };
        let (told, by) = self.decide_in_stages(&multiples.conditions, limit, stats);
        match multiples.answer(query, told) {
            sat @ BackendAnswer::Sat(_) => match check_model(&self.pool, query, sat, stats) {
                BackendAnswer::Unknown(_) => self.decide_in_stages(query, limit, stats),
                sat => (sat, by),
            },
            other => (other, by),
        }
    }

    /// Are there products in a query that take large circuits?
    fn has_products(&mut self, query: &[TermId]) -> bool {
        query.iter().any(|&t| self.shapes.of(&self.pool, t) & PRODUCT != 0)
    }

    /// The query with multiples in the places of symbols, where that spares it products.
    fn multiples(&mut self, query: &[TermId]) -> Option<Multiples> {
        self.has_products(query).then(|| Multiples::new(&self.pool, query)).flatten()
    }

    fn decide_in_stages(
        &mut self,
        query: &[TermId],
        limit: &Limit,
        stats: &mut SolverStats,
    ) -> (BackendAnswer, String) {
        if self.second.has_begun(query) {
            return self.second.run(&self.pool, query, limit, stats);
        }
        let has_products = self.has_products(query);
        let mut enumeration = if has_products { Enumeration::new(&self.pool, query) } else { None };
        if let Some(quick) = enumeration.take_if(|e| e.most() <= tuning::WORK_OF_TRYING_FIRST.get())
            && let Some(told) = self.enumerate(quick, query, limit, stats)
        {
            return told;
        }
        // With a second stage to come, the first one only has a moment.
        let moment =
            if has_products { tuning::WORK_BEFORE_LEAVING_OUT.get().min(self.first_limit) } else { self.first_limit };
        let before = self.begun.iter().find(|(begun, _)| begun == query).map_or(Work::NONE, |(_, work)| *work);
        let short = if self.second.is_empty() { limit.clone() } else { limit.at_most(moment.minus(before)) };
        let (had, mut reason, mut name) = (short.remaining(), UnknownReason::Timeout, String::new());
        // Those that have had their moment are not asked again.
        let first = self.first.iter_mut().filter(|_| short.exceeded().is_none());
        for (i, backend) in first.enumerate() {
            let verdict = ask(&self.pool, backend.as_mut(), query, &short, stats);
            name = backend.name().to_string();
            match verdict {
                // Out of time: the others are for the second stage. Otherwise the next one may know what this lacks.
                BackendAnswer::Unknown(why @ (UnknownReason::Timeout | UnknownReason::Interrupted)) => {
                    reason = why;
                    break;
                }
                BackendAnswer::Unknown(why) => {
                    // The first reason stands, unless a later back end at least tried.
                    if i == 0 || !matches!(why, UnknownReason::Unsupported(_)) {
                        reason = why;
                    }
                }
                definite => return (definite, name),
            }
        }
        if self.second.is_empty() || matches!(reason, UnknownReason::Unsupported(_) | UnknownReason::Interrupted) {
            return (BackendAnswer::Unknown(reason), name);
        }
        self.note_begun(query, before.plus(had.minus(short.remaining())));
        if let Some(exceeded) = limit.exceeded() {
            let late = exceeded != UnknownReason::Timeout || limit.is_late();
            return (BackendAnswer::Unknown(if late { reason } else { UnknownReason::Paused }), name);
        }
        stats.to_second_stage += 1;
        let enumeration = if has_products { enumeration } else { Enumeration::new(&self.pool, query) };
        let trying = limit.at_most(tuning::WORK_OF_TRYING.get());
        if let Some(enumeration) = enumeration
            && let Some(told) = self.enumerate(enumeration, query, &trying, stats)
        {
            return told;
        }
        if has_products && let Some(told) = self.leave_products_out(query, limit, stats) {
            return told;
        }
        self.second.run(&self.pool, query, limit, stats)
    }

    /// Remembers how much work the first back ends have had for a query.
    fn note_begun(&mut self, query: &[TermId], work: Work) {
        self.begun.retain(|(begun, _)| begun != query);
        if self.begun.len() >= tuning::BEGUN_KEPT.get() {
            self.begun.remove(0);
        }
        self.begun.push((query.to_vec(), work));
    }

    /// Tries all assignments, if that can be done within the limit.
    fn enumerate(
        &self,
        enumeration: Enumeration,
        query: &[TermId],
        limit: &Limit,
        stats: &mut SolverStats,
    ) -> Option<(BackendAnswer, String)> {
        let started = Instant::now();
        let verdict = enumeration.run(query, limit).unwrap_or(BackendAnswer::Unknown(UnknownReason::Timeout));
        let verdict = check_model(&self.pool, query, verdict, stats);
        count(stats, ENUMERATION, started, &verdict);
        verdict.is_definite().then(|| (verdict, ENUMERATION.into()))
    }

    /// Asks for the query without its products (see [`crate::products`]), and again with what the model goes against,
    /// as long as there is something and it does not cost much.
    fn leave_products_out(
        &mut self,
        query: &[TermId],
        limit: &Limit,
        stats: &mut SolverStats,
    ) -> Option<(BackendAnswer, String)> {
        let pool = self.pool.clone();
        let abstraction = without_products(&pool, &narrow(&pool, query))?;
        let limit = limit.at_most(tuning::WORK_WITHOUT_PRODUCTS.get());
        let mut backend = self.second.fresh(&pool)?;
        let mut asked: Vec<TermId> = abstraction.conditions.iter().chain(&abstraction.bounds).copied().collect();
        let mut left = abstraction.lemmas;
        for _ in 0..=tuning::TURNS_WITHOUT_PRODUCTS.get() {
            let model = match ask(&pool, backend.as_mut(), &asked, &limit, stats) {
                BackendAnswer::Sat(model) => model,
                BackendAnswer::Unsat(core) => {
                    let core = conditions_of(query, &abstraction.conditions, &core);
                    return Some((BackendAnswer::Unsat(core), format!("{} without products", backend.name())));
                }
                BackendAnswer::Unknown(_) => return None,
            };
            let mut inputs = Model::new();
            for symbol in query_symbols(&pool, query) {
                if let Some(value) = model.get(symbol) {
                    inputs.set(symbol, value);
                }
            }
            complete(&pool, query, &mut inputs);
            if satisfies(&pool, &inputs, query) {
                return Some((BackendAnswer::Sat(inputs), format!("{} without products", backend.name())));
            }
            let mut model = model;
            complete(&pool, &left, &mut model);
            let mut evaluator = Evaluator::new(&pool, &model);
            let before = left.len();
            left.retain(|&lemma| {
                let holds = evaluator.holds(lemma);
                if !holds {
                    asked.push(lemma);
                }
                holds
            });
            if left.len() == before {
                return None;
            }
        }
        None
    }

    /// Asks every back end in full and compares.
    fn decide_by_all(&mut self, query: &[TermId], limit: &Limit, stats: &mut SolverStats) -> (BackendAnswer, String) {
        let mut answers: Vec<(BackendAnswer, String)> = Vec::new();
        for backend in &mut self.first {
            let verdict = ask(&self.pool, backend.as_mut(), query, limit, stats);
            answers.push((verdict, backend.name().to_string()));
        }
        if let Some(multiples) = self.multiples(query)
            && let Some(backend) = self.first.first_mut()
        {
            // What is made of the query has a model just if it has one.
            let told = ask(&self.pool, backend.as_mut(), &multiples.conditions, limit, stats);
            answers.push((multiples.answer(query, told), format!("{} by multiples", backend.name())));
        }
        if let Some(enumeration) = Enumeration::new(&self.pool, query)
            && let Some(told) = self.enumerate(enumeration, query, limit, stats)
        {
            answers.push(told);
        }
        let sat = answers.iter().find(|(v, _)| matches!(v, BackendAnswer::Sat(_)));
        let unsat = answers.iter().find(|(v, _)| matches!(v, BackendAnswer::Unsat(_)));
        if let (Some((_, a)), Some((_, b))) = (sat, unsat) {
            let said = format!("{a} says sat, {b} says unsat");
            let query = query_text(&self.pool, query, &said);
            self.error = Some(SolverError::Disagreement { said: said.clone(), query });
            return (BackendAnswer::Unknown(UnknownReason::Disagreement), said);
        }
        if answers.iter().filter(|(v, _)| v.is_definite()).count() > 1 {
            stats.cross_checked += 1;
        }
        let definite = answers.iter().position(|(v, _)| v.is_definite());
        answers.swap_remove(definite.unwrap_or(0))
    }
}

/// Counts what a back end said that was asked at that moment.
fn count(stats: &mut SolverStats, name: &str, asked: Instant, verdict: &BackendAnswer) {
    let counts = stats.backend(name);
    counts.asked += 1;
    counts.time += asked.elapsed();
    match verdict {
        BackendAnswer::Sat(_) => counts.sat += 1,
        BackendAnswer::Unsat(_) => counts.unsat += 1,
        BackendAnswer::Unknown(_) => counts.unknown += 1,
    }
}

/// Asks one back end, counts, and evaluates its model.
fn ask(
    pool: &TermPool,
    backend: &mut dyn Backend,
    query: &[TermId],
    limit: &Limit,
    stats: &mut SolverStats,
) -> BackendAnswer {
    let started = Instant::now();
    let verdict = check_model(pool, query, backend.check(query, limit), stats);
    count(stats, backend.name(), started, &verdict);
    stats.by_clock += u64::from(verdict == BackendAnswer::Unknown(UnknownReason::Timeout) && limit.is_late());
    verdict
}

/// Asks for the query in as few bits as it needs (see [`narrow`]). The answer is about the query as it is.
pub(crate) fn ask_narrowed(
    pool: &TermPool,
    backend: &mut dyn Backend,
    query: &[TermId],
    narrowed: &[TermId],
    limit: &Limit,
    stats: &mut SolverStats,
) -> BackendAnswer {
    if narrowed == query {
        return ask(pool, backend, query, limit, stats);
    }
    match ask(pool, backend, narrowed, limit, stats) {
        // Symbols may have gone.
        sat @ BackendAnswer::Sat(_) => check_model(pool, query, sat, stats),
        BackendAnswer::Unsat(core) => BackendAnswer::Unsat(conditions_of(query, narrowed, &core)),
        unknown => unknown,
    }
}

fn check_model(pool: &TermPool, query: &[TermId], verdict: BackendAnswer, stats: &mut SolverStats) -> BackendAnswer {
    let BackendAnswer::Sat(mut model) = verdict else { return verdict };
    complete(pool, query, &mut model);
    if satisfies(pool, &model, query) {
        BackendAnswer::Sat(model)
    } else {
        stats.bad_models += 1;
        BackendAnswer::Unknown(UnknownReason::BadModel)
    }
}

/// Names the symbols that the model leaves out: they are zero.
pub(crate) fn complete(pool: &TermPool, query: &[TermId], model: &mut Model) {
    for &t in query {
        for &symbol in pool.free_symbols(t).iter() {
            if !model.names(symbol) {
                model.set(symbol, zero(pool, symbol));
            }
        }
    }
}

/// The value of a symbol that nothing constrains.
pub(crate) fn zero(pool: &TermPool, symbol: plica_term::SymbolId) -> plica_term::ConstValue {
    match pool.symbol_info(symbol).sort {
        plica_term::Sort::Array { .. } => plica_term::ConstValue::Array(Arc::default()),
        _ => plica_term::ConstValue::Bv(0),
    }
}
