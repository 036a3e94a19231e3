//! Which back end is asked, in which order, and for how long.
//!
//! Oblivious to caches and slicing. Most queries are easy for an incremental Bitwuzla; no solver wins alone on the hard
//! ones. Hence a cascade: the first solver for a moment, then Z3 beside a fresh Bitwuzla. Invariants: a `Sat` that
//! leaves here has been evaluated; a model that fails is counted and the query counts as unanswered by that back end;
//! which answer is taken depends on counts alone, unless a net under them was needed, which is counted.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use plica_term::{Model, TermId, TermPool};

use crate::answer::{SolverError, UnknownReason};
use crate::backend::{Backend, BackendAnswer, Limit, conditions_of};
use crate::cache::satisfies;
use crate::config::{Choice, SolverConfig};
use crate::cuts::Cuts;
use crate::dump::{Dump, query_text};
use crate::enumeration::{self, Enumeration, Trying};
use crate::multiples::Multiples;
use crate::pipe::Pipe;
use crate::products::WithoutProducts;
use crate::quotients::WithQuotients;
use crate::race::{Maker, Races};
use crate::shape::{CHOICE, PRODUCT, SUM, Shapes};
use crate::stats::SolverStats;
use crate::tuning;
use crate::work::Work;

/// The back ends of a solver.
pub(crate) struct Cascade {
    pool: Arc<TermPool>,
    /// Asked in this order; kept from query to query.
    first: Vec<Box<dyn Backend>>,
    /// The stages after them; the last has back ends that are made anew for each hard query and run beside each other.
    later: Vec<Stage>,
    /// Asked before all others where sums are compared.
    linear: Option<Box<dyn Backend>>,
    /// How that went: where conditions are parts of others, and where they are not.
    luck: [Luck; 2],
    /// Queries to which the first had no answer so far, the last one last.
    begun: Vec<Begun>,
    first_limit: Work,
    shapes: Shapes,
    cross_check: bool,
    dump: Option<Dump>,
    pub(crate) error: Option<SolverError>,
}

fn with_quotients(pool: Arc<TermPool>, solver: impl Backend + 'static) -> Box<dyn Backend> {
    Box::new(WithQuotients::new(pool, Box::new(solver)))
}

#[cfg(feature = "bitwuzla")]
fn bitwuzla(pool: &Arc<TermPool>) -> Option<(Box<dyn Backend>, Maker)> {
    let fresh: Maker = Arc::new(|pool| with_quotients(pool.clone(), crate::Bitwuzla::fresh(pool)));
    Some((with_quotients(pool.clone(), crate::Bitwuzla::incremental(pool.clone())), fresh))
}

#[cfg(not(feature = "bitwuzla"))]
fn bitwuzla(_: &Arc<TermPool>) -> Option<(Box<dyn Backend>, Maker)> {
    None
}

#[cfg(feature = "z3")]
fn z3(pool: &Arc<TermPool>, bare: bool) -> Option<(Box<dyn Backend>, Maker)> {
    let fresh: Maker = Arc::new(|pool| with_quotients(pool.clone(), crate::Z3::fresh(pool)));
    let kept = crate::Z3::incremental(pool.clone());
    Some((if bare { Box::new(kept) } else { with_quotients(pool.clone(), kept) }, fresh))
}

#[cfg(not(feature = "z3"))]
fn z3(_: &Arc<TermPool>, _: bool) -> Option<(Box<dyn Backend>, Maker)> {
    None
}

#[cfg(feature = "z3")]
fn linear() -> Option<Maker> {
    Some(Arc::new(|pool| Box::new(crate::linear::Linear::new(pool.clone()))))
}

#[cfg(not(feature = "z3"))]
fn linear() -> Option<Maker> {
    None
}

/// Whether it pays to ask somebody first: what that takes in vain is to be a part of what others take.
#[derive(Clone, Copy, Default)]
struct Luck {
    in_vain: Work,
    by_others: Work,
}

impl Luck {
    /// Is the next question asked?
    fn holds(&self) -> bool {
        self.in_vain <= self.by_others.part(1, tuning::SHARE_OF_LINEAR.get())
    }

    /// A question took so much that others had to answer.
    fn failed(&mut self, took: Work) {
        self.in_vain = self.in_vain.plus(took);
    }

    /// Others took so much, or would have taken no less.
    fn spared(&mut self, took: Work) {
        self.by_others = self.by_others.plus(took);
    }
}

/// A stage after the first.
struct Stage {
    races: Races,
    /// What it may take.
    most: Work,
    /// Is it for questions that hold products?
    of_products: bool,
}

/// The stages after the first, if there are back ends for them.
fn stages(linear: Option<Maker>, second: Vec<Maker>) -> Vec<Stage> {
    let Some(without) = second.first().cloned() else { return Vec::new() };
    let solver = without.clone();
    let trying: Maker = Arc::new(move |pool| Box::new(Trying { pool, solver: solver.clone() }));
    let without: Maker = Arc::new(move |pool| Box::new(WithoutProducts::new(pool.clone(), without(pool))));
    let stage = |makers, most, of_products| Stage { races: Races::new(makers), most, of_products };
    let linear = linear.map(|linear| stage(vec![linear], tuning::WORK_OF_HARD_LINEAR.get(), false));
    let others = [
        stage(vec![trying], tuning::WORK_OF_TRYING.get(), false),
        stage(vec![without], tuning::WORK_WITHOUT_PRODUCTS.get(), true),
        stage(second, Work::units(u64::MAX), false),
    ];
    linear.into_iter().chain(others).collect()
}

/// How far a question has come to which there is no answer yet.
struct Begun {
    query: Vec<TermId>,
    /// What the first stage has had for it.
    first: Work,
    /// How many of the later stages are over.
    over: usize,
    /// Has the one where it is begun with it?
    races: bool,
    /// Did that begin anew, since others were kept in its place? So it may again.
    evicted: bool,
}

impl Begun {
    fn new(query: &[TermId]) -> Begun {
        Begun { query: query.to_vec(), first: Work::NONE, over: 0, races: false, evicted: false }
    }
}

impl Cascade {
    pub(crate) fn new(pool: &Arc<TermPool>, config: &SolverConfig) -> Result<Self, SolverError> {
        // What is held against another is asked as it stands.
        let z3 = |pool| z3(pool, config.cross_check);
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
        let linear = config.takes_shortcuts().then(linear).flatten();
        Ok(Cascade {
            pool: pool.clone(),
            first,
            linear: linear.as_ref().map(|linear| linear(pool.clone())),
            luck: Default::default(),
            later: stages(linear, second),
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
        let Some(last) = self.later.last_mut().filter(|_| !self.cross_check) else {
            return self.decide(query, limit, stats);
        };
        if let Some(exceeded) = limit.exceeded() {
            return BackendAnswer::Unknown(exceeded);
        }
        let started = Instant::now();
        let (verdict, by) = last.races.run(&self.pool, query, limit, stats);
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
        let Some(kind) = self.kind_of_sums(query) else { return self.decide_bits(query, limit, stats) };
        let first = !self.begun.iter().any(|begun| begun.query == query);
        if first
            && self.luck[kind].holds()
            && let Some(linear) = &mut self.linear
        {
            let begun = limit.spent();
            let told = ask(&self.pool, linear.as_mut(), query, &limit.at_most(tuning::WORK_OF_LINEAR.get()), stats);
            let took = limit.spent().minus(begun);
            if told.is_definite() {
                self.luck[kind].spared(took);
                return (told, linear.name().to_string());
            }
            self.luck[kind].failed(took);
        }
        let begun = limit.spent();
        let told = self.decide_bits(query, limit, stats);
        self.luck[kind].spared(limit.spent().minus(begun));
        told
    }

    /// Where sums are compared: are conditions parts of others?
    fn kind_of_sums(&mut self, query: &[TermId]) -> Option<usize> {
        let (mut sums, mut all) = (0, 0);
        for &t in query {
            let shape = self.shapes.of(&self.pool, t);
            sums += u32::from(shape & SUM != 0);
            all |= shape;
        }
        (sums > 1).then_some(usize::from(all & CHOICE != 0))
    }

    fn decide_bits(&mut self, query: &[TermId], limit: &Limit, stats: &mut SolverStats) -> (BackendAnswer, String) {
        let has_products = self.has_products(query);
        let begun = self.begun.iter().position(|begun| begun.query == query);
        let mut begun = begun.map_or_else(|| Begun::new(query), |at| self.begun.remove(at));
        if has_products
            && begun.first == Work::NONE
            && let Some(quick) = Enumeration::new(&self.pool, query)
            && quick.most() <= tuning::WORK_OF_TRYING_FIRST.get()
            && let Some(told) = self.enumerate(quick, query, limit, stats)
        {
            return told;
        }
        // With later stages to come, the first one only has a moment.
        let moment =
            if has_products { tuning::WORK_BEFORE_LEAVING_OUT.get().min(self.first_limit) } else { self.first_limit };
        let short = if self.later.is_empty() { limit.clone() } else { limit.at_most(moment.minus(begun.first)) };
        let (had, mut reason, mut name) = (short.remaining(), UnknownReason::Timeout, String::new());
        // Those that have had their moment are not asked again.
        let first = self.first.iter_mut().filter(|_| short.exceeded().is_none());
        for (i, backend) in first.enumerate() {
            let verdict = ask(&self.pool, backend.as_mut(), query, &short, stats);
            name = backend.name().to_string();
            match verdict {
                // Out of time: the others are for later stages. Otherwise the next one may know what this lacks.
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
        if self.later.is_empty() || matches!(reason, UnknownReason::Unsupported(_) | UnknownReason::Interrupted) {
            return (BackendAnswer::Unknown(reason), name);
        }
        begun.first = begun.first.plus(had.minus(short.remaining()));
        stats.to_second_stage += u64::from(begun.over == 0 && limit.exceeded().is_none());
        let told = self.decide_later(&mut begun, limit, stats);
        if matches!(&told.0, BackendAnswer::Unknown(why) if why.is_for_time()) {
            if self.begun.len() >= tuning::BEGUN_KEPT.get() {
                self.begun.remove(0);
            }
            self.begun.push(begun);
        }
        told
    }

    /// Goes through the stages after the first, from where the question was when it was last asked.
    fn decide_later(&mut self, begun: &mut Begun, limit: &Limit, stats: &mut SolverStats) -> (BackendAnswer, String) {
        let has_products = self.has_products(&begun.query);
        let mut told = (BackendAnswer::Unknown(UnknownReason::Timeout), String::new());
        while let Some(stage) = self.later.get_mut(begun.over) {
            if let Some(exceeded) = limit.exceeded() {
                let paused = exceeded == UnknownReason::Timeout && !limit.is_late();
                return (BackendAnswer::Unknown(if paused { UnknownReason::Paused } else { exceeded }), told.1);
            }
            if has_products || !stage.of_products {
                let had = stage.races.had(&begun.query);
                begun.evicted |= begun.races && had.is_none();
                begun.races = true;
                let short = limit.at_most(stage.most.minus(had.unwrap_or_default()));
                told = stage.races.run(&self.pool, &begun.query, &short, stats);
                match &told.0 {
                    BackendAnswer::Unknown(UnknownReason::Paused) if limit.exceeded().is_some() => {
                        let why = if begun.evicted { UnknownReason::Timeout } else { UnknownReason::Paused };
                        return (BackendAnswer::Unknown(why), told.1);
                    }
                    // Had this stage its most, or has it no answer, it is the next one's turn.
                    BackendAnswer::Unknown(why) if *why != UnknownReason::Interrupted => {}
                    _ => return told,
                }
                stage.races.drop(&begun.query);
            }
            (begun.over, begun.races) = (begun.over + 1, false);
        }
        told
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
        count(stats, enumeration::NAME, started, &verdict);
        verdict.is_definite().then(|| (verdict, enumeration::NAME.into()))
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
        } else if Cuts::new(&self.pool, query).is_some_and(|cuts| cuts.refutes(&self.pool, limit)) {
            answers.push((BackendAnswer::Unsat(query.to_vec()), "values of what is cut".into()));
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
