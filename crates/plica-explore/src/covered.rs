//! States seen before: a path that comes to the head of a loop in a state from which all ways on are explored already
//! need not be followed.
//!
//! Two states are alike if they differ in the names of unknown values, and in the ids of objects, only: the same places
//! in the program, the same live variables and memory, the same conditions on the unknown values that these depend on.
//! Conditions on others say nothing about what comes. Oblivious to loops and to the tree. Invariant: answers "no"
//! unless every continuation of the state is one of an earlier state, named otherwise, or says that ids may tell them
//! apart (`whatever_ids`).

use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

use plica_exec::{Heap, Item, Machine, ObjId, ObjectNames, State, unwritten_object};
use plica_ir::{FuncId, Loc};
use plica_smt::Work;
use plica_term::{Op, Sort, Substitution, SymbolId, SymbolKind, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use crate::choice::{Branch, Choices};
use crate::leaf::Leaf;
use crate::tuning;

/// What states at heads of loops are compared by, and what that costs.
pub(crate) struct Covered {
    start: Heap,
    /// Objects that hold unknown values from the start, such as the program's arguments: conditions on these differ
    /// between states although the objects do not.
    unknown: Vec<ObjId>,
    /// The states that were seen where paths are not merged.
    sights: Sights,
    /// Were states taken for alike that differ in the ids of objects?
    pub(crate) whatever_ids: bool,
    outlay: Outlay,
}

/// States that were seen, by where that was.
#[derive(Debug, Default)]
pub(crate) struct Sights(HashMap<(FuncId, Loc), Seen>);

#[derive(Debug, Default)]
struct Seen {
    states: FxHashMap<Description, SmallVec<[Sight; 1]>>,
    worth: Worth,
}

/// The alternative in which a state was seen, and what its description left out.
type Sight = (Option<Branch>, Ids);

/// The ids of objects that a description leaves out: states that differ in these go on alike as long as no address
/// becomes a number.
type Ids = Box<[u8]>;

/// Whose state is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Viewpoint {
    /// The alternative that its path lies in.
    pub branch: Option<Branch>,
    /// Do summaries say something of the path?
    pub composed: bool,
    /// Is it worth comparing, whatever became of others?
    pub always: bool,
}

/// How often states at a place were compared, and were alike.
#[derive(Debug, Default)]
struct Worth {
    asked: u32,
    hits: u32,
    /// After so many were asked about, the next one is looked at again: that before was too large, which takes longer
    /// to see than to execute what leads to it.
    next: u32,
    /// So many more than at the last one that was too large.
    wait: u32,
}

impl Worth {
    /// Is one more to be compared? Where that was in vain it is seldom.
    fn compares(&mut self) -> bool {
        self.asked += 1;
        if self.asked < self.next {
            return false;
        }
        let in_vain = self.asked > tuning::STATES_COMPARED_IN_VAIN.get()
            && self.hits.saturating_mul(tuning::HITS_WORTH_COMPARING.get()) < self.asked;
        !in_vain || self.asked.is_multiple_of(tuning::SELDOM_COMPARED.get())
    }

    /// One was compared, if it was not too large for that. Each that is makes the next one wait twice as long.
    fn compared(&mut self, fits: bool) {
        self.wait = if fits { 0 } else { self.wait.saturating_mul(2).max(1) };
        self.next = self.asked.saturating_add(self.wait);
    }
}

/// What comparing states may take of all that is done. Where there are many loops and much memory, all that is compared
/// in vain a few times at each place takes longer than the run without that.
#[derive(Debug, Default)]
struct Outlay {
    /// Of all that was done: what comparing may have taken in vain.
    most: Work,
    in_vain: Work,
}

impl Outlay {
    fn affords(&self) -> bool {
        self.in_vain <= self.most
    }

    fn compared(&mut self, took: Work, alike: bool) {
        self.in_vain = match alike {
            true => self.in_vain.minus(took.part(u64::from(tuning::HITS_WORTH_COMPARING.get()), 1)),
            false => self.in_vain.plus(took),
        };
    }
}

impl Covered {
    /// Nothing was seen. What has not changed since `start` is the same in all states.
    pub(crate) fn new(start: Heap) -> Covered {
        let unknown = start.with_terms();
        let (sights, outlay) = (Sights::default(), Outlay::default());
        Covered { start, unknown, sights, whatever_ids: false, outlay }
    }

    /// Forgets all states. To be called when paths are dropped that have been to some of them.
    pub(crate) fn forget(&mut self) {
        self.sights.0.values_mut().for_each(|seen| seen.states.clear());
    }

    /// So much was done so far, of which comparing may take its part.
    pub(crate) fn allow(&mut self, done: Work) {
        self.outlay.most = tuning::WORK_OF_COMPARING.get().plus(done.part(1, tuning::SHARE_OF_COMPARING.get()));
    }

    /// Was a state like this seen before at the same place? From now on it was. Not if it was seen in an alternative
    /// that may be given up while the leaf's are not: each of two could lean on the other then, and neither be
    /// explored.
    pub(crate) fn covers(&mut self, machine: &Machine, leaf: &Leaf, choices: &Choices) -> bool {
        let (branch, composed, always) = (leaf.branch, leaf.composed, leaf.course.generalises());
        let mut sights = std::mem::take(&mut self.sights);
        let known = self.is_among(&mut sights, machine, &leaf.state, Viewpoint { branch, composed, always }, choices);
        self.sights = sights;
        known
    }

    /// The same among states that are kept elsewhere. Whoever drops a path for one that was there before must follow
    /// that one.
    pub(crate) fn is_among(
        &mut self,
        sights: &mut Sights,
        machine: &Machine,
        s: &State,
        from: Viewpoint,
        choices: &Choices,
    ) -> bool {
        let seen = sights.0.entry((s.top.func, s.top.loc)).or_default();
        let pays = from.always || seen.worth.compares() && self.outlay.affords();
        if !pays {
            return false;
        }
        let before = machine.config.meter.described();
        let key = key(machine, s, from.composed, (&self.start, &self.unknown));
        let took = Work::of_commands(machine.config.meter.described() - before);
        let took = if from.always { Work::NONE } else { took };
        seen.worth.compared(key.is_some());
        let Some((key, ids)) = key else {
            self.outlay.compared(took, false);
            return false;
        };
        let states = seen.states.entry(key).or_default();
        let mut alike = states.iter().filter(|(branch, _)| choices.may_rest_on(from.branch, *branch)).peekable();
        let known = alike.peek().is_some();
        self.whatever_ids |= known && alike.all(|(_, of)| *of != ids);
        self.outlay.compared(took, known);
        if known {
            seen.worth.hits += 1;
        } else {
            states.retain(|(branch, _)| !choices.is_lost(*branch));
            states.push((from.branch, ids));
        }
        known
    }
}

/// All that the continuations of a state depend on: a list of numbers.
type Description = Box<[u8]>;

/// Seven bits a byte, as many as a number needs: most are small, and one description is kept of each state. Different
/// lists give different bytes.
fn packed(numbers: &[u64]) -> Description {
    let mut bytes = Vec::with_capacity(2 * numbers.len());
    for &number in numbers {
        let mut rest = number;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    bytes.into()
}

/// A description of all that the state's continuations depend on, names of unknown values aside.
fn key(machine: &Machine, s: &State, composed: bool, since: (&Heap, &[ObjId])) -> Option<(Description, Ids)> {
    // What summaries say names objects by their ids.
    let objects = if composed { ObjectNames::default() } else { machine.names(s, since.0) };
    key_by(machine, s, composed, since, objects)
}

/// The same, with these names of objects if they will do.
fn key_by(
    machine: &Machine,
    s: &State,
    composed: bool,
    since: (&Heap, &[ObjId]),
    objects: ObjectNames,
) -> Option<(Description, Ids)> {
    let pool = &machine.pool;
    let (items, objects) = machine.description(s, since.0, since.1, tuning::ITEMS_COMPARED.get(), objects)?;
    let ids = packed(&objects.left_out(s));
    if composed {
        // What summaries say of unknown values and how the unit is called is not in the path condition: the very same
        // state only.
        return Some((verbatim(&items, &s.pc), ids));
    }
    // Unknown values are numbered in the order in which they are met.
    let mut names = Names { pool, number: FxHashMap::default(), order: Vec::new(), nodes: HashSet::new() };
    // Memory never written has its names wherever it is read: what is known of that of objects that are there counts.
    let unwritten = |t: &TermId| pool.free_symbols(*t).iter().any(|&id| unwritten(pool, s, id));
    let held = items.iter().filter_map(|item| if let Item::Term(t) = item { Some(*t) } else { None });
    let visited = held.chain(s.pc.iter().copied().filter(unwritten)).try_for_each(|t| names.visit(t));
    let conditions = visited.and_then(|()| names.connected(&s.pc));
    let nodes = names.nodes.len() as u64 * tuning::COMMANDS_PER_NODE.get();
    machine.config.meter.describe(nodes + s.pc.len() as u64);
    let conditions = conditions?;
    // An unknown number may be an address, and a condition say which.
    let address = |id: &SymbolId| pool.symbol_info(*id).sort == Sort::Bv(64);
    if !objects.is_empty() && names.order.iter().any(address) {
        return key_by(machine, s, composed, since, ObjectNames::default());
    }
    let map = names.order.iter().enumerate().filter_map(|(i, &id)| {
        let kept = unwritten_object(pool, id).filter(|obj| s.heap.get(*obj).is_some());
        match kept {
            None => Some((id, names.canonical(i, id))),
            Some(obj) => objects.place(obj).map(|place| (id, names.of_place(place, obj, id))),
        }
    });
    let map = map.collect();
    let mut sub = Substitution::new(map);
    let mut out: Vec<u64> = Vec::with_capacity(items.len() + conditions.len() + 1);
    for item in &items {
        match item {
            Item::Raw(n) => out.extend([0, *n]),
            Item::Term(t) => out.extend([1, u64::from(sub.apply(pool, *t).index())]),
        }
    }
    out.push(2);
    let mut conditions: Vec<u64> = conditions.iter().map(|&c| u64::from(sub.apply(pool, c).index())).collect();
    conditions.sort_unstable();
    conditions.dedup();
    out.extend(conditions);
    Some((packed(&out), ids))
}

/// What is known of an unknown number of a state, as a hash: names of unknown values aside.
pub(crate) fn appearance(pool: &TermPool, s: &State, t: TermId) -> u64 {
    let mut names = Names { pool, number: FxHashMap::default(), order: Vec::new(), nodes: HashSet::new() };
    let Some(mut conditions) = names.visit(t).and_then(|()| names.connected(&s.pc)) else {
        return u64::from(t.index());
    };
    let map = names.order.iter().enumerate().map(|(i, &id)| (id, names.canonical(i, id))).collect();
    let mut sub = Substitution::new(map);
    conditions.iter_mut().for_each(|c| *c = sub.apply(pool, *c));
    conditions.sort_unstable();
    conditions.dedup();
    let mut hasher = FxHasher::default();
    (sub.apply(pool, t), conditions).hash(&mut hasher);
    hasher.finish()
}

/// The description of a state in which every unknown value keeps its name.
fn verbatim(items: &[Item], pc: &[TermId]) -> Description {
    let mut out: Vec<u64> = Vec::with_capacity(2 * items.len() + pc.len() + 1);
    for item in items {
        match item {
            Item::Raw(n) => out.extend([0, *n]),
            Item::Term(t) => out.extend([1, u64::from(t.index())]),
        }
    }
    out.push(3);
    let mut conditions: Vec<u64> = pc.iter().map(|c| u64::from(c.index())).collect();
    conditions.sort_unstable();
    conditions.dedup();
    out.extend(conditions);
    packed(&out)
}

/// Does the symbol stand for memory never written of an object that is there?
fn unwritten(pool: &TermPool, s: &State, id: SymbolId) -> bool {
    unwritten_object(pool, id).is_some_and(|obj| s.heap.get(obj).is_some())
}

/// The unknown values of a state in the order in which they are met.
struct Names<'a> {
    pool: &'a TermPool,
    number: FxHashMap<SymbolId, usize>,
    order: Vec<SymbolId>,
    nodes: HashSet<TermId>,
}

impl Names<'_> {
    fn visit(&mut self, t: TermId) -> Option<()> {
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if !self.nodes.insert(t) {
                continue;
            }
            if self.nodes.len() > tuning::NODES_COMPARED.get() {
                return None;
            }
            let node = self.pool.node(t);
            match node.op {
                Op::Symbol(id) if self.pool.symbol_info(id).kind.is_function() => {}
                Op::Symbol(id) if !self.pool.symbol_info(id).kind.is_bound() => {
                    let next = self.order.len();
                    if *self.number.entry(id).or_insert(next) == next {
                        self.order.push(id);
                    }
                }
                _ => stack.extend(node.args.iter().rev()),
            }
        }
        Some(())
    }

    /// The conditions that bear on these values, directly or through others. One on a function bears on whatever that
    /// is asked for later.
    fn connected(&mut self, pc: &[TermId]) -> Option<Vec<TermId>> {
        let mut rest: Vec<TermId> = pc.to_vec();
        let mut out = Vec::new();
        loop {
            let before = rest.len();
            let mut left = Vec::new();
            for t in rest {
                let free = self.pool.free_symbols(t);
                let bears =
                    |id: &SymbolId| self.number.contains_key(id) || self.pool.symbol_info(*id).kind.is_function();
                if free.iter().any(bears) {
                    self.visit(t)?;
                    out.push(t);
                } else {
                    left.push(t);
                }
            }
            rest = left;
            if rest.len() == before {
                return Some(out);
            }
        }
    }

    /// What was never written of an object that is called by its place on the stack.
    fn of_place(&self, place: u64, obj: ObjId, id: SymbolId) -> TermId {
        let info = self.pool.symbol_info(id);
        let at = info.name.replacen(&obj.0.to_string(), "", 1);
        self.pool.symbol(&format!("{at} of local {place}"), info.sort, SymbolKind::Input)
    }

    fn canonical(&self, place: usize, id: SymbolId) -> TermId {
        let sort = self.pool.symbol_info(id).sort;
        let name = match sort {
            Sort::Bv(w) => format!("value {place} of {w} bits"),
            Sort::Array { index, elem } => format!("value {place} of {index} to {elem} bits"),
            other => format!("value {place} of {other:?}"),
        };
        self.pool.symbol(&name, sort, SymbolKind::Input)
    }
}

#[cfg(test)]
mod tests {
    use super::{Outlay, Work, packed};

    #[test]
    fn comparing_in_vain_is_a_part_of_all_work_and_what_was_alike_pays_for_more() {
        let mut outlay = Outlay { most: Work::units(100), in_vain: Work::NONE };
        outlay.compared(Work::units(90), false);
        assert!(outlay.affords());
        outlay.compared(Work::units(20), false);
        assert!(!outlay.affords());
        outlay.compared(Work::units(1), true);
        assert!(outlay.affords());
    }

    #[test]
    fn different_lists_give_different_bytes() {
        let ends = [0, 1, 0x7f, 0x80, 0x81, 0x3fff, 0x4000, u64::MAX >> 1, u64::MAX];
        let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
        for length in 0..4 {
            let shorter: Vec<Vec<u64>> = lists.iter().filter(|list| list.len() == length).cloned().collect();
            lists.extend(shorter.iter().flat_map(|list| ends.map(|end| [&list[..], &[end]].concat())));
        }
        let all: std::collections::HashSet<_> = lists.iter().map(|list| packed(list)).collect();
        assert_eq!(all.len(), lists.len());
    }
}
