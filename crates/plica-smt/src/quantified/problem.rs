//! A query with quantifiers as a ground query that grows: quantifiers stand apart and contribute instances.
//!
//! Oblivious to solving. A quantifier in the boolean structure of a condition is replaced by a fresh condition `q`.
//! Where it occurs positively, `q` implies each of its instances, of which any number is added; where it occurs
//! negatively, `¬q` implies that the body fails at a fresh constant below the limit. Instances may hold quantifiers
//! again, which are treated likewise. Invariant: every model of the query gives one of the ground conditions, whatever
//! instances there are; so when these are contradictory the query is.

use plica_term::{Op, Sort, SymbolId, SymbolKind, TermId, TermPool, mask};
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::{Read, Reads, guards, is_open, solutions};
use crate::lambda::substituted;
use crate::shape::{FORALL, Shapes};
use crate::slice::conjuncts;
use crate::tuning;

/// Instances that were made, by quantifier and value: neighbouring queries of a path need the same.
pub(crate) type Instances = FxHashMap<(TermId, TermId), TermId>;

const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;

/// A quantifier that has to hold if its guard does.
pub(crate) struct Quantifier {
    /// The quantifier.
    pub(crate) term: TermId,
    /// True, or the condition that stands for it.
    pub(crate) guard: TermId,
    pub(crate) bound: SymbolId,
    pub(crate) limit: TermId,
    pub(crate) body: TermId,
    /// Does a model have to see to it? What the others say follows.
    pub(crate) defines: bool,
    /// Reads at an index in which the bound symbol occurs and no other.
    pub(crate) reads: Vec<Read>,
    /// How many points of each read's array have been met.
    met: Vec<usize>,
    /// Instances that the index set may ask for.
    index_set: usize,
    /// Have the comparisons in the body been looked at?
    guarded: bool,
    /// Where instances have been made.
    made: FxHashSet<TermId>,
    /// The condition of the query that it is, if that is so.
    origin: Option<TermId>,
}

/// The state of one query.
pub(crate) struct Problem<'a> {
    pub(crate) pool: &'a TermPool,
    pub(crate) shapes: &'a mut Shapes,
    memo: &'a mut Instances,
    /// The ground conditions.
    pub(crate) ground: Vec<TermId>,
    in_ground: FxHashSet<TermId>,
    /// Of which condition of the query a ground condition is a consequence; the others are definitions.
    origin: FxHashMap<TermId, TermId>,
    pub(crate) quantifiers: Vec<Quantifier>,
    /// Guard and limit of the quantifiers that occur negatively.
    negatives: Vec<(TermId, TermId)>,
    stand_ins: FxHashMap<TermId, TermId>,
    marked: FxHashMap<TermId, u8>,
    replaced: FxHashMap<TermId, TermId>,
    /// Consequences of definitions that have still to be added.
    pending: Vec<TermId>,
    reads: Reads,
    collected: usize,
    closed: usize,
    /// Indices at which arrays are read by ground conditions.
    pub(crate) points: FxHashMap<SymbolId, Vec<TermId>>,
    point_set: FxHashSet<Read>,
    /// Instances made.
    pub(crate) instances: usize,
}

impl<'a> Problem<'a> {
    pub(crate) fn new(
        pool: &'a TermPool,
        shapes: &'a mut Shapes,
        memo: &'a mut Instances,
        query: &[TermId],
    ) -> Problem<'a> {
        let mut problem = Problem {
            pool,
            shapes,
            memo,
            ground: Vec::new(),
            in_ground: FxHashSet::default(),
            origin: FxHashMap::default(),
            quantifiers: Vec::new(),
            negatives: Vec::new(),
            stand_ins: FxHashMap::default(),
            marked: FxHashMap::default(),
            replaced: FxHashMap::default(),
            pending: Vec::new(),
            reads: Reads::default(),
            collected: 0,
            closed: 0,
            points: FxHashMap::default(),
            point_set: FxHashSet::default(),
            instances: 0,
        };
        // Quantifiers that are conditions themselves hold: they need no guard, here or where they occur again.
        for &t in query {
            if matches!(pool.node(t).op, Op::Forall(_)) {
                problem.stand_ins.insert(t, pool.true_());
            }
        }
        for &t in query {
            if matches!(pool.node(t).op, Op::Forall(_)) {
                problem.found(t, POSITIVE, Some(t));
            } else {
                problem.add(t, Some(t));
            }
        }
        problem.settle();
        problem
    }

    /// The conditions of the query that a contradictory set of ground conditions goes back to.
    pub(crate) fn core_of(&self, core: &[TermId]) -> Vec<TermId> {
        let mut of: Vec<TermId> = core.iter().filter_map(|t| self.origin.get(t).copied()).collect();
        of.sort_unstable();
        of.dedup();
        of
    }

    /// Is it one of the ground conditions?
    pub(crate) fn is_ground(&self, t: TermId) -> bool {
        self.in_ground.contains(&t)
    }

    /// Arrays that are used as a whole: their cells are not free to change.
    pub(crate) fn whole_arrays(&self) -> &FxHashSet<SymbolId> {
        &self.reads.whole
    }

    /// Adds a condition with its quantifiers replaced.
    fn add(&mut self, t: TermId, origin: Option<TermId>) {
        self.mark(t, POSITIVE);
        let ground = self.replace(t);
        let mut parts = Vec::new();
        if !conjuncts(self.pool, ground, &mut parts) {
            parts = vec![self.pool.false_()];
        }
        for part in parts {
            if self.in_ground.insert(part) {
                self.ground.push(part);
                if let Some(origin) = origin {
                    self.origin.insert(part, origin);
                }
            }
        }
    }

    /// Adds what definitions demand, until there is nothing more.
    fn settle(&mut self) {
        while let Some(t) = self.pending.pop() {
            self.add(t, None);
        }
    }

    /// Finds the quantifiers in `t` and how they occur.
    fn mark(&mut self, t: TermId, polarity: u8) {
        let mut stack = vec![(t, polarity)];
        while let Some((t, polarity)) = stack.pop() {
            if self.shapes.of(self.pool, t) & FORALL == 0 {
                continue;
            }
            let seen = self.marked.entry(t).or_default();
            let polarity = polarity & !*seen;
            if polarity == 0 {
                continue;
            }
            *seen |= polarity;
            let node = self.pool.node(t);
            let swapped = (polarity & POSITIVE) << 1 | (polarity & NEGATIVE) >> 1;
            let both = POSITIVE | NEGATIVE;
            match node.op {
                Op::Forall(_) => {
                    stack.push((node.args[0], both));
                    self.found(t, polarity, None);
                }
                // Below a binder there are no conditions yet.
                Op::Lambda(_) => {}
                Op::And | Op::Or if node.sort == Sort::BOOL => stack.extend(node.args.iter().map(|&a| (a, polarity))),
                Op::Not if node.sort == Sort::BOOL => stack.push((node.args[0], swapped)),
                Op::Ite if node.sort == Sort::BOOL => {
                    stack.push((node.args[0], both));
                    stack.extend(node.args[1..].iter().map(|&a| (a, polarity)));
                }
                _ => stack.extend(node.args.iter().map(|&a| (a, both))),
            }
        }
    }

    /// The quantifiers that models have to see to.
    pub(crate) fn defining(&self) -> impl Iterator<Item = &Quantifier> {
        self.quantifiers.iter().filter(|q| q.defines)
    }

    /// Notes a quantifier that occurs like this.
    fn found(&mut self, t: TermId, polarity: u8, origin: Option<TermId>) {
        let pool = self.pool;
        let node = pool.node(t);
        let Op::Forall(bound) = node.op else { return };
        if is_open(pool, t) {
            return;
        }
        let name = || format!("∀{}", t.index());
        let guard = *self.stand_ins.entry(t).or_insert_with(|| pool.symbol(&name(), Sort::BOOL, SymbolKind::Input));
        if origin.is_some() {
            self.mark(node.args[0], POSITIVE | NEGATIVE);
        }
        let (limit, body) = (self.replace(node.args[0]), node.args[1]);
        if polarity & POSITIVE != 0 && !self.quantifiers.iter().any(|q| q.term == t) {
            let mut reads = Reads::default();
            reads.collect(pool, body);
            let only = |r: &Read| {
                pool.free_symbols(r.index).iter().all(|&s| s == bound || !pool.symbol_info(s).kind.is_bound())
            };
            let reads: Vec<Read> = reads.open.into_iter().filter(only).collect();
            self.quantifiers.push(Quantifier {
                term: t,
                guard,
                bound,
                limit,
                body,
                defines: pool.symbol_info(bound).kind != SymbolKind::Implied,
                met: vec![0; reads.len()],
                reads,
                index_set: if self.instances == 0 {
                    tuning::INSTANCES_PER_OUTER_QUANTIFIER.get()
                } else {
                    tuning::INSTANCES_PER_INNER_QUANTIFIER.get()
                },
                guarded: false,
                made: FxHashSet::default(),
                origin,
            });
        }
        if polarity & NEGATIVE != 0 && !pool.is_true(guard) {
            let witness = pool.symbol(&format!("{}!", name()), pool.symbol_info(bound).sort, SymbolKind::Input);
            let fails = pool.not(substituted(pool, bound, witness, body));
            let within = pool.ult(witness, limit);
            self.pending.push(pool.or(guard, pool.and(within, fails)));
            self.negatives.push((guard, limit));
        }
    }

    /// `t` with what stands for its quantifiers.
    fn replace(&mut self, t: TermId) -> TermId {
        let pool = self.pool;
        let Problem { replaced, shapes, stand_ins, .. } = self;
        pool.rebuild(t, replaced, |t| match pool.node(t).op {
            _ if shapes.of(pool, t) & FORALL == 0 => Some(t),
            Op::Lambda(_) => Some(t),
            Op::Forall(_) => Some(stand_ins.get(&t).copied().unwrap_or(t)),
            _ => None,
        })
    }

    /// Adds the instance of a quantifier at a value. Says whether it is new.
    pub(crate) fn instantiate(&mut self, which: usize, at: TermId) -> bool {
        let pool = self.pool;
        let Some(q) = self.quantifiers.get_mut(which) else { return false };
        if !q.made.insert(at) {
            return false;
        }
        let (term, guard, limit, bound, body, origin) = (q.term, q.guard, q.limit, q.bound, q.body, q.origin);
        let instance = *self.memo.entry((term, at)).or_insert_with(|| substituted(pool, bound, at, body));
        let within = pool.and(guard, pool.ult(at, limit));
        self.instances += 1;
        self.add(pool.implies(within, instance), origin);
        self.settle();
        true
    }

    /// Adds instances where reads in quantifiers meet reads elsewhere, at the first and at the last value; with `inner`
    /// also those of quantifiers that came with instances. Says whether there were any.
    pub(crate) fn saturate(&mut self, rounds: usize, at_most: usize, inner: bool) -> bool {
        let pool = self.pool;
        let at_first = self.instances;
        for _ in 0..rounds {
            self.update_points();
            let mut proposals = Vec::new();
            for (which, q) in self.quantifiers.iter_mut().enumerate() {
                if q.made.len() >= q.index_set
                    || !(inner || q.index_set == tuning::INSTANCES_PER_OUTER_QUANTIFIER.get())
                {
                    continue;
                }
                let width = pool.width(q.limit);
                // What follows from others is of use where it meets something.
                if q.defines {
                    proposals.push((which, pool.bv(0, width)));
                    proposals.push((which, pool.sub(q.limit, pool.bv(1, width))));
                }
                for (read, met) in q.reads.iter().zip(&mut q.met) {
                    let Some(points) = self.points.get(&read.array) else { continue };
                    for &point in &points[*met..] {
                        for at in solutions(pool, read.index, q.bound, point) {
                            proposals.push((which, at));
                        }
                    }
                    *met = points.len();
                }
            }
            for (which, q) in self.quantifiers.iter_mut().enumerate().filter(|(_, q)| q.defines) {
                if (inner || q.index_set == tuning::INSTANCES_PER_OUTER_QUANTIFIER.get())
                    && !std::mem::replace(&mut q.guarded, true)
                {
                    for (index, at) in guards(pool, q.body, q.bound) {
                        proposals.extend(solutions(pool, index, q.bound, at).into_iter().map(|at| (which, at)));
                    }
                }
            }
            let before = self.instances;
            for (which, at) in proposals {
                if self.instances >= at_most {
                    return true;
                }
                if self.quantifiers[which].made.len() < self.quantifiers[which].index_set {
                    self.instantiate(which, at);
                }
            }
            if self.instances == before {
                break;
            }
        }
        self.instances > at_first
    }

    /// Collects the reads of ground conditions that are new.
    pub(crate) fn update_points(&mut self) {
        for &t in &self.ground[self.collected..] {
            self.reads.collect(self.pool, t);
        }
        self.collected = self.ground.len();
        for &read in &self.reads.closed[self.closed..] {
            if self.point_set.insert(read) {
                self.points.entry(read.array).or_default().push(read.index);
            }
        }
        self.closed = self.reads.closed.len();
    }

    /// The ground conditions in which no array occurs.
    pub(crate) fn numbers(&self) -> Vec<TermId> {
        let pool = self.pool;
        let mut arrays: FxHashMap<TermId, bool> = FxHashMap::default();
        let mut holds = |t: TermId| {
            let mut stack = vec![t];
            while let Some(&top) = stack.last() {
                let node = pool.node(top);
                let before = stack.len();
                stack.extend(node.args.iter().filter(|a| !arrays.contains_key(a)));
                if stack.len() == before {
                    let own = matches!(node.sort, Sort::Array { .. });
                    arrays.insert(top, own || node.args.iter().any(|a| arrays[a]));
                    stack.pop();
                }
            }
            arrays[&t]
        };
        self.ground.iter().copied().filter(|&t| !holds(t)).collect()
    }

    /// Conditions that keep every quantifier below `bound` values.
    pub(crate) fn bounds(&self, bound: u128) -> Vec<TermId> {
        self.bounds_but(bound, &[])
    }

    /// The same, but for those with one of these limits.
    pub(crate) fn bounds_but(&self, bound: u128, limits: &[TermId]) -> Vec<TermId> {
        let pool = self.pool;
        let small = |guard: TermId, limit: TermId| {
            let width = pool.width(limit).max(1);
            if bound > mask(width) {
                return pool.true_();
            }
            pool.implies(guard, pool.ule(limit, pool.bv(bound, width)))
        };
        let bounded = self.quantifiers.iter().filter(|q| !limits.contains(&q.limit));
        let positive = bounded.map(|q| small(q.guard, q.limit));
        let negative = self.negatives.iter().map(|&(guard, limit)| small(pool.not(guard), limit));
        positive.chain(negative).filter(|&t| !pool.is_true(t)).collect()
    }
}
