//! What every solver back end offers, and how long it may take.
//!
//! Oblivious to caches and slicing: a back end is asked a list of conditions and answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plica_term::{Model, Steps, SymbolId, TermId, TermPool};

use crate::answer::UnknownReason;
use crate::pace::Runner;
use crate::sink::EncodeError;
use crate::tuning;
use crate::work::{Work, WorkClock};

/// Who asks. Those who ask by turns ask about different things, so Bitwuzla's solvers are kept for each by itself: else
/// one fills them with what does not matter to the other, and drives out those that it would go on with. No verdict
/// depends on it; models and costs may.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lane(pub u8);

/// How much a back end may do, and who may stop it before.
///
/// Work decides, so that runs are the same everywhere. The clock is for limits that users set, and a net: a library
/// that works without counting would never come back.
#[derive(Clone, Debug)]
pub struct Limit {
    clock: Arc<WorkClock>,
    /// When to give up, by `clock`.
    until: Work,
    /// When to give up whatever was done.
    deadline: Instant,
    /// Set when the whole run is being ended.
    pub interrupt: Arc<AtomicBool>,
    /// For whom it is asked.
    pub(crate) lane: Lane,
    /// The place among those who run beside each other, and end when one of them has answered.
    runner: Option<Runner>,
}

/// Now and that; for a duration that is too long for the clock a century, which is as good as none.
fn later(now: Instant, duration: Duration) -> Instant {
    now.checked_add(duration).unwrap_or_else(never)
}

fn never() -> Instant {
    Instant::now() + Duration::from_secs(3_000_000_000)
}

impl Limit {
    /// A limit that begins now.
    pub fn after(work: Work, clock: &Arc<WorkClock>, interrupt: &Arc<AtomicBool>) -> Self {
        Limit {
            until: clock.now().plus(work),
            clock: clock.clone(),
            deadline: later(Instant::now(), net(work)),
            interrupt: interrupt.clone(),
            lane: Lane::default(),
            runner: None,
        }
    }

    /// The same for one who asks.
    pub(crate) fn of(mut self, lane: Lane) -> Self {
        self.lane = lane;
        self
    }

    /// The same, and over at a certain time.
    pub fn ending(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline.map_or(self.deadline, |end| end.min(self.deadline));
        self
    }

    /// The same for one who works beside others, with a clock of its own.
    pub(crate) fn beside(&self, runner: Runner) -> Self {
        let (clock, interrupt) = (Arc::default(), self.interrupt.clone());
        // The pace says what it may do, and until when.
        Limit {
            clock,
            until: Work::units(u64::MAX),
            deadline: never(),
            interrupt,
            lane: self.lane,
            runner: Some(runner),
        }
    }

    /// When it is over by the clock on the wall.
    pub(crate) fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Is it for one who works beside others?
    pub(crate) fn is_beside(&self) -> bool {
        self.runner.is_some()
    }

    /// For one that begins anew in each round: the work of the present one, with a clock of its own.
    pub(crate) fn round(&self) -> Self {
        let Some(runner) = &self.runner else { return self.clone() };
        let until = runner.end_of_round();
        let deadline = runner.deadline().unwrap_or(self.deadline).min(later(Instant::now(), net(until)));
        Limit { until, deadline, clock: Arc::default(), ..self.clone() }
    }

    /// Is it for one who works beside others, and has taken much longer for a round than its work says? Then it does
    /// not count what it does, and the others need not wait for it.
    pub(crate) fn gives_up(&self, round: &Limit) -> bool {
        let late = self.runner.is_some() && round.is_late();
        if late {
            self.clock.give_up();
        }
        late
    }

    /// Waits for the next round, if there is one.
    pub(crate) fn next_round(&self) -> bool {
        let given_up = || self.interrupt.load(Ordering::Relaxed) || self.is_late();
        self.runner.as_ref().is_some_and(|runner| runner.next_round(given_up))
    }

    /// For one that goes on from round to round: notes work, waits where a round is over, and gives the reason to stop.
    pub(crate) fn advance(&self, work: Work) -> Option<UnknownReason> {
        self.spend(work);
        let is_over = |runner: &Runner| self.clock.now() >= runner.end_of_round();
        while self.runner.as_ref().is_some_and(is_over) && self.next_round() {}
        self.exceeded()
    }

    /// Counts work that others have done beside.
    pub(crate) fn spend_beside(&self, work: Work) {
        self.clock.advance_beside(work);
    }

    /// Notes work that was done.
    pub fn spend(&self, work: Work) {
        self.clock.advance(work);
    }

    /// The steps of evaluators that were not counted.
    pub(crate) fn steps(&self) -> Steps {
        self.clock.steps()
    }

    /// The reason to stop now, if there is one.
    pub fn exceeded(&self) -> Option<UnknownReason> {
        if self.interrupt.load(Ordering::Relaxed) || self.runner.as_ref().is_some_and(Runner::is_over) {
            Some(UnknownReason::Interrupted)
        } else if self.clock.now() >= self.until || self.is_late() {
            Some(UnknownReason::Timeout)
        } else {
            None
        }
    }

    /// Is it over by the clock on the wall?
    pub(crate) fn is_late(&self) -> bool {
        let late = self.runner.as_ref().is_some_and(Runner::is_late);
        late || self.clock.is_given_up() || Instant::now() >= self.deadline
    }

    /// For how long it has been over by the clock on the wall.
    pub(crate) fn lateness(&self) -> Duration {
        self.deadline.elapsed()
    }

    /// The work that was done by its clock.
    pub(crate) fn spent(&self) -> Work {
        self.clock.now()
    }

    /// The work that is left.
    pub fn remaining(&self) -> Work {
        self.until.minus(self.clock.now())
    }

    /// The time that is left.
    pub(crate) fn remaining_time(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// The same limit, cut to so much work from now.
    pub fn at_most(&self, work: Work) -> Limit {
        let mut shorter = self.clone();
        shorter.until = self.until.min(self.clock.now().plus(work));
        shorter.deadline = self.deadline.min(later(Instant::now(), net(work)));
        shorter
    }
}

fn net(work: Work) -> Duration {
    work.time().saturating_mul(tuning::CLOCK_NET.get()).saturating_add(tuning::CLOCK_NET_LEAST.get())
}

/// What a back end found out. Its model is not yet checked: only [`crate::Solver`] makes an [`crate::Answer`] of it.
#[derive(Clone, Debug, PartialEq)]
pub enum BackendAnswer {
    /// Satisfiable, claims the back end, under this assignment of the query's symbols.
    Sat(Model),
    /// Unsatisfiable; already these conditions of the query are (all of them when the back end does not know better).
    Unsat(Vec<TermId>),
    /// Not found out.
    Unknown(UnknownReason),
}

impl BackendAnswer {
    /// Was it found out?
    pub(crate) fn is_definite(&self) -> bool {
        !matches!(self, BackendAnswer::Unknown(_))
    }
}

/// A solver.
pub trait Backend: Send {
    /// Its name, for reports.
    fn name(&self) -> &str;

    /// Can the conditions (terms of sort `BV(1)`) hold together?
    fn check(&mut self, query: &[TermId], limit: &Limit) -> BackendAnswer;
}

impl From<EncodeError> for UnknownReason {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::Unsupported(what) => UnknownReason::Unsupported(what),
            EncodeError::Refused(why) => UnknownReason::Incomplete(why),
        }
    }
}

/// The free symbols of all conditions, each once, sorted.
pub(crate) fn query_symbols(pool: &TermPool, query: &[TermId]) -> Vec<SymbolId> {
    let mut all: Vec<SymbolId> = Vec::new();
    for &t in query {
        all.extend_from_slice(&pool.free_symbols(t));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// What a model says of the symbols of a query: the rest of it is about something else.
pub(crate) fn about(pool: &TermPool, query: &[TermId], model: &Model) -> Model {
    let mut own = Model::new();
    for symbol in query_symbols(pool, query) {
        if let Some(value) = model.get(symbol) {
            own.set(symbol, value);
        }
    }
    own
}

/// The conditions of a query of which those of a core were made.
pub(crate) fn conditions_of(query: &[TermId], made: &[TermId], core: &[TermId]) -> Vec<TermId> {
    query.iter().zip(made).filter(|(_, made)| core.contains(made)).map(|(&t, _)| t).collect()
}
