//! Rules of slices and extensions.

use super::RewriteRule;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::{Sort, mask};
use crate::tuning;

impl TermPool {
    /// Does cutting `t` to its `n` low bits make extensions within it go away? `None`: it is a leaf that does not say.
    fn shrinks(&self, t: TermId, n: u32, depth: u32) -> bool {
        let node = self.node(t);
        match node.op {
            Op::Const(_) => true,
            Op::Zext | Op::Sext => self.width(node.args[0]) <= n,
            Op::Concat => self.width(node.args[1]) == n,
            Op::Add | Op::Mul if depth > 0 => node.args.iter().all(|&a| self.shrinks(a, n, depth - 1)),
            Op::Neg if depth > 0 => self.shrinks(node.args[0], n, depth - 1),
            Op::Shl if depth > 0 => {
                self.const_value(node.args[1]).is_some_and(|k| k < n as u128)
                    && self.shrinks(node.args[0], n, depth - 1)
            }
            _ => false,
        }
    }

    pub(super) fn rw_extract(&self, a: TermId, hi: u32, lo: u32) -> Option<TermId> {
        let w = self.width(a);
        let n = hi - lo + 1;
        if n == w {
            // x[w-1:0] → x
            return Some(self.fire(RewriteRule::ExtractAll, a));
        }
        let node = self.node(a);
        let x = *node.args.first()?;
        let xw = self.width(x);
        match node.op {
            // x[h1:l1][h:l] → x[h+l1:l+l1]
            Op::Extract { lo: l, .. } => Some(self.fire(RewriteRule::ExtractExtract, self.extract(x, hi + l, lo + l))),
            Op::Concat => Some(self.extract_concat(x, node.args[1], hi, lo)),
            Op::Zext => Some(if hi < xw {
                // zext(x)[h:l] → x[h:l]
                self.fire(RewriteRule::ExtractZextLow, self.extract(x, hi, lo))
            } else if lo >= xw {
                // zext(x)[h:l] → 0
                self.fire(RewriteRule::ExtractZextZero, self.zero(n))
            } else {
                // zext(x)[h:l] → zext(x[|x|-1:l])
                let t = self.extract(x, xw - 1, lo);
                self.fire(RewriteRule::ExtractZextBoth, self.zext(t, n))
            }),
            Op::Sext => Some(if hi < xw {
                // sext(x)[h:l] → x[h:l]
                self.fire(RewriteRule::ExtractSextLow, self.extract(x, hi, lo))
            } else {
                // sext(x)[h:l] → sext(x[|x|-1:min(l, |x|-1)])
                let t = self.extract(x, xw - 1, lo.min(xw - 1));
                self.fire(RewriteRule::ExtractSextBoth, self.sext(t, n))
            }),
            Op::Not => {
                // (~x)[h:l] → ~(x[h:l])
                let t = self.extract(x, hi, lo);
                Some(self.fire(RewriteRule::ExtractNot, self.not(t)))
            }
            Op::And | Op::Or | Op::Xor => self.extract_bitwise(node.op, x, node.args[1], hi, lo),
            Op::Shl => {
                let k = self.const_value(node.args[1]).filter(|&k| k < w as u128)? as u32;
                Some(self.extract_shl(x, k, hi, lo))
            }
            Op::Mul if lo > 0 && self.const_value(node.args[1]).is_some_and(|k| k & mask(lo) == 0) => {
                // (x·k)[h:l] → x[h-l:0]·(k >> l) when 2^l divides k
                let k = self.const_value(node.args[1])?;
                let p = self.extract(x, hi - lo, 0);
                Some(self.fire(RewriteRule::ExtractMulConst, self.mul(p, self.bv(k >> lo, n))))
            }
            Op::Add | Op::Mul | Op::Neg if lo == 0 && self.shrinks(a, n, tuning::NARROWED_DEPTH.get()) => {
                // (x op y)[h:0] → x[h:0] op y[h:0]
                let p = self.extract(x, hi, 0);
                let t = match node.op {
                    Op::Neg => self.neg(p),
                    op => {
                        let q = self.extract(node.args[1], hi, 0);
                        self.build(op, Sort::Bv(n), &[p, q])
                    }
                };
                Some(self.fire(RewriteRule::ExtractArith, t))
            }
            Op::Ite if self.shrinks(node.args[1], n, 0) && self.shrinks(node.args[2], n, 0) && lo == 0 => {
                // ite(c, x, y)[h:l] → ite(c, x[h:l], y[h:l])
                let (p, q) = (self.extract(node.args[1], hi, lo), self.extract(node.args[2], hi, lo));
                Some(self.fire(RewriteRule::ExtractIte, self.ite(x, p, q)))
            }
            _ => None,
        }
    }

    fn extract_concat(&self, x: TermId, y: TermId, hi: u32, lo: u32) -> TermId {
        let yw = self.width(y);
        if hi < yw {
            // (x ++ y)[h:l] → y[h:l]
            self.fire(RewriteRule::ExtractConcatLow, self.extract(y, hi, lo))
        } else if lo >= yw {
            // (x ++ y)[h:l] → x[h-|y|:l-|y|]
            self.fire(RewriteRule::ExtractConcatHigh, self.extract(x, hi - yw, lo - yw))
        } else {
            // (x ++ y)[h:l] → x[h-|y|:0] ++ y[|y|-1:l]
            let (p, q) = (self.extract(x, hi - yw, 0), self.extract(y, yw - 1, lo));
            self.fire(RewriteRule::ExtractConcatBoth, self.concat(p, q))
        }
    }

    fn extract_bitwise(&self, op: Op, x: TermId, y: TermId, hi: u32, lo: u32) -> Option<TermId> {
        // (x op k)[h:l] → x[h:l], 0 or -1 or ~x[h:l], k all 0 or all 1 there
        let n = hi - lo + 1;
        let k = (self.const_value(y)? >> lo) & mask(n);
        if k != 0 && k != mask(n) {
            return None;
        }
        let t = match (op, k != 0) {
            (Op::And, false) => self.zero(n),
            (Op::Or, true) => self.ones(n),
            (Op::Xor, true) => {
                let t = self.extract(x, hi, lo);
                self.not(t)
            }
            _ => self.extract(x, hi, lo),
        };
        Some(self.fire(RewriteRule::ExtractBitwiseConst, t))
    }

    fn extract_shl(&self, x: TermId, k: u32, hi: u32, lo: u32) -> TermId {
        // (x << k)[h:l] → x[h-k:l-k], 0, or x[h-k:0] ++ 0
        let t = if lo >= k {
            self.extract(x, hi - k, lo - k)
        } else if hi < k {
            self.zero(hi - lo + 1)
        } else {
            let t = self.extract(x, hi - k, 0);
            self.concat(t, self.zero(k - lo))
        };
        self.fire(RewriteRule::ExtractShl, t)
    }

    pub(super) fn rw_zext(&self, a: TermId, w: u32) -> Option<TermId> {
        let n = self.node(a);
        match n.op {
            // zext(zext(x)) → zext(x)
            Op::Zext => Some(self.fire(RewriteRule::ZextZext, self.zext(n.args[0], w))),
            Op::Shl => {
                // zext(zext(x) << k) → zext(x) << k when no bit is lost
                let x = self.under(n.args[0], Op::Zext)?;
                let k = self.const_value(n.args[1])?;
                (self.width(x) as u128 + k <= self.width(a) as u128).then(|| {
                    let x = self.zext(x, w);
                    self.fire(RewriteRule::ZextShl, self.shl(x, self.bv(k, w)))
                })
            }
            Op::Concat => {
                // zext(x ++ 0:k) → zext(x) << k
                let k = self.const_value(n.args[1]).filter(|&k| k == 0).map(|_| self.width(n.args[1]))?;
                let x = self.zext(n.args[0], w);
                Some(self.fire(RewriteRule::ZextConcatZero, self.shl(x, self.bv(k as u128, w))))
            }
            _ => None,
        }
    }

    pub(super) fn rw_sext(&self, a: TermId, w: u32) -> Option<TermId> {
        let n = self.node(a);
        match n.op {
            // sext(sext(x)) → sext(x)
            Op::Sext => Some(self.fire(RewriteRule::SextSext, self.sext(n.args[0], w))),
            // sext(zext(x)) → zext(x)
            Op::Zext => Some(self.fire(RewriteRule::SextZext, self.zext(n.args[0], w))),
            // sext(x) → zext(x) when x is never negative
            _ => (self.facts(a).smin >= 0).then(|| self.fire(RewriteRule::SextNonneg, self.zext(a, w))),
        }
    }
}
