//! Integers of more than 128 bits: clang reads a run of bit-fields as one such number and cuts the field out.
//!
//! A wide integer is a list of limbs of 128 bits, the lowest first; the last one has the bits that are left. Here are
//! bitwise operators, shifts by constants, comparisons, and conversions; other arithmetic is refused. Oblivious to
//! memory: the layout lists the limbs as scalars. Invariant: each function yields one expression per limb.

use plica_ir::{BinOp, CastOp, CmpOp, Expr, Flags, Operand, Ty};

use super::Lower;
use super::emit::Emitter;
use super::ops::{Exprs, resize};
use crate::ast::{self, Type, TypeId};

const LIMB: u32 = 128;

/// A wide integer, or a narrow one seen as one.
struct Wide {
    limbs: Vec<Operand>,
    width: u32,
    /// Are the bits above `width` copies of the highest one? Else they are zero.
    signed: bool,
}

/// The widths of the limbs.
fn limb_widths(width: u32) -> impl Iterator<Item = u32> {
    (0..width.div_ceil(LIMB)).map(move |i| (width - i * LIMB).min(LIMB))
}

fn bin(op: BinOp, width: u32, a: Operand, b: Operand) -> Expr {
    Expr::Bin { op, ty: Ty::Int(width), flags: Flags::default(), a, b }
}

impl Emitter<'_, '_> {
    /// The width of an integer type that takes more than one limb.
    pub fn wide(&self, ty: TypeId) -> Option<u32> {
        match self.cx.module.types.get_resolved(ty) {
            &Type::Int(width) if width > LIMB => Some(width),
            _ => None,
        }
    }

    /// A binary operator on wide integers.
    pub fn wide_binary(&mut self, op: BinOp, a: ast::TypedValue, b: ast::TypedValue) -> Lower<Exprs> {
        let refused = |e: &Self| Err(format!("computing with the type {}", e.show(a.ty)));
        let Some(width) = self.wide(a.ty) else { return refused(self) };
        let limbs = self.values(a)?;
        let others = self.values(b)?;
        if let BinOp::And | BinOp::Or | BinOp::Xor = op {
            let pairs = limb_widths(width).zip(limbs.into_iter().zip(others));
            return Ok(pairs.map(|(w, (a, b))| (Ty::Int(w), bin(op, w, a, b))).collect());
        }
        if !matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr) {
            return refused(self);
        }
        // The limbs of a distance below the width say it in the lowest.
        let known: Option<Vec<u128>> = others.iter().map(|o| self.shared.bits(*o)).collect();
        let by = match known.as_deref() {
            Some([by, rest @ ..]) if *by < u128::from(width) && rest.iter().all(|&l| l == 0) => *by as u32,
            _ => return Err(format!("a shift of the type {} by a distance that is not known", self.show(a.ty))),
        };
        let number = Wide { limbs, width, signed: op == BinOp::AShr };
        let results = limb_widths(width).zip(0u32..).map(|(w, i)| {
            let limb = match op {
                BinOp::Shl => self.limb_shifted_up(&number, i, by),
                _ => self.bits_from(&number, i * LIMB + by, w),
            };
            (Ty::Int(w), resize(Ty::Int(self.width(limb)), Ty::Int(w), limb))
        });
        Ok(results.collect())
    }

    /// A comparison of wide integers: the highest limbs that differ decide.
    pub fn wide_compare(&mut self, op: CmpOp, a: ast::TypedValue, b: ast::TypedValue) -> Lower<Exprs> {
        const BIT: Ty = Ty::Int(1);
        let Some(width) = self.wide(a.ty) else { return Err(format!("computing with the type {}", self.show(a.ty))) };
        let (a, b) = (self.values(a)?, self.values(b)?);
        let (a, b) = if matches!(op, CmpOp::Ugt | CmpOp::Uge | CmpOp::Sgt | CmpOp::Sge) { (b, a) } else { (a, b) };
        let last = a.len().saturating_sub(1);
        // All equal so far, and less so far, from the lowest limb up.
        let (mut equal, mut less) = (self.int(1, 1), self.int(1, 0));
        for (i, (w, (a, b))) in limb_widths(width).zip(a.into_iter().zip(b)).enumerate() {
            let ty = Ty::Int(w);
            let same = self.eval(BIT, Expr::Cmp { op: CmpOp::Eq, ty, a, b });
            equal = self.eval(BIT, bin(BinOp::And, 1, equal, same));
            if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
                let signed = i == last && matches!(op, CmpOp::Sgt | CmpOp::Sge | CmpOp::Slt | CmpOp::Sle);
                let op = if signed { CmpOp::Slt } else { CmpOp::Ult };
                let here = self.eval(BIT, Expr::Cmp { op, ty, a, b });
                less = self.eval(BIT, Expr::Select { cond: same, a: less, b: here });
            }
        }
        let one = self.int(1, 1);
        let result = match op {
            CmpOp::Eq => Expr::Copy(equal),
            CmpOp::Ne => bin(BinOp::Xor, 1, equal, one),
            CmpOp::Ugt | CmpOp::Ult | CmpOp::Sgt | CmpOp::Slt => Expr::Copy(less),
            CmpOp::Uge | CmpOp::Ule | CmpOp::Sge | CmpOp::Sle => bin(BinOp::Or, 1, less, equal),
        };
        Ok(vec![(BIT, result)])
    }

    /// A conversion from or to a wide integer.
    pub fn wide_convert(&mut self, op: CastOp, value: ast::TypedValue, to: TypeId) -> Lower<Exprs> {
        let width_of = |e: &Self, ty| e.wide(ty).or_else(|| e.cx.layout.scalar(ty).map(Ty::width));
        let (Some(from), Some(width)) = (width_of(self, value.ty), width_of(self, to)) else {
            return Err(format!("a conversion between {} and {}", self.show(value.ty), self.show(to)));
        };
        if !matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt) {
            return Err(format!("a conversion between {} and {}", self.show(value.ty), self.show(to)));
        }
        let number = Wide { limbs: self.values(value)?, width: from, signed: op == CastOp::SExt };
        let limbs = limb_widths(width).zip(0u32..).map(|(w, i)| {
            let limb = self.bits_from(&number, i * LIMB, w);
            (Ty::Int(w), Expr::Copy(limb))
        });
        Ok(limbs.collect())
    }

    /// Limb `i` in full; bits above the number are what its sign says.
    fn limb(&mut self, n: &Wide, i: u32) -> Operand {
        let full = Ty::Int(LIMB);
        let last = n.width.div_ceil(LIMB) - 1;
        let Some(&limb) = n.limbs.get(i.min(last) as usize) else { return self.int(LIMB, 0) };
        if i < last || (i > last && !n.signed) {
            return if i < last { limb } else { self.int(LIMB, 0) };
        }
        let from = Ty::Int(n.width - last * LIMB);
        let limb = match n.signed && from != full {
            true => self.eval(full, Expr::Cast { op: CastOp::SExt, from, to: full, a: limb }),
            false => self.eval(full, resize(from, full, limb)),
        };
        if i == last {
            return limb;
        }
        let top = self.int(LIMB, u128::from(LIMB - 1));
        self.eval(full, bin(BinOp::AShr, LIMB, limb, top))
    }

    /// `len` bits (at most a limb) of the number from bit `at` on.
    fn bits_from(&mut self, n: &Wide, at: u32, len: u32) -> Operand {
        let full = Ty::Int(LIMB);
        let (i, skip) = (at / LIMB, at % LIMB);
        let mut bits = self.limb(n, i);
        if skip > 0 {
            let by = self.int(LIMB, u128::from(skip));
            bits = self.eval(full, bin(BinOp::LShr, LIMB, bits, by));
            if skip + len > LIMB {
                let next = self.limb(n, i + 1);
                let by = self.int(LIMB, u128::from(LIMB - skip));
                let next = self.eval(full, bin(BinOp::Shl, LIMB, next, by));
                bits = self.eval(full, bin(BinOp::Or, LIMB, bits, next));
            }
        }
        self.eval(Ty::Int(len), resize(full, Ty::Int(len), bits))
    }

    /// Limb `i` of the number shifted up by `by`; bits above the number's width come along.
    fn limb_shifted_up(&mut self, n: &Wide, i: u32, by: u32) -> Operand {
        let at = i * LIMB;
        if at >= by {
            return self.bits_from(n, at - by, LIMB);
        }
        if by - at >= LIMB {
            return self.int(LIMB, 0);
        }
        let low = self.limb(n, 0);
        let by = self.int(LIMB, u128::from(by - at));
        self.eval(Ty::Int(LIMB), bin(BinOp::Shl, LIMB, low, by))
    }
}
