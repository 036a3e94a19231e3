//! Rules of concatenation: a word that was cut into parts and put together again is the word.
//! Chains nest to the right: the high part is never itself a concatenation.

use super::RewriteRule;
use crate::op::Op;
use crate::pool::{TermId, TermPool};

impl TermPool {
    pub(super) fn rw_concat(&self, a: TermId, b: TermId) -> Option<TermId> {
        let (aw, bw) = (self.width(a), self.width(b));
        let w = aw + bw;
        if self.const_value(a) == Some(0) {
            // 0 ++ x → zext(x)
            return Some(self.fire(RewriteRule::ConcatZero, self.zext(b, w)));
        }
        if let (Some((c, p, q)), Some((d, r, s))) = (self.choice(a), self.choice(b))
            && c == d
        {
            // ite(c, k1, k2) ++ ite(c, k3, k4) → ite(c, k1 ++ k3, k2 ++ k4); widened conditions are such choices
            let t = self.ite(c, self.bv((p << bw) | r, w), self.bv((q << bw) | s, w));
            return Some(self.fire(RewriteRule::ConcatIteIte, t));
        }
        let (x, y) = (self.node(a), self.node(b));
        match x.op {
            Op::Concat => {
                // (x ++ y) ++ z → x ++ (y ++ z)
                let lo = self.concat(x.args[1], b);
                return Some(self.fire(RewriteRule::ConcatAssoc, self.concat(x.args[0], lo)));
            }
            Op::Zext if self.width(x.args[0]) > 1 || self.const_value(b).is_none() => {
                // zext(x) ++ y → zext(x ++ y)
                let t = self.concat(x.args[0], b);
                return Some(self.fire(RewriteRule::ConcatZext, self.zext(t, w)));
            }
            _ => {}
        }
        if x.op == Op::Not && y.op == Op::Not {
            // ~x ++ ~y → ~(x ++ y)
            let t = self.concat(x.args[0], y.args[0]);
            return Some(self.fire(RewriteRule::ConcatNot, self.not(t)));
        }
        if let Some(t) = self.rejoined(a, b) {
            return Some(self.fire(RewriteRule::ConcatExtracts, t));
        }
        if x.op == Op::Sext
            && let Some(t) = self.rejoined(x.args[0], b)
        {
            // sext(x[h:m]) ++ x[m-1:l] → sext(x[h:l])
            return Some(self.fire(RewriteRule::ConcatSextExtracts, self.sext(t, w)));
        }
        if let Some(t) = self.rw_concat_sign(a, b, w) {
            return Some(t);
        }
        if y.op == Op::Concat {
            if let (Some(j), Some(k)) = (self.const_value(a), self.const_value(y.args[0])) {
                // k1 ++ (k2 ++ x) → (k1 ++ k2) ++ x
                let kw = self.width(y.args[0]);
                let k = self.bv((j << kw) | k, aw + kw);
                return Some(self.fire(RewriteRule::ConcatConsts, self.concat(k, y.args[1])));
            }
            if let Some(t) = self.rejoined(a, y.args[0]) {
                // x[h:m] ++ (x[m-1:l] ++ y) → x[h:l] ++ y
                return Some(self.fire(RewriteRule::ConcatExtractsInner, self.concat(t, y.args[1])));
            }
        }
        if let Op::Extract { hi, lo: 0 } = x.op
            && self.const_value(b) == Some(0)
            && hi + 1 + bw == self.width(x.args[0])
        {
            // x[w-k-1:0] ++ 0:k → x << k
            return Some(self.fire(RewriteRule::ConcatShl, self.shl(x.args[0], self.bv(bw as u128, w))));
        }
        None
    }

    /// A choice of two constants, a condition or its widening included.
    fn choice(&self, t: TermId) -> Option<(TermId, u128, u128)> {
        if self.width(t) > 1 {
            return self.const_choice(t, false);
        }
        Some(match self.under(t, Op::Not) {
            Some(c) => (c, 0, 1),
            None => (t, 1, 0),
        })
    }

    /// `x[h:m] ++ x[m-1:l] → x[h:l]`. One slice may have been simplified away: it is cut again and compared.
    fn rejoined(&self, a: TermId, b: TermId) -> Option<TermId> {
        let (p, q) = (self.node(a), self.node(b));
        // A slice of a symbol or a read is never simplified: no need to try.
        let plain = |x: TermId| matches!(self.node(x).op, Op::Symbol(_) | Op::Select | Op::App(_));
        let (aw, bw) = (self.width(a), self.width(b));
        match (p.op, q.op) {
            (Op::Extract { hi, lo }, Op::Extract { hi: h, lo: l }) if p.args[0] == q.args[0] => {
                (h + 1 == lo).then(|| self.extract(p.args[0], hi, l))
            }
            (Op::Extract { hi, lo }, _) if lo >= bw && !plain(p.args[0]) => {
                let x = p.args[0];
                (self.extract(x, lo - 1, lo - bw) == b).then(|| self.extract(x, hi, lo - bw))
            }
            (_, Op::Extract { hi, lo }) if hi + aw < self.width(q.args[0]) && !plain(q.args[0]) => {
                let x = q.args[0];
                (self.extract(x, hi + aw, hi + 1) == a).then(|| self.extract(x, hi + aw, lo))
            }
            _ => None,
        }
    }

    /// `sext(x[msb:msb]) ++ sext(x) → sext(x)`, either extension by nothing too
    fn rw_concat_sign(&self, a: TermId, b: TermId, w: u32) -> Option<TermId> {
        let sign = if self.width(a) == 1 { a } else { self.under(a, Op::Sext)? };
        if self.width(sign) != 1 {
            return None;
        }
        let x = self.under(b, Op::Sext).unwrap_or(b);
        // The sign as it would be cut: a condition that was widened is its own sign.
        let top = self.width(x) - 1;
        let s = self.node(sign);
        let cut = match s.op {
            Op::Extract { hi, .. } if s.args[0] == x => hi == top,
            _ => self.extract(x, top, top) == sign,
        };
        cut.then(|| self.fire(RewriteRule::ConcatSign, self.sext(x, w)))
    }
}
