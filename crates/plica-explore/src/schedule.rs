//! Which leaf is next: of which unit, and when what waits has its turn.
//!
//! Oblivious to which leaf of a unit is chosen: its search policy says that. Invariant: one choice in so many
//! (`FAIR_UNIT_PERIOD`, `PATIENT_UNIT_PERIOD`) goes round the units, so that none waits for ever.

use plica_exec::{CallId, UnitId};
use plica_tree::{FailReason, Status, TreeError};

use crate::explorer::{Explorer, GapKind};
use crate::leaf::LeafId;
use crate::tuning;
use crate::unit::Pending;

/// What came of looking for a leaf.
pub(crate) enum Chosen {
    /// This one.
    Leaf(LeafId, Pending),
    /// Some have just become unknown again.
    Again,
    /// There is none.
    Nothing,
}

/// See the module's description.
pub(crate) struct Schedule {
    /// The units in the order in which they were called last.
    pub recent: Vec<UnitId>,
    /// The calls that the path of the first input is in, outermost first, with the units that they enter.
    pub first: Vec<(UnitId, CallId)>,
    /// Is the leaf being looked at on that path?
    pub following: bool,
    /// Are functions from which no way leads to a target explored only as far as others wait for their paths, at first?
    pub directed: bool,
    /// Are the targets all that is looked for?
    pub focused: bool,
    /// Choices so far.
    pub turns: u64,
    /// Choices that went round the units.
    rounds: usize,
    /// When callers are told of what units have to offer that are not done yet.
    telling: u64,
}

impl Schedule {
    /// The program is the only unit.
    pub fn new(directed: bool, focused: bool) -> Schedule {
        let (recent, first) = (vec![UnitId::PROGRAM], Vec::new());
        Schedule {
            recent,
            first,
            following: false,
            directed,
            focused,
            turns: 0,
            rounds: 0,
            telling: tuning::CHOICES_BEFORE_TELLING.get(),
        }
    }
}

impl Explorer<'_> {
    /// The leaf to go on with.
    pub(crate) fn choose(&mut self) -> Result<Option<(LeafId, Pending)>, TreeError> {
        loop {
            self.schedule.turns += 1;
            let patient = self.schedule.turns.is_multiple_of(tuning::PATIENT_UNIT_PERIOD.get());
            if !patient && let Some(found) = self.follow()? {
                return Ok(Some(found));
            }
            if let Some(found) = self.scout() {
                return Ok(Some(found));
            }
            if self.schedule.turns >= self.schedule.telling && self.units.len() > 1 {
                // Ever more seldom: who is told looks again at all that waits.
                self.schedule.telling = self.schedule.turns * 4;
                for unit in self.units.keys() {
                    self.notify(unit)?;
                }
            }
            let fair = patient
                || !self.schedule.directed && self.schedule.turns.is_multiple_of(tuning::FAIR_UNIT_PERIOD.get());
            let chosen =
                if self.schedule.directed && !fair { self.choose_directed()? } else { self.choose_recent(fair)? };
            match chosen {
                Chosen::Leaf(id, open) => return Ok(Some((id, open))),
                Chosen::Again => continue,
                Chosen::Nothing => {}
            }
            if self.turn_over() || self.resume_suspended(true) {
                continue;
            }
            // Nothing is left but what needs more effort.
            if self.ask_again()? {
                if let Some(reason) = self.out_of_time() {
                    self.end(reason);
                    return Ok(None);
                }
                continue;
            }
            if self.waiting.later.is_empty() {
                if self.untie()? {
                    continue;
                }
                return Ok(None);
            }
            let harder = self.reach.try_harder();
            for (id, open) in std::mem::take(&mut self.waiting.later) {
                if self.choices.is_lost(open.branch()) {
                    continue;
                }
                if harder {
                    self.file(open);
                } else {
                    let detail = self.results.gap(
                        GapKind::Failed(FailReason::SolverIncomplete),
                        "calls are nested without a bound that could be found".into(),
                        None,
                    );
                    let status = Status::Failed { reason: FailReason::SolverIncomplete, detail: Some(detail) };
                    self.tree(id).settle(id.node, status)?;
                    self.break_off(open.branch());
                }
            }
            if !harder {
                return Ok(None);
            }
        }
    }

    /// What was called last comes first, since callers need it; a fair choice goes round the units, so that none waits
    /// for ever.
    pub(crate) fn choose_recent(&mut self, fair: bool) -> Result<Chosen, TreeError> {
        let n = self.schedule.recent.len();
        self.schedule.rounds += usize::from(fair);
        for i in 0..n {
            let unit = if fair {
                UnitId::from_u32(((self.schedule.rounds + i) % n) as u32)
            } else {
                self.schedule.recent[n - 1 - i]
            };
            if let Some((node, open)) = self.units[unit].choose(self.machine) {
                return Ok(Chosen::Leaf(LeafId { unit, node }, open));
            }
            // Those who wait for its paths are told once it has nothing more to offer.
            if self.notify(unit)? {
                return Ok(Chosen::Again);
            }
        }
        Ok(Chosen::Nothing)
    }
}
