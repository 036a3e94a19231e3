//! What is known of a term under every assignment: fixed bits, unsigned and signed ranges.
//!
//! Oblivious to path conditions. Computed bottom-up once per term and kept; a term about which nothing is known
//! costs one word. Invariant: every value the term can take agrees with all its facts, so they may decide comparisons.

use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::{Sort, mask, sign_extend};
use crate::tuning;

/// Facts about a bit-vector term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Bits that are always zero (only bits of the width are set).
    pub zeros: u128,
    /// Bits that are always one.
    pub ones: u128,
    /// Least unsigned value.
    pub umin: u128,
    /// Greatest unsigned value.
    pub umax: u128,
    /// Least signed value.
    pub smin: i128,
    /// Greatest signed value.
    pub smax: i128,
}

impl Facts {
    /// Nothing is known but the width.
    pub fn top(w: u32) -> Facts {
        Facts { zeros: 0, ones: 0, umin: 0, umax: mask(w), smin: i128::MIN >> (128 - w), smax: i128::MAX >> (128 - w) }
    }

    fn constant(v: u128, w: u32) -> Facts {
        let s = sign_extend(v, w);
        Facts { zeros: !v & mask(w), ones: v, umin: v, umax: v, smin: s, smax: s }
    }

    fn unsigned(lo: u128, hi: u128, w: u32) -> Facts {
        Facts { umin: lo, umax: hi, ..Facts::top(w) }.tightened(w)
    }

    fn signed(lo: i128, hi: i128, w: u32) -> Facts {
        Facts { smin: lo, smax: hi, ..Facts::top(w) }.tightened(w)
    }

    fn bits(zeros: u128, ones: u128, w: u32) -> Facts {
        Facts { zeros, ones, ..Facts::top(w) }.tightened(w)
    }

    /// Lets the three kinds of facts improve each other.
    fn tightened(mut self, w: u32) -> Facts {
        let sign = 1u128 << (w - 1);
        for _ in 0..2 {
            self.umin = self.umin.max(self.ones);
            self.umax = self.umax.min(!self.zeros & mask(w));
            // A range on one side of the sign boundary is the same range in both readings.
            if self.umax < sign || self.umin >= sign {
                self.smin = self.smin.max(sign_extend(self.umin, w));
                self.smax = self.smax.min(sign_extend(self.umax, w));
            }
            if self.smin >= 0 || self.smax < 0 {
                self.umin = self.umin.max(self.smin as u128 & mask(w));
                self.umax = self.umax.min(self.smax as u128 & mask(w));
            }
            // The leading bits in which both bounds agree are fixed.
            let differ = self.umin ^ self.umax;
            let agreed = mask(w) & !if differ == 0 { 0 } else { mask(128 - differ.leading_zeros()) };
            self.ones |= self.umin & agreed;
            self.zeros |= !self.umin & agreed;
        }
        self
    }

    /// The union of what both allow.
    fn join(self, o: Facts) -> Facts {
        Facts {
            zeros: self.zeros & o.zeros,
            ones: self.ones & o.ones,
            umin: self.umin.min(o.umin),
            umax: self.umax.max(o.umax),
            smin: self.smin.min(o.smin),
            smax: self.smax.max(o.smax),
        }
    }

    /// What both say.
    fn meet(self, o: Facts, w: u32) -> Facts {
        Facts {
            zeros: self.zeros | o.zeros,
            ones: self.ones | o.ones,
            umin: self.umin.max(o.umin),
            umax: self.umax.min(o.umax),
            smin: self.smin.max(o.smin),
            smax: self.smax.min(o.smax),
        }
        .tightened(w)
    }
}

/// What operators make of facts; `w` is the width of the result.
impl Facts {
    fn inverted(self, w: u32) -> Facts {
        let m = mask(w);
        let (umin, umax) = (m - self.umax, m - self.umin);
        Facts { zeros: self.ones, ones: self.zeros, umin, umax, smin: !self.smax, smax: !self.smin }
    }

    fn and(self, b: Facts, w: u32) -> Facts {
        let bits = Facts::bits(self.zeros | b.zeros, self.ones & b.ones, w);
        bits.meet(Facts::unsigned(0, self.umax.min(b.umax), w), w)
    }

    fn or(self, b: Facts, w: u32) -> Facts {
        let bits = Facts::bits(self.zeros & b.zeros, self.ones | b.ones, w);
        bits.meet(Facts::unsigned(self.umin.max(b.umin), mask(w), w), w)
    }

    fn xor(self, b: Facts, w: u32) -> Facts {
        let a = self;
        Facts::bits((a.zeros & b.zeros) | (a.ones & b.ones), (a.zeros & b.ones) | (a.ones & b.zeros), w)
    }

    fn sum(self, b: Facts, w: u32) -> Facts {
        let a = self;
        // The low bits that are known of both are known of the sum.
        let low = ((a.zeros | a.ones) & (b.zeros | b.ones)).trailing_ones().min(w);
        let known = if low == 0 { 0 } else { mask(low) };
        let sum = a.ones.wrapping_add(b.ones);
        let mut r = Facts::bits(!sum & known, sum & known, w);
        if let Some(hi) = a.umax.checked_add(b.umax).filter(|&h| h <= mask(w)) {
            r = r.meet(Facts::unsigned(a.umin + b.umin, hi, w), w);
        }
        let (top, s) = (Facts::top(w), (a.smin.checked_add(b.smin), a.smax.checked_add(b.smax)));
        if let (Some(lo), Some(hi)) = s
            && lo >= top.smin
            && hi <= top.smax
        {
            r = r.meet(Facts::signed(lo, hi, w), w);
        }
        r
    }

    fn negated(self, w: u32) -> Facts {
        let top = Facts::top(w);
        if self.smin > top.smin { Facts::signed(-self.smax, -self.smin, w) } else { top }
    }

    fn product(self, b: Facts, w: u32) -> Facts {
        let a = self;
        let low = ((a.zeros.trailing_ones()).min(w) + (b.zeros.trailing_ones()).min(w)).min(w);
        let mut r = Facts::bits(if low == 0 { 0 } else { mask(low) }, 0, w);
        let corners = [(a.smin, b.smin), (a.smin, b.smax), (a.smax, b.smin), (a.smax, b.smax)];
        let corners = corners.map(|(x, y)| x.checked_mul(y));
        if let [Some(p), Some(q), Some(s), Some(t)] = corners {
            let (lo, hi) = (p.min(q).min(s).min(t), p.max(q).max(s).max(t));
            let top = Facts::top(w);
            if lo >= top.smin && hi <= top.smax {
                r = r.meet(Facts::signed(lo, hi, w), w);
            }
        }
        match a.umax.checked_mul(b.umax).filter(|&h| h <= mask(w)) {
            Some(hi) => r.meet(Facts::unsigned(a.umin * b.umin, hi, w), w),
            None => r,
        }
    }

    /// By less than the width.
    fn shifted_left(self, k: u32, w: u32) -> Facts {
        let (a, m) = (self, mask(w));
        let low = if k == 0 { 0 } else { mask(k) };
        let r = Facts::bits(((a.zeros << k) & m) | low, (a.ones << k) & m, w);
        if a.umax <= m >> k { r.meet(Facts::unsigned(a.umin << k, a.umax << k, w), w) } else { r }
    }

    fn shifted_right(self, by: Facts, w: u32) -> Facts {
        let at = |v: u128, k: u128| if k >= w as u128 { 0 } else { v >> k };
        Facts::unsigned(at(self.umin, by.umax), at(self.umax, by.umin), w)
    }

    fn quotient(self, by: Facts, w: u32) -> Facts {
        match (self.umin.checked_div(by.umax), self.umax.checked_div(by.umin)) {
            (Some(lo), Some(hi)) => Facts::unsigned(lo, hi, w),
            // By zero: all ones.
            _ => Facts::top(w),
        }
    }

    /// After division by a known number of this magnitude.
    fn signed_remainder(self, by: u128, w: u32) -> Facts {
        let greatest = (by - 1).min(i128::MAX as u128) as i128;
        let lo = if self.smin >= 0 { 0 } else { (-greatest).max(self.smin) };
        let hi = if self.smax <= 0 { 0 } else { greatest.min(self.smax) };
        Facts::signed(lo, hi, w)
    }

    /// With the bits of `b`, a term of `low` bits, below.
    fn followed_by(self, b: Facts, low: u32, w: u32) -> Facts {
        let cat = |x: u128, y: u128| (x << low) | y;
        Facts::bits(cat(self.zeros, b.zeros), cat(self.ones, b.ones), w)
            .meet(Facts::unsigned(cat(self.umin, b.umin), cat(self.umax, b.umax), w), w)
    }

    /// The bits from `lo` on of a term of `from` bits.
    fn extracted(self, lo: u32, from: u32, w: u32) -> Facts {
        let (a, m) = (self, mask(w));
        let r = Facts::bits((a.zeros >> lo) & m, (a.ones >> lo) & m, w);
        if lo == 0 && a.umax <= m {
            r.meet(Facts::unsigned(a.umin, a.umax, w), w)
        } else if lo + w == from {
            r.meet(Facts::unsigned(a.umin >> lo, a.umax >> lo, w), w)
        } else {
            r
        }
    }
}

impl TermPool {
    /// What is known of a bit-vector term. Other sorts give the facts of an unknown bit.
    pub fn facts(&self, t: TermId) -> Facts {
        let node = self.node(t);
        let Sort::Bv(w) = node.sort else { return Facts::top(1) };
        match node.op {
            Op::Const(v) => return Facts::constant(v, w),
            Op::Symbol(_) | Op::App(_) => return Facts::top(w),
            _ => {}
        }
        if let Some(f) = self.facts.slot(t.index()).get() {
            return f.as_deref().copied().unwrap_or(Facts::top(w));
        }
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.facts_at_hand(top).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(self.node(top).args.iter().filter(|&&a| self.facts_at_hand(a).is_none()));
            if stack.len() > before {
                continue;
            }
            let w = self.width(top);
            let f = self.transfer(top, w);
            let _ = self.facts.slot(top.index()).set((f != Facts::top(w)).then(|| Box::new(f)));
            stack.pop();
        }
        self.facts_at_hand(t).unwrap_or(Facts::top(w))
    }

    fn facts_at_hand(&self, t: TermId) -> Option<Facts> {
        let node = self.node(t);
        let Sort::Bv(w) = node.sort else { return Some(Facts::top(1)) };
        match node.op {
            Op::Const(v) => Some(Facts::constant(v, w)),
            Op::Symbol(_) | Op::App(_) => Some(Facts::top(w)),
            _ => self.facts.slot(t.index()).get().map(|f| f.as_deref().copied().unwrap_or(Facts::top(w))),
        }
    }

    /// `(umin, umax, smin, smax)` of a bit-vector term.
    pub fn range(&self, t: TermId) -> (u128, u128, i128, i128) {
        let f = self.facts(t);
        (f.umin, f.umax, f.smin, f.smax)
    }

    /// `(zeros, ones)`: the bits of a term that are always zero and always one.
    pub fn known_bits(&self, t: TermId) -> (u128, u128) {
        let f = self.facts(t);
        (f.zeros, f.ones)
    }

    /// The facts of a term from those of its arguments.
    fn transfer(&self, t: TermId, w: u32) -> Facts {
        let node = self.node(t);
        let f = |i: usize| self.facts_at_hand(node.args[i]).unwrap_or(Facts::top(self.width(node.args[i]).max(1)));
        // Most terms are sums and mixtures of inputs, of which nothing is known: the quick way out.
        let top = Facts::top(w);
        let quick = match node.op {
            Op::Add | Op::Xor => f(0) == top || f(1) == top,
            Op::Mul => (f(0) == top && f(1).zeros & 1 == 0) || (f(1) == top && f(0).zeros & 1 == 0),
            _ => false,
        };
        if quick {
            return top;
        }
        match node.op {
            Op::Not => f(0).inverted(w),
            Op::And => f(0).and(f(1), w),
            Op::Or => f(0).or(f(1), w),
            Op::Xor => f(0).xor(f(1), w),
            Op::Add => f(0).sum(f(1), w),
            Op::Neg => f(0).negated(w),
            Op::Mul => f(0).product(f(1), w),
            Op::Shl => match self.const_value(node.args[1]).filter(|&k| k < w as u128) {
                Some(k) => f(0).shifted_left(k as u32, w),
                None => top,
            },
            Op::Lshr => f(0).shifted_right(f(1), w),
            Op::Ashr => {
                let a = f(0);
                Facts::signed(a.smin.min(0), a.smax.max(-1), w)
            }
            Op::Udiv => f(0).quotient(f(1), w),
            Op::Urem => {
                let (a, b) = (f(0), f(1));
                let hi = if b.umin > 0 { a.umax.min(b.umax - 1) } else { a.umax };
                Facts::unsigned(0, hi, w)
            }
            Op::Srem => match self.const_value(node.args[1]).map(|c| sign_extend(c, w).unsigned_abs()) {
                Some(c) if c > 0 => f(0).signed_remainder(c, w),
                _ => top,
            },
            Op::Concat => f(0).followed_by(f(1), self.width(node.args[1]), w),
            Op::Extract { lo, .. } => f(0).extracted(lo, self.width(node.args[0]), w),
            Op::Zext => {
                let (a, from) = (f(0), self.width(node.args[0]));
                let above = mask(w) & !mask(from);
                Facts::bits(a.zeros | above, a.ones, w).meet(Facts::unsigned(a.umin, a.umax, w), w)
            }
            Op::Sext => {
                let a = f(0);
                Facts::signed(a.smin, a.smax, w)
            }
            Op::Ite => f(1).join(f(2)),
            Op::Select => self.table_facts(node.args[0], f(1), w),
            _ => top,
        }
    }

    /// The range of a read from a table, over the elements that the index can reach.
    fn table_facts(&self, array: TermId, index: Facts, w: u32) -> Facts {
        let Op::Table(id) = self.node(array).op else { return Facts::top(w) };
        let d = self.table_data(id);
        let len = d.elems.len() as u128;
        let (lo, hi) = (index.umin.min(len), index.umax.saturating_add(1).min(len));
        if hi - lo > tuning::TABLE_ELEMENTS_FOR_RANGE.get() {
            return Facts::top(w);
        }
        let past = (index.umax >= len).then_some(d.default);
        let within = d.elems[lo as usize..hi as usize].iter().copied();
        within.chain(past).map(|v| Facts::constant(v as u128 & mask(w), w)).reduce(Facts::join).unwrap_or(Facts::top(w))
    }
}
