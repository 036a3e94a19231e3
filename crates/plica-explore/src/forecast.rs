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

/// What was seen of a course so far: after so much work, so large a part was unknown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forecast {
    seen: Vec<(Work, f64)>,
    /// How often it was wrong.
    wrong: u32,
    /// The end that was relied on.
    relied_on: Option<Work>,
}

impl Forecast {
    /// After so much work such a part of the course is unknown.
    pub fn note(&mut self, spent: Work, unknown: f64) {
        // Nothing is compared with the beginning: what is divided off first are ends that come early.
        if spent > self.seen.last().map_or(Work::NONE, |(before, _)| *before) {
            self.seen.push((spent, unknown));
        }
    }

    /// The work in all until nothing is unknown, if it goes on as it went lately and that is no more than `most`. Each
    /// time that this was far off it is half as much: where a loop has no end, half of the rest becomes known with each
    /// iteration, and the end always seems near.
    pub fn end_within(&mut self, most: Work) -> Option<Work> {
        let end = self.end()?;
        let now = self.seen.last().map_or(Work::NONE, |(now, _)| *now);
        let is_wrong = |said: &mut Work| said.part(3, 2) < end || said.part(5, 4) < now;
        if self.relied_on.take_if(is_wrong).is_some() {
            self.wrong += 1;
        }
        let within = (end <= most.part(1, 1u64.checked_shl(self.wrong)?)).then_some(end);
        // What was said first counts, not what has been made of it since.
        self.relied_on = self.relied_on.or(within);
        within
    }

    fn end(&self) -> Option<Work> {
        let &(now, unknown) = self.seen.last()?;
        let lately = now.part(1, tuning::PART_OF_FORECAST.get());
        let &(before, more) = self.seen.iter().rev().find(|(before, _)| before.plus(lately) <= now)?;
        let gone = more.sqrt() - unknown.sqrt();
        (gone > 0.0).then(|| {
            // In thousandths, so that it is a count from here on.
            let ratio = (1000.0 * unknown.sqrt() / gone).min(f64::from(u32::MAX));
            now.plus(now.minus(before).part(ratio as u64, 1000))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(seen: &[(u64, f64)]) -> Forecast {
        let mut forecast = Forecast::default();
        seen.iter().for_each(|&(spent, unknown)| forecast.note(Work::units(spent), unknown));
        forecast
    }

    /// The square root goes down by a tenth in a hundred.
    fn steady() -> impl Iterator<Item = (u64, f64)> {
        (1..10u32).map(|i| (100 * u64::from(i), (1.0 - 0.1 * f64::from(i)).powi(2)))
    }

    #[test]
    fn the_end_is_where_nothing_is_unknown_if_it_goes_on() {
        let end = |forecast: &mut Forecast, most| forecast.end_within(Work::units(most)).map(Work::as_units);
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
        early.note(Work::units(1300), 0.000_25);
        let again = end(&mut early, 1 << 40).expect("it comes on");
        assert!(again > 3000, "{again}");
        assert_eq!(end(&mut early, again + 1), None);
        assert!(end(&mut early, 2 * again).is_some());
        // Nothing has become known lately.
        early.note(Work::units(2000), 0.000_25);
        assert_eq!(end(&mut early, 1 << 40), None);
    }

    #[test]
    fn where_half_of_the_rest_becomes_known_each_time_the_end_is_not_believed_for_long() {
        let halves = (1..40).map(|i| (100 * i, 0.5f64.powi(i as i32))).collect::<Vec<_>>();
        let mut endless = seen(&halves[..4]);
        let relied_on = halves[4..].iter().filter(|&&(spent, unknown)| {
            endless.note(Work::units(spent), unknown);
            endless.end_within(Work::units(4000)).is_some()
        });
        assert!(relied_on.count() < 10);
    }
}
