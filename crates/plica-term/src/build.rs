//! The simplifying constructors. Terms are built through these only.
//!
//! Oblivious to solvers. Every constructor goes through [`TermPool::build`]; the
//! rewrite rules stand in `rewrite`, one file a family.

use crate::op::{FpRel, FpUnary, Op, RoundingMode, SymbolId, UninterpretedId};
use crate::pool::{TermId, TermPool};
use crate::sort::{FloatFormat, Sort, mask};

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident => $op:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&self, a: TermId, b: TermId) -> TermId {
            self.build(Op::$op, self.sort(a), &[a, b])
        })*
    };
}

macro_rules! relation {
    ($($(#[$doc:meta])* $name:ident => $op:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&self, a: TermId, b: TermId) -> TermId {
            self.build(Op::$op, Sort::BOOL, &[a, b])
        })*
    };
}

impl TermPool {
    /// A bit-vector constant of `width` bits; higher bits of `value` are cut off.
    pub fn bv(&self, value: u128, width: u32) -> TermId {
        self.intern(Op::Const(value & mask(width)), Sort::Bv(width), &[])
    }

    /// `true` or `false`.
    pub fn bool(&self, b: bool) -> TermId {
        if b { self.true_() } else { self.false_() }
    }

    /// Is it the constant true?
    pub fn is_true(&self, t: TermId) -> bool {
        t == self.true_()
    }

    /// Is it the constant false?
    pub fn is_false(&self, t: TermId) -> bool {
        t == self.false_()
    }

    /// Complement; negation of a condition.
    pub fn not(&self, a: TermId) -> TermId {
        self.build(Op::Not, self.sort(a), &[a])
    }

    /// Two's complement negation.
    pub fn neg(&self, a: TermId) -> TermId {
        self.build(Op::Neg, self.sort(a), &[a])
    }

    binary! {
        /// Bitwise and; conjunction of conditions.
        and => And;
        /// Bitwise or; disjunction of conditions.
        or => Or;
        /// Bitwise exclusive or.
        xor => Xor;
        /// Sum modulo 2^w.
        add => Add;
        /// Product modulo 2^w.
        mul => Mul;
        /// Unsigned quotient, see [`Op::Udiv`].
        udiv => Udiv;
        /// Unsigned remainder, see [`Op::Urem`].
        urem => Urem;
        /// Signed quotient, see [`Op::Sdiv`].
        sdiv => Sdiv;
        /// Signed remainder, see [`Op::Srem`].
        srem => Srem;
        /// Left shift, see [`Op::Shl`].
        shl => Shl;
        /// Logical right shift.
        lshr => Lshr;
        /// Arithmetic right shift.
        ashr => Ashr;
    }

    relation! {
        /// Equality of bit-vectors or arrays.
        eq => Eq;
        /// Unsigned less-than.
        ult => Ult;
        /// Unsigned less-or-equal.
        ule => Ule;
        /// Signed less-than.
        slt => Slt;
        /// Signed less-or-equal.
        sle => Sle;
        /// Unsigned product overflow.
        umulo => Umulo;
        /// Signed product overflow.
        smulo => Smulo;
    }

    /// Difference modulo 2^w.
    pub fn sub(&self, a: TermId, b: TermId) -> TermId {
        let nb = self.neg(b);
        self.add(a, nb)
    }

    /// Disequality.
    pub fn ne(&self, a: TermId, b: TermId) -> TermId {
        let e = self.eq(a, b);
        self.not(e)
    }

    /// Implication.
    pub fn implies(&self, a: TermId, b: TermId) -> TermId {
        let na = self.not(a);
        self.or(na, b)
    }

    /// Conjunction of a list; `true` when empty.
    pub fn and_all(&self, ts: &[TermId]) -> TermId {
        ts.iter().fold(self.true_(), |a, &b| self.and(a, b))
    }

    /// The conditions of which a condition is the conjunction, in their order.
    pub fn conjuncts(&self, cond: TermId) -> Vec<TermId> {
        let (mut left, mut out) = (vec![cond], Vec::new());
        while let Some(t) = left.pop() {
            let node = self.node(t);
            match node.op {
                Op::And if self.width(t) == 1 => left.extend(node.args.iter().rev()),
                _ => out.push(t),
            }
        }
        out
    }

    /// Disjunction of a list; `false` when empty.
    pub fn or_all(&self, ts: &[TermId]) -> TermId {
        ts.iter().fold(self.false_(), |a, &b| self.or(a, b))
    }

    /// `if c then a else b`, of any sort.
    pub fn ite(&self, c: TermId, a: TermId, b: TermId) -> TermId {
        if a == b || self.is_true(c) {
            return a;
        }
        if self.is_false(c) {
            return b;
        }
        self.build(Op::Ite, self.sort(a), &[c, a, b])
    }

    /// Concatenation, `hi` above `lo`. The widths' sum is at most 128.
    pub fn concat(&self, hi: TermId, lo: TermId) -> TermId {
        self.build(Op::Concat, Sort::Bv(self.width(hi) + self.width(lo)), &[hi, lo])
    }

    /// Bits `hi` down to `lo` of `a`.
    pub fn extract(&self, a: TermId, hi: u32, lo: u32) -> TermId {
        if lo == 0 && hi + 1 == self.width(a) {
            return a;
        }
        self.build(Op::Extract { hi, lo }, Sort::Bv(hi - lo + 1), &[a])
    }

    /// Zero extension to `width` bits (the same width gives `a` back).
    pub fn zext(&self, a: TermId, width: u32) -> TermId {
        if width == self.width(a) { a } else { self.build(Op::Zext, Sort::Bv(width), &[a]) }
    }

    /// Sign extension to `width` bits (the same width gives `a` back).
    pub fn sext(&self, a: TermId, width: u32) -> TermId {
        if width == self.width(a) { a } else { self.build(Op::Sext, Sort::Bv(width), &[a]) }
    }

    /// Cuts or zero-extends to `width` bits.
    pub fn resize_unsigned(&self, a: TermId, width: u32) -> TermId {
        if width < self.width(a) { self.extract(a, width - 1, 0) } else { self.zext(a, width) }
    }

    /// Cuts or sign-extends to `width` bits.
    pub fn resize_signed(&self, a: TermId, width: u32) -> TermId {
        if width < self.width(a) { self.extract(a, width - 1, 0) } else { self.sext(a, width) }
    }

    /// The array with index width `index` that is `v` everywhere.
    pub fn const_array(&self, index: u32, v: TermId) -> TermId {
        self.build(Op::ConstArray, Sort::Array { index, elem: self.width(v) }, &[v])
    }

    /// The array that maps the bound symbol (a term made by [`TermPool::symbol`] with kind `Bound`) to `body`.
    pub fn lambda(&self, bound: SymbolId, body: TermId) -> TermId {
        let index = self.symbol_info(bound).sort.bv_width().unwrap_or(0);
        self.build(Op::Lambda(bound), Sort::Array { index, elem: self.width(body) }, &[body])
    }

    /// `∀ bound <u limit. body`
    pub fn forall(&self, bound: SymbolId, limit: TermId, body: TermId) -> TermId {
        self.build(Op::Forall(bound), Sort::BOOL, &[limit, body])
    }

    /// The element of `array` at `index`.
    pub fn select(&self, array: TermId, index: TermId) -> TermId {
        let elem = match self.sort(array) {
            Sort::Array { elem, .. } => elem,
            _ => 0,
        };
        self.build(Op::Select, Sort::Bv(elem), &[array, index])
    }

    /// `array` with `value` at `index`.
    pub fn store(&self, array: TermId, index: TermId, value: TermId) -> TermId {
        self.build(Op::Store, self.sort(array), &[array, index, value])
    }

    /// An application of an uninterpreted function.
    pub fn app(&self, f: UninterpretedId, args: &[TermId]) -> TermId {
        self.build(Op::App(f), self.func_info(f).result, args)
    }

    /// The float with these bits; the width of `bits` is that of the format.
    pub fn fp_from_bits(&self, bits: TermId, format: FloatFormat) -> TermId {
        self.build(Op::FpFromBits, Sort::Float(format), &[bits])
    }

    /// The bits of a float, see [`Op::FpToBits`].
    pub fn fp_to_bits(&self, f: TermId) -> TermId {
        let w = match self.sort(f) {
            Sort::Float(format) => format.width(),
            _ => 0,
        };
        self.build(Op::FpToBits, Sort::Bv(w), &[f])
    }

    /// One of the float operators whose result has the sort of the first argument
    /// (`FpAdd` … `FpFma`, `FpSqrt`, `FpNeg`, `FpAbs`).
    pub fn fp_arith(&self, op: Op, args: &[TermId]) -> TermId {
        self.build(op, self.sort(args[0]), args)
    }

    /// Round to an integral number.
    pub fn fp_round(&self, mode: RoundingMode, a: TermId) -> TermId {
        self.build(Op::FpRound(mode), self.sort(a), &[a])
    }

    /// A relation of floats.
    pub fn fp_rel(&self, rel: FpRel, a: TermId, b: TermId) -> TermId {
        self.build(Op::FpRel(rel), Sort::BOOL, &[a, b])
    }

    /// A predicate on a float.
    pub fn fp_is(&self, p: FpUnary, a: TermId) -> TermId {
        self.build(Op::FpIs(p), Sort::BOOL, &[a])
    }

    /// Conversion to another format.
    pub fn fp_to_fp(&self, a: TermId, format: FloatFormat) -> TermId {
        if self.sort(a) == Sort::Float(format) { a } else { self.build(Op::FpToFp, Sort::Float(format), &[a]) }
    }

    /// Conversion from an integer.
    pub fn fp_from_int(&self, a: TermId, signed: bool, format: FloatFormat) -> TermId {
        self.build(if signed { Op::FpFromSbv } else { Op::FpFromUbv }, Sort::Float(format), &[a])
    }

    /// Conversion to an integer, see [`Op::FpToSbv`].
    pub fn fp_to_int(&self, a: TermId, signed: bool, width: u32) -> TermId {
        self.build(if signed { Op::FpToSbv } else { Op::FpToUbv }, Sort::Bv(width), &[a])
    }
}
