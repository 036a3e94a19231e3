//! Reads of λ-arrays, replaced by the element that the λ's body gives for the index.
//!
//! Oblivious to solvers. No back end takes a λ well and one takes none, but a read of one is nothing but its body with
//! the index put in. The pool's constructors do that for small bodies only; before a back end is asked it is done
//! whatever the size, below stores and choices too. Invariant: a result has the value of the original under every
//! assignment, and a λ is left in it only where an array is used as a whole (equality of arrays).

use plica_term::Substitution;
use plica_term::{Op, SymbolId, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::shape::{LAMBDA, SPINE, Shapes};
use crate::tuning;

/// What has been replaced so far.
#[derive(Default)]
pub(crate) struct Lambdas {
    done: FxHashMap<TermId, TermId>,
    reads: FxHashMap<(TermId, TermId), TermId>,
}

impl Lambdas {
    /// `t` without reads of λ-arrays.
    pub(crate) fn eliminate(&mut self, pool: &TermPool, shapes: &mut Shapes, t: TermId) -> TermId {
        if shapes.of(pool, t) & LAMBDA == 0 {
            return t;
        }
        if self.done.len() + self.reads.len() > tuning::RESULTS_KEPT.get() {
            *self = Lambdas::default();
        }
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.done.contains_key(&top) {
                stack.pop();
                continue;
            }
            if shapes.of(pool, top) & LAMBDA == 0 {
                self.done.insert(top, top);
                stack.pop();
                continue;
            }
            let node = pool.node(top);
            let before = stack.len();
            stack.extend(node.args.iter().copied().filter(|a| !self.done.contains_key(a)));
            if stack.len() > before {
                continue;
            }
            let args: Vec<TermId> = node.args.iter().map(|a| self.done[a]).collect();
            let made = match node.op {
                Op::Select => self.read(pool, shapes, args[0], args[1]),
                _ if args[..] == node.args[..] => top,
                op => pool.build(op, node.sort, &args),
            };
            self.done.insert(top, made);
            stack.pop();
        }
        self.done[&t]
    }

    /// The element of `array` at `index`; both have been replaced themselves.
    fn read(&mut self, pool: &TermPool, shapes: &mut Shapes, array: TermId, index: TermId) -> TermId {
        let mut stack = vec![array];
        while let Some(&top) = stack.last() {
            if self.reads.contains_key(&(top, index)) {
                stack.pop();
                continue;
            }
            let node = pool.node(top);
            let below = match node.op {
                _ if shapes.of(pool, top) & SPINE == 0 => &[],
                Op::Store => &node.args[..1],
                Op::Ite => &node.args[1..],
                _ => &[],
            };
            let before = stack.len();
            stack.extend(below.iter().copied().filter(|&a| !self.reads.contains_key(&(a, index))));
            if stack.len() > before {
                continue;
            }
            let made = match (node.op, below) {
                (Op::Lambda(bound), _) => substituted(pool, bound, index, node.args[0]),
                (Op::Store, [rest]) => {
                    let here = pool.eq(node.args[1], index);
                    pool.ite(here, node.args[2], self.reads[&(*rest, index)])
                }
                (Op::Ite, [x, y]) => pool.ite(node.args[0], self.reads[&(*x, index)], self.reads[&(*y, index)]),
                _ => pool.select(top, index),
            };
            self.reads.insert((top, index), made);
            stack.pop();
        }
        self.reads[&(array, index)]
    }
}

/// `body` with `value` for a symbol.
pub(crate) fn substituted(pool: &TermPool, symbol: SymbolId, value: TermId, body: TermId) -> TermId {
    Substitution::new(FxHashMap::from_iter([(symbol, value)])).apply(pool, body)
}
