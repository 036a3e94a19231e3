//! Memoized replay: a function is explored once, on inputs of its own, and what it decides is kept as a choice tree;
//! its calls are executed along the tree, with one question for each leaf in place of one for each decision.
//!
//! Qiu, Yang, Păsăreanu, Khurshid: *Compositional Symbolic Execution with Memoized Replay* (ICSE 2015). `tree` is the
//! tree, `build` makes it, `images` says what its inputs stand for at a call, `regions` which leaves the call may come
//! to, `walk` executes the call. It joins the explorer through the trait `Replay` of plica-explore. Oblivious to
//! execution trees and to which path is next.

mod build;
mod images;
mod regions;
mod stable;
mod tree;
pub mod tuning;
mod walk;

use std::sync::Arc;

use plica_exec::{InputBounds, Machine, Outcome, State, UnitId};
use plica_explore::{Asker, Replay, Replayed, WayOut};
use plica_ir::FuncId;
use plica_term::{Model, TermId};
use rustc_hash::FxHashMap;

use regions::Region;
pub use stable::TreeStore;
pub use tree::{ChoiceKind, ChoiceNode, ChoiceSide, ChoiceTree, NodeIx, PathEnd, TreeExtent, What};
use walk::Passed;

/// What replaying took, and what it saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplayCounters {
    /// Feasibility questions while trees were built: sides of decisions but one each.
    pub building: u64,
    /// Calls that were replayed.
    pub calls: u64,
    /// Calls that were executed in place, since the tree did not tell enough.
    pub in_place: u64,
    /// Subtrees that were ruled out at calls without a question.
    pub ruled_out: u64,
    /// Questions about leaves.
    pub asked: u64,
    /// Leaves that were refuted by them.
    pub refuted: u64,
    /// Questions about decisions that the tree does not tell of.
    pub asked_inside: u64,
    /// Sides of decisions but one each, of which none was asked.
    pub saved: u64,
    /// Paths that were handed back before the call was over.
    pub open_ways: u64,
    /// Paths that came out of calls.
    pub ways: u64,
    /// Trees that an earlier run had built.
    pub recalled: u64,
}

/// What comes out of a call.
pub(crate) struct Ways {
    /// The paths.
    pub passed: Vec<Passed>,
    /// Was something left out that may be reachable?
    pub left_out: bool,
    /// A condition under which the call is still to be made, and values for which it holds.
    pub rest: Option<(TermId, Arc<Model>)>,
}

/// Which paths of a callee are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Aim {
    /// All, in their order.
    #[default]
    All,
    /// Those that lead to a target before the others: the paper's heuristic H1.
    First,
    /// None but those, at a call that has some: the paper's heuristic H2.
    Only,
}

/// What is known of a function.
enum Known {
    /// Its tree is being built: a call of it in itself is executed in place.
    Building,
    /// It is not worth replaying, or cannot be.
    Useless,
    /// It was called so often, without a tree.
    Called(u64),
    /// It has a tree.
    Tree(Remembered),
}

/// The choice tree of a function, and what came of it.
#[derive(Clone)]
pub struct Remembered {
    /// The tree.
    pub tree: Arc<ChoiceTree>,
    /// Calls that were replayed along it.
    pub calls: u64,
    /// Calls of which it did not tell enough.
    pub in_place: u64,
    /// Questions that were not asked.
    pub saved: u64,
    /// Questions that were asked for that.
    pub asked: u64,
    /// Was it given up, since it saves too little?
    pub given_up: bool,
}

impl Remembered {
    fn new(tree: Arc<ChoiceTree>) -> Remembered {
        Remembered { tree, calls: 0, in_place: 0, saved: 0, asked: 0, given_up: false }
    }

    /// Does going through the tree cost more than it saves?
    fn is_too_little(&self) -> bool {
        let saves = self.saved.saturating_sub(self.asked).saturating_mul(tuning::CALLS_PER_SAVED.get());
        let judged = self.calls >= tuning::CALLS_BEFORE_JUDGING.get();
        let vain = self.in_place >= tuning::CALLS_IN_VAIN.get() && self.in_place > self.calls;
        judged && saves < self.calls || vain
    }
}

/// Keeps choice trees and replays calls along them.
pub struct Replayer {
    functions: FxHashMap<FuncId, Known>,
    /// See [`ReplayCounters`].
    pub counters: ReplayCounters,
    /// Which paths are followed where there is a target.
    pub aim: Aim,
    /// Calls of a function with which its tree is built.
    calls_before_tree: u64,
    /// Are trees given up that save too little?
    judges: bool,
    /// Keeps trees for later runs.
    store: Option<Box<dyn TreeStore>>,
}

impl Default for Replayer {
    fn default() -> Replayer {
        let calls_before_tree = tuning::CALLS_BEFORE_TREE.get();
        Replayer {
            functions: FxHashMap::default(),
            counters: ReplayCounters::default(),
            aim: Aim::All,
            calls_before_tree,
            judges: true,
            store: None,
        }
    }
}

impl Replayer {
    /// One that builds a function's tree for its first call and gives none up.
    pub fn eager() -> Replayer {
        Replayer { calls_before_tree: 1, judges: false, ..Replayer::default() }
    }

    /// Uses trees of earlier runs, and keeps its own for later ones.
    pub fn keep_trees(&mut self, store: Box<dyn TreeStore>) {
        self.store = Some(store);
    }

    /// The trees that there are, by function.
    pub fn remembered(&self) -> Vec<Remembered> {
        let mut all: Vec<Remembered> = self
            .functions
            .values()
            .filter_map(|known| match known {
                Known::Tree(one) => Some(one.clone()),
                _ => None,
            })
            .collect();
        all.sort_by_key(|one| one.tree.function);
        all
    }

    pub(crate) fn bounds(&self) -> InputBounds {
        InputBounds { objects: tuning::OBJECTS.get(), elements: tuning::ELEMENTS.get(), null: true }
    }

    /// The tree of a function, built if it is not there.
    fn tree(&mut self, machine: &Machine, asker: &mut Asker<'_>, func: FuncId) -> Option<Arc<ChoiceTree>> {
        let calls = match self.functions.get(&func) {
            Some(Known::Tree(one)) => return (!one.given_up).then(|| one.tree.clone()),
            Some(Known::Building | Known::Useless) => return None,
            Some(Known::Called(calls)) => 1 + calls,
            None => match self.recall(machine, func) {
                Some(tree) => return self.remember(func, Some(tree)),
                None => 1,
            },
        };
        // Whoever is called once need not be explored for that.
        if calls < self.calls_before_tree {
            self.functions.insert(func, Known::Called(calls));
            return None;
        }
        self.functions.insert(func, Known::Building);
        let built = self.build(machine, asker, func);
        if let Some((tree, store)) = built.as_ref().filter(|tree| tree.is_lasting).zip(self.store.as_mut()) {
            store.keep(func, &tree.write());
        }
        self.remember(func, built)
    }

    /// The tree of a function as an earlier run has left it.
    fn recall(&mut self, machine: &Machine, func: FuncId) -> Option<ChoiceTree> {
        let bytes = self.store.as_mut()?.find(func)?;
        let tree = ChoiceTree::read(func, self.alone(machine, func)?, &bytes).ok()?;
        self.counters.recalled += 1;
        Some(tree)
    }

    /// From now on this is known of a function; gives its tree if that is of use.
    fn remember(&mut self, func: FuncId, tree: Option<ChoiceTree>) -> Option<Arc<ChoiceTree>> {
        let tree = tree.filter(ChoiceTree::is_of_use).map(Arc::new);
        let known = tree.clone().map_or(Known::Useless, |tree| Known::Tree(Remembered::new(tree)));
        self.functions.insert(func, known);
        tree
    }

    /// The paths through the call at whose callee's start a state is. `None` if it is to be executed in place.
    pub(crate) fn pass(&mut self, machine: &Machine, asker: &mut Asker<'_>, state: &State) -> Option<Ways> {
        let func = state.top.func;
        if state.top.startup || machine.program.func(func).is_declaration() {
            return None;
        }
        let tree = self.tree(machine, asker, func)?;
        let ReplayCounters { asked, asked_inside, saved, .. } = self.counters;
        // Only the program's own path goes to its targets; a tree has all that its function does.
        let aim = if machine.unit_id() == UnitId::PROGRAM { self.aim } else { Aim::All };
        let known = regions::regions(machine, asker, state, &tree, (aim, &mut self.counters));
        let ways = known.map(|known| {
            let passed = match &known.regions[..] {
                [] => Vec::new(),
                regions if known.left_out || known.rest.is_some() => {
                    // Sides that all regions take are not taken by what is beside them.
                    let pool = &machine.pool;
                    let inside = |region: &Region| pool.and_all(&region.conditions);
                    let within = pool.or_all(&regions.iter().map(inside).collect::<Vec<_>>());
                    let mut state = state.clone();
                    state.pc.extend((!pool.is_true(within)).then_some(within));
                    walk::walk(machine, asker, &state, regions, &mut self.counters)
                }
                regions => walk::walk(machine, asker, state, regions, &mut self.counters),
            };
            Ways { passed, left_out: known.left_out, rest: known.rest }
        });
        let useful = ways.as_ref().is_some_and(|ways| ways.left_out || !ways.passed.is_empty());
        let now = self.counters;
        if let Some(Known::Tree(one)) = self.functions.get_mut(&func) {
            one.calls += u64::from(useful);
            one.in_place += u64::from(!useful);
            one.saved += now.saved - saved;
            one.asked += now.asked - asked + now.asked_inside - asked_inside;
            one.given_up |= self.judges && one.is_too_little();
        }
        match useful {
            true => self.counters.calls += 1,
            false => self.counters.in_place += 1,
        }
        self.counters.ways += ways.as_ref().map_or(0, |ways| ways.passed.len() as u64);
        ways.filter(|_| useful)
    }
}

impl Replay for Replayer {
    fn replay(&mut self, machine: &Machine, mut asker: Asker<'_>, state: &State) -> Replayed {
        // Trees are made on inputs of which only the machine's types are known, and a library's functions are many.
        if machine.program.library.contains(&state.top.func) {
            return Replayed::InPlace;
        }
        let decided = state.pc.len();
        let Some(Ways { passed, left_out, rest }) = self.pass(machine, &mut asker, state) else {
            return Replayed::InPlace;
        };
        let steps = passed.iter().map(|way| way.steps).sum();
        let out = |state: State, end| {
            let condition = machine.pool.and_all(&state.pc[decided..]);
            WayOut { state, condition, end }
        };
        let mut exits: Vec<WayOut> = passed.into_iter().map(|Passed { state, end, .. }| out(state, end)).collect();
        if let Some((cond, model)) = rest {
            // The call is still to be made.
            let mut state = state.clone();
            state.pc.extend(machine.pool.conjuncts(cond));
            state.model = model;
            exits.push(out(state, Some(Outcome::Head)));
        }
        Replayed::Ways { exits, steps, left_out }
    }

    fn pays(&self) -> bool {
        let c = self.counters;
        c.saved > c.building + c.asked + c.asked_inside
    }
}
