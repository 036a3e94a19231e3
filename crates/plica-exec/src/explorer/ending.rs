//! How leaves end: finished, at a fault, without an answer.

use plica_ir::{FuncId, Loc};
use plica_smt::{Answer, UnknownReason};
use plica_term::Evaluator;
use plica_tree::{ErrorRecord, Extent, FailReason, NodeId, Status, StopReason, TreeError, UnsatRecord};

use super::{Explorer, Found, GapKind, Pending};
use crate::backtrack::Checkpoint;
use crate::calls::Dependencies;
use crate::confirm::{Confirmed, confirm};
use crate::event::Event;
use crate::fault::{Fault, Stop, StopKind};
use crate::finding::{Finding, Witness};
use crate::fold::Strategy;
use crate::ids::UnitId;
use crate::outcome::Outcome;
use crate::state::State;

impl Explorer<'_> {
    /// Settles a leaf whose path has ended.
    pub(super) fn settle(&mut self, leaf: NodeId, end: Outcome, s: &State) -> Result<(), TreeError> {
        if !s.reach.is_confirmed() {
            return self.ended_ahead(leaf, end, s);
        }
        match end {
            Outcome::Finished | Outcome::Returned => self.test(s, false),
            Outcome::Stop(_) => self.test(s, true),
            _ => {}
        }
        if end == Outcome::Finished {
            self.counters.ended += 1;
        }
        match end {
            Outcome::Finished | Outcome::Infeasible => self.tree().settle(leaf, Status::Finished),
            Outcome::Fault(fault) => self.found(leaf, fault, s),
            Outcome::Stop(stop) => match &s.backtrack.last {
                // It may be known when the loops on the way are executed.
                Some(checkpoint) if stop.kind == StopKind::Symbolic => {
                    checkpoint.set_piecewise();
                    self.roll_back(leaf, checkpoint)
                }
                _ => self.stop(leaf, stop, Some((s.top.func, s.top.loc))),
            },
            Outcome::Returned => {
                self.summarise(s)?;
                self.tree().settle(leaf, Status::Finished)
            }
            Outcome::Pause | Outcome::Decide(_) | Outcome::Head | Outcome::Entered | Outcome::Left => Ok(()),
        }
    }

    /// A path has ended that may not be reachable: whether it is matters for faults and for what was covered on the
    /// way, not for the unit's summary.
    fn ended_ahead(&mut self, leaf: NodeId, end: Outcome, s: &State) -> Result<(), TreeError> {
        if end == Outcome::Returned && !self.summarise(s)? {
            return Ok(());
        }
        let harmless = matches!(end, Outcome::Returned | Outcome::Finished | Outcome::Infeasible);
        if harmless && self.covers(s) {
            self.counters.ended += u64::from(end == Outcome::Finished);
            return self.tree().settle(leaf, Status::Finished);
        }
        self.units[self.at].put(leaf, Pending::State(Box::new(s.clone()), Some(end)));
        Ok(())
    }

    /// Was everything on the way of a state covered before, as far as that is looked for?
    pub(super) fn covers(&self, s: &State) -> bool {
        self.focused || s.reach.trail().all(|(func, loc)| self.machine.coverage.visits(func, loc) > 0)
    }

    /// A leaf is not reachable, as far as is known.
    pub(super) fn refute(&mut self, leaf: NodeId, open: Pending, waits: Dependencies) -> Result<(), TreeError> {
        // What is on the way there and can be reached is on the way of another leaf too, unless it is of runs only that
        // never leave a folded loop: all its exits may be refuted, and what is before them have no test.
        if let (Some(tests), Pending::State(s, _)) = (&mut self.tests, &open)
            && s.events.iter().any(|event| matches!(event, Event::Folded(_)))
        {
            tests.lost.union(&self.machine.coverage.numbers(s.reach.trail()));
        }
        let evidence = UnsatRecord(self.refuted);
        self.refuted += 1;
        let extent = if waits.is_for_good() { Extent::ForGood } else { Extent::SoFar };
        self.tree().settle(leaf, Status::Unreachable { extent, evidence })?;
        if extent == Extent::SoFar {
            self.units[self.at].blocked.insert(leaf, (open, waits));
        }
        Ok(())
    }

    /// A fault: confirmed unless the same one was confirmed before.
    pub(super) fn found(&mut self, leaf: NodeId, fault: Fault, s: &State) -> Result<(), TreeError> {
        let site = (s.top.func, s.top.loc);
        let kind = fault.kind;
        let same = |f: &Finding| f.fault.kind == kind && f.site() == site;
        let known = self.findings.iter().position(same);
        if let Some(i) = known
            && self.findings[i].confirmed
        {
            self.findings[i].paths += 1;
            self.test(s, false);
            return self.tree().settle(leaf, Status::Error(ErrorRecord(i as u32)));
        }
        let mut finding = Finding::new(fault, s);
        let confirmed = match self.list_inputs(&mut finding.witness, s) {
            Some((trace, calls)) => {
                (finding.trace, finding.calls) = (trace, calls);
                confirm(self.machine, self.setup, &finding)
            }
            None if s.composed => Confirmed::No,
            None => {
                let text = format!("{}: it takes too many inputs to list them", finding.fault.message);
                Confirmed::Cut(Stop::new(StopKind::Bound, text))
            }
        };
        let run = match confirmed {
            Confirmed::Cut(stop) => return self.stop(leaf, stop, Some(finding.site())),
            Confirmed::Yes(run) => Some(*run),
            Confirmed::No => None,
        };
        finding.confirmed = run.is_some();
        if finding.confirmed {
            self.listener.hear(Found::Error(&finding), self.reach);
        }
        let i = match known {
            Some(i) => {
                finding.paths = self.findings[i].paths + 1;
                if finding.confirmed {
                    self.findings[i] = finding;
                }
                i
            }
            None => {
                self.findings.push(finding);
                self.findings.len() - 1
            }
        };
        if let (Some(tests), Some(run)) = (&mut self.tests, run) {
            tests.shows(i, &run);
        }
        if self.findings[i].confirmed {
            self.tree().settle(leaf, Status::Error(ErrorRecord(i as u32)))
        } else {
            let text = format!("{} (the concrete run did not get there)", self.findings[i].fault.message);
            self.fail(leaf, FailReason::Unconfirmed, &text, s)
        }
    }

    /// Looks for a model in which folded loops run less often: tests are to be small, and confirming them short.
    pub(super) fn fewer_iterations(&mut self, witness: &mut Witness) {
        let pool = &self.machine.pool;
        for event in &witness.events {
            let Event::Folded(fold) = event else { continue };
            for bound in [8u128, 1 << 6, 1 << 10, 1 << 16] {
                if Evaluator::new(pool, &witness.model).eval(fold.count).bits() <= bound {
                    break;
                }
                let few = pool.ule(fold.count, pool.bv(bound, pool.width(fold.count)));
                if let Answer::Sat(model) = self.reach.check(&witness.pc, few, &witness.model) {
                    witness.pc.push(few);
                    witness.model = model;
                    break;
                }
            }
        }
    }

    pub(super) fn stop(&mut self, leaf: NodeId, stop: Stop, site: Option<(FuncId, Loc)>) -> Result<(), TreeError> {
        let reason = match stop.kind {
            StopKind::Unsupported | StopKind::Symbolic => StopReason::UnsupportedFeature,
            StopKind::NoModel => StopReason::NoModel,
            StopKind::UncheckedUndefined => StopReason::UncheckedUndefined,
            StopKind::CallDepth => StopReason::CallDepthLimit,
            StopKind::Objects => StopReason::ObjectSizeLimit,
            StopKind::Bound => StopReason::DepthLimit,
            StopKind::Time => StopReason::TimeLimit,
            StopKind::Memory => StopReason::MemoryLimit,
            StopKind::Cancelled => StopReason::Cancelled,
        };
        let detail = self.gap(GapKind::Stopped(reason), stop.message, site);
        self.tree().settle(leaf, Status::Stopped { reason, detail: Some(detail) })
    }

    pub(super) fn fail(&mut self, leaf: NodeId, reason: FailReason, text: &str, s: &State) -> Result<(), TreeError> {
        let detail = self.gap(GapKind::Failed(reason), text.into(), Some((s.top.func, s.top.loc)));
        self.tree().settle(leaf, Status::Failed { reason, detail: Some(detail) })
    }

    /// A question about a path was not answered. If a loop was folded on the way, or a call summarised that may be
    /// executed in place, the path goes back to it, and it is taken in the next of the ways that there are. That covers
    /// the path, and all others that came from there.
    pub(super) fn give_up(&mut self, leaf: NodeId, reason: &UnknownReason, s: &State) -> Result<(), TreeError> {
        // Then the solver was stopped since the run is over, which is said of all that is open.
        let stopped = matches!(reason, UnknownReason::Interrupted | UnknownReason::Timeout);
        if stopped && let Some(over) = self.out_of_time() {
            self.over = Some(over);
            self.open(leaf, s.clone());
            return Ok(());
        }
        if !s.reach.is_confirmed() && self.at != UnitId::PROGRAM && self.gives_up() {
            return self.abandon("it leads to questions without an answer");
        }
        let Some(checkpoint) = &s.backtrack.last else {
            let (class, text) = fail_class(reason);
            return self.fail(leaf, class, &text, s);
        };
        self.roll_back(leaf, &checkpoint.backtrack_target())
    }

    /// Takes a folding back, the first time that it is asked for.
    fn roll_back(&mut self, leaf: NodeId, checkpoint: &Checkpoint) -> Result<(), TreeError> {
        match checkpoint.roll_back() {
            Some(state) => {
                if let (Some(fold), false) =
                    (&mut self.fold, checkpoint.way == Strategy::Call || checkpoint.is_composed())
                {
                    fold.regret(state.top.func, state.top.loc);
                }
                self.counters.undone += 1;
                self.units[self.at].forget();
                self.counters.states += 1;
                self.open(leaf, state);
                Ok(())
            }
            None => self.tree().settle(leaf, Status::Finished),
        }
    }
}
fn fail_class(reason: &UnknownReason) -> (FailReason, String) {
    let class = match reason {
        UnknownReason::Timeout => FailReason::SolverTimeout,
        UnknownReason::Died(_) | UnknownReason::Protocol(_) | UnknownReason::Memory | UnknownReason::BadModel => {
            FailReason::SolverFailure
        }
        UnknownReason::Disagreement => FailReason::SolverDisagreement,
        UnknownReason::Incomplete(_) | UnknownReason::Unsupported(_) | UnknownReason::Interrupted => {
            FailReason::SolverIncomplete
        }
    };
    (class, reason.to_string())
}
