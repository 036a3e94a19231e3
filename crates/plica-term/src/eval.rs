//! Evaluation of terms under an assignment: the slow, obvious meaning of every operator.
//!
//! Oblivious to rewriting: it never calls a constructor, so rewriting can be tested against it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::model::{ArrayValue, ConstValue, Model};
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::{Sort, mask, sign_extend};

/// Evaluates terms under one assignment and remembers the values of sub-terms.
pub struct Evaluator<'a> {
    pool: &'a TermPool,
    model: &'a Model,
    memo: FxHashMap<TermId, ConstValue>,
}

/// The value of the bit-vector operators, argument values in, bits out. `None` for operators that are not of this kind.
///
/// `w` is the width of the first argument, `r` that of the result.
pub fn eval_bv(op: Op, w: u32, r: u32, a: &[u128], widths: &[u32]) -> Option<u128> {
    let s = |i: usize| sign_extend(a[i], w);
    let b = |c: bool| c as u128;
    let m = mask(r);
    Some(match op {
        Op::Const(v) => v,
        Op::Not => !a[0] & m,
        Op::And => a[0] & a[1],
        Op::Or => a[0] | a[1],
        Op::Xor => a[0] ^ a[1],
        Op::Neg => a[0].wrapping_neg() & m,
        Op::Add => a[0].wrapping_add(a[1]) & m,
        Op::Mul => a[0].wrapping_mul(a[1]) & m,
        Op::Udiv => a[0].checked_div(a[1]).unwrap_or(m),
        Op::Urem => a[0].checked_rem(a[1]).unwrap_or(a[0]),
        Op::Sdiv => {
            if a[1] == 0 {
                if s(0) < 0 { 1 } else { m }
            } else {
                s(0).wrapping_div(s(1)) as u128 & m
            }
        }
        Op::Srem => {
            if a[1] == 0 {
                a[0]
            } else {
                s(0).wrapping_rem(s(1)) as u128 & m
            }
        }
        Op::Shl => {
            if a[1] >= w as u128 {
                0
            } else {
                (a[0] << a[1]) & m
            }
        }
        Op::Lshr => {
            if a[1] >= w as u128 {
                0
            } else {
                a[0] >> a[1]
            }
        }
        Op::Ashr => (s(0) >> a[1].min(w as u128 - 1)) as u128 & m,
        Op::Concat => (a[0] << widths[1]) | a[1],
        Op::Extract { lo, .. } => (a[0] >> lo) & m,
        Op::Zext => a[0],
        Op::Sext => s(0) as u128 & m,
        Op::Eq => b(a[0] == a[1]),
        Op::Ult => b(a[0] < a[1]),
        Op::Ule => b(a[0] <= a[1]),
        Op::Slt => b(s(0) < s(1)),
        Op::Sle => b(s(0) <= s(1)),
        Op::Umulo => b(a[0].checked_mul(a[1]).is_none_or(|p| p > mask(w))),
        Op::Smulo => {
            let (lo, hi) = (i128::MIN >> (128 - w), i128::MAX >> (128 - w));
            b(s(0).checked_mul(s(1)).is_none_or(|p| p < lo || p > hi))
        }
        _ => return None,
    })
}

impl<'a> Evaluator<'a> {
    /// An evaluator under `model`.
    pub fn new(pool: &'a TermPool, model: &'a Model) -> Self {
        Evaluator { pool, model, memo: FxHashMap::default() }
    }

    /// Does the condition hold?
    pub fn holds(&mut self, t: TermId) -> bool {
        self.eval(t).bits() == 1
    }

    /// The value of a term.
    pub fn eval(&mut self, t: TermId) -> ConstValue {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.memo.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = self.pool.node(top);
            let before = stack.len();
            stack.extend(node.args.iter().filter(|a| !self.memo.contains_key(a)));
            if stack.len() > before {
                continue;
            }
            let value = self.apply(top);
            self.memo.insert(top, value);
            stack.pop();
        }
        self.memo[&t].clone()
    }

    fn apply(&self, t: TermId) -> ConstValue {
        let node = self.pool.node(t);
        let arg = |i: usize| &self.memo[&node.args[i]];
        match node.op {
            Op::Symbol(s) => match (self.model.get(s), node.sort) {
                (Some(v), _) => v.clone(),
                (None, Sort::Array { .. }) => ConstValue::Array(Arc::new(ArrayValue::default())),
                (None, _) => ConstValue::Bv(0),
            },
            Op::Ite => arg(if arg(0).bits() == 1 { 1 } else { 2 }).clone(),
            _ => {
                let bits: Vec<u128> = node.args.iter().map(|a| self.memo[a].bits()).collect();
                let widths: Vec<u32> = node.args.iter().map(|&a| self.pool.width(a)).collect();
                let w = widths.first().copied().unwrap_or(0);
                let r = node.sort.bv_width().unwrap_or(0);
                ConstValue::Bv(eval_bv(node.op, w, r, &bits, &widths).unwrap_or(0))
            }
        }
    }
}
