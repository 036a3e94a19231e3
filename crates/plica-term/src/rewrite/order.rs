//! Rules of the orders and of product overflow. Comparisons with constants are all brought to the strict order.

use super::RewriteRule;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::{Sort, mask, sign_extend};

impl TermPool {
    pub(super) fn rw_order(&self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let strict = matches!(op, Op::Ult | Op::Slt);
        let signed = matches!(op, Op::Slt | Op::Sle);
        if a == b {
            // x < x → false, x <= x → true
            let rule = if strict { RewriteRule::UltSame } else { RewriteRule::UleSame };
            return Some(self.fire(rule, self.bool(!strict)));
        }
        let w = self.width(a);
        if w == 1 {
            return Some(self.rw_order_bool(op, a, b));
        }
        let (x, y) = (self.facts(a), self.facts(b));
        let (below, not_below) = match op {
            Op::Ult => (x.umax < y.umin, x.umin >= y.umax),
            Op::Ule => (x.umax <= y.umin, x.umin > y.umax),
            Op::Slt => (x.smax < y.smin, x.smin >= y.smax),
            _ => (x.smax <= y.smin, x.smin > y.smax),
        };
        if below || not_below {
            // x < y → true or false by their ranges
            return Some(self.fire(RewriteRule::OrderFacts, self.bool(below)));
        }
        if signed && (x.smin >= 0 && y.smin >= 0 || x.smax < 0 && y.smax < 0) {
            // x <s y → x < y when the signs agree always
            let t = if strict { self.ult(a, b) } else { self.ule(a, b) };
            return Some(self.fire(RewriteRule::SltNonneg, t));
        }
        if let Some(t) = self.rw_order_const(op, a, b, w).or_else(|| self.rw_order_scaled(op, a, b, w)) {
            return Some(t);
        }
        self.rw_order_terms(op, a, b)
    }

    /// `x < y :1 → !x & y`, and the like; signed, 1 is less than 0.
    fn rw_order_bool(&self, op: Op, a: TermId, b: TermId) -> TermId {
        let (na, nb) = (self.not(a), self.not(b));
        let t = match op {
            Op::Ult => self.and(na, b),
            Op::Ule => self.or(na, b),
            Op::Slt => self.and(a, nb),
            _ => self.or(a, nb),
        };
        self.fire(RewriteRule::OrderWidth1, t)
    }

    fn rw_order_const(&self, op: Op, a: TermId, b: TermId, w: u32) -> Option<TermId> {
        let m = mask(w);
        // Signed comparisons are unsigned ones with the sign bits flipped: one set of bounds serves both.
        let flip = if matches!(op, Op::Slt | Op::Sle) { 1u128 << (w - 1) } else { 0 };
        let signed = flip != 0;
        let strict = matches!(op, Op::Ult | Op::Slt);
        let lt = |a: TermId, b: TermId| if signed { self.slt(a, b) } else { self.ult(a, b) };
        let pick = |u: RewriteRule, s: RewriteRule| if signed { s } else { u };
        if let Some(k) = self.const_value(b) {
            let v = k ^ flip;
            if !strict {
                // x <= k → x < k + 1; k is not the greatest value, or the ranges had decided.
                let t = lt(a, self.bv(v.wrapping_add(1) & m ^ flip, w));
                return Some(self.fire(pick(RewriteRule::UleConst, RewriteRule::SleConst), t));
            }
            if v == 1 {
                // x < 1 → x = 0
                return Some(self.fire(pick(RewriteRule::UltOne, RewriteRule::SltMin), self.eq(a, self.bv(flip, w))));
            }
            if v == m {
                // x < -1 → x != -1
                return Some(self.fire(pick(RewriteRule::UltMax, RewriteRule::SltMax), self.ne(a, b)));
            }
        }
        if let Some(k) = self.const_value(a) {
            let v = k ^ flip;
            if !strict {
                // k <= x → k - 1 < x; k is not the least value.
                let t = lt(self.bv(v.wrapping_sub(1) & m ^ flip, w), b);
                return Some(self.fire(pick(RewriteRule::UleFromConst, RewriteRule::SleFromConst), t));
            }
            if v == 0 {
                // 0 < x → x != 0
                return Some(self.fire(pick(RewriteRule::UltFromZero, RewriteRule::SltFromMin), self.ne(b, a)));
            }
            if v == m - 1 {
                // -2 < x → x = -1
                return Some(
                    self.fire(pick(RewriteRule::UltFromMax, RewriteRule::SltFromMax), self.eq(b, self.bv(m ^ flip, w))),
                );
            }
        }
        None
    }

    /// A shift, product or sum with a constant, compared with a constant: the checks of bounds that addresses give.
    fn rw_order_scaled(&self, op: Op, a: TermId, b: TermId, w: u32) -> Option<TermId> {
        // Whether the constant is on the right; the other side.
        let (k, t, right) = match (self.const_value(a), self.const_value(b)) {
            (None, Some(k)) => (k, a, true),
            (Some(k), None) => (k, b, false),
            _ => return None,
        };
        let n = self.node(t);
        let j = self.const_value(*n.args.get(1)?)?;
        let x = n.args[0];
        let less = |x: TermId, k: TermId| {
            if right { self.build(op, Sort::BOOL, &[x, k]) } else { self.build(op, Sort::BOOL, &[k, x]) }
        };
        match (op, n.op) {
            (Op::Ult, Op::Shl) if j > 0 && j < w as u128 => {
                // x << j < k → x[w-j-1:0] < ⌈k / 2^j⌉; k < x << j → k >> j < x[w-j-1:0]
                let j = j as u32;
                let bound = if right { k.div_ceil(1 << j) } else { k >> j };
                if bound > mask(w - j) {
                    return Some(self.fire(RewriteRule::UltShlConst, self.bool(right)));
                }
                let low = self.extract(x, w - j - 1, 0);
                Some(self.fire(RewriteRule::UltShlConst, less(low, self.bv(bound, w - j))))
            }
            (Op::Ult, Op::Mul) if j > 0 && self.facts(x).umax.checked_mul(j).is_some_and(|p| p <= mask(w)) => {
                // x·j < k → x < ⌈k / j⌉, k < x·j → k / j < x when the product does not overflow
                let bound = if right { k.div_ceil(j) } else { k / j };
                Some(self.fire(RewriteRule::UltMulConst, less(x, self.bv(bound, w))))
            }
            (Op::Ult, Op::Add) if k >= j && self.facts(x).umax.checked_add(j).is_some_and(|p| p <= mask(w)) => {
                // x + j < k → x < k - j when the sum does not overflow, alike on the other side
                Some(self.fire(RewriteRule::UltAddConst, less(x, self.bv(k - j, w))))
            }
            (Op::Slt, Op::Add) => {
                // x + j <s k → x <s k - j when neither overflows, alike on the other side
                let (least, greatest) = (i128::MIN >> (128 - w), i128::MAX >> (128 - w));
                let (f, j) = (self.facts(x), sign_extend(j, w));
                let fits = |v: Option<i128>| v.is_some_and(|v| (least..=greatest).contains(&v));
                let bound = sign_extend(k, w).checked_sub(j);
                (fits(f.smin.checked_add(j)) && fits(f.smax.checked_add(j)) && fits(bound))
                    .then(|| self.fire(RewriteRule::SltAddConst, less(x, self.bv(bound.unwrap_or(0) as u128, w))))
            }
            _ => None,
        }
    }

    fn rw_order_terms(&self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let rel = |x: TermId, y: TermId| self.build(op, Sort::BOOL, &[x, y]);
        let (strict, signed) = (matches!(op, Op::Ult | Op::Slt), matches!(op, Op::Slt | Op::Sle));
        let (x, y) = (self.node(a), self.node(b));
        // Sign extension keeps both orders; zero extension turns the signed one into the unsigned (`SltNonneg`).
        if !signed
            && (x.op == Op::Zext || y.op == Op::Zext)
            && let Some((p, q)) = self.both_narrow(a, b, Op::Zext)
        {
            // zext(x) < zext(y) → x < y
            return Some(self.fire(RewriteRule::OrderZext, rel(p, q)));
        }
        if (x.op == Op::Sext || y.op == Op::Sext)
            && let Some((p, q)) = self.both_narrow(a, b, Op::Sext)
        {
            // sext(x) < sext(y) → x < y
            return Some(self.fire(RewriteRule::OrderSext, rel(p, q)));
        }
        if x.op == Op::Not && y.op == Op::Not {
            // ~x < ~y → y < x
            return Some(self.fire(RewriteRule::OrderNot, rel(y.args[0], x.args[0])));
        }
        if x.op == Op::Concat && y.op == Op::Concat && x.args[0] == y.args[0] {
            // x ++ y < x ++ z → y < z; below the same high part the order is unsigned
            let t = if strict { self.ult(x.args[1], y.args[1]) } else { self.ule(x.args[1], y.args[1]) };
            return Some(self.fire(RewriteRule::OrderConcatHigh, t));
        }
        if op == Op::Ult
            && let (Op::Concat, Some(k)) = (x.op, self.const_value(b))
        {
            // x ++ y < k ++ 0 → x < k
            let lw = self.width(x.args[1]);
            if k & mask(lw) == 0 {
                let t = rel(x.args[0], self.bv(k >> lw, self.width(x.args[0])));
                return Some(self.fire(RewriteRule::UltConcatConst, t));
            }
        }
        if op == Op::Ult
            && let (Some(k), Op::Concat) = (self.const_value(a), y.op)
        {
            // k ++ -1 < x ++ y → k < x
            let lw = self.width(y.args[1]);
            if k & mask(lw) == mask(lw) {
                let t = rel(self.bv(k >> lw, self.width(y.args[0])), y.args[0]);
                return Some(self.fire(RewriteRule::UltConstConcat, t));
            }
        }
        if op == Op::Ult && x.op == Op::Urem && x.args[1] == b {
            // x % y < y → y != 0
            return Some(self.fire(RewriteRule::UltUrem, self.ne(b, self.zero(self.width(b)))));
        }
        if op == Op::Ule && x.op == Op::Udiv && x.args[0] == b && self.const_value(x.args[1]).is_some_and(|k| k != 0) {
            // x / k <= x → true
            return Some(self.fire(RewriteRule::UleUdiv, self.true_()));
        }
        None
    }

    pub(super) fn rw_umulo(&self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        let (x, y) = (self.facts(a), self.facts(b));
        let fits = |p: u128, q: u128| p.checked_mul(q).is_some_and(|r| r <= mask(w));
        if fits(x.umax, y.umax) {
            // umulo → false when the ranges' product fits
            return Some(self.fire(RewriteRule::MuloSmall, self.false_()));
        }
        if !fits(x.umin, y.umin) {
            // umulo → true when the least product overflows
            return Some(self.fire(RewriteRule::MuloLarge, self.true_()));
        }
        // umulo(x, k) → max / k < x; k is not 0, or the product had fit.
        let k = self.const_value(b)?;
        Some(self.fire(RewriteRule::UmuloConst, self.ult(self.bv(mask(w) / k, w), a)))
    }

    pub(super) fn rw_smulo(&self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        let (x, y) = (self.facts(a), self.facts(b));
        let (least, greatest) = (i128::MIN >> (128 - w), i128::MAX >> (128 - w));
        let fits = |p: i128, q: i128| p.checked_mul(q).is_some_and(|r| (least..=greatest).contains(&r));
        if fits(x.smin, y.smin) && fits(x.smin, y.smax) && fits(x.smax, y.smin) && fits(x.smax, y.smax) {
            // smulo → false when the ranges' product fits
            return Some(self.fire(RewriteRule::MuloSmall, self.false_()));
        }
        // smulo(x, k) → max / k <s x | x <s min / k, k > 1
        let k = sign_extend(self.const_value(b)?, w);
        if k <= 1 {
            return None;
        }
        let over = self.slt(self.bv((greatest / k) as u128, w), a);
        let under = self.slt(a, self.bv((least / k) as u128, w));
        Some(self.fire(RewriteRule::SmuloConst, self.or(over, under)))
    }
}
