//! Pinned numbers: terms to which a path condition leaves one value. Whoever reads them on the path reads that value:
//! *implied value concretization*, as KLEE calls what it does where a condition is an equation.
//!
//! A loop that counts to an unknown number ends with one for which that number is known, though no condition is an
//! equation: `2 < n` and `n <= 3`. What is computed of it from then on is computed, and not built as a term that every
//! question after that has to be rid of; an index is a place, a size a number. Oblivious to how it is found that only
//! one value is left. Invariant: the path condition implies each equation, so a path stands for the same runs with them
//! and without.

use std::sync::{Arc, Mutex, PoisonError};

use plica_stable::{ByteDecoder, ByteEncoder, Decode, DecodeError, Encode};
use plica_term::{Op, SymbolId, TermId, TermPool, mask};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::machine::Machine;
use crate::state::State;
use crate::tuning;

/// The pinned numbers of a path, the last first; the rest is shared with the paths that it has in common with others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pinned(Option<Arc<Pin>>);

#[derive(Debug)]
struct Pin {
    term: TermId,
    value: TermId,
    /// How many there are.
    count: usize,
    rest: Pinned,
}

impl Pinned {
    /// Is nothing pinned?
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    fn count(&self) -> usize {
        self.0.as_ref().map_or(0, |pin| pin.count)
    }

    fn iter(&self) -> impl Iterator<Item = &Pin> {
        std::iter::successors(self.0.as_deref(), |pin| pin.rest.0.as_deref())
    }

    fn is(&self, other: &Pinned) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl Drop for Pin {
    // The derived drop would recurse once per pin.
    fn drop(&mut self) {
        let mut next = self.rest.0.take();
        while let Some(pin) = next {
            next = Arc::try_unwrap(pin).ok().and_then(|mut owned| owned.rest.0.take());
        }
    }
}

/// They follow from the path condition, and whoever reads a state can do without.
impl<E: ByteEncoder> Encode<E> for Pinned {
    fn encode(&self, e: &mut E) {
        0u8.encode(e);
    }
}

impl<D: ByteDecoder> Decode<D> for Pinned {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        u8::decode(d).map(|_| Pinned::default())
    }
}

/// What terms are once pinned numbers are put in: for the path that was asked about last.
#[derive(Default)]
pub(crate) struct PinnedTerms(Mutex<Values>);

#[derive(Default)]
struct Values {
    of: Pinned,
    symbols: FxHashSet<SymbolId>,
    terms: FxHashMap<TermId, TermId>,
    done: FxHashMap<TermId, TermId>,
}

impl Values {
    /// Turns to a path.
    fn turn_to(&mut self, pool: &TermPool, pinned: &Pinned) {
        if self.of.is(pinned) {
            return;
        }
        (self.of, self.done) = (pinned.clone(), FxHashMap::default());
        self.terms = pinned.iter().map(|pin| (pin.term, pin.value)).collect();
        self.symbols = pinned.iter().flat_map(|pin| pool.free_symbols(pin.term).to_vec()).collect();
    }

    /// Puts them in, unless the term is large: those are read often, and little of them becomes known.
    fn put_in(&mut self, pool: &TermPool, t: TermId) -> TermId {
        if let Some(known) = self.done.get(&t) {
            return *known;
        }
        if self.done.len() > tuning::PINNED_TERMS_KEPT.get() {
            self.done.clear();
        }
        let mut done = std::mem::take(&mut self.done);
        let other = |t: TermId| self.terms.get(&t).copied().or_else(|| self.is_unaffected(pool, t).then_some(t));
        let result = match self.is_large(pool, t) {
            true => *done.entry(t).or_insert(t),
            false => pool.rebuild(t, &mut done, other),
        };
        self.done = done;
        result
    }

    /// Has a term many parts in which there are pinned numbers? Not to depend on what was read before, so that what a
    /// path reads follows from the path.
    fn is_large(&self, pool: &TermPool, t: TermId) -> bool {
        let (mut seen, mut stack) = (FxHashSet::from_iter([t]), vec![t]);
        while let Some(t) = stack.pop() {
            if seen.len() > tuning::TERMS_PINNED_IN.get() {
                return true;
            }
            if !self.terms.contains_key(&t) && !self.is_unaffected(pool, t) {
                stack.extend(pool.node(t).args.iter().filter(|&&a| seen.insert(a)));
            }
        }
        false
    }

    /// Is there no pinned number in a term, or is it not one to be looked through?
    fn is_unaffected(&self, pool: &TermPool, t: TermId) -> bool {
        let most = tuning::SYMBOLS_PINNED_IN.get();
        let affected = |symbols: &[SymbolId]| symbols.len() <= most && symbols.iter().any(|s| self.symbols.contains(s));
        matches!(pool.node(t).op, Op::Lambda(_) | Op::Forall(_)) || !pool.few_free_symbols(t).is_some_and(affected)
    }
}

impl Pinned {
    /// Adds that a term has this value, if that may be put in its place.
    fn add(&mut self, pool: &TermPool, term: TermId, value: u128) {
        let is_number = |id: &SymbolId| pool.symbol_info(*id).kind.may_be_put_in();
        if !pool.free_symbols(term).iter().all(is_number) {
            return;
        }
        // What a number is made of is pinned: it may occur in other numbers.
        let mut parts = vec![(term, value)];
        while let Some((term, value)) = parts.pop() {
            let node = pool.node(term);
            match node.op {
                Op::Const(_) => {}
                Op::Zext | Op::Sext => {
                    parts.push((node.args[0], value & mask(pool.width(node.args[0]))));
                }
                Op::Concat => {
                    let low = pool.width(node.args[1]);
                    parts.extend([(node.args[0], value >> low), (node.args[1], value & mask(low))]);
                }
                _ if self.count() < tuning::NUMBERS_PINNED.get() => {
                    let value = pool.bv(value, pool.width(term));
                    let (count, rest) = (self.count() + 1, self.clone());
                    *self = Pinned(Some(Arc::new(Pin { term, value, count, rest })));
                }
                _ => {}
            }
        }
    }
}

impl State {
    /// Notes that the path condition leaves these terms these values.
    pub fn pin(&mut self, pool: &TermPool, terms: &[(TermId, u128)]) {
        terms.iter().for_each(|&(term, value)| self.pinned.add(pool, term, value));
    }

    /// Forgets them: where conditions are left out, they need not follow any more.
    pub fn unpin(&mut self) {
        self.pinned = Pinned::default();
    }

    /// Keeps them only if they are another path's, too.
    pub(crate) fn share_pinned(&mut self, other: &State) {
        if !self.pinned.is(&other.pinned) {
            self.unpin();
        }
    }
}

impl Machine {
    /// A term as it is on a path, with the pinned numbers put in.
    pub(crate) fn on_path(&self, s: &State, t: TermId) -> TermId {
        if s.pinned.is_empty() {
            return t;
        }
        let mut values = self.pinned.0.lock().unwrap_or_else(PoisonError::into_inner);
        values.turn_to(&self.pool, &s.pinned);
        values.put_in(&self.pool, t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_term::{Sort, SymbolKind};

    fn put_in(pool: &TermPool, pinned: &Pinned, t: TermId) -> TermId {
        let mut values = Values::default();
        values.turn_to(pool, pinned);
        values.put_in(pool, t)
    }

    #[test]
    fn numbers_are_put_in_and_what_they_are_made_of() {
        let pool = TermPool::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Bv(8), SymbolKind::Input));
        let mut pinned = Pinned::default();
        pinned.add(&pool, pool.concat(x, pool.zext(y, 16)), 0x03_0005);
        let sum = pool.add(pool.mul(x, y), z);
        assert_eq!(put_in(&pool, &pinned, sum), pool.add(pool.bv(15, 8), z));
        assert_eq!(put_in(&pool, &pinned, z), z);
        // A term as a whole, and nothing of what it is made of.
        let mut pinned = Pinned::default();
        pinned.add(&pool, sum, 7);
        assert_eq!(put_in(&pool, &pinned, pool.udiv(sum, x)), pool.udiv(pool.bv(7, 8), x));
        assert_eq!(put_in(&pool, &pinned, pool.udiv(z, x)), pool.udiv(z, x));
    }

    #[test]
    fn what_was_never_written_and_pointers_are_not_pinned() {
        let pool = TermPool::new();
        let kinds = [SymbolKind::Uninit, SymbolKind::Undefined, SymbolKind::Address { pointee: 0 }];
        for kind in kinds {
            let mut pinned = Pinned::default();
            pinned.add(&pool, pool.symbol(&format!("{kind:?}"), Sort::Bv(64), kind), 0);
            assert!(pinned.is_empty(), "{kind:?}");
        }
    }

    #[test]
    fn large_terms_are_not_looked_through_again_and_again() {
        let pool = TermPool::new();
        let x = pool.symbol("x", Sort::Bv(8), SymbolKind::Input);
        let mut pinned = Pinned::default();
        pinned.add(&pool, x, 1);
        let mut values = Values::default();
        values.turn_to(&pool, &pinned);
        // A checksum: what it is after each byte is read, and of one pinned byte in many it is no more known.
        let bytes = (0..3 * tuning::TERMS_PINNED_IN.get())
            .map(|i| pool.symbol(&format!("b{i}"), Sort::Bv(8), SymbolKind::Input))
            .chain([x]);
        let mut sum = x;
        for byte in bytes {
            sum = pool.xor(pool.add(sum, byte), pool.bv(5, 8));
            let before = values.done.len();
            values.put_in(&pool, sum);
            assert!(values.done.len() - before <= 4 * tuning::TERMS_PINNED_IN.get());
        }
        let fresh = |count: usize| {
            let mut values = Values::default();
            values.turn_to(&pool, &pinned);
            (0..count).for_each(|i| _ = values.put_in(&pool, pool.add(sum, pool.bv(i as u128, 8))));
            values.done.len()
        };
        assert!(fresh(100) <= 4 * tuning::TERMS_PINNED_IN.get() + 200, "{}", fresh(100));
    }

    #[test]
    fn each_path_has_its_own_and_there_are_not_too_many() {
        let pool = TermPool::new();
        let symbols: Vec<TermId> = (0..tuning::NUMBERS_PINNED.get() + 1)
            .map(|i| pool.symbol(&format!("x{i}"), Sort::Bv(8), SymbolKind::Input))
            .collect();
        let mut all = Pinned::default();
        symbols.iter().for_each(|&t| all.add(&pool, t, 1));
        assert_eq!(all.count(), tuning::NUMBERS_PINNED.get());
        let mut values = Values::default();
        let [mut one, mut other] = [Pinned::default(), Pinned::default()];
        one.add(&pool, symbols[0], 1);
        other.add(&pool, symbols[0], 2);
        for (pinned, value) in [(&one, 1), (&other, 2), (&one, 1)] {
            values.turn_to(&pool, pinned);
            assert_eq!(values.put_in(&pool, symbols[0]), pool.bv(value, 8));
        }
    }
}
