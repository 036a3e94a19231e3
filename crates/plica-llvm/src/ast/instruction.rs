//! Instructions: one variant an opcode family, operands typed and resolved to dense local ids.
//!
//! Oblivious to what they compute. Invariant: an opcode or form that the reader does not know is
//! [`InstKind::Unknown`] with its text, never dropped.

use super::constant::{TypedValue, ValueRef};
use super::metadata::MdId;
use super::symbol::Symbol;
use super::types::TypeId;

/// A parameter or instruction result of a function; an index into
/// [`FunctionDecl::locals`](super::FunctionDecl::locals).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalId(pub u32);

/// A basic block of a function; an index into [`FunctionDecl::blocks`](super::FunctionDecl::blocks). The entry is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub u32);

impl BlockId {
    /// The entry block of every function that has a body.
    pub const ENTRY: BlockId = BlockId(0);
}

/// An instruction (or debug record) of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// Where the result goes; none for `void` and for instructions without a result.
    pub result: Option<LocalId>,
    /// The type of the result, `void` where there is none (and for unknown instructions).
    pub ty: TypeId,
    /// Line in the `.ll` text, from 1.
    pub line: u32,
    /// `!dbg !N`: its place in the source; see [`Module::location`](super::Module::location).
    pub dbg: Option<MdId>,
    /// What it is.
    pub kind: InstKind,
}

/// What an instruction is.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)] // The fields are LLVM's operands, by the names of its language reference.
pub enum InstKind {
    /// `ret void`, `ret T v`.
    Ret(Option<TypedValue>),
    /// `br label %target`.
    Br(BlockId),
    /// `br i1 c, label %then, label %els`.
    CondBr { cond: TypedValue, then: BlockId, els: BlockId },
    /// `switch`.
    Switch { value: TypedValue, default: BlockId, cases: Box<[(TypedValue, BlockId)]> },
    /// `indirectbr`.
    IndirectBr { address: TypedValue, targets: Box<[BlockId]> },
    /// `invoke`.
    Invoke { call: Box<Call>, normal: BlockId, unwind: BlockId },
    /// `callbr` (asm goto).
    CallBr { call: Box<Call>, normal: BlockId, indirect: Box<[BlockId]> },
    /// `resume`.
    Resume(TypedValue),
    /// `unreachable`.
    Unreachable,

    /// `fneg`.
    FNeg { value: TypedValue, fast: FastMath },
    /// Two-operand arithmetic and logic, integer and floating-point.
    Binary { op: BinaryOp, flags: PoisonFlags, fast: FastMath, lhs: TypedValue, rhs: TypedValue },
    /// `trunc` … `addrspacecast`; the instruction's type is the target type.
    Cast { op: CastOpcode, flags: PoisonFlags, value: TypedValue },
    /// `icmp`; [`PoisonFlags::SAMESIGN`] may be set.
    ICmp { pred: ICmpPred, flags: PoisonFlags, lhs: TypedValue, rhs: TypedValue },
    /// `fcmp`.
    FCmp { pred: FCmpPred, fast: FastMath, lhs: TypedValue, rhs: TypedValue },
    /// `select`.
    Select { cond: TypedValue, then: TypedValue, els: TypedValue },
    /// `freeze`.
    Freeze(TypedValue),

    /// `alloca T, N`. The count is 1 where there is none.
    Alloca { ty: TypeId, count: Option<TypedValue>, align: Option<u64>, inalloca: bool },
    /// `load`; the instruction's type is what is read. `ordering` is none unless atomic.
    Load { ptr: TypedValue, align: Option<u64>, volatile: bool, ordering: Option<Ordering> },
    /// `store`.
    Store { value: TypedValue, ptr: TypedValue, align: Option<u64>, volatile: bool, ordering: Option<Ordering> },
    /// `fence`.
    Fence(Ordering),
    /// `cmpxchg`; the result is `{T, i1}`.
    CmpXchg {
        ptr: TypedValue,
        expected: TypedValue,
        new: TypedValue,
        weak: bool,
        volatile: bool,
        success: Ordering,
        failure: Ordering,
    },
    /// `atomicrmw`.
    AtomicRmw { op: RmwOp, ptr: TypedValue, value: TypedValue, volatile: bool, ordering: Ordering },
    /// `getelementptr T, base, indices...`.
    Gep { flags: PoisonFlags, source: TypeId, base: TypedValue, indices: Box<[TypedValue]> },

    /// `extractelement`.
    ExtractElement { vector: TypedValue, index: TypedValue },
    /// `insertelement`.
    InsertElement { vector: TypedValue, element: TypedValue, index: TypedValue },
    /// `shufflevector`.
    ShuffleVector { lhs: TypedValue, rhs: TypedValue, mask: TypedValue },
    /// `extractvalue`.
    ExtractValue { aggregate: TypedValue, indices: Box<[u32]> },
    /// `insertvalue`.
    InsertValue { aggregate: TypedValue, element: TypedValue, indices: Box<[u32]> },

    /// `phi`: a value a predecessor, of the instruction's type.
    Phi(Box<[(ValueRef, BlockId)]>),
    /// `call`, intrinsics included (the debug ones excepted).
    Call(Box<Call>),
    /// `va_arg`; the instruction's type is what is fetched.
    VaArg { list: TypedValue },
    /// `landingpad`.
    LandingPad { cleanup: bool, clauses: Box<[Clause]> },

    /// `call void @llvm.dbg.*(...)` or `#dbg_*(...)`.
    Debug(Box<DebugRecord>),
    /// The compiler's own check of a rule (made of a branch to its handler, see `instrument`): violated if `cond` is
    /// not 1, or if it is where `negated`.
    Check { cond: TypedValue, negated: bool, rule: plica_ir::Rule, fatal: bool, text: Box<str> },
    /// Anything else: executing it is an error.
    Unknown { text: Box<str> },
}

impl InstKind {
    /// Whether it reads an object that may change behind the program's back.
    pub fn reads_volatile(&self) -> bool {
        use InstKind::*;
        matches!(self, Load { volatile: true, .. } | CmpXchg { volatile: true, .. } | AtomicRmw { volatile: true, .. })
    }

    /// Whether it ends a block.
    pub fn is_terminator(&self) -> bool {
        use InstKind::*;
        matches!(
            self,
            Ret(_)
                | Br(_)
                | CondBr { .. }
                | Switch { .. }
                | IndirectBr { .. }
                | Invoke { .. }
                | CallBr { .. }
                | Resume(_)
                | Unreachable
        )
    }
}

/// Flags that make an instruction yield poison, and `inbounds`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PoisonFlags(pub u16);

impl PoisonFlags {
    /// No unsigned wrap.
    pub const NUW: PoisonFlags = PoisonFlags(1);
    /// No signed wrap.
    pub const NSW: PoisonFlags = PoisonFlags(2);
    /// No remainder, or no lost bits.
    pub const EXACT: PoisonFlags = PoisonFlags(4);
    /// `or` whose operands share no bit.
    pub const DISJOINT: PoisonFlags = PoisonFlags(8);
    /// `icmp` whose operands have the same sign.
    pub const SAMESIGN: PoisonFlags = PoisonFlags(16);
    /// `zext`/`uitofp` of a value that is not negative.
    pub const NNEG: PoisonFlags = PoisonFlags(32);
    /// GEP within its object.
    pub const INBOUNDS: PoisonFlags = PoisonFlags(64);
    /// GEP without unsigned-signed wrap.
    pub const NUSW: PoisonFlags = PoisonFlags(128);

    /// Whether all of `other` are set.
    pub fn has(self, other: PoisonFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets `other`.
    pub fn set(&mut self, other: PoisonFlags) {
        self.0 |= other.0;
    }
}

/// Fast-math flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FastMath(pub u8);

impl FastMath {
    /// No NaNs.
    pub const NNAN: FastMath = FastMath(1);
    /// No infinities.
    pub const NINF: FastMath = FastMath(2);
    /// No signed zeros.
    pub const NSZ: FastMath = FastMath(4);
    /// Reciprocals allowed.
    pub const ARCP: FastMath = FastMath(8);
    /// Contraction allowed.
    pub const CONTRACT: FastMath = FastMath(16);
    /// Approximate functions allowed.
    pub const AFN: FastMath = FastMath(32);
    /// Reassociation allowed.
    pub const REASSOC: FastMath = FastMath(64);
    /// All of them.
    pub const FAST: FastMath = FastMath(127);

    /// Whether all of `other` are set.
    pub fn has(self, other: FastMath) -> bool {
        self.0 & other.0 == other.0
    }
}

macro_rules! keywords {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)] // Each variant is the keyword it is named for.
        pub enum $name { $($variant),* }

        impl $name {
            /// The variant of an IR keyword.
            pub fn from_keyword(word: &str) -> Option<Self> {
                match word {
                    $($text => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The IR keyword.
            pub fn keyword(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }
    };
}

keywords! {
    /// Two-operand operations.
    BinaryOp {
        Add = "add", Sub = "sub", Mul = "mul", UDiv = "udiv", SDiv = "sdiv", URem = "urem", SRem = "srem",
        Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
        FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem",
    }
}

keywords! {
    /// Conversions.
    CastOpcode {
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FpTrunc = "fptrunc", FpExt = "fpext", FpToUi = "fptoui",
        FpToSi = "fptosi", UiToFp = "uitofp", SiToFp = "sitofp", PtrToInt = "ptrtoint", PtrToAddr = "ptrtoaddr",
        IntToPtr = "inttoptr", BitCast = "bitcast", AddrSpaceCast = "addrspacecast",
    }
}

keywords! {
    /// Integer and pointer comparisons.
    ICmpPred {
        Eq = "eq", Ne = "ne", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Sgt = "sgt", Sge = "sge",
        Slt = "slt", Sle = "sle",
    }
}

keywords! {
    /// Floating-point comparisons: `o` is false, `u` true if an operand is a NaN.
    FCmpPred {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one", Ord = "ord",
        Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Une = "une", Uno = "uno", True = "true",
    }
}

keywords! {
    /// Memory orderings.
    Ordering {
        Unordered = "unordered", Monotonic = "monotonic", Acquire = "acquire", Release = "release",
        AcqRel = "acq_rel", SeqCst = "seq_cst",
    }
}

keywords! {
    /// Operations of `atomicrmw`.
    RmwOp {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or", Xor = "xor", Max = "max",
        Min = "min", UMax = "umax", UMin = "umin", FAdd = "fadd", FSub = "fsub", FMax = "fmax", FMin = "fmin",
        FMaximum = "fmaximum", FMinimum = "fminimum", UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap",
        USubCond = "usub_cond", USubSat = "usub_sat",
    }
}

keywords! {
    /// Tail-call markers.
    TailKind { Tail = "tail", MustTail = "musttail", NoTail = "notail" }
}

/// What is called and with what: of `call`, `invoke` and `callbr`.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// What is called.
    pub callee: CalledOperand,
    /// The function type of the call: from the text when it is there, else made from the arguments.
    pub fn_ty: TypeId,
    /// The arguments, variable ones included.
    pub args: Box<[CallArg]>,
    /// Attributes of the result.
    pub ret_attrs: ParamAttrs,
    /// Attribute groups `#N`; see [`Module::attr_groups`](super::Module::attr_groups).
    pub attr_groups: Box<[u32]>,
    /// Attributes written at the call itself, such as `noreturn`.
    pub attrs: Box<[Symbol]>,
    /// Fast-math flags.
    pub fast: FastMath,
    /// `tail`, `musttail`, `notail`.
    pub tail: Option<TailKind>,
    /// Operand bundles.
    pub bundles: Box<[Bundle]>,
}

/// What is called.
#[derive(Clone, PartialEq, Debug)]
pub enum CalledOperand {
    /// A function (`ValueRef::Global`), a function pointer, or a constant expression for one.
    Value(ValueRef),
    /// Inline assembly.
    Asm(Box<InlineAsm>),
}

/// `asm sideeffect "template", "constraints"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlineAsm {
    /// The assembly text.
    pub template: Box<str>,
    /// The constraint string.
    pub constraints: Box<str>,
    /// Whether `sideeffect` is written.
    pub side_effect: bool,
}

/// An argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallArg {
    /// Type and value.
    pub operand: TypedValue,
    /// Its attributes.
    pub attrs: ParamAttrs,
}

/// An operand bundle `"tag"(...)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Bundle {
    /// The tag.
    pub tag: Symbol,
    /// The operands.
    pub operands: Box<[TypedValue]>,
}

/// How an aggregate argument is passed through its pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Passing {
    /// As it is.
    #[default]
    Direct,
    /// `byval(T)`: the callee gets a copy of its own.
    ByVal(TypeId),
    /// `sret(T)`: where the callee writes its result.
    SRet(TypeId),
    /// `byref(T)`.
    ByRef(TypeId),
    /// `inalloca(T)`.
    InAlloca(TypeId),
    /// `preallocated(T)`.
    Preallocated(TypeId),
}

/// The attributes of a parameter, argument or result that matter to us.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ParamAttrs {
    /// `byval` and its like.
    pub passing: Passing,
    /// `elementtype(T)`.
    pub elementtype: Option<TypeId>,
    /// `align N`, 0 where there is none.
    pub align: u64,
    /// `dereferenceable(N)`, 0 where there is none.
    pub dereferenceable: u64,
    /// A set of the constants below.
    pub flags: u16,
}

impl ParamAttrs {
    /// `signext`.
    pub const SIGNEXT: u16 = 1;
    /// `zeroext`.
    pub const ZEROEXT: u16 = 2;
    /// `inreg`.
    pub const INREG: u16 = 4;
    /// `nonnull`.
    pub const NONNULL: u16 = 8;
    /// `noundef`.
    pub const NOUNDEF: u16 = 16;
    /// `returned`.
    pub const RETURNED: u16 = 32;
    /// `noalias`.
    pub const NOALIAS: u16 = 64;
    /// `readonly`.
    pub const READONLY: u16 = 128;
    /// `immarg`.
    pub const IMMARG: u16 = 256;
    /// `nocapture` or `captures(none)`.
    pub const NOCAPTURE: u16 = 512;
    /// `nest`.
    pub const NEST: u16 = 1024;

    /// Whether all of `flags` are set.
    pub fn has(&self, flags: u16) -> bool {
        self.flags & flags == flags
    }
}

/// A clause of a `landingpad`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    /// `catch T v`.
    Catch(TypedValue),
    /// `filter T v`.
    Filter(TypedValue),
}

/// Which debug record it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DebugKind {
    /// The variable lives at an address.
    Declare,
    /// The variable now has a value.
    Value,
    /// An assignment to the variable.
    Assign,
    /// A source label (`variable` is the DILabel).
    Label,
}

/// A debug record, in either notation. Its place is the instruction's `dbg`.
#[derive(Clone, PartialEq, Debug)]
pub struct DebugRecord {
    /// Which one.
    pub kind: DebugKind,
    /// The address or value: one operand, several for a `DIArgList`, none where it was optimised away.
    pub location: Box<[TypedValue]>,
    /// The DILocalVariable (or DILabel).
    pub variable: Option<MdId>,
    /// The DIExpression.
    pub expression: Option<MdId>,
}
