//! The type table: structural types are interned, named types are one entry per name.
//!
//! Oblivious to sizes and alignment. Invariant: two [`TypeId`]s of one table are equal exactly when LLVM holds the
//! types to be the same; a named type may be filled in after it was first mentioned, its id stays.

use rustc_hash::FxHashMap;

use super::symbol::Symbol;

/// A type of a module; an index into its [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u32);

/// The floating-point formats of LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatType {
    /// IEEE binary16, `half`.
    Half,
    /// `bfloat`: 8 exponent bits, 7 fraction bits.
    BFloat,
    /// IEEE binary32, `float`.
    Float,
    /// IEEE binary64, `double`.
    Double,
    /// The 80-bit format of the x87, `x86_fp80`.
    X86Fp80,
    /// IEEE binary128, `fp128`.
    Fp128,
    /// A pair of doubles, `ppc_fp128`.
    PpcFp128,
}

impl FloatType {
    /// Width of the bit pattern.
    pub fn bits(self) -> u32 {
        match self {
            FloatType::Half | FloatType::BFloat => 16,
            FloatType::Float => 32,
            FloatType::Double => 64,
            FloatType::X86Fp80 => 80,
            FloatType::Fp128 | FloatType::PpcFp128 => 128,
        }
    }
}

/// A type as written; components are ids into the same table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// `iN`.
    Int(u32),
    /// `half` … `ppc_fp128`.
    Float(FloatType),
    /// `ptr`, `ptr addrspace(n)` (no pointee) or, in IR before LLVM 17, `T*`.
    Ptr {
        /// What it points to, where the text says so; loads, stores and GEPs name their type themselves.
        pointee: Option<TypeId>,
        /// The address space, 0 unless written.
        addrspace: u32,
    },
    /// `[len x elem]`.
    Array {
        /// Number of elements.
        len: u64,
        /// Type of each.
        elem: TypeId,
    },
    /// `<len x elem>` or, when scalable, `<vscale x len x elem>`.
    Vector {
        /// Number of elements (the minimum, when scalable).
        len: u64,
        /// Type of each.
        elem: TypeId,
        /// Whether the true length is a multiple of `len` known only at run time.
        scalable: bool,
    },
    /// A literal structure `{...}` or packed `<{...}>`.
    Struct {
        /// Without padding.
        packed: bool,
        /// The members, in order.
        fields: Box<[TypeId]>,
    },
    /// `%name`.
    Named {
        /// The name without `%`.
        name: Symbol,
        /// Its definition; none when `opaque` or never defined.
        body: Option<TypeId>,
    },
    /// `ret (params)` or `ret (params, ...)`.
    Function {
        /// Type of the result.
        ret: TypeId,
        /// Types of the fixed parameters.
        params: Box<[TypeId]>,
        /// Whether `...` follows.
        varargs: bool,
    },
    /// `label`.
    Label,
    /// `metadata`.
    Metadata,
    /// `token`.
    Token,
    /// Anything else that is named but not modelled: `x86_mmx`, `x86_amx`, `target("...")`.
    Other(Symbol),
}

/// All types of a module.
#[derive(Clone, Debug)]
pub struct TypeTable {
    types: Vec<Type>,
    ids: FxHashMap<Type, TypeId>,
    named: FxHashMap<Symbol, TypeId>,
}

impl Default for TypeTable {
    fn default() -> Self {
        let mut table = TypeTable { types: Vec::new(), ids: FxHashMap::default(), named: FxHashMap::default() };
        // The order of these is fixed by the constants below.
        for ty in [
            Type::Void,
            Type::Ptr { pointee: None, addrspace: 0 },
            Type::Int(1),
            Type::Int(8),
            Type::Int(16),
            Type::Int(32),
            Type::Int(64),
            Type::Label,
            Type::Metadata,
            Type::Token,
        ] {
            table.intern(ty);
        }
        table
    }
}

impl TypeTable {
    /// `void` in every table.
    pub const VOID: TypeId = TypeId(0);
    /// `ptr` in every table.
    pub const PTR: TypeId = TypeId(1);
    /// `i1` in every table.
    pub const I1: TypeId = TypeId(2);
    /// `i8` in every table.
    pub const I8: TypeId = TypeId(3);
    /// `i16` in every table.
    pub const I16: TypeId = TypeId(4);
    /// `i32` in every table.
    pub const I32: TypeId = TypeId(5);
    /// `i64` in every table.
    pub const I64: TypeId = TypeId(6);
    /// `label` in every table.
    pub const LABEL: TypeId = TypeId(7);
    /// `metadata` in every table.
    pub const METADATA: TypeId = TypeId(8);
    /// `token` in every table.
    pub const TOKEN: TypeId = TypeId(9);

    /// The id of a structural type. Use [`named`](Self::named) for `%name`.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The id of `%name`, opaque until [`define`](Self::define)d.
    pub fn named(&mut self, name: Symbol) -> TypeId {
        *self.named.entry(name).or_insert_with(|| {
            let id = TypeId(self.types.len() as u32);
            self.types.push(Type::Named { name, body: None });
            id
        })
    }

    /// The id of `%name` if it occurs.
    pub fn lookup_named(&self, name: Symbol) -> Option<TypeId> {
        self.named.get(&name).copied()
    }

    /// Gives `%name` its definition. A second definition is ignored, and so is one that would make a name stand for
    /// itself: names always lead somewhere.
    pub fn define(&mut self, name: Symbol, definition: TypeId) {
        let id = self.named(name);
        if self.resolve(definition) != id
            && let Some(Type::Named { body: body @ None, .. }) = self.types.get_mut(id.0 as usize)
        {
            *body = Some(definition);
        }
    }

    /// The type as written (a named type stays a name).
    pub fn get(&self, id: TypeId) -> &Type {
        self.types.get(id.0 as usize).unwrap_or(&Type::Void)
    }

    /// The type with names looked through; `Named` only when it is opaque.
    pub fn get_resolved(&self, id: TypeId) -> &Type {
        self.get(self.resolve(id))
    }

    /// The id with names looked through.
    pub fn resolve(&self, id: TypeId) -> TypeId {
        let mut id = id;
        while let Type::Named { body: Some(body), .. } = self.get(id) {
            id = *body;
        }
        id
    }

    /// The width of an integer type.
    pub fn int_width(&self, id: TypeId) -> Option<u32> {
        match self.get_resolved(id) {
            Type::Int(w) => Some(*w),
            _ => None,
        }
    }

    /// Whether this is a pointer, typed or opaque.
    pub fn is_ptr(&self, id: TypeId) -> bool {
        matches!(self.get_resolved(id), Type::Ptr { .. })
    }

    /// The `index`-th member of a structure, or the element of an array or vector.
    pub fn member(&self, id: TypeId, index: u64) -> Option<TypeId> {
        match self.get_resolved(id) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => Some(*elem),
            Type::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?).copied(),
            _ => None,
        }
    }

    /// How many types there are; ids run from 0.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Never: the common types are always there.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
}
