//! Which terms hold quantifiers, λ-arrays, large products and the like somewhere: most hold none, and cost one byte to
//! know.
//!
//! Oblivious to what is done about them. Invariant: a flag says what is in the term itself, binders' bodies included.

use plica_term::{Op, Sort, TermId, TermPool};

use crate::comparison::comparison;
use crate::extremes::is_by_order;
use crate::products::is_product;

/// The flags were computed.
const SEEN: u8 = 1;
/// A λ-array occurs.
pub(crate) const LAMBDA: u8 = 2;
/// A quantifier occurs.
pub(crate) const FORALL: u8 = 4;
/// The term is an array that is, below stores and choices, given by a λ.
pub(crate) const SPINE: u8 = 8;
/// A product that takes a large circuit occurs.
pub(crate) const PRODUCT: u8 = 16;
/// A condition occurs as a part of something but its negation.
pub(crate) const CHOICE: u8 = 32;
/// A number that is chosen by how two terms compare is compared.
pub(crate) const EXTREME: u8 = 64;

/// A sum of two unknowns occurs.
pub(crate) const SUM: u8 = 128;

/// The flags of the terms seen so far, by the term's index.
#[derive(Default)]
pub(crate) struct Shapes {
    flags: Vec<u8>,
}

impl Shapes {
    fn known(&self, t: TermId) -> u8 {
        self.flags.get(t.index() as usize).copied().unwrap_or(0)
    }

    /// The flags of a term.
    pub(crate) fn of(&mut self, pool: &TermPool, t: TermId) -> u8 {
        if self.known(t) != 0 {
            return self.known(t);
        }
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.known(top) != 0 {
                stack.pop();
                continue;
            }
            let node = pool.node(top);
            let before = stack.len();
            stack.extend(node.args.iter().copied().filter(|&a| self.known(a) == 0));
            if stack.len() > before {
                continue;
            }
            let below = node.args.iter().fold(0, |all, &a| all | self.known(a))
                & (LAMBDA | FORALL | PRODUCT | CHOICE | EXTREME | SUM);
            let own = match node.op {
                Op::Lambda(_) => LAMBDA | SPINE,
                Op::Forall(_) => FORALL,
                Op::Store => self.known(node.args[0]) & SPINE,
                Op::Ite => (self.known(node.args[1]) | self.known(node.args[2])) & SPINE,
                Op::Add if node.args.iter().all(|&a| pool.const_value(a).is_none()) => SUM,
                _ if is_product(pool, top) => PRODUCT,
                _ => 0,
            };
            let chooses = node.op != Op::Not && node.args.iter().any(|&a| pool.sort(a) == Sort::BOOL);
            let own = if chooses { own | CHOICE } else { own };
            let compares = comparison(pool, top).is_some_and(|(.., terms)| terms.iter().any(|&a| is_by_order(pool, a)));
            let own = if compares { own | EXTREME } else { own };
            let at = top.index() as usize;
            if at >= self.flags.len() {
                self.flags.resize((at + 1).next_power_of_two(), 0);
            }
            self.flags[at] = SEEN | below | own;
            stack.pop();
        }
        self.known(t)
    }
}
