//! Terms of the Z3 library: a context, and SMT-LIB's operators made in it.
//!
//! Oblivious to plica's terms and to solving. Every term is counted once when made, and let go before the context: what
//! is still counted then is freed layer by layer, each after a look at all that is left, which took a quarter of the
//! time in some runs.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_uint};

use plica_term::{FpUnary, RoundingMode, Sort};
use rustc_hash::FxHashMap;
use z3_sys as z;

use crate::sink::{EncodeError, Prim, Sink, SinkSort};

/// An operator of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Integer {
    Add,
    Mul,
    /// By a positive number, down.
    Div,
    Mod,
    Ite,
    Eq,
    Less,
    AtMost,
}

/// A context of the library.
pub(crate) struct Context {
    raw: z::Z3_context,
    /// That of integers, once there are some.
    integers: Option<z::Z3_sort>,
    sorts: FxHashMap<SinkSort, z::Z3_sort>,
    /// What was counted, in the order in which it was made: whatever a term is made of comes before it.
    kept: RefCell<Vec<z::Z3_ast>>,
}

impl Context {
    pub(crate) fn new() -> Result<Self, EncodeError> {
        // SAFETY: the configuration is freed; without an error handler the library returns null instead of exiting.
        unsafe {
            let config = z::Z3_mk_config().ok_or_else(|| EncodeError::Refused("no configuration".into()))?;
            let raw = z::Z3_mk_context_rc(config);
            z::Z3_del_config(config);
            let raw = raw.ok_or_else(|| EncodeError::Refused("no context".into()))?;
            z::Z3_set_error_handler(raw, None);
            Ok(Context { raw, integers: None, sorts: FxHashMap::default(), kept: RefCell::default() })
        }
    }

    pub(crate) fn raw(&self) -> z::Z3_context {
        self.raw
    }

    /// How many terms it keeps.
    pub(crate) fn len(&self) -> usize {
        self.kept.borrow().len()
    }

    /// The library's last error.
    pub(crate) fn refusal(&self) -> EncodeError {
        // SAFETY: the string lives until the next call.
        let text = unsafe {
            let code = z::Z3_get_error_code(self.raw);
            CStr::from_ptr(z::Z3_get_error_msg(self.raw, code)).to_string_lossy().into_owned()
        };
        EncodeError::Refused(format!("z3: {text}"))
    }

    /// Counts a new term.
    fn keep(&self, made: Option<z::Z3_ast>) -> Result<z::Z3_ast, EncodeError> {
        let made = made.ok_or_else(|| self.refusal())?;
        self.count(made);
        Ok(made)
    }

    /// Counts a term of this context, until the context ends.
    pub(crate) fn count(&self, term: z::Z3_ast) {
        // SAFETY: it was made by this context just now.
        unsafe { z::Z3_inc_ref(self.raw, term) };
        self.kept.borrow_mut().push(term);
    }

    fn sort(&mut self, sort: SinkSort) -> Result<z::Z3_sort, EncodeError> {
        if let Some(&known) = self.sorts.get(&sort) {
            return Ok(known);
        }
        let c = self.raw;
        // SAFETY: widths are at least 1 in every sort of plica's.
        let made = unsafe {
            match sort {
                SinkSort::Bool => z::Z3_mk_bool_sort(c),
                SinkSort::Of(Sort::Bv(w)) => z::Z3_mk_bv_sort(c, w),
                SinkSort::Of(Sort::Float(f)) => z::Z3_mk_fpa_sort(c, f.exponent(), f.significand()),
                SinkSort::Of(Sort::Array { index, elem }) => {
                    let index = self.sort(SinkSort::Of(Sort::Bv(index)))?;
                    let elem = self.sort(SinkSort::Of(Sort::Bv(elem)))?;
                    z::Z3_mk_array_sort(c, index, elem)
                }
            }
        };
        let made = made.ok_or_else(|| self.refusal())?;
        // SAFETY: a sort is a term too, and counted like one.
        if let Some(ast) = unsafe { z::Z3_sort_to_ast(c, made) } {
            self.count(ast);
        }
        self.sorts.insert(sort, made);
        Ok(made)
    }

    fn sort_of_integers(&mut self) -> Result<z::Z3_sort, EncodeError> {
        if let Some(known) = self.integers {
            return Ok(known);
        }
        // SAFETY: no preconditions.
        let made = unsafe { z::Z3_mk_int_sort(self.raw) }.ok_or_else(|| self.refusal())?;
        // SAFETY: a sort is a term too, and counted like one.
        if let Some(ast) = unsafe { z::Z3_sort_to_ast(self.raw, made) } {
            self.count(ast);
        }
        self.integers = Some(made);
        Ok(made)
    }

    /// An integer, as SMT-LIB's theory of integers has them.
    pub(crate) fn integer(&mut self, value: i128) -> Result<z::Z3_ast, EncodeError> {
        let sort = self.sort_of_integers()?;
        // SAFETY: the string is decimal and ends in zero.
        self.keep(unsafe {
            match i64::try_from(value) {
                Ok(small) => z::Z3_mk_int64(self.raw, small, sort),
                Err(_) => {
                    let digits = CString::new(value.to_string()).unwrap_or_default();
                    z::Z3_mk_numeral(self.raw, digits.as_ptr(), sort)
                }
            }
        })
    }

    /// A new unknown integer. The name is unique.
    pub(crate) fn integer_constant(&mut self, name: &str) -> Result<z::Z3_ast, EncodeError> {
        let sort = self.sort_of_integers()?;
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: the name ends in zero.
        let symbol = unsafe { z::Z3_mk_string_symbol(self.raw, name.as_ptr()) }.ok_or_else(|| self.refusal())?;
        // SAFETY: symbol and sort are of this context.
        self.keep(unsafe { z::Z3_mk_const(self.raw, symbol, sort) })
    }

    /// An operator of integers applied: to two, or to a condition and two.
    pub(crate) fn apply_integer(&mut self, op: Integer, args: &[z::Z3_ast]) -> Result<z::Z3_ast, EncodeError> {
        let c = self.raw;
        // SAFETY: whoever asks gives arguments of the right number and sorts, of this context.
        self.keep(unsafe {
            match op {
                Integer::Add => z::Z3_mk_add(c, args.len() as c_uint, args.as_ptr()),
                Integer::Mul => z::Z3_mk_mul(c, args.len() as c_uint, args.as_ptr()),
                Integer::Div => z::Z3_mk_div(c, args[0], args[1]),
                Integer::Mod => z::Z3_mk_mod(c, args[0], args[1]),
                Integer::Ite => z::Z3_mk_ite(c, args[0], args[1], args[2]),
                Integer::Eq => z::Z3_mk_eq(c, args[0], args[1]),
                Integer::Less => z::Z3_mk_lt(c, args[0], args[1]),
                Integer::AtMost => z::Z3_mk_le(c, args[0], args[1]),
            }
        })
    }

    fn rounding(&self, mode: RoundingMode) -> Result<z::Z3_ast, EncodeError> {
        // SAFETY: no preconditions.
        self.keep(unsafe {
            match mode {
                RoundingMode::NearestEven => z::Z3_mk_fpa_rne(self.raw),
                RoundingMode::NearestAway => z::Z3_mk_fpa_rna(self.raw),
                RoundingMode::TowardZero => z::Z3_mk_fpa_rtz(self.raw),
                RoundingMode::TowardPositive => z::Z3_mk_fpa_rtp(self.raw),
                RoundingMode::TowardNegative => z::Z3_mk_fpa_rtn(self.raw),
            }
        })
    }

    fn application(&self, t: z::Z3_ast) -> Result<z::Z3_app, EncodeError> {
        // SAFETY: a constant is an application.
        unsafe { z::Z3_to_app(self.raw, t) }.ok_or_else(|| self.refusal())
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: made by `new`; the solver in it is dropped before (field order of the owner). Each term was counted
        // as often as it is in the list.
        unsafe {
            for term in self.kept.get_mut().drain(..).rev() {
                z::Z3_dec_ref(self.raw, term);
            }
            z::Z3_del_context(self.raw);
        }
    }
}

impl Sink for Context {
    type Term = z::Z3_ast;
    fn bool_value(&mut self, value: bool) -> Result<z::Z3_ast, EncodeError> {
        // SAFETY: no preconditions.
        self.keep(unsafe { if value { z::Z3_mk_true(self.raw) } else { z::Z3_mk_false(self.raw) } })
    }

    fn bv_value(&mut self, value: u128, width: u32) -> Result<z::Z3_ast, EncodeError> {
        let sort = self.sort(SinkSort::Of(Sort::Bv(width)))?;
        // SAFETY: the string is decimal and ends in zero.
        self.keep(unsafe {
            match u64::try_from(value) {
                Ok(small) => z::Z3_mk_unsigned_int64(self.raw, small, sort),
                Err(_) => {
                    let digits = CString::new(value.to_string()).unwrap_or_default();
                    z::Z3_mk_numeral(self.raw, digits.as_ptr(), sort)
                }
            }
        })
    }

    fn constant(&mut self, name: &str, sort: SinkSort) -> Result<z::Z3_ast, EncodeError> {
        let sort = self.sort(sort)?;
        // A name from a program can hold anything but the zero that ends a C string.
        let name = CString::new(name.replace('\0', "?")).unwrap_or_default();
        // SAFETY: the name ends in zero.
        let symbol = unsafe { z::Z3_mk_string_symbol(self.raw, name.as_ptr()) }.ok_or_else(|| self.refusal())?;
        // SAFETY: symbol and sort are of this context.
        self.keep(unsafe { z::Z3_mk_const(self.raw, symbol, sort) })
    }

    fn const_array(&mut self, index: u32, _elem: u32, value: z::Z3_ast) -> Result<z::Z3_ast, EncodeError> {
        let index = self.sort(SinkSort::Of(Sort::Bv(index)))?;
        // SAFETY: the value is of the element sort.
        self.keep(unsafe { z::Z3_mk_const_array(self.raw, index, value) })
    }

    fn apply(&mut self, prim: Prim, sort: SinkSort, args: &[z::Z3_ast]) -> Result<z::Z3_ast, EncodeError> {
        let c = self.raw;
        let a = |i: usize| args[i];
        let both = |args: &[z::Z3_ast]| (args.len() as c_uint, args.as_ptr());
        let needs_rounding = match prim {
            Prim::FpToSbv(_) | Prim::FpToUbv(_) => Some(RoundingMode::TowardZero),
            Prim::FpRound(mode) => Some(mode),
            Prim::FpAdd | Prim::FpSub | Prim::FpMul | Prim::FpDiv | Prim::FpFma | Prim::FpSqrt => {
                Some(RoundingMode::NearestEven)
            }
            Prim::FpToFp(_) | Prim::FpFromSbv(_) | Prim::FpFromUbv(_) => Some(RoundingMode::NearestEven),
            _ => None,
        };
        // Any term stands in where no rounding mode is used.
        let rm = match needs_rounding {
            Some(mode) => self.rounding(mode)?,
            None => a(0),
        };
        let s = self.sort(sort)?;
        // SAFETY: the encoder applies operators to arguments of the right number and sorts, of this context.
        let made = unsafe {
            match prim {
                Prim::Not => z::Z3_mk_not(c, a(0)),
                Prim::And => {
                    let (n, p) = both(args);
                    z::Z3_mk_and(c, n, p)
                }
                Prim::Or => {
                    let (n, p) = both(args);
                    z::Z3_mk_or(c, n, p)
                }
                Prim::Xor => z::Z3_mk_xor(c, a(0), a(1)),
                Prim::Implies => z::Z3_mk_implies(c, a(0), a(1)),
                Prim::Eq => z::Z3_mk_eq(c, a(0), a(1)),
                Prim::Ite => z::Z3_mk_ite(c, a(0), a(1), a(2)),
                Prim::BvNot => z::Z3_mk_bvnot(c, a(0)),
                Prim::BvAnd => z::Z3_mk_bvand(c, a(0), a(1)),
                Prim::BvOr => z::Z3_mk_bvor(c, a(0), a(1)),
                Prim::BvXor => z::Z3_mk_bvxor(c, a(0), a(1)),
                Prim::BvNeg => z::Z3_mk_bvneg(c, a(0)),
                Prim::BvAdd => z::Z3_mk_bvadd(c, a(0), a(1)),
                Prim::BvMul => z::Z3_mk_bvmul(c, a(0), a(1)),
                Prim::BvUdiv => z::Z3_mk_bvudiv(c, a(0), a(1)),
                Prim::BvUrem => z::Z3_mk_bvurem(c, a(0), a(1)),
                Prim::BvSdiv => z::Z3_mk_bvsdiv(c, a(0), a(1)),
                Prim::BvSrem => z::Z3_mk_bvsrem(c, a(0), a(1)),
                Prim::BvShl => z::Z3_mk_bvshl(c, a(0), a(1)),
                Prim::BvLshr => z::Z3_mk_bvlshr(c, a(0), a(1)),
                Prim::BvAshr => z::Z3_mk_bvashr(c, a(0), a(1)),
                Prim::Concat => z::Z3_mk_concat(c, a(0), a(1)),
                Prim::Extract { hi, lo } => z::Z3_mk_extract(c, hi, lo, a(0)),
                Prim::Zext(n) => z::Z3_mk_zero_ext(c, n, a(0)),
                Prim::Sext(n) => z::Z3_mk_sign_ext(c, n, a(0)),
                Prim::Ult => z::Z3_mk_bvult(c, a(0), a(1)),
                Prim::Ule => z::Z3_mk_bvule(c, a(0), a(1)),
                Prim::Slt => z::Z3_mk_bvslt(c, a(0), a(1)),
                Prim::Sle => z::Z3_mk_bvsle(c, a(0), a(1)),
                Prim::Umulo(_) => {
                    let fits = self.keep(z::Z3_mk_bvmul_no_overflow(c, a(0), a(1), false))?;
                    z::Z3_mk_not(c, fits)
                }
                Prim::Smulo(_) => {
                    let above = self.keep(z::Z3_mk_bvmul_no_overflow(c, a(0), a(1), true))?;
                    let below = self.keep(z::Z3_mk_bvmul_no_underflow(c, a(0), a(1)))?;
                    let fits = self.keep(z::Z3_mk_and(c, 2, [above, below].as_ptr()))?;
                    z::Z3_mk_not(c, fits)
                }
                Prim::Select => z::Z3_mk_select(c, a(0), a(1)),
                Prim::Store => z::Z3_mk_store(c, a(0), a(1), a(2)),
                Prim::FpFromBits(_) => z::Z3_mk_fpa_to_fp_bv(c, a(0), s),
                Prim::FpToFp(_) => z::Z3_mk_fpa_to_fp_float(c, rm, a(0), s),
                Prim::FpFromSbv(_) => z::Z3_mk_fpa_to_fp_signed(c, rm, a(0), s),
                Prim::FpFromUbv(_) => z::Z3_mk_fpa_to_fp_unsigned(c, rm, a(0), s),
                Prim::FpToSbv(w) => z::Z3_mk_fpa_to_sbv(c, rm, a(0), w),
                Prim::FpToUbv(w) => z::Z3_mk_fpa_to_ubv(c, rm, a(0), w),
                Prim::FpAdd => z::Z3_mk_fpa_add(c, rm, a(0), a(1)),
                Prim::FpSub => z::Z3_mk_fpa_sub(c, rm, a(0), a(1)),
                Prim::FpMul => z::Z3_mk_fpa_mul(c, rm, a(0), a(1)),
                Prim::FpDiv => z::Z3_mk_fpa_div(c, rm, a(0), a(1)),
                Prim::FpFma => z::Z3_mk_fpa_fma(c, rm, a(0), a(1), a(2)),
                Prim::FpSqrt => z::Z3_mk_fpa_sqrt(c, rm, a(0)),
                Prim::FpRound(_) => z::Z3_mk_fpa_round_to_integral(c, rm, a(0)),
                Prim::FpNeg => z::Z3_mk_fpa_neg(c, a(0)),
                Prim::FpAbs => z::Z3_mk_fpa_abs(c, a(0)),
                Prim::FpEq => z::Z3_mk_fpa_eq(c, a(0), a(1)),
                Prim::FpLt => z::Z3_mk_fpa_lt(c, a(0), a(1)),
                Prim::FpLe => z::Z3_mk_fpa_leq(c, a(0), a(1)),
                Prim::FpIs(FpUnary::IsNan) => z::Z3_mk_fpa_is_nan(c, a(0)),
                Prim::FpIs(FpUnary::IsInf) => z::Z3_mk_fpa_is_infinite(c, a(0)),
                Prim::FpIs(FpUnary::IsZero) => z::Z3_mk_fpa_is_zero(c, a(0)),
                Prim::FpIs(FpUnary::IsSubnormal) => z::Z3_mk_fpa_is_subnormal(c, a(0)),
                Prim::FpIs(FpUnary::IsNormal) => z::Z3_mk_fpa_is_normal(c, a(0)),
                Prim::FpIs(FpUnary::IsNegative) => z::Z3_mk_fpa_is_negative(c, a(0)),
            }
        };
        self.keep(made)
    }

    fn forall(&mut self, bound: z::Z3_ast, body: z::Z3_ast) -> Result<z::Z3_ast, EncodeError> {
        let bound = self.application(bound)?;
        // SAFETY: one bound constant, no patterns.
        self.keep(unsafe { z::Z3_mk_forall_const(self.raw, 0, 1, &bound, 0, std::ptr::null(), body) })
    }

    fn lambda(&mut self, bound: z::Z3_ast, body: z::Z3_ast, _sort: Sort) -> Result<z::Z3_ast, EncodeError> {
        let bound = self.application(bound)?;
        // SAFETY: one bound constant.
        self.keep(unsafe { z::Z3_mk_lambda_const(self.raw, 1, &bound, body) })
    }
}
