//! Rules of negation, multiplication and division. Sums stand in `linear`.

use super::RewriteRule;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::{mask, sign_extend};
use crate::tuning;

impl TermPool {
    pub(super) fn rw_neg(&self, a: TermId) -> Option<TermId> {
        let w = self.width(a);
        if w == 1 {
            // -x :1 → x
            return Some(self.fire(RewriteRule::NegWidth1, a));
        }
        let n = self.node(a);
        match n.op {
            // -(-x) → x
            Op::Neg => Some(self.fire(RewriteRule::NegNeg, n.args[0])),
            // -(~x) → x + 1
            Op::Not => Some(self.fire(RewriteRule::NegNot, self.add(n.args[0], self.bv(1, w)))),
            Op::Mul => {
                // -(x·k) → x·(-k)
                let k = self.const_value(n.args[1])?;
                Some(self.fire(RewriteRule::NegMul, self.mul(n.args[0], self.bv(k.wrapping_neg(), w))))
            }
            Op::Add => {
                // -(x + y) → (-x) + (-y)
                let mut sum = self.sum_of(a).filter(|s| s.addends.len() <= tuning::ADDENDS_NEGATED.get())?;
                for addend in &mut sum.addends {
                    addend.1 = addend.1.wrapping_neg() & mask(w);
                }
                sum.constant = sum.constant.wrapping_neg();
                self.combine(&mut sum, w);
                Some(self.fire(RewriteRule::NegSum, self.sum_term(&sum, w)))
            }
            _ => None,
        }
    }

    pub(super) fn rw_mul(&self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if w == 1 {
            // x·y :1 → x & y
            return Some(self.fire(RewriteRule::MulWidth1, self.and(a, b)));
        }
        if let Some(k) = self.const_value(b) {
            if k == 0 {
                // x·0 → 0
                return Some(self.fire(RewriteRule::MulZero, b));
            }
            if k == 1 {
                // x·1 → x
                return Some(self.fire(RewriteRule::MulOne, a));
            }
            if k == mask(w) {
                // x·(-1) → -x
                return Some(self.fire(RewriteRule::MulMinusOne, self.neg(a)));
            }
            if k.is_power_of_two() {
                // x·2^k → x << k
                let by = self.bv(k.trailing_zeros() as u128, w);
                return Some(self.fire(RewriteRule::MulPow2, self.shl(a, by)));
            }
            let n = self.node(a);
            return match n.op {
                // (x·k1)·k2 → x·(k1·k2), shifts alike
                Op::Mul => {
                    let j = self.const_value(n.args[1])?;
                    let t = self.mul(n.args[0], self.bv(j.wrapping_mul(k), w));
                    Some(self.fire(RewriteRule::MulConstConst, t))
                }
                Op::Shl => {
                    let j = self.const_value(n.args[1]).filter(|&j| j < w as u128)?;
                    let t = self.mul(n.args[0], self.bv(k << j, w));
                    Some(self.fire(RewriteRule::MulConstConst, t))
                }
                // (-x)·k → x·(-k)
                Op::Neg => {
                    let t = self.mul(n.args[0], self.bv(k.wrapping_neg(), w));
                    Some(self.fire(RewriteRule::MulNegConst, t))
                }
                // (x + k1)·k2 → x·k2 + k1·k2
                Op::Add => {
                    let j = self.const_value(n.args[1])?;
                    let x = self.mul(n.args[0], b);
                    let t = self.add(x, self.bv(j.wrapping_mul(k), w));
                    Some(self.fire(RewriteRule::MulAddConst, t))
                }
                _ => None,
            };
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(p) = self.under(x, Op::Neg) {
                // (-x)·y → -(x·y)
                let t = self.mul(p, y);
                return Some(self.fire(RewriteRule::MulNeg, self.neg(t)));
            }
            if let Some(c) = self.under(x, Op::Zext)
                && self.width(c) == 1
            {
                // x·zext(c:1) → ite(c, x, 0)
                return Some(self.fire(RewriteRule::MulBool, self.ite(c, y, self.zero(w))));
            }
        }
        None
    }

    /// Both terms as extensions of narrower ones of equal width; a constant is narrowed when it fits.
    pub(super) fn both_narrow(&self, a: TermId, b: TermId, ext: Op) -> Option<(TermId, TermId)> {
        let (x, y) = (self.under(a, ext), self.under(b, ext));
        let fits = |k: u128, n: u32| {
            if ext == Op::Zext { k <= mask(n) } else { sign_extend(k & mask(n), n) == sign_extend(k, self.width(a)) }
        };
        let widen = |t: TermId, n: u32| if ext == Op::Zext { self.zext(t, n) } else { self.sext(t, n) };
        match (x, y) {
            (Some(x), Some(y)) => {
                let n = self.width(x).max(self.width(y));
                Some((widen(x, n), widen(y, n)))
            }
            (Some(x), None) => {
                let n = self.width(x);
                let k = self.const_value(b).filter(|&k| fits(k, n))?;
                Some((x, self.bv(k, n)))
            }
            (None, Some(y)) => {
                let n = self.width(y);
                let k = self.const_value(a).filter(|&k| fits(k, n))?;
                Some((self.bv(k, n), y))
            }
            (None, None) => None,
        }
    }

    pub(super) fn rw_udiv(&self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if let Some(k) = self.const_value(b) {
            if k == 0 {
                // x / 0 → -1
                return Some(self.fire(RewriteRule::UdivZero, self.ones(w)));
            }
            if k == 1 {
                // x / 1 → x
                return Some(self.fire(RewriteRule::UdivOne, a));
            }
            if k.is_power_of_two() {
                // x / 2^k → x >> k
                let by = self.bv(k.trailing_zeros() as u128, w);
                return Some(self.fire(RewriteRule::UdivPow2, self.lshr(a, by)));
            }
            if let Some((x, j)) = self.with_const(a, Op::Udiv)
                && j != 0
            {
                // (x / k1) / k2 → x / (k1·k2), or 0
                let t = match j.checked_mul(k).filter(|&p| p <= mask(w)) {
                    Some(p) => self.udiv(x, self.bv(p, w)),
                    None => self.zero(w),
                };
                return Some(self.fire(RewriteRule::UdivUdiv, t));
            }
        }
        let (x, y) = (self.facts(a), self.facts(b));
        if x.umax < y.umin {
            // x / y → 0 when x < y always
            return Some(self.fire(RewriteRule::UdivSmall, self.zero(w)));
        }
        if let Some((x, narrow)) = self.both_narrow(a, b, Op::Zext) {
            // zext(x) / zext(y) → zext(x / y), or -1 where y is 0
            let t = self.udiv(x, narrow);
            let t = self.zext(t, w);
            let t = match y.umin {
                0 => self.ite(self.eq(b, self.zero(w)), self.ones(w), t),
                _ => t,
            };
            return Some(self.fire(RewriteRule::UdivZext, t));
        }
        None
    }

    pub(super) fn rw_urem(&self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if a == b {
            // x % x → 0
            return Some(self.fire(RewriteRule::UremSelf, self.zero(w)));
        }
        if let Some(k) = self.const_value(b) {
            if k == 0 {
                // x % 0 → x
                return Some(self.fire(RewriteRule::UremZero, a));
            }
            if k == 1 {
                // x % 1 → 0
                return Some(self.fire(RewriteRule::UremOne, self.zero(w)));
            }
            if k.is_power_of_two() {
                // x % 2^k → zext(x[k-1:0])
                let low = self.extract(a, k.trailing_zeros() - 1, 0);
                return Some(self.fire(RewriteRule::UremPow2, self.zext(low, w)));
            }
        }
        let (x, y) = (self.facts(a), self.facts(b));
        if x.umax < y.umin {
            // x % y → x when x < y always
            return Some(self.fire(RewriteRule::UremSmall, a));
        }
        if let Some((x, y)) = self.both_narrow(a, b, Op::Zext) {
            // zext(x) % zext(y) → zext(x % y)
            let t = self.urem(x, y);
            return Some(self.fire(RewriteRule::UremZext, self.zext(t, w)));
        }
        None
    }

    pub(super) fn rw_sdiv(&self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        // At width 1 the constant 1 is also -1: only the second rule may apply.
        match self.const_value(b) {
            // x /s -1 → -x
            Some(k) if k == mask(w) => return Some(self.fire(RewriteRule::SdivMinusOne, self.neg(a))),
            // x /s 1 → x
            Some(1) => return Some(self.fire(RewriteRule::SdivOne, a)),
            _ => {}
        }
        if self.facts(a).smin >= 0 && self.facts(b).smin >= 0 {
            // x /s y → x / y when both are never negative
            return Some(self.fire(RewriteRule::SdivNonneg, self.udiv(a, b)));
        }
        None
    }

    pub(super) fn rw_srem(&self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if a == b {
            // x %s x → 0
            return Some(self.fire(RewriteRule::SremSelf, self.zero(w)));
        }
        if let Some(k) = self.const_value(b) {
            if k == 0 {
                // x %s 0 → x
                return Some(self.fire(RewriteRule::SremZero, a));
            }
            if k == 1 || k == mask(w) {
                // x %s ±1 → 0
                return Some(self.fire(RewriteRule::SremOne, self.zero(w)));
            }
            let s = sign_extend(k, w);
            if s < 0 && k != 1 << (w - 1) {
                // x %s -k → x %s k
                return Some(self.fire(RewriteRule::SremNegConst, self.srem(a, self.bv(s.unsigned_abs(), w))));
            }
        }
        if self.facts(a).smin >= 0 && self.facts(b).smin >= 0 {
            // x %s y → x % y when both are never negative
            return Some(self.fire(RewriteRule::SremNonneg, self.urem(a, b)));
        }
        None
    }
}
