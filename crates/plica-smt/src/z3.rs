//! The Z3 back end, in process.
//!
//! Oblivious to caches and to other solvers. No logic is set (an incremental Z3 becomes slow by it), arrays stay
//! arrays, and the simple solver is used incrementally under assumptions: measured, that is the fastest way. Invariant:
//! no call's failure is ignored: the library then returns a null pointer, which becomes an `EncodeError`.

use std::ffi::CStr;
use std::sync::Arc;

use plica_term::{ArrayValue, ConstValue, Model, Sort, TermId, TermPool};
use z3_sys as z;

use crate::answer::UnknownReason;
use crate::backend::{Backend, BackendAnswer, Limit, query_symbols};
use crate::encode::Encoder;
use crate::load::Load;
use crate::sink::{EncodeError, Prim, Sink, SinkSort};
use crate::tuning;
use crate::watch::watch;
use crate::work::Work;
use crate::z3_sink::Context;

/// A solver, released with its context's help.
pub(crate) struct Instance {
    context: z::Z3_context,
    solver: z::Z3_solver,
}

impl Instance {
    pub(crate) fn new(context: &Context, simple: bool) -> Result<Self, EncodeError> {
        let c = context.raw();
        // SAFETY: the context lives as long as the instance (field order of the owner).
        unsafe {
            let solver = if simple { z::Z3_mk_simple_solver(c) } else { z::Z3_mk_solver(c) };
            let solver = solver.ok_or_else(|| context.refusal())?;
            z::Z3_solver_inc_ref(c, solver);
            if simple {
                // Without a scope the first check guesses a logic from the query, and gets stuck in tables.
                z::Z3_solver_push(c, solver);
            }
            Ok(Instance { context: c, solver })
        }
    }

    pub(crate) fn assert(&self, condition: z::Z3_ast) {
        // SAFETY: a Bool of this context.
        unsafe { z::Z3_solver_assert(self.context, self.solver, condition) }
    }

    /// What is asserted from now on is forgotten with [`Instance::pop`].
    pub(crate) fn push(&self) {
        // SAFETY: no preconditions.
        unsafe { z::Z3_solver_push(self.context, self.solver) }
    }

    pub(crate) fn pop(&self) {
        // SAFETY: there is the scope that `push` has made.
        unsafe { z::Z3_solver_pop(self.context, self.solver, 1) }
    }

    /// The assumptions that contradict each other, after a check that said so.
    pub(crate) fn core(&self) -> Option<Vec<z::Z3_ast>> {
        let c = self.context;
        // SAFETY: the vector is counted while it is read.
        unsafe {
            let core = z::Z3_solver_get_unsat_core(c, self.solver)?;
            z::Z3_ast_vector_inc_ref(c, core);
            let all = (0..z::Z3_ast_vector_size(c, core)).filter_map(|i| z::Z3_ast_vector_get(c, core, i)).collect();
            z::Z3_ast_vector_dec_ref(c, core);
            Some(all)
        }
    }

    /// Why the last check had no answer.
    pub(crate) fn why_unknown(&self) -> String {
        // SAFETY: the string lives until the next call.
        unsafe { CStr::from_ptr(z::Z3_solver_get_reason_unknown(self.context, self.solver)) }
            .to_string_lossy()
            .into_owned()
    }

    /// The values of integers, and of conditions as 0 and 1, after a check that said that there are such.
    pub(crate) fn integers(&self, context: &Context, terms: &[z::Z3_ast]) -> Option<Vec<i128>> {
        // SAFETY: the model is counted while it is read.
        unsafe {
            let model = z::Z3_solver_get_model(self.context, self.solver)?;
            z::Z3_model_inc_ref(self.context, model);
            let reader = Reader { context, model };
            let values = terms.iter().map(|&t| reader.eval(t).and_then(|value| reader.integer(value))).collect();
            z::Z3_model_dec_ref(self.context, model);
            values
        }
    }

    fn set_limits(&self, limit: &Limit) {
        // At least one: zero would mean none. The limit of the parameter is 49 days.
        let milliseconds = limit.remaining_time().as_millis().clamp(1, u128::from(u32::MAX - 1)) as u32;
        self.set(&[(c"timeout", milliseconds), (c"rlimit", limit.remaining().in_z3())]);
    }

    /// No more than so much work for a check, whatever the time. Cheap checks are not watched by a thread.
    pub(crate) fn set_work(&self, most: Work) {
        self.set(&[(c"rlimit", most.in_z3())]);
    }

    fn set(&self, values: &[(&CStr, u32)]) {
        let c = self.context;
        // SAFETY: the parameter set is counted and released; the names end in zero.
        unsafe {
            let Some(params) = z::Z3_mk_params(c) else { return };
            z::Z3_params_inc_ref(c, params);
            for &(name, value) in values {
                if let Some(name) = z::Z3_mk_string_symbol(c, name.as_ptr()) {
                    z::Z3_params_set_uint(c, params, name, value);
                }
            }
            z::Z3_solver_set_params(c, self.solver, params);
            z::Z3_params_dec_ref(c, params);
        }
    }

    /// Can the assumptions hold together with what is asserted?
    pub(crate) fn check(&self, assumptions: &[z::Z3_ast]) -> z::Z3_lbool {
        // SAFETY: the assumptions are Bool constants of this context.
        unsafe {
            z::Z3_solver_check_assumptions(self.context, self.solver, assumptions.len() as u32, assumptions.as_ptr())
        }
    }

    /// The library's count of what the context has done so far.
    pub(crate) fn resources(&self) -> u32 {
        // SAFETY: the statistics are counted while they are read; every index is below their number.
        unsafe {
            let Some(all) = z::Z3_solver_get_statistics(self.context, self.solver) else { return 0 };
            z::Z3_stats_inc_ref(self.context, all);
            let is_count = |&i: &u32| {
                let key = z::Z3_stats_get_key(self.context, all, i);
                !key.is_null() && CStr::from_ptr(key) == c"rlimit count" && z::Z3_stats_is_uint(self.context, all, i)
            };
            let at = (0..z::Z3_stats_size(self.context, all)).find(is_count);
            let count = at.map_or(0, |i| z::Z3_stats_get_uint_value(self.context, all, i));
            z::Z3_stats_dec_ref(self.context, all);
            count
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: counted once in `new`.
        unsafe { z::Z3_solver_dec_ref(self.context, self.solver) }
    }
}

/// The context's pointer, for the one call that may come from another thread.
struct Interrupter(z::Z3_context);

// SAFETY: `Z3_interrupt` is made to be called from other threads.
unsafe impl Sync for Interrupter {}

impl Interrupter {
    fn fire(&self) {
        // SAFETY: the watcher ends before the check returns, so the context lives.
        unsafe { z::Z3_interrupt(self.0) }
    }
}

/// The Z3 back end.
pub struct Z3 {
    pool: Arc<TermPool>,
    incremental: bool,
    // Before the context, which it uses until it is dropped.
    instance: Option<Instance>,
    encoder: Encoder<Context>,
    context: Option<Context>,
    load: Load<z::Z3_ast>,
}

// SAFETY: a context and all that belongs to it are used by one thread at a time.
unsafe impl Send for Z3 {}

impl Z3 {
    /// A back end that keeps its solver from query to query.
    pub fn incremental(pool: Arc<TermPool>) -> Self {
        Self::with_mode(pool, true)
    }

    /// A back end that starts anew for each query, with the library's preprocessing: for hard queries.
    pub fn fresh(pool: Arc<TermPool>) -> Self {
        Self::with_mode(pool, false)
    }

    fn with_mode(pool: Arc<TermPool>, incremental: bool) -> Self {
        Z3 {
            encoder: Encoder::new(pool.clone()),
            pool,
            incremental,
            instance: None,
            context: None,
            load: Load::default(),
        }
    }

    /// Drops the solver, and with `all` the context and its terms too.
    fn renew(&mut self, all: bool) {
        self.instance = None;
        self.load.clear();
        if all || !self.encoder.definitions.is_empty() || self.encoder.len() > tuning::TERMS_KEPT.get() {
            self.encoder = Encoder::new(self.pool.clone());
            self.context = None;
        }
    }

    fn try_check(&mut self, query: &[TermId], limit: &Limit) -> Result<BackendAnswer, EncodeError> {
        if !self.incremental || self.load.is_stale(query) {
            self.renew(!self.incremental);
        }
        if let Some(reason) = limit.exceeded() {
            return Ok(BackendAnswer::Unknown(reason));
        }
        if self.context.is_none() {
            limit.spend(Work::NEW_Z3);
            self.context = Some(Context::new()?);
        }
        let mut conditions = Vec::new();
        let uncounted = |load: &Load<_>| Work::uncounted_in_z3(load.arrays(), load.gates());
        let before = uncounted(&self.load);
        for &t in query {
            self.load.add(&self.pool, t);
        }
        limit.spend(uncounted(&self.load).minus(before));
        if let Some(reason) = limit.exceeded() {
            self.renew(false);
            return Ok(BackendAnswer::Unknown(reason));
        }
        let Some(context) = self.context.as_mut() else {
            return Err(EncodeError::Refused("no context".into()));
        };
        for &t in query {
            if self.load.literal(t).is_none() {
                conditions.push((t, self.encoder.condition(context, t)?));
            }
        }
        if self.instance.is_none() {
            // The simplifying solver is the better one on vectors, but loses its way in tables of constants.
            let simple = self.incremental || self.encoder.has_arrays;
            self.instance = Some(Instance::new(context, simple)?);
        }
        let Some(instance) = self.instance.as_ref() else {
            return Err(EncodeError::Refused("no solver".into()));
        };
        for &definition in self.encoder.definitions.iter().skip(self.load.definitions) {
            instance.assert(definition);
        }
        self.load.definitions = self.encoder.definitions.len();
        for (t, condition) in conditions {
            if self.incremental {
                let name = self.encoder.fresh_name("holds");
                let literal = context.constant(&name, SinkSort::Bool)?;
                instance.assert(context.apply(Prim::Implies, SinkSort::Bool, &[literal, condition])?);
                self.load.insert(t, literal);
            } else {
                instance.assert(condition);
            }
        }
        let assumptions: Vec<z::Z3_ast> = query.iter().filter_map(|&t| self.load.literal(t)).collect();
        instance.set_limits(limit);
        let before = instance.resources();
        let interrupter = Interrupter(context.raw());
        let (result, interrupted) = watch(limit, || interrupter.fire(), || instance.check(&assumptions));
        limit.spend(Work::of_z3(instance.resources().wrapping_sub(before).into()));
        let verdict = match result {
            z::Z3_L_TRUE => self.model(query),
            z::Z3_L_FALSE if self.incremental => BackendAnswer::Unsat(self.core(query)),
            z::Z3_L_FALSE => BackendAnswer::Unsat(query.to_vec()),
            _ => {
                let why = instance.why_unknown();
                let reason = limit.exceeded().unwrap_or_else(|| reason_of(why));
                self.renew(false);
                BackendAnswer::Unknown(reason)
            }
        };
        if interrupted {
            // An interrupt that comes late cancels the calls after it as well.
            self.renew(true);
        }
        Ok(verdict)
    }

    fn core(&self, query: &[TermId]) -> Vec<TermId> {
        let Some(failed) = self.instance.as_ref().and_then(Instance::core) else { return query.to_vec() };
        query.iter().copied().filter(|&t| self.load.literal(t).is_none_or(|l| failed.contains(&l))).collect()
    }

    fn model(&self, query: &[TermId]) -> BackendAnswer {
        let unreadable = || BackendAnswer::Unknown(UnknownReason::Protocol("a value of unknown form".into()));
        let (Some(context), Some(instance)) = (&self.context, &self.instance) else { return unreadable() };
        let c = context.raw();
        let mut model = Model::new();
        // SAFETY: the last check was satisfiable; the model is counted while it is read.
        unsafe {
            let Some(found) = z::Z3_solver_get_model(c, instance.solver) else { return unreadable() };
            z::Z3_model_inc_ref(c, found);
            let reader = Reader { context, model: found };
            let mut failed = false;
            for symbol in query_symbols(&self.pool, query) {
                let Some(constant) = self.encoder.symbol(symbol) else { continue };
                match reader.value(constant, self.pool.symbol_info(symbol).sort) {
                    Some(value) => model.set(symbol, value),
                    None => failed = true,
                }
            }
            z::Z3_model_dec_ref(c, found);
            if failed { unreadable() } else { BackendAnswer::Sat(model) }
        }
    }
}

pub(crate) fn reason_of(why: String) -> UnknownReason {
    match why.as_str() {
        "timeout" | "canceled" | "max. resource limit exceeded" => UnknownReason::Timeout,
        "interrupted" | "interrupted from keyboard" => UnknownReason::Interrupted,
        _ if why.contains("memory") || why.contains("memout") => UnknownReason::Memory,
        _ => UnknownReason::Incomplete(why),
    }
}

/// Reads values out of a model.
struct Reader<'a> {
    context: &'a Context,
    model: z::Z3_model,
}

impl Reader<'_> {
    fn eval(&self, t: z::Z3_ast) -> Option<z::Z3_ast> {
        let mut out = t;
        // SAFETY: term and model are of this context; the result is counted until the context ends.
        unsafe {
            let done = z::Z3_model_eval(self.context.raw(), self.model, t, true, &mut out);
            if !done {
                return None;
            }
        }
        self.context.count(out);
        Some(out)
    }

    fn value(&self, constant: z::Z3_ast, sort: Sort) -> Option<ConstValue> {
        let value = self.eval(constant)?;
        match sort {
            Sort::Array { .. } => self.array(value).map(|a| ConstValue::Array(Arc::new(a))),
            _ => self.bits(value).map(ConstValue::Bv),
        }
    }

    fn bits(&self, value: z::Z3_ast) -> Option<u128> {
        let c = self.context.raw();
        // SAFETY: a numeral has a decimal string, which lives until the next call.
        unsafe {
            if !z::Z3_is_numeral_ast(c, value) {
                return None;
            }
            CStr::from_ptr(z::Z3_get_numeral_string(c, value)).to_str().ok()?.parse().ok()
        }
    }

    fn integer(&self, value: z::Z3_ast) -> Option<i128> {
        let c = self.context.raw();
        // SAFETY: no preconditions; a numeral has a decimal string, which lives until the next call.
        unsafe {
            match z::Z3_get_bool_value(c, value) {
                z::Z3_L_TRUE => return Some(1),
                z::Z3_L_FALSE => return Some(0),
                _ if !z::Z3_is_numeral_ast(c, value) => return None,
                _ => {}
            }
            CStr::from_ptr(z::Z3_get_numeral_string(c, value)).to_str().ok()?.parse().ok()
        }
    }

    /// Reads stores over a constant array, or a function's table.
    fn array(&self, value: z::Z3_ast) -> Option<ArrayValue> {
        let c = self.context.raw();
        let mut array = ArrayValue::default();
        let mut at = value;
        loop {
            // SAFETY: array values of models are applications; every index is below its count.
            unsafe {
                let app = z::Z3_to_app(c, at)?;
                let decl = z::Z3_get_app_decl(c, app)?;
                let arg = |i| z::Z3_get_app_arg(c, app, i);
                match z::Z3_get_decl_kind(c, decl) {
                    z::DeclKind::ConstArray => {
                        array.default = self.bits(arg(0)?)?;
                        return Some(array);
                    }
                    z::DeclKind::Store => {
                        array.entries.entry(self.bits(arg(1)?)?).or_insert(self.bits(arg(2)?)?);
                        at = arg(0)?;
                    }
                    z::DeclKind::AsArray => return self.function(at, array),
                    _ => return None,
                }
            }
        }
    }

    fn function(&self, value: z::Z3_ast, mut array: ArrayValue) -> Option<ArrayValue> {
        let c = self.context.raw();
        // SAFETY: the value is an as-array term; entries and their parts exist for every index below the count.
        unsafe {
            let decl = z::Z3_get_as_array_func_decl(c, value)?;
            let interp = z::Z3_model_get_func_interp(c, self.model, decl)?;
            z::Z3_func_interp_inc_ref(c, interp);
            let mut read = || {
                for i in 0..z::Z3_func_interp_get_num_entries(c, interp) {
                    let entry = z::Z3_func_interp_get_entry(c, interp, i)?;
                    let index = self.bits(z::Z3_func_entry_get_arg(c, entry, 0)?)?;
                    let element = self.bits(z::Z3_func_entry_get_value(c, entry)?)?;
                    array.entries.entry(index).or_insert(element);
                }
                array.default = self.bits(z::Z3_func_interp_get_else(c, interp)?)?;
                Some(())
            };
            let complete = read();
            z::Z3_func_interp_dec_ref(c, interp);
            complete.map(|()| array)
        }
    }
}

impl Backend for Z3 {
    fn name(&self) -> &str {
        if self.incremental { "z3" } else { "z3 (fresh)" }
    }

    fn check(&mut self, query: &[TermId], limit: &Limit) -> BackendAnswer {
        let mut before = Work::NONE;
        loop {
            let round = limit.round();
            if limit.is_beside() && round.remaining() < before.part(2, 1) {
                // What it does anew is to be a small part of the whole.
                if limit.next_round() {
                    continue;
                }
                return BackendAnswer::Unknown(limit.exceeded().unwrap_or(UnknownReason::Timeout));
            }
            before = round.remaining();
            let told = self.try_check(query, &round);
            if limit.is_beside() {
                limit.spend(round.spent());
            }
            match told {
                // The library cannot be held and let go on: it begins anew with more to do.
                Ok(BackendAnswer::Unknown(UnknownReason::Timeout)) if !limit.gives_up(&round) && limit.next_round() => {
                    self.renew(true);
                }
                Ok(verdict) => return verdict,
                Err(error) => {
                    self.renew(true);
                    return BackendAnswer::Unknown(error.into());
                }
            }
        }
    }
}
