//! The data layout: sizes, alignments, offsets of members, and the scalars that a type is made of.
//!
//! Oblivious to values and instructions. Invariant: every size and offset it gives is below 2^47, and the scalars of a
//! type are listed in the order of its members.

use std::cell::RefCell;
use std::rc::Rc;

use plica_ir::{FloatKind, Ty};
use rustc_hash::FxHashMap;

use crate::ast;
use crate::ast::{Type, TypeId, TypeTable};

/// Why a type has no layout that we can use.
pub(super) type TypeError = String;

/// More scalars than this in one SSA value is no program that a compiler writes.
const MAX_SCALARS: u64 = 4096;
const MAX_SIZE: u64 = 1 << 47;
const MAX_DEPTH: u32 = 100;
/// Bytes of the cells of structures with scalars of several sizes.
const WORD: u32 = 4;

/// A scalar of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scalar {
    /// Its type in the flowgraph.
    pub ty: Ty,
    /// Where it lies, in bytes.
    pub offset: u64,
    /// Only its bits are kept (`fp128`, a part of an `i256`): it can be moved but not computed with.
    pub opaque: bool,
}

/// How a value lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// One scalar.
    Scalar(Scalar),
    /// `count` elements of `bits` bits each without padding, as one integer (a vector of `i1` and the like).
    Packed {
        /// Where, in bytes.
        offset: u64,
        /// Bits of an element.
        bits: u32,
        /// Number of elements.
        count: u32,
    },
}

#[derive(Clone, Copy)]
struct Spec {
    kind: u8,
    bits: u32,
    align: u64,
}

/// The layout of one module's types.
pub(super) struct Layout<'m> {
    types: &'m TypeTable,
    specs: Vec<Spec>,
    sizes: RefCell<FxHashMap<TypeId, (u64, u64)>>,
    offsets: RefCell<FxHashMap<TypeId, Rc<[u64]>>>,
    scalars: RefCell<FxHashMap<TypeId, Rc<[Scalar]>>>,
}

impl<'m> Layout<'m> {
    /// The layout that a `target datalayout` text describes; an empty one stands for x86-64.
    pub fn new(types: &'m TypeTable, text: &str) -> Result<Self, TypeError> {
        const X86_64: &str = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128";
        let text = if text.is_empty() { X86_64 } else { text };
        // What LLVM assumes where the text is silent.
        let mut specs: Vec<Spec> = [
            (b'i', 1, 1),
            (b'i', 8, 1),
            (b'i', 16, 2),
            (b'i', 32, 4),
            (b'i', 64, 4),
            (b'f', 16, 2),
            (b'f', 32, 4),
            (b'f', 64, 8),
            (b'f', 128, 16),
            (b'v', 64, 8),
            (b'v', 128, 16),
        ]
        .into_iter()
        .map(|(kind, bits, align)| Spec { kind, bits, align })
        .collect();
        for part in text.split('-') {
            let mut fields = part.split(':');
            let head = fields.next().unwrap_or("");
            let align = fields.next().and_then(|a| a.parse::<u64>().ok());
            match head.as_bytes() {
                [b'E'] => return Err(format!("big-endian targets are not supported (data layout `{text}`)")),
                [b'p'] | [b'p', b'0'] if align.is_some_and(|bits| bits != 64) => {
                    return Err(format!("only 64-bit targets are supported (data layout `{text}`)"));
                }
                [kind @ (b'i' | b'f' | b'v'), digits @ ..] => {
                    let bits = std::str::from_utf8(digits).ok().and_then(|d| d.parse().ok());
                    let (Some(bits), Some(align)) = (bits, align) else { continue };
                    let align = (align / 8).clamp(1, 4096).next_power_of_two();
                    specs.retain(|s| (s.kind, s.bits) != (*kind, bits));
                    specs.push(Spec { kind: *kind, bits, align });
                }
                _ => {}
            }
        }
        specs.sort_by_key(|s| (s.kind, s.bits));
        Ok(Layout { types, specs, sizes: RefCell::default(), offsets: RefCell::default(), scalars: RefCell::default() })
    }

    /// Bytes from one element of an array to the next.
    pub fn size(&self, ty: TypeId) -> Result<u64, TypeError> {
        Ok(self.size_align(ty, 0)?.0)
    }

    /// Alignment in bytes.
    #[cfg(test)]
    pub fn align(&self, ty: TypeId) -> Result<u64, TypeError> {
        Ok(self.size_align(ty, 0)?.1)
    }

    fn size_align(&self, ty: TypeId, depth: u32) -> Result<(u64, u64), TypeError> {
        let ty = self.types.resolve(ty);
        if let Some(&known) = self.sizes.borrow().get(&ty) {
            return Ok(known);
        }
        if depth > MAX_DEPTH {
            return Err("a type contains itself".into());
        }
        let rounded = |bits: u64, align: u64| (bits.div_ceil(8).next_multiple_of(align), align);
        let known = match self.types.get(ty) {
            Type::Int(w) => rounded(u64::from(*w), self.int_align(*w)),
            Type::Float(kind) => {
                let bits = if *kind == ast::FloatType::X86Fp80 { 80 } else { kind.bits() };
                rounded(u64::from(bits), self.exact(b'f', bits).unwrap_or(16))
            }
            Type::Ptr { .. } => (8, 8),
            Type::Array { len, elem } => {
                let (size, align) = self.size_align(*elem, depth + 1)?;
                (checked(size.checked_mul(*len))?, align)
            }
            Type::Vector { scalable: true, .. } => return Err("scalable vectors are not supported".into()),
            Type::Vector { len, elem, .. } => {
                let bits = checked(self.bits(*elem, depth + 1)?.checked_mul(*len))?;
                let natural = || bits.div_ceil(8).max(1).next_power_of_two();
                let exact = u32::try_from(bits).ok().and_then(|b| self.exact(b'v', b));
                rounded(bits, exact.unwrap_or_else(natural))
            }
            Type::Struct { .. } => {
                let (size, align, offsets) = self.lay_out(ty, depth)?;
                self.offsets.borrow_mut().insert(ty, offsets.into());
                (size, align)
            }
            other => return Err(format!("a value of the type {} has no size", self.describe(other))),
        };
        checked(Some(known.0))?;
        self.sizes.borrow_mut().insert(ty, known);
        Ok(known)
    }

    fn lay_out(&self, ty: TypeId, depth: u32) -> Result<(u64, u64, Vec<u64>), TypeError> {
        let Type::Struct { packed, fields } = self.types.get(ty) else { return Err("not a structure".into()) };
        let (mut end, mut align, mut offsets) = (0u64, 1u64, Vec::with_capacity(fields.len()));
        for field in fields.iter() {
            let (size, natural) = self.size_align(*field, depth + 1)?;
            let field_align = if *packed { 1 } else { natural };
            end = end.next_multiple_of(field_align);
            offsets.push(end);
            end = checked(end.checked_add(size))?;
            align = align.max(field_align);
        }
        Ok((end.next_multiple_of(align), align, offsets))
    }

    /// Offsets of a structure's members.
    pub fn offsets(&self, ty: TypeId) -> Result<Rc<[u64]>, TypeError> {
        let ty = self.types.resolve(ty);
        self.size_align(ty, 0)?;
        self.offsets.borrow().get(&ty).cloned().ok_or_else(|| "not a structure".into())
    }

    fn exact(&self, kind: u8, bits: u32) -> Option<u64> {
        self.specs.iter().find(|s| s.kind == kind && s.bits == bits).map(|s| s.align)
    }

    /// The rule of LLVM: that of the next larger width that is listed, else of the largest.
    fn int_align(&self, bits: u32) -> u64 {
        let mut ints = self.specs.iter().filter(|s| s.kind == b'i');
        ints.clone().find(|s| s.bits >= bits).or_else(|| ints.next_back()).map_or(1, |s| s.align)
    }

    /// Bits of a vector's element.
    fn bits(&self, ty: TypeId, depth: u32) -> Result<u64, TypeError> {
        match self.types.get_resolved(ty) {
            Type::Int(w) => Ok(u64::from(*w)),
            Type::Float(kind) => Ok(u64::from(kind.bits())),
            _ => Ok(self.size_align(ty, depth)?.0 * 8),
        }
    }

    /// The scalar of a type that is one (and can be computed with).
    pub fn scalar(&self, ty: TypeId) -> Option<Ty> {
        match self.types.get_resolved(ty) {
            Type::Int(w @ 1..=128) => Some(Ty::Int(*w)),
            Type::Ptr { .. } => Some(Ty::Ptr),
            Type::Float(ast::FloatType::Half) => Some(Ty::Float(FloatKind::Half)),
            Type::Float(ast::FloatType::Float) => Some(Ty::Float(FloatKind::Single)),
            Type::Float(ast::FloatType::Double) => Some(Ty::Float(FloatKind::Double)),
            Type::Float(ast::FloatType::X86Fp80) => Some(Ty::Float(FloatKind::Extended)),
            _ => None,
        }
    }

    /// The scalars of a type, in order; offsets inside packed vectors are meaningless.
    pub fn scalars(&self, ty: TypeId) -> Result<Rc<[Scalar]>, TypeError> {
        let ty = self.types.resolve(ty);
        if let Some(known) = self.scalars.borrow().get(&ty) {
            return Ok(known.clone());
        }
        let mut out = Vec::new();
        self.collect(ty, 0, &mut out, 0)?;
        let out: Rc<[Scalar]> = out.into();
        self.scalars.borrow_mut().insert(ty, out.clone());
        Ok(out)
    }

    fn collect(&self, ty: TypeId, offset: u64, out: &mut Vec<Scalar>, depth: u32) -> Result<(), TypeError> {
        if depth > MAX_DEPTH {
            return Err("a type contains itself".into());
        }
        if let Some(ty) = self.scalar(ty) {
            out.push(Scalar { ty, offset, opaque: false });
            return Ok(());
        }
        match self.types.get_resolved(ty) {
            // Limbs of 128 bits keep wide integers movable.
            Type::Int(w) => {
                if u64::from(*w) > 128 * MAX_SCALARS {
                    return Err(format!("integers of {w} bits are not supported"));
                }
                for limb in 0..w.div_ceil(128) {
                    let width = (w - limb * 128).min(128);
                    out.push(Scalar { ty: Ty::Int(width), offset: offset + u64::from(limb) * 16, opaque: true });
                }
            }
            Type::Float(kind) => out.push(Scalar { ty: Ty::Int(kind.bits()), offset, opaque: true }),
            Type::Array { len, elem } => {
                let stride = self.size(*elem)?;
                self.repeat(*elem, *len, stride, offset, out, depth)?;
            }
            Type::Vector { len, elem, scalable: false } => {
                let stride = self.bits(*elem, depth)?.div_ceil(8);
                self.repeat(*elem, *len, stride, offset, out, depth)?;
            }
            Type::Struct { fields, .. } => {
                let offsets = self.offsets(ty)?;
                for (field, at) in fields.iter().zip(offsets.iter()) {
                    self.collect(*field, offset + at, out, depth + 1)?;
                }
            }
            Type::Void => {}
            other => return Err(format!("values of the type {} are not supported", self.describe(other))),
        }
        if out.len() as u64 > MAX_SCALARS {
            return Err(format!("a value of more than {MAX_SCALARS} scalars"));
        }
        Ok(())
    }

    fn repeat(
        &self,
        elem: TypeId,
        len: u64,
        stride: u64,
        offset: u64,
        out: &mut Vec<Scalar>,
        depth: u32,
    ) -> Result<(), TypeError> {
        if len > MAX_SCALARS {
            return Err(format!("a value of {len} elements"));
        }
        for i in 0..len {
            self.collect(elem, offset + i * stride, out, depth + 1)?;
            if out.len() as u64 > MAX_SCALARS {
                return Err(format!("a value of more than {MAX_SCALARS} scalars"));
            }
        }
        Ok(())
    }

    /// What a load or store of the type reads or writes, in the order of its scalars.
    pub fn pieces(&self, ty: TypeId) -> Result<Vec<Piece>, TypeError> {
        let mut out = Vec::new();
        self.collect_pieces(ty, 0, &mut out, 0)?;
        Ok(out)
    }

    fn collect_pieces(&self, ty: TypeId, offset: u64, out: &mut Vec<Piece>, depth: u32) -> Result<(), TypeError> {
        if depth > MAX_DEPTH {
            return Err("a type contains itself".into());
        }
        match self.types.get_resolved(ty) {
            Type::Vector { len, elem, scalable: false } => {
                let bits = self.bits(*elem, depth)?;
                if bits % 8 != 0 {
                    if bits.saturating_mul(*len) > 128 {
                        return Err("vectors of more than 128 bits without whole bytes are not supported".into());
                    }
                    out.push(Piece::Packed { offset, bits: bits as u32, count: *len as u32 });
                    return Ok(());
                }
            }
            Type::Array { len, elem } if *len <= MAX_SCALARS => {
                let stride = self.size(*elem)?;
                for i in 0..*len {
                    self.collect_pieces(*elem, offset + i * stride, out, depth + 1)?;
                }
                return Ok(());
            }
            Type::Struct { fields, .. } => {
                let offsets = self.offsets(ty)?;
                for (field, at) in fields.iter().zip(offsets.iter()) {
                    self.collect_pieces(*field, offset + at, out, depth + 1)?;
                }
                return Ok(());
            }
            _ => {}
        }
        out.extend(self.scalars(ty)?.iter().map(|s| Piece::Scalar(Scalar { offset: offset + s.offset, ..*s })));
        if out.len() as u64 > MAX_SCALARS {
            return Err(format!("a value of more than {MAX_SCALARS} scalars"));
        }
        Ok(())
    }

    /// The natural cell of an object of this type: the size of its scalars where they all have one size; a word where
    /// words are next to larger scalars or to single smaller ones, as in most structures; else 0.
    pub fn cell(&self, ty: TypeId) -> u32 {
        match self.uniform(ty, 0) {
            Some(cell) => cell.unwrap_or(0),
            None if self.words(ty, false, 0) => WORD,
            None => 0,
        }
    }

    /// Are all scalars words, multiples of them, or smaller ones that a structure has one by one? Arrays of smaller
    /// scalars are gone through by their own elements.
    fn words(&self, ty: TypeId, array: bool, depth: u32) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        match self.types.get_resolved(ty) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => self.words(*elem, true, depth + 1),
            Type::Struct { fields, .. } => {
                let (word, layout) = (u64::from(WORD), self.size_align(ty, 0));
                layout.is_ok_and(|(size, align)| size.is_multiple_of(word) && align >= word)
                    && fields.iter().all(|&field| self.words(field, false, depth + 1))
            }
            _ => self.scalar(ty).is_some_and(|scalar| {
                let size = scalar.store_size();
                size.is_multiple_of(u64::from(WORD)) || !array && size.is_power_of_two()
            }),
        }
    }

    /// `None`: mixed. `Some(None)`: no scalars at all.
    fn uniform(&self, ty: TypeId, depth: u32) -> Option<Option<u32>> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.types.get_resolved(ty) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => self.uniform(*elem, depth + 1),
            Type::Struct { fields, .. } => {
                let mut found = None;
                for field in fields.iter() {
                    match (found, self.uniform(*field, depth + 1)?) {
                        (None, cell) => found = cell,
                        (Some(a), Some(b)) if a != b => return None,
                        _ => {}
                    }
                }
                Some(found)
            }
            _ => {
                let scalar = self.scalar(ty)?;
                // Ten bytes in sixteen: both are multiples of two.
                let is_extended = scalar == Ty::Float(FloatKind::Extended);
                let size = if is_extended { 2 } else { scalar.store_size() };
                size.is_power_of_two().then_some(Some(size as u32))
            }
        }
    }

    fn describe(&self, ty: &Type) -> &'static str {
        match ty {
            Type::Void => "void",
            Type::Function { .. } => "function",
            Type::Label => "label",
            Type::Metadata => "metadata",
            Type::Token => "token",
            Type::Named { .. } => "opaque structure",
            Type::Vector { .. } => "scalable vector",
            _ => "target-specific type",
        }
    }
}

fn checked(size: Option<u64>) -> Result<u64, TypeError> {
    size.filter(|&s| s < MAX_SIZE).ok_or_else(|| "a type is larger than the address space".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(make: impl FnOnce(&mut TypeTable) -> Vec<TypeId>) -> (TypeTable, Vec<TypeId>) {
        let mut t = TypeTable::default();
        let ids = make(&mut t);
        (t, ids)
    }

    #[test]
    fn structures_are_padded_and_packed_ones_are_not() {
        let (t, ids) = table(|t| {
            let fields: Box<[TypeId]> = [TypeTable::I8, TypeTable::I32, TypeTable::I8, TypeTable::I64].into();
            let plain = t.intern(Type::Struct { packed: false, fields: fields.clone() });
            let packed = t.intern(Type::Struct { packed: true, fields });
            let array = t.intern(Type::Array { len: 3, elem: plain });
            vec![plain, packed, array]
        });
        let l = Layout::new(&t, "e-m:e-i64:64-f80:128-n8:16:32:64-S128").unwrap();
        assert_eq!((l.size(ids[0]).unwrap(), l.align(ids[0]).unwrap()), (24, 8));
        assert_eq!(&*l.offsets(ids[0]).unwrap(), &[0, 4, 8, 16]);
        assert_eq!((l.size(ids[1]).unwrap(), l.align(ids[1]).unwrap()), (14, 1));
        assert_eq!(&*l.offsets(ids[1]).unwrap(), &[0, 1, 5, 6]);
        assert_eq!(l.size(ids[2]).unwrap(), 72);
        assert_eq!(l.scalars(ids[2]).unwrap()[5].offset, 28);
        // Words next to smaller and larger scalars; what is packed has words anywhere.
        assert_eq!((l.cell(ids[0]), l.cell(ids[2]), l.cell(ids[1]), l.cell(TypeTable::I32)), (4, 4, 0, 4));
    }

    #[test]
    fn long_double_takes_sixteen_bytes_and_i128_follows_the_text() {
        let (t, ids) = table(|t| {
            vec![t.intern(Type::Float(ast::FloatType::X86Fp80)), t.intern(Type::Int(128)), t.intern(Type::Int(24))]
        });
        let old = Layout::new(&t, "e-m:e-i64:64-f80:128-n8:16:32:64-S128").unwrap();
        let new = Layout::new(&t, "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128").unwrap();
        assert_eq!((old.size(ids[0]).unwrap(), old.align(ids[0]).unwrap()), (16, 16));
        assert_eq!((old.align(ids[1]).unwrap(), new.align(ids[1]).unwrap()), (8, 16));
        assert_eq!((old.size(ids[2]).unwrap(), old.align(ids[2]).unwrap()), (4, 4));
        let extended = Ty::Float(FloatKind::Extended);
        assert_eq!(old.scalars(ids[0]).unwrap()[0], Scalar { ty: extended, offset: 0, opaque: false });
        assert_eq!((extended.store_size(), old.cell(ids[0])), (10, 2));
    }

    #[test]
    fn vectors_are_packed_to_bits() {
        let (t, ids) = table(|t| {
            vec![
                t.intern(Type::Vector { len: 8, elem: TypeTable::I1, scalable: false }),
                t.intern(Type::Vector { len: 3, elem: TypeTable::I32, scalable: false }),
            ]
        });
        let l = Layout::new(&t, "").unwrap();
        assert_eq!(l.size(ids[0]).unwrap(), 1);
        assert_eq!(l.pieces(ids[0]).unwrap(), [Piece::Packed { offset: 0, bits: 1, count: 8 }]);
        assert_eq!((l.size(ids[1]).unwrap(), l.pieces(ids[1]).unwrap().len()), (16, 3));
    }

    #[test]
    fn other_targets_are_refused() {
        let t = TypeTable::default();
        assert!(Layout::new(&t, "E-m:e-i64:64").is_err());
        assert!(Layout::new(&t, "e-m:e-p:32:32-i64:64").is_err());
        assert!(Layout::new(&t, "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64").is_ok());
    }

    #[test]
    fn a_type_without_end_is_an_error_not_a_crash() {
        let mut names = ast::Interner::default();
        let name = names.intern("T");
        let mut t = TypeTable::default();
        let named = t.named(name);
        let body = t.intern(Type::Struct { packed: false, fields: [named].into() });
        t.define(name, body);
        let huge = t.intern(Type::Array { len: u64::MAX, elem: TypeTable::I64 });
        let l = Layout::new(&t, "").unwrap();
        assert!(l.size(named).is_err() && l.scalars(named).is_err() && l.size(huge).is_err());
    }
}
