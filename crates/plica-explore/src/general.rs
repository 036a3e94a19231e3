//! The course in which states are made more general: what keeps changing at the head of a loop becomes unknown there.
//!
//! A loop without an end may have ever new states that differ in a few numbers only: counters, inputs that are passed
//! on. In this course a number that had several different values at the same head is replaced by an unknown one.
//! Numbers that keep their distance stay that far apart, and low bits that are always the same stay so: what grows by
//! even numbers stays odd. Then there are few states, and paths end in one that was seen
//! before.
//! Oblivious to how loops are walked. Invariant: a state that was made more general stands for the one that it was made
//! of: each assignment that satisfies the path condition can be extended so that it has that one's values.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use plica_exec::{CellName, Heap, Item, Machine, ObjId, ObjectNames, State};
use plica_ir::{FuncId, Loc};
use plica_term::{Evaluator, Sort, SymbolId, SymbolKind, TermId, TermPool, mask};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::course::Course;
use crate::covered::appearance;
use crate::invariants::{Candidates, Visit, has_product, is_equation, solved, valuation};
use crate::leaf::Leaf;
use crate::oracle::Reach;
use crate::sampling::{Watch, Watched, WatchedHeads};
use crate::tuning;

/// See the module's description.
pub(crate) struct Generaliser {
    /// Executes in this course. That control came somewhere here says nothing of the program.
    pub machine: Arc<Machine>,
    start: Heap,
    /// Objects that hold unknown values from the start.
    unknown: Vec<ObjId>,
    /// Are there candidate invariants?
    assumes: bool,
    /// Has another number been made unknown since all was last begun anew?
    learned: bool,
    /// Is there something more that may hold, since then, and was there the last time?
    grown: bool,
    promising: bool,
    /// More different values of a number are not told apart.
    told_apart: usize,
    /// Paths that have come to a head since all was last begun anew.
    seen: u64,
    /// The same since more values were last told apart, and those of them that end there.
    arrivals: u64,
    ends: u64,
    /// Objects that are there from the start and were written somewhere.
    written: BTreeSet<ObjId>,
    /// What was seen of objects that are there from the start.
    objects: FxHashMap<CellName, Seen>,
    /// What was seen of the rest, by where control is, in all frames.
    heads: HashMap<Vec<(FuncId, Loc)>, Head>,
    /// What may hold at each head.
    candidates: HashMap<Vec<(FuncId, Loc)>, Candidates>,
    /// What concrete runs are to show at heads; those that were looked at have none.
    watched: WatchedHeads,
}

/// What was seen at a head.
#[derive(Default)]
struct Head {
    numbers: FxHashMap<CellName, Seen>,
    /// How far two cells were apart.
    distances: FxHashMap<(CellName, CellName), Seen>,
}

/// Different values, as far as there were not many.
#[derive(Default)]
struct Seen {
    values: SmallVec<[u128; 4]>,
    /// The low bits that all had.
    low: Option<LowBits>,
}

impl Seen {
    fn are_more_than(&self, most: usize) -> bool {
        self.values.len() > most
    }

    fn see_more_than(&mut self, most: usize) {
        self.values.resize(most + 1, 0);
    }

    /// Were there more than so many, this one included?
    fn note(&mut self, value: u128, most: usize) -> bool {
        if !self.are_more_than(most) && !self.values.contains(&value) {
            self.values.push(value);
        }
        self.are_more_than(most)
    }

    /// The low bits that all had, this one included.
    fn low_bits(&mut self, pool: &TermPool, t: TermId) -> LowBits {
        let these = LowBits::of(pool, t);
        let all = self.low.map_or(these, |before| before.common(these));
        self.low = Some(all);
        all
    }
}

/// The lowest bits of a number, as far as they are known.
#[derive(Clone, Copy)]
pub(crate) struct LowBits {
    count: u32,
    bits: u128,
}

impl LowBits {
    /// Those of a number.
    pub fn of(pool: &TermPool, t: TermId) -> LowBits {
        let (zeros, ones) = pool.known_bits(t);
        LowBits { count: (zeros | ones).trailing_ones().min(pool.width(t)), bits: ones }
    }

    /// Those that two numbers share.
    fn common(self, other: LowBits) -> LowBits {
        let same = (self.bits ^ other.bits).trailing_zeros();
        LowBits { count: self.count.min(other.count).min(same), bits: self.bits }
    }

    /// Any number with these, where all others are those of a symbol, from its lowest bit on.
    pub fn below(self, pool: &TermPool, symbol: TermId) -> TermId {
        let width = pool.width(symbol);
        let above = pool.shl(symbol, pool.bv(u128::from(self.count), width));
        pool.add(above, pool.bv(self.value(), width))
    }

    /// A number without them.
    pub fn above(self, pool: &TermPool, t: TermId) -> TermId {
        pool.lshr(t, pool.bv(u128::from(self.count), pool.width(t)))
    }

    fn value(self) -> u128 {
        if self.count == 0 { 0 } else { self.bits & mask(self.count) }
    }
}

/// A number that has become unknown, from which others are so far away.
struct Base {
    cell: CellName,
    was: TermId,
    is: TermId,
    /// The symbol for what is unknown of it, and the value that it has here.
    symbol: TermId,
    value: TermId,
}

/// One for each course in which states are made more general, if there are any.
#[derive(Default)]
pub(crate) struct Generalisers(Vec<(Course, Generaliser)>);

impl Generalisers {
    /// Nothing was learned. What has not changed since `start` is the same in all states.
    pub fn new(machine: &Machine, start: &Heap) -> Generalisers {
        let courses = Course::ALL.into_iter().filter(|course| course.generalises());
        let one = |course| (course, Generaliser::new(machine, start.clone(), course == Course::Invariants));
        Generalisers(courses.map(one).collect())
    }

    /// That of a course.
    pub fn of(&self, course: Course) -> Option<&Generaliser> {
        self.0.iter().find(|(other, _)| *other == course).map(|(_, generaliser)| generaliser)
    }

    /// The same, to learn.
    pub fn of_mut(&mut self, course: Course) -> Option<&mut Generaliser> {
        self.0.iter_mut().find(|(other, _)| *other == course).map(|(_, generaliser)| generaliser)
    }
}

impl Generaliser {
    fn new(machine: &Machine, start: Heap, assumes: bool) -> Generaliser {
        let machine = Arc::new(machine.apart());
        let (objects, heads, candidates, watched) = Default::default();
        let (told_apart, written) = (tuning::VALUES_TOLD_APART.get(), BTreeSet::new());
        let unknown = start.with_terms();
        Generaliser {
            machine,
            start,
            unknown,
            assumes,
            learned: false,
            grown: false,
            promising: false,
            told_apart,
            seen: 0,
            arrivals: 0,
            ends: 0,
            written,
            objects,
            heads,
            candidates,
            watched,
        }
    }

    /// All is explored anew, since what was made unknown led to what may be nothing that the program does. What was
    /// unknown in the end is so from the start, so that it is seen what keeps its distance. If nothing was learned
    /// since this was last done, too much is unknown: from now on more values are told apart.
    pub fn begin_again(&mut self) {
        self.seen = 0;
        self.candidates.values_mut().for_each(|all| all.begin_again(&self.machine.pool));
        self.promising = std::mem::take(&mut self.grown);
        let learned = std::mem::take(&mut self.learned);
        if self.promising || !learned {
            // With other conditions, or more values told apart, other paths end.
            (self.arrivals, self.ends) = (0, 0);
        }
        if self.promising || learned {
            return self.heads.values_mut().for_each(|head| head.distances.clear());
        }
        self.told_apart *= 2;
        self.objects.clear();
        self.heads.clear();
    }

    /// Has enough been seen of what moves for the next attempt to know more than this one? What comes after something
    /// that is none of the program's errors is off, too: what may hold is to be assumed from the start.
    pub fn has_seen_enough(&self) -> bool {
        let enough = if self.grown { &tuning::ARRIVALS_BEFORE_CANDIDATES } else { &tuning::ARRIVALS_BEFORE_ANEW };
        self.seen >= enough.get()
    }

    /// A path that has come to the head of a loop ends there, since its state was seen before, or goes on.
    pub fn note_end(&mut self, ends: bool) {
        self.seen += 1;
        self.arrivals += 1;
        self.ends += u64::from(ends);
    }

    /// Is there something that may hold, and was not tried before?
    pub fn promises(&self) -> bool {
        self.promising
    }

    /// Do so many paths end at states seen before that what is to be explored is likely to have an end?
    pub fn closes(&self) -> bool {
        self.arrivals >= tuning::ARRIVALS_BEFORE_JUDGING.get() && 2 * self.ends >= self.arrivals
    }

    /// A path has come to the head of a loop: its state is made more general.
    pub fn arrive(&mut self, leaf: &mut Leaf, reach: &mut dyn Reach) {
        let machine = self.machine.clone();
        let pool = &machine.pool;
        let s = &leaf.state;
        self.written.extend(s.heap.changed(&self.start).into_iter().filter(|obj| *obj < self.start.next_id()));
        let head = s.backtrace();
        let mut cells = machine.numbers(s, self.written.iter().copied());
        let exact = leaf.generalised == 0;
        let arrays = machine.arrays(s, self.written.iter().copied());
        let arrays = self.make_arrays_unknown(pool, leaf, &head, arrays);
        let (mut changed, bases) = self.make_unknown(pool, leaf, &head, &cells);
        let first = leaf.visit.as_ref().map(|visit| visit.first);
        let mut conditions = Vec::new();
        if !changed.is_empty() {
            let held = self.hold(pool, (leaf, exact, reach), &head, &cells, &changed);
            conditions = constrain(pool, &cells, &mut changed, &bases, held);
            let map: FxHashMap<CellName, TermId> = changed.iter().copied().collect();
            cells.iter_mut().for_each(|(cell, t)| *t = map.get(cell).copied().unwrap_or(*t));
        }
        let s = &mut leaf.state;
        let mut model = (*s.model).clone();
        let was = bases.iter().map(|base| (base.symbol, base.value));
        for (symbol, value) in was.chain(arrays.iter().map(|&(_, symbol, was)| (symbol, was))) {
            if let Some(id) = pool.as_symbol(symbol) {
                model.set(id, Evaluator::new(pool, &s.model).eval(value));
            }
        }
        s.model = Arc::new(model);
        machine.put_numbers(s, &changed);
        let arrays: Vec<(CellName, TermId)> = arrays.into_iter().map(|(cell, symbol, _)| (cell, symbol)).collect();
        machine.put_numbers(s, &arrays);
        let first = first.unwrap_or(s.pc.len());
        s.pc.extend(conditions);
        if self.assumes && !(changed.is_empty() && arrays.is_empty()) {
            self.forget(s, first);
        }
        let decided = s.pc.len();
        leaf.visit = Some(Arc::new(Visit { cells, decided, first, head }));
    }

    /// What numbers become that are not told apart any more.
    fn make_unknown(
        &mut self,
        pool: &TermPool,
        leaf: &mut Leaf,
        head: &[(FuncId, Loc)],
        cells: &[(CellName, TermId)],
    ) -> (Vec<(CellName, TermId)>, Vec<Base>) {
        let most = self.told_apart;
        // What only seemed to keep its distance would hide how numbers belong together.
        let distances = if self.candidates.contains_key(head) { 1 } else { most };
        let head = self.heads.entry(head.to_vec()).or_default();
        let (mut general, mut others) = (Vec::new(), Vec::new());
        for &(cell, was) in cells {
            let seen = seen_in(&mut self.objects, head, cell);
            let known = seen.are_more_than(most);
            if !known && is_moved(pool, was) {
                seen.see_more_than(most);
            }
            let low = seen.low_bits(pool, was);
            if seen.are_more_than(most) || seen.note(look(pool, &leaf.state, was), most) {
                self.learned |= !known;
                general.push((cell, was, low));
            } else if pool.const_value(was).is_none() {
                others.push((cell, was));
            }
        }
        let mut bases: Vec<Base> = Vec::new();
        let mut changed: Vec<(CellName, TermId)> = Vec::new();
        for (cell, was, low) in general {
            let is = head.keep(pool, &bases, (cell, was), distances).unwrap_or_else(|| {
                leaf.generalised += 1;
                let name = format!("any{}", leaf.generalised);
                let symbol = pool.symbol(&name, pool.sort(was), SymbolKind::General);
                let is = low.below(pool, symbol);
                bases.push(Base { cell, was, is, symbol, value: low.above(pool, was) });
                is
            });
            changed.push((cell, is));
        }
        // What was the same unknown number is so still.
        for (cell, was) in others {
            let is = bases.iter().find_map(|base| Some(pool.add(base.is, base.distance(pool, was)?.0)));
            changed.extend(is.map(|is| (cell, is)));
        }
        (changed, bases)
    }

    /// The same of contents of objects, which become unknown as wholes: what they become, and what they were.
    fn make_arrays_unknown(
        &mut self,
        pool: &TermPool,
        leaf: &mut Leaf,
        head: &[(FuncId, Loc)],
        arrays: Vec<(CellName, TermId)>,
    ) -> Vec<(CellName, TermId, TermId)> {
        if arrays.is_empty() {
            return Vec::new();
        }
        let most = self.told_apart;
        let head = self.heads.entry(head.to_vec()).or_default();
        let mut changed = Vec::new();
        for (cell, was) in arrays {
            let seen = seen_in(&mut self.objects, head, cell);
            let known = seen.are_more_than(most);
            if known || seen.note(look(pool, &leaf.state, was), most) {
                self.learned |= !known;
                leaf.generalised += 1;
                let name = format!("any{}", leaf.generalised);
                changed.push((cell, pool.symbol(&name, pool.sort(was), SymbolKind::General), was));
            }
        }
        changed
    }

    /// The candidates about what is made unknown, as far as the path condition implies them. For those that it does
    /// not, what it would take at the head before.
    fn hold(
        &mut self,
        pool: &TermPool,
        (leaf, exact, reach): (&Leaf, bool, &mut dyn Reach),
        head: &[(FuncId, Loc)],
        cells: &[(CellName, TermId)],
        changed: &[(CellName, TermId)],
    ) -> Vec<TermId> {
        let Some(candidates) = self.candidates.get_mut(head) else { return Vec::new() };
        let now = valuation(pool, cells);
        let moved = valuation(pool, changed).into_keys().collect();
        let (held, refuted) = candidates.hold(pool, reach, &leaf.state, (&now, &moved), exact);
        let ranks: Vec<(u32, TermId)> = refuted.into_iter().map(|(i, t)| (candidates.rank(i), t)).collect();
        if let Some(visit) = &leaf.visit {
            for (rank, t) in ranks {
                if rank < tuning::HEADS_BACK.get() {
                    let candidates = self.candidates.entry(visit.head.clone()).or_default();
                    self.grown |= candidates.exclude(pool, visit, &leaf.state, &[pool.not(t)], rank + 1);
                }
            }
        }
        held
    }

    /// A path has come to something that is none of the program's errors, or to a question without an answer: what
    /// would keep it from there may hold at the head before.
    pub fn learn(&mut self, leaf: &Leaf) {
        let (Some(visit), pool) = (leaf.visit.as_ref().filter(|_| self.assumes), &self.machine.pool) else { return };
        let candidates = self.candidates.entry(visit.head.clone()).or_default();
        self.grown |= candidates.exclude(pool, visit, &leaf.state, &[], 0);
        let head = self.heads.get(&visit.head);
        let unknown = visit.cells.iter().filter(|(_, t)| pool.const_value(*t).is_none()).map(|&(cell, t)| {
            let seen = match cell {
                CellName::Object(..) => self.objects.get(&cell),
                _ => head.and_then(|head| head.numbers.get(&cell)),
            };
            (cell, t, seen.and_then(|seen| seen.values.first().copied()).filter(|first| first >> 127 == 0))
        });
        let unknown: Vec<_> = unknown.collect();
        candidates.bound(pool, &unknown);
        if !self.watched.contains_key(&visit.head) {
            let unknown: Vec<(CellName, TermId)> = unknown.into_iter().map(|(cell, like, _)| (cell, like)).collect();
            self.watched.insert(visit.head.clone(), Watched::at(pool, &unknown, &visit.cells));
        }
    }

    /// What is to be looked at in concrete runs, if there is something that was not.
    pub fn watch(&self) -> Option<Watch> {
        let heads: WatchedHeads =
            self.watched.iter().filter(|(_, groups)| !groups.is_empty()).map(|(h, g)| (h.clone(), g.clone())).collect();
        let (machine, written) = (self.machine.clone(), self.written.clone());
        (!heads.is_empty()).then_some(Watch { machine, written, heads })
    }

    /// What these runs have shown: equations that all values satisfy may hold.
    pub fn take_samples(&mut self, heads: WatchedHeads) {
        let pool = &self.machine.pool;
        for (head, mut groups) in heads {
            // A loop that no run goes round often is walked.
            groups.retain(|group| group.rounds >= tuning::ROUNDS_SAMPLED.get());
            let candidates = self.candidates.entry(head.clone()).or_default();
            for group in &groups {
                self.grown |= candidates.fit(pool, group);
            }
            self.watched.insert(head, Vec::new());
        }
    }

    /// Conditions on what is in no cell any more say nothing of what comes. Those of before a path was first made more
    /// general are kept, since inputs are of them. The others have to go: a candidate may speak of an input that is in
    /// no cell, and what comes to the head next is not covered by a state that assumes something of another input.
    fn forget(&self, s: &mut State, first: usize) {
        // What was pinned may rest on what goes.
        s.unpin();
        let pool = &self.machine.pool;
        if s.pc[first..].iter().all(|t| pool.is_true(*t)) {
            return;
        }
        let (most, names) = (tuning::ITEMS_COMPARED.get(), ObjectNames::default());
        let mut live: FxHashSet<SymbolId> = FxHashSet::default();
        // Of a state that is too large to be described nothing is kept.
        let described = self.machine.description(s, &self.start, &self.unknown, most, names);
        for item in described.into_iter().flat_map(|(items, _)| items) {
            if let Item::Term(t) = item {
                live.extend(pool.free_symbols(t).iter().copied());
            }
        }
        for t in &mut s.pc[first..] {
            if !pool.free_symbols(*t).iter().all(|id| live.contains(id)) {
                // How long the path condition is tells what was decided since when.
                *t = pool.true_();
            }
        }
    }
}

/// Has what is made unknown satisfy conditions on cells: where these are equations that say what a number is it is
/// that; the others are what is to be assumed.
fn constrain(
    pool: &TermPool,
    cells: &[(CellName, TermId)],
    changed: &mut [(CellName, TermId)],
    bases: &[Base],
    held: Vec<TermId>,
) -> Vec<TermId> {
    let symbols: Vec<SymbolId> = bases.iter().filter_map(|base| pool.as_symbol(base.symbol)).collect();
    let mut all = valuation(pool, cells);
    all.extend(valuation(pool, changed));
    for &equation in held.iter().filter(|t| is_equation(pool, **t)) {
        if let Some((id, value)) = solved(pool, pool.substitute(equation, &all), &symbols) {
            let map = FxHashMap::from_iter([(id, value)]);
            changed.iter_mut().for_each(|(_, t)| *t = pool.substitute(*t, &map));
            all.extend(valuation(pool, changed));
        }
    }
    let said = |&t: &TermId| {
        let is = pool.substitute(t, &all);
        // What numbers are may have made an order one of products, of which little is to be had.
        let hard = !is_equation(pool, t) && has_product(pool, is);
        (!hard && !pool.is_true(is)).then_some(is)
    };
    held.iter().filter_map(said).collect()
}

/// What was seen in a cell: at a head, unless it is in an object that is there from the start.
fn seen_in<'a>(objects: &'a mut FxHashMap<CellName, Seen>, head: &'a mut Head, cell: CellName) -> &'a mut Seen {
    match cell {
        CellName::Object(..) => objects.entry(cell).or_default(),
        _ => head.numbers.entry(cell).or_default(),
    }
}

impl Head {
    /// What a number becomes that keeps its distance from one that has become unknown: of several, from the one from
    /// which it has been least often at another distance.
    fn keep(
        &mut self,
        pool: &TermPool,
        bases: &[Base],
        (cell, was): (CellName, TermId),
        most: usize,
    ) -> Option<TermId> {
        let mut kept = None;
        for base in bases {
            let Some((distance, apart)) = base.distance(pool, was) else { continue };
            let seen = self.distances.entry((base.cell, cell)).or_default();
            let many = seen.note(apart, most);
            let times = seen.values.len();
            if !many && kept.is_none_or(|(least, _)| times < least) {
                kept = Some((times, pool.add(base.is, distance)));
            }
        }
        kept.map(|(_, is)| is)
    }
}

impl Base {
    /// How far another number was from it, if that is known.
    fn distance(&self, pool: &TermPool, other: TermId) -> Option<(TermId, u128)> {
        let same_width = pool.sort(self.was) == pool.sort(other);
        let distance = same_width.then(|| pool.sub(other, self.was))?;
        Some((distance, pool.const_value(distance)?))
    }
}

/// Is it a number that was made unknown and moved here, or one at a known distance from it?
fn is_moved(pool: &TermPool, t: TermId) -> bool {
    let is_general = |id| pool.symbol_info(id).kind == SymbolKind::General;
    match pool.free_symbols(t)[..] {
        [id] if is_general(id) => {
            let symbol = pool.symbol_term(id);
            let from = |known: LowBits| pool.const_value(pool.sub(t, known.below(pool, symbol))).is_some();
            pool.sort(symbol) == pool.sort(t) && from(LowBits::of(pool, t))
        }
        _ => false,
    }
}

/// What a number looks like: known ones are themselves; unknown ones are told apart by what is known of them.
fn look(pool: &TermPool, s: &State, t: TermId) -> u128 {
    match (pool.const_value(t), pool.sort(t)) {
        (Some(bits), Sort::Bv(..=64)) => bits,
        _ => u128::from(appearance(pool, s, t)) << 64 | 1 << 127,
    }
}
