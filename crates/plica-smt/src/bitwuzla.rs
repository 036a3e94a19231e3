//! The Bitwuzla back end, in process.
//!
//! Oblivious to caches and to other solvers. Incremental use keeps a few solvers: each distinct condition gets a
//! literal that implies it, asserted once, and a query assumes the literals of its conditions. A query goes to the
//! solver of who asks that holds most of it, so that questions about different things do not drive each other out; not
//! to one that holds so many other arrays that a new one takes less. A
//! solver that is never renewed slows down by an order of magnitude, so one is replaced when most of what it holds is
//! stale, and the one that was not used for longest when a query shares nothing with any. Invariant: every term handed
//! to the library is of the sort that the library asks for, because the process ends otherwise.

use std::ffi::{CStr, CString, c_char, c_void};
use std::io::Write;
use std::sync::{Arc, LazyLock};

use bitwuzla_sys as bz;
use plica_term::{ArrayValue, ConstValue, FpUnary, Model, RoundingMode, Sort, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::answer::UnknownReason;
use crate::backend::{Backend, BackendAnswer, Lane, Limit, query_symbols};
use crate::encode::Encoder;
use crate::load::Load;
use crate::sink::{EncodeError, Prim, Sink, SinkSort};
use crate::tuning;
use crate::work::Work;

/// A term of the library.
type Term = bz::BitwuzlaTerm;

/// The library's term manager, and the sorts and values it has made.
struct Manager {
    tm: *mut bz::BitwuzlaTermManager,
    sorts: FxHashMap<SinkSort, bz::BitwuzlaSort>,
    rounding: FxHashMap<RoundingMode, Term>,
}

/// The status of a process of Rust's that panics, which no verdict has.
const STATUS_OF_DEFECT: i32 = 101;

/// Bitwuzla refuses what it was given, which is a defect of ours. By itself it would end the process with the status
/// that tells of an error in the program under analysis.
extern "C" fn refused(message: *const c_char) {
    // SAFETY: the library passes a string that ends.
    let message = unsafe { CStr::from_ptr(message) }.to_string_lossy();
    let text = format!(
        "error: Bitwuzla broke off: {}\n  = help: this is a defect of plica: keep the program; `--solver z3` may go on\n",
        message.trim_end()
    );
    let _ = std::io::stderr().write_all(text.as_bytes());
    std::process::exit(STATUS_OF_DEFECT);
}

impl Manager {
    fn new() -> Self {
        // SAFETY: no preconditions; the function that is called then does not return.
        let tm = unsafe {
            bz::bitwuzla_set_abort_callback(Some(refused));
            bz::bitwuzla_term_manager_new()
        };
        Manager { tm, sorts: FxHashMap::default(), rounding: FxHashMap::default() }
    }

    fn sort(&mut self, sort: SinkSort) -> bz::BitwuzlaSort {
        if let Some(&known) = self.sorts.get(&sort) {
            return known;
        }
        // SAFETY: widths are at least 1 in every sort of plica's.
        let made = unsafe {
            match sort {
                SinkSort::Bool => bz::bitwuzla_mk_bool_sort(self.tm),
                SinkSort::Of(Sort::Bv(w)) => bz::bitwuzla_mk_bv_sort(self.tm, w.into()),
                SinkSort::Of(Sort::Float(f)) => {
                    bz::bitwuzla_mk_fp_sort(self.tm, f.exponent().into(), f.significand().into())
                }
                SinkSort::Of(Sort::Array { index, elem }) => {
                    let index = self.sort(SinkSort::Of(Sort::Bv(index)));
                    let elem = self.sort(SinkSort::Of(Sort::Bv(elem)));
                    bz::bitwuzla_mk_array_sort(self.tm, index, elem)
                }
            }
        };
        self.sorts.insert(sort, made);
        made
    }

    fn rounding(&mut self, mode: RoundingMode) -> Term {
        let tm = self.tm;
        *self.rounding.entry(mode).or_insert_with(|| {
            let mode = match mode {
                RoundingMode::NearestEven => bz::BITWUZLA_RM_RNE,
                RoundingMode::NearestAway => bz::BITWUZLA_RM_RNA,
                RoundingMode::TowardZero => bz::BITWUZLA_RM_RTZ,
                RoundingMode::TowardPositive => bz::BITWUZLA_RM_RTP,
                RoundingMode::TowardNegative => bz::BITWUZLA_RM_RTN,
            };
            // SAFETY: the manager lives and the mode is one of the library's.
            unsafe { bz::bitwuzla_mk_rm_value(tm, mode) }
        })
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        // SAFETY: made by `new`; the solvers that use it are dropped before it (field order of their owners).
        unsafe { bz::bitwuzla_term_manager_delete(self.tm) }
    }
}

fn kind_of(prim: Prim) -> bz::BitwuzlaKind {
    match prim {
        Prim::Not => bz::BITWUZLA_KIND_NOT,
        Prim::And => bz::BITWUZLA_KIND_AND,
        Prim::Or => bz::BITWUZLA_KIND_OR,
        Prim::Xor => bz::BITWUZLA_KIND_XOR,
        Prim::Implies => bz::BITWUZLA_KIND_IMPLIES,
        Prim::Eq => bz::BITWUZLA_KIND_EQUAL,
        Prim::Ite => bz::BITWUZLA_KIND_ITE,
        Prim::BvNot => bz::BITWUZLA_KIND_BV_NOT,
        Prim::BvAnd => bz::BITWUZLA_KIND_BV_AND,
        Prim::BvOr => bz::BITWUZLA_KIND_BV_OR,
        Prim::BvXor => bz::BITWUZLA_KIND_BV_XOR,
        Prim::BvNeg => bz::BITWUZLA_KIND_BV_NEG,
        Prim::BvAdd => bz::BITWUZLA_KIND_BV_ADD,
        Prim::BvMul => bz::BITWUZLA_KIND_BV_MUL,
        Prim::BvUdiv => bz::BITWUZLA_KIND_BV_UDIV,
        Prim::BvUrem => bz::BITWUZLA_KIND_BV_UREM,
        Prim::BvSdiv => bz::BITWUZLA_KIND_BV_SDIV,
        Prim::BvSrem => bz::BITWUZLA_KIND_BV_SREM,
        Prim::BvShl => bz::BITWUZLA_KIND_BV_SHL,
        Prim::BvLshr => bz::BITWUZLA_KIND_BV_SHR,
        Prim::BvAshr => bz::BITWUZLA_KIND_BV_ASHR,
        Prim::Concat => bz::BITWUZLA_KIND_BV_CONCAT,
        Prim::Extract { .. } => bz::BITWUZLA_KIND_BV_EXTRACT,
        Prim::Zext(_) => bz::BITWUZLA_KIND_BV_ZERO_EXTEND,
        Prim::Sext(_) => bz::BITWUZLA_KIND_BV_SIGN_EXTEND,
        Prim::Ult => bz::BITWUZLA_KIND_BV_ULT,
        Prim::Ule => bz::BITWUZLA_KIND_BV_ULE,
        Prim::Slt => bz::BITWUZLA_KIND_BV_SLT,
        Prim::Sle => bz::BITWUZLA_KIND_BV_SLE,
        Prim::Umulo(_) => bz::BITWUZLA_KIND_BV_UMUL_OVERFLOW,
        Prim::Smulo(_) => bz::BITWUZLA_KIND_BV_SMUL_OVERFLOW,
        Prim::Select => bz::BITWUZLA_KIND_ARRAY_SELECT,
        Prim::Store => bz::BITWUZLA_KIND_ARRAY_STORE,
        Prim::FpFromBits(_) => bz::BITWUZLA_KIND_FP_TO_FP_FROM_BV,
        Prim::FpToFp(_) => bz::BITWUZLA_KIND_FP_TO_FP_FROM_FP,
        Prim::FpFromSbv(_) => bz::BITWUZLA_KIND_FP_TO_FP_FROM_SBV,
        Prim::FpFromUbv(_) => bz::BITWUZLA_KIND_FP_TO_FP_FROM_UBV,
        Prim::FpToSbv(_) => bz::BITWUZLA_KIND_FP_TO_SBV,
        Prim::FpToUbv(_) => bz::BITWUZLA_KIND_FP_TO_UBV,
        Prim::FpAdd => bz::BITWUZLA_KIND_FP_ADD,
        Prim::FpSub => bz::BITWUZLA_KIND_FP_SUB,
        Prim::FpMul => bz::BITWUZLA_KIND_FP_MUL,
        Prim::FpDiv => bz::BITWUZLA_KIND_FP_DIV,
        Prim::FpFma => bz::BITWUZLA_KIND_FP_FMA,
        Prim::FpSqrt => bz::BITWUZLA_KIND_FP_SQRT,
        Prim::FpRound(_) => bz::BITWUZLA_KIND_FP_RTI,
        Prim::FpNeg => bz::BITWUZLA_KIND_FP_NEG,
        Prim::FpAbs => bz::BITWUZLA_KIND_FP_ABS,
        Prim::FpEq => bz::BITWUZLA_KIND_FP_EQUAL,
        Prim::FpLt => bz::BITWUZLA_KIND_FP_LT,
        Prim::FpLe => bz::BITWUZLA_KIND_FP_LEQ,
        Prim::FpIs(FpUnary::IsNan) => bz::BITWUZLA_KIND_FP_IS_NAN,
        Prim::FpIs(FpUnary::IsInf) => bz::BITWUZLA_KIND_FP_IS_INF,
        Prim::FpIs(FpUnary::IsZero) => bz::BITWUZLA_KIND_FP_IS_ZERO,
        Prim::FpIs(FpUnary::IsSubnormal) => bz::BITWUZLA_KIND_FP_IS_SUBNORMAL,
        Prim::FpIs(FpUnary::IsNormal) => bz::BITWUZLA_KIND_FP_IS_NORMAL,
        Prim::FpIs(FpUnary::IsNegative) => bz::BITWUZLA_KIND_FP_IS_NEG,
    }
}

impl Sink for Manager {
    type Term = Term;
    fn bool_value(&mut self, value: bool) -> Result<Term, EncodeError> {
        // SAFETY: the manager lives.
        Ok(unsafe { if value { bz::bitwuzla_mk_true(self.tm) } else { bz::bitwuzla_mk_false(self.tm) } })
    }

    fn bv_value(&mut self, value: u128, width: u32) -> Result<Term, EncodeError> {
        let sort = self.sort(SinkSort::Of(Sort::Bv(width)));
        if width <= 64 {
            // SAFETY: constants of plica's fit their width.
            return Ok(unsafe { bz::bitwuzla_mk_bv_value_uint64(self.tm, sort, value as u64) });
        }
        let digits = CString::new(format!("{value:x}")).unwrap_or_default();
        // SAFETY: the string is hexadecimal, ends in zero and fits the width.
        Ok(unsafe { bz::bitwuzla_mk_bv_value(self.tm, sort, digits.as_ptr(), 16) })
    }

    fn constant(&mut self, _name: &str, sort: SinkSort) -> Result<Term, EncodeError> {
        let sort = self.sort(sort);
        // SAFETY: a null name is allowed.
        Ok(unsafe { bz::bitwuzla_mk_const(self.tm, sort, std::ptr::null()) })
    }

    fn const_array(&mut self, index: u32, elem: u32, value: Term) -> Result<Term, EncodeError> {
        let sort = self.sort(SinkSort::Of(Sort::Array { index, elem }));
        // SAFETY: the value is of the element sort.
        Ok(unsafe { bz::bitwuzla_mk_const_array(self.tm, sort, value) })
    }

    fn apply(&mut self, prim: Prim, _sort: SinkSort, args: &[Term]) -> Result<Term, EncodeError> {
        if prim == Prim::Eq && args.iter().any(|&a| holds_constant_array(a)) {
            // The library has no such thing, and says so on standard output.
            return Err(EncodeError::Unsupported("an equation with a constant array"));
        }
        let kind = kind_of(prim);
        let mut indices: [u64; 2] = [0; 2];
        let mut count = 0;
        let mut rounded = None;
        let nearest = Some(RoundingMode::NearestEven);
        match prim {
            Prim::Extract { hi, lo } => (indices, count) = ([hi.into(), lo.into()], 2),
            Prim::Zext(n) | Prim::Sext(n) => (indices, count) = ([n.into(), 0], 1),
            Prim::FpFromBits(f) => (indices, count) = ([f.exponent().into(), f.significand().into()], 2),
            Prim::FpToFp(f) | Prim::FpFromSbv(f) | Prim::FpFromUbv(f) => {
                (indices, count) = ([f.exponent().into(), f.significand().into()], 2);
                rounded = nearest;
            }
            Prim::FpToSbv(w) | Prim::FpToUbv(w) => {
                (indices, count) = ([w.into(), 0], 1);
                rounded = Some(RoundingMode::TowardZero);
            }
            Prim::FpAdd | Prim::FpSub | Prim::FpMul | Prim::FpDiv | Prim::FpFma | Prim::FpSqrt => rounded = nearest,
            Prim::FpRound(mode) => rounded = Some(mode),
            _ => {}
        }
        let mut all: Vec<Term> = Vec::with_capacity(args.len() + 1);
        all.extend(rounded.map(|mode| self.rounding(mode)));
        all.extend_from_slice(args);
        // SAFETY: the encoder applies operators to arguments of the right number and sorts.
        Ok(unsafe {
            if count == 0 {
                bz::bitwuzla_mk_term(self.tm, kind, all.len() as u32, all.as_mut_ptr())
            } else {
                bz::bitwuzla_mk_term_indexed(self.tm, kind, all.len() as u32, all.as_mut_ptr(), count, indices.as_ptr())
            }
        })
    }

    fn forall(&mut self, mut bound: Term, body: Term) -> Result<Term, EncodeError> {
        // SAFETY: variable and constant are of one sort; a variable is bound once, hence a new one per binder.
        unsafe {
            let sort = bz::bitwuzla_term_get_sort(bound);
            let mut variable = bz::bitwuzla_mk_var(self.tm, sort, std::ptr::null());
            let body = bz::bitwuzla_substitute_term(body, 1, &mut bound, &mut variable);
            Ok(bz::bitwuzla_mk_term2(self.tm, bz::BITWUZLA_KIND_FORALL, variable, body))
        }
    }

    fn lambda(&mut self, _bound: Term, _body: Term, _sort: Sort) -> Result<Term, EncodeError> {
        // The library's lambdas are functions, not arrays.
        Err(EncodeError::Unsupported("an array given by a formula"))
    }
}

/// Is it an array that is made of a constant one?
fn holds_constant_array(term: Term) -> bool {
    let mut stack = vec![term];
    let mut seen = std::collections::HashSet::new();
    while let Some(term) = stack.pop() {
        // SAFETY: terms of a living manager; children are copied before the next call.
        unsafe {
            if !bz::bitwuzla_term_is_array(term) || !seen.insert(term) {
                continue;
            }
            if bz::bitwuzla_term_get_kind(term) == bz::BITWUZLA_KIND_CONST_ARRAY {
                return true;
            }
            let mut count = 0;
            let children = bz::bitwuzla_term_get_children(term, &mut count);
            stack.extend((0..count).map(|i| *children.add(i)));
        }
    }
    false
}

/// Reads the binary digits of a value.
fn bits_of(term: Term) -> Option<u128> {
    // SAFETY: the term is a bit-vector value; the string lives until the next call in this thread.
    let digits = unsafe { CStr::from_ptr(bz::bitwuzla_term_value_get_str_fmt(term, 2)) };
    u128::from_str_radix(digits.to_str().ok()?, 2).ok()
}

/// Reads a value: a bit-vector, or stores over a constant array.
fn value_of(term: Term) -> Option<ConstValue> {
    // SAFETY: the term is a value that the library returned; children are copied before the next call.
    unsafe {
        if !bz::bitwuzla_term_is_array(term) {
            return bits_of(term).map(ConstValue::Bv);
        }
        let mut array = ArrayValue::default();
        let mut at = term;
        loop {
            let mut count = 0;
            let children = bz::bitwuzla_term_get_children(at, &mut count);
            match (bz::bitwuzla_term_get_kind(at), count) {
                (bz::BITWUZLA_KIND_CONST_ARRAY, 1) => {
                    array.default = bits_of(*children)?;
                    return Some(ConstValue::Array(Arc::new(array)));
                }
                (bz::BITWUZLA_KIND_ARRAY_STORE, 3) => {
                    let [below, index, value] = [*children, *children.add(1), *children.add(2)];
                    // The outermost store is the one that counts.
                    array.entries.entry(bits_of(index)?).or_insert(bits_of(value)?);
                    at = below;
                }
                _ => return None,
            }
        }
    }
}

/// What the library's termination callback reads: the limit of the running check, and what a call of it stands for.
#[derive(Default)]
struct Gate(std::sync::Mutex<Option<(Limit, Work)>>);

impl Gate {
    fn set(&self, limit: Option<(Limit, Work)>) {
        *self.0.lock().unwrap_or_else(|e| e.into_inner()) = limit;
    }
}

unsafe extern "C" fn terminate(state: *mut c_void) -> i32 {
    // SAFETY: the state is the solver's boxed gate, which outlives the solver.
    let gate = unsafe { &*state.cast::<Gate>() };
    let limit = gate.0.lock().unwrap_or_else(|e| e.into_inner());
    i32::from(limit.as_ref().is_some_and(|(limit, call)| limit.advance(*call).is_some()))
}

/// Does the library call back for so much work of its SAT solver? The set-up's does, and says so in its version.
fn tells_work() -> bool {
    static TOLD: LazyLock<bool> = LazyLock::new(|| {
        // SAFETY: the library gives a string that lives as long as it.
        unsafe { CStr::from_ptr(bz::bitwuzla_version()) }.to_bytes().ends_with(b"+work")
    });
    *TOLD
}

/// One solver of the library.
struct Instance {
    solver: *mut bz::Bitwuzla,
    options: *mut bz::BitwuzlaOptions,
    gate: Box<Gate>,
}

impl Instance {
    fn new(manager: &Manager, incremental: bool) -> Self {
        let gate = Box::new(Gate::default());
        // SAFETY: options and solver are freed in `drop`; the gate's address is stable and outlives the solver.
        unsafe {
            let options = bz::bitwuzla_options_new();
            bz::bitwuzla_set_option(options, bz::BITWUZLA_OPT_PRODUCE_MODELS, 1);
            if incremental {
                bz::bitwuzla_set_option(options, bz::BITWUZLA_OPT_PRODUCE_UNSAT_ASSUMPTIONS, 1);
                // Simplifying again for each query costs more than it gains.
                bz::bitwuzla_set_option(options, bz::BITWUZLA_OPT_PREPROCESS, 0);
            }
            let solver = bz::bitwuzla_new(manager.tm, options);
            let state = std::ptr::from_ref::<Gate>(&gate).cast_mut().cast();
            bz::bitwuzla_set_termination_callback(solver, Some(terminate), state);
            Instance { solver, options, gate }
        }
    }

    fn assert(&self, condition: Term) {
        // SAFETY: the condition is Bool and of this solver's manager.
        unsafe { bz::bitwuzla_assert(self.solver, condition) }
    }

    fn check(&self, assumptions: &mut [Term], limit: &Limit, call: Work) -> bz::BitwuzlaResult {
        self.gate.set(Some((limit.clone(), call)));
        // SAFETY: the assumptions are Bool and of this solver's manager.
        let result = unsafe {
            if assumptions.is_empty() {
                bz::bitwuzla_check_sat(self.solver)
            } else {
                bz::bitwuzla_check_sat_assuming(self.solver, assumptions.len() as u32, assumptions.as_mut_ptr())
            }
        };
        self.gate.set(None);
        result
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: made by `new`, freed once.
        unsafe {
            bz::bitwuzla_delete(self.solver);
            bz::bitwuzla_options_delete(self.options);
        }
    }
}

/// A solver and what it holds.
struct Slot {
    instance: Instance,
    load: Load<Term>,
    lane: Lane,
}

/// The Bitwuzla back end.
pub struct Bitwuzla {
    pool: Arc<TermPool>,
    incremental: bool,
    // Before the manager, which they use until they are dropped. The one used last comes last.
    slots: Vec<Slot>,
    encoder: Encoder<Manager>,
    manager: Manager,
}

// SAFETY: the library's objects of one manager belong together and are used by one thread at a time; what the library
// keeps per thread are only buffers of returned strings and lists, read at once.
unsafe impl Send for Bitwuzla {}

impl Bitwuzla {
    /// A back end that keeps its solver from query to query.
    pub fn incremental(pool: Arc<TermPool>) -> Self {
        Self::with_mode(pool, true)
    }

    /// A back end that starts anew for each query, with all of the library's simplifications: for hard queries.
    pub fn fresh(pool: Arc<TermPool>) -> Self {
        Self::with_mode(pool, false)
    }

    fn with_mode(pool: Arc<TermPool>, incremental: bool) -> Self {
        Bitwuzla { encoder: Encoder::new(pool.clone()), pool, incremental, slots: Vec::new(), manager: Manager::new() }
    }

    /// Starts anew: terms that have become many or carry definitions are dropped, and then all solvers with them.
    fn renew(&mut self) {
        if !self.encoder.definitions.is_empty() || self.encoder.len() > tuning::TERMS_KEPT.get() || !self.incremental {
            self.slots.clear();
            self.encoder = Encoder::new(self.pool.clone());
            self.manager = Manager::new();
        }
    }

    /// The solver for a query: of those for who asks, and are not too large for it, the one that holds most of it; else
    /// a new one in the place of what was not used for longest.
    fn slot(&mut self, query: &[TermId], lane: Lane) -> Slot {
        let own = |slot: &Slot| slot.lane == lane;
        let load = |i: usize| &self.slots[i].load;
        let shared = (0..self.slots.len()).filter(|&i| self.incremental && own(&self.slots[i]));
        let shared = shared.map(|i| (load(i).shared(query), i)).filter(|(shared, _)| *shared > 0);
        let best = shared.filter(|&(_, i)| !self.is_too_large(load(i), query)).max().map(|(_, i)| i);
        let held = best.map(|i| self.slots.remove(i)).filter(|slot| !slot.load.is_stale(query));
        held.unwrap_or_else(|| {
            self.renew();
            let kept = self.slots.iter().filter(|slot| own(slot)).count();
            if kept >= tuning::SOLVERS_KEPT.get()
                && let Some(oldest) = self.slots.iter().position(own)
            {
                self.slots.remove(oldest);
            }
            Slot { instance: Instance::new(&self.manager, self.incremental), load: Load::default(), lane }
        })
    }

    /// Does the query take less if a new solver is given what this one holds of it? All arrays that a solver holds are
    /// looked at for each query.
    fn is_too_large(&self, held: &Load<Term>, query: &[TermId]) -> bool {
        // All solvers would begin anew for it.
        if !self.encoder.definitions.is_empty() {
            return false;
        }
        held.holds_of_shared(&self.pool, query, |shared| {
            let anew = Work::of_load(shared.terms(), shared.gates()).plus(Work::of_new_bitwuzla(false));
            anew < Work::of_arrays(held.arrays().saturating_sub(shared.arrays()))
        })
    }

    fn try_check(&mut self, query: &[TermId], limit: &Limit) -> Result<BackendAnswer, EncodeError> {
        if query.is_empty() {
            return Ok(BackendAnswer::Sat(Model::new()));
        }
        if let Some(reason) = limit.exceeded() {
            return Ok(BackendAnswer::Unknown(reason));
        }
        let mut slot = self.slot(query, limit.lane);
        if slot.load.is_empty() {
            limit.spend(Work::of_new_bitwuzla(!self.incremental));
        }
        let verdict = self.ask(&mut slot, query, limit);
        // One that is stopped by its limit goes on where it was when the question is asked again. Whatever else it has
        // no answer for may have left work half done; the next query gets a new one.
        let stopped = matches!(verdict, Ok(BackendAnswer::Unknown(UnknownReason::Timeout)));
        if stopped && self.incremental || verdict.as_ref().map_or(true, BackendAnswer::is_definite) {
            self.slots.push(slot);
        }
        verdict
    }

    fn ask(&mut self, slot: &mut Slot, query: &[TermId], limit: &Limit) -> Result<BackendAnswer, EncodeError> {
        let Slot { instance, load, .. } = slot;
        let mut assumptions = Vec::with_capacity(query.len());
        let before = (load.terms(), load.gates());
        for &t in query {
            if let Some(literal) = load.literal(t) {
                assumptions.push(literal);
                continue;
            }
            let condition = self.encoder.condition(&mut self.manager, t)?;
            load.add(&self.pool, t);
            for definition in self.encoder.definitions.iter().skip(load.definitions) {
                instance.assert(*definition);
            }
            load.definitions = self.encoder.definitions.len();
            if self.incremental {
                let literal = self.manager.constant("", SinkSort::Bool)?;
                let implication = self.manager.apply(Prim::Implies, SinkSort::Bool, &[literal, condition])?;
                instance.assert(implication);
                load.insert(t, literal);
                assumptions.push(literal);
            } else {
                instance.assert(condition);
            }
        }
        // Making the circuit is not interrupted, so one that is too large for the work is not begun.
        let added = Work::of_load(load.terms() - before.0, load.gates() - before.1);
        let circuit = added.plus(Work::of_arrays(load.arrays()));
        if let Some(reason) = limit.advance(circuit) {
            return Ok(BackendAnswer::Unknown(reason));
        }
        let call = match tells_work() {
            true => Work::of_bitwuzla_call(!self.incremental, load.gates()),
            false => Work::of_bitwuzla_decision(!self.incremental, load.gates()),
        };
        let result = instance.check(&mut assumptions, limit, call);
        // Not before: a question that is not asked has not taken it.
        limit.spend(Work::QUERY_OF_BITWUZLA);
        Ok(match result {
            bz::BITWUZLA_SAT => self.model(query, instance),
            bz::BITWUZLA_UNSAT => {
                let mut core = query.to_vec();
                if self.incremental {
                    // SAFETY: the last check was unsatisfiable under these assumptions.
                    let failed = |l: Term| unsafe { bz::bitwuzla_is_unsat_assumption(instance.solver, l) };
                    core.retain(|&t| load.literal(t).is_none_or(failed));
                }
                BackendAnswer::Unsat(core)
            }
            _ => {
                BackendAnswer::Unknown(limit.exceeded().unwrap_or_else(|| UnknownReason::Incomplete("bitwuzla".into())))
            }
        })
    }

    fn model(&self, query: &[TermId], instance: &Instance) -> BackendAnswer {
        let mut model = Model::new();
        for symbol in query_symbols(&self.pool, query) {
            let Some(constant) = self.encoder.symbol(symbol) else { continue };
            // SAFETY: the last check was satisfiable and the constant is of this solver's manager.
            let value = unsafe { bz::bitwuzla_get_value(instance.solver, constant) };
            match value_of(value) {
                Some(value) => model.set(symbol, value),
                None => return BackendAnswer::Unknown(UnknownReason::Protocol("a value of unknown form".into())),
            }
        }
        BackendAnswer::Sat(model)
    }
}

impl Backend for Bitwuzla {
    fn name(&self) -> &str {
        if self.incremental { "bitwuzla" } else { "bitwuzla (fresh)" }
    }

    fn check(&mut self, query: &[TermId], limit: &Limit) -> BackendAnswer {
        match self.try_check(query, limit) {
            Ok(verdict) => verdict,
            Err(error) => BackendAnswer::Unknown(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_instances_of_quantifiers_take_is_counted() {
        if !tells_work() {
            eprintln!("left out: this library was not built by the set-up, and counts nothing of that");
            return;
        }
        let pool = Arc::new(TermPool::new());
        let limit = pool.symbol("n", Sort::Bv(64), plica_term::SymbolKind::Input);
        let t = pool.symbol("t", Sort::Bv(64), plica_term::SymbolKind::Bound);
        let bound = pool.as_symbol(t).unwrap();
        // Only the factors of the product of two primes go against it.
        let half = |high, low| pool.zext(pool.extract(t, high, low), 64);
        let product = pool.mul(half(63, 32), half(31, 0));
        let odd = pool.ult(pool.bv(1, 64), half(31, 0));
        let composite = pool.and(odd, pool.eq(product, pool.bv(2_147_483_647 * 2_147_483_629, 64)));
        let query = [pool.forall(bound, limit, pool.not(composite)), pool.ult(pool.bv(1 << 63, 64), limit)];
        let limit = Limit::after(Work::millis(100), &Arc::default(), &Arc::default());
        let verdict = Bitwuzla::fresh(pool.clone()).check(&query, &limit);
        assert_eq!(verdict, BackendAnswer::Unknown(UnknownReason::Timeout));
        assert!(!limit.is_late(), "it ends by what it counts, not by the clock");
    }

    #[test]
    fn who_asks_meanwhile_does_not_drive_out_what_another_goes_on_with() {
        let pool = Arc::new(TermPool::new());
        let mut bitwuzla = Bitwuzla::incremental(pool.clone());
        let limit = |lane| Limit::after(Work::millis(100), &Arc::default(), &Arc::default()).of(Lane(lane));
        let query = |name: &str| {
            let symbol = pool.symbol(name, Sort::Bv(8), plica_term::SymbolKind::Input);
            [pool.ult(symbol, pool.bv(9, 8))]
        };
        let mut ask = |name: &str, lane: u8| {
            assert!(bitwuzla.check(&query(name), &limit(lane)).is_definite());
            let held = |slot: &Slot, name: &str| slot.load.shared(&query(name)) > 0;
            [("a", 0), ("b", 1)].map(|(name, of)| bitwuzla.slots.iter().any(|s| s.lane == Lane(of) && held(s, name)))
        };
        assert_eq!(ask("a", 0), [true, false]);
        assert_eq!(ask("b", 1), [true, true]);
        let others = tuning::SOLVERS_KEPT.get();
        for other in 0..others {
            assert_eq!(ask(&format!("x{other}"), 1), [true, other + 1 < others]);
        }
        // The same question is asked of other solvers by another.
        ask("a", 1);
        assert_eq!(bitwuzla.slots.iter().filter(|slot| slot.load.shared(&query("a")) > 0).count(), 2);
    }

    #[test]
    fn what_arrays_a_solver_holds_is_no_burden_to_a_question_that_is_not_of_them() {
        let pool = Arc::new(TermPool::new());
        let mut bitwuzla = Bitwuzla::incremental(pool.clone());
        let array = pool.symbol("a", Sort::Array { index: 64, elem: 8 }, plica_term::SymbolKind::Input);
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Bv(8), plica_term::SymbolKind::Input));
        let given = pool.ult(x, pool.bv(9, 8));
        let reads = |many: u128| (0..many).fold(x, |sum, at| pool.add(sum, pool.select(array, pool.bv(at, 64))));
        let [few, many] = [2, 100].map(|many| pool.eq(reads(many), pool.bv(77, 8)));
        let mut work = |query: &[TermId]| {
            let limit = Limit::after(Work::millis(1000), &Arc::default(), &Arc::default());
            let before = limit.remaining();
            assert!(bitwuzla.check(query, &limit).is_definite());
            (before.minus(limit.remaining()), bitwuzla.slots.len())
        };
        let (first, _) = work(&[given, many]);
        let least = Work::of_arrays(100);
        assert!(first > least);
        // By a solver of its own, though this one holds a part of it, and each goes on with what it has.
        let less = pool.ult(y, x);
        let others = [less, few, pool.ult(z, x), less].map(|t| work(&[given, t]));
        assert!(others.iter().all(|&(work, solvers)| work < least && solvers == 2), "{others:?}");
        let (again, solvers) = work(&[given, many, pool.ult(z, y)]);
        assert!(again < first && solvers == 2, "{again:?} of {first:?}");
        let (other, solvers) = work(&[given, less, pool.ult(z, y)]);
        assert!(other < least && solvers == 2, "{other:?}");
    }

    /// Set in the process that is to end.
    const MARK: &str = "PLICA_TEST_REFUSED";

    #[test]
    fn what_the_library_refuses_is_told_and_ends_with_no_verdict() {
        if std::env::var_os(MARK).is_some() {
            // SAFETY: a width of zero is refused.
            unsafe { bz::bitwuzla_mk_bv_sort(Manager::new().tm, 0) };
            return;
        }
        let name = "bitwuzla::tests::what_the_library_refuses_is_told_and_ends_with_no_verdict";
        let mut again = std::process::Command::new(std::env::current_exe().expect("a program that runs"));
        let done = again.args(["--exact", name, "--nocapture"]).env(MARK, "1").output().expect("a process");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(said.contains("error: Bitwuzla broke off: "), "{said}");
        assert_eq!(done.status.code(), Some(STATUS_OF_DEFECT));
    }
}
