//! Terms as people read them: infix, with the names of the source, and no more than a few lines long.
//!
//! Oblivious to solvers: what this prints is never read back. The reading is C's, with signed numbers the usual case:
//! an unsigned operator has a `u` (`<u`, `/u`, `>>u`) only where its signed twin could differ. Invariant: the work and
//! the length are bounded by a budget of nodes and a depth, whatever the term; what is left out is shown by `…`.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::op::{FpRel, FpUnary, Op, SymbolId};
use crate::pool::{TermId, TermPool};
use crate::sort::{FloatFormat, Sort, mask, sign_extend};

/// Nodes printed, at most.
const BUDGET: usize = 160;
/// Operators within operators, at most.
const DEPTH: usize = 24;
/// Names are made unique among at most this many symbols; beyond it they are printed in full.
const NAMES: usize = 256;

/// Binding strength of C's operators: a part that binds less than its place asks for has parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    Order,
    Shift,
    Sum,
    Product,
    Unary,
    Atom,
}

/// How a constant is best read where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Signed,
    Unsigned,
    Bits,
}

struct Printer<'a> {
    pool: &'a TermPool,
    names: FxHashMap<SymbolId, String>,
    left: usize,
    depth: usize,
    out: String,
}

impl TermPool {
    /// The term in readable infix notation, shortened where it is large.
    pub fn infix(&self, t: TermId) -> String {
        let mut p = Printer { pool: self, names: short_names(self, t), left: BUDGET, depth: 0, out: String::new() };
        p.term(t, Binds::Choice, Reading::Signed);
        p.out
    }
}

/// The names of inputs without the number of their creation, where that leaves them distinct within the term.
fn short_names(pool: &TermPool, t: TermId) -> FxHashMap<SymbolId, String> {
    let free = pool.free_symbols(t);
    if free.len() > NAMES {
        return FxHashMap::default();
    }
    let short = |s: SymbolId| {
        let name = &pool.symbol_info(s).name;
        match name.split_once('#') {
            Some((base, rest)) => format!("{base}{}", rest.find('[').map_or("", |i| &rest[i..])),
            None => name.to_string(),
        }
    };
    let mut count: FxHashMap<String, u32> = FxHashMap::default();
    for &s in free.iter() {
        *count.entry(short(s)).or_default() += 1;
    }
    free.iter().map(|&s| (s, short(s))).filter(|(_, n)| count[n] == 1).collect()
}

/// The type of C for an integer of this width.
fn int_type(signed: bool, w: u32) -> String {
    format!("({}{w})", if signed { 'i' } else { 'u' })
}

fn float_type(f: FloatFormat) -> &'static str {
    match f {
        FloatFormat::F16 => "(half)",
        FloatFormat::F32 => "(float)",
        FloatFormat::F64 => "(double)",
        FloatFormat::F80 => "(long double)",
    }
}

impl Printer<'_> {
    fn constant(&mut self, v: u128, w: u32, reading: Reading) {
        let s = sign_extend(v, w);
        let _ = match reading {
            _ if w == 1 => write!(self.out, "{}", v == 1),
            Reading::Bits if v > 9 => write!(self.out, "{v:#x}"),
            Reading::Signed if s.unsigned_abs() < 1 << 32 => write!(self.out, "{s}"),
            _ if v < 1 << 32 => write!(self.out, "{v}"),
            _ => write!(self.out, "{v:#x}"),
        };
    }

    fn float(&mut self, bits: u128, f: FloatFormat) {
        let _ = match f {
            FloatFormat::F32 => write!(self.out, "{:?}f", f32::from_bits(bits as u32)),
            FloatFormat::F64 => write!(self.out, "{:?}", f64::from_bits(bits as u64)),
            FloatFormat::F16 => write!(self.out, "half({bits:#x})"),
            FloatFormat::F80 => write!(self.out, "{}", crate::extended::shown(bits)),
        };
    }

    /// One term, where something that binds at least as `place` is asked for.
    fn term(&mut self, t: TermId, place: Binds, reading: Reading) {
        if let Some(v) = self.pool.const_value(t) {
            return self.constant(v, self.pool.width(t), reading);
        }
        if self.left == 0 || self.depth >= DEPTH {
            self.out.push('…');
            return;
        }
        self.left -= 1;
        self.depth += 1;
        let binds = self.binds(t);
        if binds < place {
            self.out.push('(');
        }
        self.node(t, binds, reading);
        if binds < place {
            self.out.push(')');
        }
        self.depth -= 1;
    }

    fn infix(&mut self, a: TermId, op: &str, b: TermId, binds: Binds, reading: Reading) {
        self.term(a, binds, reading);
        let _ = write!(self.out, " {op} ");
        // The operators group to the left.
        let chain = matches!(self.pool.node(b).op, Op::And | Op::Or | Op::Xor | Op::Concat) && self.binds(b) == binds;
        self.term(b, if chain { binds } else { next(binds) }, reading);
    }

    fn prefix(&mut self, op: &str, a: TermId) {
        self.out.push_str(op);
        self.term(a, Binds::Unary, Reading::Signed);
    }

    fn call(&mut self, name: &str, args: &[TermId]) {
        let _ = write!(self.out, "{name}(");
        for (i, &a) in args.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "" });
            self.term(a, Binds::Choice, Reading::Signed);
        }
        self.out.push(')');
    }

    /// Are these never negative? Then signed and unsigned operators agree on them.
    fn nonneg(&self, ts: &[TermId]) -> bool {
        ts.iter().all(|&t| self.pool.facts(t).smin >= 0)
    }

    /// `(x, k)` for `x >> k`, which terms hold as an extended slice.
    fn right_shift(&self, t: TermId) -> Option<(TermId, u32)> {
        let slice = self.pool.node(self.pool.node(t).args[0]);
        let Op::Extract { hi, lo } = slice.op else { return None };
        let (x, w) = (slice.args[0], self.pool.width(t));
        (lo > 0 && hi + 1 == self.pool.width(x) && self.pool.width(x) == w).then_some((x, lo))
    }

    /// `(x, n)` for the `n` low bits of `x`, zero-extended to the width of `x`.
    fn low_bits(&self, t: TermId) -> Option<(TermId, u32)> {
        let slice = self.pool.node(self.pool.node(t).args[0]);
        let Op::Extract { hi, lo: 0 } = slice.op else { return None };
        (self.pool.width(slice.args[0]) == self.pool.width(t)).then_some((slice.args[0], hi + 1))
    }

    /// The term that an extension shows as, if the extension itself needs no mention.
    fn seen_through(&self, t: TermId) -> Option<TermId> {
        let n = self.pool.node(t);
        let plain = match n.op {
            Op::Sext => self.pool.width(n.args[0]) > 1 && self.right_shift(t).is_none(),
            Op::Zext => {
                let known = self.right_shift(t).is_some() || self.low_bits(t).is_some();
                !known && (self.pool.width(n.args[0]) == 1 || self.nonneg(&[n.args[0]]))
            }
            Op::FpFromBits | Op::FpToBits => self.pool.const_value(n.args[0]).is_none(),
            _ => false,
        };
        plain.then(|| n.args[0])
    }

    fn binds(&self, mut t: TermId) -> Binds {
        while let Some(inner) = self.seen_through(t) {
            t = inner;
        }
        let n = self.pool.node(t);
        let bool = n.sort == Sort::BOOL;
        match n.op {
            Op::Ite => Binds::Choice,
            Op::Or if bool => Binds::Or,
            Op::And if bool => Binds::And,
            Op::Or => Binds::BitOr,
            Op::Xor => Binds::BitXor,
            Op::And => Binds::BitAnd,
            Op::Eq | Op::FpRel(FpRel::Eq) => Binds::Equal,
            Op::Not if self.pool.node(n.args[0]).op == Op::Eq => Binds::Equal,
            Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::FpRel(_) => Binds::Order,
            Op::Shl | Op::Lshr | Op::Ashr | Op::Concat => Binds::Shift,
            Op::Zext | Op::Sext if self.right_shift(t).is_some() => Binds::Shift,
            Op::Zext if self.low_bits(t).is_some() => Binds::BitAnd,
            Op::Add | Op::FpAdd | Op::FpSub => Binds::Sum,
            Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem | Op::FpMul | Op::FpDiv => Binds::Product,
            Op::Not | Op::Neg | Op::Zext | Op::Sext | Op::FpNeg => Binds::Unary,
            Op::FpToFp | Op::FpFromSbv | Op::FpFromUbv | Op::FpToSbv | Op::FpToUbv => Binds::Unary,
            Op::Extract { lo: 0, .. } if !bool => Binds::Unary,
            _ => Binds::Atom,
        }
    }

    fn node(&mut self, t: TermId, binds: Binds, reading: Reading) {
        let n = self.pool.node(t);
        if let Some(inner) = self.seen_through(t) {
            // The parentheses that this place asks for are already there.
            return self.term(inner, Binds::Choice, reading);
        }
        let a = n.args.first().copied().unwrap_or(t);
        let b = n.args.get(1).copied().unwrap_or(t);
        let w = self.pool.width(t);
        match n.op {
            Op::Const(_) => {}
            Op::Symbol(s) => match self.names.get(&s) {
                Some(name) => self.out.push_str(name),
                None => self.out.push_str(&self.pool.symbol_info(s).name),
            },
            Op::Add => self.sum(a, b),
            Op::Neg => self.prefix("-", a),
            Op::Not if n.sort != Sort::BOOL => self.prefix("~", a),
            Op::Not => match self.pool.node(a) {
                e if e.op == Op::Eq => self.infix(e.args[0], "!=", e.args[1], binds, Reading::Signed),
                _ => self.prefix("!", a),
            },
            Op::And => self.infix(a, if n.sort == Sort::BOOL { "&&" } else { "&" }, b, binds, Reading::Bits),
            Op::Or => self.infix(a, if n.sort == Sort::BOOL { "||" } else { "|" }, b, binds, Reading::Bits),
            Op::Xor => self.infix(a, "^", b, binds, Reading::Bits),
            Op::Mul => self.infix(a, "*", b, binds, Reading::Signed),
            Op::Sdiv => self.infix(a, "/", b, binds, Reading::Signed),
            Op::Srem => self.infix(a, "%", b, binds, Reading::Signed),
            Op::Slt | Op::Ult if self.is_lower_bound(n.op, a) => self.at_least(n.op, a, b),
            Op::Slt => self.infix(a, "<", b, binds, Reading::Signed),
            Op::Sle => self.infix(a, "<=", b, binds, Reading::Signed),
            Op::Udiv => self.unsigned(a, "/", "/u", b, binds),
            Op::Urem => self.unsigned(a, "%", "%u", b, binds),
            Op::Ult => self.unsigned(a, "<", "<u", b, binds),
            Op::Ule => self.unsigned(a, "<=", "<=u", b, binds),
            Op::Eq => self.infix(a, "==", b, binds, Reading::Signed),
            Op::Shl => self.infix(a, "<<", b, binds, Reading::Signed),
            Op::Lshr => self.infix(a, if self.nonneg(&[a]) { ">>" } else { ">>u" }, b, binds, Reading::Signed),
            Op::Ashr => self.infix(a, ">>", b, binds, Reading::Signed),
            Op::Concat => self.infix(a, "++", b, binds, Reading::Bits),
            Op::Zext | Op::Sext => self.extension(n.op, t, a),
            Op::Extract { lo: 0, .. } if w > 1 => self.prefix(&int_type(true, w), a),
            Op::Extract { hi, lo } => {
                self.term(a, Binds::Atom, Reading::Bits);
                let _ = if hi == lo { write!(self.out, "[bit {lo}]") } else { write!(self.out, "[bits {hi}:{lo}]") };
            }
            Op::Ite => {
                self.term(a, Binds::Or, Reading::Signed);
                self.out.push_str(" ? ");
                self.term(b, Binds::Choice, reading);
                self.out.push_str(" : ");
                self.term(n.args[2], Binds::Choice, reading);
            }
            Op::Umulo => self.call("umul_overflows", &n.args),
            Op::Smulo => self.call("mul_overflows", &n.args),
            Op::Forall(s) => {
                let _ = write!(self.out, "(∀{} < ", self.pool.symbol_info(s).name);
                self.term(a, Binds::Shift, Reading::Signed);
                self.out.push_str(". ");
                self.bracketed("", b, ")");
            }
            Op::App(f) => self.call(&self.pool.func_info(f).name.clone(), &n.args),
            Op::Select | Op::Store | Op::Table(_) | Op::ConstArray | Op::Lambda(_) => self.array_node(n.op, &n.args),
            op => self.float_node(op, n.sort, &n.args, binds),
        }
    }

    /// An operator that has one meaning for numbers with a sign and another for those without: marked if unsigned and
    /// it makes a difference.
    fn unsigned(&mut self, a: TermId, plain: &str, marked: &str, b: TermId, binds: Binds) {
        let (op, reading) = if self.nonneg(&[a, b]) { (plain, Reading::Signed) } else { (marked, Reading::Unsigned) };
        self.infix(a, op, b, binds, reading);
    }

    /// A number made wider: a shift or a mask where that is what it says, else a cast.
    fn extension(&mut self, op: Op, t: TermId, a: TermId) {
        if let Some((x, k)) = self.right_shift(t) {
            let plain = op == Op::Sext || self.nonneg(&[x]);
            self.term(x, Binds::Shift, Reading::Signed);
            let _ = write!(self.out, " {} {k}", if plain { ">>" } else { ">>u" });
        } else if let Some((x, bits)) = self.low_bits(t).filter(|_| op == Op::Zext) {
            self.term(x, Binds::BitAnd, Reading::Bits);
            let _ = write!(self.out, " & {:#x}", mask(bits));
        } else if op == Op::Sext {
            // All ones for true.
            self.prefix("-", a);
        } else {
            self.prefix(&int_type(false, self.pool.width(a)), a);
        }
    }

    fn array_node(&mut self, op: Op, args: &[TermId]) {
        match (op, args) {
            (Op::Select, &[array, index]) => {
                self.term(array, Binds::Atom, Reading::Signed);
                self.bracketed("[", index, "]");
            }
            (Op::Store, &[array, index, value]) => {
                self.term(array, Binds::Atom, Reading::Signed);
                self.bracketed("{", index, " := ");
                self.bracketed("", value, "}");
            }
            (Op::Table(id), _) => {
                let _ = write!(self.out, "table{}", id.0);
            }
            (Op::ConstArray, &[element]) => self.bracketed("{all ", element, "}"),
            (Op::Lambda(s), &[body]) => {
                let _ = write!(self.out, "(λ{}. ", self.pool.symbol_info(s).name);
                self.bracketed("", body, ")");
            }
            _ => {}
        }
    }

    /// Is `k < …` with this `k` the same as `… >= k + 1`?
    fn is_lower_bound(&self, op: Op, k: TermId) -> bool {
        let greatest = mask(self.pool.width(k)) >> u32::from(op == Op::Slt);
        self.pool.const_value(k).is_some_and(|k| k != greatest)
    }

    /// `k < x` as `x >= k + 1`: terms hold both comparisons in the first form.
    fn at_least(&mut self, op: Op, k: TermId, x: TermId) {
        let marked = op == Op::Ult && !self.nonneg(&[x]);
        let (sign, reading) = if marked { (" >=u ", Reading::Unsigned) } else { (" >= ", Reading::Signed) };
        self.term(x, Binds::Shift, reading);
        self.out.push_str(sign);
        let (w, k) = (self.pool.width(k), self.pool.const_value(k).unwrap_or(0));
        self.constant(k.wrapping_add(1) & mask(w), w, reading);
    }

    fn bracketed(&mut self, open: &str, t: TermId, close: &str) {
        self.out.push_str(open);
        self.term(t, Binds::Choice, Reading::Signed);
        self.out.push_str(close);
    }

    /// `x + y`, with a negative second addend subtracted.
    fn sum(&mut self, a: TermId, b: TermId) {
        let (w, n) = (self.pool.width(a), self.pool.node(b));
        self.term(a, Binds::Sum, Reading::Signed);
        match (self.pool.const_value(b).map(|k| sign_extend(k, w)), n.op) {
            (Some(k), _) if k < 0 && k > -(1 << 32) => {
                let _ = write!(self.out, " - {}", -k);
            }
            (None, Op::Neg) => {
                self.out.push_str(" - ");
                self.term(n.args[0], Binds::Product, Reading::Signed);
            }
            _ => {
                self.out.push_str(" + ");
                self.term(b, Binds::Product, Reading::Signed);
            }
        }
    }

    fn float_node(&mut self, op: Op, sort: Sort, args: &[TermId], binds: Binds) {
        let a = args[0];
        let b = args.get(1).copied().unwrap_or(a);
        match (op, sort) {
            (Op::FpFromBits, Sort::Float(f)) => match self.pool.const_value(a) {
                Some(bits) => self.float(bits, f),
                None => self.term(a, binds, Reading::Signed),
            },
            (Op::FpToFp | Op::FpFromSbv, Sort::Float(f)) => self.prefix(float_type(f), a),
            (Op::FpFromUbv, Sort::Float(f)) => {
                let unsigned = if self.nonneg(&[a]) { String::new() } else { int_type(false, self.pool.width(a)) };
                self.prefix(&format!("{}{unsigned}", float_type(f)), a);
            }
            (Op::FpToSbv | Op::FpToUbv, Sort::Bv(w)) => self.prefix(&int_type(op == Op::FpToSbv, w), a),
            (Op::FpAdd, _) => self.infix(a, "+", b, binds, Reading::Signed),
            (Op::FpSub, _) => self.infix(a, "-", b, binds, Reading::Signed),
            (Op::FpMul, _) => self.infix(a, "*", b, binds, Reading::Signed),
            (Op::FpDiv, _) => self.infix(a, "/", b, binds, Reading::Signed),
            (Op::FpNeg, _) => self.prefix("-", a),
            (Op::FpRel(FpRel::Eq), _) => self.infix(a, "==", b, binds, Reading::Signed),
            (Op::FpRel(FpRel::Lt), _) => self.infix(a, "<", b, binds, Reading::Signed),
            (Op::FpRel(FpRel::Le), _) => self.infix(a, "<=", b, binds, Reading::Signed),
            (Op::FpIs(p), _) => {
                let name = match p {
                    FpUnary::IsNan => "isnan",
                    FpUnary::IsInf => "isinf",
                    FpUnary::IsZero => "iszero",
                    FpUnary::IsSubnormal => "issubnormal",
                    FpUnary::IsNormal => "isnormal",
                    FpUnary::IsNegative => "signbit",
                };
                self.call(name, args);
            }
            (Op::FpAbs, _) => self.call("fabs", args),
            (Op::FpSqrt, _) => self.call("sqrt", args),
            (Op::FpFmod, _) => self.call("fmod", args),
            (Op::FpFma, _) => self.call("fma", args),
            (Op::FpRound(_), _) => self.call("round", args),
            _ => self.call("bits", args),
        }
    }
}

/// What binds one step more.
fn next(b: Binds) -> Binds {
    match b {
        Binds::Choice => Binds::Or,
        Binds::Or => Binds::And,
        Binds::And => Binds::BitOr,
        Binds::BitOr => Binds::BitXor,
        Binds::BitXor => Binds::BitAnd,
        Binds::BitAnd => Binds::Equal,
        Binds::Equal => Binds::Order,
        Binds::Order => Binds::Shift,
        Binds::Shift => Binds::Sum,
        Binds::Sum => Binds::Product,
        _ => Binds::Unary,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::SymbolKind;

    #[track_caller]
    fn check(pool: &TermPool, t: TermId, expect: &str) {
        assert_eq!(pool.infix(t), expect);
    }

    fn int(p: &TermPool, name: &str) -> TermId {
        p.symbol(name, Sort::Bv(32), SymbolKind::Input)
    }

    #[test]
    fn inputs_have_the_names_of_the_source() {
        let p = TermPool::new();
        let (x, y, again, at) = (int(&p, "n#0"), int(&p, "m#1"), int(&p, "n#2"), int(&p, "a#3[4]"));
        check(&p, p.slt(p.add(x, at), y), "n + a[4] < m");
        // Two inputs of one name keep their numbers.
        check(&p, p.slt(x, again), "n#0 < n#2");
        check(&p, int(&p, "uninit17+8"), "uninit17+8");
    }

    #[test]
    fn unsigned_operators_are_marked_where_it_matters() {
        let p = TermPool::new();
        let (x, y) = (int(&p, "x"), int(&p, "y"));
        let c = p.symbol("c", Sort::Bv(8), SymbolKind::Input);
        check(&p, p.ult(x, y), "x <u y");
        check(&p, p.udiv(x, y), "x /u y");
        check(&p, p.lshr(x, y), "x >>u y");
        check(&p, p.not(p.slt(x, p.bv(0, 32))), "x >= 0");
        check(&p, p.ult(p.bv(15, 32), x), "x >=u 16");
        check(&p, p.lshr(x, p.bv(3, 32)), "x >>u 3");
        check(&p, p.ashr(x, p.bv(3, 32)), "x >> 3");
        check(&p, p.and(x, p.bv(255, 32)), "x & 0xff");
        // Both sides are never negative: nothing to tell apart.
        let (wide, low) = (p.zext(c, 32), p.and(x, p.bv(255, 32)));
        check(&p, p.ult(p.add(wide, p.bv(1, 32)), p.add(low, p.bv(3, 32))), "(u8)c + 1 < (x & 0xff) + 3");
    }

    #[test]
    fn parentheses_stand_where_c_needs_them() {
        let p = TermPool::new();
        let (x, y, z) = (int(&p, "x"), int(&p, "y"), int(&p, "z"));
        check(&p, p.sub(x, p.add(y, z)), "x - y - z");
        check(&p, p.mul(p.add(x, y), z), "z * (x + y)");
        check(&p, p.add(p.mul(x, y), z), "z + x * y");
        check(&p, p.add(x, p.bv(-3i128 as u128, 32)), "x - 3");
        check(&p, p.neg(p.sdiv(x, y)), "-(x / y)");
        let both = p.and(p.or(p.slt(x, y), p.ne(y, z)), p.eq(x, p.bv(5, 32)));
        check(&p, both, "(x < y || y != z) && x == 5");
        check(&p, p.ite(p.slt(x, y), p.add(x, z), p.bv(u128::MAX, 32)), "x < y ? x + z : -1");
        check(&p, p.sdiv(x, p.sdiv(y, z)), "x / (y / z)");
        check(&p, p.xor(p.and(x, y), z), "z ^ x & y");
    }

    #[test]
    fn arrays_and_floats() {
        let p = TermPool::new();
        let (x, y) = (int(&p, "x"), int(&p, "y"));
        let a = p.symbol("a", Sort::Array { index: 32, elem: 32 }, SymbolKind::Input);
        check(&p, p.select(p.store(a, x, p.bv(7, 32)), y), "a{x := 7}[y]");
        let f = p.fp_from_bits(x, FloatFormat::F32);
        let half = p.fp_from_bits(p.bv(0x3f00_0000, 32), FloatFormat::F32);
        check(&p, p.fp_rel(FpRel::Lt, p.fp_arith(Op::FpMul, &[f, half]), f), "x * 0.5f < x");
    }

    #[test]
    fn a_shared_term_is_not_printed_exponentially_often() {
        let p = TermPool::new();
        let mut t = int(&p, "x");
        for _ in 0..10_000 {
            t = p.mul(t, p.udiv(t, int(&p, "y")));
        }
        let s = p.infix(t);
        assert!(s.contains('…') && s.len() < 4000, "{s}");
    }
}
