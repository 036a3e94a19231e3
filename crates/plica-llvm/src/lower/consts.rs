//! Constants as operands. Constant expressions go through the same code as instructions: what cannot be folded ends
//! in temporaries before the command that uses it.
//!
//! Oblivious to functions. Invariant: as many operands come out as the type has scalars.

use plica_ir::{Operand, Ty};

use super::emit::Emitter;
use super::{Lower, Why};
use crate::ast::{self, ConstExpr, Constant, Type, TypeId, ValueRef};

impl Emitter<'_, '_> {
    /// The scalars of a constant of this type.
    pub fn constant(&mut self, ty: TypeId, value: ValueRef) -> Lower<Vec<Operand>> {
        match value {
            ValueRef::Global(name) => match self.cx.symbols.get(&name) {
                Some(op) => Ok(vec![*op]),
                None => Err(format!("the unknown symbol @{}", self.cx.module.name(name))),
            },
            ValueRef::Const(id) => {
                let module = self.cx.module;
                self.plain(ty, module.constants.get(id))
            }
            ValueRef::Block(_) => Err("a label as a value".into()),
            ValueRef::Metadata(_) => Err("metadata as a value".into()),
            ValueRef::Local(_) => Err("a local value in a constant".into()),
        }
    }

    fn plain(&mut self, ty: TypeId, constant: &Constant) -> Lower<Vec<Operand>> {
        match constant {
            Constant::Int(bits) => self.limbs(ty, &[*bits as u64, (*bits >> 64) as u64]),
            Constant::WideInt(words) => self.limbs(ty, words),
            Constant::Float(bits) => self.limbs(ty, &[*bits as u64, (*bits >> 64) as u64]),
            Constant::Null | Constant::Zero => {
                let scalars = self.cx.layout.scalars(ty)?;
                Ok(scalars.iter().map(|s| self.shared.int(s.ty.width(), 0)).collect())
            }
            Constant::Undef | Constant::Poison => self.undef(ty),
            Constant::None => Ok(Vec::new()),
            Constant::Bytes(bytes) => Ok(bytes.iter().map(|&b| self.shared.int(8, u128::from(b))).collect()),
            Constant::Array(parts) | Constant::Struct(parts) | Constant::Vector(parts) => {
                let mut out = Vec::with_capacity(parts.len());
                for part in parts.iter() {
                    out.extend(self.part(*part)?);
                }
                Ok(out)
            }
            Constant::Splat(elem) => {
                let n = self.cx.layout.scalars(ty)?.len();
                let one = self.part(*elem)?;
                Ok(one.iter().copied().cycle().take(if one.is_empty() { 0 } else { n }).collect())
            }
            Constant::BlockAddress { function, block } => match self.cx.labels.get(&(*function, *block)) {
                Some(op) => Ok(vec![*op]),
                None => Err("the address of an unknown label".into()),
            },
            Constant::Equivalent(inner) => self.part(*inner),
            Constant::Expr(expr) => self.expression(ty, expr),
            Constant::Unknown(text) => Err(format!("the constant `{text}`")),
        }
    }

    fn part(&mut self, operand: ast::TypedValue) -> Lower<Vec<Operand>> {
        self.constant(operand.ty, operand.value)
    }

    /// The scalars of a number given as little-endian words.
    fn limbs(&mut self, ty: TypeId, words: &[u64]) -> Lower<Vec<Operand>> {
        let scalars = self.cx.layout.scalars(ty)?;
        let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
        if scalars.len() > 1 && !matches!(self.cx.module.types.get_resolved(ty), Type::Int(_)) {
            return Err("a number where an aggregate is expected".into());
        }
        Ok(scalars
            .iter()
            .enumerate()
            .map(|(i, s)| self.shared.int(s.ty.width(), word(2 * i) | word(2 * i + 1) << 64))
            .collect())
    }

    fn expression(&mut self, ty: TypeId, expr: &ConstExpr) -> Lower<Vec<Operand>> {
        let exprs = match expr {
            ConstExpr::Cast { op, value } => self.cast(*op, *value, ty),
            ConstExpr::Binary { op: ast::BinaryOp::Sub, lhs, rhs, .. }
                if let Some(distance) = self.distance(*lhs, *rhs) =>
            {
                return self.limbs(ty, &[distance]);
            }
            ConstExpr::Binary { op, flags, lhs, rhs } => self.binary(*op, *flags, *lhs, *rhs),
            ConstExpr::FNeg(value) => self.unary(plica_ir::UnOp::FNeg, *value),
            ConstExpr::ICmp { pred, lhs, rhs } => self.icmp(*pred, *lhs, *rhs),
            ConstExpr::FCmp { pred, lhs, rhs } => self.fcmp(*pred, *lhs, *rhs),
            ConstExpr::Select { cond, then, els } => self.select(*cond, *then, *els),
            ConstExpr::Gep { source, base, indices, .. } => self.gep(*source, *base, indices, ty),
            ConstExpr::ExtractElement { vector, index } => self.extract_element(*vector, *index),
            ConstExpr::InsertElement { vector, element, index } => self.insert_element(*vector, *element, *index),
            ConstExpr::ShuffleVector { lhs, rhs, mask } => self.shuffle(*lhs, *rhs, *mask),
            ConstExpr::ExtractValue { aggregate, indices } => self.extract_value(*aggregate, indices),
            ConstExpr::InsertValue { aggregate, element, indices } => self.insert_value(*aggregate, *element, indices),
        }?;
        Ok(self.evals(exprs))
    }

    /// How far two places in one global are apart, both given as their addresses' numbers.
    fn distance(&mut self, lhs: ast::TypedValue, rhs: ast::TypedValue) -> Option<u64> {
        let mut place = |number: ast::TypedValue| match self.cx.module.constant(number.value) {
            Some(Constant::Expr(expr)) => match **expr {
                ConstExpr::Cast { op: ast::CastOpcode::PtrToInt, value } => self.value(value).ok(),
                _ => None,
            },
            _ => None,
        };
        match (place(lhs)?, place(rhs)?) {
            (Operand::Global { id, offset }, Operand::Global { id: other, offset: from }) if id == other => {
                Some(offset.wrapping_sub(from) as u64)
            }
            _ => None,
        }
    }

    /// The value of an operand that is an integer constant (a folded constant expression included).
    pub fn known_int(&mut self, operand: ast::TypedValue) -> Option<u128> {
        if let ValueRef::Local(_) = operand.value {
            return None;
        }
        let before = self.code.len();
        let value = self.value(operand).ok()?;
        // What was not folded is not known; its commands are harmless but needless.
        self.code.truncate(before);
        self.locs.truncate(before);
        self.shared.bits(value)
    }

    /// The range of scalars, and the type, of the member that a path of `insertvalue`/`extractvalue` leads to.
    pub fn member(&self, ty: TypeId, path: &[u32]) -> Lower<(std::ops::Range<usize>, TypeId)> {
        let (mut ty, mut start) = (ty, 0);
        for &index in path {
            let types = &self.cx.module.types;
            let resolved = types.resolve(ty);
            let member = types.member(resolved, u64::from(index)).ok_or_else(|| Why::from("a path out of range"))?;
            match types.get(resolved) {
                Type::Struct { fields, .. } => {
                    for field in &fields[..index as usize] {
                        start += self.cx.layout.scalars(*field)?.len();
                    }
                }
                _ => start += index as usize * self.cx.layout.scalars(member)?.len(),
            }
            ty = member;
        }
        let len = self.cx.layout.scalars(ty)?.len();
        Ok((start..start + len, ty))
    }

    /// The type of the scalars of a vector's elements as LLVM types.
    pub fn element_type(&self, ty: TypeId) -> TypeId {
        match self.cx.module.types.get_resolved(ty) {
            Type::Vector { elem, .. } => *elem,
            _ => ty,
        }
    }

    /// The width of an integer operand of a GEP or of an index.
    pub fn index_width(&self, ty: TypeId) -> Lower<u32> {
        match self.scalar(self.element_type(ty))? {
            Ty::Int(w) => Ok(w),
            _ => Err("an index that is no integer".into()),
        }
    }
}
