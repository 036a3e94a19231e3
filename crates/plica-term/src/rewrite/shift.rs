//! Rules of shifts. Right shifts by constants become slices; left shifts stay, because sums read them as multiples.

use super::RewriteRule;
use crate::op::Op;
use crate::pool::{TermId, TermPool};

impl TermPool {
    /// `x shift 0 → x` and `0 shift x → 0`
    fn rw_shift(&self, a: TermId, b: TermId) -> Option<TermId> {
        if self.const_value(b) == Some(0) {
            return Some(self.fire(RewriteRule::ShiftZero, a));
        }
        (self.const_value(a) == Some(0)).then(|| self.fire(RewriteRule::ShiftOfZero, a))
    }

    pub(super) fn rw_shl(&self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(t) = self.rw_shift(a, b) {
            return Some(t);
        }
        let w = self.width(a);
        if self.facts(b).umin >= w as u128 {
            // x << y → 0 when y >= w always
            return Some(self.fire(RewriteRule::ShlTooFar, self.zero(w)));
        }
        let k = self.const_value(b)?;
        let n = self.node(a);
        match n.op {
            Op::Shl => {
                // (x << k1) << k2 → x << (k1 + k2), or 0
                let j = self.const_value(n.args[1])?;
                let sum = j.saturating_add(k);
                let t = if sum >= w as u128 { self.zero(w) } else { self.shl(n.args[0], self.bv(sum, w)) };
                Some(self.fire(RewriteRule::ShlShl, t))
            }
            Op::Add => {
                // (x + k1) << k2 → (x << k2) + (k1 << k2)
                let j = self.const_value(n.args[1])?;
                let x = self.shl(n.args[0], b);
                Some(self.fire(RewriteRule::ShlAddConst, self.add(x, self.bv(j << k, w))))
            }
            Op::Neg => {
                // (-x) << k → -(x << k)
                let x = self.shl(n.args[0], b);
                Some(self.fire(RewriteRule::ShlNeg, self.neg(x)))
            }
            Op::Mul => {
                // (x·k1) << k2 → x·(k1 << k2)
                let j = self.const_value(n.args[1])?;
                Some(self.fire(RewriteRule::ShlMulConst, self.mul(n.args[0], self.bv(j << k, w))))
            }
            _ => None,
        }
    }

    pub(super) fn rw_lshr(&self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(t) = self.rw_shift(a, b) {
            return Some(t);
        }
        let w = self.width(a);
        if self.facts(b).umin >= w as u128 {
            // x >> y → 0 when y >= w always
            return Some(self.fire(RewriteRule::LshrTooFar, self.zero(w)));
        }
        // x >> k → zext(x[w-1:k])
        let k = self.const_value(b)? as u32;
        let high = self.extract(a, w - 1, k);
        Some(self.fire(RewriteRule::LshrConst, self.zext(high, w)))
    }

    pub(super) fn rw_ashr(&self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(t) = self.rw_shift(a, b) {
            return Some(t);
        }
        let w = self.width(a);
        if self.is_ones(a) {
            // -1 >>s x → -1
            return Some(self.fire(RewriteRule::AshrOnes, a));
        }
        if self.facts(b).umin >= w as u128 {
            // x >>s k → sext(x[w-1:w-1]) when k >= w
            let sign = self.extract(a, w - 1, w - 1);
            return Some(self.fire(RewriteRule::AshrTooFar, self.sext(sign, w)));
        }
        if let Some(k) = self.const_value(b) {
            // x >>s k → sext(x[w-1:k])
            let high = self.extract(a, w - 1, k as u32);
            return Some(self.fire(RewriteRule::AshrConst, self.sext(high, w)));
        }
        // x >>s y → x >> y when x is never negative
        (self.facts(a).smin >= 0).then(|| self.fire(RewriteRule::AshrNonneg, self.lshr(a, b)))
    }
}
