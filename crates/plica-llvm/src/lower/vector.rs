//! Aggregates and vectors as bundles of scalars: members, elements, shuffles, reductions, and bitcasts, which regroup
//! bits.
//!
//! Oblivious to memory. Invariant: lane 0 holds the least significant bits (the targets are little-endian).

use plica_ir::{BinOp, CastOp, CmpOp, Command, Expr, Flags, Intrinsic, Operand, Ty};

use super::emit::Emitter;
use super::ops::{Exprs, resize};
use super::{Lower, Why};
use crate::ast::{self, Constant, TypeId};

impl Emitter<'_, '_> {
    pub fn extract_value(&mut self, aggregate: ast::TypedValue, path: &[u32]) -> Lower<Exprs> {
        let (range, ty) = self.member(aggregate.ty, path)?;
        let values = self.values(aggregate)?;
        let part = values.get(range).ok_or_else(|| Why::from("a member out of range"))?;
        let scalars = self.cx.layout.scalars(ty)?;
        Ok(scalars.iter().zip(part).map(|(s, v)| (s.ty, Expr::Copy(*v))).collect())
    }

    pub fn insert_value(&mut self, aggregate: ast::TypedValue, element: ast::TypedValue, path: &[u32]) -> Lower<Exprs> {
        let (range, _) = self.member(aggregate.ty, path)?;
        let (mut values, parts) = (self.values(aggregate)?, self.values(element)?);
        if range.end > values.len() || parts.len() != range.len() {
            return Err("a member out of range".into());
        }
        values.splice(range, parts);
        let scalars = self.cx.layout.scalars(aggregate.ty)?;
        Ok(scalars.iter().zip(values).map(|(s, v)| (s.ty, Expr::Copy(v))).collect())
    }

    /// The one scalar of each element; refuses vectors of what is more than one (`<2 x i256>`).
    fn elements(&mut self, vector: ast::TypedValue) -> Lower<(Ty, Vec<Operand>)> {
        let elem = self.element_type(vector.ty);
        let scalars = self.cx.layout.scalars(elem)?;
        match scalars[..] {
            [s] => Ok((s.ty, self.values(vector)?)),
            _ => Err("a vector of aggregates".into()),
        }
    }

    pub fn extract_element(&mut self, vector: ast::TypedValue, index: ast::TypedValue) -> Lower<Exprs> {
        let (ty, values) = self.elements(vector)?;
        if let Some(i) = self.known_int(index)
            && let Some(value) = usize::try_from(i).ok().and_then(|i| values.get(i).copied())
        {
            return Ok(vec![(ty, Expr::Copy(value))]);
        }
        let (index, width) = self.checked_index(index, values.len())?;
        let mut lanes = values.into_iter().enumerate();
        let mut found = Operand::Undef { width: ty.width() };
        if !self.cx.optimised {
            let Some((_, first)) = lanes.next() else { return Err("an element of an empty vector".into()) };
            found = first;
        }
        for (i, value) in lanes {
            let cond = self.is_index(index, width, i);
            found = self.eval(ty, Expr::Select { cond, a: value, b: found });
        }
        Ok(vec![(ty, Expr::Copy(found))])
    }

    /// An index into a vector, and its width. Where it is not in range the result is poison: an error in code as it was
    /// written, any value in optimised code, where nobody may use it.
    fn checked_index(&mut self, index: ast::TypedValue, count: usize) -> Lower<(Operand, u32)> {
        let width = self.index_width(index.ty)?;
        let index = self.value(index)?;
        if !self.cx.optimised {
            let count = self.int(width, count as u128);
            self.push(Command::Intrinsic { dst: None, op: Intrinsic::Within, args: [index, count].into() });
        }
        Ok((index, width))
    }

    fn is_index(&mut self, index: Operand, width: u32, i: usize) -> Operand {
        let b = self.int(width, i as u128);
        self.eval(Ty::Int(1), Expr::Cmp { op: CmpOp::Eq, ty: Ty::Int(width), a: index, b })
    }

    pub fn insert_element(
        &mut self,
        vector: ast::TypedValue,
        element: ast::TypedValue,
        index: ast::TypedValue,
    ) -> Lower<Exprs> {
        let (ty, mut values) = self.elements(vector)?;
        let element = self.value(element)?;
        self.fits(self.element_type(vector.ty), &[element])?;
        if let Some(i) = self.known_int(index)
            && let Some(v) = usize::try_from(i).ok().and_then(|i| values.get_mut(i))
        {
            *v = element;
            return Ok(values.into_iter().map(|v| (ty, Expr::Copy(v))).collect());
        }
        let (index, width) = self.checked_index(index, values.len())?;
        if self.cx.optimised {
            let (undef, b) = (Operand::Undef { width: ty.width() }, self.int(width, values.len() as u128));
            let cond = self.eval(Ty::Int(1), Expr::Cmp { op: CmpOp::Ult, ty: Ty::Int(width), a: index, b });
            for value in &mut values {
                *value = self.eval(ty, Expr::Select { cond, a: *value, b: undef });
            }
        }
        let mut out = Vec::new();
        for (i, value) in values.into_iter().enumerate() {
            let cond = self.is_index(index, width, i);
            out.push((ty, Expr::Select { cond, a: element, b: value }));
        }
        Ok(out)
    }

    pub fn shuffle(&mut self, lhs: ast::TypedValue, rhs: ast::TypedValue, mask: ast::TypedValue) -> Lower<Exprs> {
        let (ty, mut values) = self.elements(lhs)?;
        values.extend(self.values(rhs)?);
        let mask = match self.cx.module.constant(mask.value) {
            Some(Constant::Undef | Constant::Poison) => vec![None; self.cx.layout.scalars(mask.ty)?.len()],
            Some(_) => self.values(mask)?.into_iter().map(|m| self.shared.bits(m)).collect(),
            None => return Err("a shuffle mask that is no constant".into()),
        };
        let undef = Operand::Undef { width: ty.width() };
        let pick = |m: Option<u128>| m.and_then(|m| values.get(m as usize).copied()).unwrap_or(undef);
        Ok(mask.into_iter().map(|m| (ty, Expr::Copy(pick(m)))).collect())
    }

    /// `llvm.vector.reduce.*`: from the first lane to the last.
    pub fn reduce(&mut self, op: BinOp, start: Option<ast::TypedValue>, vector: ast::TypedValue) -> Lower<Exprs> {
        let (ty, n) = self.lanes(vector.ty)?;
        let mut values = self.values(vector)?;
        if let Some(start) = start {
            values.insert(0, self.value(start)?);
        }
        if n == 0 {
            return Err("a reduction of an empty vector".into());
        }
        let mut acc = values[0];
        for b in &values[1..] {
            acc = self.eval(ty, Expr::Bin { op, ty, flags: Flags::default(), a: acc, b: *b });
        }
        Ok(vec![(ty, Expr::Copy(acc))])
    }

    /// The same bits as values of other types.
    pub fn bitcast(&mut self, value: ast::TypedValue, to: TypeId) -> Lower<Exprs> {
        let (from, to) = (self.cx.layout.scalars(value.ty)?, self.cx.layout.scalars(to)?);
        let mut values = self.values(value)?;
        let (Some(f), Some(t)) = (from.first(), to.first()) else { return Ok(Vec::new()) };
        let (fw, tw) = (f.ty.width(), t.ty.width());
        if from.len() == to.len() && values.len() == to.len() {
            let lanes = from.iter().zip(to.iter()).zip(values);
            return Ok(lanes.map(|((f, t), v)| (t.ty, reinterpret(f.ty, t.ty, v))).collect());
        }
        if from.len() as u64 * u64::from(fw) != to.len() as u64 * u64::from(tw) {
            return Err("a bitcast between different sizes".into());
        }
        for (s, v) in from.iter().zip(values.iter_mut()) {
            *v = self.eval(Ty::Int(fw), reinterpret(s.ty, Ty::Int(fw), *v));
        }
        let bits = if tw.is_multiple_of(fw) {
            let group = (tw / fw) as usize;
            values.chunks(group).map(|lanes| self.join(lanes, fw)).collect()
        } else if fw.is_multiple_of(tw) {
            values.iter().flat_map(|v| self.split(*v, fw, tw, fw / tw)).collect()
        } else if from.len() as u32 * fw <= 128 {
            let all = self.join(&values, fw);
            self.split(all, from.len() as u32 * fw, tw, to.len() as u32)
        } else {
            return Err("a bitcast between vectors whose elements do not fit into each other".into());
        };
        Ok(to.iter().zip(bits).map(|(s, v)| (s.ty, reinterpret(Ty::Int(tw), s.ty, v))).collect())
    }

    /// One integer made of lanes of `width` bits; at most 128 bits.
    pub fn join(&mut self, lanes: &[Operand], width: u32) -> Operand {
        let total = width * lanes.len() as u32;
        let ty = Ty::Int(total);
        let mut acc: Option<Operand> = None;
        for (i, lane) in lanes.iter().enumerate() {
            let mut wide = self.eval(ty, resize(Ty::Int(width), ty, *lane));
            if i > 0 {
                let b = self.int(total, i as u128 * u128::from(width));
                wide = self.eval(ty, Expr::Bin { op: BinOp::Shl, ty, flags: Flags::default(), a: wide, b });
            }
            acc = Some(match acc {
                None => wide,
                Some(a) => self.eval(ty, Expr::Bin { op: BinOp::Or, ty, flags: Flags::default(), a, b: wide }),
            });
        }
        acc.unwrap_or(Operand::Undef { width: total })
    }

    /// The `count` lanes of `lane` bits of an integer of `width` bits.
    pub fn split(&mut self, value: Operand, width: u32, lane: u32, count: u32) -> Vec<Operand> {
        let (ty, to) = (Ty::Int(width), Ty::Int(lane));
        let mut out = Vec::new();
        for i in 0..count {
            let b = self.int(width, u128::from(i) * u128::from(lane));
            let shift = Expr::Bin { op: BinOp::LShr, ty, flags: Flags::default(), a: value, b };
            let shifted = if i == 0 { value } else { self.eval(ty, shift) };
            out.push(self.eval(to, resize(ty, to, shifted)));
        }
        out
    }
}

/// The same bits as a value of another type of this width.
pub(super) fn reinterpret(from: Ty, to: Ty, a: Operand) -> Expr {
    if from == to { Expr::Copy(a) } else { Expr::Cast { op: CastOp::Bitcast, from, to, a } }
}
