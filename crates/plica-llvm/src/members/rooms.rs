//! How much room there is behind an address in the member array or row that it leads into.
//!
//! Oblivious to what is done there. Invariant: only arrays count that are named as such in the expression of the
//! address (`user.name`, `rows[i] + k`), of more than one element.

use rustc_hash::FxHashMap;

use crate::ast::{
    CastOpcode, ConstExpr, Constant, FunctionDecl, InstKind, LocalId, Module, Type, TypeId, TypeTable, TypedValue,
    ValueRef,
};

/// Where an address leads in an array: so many bytes behind its start.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// The bytes of the array.
    pub size: u64,
    /// The known part of the distance.
    pub known: i64,
    /// An index that is added, and how many bytes it counts for.
    pub step: Option<(TypedValue, u64)>,
}

impl Room {
    fn of(size: u64) -> Room {
        Room { size, known: 0, step: None }
    }

    /// The bytes that are left, if that is known and the address does not leave the array.
    pub fn left(&self) -> Option<u64> {
        let known = u64::try_from(self.known).ok().filter(|_| self.step.is_none())?;
        self.size.checked_sub(known)
    }
}

/// Looks for the arrays that addresses lead into.
#[derive(Clone, Copy)]
pub(super) struct Rooms<'a> {
    pub module: &'a Module,
    pub f: &'a FunctionDecl,
    pub made: &'a FxHashMap<LocalId, (usize, usize)>,
    /// Are rows of tables arrays of their own?
    pub rows: bool,
}

impl Rooms<'_> {
    /// The array that is a part of something else and that the address leads into.
    pub fn room(&self, address: ValueRef) -> Option<Room> {
        match address {
            ValueRef::Local(id) => match self.made(id)? {
                InstKind::Cast { op: CastOpcode::BitCast, value, .. } => self.room(value.value),
                InstKind::Gep { source, base, indices, .. } => match indices[..] {
                    [first, second] if self.module.int(first.value) == Some(0) => {
                        let same = |part| self.module.types.resolve(part) == self.module.types.resolve(*source);
                        let of = match self.part(base.value).filter(|&part| same(part)) {
                            Some(_) => self.array(*source)?,
                            // A row has the room that its table has from there on.
                            None => (self.row(base.value)?, self.array(*source)?.1),
                        };
                        self.behind(of, second)
                    }
                    [index] => self.room_behind((*source, base.value, index)),
                    _ => None,
                },
                _ => None,
            },
            ValueRef::Const(id) => match self.module.constants.get(id) {
                Constant::Expr(expr) => match &**expr {
                    ConstExpr::Cast { op: CastOpcode::BitCast, value } => self.room(value.value),
                    ConstExpr::Gep { source, base, indices, .. } => {
                        self.named(*source, indices, self.is_part(base.value))
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The same of the start of a row of a table.
    fn row(&self, address: ValueRef) -> Option<Room> {
        let ValueRef::Local(id) = address else { return self.room(address) };
        let InstKind::Gep { source, indices, .. } = self.made(id)? else { return None };
        let is_table = |ty| match self.module.types.get_resolved(ty) {
            &Type::Array { elem, .. } => matches!(self.module.types.get_resolved(elem), Type::Array { .. }),
            _ => false,
        };
        (indices.len() == 2 && is_table(*source)).then(|| self.room(address))?
    }

    /// The array that these indices lead into, or the table where a row has no bounds of its own.
    fn named(&self, source: TypeId, indices: &[TypedValue], is_part: bool) -> Option<Room> {
        let (last, path) = indices.split_last()?;
        let array = self.walk(source, path)?;
        let of = match self.bounded(source, path, is_part) {
            Some(bounded) => self.array(bounded)?,
            None => {
                let (_, table) = path.split_last()?;
                let is_row = matches!(self.module.types.get_resolved(self.walk(source, table)?), Type::Array { .. });
                (is_row.then(|| self.named(source, path, is_part))??, self.array(array)?.1)
            }
        };
        self.behind(of, *last)
    }

    /// Where an address leads that lies so many elements behind another one, which leads into an array.
    pub fn room_behind(&self, (element, base, index): (TypeId, ValueRef, TypedValue)) -> Option<Room> {
        let room = self.room(base)?;
        self.behind((room, self.element(element)?), index)
    }

    /// The same of an array and the size of its elements.
    fn behind(&self, (room, size): (Room, u64), index: TypedValue) -> Option<Room> {
        // Where LLVM makes an address one of another type it writes a narrower number.
        let wide = index.ty == TypeTable::I64;
        match self.module.int(index.value).filter(|_| wide) {
            Some(known) => {
                let bytes = (known as i64).checked_mul(i64::try_from(size).ok()?)?;
                Some(Room { known: room.known.checked_add(bytes)?, ..room })
            }
            None => (wide && room.step.is_none()).then_some(Room { step: Some((index, size)), ..room }),
        }
    }

    /// The type of the part that an address leads to: a member, or an element of an array.
    fn part(&self, address: ValueRef) -> Option<TypeId> {
        match address {
            ValueRef::Local(id) => match self.made(id)? {
                InstKind::Gep { source, base, indices, .. } => self.bounded(*source, indices, self.is_part(base.value)),
                _ => None,
            },
            ValueRef::Const(id) => match self.module.constants.get(id) {
                Constant::Expr(expr) => match &**expr {
                    ConstExpr::Gep { source, base, indices, .. } => {
                        self.bounded(*source, indices, self.is_part(base.value))
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Where indices lead to if what is there has bounds of its own: not the first row of a table, which stands for all
    /// of it (`memset(&table[0][0], 0, sizeof table)`), nor the last member of an object that may be longer than its
    /// type says, as those are that come out of `malloc`.
    fn bounded(&self, source: TypeId, indices: &[TypedValue], is_part: bool) -> Option<TypeId> {
        let (last, path) = indices.split_last().filter(|(_, path)| !path.is_empty())?;
        let index = self.module.int(last.value);
        // Who reads a member of a union may look at what another one has written behind it.
        let is_part =
            is_part && !(1..path.len()).any(|n| self.walk(source, &path[..n]).is_some_and(|ty| self.is_union(ty)));
        let fits = match self.module.types.get_resolved(self.walk(source, path)?) {
            Type::Array { .. } => self.rows && index != Some(0),
            Type::Struct { fields, .. } => is_part || index.is_none_or(|index| index + 1 < fields.len() as u128),
            _ => false,
        };
        fits.then(|| self.walk(source, indices))?
    }

    /// Is the address that of a variable, or within something? A variable that is taken for one of another type may go
    /// on behind that, and so may what is at the end of something that may.
    fn is_part(&self, address: ValueRef) -> bool {
        let within = |source, base: ValueRef, indices: &[TypedValue]| {
            self.is_part(base) || !self.is_last(source, indices).unwrap_or(false)
        };
        match address {
            ValueRef::Local(id) => match self.made(id) {
                Some(InstKind::Alloca { .. }) => true,
                Some(InstKind::Gep { source, base, indices, .. }) => within(*source, base.value, indices),
                _ => false,
            },
            ValueRef::Const(id) => match self.module.constants.get(id) {
                Constant::Expr(expr) => match &**expr {
                    ConstExpr::Gep { source, base, indices, .. } => within(*source, base.value, indices),
                    _ => false,
                },
                _ => true,
            },
            _ => true,
        }
    }

    /// Is it what clang calls a union?
    fn is_union(&self, ty: TypeId) -> bool {
        matches!(self.module.types.get(ty), Type::Named { name, .. } if self.module.name(*name).starts_with("union."))
    }

    /// Is it the last member of a structure that indices lead to?
    fn is_last(&self, source: TypeId, indices: &[TypedValue]) -> Option<bool> {
        let (last, path) = indices.split_last().filter(|(_, path)| !path.is_empty())?;
        match self.module.types.get_resolved(self.walk(source, path)?) {
            Type::Struct { fields, .. } => Some(self.module.int(last.value)? + 1 == fields.len() as u128),
            _ => None,
        }
    }

    /// Where indices lead to in a type; the first goes over whole objects of it.
    fn walk(&self, source: TypeId, indices: &[TypedValue]) -> Option<TypeId> {
        let types = &self.module.types;
        indices.get(1..)?.iter().try_fold(source, |ty, index| match types.get_resolved(ty) {
            Type::Array { elem, .. } => Some(*elem),
            Type::Struct { .. } => types.member(ty, u64::try_from(self.module.int(index.value)?).ok()?),
            _ => None,
        })
    }

    /// The start of an array of more than one number or pointer, and the size of its elements.
    fn array(&self, ty: TypeId) -> Option<(Room, u64)> {
        match self.module.types.get_resolved(ty) {
            &Type::Array { len, elem } if len > 1 => {
                let size = self.element(elem)?;
                Some((Room::of(len.checked_mul(size)?), size))
            }
            _ => None,
        }
    }

    pub fn element(&self, ty: TypeId) -> Option<u64> {
        match self.module.types.get_resolved(ty) {
            Type::Int(bits @ (8 | 16 | 32 | 64 | 128)) => Some(u64::from(*bits / 8)),
            Type::Float(float) if float.bits() != 80 => Some(u64::from(float.bits() / 8)),
            Type::Ptr { .. } => Some(8),
            &Type::Array { len, elem } => len.checked_mul(self.element(elem)?),
            _ => None,
        }
    }

    pub fn made(&self, id: LocalId) -> Option<&InstKind> {
        let &(block, at) = self.made.get(&id)?;
        Some(&self.f.blocks.get(block)?.instructions.get(at)?.kind)
    }
}
