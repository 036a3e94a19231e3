//! The shape of a comparison whose one side moves by a constant stride: when it holds first to last.
//!
//! Oblivious to where comparisons come from. Invariant: a shape is exact modulo 2^w for every limit.

use plica_term::{Op, TermId, inverse, mask, sign_extend};

use super::Walker;
use crate::closed::poly::at_most;

/// How far an interval reaches.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    /// So many values, none if zero; never all of them.
    Length(TermId),
    /// So many beyond the first; all of them if this is the greatest number.
    Last(TermId),
}

/// A comparison in terms of the iteration.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// `base + stride·τ` lies in the circular interval from `low`; `first`: it does at τ = 0.
    Interval { base: TermId, stride: i128, low: TermId, extent: Extent, first: TermId },
    /// It fails first in the iteration `at`, and never if `never`.
    Until { at: TermId, never: TermId },
    /// It holds in iteration 0 if `first`, and not in iteration 1.
    Once { first: TermId },
    /// Two values `distance` apart meet in steps of two; `first`: they are in order at τ = 0.
    Meeting { distance: TermId, first: TermId },
}

/// What a comparison is.
pub(super) enum Found {
    /// A shape, where all of these conditions on the limit hold.
    Shape { shape: Shape, provided: Vec<TermId> },
    /// Equivalent to another condition, which is simpler.
    Same(TermId),
}

impl Walker<'_> {
    /// The shape of a comparison or of its negation.
    pub(super) fn shape(&self, body: TermId) -> Option<Found> {
        let pool = self.pool;
        let node = pool.node(body);
        let (negated, node) = match node.op {
            Op::Not => (true, pool.node(node.args[0])),
            _ => (false, node),
        };
        match node.op {
            Op::Eq if pool.width(node.args[0]) > 1 => self.equality(node.args[0], node.args[1], negated),
            Op::Ult => self.order(node.args[0], node.args[1], false, negated),
            Op::Slt => self.order(node.args[0], node.args[1], true, negated),
            // a <= b is not b < a
            Op::Ule => self.order(node.args[1], node.args[0], false, !negated),
            Op::Sle => self.order(node.args[1], node.args[0], true, !negated),
            _ => None,
        }
    }

    fn equality(&self, a: TermId, b: TermId, negated: bool) -> Option<Found> {
        let pool = self.pool;
        let w = pool.width(a);
        if let Some(narrow) = self.narrow_equality(a, b).or_else(|| self.narrow_equality(b, a)) {
            return Some(Found::Same(if negated { pool.not(narrow) } else { narrow }));
        }
        let mut polys = self.polys();
        let (base, stride) = polys.affine(pool.sub(a, b)).or_else(|| {
            let ((p, s), (q, r)) = (polys.affine(a)?, polys.affine(b)?);
            Some((pool.sub(p, q), s.wrapping_sub(r) & mask(w)))
        })?;
        let provided = std::mem::take(&mut polys.side);
        if stride == 0 {
            // Equal or not for good.
            let same = pool.eq(base, pool.bv(0, w));
            let t = if negated { pool.not(same) } else { same };
            return provided.is_empty().then_some(Found::Same(t));
        }
        let shape = if negated {
            // base + stride·τ = 0 first at τ = (-base / 2^v) · (stride / 2^v)⁻¹, if 2^v divides the base
            let v = stride.trailing_zeros();
            let start = pool.extract(pool.neg(base), w - 1, v);
            let at = pool.mul(start, pool.bv(inverse(stride >> v), w - v));
            let never = if v == 0 { pool.false_() } else { pool.ne(pool.extract(base, v - 1, 0), pool.bv(0, v)) };
            Shape::Until { at, never }
        } else {
            Shape::Once { first: pool.eq(base, pool.bv(0, w)) }
        };
        Some(Found::Shape { shape, provided })
    }

    /// `ext(x) = e` as an equality of `x`.
    fn narrow_equality(&self, a: TermId, e: TermId) -> Option<TermId> {
        let pool = self.pool;
        let x = self.extended(a, e)?;
        let (n, w) = (pool.width(x), pool.width(a));
        let low = pool.extract(e, n - 1, 0);
        let back = if pool.node(a).op == Op::Zext { pool.zext(low, w) } else { pool.sext(low, w) };
        Some(pool.and(pool.eq(back, e), pool.eq(x, low)))
    }

    /// The `x` of an extension `ext(x)` that is compared with something that does not move, if it moves linearly.
    fn extended(&self, a: TermId, e: TermId) -> Option<TermId> {
        let node = self.pool.node(a);
        if !matches!(node.op, Op::Zext | Op::Sext) || self.moves(e) || !self.moves(a) {
            return None;
        }
        self.polys().affine(node.args[0])?;
        Some(node.args[0])
    }

    /// `a < b`, or not.
    fn order(&self, a: TermId, b: TermId, signed: bool, negated: bool) -> Option<Found> {
        let pool = self.pool;
        let w = pool.width(a);
        if w == 1 {
            return None;
        }
        let same = |t: TermId| Some(Found::Same(if negated { pool.not(t) } else { t }));
        if let Some(x) = self.extended(a, b) {
            return same(self.below(x, a, b, signed));
        }
        if let Some(x) = self.extended(b, a) {
            // e < ext(x) is not ext(x) <= e, which is ext(x) < e + 1 unless e is the greatest.
            let sign = 1u128 << (w - 1);
            let greatest = if signed { mask(w) ^ sign } else { mask(w) };
            let top = pool.eq(a, pool.bv(greatest, w));
            let below = self.below(x, b, pool.add(a, pool.bv(1, w)), signed);
            return same(pool.and(pool.not(top), pool.not(below)));
        }
        let mut polys = self.polys();
        let ((p, s), (q, r)) = (polys.affine(a)?, polys.affine(b)?);
        let provided = std::mem::take(&mut polys.side);
        if s == 0 && r == 0 {
            let t = if signed { pool.slt(p, q) } else { pool.ult(p, q) };
            return if provided.is_empty() { same(t) } else { None };
        }
        if s == r {
            // b + c < b when it wraps: c is not 0 and -c <= b
            let (c, zero) = (pool.sub(p, q), pool.bv(0, w));
            let sign = pool.bv(if signed { 1u128 << (w - 1) } else { 0 }, w);
            let wraps = pool.and(pool.ne(c, zero), pool.ule(pool.neg(c), pool.add(b, sign)));
            return if provided.is_empty() { same(wraps) } else { None };
        }
        let shape = self.ordered((p, s), (q, r), signed, negated)?;
        Some(Found::Shape { shape, provided })
    }

    /// `p + s·τ < q + r·τ`, or not.
    fn ordered(&self, (p, s): (TermId, u128), (q, r): (TermId, u128), signed: bool, negated: bool) -> Option<Shape> {
        let pool = self.pool;
        let w = pool.width(p);
        let least = pool.bv(if signed { 1u128 << (w - 1) } else { 0 }, w);
        let less = if signed { pool.slt(p, q) } else { pool.ult(p, q) };
        let first = if negated { pool.not(less) } else { less };
        // Signed orders are unsigned ones, counted from the least number.
        let rank = |t: TermId| pool.add(t, least);
        let one = pool.bv(1, w);
        let (base, stride, low, extent) = match (s, r, negated) {
            // x < e
            (_, 0, false) => (p, s, least, Extent::Length(rank(q))),
            // x >= e
            (_, 0, true) => (p, s, q, Extent::Last(pool.not(rank(q)))),
            // e < x
            (0, _, false) => (q, r, pool.add(p, one), Extent::Length(pool.not(rank(p)))),
            // e >= x
            (0, _, true) => (q, r, least, Extent::Last(rank(p))),
            // As long as x < y, neither x + 1 nor y - 1 wraps.
            (1, r, false) if r == mask(w) => return Some(Shape::Meeting { distance: pool.sub(q, p), first }),
            _ => return None,
        };
        Some(Shape::Interval { base, stride: sign_extend(stride, w), low, extent, first })
    }

    /// `ext(x) < e` as a condition on `x`; `wide` is `ext(x)`, `e` does not move.
    fn below(&self, x: TermId, wide: TermId, e: TermId, signed: bool) -> TermId {
        let pool = self.pool;
        let (n, w) = (pool.width(x), pool.width(wide));
        let number = |v: u128| pool.bv(v, w);
        let low = pool.extract(e, n - 1, 0);
        let half = 1u128 << (n - 1);
        match (pool.node(wide).op, signed) {
            (Op::Zext, false) => pool.or(pool.ult(number(mask(n)), e), pool.ult(x, low)),
            (Op::Zext, true) => {
                let inside = pool.and(pool.sle(number(0), e), pool.ult(x, low));
                pool.or(pool.slt(number(mask(n)), e), inside)
            }
            (_, true) => {
                let inside = pool.and(pool.sle(number(half.wrapping_neg()), e), pool.slt(x, low));
                pool.or(pool.slt(number(half - 1), e), inside)
            }
            (_, false) => {
                // Sign extension keeps the unsigned order; between its two images there is nothing.
                let between = pool.and(pool.ult(number(half), e), pool.ule(e, number(half.wrapping_neg())));
                pool.ite(between, pool.sle(pool.bv(0, n), x), pool.ult(x, low))
            }
        }
    }

    /// The condition that the shape holds in all iterations below the limit, and where that is exact.
    pub(super) fn holds(&self, shape: &Shape) -> (TermId, TermId) {
        let pool = self.pool;
        let (limit, cw) = (self.limit, pool.width(self.limit));
        let or_none = |t: TermId| pool.or(self.none, t);
        match *shape {
            Shape::Once { first } => {
                let once = pool.eq(limit, pool.bv(1, cw));
                (or_none(pool.and(once, first)), pool.true_())
            }
            Shape::Until { at, never } => {
                let wide = cw.max(pool.width(at));
                (pool.or(never, pool.ule(pool.zext(limit, wide), pool.zext(at, wide))), pool.true_())
            }
            Shape::Meeting { distance, first } => {
                let one = pool.bv(1, pool.width(distance));
                let apart = at_most(pool, limit, pool.sub(distance, one), 2);
                (or_none(pool.and(first, apart)), pool.true_())
            }
            Shape::Interval { base, stride, low, extent, first } => {
                let w = pool.width(base);
                let (size, from) = (stride.unsigned_abs(), pool.sub(base, low));
                let one = pool.bv(1, w);
                let stays = match extent {
                    _ if stride < 0 => at_most(pool, limit, from, size),
                    Extent::Length(n) if size == 1 => {
                        let wide = cw.max(w);
                        pool.ule(pool.zext(limit, wide), pool.zext(pool.sub(n, from), wide))
                    }
                    Extent::Length(n) => at_most(pool, limit, pool.sub(pool.sub(n, from), one), size),
                    Extent::Last(n) => at_most(pool, limit, pool.sub(n, from), size),
                };
                let closed = or_none(pool.and(first, stays));
                // The values outside must not be fewer than a step, or it could jump over them.
                match extent {
                    Extent::Length(n) => (closed, pool.ule(n, pool.bv(size.wrapping_neg(), w))),
                    Extent::Last(n) => {
                        let outside = pool.not(n);
                        let everything = pool.eq(outside, pool.bv(0, w));
                        let exact = pool.or(everything, pool.ule(pool.bv(size, w), outside));
                        (pool.or(everything, closed), exact)
                    }
                }
            }
        }
    }

    /// How many iterations the shape holds for from the first on, as wide as the limit. Cut off where that is too
    /// narrow.
    pub(super) fn length(&self, shape: &Shape) -> TermId {
        let pool = self.pool;
        let cw = pool.width(self.limit);
        let zero = pool.bv(0, cw);
        // One more than the steps that fit into the room.
        let count = |room: TermId, size: u128| {
            let steps = if size <= 1 { room } else { pool.udiv(room, pool.bv(size, pool.width(room))) };
            pool.add(pool.resize_unsigned(steps, cw), pool.bv(1, cw))
        };
        match *shape {
            Shape::Once { first } => pool.resize_unsigned(first, cw),
            Shape::Until { at, .. } => pool.resize_unsigned(at, cw),
            Shape::Meeting { distance, first } => {
                let room = pool.sub(distance, pool.bv(1, pool.width(distance)));
                pool.ite(first, count(room, 2), zero)
            }
            Shape::Interval { base, stride, low, extent, first } => {
                let (size, from) = (stride.unsigned_abs(), pool.sub(base, low));
                let held = match extent {
                    _ if stride < 0 => count(from, size),
                    Extent::Length(n) if size == 1 => pool.resize_unsigned(pool.sub(n, from), cw),
                    Extent::Length(n) => {
                        let w = pool.width(base);
                        count(pool.sub(pool.sub(n, from), pool.bv(1, w)), size)
                    }
                    Extent::Last(n) => count(pool.sub(n, from), size),
                };
                pool.ite(first, held, zero)
            }
        }
    }
}
