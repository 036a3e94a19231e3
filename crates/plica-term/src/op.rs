//! The operators of terms. Oblivious to how terms are stored or simplified.

/// A free or bound symbol, see [`crate::SymbolInfo`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct SymbolId(pub u32);

/// An uninterpreted function: a return predicate `rc_m` or a return function `rv_m,v`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct UninterpretedId(pub u32);

/// A constant array given by its elements, see [`crate::TableData`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TableId(pub u32);

/// Rounding modes that conversions need. Arithmetic always rounds to nearest, ties to even.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum RoundingMode {
    /// To nearest, ties to even.
    NearestEven,
    /// To nearest, ties away from zero (`round`).
    NearestAway,
    /// Towards zero (`trunc`).
    TowardZero,
    /// Towards positive infinity (`ceil`).
    TowardPositive,
    /// Towards negative infinity (`floor`).
    TowardNegative,
}

/// Unary predicates and relations on floats; their sort is `BV(1)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FpRel {
    /// IEEE equality (NaN differs from all, +0 = -0).
    Eq,
    /// IEEE less-than.
    Lt,
    /// IEEE less-or-equal.
    Le,
}

/// Unary predicates on floats; their sort is `BV(1)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FpUnary {
    /// Is it a NaN?
    IsNan,
    /// Is it an infinity?
    IsInf,
    /// Is it +0 or -0?
    IsZero,
    /// Is it subnormal?
    IsSubnormal,
    /// Is it normal?
    IsNormal,
    /// Is its sign bit set (NaN: false)?
    IsNegative,
}

/// An operator. Arguments are listed in brackets; `w` is the width of the arguments, `r` of the result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// `[]` a bit-vector constant; the sort gives the width, and bits above it are zero.
    Const(u128),
    /// `[]` a symbol (input, parameter κ, bound variable).
    Symbol(SymbolId),
    /// `[]` an array constant given by a table.
    Table(TableId),
    /// `[v]` the array that is `v` everywhere.
    ConstArray,
    /// `[body]` the array that maps the bound symbol to `body`.
    Lambda(SymbolId),
    /// `[limit, body]` for all values of the bound symbol that are unsigned less than `limit`: `body`.
    Forall(SymbolId),
    /// `[args…]` an application of an uninterpreted function.
    App(UninterpretedId),
    /// `[a]` bitwise complement (logical negation at width 1).
    Not,
    /// `[a, b]`
    And,
    /// `[a, b]`
    Or,
    /// `[a, b]`
    Xor,
    /// `[a]` two's complement negation.
    Neg,
    /// `[a, b]`
    Add,
    /// `[a, b]`
    Mul,
    /// `[a, b]` unsigned division; by zero: all ones (SMT-LIB).
    Udiv,
    /// `[a, b]` unsigned remainder; by zero: `a`.
    Urem,
    /// `[a, b]` signed division, truncating; by zero as in SMT-LIB.
    Sdiv,
    /// `[a, b]` signed remainder, the sign of the dividend; by zero: `a`.
    Srem,
    /// `[a, b]` shift left; by `>= w`: zero.
    Shl,
    /// `[a, b]` logical shift right; by `>= w`: zero.
    Lshr,
    /// `[a, b]` arithmetic shift right; by `>= w`: sign everywhere.
    Ashr,
    /// `[hi, lo]` concatenation.
    Concat,
    /// `[a]` bits `hi` down to `lo`.
    Extract {
        /// Highest bit kept.
        hi: u32,
        /// Lowest bit kept.
        lo: u32,
    },
    /// `[a]` zero extension to the sort of the term.
    Zext,
    /// `[a]` sign extension to the sort of the term.
    Sext,
    /// `[c, a, b]` of any sort.
    Ite,
    /// `[a, b]` equality of any sort but Float (width 1: equivalence). Floats compare through [`Op::FpRel`].
    Eq,
    /// `[a, b]` unsigned less-than.
    Ult,
    /// `[a, b]` unsigned less-or-equal.
    Ule,
    /// `[a, b]` signed less-than.
    Slt,
    /// `[a, b]` signed less-or-equal.
    Sle,
    /// `[a, b]` does the unsigned product overflow?
    Umulo,
    /// `[a, b]` does the signed product overflow?
    Smulo,
    /// `[array, index]`
    Select,
    /// `[array, index, value]`
    Store,
    /// `[bits]` the number that has these bits.
    FpFromBits,
    /// `[f]` the bits of a number; NaN gives [`crate::FloatFormat::canonical_nan`].
    FpToBits,
    /// `[f]` to another format (the sort of the term), rounding to nearest even.
    FpToFp,
    /// `[bv]` from a signed integer, rounding to nearest even.
    FpFromSbv,
    /// `[bv]` from an unsigned integer, rounding to nearest even.
    FpFromUbv,
    /// `[f]` to a signed integer of the term's width, towards zero; out of range or NaN: zero.
    FpToSbv,
    /// `[f]` to an unsigned integer of the term's width, towards zero; out of range or NaN: zero.
    FpToUbv,
    /// `[a, b]` rounding to nearest even, as the three that follow.
    FpAdd,
    /// `[a, b]`
    FpSub,
    /// `[a, b]`
    FpMul,
    /// `[a, b]`
    FpDiv,
    /// `[a, b]` the C function `fmod` (truncating remainder), which SMT-LIB's `fp.rem` is not.
    FpFmod,
    /// `[a, b, c]` fused `a * b + c`.
    FpFma,
    /// `[a]`
    FpSqrt,
    /// `[a]` round to an integral number.
    FpRound(RoundingMode),
    /// `[a]`
    FpNeg,
    /// `[a]`
    FpAbs,
    /// `[a, b]`
    FpRel(FpRel),
    /// `[a]`
    FpIs(FpUnary),
}

impl Op {
    /// Is the order of the two arguments of no account?
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul | Op::Eq | Op::Umulo | Op::Smulo | Op::FpAdd | Op::FpMul
        ) || matches!(self, Op::FpRel(FpRel::Eq))
    }
}
