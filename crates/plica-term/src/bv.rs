//! Arithmetic on bit-vector values: the meaning of the bit-vector operators. Oblivious to terms.

use crate::op::Op;
use crate::sort::{mask, sign_extend};

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
