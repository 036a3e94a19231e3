//! Back ends beside each other whose answer does not depend on which thread the machine runs faster.
//!
//! They run in rounds of work, each several times as long as the one before. Nobody begins a round before everybody has
//! ended the one before, so an answer belongs to a round wherever it is found. Behind the last round they wait until
//! there is more work for them, or the question is dropped. Oblivious to what is asked. Invariant: nobody waits for one
//! that has ended.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::tuning;
use crate::work::Work;

/// Where one of them is.
#[derive(Clone, Copy)]
struct Position {
    round: u32,
    ended: bool,
}

/// Where all of them are, and what they have told, each once, as it ended.
pub(crate) struct Pace<T> {
    state: Mutex<State<T>>,
    moved: Condvar,
}

struct State<T> {
    runners: Vec<Position>,
    /// The work in all after which each round is over.
    ends: Vec<Work>,
    /// When they are late, by the clock on the wall.
    deadline: Option<Instant>,
    over: bool,
    told: Vec<(usize, T)>,
}

/// What was seen of those that run beside each other.
pub(crate) struct Watched<T> {
    /// What was told since then: by whom, in which round, and what.
    pub told: Vec<(usize, u32, T)>,
    /// Have all of them ended, or wait for more work?
    pub rests: bool,
    runners: Vec<Position>,
}

impl<T> std::fmt::Debug for Pace<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} runners", self.lock().runners.len())
    }
}

/// What those that run beside each other ask of their pace.
pub(crate) trait Paced: Send + Sync + std::fmt::Debug {
    /// See [`Runner::is_over`].
    fn is_over(&self) -> bool;
    /// See [`Runner::deadline`].
    fn deadline(&self) -> Option<Instant>;
    /// See [`Runner::end_of_round`].
    fn end_of_round(&self, number: usize) -> Work;
    /// See [`Runner::next_round`].
    fn next_round(&self, number: usize, given_up: &dyn Fn() -> bool) -> bool;
}

/// One of those that run beside each other.
#[derive(Clone, Debug)]
pub(crate) struct Runner {
    pace: Arc<dyn Paced>,
    number: usize,
}

impl<T> Pace<T> {
    /// For so many, for whom there is nothing to do yet.
    pub(crate) fn new(runners: usize) -> Pace<T> {
        let runners = vec![Position { round: 0, ended: false }; runners];
        let state = State { runners, ends: Vec::new(), deadline: None, over: false, told: Vec::new() };
        Pace { state: Mutex::new(state), moved: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets each of them do so much more, until that time. What is left after the last whole round is no round of its
    /// own.
    pub(crate) fn allow(&self, more: Work, deadline: Instant) {
        let mut state = self.lock();
        let total = state.allowed().plus(more);
        let mut end = tuning::WORK_OF_FIRST_ROUND.get();
        while end.part(2, 1) <= total {
            if end > state.allowed() {
                state.ends.push(end);
            }
            end = end.part(tuning::ROUND_GROWTH.get(), 1);
        }
        if total > state.allowed() {
            state.ends.push(total);
        }
        state.deadline = Some(deadline);
        self.moved.notify_all();
    }

    /// What each of them may do, and may have done.
    pub(crate) fn allowed(&self) -> Work {
        self.lock().allowed()
    }

    /// They wait for more from now on, and are not late however long that takes.
    pub(crate) fn rest(&self) {
        self.lock().deadline = None;
    }

    /// Ends it for all.
    pub(crate) fn stop(&self) {
        self.lock().over = true;
        self.moved.notify_all();
    }

    /// The work in all after which a round is over.
    pub(crate) fn end_of(&self, round: u32) -> Work {
        self.lock().end_of(round)
    }

    /// How many of them have not ended.
    pub(crate) fn running(&self) -> usize {
        self.lock().runners.iter().filter(|runner| !runner.ended).count()
    }

    /// One has ended, in its present round, and tells what it has to tell.
    pub(crate) fn tell(&self, number: usize, told: T) {
        let mut state = self.lock();
        state.runners[number].ended = true;
        state.told.push((number, told));
        self.moved.notify_all();
    }

    /// One does not run: it has no answer in any round.
    pub(crate) fn withdraw(&self, number: usize) {
        self.lock().runners[number] = Position { round: u32::MAX, ended: true };
        self.moved.notify_all();
    }

    /// What has happened since this was last asked: waits for something for a while, not longer.
    pub(crate) fn watch(&self) -> Watched<T> {
        let mut state = self.lock();
        if state.told.is_empty() && !state.rests() {
            let waited = self.moved.wait_timeout(state, tuning::POLL_PERIOD.get());
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let told = std::mem::take(&mut state.told);
        let told = told.into_iter().map(|(number, told)| (number, state.runners[number].round, told)).collect();
        Watched { told, rests: state.rests(), runners: state.runners.clone() }
    }
}

impl<T> Watched<T> {
    /// Is an answer of one in a round still to be waited for?
    pub(crate) fn waits_for(&self, number: usize, round: u32) -> bool {
        !self.runners[number].ended && self.runners[number].round <= round
    }

    /// How many have not ended?
    pub(crate) fn going(&self) -> u64 {
        self.runners.iter().filter(|runner| !runner.ended).count() as u64
    }

    /// Have all ended?
    pub(crate) fn is_over(&self) -> bool {
        self.going() == 0
    }
}

impl<T> State<T> {
    /// Does nobody do anything any more?
    fn rests(&self) -> bool {
        self.runners.iter().all(|runner| runner.ended || runner.round as usize >= self.ends.len())
    }

    fn allowed(&self) -> Work {
        self.ends.last().copied().unwrap_or_default()
    }

    fn end_of(&self, round: u32) -> Work {
        self.ends.get(round as usize).copied().unwrap_or_else(|| self.allowed())
    }
}

impl<T: Send> Paced for Pace<T> {
    fn is_over(&self) -> bool {
        self.lock().over
    }

    fn deadline(&self) -> Option<Instant> {
        self.lock().deadline
    }

    fn end_of_round(&self, number: usize) -> Work {
        let state = self.lock();
        state.end_of(state.runners[number].round)
    }

    fn next_round(&self, number: usize, given_up: &dyn Fn() -> bool) -> bool {
        let mut state = self.lock();
        let round = state.runners[number].round;
        // Behind the last round is one place only.
        let next = if (round as usize) < state.ends.len() { round + 1 } else { round };
        state.runners[number].round = next;
        self.moved.notify_all();
        while !state.over {
            let others = state.runners.iter().all(|other| other.ended || other.round >= next);
            if others && (next as usize) < state.ends.len() {
                return true;
            }
            drop(state);
            if given_up() {
                return false;
            }
            let waited = self.moved.wait_timeout(self.lock(), tuning::POLL_PERIOD.get());
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        false
    }
}

impl Runner {
    pub(crate) fn new<T: Send + 'static>(pace: &Arc<Pace<T>>, number: usize) -> Runner {
        Runner { pace: pace.clone(), number }
    }

    /// Has somebody answered, or is the question dropped?
    pub(crate) fn is_over(&self) -> bool {
        self.pace.is_over()
    }

    /// When it is over by the clock on the wall; never while it waits for more work.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.pace.deadline()
    }

    /// Is it over by that?
    pub(crate) fn is_late(&self) -> bool {
        self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The work in all after which the present round is over.
    pub(crate) fn end_of_round(&self) -> Work {
        self.pace.end_of_round(self.number)
    }

    /// Ends the round and waits until the others have, too, and there is a next one. False if somebody has answered,
    /// the question is dropped or `given_up` says so.
    pub(crate) fn next_round(&self, given_up: impl Fn() -> bool) -> bool {
        self.pace.next_round(self.number, &given_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + std::time::Duration::from_secs(60)
    }

    #[test]
    fn rounds_grow_and_end_with_what_is_allowed() {
        let ends = |allowed: &[u64]| {
            let pace: Pace<()> = Pace::new(1);
            allowed.iter().for_each(|&millis| pace.allow(Work::millis(millis), soon()));
            let state = pace.lock();
            state.ends.clone()
        };
        let all = |ends: &[u64]| ends.iter().copied().map(Work::millis).collect::<Vec<_>>();
        assert_eq!(ends(&[10_000]), all(&[500, 2000, 10_000]));
        assert_eq!(ends(&[1500]), all(&[500, 1500]));
        assert_eq!(ends(&[300]), all(&[300]));
        // With more later there are more of them.
        assert_eq!(ends(&[300, 300, 0, 10_000]), all(&[300, 600, 2000, 10_600]));
    }

    #[test]
    fn a_round_begins_when_everybody_has_ended_the_one_before_and_there_is_one() {
        let pace = Arc::new(Pace::new(2));
        pace.allow(Work::millis(10_000), soon());
        let [one, other] = [0, 1].map(|number| Runner::new(&pace, number));
        // The first is early: it waits for the second, and gives up here.
        assert!(!one.next_round(|| true));
        let seen = pace.watch();
        assert!(!seen.waits_for(0, 0) && seen.waits_for(1, 0) && !seen.rests);
        // The second finds the first in the next round, and is then held up by it.
        assert!(other.next_round(|| false) && !other.next_round(|| true) && !pace.watch().rests);
        // One that has ended holds nobody up, and stays in its round.
        pace.tell(0, "done");
        let seen = pace.watch();
        assert!(!seen.waits_for(0, 1) && seen.told == [(0, 1, "done")] && !seen.is_over());
        // Behind the last round there is nothing to do, unless there is more.
        assert!(!other.next_round(|| true) && pace.watch().rests && pace.end_of(7) == pace.allowed());
        pace.allow(Work::millis(5_000), soon());
        assert!(!pace.watch().rests && pace.end_of(3) == Work::millis(15_000) && pace.running() == 1);
        // Nobody is late who rests.
        pace.allow(Work::millis(1), Instant::now());
        assert!(other.is_late());
        pace.rest();
        assert!(!other.is_late());
        pace.withdraw(1);
        assert!(pace.watch().is_over() && pace.watch().told.is_empty());
        pace.stop();
        assert!(other.is_over());
    }
}
