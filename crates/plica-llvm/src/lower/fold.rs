//! Folding of expressions over constants, so that constant expressions cost nothing.
//!
//! Oblivious to LLVM. Invariant: a folded expression has the value it would have when executed; what could be an
//! error when executed (a division by zero, a shift that is too far, a flagged overflow) is left for the executor.

use plica_ir::{BinOp, CastOp, CmpOp, Expr, Operand, Ty};

use super::emit::Shared;

/// The constant that an expression is, if it is one.
pub(super) fn fold(expr: &Expr, shared: &mut Shared) -> Option<Operand> {
    match expr {
        Expr::Copy(op) => (!matches!(op, Operand::Var(_) | Operand::Undef { .. })).then_some(*op),
        Expr::Bin { op, ty, flags, a, b } => {
            if let Some(folded) = fold_address(*op, *ty, *a, *b) {
                return Some(folded);
            }
            let Ty::Int(w) = *ty else { return None };
            let (x, y) = (shared.bits(*a)?, shared.bits(*b)?);
            let bits = binary(*op, w, x, y)?;
            if (flags.nsw || flags.nuw) && wraps(*op, w, x, y) {
                return None;
            }
            Some(shared.int(w, bits))
        }
        Expr::Cmp { op, a, b, ty } => {
            let holds = match (*a, *b) {
                (Operand::Global { id: g, offset: i }, Operand::Global { id: h, offset: j }) if g == h => {
                    compare(*op, 64, i as u64 as u128, j as u64 as u128)
                }
                (Operand::Func(f), Operand::Func(g)) => equality(*op, f == g)?,
                (Operand::Func(_) | Operand::Global { offset: 0, .. }, Operand::Int { bits: 0, .. })
                | (Operand::Int { bits: 0, .. }, Operand::Func(_) | Operand::Global { offset: 0, .. }) => {
                    equality(*op, false)?
                }
                _ => compare(*op, ty.width(), shared.bits(*a)?, shared.bits(*b)?),
            };
            Some(Operand::Int { width: 1, bits: u64::from(holds) })
        }
        Expr::Cast { op, from, to, a } => {
            let (fw, tw) = (from.width(), to.width());
            match (op, a) {
                (CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast, Operand::Global { .. } | Operand::Func(_))
                    if fw == 64 && tw == 64 =>
                {
                    return Some(*a);
                }
                _ => {}
            }
            let x = shared.bits(*a)?;
            match op {
                CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast => {
                    Some(shared.int(tw, x))
                }
                CastOp::SExt => Some(shared.int(tw, signed(x, fw) as u128)),
                _ => None,
            }
        }
        Expr::Select { cond, a, b } => {
            let chosen = if shared.bits(*cond)? & 1 == 1 { *a } else { *b };
            (!matches!(chosen, Operand::Var(_) | Operand::Undef { .. })).then_some(chosen)
        }
        Expr::PtrAdd { base, offset, indices } if indices.is_empty() => match *base {
            Operand::Global { id, offset: o } => Some(Operand::Global { id, offset: o.wrapping_add(*offset) }),
            Operand::Int { width: 64, bits } => {
                Some(Operand::Int { width: 64, bits: bits.wrapping_add(*offset as u64) })
            }
            Operand::Func(f) if *offset == 0 => Some(Operand::Func(f)),
            _ => None,
        },
        _ => None,
    }
}

/// Differences of addresses in one global, and an address plus or minus a constant.
fn fold_address(op: BinOp, ty: Ty, a: Operand, b: Operand) -> Option<Operand> {
    if ty.width() != 64 {
        return None;
    }
    match (op, a, b) {
        (BinOp::Sub, Operand::Global { id: g, offset: i }, Operand::Global { id: h, offset: j }) if g == h => {
            Some(Operand::Int { width: 64, bits: i.wrapping_sub(j) as u64 })
        }
        (BinOp::Add, Operand::Global { id, offset }, Operand::Int { bits, .. })
        | (BinOp::Add, Operand::Int { bits, .. }, Operand::Global { id, offset }) => {
            Some(Operand::Global { id, offset: offset.wrapping_add(bits as i64) })
        }
        (BinOp::Sub, Operand::Global { id, offset }, Operand::Int { bits, .. }) => {
            Some(Operand::Global { id, offset: offset.wrapping_sub(bits as i64) })
        }
        _ => None,
    }
}

fn signed(x: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((x << shift) as i128) >> shift
}

fn binary(op: BinOp, w: u32, x: u128, y: u128) -> Option<u128> {
    let (sx, sy) = (signed(x, w), signed(y, w));
    let shift = || (y < u128::from(w)).then_some(y as u32);
    Some(match op {
        BinOp::Add => x.wrapping_add(y),
        BinOp::Sub => x.wrapping_sub(y),
        BinOp::Mul => x.wrapping_mul(y),
        BinOp::UDiv => x.checked_div(y)?,
        BinOp::URem => x.checked_rem(y)?,
        BinOp::SDiv => least(w, sx, sy)?.checked_div(sy)? as u128,
        BinOp::SRem => least(w, sx, sy)?.checked_rem(sy)? as u128,
        BinOp::Shl => x << shift()?,
        BinOp::LShr => x >> shift()?,
        BinOp::AShr => (sx >> shift()?) as u128,
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::SMin => sx.min(sy) as u128,
        BinOp::SMax => sx.max(sy) as u128,
        BinOp::UMin => x.min(y),
        BinOp::UMax => x.max(y),
        _ => return None,
    })
}

/// The dividend, unless it is the least number divided by -1.
fn least(w: u32, x: i128, y: i128) -> Option<i128> {
    (y != -1 || x != signed(1 << (w - 1), w)).then_some(x)
}

/// Could a flagged operation have wrapped? Answers yes where it does not look closer.
fn wraps(op: BinOp, w: u32, x: u128, y: u128) -> bool {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul if w <= 63 => {
            let (sx, sy) = (signed(x, w), signed(y, w));
            let (s, u) = match op {
                BinOp::Add => (sx + sy, (x + y) as i128),
                BinOp::Sub => (sx - sy, x as i128 - y as i128),
                _ => (sx * sy, (x * y) as i128),
            };
            s != signed(s as u128, w) || u < 0 || u >> w != 0
        }
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => true,
        _ => false,
    }
}

fn compare(op: CmpOp, w: u32, x: u128, y: u128) -> bool {
    op.holds((x, y), (signed(x, w), signed(y, w)))
}

fn equality(op: CmpOp, equal: bool) -> Option<bool> {
    match op {
        CmpOp::Eq => Some(equal),
        CmpOp::Ne => Some(!equal),
        _ => None,
    }
}
