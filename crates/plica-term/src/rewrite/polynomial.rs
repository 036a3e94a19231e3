//! Equality of polynomials, as closed forms of loops are: two integer-valued polynomials of bounded degree are the same
//! function modulo 2^w if they agree on a grid of small numbers.
//!
//! Each node of a term is either an unknown or a polynomial in unknowns, which stand for natural numbers: the node's
//! value is that of the polynomial modulo 2^(its width). On a grid that has one point more than the degree in each
//! unknown, values tell polynomials apart: the coefficients in the binomial basis `C(x, i)·C(y, j)·…` are differences
//! of these values. So a polynomial modulo 2^(h+1) all whose values on the grid are divisible by 2^l has all its values
//! divisible, and bits h..l of it are a polynomial again, modulo 2^(h-l+1).

use rustc_hash::FxHashMap;

use super::RewriteRule;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::mask;
use crate::tuning;

/// Unknowns.
const MAX_UNKNOWNS: usize = 3;

/// The degree in each unknown.
type Degrees = [u8; MAX_UNKNOWNS];

/// Both sides of an equality as polynomials.
struct Polynomials<'a> {
    pool: &'a TermPool,
    unknowns: Vec<TermId>,
    degrees: FxHashMap<TermId, Degrees>,
    /// The largest number of each unknown on the grid.
    size: Degrees,
    values: FxHashMap<TermId, Option<Box<[u128]>>>,
}

impl TermPool {
    /// Decides `a = b` for polynomials of degree two at least, or says what it comes to if one side is a quotient.
    pub(super) fn rw_eq_polynomials(&self, a: TermId, b: TermId, w: u32) -> Option<TermId> {
        let mut budget = tuning::POLYNOMIAL_NODES.get();
        if !self.has_product(a, &mut budget) && !self.has_product(b, &mut budget) {
            return None;
        }
        if self.same_polynomial(a, 1, b, w) {
            // x = y → true when they are the same polynomial
            return Some(self.fire(RewriteRule::EqPolynomial, self.true_()));
        }
        for (x, y) in [(a, b), (b, a)] {
            let n = self.node(y);
            match n.op {
                Op::Udiv | Op::Sdiv => {
                    let k = self.const_value(n.args[1]).filter(|&k| k > 1 && k <= mask(w) >> 1)?;
                    if self.same_polynomial(x, k, n.args[0], w) {
                        // x = y / k → x <= max / k when k·x and y are the same polynomial: the quotient is x unless
                        // k·x wraps around
                        let t = if n.op == Op::Udiv {
                            self.ule(x, self.bv(mask(w) / k, w))
                        } else {
                            let least = self.bv(((1 << (w - 1)) / k).wrapping_neg(), w);
                            self.and(self.sle(least, x), self.sle(x, self.bv((mask(w) >> 1) / k, w)))
                        };
                        return Some(self.fire(RewriteRule::EqQuotient, t));
                    }
                }
                Op::Zext => {
                    let Op::Extract { hi, lo } = self.node(n.args[0]).op else { continue };
                    let of = self.node(n.args[0]).args[0];
                    if lo > 0 && self.same_polynomial(x, 1 << lo, of, hi + 1) {
                        let high = self.extract(x, w - 1, hi - lo + 1);
                        let none = self.eq(high, self.zero(w - 1 - (hi - lo)));
                        return Some(self.fire(RewriteRule::EqQuotient, none));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Is a product of two terms somewhere in what a polynomial is made of?
    fn has_product(&self, t: TermId, budget: &mut usize) -> bool {
        let Some(left) = budget.checked_sub(1) else { return false };
        *budget = left;
        let n = self.node(t);
        match n.op {
            Op::Mul => self.const_value(n.args[1]).is_none() || self.has_product(n.args[0], budget),
            Op::Add => n.args.iter().any(|&a| self.has_product(a, budget)),
            Op::Neg | Op::Shl | Op::Zext | Op::Extract { .. } | Op::Udiv | Op::Sdiv => {
                self.has_product(n.args[0], budget)
            }
            _ => false,
        }
    }

    /// Are `factor·a` and `b` the same modulo 2^w, as polynomials?
    fn same_polynomial(&self, a: TermId, factor: u128, b: TermId, w: u32) -> bool {
        let (degrees, values) = (FxHashMap::default(), FxHashMap::default());
        let mut p = Polynomials { pool: self, unknowns: Vec::new(), degrees, size: [0; MAX_UNKNOWNS], values };
        let (Some(x), Some(y)) = (p.degrees(a), p.degrees(b)) else { return false };
        p.size = std::array::from_fn(|i| x[i].max(y[i]));
        if p.degrees.values().any(|d| (0..MAX_UNKNOWNS).any(|i| d[i] > p.size[i]))
            || p.points() > tuning::POLYNOMIAL_POINTS.get()
        {
            return false;
        }
        let (Some(x), Some(y)) = (p.values(a), p.values(b)) else { return false };
        x.iter().zip(&y).all(|(x, y)| x.wrapping_mul(factor) & mask(w) == y & mask(w))
    }
}

impl Polynomials<'_> {
    fn points(&self) -> usize {
        self.size.iter().map(|&d| usize::from(d) + 1).product()
    }

    /// Bounds of a node's degrees; finds the unknowns. `None` when there are too many of something.
    fn degrees(&mut self, t: TermId) -> Option<Degrees> {
        if let Some(&d) = self.degrees.get(&t) {
            return Some(d);
        }
        if self.degrees.len() >= tuning::POLYNOMIAL_NODES.get() {
            return None;
        }
        let node = self.pool.node(t);
        let mut d = [0; MAX_UNKNOWNS];
        match node.op {
            Op::Const(_) => {}
            Op::Add | Op::Mul => {
                let (x, y) = (self.degrees(node.args[0])?, self.degrees(node.args[1])?);
                for (i, d) in d.iter_mut().enumerate() {
                    *d = if node.op == Op::Add { x[i].max(y[i]) } else { x[i].checked_add(y[i])? };
                }
            }
            Op::Neg | Op::Not | Op::Extract { .. } => d = self.degrees(node.args[0])?,
            Op::Shl if self.pool.const_value(node.args[1]).is_some() => d = self.degrees(node.args[0])?,
            _ => d[self.unknown(self.natural(t))?] = 1,
        }
        self.degrees.insert(t, d);
        Some(d)
    }

    /// What an unknown is a name for: an extension by zeros is the same natural number, if what it extends is an
    /// unknown.
    fn natural(&self, t: TermId) -> TermId {
        let inner = self.pool.under(t, Op::Zext);
        let opaque = |t: &TermId| {
            !matches!(
                self.pool.node(*t).op,
                Op::Const(_) | Op::Add | Op::Mul | Op::Neg | Op::Not | Op::Extract { .. } | Op::Shl
            )
        };
        inner.filter(opaque).unwrap_or(t)
    }

    fn unknown(&mut self, t: TermId) -> Option<usize> {
        if let Some(i) = self.unknowns.iter().position(|&u| u == t) {
            return Some(i);
        }
        if self.unknowns.len() == MAX_UNKNOWNS {
            return None;
        }
        self.unknowns.push(t);
        Some(self.unknowns.len() - 1)
    }

    /// The values of a node on the grid; `None` where bits of it are no polynomial.
    fn values(&mut self, t: TermId) -> Option<Box<[u128]>> {
        if let Some(v) = self.values.get(&t) {
            return v.clone();
        }
        let v = self.look(t);
        self.values.insert(t, v.clone());
        v
    }

    fn look(&mut self, t: TermId) -> Option<Box<[u128]>> {
        let pool = self.pool;
        let node = pool.node(t);
        let m = mask(pool.width(t));
        let points = self.points();
        let mut unary = |f: &dyn Fn(u128) -> u128| -> Option<Box<[u128]>> {
            Some(self.values(node.args[0])?.iter().map(|&v| f(v) & m).collect())
        };
        match node.op {
            Op::Const(v) => Some(vec![v & m; points].into()),
            Op::Neg => unary(&|v| v.wrapping_neg()),
            Op::Not => unary(&|v| !v),
            Op::Shl if pool.const_value(node.args[1]).is_some() => {
                let by = pool.const_value(node.args[1])?;
                unary(&|v| if by < 128 { v << by } else { 0 })
            }
            Op::Extract { hi, lo } => {
                let v = self.values(node.args[0])?;
                if v.iter().any(|v| lo > 0 && v & mask(lo) != 0) {
                    return None;
                }
                Some(v.iter().map(|v| (v & mask(hi + 1)) >> lo).collect())
            }
            Op::Add | Op::Mul => {
                let (x, y) = (self.values(node.args[0])?, self.values(node.args[1])?);
                let add = node.op == Op::Add;
                let each = x.iter().zip(&y);
                Some(each.map(|(&x, &y)| if add { x.wrapping_add(y) } else { x.wrapping_mul(y) } & m).collect())
            }
            _ => {
                let natural = self.natural(t);
                let at = self.unknowns.iter().position(|&u| u == natural)?;
                let stride: usize = self.size[..at].iter().map(|&d| usize::from(d) + 1).product();
                let length = usize::from(self.size[at]) + 1;
                Some((0..points).map(|p| (p / stride % length) as u128 & m).collect())
            }
        }
    }
}
