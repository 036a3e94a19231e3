//! Which symbols occur free in a term.
//!
//! Lists are kept with the terms, since everything asks for them. A chain of stores to an array of a hundred thousand
//! inputs would take memory for the square of that, so long lists are not: the last few are, within a bound, and others
//! are put together again when they are asked for. Oblivious to what symbols are. Invariant: the list of a term is the
//! same whether it was kept or not.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::{Op, SymbolId};
use crate::pool::{TermId, TermPool};
use crate::side::SideTable;
use crate::sort::Sort;
use crate::tuning;

type Symbols = Arc<[SymbolId]>;

/// What kinds of symbols occur free in a term: known of each term at once, however many symbols it has.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct FreeKinds {
    /// Is there an array?
    pub arrays: bool,
    /// Is there one that a term around it binds?
    pub bound: bool,
    /// Is there one that stands for what was never written?
    pub unset: bool,
}

impl FreeKinds {
    fn or(self, other: FreeKinds) -> FreeKinds {
        FreeKinds {
            arrays: self.arrays || other.arrays,
            bound: self.bound || other.bound,
            unset: self.unset || other.unset,
        }
    }
}

/// What is kept of a term.
struct Entry {
    /// `None` where the list is long.
    list: Option<Symbols>,
    kinds: FreeKinds,
}

/// See the module's description.
pub(crate) struct FreeSymbols {
    lists: SideTable<Entry>,
    long: Mutex<Long>,
}

/// The long lists that were asked for last.
#[derive(Default)]
struct Long {
    lists: FxHashMap<TermId, Symbols>,
    order: VecDeque<TermId>,
    symbols: usize,
}

impl Long {
    fn keep(&mut self, t: TermId, list: &Symbols) {
        if self.lists.insert(t, list.clone()).is_none() {
            self.order.push_back(t);
            self.symbols += list.len();
        }
        while self.symbols > tuning::FREE_SYMBOLS_OF_LONG_LISTS.get() {
            let Some(oldest) = self.order.pop_front() else { return };
            self.symbols -= self.lists.remove(&oldest).map_or(0, |list| list.len());
        }
    }
}

impl FreeSymbols {
    pub fn new() -> FreeSymbols {
        FreeSymbols { lists: SideTable::new(), long: Mutex::default() }
    }

    /// The list of a term whose list is not long, or that it is; nothing where neither is known.
    fn known(&self, t: TermId) -> Option<&Option<Symbols>> {
        self.lists.slot(t.index()).get().map(|entry| &entry.list)
    }
}

/// The symbol that a term binds, and in how many of its last arguments.
fn bound(op: Op) -> Option<(SymbolId, usize)> {
    match op {
        Op::Lambda(s) => Some((s, usize::MAX)),
        // Its scope is the body, which comes second.
        Op::Forall(s) => Some((s, 1)),
        _ => None,
    }
}

impl TermPool {
    /// The symbols that occur free in a term, sorted by id.
    pub fn free_symbols(&self, t: TermId) -> Arc<[SymbolId]> {
        self.entry(t);
        self.list(t)
    }

    /// The same where there are not many: what is kept with the term.
    pub fn few_free_symbols(&self, t: TermId) -> Option<&[SymbolId]> {
        self.entry(t)?.list.as_deref()
    }

    /// Which kinds of symbols occur free in a term.
    pub fn free_kinds(&self, t: TermId) -> FreeKinds {
        self.entry(t).map_or(FreeKinds::default(), |entry| entry.kinds)
    }

    fn entry(&self, t: TermId) -> Option<&Entry> {
        // An explicit stack: terms can be deeper than the machine stack.
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.free.known(top).is_some() {
                stack.pop();
                continue;
            }
            let node = self.node(top);
            let before = stack.len();
            stack.extend(node.args.iter().filter(|&&a| self.free.known(a).is_none()));
            if stack.len() > before {
                continue;
            }
            let long = bound(node.op).is_none() && node.args.iter().any(|&a| matches!(self.free.known(a), Some(None)));
            let list = if long { None } else { self.put_together(top) };
            let kinds = self.kinds(top);
            let _ = self.free.lists.slot(top.index()).set(Entry { list, kinds });
            stack.pop();
        }
        self.free.lists.slot(t.index()).get()
    }

    /// The kinds of the symbols of a term whose arguments' are known.
    fn kinds(&self, t: TermId) -> FreeKinds {
        let node = self.node(t);
        match node.op {
            Op::Symbol(s) => self.kinds_of([s]),
            op if bound(op).is_some() => self.kinds_of(self.of_arguments(t)),
            _ => {
                let of_arguments = node.args.iter().filter_map(|a| self.free.lists.slot(a.index()).get());
                of_arguments.fold(FreeKinds::default(), |kinds, argument| kinds.or(argument.kinds))
            }
        }
    }

    fn kinds_of(&self, symbols: impl IntoIterator<Item = SymbolId>) -> FreeKinds {
        symbols.into_iter().fold(FreeKinds::default(), |kinds, s| {
            let info = self.symbol_info(s);
            let bound = info.kind.is_bound();
            let arrays = matches!(info.sort, Sort::Array { .. }) && !bound;
            kinds.or(FreeKinds { arrays, bound, unset: info.kind.is_unset() })
        })
    }

    /// The list of a term whose arguments' are known, unless it is long.
    fn put_together(&self, t: TermId) -> Option<Symbols> {
        let node = self.node(t);
        let mut all = self.of_arguments(t);
        if let Op::Symbol(s) = node.op {
            all.push(s);
        }
        all.sort_unstable();
        all.dedup();
        if all.len() > tuning::FREE_SYMBOLS_KEPT.get() {
            return None;
        }
        // One argument often has them all: share its list.
        let lists = node.args.iter().filter_map(|&a| self.free.known(a)?.as_ref());
        Some(lists.into_iter().find(|list| ***list == *all).cloned().unwrap_or_else(|| all.into()))
    }

    /// The symbols that occur free in the arguments of a term and that it does not bind there, some of them more than
    /// once. Of the arguments it is known whether their lists are long.
    fn of_arguments(&self, t: TermId) -> Vec<SymbolId> {
        let node = self.node(t);
        let mut all = Vec::new();
        for (at, &a) in node.args.iter().enumerate() {
            match bound(node.op) {
                Some((s, last)) if node.args.len() - at <= last => all.extend(self.list(a).iter().filter(|x| **x != s)),
                _ => all.extend_from_slice(&self.list(a)),
            }
        }
        all
    }

    /// The list of a term of which it is known whether it is long.
    fn list(&self, t: TermId) -> Symbols {
        if let Some(Some(list)) = self.free.known(t) {
            return list.clone();
        }
        if let Some(list) = self.free.long.lock().lists.get(&t) {
            return list.clone();
        }
        let (mut all, mut seen, mut stack) = (FxHashSet::default(), FxHashSet::default(), vec![t]);
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            if let Some(Some(list)) = self.free.known(at) {
                all.extend(list.iter().copied());
                continue;
            }
            if let Some(list) = self.free.long.lock().lists.get(&at) {
                all.extend(list.iter().copied());
                continue;
            }
            let node = self.node(at);
            match bound(node.op) {
                None => stack.extend(node.args.iter().copied()),
                Some(_) => all.extend(self.of_arguments(at)),
            }
        }
        let mut all: Vec<SymbolId> = all.into_iter().collect();
        all.sort_unstable();
        let list: Symbols = all.into();
        self.free.long.lock().keep(t, &list);
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{SymbolInfo, SymbolKind};

    #[test]
    fn long_lists_are_the_same_as_kept_ones() {
        let pool = TermPool::new();
        let symbol = |i: usize| pool.symbol(&format!("x{i}"), Sort::Bv(8), SymbolKind::Input);
        let array = pool.symbol("a", Sort::Array { index: 64, elem: 8 }, SymbolKind::Input);
        let count = 2 * tuning::FREE_SYMBOLS_KEPT.get();
        let mut chain = array;
        for i in 0..count {
            chain = pool.store(chain, pool.bv(i as u128, 64), symbol(i));
            // Asked for on the way now and then, and at places where lists are long.
            if i % 97 == 0 {
                assert_eq!(pool.free_symbols(chain).len(), i + 2);
            }
        }
        let all = pool.free_symbols(chain);
        assert_eq!(all.len(), count + 1);
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(pool.free.known(chain).is_some_and(Option::is_none), "it is not kept with the term");
        let Op::Symbol(bound) = pool.node(symbol(3)).op else { panic!("a symbol") };
        // Bound in a term whose own list is long.
        let other = pool.symbol("b", Sort::Array { index: 64, elem: 8 }, SymbolKind::Input);
        let node = pool.raw(Op::Forall(bound), Sort::Bv(1), &[pool.bv(4, 8), pool.eq(chain, other)]);
        let free = pool.free_symbols(node);
        assert!(!free.contains(&bound) && free.len() == count + 1);
        // Kinds are those of the list, however long it is.
        let kinds = |t: TermId| (pool.free_kinds(t).arrays, pool.free_kinds(t).bound);
        assert_eq!((kinds(chain), kinds(node), kinds(symbol(7))), ((true, false), (true, false), (false, false)));
        let tau = pool.declare_symbol(SymbolInfo { name: "τ".into(), sort: Sort::Bv(64), kind: SymbolKind::Bound });
        let open = pool.eq(pool.select(chain, pool.symbol_term(tau)), symbol(1));
        let closed = pool.raw(Op::Forall(tau), Sort::Bv(1), &[pool.bv(4, 64), open]);
        assert_eq!((kinds(open), kinds(closed)), ((true, true), (true, false)));
    }
}
