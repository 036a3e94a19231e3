//! Candidate invariants: conditions that may hold whenever control comes to the head of a loop.
//!
//! They come from paths that lead to something that is none of the program's errors: one of the conditions since the
//! last head must not hold there. Each clause of the negations of some of these is a candidate, and so are the bounds
//! and the order of what moves. A candidate that is not implied where control arrives is refuted, with what it would
//! take before (Flanagan and Leino, *Houdini, an Annotation Assistant for ESC/Java*, FME 2001; what it would take is
//! the weakest precondition along the path). Those that are left may be assumed of the state that stands for this one.
//! Oblivious to what is made more general. Invariant: what [`Candidates::hold`] gives is implied by the path condition.

use std::sync::Arc;

use plica_exec::{CellName, State};
use plica_smt::{Answer, Budget};
use plica_term::{Evaluator, Model, Op, Sort, SymbolId, SymbolKind, TermId, TermPool, inverse, mask};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::general::LowBits;
use crate::oracle::{Query, Reach};
use crate::samples::{Equation, Part};
use crate::sampling::Watched;
use crate::tuning;

/// The state that a path had at a head, when it was made more general.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    /// The numbers of the state.
    pub cells: Vec<(CellName, TermId)>,
    /// How long the path condition was.
    pub decided: usize,
    /// How long it was when the path was first made more general.
    pub first: usize,
    /// Where control is, in all frames.
    pub head: Vec<(plica_ir::FuncId, plica_ir::Loc)>,
}

/// The candidates of one head.
#[derive(Default)]
pub(crate) struct Candidates {
    clauses: Vec<Clause>,
    known: FxHashSet<TermId>,
    /// The symbols for cells in these.
    of_cells: FxHashSet<SymbolId>,
    /// What is left of candidates that hold without those that follow from others.
    needed: FxHashMap<Vec<usize>, Vec<TermId>>,
}

/// A condition on cells: a disjunction.
struct Clause {
    /// Over the symbols of [`name`].
    literals: SmallVec<[TermId; 4]>,
    whole: TermId,
    /// How many heads before one that led to something it is about.
    rank: u32,
    standing: Standing,
    /// In how many attempts it was not shown to hold.
    refutations: u32,
    /// How many more it has no part in.
    rests: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Candidate,
    /// Not in this attempt: what the others say may be too little.
    Refuted,
    /// The program does otherwise.
    Wrong,
}

/// What a candidate says of a state: its number, and the condition.
pub(crate) type Instance = (usize, TermId);

/// The symbol for a cell, if conditions on its values are candidates.
fn name(pool: &TermPool, cell: CellName, like: TermId) -> TermId {
    pool.symbol(&format!("cell {cell:?}"), pool.sort(like), SymbolKind::General)
}

/// What the symbols of cells stand for.
pub(crate) fn valuation(pool: &TermPool, cells: &[(CellName, TermId)]) -> FxHashMap<SymbolId, TermId> {
    let of = |&(cell, t): &(CellName, TermId)| Some((pool.as_symbol(name(pool, cell, t))?, t));
    cells.iter().filter_map(of).collect()
}

impl Candidates {
    /// What was refuted may hold with what was found since. But an equation says what a number is, and what comes of it
    /// has another form then: one that was refuted again and again has no part in ever more attempts, so that the
    /// program's own equations are seen as they stand.
    pub fn begin_again(&mut self, pool: &TermPool) {
        for c in &mut self.clauses {
            match c.standing {
                Standing::Refuted => {
                    c.standing = Standing::Candidate;
                    c.refutations += 1;
                    c.rests = if is_equation(pool, c.whole) { (1 << c.refutations.min(16)) - 2 } else { 0 };
                }
                _ => c.rests = c.rests.saturating_sub(1),
            }
        }
    }

    /// These cells are not known, and were so at first if that is: their bounds, their order and what they come to
    /// together are candidates.
    pub fn bound(&mut self, pool: &TermPool, cells: &[(CellName, TermId, Option<u128>)]) {
        let few = &cells[..cells.len().min(tuning::CELLS_COMPARED.get())];
        let names: Vec<TermId> = few.iter().map(|&(cell, like, _)| self.name(pool, cell, like)).collect();
        let mut all = Vec::new();
        for (i, &x) in names.iter().enumerate() {
            let first = few[i].2.map(|first| pool.bv(first, pool.width(x)));
            all.extend(first.into_iter().flat_map(|v| [pool.sle(v, x), pool.sle(x, v), pool.ule(v, x)]));
            let alike = |(j, y): &(usize, &TermId)| *j != i && pool.sort(**y) == pool.sort(x);
            for (j, &y) in names.iter().enumerate().filter(alike) {
                all.extend([pool.sle(x, y), pool.ule(x, y)]);
                if j < i {
                    continue;
                }
                let both = pool.add(x, y);
                let sums = names.iter().copied().filter(|z| ![x, y].contains(z) && pool.sort(*z) == pool.sort(x));
                all.extend(sums.map(|z| pool.eq(both, z)));
                if let (Some(v), Some(w)) = (few[i].2, few[j].2) {
                    all.push(pool.eq(both, pool.bv(v.wrapping_add(w), pool.width(x))));
                }
            }
        }
        all.into_iter().for_each(|c| self.add(pool, vec![c], u32::MAX));
    }

    /// Equations that were true of these cells in concrete runs are candidates; where one cell was of a certain kind,
    /// if they were true only there. True if there are candidates more than before.
    pub fn fit(&mut self, pool: &TermPool, watched: &Watched) -> bool {
        let before = self.clauses.len();
        let names: Vec<TermId> = watched.cells.iter().map(|&(cell, like)| self.name(pool, cell, like)).collect();
        let Some(width) = names.first().map(|&first| pool.width(first)) else { return false };
        let whole = |equation: &Equation| {
            let (last, factors) = equation.split_last().map_or((0, &equation[..]), |(last, factors)| (*last, factors));
            let scaled = |(&factor, &x): (&i128, &TermId)| pool.mul(x, pool.bv(factor.unsigned_abs(), width));
            let side = |negative: bool| {
                let all = factors.iter().zip(&names).filter(|(factor, _)| **factor != 0 && (**factor < 0) == negative);
                let constant = if (last < 0) == negative { last.unsigned_abs() } else { 0 };
                all.fold(pool.bv(constant, width), |sum, one| pool.add(sum, scaled(one)))
            };
            pool.eq(side(false), side(true))
        };
        for equation in watched.samples.equations() {
            self.add(pool, vec![whole(&equation)], u32::MAX);
        }
        for (place, part, equation) in
            watched.samples.equations_in_part().into_iter().take(tuning::EQUATIONS_IN_PARTS.get())
        {
            let x = names[place];
            let value = |is: i128| pool.bv(is as u128 & mask(pool.width(x)), pool.width(x));
            let elsewhere = match part {
                Part::Odd(odd) => pool.eq(pool.extract(x, 0, 0), pool.bv(u128::from(!odd), 1)),
                Part::Is(this) => pool.ne(x, value(this)),
                Part::IsNot(this) => pool.eq(x, value(this)),
            };
            self.add(pool, vec![elsewhere, whole(&equation)], u32::MAX);
        }
        self.clauses.len() > before
    }

    /// These conditions, all since a visit, lead to what must not be. True if there are candidates more than before.
    pub fn exclude(&mut self, pool: &TermPool, visit: &Visit, s: &State, more: &[TermId], rank: u32) -> bool {
        let before = self.clauses.len();
        let literals = self.literals(pool, visit, s, more);
        for &literal in &literals {
            self.add(pool, vec![literal], rank);
            weakened(pool, literal).into_iter().for_each(|weak| self.add(pool, vec![weak], rank));
        }
        for (i, &a) in literals.iter().enumerate() {
            literals[i + 1..].iter().for_each(|&b| self.add(pool, vec![a, b], rank));
        }
        self.add(pool, literals, rank);
        self.clauses.len() > before
    }

    /// The negations of the conditions on a path since a visit, and of more, as far as they are about what was known
    /// there.
    fn literals(&mut self, pool: &TermPool, visit: &Visit, s: &State, more: &[TermId]) -> Vec<TermId> {
        let mut map: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        let mut known: FxHashSet<SymbolId> = FxHashSet::default();
        for &(cell, t) in &visit.cells {
            known.extend(pool.free_symbols(t).iter().copied());
            let [id] = pool.free_symbols(t)[..] else { continue };
            let symbol = pool.symbol_term(id);
            if pool.sort(symbol) != pool.sort(t) {
                continue;
            }
            // The number is the symbol's, above low bits that are known, and so far away from that.
            let low = LowBits::of(pool, t);
            let distance = pool.sub(t, low.below(pool, symbol));
            if pool.const_value(distance).is_some() && (t == symbol || !map.contains_key(&id)) {
                map.insert(id, low.above(pool, pool.sub(self.name(pool, cell, t), distance)));
            }
        }
        let (before, since) = s.pc.split_at(visit.decided.min(s.pc.len()));
        before.iter().for_each(|t| known.extend(pool.free_symbols(*t).iter().copied()));
        let mut out = Vec::new();
        for cond in since.iter().chain(more).flat_map(|c| pool.conjuncts(*c)) {
            let free = pool.free_symbols(cond);
            let is_known = |id: &SymbolId| {
                // What was made unknown elsewhere is called otherwise on the next path.
                map.contains_key(id) || known.contains(id) && pool.symbol_info(*id).kind != SymbolKind::General
            };
            if !free.is_empty() && free.iter().all(is_known) {
                out.push(pool.not(pool.substitute(cond, &map)));
            }
        }
        let first = out.len().saturating_sub(tuning::LITERALS_PER_CLAUSE.get());
        out.split_off(first)
    }

    fn name(&mut self, pool: &TermPool, cell: CellName, like: TermId) -> TermId {
        let symbol = name(pool, cell, like);
        self.of_cells.extend(pool.as_symbol(symbol));
        symbol
    }

    fn add(&mut self, pool: &TermPool, mut literals: Vec<TermId>, rank: u32) {
        literals.sort_unstable();
        literals.dedup();
        let whole = pool.or_all(&literals);
        if literals.is_empty()
            || pool.const_value(whole).is_some()
            || self.clauses.len() >= tuning::CANDIDATES_PER_HEAD.get()
            || !self.known.insert(whole)
        {
            return;
        }
        self.clauses.push(Clause {
            literals: literals.into(),
            whole,
            rank,
            standing: Standing::Candidate,
            refutations: 0,
            rests: 0,
        });
    }

    /// What the candidates about cells that moved say of a state in which cells have these values.
    fn instances(
        &self,
        pool: &TermPool,
        valuation: &FxHashMap<SymbolId, TermId>,
        moved: &FxHashSet<SymbolId>,
    ) -> Vec<Instance> {
        let mut out = Vec::new();
        for (i, clause) in
            self.clauses.iter().enumerate().filter(|(_, c)| c.standing == Standing::Candidate && c.rests == 0)
        {
            let free = pool.free_symbols(clause.whole);
            let given = free.iter().all(|id| valuation.contains_key(id) || !self.of_cells.contains(id));
            if given && free.iter().any(|id| moved.contains(id)) {
                out.push((i, pool.substitute(clause.whole, valuation)));
            }
        }
        out
    }

    /// The candidates about cells that move, as far as the path condition implies them; the others are refuted. What
    /// these would have taken at the head before becomes clear from their numbers.
    pub fn hold(
        &mut self,
        pool: &TermPool,
        reach: &mut dyn Reach,
        s: &State,
        (valuation, moved): (&FxHashMap<SymbolId, TermId>, &FxHashSet<SymbolId>),
        exact: bool,
    ) -> (Vec<TermId>, Vec<Instance>) {
        let all = self.instances(pool, valuation, moved);
        let mut refuted = Vec::new();
        let mut evaluator = Evaluator::new(pool, &s.model);
        let (open, wrong): (Vec<Instance>, Vec<Instance>) = all.into_iter().partition(|(_, t)| evaluator.holds(*t));
        refuted.extend(wrong);
        let (mut held, open): (Vec<Instance>, Vec<Instance>) = open.into_iter().partition(|(_, t)| pool.is_true(*t));
        // Equations tell what numbers are. What else there is to be known of products is a hard question.
        let (equations, open): (Vec<Instance>, Vec<Instance>) =
            open.into_iter().partition(|(i, _)| is_equation(pool, self.clauses[*i].whole));
        let (plain, equations): (Vec<Instance>, Vec<Instance>) =
            equations.into_iter().partition(|(_, t)| pool.is_true(by_equations(pool, &s.pc, *t)));
        held.extend(plain);
        let (hard, open): (Vec<Instance>, Vec<Instance>) = open.into_iter().partition(|(_, t)| has_product(pool, *t));
        // What cannot be answered together may be so in parts.
        let mut groups = vec![open];
        groups.extend(equations.into_iter().map(|one| vec![one]));
        let end = reach.work().plus(tuning::WORK_PER_ARRIVAL.get());
        while let Some(mut group) = groups.pop() {
            if group.is_empty() {
                continue;
            }
            // Halves of halves of what has no answer may be many.
            if reach.work() >= end {
                refuted.append(&mut group);
                continue;
            }
            let terms: Vec<TermId> = group.iter().map(|(_, t)| *t).collect();
            let cond = pool.not(pool.and_all(&terms));
            let budget = Budget::AtMost(tuning::WORK_PER_CANDIDATES.get());
            match reach.check(Query { pc: &s.pc, cond, hint: &s.model, budget }) {
                Answer::Unsat => held.append(&mut group),
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new(pool, &model);
                    let (rest, wrong): (Vec<Instance>, Vec<Instance>) =
                        group.into_iter().partition(|(_, t)| evaluator.holds(*t));
                    if wrong.is_empty() {
                        refuted.extend(rest);
                        continue;
                    }
                    refuted.extend(wrong);
                    groups.push(rest);
                }
                Answer::Unknown(_) if group.len() == 1 => refuted.append(&mut group),
                Answer::Unknown(_) => {
                    let half = group.split_off(group.len() / 2);
                    groups.extend([half, group]);
                }
            }
        }
        let standing = if exact { Standing::Wrong } else { Standing::Refuted };
        refuted.iter().for_each(|(i, _)| self.clauses[*i].standing = standing);
        hard.iter().for_each(|(i, _)| self.clauses[*i].standing = Standing::Refuted);
        let held = held.into_iter().map(|(i, _)| i).collect();
        (self.needed(pool, reach, held), refuted)
    }

    /// The conditions of candidates that hold, without those that follow from others.
    fn needed(&mut self, pool: &TermPool, reach: &mut dyn Reach, mut held: Vec<usize>) -> Vec<TermId> {
        held.sort_unstable_by_key(|&i| {
            let clause = &self.clauses[i];
            (!is_equation(pool, clause.whole), clause.literals.len(), i)
        });
        if let Some(known) = self.needed.get(&held) {
            return known.clone();
        }
        let nothing = Arc::new(Model::new());
        let mut out: Vec<TermId> = Vec::new();
        let end = reach.work().plus(tuning::WORK_PER_ARRIVAL.get());
        for &i in &held {
            let whole = self.clauses[i].whole;
            let cond = pool.and(pool.and_all(&out), pool.not(whole));
            let budget = Budget::AtMost(tuning::WORK_PER_CANDIDATES.get());
            let follows = pool.is_false(cond)
                || !has_product(pool, cond)
                    && reach.work() < end
                    && reach.check(Query { pc: &[], cond, hint: &nothing, budget }) == Answer::Unsat;
            if !follows {
                out.push(whole);
            }
        }
        self.needed.insert(held, out.clone());
        out
    }

    /// How many heads before one that led to something a candidate is about; the largest number for others.
    pub fn rank(&self, candidate: usize) -> u32 {
        self.clauses[candidate].rank
    }
}

/// What a strict order leaves out, and orders that a difference may come from.
fn weakened(pool: &TermPool, literal: TermId) -> SmallVec<[TermId; 4]> {
    let node = pool.node(literal);
    match (node.op, &node.args[..]) {
        (Op::Slt, &[a, b]) => SmallVec::from_slice(&[pool.sle(a, b)]),
        (Op::Ult, &[a, b]) => SmallVec::from_slice(&[pool.ule(a, b)]),
        (Op::Not, &[equation]) if is_equation(pool, equation) => match pool.node(equation).args[..] {
            [a, b] if matches!(pool.sort(a), Sort::Bv(2..)) => {
                SmallVec::from_buf([pool.sle(a, b), pool.sle(b, a), pool.ule(a, b), pool.ule(b, a)])
            }
            _ => SmallVec::new(),
        },
        _ => SmallVec::new(),
    }
}

/// Does the condition say that two terms are the same?
pub(crate) fn is_equation(pool: &TermPool, t: TermId) -> bool {
    pool.node(t).op == Op::Eq
}

/// Are two unknown numbers multiplied, or one divided by another?
pub(crate) fn has_product(pool: &TermPool, t: TermId) -> bool {
    let (mut left, mut seen) = (vec![t], FxHashSet::default());
    while let Some(t) = left.pop() {
        let node = pool.node(t);
        let is_arithmetic = matches!(node.op, Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem);
        if is_arithmetic && pool.const_value(node.args[1]).is_none() {
            return true;
        }
        left.extend(node.args.iter().copied().filter(|arg| seen.insert(*arg)));
    }
    false
}

/// What a condition comes to where conditions say what numbers are.
fn by_equations(pool: &TermPool, pc: &[TermId], mut t: TermId) -> TermId {
    for &equation in pc.iter().rev().filter(|c| is_equation(pool, **c)).take(tuning::EQUATIONS_USED.get()) {
        if let Some((id, value)) = solved(pool, equation, &pool.free_symbols(t)) {
            t = pool.substitute(t, &FxHashMap::from_iter([(id, value)]));
        }
    }
    t
}

/// A symbol that an equation says all of, and its value: the symbol is one of these.
pub(crate) fn solved(pool: &TermPool, equation: TermId, of: &[SymbolId]) -> Option<(SymbolId, TermId)> {
    let node = pool.node(equation);
    let (Op::Eq, &[a, b]) = (node.op, &node.args[..]) else { return None };
    let Sort::Bv(width) = pool.sort(a) else { return None };
    let difference = pool.sub(a, b);
    let free = pool.free_symbols(difference);
    of.iter().filter(|id| free.contains(id)).find_map(|&id| {
        let symbol = pool.symbol_term(id);
        if pool.sort(symbol) != Sort::Bv(width) {
            return None;
        }
        let at = |value| pool.substitute(difference, &FxHashMap::from_iter([(id, pool.bv(value, width))]));
        let factor = pool.const_value(pool.sub(at(1), at(0))).filter(|k| k & 1 == 1)?;
        let rest = pool.sub(difference, pool.mul(symbol, pool.bv(factor, width)));
        let value = pool.mul(rest, pool.bv(inverse(factor).wrapping_neg(), width));
        (!pool.free_symbols(value).contains(&id)).then_some((id, value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does a condition hold for all values of these symbols of eight bits?
    fn holds(pool: &TermPool, t: TermId, of: &[TermId]) -> bool {
        let Some((&first, rest)) = of.split_first() else { return pool.is_true(t) };
        let id = pool.as_symbol(first).unwrap();
        let few = [0, 1, 2, 3, 7, 100, 127, 128, 200, 254, 255];
        few.iter().all(|&value| holds(pool, pool.substitute(t, &FxHashMap::from_iter([(id, pool.bv(value, 8))])), rest))
    }

    fn symbols(pool: &TermPool) -> [TermId; 3] {
        ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Bv(8), SymbolKind::General))
    }

    #[test]
    fn what_an_equation_says_a_number_is_satisfies_it() {
        let pool = TermPool::new();
        let [x, y, z] = symbols(&pool);
        let all = [x, y, z].map(|t| pool.as_symbol(t).unwrap());
        let scaled = |k: u128, t: TermId| pool.mul(t, pool.bv(k, 8));
        let product = pool.mul(x, y);
        let mut found = 0;
        for (a, b, c) in [(1, 2, 3), (2, 4, 6), (3, 0, 2), (255, 1, 0), (4, 2, 5), (7, 6, 2)] {
            for rest in [pool.bv(9, 8), product, pool.mul(y, y)] {
                let sum = pool.add(pool.add(scaled(a, x), scaled(b, y)), pool.add(scaled(c, z), rest));
                let equation = pool.eq(sum, pool.bv(1, 8));
                if let Some((id, value)) = solved(&pool, equation, &all) {
                    found += 1;
                    let by_value = pool.substitute(equation, &FxHashMap::from_iter([(id, value)]));
                    assert!(holds(&pool, by_value, &[x, y, z]), "{}", pool.infix(equation));
                }
            }
        }
        assert!(found >= 12, "{found}");
        // Twice a number says nothing of its highest bit, and a factor of an unknown number nothing of it.
        assert!(solved(&pool, pool.eq(scaled(2, x), y), &all[..1]).is_none());
        assert!(solved(&pool, pool.eq(product, z), &all[..2]).is_none());
    }

    #[test]
    fn equations_of_a_path_condition_tell_what_is_a_matter_of_polynomials() {
        let pool = TermPool::new();
        let [x, y, z] = symbols(&pool);
        let one = pool.bv(1, 8);
        let next = pool.eq(z, pool.add(y, one));
        // x·(y + 1) = x·y + x
        let claim = pool.eq(pool.mul(x, z), pool.add(pool.mul(x, y), x));
        assert!(!pool.is_true(claim) && pool.is_true(by_equations(&pool, &[pool.ule(x, y), next], claim)));
        assert!(!pool.is_true(by_equations(&pool, &[pool.ule(x, y)], claim)));
    }

    #[test]
    fn strict_orders_and_differences_are_weakened() {
        let pool = TermPool::new();
        let [x, y, _] = symbols(&pool);
        assert_eq!(weakened(&pool, pool.slt(x, y))[..], [pool.sle(x, y)]);
        assert_eq!(weakened(&pool, pool.ult(x, y))[..], [pool.ule(x, y)]);
        assert_eq!(weakened(&pool, pool.ne(x, y)).len(), 4);
        assert!(weakened(&pool, pool.sle(x, y)).is_empty() && weakened(&pool, pool.eq(x, y)).is_empty());
    }
}
