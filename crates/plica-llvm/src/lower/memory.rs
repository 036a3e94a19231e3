//! Loads, stores, allocas and atomic operations (executed as plain sequences: plica runs one thread).
//!
//! Oblivious to how memory is kept. Invariant: each scalar of a value is loaded and stored at its own offset; vectors
//! of elements without whole bytes are one integer in memory.

use std::sync::Arc;

use plica_ir::{BinOp, CmpOp, Command, Expr, Flags, Operand, Ty};

use super::emit::{Emitter, Slot};
use super::ops::resize;
use super::reads::Masked;
use super::types::Piece;
use super::{Lower, Why};
use crate::ast::{self, RmwOp, TypeId};

impl Emitter<'_, '_> {
    /// `ptr + offset`.
    pub fn offset(&mut self, ptr: Operand, offset: u64) -> Operand {
        if offset == 0 {
            return ptr;
        }
        self.eval(Ty::Ptr, Expr::PtrAdd { base: ptr, offset: offset as i64, indices: Box::default() })
    }

    pub fn load_scalar(&mut self, ptr: Operand, ty: Ty) -> Operand {
        self.load_bits(ptr, ty, None)
    }

    fn load_bits(&mut self, ptr: Operand, ty: Ty, reads: Option<Operand>) -> Operand {
        let dst = self.temp(ty);
        self.push(Command::Load { dst, ptr, ty, reads });
        Operand::Var(dst)
    }

    /// A load that has waited for the mask of the bits which are read.
    pub fn load_masked(&mut self, Masked { load, from, ty, mask }: Masked) -> Lower<()> {
        let (ptr, mask) = (self.value(from)?, self.value(mask)?);
        let Some(ty) = self.cx.layout.scalar(ty) else { return Err("bits of a value that is no number".into()) };
        let dst = self.temp(ty);
        self.push(Command::Load { dst, ptr, ty, reads: Some(mask) });
        self.bind_var(load, dst);
        Ok(())
    }

    /// A load, of the current instruction's result. `reads`: the bits that the program reads; `None`: all of them.
    pub fn load(&mut self, ptr: ast::TypedValue, ty: TypeId, reads: Option<u128>) -> Lower<()> {
        let ptr = self.value(ptr)?;
        if let (Some(ty), Some(id)) = (self.cx.layout.scalar(ty), self.result) {
            let dst = self.target(ty);
            let reads = reads.map(|bits| self.int(ty.width(), bits));
            self.push(Command::Load { dst, ptr, ty, reads });
            self.bind_var(id, dst);
            return Ok(());
        }
        // Of a value in pieces it is all or nothing.
        let moved = reads == Some(0);
        let mut out = Vec::new();
        for piece in self.cx.layout.pieces(ty)? {
            match piece {
                Piece::Scalar(s) => {
                    let at = self.offset(ptr, s.offset);
                    let reads = moved.then(|| self.int(s.ty.width(), 0));
                    out.push(self.load_bits(at, s.ty, reads));
                }
                Piece::Packed { offset, bits, count } => {
                    let at = self.offset(ptr, offset);
                    let reads = moved.then(|| self.int(bits * count, 0));
                    let whole = self.load_bits(at, Ty::Int(bits * count), reads);
                    out.extend(self.split(whole, bits * count, bits, count));
                }
            }
        }
        self.define_all(out);
        Ok(())
    }

    pub fn store(&mut self, value: ast::TypedValue, ptr: ast::TypedValue) -> Lower<()> {
        let ptr = self.value(ptr)?;
        if let Some(ty) = self.cx.layout.scalar(value.ty) {
            let value = self.value(value)?;
            self.push(Command::Store { ptr, value, ty });
            return Ok(());
        }
        let mut values = self.values(value)?.into_iter();
        for piece in self.cx.layout.pieces(value.ty)? {
            let (offset, value, ty) = match piece {
                Piece::Scalar(s) => (s.offset, values.next(), s.ty),
                Piece::Packed { offset, bits, count } => {
                    let lanes: Vec<Operand> = values.by_ref().take(count as usize).collect();
                    (offset, Some(self.join(&lanes, bits)), Ty::Int(bits * count))
                }
            };
            let value = value.ok_or_else(|| Why::from("a value that does not fit its type"))?;
            let at = self.offset(ptr, offset);
            self.push(Command::Store { ptr: at, value, ty });
        }
        Ok(())
    }

    /// An alloca that stays in memory.
    pub fn alloca(&mut self, ty: TypeId, count: Option<ast::TypedValue>, name: Arc<str>) -> Lower<()> {
        let elem = self.cx.layout.size(ty)?;
        let size = match count {
            None => self.int(64, u128::from(elem)),
            Some(count) => {
                let width = self.index_width(count.ty)?;
                let n = self.value(count)?;
                let (word, flags) = (Ty::Int(64), Flags::default());
                let n = self.eval(word, resize(Ty::Int(width), word, n));
                let b = self.int(64, u128::from(elem));
                if elem == 1 { n } else { self.eval(word, Expr::Bin { op: BinOp::Mul, ty: word, flags, a: n, b }) }
            }
        };
        let cell = self.cx.layout.cell(ty);
        // It has one already where something before it ends what it makes.
        let slot = self.result.and_then(|id| self.slots.get(id.0 as usize));
        let dst = if let Some(&Slot::One(Operand::Var(dst))) = slot { dst } else { self.temp(Ty::Ptr) };
        self.push(Command::Alloc { dst, size, cell, name });
        self.define_all(vec![Operand::Var(dst)]);
        Ok(())
    }

    /// `cmpxchg`; never fails without a reason.
    pub fn cmpxchg(&mut self, ptr: ast::TypedValue, expected: ast::TypedValue, new: ast::TypedValue) -> Lower<()> {
        let ty = self.scalar(new.ty)?;
        let (ptr, expected, new) = (self.value(ptr)?, self.value(expected)?, self.value(new)?);
        let old = self.load_scalar(ptr, ty);
        let same = self.eval(Ty::Int(1), Expr::Cmp { op: CmpOp::Eq, ty, a: old, b: expected });
        let value = self.eval(ty, Expr::Select { cond: same, a: new, b: old });
        self.push(Command::Store { ptr, value, ty });
        self.define_all(vec![old, same]);
        Ok(())
    }

    pub fn atomic_rmw(&mut self, op: RmwOp, ptr: ast::TypedValue, value: ast::TypedValue) -> Lower<()> {
        let ty = self.scalar(value.ty)?;
        let (ptr, v) = (self.value(ptr)?, self.value(value)?);
        let a = self.load_scalar(ptr, ty);
        let bin = |op| Expr::Bin { op, ty, flags: Flags::default(), a, b: v };
        let cmp = |op, a, b| Expr::Cmp { op, ty, a, b };
        let (zero, one) = (self.int(ty.width(), 0), self.int(ty.width(), 1));
        let step = |op| Expr::Bin { op, ty, flags: Flags::default(), a, b: one };
        let new = match op {
            RmwOp::Xchg => Expr::Copy(v),
            RmwOp::Add => bin(BinOp::Add),
            RmwOp::Sub => bin(BinOp::Sub),
            RmwOp::And => bin(BinOp::And),
            RmwOp::Or => bin(BinOp::Or),
            RmwOp::Xor => bin(BinOp::Xor),
            RmwOp::Max => bin(BinOp::SMax),
            RmwOp::Min => bin(BinOp::SMin),
            RmwOp::UMax => bin(BinOp::UMax),
            RmwOp::UMin => bin(BinOp::UMin),
            RmwOp::FAdd => bin(BinOp::FAdd),
            RmwOp::FSub => bin(BinOp::FSub),
            RmwOp::FMax => bin(BinOp::FMaxNum),
            RmwOp::FMin => bin(BinOp::FMinNum),
            RmwOp::FMaximum => bin(BinOp::FMaximum),
            RmwOp::FMinimum => bin(BinOp::FMinimum),
            RmwOp::USubSat => bin(BinOp::USubSat),
            RmwOp::Nand => {
                let and = self.eval(ty, bin(BinOp::And));
                let ones = self.int(ty.width(), u128::MAX);
                Expr::Bin { op: BinOp::Xor, ty, flags: Flags::default(), a: and, b: ones }
            }
            RmwOp::UIncWrap => {
                let cond = self.eval(Ty::Int(1), cmp(CmpOp::Uge, a, v));
                let next = self.eval(ty, step(BinOp::Add));
                Expr::Select { cond, a: zero, b: next }
            }
            RmwOp::UDecWrap => {
                let is_zero = self.eval(Ty::Int(1), cmp(CmpOp::Eq, a, zero));
                let above = self.eval(Ty::Int(1), cmp(CmpOp::Ugt, a, v));
                let next = self.eval(ty, step(BinOp::Sub));
                let next = self.eval(ty, Expr::Select { cond: above, a: v, b: next });
                Expr::Select { cond: is_zero, a: v, b: next }
            }
            RmwOp::USubCond => {
                let cond = self.eval(Ty::Int(1), cmp(CmpOp::Uge, a, v));
                let less = self.eval(ty, bin(BinOp::Sub));
                Expr::Select { cond, a: less, b: a }
            }
        };
        let value = self.eval(ty, new);
        self.push(Command::Store { ptr, value, ty });
        self.define_all(vec![a]);
        Ok(())
    }

    /// `va_arg`, as the x86-64 ABI reads an argument from the overflow area, where all of them are.
    pub fn va_arg(&mut self, list: ast::TypedValue, ty: TypeId) -> Lower<()> {
        if !self.cx.module.triple.starts_with("x86_64") && !self.cx.module.triple.is_empty() {
            return Err("va_arg on this target".into());
        }
        let scalar = self.scalar(ty)?;
        if scalar.store_size() > 8 {
            return Err(format!("va_arg of the type {}", self.show(ty)));
        }
        let list = self.value(list)?;
        let area = self.offset(list, 8);
        let at = self.load_scalar(area, Ty::Ptr);
        let next = self.offset(at, scalar.store_size().next_multiple_of(8));
        self.push(Command::Store { ptr: area, value: next, ty: Ty::Ptr });
        let value = self.load_scalar(at, scalar);
        self.define_all(vec![value]);
        Ok(())
    }
}
