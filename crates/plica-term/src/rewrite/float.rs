//! Rules of floats. A constant float is `from-bits` of constant bits.

use super::RewriteRule;
use crate::fp::eval_fp;
use crate::op::{FpRel, FpUnary, Op};
use crate::pool::{TermId, TermPool};
use crate::sort::{FloatFormat, Sort};

impl TermPool {
    /// The bits of a constant float or bit-vector.
    fn const_bits(&self, t: TermId) -> Option<u128> {
        let n = self.node(t);
        match (n.op, n.sort) {
            (Op::FpFromBits, Sort::Float(f)) => self.const_value(n.args[0]).map(|b| crate::fp::canonical(b, f)),
            (Op::Const(v), _) => Some(v),
            _ => None,
        }
    }

    fn float_format(&self, t: TermId) -> Option<FloatFormat> {
        match self.sort(t) {
            Sort::Float(f) => Some(f),
            _ => None,
        }
    }

    pub(super) fn rw_float(&self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        let a = *args.first()?;
        let n = self.node(a);
        if let Some(t) = self.rw_float_const(op, sort, args) {
            return Some(t);
        }
        match op {
            // from-bits(to-bits(f)) → f
            Op::FpFromBits if n.op == Op::FpToBits && self.sort(n.args[0]) == sort => {
                Some(self.fire(RewriteRule::FpFromToBits, n.args[0]))
            }
            // -(-f) → f
            Op::FpNeg if n.op == Op::FpNeg => Some(self.fire(RewriteRule::FpNegNeg, n.args[0])),
            // |-f| → |f|
            Op::FpAbs if n.op == Op::FpNeg => {
                Some(self.fire(RewriteRule::FpAbsNeg, self.fp_arith(Op::FpAbs, &[n.args[0]])))
            }
            // ||f|| → |f|
            Op::FpAbs if n.op == Op::FpAbs => Some(self.fire(RewriteRule::FpAbsAbs, a)),
            Op::FpToFp if n.op == Op::FpToFp => {
                let (inner, middle, outer) =
                    (self.float_format(n.args[0])?, self.float_format(a)?, self.float_format(n.args[0])?);
                let Sort::Float(target) = sort else { return None };
                if middle.width() <= inner.width() {
                    return None;
                }
                if target == outer {
                    // narrow(widen(f)) → f
                    return Some(self.fire(RewriteRule::FpRoundTrip, n.args[0]));
                }
                // widen(widen(f)) → widen(f); a widening never rounds, so any conversion may follow directly
                Some(self.fire(RewriteRule::FpWidenWiden, self.fp_to_fp(n.args[0], target)))
            }
            Op::FpMul | Op::FpDiv => {
                let f = self.float_format(a)?;
                let one = eval_fp(Op::FpFromUbv, Sort::Bv(1), Sort::Float(f), &[1]);
                // f·1 → f, f / 1 → f
                if self.const_bits(args[1]) == one {
                    return Some(
                        self.fire(if op == Op::FpMul { RewriteRule::FpMulOne } else { RewriteRule::FpDivOne }, a),
                    );
                }
                (op == Op::FpMul && self.const_bits(a) == one).then(|| self.fire(RewriteRule::FpMulOne, args[1]))
            }
            Op::FpRel(rel) => self.rw_float_rel(rel, a, args[1]),
            Op::FpIs(p) => self.rw_float_is(p, a),
            Op::FpToSbv | Op::FpToUbv => {
                let signed = op == Op::FpToSbv;
                let same = n.op == if signed { Op::FpFromSbv } else { Op::FpFromUbv };
                let w = sort.bv_width()?;
                let f = self.float_format(a)?;
                let x = *n.args.first()?;
                // to-int(from-int(x)) → x when no rounding takes place
                (same && self.width(x) <= w && self.width(x) <= f.significand()).then(|| {
                    let t = if signed { self.sext(x, w) } else { self.zext(x, w) };
                    self.fire(RewriteRule::FpIntRoundTrip, t)
                })
            }
            _ => None,
        }
    }

    /// `fp-op(k…) → k`
    fn rw_float_const(&self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        if op == Op::FpFromBits {
            // The constant itself; one NaN is enough.
            let (bits, Sort::Float(f)) = (self.const_value(args[0])?, sort) else { return None };
            let c = crate::fp::canonical(bits, f);
            return (c != bits)
                .then(|| self.fire(RewriteRule::FpFoldConstants, self.fp_from_bits(self.bv(c, f.width()), f)));
        }
        let mut vals = [0u128; 3];
        if args.len() > 3 {
            return None;
        }
        for (i, &a) in args.iter().enumerate() {
            vals[i] = self.const_bits(a)?;
        }
        let v = eval_fp(op, self.sort(args[0]), sort, &vals[..args.len()])?;
        let t = match sort {
            Sort::Float(f) => self.fp_from_bits(self.bv(v, f.width()), f),
            Sort::Bv(w) => self.bv(v, w),
            Sort::Array { .. } => return None,
        };
        Some(self.fire(RewriteRule::FpFoldConstants, t))
    }

    fn rw_float_rel(&self, rel: FpRel, a: TermId, b: TermId) -> Option<TermId> {
        let nan = |t: TermId| self.float_format(t).is_some_and(|f| self.const_bits(t) == Some(f.canonical_nan()));
        if nan(a) || nan(b) {
            // f rel nan → false
            return Some(self.fire(RewriteRule::FpNan, self.false_()));
        }
        if a != b {
            return None;
        }
        let not_nan = || {
            let t = self.fp_is(FpUnary::IsNan, a);
            self.not(t)
        };
        Some(match rel {
            // f == f → !isnan(f)
            FpRel::Eq => self.fire(RewriteRule::FpEqSame, not_nan()),
            // f <= f → !isnan(f)
            FpRel::Le => self.fire(RewriteRule::FpLeSame, not_nan()),
            // f < f → false
            FpRel::Lt => self.fire(RewriteRule::FpLtSame, self.false_()),
        })
    }

    fn rw_float_is(&self, p: FpUnary, a: TermId) -> Option<TermId> {
        let n = self.node(a);
        match n.op {
            // isneg(|f|) → false
            Op::FpAbs if p == FpUnary::IsNegative => Some(self.fire(RewriteRule::FpIsNegAbs, self.false_())),
            // is(-f) → is(f), is(|f|) → is(f), sign aside
            Op::FpNeg | Op::FpAbs if p != FpUnary::IsNegative => {
                Some(self.fire(RewriteRule::FpIsNeg, self.fp_is(p, n.args[0])))
            }
            // isnan(from-int(x)) → false
            Op::FpFromSbv | Op::FpFromUbv if p == FpUnary::IsNan => {
                Some(self.fire(RewriteRule::FpFromIntNan, self.false_()))
            }
            _ => None,
        }
    }
}
