//! The bounds of a run, and how full they are. Each that is hit leaves a mark in the tree.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use plica_exec::resident_memory;
use plica_ir::{FuncId, Loc};
use plica_smt::Work;
use plica_tree::{Conclusion, NodeId, Site, StopReason};

use crate::explorer::{Explorer, Gap, GapKind, Tick};
use crate::tuning;
use crate::unit::Unit;

/// Bounds; `None` is unbounded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// When the run ends.
    pub deadline: Option<Instant>,
    /// Memory of the process, bytes.
    pub memory: Option<u64>,
    /// Executed commands in total.
    pub steps: Option<u64>,
    /// Decisions on one path.
    pub depth: Option<u64>,
    /// Paths that reach an end.
    pub paths: Option<u64>,
    /// Distinct errors after which the run ends.
    pub errors: Option<u64>,
    /// The work after which a question is put off, to be asked again with more when nothing else is to be done; none is
    /// where there is no such bound.
    pub question: Option<Work>,
}

impl Limits {
    /// Which bound of the whole run is hit, if any. Depth is no bound of the whole run.
    pub(crate) fn hit(&self, cancel: &AtomicBool, steps: u64, paths: u64, errors: u64) -> Option<StopReason> {
        let over = |limit: Option<u64>, n: u64| limit.is_some_and(|l| n >= l);
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            Some(StopReason::TimeLimit)
        } else if cancel.load(Ordering::Relaxed) {
            Some(StopReason::Cancelled)
        } else if over(self.steps, steps) {
            Some(StopReason::StepLimit)
        } else if over(self.paths, paths) {
            Some(StopReason::PathLimit)
        } else if over(self.errors, errors) {
            Some(StopReason::StoppedAtError)
        } else {
            None
        }
    }
}

/// The bounds of a run, with who watches it.
pub(crate) struct Bounds<'a> {
    /// What the user says.
    pub limits: Limits,
    /// Set when the run is to end.
    pub cancel: &'a AtomicBool,
    /// Why the run ends, where a question found that out.
    pub over: Option<StopReason>,
    /// How many decisions were looked at.
    pub decisions: u64,
    ticked: Instant,
    on_tick: &'a mut Tick<'a>,
}

impl<'a> Bounds<'a> {
    /// Of a run that begins now.
    pub fn new(limits: Limits, cancel: &'a AtomicBool, on_tick: &'a mut Tick<'a>) -> Bounds<'a> {
        Bounds { limits, cancel, over: None, decisions: 0, ticked: Instant::now(), on_tick }
    }
}

impl Explorer<'_> {
    /// Looks at the clock at a decision, and at the other bounds now and then.
    pub(crate) fn pace(&mut self) -> Option<StopReason> {
        self.bounds.decisions += 1;
        if self.bounds.ticked.elapsed() >= tuning::PROGRESS_PERIOD.get() {
            self.tick(&self.conclusion());
        }
        let hit =
            if self.bounds.decisions.is_multiple_of(tuning::DECISIONS_PER_LOOK.get()) { self.bound() } else { None };
        hit.or_else(|| self.out_of_time())
    }

    /// Is the run over, as far as that can be told at once?
    pub(crate) fn out_of_time(&self) -> Option<StopReason> {
        let late = || self.bounds.limits.deadline.is_some_and(|d| Instant::now() >= d);
        self.machine.config.meter.over().or_else(|| late().then_some(StopReason::TimeLimit))
    }

    /// Says how it goes.
    pub(crate) fn tick(&mut self, now: &Conclusion) {
        self.bounds.ticked = Instant::now();
        (self.bounds.on_tick)(&self.counters, now, self.reach.queries(), self.results.findings.len());
    }

    /// Looks at the bounds of the run.
    pub(crate) fn bound(&mut self) -> Option<StopReason> {
        let now = self.conclusion();
        let (steps, confirmed) = (self.counters.steps, self.results.confirmed());
        let hit = self.bounds.limits.hit(self.bounds.cancel, steps, now.followed(), confirmed);
        if let Some(hit) = hit.or_else(|| self.machine.config.meter.over()) {
            return Some(hit);
        }
        let memory = resident_memory();
        self.counters.peak_memory = self.counters.peak_memory.max(memory);
        self.tick(&now);
        self.bounds.limits.memory.is_some_and(|l| memory >= l).then_some(StopReason::MemoryLimit)
    }

    pub(crate) fn error_bound(&self) -> Option<StopReason> {
        self.bounds.limits.errors.is_some_and(|l| self.results.confirmed() >= l).then_some(StopReason::StoppedAtError)
    }

    /// Settles everything that is still unknown: a bound was hit.
    pub(crate) fn end(&mut self, reason: StopReason) {
        self.keep_active();
        // A path that met the end of the run has noted the gap already.
        let class = GapKind::Stopped(reason);
        let known = self.results.gaps.iter().position(|m| m.reason == class && m.text.is_empty());
        let detail = known.unwrap_or(self.results.gaps.len());
        // Errors say where they are.
        let site = if reason == StopReason::StoppedAtError { None } else { self.most_unknown() };
        let living = self.units.values_mut().filter(|u| !u.abandoned);
        let count: u64 = living.map(|u| u.tree.stop_unknown(reason, Some(detail as u32)) as u64).sum();
        match self.results.gaps.get_mut(detail) {
            Some(gap) => (gap.count, gap.site) = (gap.count + count, site),
            // What was still unknown has a reason of its own.
            None if count == 0 => {}
            None => self.results.gaps.push(Gap { reason: class, text: "".into(), site, count }),
        }
        // Freeing a million states takes seconds, and the process is about to end.
        self.units.values_mut().for_each(Unit::leak);
        self.waiting.leak();
    }

    /// The decision behind which most is unknown: it says where the work is.
    fn most_unknown(&self) -> Option<(FuncId, Loc)> {
        let mut counts: BTreeMap<Site, usize> = BTreeMap::new();
        for unit in self.units.values().filter(|u| !u.abandoned) {
            let leaves = unit.tree.unknown_leaves(NodeId::ROOT);
            leaves.for_each(|leaf| *counts.entry(unit.tree.node(leaf).site()).or_default() += 1);
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        most.map(|(site, _)| (FuncId(site.function), Loc(site.location)))
    }
}
