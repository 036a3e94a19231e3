//! In how many bits comparisons are made, so that what they have in common is made once.
//!
//! Each comparison needs so many bits of its sides. Where two that need different numbers compare sums or products with
//! common parts, both take the larger: a product in 25 bits and the same in 26 are two circuits to a solver, and all
//! that it learns of one is of no use for the other. Oblivious to how terms are narrowed. Invariant: no comparison is
//! made in fewer bits than it needs.

use plica_term::{Op, TermId, TermPool};
use rustc_hash::FxHashMap;

use super::needed;

/// The widths of what is compared, by sets of sums and products that share parts.
#[derive(Default)]
pub(crate) struct Widths {
    /// Towards the representative of the set, for terms that hold a sum or a product.
    towards: FxHashMap<TermId, TermId>,
    /// The bits that are needed, by representative.
    bits: FxHashMap<TermId, u32>,
}

impl Widths {
    /// The widths for a query whose terms are these, parts first.
    pub(crate) fn new(pool: &TermPool, terms: &[TermId]) -> Widths {
        let mut widths = Widths::default();
        for &t in terms {
            let circuit = matches!(pool.node(t).op, Op::Add | Op::Mul | Op::Neg);
            if circuit || carried(pool, t).iter().any(|a| widths.towards.contains_key(a)) {
                widths.towards.insert(t, t);
                for &a in carried(pool, t) {
                    widths.join(t, a);
                }
            }
        }
        for &t in terms {
            let node = pool.node(t);
            match (node.op, &node.args[..]) {
                (Op::Eq | Op::Ult | Op::Ule, &[a, b]) => {
                    let bits = needed(pool, a, b).unwrap_or_else(|| pool.width(a));
                    widths.join(a, b);
                    widths.need(a, bits);
                    widths.need(b, bits);
                }
                _ => {
                    let through = carried(pool, t);
                    for &a in node.args.iter().filter(|a| !through.contains(a)) {
                        widths.need(a, pool.sort(a).bv_width().unwrap_or(0));
                    }
                }
            }
        }
        widths
    }

    /// The bits in which two terms are compared that need so many.
    pub(crate) fn of(&self, a: TermId, b: TermId, needed: u32) -> u32 {
        let of = |t| self.find(t).and_then(|set| self.bits.get(&set).copied());
        [a, b].into_iter().filter_map(of).fold(needed, u32::max)
    }

    fn find(&self, t: TermId) -> Option<TermId> {
        let mut at = t;
        loop {
            match *self.towards.get(&at)? {
                next if next == at => return Some(at),
                next => at = next,
            }
        }
    }

    fn join(&mut self, a: TermId, b: TermId) {
        if let (Some(x), Some(y)) = (self.find(a), self.find(b))
            && x != y
        {
            // Both ways are short: at the end all that was passed leads there at once.
            let bits = self.bits.remove(&y).unwrap_or(0).max(self.bits.get(&x).copied().unwrap_or(0));
            self.bits.insert(x, bits);
            for mut at in [a, b] {
                while let Some(&next) = self.towards.get(&at)
                    && next != at
                {
                    self.towards.insert(at, x);
                    at = next;
                }
            }
            self.towards.insert(y, x);
        }
    }

    fn need(&mut self, t: TermId, bits: u32) {
        if let Some(set) = self.find(t) {
            let known = self.bits.entry(set).or_default();
            *known = bits.max(*known);
        }
    }
}

/// The arguments of which a term's low bits need the low bits only.
fn carried(pool: &TermPool, t: TermId) -> &[TermId] {
    let node = pool.node(t);
    match node.op {
        Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Neg | Op::Not | Op::Zext | Op::Sext => &node.args,
        Op::Shl if pool.const_value(node.args[1]).is_some() => &node.args[..1],
        Op::Ite => &node.args[1..],
        _ => &[],
    }
}
