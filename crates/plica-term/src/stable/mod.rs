//! Terms, symbols and models as bytes that do not depend on the pool: an [`Encoder`] writes what holds terms, a
//! [`Decoder`] reads it into a fresh pool, or into one that has terms already, where it means the same.
//!
//! A value that holds terms implements the traits of `plica-stable` for every [`TermEncoder`] and [`TermDecoder`]
//! (serde could not pass the pool along). In the values a term is a number; what the numbers stand for is a section of
//! its own before the values, in which operands stand before operators:
//!
//! ```text
//! magic, version, the pool's mark
//! symbols, functions, tables, terms: each as count, entries, and the places of those that values name
//! values
//! ```
//!
//! Nodes are written as they stand and read without being rewritten, in the order of their ids. So in a fresh pool all
//! that was written has the same order as before, and writing it again gives the same bytes. The pool puts operands of
//! commutative operators in the order of their ids, so where terms are there already they may be swapped: reading
//! orders them as the constructors of that pool would, so that equal terms are one. [`stable_hash`] is not concerned:
//! it takes such operands as a multiset. It does not look through names of bound symbols, nor at a sum in another
//! association, for these are different terms.
//!
//! Oblivious to what holds terms. Invariants: whatever the bytes are, no term of a wrong sort gets into the pool;
//! nothing recurses to the depth of a term.

mod decoder;
mod encoder;
mod typing;

use std::collections::BTreeMap;

use plica_stable::{ByteDecoder, ByteEncoder, Decode, DecodeError, Encode, encodable};

pub use decoder::Decoder;
pub use encoder::{Encoder, stable_hash};

use crate::model::{ArrayValue, ConstValue, Model};
use crate::op::{FpRel, FpUnary, Op, RoundingMode, SymbolId, TableId, UninterpretedId};
use crate::pool::{FuncInfo, SymbolInfo, SymbolKind, TableData, TermId};
use crate::sort::{FloatFormat, MAX_WIDTH, Sort};

/// What stands at the beginning of every encoding.
const MAGIC: &[u8] = b"plica\0te";

/// The version of the format. It changes whenever bytes of one version would mean something else in the other: also
/// when operators, kinds of symbols and so on are reordered.
const VERSION: u64 = 3;

/// An encoder that knows terms.
pub trait TermEncoder: ByteEncoder {
    /// Writes a reference to a term.
    fn write_term(&mut self, t: TermId);

    /// Writes a reference to a symbol.
    fn write_symbol(&mut self, s: SymbolId);

    /// Writes a reference to an uninterpreted function.
    fn write_function(&mut self, f: UninterpretedId);

    /// Writes a reference to a table.
    fn write_table(&mut self, t: TableId);
}

/// A decoder that knows terms.
pub trait TermDecoder: ByteDecoder {
    /// Reads a reference to a term.
    fn read_term(&mut self) -> Result<TermId, DecodeError>;

    /// Reads a reference to a symbol.
    fn read_symbol(&mut self) -> Result<SymbolId, DecodeError>;

    /// Reads a reference to an uninterpreted function.
    fn read_function(&mut self) -> Result<UninterpretedId, DecodeError>;

    /// Reads a reference to a table.
    fn read_table(&mut self) -> Result<TableId, DecodeError>;
}

macro_rules! references {
    ($($type:ident by $write:ident, $read:ident;)*) => { $(
        impl<E: TermEncoder> Encode<E> for $type {
            fn encode(&self, e: &mut E) {
                e.$write(*self);
            }
        }

        impl<D: TermDecoder> Decode<D> for $type {
            fn decode(d: &mut D) -> Result<Self, DecodeError> {
                d.$read()
            }
        }
    )* };
}

references! {
    TermId by write_term, read_term;
    SymbolId by write_symbol, read_symbol;
    UninterpretedId by write_function, read_function;
    TableId by write_table, read_table;
}

// As a map: what it is kept in is a matter of the room that it takes.
impl<E: TermEncoder> Encode<E> for Model {
    fn encode(&self, e: &mut E) {
        self.iter().collect::<BTreeMap<SymbolId, ConstValue>>().encode(e);
    }
}

impl<D: TermDecoder> Decode<D> for Model {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let mut model = Model::new();
        BTreeMap::<SymbolId, ConstValue>::decode(d)?.into_iter().for_each(|(s, v)| model.set(s, v));
        Ok(model)
    }
}

/// The first byte of a sort: the width of a bit-vector, or one of these.
const ARRAY: u8 = 0;
const FLOATS: [(u8, FloatFormat); 4] =
    [(252, FloatFormat::F80), (253, FloatFormat::F16), (254, FloatFormat::F32), (255, FloatFormat::F64)];

impl<E: ByteEncoder> Encode<E> for Sort {
    fn encode(&self, e: &mut E) {
        match *self {
            Sort::Bv(width) => (width as u8).encode(e),
            Sort::Array { index, elem } => [ARRAY, index as u8, elem as u8].iter().for_each(|byte| byte.encode(e)),
            Sort::Float(format) => {
                FLOATS.iter().filter(|(_, known)| *known == format).for_each(|(byte, _)| byte.encode(e));
            }
        }
    }
}

impl<D: ByteDecoder> Decode<D> for Sort {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let width = |byte: u8| (1..=MAX_WIDTH).contains(&u32::from(byte)).then_some(u32::from(byte));
        let first = d.read_byte()?;
        let sort = if first == ARRAY {
            width(d.read_byte()?).zip(width(d.read_byte()?)).map(|(index, elem)| Sort::Array { index, elem })
        } else {
            let format = FLOATS.iter().find(|(byte, _)| *byte == first).map(|&(_, format)| Sort::Float(format));
            format.or_else(|| width(first).map(Sort::Bv))
        };
        sort.ok_or_else(|| d.error("no sort"))
    }
}

encodable! {
    enum FloatFormat { F16, F32, F64, F80 }
    enum RoundingMode { NearestEven, NearestAway, TowardZero, TowardPositive, TowardNegative }
    enum FpRel { Eq, Lt, Le }
    enum FpUnary { IsNan, IsInf, IsZero, IsSubnormal, IsNormal, IsNegative }
    enum SymbolKind {
        Input, Uninit, Unwritten { object }, Undefined, Outcome, Kappa { at }, Sequence, General, Bound,
        Address { pointee }, Untyped, Implied, Function,
    }
    struct SymbolInfo { name, sort, kind }
    struct FuncInfo { name, params, result }
    struct TableData { index, elem, elems, default }
    struct ArrayValue { entries, default }
    enum ConstValue { Bv(bits), Array(array) }
}

encodable! { TermEncoder, TermDecoder =>
    enum Op {
        Const(bits), Symbol(symbol), Table(table), ConstArray, Lambda(bound), Forall(bound), App(function),
        Not, And, Or, Xor, Neg, Add, Mul, Udiv, Urem, Sdiv, Srem, Shl, Lshr, Ashr,
        Concat, Extract { hi, lo }, Zext, Sext, Ite, Eq, Ult, Ule, Slt, Sle, Umulo, Smulo, Select, Store,
        FpFromBits, FpToBits, FpToFp, FpFromSbv, FpFromUbv, FpToSbv, FpToUbv,
        FpAdd, FpSub, FpMul, FpDiv, FpFmod, FpFma, FpSqrt, FpRound(mode), FpNeg, FpAbs, FpRel(rel), FpIs(predicate),
    }
}
