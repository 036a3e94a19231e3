//! How leaves end: finished, at a fault, without an answer.

use plica_exec::{
    Confirmed, Event, Fault, FaultKind, Finding, Outcome, Run, State, Stop, StopKind, UnitId, Witness, confirm,
};
use plica_ir::{FuncId, Loc};
use plica_smt::{Answer, Budget, UnknownReason};
use plica_term::Evaluator;
use plica_tree::{ErrorRecord, Extent, FailReason, Status, StopReason, TreeError};

use crate::calls::Dependencies;
use crate::choice::Branch;
use crate::explorer::{Explorer, Found, GapKind};
use crate::leaf::{Leaf, LeafId};
use crate::oracle::Query;
use crate::refining::Unrecorded;
use crate::tuning;
use crate::unit::Pending;

impl Explorer<'_> {
    /// Settles a leaf whose path has ended.
    pub(crate) fn settle(&mut self, leaf: &Leaf, end: Outcome) -> Result<(), TreeError> {
        if !leaf.state.reach.is_confirmed() {
            return self.ended_ahead(leaf, end);
        }
        match end {
            Outcome::Finished | Outcome::Returned => self.test(leaf, false),
            Outcome::Stop(_) => self.test(leaf, true),
            _ => {}
        }
        if end == Outcome::Finished {
            self.sow_path(leaf);
            self.counters.ended += 1;
        }
        let LeafId { node, .. } = leaf.id;
        match end {
            Outcome::Finished | Outcome::Infeasible => self.tree(leaf.id).settle(node, Status::Finished),
            Outcome::Fault(fault) => self.found(leaf, fault),
            Outcome::Stop(stop) => self.stop_path(leaf, stop),
            Outcome::Returned => {
                self.summarise(leaf)?;
                self.tree(leaf.id).settle(node, Status::Finished)
            }
            Outcome::Pause | Outcome::Decide(_) | Outcome::Head | Outcome::Entered | Outcome::Left | Outcome::Join => {
                Ok(())
            }
        }
    }

    /// A path has ended that may not be reachable: whether it is matters for faults and for what was covered on the
    /// way, not for the unit's summary.
    fn ended_ahead(&mut self, leaf: &Leaf, end: Outcome) -> Result<(), TreeError> {
        if end == Outcome::Returned && !self.summarise(leaf)? {
            return Ok(());
        }
        let harmless = matches!(end, Outcome::Returned | Outcome::Finished | Outcome::Infeasible);
        if harmless && self.covers(&leaf.state) {
            self.counters.ended += u64::from(end == Outcome::Finished);
            return self.tree(leaf.id).settle(leaf.id.node, Status::Finished);
        }
        self.put(leaf.clone(), Some(end));
        Ok(())
    }

    /// Was everything on the way of a state covered before, as far as that is looked for?
    pub(crate) fn covers(&self, s: &State) -> bool {
        self.schedule.focused || s.reach.trail().all(|(func, loc)| self.machine.coverage.visits(func, loc) > 0)
    }

    /// A leaf is not reachable, as far as is known.
    pub(crate) fn refute(&mut self, leaf: LeafId, open: Pending, waits: Dependencies) -> Result<(), TreeError> {
        // What is on the way there and can be reached is on the way of another leaf too, unless it is of runs only that
        // never leave a folded loop: all its exits may be refuted, and what is before them have no test.
        if let (Some(tests), Pending::State(path)) = (&mut self.results.tests, &open)
            && path.state.events.iter().any(|event| matches!(event, Event::Folded(_)))
        {
            tests.lost.union(&self.machine.coverage.numbers(path.state.reach.trail()));
        }
        let evidence = self.results.refutation();
        let extent = if waits.is_for_good() { Extent::ForGood } else { Extent::SoFar };
        self.tree(leaf).settle(leaf.node, Status::Unreachable { extent, evidence })?;
        if extent == Extent::SoFar {
            self.waiting.block(leaf, open, waits);
        }
        Ok(())
    }

    /// A fault: confirmed unless the same one was confirmed before.
    pub(crate) fn found(&mut self, leaf: &Leaf, fault: Fault) -> Result<(), TreeError> {
        let text = format!("{} (the concrete run did not get there)", fault.message);
        let before = self.results.findings.len();
        match self.record(leaf, fault.clone()) {
            Ok(i) if self.results.findings[i].confirmed => {
                self.tree(leaf.id).settle(leaf.id.node, Status::Error(ErrorRecord(i as u32)))
            }
            Ok(_) => {
                // It may be none of the program's; or there is no error where a pointer that was never written happens
                // to be a certain address, and the path says that it is.
                let chance = fault.kind == FaultKind::UninitializedPointer;
                if leaf.course.generalises() || chance {
                    self.results.findings.truncate(before);
                }
                if chance {
                    let text = "a pointer that was never written is used where it is known which address it is";
                    return self.stop_path(leaf, Stop::new(StopKind::UncheckedUndefined, text));
                }
                self.fail(leaf, FailReason::Unconfirmed, &text)
            }
            Err(Unrecorded::Refuted(waits)) => {
                let end = Some(Outcome::Fault(fault));
                self.refute(leaf.id, Pending::path(self.machine, leaf.clone(), end), waits)
            }
            Err(Unrecorded::Open(stop, site)) => self.stop((leaf.id, leaf.branch), stop, Some(site)),
            // The program fails there however it got there: no other alternative tells more.
            Err(Unrecorded::Cut(stop, site)) => {
                let branch = leaf.branch.filter(|_| leaf.course.generalises());
                self.stop((leaf.id, branch), stop, Some(site))
            }
        }
    }

    /// The number of the finding that a fault is, confirmed if it can be; or why it is none.
    pub(crate) fn record(&mut self, leaf: &Leaf, fault: Fault) -> Result<usize, Unrecorded> {
        let s = &leaf.state;
        let (kind, trace) = (fault.kind, s.backtrace());
        let same = |f: &Finding| f.is_at(&self.machine.program, kind, &trace);
        let known = self.results.findings.iter().position(same);
        if let Some(i) = known
            && self.results.findings[i].confirmed
        {
            self.results.findings[i].paths += 1;
            self.test(leaf, false);
            return Ok(i);
        }
        let mut finding = Finding::new(fault, s);
        let run = match self.confirm(leaf, &mut finding).map_err(|stop| Unrecorded::Cut(stop, finding.site()))? {
            Some(run) => Some(run),
            None => self.refine(leaf, &mut finding)?,
        };
        finding.confirmed = run.is_some();
        if finding.confirmed {
            self.listener.hear(Found::Error(&finding), self.reach);
        }
        let i = match known {
            Some(i) => {
                finding.paths = self.results.findings[i].paths + 1;
                if finding.confirmed {
                    self.results.findings[i] = finding;
                }
                i
            }
            None => {
                self.results.findings.push(finding);
                self.results.findings.len() - 1
            }
        };
        if let (Some(tests), Some(run)) = (&mut self.results.tests, run) {
            tests.shows(i, &run);
        }
        Ok(i)
    }

    /// The concrete run that confirms a finding, if it does, or why there can be none.
    pub(crate) fn confirm(&mut self, leaf: &Leaf, finding: &mut Finding) -> Result<Option<Run>, Stop> {
        let Some((trace, calls)) = self.list_inputs(&mut finding.witness, leaf) else {
            if leaf.composed {
                return Ok(None);
            }
            let text = format!("{}: it takes too many inputs to list them", finding.fault.message);
            return Err(Stop::new(StopKind::Bound, text));
        };
        (finding.trace, finding.calls) = (trace, calls);
        match confirm(self.machine, self.setup, finding) {
            Confirmed::Cut(stop) => Err(stop),
            Confirmed::Yes(run) => {
                if let Outcome::Fault(fault) = &run.end
                    && [fault.kind, finding.fault.kind] == [FaultKind::Panic; 2]
                {
                    finding.fault.message = fault.message.clone();
                }
                Ok(Some(*run))
            }
            Confirmed::No => Ok(None),
        }
    }

    /// Looks for a model in which folded loops run less often: tests are to be small, and confirming them short.
    pub(crate) fn fewer_iterations(&mut self, witness: &mut Witness) {
        let pool = &self.machine.pool;
        for event in witness.events.iter() {
            let Event::Folded(fold) = event else { continue };
            for bound in [8u128, 1 << 6, 1 << 10, 1 << 16] {
                if Evaluator::new(pool, &witness.model).eval(fold.count).bits() <= bound {
                    break;
                }
                let few = pool.ule(fold.count, pool.bv(bound, pool.width(fold.count)));
                let budget = Budget::AtMost(tuning::WORK_FOR_FEWER_ITERATIONS.get());
                let query = Query { pc: &witness.pc, cond: few, hint: &witness.model, budget };
                if let Answer::Sat(model) = self.reach.check(query) {
                    witness.pc.push(few);
                    witness.model = model;
                    break;
                }
            }
        }
    }

    /// A path is not followed further from where it is.
    pub(crate) fn stop_path(&mut self, leaf: &Leaf, stop: Stop) -> Result<(), TreeError> {
        self.stop((leaf.id, leaf.branch), stop, Some(self.machine.own_site(&leaf.state)))
    }

    /// A path is not followed further.
    pub(crate) fn stop(
        &mut self,
        (leaf, branch): (LeafId, Option<Branch>),
        stop: Stop,
        site: Option<(FuncId, Loc)>,
    ) -> Result<(), TreeError> {
        // What is a matter of how loops and calls were taken may be none in another alternative; what the program does
        // is done in all of them, as far as it is done.
        let course = self.choices.course(branch);
        if course.generalises()
            || matches!(stop.kind, StopKind::Symbolic | StopKind::CallDepth | StopKind::Objects | StopKind::Bound)
        {
            self.break_off(branch);
        }
        let reason = match stop.kind {
            StopKind::Unsupported | StopKind::Symbolic => StopReason::UnsupportedFeature,
            StopKind::NoModel => StopReason::NoModel,
            StopKind::UncheckedUndefined => StopReason::UncheckedUndefined,
            StopKind::CallDepth => StopReason::CallDepthLimit,
            StopKind::Objects => StopReason::ObjectSizeLimit,
            StopKind::Bound => StopReason::DepthLimit,
            StopKind::LeftOut => StopReason::LeftOut,
            StopKind::Time => StopReason::TimeLimit,
            StopKind::Memory => StopReason::MemoryLimit,
            StopKind::Cancelled => StopReason::Cancelled,
        };
        let detail = self.results.gap(GapKind::Stopped(reason), stop.message, site);
        self.tree(leaf).settle(leaf.node, Status::Stopped { reason, detail: Some(detail) })
    }

    /// There is no answer about a path.
    pub(crate) fn fail(&mut self, leaf: &Leaf, reason: FailReason, text: &str) -> Result<(), TreeError> {
        let site = self.machine.own_site(&leaf.state);
        let detail = self.results.gap(GapKind::Failed(reason), text.into(), Some(site));
        if let Some(generaliser) = self.generalisers.of_mut(leaf.course) {
            generaliser.learn(leaf);
        }
        self.break_off(leaf.branch);
        self.tree(leaf.id).settle(leaf.id.node, Status::Failed { reason, detail: Some(detail) })
    }

    /// A question about a path was not answered: the alternative in which it was asked settles nothing any more.
    pub(crate) fn give_up(&mut self, leaf: &Leaf, reason: &UnknownReason) -> Result<(), TreeError> {
        // Then the solver was stopped since the run is over, which is said of all that is open.
        let stopped = *reason == UnknownReason::Interrupted || reason.is_for_time();
        if stopped && let Some(over) = self.out_of_time() {
            self.bounds.over = Some(over);
            self.open(leaf.clone());
            return Ok(());
        }
        let unit = leaf.id.unit;
        let ahead = !leaf.state.reach.is_confirmed() && unit != UnitId::PROGRAM;
        if ahead && !self.choices.has_other(leaf.branch) && self.gives_up() {
            return self.abandon(unit, "it leads to questions without an answer");
        }
        let (class, text) = fail_class(reason);
        self.fail(leaf, class, &text)
    }
}

fn fail_class(reason: &UnknownReason) -> (FailReason, String) {
    let class = match reason {
        UnknownReason::Timeout | UnknownReason::Paused => FailReason::SolverTimeout,
        UnknownReason::Died(_) | UnknownReason::Protocol(_) | UnknownReason::Memory | UnknownReason::BadModel => {
            FailReason::SolverFailure
        }
        UnknownReason::Disagreement => FailReason::SolverDisagreement,
        UnknownReason::Quantifiers(why) => fail_class(why).0,
        UnknownReason::Incomplete(_) | UnknownReason::Unsupported(_) | UnknownReason::Interrupted => {
            FailReason::SolverIncomplete
        }
    };
    (class, reason.to_string())
}
