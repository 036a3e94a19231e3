//! Which bits of a term are bits of something that was read before it was written, moved there and not computed with.
//!
//! Oblivious to memory. Computed bottom-up once per term and kept: what is stored into one place again and again, as
//! bit-fields are, nests deeply.

use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::mask;

impl TermPool {
    /// The bits of a bit-vector term that are bits of unset symbols (see [`crate::SymbolKind::is_unset`]).
    pub fn unset_bits(&self, t: TermId) -> u128 {
        if let Some(bits) = self.unset_at_hand(t) {
            return bits;
        }
        // An explicit stack: terms can be deeper than the machine stack.
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            let before = stack.len();
            if self.unset_at_hand(top).is_none() {
                stack.extend(self.node(top).args.iter().filter(|&&a| self.unset_at_hand(a).is_none()));
                if stack.len() > before {
                    continue;
                }
                let bits = self.unset_from_args(top);
                let _ = self.unset.slot(top.index()).set((bits != 0).then(|| Box::new(bits)));
            }
            stack.pop();
        }
        self.unset_at_hand(t).unwrap_or(0)
    }

    /// The same, if it is known without looking at other terms.
    fn unset_at_hand(&self, t: TermId) -> Option<u128> {
        let node = self.node(t);
        match node.op {
            Op::Symbol(s) => {
                let unset = self.symbol_info(s).kind.is_unset();
                Some(node.sort.bv_width().filter(|_| unset).map_or(0, mask))
            }
            Op::And | Op::Or | Op::Shl | Op::Lshr | Op::Concat | Op::Extract { .. } | Op::Zext => {
                self.unset.slot(t.index()).get().map(|bits| bits.as_deref().copied().unwrap_or(0))
            }
            _ => Some(0),
        }
    }

    fn unset_from_args(&self, t: TermId) -> u128 {
        let (node, m) = (self.node(t), mask(self.width(t)));
        let of = |i: usize| self.unset_at_hand(node.args[i]).unwrap_or(0);
        let by = || self.const_value(node.args[1]).and_then(|n| u32::try_from(n).ok());
        match node.op {
            Op::Extract { lo, .. } => (of(0) >> lo) & m,
            Op::Concat => (of(0) << self.width(node.args[1])) | of(1),
            Op::Zext => of(0),
            Op::Shl => by().and_then(|n| of(0).checked_shl(n)).unwrap_or(0) & m,
            Op::Lshr => by().and_then(|n| of(0).checked_shr(n)).unwrap_or(0),
            // Masking and setting bits.
            Op::And | Op::Or => {
                let bits = of(0) | of(1);
                if bits == 0 {
                    return 0;
                }
                let (zeros, ones) = self.known_bits(t);
                bits & !(zeros | ones)
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pool::{SymbolKind, TermPool};
    use crate::sort::Sort;

    #[test]
    fn bits_are_unset_until_they_are_masked_or_computed_with() {
        let pool = TermPool::new();
        let u = pool.symbol("u", Sort::Bv(8), SymbolKind::Unwritten { object: 1 });
        let x = pool.symbol("x", Sort::Bv(8), SymbolKind::Input);
        assert_eq!((pool.unset_bits(u), pool.unset_bits(x), pool.unset_bits(pool.bv(3, 8))), (0xff, 0, 0));
        assert_eq!(pool.unset_bits(pool.concat(x, u)), 0x00ff);
        assert_eq!(pool.unset_bits(pool.concat(u, x)), 0xff00);
        assert_eq!(pool.unset_bits(pool.extract(pool.concat(u, x), 11, 4)), 0xf0);
        assert_eq!(pool.unset_bits(pool.shl(pool.zext(u, 16), pool.bv(4, 16))), 0x0ff0);
        assert_eq!(pool.unset_bits(pool.lshr(u, pool.bv(3, 8))), 0x1f);
        assert_eq!(pool.unset_bits(pool.add(u, x)), 0);
        // A field of three bits in a byte, written very often.
        let mut byte = u;
        for i in 0..100_000 {
            let field = pool.and(pool.add(x, pool.bv(i, 8)), pool.bv(7, 8));
            byte = pool.or(pool.and(byte, pool.bv(0xf8, 8)), field);
        }
        assert_eq!(pool.unset_bits(byte), 0xf8);
        assert_eq!(pool.unset_bits(pool.and(byte, pool.bv(0x1f, 8))), 0x18);
    }
}
