//! Values as polynomials in the count of iterations, in the binomial (Newton) basis: `Σ gₖ·C(κ,k)` modulo 2^w.
//!
//! Oblivious to recurrences: a context says which symbols have polynomials and which merely vary. Invariant: a
//! polynomial is exact for every count below the context's limit (and for the limit itself, unless a widening was
//! passed) that satisfies the conditions in [`Polys::side`].

use std::sync::Arc;

use plica_term::{Op, SymbolId, TermId, TermPool, inverse, mask, sign_extend};
use rustc_hash::FxHashMap;

use crate::tuning;

/// Coefficients in the binomial basis, at least one, of one width; the last is not the constant zero unless it is
/// alone.
pub(crate) type Poly = Arc<[TermId]>;

/// What is known of the symbols, and what was found of terms.
#[derive(Debug)]
pub(crate) struct Polys<'a> {
    pool: &'a TermPool,
    /// The number of iterations: widened values must not wrap in iterations below it.
    limit: TermId,
    /// Symbols that vary: with their polynomial, or without one.
    symbols: FxHashMap<SymbolId, Option<Poly>>,
    found: FxHashMap<TermId, Option<Poly>>,
    /// Conditions on the limit, monotone: under them the polynomials given out are exact.
    pub side: Vec<TermId>,
}

impl<'a> Polys<'a> {
    /// A context in which nothing varies yet.
    pub fn new(pool: &'a TermPool, limit: TermId) -> Self {
        Polys { pool, limit, symbols: FxHashMap::default(), found: FxHashMap::default(), side: Vec::new() }
    }

    /// Says that a symbol varies, and how.
    pub fn declare(&mut self, symbol: SymbolId, poly: Option<Poly>) {
        self.symbols.insert(symbol, poly);
        self.found.clear();
    }

    /// Does the term mean the same in every iteration?
    pub fn invariant(&self, t: TermId) -> bool {
        self.pool.free_symbols(t).iter().all(|s| !self.symbols.contains_key(s))
    }

    /// Is the symbol one that varies?
    pub fn varies(&self, s: SymbolId) -> bool {
        self.symbols.contains_key(&s)
    }

    /// The polynomial of a bit-vector term. Conditions that it needs are added to [`Polys::side`].
    pub fn of(&mut self, t: TermId) -> Option<Poly> {
        // What earlier calls found may rest on conditions that their callers dropped.
        self.found.clear();
        let before = self.side.len();
        let p = self.find(t, 0);
        if p.is_none() {
            self.side.truncate(before);
        }
        p
    }

    /// `base + stride·κ` with a constant stride.
    pub fn affine(&mut self, t: TermId) -> Option<(TermId, u128)> {
        let before = self.side.len();
        let p = self.of(t)?;
        let stride = match p.len() {
            1 => Some(0),
            2 => self.pool.const_value(p[1]),
            _ => None,
        };
        if stride.is_none() {
            self.side.truncate(before);
        }
        Some((p[0], stride?))
    }

    fn find(&mut self, t: TermId, depth: u32) -> Option<Poly> {
        if self.invariant(t) {
            return Some(Arc::new([t]));
        }
        if let Some(p) = self.found.get(&t) {
            return p.clone();
        }
        let p = if depth < tuning::DEPTH_OF_POLYNOMIAL.get() { self.look(t, depth + 1) } else { None };
        self.found.insert(t, p.clone());
        p
    }

    fn look(&mut self, t: TermId, depth: u32) -> Option<Poly> {
        let pool = self.pool;
        let node = pool.node(t);
        let w = node.sort.bv_width()?;
        match node.op {
            Op::Symbol(s) => self.symbols.get(&s)?.clone(),
            Op::Add => {
                let (p, q) = (self.find(node.args[0], depth)?, self.find(node.args[1], depth)?);
                let zero = pool.bv(0, w);
                let at = |p: &Poly, k: usize| p.get(k).copied().unwrap_or(zero);
                trimmed(pool, (0..p.len().max(q.len())).map(|k| pool.add(at(&p, k), at(&q, k))).collect())
            }
            Op::Neg => self.mapped(node.args[0], depth, |c| pool.neg(c)),
            Op::Not => {
                // ~x = -x - 1
                let p = self.mapped(node.args[0], depth, |c| pool.neg(c))?;
                let ones = pool.bv(u128::MAX, w);
                trimmed(pool, p.iter().enumerate().map(|(k, &c)| if k == 0 { pool.add(c, ones) } else { c }).collect())
            }
            Op::Shl => {
                let by = node.args[1];
                pool.const_value(by)?;
                self.mapped(node.args[0], depth, |c| pool.shl(c, by))
            }
            Op::Mul => {
                let (p, q) = (self.find(node.args[0], depth)?, self.find(node.args[1], depth)?);
                product(pool, &p, &q, w)
            }
            Op::Ite if self.invariant(node.args[0]) => {
                let (p, q) = (self.find(node.args[1], depth)?, self.find(node.args[2], depth)?);
                let zero = pool.bv(0, w);
                let at = |p: &Poly, k: usize| p.get(k).copied().unwrap_or(zero);
                let c = node.args[0];
                trimmed(pool, (0..p.len().max(q.len())).map(|k| pool.ite(c, at(&p, k), at(&q, k))).collect())
            }
            Op::Extract { hi, lo } => {
                let p = self.find(node.args[0], depth)?;
                // The low bits never change and never carry if the other coefficients have none.
                let low = if lo == 0 { 0 } else { mask(lo) };
                if p[1..].iter().any(|&c| pool.facts(c).zeros & low != low) {
                    return None;
                }
                trimmed(pool, p.iter().map(|&c| pool.extract(c, hi, lo)).collect())
            }
            Op::Zext => self.widened(node.args[0], w, false, depth),
            Op::Sext => self.widened(node.args[0], w, true, depth),
            Op::Concat => {
                let (hi, lo) = (node.args[0], node.args[1]);
                if !self.invariant(lo) {
                    return None;
                }
                // x ++ y = x·2^n + y, whatever the high bits of the extension
                let by = pool.width(lo);
                let p = self.find(hi, depth)?;
                let coefficient = |k: usize, c: TermId| {
                    if k == 0 { pool.concat(c, lo) } else { pool.concat(c, pool.bv(0, by)) }
                };
                trimmed(pool, p.iter().enumerate().map(|(k, &c)| coefficient(k, c)).collect())
            }
            _ => None,
        }
    }

    fn mapped(&mut self, t: TermId, depth: u32, f: impl Fn(TermId) -> TermId) -> Option<Poly> {
        let p = self.find(t, depth)?;
        trimmed(self.pool, p.iter().map(|&c| f(c)).collect())
    }

    /// An extension of a linear value, on the condition that it does not wrap in the iterations below the limit.
    fn widened(&mut self, t: TermId, w: u32, signed: bool, depth: u32) -> Option<Poly> {
        let pool = self.pool;
        let p = self.find(t, depth)?;
        let wide = |t| if signed { pool.sext(t, w) } else { pool.zext(t, w) };
        if p.len() == 1 {
            return Some(Arc::new([wide(p[0])]));
        }
        if p.len() > 2 {
            return None;
        }
        let stride = pool.const_value(p[1])?;
        let condition = stays(pool, p[0], stride, signed, self.limit);
        if pool.is_false(condition) {
            return None;
        }
        if !pool.is_true(condition) && !self.side.contains(&condition) {
            self.side.push(condition);
        }
        let stride = pool.bv(sign_extend(stride, pool.width(t)) as u128, w);
        Some(Arc::new([wide(p[0]), stride]))
    }
}

/// Does `base + stride·τ` stay in its range, unsigned or signed, without wrapping for all `τ < limit`? Monotone.
pub fn stays(pool: &TermPool, base: TermId, stride: u128, signed: bool, limit: TermId) -> TermId {
    let w = pool.width(base);
    let step = sign_extend(stride, w);
    let size = step.unsigned_abs();
    let sign = 1u128 << (w - 1);
    // How far it may go.
    let room = match (signed, step >= 0) {
        (false, true) => pool.not(base),
        (false, false) => base,
        (true, true) => pool.sub(pool.bv(sign - 1, w), base),
        (true, false) => pool.sub(base, pool.bv(sign, w)),
    };
    at_most(pool, limit, room, size)
}

/// `limit = 0 ∨ size·(limit - 1) ≤ room`, for a constant size above zero.
pub fn at_most(pool: &TermPool, limit: TermId, room: TermId, size: u128) -> TermId {
    let (cw, w) = (pool.width(limit), pool.width(room));
    let product = cw.max(w) + 129 - size.leading_zeros();
    if !size.is_power_of_two() && product <= 128 && pool.const_value(room).is_none() {
        // size·limit ≤ room + size: a product is cheaper than a quotient.
        let scaled = pool.mul(pool.zext(limit, product), pool.bv(size, product));
        return pool.ule(scaled, pool.add(pool.zext(room, product), pool.bv(size, product)));
    }
    let wide = cw.max(w + 1).min(128);
    let steps = if size <= 1 { room } else { pool.udiv(room, pool.bv(size, w)) };
    if wide > w {
        let bound = pool.add(pool.zext(steps, wide), pool.bv(1, wide));
        pool.ule(pool.zext(limit, wide), bound)
    } else {
        let none = pool.eq(limit, pool.bv(0, cw));
        let last = pool.sub(pool.zext(limit, wide), pool.bv(1, wide));
        pool.or(none, pool.ule(last, steps))
    }
}

fn trimmed(pool: &TermPool, mut coefficients: Vec<TermId>) -> Option<Poly> {
    while coefficients.len() > 1 && coefficients.last().is_some_and(|&c| pool.const_value(c) == Some(0)) {
        coefficients.pop();
    }
    (coefficients.len() <= tuning::POLYNOMIAL_DEGREE.get() + 1).then(|| coefficients.into())
}

fn choose(n: usize, k: usize) -> u128 {
    (0..k).fold(1, |c, i| c * (n - i) as u128 / (i + 1) as u128)
}

/// `C(κ,i)·C(κ,j) = Σₖ C(k,i)·C(i,k-j)·C(κ,k)`
fn product(pool: &TermPool, p: &Poly, q: &Poly, w: u32) -> Option<Poly> {
    if p.len() + q.len() - 2 > tuning::POLYNOMIAL_DEGREE.get() {
        return None;
    }
    let mut out = vec![pool.bv(0, w); p.len() + q.len() - 1];
    for (i, &a) in p.iter().enumerate() {
        for (j, &b) in q.iter().enumerate() {
            let ab = pool.mul(a, b);
            for (k, slot) in out.iter_mut().enumerate().take(i + j + 1).skip(i.max(j)) {
                let factor = choose(k, i) * choose(i, k - j);
                *slot = pool.add(*slot, pool.mul(ab, pool.bv(factor, w)));
            }
        }
    }
    trimmed(pool, out)
}

/// The polynomial of `x` when each iteration adds one with polynomial `g` to it.
pub fn summed(pool: &TermPool, initial: TermId, g: &Poly) -> Option<Poly> {
    trimmed(pool, std::iter::once(initial).chain(g.iter().copied()).collect())
}

/// The value of a polynomial at `count`. `None` when an intermediate value would be wider than 128 bits.
pub fn value(pool: &TermPool, p: &Poly, count: TermId) -> Option<TermId> {
    let w = pool.width(p[0]);
    let mut sum = p[0];
    for (k, &c) in p.iter().enumerate().skip(1) {
        if pool.const_value(c) != Some(0) {
            sum = pool.add(sum, pool.mul(c, binomial(pool, count, k, w)?));
        }
    }
    Some(sum)
}

/// `C(count, k)` modulo 2^w.
fn binomial(pool: &TermPool, count: TermId, k: usize, w: u32) -> Option<TermId> {
    if k == 1 {
        return Some(pool.resize_unsigned(count, w));
    }
    let factorial: u128 = (1..=k as u128).product();
    // Spare bits for the powers of two in k!; its odd part has an inverse.
    let spare = factorial.trailing_zeros();
    let wide = w + spare;
    if wide > 128 {
        return None;
    }
    let n = pool.resize_unsigned(count, wide);
    let falling = (1..k).fold(n, |p, i| pool.mul(p, pool.sub(n, pool.bv(i as u128, wide))));
    let quotient = pool.extract(falling, wide - 1, spare);
    Some(pool.mul(quotient, pool.bv(inverse(factorial >> spare), w)))
}
