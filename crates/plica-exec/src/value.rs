//! Run-time values: concrete numbers stay machine words, everything else is a term.
//!
//! Oblivious to memory contents and to commands. A pointer is a pair of an object and a 64-bit offset as long as its
//! object is known; it becomes one 64-bit vector (object id above offset) only where it must be a number. An offset
//! that does not fit into the vector's offset part turns the number into a *wild* address, which no object has.

use plica_term::{TermId, TermPool};

/// An object of the memory. 0 is the null object, which never has contents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjId(pub u32);

/// Bits of the offset part of a pointer that is written as a number; the object id takes the rest of 64.
pub const OFFSET_BITS: u32 = 36;
/// The object id that no object has: the address of something that has left all objects.
pub const WILD: ObjId = ObjId((1 << (64 - OFFSET_BITS)) - 1);
/// Ids from here on are never given out.
pub const MAX_OBJECTS: u32 = WILD.0;

/// The value of a variable or a memory cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number of 1 to 64 bits; bits above `width` are zero. Also the bits of a float.
    Int {
        /// Width in bits.
        width: u32,
        /// The value.
        bits: u64,
    },
    /// A bit-vector term that is not a constant of 64 bits or less.
    Term(TermId),
    /// A pointer into a known object at a known offset (bytes, two's complement).
    Ptr {
        /// The object.
        obj: ObjId,
        /// The offset.
        off: u64,
    },
    /// A pointer into a known object at a symbolic offset (a 64-bit term).
    SymPtr {
        /// The object.
        obj: ObjId,
        /// The offset.
        off: TermId,
    },
    /// Never written.
    Uninit,
}

/// `bits` cut to `width` (1 to 64).
pub fn cut(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

/// `bits` of `width` (1 to 64) read as two's complement.
pub fn signed(bits: u64, width: u32) -> i64 {
    if width >= 64 { bits as i64 } else { ((bits << (64 - width)) as i64) >> (64 - width) }
}

/// The number that stands for a pointer at a known offset.
pub fn encode(obj: ObjId, off: u64) -> u64 {
    let low = cut(off, OFFSET_BITS);
    let obj = if signed(low, OFFSET_BITS) as u64 == off { obj } else { WILD };
    (u64::from(obj.0) << OFFSET_BITS) | low
}

/// The pointer that a number stands for; inverse of [`encode`] on everything but wild addresses.
pub fn decode(bits: u64) -> (ObjId, u64) {
    (ObjId((bits >> OFFSET_BITS) as u32), signed(cut(bits, OFFSET_BITS), OFFSET_BITS) as u64)
}

impl Value {
    /// The null pointer.
    pub const NULL: Value = Value::Int { width: 64, bits: 0 };

    /// A number of up to 64 bits.
    pub fn int(bits: u64, width: u32) -> Value {
        Value::Int { width, bits: cut(bits, width) }
    }

    /// Is it a pointer into a known object?
    pub fn is_pointer(self) -> bool {
        matches!(self, Value::Ptr { .. } | Value::SymPtr { .. })
    }

    /// The object that it points into, if it is a pointer into a known one.
    pub fn object(self) -> Option<ObjId> {
        match self {
            Value::Ptr { obj, .. } | Value::SymPtr { obj, .. } => Some(obj),
            _ => None,
        }
    }

    /// A condition.
    pub fn bool(b: bool) -> Value {
        Value::Int { width: 1, bits: u64::from(b) }
    }

    /// The value of a term, as a machine word if it is a constant of at most 64 bits.
    pub fn of_term(pool: &TermPool, t: TermId) -> Value {
        let width = pool.width(t);
        match pool.const_value(t) {
            Some(v) if width <= 64 => Value::Int { width, bits: v as u64 },
            _ => Value::Term(t),
        }
    }

    /// The value as a bit-vector term. `width` is only used for [`Value::Uninit`], which callers replace before. That
    /// an address has become a number is marked: from then on a path may depend on it (`Machine::tells_ids_apart`).
    pub fn to_term(self, pool: &TermPool) -> TermId {
        match self {
            Value::Int { width, bits } => pool.bv(u128::from(bits), width),
            Value::Term(t) => t,
            Value::Ptr { obj, off } => {
                mark_number(pool, obj);
                pool.bv(u128::from(encode(obj, off)), 64)
            }
            Value::SymPtr { obj, off } => {
                mark_number(pool, obj);
                encode_term(pool, obj, off)
            }
            Value::Uninit => pool.bv(0, 64),
        }
    }

    /// The value if it is a known number, or null.
    pub fn as_const(self) -> Option<u64> {
        match self {
            Value::Int { bits, .. } => Some(bits),
            Value::Ptr { obj: ObjId(0), off } => Some(encode(ObjId(0), off)),
            _ => None,
        }
    }

    /// Is it known, as a number or as an address?
    pub fn is_known(self) -> bool {
        matches!(self, Value::Int { .. } | Value::Ptr { .. })
    }

    /// Width in bits.
    pub fn width(self, pool: &TermPool) -> u32 {
        match self {
            Value::Int { width, .. } => width,
            Value::Term(t) => pool.width(t),
            _ => 64,
        }
    }

    /// The value as a pointer: a known number is decoded; a term stays one.
    pub fn as_pointer(self) -> Value {
        match self {
            Value::Int { bits, .. } => {
                let (obj, off) = decode(bits);
                Value::Ptr { obj, off }
            }
            v => v,
        }
    }

    /// A pointer with offset `off`, which may be a number or a term.
    pub fn pointer(obj: ObjId, off: Value) -> Value {
        match off {
            Value::Int { bits, .. } => Value::Ptr { obj, off: bits },
            Value::Term(off) => Value::SymPtr { obj, off },
            other => other,
        }
    }
}

/// Marks that the address of an object has become a number, or was compared with one.
pub(crate) fn mark_number(pool: &TermPool, obj: ObjId) {
    if obj != WILD {
        pool.raise_mark(obj.0.into());
    }
}

/// The term that stands for a pointer at a symbolic offset.
fn encode_term(pool: &TermPool, obj: ObjId, off: TermId) -> TermId {
    encode_unknown(pool, pool.bv(u128::from(obj.0), 64 - OFFSET_BITS), off)
}

/// The same for an object that is only known as a term (of `64 - OFFSET_BITS` bits).
pub fn encode_unknown(pool: &TermPool, obj: TermId, off: TermId) -> TermId {
    let low = pool.extract(off, OFFSET_BITS - 1, 0);
    let fits = pool.eq(pool.sext(low, 64), off);
    let wild = pool.bv(u128::from(WILD.0), 64 - OFFSET_BITS);
    pool.concat(pool.ite(fits, obj, wild), low)
}

/// The object and offset parts of an address that is only known as a term.
pub fn decode_term(pool: &TermPool, t: TermId) -> (TermId, TermId) {
    let obj = pool.extract(t, 63, OFFSET_BITS);
    let off = pool.sext(pool.extract(t, OFFSET_BITS - 1, 0), 64);
    (obj, off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_pointers_are_inverse() {
        for (obj, off) in [(0, 0), (1, 0), (5, 17), (7, u64::MAX), (9, (1 << 35) - 1)] {
            assert_eq!(decode(encode(ObjId(obj), off)), (ObjId(obj), off));
        }
        assert_eq!(decode(encode(ObjId(3), 1 << 36)).0, WILD, "a far offset reaches no object");
        assert_eq!(std::mem::size_of::<Value>(), 16);
    }
}
