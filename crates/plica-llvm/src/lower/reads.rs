//! Which bits of a loaded value the program reads, where these are not all: clang loads the whole storage unit of a
//! bit-field, also to store it again with the field changed, and whole words of structures passed in registers.
//! Programs do the same where a word holds many flags: `*w |= mask` reads none of them, and `*w & mask` those of the
//! mask.
//!
//! Oblivious to commands. Invariant: the bits that are left out have no influence but on memory, arguments and results
//! that hold them again.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::link::ModuleCx;
use crate::ast::{
    BinaryOp, BlockId, CalledOperand, FunctionDecl, InstKind, Instruction, LocalId, MdId, MdNode, MdValue, Module,
    Param, ParamAttrs, Symbol, TypeId, TypedValue, ValueRef,
};

/// See the module's description.
#[derive(Default)]
pub(super) struct Reads {
    of_loads: FxHashMap<LocalId, Read>,
    /// By the instruction that chooses among the bits.
    masked: FxHashMap<LocalId, Masked>,
}

struct Read {
    bits: Bits,
    /// Is it that of a bit-field? Else the value is an argument, a result or a word of flags.
    field: bool,
}

/// The bits of a loaded value that are read.
#[derive(Clone, Copy)]
pub(super) enum Bits {
    All,
    These(u128),
    /// Those of a mask, which may be known only later: see [`Reads::waiting`].
    OfMask,
}

/// A load of which the bits of a mask are used.
#[derive(Clone, Copy)]
pub(super) struct Masked {
    pub load: LocalId,
    pub from: TypedValue,
    pub ty: TypeId,
    pub mask: TypedValue,
}

impl Reads {
    pub fn of(cx: &ModuleCx, f: &FunctionDecl) -> Reads {
        let Users(users) = Users::of(f);
        let alloca = |i: &Instruction| i.result.filter(|_| matches!(i.kind, InstKind::Alloca { .. }));
        let allocas = f.blocks.iter().flat_map(|b| &b.instructions).filter_map(alloca).collect();
        let search = Search { cx, f, users, allocas, returns_record: returns_record(cx.module, f) };
        let mut found = Reads::default();
        for inst in f.blocks.iter().flat_map(|b| &b.instructions) {
            if let (InstKind::Load { ptr, volatile: false, ordering: None, .. }, Some(id)) = (&inst.kind, inst.result) {
                let width = cx.layout.scalar(inst.ty).map_or(0, |ty| ty.width());
                let (bits, field) = if search.is_moved(id) {
                    (Bits::These(0), false)
                } else if !(1..=128).contains(&width) {
                    continue;
                } else if let Some(bits) = search.field(id, ptr.value, width) {
                    (Bits::These(bits), true)
                } else if search.is_moving(id, ptr.value) {
                    (Bits::These(0), false)
                } else {
                    if let Some((and, mask)) = search.masked(id) {
                        found.offer(&search, and, Masked { load: id, from: *ptr, ty: inst.ty, mask });
                    }
                    continue;
                };
                found.of_loads.insert(id, Read { bits, field });
            }
        }
        for masked in found.masked.values() {
            found.of_loads.insert(masked.load, Read { bits: Bits::OfMask, field: false });
        }
        found
    }

    /// Where both operands are loaded, one of them is the mask: a local variable, else what is loaded later.
    fn offer(&mut self, search: &Search, and: LocalId, new: Masked) {
        let is_local = |masked: &Masked| search.is_alloca(masked.from.value);
        match self.masked.entry(and) {
            Entry::Vacant(entry) => {
                entry.insert(new);
            }
            Entry::Occupied(mut entry) => {
                if is_local(entry.get()) && !is_local(&new) {
                    entry.insert(new);
                }
            }
        }
    }

    /// The bits that the program reads of what a load yields.
    pub fn of_load(&self, id: LocalId) -> Bits {
        self.of_loads.get(&id).map_or(Bits::All, |read| read.bits)
    }

    /// Does the load look like that of a bit-field's storage unit?
    pub fn is_field(&self, id: LocalId) -> bool {
        self.of_loads.get(&id).is_some_and(|read| read.field)
    }

    /// The load that is left for the instruction of this result, where the mask is known. Nothing is written between
    /// the two.
    pub fn waiting(&self, id: LocalId) -> Option<Masked> {
        self.masked.get(&id).copied()
    }
}

/// How the functions of a module take their arguments.
#[derive(Default)]
pub(super) struct Passing {
    /// Are there any arguments marked as defined? rustc does without where it does not optimise.
    marks: bool,
    /// Of the defined functions: which parameters do nothing but go to memory, where reading them is seen?
    kept: FxHashMap<Symbol, Box<[bool]>>,
}

impl Passing {
    pub fn of(module: &Module) -> Passing {
        let mut passing = Passing::default();
        for f in &module.functions {
            let unmarked = |p: &Param| !p.attrs.has(ParamAttrs::NOUNDEF);
            passing.marks |= !f.params.iter().all(unmarked);
            if !f.defined || !f.params.iter().any(unmarked) {
                continue;
            }
            let Users(users) = Users::of(f);
            let kept = |p: &Param| match users.get(p.local.0 as usize) {
                Some(User::None) => true,
                Some(&User::One(block, at)) => {
                    let user = f.blocks.get(block.0 as usize).and_then(|b| b.instructions.get(at as usize));
                    user.is_some_and(
                        |i| matches!(&i.kind, InstKind::Store { value, .. } if value.value == ValueRef::Local(p.local)),
                    )
                }
                _ => false,
            };
            passing.kept.insert(f.name, f.params.iter().map(kept).collect());
        }
        passing
    }

    /// Does a callee only keep the argument at a position, as far as can be told?
    fn is_kept(&self, callee: ValueRef, at: usize) -> bool {
        let kept = match callee {
            ValueRef::Global(name) => self.kept.get(&name),
            _ => None,
        };
        // Variable arguments go to memory too.
        kept.map_or(self.marks, |kept| kept.get(at).copied().unwrap_or(self.marks))
    }
}

/// The instruction that uses a value, where there is just one.
#[derive(Clone, Copy)]
enum User {
    None,
    One(BlockId, u32),
    Many,
}

struct Users(Vec<User>);

impl Users {
    fn of(f: &FunctionDecl) -> Users {
        let mut users = vec![User::None; f.locals.len()];
        for (b, block) in f.blocks.iter().enumerate() {
            for (i, inst) in block.instructions.iter().enumerate() {
                if matches!(inst.kind, InstKind::Debug(_)) {
                    continue;
                }
                inst.for_each_operand(|op| {
                    let ValueRef::Local(id) = op.value else { return };
                    if let Some(user) = users.get_mut(id.0 as usize) {
                        let first = matches!(user, User::None);
                        *user = if first { User::One(BlockId(b as u32), i as u32) } else { User::Many };
                    }
                });
            }
        }
        Users(users)
    }
}

struct Search<'a, 'm> {
    cx: &'a ModuleCx<'m>,
    f: &'a FunctionDecl,
    users: Vec<User>,
    allocas: FxHashSet<LocalId>,
    returns_record: bool,
}

impl<'a> Search<'a, '_> {
    fn user(&self, id: LocalId) -> Option<&'a Instruction> {
        let User::One(block, at) = *self.users.get(id.0 as usize)? else { return None };
        self.f.blocks.get(block.0 as usize)?.instructions.get(at as usize)
    }

    fn is_alloca(&self, value: ValueRef) -> bool {
        matches!(value, ValueRef::Local(id) if self.allocas.contains(&id))
    }

    /// Is the value unused, or an argument or a result that may be undefined? So clang marks what structures and unions
    /// are passed as: everything else is `noundef`, but for results of C, where the type tells.
    fn is_moved(&self, id: LocalId) -> bool {
        if let Some(User::None) = self.users.get(id.0 as usize) {
            return true;
        }
        let Some(user) = self.user(id) else { return false };
        match &user.kind {
            InstKind::Ret(_) => self.returns_record && !self.f.ret_attrs.has(ParamAttrs::NOUNDEF),
            InstKind::Call(call) | InstKind::Invoke { call, .. } => {
                let CalledOperand::Value(callee) = call.callee else { return false };
                // Intrinsics compute with their arguments, and an optimiser loses the mark.
                let intrinsic =
                    matches!(callee, ValueRef::Global(name) if self.cx.module.name(name).starts_with("llvm."));
                let at = call.args.iter().position(|arg| arg.operand.value == ValueRef::Local(id));
                !intrinsic
                    && !self.cx.optimised
                    && at.is_some_and(|at| {
                        let marked = call.args[at].attrs.has(ParamAttrs::NOUNDEF);
                        !marked && self.cx.passing.is_kept(callee, at)
                    })
            }
            InstKind::InsertValue { .. } => user.result.is_some_and(|id| self.is_moved(id)),
            _ => false,
        }
    }

    /// The bits read of a number of that many bits which was loaded from there, if it is used as clang uses the storage
    /// unit of a bit-field.
    fn field(&self, id: LocalId, from: ValueRef, width: u32) -> Option<u128> {
        let ones = u128::MAX >> (128 - width);
        let user = self.user(id)?;
        match self.with_constant(user, id)? {
            (BinaryOp::And, mask) => {
                let moving = user.result.is_some_and(|kept| self.is_moving(kept, from));
                Some(if moving { 0 } else { mask & ones })
            }
            (BinaryOp::LShr, by) if by < u128::from(width) => {
                let next = user.result.and_then(|id| self.with_constant(self.user(id)?, id));
                let cut = match next {
                    Some((BinaryOp::And, mask)) => mask & ones,
                    _ => ones,
                };
                Some((cut << by) & ones)
            }
            (BinaryOp::AShr, by) if by < u128::from(width) => Some((ones >> by) << by),
            (BinaryOp::Shl, left) if left < u128::from(width) => {
                let next = user.result.and_then(|id| self.with_constant(self.user(id)?, id));
                let right = match next {
                    Some((BinaryOp::AShr | BinaryOp::LShr, by)) if by < u128::from(width) => by,
                    _ => 0,
                };
                Some((((ones >> right) << right) & ones) >> left)
            }
            _ => None,
        }
    }

    /// Is the number, with bits set and cleared in it or not, stored where it comes from, and used for nothing else?
    fn is_moving(&self, id: LocalId, place: ValueRef) -> bool {
        const STEPS: usize = 4;
        let mut id = id;
        for _ in 0..STEPS {
            let Some(user) = self.user(id) else { return false };
            match (&user.kind, user.result) {
                (InstKind::Binary { op: BinaryOp::Or | BinaryOp::And, .. }, Some(next)) => id = next,
                (InstKind::Store { value, ptr, volatile: false, ordering: None, .. }, _) => {
                    return value.value == ValueRef::Local(id) && ptr.value == place;
                }
                _ => return false,
            }
        }
        false
    }

    /// The instruction that chooses among the bits of a loaded number, and the number that tells which.
    fn masked(&self, id: LocalId) -> Option<(LocalId, TypedValue)> {
        let User::One(block, at) = *self.users.get(id.0 as usize)? else { return None };
        let instructions = &self.f.blocks.get(block.0 as usize)?.instructions;
        let user = instructions.get(at as usize)?;
        let InstKind::Binary { op: BinaryOp::And, lhs, rhs, .. } = &user.kind else { return None };
        let mask = if lhs.value == ValueRef::Local(id) { rhs } else { lhs };
        let before = instructions.get(..at as usize)?;
        let load = before.iter().rposition(|i| i.result == Some(id))?;
        let pure = |i: &Instruction| match &i.kind {
            InstKind::Load { volatile, ordering, .. } => !volatile && ordering.is_none(),
            InstKind::Gep { .. }
            | InstKind::Cast { .. }
            | InstKind::Binary { .. }
            | InstKind::ICmp { .. }
            | InstKind::Select { .. }
            | InstKind::Debug(_) => true,
            _ => false,
        };
        // What is only stored may be assigned to its variable at once, and the address may be that one's value.
        let stored = |i: &Instruction| {
            let user = i.result.and_then(|id| self.user(id));
            user.is_some_and(|user| matches!(user.kind, InstKind::Store { .. }))
        };
        before[load..].iter().all(|i| pure(i) && !stored(i)).then_some((user.result?, *mask))
    }

    /// The operator that an instruction applies to a value on its left and a constant.
    fn with_constant(&self, inst: &Instruction, id: LocalId) -> Option<(BinaryOp, u128)> {
        match &inst.kind {
            InstKind::Binary { op, lhs, rhs, .. } if lhs.value == ValueRef::Local(id) => {
                Some((*op, self.cx.module.int(rhs.value)?))
            }
            _ => None,
        }
    }
}

/// Does debug information say that the function returns a structure, a union or a class?
fn returns_record(module: &Module, f: &FunctionDecl) -> bool {
    let returned = || -> Option<MdId> {
        let types = module.md_node(module.md_node(f.dbg?, "type")?, "types")?;
        match module.metadata.get(types)? {
            MdNode::Tuple { elements, .. } => match elements.first()? {
                MdValue::Node(ty) => Some(*ty),
                _ => None,
            },
            _ => None,
        }
    };
    let mut ty = returned();
    for _ in 0..50 {
        let Some(node) = ty else { return false };
        match module.md_kind(node) {
            Some("DICompositeType") => {
                let tag = module.md_str(node, "tag");
                return matches!(tag, Some("DW_TAG_structure_type" | "DW_TAG_union_type" | "DW_TAG_class_type"));
            }
            // Another name, `const` and the like; pointers and references are none of these.
            Some("DIDerivedType")
                if matches!(
                    module.md_str(node, "tag"),
                    Some("DW_TAG_typedef" | "DW_TAG_const_type" | "DW_TAG_volatile_type" | "DW_TAG_atomic_type")
                ) =>
            {
                ty = module.md_node(node, "baseType");
            }
            _ => return false,
        }
    }
    false
}
