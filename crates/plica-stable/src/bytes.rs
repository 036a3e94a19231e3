//! Bytes to write to and to read from: what every context has, and what can be wrong with an input.
//!
//! Oblivious to the types that are written. Invariants: a number has one form (LEB128 without zeros at its end), and a
//! reader gives nothing beyond its input.

use std::borrow::Cow;
use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher13};

use crate::Encode;

/// How deep values may be nested in boxes and lists when they are read; what is nested by the input's will would
/// otherwise end at the end of the stack.
const DEEPEST: u32 = 256;

/// Why bytes were refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// What is wrong, as the end of a sentence that begins with a place.
    pub what: Cow<'static, str>,
    /// At which byte it was noticed.
    pub at: usize,
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "byte {}: {}", self.at, self.what)
    }
}

impl std::error::Error for DecodeError {}

/// What every encoder has.
pub trait ByteEncoder {
    /// The bytes written so far; more are appended.
    fn buffer(&mut self) -> &mut Vec<u8>;

    /// From now on, writes what is referred to (terms, symbols) by what it is and not by a number that depends on what
    /// was written before; or ends that. Gives what was set before. Such bytes are compared and hashed, never read.
    fn set_by_content(&mut self, on: bool) -> bool {
        let _ = on;
        false
    }

    /// Writes a number of any size.
    #[inline]
    fn write_wide(&mut self, mut value: u128) {
        while let Err(_) | Ok(0x80..) = u64::try_from(value) {
            self.buffer().push(value as u8 | 0x80);
            value >>= 7;
        }
        self.buffer().push(value as u8);
    }

    /// Writes a number.
    #[inline]
    fn write_number(&mut self, mut value: u64) {
        let buffer = self.buffer();
        while value >= 0x80 {
            buffer.push(value as u8 | 0x80);
            value >>= 7;
        }
        buffer.push(value as u8);
    }

    /// Writes how many elements follow.
    fn write_count(&mut self, count: usize) {
        self.write_number(count as u64);
    }

    /// The bytes of a value, which depend on nothing but what it means.
    fn content<T: Encode<Self> + ?Sized>(&mut self, value: &T) -> Vec<u8>
    where
        Self: Sized,
    {
        let start = self.buffer().len();
        let before = self.set_by_content(true);
        value.encode(self);
        self.set_by_content(before);
        self.buffer().split_off(start)
    }

    /// The hash of [`ByteEncoder::content`]: equal for equal values in every process, on every machine and under every
    /// pool.
    fn content_hash<T: Encode<Self> + ?Sized>(&mut self, value: &T) -> u128
    where
        Self: Sized,
    {
        hash128(&self.content(value))
    }
}

impl ByteEncoder for Vec<u8> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        self
    }
}

/// The hash of bytes that names them everywhere: SipHash-1-3 of 128 bits under a fixed key. It is not meant to
/// withstand somebody who looks for two inputs with one hash.
pub fn hash128(bytes: &[u8]) -> u128 {
    let mut hasher = SipHasher13::new();
    hasher.write(bytes);
    hasher.finish128().as_u128()
}

/// What every decoder has.
pub trait ByteDecoder {
    /// The next bytes.
    fn read_bytes(&mut self, count: usize) -> Result<&[u8], DecodeError>;

    /// How many bytes were read.
    fn position(&self) -> usize;

    /// How many bytes are left.
    fn remaining(&self) -> usize;

    /// How deep the value that is being read is nested.
    fn nesting(&mut self) -> &mut u32;

    /// An error here.
    fn error(&self, what: impl Into<Cow<'static, str>>) -> DecodeError {
        DecodeError { what: what.into(), at: self.position() }
    }

    /// The next byte.
    #[inline]
    fn read_byte(&mut self) -> Result<u8, DecodeError> {
        self.read_bytes(1).map(|bytes| bytes[0])
    }

    /// Reads a number of any size.
    fn read_wide(&mut self) -> Result<u128, DecodeError> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.read_byte()?;
            let part = u128::from(byte & 0x7f);
            if shift > 121 && part >> (128 - shift) != 0 {
                return Err(self.error("a number of more than 128 bits"));
            }
            value |= part << shift;
            if byte < 0x80 {
                return if byte == 0 && shift > 0 {
                    Err(self.error("a number with zeros above it"))
                } else {
                    Ok(value)
                };
            }
            shift += 7;
            if shift >= 128 {
                return Err(self.error("a number of more than 128 bits"));
            }
        }
    }

    /// Reads a number.
    #[inline]
    fn read_number(&mut self) -> Result<u64, DecodeError> {
        let first = self.read_byte()?;
        if first < 0x80 {
            return Ok(u64::from(first));
        }
        let (mut value, mut shift) = (u64::from(first & 0x7f), 7);
        loop {
            let byte = self.read_byte()?;
            if shift == 63 && byte > 1 {
                return Err(self.error("a number of more than 64 bits"));
            }
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return if byte == 0 { Err(self.error("a number with zeros above it")) } else { Ok(value) };
            }
            shift += 7;
        }
    }

    /// Reads how many elements follow, of a byte at least each.
    fn read_count(&mut self) -> Result<usize, DecodeError> {
        let count = self.read_number()?;
        match usize::try_from(count) {
            Ok(count) if count <= self.remaining() => Ok(count),
            _ => Err(self.error(format!("{count} elements, more than there are bytes"))),
        }
    }

    /// How many elements of a type to make room for at once: no more than the input has bytes for.
    fn room<T>(&self, count: usize) -> usize {
        count.min(self.remaining() / size_of::<T>().max(1))
    }

    /// Reads what may hold values of its own type, which is refused beyond a depth.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, DecodeError>) -> Result<T, DecodeError>
    where
        Self: Sized,
    {
        if *self.nesting() >= DEEPEST {
            return Err(self.error(format!("values are nested deeper than {DEEPEST}")));
        }
        *self.nesting() += 1;
        let value = read(self);
        *self.nesting() -= 1;
        value
    }
}

/// Bytes to be read, without anything that they could refer to.
#[derive(Clone, Debug)]
pub struct ByteReader<'a> {
    bytes: &'a [u8],
    position: usize,
    nesting: u32,
}

impl<'a> ByteReader<'a> {
    /// A reader at the beginning.
    pub fn new(bytes: &'a [u8]) -> Self {
        ByteReader { bytes, position: 0, nesting: 0 }
    }

    /// That all was read.
    pub fn finish(&self) -> Result<(), DecodeError> {
        match self.remaining() {
            0 => Ok(()),
            left => Err(self.error(format!("{left} bytes are left over"))),
        }
    }
}

impl ByteDecoder for ByteReader<'_> {
    #[inline]
    fn read_bytes(&mut self, count: usize) -> Result<&[u8], DecodeError> {
        let end = self.position.checked_add(count);
        let Some(bytes) = end.and_then(|end| self.bytes.get(self.position..end)) else {
            return Err(self.error("the input ends too early"));
        };
        self.position += count;
        Ok(bytes)
    }

    fn position(&self) -> usize {
        self.position
    }

    fn remaining(&self) -> usize {
        self.bytes.len() - self.position
    }

    fn nesting(&mut self) -> &mut u32 {
        &mut self.nesting
    }
}
