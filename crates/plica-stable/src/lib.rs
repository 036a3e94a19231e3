//! How values become bytes that mean the same elsewhere: the traits [`Encode`] and [`Decode`], what they need of bytes,
//! and their implementations for the types of the standard library.
//!
//! Both traits are generic over a *context*, as those of rustc are. The context of [`Encode`] is an encoder: it has the
//! buffer, and it knows what the values refer to (the pool of terms). A type says by a bound how much of it it needs: a
//! number needs a [`ByteEncoder`], a condition of a tree a [`ConditionEncoder`], a state an encoder of terms. That is
//! why there are traits of our own: those of serde have no place for a context, and a pool would have to be passed
//! through a variable of the thread.
//!
//! Oblivious to what is written: terms, trees and states implement the traits where they are defined, mostly by
//! [`encodable!`]. Invariants: every value takes a byte at least, so a list is never longer than what is left of the
//! input, and reading allocates no more than the input justifies; whatever the bytes are, reading them ends with a
//! value or a [`DecodeError`]; maps are written in the order of their keys' contents, so that bytes depend neither on
//! hashes nor on what was written before.

mod bytes;
mod containers;
mod encodable;
mod entries;
#[cfg(feature = "imbl")]
mod persistent;
mod scalars;

pub use bytes::{ByteDecoder, ByteEncoder, ByteReader, DecodeError, hash128};

/// A value that can be written to an encoder of this kind.
pub trait Encode<E> {
    /// Writes the value: one byte at least.
    fn encode(&self, e: &mut E);
}

/// A value that can be read from a decoder of this kind.
pub trait Decode<D>: Sized {
    /// Reads the value.
    fn decode(d: &mut D) -> Result<Self, DecodeError>;
}

/// An encoder that knows what the number of a condition stands for, for those who hold it as a number only.
pub trait ConditionEncoder: ByteEncoder {
    /// Writes the condition with this number.
    fn write_condition(&mut self, number: u32);
}

/// A decoder that gives conditions their numbers, see [`ConditionEncoder`].
pub trait ConditionDecoder: ByteDecoder {
    /// Reads a condition and gives its number here.
    fn read_condition(&mut self) -> Result<u32, DecodeError>;
}

/// Where there is no pool, a number is a number.
impl ConditionEncoder for Vec<u8> {
    fn write_condition(&mut self, number: u32) {
        number.encode(self);
    }
}

impl ConditionDecoder for ByteReader<'_> {
    fn read_condition(&mut self) -> Result<u32, DecodeError> {
        u32::decode(self)
    }
}
