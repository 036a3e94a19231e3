//! How much work is left of walking, by how fast the unknown part of the tree has become smaller.
//!
//! Which course of a run comes to an end cannot be told beforehand, but a course that walks shows when it is near:
//! each decision divides what is below it among its sides, as if these were alike (Knuth, *Estimating the Efficiency
//! of Backtrack Programs*, 1975), and what was divided off and is known now is done with. As an estimate of the whole
//! that is far off where errors and early ends were divided off first; how fast it becomes smaller says more. That
//! becomes slower towards the end, where the smallest parts are left: its square root goes down at an even rate.
//! Measured on 39 programs: by that they took a tenth less in all than by the part itself, which had taken a fifth to
//! two thirds off most that walking settles. Oblivious to trees and courses. Invariant: nothing is concluded from it,
//! it says only whose turn it is.

use plica_smt::Work;

use crate::tuning;

/// What was seen of a course.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// What it had cost by then.
    pub spent: Work,
    /// How large a part of it was unknown.
    pub unknown: f64,
    /// How many paths were open.
    pub open: usize,
}

/// What was seen of a course so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forecast {
    seen: Vec<Sight>,
    /// How many paths were open at most.
    most_open: usize,
    /// What it had cost when it was last time to look at it.
    looked_at: Work,
    /// How often it was wrong.
    wrong: u32,
    /// The end that was relied on.
    relied_on: Option<Work>,
}

impl Forecast {
    /// Is it time to look at the course, which has cost so much? If so, it will be for a while.
    pub fn is_due(&mut self, spent: Work) -> bool {
        let more = self.looked_at.part(1, tuning::SIGHTS_OF_FORECAST.get()).plus(tuning::WORK_OF_SIGHT.get());
        let is_due = spent >= self.looked_at.plus(more);
        if is_due {
            self.looked_at = spent;
        }
        is_due
    }

    /// Has the course gone on since it was last noted how it stands? Nothing is compared with the beginning: what is
    /// divided off first are ends that come early.
    pub fn is_news(&self, spent: Work) -> bool {
        spent > self.seen.last().map_or(Work::NONE, |last| last.spent)
    }

    /// This is how the course stands now.
    pub fn note(&mut self, now: Sight) {
        if self.is_news(now.spent) {
            self.most_open = self.most_open.max(now.open);
            self.seen.push(now);
        }
    }

    /// It cannot be told any more how the course stands. What was seen before would be believed for ever, since nothing
    /// shows it to be wrong.
    pub fn lose_sight(&mut self) {
        self.seen.clear();
        self.relied_on = None;
    }

    /// The work in all until nothing is unknown, if it goes on as it went lately and that is no more than
    /// [`tuning::SHARE_OF_FORECAST`] times what `others` have cost. Each time that this was far off it is half as much:
    /// where a loop has no end, half of the rest becomes known with each iteration, and the end always seems near. But
    /// there the paths that are open mostly become more and more. Where they become fewer, or more ever more slowly,
    /// the end is in sight, and what counts is what is left, as long as the whole is no more than so many times as
    /// much, [`tuning::SHARE_IN_SIGHT`].
    pub fn end_within(&mut self, others: Work) -> Option<Work> {
        let end = self.end()?;
        let now = self.seen.last().map_or(Work::NONE, |last| last.spent);
        let is_wrong = |said: &mut Work| said.part(3, 2) < end || said.part(5, 4) < now;
        if self.relied_on.take_if(is_wrong).is_some() {
            self.wrong += 1;
        }
        let wrong = 1u64.checked_shl(self.wrong)?;
        let (most, sure) = (tuning::SHARE_OF_FORECAST.get(), tuning::SHARE_IN_SIGHT.get());
        let is_in_sight = || {
            let is_short = end.minus(now) <= others.part(tuning::SHARE_OF_REST.get(), 1);
            is_short && end <= others.part(sure, wrong) && self.saturates()
        };
        let within = (end <= others.part(most, wrong) || is_in_sight()).then_some(end);
        // What was said first counts, not what has been made of it since.
        self.relied_on = self.relied_on.or(within);
        within
    }

    /// Is the end far beyond what all courses have cost, as it goes on?
    pub fn is_beyond(&self, all: Work) -> bool {
        let end = self.end().filter(|_| self.most_open >= tuning::LEAVES_OF_FORECAST.get());
        end.is_some_and(|end| end > all.part(tuning::SHARE_OF_HOPELESS.get(), 1))
    }

    /// Do the paths that are open become fewer, or more at less than half the rate at which they became so many?
    fn saturates(&self) -> bool {
        let Some((before, now)) = self.lately().filter(|_| self.most_open >= tuning::LEAVES_OF_FORECAST.get()) else {
            return false;
        };
        let grown = now.open as f64 - before.open as f64;
        let rate = now.open as f64 / now.spent.as_units() as f64;
        grown <= 0.5 * rate * now.spent.minus(before.spent).as_units() as f64
    }

    /// How it stands, and how it stood before the last part of what it has cost.
    fn lately(&self) -> Option<(Sight, Sight)> {
        let now = *self.seen.last()?;
        let lately = now.spent.part(1, tuning::PART_OF_FORECAST.get());
        let before = self.seen.iter().rev().find(|before| before.spent.plus(lately) <= now.spent)?;
        Some((*before, now))
    }

    fn end(&self) -> Option<Work> {
        let (before, now) = self.lately()?;
        let gone = before.unknown.sqrt() - now.unknown.sqrt();
        (gone > 0.0).then(|| {
            // In thousandths, so that it is a count from here on.
            let ratio = (1000.0 * now.unknown.sqrt() / gone).min(f64::from(u32::MAX));
            now.spent.plus(now.spent.minus(before.spent).part(ratio as u64, 1000))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many paths are open for each unit of work.
    fn sight(spent: u64, unknown: f64) -> Sight {
        Sight { spent: Work::units(spent), unknown, open: spent as usize }
    }

    fn seen(seen: &[(u64, f64)]) -> Forecast {
        let mut forecast = Forecast::default();
        seen.iter().for_each(|&(spent, unknown)| forecast.note(sight(spent, unknown)));
        forecast
    }

    /// The square root goes down by a tenth in a hundred.
    fn steady() -> impl Iterator<Item = (u64, f64)> {
        (1..10u32).map(|i| (100 * u64::from(i), (1.0 - 0.1 * f64::from(i)).powi(2)))
    }

    #[test]
    fn the_end_is_where_nothing_is_unknown_if_it_goes_on() {
        let share = tuning::SHARE_OF_FORECAST.get();
        let end = |forecast: &mut Forecast, most: u64| {
            forecast.end_within(Work::units(most).part(1, share)).map(Work::as_units)
        };
        let near = |end: Option<u64>, n: u64| end.is_some_and(|end| end.abs_diff(n) <= n / 100);
        for seen_so_far in 2..9 {
            let so_far: Vec<(u64, f64)> = steady().take(seen_so_far).collect();
            assert!(near(end(&mut seen(&so_far), 2000), 1000), "{seen_so_far}");
        }
        let half: Vec<(u64, f64)> = steady().take(5).collect();
        assert_eq!((end(&mut seen(&half), 900), end(&mut seen(&[(0, 1.0), (100, 0.5)]), 9000)), (None, None));
        // What was divided off at the beginning says nothing.
        let later = steady().take(4).map(|(spent, unknown)| (spent, 0.001 * unknown));
        let mut early = seen(&[(1, 1.0)].into_iter().chain(later).collect::<Vec<_>>());
        assert!(near(end(&mut early, 2000), 1000));
        // It was wrong: less is spent on it the next time.
        early.note(sight(1300, 0.000_25));
        let again = end(&mut early, 1 << 40).expect("it comes on");
        assert!(again > 3000, "{again}");
        assert_eq!(end(&mut early, again + 1), None);
        assert!(end(&mut early, 2 * again).is_some());
        // Nothing has become known lately.
        early.note(sight(2000, 0.000_25));
        assert_eq!(end(&mut early, 1 << 40), None);
    }

    #[test]
    fn where_half_of_the_rest_becomes_known_each_time_the_end_is_not_believed_for_long() {
        let halves = (1..40).map(|i| (100 * i, 0.5f64.powi(i as i32))).collect::<Vec<_>>();
        let mut endless = seen(&halves[..4]);
        let relied_on = halves[4..].iter().filter(|&&(spent, unknown)| {
            endless.note(sight(spent, unknown));
            endless.end_within(Work::units(2000)).is_some()
        });
        assert!(relied_on.count() < 10);
    }

    #[test]
    fn where_paths_that_are_open_become_fewer_what_is_left_counts() {
        let open = |spent: u64| (spent * (1000 - spent) / 100) as usize;
        let sight = |spent: u64| {
            let unknown = (1.0 - spent as f64 / 1000.0).powi(2);
            Sight { spent: Work::units(spent), unknown, open: open(spent) }
        };
        let up_to = |most: u64| {
            let mut forecast = Forecast { wrong: 1, ..Forecast::default() };
            (1..=most / 50).for_each(|i| forecast.note(sight(50 * i)));
            forecast
        };
        let others = Work::units(1000).part(1, tuning::SHARE_OF_REST.get());
        // They become more, the more slowly the nearer they are to being the most; then fewer.
        let ends: Vec<bool> = [150, 250, 400, 600, 900].map(|at| up_to(at).end_within(others).is_some()).into();
        assert_eq!(ends, [false, false, true, true, true]);
        // It was wrong too often.
        let often = Forecast { wrong: 4, ..up_to(400) };
        assert_eq!(often.clone().end_within(others), None);
        // Too much is left for what others have had.
        assert_eq!(up_to(400).end_within(others.part(2, 5)), None);
        // A few paths say nothing.
        let few = |spent| Sight { open: open(spent) / 50, ..sight(spent) };
        let mut small = Forecast { wrong: 1, ..Forecast::default() };
        (1..=18).for_each(|i| small.note(few(50 * i)));
        assert_eq!(small.end_within(others), None);
    }

    #[test]
    fn what_is_not_seen_any_more_is_not_believed() {
        let half: Vec<(u64, f64)> = steady().take(5).collect();
        let mut forecast = seen(&half);
        let others = Work::units(1000);
        assert!(forecast.end_within(others).is_some());
        forecast.lose_sight();
        assert_eq!(forecast.end_within(others), None);
        assert!(!forecast.is_beyond(Work::NONE));
    }

    #[test]
    fn an_end_that_is_far_beyond_what_all_have_cost_is_none() {
        let far = |unknown: f64| {
            let sight = |i: u64| Sight { spent: Work::units(100 * i), unknown: 1.0 - unknown * i as f64, open: 100 };
            let mut forecast = Forecast::default();
            (1..9).for_each(|i| forecast.note(sight(i)));
            forecast.is_beyond(Work::units(2000))
        };
        assert_eq!([far(0.1), far(0.01), far(0.000_1)], [false, false, true]);
        assert!(!Forecast::default().is_beyond(Work::NONE));
    }

    #[test]
    fn it_is_looked_at_so_often_while_it_costs_as_much_again() {
        let mut forecast = Forecast::default();
        let looks = |forecast: &mut Forecast, from: u64, to: u64| {
            (from..to).step_by(100).filter(|&spent| forecast.is_due(Work::units(spent))).count() as u64
        };
        looks(&mut forecast, 0, 1 << 20);
        let often = looks(&mut forecast, 1 << 20, 1 << 21);
        let most = tuning::SIGHTS_OF_FORECAST.get();
        assert!((most / 2..=most).contains(&often), "{often}");
    }
}
