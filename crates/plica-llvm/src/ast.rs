//! The syntax tree of a textual LLVM module.
//!
//! It is the text with names resolved and numbered, and nothing more: types, constants and metadata are tables indexed
//! by small ids, and a function's values and blocks are numbered densely. It is oblivious to the data layout (sizes,
//! offsets) and to what instructions mean; both belong to lowering.
//!
//! Invariant: every id in a [`Module`] that the reader returned is valid for that module's tables ([`MdId`]s excepted:
//! a metadata node may be missing, and the accessors say so).

mod constant;
mod instruction;
mod metadata;
mod module;
mod symbol;
mod types;
mod visit;

pub use constant::{ConstExpr, ConstId, Constant, ConstantTable, TypedValue, ValueRef};
pub use instruction::{
    BinaryOp, BlockId, Bundle, Call, CallArg, CalledOperand, CastOpcode, Clause, DebugKind, DebugRecord, FCmpPred,
    FastMath, ICmpPred, InlineAsm, InstKind, Instruction, LocalId, Ordering, ParamAttrs, Passing, PoisonFlags, RmwOp,
    TailKind,
};
pub use metadata::{DiLocation, MdField, MdId, MdNode, MdOperandId, MdValue, MetadataTable, SourceLocation};
pub use module::{
    Alias, AliasKind, AttrGroup, BasicBlock, FunctionDecl, GlobalRef, GlobalVar, Linkage, Local, Module, Param,
    Visibility,
};
pub use symbol::{Interner, Symbol};
pub use types::{FloatType, Type, TypeId, TypeTable};
