//! Names of entries.
//!
//! Oblivious to what is hashed. Invariant: two different sequences of parts have different keys, as far as BLAKE3 has
//! no collision that somebody finds: a program may be made by an attacker.

use plica_stable::{ByteEncoder, Encode};

/// What the sources of this build are called: entries of other builds are never found.
const BUILT_FROM: &str = env!("PLICA_BUILT_FROM");

/// The name of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key([u8; 32]);

impl Key {
    /// Its bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// A key from its bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    /// A number that is as good as any at choosing some keys among many.
    pub fn lot(&self) -> u64 {
        self.0.iter().take(8).fold(0, |all, &byte| all << 8 | u64::from(byte))
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Collects what an entry depends on.
pub struct KeyWriter {
    hasher: blake3::Hasher,
    buffer: Vec<u8>,
}

impl KeyWriter {
    /// A key of what this is about, and of the sources of this build.
    pub fn new(about: &str) -> KeyWriter {
        let mut writer = KeyWriter { hasher: blake3::Hasher::new(), buffer: Vec::new() };
        writer.part("built from", &BUILT_FROM);
        writer.part("about", &about);
        writer
    }

    /// A key that outlives this build: for what is only shown, never for answers.
    pub fn of_any_build(about: &str) -> KeyWriter {
        let mut writer = KeyWriter { hasher: blake3::Hasher::new(), buffer: Vec::new() };
        writer.part("about", &about);
        writer
    }

    /// Takes in a part with its name, so that parts cannot be taken for each other.
    pub fn part<T: Encode<Vec<u8>> + ?Sized>(&mut self, name: &str, value: &T) {
        self.buffer.clear();
        value.encode(&mut self.buffer);
        let mut head = Vec::with_capacity(name.len() + 16);
        name.encode(&mut head);
        head.write_count(self.buffer.len());
        self.hasher.update(&head);
        self.hasher.update(&self.buffer);
    }

    /// The key.
    pub fn finish(&self) -> Key {
        Key(*self.hasher.finalize().as_bytes())
    }
}

/// The bytes that stand before a value and tell whether it is the one that was written under its key.
pub(crate) fn checksum(kind: u8, key: &Key, value: &[u8]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[kind]);
    hasher.update(key.bytes());
    hasher.update(value);
    let mut sum = [0; 16];
    hasher.finalize_xof().fill(&mut sum);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(parts: &[(&str, &str)]) -> Key {
        let mut writer = KeyWriter::new("test");
        parts.iter().for_each(|(name, value)| writer.part(name, value));
        writer.finish()
    }

    #[test]
    fn parts_are_not_taken_for_each_other() {
        let keys = [
            key(&[]),
            key(&[("a", "")]),
            key(&[("a", "b")]),
            key(&[("ab", "")]),
            key(&[("", "ab")]),
            key(&[("a", ""), ("b", "")]),
            key(&[("a", "b"), ("", "")]),
            KeyWriter::new("other").finish(),
            KeyWriter::of_any_build("test").finish(),
        ];
        for (i, a) in keys.iter().enumerate() {
            assert!(keys.iter().skip(i + 1).all(|b| a != b), "{i}");
        }
        assert_eq!(key(&[("a", "b")]), key(&[("a", "b")]));
    }
}
