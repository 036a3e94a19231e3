//! Options, results, boxes, tuples and lists.
//!
//! Oblivious to what they hold. Invariant: whatever can hold values of its own type is read by
//! [`ByteDecoder::nested`].

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use smallvec::{Array, SmallVec};

use crate::{ByteDecoder, ByteEncoder, Decode, DecodeError, Encode};

impl<E, T: Encode<E> + ?Sized> Encode<E> for &T {
    fn encode(&self, e: &mut E) {
        (**self).encode(e);
    }
}

impl<E: ByteEncoder, T: Encode<E>> Encode<E> for Option<T> {
    fn encode(&self, e: &mut E) {
        self.is_some().encode(e);
        if let Some(value) = self {
            value.encode(e);
        }
    }
}

impl<D: ByteDecoder, T: Decode<D>> Decode<D> for Option<T> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        bool::decode(d)?.then(|| T::decode(d)).transpose()
    }
}

impl<E: ByteEncoder, T: Encode<E>, F: Encode<E>> Encode<E> for Result<T, F> {
    fn encode(&self, e: &mut E) {
        self.is_ok().encode(e);
        match self {
            Ok(value) => value.encode(e),
            Err(other) => other.encode(e),
        }
    }
}

impl<D: ByteDecoder, T: Decode<D>, F: Decode<D>> Decode<D> for Result<T, F> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        if bool::decode(d)? { T::decode(d).map(Ok) } else { F::decode(d).map(Err) }
    }
}

/// What is shared is written wherever it occurs, and read as several.
macro_rules! boxes {
    ($($boxed:ident),*) => { $(
        impl<E, T: Encode<E> + ?Sized> Encode<E> for $boxed<T> {
            fn encode(&self, e: &mut E) {
                (**self).encode(e);
            }
        }

        impl<D: ByteDecoder, T: Decode<D>> Decode<D> for $boxed<T> {
            fn decode(d: &mut D) -> Result<Self, DecodeError> {
                d.nested(T::decode).map($boxed::new)
            }
        }

        impl<D: ByteDecoder, T: Decode<D>> Decode<D> for $boxed<[T]> {
            fn decode(d: &mut D) -> Result<Self, DecodeError> {
                Vec::decode(d).map($boxed::from)
            }
        }
    )* };
}

boxes!(Box, Rc, Arc);

impl<E: ByteEncoder, T: Encode<E>> Encode<E> for [T] {
    fn encode(&self, e: &mut E) {
        e.write_count(self.len());
        self.iter().for_each(|value| value.encode(e));
    }
}

impl<E: ByteEncoder, T: Encode<E>> Encode<E> for Vec<T> {
    fn encode(&self, e: &mut E) {
        self.as_slice().encode(e);
    }
}

impl<D: ByteDecoder, T: Decode<D>> Decode<D> for Vec<T> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let count = d.read_count()?;
        let mut values = Vec::with_capacity(d.room::<T>(count));
        d.nested(|d| {
            for _ in 0..count {
                values.push(T::decode(d)?);
            }
            Ok(values)
        })
    }
}

impl<E: ByteEncoder, T: Encode<E>> Encode<E> for VecDeque<T> {
    fn encode(&self, e: &mut E) {
        e.write_count(self.len());
        self.iter().for_each(|value| value.encode(e));
    }
}

impl<D: ByteDecoder, T: Decode<D>> Decode<D> for VecDeque<T> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        Vec::decode(d).map(VecDeque::from)
    }
}

impl<E: ByteEncoder, A: Array<Item: Encode<E>>> Encode<E> for SmallVec<A> {
    fn encode(&self, e: &mut E) {
        self.as_slice().encode(e);
    }
}

impl<D: ByteDecoder, A: Array<Item: Decode<D>>> Decode<D> for SmallVec<A> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        Vec::decode(d).map(SmallVec::from_vec)
    }
}

macro_rules! tuples {
    ($(($($type:ident $value:ident),*);)*) => { $(
        impl<E, $($type: Encode<E>),*> Encode<E> for ($($type,)*) {
            fn encode(&self, e: &mut E) {
                let ($($value,)*) = self;
                $($value.encode(e);)*
            }
        }

        impl<D, $($type: Decode<D>),*> Decode<D> for ($($type,)*) {
            fn decode(d: &mut D) -> Result<Self, DecodeError> {
                Ok(($($type::decode(d)?,)*))
            }
        }
    )* };
}

tuples! {
    (A a);
    (A a, B b);
    (A a, B b, C c);
    (A a, B b, C c, F f);
}
