//! The vocabulary into which terms are encoded: SMT-LIB's own operators, with Bool and bit-vectors apart.
//!
//! Oblivious to plica's terms. Each back end implements [`Sink`] over its own term type; the encoder drives it.

use plica_term::{FloatFormat, FpUnary, RoundingMode, Sort};

/// Why a term could not be encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EncodeError {
    /// The back end has no such thing.
    Unsupported(&'static str),
    /// The back end refused; its words.
    Refused(String),
}

/// The sort of an encoded term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SinkSort {
    /// SMT-LIB's Bool.
    Bool,
    /// A bit-vector, array or float.
    Of(Sort),
}

/// An SMT-LIB operator. Float arithmetic rounds to nearest even unless it names a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prim {
    Not,
    And,
    Or,
    Xor,
    Implies,
    Eq,
    Ite,
    BvNot,
    BvAnd,
    BvOr,
    BvXor,
    BvNeg,
    BvAdd,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvShl,
    BvLshr,
    BvAshr,
    Concat,
    Extract {
        hi: u32,
        lo: u32,
    },
    /// By so many bits.
    Zext(u32),
    /// By so many bits.
    Sext(u32),
    Ult,
    Ule,
    Slt,
    Sle,
    /// Overflow of the product of vectors of this width.
    Umulo(u32),
    Smulo(u32),
    Select,
    Store,
    FpFromBits(FloatFormat),
    FpToFp(FloatFormat),
    FpFromSbv(FloatFormat),
    FpFromUbv(FloatFormat),
    /// Towards zero, to so many bits; out of range: anything.
    FpToSbv(u32),
    FpToUbv(u32),
    FpAdd,
    FpSub,
    FpMul,
    FpDiv,
    FpFma,
    FpSqrt,
    FpRound(RoundingMode),
    FpNeg,
    FpAbs,
    /// IEEE equality.
    FpEq,
    FpLt,
    FpLe,
    FpIs(FpUnary),
}

/// Where encoded terms go.
pub(crate) trait Sink {
    /// An encoded term.
    type Term: Copy;

    fn bool_value(&mut self, value: bool) -> Result<Self::Term, EncodeError>;
    fn bv_value(&mut self, value: u128, width: u32) -> Result<Self::Term, EncodeError>;
    /// A new free constant. The name is unique.
    fn constant(&mut self, name: &str, sort: SinkSort) -> Result<Self::Term, EncodeError>;
    /// What stands for a bound symbol until its binder is made.
    fn bound(&mut self, name: &str, sort: SinkSort) -> Result<Self::Term, EncodeError> {
        self.constant(name, sort)
    }
    /// The array that is `value` everywhere.
    fn const_array(&mut self, index: u32, elem: u32, value: Self::Term) -> Result<Self::Term, EncodeError>;
    /// An operator applied; `sort` is that of the result.
    fn apply(&mut self, prim: Prim, sort: SinkSort, args: &[Self::Term]) -> Result<Self::Term, EncodeError>;
    /// For all values of `bound` (made by [`Sink::bound`]): `body` (Bool).
    fn forall(&mut self, bound: Self::Term, body: Self::Term) -> Result<Self::Term, EncodeError>;
    /// The array that maps `bound` to `body`.
    fn lambda(&mut self, bound: Self::Term, body: Self::Term, sort: Sort) -> Result<Self::Term, EncodeError>;
}
