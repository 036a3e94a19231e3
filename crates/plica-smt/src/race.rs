//! A hard question that fresh back ends answer beside each other, and those that wait to be asked again.
//!
//! A question that has had its work, and no answer, is kept with its back ends as they are: they wait in the middle of
//! what they do (see [`crate::pace`]) and go on when the question is asked again. Oblivious to what is asked before
//! that. Invariant: an answer, and the work that it takes, depend on counts alone, unless the net under them was
//! needed, which is counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use plica_term::{TermId, TermPool};

use crate::answer::UnknownReason;
use crate::backend::{Backend, BackendAnswer, Limit};
use crate::cascade::ask_narrowed;
use crate::narrow::narrow;
use crate::pace::{Pace, Runner};
use crate::stats::SolverStats;
use crate::tuning;
use crate::work::Work;

/// Solvers recurse on deep terms: their threads get as much stack as a main thread has, and more.
const STACK: usize = 256 << 20;

/// What makes a fresh back end.
pub(crate) type Maker = Arc<dyn Fn(Arc<TermPool>) -> Box<dyn Backend> + Send + Sync>;

/// What one of those who run beside each other found out, and in which round.
struct Told {
    number: usize,
    round: u32,
    verdict: BackendAnswer,
    by: String,
    work: Work,
}

/// What one found out, who it is, what it has counted, and the work that it took.
type Finding = (BackendAnswer, String, SolverStats, Work);

/// A question and those who answer it.
struct Race {
    query: Vec<TermId>,
    pace: Arc<Pace<Finding>>,
    /// Is there only one?
    alone: bool,
    told: Vec<Told>,
    /// What they have been counted for.
    counted: Work,
}

impl Drop for Race {
    /// The threads are not waited for: a library that is deep in a simplification hears no interrupt, and would hold up
    /// an answer that is there. Such a thread ends by itself later.
    fn drop(&mut self) {
        self.pace.stop();
    }
}

/// One who runs beside others. If it panics, it has nothing to tell, and nobody waits for it.
struct Teller {
    pace: Arc<Pace<Finding>>,
    number: usize,
}

impl Drop for Teller {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.pace.withdraw(self.number);
        }
    }
}

/// See the module's description.
pub(crate) struct Races {
    makers: Vec<Maker>,
    /// Those that wait to be asked again, the last one last.
    kept: Vec<Race>,
    /// How many threads have not ended.
    running: Arc<AtomicUsize>,
}

/// Counts a thread as long as it lives.
struct Running(Arc<AtomicUsize>);

impl Running {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::AcqRel);
        Running(count.clone())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Races {
    pub(crate) fn new(makers: Vec<Maker>) -> Races {
        Races { makers, kept: Vec::new(), running: Arc::default() }
    }

    /// What a question has had that goes on where it was; nothing of one that begins.
    pub(crate) fn had(&self, query: &[TermId]) -> Option<Work> {
        self.kept.iter().find(|race| race.query == query).map(|race| race.counted)
    }

    /// The question is not asked again.
    pub(crate) fn drop(&mut self, query: &[TermId]) {
        self.kept.retain(|race| race.query != query);
    }

    /// Asks all of them, or goes on with that.
    pub(crate) fn run(
        &mut self,
        pool: &Arc<TermPool>,
        query: &[TermId],
        limit: &Limit,
        stats: &mut SolverStats,
    ) -> (BackendAnswer, String) {
        let mut race = match self.kept.iter().position(|race| race.query == query) {
            Some(at) => {
                let race = self.kept.remove(at);
                race.pace.allow(limit.remaining(), limit.deadline());
                race
            }
            None => self.begin(pool, query, limit, stats),
        };
        if let Some(told) = race.go_on(limit, stats) {
            return told;
        }
        race.pace.rest();
        if self.kept.len() >= tuning::QUESTIONS_KEPT.get() {
            self.kept.remove(0);
        }
        self.kept.push(race);
        (BackendAnswer::Unknown(UnknownReason::Paused), "second stage".into())
    }

    /// How many threads do something of which nobody waits for the answer.
    fn left_behind(&self) -> usize {
        let kept: usize = self.kept.iter().map(|race| race.pace.running()).sum();
        self.running.load(Ordering::Acquire).saturating_sub(kept)
    }

    /// Starts all of them. While several threads of other questions do not end, hard questions stay unanswered.
    fn begin(&self, pool: &Arc<TermPool>, query: &[TermId], limit: &Limit, stats: &mut SolverStats) -> Race {
        let pace = Arc::new(Pace::new(self.makers.len()));
        // Before anybody begins, so that nobody finds no round to be in.
        pace.allow(limit.remaining(), limit.deadline());
        let narrowed = narrow(pool, query);
        for (number, make) in self.makers.iter().enumerate() {
            if self.left_behind() >= tuning::THREADS_LEFT_BEHIND.get() {
                stats.by_clock += 1;
                pace.withdraw(number);
                continue;
            }
            let limit = limit.beside(Runner::new(&pace, number));
            let (pool, query, narrowed) = (pool.clone(), query.to_vec(), narrowed.clone());
            let (running, make) = (Running::new(&self.running), make.clone());
            let tells = Teller { pace: pace.clone(), number };
            let run = move || {
                let _running = running;
                let mut stats = SolverStats::default();
                let mut backend = make(pool.clone());
                let verdict = ask_narrowed(&pool, backend.as_mut(), &query, &narrowed, &limit, &mut stats);
                // Nobody listens any more when another one's answer was taken.
                tells.pace.tell(number, (verdict, backend.name().to_string(), stats, limit.spent()));
            };
            // A thread that cannot be had is a back end that is not asked.
            if std::thread::Builder::new().stack_size(STACK).spawn(run).is_err() {
                pace.withdraw(number);
            }
        }
        let alone = self.makers.len() == 1;
        Race { query: query.to_vec(), pace, alone, told: Vec::new(), counted: Work::NONE }
    }
}

impl Race {
    /// Counts what the question has had when this is over; gives what was not counted before.
    fn spend(&self, work: Work, limit: &Limit) -> Work {
        let work = work.minus(self.counted).min(limit.remaining());
        limit.spend(work);
        work
    }

    /// Waits for an answer, or a reason why there is none; nothing if they wait for more work.
    ///
    /// "Unsatisfiable" counts at once, since it is the same from everybody; of those that say "satisfiable" the first
    /// in the first round counts, because models differ, and whoever comes before it is waited for.
    fn go_on(&mut self, limit: &Limit, stats: &mut SolverStats) -> Option<(BackendAnswer, String)> {
        loop {
            let mut seen = self.pace.watch();
            self.told.extend(std::mem::take(&mut seen.told).into_iter().map(
                |(number, round, (verdict, by, theirs, work))| {
                    stats.add(&theirs);
                    Told { number, round, verdict, by, work }
                },
            ));
            let definite = self.told.iter().filter(|t| t.verdict.is_definite());
            let best = definite.min_by_key(|t| (t.round, t.number));
            if let Some(Told { number, round, verdict, by, work }) = best
                && (matches!(verdict, BackendAnswer::Unsat(_))
                    || !(0..*number).any(|before| seen.waits_for(before, *round)))
            {
                // Beside others it depends on the machine who was first in the round.
                let work = if self.alone { *work } else { self.pace.end_of(*round) };
                self.spend(work, limit);
                return Some((verdict.clone(), by.clone()));
            }
            if limit.interrupt.load(Ordering::Relaxed) {
                limit.spend(limit.remaining());
                return Some(unanswered(&self.told, limit));
            }
            if seen.rests {
                let work = self.told.first().filter(|_| self.alone).map_or(self.pace.allowed(), |told| told.work);
                // That is what each has done who goes on with it.
                let work = self.spend(work, limit);
                limit.spend_beside(work.part(seen.going().saturating_sub(1), 1));
                self.counted = self.pace.allowed();
                return seen.is_over().then(|| unanswered(&self.told, limit));
            }
            if limit.lateness() > tuning::BACKEND_GRACE.get() {
                stats.by_clock += 1;
                limit.spend(limit.remaining());
                // Whoever was to be waited for does not come back.
                let best = best.map(|t| (t.verdict.clone(), t.by.clone()));
                return Some(best.unwrap_or_else(|| unanswered(&self.told, limit)));
            }
        }
    }
}

/// What to say when nobody has an answer: the reason of one who tried, if there is one.
fn unanswered(told: &[Told], limit: &Limit) -> (BackendAnswer, String) {
    let mut reason = limit.exceeded().unwrap_or(UnknownReason::Timeout);
    let mut name = "second stage".to_string();
    for Told { verdict, by, .. } in told {
        if let BackendAnswer::Unknown(why) = verdict
            && !matches!(why, UnknownReason::Unsupported(_))
            && reason != UnknownReason::Interrupted
        {
            (reason, name) = (why.clone(), by.clone());
        }
    }
    (BackendAnswer::Unknown(reason), name)
}
