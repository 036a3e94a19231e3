//! Conditions that compare one moving value with constants only, in any Boolean combination: sets of constants. The
//! checks for overflow of a counter are of this kind.
//!
//! Oblivious to shapes of single comparisons other than how one is discharged. Invariant: a set is exact.

use plica_term::{Op, TermId, mask, sign_extend};

use super::Walker;
use super::shape::{Extent, Shape};
use crate::tuning;

/// Sorted disjoint intervals, both ends included, no two of them adjacent.
type Set = Vec<(u128, u128)>;

/// The value that all comparisons are about: `core + stride·τ`.
type Core = Option<(TermId, u128)>;

fn complement(set: &Set, m: u128) -> Set {
    let mut out = Set::new();
    let mut next = Some(0);
    for &(lo, hi) in set {
        if let Some(n) = next.filter(|&n| n < lo) {
            out.push((n, lo - 1));
        }
        next = if hi < m { Some(hi + 1) } else { None };
    }
    out.extend(next.map(|n| (n, m)));
    out
}

fn intersection(a: &Set, b: &Set) -> Set {
    let mut out = Set::new();
    for &(p, q) in a {
        out.extend(b.iter().map(|&(r, s)| (p.max(r), q.min(s))).filter(|(lo, hi)| lo <= hi));
    }
    out
}

fn union(a: &Set, b: &Set, m: u128) -> Set {
    complement(&intersection(&complement(a, m), &complement(b, m)), m)
}

/// The circular interval from `lo` to `hi`.
fn circular(lo: u128, hi: u128, m: u128) -> Set {
    if lo <= hi {
        return vec![(lo, hi)];
    }
    complement(&vec![(hi + 1, lo - 1)].into_iter().filter(|(a, b)| a <= b).collect(), m)
}

impl Walker<'_> {
    /// `∀ bound < limit. body` for a body about one moving value and constants.
    pub(super) fn constant(&self, body: TermId) -> Option<TermId> {
        let (core, stride, set) = self.constant_set(body)?;
        let pool = self.pool;
        let shapes = self.pieces(core, stride, &set)?;
        if shapes.is_empty() {
            return Some(if set.is_empty() { self.none } else { pool.true_() });
        }
        let mut any = pool.false_();
        for shape in &shapes {
            let (closed, exact) = self.holds(shape);
            if !pool.is_true(exact) {
                return None;
            }
            any = pool.or(any, closed);
        }
        Some(any)
    }

    pub(super) fn constant_length(&self, body: TermId) -> Option<TermId> {
        let (core, stride, set) = self.constant_set(body)?;
        let shapes = self.pieces(core, stride, &set)?;
        let pool = self.pool;
        let zero = pool.bv(0, pool.width(self.limit));
        Some(shapes.iter().fold(zero, |sum, s| pool.add(sum, self.length(s))))
    }

    fn constant_set(&self, body: TermId) -> Option<(TermId, u128, Set)> {
        let mut core = None;
        let set = self.set(body, &mut core, 0)?;
        let (core, stride) = core?;
        Some((core, stride, set))
    }

    /// The set's intervals as shapes; none for the empty set and for the full one.
    fn pieces(&self, core: TermId, stride: u128, set: &Set) -> Option<Vec<Shape>> {
        let pool = self.pool;
        let w = pool.width(core);
        let m = mask(w);
        let mut set = set.clone();
        if set.is_empty() || set == [(0, m)] {
            return Some(Vec::new());
        }
        if let (Some(&(0, hi)), Some(&(lo, last))) = (set.first(), set.last())
            && last == m
            && set.len() > 1
        {
            set.pop();
            set[0] = (lo, hi);
        }
        if set.len() > tuning::INTERVALS_OF_SET.get() {
            return None;
        }
        let stride = sign_extend(stride, w);
        // No step may lead from one interval over the values outside into another.
        for (k, &(_, hi)) in set.iter().enumerate() {
            let (next, _) = set[(k + 1) % set.len()];
            if (next.wrapping_sub(hi).wrapping_sub(1) & m) < stride.unsigned_abs() {
                return None;
            }
        }
        let shape = |&(lo, hi): &(u128, u128)| {
            let (low, last) = (pool.bv(lo, w), hi.wrapping_sub(lo) & m);
            let first = if last == 0 { pool.eq(core, low) } else { pool.ule(pool.sub(core, low), pool.bv(last, w)) };
            let extent = if last < m { Extent::Length(pool.bv(last + 1, w)) } else { Extent::Last(pool.bv(last, w)) };
            Shape::Interval { base: core, stride, low, extent, first }
        };
        Some(set.iter().map(shape).collect())
    }

    fn set(&self, t: TermId, core: &mut Core, depth: u32) -> Option<Set> {
        let pool = self.pool;
        if depth > tuning::DEPTH_OF_CONSTANT_CONDITION.get() || !self.step() {
            return None;
        }
        let node = pool.node(t);
        let mut sub = |t: TermId| self.set(t, core, depth + 1);
        let set = match node.op {
            Op::Not => {
                let s = sub(node.args[0])?;
                complement(&s, mask(pool.width(core.as_ref()?.0)))
            }
            Op::And | Op::Or | Op::Xor => {
                let (a, b) = (sub(node.args[0])?, sub(node.args[1])?);
                combined(node.op, &a, &b, mask(pool.width(core.as_ref()?.0)))
            }
            Op::Eq if pool.width(node.args[0]) == 1 => {
                let (a, b) = (sub(node.args[0])?, sub(node.args[1])?);
                let m = mask(pool.width(core.as_ref()?.0));
                complement(&combined(Op::Xor, &a, &b, m), m)
            }
            Op::Ite => {
                let (c, a, b) = (sub(node.args[0])?, sub(node.args[1])?, sub(node.args[2])?);
                let m = mask(pool.width(core.as_ref()?.0));
                union(&intersection(&c, &a), &intersection(&complement(&c, m), &b), m)
            }
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => self.comparison(node.op, &node.args, core)?,
            _ => return None,
        };
        (set.len() <= 2 * tuning::INTERVALS_OF_SET.get()).then_some(set)
    }

    fn comparison(&self, op: Op, args: &[TermId], core: &mut Core) -> Option<Set> {
        let pool = self.pool;
        let w = Some(pool.width(args[0])).filter(|&w| w > 1)?;
        let m = mask(w);
        let sign = 1u128 << (w - 1);
        let mut polys = self.polys();
        let (mut a, mut b) = (polys.affine(args[0])?, polys.affine(args[1])?);
        if !polys.side.is_empty() {
            return None;
        }
        let (flip, strict) = match op {
            Op::Ult => (0, true),
            Op::Ule => (0, false),
            Op::Slt => (sign, true),
            Op::Sle => (sign, false),
            _ => (0, false),
        };
        if a.1 == b.1 {
            // b + c < b: c is not 0 and b, counted from the least number, is at least -c.
            let c = pool.const_value(pool.sub(a.0, b.0))?;
            let offset = self.offset(b, core)?;
            let s = match (op, c) {
                (Op::Eq, 0) | (Op::Ule | Op::Sle, 0) => return Some(vec![(0, m)]),
                (Op::Eq, _) | (_, 0) => return Some(Set::new()),
                (_, c) => circular(c.wrapping_neg() & m, m, m),
            };
            return Some(shifted(&s, offset.wrapping_add(flip), m));
        }
        let moving_first = b.1 == 0;
        if !moving_first {
            std::mem::swap(&mut a, &mut b);
        }
        if b.1 != 0 {
            return None;
        }
        let k = pool.const_value(b.0)?.wrapping_add(flip) & m;
        let offset = self.offset(a, core)?.wrapping_add(flip);
        let s = match (op, moving_first, strict) {
            (Op::Eq, ..) => vec![(k, k)],
            (_, true, true) => (k > 0).then(|| (0, k - 1)).into_iter().collect(),
            (_, true, false) => vec![(0, k)],
            (_, false, true) => (k < m).then(|| (k + 1, m)).into_iter().collect(),
            (_, false, false) => vec![(k, m)],
        };
        Some(shifted(&s, offset, m))
    }

    /// The constant by which a moving value is ahead of the core, which it becomes if there is none yet.
    fn offset(&self, (base, stride): (TermId, u128), core: &mut Core) -> Option<u128> {
        let pool = self.pool;
        let w = pool.width(base);
        match *core {
            None => {
                *core = Some((base, stride));
                Some(0)
            }
            Some((c, s)) if s == stride && pool.width(c) == w => pool.const_value(pool.sub(base, c)),
            Some(_) => None,
        }
    }
}

fn combined(op: Op, a: &Set, b: &Set, m: u128) -> Set {
    match op {
        Op::And => intersection(a, b),
        Op::Or => union(a, b, m),
        _ => {
            let (only_a, only_b) = (intersection(a, &complement(b, m)), intersection(b, &complement(a, m)));
            union(&only_a, &only_b, m)
        }
    }
}

/// The set of `x` for which `x + offset` is in the set.
fn shifted(set: &Set, offset: u128, m: u128) -> Set {
    set.iter().fold(Set::new(), |all, &(lo, hi)| {
        if hi - lo == m {
            return vec![(0, m)];
        }
        union(&all, &circular(lo.wrapping_sub(offset) & m, hi.wrapping_sub(offset) & m, m), m)
    })
}
