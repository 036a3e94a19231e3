//! Operations on values: arithmetic, comparisons, conversions, selection, address computation. Vectors lane by lane.
//!
//! Shared by instructions and constant expressions. Oblivious to memory and control. Invariant: each function yields
//! one expression per scalar of its result.

use plica_ir::{BinOp, CastOp, CmpOp, Expr, FCmpOp, Flags, Operand, Ty, UnOp};

use super::emit::{Emitter, Slot};
use super::{Lower, Why};
use crate::ast::{self, BinaryOp, FCmpPred, ICmpPred, TypeId, ValueRef};

/// The scalars of a result, not yet computed.
pub(super) type Exprs = Vec<(Ty, Expr)>;

impl Emitter<'_, '_> {
    /// Computes them.
    pub fn evals(&mut self, exprs: Exprs) -> Vec<Operand> {
        exprs.into_iter().map(|(ty, expr)| self.eval(ty, expr)).collect()
    }

    /// Gives the current instruction's result its value.
    pub fn finish(&mut self, mut exprs: Exprs) {
        if exprs.len() != 1 {
            let ops = self.evals(exprs);
            return self.define_all(ops);
        }
        let (ty, expr) = exprs.remove(0);
        match expr {
            Expr::Copy(op) if self.hint.is_none() => self.define_all(vec![op]),
            expr => self.define(ty, expr),
        }
    }

    /// A binary operator of LLVM.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        flags: ast::PoisonFlags,
        a: ast::TypedValue,
        b: ast::TypedValue,
    ) -> Lower<Exprs> {
        let op = match op {
            BinaryOp::Add => BinOp::Add,
            BinaryOp::Sub => BinOp::Sub,
            BinaryOp::Mul => BinOp::Mul,
            BinaryOp::UDiv => BinOp::UDiv,
            BinaryOp::SDiv => BinOp::SDiv,
            BinaryOp::URem => BinOp::URem,
            BinaryOp::SRem => BinOp::SRem,
            BinaryOp::Shl => BinOp::Shl,
            BinaryOp::LShr => BinOp::LShr,
            BinaryOp::AShr => BinOp::AShr,
            BinaryOp::And => BinOp::And,
            BinaryOp::Or => BinOp::Or,
            BinaryOp::Xor => BinOp::Xor,
            BinaryOp::FAdd => BinOp::FAdd,
            BinaryOp::FSub => BinOp::FSub,
            BinaryOp::FMul => BinOp::FMul,
            BinaryOp::FDiv => BinOp::FDiv,
            BinaryOp::FRem => BinOp::FRem,
        };
        let flags = Flags { nsw: flags.has(ast::PoisonFlags::NSW), nuw: flags.has(ast::PoisonFlags::NUW) };
        self.lanewise(op, flags, a, b)
    }

    /// A binary operator on each lane; both operands have one type.
    pub fn lanewise(&mut self, op: BinOp, flags: Flags, a: ast::TypedValue, b: ast::TypedValue) -> Lower<Exprs> {
        if self.wide(a.ty).is_some() {
            return self.wide_binary(op, a, b);
        }
        // Where a wrong result may be one that nobody uses, it is no error; it is an error to compute it as written.
        let flags = if self.cx.optimised { Flags::default() } else { flags };
        let (ty, n) = self.lanes(a.ty)?;
        if n == 1 {
            let (a, b) = (self.value(a)?, self.value(b)?);
            return Ok(vec![(ty, self.speculated(op, ty, flags, a, b))]);
        }
        let (a, b) = (self.values(a)?, self.values(b)?);
        Ok(a.into_iter().zip(b).map(|(a, b)| (ty, self.speculated(op, ty, flags, a, b))).collect())
    }

    /// A binary operator; in optimised code a shift that is too far gives any value instead of being an error.
    fn speculated(&mut self, op: BinOp, ty: Ty, flags: Flags, a: Operand, b: Operand) -> Expr {
        let width = ty.width();
        let shift = matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
        let known = self.shared.bits(b);
        if !shift || !self.cx.optimised || known.is_some_and(|by| by < u128::from(width)) {
            return Expr::Bin { op, ty, flags, a, b };
        }
        const BIT: Ty = Ty::Int(1);
        let (limit, zero) = (self.int(width, u128::from(width)), self.int(width, 0));
        let cond = self.eval(BIT, Expr::Cmp { op: CmpOp::Ult, ty, a: b, b: limit });
        let by = self.eval(ty, Expr::Select { cond, a: b, b: zero });
        let shifted = self.eval(ty, Expr::Bin { op, ty, flags, a, b: by });
        Expr::Select { cond, a: shifted, b: Operand::Undef { width } }
    }

    /// A unary operator on each lane.
    pub fn unary(&mut self, op: UnOp, a: ast::TypedValue) -> Lower<Exprs> {
        let (ty, _) = self.lanes(a.ty)?;
        Ok(self.values(a)?.into_iter().map(|a| (ty, Expr::Un { op, ty, a })).collect())
    }

    pub fn icmp(&mut self, pred: ICmpPred, a: ast::TypedValue, b: ast::TypedValue) -> Lower<Exprs> {
        let op = match pred {
            ICmpPred::Eq => CmpOp::Eq,
            ICmpPred::Ne => CmpOp::Ne,
            ICmpPred::Ugt => CmpOp::Ugt,
            ICmpPred::Uge => CmpOp::Uge,
            ICmpPred::Ult => CmpOp::Ult,
            ICmpPred::Ule => CmpOp::Ule,
            ICmpPred::Sgt => CmpOp::Sgt,
            ICmpPred::Sge => CmpOp::Sge,
            ICmpPred::Slt => CmpOp::Slt,
            ICmpPred::Sle => CmpOp::Sle,
        };
        if self.wide(a.ty).is_some() {
            return self.wide_compare(op, a, b);
        }
        let (ty, _) = self.lanes(a.ty)?;
        let (a, b) = (self.values(a)?, self.values(b)?);
        Ok(a.into_iter().zip(b).map(|(a, b)| (Ty::Int(1), Expr::Cmp { op, ty, a, b })).collect())
    }

    pub fn fcmp(&mut self, pred: FCmpPred, a: ast::TypedValue, b: ast::TypedValue) -> Lower<Exprs> {
        let op = match pred {
            FCmpPred::False => FCmpOp::False,
            FCmpPred::Oeq => FCmpOp::Oeq,
            FCmpPred::Ogt => FCmpOp::Ogt,
            FCmpPred::Oge => FCmpOp::Oge,
            FCmpPred::Olt => FCmpOp::Olt,
            FCmpPred::Ole => FCmpOp::Ole,
            FCmpPred::One => FCmpOp::One,
            FCmpPred::Ord => FCmpOp::Ord,
            FCmpPred::Ueq => FCmpOp::Ueq,
            FCmpPred::Ugt => FCmpOp::Ugt,
            FCmpPred::Uge => FCmpOp::Uge,
            FCmpPred::Ult => FCmpOp::Ult,
            FCmpPred::Ule => FCmpOp::Ule,
            FCmpPred::Une => FCmpOp::Une,
            FCmpPred::Uno => FCmpOp::Uno,
            FCmpPred::True => FCmpOp::True,
        };
        let (ty, _) = self.lanes(a.ty)?;
        let (a, b) = (self.values(a)?, self.values(b)?);
        Ok(a.into_iter().zip(b).map(|(a, b)| (Ty::Int(1), Expr::FCmp { op, ty, a, b })).collect())
    }

    pub fn select(&mut self, cond: ast::TypedValue, then: ast::TypedValue, els: ast::TypedValue) -> Lower<Exprs> {
        let scalars = self.cx.layout.scalars(then.ty)?;
        let (conds, a, b) = (self.values(cond)?, self.values(then)?, self.values(els)?);
        self.fits(then.ty, &b)?;
        if conds.is_empty() || (conds.len() > 1 && conds.len() != a.len()) {
            return Err("a select whose condition does not fit".into());
        }
        let conds = conds.iter().cycle();
        let lanes = scalars.iter().zip(conds).zip(a.into_iter().zip(b));
        Ok(lanes.map(|((s, cond), (a, b))| (s.ty, Expr::Select { cond: *cond, a, b })).collect())
    }

    /// Another name for the same value.
    pub fn same(&mut self, value: ast::TypedValue) -> Lower<Exprs> {
        let scalars = self.cx.layout.scalars(value.ty)?;
        let values = self.values(value)?;
        Ok(scalars.iter().zip(values).map(|(s, v)| (s.ty, Expr::Copy(v))).collect())
    }

    pub fn cast(&mut self, op: ast::CastOpcode, value: ast::TypedValue, to: TypeId) -> Lower<Exprs> {
        let op = match op {
            ast::CastOpcode::Trunc => CastOp::Trunc,
            ast::CastOpcode::ZExt => CastOp::ZExt,
            ast::CastOpcode::SExt => CastOp::SExt,
            ast::CastOpcode::FpTrunc => CastOp::FpTrunc,
            ast::CastOpcode::FpExt => CastOp::FpExt,
            ast::CastOpcode::FpToUi => CastOp::FpToUi,
            ast::CastOpcode::FpToSi => CastOp::FpToSi,
            ast::CastOpcode::UiToFp => CastOp::UiToFp,
            ast::CastOpcode::SiToFp => CastOp::SiToFp,
            ast::CastOpcode::PtrToInt | ast::CastOpcode::PtrToAddr => CastOp::PtrToInt,
            ast::CastOpcode::IntToPtr => CastOp::IntToPtr,
            ast::CastOpcode::BitCast => return self.bitcast(value, to),
            ast::CastOpcode::AddrSpaceCast => return self.same(value),
        };
        self.convert(op, value, to)
    }

    pub fn convert(&mut self, op: CastOp, value: ast::TypedValue, to: TypeId) -> Lower<Exprs> {
        if self.wide(value.ty).or(self.wide(to)).is_some() {
            return self.wide_convert(op, value, to);
        }
        let ((from, n), (to, m)) = (self.lanes(value.ty)?, self.lanes(to)?);
        if n != m {
            return Err("a conversion between different numbers of lanes".into());
        }
        let values = self.values(value)?;
        Ok(values.into_iter().map(|a| (to, self.convert_one(op, from, to, a))).collect())
    }

    /// Between pointers and integers of other widths than theirs in two steps.
    fn convert_one(&mut self, op: CastOp, from: Ty, to: Ty, a: Operand) -> Expr {
        const WORD: Ty = Ty::Int(64);
        match op {
            CastOp::PtrToInt if to.width() != 64 => {
                let a = self.eval(WORD, Expr::Cast { op, from, to: WORD, a });
                resize(WORD, to, a)
            }
            CastOp::IntToPtr if from.width() != 64 => {
                let a = self.eval(WORD, resize(from, WORD, a));
                Expr::Cast { op, from: WORD, to, a }
            }
            _ => Expr::Cast { op, from, to, a },
        }
    }

    pub fn gep(
        &mut self,
        source: TypeId,
        base: ast::TypedValue,
        indices: &[ast::TypedValue],
        ty: TypeId,
    ) -> Lower<Exprs> {
        let lanes = self.cx.layout.scalars(ty)?.len();
        let bases = self.values(base)?;
        let mut offset = 0i64;
        let mut symbolic: Vec<(Vec<Operand>, u32, i64)> = Vec::new();
        let mut current = source;
        for (i, index) in indices.iter().enumerate() {
            let types = &self.cx.module.types;
            let resolved = types.resolve(current);
            let scale = if i == 0 {
                self.cx.layout.size(source)?
            } else {
                if let ast::Type::Struct { fields, .. } = types.get(resolved) {
                    let (fields, bits) = (fields.clone(), self.known_lane(*index));
                    let field = bits.and_then(|b| usize::try_from(b).ok()).filter(|&f| f < fields.len());
                    let field = field.ok_or_else(|| Why::from("a member index out of range"))?;
                    offset = offset.wrapping_add(self.cx.layout.offsets(resolved)?[field] as i64);
                    current = fields[field];
                    continue;
                }
                current = types.member(resolved, 0).ok_or_else(|| Why::from("an index into a scalar"))?;
                self.cx.layout.size(current)?
            } as i64;
            let width = self.index_width(index.ty)?;
            if let Some(bits) = self.known_lane(*index) {
                let shift = 128 - width;
                let by = ((bits << shift) as i128 >> shift) as i64;
                if let Some(by) = by.checked_mul(scale) {
                    offset = offset.wrapping_add(by);
                    continue;
                }
            }
            if let ValueRef::Local(id) = index.value
                && let Some(&Slot::Sext(op, from)) = self.slots.get(id.0 as usize)
            {
                symbolic.push((vec![op], from, scale));
                continue;
            }
            let mut values = self.values(*index)?;
            if width > 64 {
                let (from, to) = (Ty::Int(width), Ty::Int(64));
                values =
                    values.into_iter().map(|a| self.eval(to, Expr::Cast { op: CastOp::Trunc, from, to, a })).collect();
            }
            symbolic.push((values, width.min(64), scale));
        }
        if bases.is_empty() || symbolic.iter().any(|s| s.0.is_empty()) {
            return Err("an address without a base or index".into());
        }
        Ok((0..lanes)
            .map(|lane| {
                let pick = |v: &[Operand]| v[if v.len() == 1 { 0 } else { lane.min(v.len() - 1) }];
                let base = pick(&bases);
                if symbolic.is_empty() && offset == 0 {
                    return (Ty::Ptr, Expr::Copy(base));
                }
                let indices = symbolic.iter().map(|(v, w, scale)| (pick(v), *w, *scale)).collect();
                (Ty::Ptr, Expr::PtrAdd { base, offset, indices })
            })
            .collect())
    }

    /// The constant that an index is, in all its lanes.
    fn known_lane(&mut self, index: ast::TypedValue) -> Option<u128> {
        if matches!(index.value, ValueRef::Local(_)) {
            return None;
        }
        let before = self.code.len();
        let values = self.values(index).ok()?;
        self.code.truncate(before);
        self.locs.truncate(before);
        let first = self.shared.bits(*values.first()?)?;
        values.iter().all(|v| self.shared.bits(*v) == Some(first)).then_some(first)
    }
}

/// An integer as one of another width, without sign.
pub(super) fn resize(from: Ty, to: Ty, a: Operand) -> Expr {
    match to.width().cmp(&from.width()) {
        std::cmp::Ordering::Less => Expr::Cast { op: CastOp::Trunc, from, to, a },
        std::cmp::Ordering::Equal => Expr::Copy(a),
        std::cmp::Ordering::Greater => Expr::Cast { op: CastOp::ZExt, from, to, a },
    }
}
