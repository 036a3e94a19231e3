//! Models in which sequences come to where they are to come, found by executing iterations on values.
//!
//! The sequences of a loop are a machine (see `machine`). Of the states that it can be in, one is searched for in which
//! the conditions after the loop hold, nearest first: how far a state is from that is how far the sides of comparisons
//! are apart. With κ and the sequences as on the way to such a state, the query is
//! without quantifiers (`schedule`). Everything here proposes; whether the whole is a model is for the caller to
//! evaluate.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use plica_term::{ArrayValue, ConstValue, Model, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::machine::Machine;
use super::problem::Problem;
use super::schedule::{Pins, step};
use crate::backend::Limit;
use crate::tuning;
use crate::work::Work;

/// Values of sequences, and the model with them and with as many iterations as they have.
pub(crate) struct Way {
    pub(crate) model: Model,
    pub(crate) pins: Pins,
}

/// The limits of the quantifiers that say how sequences go on.
pub(crate) fn limits(problem: &Problem<'_>) -> Vec<TermId> {
    let mut limits: Vec<TermId> = Vec::new();
    for q in problem.defining() {
        if !limits.contains(&q.limit) && step(problem.pool, q).is_some() {
            limits.push(q.limit);
        }
    }
    limits
}

/// Ways to where the query wants sequences to come, all that is no sequence being as in `model`.
pub(crate) fn ways(problem: &Problem<'_>, model: &Model, limit: &Limit) -> Vec<Way> {
    let limits = limits(problem).into_iter().take(tuning::LOOPS_SCHEDULED.get());
    let machines: Vec<Machine<'_>> = limits.filter_map(|limit| Machine::new(problem, model, limit)).collect();
    let found: Vec<(Machine<'_>, Vec<Vec<Vec<u128>>>)> = machines
        .into_iter()
        .map(|mut machine| {
            let ways = searched(&mut machine, limit);
            (machine, ways)
        })
        .filter(|(_, ways)| !ways.is_empty())
        .collect();
    let most = found.iter().map(|(_, ways)| ways.len()).max().unwrap_or(0);
    let nth = |n: usize| {
        let mut way = Way { model: model.clone(), pins: Pins::default() };
        for (machine, ways) in &found {
            add(&mut way, machine, &ways[n.min(ways.len() - 1)]);
        }
        way
    };
    (0..most).map(nth).collect()
}

/// Has a loop go through these states.
fn add(way: &mut Way, machine: &Machine<'_>, states: &[Vec<u128>]) {
    if let Some(kappa) = machine.kappa {
        way.model.set(kappa, ConstValue::Bv(states.len() as u128 - 1));
    }
    for (n, &array) in machine.arrays.iter().enumerate() {
        let mut values = ArrayValue::default();
        for (at, state) in states.iter().enumerate() {
            values.entries.insert(at as u128, state[n]);
            way.pins.insert((array, at as u128), state[n]);
        }
        way.model.set(array, ConstValue::Array(Arc::new(values)));
    }
}

/// A state after so many iterations, and the one before it.
struct Node {
    state: Vec<u128>,
    count: u128,
    before: usize,
}

/// The states on the ways to some states that are asked for.
fn searched(machine: &mut Machine<'_>, limit: &Limit) -> Vec<Vec<Vec<u128>>> {
    limit.spend(Work::of_evaluated(limit.steps()));
    let mut left = tuning::SEARCH_STEPS.get();
    let Some(start) = machine.start() else { return Vec::new() };
    let again = if machine.counts(&start) { u32::MAX } else { tuning::VISITS_OF_STATE.get() };
    let mut open = Open::default();
    open.push(machine.distances(&start, 0), 0, 0);
    let mut nodes = vec![Node { state: start, count: 0, before: 0 }];
    let mut known: FxHashSet<(u128, Vec<u128>)> = FxHashSet::default();
    let mut times: FxHashMap<Vec<u128>, u32> = FxHashMap::default();
    let mut out = Vec::new();
    while let Some((at, there)) = open.pop() {
        let steps = limit.steps();
        limit.spend(Work::of_single_steps(steps));
        left = left.saturating_sub(steps.single.saturating_add(steps.compiled));
        if left == 0 || limit.exceeded().is_some() {
            break;
        }
        if there {
            out.push(way_to(&nodes, at));
            if out.len() == tuning::WAYS_TRIED.get() {
                break;
            }
        }
        let (state, count) = (nodes[at].state.clone(), nodes[at].count);
        for next in machine.iterated(&state, count) {
            let times = times.entry(next.clone()).or_default();
            if *times < again && known.insert((count + 1, next.clone())) {
                open.push(machine.distances(&next, count + 1), *times, nodes.len());
                *times += 1;
                nodes.push(Node { state: next, count: count + 1, before: at });
            }
        }
    }
    out
}

/// How far a state is from one thing and from all, how often it was come to before, and its node.
type Rank = (u128, u128, u32, usize);

/// States from which to go on, in several orders: by how far they are from all that is asked, and, for each condition,
/// by how far they are from that and then from all. Each order has its turn, since what brings one condition nearer
/// may take another farther away. Where that makes no difference, states that were come to before are behind new ones,
/// so a state machine is walked through although no number says where it leads.
#[derive(Default)]
struct Open {
    orders: Vec<BinaryHeap<Reverse<Rank>>>,
    /// The order whose turn it is.
    turn: usize,
    /// Of each node, has it been gone on from?
    done: Vec<bool>,
}

impl Open {
    fn push(&mut self, distances: Vec<u128>, times: u32, node: usize) {
        let sum = distances.iter().copied().fold(0, u128::saturating_add);
        self.orders.resize_with(distances.len() + 1, BinaryHeap::new);
        for (order, first) in self.orders.iter_mut().zip([sum].into_iter().chain(distances)) {
            order.push(Reverse((first, sum, times, node)));
        }
        self.done.push(false);
    }

    /// The next node, and whether it is where it is to be.
    fn pop(&mut self) -> Option<(usize, bool)> {
        loop {
            let orders = self.orders.len();
            let order = self.orders.get_mut(self.turn % orders.max(1))?;
            let Reverse((_, sum, _, node)) = order.pop()?;
            if !std::mem::replace(&mut self.done[node], true) {
                self.turn += 1;
                return Some((node, sum == 0));
            }
        }
    }
}

/// The states from the first to this one.
fn way_to(nodes: &[Node], mut at: usize) -> Vec<Vec<u128>> {
    let mut states = vec![nodes[at].state.clone()];
    while nodes[at].count > 0 {
        at = nodes[at].before;
        states.push(nodes[at].state.clone());
    }
    states.reverse();
    states
}
