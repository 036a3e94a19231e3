//! Building a choice tree: a function is explored on inputs of its own, breadth first.
//!
//! Calls inside are replayed in turn where that can be, so that of a called function one node is left for each way
//! through it. What is too much stays open. Oblivious to what trees are for. Invariant: a side is left without a child
//! only if it was refuted.

use std::collections::VecDeque;

use plica_exec::{Alone, Effect, Event, FaultKind, Input, InputKind, Machine, Outcome, State, UnitId, apply};
use plica_explore::{Asker, Side};
use plica_ir::{DebugLoc, FuncId, Loc};
use plica_smt::Work;
use smallvec::SmallVec;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::Replayer;
use crate::tree::{ChoiceKind, ChoiceSide, ChoiceTree, NodeIx, PathEnd, What};
use crate::tuning;
use crate::walk::Passed;

/// Names the symbols of functions that are explored by themselves apart from those of units.
const FIRST_NAME: u32 = 1 << 30;

/// A path that is to be followed.
struct Way {
    state: State,
    node: NodeIx,
    /// Commands that it may still execute.
    left: u64,
    /// Events that were looked at, and values among them that the program asked for.
    events: (usize, u32),
    /// Is it at the start of a function, or at the head of a loop, which was not looked at yet?
    at_head: bool,
    /// The loops that were come to, where loops have means of their own: the head, the node of the first arrival, and
    /// how often it was come to.
    loops: Vec<(Head, NodeIx, u32)>,
}

/// The head of a loop: the number of callers, the function, the location.
type Head = (u32, FuncId, Loc);

impl Way {
    fn at(&self, state: State, node: NodeIx, end: &Option<Outcome>) -> Way {
        let loops = self.loops.clone();
        Way { state, node, left: self.left, events: self.events, at_head: end.is_some(), loops }
    }
}

impl Replayer {
    /// A function by itself.
    pub(crate) fn alone(&self, machine: &Machine, func: FuncId) -> Option<Alone> {
        machine.alone(func, UnitId::from_u32(FIRST_NAME + func.0), self.bounds()).ok()
    }

    /// The choice tree of a function. `None` where it cannot be explored by itself.
    pub(crate) fn build(&mut self, machine: &Machine, asker: &mut Asker<'_>, func: FuncId) -> Option<ChoiceTree> {
        let alone = self.alone(machine, func)?;
        let start = alone.start.clone();
        let mut tree = ChoiceTree::new(func, alone);
        let mut todo = VecDeque::from([Way {
            events: (start.events.len(), 0),
            state: start,
            node: NodeIx::ROOT,
            left: tuning::COMMANDS_OF_PATH.get(),
            at_head: false,
            loops: Vec::new(),
        }]);
        let (asked, mut steps) = (asker.reach.work(), 0);
        // Nodes at which loops are left to callers.
        let mut left_open = FxHashSet::default();
        while let Some(mut way) = todo.pop_front() {
            if way.loops.iter().any(|(_, node, _)| left_open.contains(node)) {
                continue;
            }
            let spent = asker.reach.work().minus(asked).plus(Work::of_commands(steps));
            let enough = tree.nodes.len() >= tuning::NODES.get() || spent >= tuning::WORK_OF_TREE.get();
            let is_over = tree.alone.machine.config.meter.over().is_some();
            tree.is_lasting &= !is_over;
            if enough || is_over {
                break;
            }
            let before = way.state.steps;
            let happened = match std::mem::take(&mut way.at_head) {
                true => Outcome::Head,
                false => tree.alone.machine.run(&mut way.state, way.left),
            };
            let executed = way.state.steps - before;
            steps += executed;
            way.left = way.left.saturating_sub(executed);
            note_given(&mut tree, &mut way);
            match happened {
                Outcome::Decide(alternatives) => {
                    let conds: Vec<_> = alternatives.iter().map(|a| (a.cond, kind_of(&a.effect))).collect();
                    self.counters.building += alternatives.len() as u64 - 1;
                    let sides = asker.feasible(&tree.alone.machine, &way.state, alternatives);
                    expand(&mut tree, way, conds, sides, &mut todo);
                }
                Outcome::Head if way.left == 0 => {}
                Outcome::Head => {
                    let at = (way.state.top.func, way.state.top.loc);
                    if let Some(node) = left_to_callers(&tree.alone.machine, &mut way) {
                        tree.leave_open(node, at);
                        left_open.insert(node);
                    } else if at.1 == Loc(0) {
                        self.call(&mut tree, asker, way, &mut todo);
                    } else {
                        way.state.enter_loop();
                        todo.push_front(way);
                    }
                }
                Outcome::Entered | Outcome::Left | Outcome::Join if way.left > 0 => {
                    todo.push_front(way);
                }
                end => finish(&mut tree, way.node, &way.state, &end),
            }
        }
        tree.close_up();
        Some(tree)
    }

    /// A path is at the start of a function that is called.
    fn call(&mut self, tree: &mut ChoiceTree, asker: &mut Asker<'_>, mut way: Way, todo: &mut VecDeque<Way>) {
        let func = way.state.top.func;
        let machine = tree.alone.machine.clone();
        // Where input pointers lead is a decision of its own for whoever replays this tree.
        let followed = |s: &State| s.pointers.as_ref().map_or(0, |all| all.len());
        let before = followed(&way.state);
        let passed = self.pass(&machine, asker, &way.state);
        let passed = passed.map(|ways| ways.passed);
        let passed = passed.filter(|ways| ways.iter().all(|one| followed(&one.state) == before));
        let Some(passed) = passed else {
            way.state.enter_loop();
            todo.push_front(way);
            return;
        };
        let decided = way.state.pc.len();
        let mut choices = Vec::new();
        way.left = way.left.saturating_sub(passed.iter().map(|one| one.steps).max().unwrap_or(0));
        for (place, Passed { state, known, end, .. }) in passed.into_iter().enumerate() {
            let cond = machine.pool.and_all(&state.pc[decided..]);
            let child = tree.add((state.top.func, state.top.loc));
            choices.push(ChoiceSide { cond, kind: ChoiceKind::Call(func, place as u32, known), child: Some(child) });
            match end {
                Some(end) if end != Outcome::Head => finish(tree, child, &state, &end),
                end => todo.push_back(way.at(state, child, &end)),
            }
        }
        tree.set(way.node, What::Decision(choices));
    }
}

/// A path is at the head of a loop or at the start of a function. If that is left to callers, since they have other
/// means than walking it: the node at which the path first came there.
fn left_to_callers(machine: &Machine, way: &mut Way) -> Option<NodeIx> {
    let (func, loc) = (way.state.top.func, way.state.top.loc);
    if !machine.config.fold || loc == Loc(0) && !machine.is_recursive(func) {
        return None;
    }
    let head = (way.state.depth, func, loc);
    // A function that calls itself is a loop whatever its depth.
    let is_same = |&(other, ..): &(Head, NodeIx, u32)| match loc {
        Loc(0) => (other.1, other.2) == (func, loc),
        _ => other == head,
    };
    let at = way.loops.iter().position(is_same).unwrap_or_else(|| {
        way.loops.push((head, way.node, 0));
        way.loops.len() - 1
    });
    let (_, first, arrivals) = &mut way.loops[at];
    *arrivals += 1;
    (*arrivals > tuning::ARRIVALS_AT_HEAD.get()).then_some(*first)
}

/// Notes which values a path was given since this was last done. Nothing is known of them from the start, so that any
/// image will do: one of which something were, beyond what is decided, must not be noted (docs/theory.md, R2).
fn note_given(tree: &mut ChoiceTree, way: &mut Way) {
    let ChoiceTree { alone, given, .. } = tree;
    let pool = &alone.machine.pool;
    let (seen, count) = &mut way.events;
    for event in way.state.events.iter().skip(*seen) {
        let Event::Input(input) = event else { continue };
        let (InputKind::Scalar { .. }, [part]) = (&input.kind, &input.parts[..]) else {
            // What a path asks for behind it cannot be told by its number.
            *count += u32::from(!matches!(input.kind, InputKind::Object { .. }));
            continue;
        };
        if let Some(symbol) = pool.as_symbol(*part) {
            let this = Some((*count, input.name.clone()));
            let known = given.entry(symbol).or_insert_with(|| this.clone());
            if *known != this {
                *known = None;
            }
        }
        *count += 1;
    }
    *seen = way.state.events.len();
}

fn kind_of(effect: &Effect) -> ChoiceKind {
    match effect {
        Effect::Point(symbol, address) => ChoiceKind::Leads(*symbol, *address, None),
        _ => ChoiceKind::Side,
    }
}

/// A path decides.
fn expand(
    tree: &mut ChoiceTree,
    way: Way,
    conds: Vec<(plica_term::TermId, ChoiceKind)>,
    sides: Vec<Side>,
    todo: &mut VecDeque<Way>,
) {
    let machine = tree.alone.machine.clone();
    let mut choices: Vec<ChoiceSide> =
        conds.into_iter().map(|(cond, kind)| ChoiceSide { cond, kind, child: None }).collect();
    let forks = sides.len() > 1;
    let mut made: SmallVec<[(NodeIx, State, Option<Outcome>); 2]> = SmallVec::new();
    for Side { index, alternative, answer } in sides {
        let mut state = way.state.clone();
        let child = tree.add((state.top.func, state.top.loc));
        choices[index].child = Some(child);
        // What could not be decided is left to callers.
        let Ok(model) = answer else {
            tree.is_lasting = false;
            continue;
        };
        state.model = model;
        if forks {
            state.pc.push(alternative.cond);
        }
        state.learn(&machine.pool, alternative.cond);
        let events = state.events.len();
        let end = apply(&machine, &mut state, alternative);
        if let ChoiceKind::Leads(_, _, object) = &mut choices[index].kind {
            *object = state.events.iter().skip(events).find_map(|event| match event {
                Event::Input(input) => object_of(input),
                _ => None,
            });
        }
        made.push((child, state, end));
    }
    tree.set(way.node, What::Decision(choices));
    for (node, state, end) in made {
        match end {
            Some(end) if end != Outcome::Head => finish(tree, node, &state, &end),
            end => todo.push_back(way.at(state, node, &end)),
        }
    }
}

/// The object that came into being, without where it was asked for: a tree outlives the lines of its program.
fn object_of(input: &Arc<Input>) -> Option<Arc<Input>> {
    let placeless = || Arc::new(Input { loc: DebugLoc::UNKNOWN, ..(**input).clone() });
    matches!(input.kind, InputKind::Object { .. }).then(placeless)
}

/// A path has come to an end, or is left to callers.
fn finish(tree: &mut ChoiceTree, node: NodeIx, state: &State, end: &Outcome) {
    let end = match end {
        Outcome::Returned => PathEnd::Returns,
        Outcome::Finished => PathEnd::Exits,
        Outcome::Infeasible => PathEnd::Excluded,
        Outcome::Fault(fault) if fault.kind == FaultKind::TargetReached => PathEnd::Target,
        Outcome::Fault(_) => PathEnd::Fault,
        _ => return,
    };
    tree.set(node, What::Ended(end, state.model.clone()));
    tree.nodes[node.index()].site = (state.top.func, state.top.loc);
}
