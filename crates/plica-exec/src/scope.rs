//! Loop scopes: the loops that control is in, frame by frame, and which of them run through without a decision.
//!
//! A scope begins when control arrives at the head of a loop that it is not in, or at the start of a function where
//! that is reported, and ends when control leaves. Kept only where arriving at heads is reported. Oblivious to what is
//! done about a loop: whoever plans something files it under the scope's number. Invariant: the numbers of the scopes
//! that control is in grow from the outermost to the innermost, and none is used twice on a path.

use imbl::OrdMap;
use plica_ir::{FuncId, Loc};
use plica_stable::encodable;

use crate::state::State;
use crate::tuning;

/// The number of a scope on its path.
pub type LoopScopeId = u32;

/// A loop that control is in, or a function that was entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopScope {
    /// Its number.
    pub id: LoopScopeId,
    /// Its head.
    pub head: Loc,
    /// The length of the path condition when control last was at the head.
    pub decided: usize,
    /// Is every arrival at the head, and leaving the loop, to be reported?
    pub fenced: bool,
}

/// By head: how often in a row the loop was run through without a decision on this path.
#[derive(Clone, Debug, Default)]
pub struct Quiet(OrdMap<(FuncId, Loc), u8>);

encodable! {
    struct LoopScope { id, head, decided, fenced }
    struct Quiet(runs);
}

impl Quiet {
    /// Does the loop run through by itself again and again?
    pub(crate) fn is_quiet(&self, head: (FuncId, Loc)) -> bool {
        self.0.get(&head).is_some_and(|&runs| runs >= tuning::QUIET_RUNS.get())
    }

    /// It ran through without a decision.
    pub(crate) fn ran_through(&mut self, head: (FuncId, Loc)) {
        let runs = self.0.get(&head).copied().unwrap_or(0);
        if runs < tuning::QUIET_RUNS.get() {
            self.0.insert(head, runs + 1);
        }
    }
}

impl State {
    /// Control is at the head of a loop: nothing was decided since. The loop's scope is the innermost one from now on,
    /// a new one if control was not in it.
    pub fn enter_loop(&mut self) -> LoopScopeId {
        self.enter_scope(false)
    }

    /// Has every arrival at the head at which control is reported, and leaving the loop.
    pub fn fence(&mut self) {
        self.enter_scope(true);
    }

    fn enter_scope(&mut self, fenced: bool) -> LoopScopeId {
        let head = self.top.loc;
        let known = self.scope_at_head().map(|scope| scope.id);
        let id = known.unwrap_or_else(|| {
            self.scopes += 1;
            self.scopes
        });
        self.leave_scope();
        self.top.inside.push(LoopScope { id, head, decided: self.pc.len(), fenced });
        id
    }

    /// Forgets that control is in the loop at whose head it is, as if it came there for the first time.
    pub fn leave_scope(&mut self) {
        let head = self.top.loc;
        self.top.inside.retain(|i| i.head != head);
    }

    /// The scope of the loop at whose head control is, if control is in it already.
    pub fn scope_at_head(&self) -> Option<LoopScope> {
        self.top.inside.iter().find(|i| i.head == self.top.loc).copied()
    }

    /// The scopes that control is in, innermost first.
    pub fn scopes(&self) -> impl Iterator<Item = LoopScope> {
        self.frames().flat_map(|frame| frame.inside.iter().rev().copied())
    }

    /// A decision was taken in the loops that the current frame is in: arriving at them is of interest again.
    pub fn unquiet(&mut self) {
        for i in &self.top.inside {
            let head = (self.top.func, i.head);
            if self.quiet.0.contains_key(&head) {
                self.quiet.0.remove(&head);
            }
        }
    }
}
