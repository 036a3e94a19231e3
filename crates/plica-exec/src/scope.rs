//! Loop scopes: the loops that control is in, frame by frame, and which of them run through without a decision.
//!
//! A scope begins when control arrives at the head of a loop that it is not in, or at the start of a function where
//! that is reported, and ends when control leaves. Kept only where arriving at heads is reported. Oblivious to what is
//! done about a loop: whoever plans something files it under the scope's number. Invariant: the numbers of the scopes
//! that control is in grow from the outermost to the innermost, and none is used twice on a path.

use std::sync::atomic::{AtomicU8, Ordering};

use plica_ir::Loc;
use plica_stable::encodable;

use crate::machine::Machine;
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

encodable! {
    struct LoopScope { id, head, decided, fenced }
}

/// By head: how often in a row a loop of a function was run through without a decision, on whatever path. What is
/// learned on one path holds for the others, also for those that execute an iteration in general.
#[derive(Debug)]
pub(crate) struct Quiet(Box<[AtomicU8]>);

impl Quiet {
    /// For a function with so many commands.
    pub fn new(commands: usize) -> Quiet {
        Quiet((0..commands).map(|_| AtomicU8::new(0)).collect())
    }

    /// Does the loop run through by itself again and again?
    pub fn is_quiet(&self, head: Loc) -> bool {
        self.0[head.index()].load(Ordering::Relaxed) >= tuning::QUIET_RUNS.get()
    }

    /// It ran through without a decision.
    pub fn ran_through(&self, head: Loc) {
        let runs = &self.0[head.index()];
        runs.store(runs.load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
    }

    /// Arriving at any of them is of interest again.
    pub fn wake_all(&self) {
        self.0.iter().for_each(|runs| runs.store(0, Ordering::Relaxed));
    }

    /// A decision was taken in it: arriving at it is of interest again.
    fn wake(&self, head: Loc) {
        self.0[head.index()].store(0, Ordering::Relaxed);
    }
}

impl State {
    /// Is control in the loop, or the function, of this scope?
    pub fn is_within(&self, id: LoopScopeId) -> bool {
        self.scopes().any(|scope| scope.id == id)
    }

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

    /// Has the next arrival at the heads of loops that the current frame is in reported, as if something had been
    /// decided since.
    pub fn report_next_heads(&mut self) {
        let other = self.pc.len() + 1;
        self.top.inside.iter_mut().for_each(|scope| scope.decided = other);
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
}

impl Machine {
    /// A decision was taken in the loops that the current frame is in: arriving at them is of interest again.
    pub fn unquiet(&self, s: &State) {
        let quiet = &self.flow(s.top.func).quiet;
        s.top.inside.iter().for_each(|scope| quiet.wake(scope.head));
    }

    /// Something was asked in the current function: calls of it are of interest again.
    pub fn unquiet_call(&self, s: &State) {
        self.flow(s.top.func).quiet.wake(Loc(0));
    }
}
