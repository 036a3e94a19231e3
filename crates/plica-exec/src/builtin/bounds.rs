//! What is known of functions of `math.h` on unknown arguments: when the result is a NaN, and between which numbers it
//! lies else.
//!
//! Oblivious to how the functions are computed, but for their values at the ends of intervals. All is about bits: as
//! numbers with a sign, where those of negative numbers are turned around, they are in the order of the numbers they
//! stand for, with -0 below +0 and NaNs outside of the infinities. Invariant: each bound holds for every library whose
//! results are off by at most [`SLACK`] units in the last place, keep the sign, are zero only where the function is or
//! falls to it, are exact where C says what they are (annex F), and are not beyond the whole numbers that bound a
//! function (1 for the sine); the test `bounds_hold` looks.

use std::f64::consts::{FRAC_PI_2, PI};

use plica_ir::{FloatKind, Ty};
use plica_term::{TermId, TermPool};

/// Last digits that a result may be off.
const SLACK: u64 = 64;
/// Stand for the least and the greatest positive number of the type.
const LEAST: f64 = f64::from_bits(1);
const MOST: f64 = f64::MAX;
const INF: f64 = f64::INFINITY;

/// How arguments of both signs belong together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symmetry {
    /// Not at all.
    None,
    /// The opposite argument gives the opposite result: bounds are those for positive ones.
    Odd,
    /// The opposite argument gives the same result.
    Even,
}

/// What is known between a point and the next.
#[derive(Clone, Copy)]
enum Stretch {
    /// The function only rises, or only falls.
    Monotone,
    /// It lies between these.
    Between(f64, f64),
}

use Stretch::{Between, Monotone};
use Symmetry::{Even, Odd};

/// A point, whether the function's value there is exact, and what comes behind it.
type Point = (f64, bool, Stretch);

/// What is known of a function of one argument. It is a NaN outside of the first and the last point.
struct Shape {
    symmetry: Symmetry,
    /// All results; of an odd function, those for positive arguments.
    range: (f64, f64),
    /// Is it, for positive arguments, surely not above the argument (`Less`), or not below it?
    beside: Option<std::cmp::Ordering>,
    points: &'static [Point],
}

const fn exact(at: f64) -> Point {
    (at, true, Monotone)
}

const fn near(at: f64) -> Point {
    (at, false, Monotone)
}

const LOGARITHM: &[Point] = &[
    exact(0.0),
    near(LEAST),
    near(1e-10),
    near(0.5),
    exact(1.0),
    near(2.0),
    near(10.0),
    near(1e10),
    near(MOST),
    exact(INF),
];
const BESSEL: &[Point] = &[(-INF, false, Between(-1.0, 1.0)), near(INF)];
const SECOND_BESSEL: &[Point] = &[(0.0, true, Between(-INF, 1.0)), near(INF)];

const fn shape(symmetry: Symmetry, range: (f64, f64), points: &'static [Point]) -> Shape {
    Shape { symmetry, range, beside: None, points }
}

const fn below(range: (f64, f64), points: &'static [Point]) -> Shape {
    Shape { symmetry: Odd, range, beside: Some(std::cmp::Ordering::Less), points }
}

const fn above(range: (f64, f64), points: &'static [Point]) -> Shape {
    Shape { symmetry: Odd, range, beside: Some(std::cmp::Ordering::Greater), points }
}

/// All results that are not negative.
const POSITIVE: (f64, f64) = (0.0, INF);

/// The shapes of functions of one argument, by their names.
const SHAPES: &[(&str, Shape)] = &[
    (
        "exp",
        shape(
            Symmetry::None,
            POSITIVE,
            &[
                exact(-INF),
                near(-745.0),
                near(-100.0),
                near(-10.0),
                near(-1.0),
                exact(0.0),
                near(1.0),
                near(10.0),
                near(100.0),
                near(700.0),
                exact(INF),
            ],
        ),
    ),
    (
        "exp2",
        shape(
            Symmetry::None,
            POSITIVE,
            &[
                exact(-INF),
                near(-1074.0),
                near(-100.0),
                near(-10.0),
                near(-1.0),
                exact(0.0),
                near(1.0),
                near(10.0),
                near(100.0),
                near(1000.0),
                exact(INF),
            ],
        ),
    ),
    (
        "expm1",
        shape(
            Symmetry::None,
            (-1.0, INF),
            &[
                exact(-INF),
                near(-40.0),
                near(-1.0),
                exact(0.0),
                near(1.0),
                near(10.0),
                near(100.0),
                near(700.0),
                exact(INF),
            ],
        ),
    ),
    ("log log2 log10", shape(Symmetry::None, (-INF, INF), LOGARITHM)),
    (
        "log1p",
        shape(
            Symmetry::None,
            (-INF, INF),
            &[exact(-1.0), near(-0.5), exact(0.0), near(1.0), near(10.0), near(1e10), near(MOST), exact(INF)],
        ),
    ),
    // The sine of the float that is closest to pi is negative.
    (
        "sin",
        below(
            (-1.0, 1.0),
            &[exact(0.0), (1.0, false, Between(0.0, 1.0)), (3.125, false, Between(-1.0, 1.0)), near(MOST)],
        ),
    ),
    (
        "cos",
        shape(
            Even,
            (-1.0, 1.0),
            &[exact(0.0), (1.0, false, Between(0.0, 1.0)), (1.5, false, Between(-1.0, 1.0)), near(MOST)],
        ),
    ),
    ("tan", shape(Odd, (-MOST, MOST), &[exact(0.0), near(1.0), (1.5, false, Between(-MOST, MOST)), near(MOST)])),
    ("asin", above((0.0, FRAC_PI_2), &[exact(0.0), near(0.5), near(1.0)])),
    ("acos", shape(Symmetry::None, (0.0, PI), &[near(-1.0), near(-0.5), near(0.0), near(0.5), exact(1.0)])),
    ("atan", below((0.0, FRAC_PI_2), &[exact(0.0), near(0.5), near(1.0), near(10.0), near(1e10), near(INF)])),
    ("sinh", above(POSITIVE, &[exact(0.0), near(1.0), near(10.0), near(80.0), near(700.0), exact(INF)])),
    ("cosh", shape(Even, POSITIVE, &[exact(0.0), near(1.0), near(10.0), near(80.0), near(700.0), exact(INF)])),
    ("tanh", below((0.0, 1.0), &[exact(0.0), near(0.5), near(1.0), near(2.0), near(10.0), exact(INF)])),
    ("asinh", below(POSITIVE, &[exact(0.0), near(1.0), near(10.0), near(1e10), near(MOST), exact(INF)])),
    (
        "acosh",
        shape(Symmetry::None, POSITIVE, &[exact(1.0), near(2.0), near(10.0), near(1e10), near(MOST), exact(INF)]),
    ),
    ("atanh", above(POSITIVE, &[exact(0.0), near(0.5), exact(1.0)])),
    (
        "cbrt",
        shape(Odd, POSITIVE, &[exact(0.0), near(1.0), near(8.0), near(1000.0), near(1e10), near(MOST), exact(INF)]),
    ),
    ("erf", shape(Odd, (0.0, 1.0), &[exact(0.0), near(0.5), near(1.0), near(2.0), exact(INF)])),
    (
        "erfc",
        shape(
            Symmetry::None,
            (0.0, 2.0),
            &[exact(-INF), near(-2.0), near(-1.0), near(0.0), near(1.0), near(2.0), near(5.0), exact(INF)],
        ),
    ),
    (
        "lgamma",
        shape(
            Symmetry::None,
            (-INF, INF),
            &[
                (-INF, true, Between(-INF, INF)),
                (0.0, true, Between(-0.13, INF)),
                (1.0, true, Between(-0.13, INF)),
                exact(2.0),
                near(3.0),
                near(10.0),
                near(1e10),
                exact(INF),
            ],
        ),
    ),
    // Of negative arguments nothing is said (see `unary`).
    (
        "tgamma",
        shape(
            Symmetry::None,
            (-INF, INF),
            &[(0.0, true, Between(0.88, INF)), near(2.0), near(3.0), near(10.0), near(170.0), exact(INF)],
        ),
    ),
    ("j0 j1", shape(Symmetry::None, (-1.0, 1.0), BESSEL)),
    ("y0 y1", shape(Symmetry::None, (-INF, 1.0), SECOND_BESSEL)),
];

/// The shape of a function of one argument. `None` where nothing is known.
fn shape_of(plain: &str) -> Option<&'static Shape> {
    SHAPES.iter().find(|(names, _)| names.split(' ').any(|name| name == plain)).map(|(_, shape)| shape)
}

/// The bits of a type of floating-point numbers, as terms and as numbers.
#[derive(Clone, Copy)]
pub(crate) struct Format<'a> {
    pool: &'a TermPool,
    width: u32,
}

/// A function of one argument: a number's bits to its result's, and doubles to doubles.
pub(super) struct Computed<'a> {
    pub bits: &'a dyn Fn(u64) -> u64,
    pub double: &'a dyn Fn(f64) -> f64,
}

impl<'a> Format<'a> {
    /// That of a float or a double.
    pub fn new(pool: &'a TermPool, ty: Ty) -> Format<'a> {
        Format { pool, width: if ty == Ty::Float(FloatKind::Single) { 32 } else { 64 } }
    }

    fn sign(self) -> u64 {
        1 << (self.width - 1)
    }

    /// The number closest to a double, which is that number where the type has it.
    pub fn bits(self, v: f64) -> u64 {
        match self.width {
            64 => v.to_bits(),
            _ if v.abs() == LEAST => u64::from(f32::from_bits(1).copysign(v as f32).to_bits()),
            _ if v.abs() == MOST => u64::from(f32::MAX.copysign(v as f32).to_bits()),
            _ => u64::from((v as f32).to_bits()),
        }
    }

    pub fn value(self, bits: u64) -> f64 {
        if self.width == 64 { f64::from_bits(bits) } else { f64::from(f32::from_bits(bits as u32)) }
    }

    /// The place of a number's bits in the order of numbers, and back.
    fn turned(self, bits: u64) -> u64 {
        if bits & self.sign() == 0 { bits } else { bits ^ (self.sign() - 1) }
    }

    pub fn place(self, bits: u64) -> i64 {
        let turned = self.turned(bits);
        if self.width == 64 { turned as i64 } else { i64::from(turned as u32 as i32) }
    }

    /// The bits of the number at a place.
    pub fn at_place(self, place: i64) -> u64 {
        let mask = if self.width == 64 { u64::MAX } else { u64::from(u32::MAX) };
        self.turned(place as u64 & mask)
    }

    /// The number so many places further on, but not beyond an infinity or on the other side of zero.
    fn moved(self, bits: u64, by: i64) -> u64 {
        let (zero, infinity) = (bits & self.sign(), (bits & self.sign()) | self.bits(INF));
        let (low, high) = (self.place(zero).min(self.place(infinity)), self.place(zero).max(self.place(infinity)));
        let place = self.place(bits).saturating_add(by).clamp(low, high);
        self.at_place(place)
    }

    /// A bound that a value known as a double is surely not beyond.
    fn outward(self, v: f64, up: bool) -> u64 {
        let bits = self.bits(v);
        if v == 0.0 || v.is_infinite() {
            return bits;
        }
        let by = SLACK as i64 + 1;
        self.moved(bits, if up { by } else { -by })
    }

    /// A bound of all results, which is exact if it is a whole number.
    fn end(self, v: f64, up: bool) -> u64 {
        if v.abs() == MOST || v.fract() == 0.0 { self.bits(v) } else { self.outward(v, up) }
    }

    fn constant(self, bits: u64) -> TermId {
        self.pool.bv(u128::from(bits), self.width)
    }

    fn is_negative(self, t: TermId) -> TermId {
        let top = self.width - 1;
        self.pool.eq(self.pool.extract(t, top, top), self.pool.bv(1, 1))
    }

    /// Without its sign.
    fn abs(self, t: TermId) -> TermId {
        self.pool.and(t, self.constant(self.sign() - 1))
    }

    fn is_nan(self, t: TermId) -> TermId {
        self.pool.ult(self.constant(self.bits(INF)), self.abs(t))
    }

    /// Where C says what the result is whatever a NaN stands beside, it does not mean a signalling one.
    fn is_signalling(self, t: TermId) -> TermId {
        let quiet = if self.width == 64 { 51 } else { 22 };
        let pool = self.pool;
        pool.and(self.is_nan(t), pool.eq(pool.extract(t, quiet, quiet), pool.bv(0, 1)))
    }

    fn is_zero(self, t: TermId) -> TermId {
        self.pool.eq(self.abs(t), self.constant(0))
    }

    /// The opposite where the condition holds.
    fn opposite_if(self, cond: TermId, t: TermId) -> TermId {
        self.pool.ite(cond, self.pool.xor(t, self.constant(self.sign())), t)
    }

    fn order(self, t: TermId) -> TermId {
        let turned = self.pool.xor(t, self.constant(self.sign() - 1));
        self.pool.ite(self.is_negative(t), turned, t)
    }

    fn at_most(self, a: TermId, b: TermId) -> TermId {
        self.pool.sle(self.order(a), self.order(b))
    }

    /// The number, or the bound that it is beyond; a NaN is beyond one of them.
    fn clamped(self, t: TermId, low: TermId, high: TermId) -> TermId {
        let pool = self.pool;
        pool.ite(self.at_most(low, t), pool.ite(self.at_most(t, high), t, high), low)
    }

    /// Any NaN, from any number; one stays as it is.
    fn some_nan(self, t: TermId) -> TermId {
        let quiet = if self.width == 64 { 0x7ff8 << 48 } else { 0x7fc0_0000 };
        self.pool.ite(self.is_nan(t), t, self.pool.or(t, self.constant(quiet)))
    }

    /// Intervals, each by its last argument, and the bounds of the results there.
    fn intervals(self, shape: &Shape, f: &Computed<'_>) -> Vec<(u64, u64, u64)> {
        let range = (self.end(shape.range.0, false), self.end(shape.range.1, true));
        let mut out: Vec<(u64, u64, u64)> = Vec::new();
        for (i, &(at, exact, stretch)) in shape.points.iter().enumerate() {
            let bits = self.bits(at);
            if exact {
                // With a symmetry the argument has no sign.
                let minus = (at == 0.0 && shape.symmetry == Symmetry::None).then_some(self.sign());
                out.extend(minus.into_iter().chain([bits]).map(|bits| (bits, (f.bits)(bits), (f.bits)(bits))));
            }
            let Some(&(to, next_is_exact, _)) = shape.points.get(i + 1) else { break };
            let end = if next_is_exact {
                let to = if to == 0.0 { self.sign() } else { self.bits(to) };
                self.at_place(self.place(to) - 1)
            } else {
                self.bits(to)
            };
            let (low, high) = match stretch {
                Between(low, high) => (self.end(low, false), self.end(high, true)),
                Monotone => {
                    let ends = [at, to].map(|at| (f.double)(self.value(self.bits(at))));
                    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                    // What is odd and rises from zero is not zero anywhere else.
                    let low = if at == 0.0 && shape.symmetry == Odd { 1 } else { self.outward(low, false) };
                    (low, self.outward(high, true))
                }
            };
            let within = |bits: u64| {
                let nearest = |a: u64, b: u64, up: bool| if (self.place(a) > self.place(b)) == up { a } else { b };
                nearest(nearest(bits, range.0, true), range.1, false)
            };
            out.push((end, within(low), within(high)));
        }
        out
    }

    /// The result of a function of one argument, of which only `any` is known to be its bits.
    pub fn unary(self, plain: &str, f: &Computed<'_>, x: TermId, any: TermId) -> TermId {
        let pool = self.pool;
        let Some(shape) = shape_of(plain) else { return any };
        let negative = self.is_negative(x);
        let at = if shape.symmetry == Symmetry::None { x } else { self.abs(x) };
        let intervals = self.intervals(shape, f);
        let mut bounds: Option<(TermId, TermId)> = None;
        for &(end, low, high) in intervals.iter().rev() {
            let (low, high) = (self.constant(low), self.constant(high));
            bounds = Some(match bounds {
                None => (low, high),
                Some(rest) => {
                    let here = self.at_most(at, self.constant(end));
                    (pool.ite(here, low, rest.0), pool.ite(here, high, rest.1))
                }
            });
        }
        let (Some((mut low, mut high)), Some(first), Some(last)) = (bounds, shape.points.first(), shape.points.last())
        else {
            return any;
        };
        let slack = self.constant(SLACK);
        match shape.beside {
            // The argument has no sign here, and is far below what would overflow.
            Some(std::cmp::Ordering::Less) => {
                let above = pool.add(at, slack);
                high = pool.ite(self.at_most(above, high), above, high);
                low = pool.ite(self.at_most(low, high), low, high);
            }
            Some(_) => {
                let below = pool.ite(pool.ult(at, slack), self.constant(0), pool.sub(at, slack));
                low = pool.ite(self.at_most(low, below), below, low);
                low = pool.ite(self.at_most(low, high), low, high);
            }
            None => {}
        }
        let is_odd = shape.symmetry == Odd;
        let turn = |t: TermId| if is_odd { self.opposite_if(negative, t) } else { t };
        let number = turn(self.clamped(turn(any), low, high));
        let mut is_number = pool.not(self.is_nan(x));
        if shape.symmetry == Symmetry::None {
            let start = if first.0 == 0.0 { self.sign() } else { self.bits(first.0) };
            is_number = pool.and(is_number, self.at_most(self.constant(start), at));
        }
        is_number = pool.and(is_number, self.at_most(at, self.constant(self.bits(last.0))));
        let mut none = self.some_nan(any);
        if plain == "tgamma" {
            // A NaN at whole numbers only.
            let open = pool.and(pool.not(self.is_nan(x)), pool.ne(x, self.constant(self.bits(-INF))));
            none = pool.ite(open, any, none);
        }
        pool.ite(is_number, number, none)
    }

    /// The same of two arguments.
    pub fn binary(self, plain: &str, x: TermId, y: TermId, any: TermId) -> TermId {
        match plain {
            "pow" => self.power(x, y, any),
            "atan2" => self.angle(x, y, any),
            "hypot" => self.distance(x, y, any),
            _ => any,
        }
    }

    /// `pow`: powers of negative numbers may be anything.
    fn power(self, x: TermId, y: TermId, any: TermId) -> TermId {
        let pool = self.pool;
        let one = self.constant(self.bits(1.0));
        let falls = pool.xor(self.at_most(one, x), pool.not(self.is_negative(y)));
        let (below, above) = (self.constant(self.outward(1.0, true)), self.constant(self.outward(1.0, false)));
        let low = pool.ite(falls, self.constant(0), above);
        let high = pool.ite(falls, below, self.constant(self.bits(INF)));
        let number = pool.ite(self.is_negative(x), any, self.clamped(any, low, high));
        let is_nan = pool.or(self.is_nan(x), self.is_nan(y));
        let is_one = pool.or(self.is_zero(y), pool.eq(x, one));
        let is_one = pool.and(is_one, pool.not(pool.or(self.is_signalling(x), self.is_signalling(y))));
        pool.ite(is_one, one, pool.ite(is_nan, self.some_nan(any), number))
    }

    /// `atan2`, whose first argument is the height.
    fn angle(self, y: TermId, x: TermId, any: TermId) -> TermId {
        let pool = self.pool;
        let bound = |v: f64, up: bool| self.constant(self.outward(v, up));
        let left = self.is_negative(x);
        let low = pool.ite(left, bound(FRAC_PI_2, false), self.constant(0));
        let high = pool.ite(left, bound(PI, true), bound(FRAC_PI_2, true));
        let number = self.opposite_if(self.is_negative(y), self.clamped(self.abs(any), low, high));
        let is_nan = pool.or(self.is_nan(x), self.is_nan(y));
        pool.ite(is_nan, self.some_nan(any), number)
    }

    /// `hypot`: not less than either side, and infinite with an infinite one, even beside a NaN.
    fn distance(self, x: TermId, y: TermId, any: TermId) -> TermId {
        let pool = self.pool;
        let (x, y) = (self.abs(x), self.abs(y));
        let infinity = self.constant(self.bits(INF));
        let longer = pool.ite(pool.ult(x, y), y, x);
        let slack = self.constant(SLACK);
        let low = pool.ite(pool.ult(longer, slack), self.constant(0), pool.sub(longer, slack));
        let number = self.clamped(any, low, infinity);
        let is_nan = pool.or(self.is_nan(x), self.is_nan(y));
        let is_infinite = pool.or(pool.eq(x, infinity), pool.eq(y, infinity));
        let is_infinite = pool.and(is_infinite, pool.not(pool.or(self.is_signalling(x), self.is_signalling(y))));
        pool.ite(is_infinite, infinity, pool.ite(is_nan, self.some_nan(any), number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::math::{on_bits, on_both, unary};

    const TYPES: [Ty; 2] = [Ty::Float(FloatKind::Double), Ty::Float(FloatKind::Single)];

    /// Numbers of all sizes, those where something begins, and their neighbours.
    fn numbers(format: Format<'_>) -> Vec<u64> {
        let mut out = Vec::new();
        let points = SHAPES.iter().flat_map(|(_, shape)| shape.points.iter().map(|point| point.0));
        for at in points.chain([PI, FRAC_PI_2, 1.461632, 0.3, 3.0, 88.8, 709.9, -745.2, 1e-310]) {
            for at in [at, -at] {
                let bits = format.bits(at);
                out.extend([bits, format.moved(bits, 1), format.moved(bits, -1)]);
            }
        }
        out.extend([format.bits(f64::NAN), format.bits(f64::NAN) | 1 | format.sign(), format.bits(INF) | 1]);
        let mut seed: u64 = 7;
        for i in 0..1000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let any = seed ^ (seed >> 29);
            let small = (any >> 11) as f64 / (1u64 << 53) as f64 * 10f64.powi(i % 7 - 3) - f64::from(i % 5);
            out.extend([any & (format.sign() | (format.sign() - 1)), format.bits(small)]);
        }
        out
    }

    fn is_result(format: Format<'_>, t: TermId, bits: u64) -> bool {
        format.pool.const_value(t) == Some(u128::from(bits))
    }

    #[test]
    fn bounds_hold() {
        let pool = TermPool::new();
        for ty in TYPES {
            let format = Format::new(&pool, ty);
            let all = numbers(format);
            for plain in SHAPES.iter().flat_map(|(names, _)| names.split(' ')) {
                let (double, _) = unary(plain).expect("a function");
                let bits = |x: u64| on_bits(plain, ty, x).unwrap_or(x);
                let computed = Computed { bits: &bits, double: &double };
                for &x in &all {
                    let result = bits(x);
                    let t = format.unary(plain, &computed, format.constant(x), format.constant(result));
                    let value = |bits| format.value(bits);
                    let given = pool.const_value(t).map(|bits| value(bits as u64));
                    assert!(is_result(format, t, result), "{plain} {} {}: {given:?}", value(x), value(result));
                }
            }
            for (i, &x) in all.iter().enumerate() {
                let y = all[(i * 7919 + 13) % all.len()];
                for plain in ["pow", "atan2", "hypot"] {
                    let result = on_both(plain, ty, x, y).expect("a function");
                    let t = format.binary(plain, format.constant(x), format.constant(y), format.constant(result));
                    let value = |bits| format.value(bits);
                    let given = pool.const_value(t).map(|bits| value(bits as u64));
                    assert!(
                        is_result(format, t, result),
                        "{plain} {} {} {}: {given:?}",
                        value(x),
                        value(y),
                        value(result)
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_out_of_bounds_is_bounded() {
        let pool = TermPool::new();
        for ty in TYPES {
            let format = Format::new(&pool, ty);
            let given = |plain: &str, x: f64, any: f64| {
                let (double, _) = unary(plain).expect("a function");
                let bits = |x: u64| on_bits(plain, ty, x).unwrap_or(x);
                let computed = Computed { bits: &bits, double: &double };
                let (x, any) = (format.constant(format.bits(x)), format.constant(format.bits(any)));
                let bits = pool.const_value(format.unary(plain, &computed, x, any)).expect("a value");
                format.value(bits as u64)
            };
            assert_eq!([given("sin", 10.0, 2.0), given("sin", -10.0, -INF)], [1.0, -1.0]);
            assert!(
                given("sin", INF, 0.5).is_nan()
                    && given("log", -1.0, 0.5).is_nan()
                    && !given("exp", 1.0, f64::NAN).is_nan()
            );
            assert_eq!([given("exp", 0.0, 5.0), given("exp", -INF, 5.0), given("log", 0.0, 5.0)], [1.0, 0.0, -INF]);
            assert!(given("exp", 3.0, -0.0) > 2.7 && given("exp", -3.0, 7.0) < 0.37 && given("atan", -7.0, 1.0) > -0.8);
            assert!(
                given("tanh", -3.0, 0.5) < -0.96
                    && given("asinh", 1e-3, 0.5) < 1.1e-3
                    && given("cosh", -2.0, 0.5) > 1.5
            );
        }
    }
}
