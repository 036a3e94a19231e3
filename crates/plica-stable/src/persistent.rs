//! Persistent vectors, maps and sets.
//!
//! Oblivious to what they hold, and to what they share with others. Invariant: as for those of the standard library.

use std::hash::Hash;

use imbl::{HashMap, HashSet, OrdMap, OrdSet, Vector};

use crate::entries::{read_all, write_map, write_set};
use crate::{ByteDecoder, ByteEncoder, Decode, DecodeError, Encode};

impl<E: ByteEncoder, T: Encode<E> + Clone> Encode<E> for Vector<T> {
    fn encode(&self, e: &mut E) {
        e.write_count(self.len());
        self.iter().for_each(|value| value.encode(e));
    }
}

impl<D: ByteDecoder, T: Decode<D> + Clone> Decode<D> for Vector<T> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        Vec::decode(d).map(Vector::from)
    }
}

impl<E: ByteEncoder, K: Encode<E> + Clone + Eq + Hash, V: Encode<E> + Clone> Encode<E> for HashMap<K, V> {
    fn encode(&self, e: &mut E) {
        write_map(e, self.iter());
    }
}

impl<D: ByteDecoder, K: Decode<D> + Clone + Eq + Hash, V: Decode<D> + Clone> Decode<D> for HashMap<K, V> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let mut map = HashMap::new();
        read_all(d, |(key, value)| map.insert(key, value).is_none())?;
        Ok(map)
    }
}

impl<E: ByteEncoder, K: Encode<E> + Clone + Eq + Hash> Encode<E> for HashSet<K> {
    fn encode(&self, e: &mut E) {
        write_set(e, self.iter());
    }
}

impl<D: ByteDecoder, K: Decode<D> + Clone + Eq + Hash> Decode<D> for HashSet<K> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let mut set = HashSet::new();
        read_all(d, |key| set.insert(key).is_none())?;
        Ok(set)
    }
}

impl<E: ByteEncoder, K: Encode<E> + Clone + Ord, V: Encode<E> + Clone> Encode<E> for OrdMap<K, V> {
    fn encode(&self, e: &mut E) {
        write_map(e, self.iter());
    }
}

impl<D: ByteDecoder, K: Decode<D> + Clone + Ord, V: Decode<D> + Clone> Decode<D> for OrdMap<K, V> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let mut map = OrdMap::new();
        read_all(d, |(key, value)| map.insert(key, value).is_none())?;
        Ok(map)
    }
}

impl<E: ByteEncoder, K: Encode<E> + Clone + Ord> Encode<E> for OrdSet<K> {
    fn encode(&self, e: &mut E) {
        write_set(e, self.iter());
    }
}

impl<D: ByteDecoder, K: Decode<D> + Clone + Ord> Decode<D> for OrdSet<K> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let mut set = OrdSet::new();
        read_all(d, |key| set.insert(key).is_none())?;
        Ok(set)
    }
}
