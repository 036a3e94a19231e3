//! Back ends beside each other whose answer does not depend on which thread the machine runs faster.
//!
//! They run in rounds of work, each several times as long as the one before. Nobody begins a round before everybody has
//! ended the one before, so an answer belongs to a round wherever it is found. Within a round "unsatisfiable" counts at
//! once, since it is the same from everybody; of those that say "satisfiable" the first in their order counts, because
//! models differ, and whoever comes before it is waited for. Oblivious to what is asked. Invariant: nobody waits for
//! one that has ended.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::tuning;
use crate::work::Work;

/// Where one of them is.
#[derive(Clone, Copy)]
struct Position {
    round: u32,
    ended: bool,
}

/// Where all of them are.
#[derive(Debug)]
pub(crate) struct Pace {
    state: Mutex<State>,
    moved: Condvar,
    /// The work of the last round.
    total: Work,
}

struct State {
    runners: Vec<Position>,
    over: bool,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} runners", self.runners.len())
    }
}

/// One of those that run beside each other.
#[derive(Clone, Debug)]
pub(crate) struct Runner {
    pace: Arc<Pace>,
    number: usize,
}

impl Pace {
    /// For so many, that do so much each if nobody answers.
    pub(crate) fn new(runners: usize, total: Work) -> Pace {
        let state = State { runners: vec![Position { round: 0, ended: false }; runners], over: false };
        Pace { state: Mutex::new(state), moved: Condvar::new(), total }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends it for all.
    pub(crate) fn stop(&self) {
        self.lock().over = true;
        self.moved.notify_all();
    }

    /// The work in all after which a round is over. What is left after the last whole one is no round of its own.
    pub(crate) fn end_of(&self, round: u32) -> Work {
        let end = tuning::WORK_OF_FIRST_ROUND.get().part(tuning::ROUND_GROWTH.get().saturating_pow(round), 1);
        if end.part(2, 1) > self.total { self.total } else { end }
    }

    /// The round in which one is, or ended.
    pub(crate) fn round_of(&self, number: usize) -> u32 {
        self.lock().runners[number].round
    }

    /// Has one come through a round without an answer, or does it not run at all?
    pub(crate) fn has_passed(&self, number: usize, round: u32) -> bool {
        self.round_of(number) > round
    }
}

impl Runner {
    pub(crate) fn new(pace: &Arc<Pace>, number: usize) -> Runner {
        Runner { pace: pace.clone(), number }
    }

    /// Has somebody answered, or is the question dropped?
    pub(crate) fn is_over(&self) -> bool {
        self.pace.lock().over
    }

    /// The work in all after which the present round is over.
    pub(crate) fn end_of_round(&self) -> Work {
        self.pace.end_of(self.pace.round_of(self.number))
    }

    /// Ends the round and waits until the others have, too. False if there is no next one, because the last is over,
    /// somebody has answered or `given_up` says so.
    pub(crate) fn next_round(&self, given_up: impl Fn() -> bool) -> bool {
        let mut state = self.pace.lock();
        let round = state.runners[self.number].round;
        if self.pace.end_of(round) >= self.pace.total {
            return false;
        }
        state.runners[self.number].round += 1;
        self.pace.moved.notify_all();
        while !state.over {
            if state.runners.iter().all(|other| other.ended || other.round > round) {
                return true;
            }
            if given_up() {
                return false;
            }
            state = self
                .pace
                .moved
                .wait_timeout(state, tuning::POLL_PERIOD.get())
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        false
    }

    /// Says that this one has ended, in its present round.
    pub(crate) fn end(&self) {
        self.pace.lock().runners[self.number].ended = true;
        self.pace.moved.notify_all();
    }

    /// Says that this one does not run: it has no answer in any round.
    pub(crate) fn withdraw(&self) {
        self.pace.lock().runners[self.number].round = u32::MAX;
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_grow_and_end_with_the_total() {
        let ends = |total, rounds| {
            let pace = Pace::new(1, Work::millis(total));
            (0..rounds).map(|round| pace.end_of(round)).collect::<Vec<_>>()
        };
        assert_eq!(ends(10_000, 3), [500, 2000, 10_000].map(Work::millis));
        assert_eq!(ends(1500, 2), [500, 1500].map(Work::millis));
        assert_eq!(ends(300, 1), [300].map(Work::millis));
    }

    #[test]
    fn a_round_begins_when_everybody_has_ended_the_one_before() {
        let pace = Arc::new(Pace::new(2, Work::millis(10_000)));
        let [one, other] = [0, 1].map(|number| Runner::new(&pace, number));
        // The first is early: it waits for the second, and gives up here.
        assert!(!pace.has_passed(0, 0));
        assert!(!one.next_round(|| true) && pace.has_passed(0, 0) && !pace.has_passed(1, 0));
        // The second finds the first in the next round, and is then held up by it.
        assert!(other.next_round(|| false) && !other.next_round(|| true));
        assert_eq!((pace.round_of(0), pace.round_of(1)), (1, 2));
        // One that has ended holds nobody up, and stays in its round.
        one.end();
        assert!(!pace.has_passed(0, 1));
        // The last round has no next.
        assert!(!other.next_round(|| false) && pace.round_of(1) == 2);
        one.withdraw();
        assert!(pace.has_passed(0, 1));
        pace.stop();
        assert!(other.is_over());
    }
}
