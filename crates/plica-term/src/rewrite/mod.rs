//! The rewriting engine: what happens between a call of a constructor and a node in the pool.
//!
//! Oblivious to path conditions: a rule holds under every assignment. One file a family; every rule stands in
//! [`RewriteRule`] and counts its uses. Invariant: a rule looks at boundedly many nodes and the nesting of constructors
//! within constructors is bounded, so building is quick on terms of any depth.

mod arith;
mod array;
mod bitwise;
mod concat;
mod equal;
mod extract;
mod float;
mod ite;
mod linear;
mod order;
mod polynomial;
mod rules;
mod shift;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use crate::bv::eval_bv;
use crate::op::Op;
use crate::pool::{Node, TermId, TermPool};
use crate::sort::{Sort, mask};

pub use rules::RewriteRule;
pub(crate) use rules::RuleCounters;

/// Constructors called from within constructors, at most; beyond it nodes are made as they stand.
const MAX_NESTING: u32 = 48;

thread_local! {
    static NESTING: Cell<u32> = const { Cell::new(0) };
}

impl TermPool {
    /// The simplified form of `op(args)`. The general constructor, through which all others go; also used by
    /// substitution and by readers of stored terms. `sort` is the sort of the result.
    pub fn build(&self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        if args.is_empty() {
            return self.intern(op, sort, args);
        }
        if let Some(t) = self.fold(op, sort, args) {
            return t;
        }
        let ordered;
        let args = if op.is_commutative() && self.out_of_order(args[0], args[1]) {
            ordered = [args[1], args[0]];
            &ordered
        } else {
            args
        };
        let depth = NESTING.with(Cell::get);
        if depth >= MAX_NESTING {
            return self.intern(op, sort, args);
        }
        NESTING.with(|n| n.set(depth + 1));
        let rewritten = self.rewrite(op, sort, args);
        NESTING.with(|n| n.set(depth));
        rewritten.unwrap_or_else(|| self.intern(op, sort, args))
    }

    /// How often each rule fired in this pool, rules that never did included.
    pub fn rule_counts(&self) -> Vec<(RewriteRule, u64)> {
        RewriteRule::ALL.iter().map(|&r| (r, self.rules.get(r))).collect()
    }

    /// The node as it stands, but with operands of commutative operators in the order in which constructors put them.
    /// The operands of sums are in the order of what their coefficients stand before, which may be rewritten and gone:
    /// these stay as they are, unless the sum is there the other way round.
    pub(crate) fn intern_ordered(&self, op: Op, sort: Sort, args: &mut [TermId]) -> TermId {
        if let [a, b] = *args
            && op.is_commutative()
        {
            let swapped = match op {
                Op::Add => self.find(op, sort, &[b, a]).is_some() && self.find(op, sort, args).is_none(),
                _ => self.out_of_order(a, b),
            };
            if swapped {
                args.swap(0, 1);
            }
        }
        self.intern(op, sort, args)
    }

    /// Constants stand last; otherwise arguments are in the order of their ids.
    fn out_of_order(&self, a: TermId, b: TermId) -> bool {
        let rank = |t: TermId| (self.const_value(t).is_some(), t);
        rank(b) < rank(a)
    }

    /// `op(k…) → k`
    fn fold(&self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        let Sort::Bv(r) = sort else { return None };
        let (mut vals, mut widths) = ([0u128; 3], [0u32; 3]);
        if args.len() > 3 {
            return None;
        }
        for (i, &a) in args.iter().enumerate() {
            let node = self.node(a);
            let (Op::Const(v), Sort::Bv(w)) = (node.op, node.sort) else { return None };
            (vals[i], widths[i]) = (v, w);
        }
        let v = eval_bv(op, widths[0], r, &vals[..args.len()], &widths[..args.len()])?;
        Some(self.fire(RewriteRule::FoldConstants, self.bv(v, r)))
    }

    fn rewrite(&self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        let specific = match op {
            Op::Not => self.rw_not(args[0]),
            Op::And => self.rw_and(args[0], args[1]),
            Op::Or => self.rw_or(args[0], args[1]),
            Op::Xor => self.rw_xor(args[0], args[1]),
            Op::Neg => self.rw_neg(args[0]),
            Op::Add => self.rw_add(args[0], args[1]),
            Op::Mul => self.rw_mul(args[0], args[1]),
            Op::Udiv => self.rw_udiv(args[0], args[1]),
            Op::Urem => self.rw_urem(args[0], args[1]),
            Op::Sdiv => self.rw_sdiv(args[0], args[1]),
            Op::Srem => self.rw_srem(args[0], args[1]),
            Op::Shl => self.rw_shl(args[0], args[1]),
            Op::Lshr => self.rw_lshr(args[0], args[1]),
            Op::Ashr => self.rw_ashr(args[0], args[1]),
            Op::Concat => self.rw_concat(args[0], args[1]),
            Op::Extract { hi, lo } => self.rw_extract(args[0], hi, lo),
            Op::Zext => self.rw_zext(args[0], sort.bv_width()?),
            Op::Sext => self.rw_sext(args[0], sort.bv_width()?),
            Op::Ite => self.rw_ite(sort, args[0], args[1], args[2]),
            Op::Eq => self.rw_eq(args[0], args[1]),
            Op::Ult | Op::Ule | Op::Slt | Op::Sle => self.rw_order(op, args[0], args[1]),
            Op::Umulo => self.rw_umulo(args[0], args[1]),
            Op::Smulo => self.rw_smulo(args[0], args[1]),
            Op::Select => self.rw_select(sort, args[0], args[1]),
            Op::Store => self.rw_store(sort, args[0], args[1], args[2]),
            Op::Lambda(s) => self.rw_lambda(s, args[0]),
            Op::Forall(s) => self.rw_forall(s, args[0], args[1]),
            Op::App(_) | Op::Const(_) | Op::Symbol(_) | Op::Table(_) | Op::ConstArray => return None,
            _ => return self.rw_float(op, sort, args),
        };
        specific.or_else(|| self.push_into_ite(op, sort, args))
    }

    /// `op(ite(c, k1, k2), k3) → ite(c, op(k1, k3), op(k2, k3))`
    fn push_into_ite(&self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        let r = sort.bv_width()?;
        if matches!(op, Op::Ite | Op::Select | Op::Store) || args.len() > 2 {
            return None;
        }
        // Widening a condition is itself a choice of constants; widening it again or adding to it is not one to push
        // into.
        let whole = matches!(op, Op::Add | Op::Zext | Op::Sext | Op::Shl | Op::Concat);
        let (mut c, mut vals, mut widths) = (None, [[0u128; 2]; 2], [0u32; 2]);
        for (i, &a) in args.iter().enumerate() {
            let Sort::Bv(w) = self.sort(a) else { return None };
            widths[i] = w;
            if let Some(v) = self.const_value(a) {
                vals[0][i] = v;
                vals[1][i] = v;
            } else {
                let (d, x, y) = self.const_choice(a, whole)?;
                if c.is_some_and(|c| c != d) {
                    return None;
                }
                c = Some(d);
                vals[0][i] = x;
                vals[1][i] = y;
            }
        }
        let n = args.len();
        let x = eval_bv(op, widths[0], r, &vals[0][..n], &widths[..n])?;
        let y = eval_bv(op, widths[0], r, &vals[1][..n], &widths[..n])?;
        Some(self.fire(RewriteRule::IteConstPush, self.ite(c?, self.bv(x, r), self.bv(y, r))))
    }

    /// A choice of two constants: `ite(c, k1, k2)`, or unless `ite_only` an extension of a condition.
    fn const_choice(&self, t: TermId, ite_only: bool) -> Option<(TermId, u128, u128)> {
        let node = self.node(t);
        match node.op {
            Op::Ite => Some((node.args[0], self.const_value(node.args[1])?, self.const_value(node.args[2])?)),
            Op::Zext if !ite_only && self.width(node.args[0]) == 1 => Some((node.args[0], 1, 0)),
            Op::Sext if !ite_only && self.width(node.args[0]) == 1 => {
                Some((node.args[0], mask(node.sort.bv_width()?), 0))
            }
            _ => None,
        }
    }

    /// Counts a rule and passes its result on.
    #[inline]
    fn fire(&self, rule: RewriteRule, result: TermId) -> TermId {
        self.rules.count(rule);
        result
    }

    /// The node of a term, if its operator is `op`.
    #[inline]
    fn is(&self, t: TermId, op: Op) -> Option<&Node> {
        let node = self.node(t);
        (node.op == op).then_some(node)
    }

    /// The term under a unary operator.
    #[inline]
    fn under(&self, t: TermId, op: Op) -> Option<TermId> {
        self.is(t, op).map(|n| n.args[0])
    }

    fn zero(&self, w: u32) -> TermId {
        self.bv(0, w)
    }

    fn ones(&self, w: u32) -> TermId {
        self.bv(u128::MAX, w)
    }

    /// `x op k` with a constant on the right.
    fn with_const(&self, t: TermId, op: Op) -> Option<(TermId, u128)> {
        let n = self.is(t, op)?;
        Some((n.args[0], self.const_value(n.args[1])?))
    }

    /// Is one certainly the complement of the other?
    fn complementary(&self, a: TermId, b: TermId) -> bool {
        let (x, y) = (self.node(a), self.node(b));
        if x.op == Op::Not && x.args[0] == b || y.op == Op::Not && y.args[0] == a {
            return true;
        }
        match (x.op, y.op) {
            // !(p < q) is q <= p.
            (Op::Ult, Op::Ule) | (Op::Ule, Op::Ult) | (Op::Slt, Op::Sle) | (Op::Sle, Op::Slt) => {
                x.args[0] == y.args[1] && x.args[1] == y.args[0]
            }
            // !(p < k) is k - 1 < p; k is not the least value, or the comparison would have been decided.
            (Op::Ult, Op::Ult) | (Op::Slt, Op::Slt) => {
                let w = self.width(x.args[0]);
                let least = if x.op == Op::Ult { 0 } else { 1u128 << (w - 1) };
                let follows = |p: &Node, q: &Node| {
                    p.args[0] == q.args[1]
                        && match (self.const_value(p.args[1]), self.const_value(q.args[0])) {
                            (Some(k), Some(j)) => k != least && j == k.wrapping_sub(1) & mask(w),
                            _ => false,
                        }
                };
                follows(x, y) || follows(y, x)
            }
            _ => false,
        }
    }
}
