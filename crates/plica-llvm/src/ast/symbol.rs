//! Interned strings: names of values, globals, types, and the words of metadata.
//!
//! Oblivious to what the strings mean. Invariant: two [`Symbol`]s of one [`Interner`] are equal exactly when their
//! strings are.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// An interned string; only meaningful together with its [`Interner`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// All strings of a module, each stored once.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    text: String,
    /// End offset of each symbol in `text`; it begins where its predecessor ends.
    ends: Vec<usize>,
    table: HashTable<u32>,
}

impl Interner {
    /// The symbol of `s`, made if it is new.
    pub fn intern(&mut self, s: &str) -> Symbol {
        let hash = FxBuildHasher.hash_one(s);
        let (text, ends) = (&self.text, &self.ends);
        if let Some(&i) = self.table.find(hash, |&i| slice(text, ends, i) == s) {
            return Symbol(i);
        }
        let i = self.ends.len() as u32;
        self.text.push_str(s);
        self.ends.push(self.text.len());
        let (text, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash, i, |&i| FxBuildHasher.hash_one(slice(text, ends, i)));
        Symbol(i)
    }

    /// The symbol of `s` if it occurs in the module.
    pub fn lookup(&self, s: &str) -> Option<Symbol> {
        let hash = FxBuildHasher.hash_one(s);
        self.table.find(hash, |&i| slice(&self.text, &self.ends, i) == s).map(|&i| Symbol(i))
    }

    /// The string of `symbol`; empty if the symbol belongs to another interner.
    pub fn resolve(&self, symbol: Symbol) -> &str {
        slice(&self.text, &self.ends, symbol.0)
    }

    /// How many distinct strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing has been interned.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn slice<'a>(text: &'a str, ends: &[usize], i: u32) -> &'a str {
    let i = i as usize;
    let start = if i == 0 { 0 } else { ends.get(i - 1).copied().unwrap_or(0) };
    ends.get(i).and_then(|&end| text.get(start..end)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_a_symbol() {
        let mut i = Interner::default();
        let (a, b, empty) = (i.intern("a"), i.intern("b"), i.intern(""));
        assert_ne!(a, b);
        assert_eq!(i.intern("a"), a);
        assert_eq!((i.resolve(a), i.resolve(b), i.resolve(empty)), ("a", "b", ""));
        assert_eq!((i.lookup("b"), i.lookup("c")), (Some(b), None));
        assert_eq!(i.resolve(Symbol(99)), "");
    }
}
