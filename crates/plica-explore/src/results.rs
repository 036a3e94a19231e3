//! What a run has found so far: faults, reasons for saying nothing, and tests.
//!
//! Oblivious to leaves. Invariant: one finding per kind of fault and place, one gap per class and text.

use std::sync::Arc;

use plica_exec::Finding;
use plica_ir::{FuncId, Loc};
use plica_tree::UnsatRecord;

use crate::explorer::{Gap, GapKind};
use crate::suite::Tests;

/// See the module's description.
pub(crate) struct Results {
    /// Faults.
    pub findings: Vec<Finding>,
    /// Why something was left unexplored.
    pub gaps: Vec<Gap>,
    /// The tests, if they are wanted.
    pub tests: Option<Tests>,
    refuted: u32,
}

impl Results {
    /// Nothing but the tests that there are.
    pub fn new(tests: Option<Tests>) -> Results {
        Results { findings: Vec::new(), gaps: Vec::new(), tests, refuted: 0 }
    }

    /// Counts a reason, once per class and text.
    pub fn gap(&mut self, reason: GapKind, text: Arc<str>, site: Option<(FuncId, Loc)>) -> u32 {
        if let Some(i) = self.gaps.iter().position(|m| m.reason == reason && m.text == text) {
            self.gaps[i].count += 1;
            return i as u32;
        }
        self.gaps.push(Gap { reason, text, site, count: 1 });
        self.gaps.len() as u32 - 1
    }

    /// A reason does not count any more: it was one of a leaf of which nothing has to be known.
    pub fn withdraw(&mut self, gap: u32) {
        if let Some(gap) = self.gaps.get_mut(gap as usize) {
            gap.count = gap.count.saturating_sub(1);
        }
    }

    /// Errors that a concrete run has confirmed.
    pub fn confirmed(&self) -> u64 {
        self.findings.iter().filter(|f| f.confirmed).count() as u64
    }

    /// The record of a further refutation.
    pub fn refutation(&mut self) -> UnsatRecord {
        let record = UnsatRecord(self.refuted);
        self.refuted += 1;
        record
    }
}
