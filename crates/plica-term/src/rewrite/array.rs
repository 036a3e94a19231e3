//! Rules of arrays and of bounded quantifiers.

use rustc_hash::{FxHashMap, FxHashSet};

use super::RewriteRule;
use crate::op::{Op, SymbolId};
use crate::pool::{TermId, TermPool};
use crate::sort::Sort;
use crate::tuning;

impl TermPool {
    /// Are two indices equal (true), different (false), or neither under every assignment?
    fn same_index(&self, i: TermId, j: TermId) -> Option<bool> {
        if i == j {
            return Some(true);
        }
        if self.const_value(i).is_some() && self.const_value(j).is_some() {
            return Some(false);
        }
        self.is_false(self.eq(i, j)).then_some(false)
    }

    /// Walks down stores past those at other indices. Gives the array from which to read on, and the value if found.
    fn look_up(&self, mut array: TermId, index: TermId) -> (TermId, Option<(RewriteRule, TermId)>) {
        let Sort::Array { elem, .. } = self.sort(array) else { return (array, None) };
        let constant = self.const_value(index).is_some();
        let (mut walked, mut compared) = (0, 0);
        loop {
            let n = self.node(array);
            match n.op {
                Op::Store => {
                    if !(constant && self.const_value(n.args[1]).is_some()) {
                        compared += 1;
                    }
                    walked += 1;
                    if walked > tuning::STORES_PASSED_KNOWN.get() || compared > tuning::STORES_PASSED_SYMBOLIC.get() {
                        return (array, None);
                    }
                    match self.same_index(n.args[1], index) {
                        // store(a, i, v)[i] → v
                        Some(true) => return (array, Some((RewriteRule::SelectStoreHit, n.args[2]))),
                        // store(a, i, v)[j] → a[j] when i is never j
                        Some(false) => {
                            self.rules.count(RewriteRule::SelectStoreMiss);
                            array = n.args[0];
                        }
                        None => return (array, None),
                    }
                }
                // const(v)[i] → v
                Op::ConstArray => return (array, Some((RewriteRule::SelectConstArray, n.args[0]))),
                Op::Table(id) => {
                    let d = self.table_data(id);
                    let len = d.elems.len() as u128;
                    if let Some(k) = self.const_value(index) {
                        // table[k] → element k
                        let e = if k < len { d.elems[k as usize] } else { d.default };
                        return (array, Some((RewriteRule::SelectTable, self.bv(e as u128, elem))));
                    }
                    if self.facts(index).umin >= len {
                        // table[i] → default when i is past the end always
                        return (array, Some((RewriteRule::SelectTablePast, self.bv(d.default as u128, elem))));
                    }
                    return (array, None);
                }
                _ => return (array, None),
            }
        }
    }

    pub(super) fn rw_select(&self, sort: Sort, array: TermId, index: TermId) -> Option<TermId> {
        let (rest, found) = self.look_up(array, index);
        if let Some((rule, t)) = found {
            return Some(self.fire(rule, t));
        }
        let n = self.node(rest);
        match n.op {
            Op::Lambda(s) if self.at_most(n.args[0], tuning::LAMBDA_NODES_SUBSTITUTED.get()) => {
                // (λi. body)[j] → body with j for i
                let map = FxHashMap::from_iter([(s, index)]);
                return Some(self.fire(RewriteRule::SelectLambda, self.substitute(n.args[0], &map)));
            }
            Op::Ite => {
                // ite(c, x, y)[i] → ite(c, x[i], y[i]) when both reads simplify
                let (x, y) = (self.look_up(n.args[1], index).1, self.look_up(n.args[2], index).1);
                if let (Some((_, x)), Some((_, y))) = (x, y) {
                    return Some(self.fire(RewriteRule::SelectIte, self.ite(n.args[0], x, y)));
                }
            }
            Op::Table(_) => {
                let read = self.intern(Op::Select, sort, &[rest, index]);
                let f = self.facts(read);
                if f.umin == f.umax {
                    // table[i] → v when every element that i reaches is v
                    let v = self.bv(f.umin, sort.bv_width()?);
                    return Some(self.fire(RewriteRule::SelectTableUniform, v));
                }
                return Some(read);
            }
            _ => {}
        }
        (rest != array).then(|| self.intern(Op::Select, sort, &[rest, index]))
    }

    /// Has the term at most `limit` distinct nodes?
    fn at_most(&self, t: TermId, limit: usize) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if seen.insert(t) {
                if seen.len() > limit {
                    return false;
                }
                stack.extend_from_slice(&self.node(t).args);
            }
        }
        true
    }

    pub(super) fn rw_store(&self, sort: Sort, array: TermId, index: TermId, value: TermId) -> Option<TermId> {
        let n = self.node(array);
        if let Some(r) = self.is(value, Op::Select)
            && r.args[0] == array
            && r.args[1] == index
        {
            // store(a, i, a[i]) → a
            return Some(self.fire(RewriteRule::StoreSelect, array));
        }
        match n.op {
            // store(const(v), i, v) → const(v)
            Op::ConstArray if n.args[0] == value => return Some(self.fire(RewriteRule::StoreConstArray, array)),
            Op::Store if n.args[1] == index => {
                // store(store(a, i, v), i, u) → store(a, i, u)
                return Some(self.fire(RewriteRule::StoreStore, self.store(n.args[0], index, value)));
            }
            Op::Store => {}
            _ => return None,
        }
        // store(…store(a, i, v)…, i, u) → store(…a…, i, u): constants only, so that distinctness costs nothing
        self.const_value(index)?;
        let mut between: smallvec::SmallVec<[(TermId, TermId); 16]> = Default::default();
        let mut rest = array;
        loop {
            let n = self.is(rest, Op::Store)?;
            if n.args[1] == index {
                break;
            }
            self.const_value(n.args[1])?;
            if between.len() == tuning::STORES_SEARCHED_FOR_DEAD.get() {
                return None;
            }
            between.push((n.args[1], n.args[2]));
            rest = n.args[0];
        }
        let mut t = self.node(rest).args[0];
        for &(i, v) in between.iter().rev() {
            t = self.intern(Op::Store, sort, &[t, i, v]);
        }
        Some(self.fire(RewriteRule::StoreOverDead, self.intern(Op::Store, sort, &[t, index, value])))
    }

    fn occurs_free(&self, s: SymbolId, t: TermId) -> bool {
        self.free_symbols(t).binary_search(&s).is_ok()
    }

    pub(super) fn rw_lambda(&self, s: SymbolId, body: TermId) -> Option<TermId> {
        let index = self.symbol_info(s).sort.bv_width()?;
        if !self.occurs_free(s, body) {
            // λi. body → const(body), i not in body
            return Some(self.fire(RewriteRule::LambdaConst, self.const_array(index, body)));
        }
        if let Some(n) = self.is(body, Op::Select)
            && self.node(n.args[1]).op == Op::Symbol(s)
            && !self.occurs_free(s, n.args[0])
        {
            // λi. a[i] → a, i not in a
            return Some(self.fire(RewriteRule::LambdaEta, n.args[0]));
        }
        None
    }

    pub(super) fn rw_forall(&self, s: SymbolId, limit: TermId, body: TermId) -> Option<TermId> {
        if self.is_true(body) {
            // ∀i<n. true → true
            return Some(self.fire(RewriteRule::ForallTrue, body));
        }
        let k = self.const_value(limit);
        if k == Some(0) {
            // ∀i<0. body → true
            return Some(self.fire(RewriteRule::ForallNone, self.true_()));
        }
        if !self.occurs_free(s, body) {
            // ∀i<n. body → n = 0 | body, i not in body
            let none = self.eq(limit, self.zero(self.width(limit)));
            return Some(self.fire(RewriteRule::ForallFree, self.or(none, body)));
        }
        let w = self.symbol_info(s).sort.bv_width()?;
        (k == Some(1) && self.at_most(body, tuning::LAMBDA_NODES_SUBSTITUTED.get())).then(|| {
            // ∀i<1. body → body with 0 for i
            let map = FxHashMap::from_iter([(s, self.bv(0, w))]);
            self.fire(RewriteRule::ForallOne, self.substitute(body, &map))
        })
    }
}
