//! Rules of complement, and, or, exclusive or.

use super::RewriteRule;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::mask;
use crate::tuning;

impl TermPool {
    pub(super) fn is_ones(&self, t: TermId) -> bool {
        self.const_value(t) == Some(mask(self.width(t).max(1)))
    }

    pub(super) fn rw_not(&self, a: TermId) -> Option<TermId> {
        let n = self.node(a);
        match n.op {
            // ~~x → x
            Op::Not => Some(self.fire(RewriteRule::NotNot, n.args[0])),
            // !(x < y) → y <= x, and so on
            Op::Ult => Some(self.fire(RewriteRule::NotUlt, self.ule(n.args[1], n.args[0]))),
            Op::Ule => Some(self.fire(RewriteRule::NotUle, self.ult(n.args[1], n.args[0]))),
            Op::Slt => Some(self.fire(RewriteRule::NotSlt, self.sle(n.args[1], n.args[0]))),
            Op::Sle => Some(self.fire(RewriteRule::NotSle, self.slt(n.args[1], n.args[0]))),
            // ~(-x) → x - 1
            Op::Neg => Some(self.fire(RewriteRule::NotNeg, self.add(n.args[0], self.ones(self.width(a))))),
            // ~(x - 1) → -x
            Op::Add if self.is_ones(n.args[1]) => Some(self.fire(RewriteRule::NotPred, self.neg(n.args[0]))),
            _ => None,
        }
    }

    /// Does `x`, or its complement, occur in the chain of `op`? Gives whether it is the complement.
    fn in_chain(&self, mut chain: TermId, x: TermId, op: Op) -> Option<bool> {
        for _ in 0..tuning::CHAIN_SEARCHED.get() {
            let Some(n) = self.is(chain, op) else { break };
            for &p in &n.args {
                if p == x {
                    return Some(false);
                }
                if self.complementary(p, x) {
                    return Some(true);
                }
            }
            // The longer side: chains nest on one side only.
            chain = if self.node(n.args[0]).op == op { n.args[0] } else { n.args[1] };
        }
        None
    }

    pub(super) fn rw_and(&self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if a == b {
            // x & x → x
            return Some(self.fire(RewriteRule::AndSame, a));
        }
        if let Some(k) = self.const_value(b) {
            if k == 0 {
                // x & 0 → 0
                return Some(self.fire(RewriteRule::AndZero, b));
            }
            if k == mask(w) {
                // x & -1 → x
                return Some(self.fire(RewriteRule::AndOnes, a));
            }
            return self.rw_and_const(a, k, w);
        }
        if self.complementary(a, b) {
            // x & ~x → 0
            return Some(self.fire(RewriteRule::AndComplement, self.zero(w)));
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.in_chain(y, x, Op::And) {
                // (x & y) & x → x & y
                Some(false) => return Some(self.fire(RewriteRule::AndContained, y)),
                Some(true) => return Some(self.fire(RewriteRule::AndComplement, self.zero(w))),
                None => {}
            }
            match self.in_chain(y, x, Op::Or) {
                // x & (x | y) → x
                Some(false) => return Some(self.fire(RewriteRule::AndAbsorbed, x)),
                Some(true) => {
                    // x & (~x | y) → x & y
                    if let Some(rest) = self.without_complement(y, x) {
                        return Some(self.fire(RewriteRule::AndOrComplement, self.and(x, rest)));
                    }
                }
                None => {}
            }
        }
        let (x, y) = (self.node(a), self.node(b));
        if w == 1 {
            if x.op == Op::Eq && y.op == Op::Eq && x.args[0] == y.args[0] && x.args[1] != y.args[1] {
                // x = k1 & x = k2 → false
                if self.const_value(x.args[1]).is_some() && self.const_value(y.args[1]).is_some() {
                    return Some(self.fire(RewriteRule::AndEqEq, self.false_()));
                }
            }
            return None;
        }
        if x.op == Op::Zext && y.op == Op::Zext && self.width(x.args[0]) == self.width(y.args[0]) {
            // zext(x) & zext(y) → zext(x & y)
            let t = self.and(x.args[0], y.args[0]);
            return Some(self.fire(RewriteRule::AndZext, self.zext(t, w)));
        }
        let (p, q) = (self.facts(a), self.facts(b));
        // x & y → 0 when every bit is a known zero of one
        (p.zeros | q.zeros == mask(w)).then(|| self.fire(RewriteRule::AndDisjoint, self.zero(w)))
    }

    /// The other argument of `x`'s complement in a node of two.
    fn without_complement(&self, node: TermId, x: TermId) -> Option<TermId> {
        let n = self.node(node);
        if self.complementary(n.args[0], x) {
            Some(n.args[1])
        } else if self.complementary(n.args[1], x) {
            Some(n.args[0])
        } else {
            None
        }
    }

    fn rw_and_const(&self, a: TermId, k: u128, w: u32) -> Option<TermId> {
        if let Some((x, j)) = self.with_const(a, Op::And) {
            // (x & k1) & k2 → x & (k1 & k2)
            return Some(self.fire(RewriteRule::AndConstConst, self.and(x, self.bv(j & k, w))));
        }
        let f = self.facts(a);
        if !k & mask(w) & !f.zeros == 0 {
            // x & k → x when k clears only known zeros
            return Some(self.fire(RewriteRule::AndKnown, a));
        }
        if k & !f.zeros == 0 {
            // x & y → 0 when every bit is a known zero of one
            return Some(self.fire(RewriteRule::AndDisjoint, self.zero(w)));
        }
        let n = self.node(a);
        if n.op == Op::Concat {
            let (hi, lo) = (n.args[0], n.args[1]);
            let lw = self.width(lo);
            let (kh, kl) = (k >> lw, k & mask(lw));
            let plain = |k: u128, w: u32| k == 0 || k == mask(w);
            if plain(kh, w - lw) || plain(kl, lw) {
                // (x ++ y) & k → (x & k[hi]) ++ (y & k[lo])
                let h = self.and(hi, self.bv(kh, w - lw));
                let l = self.and(lo, self.bv(kl, lw));
                return Some(self.fire(RewriteRule::AndConcatConst, self.concat(h, l)));
            }
        }
        if n.op == Op::Zext {
            // zext(x) & zext(y) → zext(x & y), a constant cut to size
            let iw = self.width(n.args[0]);
            let t = self.and(n.args[0], self.bv(k, iw));
            return Some(self.fire(RewriteRule::AndZext, self.zext(t, w)));
        }
        let (lo, top) = (k.trailing_zeros(), 127 - k.leading_zeros());
        if k >> lo == mask(top - lo + 1) {
            let run = self.extract(a, top, lo);
            if lo == 0 {
                // x & (2^k - 1) → zext(x[k-1:0])
                return Some(self.fire(RewriteRule::AndLowMask, self.zext(run, w)));
            }
            // x & k → zext(x[h:l] ++ 0)
            let t = self.concat(run, self.zero(lo));
            return Some(self.fire(RewriteRule::AndRunMask, self.zext(t, w)));
        }
        None
    }

    pub(super) fn rw_or(&self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if a == b {
            // x | x → x
            return Some(self.fire(RewriteRule::OrSame, a));
        }
        if let Some(k) = self.const_value(b) {
            if k == 0 {
                // x | 0 → x
                return Some(self.fire(RewriteRule::OrZero, a));
            }
            if k == mask(w) {
                // x | -1 → -1
                return Some(self.fire(RewriteRule::OrOnes, b));
            }
            if let Some((x, j)) = self.with_const(a, Op::Or) {
                // (x | k1) | k2 → x | (k1 | k2)
                return Some(self.fire(RewriteRule::OrConstConst, self.or(x, self.bv(j | k, w))));
            }
            if k & !self.facts(a).ones == 0 {
                // x | k → x when k sets only known ones
                return Some(self.fire(RewriteRule::OrKnown, a));
            }
        }
        if self.complementary(a, b) {
            // x | ~x → -1
            return Some(self.fire(RewriteRule::OrComplement, self.ones(w)));
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.in_chain(y, x, Op::Or) {
                // (x | y) | x → x | y
                Some(false) => return Some(self.fire(RewriteRule::OrContained, y)),
                Some(true) => return Some(self.fire(RewriteRule::OrComplement, self.ones(w))),
                None => {}
            }
            match self.in_chain(y, x, Op::And) {
                // x | (x & y) → x
                Some(false) => return Some(self.fire(RewriteRule::OrAbsorbed, x)),
                Some(true) => {
                    // x | (~x & y) → x | y
                    if let Some(rest) = self.without_complement(y, x) {
                        return Some(self.fire(RewriteRule::OrAndComplement, self.or(x, rest)));
                    }
                }
                None => {}
            }
        }
        if w == 1 {
            return None;
        }
        let (x, y) = (self.node(a), self.node(b));
        if x.op == Op::Zext && y.op == Op::Zext && self.width(x.args[0]) == self.width(y.args[0]) {
            // zext(x) | zext(y) → zext(x | y)
            let t = self.or(x.args[0], y.args[0]);
            return Some(self.fire(RewriteRule::OrZext, self.zext(t, w)));
        }
        self.rw_or_slices(a, b, w)
    }

    /// Words put together by shifting and or-ing their parts.
    fn rw_or_slices(&self, a: TermId, b: TermId, w: u32) -> Option<TermId> {
        let by = |t: TermId| self.with_const(t, Op::Shl).filter(|s| s.1 < w as u128);
        if let (Some((x, i)), Some((y, j))) = (by(a), by(b)) {
            // (x << k1) | (y << k2) → ((x << k1-k2) | y) << k2
            let ((hi, i), (lo, j)) = if i >= j { ((x, i), (y, j)) } else { ((y, j), (x, i)) };
            let up = self.shl(hi, self.bv(i - j, w));
            let t = self.or(up, lo);
            return Some(self.fire(RewriteRule::OrShlShl, self.shl(t, self.bv(j, w))));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, k)) = by(x)
                && k > 0
                && self.facts(y).umax >> k == 0
            {
                // (x << k) | y → x[w-k-1:0] ++ y[k-1:0] when y < 2^k always
                let k = k as u32;
                let hi = self.extract(p, w - k - 1, 0);
                let lo = self.extract(y, k - 1, 0);
                return Some(self.fire(RewriteRule::OrToConcat, self.concat(hi, lo)));
            }
        }
        None
    }

    pub(super) fn rw_xor(&self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if a == b {
            // x xor x → 0
            return Some(self.fire(RewriteRule::XorSame, self.zero(w)));
        }
        if let Some(k) = self.const_value(b) {
            if k == 0 {
                // x xor 0 → x
                return Some(self.fire(RewriteRule::XorZero, a));
            }
            if k == mask(w) {
                // x xor -1 → ~x
                return Some(self.fire(RewriteRule::XorOnes, self.not(a)));
            }
            if let Some((x, j)) = self.with_const(a, Op::Xor) {
                // (x xor k1) xor k2 → x xor (k1 xor k2)
                return Some(self.fire(RewriteRule::XorConstConst, self.xor(x, self.bv(j ^ k, w))));
            }
        }
        if w == 1 {
            // x xor y :1 → !(x = y)
            let t = self.eq(a, b);
            return Some(self.fire(RewriteRule::XorWidth1, self.not(t)));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(p) = self.under(x, Op::Not) {
                // ~x xor y → ~(x xor y)
                let t = self.xor(p, y);
                return Some(self.fire(RewriteRule::XorNot, self.not(t)));
            }
            if let Some(n) = self.is(x, Op::Xor)
                && n.args.contains(&y)
            {
                // (x xor y) xor x → y
                let other = if n.args[0] == y { n.args[1] } else { n.args[0] };
                return Some(self.fire(RewriteRule::XorCancel, other));
            }
        }
        let (x, y) = (self.node(a), self.node(b));
        if x.op == Op::Zext && y.op == Op::Zext && self.width(x.args[0]) == self.width(y.args[0]) {
            // zext(x) xor zext(y) → zext(x xor y)
            let t = self.xor(x.args[0], y.args[0]);
            return Some(self.fire(RewriteRule::XorZext, self.zext(t, w)));
        }
        None
    }
}
