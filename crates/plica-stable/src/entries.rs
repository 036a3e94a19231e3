//! Maps and sets.
//!
//! Oblivious to what they hold. Invariant: entries are written in the order of their keys' contents, also those of
//! ordered maps: the order of terms and symbols is that of their pool.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use crate::{ByteDecoder, ByteEncoder, Decode, DecodeError, Encode};

/// Writes the entries of a map.
pub(crate) fn write_map<'a, E: ByteEncoder, K: Encode<E> + 'a, V: Encode<E> + 'a>(
    e: &mut E,
    entries: impl Iterator<Item = (&'a K, &'a V)>,
) {
    let mut entries: Vec<_> = entries.map(|(key, value)| (e.content(key), key, value)).collect();
    entries.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    e.write_count(entries.len());
    for (_, key, value) in entries {
        key.encode(e);
        value.encode(e);
    }
}

/// Writes the elements of a set.
pub(crate) fn write_set<'a, E: ByteEncoder, K: Encode<E> + 'a>(e: &mut E, keys: impl Iterator<Item = &'a K>) {
    let mut keys: Vec<_> = keys.map(|key| (e.content(key), key)).collect();
    keys.sort_by(|(one, _), (other, _)| one.cmp(other));
    e.write_count(keys.len());
    keys.iter().for_each(|(_, key)| key.encode(e));
}

/// Reads entries or elements and passes them to `insert`, which says whether they are new.
pub(crate) fn read_all<D: ByteDecoder, T: Decode<D>>(
    d: &mut D,
    mut insert: impl FnMut(T) -> bool,
) -> Result<(), DecodeError> {
    let count = d.read_count()?;
    d.nested(|d| {
        for _ in 0..count {
            let entry = T::decode(d)?;
            if !insert(entry) {
                return Err(d.error("a key that was there before"));
            }
        }
        Ok(())
    })
}

impl<E: ByteEncoder, K: Encode<E>, V: Encode<E>, S> Encode<E> for HashMap<K, V, S> {
    fn encode(&self, e: &mut E) {
        write_map(e, self.iter());
    }
}

impl<D: ByteDecoder, K: Decode<D> + Eq + Hash, V: Decode<D>, S: BuildHasher + Default> Decode<D> for HashMap<K, V, S> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let mut map = HashMap::default();
        read_all(d, |(key, value)| map.insert(key, value).is_none())?;
        Ok(map)
    }
}

impl<E: ByteEncoder, K: Encode<E>, S> Encode<E> for HashSet<K, S> {
    fn encode(&self, e: &mut E) {
        write_set(e, self.iter());
    }
}

impl<D: ByteDecoder, K: Decode<D> + Eq + Hash, S: BuildHasher + Default> Decode<D> for HashSet<K, S> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let mut set = HashSet::default();
        read_all(d, |key| set.insert(key))?;
        Ok(set)
    }
}

impl<E: ByteEncoder, K: Encode<E>, V: Encode<E>> Encode<E> for BTreeMap<K, V> {
    fn encode(&self, e: &mut E) {
        write_map(e, self.iter());
    }
}

impl<D: ByteDecoder, K: Decode<D> + Ord, V: Decode<D>> Decode<D> for BTreeMap<K, V> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let mut map = BTreeMap::new();
        read_all(d, |(key, value)| map.insert(key, value).is_none())?;
        Ok(map)
    }
}

impl<E: ByteEncoder, K: Encode<E>> Encode<E> for BTreeSet<K> {
    fn encode(&self, e: &mut E) {
        write_set(e, self.iter());
    }
}

impl<D: ByteDecoder, K: Decode<D> + Ord> Decode<D> for BTreeSet<K> {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let mut set = BTreeSet::new();
        read_all(d, |key| set.insert(key))?;
        Ok(set)
    }
}
