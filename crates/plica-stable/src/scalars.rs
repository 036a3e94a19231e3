//! Numbers, booleans, characters and texts.
//!
//! Oblivious to contexts. Invariant: a number that does not fit its type is refused, never cut.

use std::sync::Arc;

use crate::{ByteDecoder, ByteEncoder, Decode, DecodeError, Encode};

macro_rules! unsigned {
    ($($type:ident),*) => { $(
        impl<E: ByteEncoder> Encode<E> for $type {
            #[inline]
            fn encode(&self, e: &mut E) {
                e.write_number(*self as u64);
            }
        }

        impl<D: ByteDecoder> Decode<D> for $type {
            #[inline]
            fn decode(d: &mut D) -> Result<Self, DecodeError> {
                let value = d.read_number()?;
                $type::try_from(value).map_err(|_| d.error(concat!("a number too large for ", stringify!($type))))
            }
        }
    )* };
}

unsigned!(u16, u32, u64, usize);

/// Signs go to the lowest bit, so that numbers near zero are short.
macro_rules! signed {
    ($($type:ident as $unsigned:ident by $write:ident, $read:ident;)*) => { $(
        impl<E: ByteEncoder> Encode<E> for $type {
            fn encode(&self, e: &mut E) {
                e.$write((*self as $unsigned).wrapping_shl(1) ^ (*self >> ($type::BITS - 1)) as $unsigned);
            }
        }

        impl<D: ByteDecoder> Decode<D> for $type {
            fn decode(d: &mut D) -> Result<Self, DecodeError> {
                let value = d.$read()?;
                Ok((value >> 1) as $type ^ -((value & 1) as $type))
            }
        }
    )* };
}

signed! {
    i64 as u64 by write_number, read_number;
    i128 as u128 by write_wide, read_wide;
}

macro_rules! narrower {
    ($($type:ident),*) => { $(
        impl<E: ByteEncoder> Encode<E> for $type {
            fn encode(&self, e: &mut E) {
                (*self as i64).encode(e);
            }
        }

        impl<D: ByteDecoder> Decode<D> for $type {
            fn decode(d: &mut D) -> Result<Self, DecodeError> {
                let value = i64::decode(d)?;
                $type::try_from(value).map_err(|_| d.error(concat!("a number too large for ", stringify!($type))))
            }
        }
    )* };
}

narrower!(i8, i16, i32, isize);

impl<E: ByteEncoder> Encode<E> for u8 {
    fn encode(&self, e: &mut E) {
        e.buffer().push(*self);
    }
}

impl<D: ByteDecoder> Decode<D> for u8 {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        d.read_byte()
    }
}

impl<E: ByteEncoder> Encode<E> for u128 {
    fn encode(&self, e: &mut E) {
        e.write_wide(*self);
    }
}

impl<D: ByteDecoder> Decode<D> for u128 {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        d.read_wide()
    }
}

impl<E: ByteEncoder> Encode<E> for bool {
    fn encode(&self, e: &mut E) {
        e.buffer().push(u8::from(*self));
    }
}

impl<D: ByteDecoder> Decode<D> for bool {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        match d.read_byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(d.error("neither false nor true")),
        }
    }
}

impl<E: ByteEncoder> Encode<E> for char {
    fn encode(&self, e: &mut E) {
        u32::from(*self).encode(e);
    }
}

impl<D: ByteDecoder> Decode<D> for char {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let value = u32::decode(d)?;
        char::from_u32(value).ok_or_else(|| d.error("not a character"))
    }
}

impl<E: ByteEncoder> Encode<E> for str {
    fn encode(&self, e: &mut E) {
        e.write_count(self.len());
        e.buffer().extend_from_slice(self.as_bytes());
    }
}

impl<E: ByteEncoder> Encode<E> for String {
    fn encode(&self, e: &mut E) {
        self.as_str().encode(e);
    }
}

impl<D: ByteDecoder> Decode<D> for String {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let count = d.read_count()?;
        let text = d.read_bytes(count)?.to_vec();
        String::from_utf8(text).map_err(|_| d.error("a text that is not UTF-8"))
    }
}

impl<D: ByteDecoder> Decode<D> for Arc<str> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        String::decode(d).map(Arc::from)
    }
}

impl<D: ByteDecoder> Decode<D> for Box<str> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        String::decode(d).map(Box::from)
    }
}
