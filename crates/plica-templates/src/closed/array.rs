//! Arrays that are stored to with a constant stride: the array after κ iterations is a λ over its elements, each being
//! what the one iteration that stores it stores, or what it was.
//!
//! Oblivious to memory: an index is a term. Invariant: no two iterations store to the same element and none reads
//! what an earlier one stored; where that takes a condition on the counter, it is required of the system.

use plica_term::{Op, Sort, SymbolKind, TermId, TermPool, inverse, mask, sign_extend};
use rustc_hash::FxHashMap;

use super::normal;
use super::poly::at_most;
use super::system::{System, symbol_of};
use crate::tuning;

/// Indices `base + stride·t` for `t` below the counter.
#[derive(Clone, Copy, Debug)]
struct Walk {
    base: TermId,
    stride: i128,
}

impl Walk {
    fn size(self) -> u128 {
        self.stride.unsigned_abs()
    }
}

/// The stores `(index, value)` by which `update` differs from the array symbol, first to last. Conditional stores
/// store the old element when their condition does not hold.
pub fn chain(pool: &TermPool, update: TermId, array: TermId) -> Result<Vec<(TermId, TermId)>, String> {
    let mut last = Vec::new();
    let mut rest = update;
    while pool.node(rest).op == Op::Store {
        let n = pool.node(rest);
        last.push((n.args[1], n.args[2]));
        rest = n.args[0];
        if last.len() > tuning::STORES_PER_ITERATION.get() {
            return Err("too many stores in one iteration".into());
        }
    }
    let mut all = if rest == array {
        Vec::new()
    } else if pool.node(rest).op == Op::Ite {
        let n = pool.node(rest);
        let mut now = array;
        let mut all = Vec::new();
        for (branch, condition) in [(n.args[1], n.args[0]), (n.args[2], pool.not(n.args[0]))] {
            // Values of one branch are over the array as it was before, so they are taken before the other's stores.
            for (index, value) in chain(pool, branch, array)? {
                let kept = normal::read(pool, now, index, tuning::STORES_PER_ITERATION.get() as u32);
                let value = pool.ite(condition, value, kept);
                now = pool.store(now, index, value);
                all.push((index, value));
            }
        }
        all
    } else {
        return Err("the array is replaced as a whole by one that depends on it".into());
    };
    all.extend(last.into_iter().rev());
    if all.len() > tuning::STORES_PER_ITERATION.get() {
        return Err("too many stores in one iteration".into());
    }
    Ok(all)
}

/// The forms of arrays that depend on themselves and on each other, everything else being solved.
pub fn solve(system: &mut System<'_>, part: &[usize]) -> Result<Vec<TermId>, String> {
    let pool = system.pool;
    let mut writes: Vec<Vec<(Walk, TermId)>> = Vec::new();
    for &i in part {
        let mut own = Vec::new();
        for (index, value) in chain(pool, system.places[i].update, system.places[i].symbol)? {
            let walk = walk(system, index).ok_or("it is stored to at an index that does not move by a constant")?;
            if walk.stride == 0 {
                return Err("it is stored to at an index that does not move".into());
            }
            own.push((walk, value));
        }
        writes.push(own);
    }
    for (own, &i) in writes.iter().zip(part) {
        for (k, &(a, _)) in own.iter().enumerate() {
            for &(b, _) in &own[..k] {
                keep_apart(system, a, b)?;
            }
            let cells: Vec<TermId> = system.cells.iter().filter(|c| c.array == i).map(|c| c.index).collect();
            for index in cells {
                disjoint(system, a, Walk { base: index, stride: 0 })?;
            }
        }
    }
    (0..part.len()).map(|k| form(system, part, &writes, k)).collect()
}

/// The indices that a term takes; in the iterations below the counter they do not go round.
fn walk(system: &mut System<'_>, index: TermId) -> Option<Walk> {
    let (base, stride) = system.polys.affine(index)?;
    let w = system.pool.width(index);
    let walk = Walk { base, stride: sign_extend(stride, w) };
    if walk.stride != 0 {
        let room = system.pool.bv(mask(w), w);
        system.require(at_most(system.pool, system.counter, room, walk.size())).ok()?;
    }
    Some(walk)
}

/// The constant by which `a` is ahead of `b`.
fn ahead(pool: &TermPool, a: Walk, b: Walk) -> Option<i128> {
    let w = pool.width(a.base);
    pool.const_value(pool.sub(a.base, b.base)).map(|d| sign_extend(d, w))
}

/// Requires that different iterations store to different elements, one at `a` and the other at `b`.
fn keep_apart(system: &mut System<'_>, a: Walk, b: Walk) -> Result<(), String> {
    match ahead(system.pool, a, b) {
        Some(0) if a.stride == b.stride => Ok(()),
        Some(d) if a.stride == b.stride => {
            if d.unsigned_abs() % a.size() == 0 {
                return Err("two iterations store to the same element".into());
            }
            within(system, a, d)
        }
        _ => disjoint(system, a, b),
    }
}

/// Requires that all iterations read at `r` before any stores there, at `w`.
fn reads_old(system: &mut System<'_>, r: Walk, w: Walk) -> Result<(), String> {
    match ahead(system.pool, r, w) {
        Some(0) if r.stride == w.stride => Ok(()),
        Some(d) if r.stride == w.stride => {
            if d.unsigned_abs() % w.size() == 0 && (d < 0) != (w.stride < 0) {
                return Err("it reads what an earlier iteration stored".into());
            }
            within(system, w, d)
        }
        _ => disjoint(system, r, w),
    }
}

/// Requires that the walk and one `d` away from it together do not go round.
fn within(system: &mut System<'_>, a: Walk, d: i128) -> Result<(), String> {
    let w = system.pool.width(a.base);
    let room = system.pool.bv(mask(w) - d.unsigned_abs(), w);
    system.require(at_most(system.pool, system.counter, room, a.size()))
}

/// Requires that two walks have no element in common: neither's range contains the other's first element.
fn disjoint(system: &mut System<'_>, a: Walk, b: Walk) -> Result<(), String> {
    let pool = system.pool;
    let w = pool.width(a.base);
    let steps = pool.sub(pool.resize_unsigned(system.counter, w), pool.bv(1, w));
    let extent = |x: Walk| pool.mul(steps, pool.bv(x.size(), w));
    let low = |x: Walk| if x.stride < 0 { pool.sub(x.base, extent(x)) } else { x.base };
    let beyond = |x: Walk, y: Walk| pool.ult(extent(x), pool.sub(low(y), low(x)));
    let apart = pool.and(beyond(a, b), beyond(b, a));
    system.require(pool.or(pool.not(system.positive), apart))
}

/// The array `part[k]` after `counter` iterations.
fn form(system: &mut System<'_>, part: &[usize], writes: &[Vec<(Walk, TermId)>], k: usize) -> Result<TermId, String> {
    let pool = system.pool;
    let place = system.places[part[k]].clone();
    let Sort::Array { index: w, .. } = pool.sort(place.symbol) else { return Err("it is no array".into()) };
    let bound = pool.symbol("elem", Sort::Bv(w), SymbolKind::Bound);
    let Some(bound_id) = symbol_of(pool, bound) else { return Err("it is no array".into()) };
    let cw = pool.width(system.counter);
    let mut element = pool.select(place.initial, bound);
    for &(walk, value) in &writes[k] {
        let size = walk.size();
        let along = if walk.stride > 0 { pool.sub(bound, walk.base) } else { pool.sub(walk.base, bound) };
        let (on_stride, steps) = if size == 1 {
            (pool.true_(), along)
        } else {
            // The only solution of size·steps = along: no quotient, and none of the solver's work for one.
            let twos = size.trailing_zeros();
            let odd = pool.bv(inverse(size >> twos), w - twos);
            let even =
                if twos == 0 { pool.true_() } else { pool.eq(pool.extract(along, twos - 1, 0), pool.bv(0, twos)) };
            (even, pool.zext(pool.mul(pool.extract(along, w - 1, twos), odd), w))
        };
        let reached = reached(pool, steps, system.counter);
        let number = pool.resize_unsigned(steps, cw);
        // The index of a read, in terms of the element that is stored in the same iteration.
        let index_at = |r: Walk| {
            if r.stride == walk.stride {
                pool.add(bound, pool.sub(r.base, walk.base))
            } else {
                pool.add(r.base, pool.mul(pool.resize_unsigned(number, w), pool.bv(r.stride as u128, w)))
            }
        };
        let value = old_reads(system, part, writes, value, &index_at)?;
        let value = system.at(value, number);
        element = pool.ite(pool.and(on_stride, reached), value, element);
    }
    Ok(pool.lambda(bound_id, element))
}

/// Are so many steps fewer than the counter?
fn reached(pool: &TermPool, steps: TermId, counter: TermId) -> TermId {
    let wide = pool.width(counter).max(pool.width(steps));
    pool.ult(pool.zext(steps, wide), pool.zext(counter, wide))
}

/// The value with reads of the group's arrays replaced by reads of what they were before the first iteration.
fn old_reads(
    system: &mut System<'_>,
    part: &[usize],
    writes: &[Vec<(Walk, TermId)>],
    value: TermId,
    index_at: &dyn Fn(Walk) -> TermId,
) -> Result<TermId, String> {
    let pool = system.pool;
    let reads_group = |system: &System<'_>, t: TermId| system.reads(t).iter().any(|i| part.contains(i));
    if !reads_group(system, value) {
        return Ok(value);
    }
    let nodes =
        normal::nodes(pool, value, tuning::NODES_OF_STORED_VALUE.get()).ok_or("a stored value is too large a term")?;
    let mut replaced: FxHashMap<TermId, TermId> = FxHashMap::default();
    for t in nodes {
        let n = pool.node(t);
        let read = |&&i: &&usize| n.op == Op::Select && system.places[i].symbol == n.args[0];
        let Some(k) = part.iter().position(|i| read(&i)) else { continue };
        let index = n.args[1];
        if reads_group(system, index) {
            return Err("it reads itself at an index that it holds".into());
        }
        let r = walk(system, index).ok_or("it reads itself at an index that does not move by a constant")?;
        for &(w, _) in &writes[k] {
            reads_old(system, r, w)?;
        }
        replaced.insert(t, pool.select(system.places[part[k]].initial, index_at(r)));
    }
    let new = normal::rebuild(pool, value, &mut |old, _, _, _| replaced.get(&old).copied());
    if reads_group(system, new) {
        return Err("it reads itself as a whole".into());
    }
    Ok(new)
}
