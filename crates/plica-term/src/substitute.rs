//! Simultaneous substitution of terms for symbols: the composition of symbolic states.
//!
//! Oblivious to what the symbols stand for. Invariant: capture-avoiding. A bound symbol is never replaced inside its
//! scope, and one that occurs free in a replacement is renamed first. Explicit stacks: terms can be deeper than the
//! machine's; only renamed or shadowed binders nest calls.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::op::{Op, SymbolId};
use crate::pool::{SymbolKind, TermId, TermPool};

/// A substitution, usable on many terms of one pool; remembers what it has done.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    map: FxHashMap<SymbolId, TermId>,
    done: FxHashMap<TermId, TermId>,
}

impl Substitution {
    /// The substitution of each term for its symbol, all at once.
    pub fn new(map: FxHashMap<SymbolId, TermId>) -> Self {
        Substitution { map, done: FxHashMap::default() }
    }

    /// Replaces a further symbol, which must not occur in a term that was given to [`Substitution::apply`] before.
    pub fn insert(&mut self, s: SymbolId, t: TermId) {
        self.map.insert(s, t);
    }

    /// What a symbol is replaced by.
    pub fn get(&self, s: SymbolId) -> Option<TermId> {
        self.map.get(&s).copied()
    }

    /// How many terms were looked at so far: a measure of effort.
    pub fn looked_at(&self) -> u64 {
        self.done.len() as u64
    }

    /// The term with every free symbol of the map replaced, simplified on the way.
    pub fn apply(&mut self, pool: &TermPool, t: TermId) -> TermId {
        if self.map.is_empty() {
            return t;
        }
        let mut stack = vec![t];
        let mut args: SmallVec<[TermId; 4]> = SmallVec::new();
        while let Some(&top) = stack.last() {
            if self.done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = pool.node(top);
            // A binder in whose body the map is not the same: its own substitution.
            let inner = match node.op {
                Op::Lambda(s) => self.under_binder(pool, s, node.args[0]),
                Op::Forall(s) => self.under_binder(pool, s, node.args[1]),
                _ => None,
            };
            let before = stack.len();
            let outside = if inner.is_none() { &node.args[..] } else { &node.args[..node.args.len() - 1] };
            stack.extend(outside.iter().filter(|a| !self.done.contains_key(a)));
            if stack.len() > before {
                continue;
            }
            args.clear();
            args.extend(outside.iter().map(|a| self.done[a]));
            let result = match (node.op, inner) {
                (Op::Symbol(s), _) => self.map.get(&s).copied().unwrap_or(top),
                (op, Some((mut inner, bound))) => {
                    args.push(inner.apply(pool, node.args[node.args.len() - 1]));
                    let op = if matches!(op, Op::Lambda(_)) { Op::Lambda(bound) } else { Op::Forall(bound) };
                    pool.build(op, node.sort, &args)
                }
                (_, None) if args[..] == node.args[..] => top,
                (op, None) => pool.build(op, node.sort, &args),
            };
            self.done.insert(top, result);
            stack.pop();
        }
        self.done[&t]
    }

    /// The substitution for the body of a binder of `s`, and the symbol it then binds; `None` when it is this one as it
    /// is.
    fn under_binder(&self, pool: &TermPool, s: SymbolId, body: TermId) -> Option<(Substitution, SymbolId)> {
        let free = pool.free_symbols(body);
        let shadowed = self.map.contains_key(&s);
        let used = || self.map.iter().filter(|(k, _)| **k != s && free.binary_search(k).is_ok());
        let captured = used().any(|(_, &v)| pool.free_symbols(v).binary_search(&s).is_ok());
        if !shadowed && !captured {
            return None;
        }
        let mut map: FxHashMap<SymbolId, TermId> = used().map(|(&k, &v)| (k, v)).collect();
        let mut bound = s;
        if captured {
            let info = pool.symbol_info(s);
            for i in 1u32.. {
                let fresh = pool.symbol(&format!("{}'{i}", info.name), info.sort, SymbolKind::Bound);
                let Op::Symbol(id) = pool.node(fresh).op else { break };
                let taken = free.binary_search(&id).is_ok()
                    || map.values().any(|&v| pool.free_symbols(v).binary_search(&id).is_ok());
                if !taken {
                    map.insert(s, fresh);
                    bound = id;
                    break;
                }
            }
        }
        Some((Substitution::new(map), bound))
    }
}

impl TermPool {
    /// `t` with each occurrence of a whole term of the map replaced, outermost first, outside of binders.
    pub fn replace(&self, t: TermId, map: &FxHashMap<TermId, TermId>) -> TermId {
        let binds = |t: TermId| matches!(self.node(t).op, Op::Lambda(_) | Op::Forall(_));
        self.rebuild(t, &mut map.clone(), |t| binds(t).then_some(t))
    }

    /// `t` with other terms in place of some, outermost first: `other` says which, and is not asked of what is below.
    /// The rest is built anew of that, where that makes a difference. `done` keeps what takes the place of what, from
    /// call to call.
    pub fn rebuild(
        &self,
        t: TermId,
        done: &mut FxHashMap<TermId, TermId>,
        mut other: impl FnMut(TermId) -> Option<TermId>,
    ) -> TermId {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let result = match other(top) {
                Some(result) => result,
                None => {
                    let node = self.node(top);
                    let before = stack.len();
                    stack.extend(node.args.iter().filter(|a| !done.contains_key(a)));
                    if stack.len() > before {
                        continue;
                    }
                    let args: SmallVec<[TermId; 4]> = node.args.iter().map(|a| done[a]).collect();
                    if args[..] == node.args[..] { top } else { self.build(node.op, node.sort, &args) }
                }
            };
            done.insert(top, result);
            stack.pop();
        }
        done[&t]
    }

    /// `t` with each symbol of the map replaced by its term, all at once. For many terms keep a [`Substitution`].
    pub fn substitute(&self, t: TermId, map: &FxHashMap<SymbolId, TermId>) -> TermId {
        Substitution::new(map.clone()).apply(self, t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    #[test]
    fn whole_terms_are_replaced() {
        let p = TermPool::new();
        let [x, y] = ["x", "y"].map(|n| p.symbol(n, Sort::Bv(8), SymbolKind::Input));
        let sum = p.add(x, p.bv(3, 8));
        let t = p.and(p.ult(sum, p.bv(9, 8)), p.ult(x, p.bv(7, 8)));
        let replaced = p.replace(t, &FxHashMap::from_iter([(sum, y)]));
        assert_eq!(replaced, p.and(p.ult(y, p.bv(9, 8)), p.ult(x, p.bv(7, 8))));
    }

    fn symbol(p: &TermPool, name: &str, kind: SymbolKind) -> (SymbolId, TermId) {
        let t = p.symbol(name, Sort::Bv(8), kind);
        match p.node(t).op {
            Op::Symbol(s) => (s, t),
            _ => unreachable!("a symbol is a symbol"),
        }
    }

    #[test]
    fn symbols_are_swapped_at_once() {
        let p = TermPool::new();
        let ((x, tx), (y, ty)) = (symbol(&p, "x", SymbolKind::Input), symbol(&p, "y", SymbolKind::Input));
        let t = p.udiv(tx, ty);
        let map = FxHashMap::from_iter([(x, ty), (y, tx)]);
        assert_eq!(p.substitute(t, &map), p.udiv(ty, tx));
    }

    #[test]
    fn a_free_symbol_is_not_captured() {
        let p = TermPool::new();
        let ((x, tx), (i, ti)) = (symbol(&p, "x", SymbolKind::Input), symbol(&p, "i", SymbolKind::Bound));
        let body = p.mul(ti, tx);
        let l = p.lambda(i, body);
        let replaced = p.substitute(l, &FxHashMap::from_iter([(x, ti)]));
        // (λi'. i'·i)[3] is 3·i, not 9.
        let k = p.bv(3, 8);
        assert_eq!(p.select(replaced, k), p.mul(ti, k));
    }

    #[test]
    fn a_bound_symbol_is_not_replaced() {
        let p = TermPool::new();
        let ((_, tx), (i, ti)) = (symbol(&p, "x", SymbolKind::Input), symbol(&p, "i", SymbolKind::Bound));
        let body = p.ult(ti, tx);
        let f = p.forall(i, ti, body);
        let k = p.bv(5, 8);
        // The limit is outside the scope.
        assert_eq!(p.substitute(f, &FxHashMap::from_iter([(i, k)])), p.forall(i, k, body));
    }

    #[test]
    fn deep_terms_do_not_overflow_the_stack() {
        let p = TermPool::new();
        let ((x, tx), (_, ty)) = (symbol(&p, "x", SymbolKind::Input), symbol(&p, "y", SymbolKind::Input));
        let mut t = tx;
        for k in 0..100_000u128 {
            t = p.udiv(p.add(t, p.bv(k % 7 + 1, 8)), ty);
        }
        assert_ne!(p.substitute(t, &FxHashMap::from_iter([(x, ty)])), t);
    }
}
