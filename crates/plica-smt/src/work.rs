//! Work: what solving costs, in counts that are the same on every machine and under every load.
//!
//! Whatever the engine decides by how hard a question is, it decides by work, so that the same command explores the
//! same tree everywhere. Back ends count in their own ways (calls of a callback, resource units); the exchange rates
//! make one unit about a microsecond of the machine they were measured on. The clock on the wall remains for the limits
//! that users set, and as a net below (see [`crate::Limit`]).

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use plica_term::{Evaluator, Steps};

/// An amount of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Work(u64);

impl Work {
    /// None.
    pub const NONE: Work = Work(0);
    /// What a call of Bitwuzla's callback stands for where the library says how hard its SAT solver works
    /// (`scripts/bitwuzla.patch`): a call for so many decisions, conflicts and literals that are learned. Those take
    /// the longer the larger the circuit is that the solver holds, in gates: the more follows from each, and the less
    /// of it is in the processor's caches. Measured over 1,100 questions of 50 programs that took 300 calls or more:
    /// from 6 microseconds with 700 gates to 28 with 80,000; by a solver that began anew from 8 to 110.
    pub(crate) fn of_bitwuzla_call(fresh: bool, gates: u64) -> Work {
        match fresh {
            true => Work(7 + gates.saturating_mul(gates.isqrt()) / 200_000),
            false => Work(5 + gates.isqrt() / 11),
        }
    }

    /// The same where each call is a decision: a library that was not built by the set-up. Decisions say little of what
    /// follows from them, so this is off by a factor of ten now and then.
    pub(crate) fn of_bitwuzla_decision(fresh: bool, gates: u64) -> Work {
        Work(if fresh { 14 + gates.isqrt() * 2 / 7 } else { 2 + gates.isqrt() * 2 / 5 })
    }

    /// What a question to Bitwuzla stands for, besides what is counted of it.
    pub(crate) const QUERY_OF_BITWUZLA: Work = Work(65);

    /// What making an instance of Bitwuzla stands for, and freeing it.
    pub(crate) fn of_new_bitwuzla(fresh: bool) -> Work {
        Work(if fresh { 1500 } else { 100 })
    }

    /// The same for a context of Z3.
    pub(crate) const NEW_Z3: Work = Work(1000);

    /// So many units.
    pub const fn units(units: u64) -> Work {
        Work(units)
    }

    /// As much as takes about so many milliseconds.
    pub const fn millis(millis: u64) -> Work {
        Work(millis.saturating_mul(1000))
    }

    /// As much as takes about that time.
    pub fn of(time: Duration) -> Work {
        Work(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
    }

    /// In units.
    pub fn as_units(self) -> u64 {
        self.0
    }

    /// About how long it takes.
    pub fn time(self) -> Duration {
        Duration::from_micros(self.0)
    }

    /// What so many of Z3's resource units stand for.
    pub(crate) fn of_z3(resources: u64) -> Work {
        Work(resources.saturating_mul(2) / 5)
    }

    /// How many of Z3's resource units that is; at least one, since zero would be no limit.
    pub(crate) fn in_z3(self) -> u32 {
        u32::try_from(self.0.saturating_mul(5) / 2).unwrap_or(u32::MAX).max(1)
    }

    /// Commands on known values that are executed while a unit of work is done.
    pub const COMMANDS_PER_UNIT: u64 = 32;

    /// What executing so many commands stands for.
    pub fn of_commands(commands: u64) -> Work {
        Work(commands / Work::COMMANDS_PER_UNIT)
    }

    /// What so many steps stand for of something that was made for it: a compiled term, a graph.
    pub(crate) fn of_steps(steps: u64) -> Work {
        Work(steps / 128)
    }

    /// What so many steps of the evaluator stand for, where many terms are evaluated under one model.
    pub(crate) fn of_evaluated(steps: Steps) -> Work {
        Work(steps.single / 64).plus(Work::of_steps(steps.compiled))
    }

    /// The same where terms are evaluated once under each of many models, so that nothing is prepared or remembered.
    pub(crate) fn of_single_steps(steps: Steps) -> Work {
        Work::of_terms(steps.single).plus(Work::of_steps(steps.compiled))
    }

    /// What it stands for to look at so many terms one by one.
    pub(crate) fn of_terms(terms: u64) -> Work {
        Work(terms / 16)
    }

    /// What looking through so many conditions for those that a question is about stands for, where they are many: a
    /// few are part of what every question takes. Measured was 0.1 to 0.3 of a microsecond for each.
    pub(crate) fn of_conditions(count: usize) -> Work {
        Work((count as u64).saturating_sub(256) / 8)
    }

    /// What it stands for that a solver is given so many terms that it did not hold, of so many gates (see
    /// [`crate::load::Load`]): most of it is that terms are rewritten, whatever circuit they make. Where questions are
    /// of large terms and soon decided, as of paths that were merged, it is most of what they take.
    pub(crate) fn of_load(terms: u64, gates: u64) -> Work {
        Work(11 * terms / 2 + gates / 12)
    }

    /// What a question to a solver stands for that holds so many arrays and accesses to them, besides what it counts:
    /// each is compared with others again and again. Measured were 10 to 40 microseconds for each.
    pub(crate) fn of_arrays(arrays: u64) -> Work {
        Work(20 * arrays)
    }

    /// What Z3 does that it does not count, with so many arrays and accesses to them and so many gates. It looks at
    /// arrays in pairs: measured were 6 s for 5,000. Of gates it makes clauses: measured were 2 microseconds for each,
    /// and 10 where divisions are under quantifiers.
    pub(crate) fn uncounted_in_z3(arrays: u64, gates: u64) -> Work {
        Work((arrays.saturating_mul(arrays) / 5).saturating_add(gates.saturating_mul(2)))
    }

    /// Both together.
    pub fn plus(self, other: Work) -> Work {
        Work(self.0.saturating_add(other.0))
    }

    /// What is left of it after that.
    pub fn minus(self, other: Work) -> Work {
        Work(self.0.saturating_sub(other.0))
    }

    /// A part of it, `numerator` out of `denominator`.
    pub fn part(self, numerator: u64, denominator: u64) -> Work {
        Work((u128::from(self.0) * u128::from(numerator) / u128::from(denominator.max(1))).min(u64::MAX.into()) as u64)
    }
}

impl plica_tuning::Number for Work {
    fn of_number(number: u64) -> Work {
        Work(number)
    }
}

/// What may be done about a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Budget {
    /// What the configuration says.
    #[default]
    Usual,
    /// That, but no more than so much: the answer is worth no more.
    AtMost(Work),
    /// So much, be it more than usual.
    Exactly(Work),
}

/// Counts the work that was done, by one solver or by one of several beside each other.
#[derive(Debug, Default)]
pub struct WorkClock {
    units: AtomicU64,
    beside: AtomicU64,
    /// What [`Evaluator::steps_taken`] said when its steps were last counted.
    evaluated: Mutex<Steps>,
    given_up: AtomicBool,
}

impl WorkClock {
    /// How much was done so far.
    pub fn now(&self) -> Work {
        Work(self.units.load(Ordering::Relaxed))
    }

    /// Adds work that was done.
    pub fn advance(&self, work: Work) {
        self.units.fetch_add(work.0, Ordering::Relaxed);
    }

    /// The steps that this thread's evaluators took since this was last asked, by the thread that asks the questions:
    /// [`crate::Solver`] does so when one begins, so that each step of it is counted once, wherever in it that is.
    pub(crate) fn steps(&self) -> Steps {
        let taken = Evaluator::steps_taken();
        let mut counted = self.evaluated.lock().unwrap_or_else(|e| e.into_inner());
        taken.since(std::mem::replace(&mut counted, taken))
    }

    /// Adds work that others have done meanwhile. No question has less for it.
    pub(crate) fn advance_beside(&self, work: Work) {
        self.beside.fetch_add(work.0, Ordering::Relaxed);
    }

    /// How much others have done so far.
    pub(crate) fn beside(&self) -> Work {
        Work(self.beside.load(Ordering::Relaxed))
    }

    /// Notes that the clock on the wall has decided instead.
    pub(crate) fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
    }

    /// Has it?
    pub(crate) fn is_given_up(&self) -> bool {
        self.given_up.load(Ordering::Relaxed)
    }
}
