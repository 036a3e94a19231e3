//! Rules of choice.

use super::RewriteRule;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::{Sort, mask};

impl TermPool {
    pub(super) fn rw_ite(&self, sort: Sort, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        if a == b {
            // ite(c, x, x) → x
            return Some(self.fire(RewriteRule::IteSame, a));
        }
        if self.const_value(c).is_some() {
            // ite(true, x, y) → x; ite(false, x, y) → y
            return Some(self.fire(RewriteRule::IteConst, if self.is_true(c) { a } else { b }));
        }
        if let Some(d) = self.under(c, Op::Not) {
            // ite(!c, x, y) → ite(c, y, x)
            return Some(self.fire(RewriteRule::IteNot, self.ite(d, b, a)));
        }
        if sort == Sort::BOOL
            && let Some(t) = self.rw_ite_bool(c, a, b)
        {
            return Some(t);
        }
        let (cn, x, y) = (self.node(c), self.node(a), self.node(b));
        if let Sort::Bv(w) = sort {
            if let (Some(j), Some(k)) = (self.const_value(a), self.const_value(b)) {
                // ite(c, 1, 0) → zext(c), ite(c, -1, 0) → sext(c)
                return match (j, k) {
                    (1, 0) => Some(self.fire(RewriteRule::IteBoolWord, self.zext(c, w))),
                    (0, 1) => {
                        let n = self.not(c);
                        Some(self.fire(RewriteRule::IteBoolWord, self.zext(n, w)))
                    }
                    (j, 0) if j == mask(w) => Some(self.fire(RewriteRule::IteBoolMask, self.sext(c, w))),
                    (0, k) if k == mask(w) => {
                        let n = self.not(c);
                        Some(self.fire(RewriteRule::IteBoolMask, self.sext(n, w)))
                    }
                    _ => None,
                };
            }
            if cn.op == Op::Eq && (cn.args[0] == a && cn.args[1] == b || cn.args[0] == b && cn.args[1] == a) {
                // ite(x = y, x, y) → y
                return Some(self.fire(RewriteRule::IteEq, b));
            }
            if x.op == y.op && matches!(x.op, Op::Zext | Op::Sext) {
                let (p, q) = (x.args[0], y.args[0]);
                if self.width(p) == self.width(q) {
                    // ite(c, ext(x), ext(y)) → ext(ite(c, x, y))
                    let t = self.ite(c, p, q);
                    return Some(self.fire(RewriteRule::IteExt, self.build(x.op, sort, &[t])));
                }
            }
        }
        if x.op == Op::Ite && x.args[0] == c {
            // ite(c, ite(c, x, y), z) → ite(c, x, z)
            return Some(self.fire(RewriteRule::IteNested, self.ite(c, x.args[1], b)));
        }
        if y.op == Op::Ite && y.args[0] == c {
            return Some(self.fire(RewriteRule::IteNested, self.ite(c, a, y.args[2])));
        }
        if y.op == Op::Ite && y.args[1] == a {
            // ite(c, x, ite(d, x, y)) → ite(c | d, x, y)
            let d = self.or(c, y.args[0]);
            return Some(self.fire(RewriteRule::IteMergeElse, self.ite(d, a, y.args[2])));
        }
        if x.op == Op::Ite && x.args[2] == b {
            // ite(c, ite(d, x, y), y) → ite(c & d, x, y)
            let d = self.and(c, x.args[0]);
            return Some(self.fire(RewriteRule::IteMergeThen, self.ite(d, x.args[1], b)));
        }
        None
    }

    fn rw_ite_bool(&self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        let not = || self.not(c);
        Some(if self.is_true(a) {
            // ite(c, true, y) → c | y
            self.fire(RewriteRule::IteThenTrue, self.or(c, b))
        } else if self.is_false(a) {
            // ite(c, false, y) → !c & y
            self.fire(RewriteRule::IteThenFalse, self.and(not(), b))
        } else if self.is_false(b) {
            // ite(c, x, false) → c & x
            self.fire(RewriteRule::IteElseFalse, self.and(c, a))
        } else if self.is_true(b) {
            // ite(c, x, true) → !c | x
            self.fire(RewriteRule::IteElseTrue, self.or(not(), a))
        } else if a == c {
            // ite(c, c, y) → c | y
            self.fire(RewriteRule::IteThenSame, self.or(c, b))
        } else if b == c {
            // ite(c, x, c) → c & x
            self.fire(RewriteRule::IteThenSame, self.and(c, a))
        } else {
            return None;
        })
    }
}
