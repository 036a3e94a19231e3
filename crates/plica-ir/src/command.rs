//! Commands, expressions and operands. Oblivious to how they are executed.

use std::sync::Arc;

use crate::types::{FuncId, GlobalId, Loc, Ty, VarId};

/// A scalar operand. Reading one has no effect, but for [`Operand::Undef`], which is a fresh value each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A variable of the current function.
    Var(VarId),
    /// An integer or the bits of a float, up to 64 bits; bits above `width` are zero. The null pointer is 0 of width
    /// 64.
    Int {
        /// Width in bits.
        width: u32,
        /// The value.
        bits: u64,
    },
    /// A constant of 65 to 128 bits: low and high half.
    Wide {
        /// Width in bits.
        width: u32,
        /// Position in [`crate::Program::wide`].
        index: u32,
    },
    /// The address of a global plus an offset in bytes.
    Global {
        /// The global.
        id: GlobalId,
        /// Offset in bytes.
        offset: i64,
    },
    /// The address of a function.
    Func(FuncId),
    /// LLVM's `undef` and `poison`: any value of this width.
    Undef {
        /// Width in bits.
        width: u32,
    },
}

/// Flags of integer arithmetic that the overflow check reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// Signed wrap-around is undefined.
    pub nsw: bool,
    /// Unsigned wrap-around is undefined.
    pub nuw: bool,
}

/// Binary operators; both operands and the result have one width (shifts included).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's own")]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    /// Minimum and maximum; saturating arithmetic.
    SMin,
    SMax,
    UMin,
    UMax,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SShlSat,
    UShlSat,
    /// The overflow bits (result of width 1) of `llvm.*.with.overflow`.
    SAddO,
    UAddO,
    SSubO,
    USubO,
    SMulO,
    UMulO,
    /// Floats.
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
    /// `llvm.minnum`/`maxnum` (a NaN loses), `copysign`, and `llvm.minimum`/`maximum` (a NaN wins).
    FMinNum,
    FMaxNum,
    FCopySign,
    FMinimum,
    FMaximum,
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's own")]
pub enum UnOp {
    FNeg,
    FAbs,
    FSqrt,
    FFloor,
    FCeil,
    FTrunc,
    FRint,
    FNearbyInt,
    FRound,
    FRoundEven,
    CtPop,
    BSwap,
    BitReverse,
    /// Absolute value; the least number maps to itself.
    Abs,
    /// Leading / trailing zeros; of 0: the width.
    Ctlz,
    Cttz,
}

/// Integer and pointer comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's own")]
pub enum CmpOp {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

impl CmpOp {
    /// Does it hold between two numbers, given as unsigned and as two's complement?
    #[inline]
    pub fn holds<U: Ord, S: Ord>(self, unsigned: (U, U), signed: (S, S)) -> bool {
        match self {
            CmpOp::Eq => unsigned.0 == unsigned.1,
            CmpOp::Ne => unsigned.0 != unsigned.1,
            CmpOp::Ugt => unsigned.0 > unsigned.1,
            CmpOp::Uge => unsigned.0 >= unsigned.1,
            CmpOp::Ult => unsigned.0 < unsigned.1,
            CmpOp::Ule => unsigned.0 <= unsigned.1,
            CmpOp::Sgt => signed.0 > signed.1,
            CmpOp::Sge => signed.0 >= signed.1,
            CmpOp::Slt => signed.0 < signed.1,
            CmpOp::Sle => signed.0 <= signed.1,
        }
    }
}

/// Float comparison: `O…` false on NaN, `U…` true on NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's own")]
pub enum FCmpOp {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

/// Conversions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's own")]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    /// Out of range saturates, NaN gives 0 (`llvm.fpto[su]i.sat`).
    FpToUiSat,
    FpToSiSat,
    PtrToInt,
    IntToPtr,
    /// Same width, other type.
    Bitcast,
}

/// Operators of more operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NaryOp {
    /// `fshl(a, b, s)`: the high half of `a ++ b` shifted left by `s mod w`.
    FunnelShl,
    /// `fshr(a, b, s)`: the low half of `a ++ b` shifted right by `s mod w`.
    FunnelShr,
    /// `fma(a, b, c)` with one rounding; `fmuladd` is lowered to it too or to two operations.
    Fma,
    /// `is_fpclass(a)` with the class mask as second operand (a constant of width 32).
    IsFpClass,
}

/// A pure expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// The operand itself.
    Copy(Operand),
    /// A unary operator on a value of type `ty`.
    Un {
        /// Operator.
        op: UnOp,
        /// Type of operand and result.
        ty: Ty,
        /// Operand.
        a: Operand,
    },
    /// A binary operator on values of type `ty`.
    Bin {
        /// Operator.
        op: BinOp,
        /// Type of both operands.
        ty: Ty,
        /// `nsw`, `nuw`.
        flags: Flags,
        /// Left operand.
        a: Operand,
        /// Right operand.
        b: Operand,
    },
    /// An integer or pointer comparison; the result has width 1.
    Cmp {
        /// Operator.
        op: CmpOp,
        /// Type of the operands.
        ty: Ty,
        /// Left operand.
        a: Operand,
        /// Right operand.
        b: Operand,
    },
    /// A float comparison; the result has width 1.
    FCmp {
        /// Operator.
        op: FCmpOp,
        /// Type of the operands.
        ty: Ty,
        /// Left operand.
        a: Operand,
        /// Right operand.
        b: Operand,
    },
    /// A conversion.
    Cast {
        /// Operator.
        op: CastOp,
        /// Type of the operand.
        from: Ty,
        /// Type of the result.
        to: Ty,
        /// Operand.
        a: Operand,
    },
    /// `cond ? a : b` without a branch.
    Select {
        /// Condition, width 1.
        cond: Operand,
        /// If it holds.
        a: Operand,
        /// If not.
        b: Operand,
    },
    /// `base + offset + Σ index·scale` in bytes (`getelementptr`). Indices are sign-extended to 64 bits first.
    PtrAdd {
        /// Pointer.
        base: Operand,
        /// Constant part, bytes.
        offset: i64,
        /// Index operand, its width in bits, and its scale in bytes.
        indices: Box<[(Operand, u32, i64)]>,
    },
    /// An operator of more operands, all of type `ty` where the operator does not say otherwise.
    Nary {
        /// Operator.
        op: NaryOp,
        /// Type.
        ty: Ty,
        /// Operands.
        args: Box<[Operand]>,
    },
}

/// Whom a call calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A known function (perhaps without a body).
    Direct(FuncId),
    /// Through a pointer.
    Indirect(Operand),
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    /// The value.
    pub value: Operand,
    /// Its type.
    pub ty: Ty,
    /// For `byval`: the size in bytes of the object that the callee gets a copy of.
    pub byval: Option<u64>,
}

/// Operations with an effect, or that need the memory, other than load and store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// `(dst, src, len)`; overlapping is undefined but treated as [`Intrinsic::Memmove`].
    Memcpy,
    /// `(dst, src, len)`
    Memmove,
    /// `(dst, byte of width 8, len)`
    Memset,
    /// `(va_list pointer)`
    VaStart,
    /// `(pointer to the offset of a va_list that is looked at, is it that of floating-point registers)`: the next
    /// argument is about to be taken from such a register, or from where it would be had it been passed in one.
    VaArg,
    /// `(va_list pointer)`
    VaEnd,
    /// `(dst va_list pointer, src va_list pointer)`
    VaCopy,
    /// `llvm.trap`, `llvm.ubsantrap`, `llvm.debugtrap`: `()`
    Trap,
    /// `llvm.assume(cond)`: a false one is undefined behaviour.
    Assume,
    /// The function that control is in marks an error, whatever else it would do: `()`
    Error,
    /// `(index, count)`: an index that is not below the count, unsigned, is out of the bounds of a vector.
    Within,
    /// `(pointer, min: width 1)` → bytes from the pointer to the end of its object, 64 bits; 0 or -1 if not known.
    ObjectSize,
    /// `(pointer)`: the object's lifetime starts: contents become indeterminate.
    LifetimeStart,
    /// `(pointer)`: the object's lifetime ends: later accesses are use-after-scope.
    LifetimeEnd,
    /// `(pointer)`: the block of the object that [`Command::Alloc`] gave this pointer to ends, and the object is gone.
    ScopeEnd,
    /// `()` → a mark of the stack, 64 bits.
    StackSave,
    /// `(mark)`: objects of the frame that are younger than the mark are gone.
    StackRestore,
}

/// Rules of the source language that compilers check where they are asked to (clang's `-fsanitize`), since what they
/// are about (types of members, signs, attributes) is not in the IR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// An index stays within its array, which may be a member or a row.
    ArrayBounds,
    /// The length of a variable-length array is positive.
    VlaBound,
    /// What a builtin is undefined for (`__builtin_clz(0)`).
    Builtin,
    /// A left shift shifts no set bit out, and no negative value.
    ShiftBase,
    /// A shift is by less than the width.
    ShiftExponent,
    /// Signed arithmetic stays in its type.
    SignedOverflow,
    /// Unsigned arithmetic stays in its type, although wrapping is defined.
    UnsignedOverflow,
    /// The divisor is not zero, the quotient fits; integers.
    Division,
    /// The divisor is not zero; floats.
    FloatDivision,
    /// A floating-point value fits the integer type that it is converted to.
    FloatCast,
    /// An implicit conversion keeps the value.
    Conversion,
    /// Pointer arithmetic does not wrap round.
    PointerArithmetic,
    /// A pointer that is used is not null.
    Null,
    /// An address has the alignment of its type.
    Alignment,
    /// An object is as large as its type.
    ObjectSize,
    /// A `bool` or an enumeration has one of its values.
    Value,
    /// A parameter or result declared to be not null is not null.
    Nonnull,
    /// A function is called by a pointer of its type.
    CallType,
    /// A function is called by its name as one of its type. What no compiler is asked to check.
    Declared,
    /// Code declared unreachable is not reached, and functions with a result return one.
    Unreachable,
    /// Whatever else a compiler may check.
    Other,
}

/// A command. Control goes on at the next location unless the command says otherwise.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `dst := expr`
    Assign {
        /// Target.
        dst: VarId,
        /// Value.
        expr: Expr,
    },
    /// All right sides are read before any target is written (the phi nodes of an edge).
    Copies(Box<[(VarId, Operand)]>),
    /// The variable's value becomes indeterminate (lifetime start of a promoted alloca).
    Forget(VarId),
    /// `dst := *ptr`
    Load {
        /// Target.
        dst: VarId,
        /// Address.
        ptr: Operand,
        /// Type of the value read.
        ty: Ty,
        /// The bits of the value that the program reads, as a number of its width; the others are only moved on, as the
        /// padding is of a structure that is passed in a register. `None`: all of them.
        reads: Option<Operand>,
    },
    /// `*ptr := value`
    Store {
        /// Address.
        ptr: Operand,
        /// Value.
        value: Operand,
        /// Type of the value written.
        ty: Ty,
    },
    /// `dst :=` address of a new stack object that lives until the function returns.
    Alloc {
        /// Target.
        dst: VarId,
        /// Size in bytes, 64 bits.
        size: Operand,
        /// Bytes of the object's natural cell (its scalar element), 0 if mixed.
        cell: u32,
        /// Source name.
        name: Arc<str>,
    },
    /// A call. Results and arguments are split into scalars.
    Call {
        /// One variable per scalar of the result.
        dsts: Box<[VarId]>,
        /// Whom.
        callee: Callee,
        /// With what.
        args: Box<[Arg]>,
        /// Types of `dsts`.
        results: Box<[Ty]>,
    },
    /// An intrinsic operation.
    Intrinsic {
        /// Target, for those that have a result.
        dst: Option<VarId>,
        /// Which.
        op: Intrinsic,
        /// Operands.
        args: Box<[Operand]>,
    },
    /// Go to a location.
    Jump(Loc),
    /// Go to one of two.
    Branch {
        /// Condition, width 1.
        cond: Operand,
        /// Where if it holds.
        then_: Loc,
        /// Where if not.
        else_: Loc,
    },
    /// Go by value. Case values are distinct.
    Switch {
        /// Value.
        value: Operand,
        /// Its width.
        width: u32,
        /// Cases.
        cases: Box<[(u128, Loc)]>,
        /// Otherwise.
        default: Loc,
    },
    /// Return to the caller.
    Return {
        /// One operand per scalar of the result.
        values: Box<[Operand]>,
    },
    /// The compiler's own check of a rule of the language: `holds` (width 1), or the rule is violated.
    Check {
        /// The condition.
        holds: Operand,
        /// The rule.
        rule: Rule,
        /// Does the compiled program end where it is violated?
        fatal: bool,
        /// What is wrong if it does not hold, for people.
        text: Arc<str>,
    },
    /// Reaching this is an error of the program.
    Unreachable,
    /// What plica does not know how to execute; reaching it ends the path as unsupported.
    Unsupported {
        /// What it is, file and line of the IR included.
        text: Arc<str>,
    },
}

impl Command {
    /// The locations this command can go to within the function, in order; `next` is the location after it.
    pub fn successors(&self, next: Loc) -> Vec<Loc> {
        match self {
            Command::Jump(l) => vec![*l],
            Command::Branch { then_, else_, .. } => vec![*then_, *else_],
            Command::Switch { cases, default, .. } => {
                cases.iter().map(|c| c.1).chain(std::iter::once(*default)).collect()
            }
            Command::Return { .. } | Command::Unreachable | Command::Unsupported { .. } => vec![],
            _ => vec![next],
        }
    }
}
