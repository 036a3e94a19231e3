//! A unit of the exploration: a function with its tree, the states of its leaves, and its frontier.
//!
//! Oblivious to how units are chosen and to what summaries are made of them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use plica_exec::{CallId, Heap, Machine, Outcome};
use plica_ir::{FuncId, Loc};
use plica_smt::Work;
use plica_tree::{CoverageView, NodeId, Search, Site, Tree};

use crate::alternatives::Untried;
use crate::choice::Branch;
use crate::covered::Covered;
use crate::explorer::MakeSearch;
use crate::leaf::{Leaf, LeafId};
use crate::parked::Parked;
use crate::tuning;

/// The machine of a unit: the program's, or one that knows what the unit's inputs are.
pub(crate) enum UnitMachine<'a> {
    /// The program's.
    Program(&'a Machine),
    /// The unit's own.
    Own(Arc<Machine>),
}

impl std::ops::Deref for UnitMachine<'_> {
    type Target = Machine;

    fn deref(&self) -> &Machine {
        match self {
            UnitMachine::Program(machine) => machine,
            UnitMachine::Own(machine) => machine,
        }
    }
}

/// What is kept of an unknown leaf.
pub(crate) enum Pending {
    /// The path that goes on there.
    State(Box<Parked>),
    /// A call that a summary takes the place of.
    Call(Box<Called>),
    /// An alternative in which nothing was begun.
    Untried(Box<Untried>),
}

impl Pending {
    /// A path that goes on later, and how it ends if it does.
    pub fn path(machine: &Machine, leaf: Leaf, end: Option<Outcome>) -> Pending {
        Pending::State(Parked::new(machine, leaf, end))
    }

    /// May it lead to a path that returns?
    pub fn may_return(&self) -> bool {
        !matches!(self, Pending::State(path) if path.ends())
    }

    /// Which leaf it is.
    pub fn id(&self) -> LeafId {
        match self {
            Pending::State(leaf) => leaf.id,
            Pending::Call(called) => called.leaf.id,
            Pending::Untried(untried) => untried.id,
        }
    }

    /// The alternative that it lies in.
    pub fn branch(&self) -> Option<Branch> {
        match self {
            Pending::State(leaf) => leaf.branch,
            Pending::Call(called) => called.leaf.branch,
            Pending::Untried(untried) => Some(untried.branch),
        }
    }
}

/// What is kept of a call that a summary takes the place of.
pub(crate) struct Called {
    /// The path to the start of the called function.
    pub leaf: Leaf,
    /// The call.
    pub call: CallId,
    /// So many classes of its paths have their ways on already.
    pub seen: u32,
    /// Can what follows the call matter?
    pub matters: bool,
    /// The alternative that it is, if the call may also be executed in place.
    pub alternative: Option<Branch>,
}

/// What search policies are told.
struct View<'a> {
    machine: &'a Machine,
    tree: &'a Tree,
    states: &'a HashMap<NodeId, Pending>,
}

impl CoverageView for View<'_> {
    fn visits(&self, site: Site) -> u64 {
        self.machine.coverage.visits(FuncId(site.function), Loc(site.location))
    }

    fn distance(&self, leaf: NodeId) -> Option<u32> {
        distance(self.machine, self.tree, leaf, self.states.get(&leaf)?)
    }

    fn stack(&self, leaf: NodeId) -> u64 {
        match self.states.get(&leaf) {
            Some(Pending::State(leaf)) => leaf.state.stack_key(),
            _ => 0,
        }
    }
}

/// How far it is from a leaf to a target.
fn distance(machine: &Machine, tree: &Tree, leaf: NodeId, open: &Pending) -> Option<u32> {
    match open {
        Pending::State(leaf) => machine.distance_of(&leaf.state),
        Pending::Untried(untried) => machine.distance_of(&untried.checkpoint.leaf.state),
        Pending::Call(_) => {
            let Site { function, location } = tree.node(leaf).site();
            machine.distance(FuncId(function), Loc(location))
        }
    }
}

/// See the module's description.
pub(crate) struct Unit {
    /// Which function it is.
    pub function: FuncId,
    /// Its own machine, if it is not the program.
    pub machine: Option<Arc<Machine>>,
    /// Its tree.
    pub tree: Tree,
    /// States seen at heads of loops; kept where loops are folded.
    pub covered: Option<Covered>,
    /// How many batches in a row a leaf has run without a decision.
    pub batches: HashMap<NodeId, u64>,
    /// How much work the last question at a leaf had that was broken off since it was the turn of others.
    pub asked: HashMap<NodeId, Work>,
    /// Was it given up?
    pub abandoned: bool,
    /// Was it said to be closed?
    pub closed: bool,
    /// Decisions that may still be taken ahead of the callers: without asking whether the program can get there.
    pub ahead: u32,
    /// Leaves that are there only to find out whether a call is reachable.
    pub probes: u64,
    /// Paths that returned.
    pub returned: u64,
    /// May one of its leaves be on a way to a target, without returning from the unit first? Where nothing but targets
    /// is looked for: may one matter for them?
    pub leads_on: bool,
    /// Was a leaf left out whose path may return, to where nothing can matter any more?
    pub left_out: bool,
    /// How often a leaf of it was chosen because somebody waits for its paths.
    pub turns: u64,
    /// Have paths returned that those who wait for them have not been told of?
    pub news: bool,
    /// Leaves that the path of the first input has come to.
    marked: Vec<NodeId>,
    search: Box<dyn Search + Send>,
    /// Leaves that are not in the frontier, since it is not their turn.
    idle: HashSet<NodeId>,
    states: HashMap<NodeId, Pending>,
}

impl Unit {
    /// A unit whose tree is one unknown leaf.
    pub fn new(function: FuncId, machine: Option<Arc<Machine>>, search: &MakeSearch<'_>) -> Unit {
        Unit {
            function,
            machine,
            tree: Tree::new(Site { function: function.0, location: 0 }),
            covered: None,
            batches: HashMap::new(),
            asked: HashMap::new(),
            abandoned: false,
            closed: false,
            ahead: tuning::FORKS_AHEAD.get(),
            probes: 0,
            returned: 0,
            news: false,
            turns: 0,
            leads_on: true,
            left_out: false,
            marked: Vec::new(),
            search: search(),
            idle: HashSet::new(),
            states: HashMap::new(),
        }
    }

    /// Has states at heads of loops compared, from now on.
    pub fn watch(&mut self, start: Heap) {
        self.covered = Some(Covered::new(start));
    }

    /// A path turns back: it must not be ended by what it has seen on the way, nor by what others saw that are given up
    /// for it.
    pub fn forget(&mut self) {
        if let Some(covered) = &mut self.covered {
            covered.forget();
        }
    }

    /// Keeps a leaf; in the frontier if it is its turn.
    pub fn put(&mut self, leaf: NodeId, mut open: Pending, runs: bool) {
        if let Pending::State(path) = &mut open
            && path.first.is_some()
        {
            // While it is not known whether the path goes on, neither is its model.
            if !path.state.reach.is_confirmed() || path.is_first() {
                self.mark(leaf);
            } else {
                path.first = None;
            }
        }
        if runs {
            self.search.add(&self.tree, leaf);
        } else {
            self.idle.insert(leaf);
        }
        self.states.insert(leaf, open);
    }

    /// Takes a leaf out of the frontier and keeps it, or puts it back.
    pub fn set_idle(&mut self, leaf: NodeId, idle: bool) {
        if idle {
            self.search.remove(&self.tree, leaf);
            self.idle.insert(leaf);
        } else if self.idle.remove(&leaf) {
            self.search.add(&self.tree, leaf);
        }
    }

    /// Is it not its turn?
    pub fn is_idle(&self, leaf: NodeId) -> bool {
        self.idle.contains(&leaf)
    }

    /// Are there leaves whose turn it is not?
    pub fn has_idle(&self) -> bool {
        !self.idle.is_empty()
    }

    /// The path of the first input has come to a leaf.
    pub fn mark(&mut self, leaf: NodeId) {
        if !self.marked.contains(&leaf) {
            self.marked.push(leaf);
        }
    }

    /// It turns out not to go on there.
    pub fn unmark(&mut self, leaf: NodeId) {
        self.marked.retain(|&l| l != leaf);
    }

    /// The unknown leaves that it has come to, the newest first, where some are known to be unreachable so far.
    pub fn marked(&mut self, is_blocked: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
        self.marked.retain(|leaf| self.states.contains_key(leaf) || is_blocked(*leaf));
        let runs = |leaf: &&NodeId| self.states.contains_key(leaf) && !self.is_idle(**leaf);
        self.marked.iter().rev().filter(runs).copied().collect()
    }

    /// The leaves of the frontier in their order.
    pub fn running(&self) -> Vec<NodeId> {
        self.leaves().into_iter().filter(|leaf| !self.is_idle(*leaf)).collect()
    }

    /// The unknown leaves in their order.
    pub fn leaves(&self) -> Vec<NodeId> {
        let mut all: Vec<NodeId> = self.states.keys().copied().collect();
        all.sort_unstable();
        all
    }

    /// What is kept of an unknown leaf.
    pub fn state(&self, leaf: NodeId) -> Option<&Pending> {
        self.states.get(&leaf)
    }

    /// Takes an unknown leaf out of the frontier.
    pub fn take(&mut self, leaf: NodeId) -> Option<Pending> {
        if !self.idle.remove(&leaf) {
            self.search.remove(&self.tree, leaf);
        }
        self.states.remove(&leaf)
    }

    /// The leaf to go on with.
    pub fn choose(&mut self, machine: &Machine) -> Option<(NodeId, Pending)> {
        if self.abandoned {
            return None;
        }
        loop {
            let view = View { machine, tree: &self.tree, states: &self.states };
            let leaf = self.search.choose(&self.tree, &view)?;
            if let Some(open) = self.states.remove(&leaf) {
                return Some((leaf, open));
            }
        }
    }

    /// The same, if a way leads from there to a target.
    pub fn choose_near(&mut self, machine: &Machine) -> Option<(NodeId, Pending)> {
        let (leaf, open) = self.choose(machine)?;
        if distance(machine, &self.tree, leaf, &open).is_some() {
            return Some((leaf, open));
        }
        self.put(leaf, open, true);
        None
    }

    /// Has nothing of it been looked at?
    pub fn is_new(&self) -> bool {
        let root = NodeId::ROOT;
        !self.abandoned && self.states.contains_key(&root) && !self.batches.contains_key(&root)
    }

    /// May a further path return, as far as its frontier tells?
    pub fn may_return(&self) -> bool {
        self.states.values().any(Pending::may_return)
    }

    /// Gives the states up without freeing them.
    pub fn leak(&mut self) {
        std::mem::forget(std::mem::take(&mut self.states));
    }
}
