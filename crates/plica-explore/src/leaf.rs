//! A leaf: a path that is still to be followed, with all that the explorer knows and plans about it.
//!
//! Oblivious to which leaf is next. Invariant: what is asked about a path and what is done next follows from its leaf,
//! and from nothing that another leaf could change meanwhile.

use std::ops::RangeInclusive;
use std::sync::Arc;

use plica_exec::{ContextId, State, UnitId};
use plica_term::TermPool;
use plica_tree::NodeId;

use crate::checkpoint::Checkpoint;
use crate::choice::Branch;
use crate::course::Course;
use crate::first::{First, FirstInput};
use crate::fold::Strategy;
use crate::invariants::Visit;
use crate::scopes::{Scoped, Scopes};

/// Which leaf: of which unit's tree, and which node there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct LeafId {
    /// The unit.
    pub unit: UnitId,
    /// The node.
    pub node: NodeId,
}

impl LeafId {
    /// All that a unit may have.
    pub fn all(unit: UnitId) -> RangeInclusive<LeafId> {
        LeafId { unit, node: NodeId::ROOT }..=LeafId { unit, node: NodeId::LAST }
    }
}

/// See the module's description.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// Which one.
    pub id: LeafId,
    /// Where the path has come to.
    pub state: State,
    /// The chain of calls through which the model gets here.
    pub context: ContextId,
    /// Does the path depend on more than its path condition says: on summaries of calls, or on the calls that lead
    /// here?
    pub composed: bool,
    /// The alternative of the innermost choice around it.
    pub branch: Option<Branch>,
    /// Are questions about it probably not answered? Then no long time is spent on them.
    pub hard: bool,
    /// Are calls executed in place from here on? So they are where summaries led to questions without an answer.
    pub in_place: bool,
    /// The course of the run that it lies in.
    pub course: Course,
    /// How many numbers were made unknown on the path, in the course in which states are made more general.
    pub generalised: u32,
    /// The last head at which that was done.
    pub visit: Option<Arc<Visit>>,
    /// What is planned about the loops that it is in.
    pub scopes: Scopes<Checkpoint>,
    /// The values that the run begins with, as long as the path is theirs.
    pub first: Option<Box<First>>,
    /// Has a scout come here, who stops at no door, or is it beside its way?
    pub scouts: bool,
}

impl Leaf {
    /// The path that begins in a state at the root of a unit's tree.
    pub fn root(unit: UnitId, state: State, course: Course) -> Leaf {
        Leaf {
            id: LeafId { unit, node: NodeId::ROOT },
            state,
            context: ContextId::NONE,
            composed: unit != UnitId::PROGRAM,
            branch: None,
            hard: false,
            in_place: false,
            course,
            generalised: 0,
            visit: None,
            scopes: Scopes::default(),
            first: None,
            scouts: false,
        }
    }

    /// The path goes on in a state, at another node of the same tree.
    pub fn onward(&self, node: NodeId, state: State) -> Leaf {
        Leaf {
            id: LeafId { node, ..self.id },
            state,
            context: self.context,
            composed: self.composed,
            branch: self.branch,
            hard: self.hard,
            in_place: self.in_place,
            course: self.course,
            generalised: self.generalised,
            visit: self.visit.clone(),
            scopes: self.scopes.clone(),
            first: self.first.clone(),
            scouts: self.scouts,
        }
    }

    /// The same path at another node of the same tree.
    pub fn at(self, node: NodeId) -> Leaf {
        Leaf { id: LeafId { node, ..self.id }, ..self }
    }

    /// The same path where no loop that it is in is taken in another way.
    pub fn walked(mut self) -> Leaf {
        self.scopes.forget_checkpoints();
        self
    }

    /// Has the path begin with an input.
    pub fn begin_with(&mut self, pool: &TermPool, input: &Arc<FirstInput>) {
        self.first = Some(Box::new(First::new(input)));
        self.give_first(pool);
    }

    /// Gives inputs that the path was given since this was last done the values that the run begins with.
    pub fn give_first(&mut self, pool: &TermPool) {
        if self.first.as_mut().is_some_and(|first| !first.give(pool, &mut self.state)) {
            self.first = None;
        }
    }

    /// Is it on the path of the first input?
    pub fn is_first(&self) -> bool {
        self.first.as_ref().is_some_and(|first| first.is_of(&self.state.model))
    }
}

impl Scoped for Leaf {
    type Checkpoint = Checkpoint;

    fn state(&mut self) -> &mut State {
        &mut self.state
    }

    fn scopes(&mut self) -> &mut Scopes<Checkpoint> {
        &mut self.scopes
    }

    fn checkpoint(self, way: Strategy) -> Checkpoint {
        Checkpoint::at(self, way)
    }
}
