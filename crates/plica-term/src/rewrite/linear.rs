//! Sums in canonical form. A sum of at most eight addends `k·x` is kept with the addends in the order of their `x`,
//! nested to the left, a constant outermost: `((x + 3·y) + -z) + 5`. Longer sums are left as they are built.

use smallvec::SmallVec;

use super::RewriteRule;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::mask;
use crate::tuning;

/// `coefficient · term` each, and a constant.
#[derive(Clone, Default)]
pub(super) struct Sum {
    pub(super) addends: SmallVec<[(TermId, u128); 8]>,
    pub(super) constant: u128,
}

impl TermPool {
    /// `t` as coefficient times term.
    fn addend(&self, t: TermId) -> (TermId, u128) {
        let n = self.node(t);
        match n.op {
            Op::Neg => (n.args[0], mask(self.width(t))),
            Op::Mul => match self.const_value(n.args[1]) {
                Some(k) => (n.args[0], k),
                None => (t, 1),
            },
            Op::Shl => match self.const_value(n.args[1]) {
                Some(k) if k < self.width(t) as u128 => (n.args[0], 1 << k),
                _ => (t, 1),
            },
            _ => (t, 1),
        }
    }

    /// The addends of a term; `None` when there are too many.
    pub(super) fn sum_of(&self, t: TermId) -> Option<Sum> {
        let mut sum = Sum::default();
        let mut rest = t;
        loop {
            if let Some(k) = self.const_value(rest) {
                sum.constant = sum.constant.wrapping_add(k);
                break;
            }
            let n = self.node(rest);
            if n.op != Op::Add {
                sum.addends.push(self.addend(rest));
                break;
            }
            match self.const_value(n.args[1]) {
                Some(k) => sum.constant = sum.constant.wrapping_add(k),
                // A sum on the right is one addend: only left-nested chains are canonical.
                None => sum.addends.push(self.addend(n.args[1])),
            }
            if sum.addends.len() >= tuning::ADDENDS_SORTED.get() {
                return None;
            }
            rest = n.args[0];
        }
        sum.addends.reverse();
        Some(sum)
    }

    /// Sorts by term and adds coefficients up. Says whether anything was combined.
    pub(super) fn combine(&self, sum: &mut Sum, w: u32) -> bool {
        sum.addends.sort_unstable_by_key(|a| a.0);
        let before = sum.addends.len();
        let mut out: SmallVec<[(TermId, u128); 8]> = SmallVec::new();
        for &(x, k) in &sum.addends {
            match out.last_mut() {
                Some(last) if last.0 == x => last.1 = last.1.wrapping_add(k) & mask(w),
                _ => out.push((x, k & mask(w))),
            }
        }
        out.retain(|a| a.1 != 0);
        sum.addends = out;
        sum.constant &= mask(w);
        sum.addends.len() < before
    }

    /// `k · x` as a term.
    fn multiple(&self, x: TermId, k: u128, w: u32) -> TermId {
        if k == 1 {
            x
        } else if k == mask(w) {
            self.neg(x)
        } else if k.is_power_of_two() {
            self.shl(x, self.bv(k.trailing_zeros() as u128, w))
        } else {
            self.mul(x, self.bv(k, w))
        }
    }

    /// The canonical term of a combined sum.
    pub(super) fn sum_term(&self, sum: &Sum, w: u32) -> TermId {
        let sort = crate::sort::Sort::Bv(w);
        let mut chain: Option<TermId> = None;
        for &(x, k) in &sum.addends {
            let m = self.multiple(x, k, w);
            chain = Some(match chain {
                None => m,
                Some(c) => self.intern(Op::Add, sort, &[c, m]),
            });
        }
        match (chain, sum.constant) {
            (None, k) => self.bv(k, w),
            (Some(c), 0) => c,
            (Some(c), k) => self.intern(Op::Add, sort, &[c, self.bv(k, w)]),
        }
    }

    /// Is it a quotient, or one that was made wider?
    fn is_quotient(&self, t: TermId) -> bool {
        let inner = self.under(t, Op::Zext).unwrap_or(t);
        matches!(self.node(inner).op, Op::Udiv | Op::Sdiv)
    }

    /// `j·y - j·k·(y / k)` in a sum, whatever the addends of `y` are, becomes `j·(y % k)`. Says whether there was one.
    fn remainders(&self, sum: &mut Sum, w: u32) -> bool {
        let found = (0..sum.addends.len()).find_map(|place| self.with_remainder(sum, place, w));
        let Some(mut rest) = found else { return false };
        self.combine(&mut rest, w);
        *sum = rest;
        true
    }

    /// The same for the addend at a place.
    fn with_remainder(&self, sum: &Sum, place: usize, w: u32) -> Option<Sum> {
        let (quotient, factor) = sum.addends[place];
        let inner = self.under(quotient, Op::Zext).unwrap_or(quotient);
        let (op, (y, k)) = match (self.with_const(inner, Op::Udiv), self.with_const(inner, Op::Sdiv)) {
            (Some(unsigned), _) => (Op::Urem, unsigned),
            (_, Some(signed)) if inner == quotient && signed.1 <= mask(w) >> 1 => (Op::Srem, signed),
            _ => return None,
        };
        let j = (factor.wrapping_neg() & mask(w)).checked_div(k).filter(|j| *j > 0)?;
        if j.wrapping_mul(k).wrapping_add(factor) & mask(w) != 0 {
            return None;
        }
        let mut rest = sum.clone();
        rest.addends.remove(place);
        let dividend = self.sum_of(self.zext(y, w))?;
        for &(t, i) in &dividend.addends {
            let multiple = (t, i.wrapping_mul(j) & mask(w));
            let at = rest.addends.iter().position(|addend| *addend == multiple)?;
            rest.addends.remove(at);
        }
        rest.constant = rest.constant.wrapping_sub(dividend.constant.wrapping_mul(j));
        let remainder = self.build(op, self.sort(y), &[y, self.bv(k, self.width(y))]);
        rest.addends.push((self.zext(remainder, w), j));
        Some(rest)
    }

    /// `x + y` for a width above 1; constants stand on the right.
    pub(super) fn rw_add(&self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if w == 1 {
            // x + y :1 → x xor y
            return Some(self.fire(RewriteRule::AddWidth1, self.xor(a, b)));
        }
        if let Some(k) = self.const_value(b) {
            if k == 0 {
                // x + 0 → x
                return Some(self.fire(RewriteRule::AddZero, a));
            }
            if let Some((x, j)) = self.with_const(a, Op::Add) {
                // (x + k1) + k2 → x + (k1 + k2)
                let t = match j.wrapping_add(k) & mask(w) {
                    0 => x,
                    s => self.intern(Op::Add, self.sort(a), &[x, self.bv(s, w)]),
                };
                return Some(self.fire(RewriteRule::AddConstConst, t));
            }
            if k == 1
                && let Some(x) = self.under(a, Op::Not)
            {
                // ~x + 1 → -x
                return Some(self.fire(RewriteRule::AddNotOne, self.neg(x)));
            }
            return None;
        }
        let (x, y) = (self.node(a), self.node(b));
        if x.op == Op::Not && x.args[0] == b || y.op == Op::Not && y.args[0] == a {
            // x + ~x → -1
            return Some(self.fire(RewriteRule::AddNotSelf, self.ones(w)));
        }
        // Two single addends of different terms in order: nothing to do.
        if x.op != Op::Add && y.op != Op::Add {
            let ((p, j), (q, k)) = (self.addend(a), self.addend(b));
            if p != q {
                let mut sum = Sum { addends: SmallVec::from_slice(&[(p, j), (q, k)]), constant: 0 };
                if (self.is_quotient(p) || self.is_quotient(q)) && self.remainders(&mut sum, w) {
                    return Some(self.fire(RewriteRule::AddRemainder, self.sum_term(&sum, w)));
                }
                // Ordered by the term under the coefficient, which may differ from the order of the ids.
                return (q < p)
                    .then(|| self.fire(RewriteRule::AddCanonical, self.intern(Op::Add, self.sort(a), &[b, a])));
            }
            // k1·x + k2·x → (k1 + k2)·x
            let k = j.wrapping_add(k) & mask(w);
            let t = if k == 0 { self.zero(w) } else { self.multiple(p, k, w) };
            return Some(self.fire(RewriteRule::AddCombine, t));
        }
        let (p, q) = (self.sum_of(a)?, self.sum_of(b)?);
        let has_quotient = p.addends.iter().chain(&q.addends).any(|addend| self.is_quotient(addend.0));
        // One addend after all those of a chain without a constant: already in its place.
        if p.constant == 0
            && q.constant == 0
            && q.addends.len() == 1
            && p.addends.last().is_some_and(|l| l.0 < q.addends[0].0)
            && !has_quotient
        {
            return None;
        }
        if p.addends.len() + q.addends.len() > tuning::ADDENDS_SORTED.get() {
            return None;
        }
        let mut sum = p;
        sum.addends.extend_from_slice(&q.addends);
        sum.constant = sum.constant.wrapping_add(q.constant);
        let rule = if self.combine(&mut sum, w) { RewriteRule::AddCombine } else { RewriteRule::AddCanonical };
        let rule = if has_quotient && self.remainders(&mut sum, w) { RewriteRule::AddRemainder } else { rule };
        Some(self.fire(rule, self.sum_term(&sum, w)))
    }
}
