//! Operands and constants.
//!
//! A constant has no type of its own: it is found in a [`TypedValue`], which has one. Oblivious to the values of
//! addresses. Invariant: integer bits are zero above the width of the operand's type, float bits are in the format of
//! the operand's type.

use rustc_hash::FxHashMap;

use super::instruction::{BinaryOp, BlockId, CastOpcode, FCmpPred, ICmpPred, LocalId, PoisonFlags};
use super::metadata::MdOperandId;
use super::symbol::Symbol;
use super::types::TypeId;

/// A constant of a module; an index into its [`ConstantTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstId(pub u32);

/// A value without its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueRef {
    /// `%x`: a parameter or an instruction's result.
    Local(LocalId),
    /// `@g`: a variable, function or alias; see [`Module::global`](super::Module::global).
    Global(Symbol),
    /// Any other constant.
    Const(ConstId),
    /// A `label %b` passed as an operand.
    Block(BlockId),
    /// A `metadata` argument of an intrinsic.
    Metadata(MdOperandId),
}

/// A typed value, as operands are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypedValue {
    /// Its type.
    pub ty: TypeId,
    /// The value.
    pub value: ValueRef,
}

/// A constant that is not simply the address of a global.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// An integer of at most 128 bits (`true` is 1).
    Int(u128),
    /// An integer wider than 128 bits: little-endian words, zero above its width.
    WideInt(Box<[u64]>),
    /// A floating-point number as the bit pattern of its type's format.
    Float(u128),
    /// `null`.
    Null,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `zeroinitializer`.
    Zero,
    /// `none`, of type `token`.
    None,
    /// `c"..."`: an array of bytes.
    Bytes(Box<[u8]>),
    /// `[T a, T b, ...]`.
    Array(Box<[TypedValue]>),
    /// `{T a, U b, ...}` or `<{...}>`; the operand's type says which.
    Struct(Box<[TypedValue]>),
    /// `<T a, T b, ...>`.
    Vector(Box<[TypedValue]>),
    /// `splat (T a)`: a vector with all elements equal.
    Splat(TypedValue),
    /// `blockaddress(@function, %block)`.
    BlockAddress {
        /// The function's name.
        function: Symbol,
        /// The label; see [`FunctionDecl::block_named`](super::FunctionDecl::block_named).
        block: Symbol,
    },
    /// `dso_local_equivalent @f`, `no_cfi @f` or `ptrauth (ptr @f, ...)`: for our purposes, the function.
    Equivalent(TypedValue),
    /// A constant expression.
    Expr(Box<ConstExpr>),
    /// A constant that the reader does not know; an error when it is used.
    Unknown(Box<str>),
}

/// A constant expression: an instruction's operator over constant operands.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstExpr {
    /// `op (a to T)`; the operand's type is T.
    Cast {
        /// Which conversion.
        op: CastOpcode,
        /// What is converted.
        value: TypedValue,
    },
    /// `op (a, b)`.
    Binary {
        /// Which operation.
        op: BinaryOp,
        /// `nsw` and the like.
        flags: PoisonFlags,
        /// Left operand.
        lhs: TypedValue,
        /// Right operand.
        rhs: TypedValue,
    },
    /// `fneg (a)`.
    FNeg(TypedValue),
    /// `icmp pred (a, b)`.
    ICmp {
        /// Which comparison.
        pred: ICmpPred,
        /// Left operand.
        lhs: TypedValue,
        /// Right operand.
        rhs: TypedValue,
    },
    /// `fcmp pred (a, b)`.
    FCmp {
        /// Which comparison.
        pred: FCmpPred,
        /// Left operand.
        lhs: TypedValue,
        /// Right operand.
        rhs: TypedValue,
    },
    /// `select (c, a, b)`.
    Select {
        /// The condition.
        cond: TypedValue,
        /// Value if true.
        then: TypedValue,
        /// Value if false.
        els: TypedValue,
    },
    /// `getelementptr [inbounds] (T, base, indices...)`.
    Gep {
        /// `inbounds`, `nuw`, `nusw`.
        flags: PoisonFlags,
        /// The type that the first index steps over.
        source: TypeId,
        /// The pointer.
        base: TypedValue,
        /// The indices.
        indices: Box<[TypedValue]>,
    },
    /// `extractelement (v, i)`.
    ExtractElement {
        /// The vector.
        vector: TypedValue,
        /// Which element.
        index: TypedValue,
    },
    /// `insertelement (v, x, i)`.
    InsertElement {
        /// The vector.
        vector: TypedValue,
        /// The new element.
        element: TypedValue,
        /// Which element.
        index: TypedValue,
    },
    /// `shufflevector (a, b, mask)`.
    ShuffleVector {
        /// First vector.
        lhs: TypedValue,
        /// Second vector.
        rhs: TypedValue,
        /// Constant vector of i32 that selects elements.
        mask: TypedValue,
    },
    /// `extractvalue (a, i, j...)`.
    ExtractValue {
        /// The aggregate.
        aggregate: TypedValue,
        /// The path to the member.
        indices: Box<[u32]>,
    },
    /// `insertvalue (a, x, i, j...)`.
    InsertValue {
        /// The aggregate.
        aggregate: TypedValue,
        /// The new member.
        element: TypedValue,
        /// The path to the member.
        indices: Box<[u32]>,
    },
}

/// All constants of a module. Integers and the constants without parts are stored once.
#[derive(Clone, Debug)]
pub struct ConstantTable {
    constants: Vec<Constant>,
    ints: FxHashMap<u128, ConstId>,
}

impl Default for ConstantTable {
    fn default() -> Self {
        use Constant::*;
        ConstantTable { constants: vec![Int(0), Int(1), Null, Undef, Poison, Zero, None], ints: FxHashMap::default() }
    }
}

impl ConstantTable {
    /// The integer 0 (and `false`) in every table.
    pub const ZERO: ConstId = ConstId(0);
    /// The integer 1 (and `true`) in every table.
    pub const ONE: ConstId = ConstId(1);
    /// `null` in every table.
    pub const NULL: ConstId = ConstId(2);
    /// `undef` in every table.
    pub const UNDEF: ConstId = ConstId(3);
    /// `poison` in every table.
    pub const POISON: ConstId = ConstId(4);
    /// `zeroinitializer` in every table.
    pub const ZEROINIT: ConstId = ConstId(5);
    /// `none` in every table.
    pub const NONE: ConstId = ConstId(6);

    /// The constant with this id.
    pub fn get(&self, id: ConstId) -> &Constant {
        self.constants.get(id.0 as usize).unwrap_or(&Constant::Poison)
    }

    /// The id of an integer's bits.
    pub fn int(&mut self, bits: u128) -> ConstId {
        if bits <= 1 {
            return ConstId(bits as u32);
        }
        let next = ConstId(self.constants.len() as u32);
        let id = *self.ints.entry(bits).or_insert(next);
        if id == next {
            self.constants.push(Constant::Int(bits));
        }
        id
    }

    /// Stores a constant; equal ones are not looked for.
    pub fn push(&mut self, constant: Constant) -> ConstId {
        let id = ConstId(self.constants.len() as u32);
        self.constants.push(constant);
        id
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.constants.len()
    }

    /// Never: the constants without parts are always there.
    pub fn is_empty(&self) -> bool {
        self.constants.is_empty()
    }
}
