//! Instructions that touch memory or make addresses.
//!
//! Oblivious to layout and to what an address is. Invariant: the type of a result is the one LLVM gives it, except that
//! before the first star of a module an alloca's pointer has no pointee.

use super::instructions::Body;
use super::{Fail, Parsed, Parser};
use crate::ast::{InstKind, Ordering, RmwOp, Type, TypeId, TypeTable, TypedValue, ValueRef};

impl Parser<'_> {
    pub(super) fn memory_instruction(&mut self, opcode: &str) -> Parsed<Body> {
        match opcode {
            "alloca" => self.alloca(),
            "load" => self.load(),
            "store" => self.store(),
            "getelementptr" => self.gep(),
            "fence" => {
                self.sync_scope()?;
                let ordering = self.keyword(Ordering::from_keyword)?;
                Ok((InstKind::Fence(ordering), TypeTable::VOID))
            }
            "cmpxchg" => self.cmpxchg(),
            "atomicrmw" => self.atomicrmw(),
            "va_arg" => {
                let list = self.operand()?;
                self.expect(b',')?;
                let ty = self.ty()?;
                Ok((InstKind::VaArg { list }, ty))
            }
            _ => Err(Fail::Unknown),
        }
    }

    /// `, align N`; other clauses are left.
    fn align(&mut self) -> Parsed<Option<u64>> {
        let mut align = None;
        while self.comma() {
            if self.eat_word("align") {
                align = Some(self.unsigned()?);
            } else if self.eat_word("addrspace") {
                self.addrspace_number()?;
            } else {
                return self.error("`align` or metadata");
            }
        }
        Ok(align)
    }

    fn alloca(&mut self) -> Parsed<Body> {
        let inalloca = self.eat_word("inalloca");
        self.eat_word("swifterror");
        let ty = self.ty()?;
        let (mut count, mut align, mut addrspace) = (None, None, 0);
        while self.comma() {
            if self.eat_word("align") {
                align = Some(self.unsigned()?);
            } else if self.eat_word("addrspace") {
                addrspace = self.addrspace_number()?;
            } else {
                count = Some(self.operand()?);
            }
        }
        let pointee = self.typed_pointers.then_some(ty);
        let result = self.module.types.intern(Type::Ptr { pointee, addrspace });
        Ok((InstKind::Alloca { ty, count, align, inalloca }, result))
    }

    /// `syncscope("...")`.
    fn sync_scope(&mut self) -> Parsed<()> {
        if self.eat_word("syncscope") {
            self.expect(b'(')?;
            self.string()?;
            self.expect(b')')?;
        }
        Ok(())
    }

    fn load(&mut self) -> Parsed<Body> {
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let ty = self.ty()?;
        self.expect(b',')?;
        let ptr = self.operand()?;
        let ordering = self.ordering_if(atomic)?;
        let align = self.align()?;
        Ok((InstKind::Load { ptr, align, volatile, ordering }, ty))
    }

    fn ordering_if(&mut self, atomic: bool) -> Parsed<Option<Ordering>> {
        if !atomic {
            return Ok(None);
        }
        self.sync_scope()?;
        self.keyword(Ordering::from_keyword).map(Some)
    }

    fn store(&mut self) -> Parsed<Body> {
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let value = self.operand()?;
        self.expect(b',')?;
        let ptr = self.operand()?;
        let ordering = self.ordering_if(atomic)?;
        let align = self.align()?;
        Ok((InstKind::Store { value, ptr, align, volatile, ordering }, TypeTable::VOID))
    }

    fn cmpxchg(&mut self) -> Parsed<Body> {
        let weak = self.eat_word("weak");
        let volatile = self.eat_word("volatile");
        let ptr = self.operand()?;
        self.expect(b',')?;
        let expected = self.operand()?;
        self.expect(b',')?;
        let new = self.operand()?;
        self.sync_scope()?;
        let success = self.keyword(Ordering::from_keyword)?;
        let failure = self.keyword(Ordering::from_keyword)?;
        self.align()?;
        let ty = self.module.types.intern(Type::Struct { packed: false, fields: [new.ty, TypeTable::I1].into() });
        Ok((InstKind::CmpXchg { ptr, expected, new, weak, volatile, success, failure }, ty))
    }

    fn atomicrmw(&mut self) -> Parsed<Body> {
        let volatile = self.eat_word("volatile");
        let op = self.keyword(RmwOp::from_keyword)?;
        let ptr = self.operand()?;
        self.expect(b',')?;
        let value = self.operand()?;
        self.sync_scope()?;
        let ordering = self.keyword(Ordering::from_keyword)?;
        self.align()?;
        Ok((InstKind::AtomicRmw { op, ptr, value, volatile, ordering }, value.ty))
    }

    fn gep(&mut self) -> Parsed<Body> {
        let flags = self.flags()?;
        let source = self.ty()?;
        self.expect(b',')?;
        let base = self.operand()?;
        let indices = if self.comma() { self.operands()? } else { Vec::new() };
        let ty = self.gep_type(source, base.ty, &indices);
        Ok((InstKind::Gep { flags, source, base, indices: indices.into() }, ty))
    }

    /// The result of a GEP: the base's pointer type with the pointee at the end of the path, in a vector if the base or
    /// an index is one.
    fn gep_type(&mut self, source: TypeId, base: TypeId, indices: &[TypedValue]) -> TypeId {
        let types = &self.module.types;
        let vector = |ty| match *types.get_resolved(ty) {
            Type::Vector { len, elem, scalable } => Some((len, elem, scalable)),
            _ => None,
        };
        let base_vector = vector(base);
        let pointer = base_vector.map_or(base, |(_, elem, _)| elem);
        let shape = base_vector.or_else(|| indices.iter().find_map(|i| vector(i.ty)));
        let mut result = pointer;
        if let Type::Ptr { pointee: Some(_), addrspace } = *types.get_resolved(pointer) {
            let path = indices.iter().skip(1).try_fold(source, |ty, i| types.member(ty, self.constant_index(i.value)));
            result = self.module.types.intern(Type::Ptr { pointee: path.or(Some(TypeTable::I8)), addrspace });
        }
        match shape {
            Some((len, _, scalable)) => self.module.types.intern(Type::Vector { len, elem: result, scalable }),
            None => result,
        }
    }

    /// An index into a structure is a constant; elsewhere its value does not matter for the type.
    fn constant_index(&self, value: ValueRef) -> u64 {
        self.module.int(value).and_then(|bits| u64::try_from(bits).ok()).unwrap_or(0)
    }
}
