//! Bounds that other bounds imply: of `0 < n`, `1 < n`, `2 < n`, ... only the last is asked.
//!
//! A loop that is walked leaves a bound of the same term behind in each iteration, and what a question costs grows with
//! its conditions. Here those are left out that compare a term with a value and follow from others that compare the
//! same term. What they say of one also decides conditions that are parts of others (`contextual.rs`).
//! Oblivious to what the terms are. Invariant: what is left is equivalent to what was there.

use plica_term::{Evaluator, Model, Sort, TermId, TermPool, mask};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::comparison::{Relation, comparison};
use crate::slice::conjuncts;
use crate::tuning;

/// What a condition says of a term. Signed values have their highest bit turned, so that their order is the unsigned
/// one.
#[derive(Clone, Copy)]
enum Says {
    AtLeast(u128),
    AtMost(u128),
    Is(u128),
    IsNot(u128),
}

/// An end of an interval, and the condition that it comes from.
#[derive(Clone, Copy, Debug)]
struct End {
    value: u128,
    from: Option<usize>,
}

/// The values between two ends.
#[derive(Clone, Copy, Debug)]
struct Interval {
    low: End,
    high: End,
}

impl Interval {
    fn whole(width: u32) -> Interval {
        Interval { low: End { value: 0, from: None }, high: End { value: mask(width), from: None } }
    }

    /// Is there no tighter bound than that of this condition?
    fn rests_on(&self, at: usize) -> bool {
        self.low.from == Some(at) || self.high.from == Some(at)
    }

    fn contains(&self, value: u128) -> bool {
        (self.low.value..=self.high.value).contains(&value)
    }
}

/// All that is said of one term.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    width: u32,
    /// Between which values it is, in the unsigned order and in the signed one.
    orders: [Interval; 2],
    /// What it is, and the condition that says so.
    is: Option<(u128, usize)>,
}

impl Known {
    fn new(width: u32) -> Known {
        Known { width, orders: [Interval::whole(width); 2], is: None }
    }

    fn allows(&self, value: u128) -> bool {
        let [unsigned, signed] = &self.orders;
        unsigned.contains(value) && signed.contains(in_order(value, self.width, true))
    }

    /// The values that are left, or some more: those of the order in which there are fewer.
    pub(crate) fn values(&self) -> Values {
        if let Some((value, _)) = self.is {
            return Values { low: value, count: 1, turn: 0 };
        }
        let [unsigned, signed] = &self.orders;
        let of = |i: &Interval, turn: u128| {
            let count = if i.low.value > i.high.value { 0 } else { (i.high.value - i.low.value).saturating_add(1) };
            Values { low: i.low.value, count, turn }
        };
        let (unsigned, signed) = (of(unsigned, 0), of(signed, in_order(0, self.width, true)));
        if signed.count < unsigned.count { signed } else { unsigned }
    }

    fn note(&mut self, says: Says, signed: bool, at: usize) -> Result<(), Contradiction> {
        let Interval { low, high } = &mut self.orders[usize::from(signed)];
        match says {
            Says::AtLeast(value) if value > low.value => *low = End { value, from: Some(at) },
            Says::AtMost(value) if value < high.value => *high = End { value, from: Some(at) },
            Says::Is(value) => match self.is {
                Some((other, _)) if other != value => return Err(Contradiction),
                Some(_) => {}
                None => self.is = Some((value, at)),
            },
            _ => {}
        }
        Ok(())
    }

    /// Does it follow, or its negation?
    fn decides(&self, says: Says, signed: bool) -> Option<bool> {
        let Interval { low, high } = &self.orders[usize::from(signed)];
        let is = self.is.map(|(value, _)| value);
        let [low, high] = match is {
            Some(value) => [in_order(value, self.width, signed); 2],
            None => [low.value, high.value],
        };
        match says {
            Says::AtLeast(value) => (low >= value).then_some(true).or((high < value).then_some(false)),
            Says::AtMost(value) => (high <= value).then_some(true).or((low > value).then_some(false)),
            Says::Is(value) if !self.allows(value) => Some(false),
            Says::Is(value) => is.map(|known| known == value),
            Says::IsNot(value) => self.decides(Says::Is(value), signed).map(|is| !is),
        }
    }

    /// Can there be no such term?
    fn is_contradictory(&self) -> bool {
        let empty = |i: &Interval| i.low.value > i.high.value;
        self.orders.iter().any(empty) || self.is.is_some_and(|(value, _)| !self.allows(value))
    }
}

/// Two conditions that cannot hold together.
struct Contradiction;

/// Values one after the other in the unsigned order, or in the signed one.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    low: u128,
    /// How many.
    pub count: u128,
    /// What is turned in them for the order.
    turn: u128,
}

impl Values {
    /// All of so many bits.
    pub(crate) fn all(width: u32) -> Values {
        Values { low: 0, count: mask(width).saturating_add(1), turn: 0 }
    }

    /// The least and the greatest of so many bits, as numbers with a sign if they lie in their order.
    pub(crate) fn ends(&self, width: u32) -> Option<(i128, i128)> {
        let count = self.count.checked_sub(1)?;
        let least = self.low as i128 - if self.turn == 0 { 0 } else { 1i128 << (width - 1) };
        Some((least, least + count as i128))
    }

    /// The one at a place.
    pub fn get(&self, at: u128) -> Option<u128> {
        (at < self.count).then(|| (self.low + at) ^ self.turn)
    }
}

/// What is known of terms that conditions compare with values, and the places of these conditions.
#[derive(Default)]
pub(crate) struct Facts {
    of: FxHashMap<TermId, (Known, Vec<usize>)>,
}

impl Facts {
    /// The condition at this place holds. That it goes against another may go unnoticed.
    pub(crate) fn note(&mut self, pool: &TermPool, t: TermId, at: usize) {
        if let Some((term, says, signed)) = said_by(pool, t) {
            let new = || (Known::new(pool.width(term)), Vec::new());
            let (known, from) = self.of.entry(term).or_insert_with(new);
            let _ = known.note(says, signed, at);
            from.push(at);
        }
    }

    /// Does a condition follow, or its negation, and from which?
    pub(crate) fn decide(&self, pool: &TermPool, t: TermId) -> Option<(bool, &[usize])> {
        let (term, says, signed) = said_by(pool, t)?;
        let (known, from) = self.of.get(&term)?;
        Some((known.decides(says, signed)?, from))
    }
}

/// What conditions say of the terms that they compare with values. Contradictions may go unnoticed.
pub(crate) fn intervals(pool: &TermPool, conditions: &[TermId]) -> FxHashMap<TermId, Known> {
    let mut all: FxHashMap<TermId, Known> = FxHashMap::default();
    for (at, &t) in conditions.iter().enumerate() {
        if let Some((term, says, signed)) = said_by(pool, t) {
            let known = all.entry(term).or_insert_with(|| Known::new(pool.width(term)));
            // That it is another number, too, is one of the conditions.
            let _ = known.note(says, signed, at);
        }
    }
    all
}

/// The values that conditions leave to symbols that they compare with values. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    of: imbl::GenericHashMap<TermId, Known, FxBuildHasher, imbl::shared_ptr::DefaultSharedPtr>,
}

impl Ranges {
    /// A condition holds.
    pub fn note(&mut self, pool: &TermPool, condition: TermId) {
        let mut parts = Vec::new();
        conjuncts(pool, condition, &mut parts);
        for t in parts {
            if let Some((term, says, signed)) = said_by(pool, t).filter(|(term, ..)| pool.as_symbol(*term).is_some()) {
                // That it is another number, too, is one of the conditions.
                let _ = self.of.entry(term).or_insert_with(|| Known::new(pool.width(term))).note(says, signed, 0);
            }
        }
    }

    /// A symbol is this value, which conditions may say in another way.
    pub fn set(&mut self, pool: &TermPool, symbol: TermId, value: u128) {
        self.of.entry(symbol).or_insert_with(|| Known::new(pool.width(symbol))).is = Some((value, 0));
    }

    /// The values that are left to a symbol, or some more.
    pub fn values(&self, pool: &TermPool, symbol: TermId) -> Values {
        self.of.get(&symbol).map_or_else(|| Values::all(pool.width(symbol)), Known::values)
    }
}

/// The terms to which a path condition leaves one value since its last condition came to hold, of those that this one
/// compares with a value. A model of it says where to look: bounds meet only at what it is.
pub fn pinned(pool: &TermPool, pc: &[TermId], model: &Model) -> Vec<(TermId, u128)> {
    let Some(last) = pc.last() else { return Vec::new() };
    let mut evaluator = Evaluator::new(pool, model);
    let (mut found, mut all) = (Vec::new(), None);
    for part in pool.conjuncts(*last) {
        match said_by(pool, part) {
            Some((term, Says::Is(value), _)) => found.push((term, value)),
            Some((term, Says::AtLeast(end) | Says::AtMost(end), signed))
                if in_order(evaluator.eval(term).bits(), pool.width(term), signed) == end =>
            {
                let all = all.get_or_insert_with(|| {
                    let mut parts = Vec::with_capacity(pc.len());
                    pc.iter().for_each(|t| _ = conjuncts(pool, *t, &mut parts));
                    intervals(pool, &parts)
                });
                let values = all.get(&term).map(Known::values).filter(|values| values.count == 1);
                found.extend(values.and_then(|values| values.get(0)).map(|value| (term, value)));
            }
            _ => {}
        }
    }
    found
}

/// Finds them; kept, so that its memory is.
#[derive(Default)]
pub(crate) struct Bounds {
    /// What is said of each term: its place in `known`.
    places: FxHashMap<TermId, usize>,
    known: Vec<Known>,
    /// What each condition says of which term.
    said: Vec<Option<(usize, Says, bool)>>,
    /// Path conditions and what is left of each, the one used last at the end: a path's next question has the same ones
    /// and a few more.
    begun: Vec<(Vec<TermId>, Vec<TermId>)>,
}

impl Bounds {
    /// Adds what is left of a path condition to `out`: all but what was found to be implied before.
    pub(crate) fn rest_of(&mut self, pool: &TermPool, pc: &[TermId], out: &mut Vec<TermId>) {
        let step = tuning::CONDITIONS_TIGHTENED.get();
        let begins = |(before, _): &&(Vec<TermId>, Vec<TermId>)| {
            // Most that differ do so at their ends.
            before.len() <= pc.len() && before.last() == pc.get(before.len() - 1) && pc.starts_with(before)
        };
        let places = self.begun.iter().enumerate().filter(|(_, entry)| begins(entry));
        let place = places.max_by_key(|(_, (before, _))| before.len()).map(|(place, _)| place);
        let (before, left) = place.map_or(Default::default(), |place| {
            let entry = self.begun.remove(place);
            self.begun.push(entry);
            self.begun.last().map_or((0, &[][..]), |(before, left)| (before.len(), &left[..]))
        });
        let from = out.len();
        out.extend_from_slice(left);
        out.extend_from_slice(&pc[before..]);
        if pc.len() - before < step {
            return;
        }
        let mut left = out.split_off(from);
        if self.tighten(pool, &mut left, 0).is_none() {
            // Whoever asks finds that again.
            return out.extend_from_slice(pc);
        }
        out.extend_from_slice(&left);
        if self.begun.len() >= tuning::PATHS_TIGHTENED.get() {
            self.begun.remove(0);
        }
        self.begun.push((pc.to_vec(), left));
    }

    /// Leaves out what is implied, and counts what is left of the first `count` conditions. Nothing if two conditions
    /// contradict each other.
    pub(crate) fn tighten(&mut self, pool: &TermPool, conditions: &mut Vec<TermId>, count: usize) -> Option<usize> {
        self.places.clear();
        self.known.clear();
        self.said.clear();
        for (at, &t) in conditions.iter().enumerate() {
            let said = said_by(pool, t).map(|(term, says, signed)| {
                let place = *self.places.entry(term).or_insert_with(|| {
                    self.known.push(Known::new(pool.width(term)));
                    self.known.len() - 1
                });
                (place, says, signed)
            });
            self.said.push(said);
            let Some((place, says, signed)) = said else { continue };
            self.known[place].note(says, signed, at).ok()?;
        }
        if self.known.iter().any(Known::is_contradictory) {
            return None;
        }
        let mut first = 0;
        let mut at = 0;
        for i in 0..conditions.len() {
            let stays = match self.said[i] {
                None => true,
                Some((place, says, signed)) => {
                    let known = &self.known[place];
                    match (known.is, says) {
                        (Some((value, _)), Says::IsNot(other)) if value == other => return None,
                        (Some((_, from)), _) => from == i,
                        (None, Says::IsNot(value)) => known.allows(value),
                        (None, _) => known.orders[usize::from(signed)].rests_on(i),
                    }
                }
            };
            if stays {
                first += usize::from(i < count);
                conditions[at] = conditions[i];
                at += 1;
            }
        }
        conditions.truncate(at);
        Some(first)
    }
}

/// What a value is in one of the orders: in that of signed values its highest bit is turned.
fn in_order(value: u128, width: u32, signed: bool) -> u128 {
    value ^ (u128::from(signed) << (width - 1))
}

/// The term of which a condition says between which values it lies.
pub(crate) fn bounded(pool: &TermPool, t: TermId) -> Option<TermId> {
    let (term, says, _) = said_by(pool, t)?;
    (!matches!(says, Says::IsNot(_))).then_some(term)
}

/// The term that a condition compares with a value, what it says of it, and whether that is in the signed order.
fn said_by(pool: &TermPool, t: TermId) -> Option<(TermId, Says, bool)> {
    let (relation, signed, [a, b]) = comparison(pool, t)?;
    let signed = signed.unwrap_or(false);
    let strict = match relation {
        Relation::Equal => return compared(pool, a, b).map(|(term, value)| (term, Says::Is(value), signed)),
        Relation::Different => return compared(pool, a, b).map(|(term, value)| (term, Says::IsNot(value), signed)),
        Relation::Less => 1,
        Relation::AtMost => 0,
    };
    let width = pool.width(a);
    let in_order = |value: u128| in_order(value, width, signed);
    // What nothing is below, or above, is no condition of this kind: it is false.
    match (pool.const_value(a), pool.const_value(b)) {
        (None, Some(value)) => Some((a, Says::AtMost(in_order(value).checked_sub(strict)?), signed)),
        (Some(value), None) => {
            let least = in_order(value).checked_add(strict).filter(|least| *least <= mask(width))?;
            Some((b, Says::AtLeast(least), signed))
        }
        _ => None,
    }
}

/// The term and the value of an equation of bit-vectors.
fn compared(pool: &TermPool, a: TermId, b: TermId) -> Option<(TermId, u128)> {
    matches!(pool.sort(a), Sort::Bv(_)).then_some(())?;
    match (pool.const_value(a), pool.const_value(b)) {
        (None, Some(value)) => Some((a, value)),
        (Some(value), None) => Some((b, value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_term::{Evaluator, Model, SymbolKind};

    #[test]
    fn of_many_bounds_those_are_left_that_imply_the_others() {
        let pool = TermPool::new();
        let n = pool.symbol("n", Sort::Bv(32), SymbolKind::Input);
        let value = |v: u128| pool.bv(v, 32);
        let mut conditions = vec![pool.ult(n, value(100))];
        conditions.extend((0..50).map(|i| pool.ult(value(i), n)));
        conditions.push(pool.not(pool.eq(n, value(7))));
        conditions.push(pool.not(pool.eq(n, value(70))));
        let (first, last) = (conditions[0], conditions[50]);
        let different = conditions[52];
        assert_eq!(Bounds::default().tighten(&pool, &mut conditions, 2), Some(1));
        assert_eq!(conditions, vec![first, last, different]);
    }

    /// All comparisons of a term of three bits with values, and which hold under each.
    struct Comparisons {
        x: TermId,
        all: Vec<TermId>,
        index: FxHashMap<TermId, usize>,
        models: Vec<Model>,
        holds: Vec<Vec<bool>>,
    }

    impl Comparisons {
        fn new(pool: &TermPool) -> Comparisons {
            const WIDTH: u32 = 3;
            let x = pool.symbol("x", Sort::Bv(WIDTH), SymbolKind::Input);
            let symbol = pool.free_symbols(x)[0];
            let mut all = Vec::new();
            for value in (0..8).map(|v| pool.bv(v, WIDTH)) {
                all.extend([pool.eq(x, value), pool.not(pool.eq(x, value))]);
                for (a, b) in [(x, value), (value, x)] {
                    all.extend([pool.ult(a, b), pool.ule(a, b), pool.slt(a, b), pool.sle(a, b)]);
                }
            }
            all.sort_unstable();
            all.dedup();
            let model = |v: u128| {
                let mut model = Model::new();
                model.set(symbol, plica_term::ConstValue::Bv(v));
                model
            };
            let models: Vec<Model> = (0..8).map(model).collect();
            let under = |model: &Model| {
                let mut evaluator = Evaluator::new(pool, model);
                all.iter().map(|&t| evaluator.holds(t)).collect()
            };
            let holds = models.iter().map(under).collect();
            let index = all.iter().enumerate().map(|(i, &t)| (t, i)).collect();
            Comparisons { x, all, index, models, holds }
        }

        /// The values that satisfy conditions.
        fn values(&self, conditions: &[TermId]) -> Vec<usize> {
            (0..8).filter(|&v| conditions.iter().all(|t| self.holds[v][self.index[t]])).collect()
        }

        /// Every list of three conditions.
        fn lists(&self) -> impl Iterator<Item = [TermId; 3]> {
            let pairs = self.all.iter().flat_map(|&a| self.all.iter().map(move |&b| (a, b)));
            pairs.flat_map(|(a, b)| self.all.iter().map(move |&c| [a, b, c]))
        }
    }

    /// Every list of three conditions on a term of three bits, against the values that satisfy it.
    #[test]
    fn what_is_left_is_equivalent_to_what_was_there() {
        let pool = TermPool::new();
        let comparisons = Comparisons::new(&pool);
        let mut bounds = Bounds::default();
        for given in comparisons.lists() {
            let (mut left, count) = (given.to_vec(), 1);
            match bounds.tighten(&pool, &mut left, count) {
                None => assert!(comparisons.values(&given).is_empty(), "{given:?}"),
                Some(first) => {
                    let values = [&left[..], &given].map(|conditions| comparisons.values(conditions));
                    assert_eq!(values[0], values[1], "{given:?} became {left:?}");
                    assert!(left[..first].iter().all(|t| given[..count].contains(t)), "{given:?} became {left:?}");
                    assert!(left[first..].iter().all(|t| given[count..].contains(t)), "{given:?} became {left:?}");
                }
            }
        }
    }

    /// Every list of three conditions on a term of three bits: it is pinned only to the one value that is left, and it
    /// is where the last condition brings that about.
    #[test]
    fn what_is_pinned_is_the_only_value_left() {
        let pool = TermPool::new();
        let comparisons = Comparisons::new(&pool);
        let (x, models) = (comparisons.x, &comparisons.models);
        let mut found = 0;
        for pc in comparisons.lists() {
            let left = comparisons.values(&pc);
            let Some(&value) = left.first() else { continue };
            let pins = pinned(&pool, &pc, &models[value]);
            let right = pins.iter().all(|&pin| pin == (x, value as u128)) && (pins.is_empty() || left.len() == 1);
            assert!(right, "{pc:?}");
            // The bounds of one order at least have to say so.
            if let (Some((_, Says::Is(_), _)), [_]) = (said_by(&pool, pc[2]), &left[..]) {
                assert_eq!(pins.len(), 1);
            }
            found += pins.len();
        }
        assert!(found > 1000, "{found}");
        let between = [pool.ult(pool.bv(2, 3), x), pool.ule(x, pool.bv(3, 3))];
        assert_eq!(pinned(&pool, &between, &models[3]), [(x, 3)]);
        assert!(pinned(&pool, &between[..1], &models[3]).is_empty() && pinned(&pool, &[], &models[3]).is_empty());
    }

    /// Every list of three conditions on a term of three bits: no value that satisfies it is left out, and none is said
    /// that goes against all that one order says.
    #[test]
    fn ranges_have_all_values_that_are_left() {
        let pool = TermPool::new();
        let comparisons = Comparisons::new(&pool);
        let mut exact = 0;
        for pc in comparisons.lists() {
            let mut ranges = Ranges::default();
            pc.iter().for_each(|&t| ranges.note(&pool, t));
            let values = ranges.values(&pool, comparisons.x);
            let said: Vec<usize> = (0..values.count).filter_map(|at| values.get(at)).map(|v| v as usize).collect();
            let left = comparisons.values(&pc);
            assert!(left.iter().all(|value| said.contains(value)), "{pc:?}: {said:?} of {left:?}");
            exact += usize::from(said.len() == left.len());
        }
        assert!(exact > 10_000, "{exact}");
        let (mut ranges, x) = (Ranges::default(), comparisons.x);
        ranges.note(&pool, pool.and(pool.sle(pool.bv(6, 3), x), pool.slt(x, pool.bv(1, 3))));
        let values = ranges.values(&pool, x);
        assert_eq!((0..4).map(|at| values.get(at)).collect::<Vec<_>>(), [Some(6), Some(7), Some(0), None]);
    }
}
