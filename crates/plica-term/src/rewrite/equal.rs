//! Rules of equality. Of two arguments a constant stands on the right.

use super::RewriteRule;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::{Sort, inverse, mask, sign_extend};

impl TermPool {
    pub(super) fn rw_eq(&self, a: TermId, b: TermId) -> Option<TermId> {
        if a == b {
            // x = x → true
            return Some(self.fire(RewriteRule::EqSame, self.true_()));
        }
        let Sort::Bv(w) = self.sort(a) else { return None };
        if self.complementary(a, b) {
            // x = ~x → false
            return Some(self.fire(RewriteRule::EqComplement, self.false_()));
        }
        if w == 1 {
            return self.rw_eq_bool(a, b);
        }
        let (x, y) = (self.facts(a), self.facts(b));
        let apart = x.umax < y.umin || y.umax < x.umin || x.smax < y.smin || y.smax < x.smin;
        if apart || x.zeros & y.ones != 0 || x.ones & y.zeros != 0 {
            // x = y → false when their ranges or known bits exclude it
            return Some(self.fire(RewriteRule::EqFacts, self.false_()));
        }
        if let Some(k) = self.const_value(b)
            && let Some(t) = self.rw_eq_const(a, b, k, w)
        {
            return Some(t);
        }
        self.rw_eq_terms(a, b, w)
    }

    fn rw_eq_bool(&self, a: TermId, b: TermId) -> Option<TermId> {
        if self.is_true(b) {
            // x = 1 :1 → x
            return Some(self.fire(RewriteRule::EqTrue, a));
        }
        if self.is_false(b) {
            // x = 0 :1 → !x
            return Some(self.fire(RewriteRule::EqFalse, self.not(a)));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(p) = self.under(x, Op::Not) {
                // !x = y :1 → !(x = y)
                let t = self.eq(p, y);
                return Some(self.fire(RewriteRule::EqNotWidth1, self.not(t)));
            }
        }
        None
    }

    fn rw_eq_const(&self, a: TermId, b: TermId, k: u128, w: u32) -> Option<TermId> {
        let n = self.node(a);
        let arg = |i: usize| n.args[i];
        match n.op {
            Op::Add => {
                if let Some(j) = self.const_value(arg(1)) {
                    // x + k1 = k2 → x = k2 - k1
                    let t = self.eq(arg(0), self.bv(k.wrapping_sub(j), w));
                    return Some(self.fire(RewriteRule::EqAddConst, t));
                }
                if k == 0 {
                    // x - y = 0 → x = y
                    let sum = self.sum_of(a)?;
                    if let [(p, i), (q, j)] = sum.addends[..]
                        && sum.constant == 0
                        && i.wrapping_add(j) & mask(w) == 0
                        && (i == 1 || j == 1)
                    {
                        return Some(self.fire(RewriteRule::EqDifference, self.eq(p, q)));
                    }
                }
                None
            }
            // -x = k → x = -k
            Op::Neg => Some(self.fire(RewriteRule::EqNegConst, self.eq(arg(0), self.bv(k.wrapping_neg(), w)))),
            // ~x = k → x = ~k
            Op::Not => Some(self.fire(RewriteRule::EqNotConst, self.eq(arg(0), self.bv(!k, w)))),
            Op::Xor => match self.const_value(arg(1)) {
                // x xor k1 = k2 → x = k1 xor k2
                Some(j) => Some(self.fire(RewriteRule::EqXorConst, self.eq(arg(0), self.bv(j ^ k, w)))),
                // x xor y = 0 → x = y
                None => (k == 0).then(|| self.fire(RewriteRule::EqXorZero, self.eq(arg(0), arg(1)))),
            },
            Op::Mul => {
                // x·k1 = k2 → x = k2·k1⁻¹, k1 odd
                let j = self.const_value(arg(1)).filter(|j| j & 1 == 1)?;
                let t = self.eq(arg(0), self.bv(inverse(j).wrapping_mul(k), w));
                Some(self.fire(RewriteRule::EqMulConst, t))
            }
            Op::Shl => {
                // x << k1 = k2 → x[w-k1-1:0] = k2 >> k1, or false
                let j = self.const_value(arg(1)).filter(|&j| j > 0 && j < w as u128)? as u32;
                let t = if k & mask(j) != 0 {
                    self.false_()
                } else {
                    let low = self.extract(arg(0), w - j - 1, 0);
                    self.eq(low, self.bv(k >> j, w - j))
                };
                Some(self.fire(RewriteRule::EqShlConst, t))
            }
            Op::Zext => {
                // zext(x) = k → x = k
                let iw = self.width(arg(0));
                let t = if k > mask(iw) { self.false_() } else { self.eq(arg(0), self.bv(k, iw)) };
                Some(self.fire(RewriteRule::EqZextConst, t))
            }
            Op::Sext => {
                // sext(x) = k → x = k
                let iw = self.width(arg(0));
                let fits = sign_extend(k & mask(iw), iw) == sign_extend(k, w);
                let t = if fits { self.eq(arg(0), self.bv(k, iw)) } else { self.false_() };
                Some(self.fire(RewriteRule::EqSextConst, t))
            }
            Op::Concat => {
                // x ++ y = k → x = k[hi] & y = k[lo]
                let lw = self.width(arg(1));
                let hi = self.eq(arg(0), self.bv(k >> lw, w - lw));
                if self.is_false(hi) {
                    return Some(self.fire(RewriteRule::EqConcatConst, hi));
                }
                let lo = self.eq(arg(1), self.bv(k, lw));
                Some(self.fire(RewriteRule::EqConcatConst, self.and(hi, lo)))
            }
            Op::Ite => {
                let c = arg(0);
                let (p, q) = (self.const_value(arg(1)), self.const_value(arg(2)));
                match (p, q) {
                    (Some(_), Some(_)) => None,
                    // ite(c, k1, x) = k2 → !c & x = k2
                    (Some(j), None) if j != k => {
                        let t = self.eq(arg(2), b);
                        let not = self.not(c);
                        Some(self.fire(RewriteRule::EqIteConst, self.and(not, t)))
                    }
                    (None, Some(j)) if j != k => {
                        let t = self.eq(arg(1), b);
                        Some(self.fire(RewriteRule::EqIteConst, self.and(c, t)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn rw_eq_terms(&self, a: TermId, b: TermId, w: u32) -> Option<TermId> {
        let (x, y) = (self.node(a), self.node(b));
        match (x.op, y.op) {
            // -x = -y → x = y
            (Op::Neg, Op::Neg) => return Some(self.fire(RewriteRule::EqNegNeg, self.eq(x.args[0], y.args[0]))),
            // ~x = ~y → x = y
            (Op::Not, Op::Not) => return Some(self.fire(RewriteRule::EqNotNot, self.eq(x.args[0], y.args[0]))),
            (Op::Zext, Op::Zext) | (Op::Sext, Op::Sext) => {
                // zext(x) = zext(y) → x = y, the narrower one extended
                let rule = if x.op == Op::Zext { RewriteRule::EqZextZext } else { RewriteRule::EqSextSext };
                let (p, q) = self.both_narrow(a, b, x.op)?;
                return Some(self.fire(rule, self.eq(p, q)));
            }
            (Op::Concat, Op::Concat) if self.width(x.args[0]) == self.width(y.args[0]) => {
                // x ++ y = z ++ u → x = z & y = u
                let hi = self.eq(x.args[0], y.args[0]);
                let lo = self.eq(x.args[1], y.args[1]);
                return Some(self.fire(RewriteRule::EqConcatConcat, self.and(hi, lo)));
            }
            (Op::Ite, Op::Ite) if x.args[0] == y.args[0] => {
                // ite(c, x, y) = ite(c, z, u) with x = z or y = u → what is left
                if x.args[1] == y.args[1] {
                    let t = self.eq(x.args[2], y.args[2]);
                    return Some(self.fire(RewriteRule::EqIteIte, self.or(x.args[0], t)));
                }
                if x.args[2] == y.args[2] {
                    let t = self.eq(x.args[1], y.args[1]);
                    let not = self.not(x.args[0]);
                    return Some(self.fire(RewriteRule::EqIteIte, self.or(not, t)));
                }
            }
            _ => {}
        }
        for (p, q) in [(a, b), (b, a)] {
            if let Some(n) = self.is(p, Op::Ite) {
                // ite(c, x, y) = x → c | x = y
                if n.args[1] == q {
                    let t = self.eq(n.args[2], q);
                    return Some(self.fire(RewriteRule::EqIteBranch, self.or(n.args[0], t)));
                }
                if n.args[2] == q {
                    let t = self.eq(n.args[1], q);
                    let not = self.not(n.args[0]);
                    return Some(self.fire(RewriteRule::EqIteBranch, self.or(not, t)));
                }
            }
            if let Some(n) = self.is(p, Op::Xor)
                && n.args.contains(&q)
            {
                // x xor y = x → y = 0
                let other = if n.args[0] == q { n.args[1] } else { n.args[0] };
                return Some(self.fire(RewriteRule::EqXorCancel, self.eq(other, self.zero(w))));
            }
        }
        if (x.op == Op::Add || y.op == Op::Add)
            && let Some(t) = self.rw_eq_sums(a, b, w)
        {
            return Some(t);
        }
        self.rw_eq_polynomials(a, b, w)
    }

    /// `x + y = x + z → y = z`: the addends that both sides share go.
    fn rw_eq_sums(&self, a: TermId, b: TermId, w: u32) -> Option<TermId> {
        let (mut p, mut q) = (self.sum_of(a)?, self.sum_of(b)?);
        let shared = p.addends.iter().any(|x| q.addends.contains(x));
        if !shared && (p.constant == 0 || q.constant == 0) {
            return None;
        }
        let left = p.addends.clone();
        p.addends.retain(|x| !q.addends.contains(x));
        q.addends.retain(|x| !left.contains(x));
        // All of the constant on the right.
        q.constant = q.constant.wrapping_sub(p.constant) & mask(w);
        p.constant = 0;
        if p.addends.is_empty() {
            // Then it stands best alone: a constant is on the right.
            p.constant = q.constant.wrapping_neg() & mask(w);
            q.constant = 0;
        }
        let (l, r) = (self.sum_term(&p, w), self.sum_term(&q, w));
        Some(self.fire(RewriteRule::EqCancel, self.eq(l, r)))
    }
}
