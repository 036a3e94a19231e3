//! The condition of κ iterations, ∀τ<κ. φ(τ), written without a quantifier where it can be.
//!
//! Terms only: oblivious to programs, states and solvers. Invariant: what [`forall`] gives is equivalent to the
//! quantified condition under every assignment; [`determined`] gives a guess that its caller verifies.

mod constant;
mod count;
mod shape;

use std::cell::Cell;

use plica_term::{Op, SymbolId, TermId, TermPool};

pub use count::determined;

use crate::closed::poly::Polys;
use crate::tuning;

/// How the parts of a condition were discharged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Discharge {
    /// Parts that are free of quantifiers now.
    pub closed: usize,
    /// Parts in which a quantifier remains.
    pub quantified: usize,
}

/// A term equivalent to `∀ bound < limit. body`.
pub fn forall(pool: &TermPool, bound: SymbolId, limit: TermId, body: TermId) -> TermId {
    forall_counted(pool, bound, limit, body).0
}

/// As [`forall`], and how many parts were closed and how many stay quantified.
pub fn forall_counted(pool: &TermPool, bound: SymbolId, limit: TermId, body: TermId) -> (TermId, Discharge) {
    let mut tally = Discharge::default();
    let width = pool.symbol_info(bound).sort.bv_width();
    if width != Some(pool.width(limit)) {
        let t = pool.forall(bound, limit, body);
        tally.quantified += usize::from(!pool.is_true(t));
        return (t, tally);
    }
    let t = Walker::new(pool, bound, limit).all(body, &mut tally, 0);
    (t, tally)
}

/// A bound symbol, its limit, and the pool.
struct Walker<'a> {
    fuel: Cell<u32>,
    pool: &'a TermPool,
    bound: SymbolId,
    limit: TermId,
    /// The limit is zero.
    none: TermId,
}

/// A condition taken apart.
enum Parts {
    /// It does not speak of the bound symbol.
    Still,
    /// All of these.
    All(Vec<TermId>),
    /// One of these; the first does not speak of the bound symbol.
    Either(TermId, TermId),
    /// The second if the first, which does not speak of the bound symbol, else the third.
    Choice(TermId, TermId, TermId),
    /// Nothing simpler.
    Atom,
}

impl<'a> Walker<'a> {
    fn new(pool: &'a TermPool, bound: SymbolId, limit: TermId) -> Self {
        let none = pool.eq(limit, pool.bv(0, pool.width(limit)));
        Walker { fuel: Cell::new(tuning::STEPS_PER_CONDITION.get()), pool, bound, limit, none }
    }

    /// Takes a step; false when there have been too many.
    fn step(&self) -> bool {
        let left = self.fuel.get();
        self.fuel.set(left.saturating_sub(1));
        left > 0
    }

    fn moves(&self, t: TermId) -> bool {
        self.pool.free_symbols(t).binary_search(&self.bound).is_ok()
    }

    /// What is known of terms as the bound symbol runs.
    fn polys(&self) -> Polys<'a> {
        let mut polys = Polys::new(self.pool, self.limit);
        let w = self.pool.width(self.limit);
        polys.declare(self.bound, Some([self.pool.bv(0, w), self.pool.bv(1, w)].into()));
        polys
    }

    fn parts(&self, body: TermId) -> Parts {
        let pool = self.pool;
        if !self.moves(body) {
            return Parts::Still;
        }
        let node = pool.node(body);
        let (negated, inner) = match node.op {
            Op::Not => (true, pool.node(node.args[0])),
            _ => (false, node),
        };
        let signed = |t: TermId| if negated { pool.not(t) } else { t };
        match (inner.op, negated) {
            (Op::And, false) | (Op::Or, true) => Parts::All(inner.args.iter().map(|&t| signed(t)).collect()),
            (Op::Or, false) | (Op::And, true) => {
                let mut flat = Vec::new();
                self.disjuncts(body, &mut flat, 0);
                let (moving, still): (Vec<TermId>, Vec<TermId>) = flat.into_iter().partition(|&t| self.moves(t));
                if still.is_empty() {
                    return Parts::Atom;
                }
                Parts::Either(pool.or_all(&still), pool.or_all(&moving))
            }
            (Op::Ite, _) if !self.moves(inner.args[0]) => {
                Parts::Choice(inner.args[0], signed(inner.args[1]), signed(inner.args[2]))
            }
            (Op::Eq | Op::Xor, _) if pool.width(inner.args[0]) == 1 => {
                let (mut a, mut b) = (inner.args[0], inner.args[1]);
                if self.moves(a) {
                    (a, b) = (b, a);
                }
                if self.moves(a) {
                    return Parts::Atom;
                }
                let same = (inner.op == Op::Eq) != negated;
                let (yes, no) = if same { (b, pool.not(b)) } else { (pool.not(b), b) };
                Parts::Choice(a, yes, no)
            }
            _ => Parts::Atom,
        }
    }

    fn disjuncts(&self, t: TermId, out: &mut Vec<TermId>, depth: u32) {
        let pool = self.pool;
        let node = pool.node(t);
        if depth < tuning::DEPTH_OF_CONDITION.get() && self.step() {
            match node.op {
                Op::Or => return node.args.iter().for_each(|&a| self.disjuncts(a, out, depth + 1)),
                Op::Not if pool.node(node.args[0]).op == Op::And => {
                    let inner = pool.node(node.args[0]);
                    return inner.args.iter().for_each(|&a| self.disjuncts(pool.not(a), out, depth + 1));
                }
                _ => {}
            }
        }
        out.push(t);
    }

    /// `∀ bound < limit. body`
    fn all(&self, body: TermId, tally: &mut Discharge, depth: u32) -> TermId {
        let pool = self.pool;
        if depth > tuning::DEPTH_OF_CONDITION.get() || !self.step() {
            return self.quantified(body, tally);
        }
        let mut sub = |t: TermId| self.all(t, tally, depth + 1);
        match self.parts(body) {
            Parts::Still => {
                tally.closed += usize::from(pool.const_value(body).is_none());
                pool.or(self.none, body)
            }
            Parts::All(ts) => ts.into_iter().fold(pool.true_(), |all, t| pool.and(all, sub(t))),
            Parts::Either(still, moving) => pool.or(still, sub(moving)),
            Parts::Choice(c, yes, no) => {
                let (yes, no) = (sub(yes), sub(no));
                pool.ite(c, yes, no)
            }
            Parts::Atom => {
                let mut own = Discharge::default();
                let closed = self.atom(body, &mut own, depth).or_else(|| {
                    own = Discharge { closed: 1, quantified: 0 };
                    self.constant(body)
                });
                match closed {
                    Some(t) => {
                        tally.closed += own.closed;
                        tally.quantified += own.quantified;
                        t
                    }
                    None => self.quantified(body, tally),
                }
            }
        }
    }

    fn quantified(&self, body: TermId, tally: &mut Discharge) -> TermId {
        tally.quantified += 1;
        self.pool.forall(self.bound, self.limit, body)
    }

    /// A single comparison, if it has a closed form.
    fn atom(&self, body: TermId, tally: &mut Discharge, depth: u32) -> Option<TermId> {
        let pool = self.pool;
        match self.shape(body)? {
            shape::Found::Same(other) => Some(self.all(other, tally, depth + 1)),
            shape::Found::Shape { shape, provided } => {
                let (closed, exact) = self.holds(&shape);
                // Outside of where the closed form is exact the quantifier stays.
                let exact = pool.and(exact, pool.and_all(&provided));
                if pool.is_true(exact) {
                    tally.closed += 1;
                    return Some(closed);
                }
                if pool.is_false(exact) {
                    return None;
                }
                let rest = self.quantified(body, tally);
                Some(pool.ite(exact, closed, rest))
            }
        }
    }
}
