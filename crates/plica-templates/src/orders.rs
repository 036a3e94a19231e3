//! What holds of places without closed forms in every iteration: orders among them, and what only grows or falls.
//!
//! A running maximum has no closed form, but no iteration lessens it, so what iteration τ makes of it is at
//! most what is left in the end: ∀τ<κ. g(H[τ]) ≤ H[κ], g being what it does. With that, one instance tells
//! what the end says of an iteration; without it, as many as there are iterations. The same for flags that
//! are set once, for the element that a remembered position names, and for how many iterations went one way.
//! What grows often does so only by what else always holds, such as that a remembered position is below the
//! counter: of some such conditions those are kept that hold at first and that iterations keep (Houdini:
//! Flanagan, Leino 2001). Consequences only, as in `bounds`. Oblivious to how sequences are made.

use std::sync::Arc;

use plica_exec::{Machine, State};
use plica_explore::Asker;
use plica_term::{Evaluator, Model, Op, Sort, Substitution, SymbolId, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::closed::normal::nodes;
use crate::closed::{PerIteration, Recurrence};
use crate::tuning;

/// A way that an iteration goes: the state in which it ends, and the values of the places then.
pub(crate) type Way<'a> = (&'a State, FxHashMap<SymbolId, TermId>);

/// The places of a loop.
pub(crate) struct Places<'a> {
    pub recurrences: &'a [Recurrence],
    /// Per recurrence: has it no closed form?
    pub sequence: &'a [bool],
    /// What each iteration makes anew.
    pub fresh: &'a [PerIteration],
}

/// An order of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    signed: bool,
    /// From greater to less?
    falls: bool,
}

impl Order {
    /// Of counts.
    pub const UP: Order = Order { signed: false, falls: false };
    const ALL: [Order; 4] = [
        Order { signed: true, falls: false },
        Order { signed: true, falls: true },
        Order::UP,
        Order { signed: false, falls: true },
    ];

    /// Do the numbers come in this order, or are they equal?
    pub fn holds(self, pool: &TermPool, first: TermId, second: TermId) -> TermId {
        let (low, high) = if self.falls { (second, first) } else { (first, second) };
        if self.signed { pool.sle(low, high) } else { pool.ule(low, high) }
    }
}

/// What was found out about a loop, over the symbols of its places.
#[derive(Default, Debug)]
pub(crate) struct Facts {
    /// What holds before and after every iteration.
    pub invariants: Vec<TermId>,
    /// What no iteration changes but in one direction.
    pub monotone: Vec<(TermId, Order)>,
}

/// Finds out what holds of the places without closed forms in a loop that starts in `s`.
pub(crate) fn facts(
    machine: &Machine,
    asker: &mut Asker<'_>,
    s: &State,
    places: &Places<'_>,
    ways: &[Way<'_>],
) -> Facts {
    let pool = &machine.pool;
    let mut search = Search { pool, asker: asker.at_most(tuning::WORK_PER_ORDER.get()), s, ways };
    let invariants = search.kept(places.initial(pool), places.candidates(pool));
    let mut monotone = Vec::new();
    for measure in places.measures(pool) {
        monotone.extend(search.orders(measure, &invariants).map(|order| (measure, order)));
    }
    Facts { invariants, monotone }
}

impl Places<'_> {
    fn open(&self) -> impl Iterator<Item = &Recurrence> {
        self.recurrences.iter().zip(self.sequence).filter(|(_, open)| **open).map(|(r, _)| r)
    }

    fn initial(&self, pool: &TermPool) -> FxHashMap<SymbolId, TermId> {
        self.recurrences.iter().filter_map(|r| Some((pool.as_symbol(r.symbol)?, r.initial))).collect()
    }

    /// Conditions on the places that may always hold: that a place has one of the values that it is set to, is below
    /// another, and below and above constants with which something is compared.
    fn candidates(&self, pool: &TermPool) -> Vec<TermId> {
        let mut out = Vec::new();
        for place in self.open() {
            let Sort::Bv(w) = pool.sort(place.symbol) else { continue };
            out.extend(one_of(pool, place));
            if w == 1 {
                continue;
            }
            for other in self.recurrences.iter().filter(|o| o.symbol != place.symbol) {
                if pool.sort(other.symbol) == Sort::Bv(w) {
                    let (a, b) = (place.symbol, other.symbol);
                    out.extend([pool.slt(a, b), pool.sle(a, b), pool.sle(b, a)]);
                }
            }
            for c in compared_constants(pool, place.update) {
                let c = pool.bv(c, w);
                let (less, more) = (pool.sub(c, pool.bv(1, w)), pool.add(c, pool.bv(1, w)));
                for bound in [less, c, more] {
                    out.extend([pool.sle(place.symbol, bound), pool.sle(bound, place.symbol)]);
                }
            }
        }
        out.retain(|&t| pool.const_value(t).is_none());
        let mut seen = FxHashSet::default();
        out.retain(|&t| seen.insert(t));
        out.truncate(tuning::ORDERS_TRIED.get());
        out
    }

    /// Numbers over the places without closed forms, and nothing else that iterations change: these themselves, and
    /// with what something is compared before they are set.
    fn measures(&self, pool: &TermPool) -> Vec<TermId> {
        let number = |t: TermId| matches!(pool.sort(t), Sort::Bv(_));
        let mut out: Vec<TermId> = self.open().map(|r| r.symbol).filter(|&t| number(t)).collect();
        let open: Vec<SymbolId> = out.iter().filter_map(|&t| pool.as_symbol(t)).collect();
        let changed = self.recurrences.iter().map(|r| r.symbol).chain(self.fresh.iter().map(|f| f.symbol));
        let other: FxHashSet<SymbolId> =
            changed.filter_map(|t| pool.as_symbol(t)).filter(|id| !open.contains(id)).collect();
        let alone = |t: TermId| {
            let free = pool.free_symbols(t);
            free.iter().any(|id| open.contains(id)) && !free.iter().any(|id| other.contains(id))
        };
        for place in self.open() {
            for side in compared_terms(pool, place.update) {
                if alone(side) && !out.contains(&side) {
                    out.push(side);
                }
            }
        }
        out.truncate(tuning::MEASURES_TRIED.get());
        out
    }
}

/// The sides of the orders in a term.
fn compared_terms(pool: &TermPool, t: TermId) -> Vec<TermId> {
    let nodes = nodes(pool, t, tuning::NODES_SEARCHED_FOR_BOUND.get()).unwrap_or_default();
    let order = |op| matches!(op, Op::Ult | Op::Ule | Op::Slt | Op::Sle);
    let orders = nodes.into_iter().map(|t| pool.node(t)).filter(|node| order(node.op));
    orders.flat_map(|node| [node.args[0], node.args[1]]).collect()
}

/// Constants with which something in a term is compared.
fn compared_constants(pool: &TermPool, t: TermId) -> Vec<u128> {
    let w = pool.width(t);
    let sides = compared_terms(pool, t).into_iter().filter(|&side| pool.width(side) == w);
    let mut out: Vec<u128> = sides.filter_map(|side| pool.const_value(side)).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// That a place which iterations leave alone or set to constants has one of these values, or its first.
fn one_of(pool: &TermPool, place: &Recurrence) -> Option<TermId> {
    let mut values = vec![place.initial];
    let mut stack = vec![place.update];
    while let Some(t) = stack.pop() {
        let node = pool.node(t);
        match node.op {
            Op::Ite => stack.extend_from_slice(&node.args[1..]),
            _ if t == place.symbol || values.contains(&t) => {}
            Op::Const(_) => values.push(t),
            _ => return None,
        }
        if values.len() + stack.len() > tuning::VALUES_OF_FLAG.get() {
            return None;
        }
    }
    let any: Vec<TermId> = values.iter().map(|&v| pool.eq(place.symbol, v)).collect();
    Some(pool.or_all(&any))
}

/// Asks about one iteration in general.
struct Search<'a, 'b> {
    pool: &'a TermPool,
    asker: Asker<'b>,
    s: &'a State,
    ways: &'a [Way<'a>],
}

impl Search<'_, '_> {
    /// The conditions that hold for the first values and that every way of an iteration keeps, if all of them held.
    fn kept(&mut self, initial: FxHashMap<SymbolId, TermId>, mut conditions: Vec<TermId>) -> Vec<TermId> {
        let s = self.s;
        self.drop_failing(s, &mut conditions, &initial, false);
        let mut before = usize::MAX;
        while before != conditions.len() {
            before = conditions.len();
            for (state, after) in self.ways {
                self.drop_failing(state, &mut conditions, after, true);
            }
        }
        conditions
    }

    /// Leaves those of the conditions that hold of the values `at` in a state, if `given` under all of them.
    fn drop_failing(&mut self, s: &State, conditions: &mut Vec<TermId>, at: &FxHashMap<SymbolId, TermId>, given: bool) {
        let pool = self.pool;
        let mut at = Substitution::new(at.clone());
        while !conditions.is_empty() {
            let then: Vec<TermId> = conditions.iter().map(|&c| at.apply(pool, c)).collect();
            let all = pool.not(pool.and_all(&then));
            let question = if given { pool.and(pool.and_all(conditions), all) } else { all };
            let Some(answer) = self.possible(s, question) else { return };
            // Without an answer nothing is known of any.
            let Some(model) = answer else { return conditions.clear() };
            let mut evaluator = Evaluator::new(pool, &model);
            let fine: Vec<bool> = then.iter().map(|&t| evaluator.holds(t)).collect();
            if fine.iter().all(|&fine| fine) {
                return conditions.clear();
            }
            let mut fine = fine.into_iter();
            conditions.retain(|_| fine.next() == Some(true));
        }
    }

    /// The direction in which iterations change a number, if the invariants hold.
    fn orders(&mut self, measure: TermId, invariants: &[TermId]) -> Option<Order> {
        let pool = self.pool;
        let ways = self.ways;
        let then = |after: &FxHashMap<SymbolId, TermId>| Substitution::new(after.clone()).apply(pool, measure);
        let ways: Vec<(&State, TermId)> = ways.iter().map(|(state, after)| (*state, then(after))).collect();
        let given = pool.and_all(invariants);
        let fails = |order: Order, then: TermId| pool.and(given, pool.not(order.holds(pool, measure, then)));
        // What the models of the ways contradict need not be asked.
        let mut left: Vec<Order> = Order::ALL.into();
        left.retain(|&o| !ways.iter().any(|&(s, then)| Evaluator::new(pool, &s.model).holds(fails(o, then))));
        left.into_iter().find(|&o| ways.iter().all(|&(s, then)| self.possible(s, fails(o, then)).is_none()))
    }

    /// Nothing if it is refuted; a model, if one was found.
    fn possible(&mut self, s: &State, condition: TermId) -> Option<Option<Arc<Model>>> {
        if self.pool.is_false(condition) {
            return None;
        }
        self.asker.possible(s, condition).map(Result::ok)
    }
}
