//! What is planned about the loops, and the functions, that a path is in: a way of taking each, and a checkpoint to go
//! back to.
//!
//! Filed under the numbers of the state's scopes. Oblivious to what a checkpoint holds. Invariant: the entries are of
//! scopes that the path is in, or was in since it last came to a head; outer ones first.

use std::sync::Arc;

use plica_exec::{LoopScopeId, State};

use crate::fold::Strategy;

/// See the module's description.
#[derive(Debug)]
pub struct Scopes<C>(Arc<Vec<Plan<C>>>);

/// What is planned about one of them.
#[derive(Debug)]
struct Plan<C> {
    scope: LoopScopeId,
    way: Strategy,
    checkpoint: Option<Arc<C>>,
}

// Derived, these would ask the same of checkpoints.
impl<C> Clone for Scopes<C> {
    fn clone(&self) -> Self {
        Scopes(self.0.clone())
    }
}

impl<C> Clone for Plan<C> {
    fn clone(&self) -> Self {
        Plan { scope: self.scope, way: self.way, checkpoint: self.checkpoint.clone() }
    }
}

impl<C> Default for Scopes<C> {
    fn default() -> Self {
        Scopes(Arc::default())
    }
}

/// A path of which it is known what is planned about the loops that it is in.
pub trait Scoped: Clone {
    /// What is gone back to.
    type Checkpoint;

    /// Where the path has come to.
    fn state(&mut self) -> &mut State;

    /// What is planned.
    fn scopes(&mut self) -> &mut Scopes<Self::Checkpoint>;

    /// The path as a checkpoint at the head of a loop, which is taken in this way.
    fn checkpoint(self, way: Strategy) -> Self::Checkpoint;

    /// How the loop at whose head control is, is taken.
    fn way(&mut self) -> Strategy {
        let scope = self.state().scope_at_head();
        scope.and_then(|scope| Some(self.scopes().find(scope.id)?.way)).unwrap_or(Strategy::Fold)
    }

    /// Notes that control is at the head of a loop; with `keep` the path is a checkpoint.
    fn enter_loop(&mut self, keep: bool) {
        let way = self.way();
        self.enter(keep, way);
    }

    /// The same, and what is to be done about the loop from now on.
    fn go(&mut self, way: Strategy) {
        self.enter(true, way);
    }

    /// The same with both.
    fn enter(&mut self, keep: bool, way: Strategy) {
        let around = around(self.state());
        self.scopes().leave(around);
        let checkpoint = keep.then(|| {
            let mut path = self.clone();
            path.state().leave_scope();
            Arc::new(path.checkpoint(way))
        });
        let scope = self.state().enter_loop();
        Arc::make_mut(&mut self.scopes().0).push(Plan { scope, way, checkpoint });
    }
}

/// The scope around the loop at whose head a state is.
fn around(s: &State) -> Option<LoopScopeId> {
    let known = s.scope_at_head().map(|scope| scope.id);
    s.scopes().map(|scope| scope.id).find(|&id| known.is_none_or(|known| id < known))
}

impl<C> Scopes<C> {
    /// Forgets all but what is around: this scope and those around it.
    fn leave(&mut self, around: Option<LoopScopeId>) {
        let stays = |plan: &Plan<C>| around.is_some_and(|around| plan.scope <= around);
        let count = self.0.iter().rposition(stays).map_or(0, |last| last + 1);
        if count < self.0.len() {
            Arc::make_mut(&mut self.0).truncate(count);
        }
    }

    /// The checkpoints of the loops that a state is in, with their scopes, innermost first, as far as nothing was
    /// decided since.
    pub fn fresh(&self, s: &State) -> Vec<(LoopScopeId, Arc<C>)> {
        let fresh = s.scopes().filter(|scope| scope.decided == s.pc.len());
        fresh.filter_map(|scope| Some((scope.id, self.find(scope.id)?.checkpoint.clone()?))).collect()
    }

    /// Nothing is gone back to any more.
    pub fn forget_checkpoints(&mut self) {
        Arc::make_mut(&mut self.0).iter_mut().for_each(|plan| plan.checkpoint = None);
    }

    fn find(&self, scope: LoopScopeId) -> Option<&Plan<C>> {
        let at = self.0.binary_search_by_key(&scope, |plan| plan.scope).ok()?;
        self.0.get(at)
    }
}
