//! Inputs, assumptions and errors, in the conventions of SV-COMP, KLEE, CBMC and `plica.h`.

use plica_ir::{DebugLoc, FuncId, Loc, Operand, Ty};
use plica_term::{SymbolKind, TermId};

use crate::builtin::{Builtin, Call};
use crate::event::{Input, InputKind, InputOrigin};
use crate::fault::{FaultKind, StopKind};
use crate::fresh::Mode;
use crate::machine::Machine;
use crate::outcome::{Alternative, Effect, Flow, Outcome};
use crate::premise::Premise;
use crate::state::State;
use crate::step::{Offset, decide, stop};
use crate::tuning;
use crate::value::{ObjId, Value};

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    if name == "__VERIFIER_nondet_memory" {
        return Some(make_symbolic);
    }
    if name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_") {
        return Some(nondet);
    }
    Some(match name {
        "__VERIFIER_assume" | "klee_assume" | "plica_assume" | "__CPROVER_assume" => assume,
        "__VERIFIER_assert" | "klee_assert" | "plica_assert" => assert,
        "__CPROVER_assert" | "__CPROVER_precondition" | "__CPROVER_postcondition" => assert_with_text,
        "reach_error" | "__VERIFIER_error" | "klee_abort" | "plica_error" => error,
        "klee_report_error" => report_error,
        "plica_unreachable" => unreachable,
        "klee_make_symbolic" | "plica_make_symbolic" => make_symbolic,
        "klee_int" | "plica_char" | "plica_schar" | "plica_uchar" | "plica_short" | "plica_ushort" | "plica_int"
        | "plica_uint" | "plica_long" | "plica_ulong" | "plica_longlong" | "plica_ulonglong" | "plica_size"
        | "plica_size_t" | "plica_bool" | "plica_float" | "plica_double" | "plica_long_double" => named,
        "klee_range" | "plica_range" => range,
        "klee_is_replay" => zero,
        _ => return None,
    })
}

impl Machine {
    /// A fresh input of a scalar type that the current command asks for.
    pub(crate) fn input(&self, s: &mut State, name: &str, ty: Ty, signed: bool) -> Value {
        let loc = self.asked_at(s);
        self.scalar_input(s, name, ty, signed, loc, InputOrigin::Call)
    }

    /// Where the program's own code is: in a library that it calls, where it calls that.
    pub fn own_site(&self, s: &State) -> (FuncId, Loc) {
        let own = s.frames().find(|frame| !self.program.is_of_library(frame.func)).unwrap_or(&s.top);
        (own.func, own.loc)
    }

    /// Where the program's own code asks for an input: in a library that it calls, where it calls that.
    fn asked_at(&self, s: &State) -> DebugLoc {
        let own = s.frames().find(|frame| !self.program.library.contains(&frame.func));
        own.map_or(DebugLoc::UNKNOWN, |own| self.program.func(own.func).locs[own.loc.index()])
    }

    /// A fresh input of a scalar type; asked for at `loc`, or a parameter of the entry function.
    pub(crate) fn scalar_input(
        &self,
        s: &mut State,
        name: &str,
        ty: Ty,
        signed: bool,
        loc: DebugLoc,
        origin: InputOrigin,
    ) -> Value {
        // The width of a `_Bool` result is that of its type; its value is 0 or 1 in any case.
        let value = self.number_of(ty, self.given(s, name, ty.width(), SymbolKind::Input));
        let kind = InputKind::Scalar { signed, float: matches!(ty, Ty::Float(_)) };
        let parts = vec![value.to_term(&self.pool)];
        s.note(Input { name: name.into(), kind, parts, loc, origin });
        value
    }

    /// Makes `len` bytes of an object an input, in cells of its natural width.
    pub fn symbolic_bytes(&self, s: &mut State, obj: ObjId, off: u64, len: u64, name: &str, origin: InputOrigin) {
        let ordinal = s.events.len();
        let cell = s.heap.get(obj).map_or(1, |o| u64::from(o.cell)).max(1);
        let mut parts = Vec::new();
        let mut at = 0;
        // All of a larger object: an array of unknown contents, which loops over it can speak of, in place of a value
        // for each element.
        let whole = off == 0 && s.heap.get(obj).is_some_and(|o| o.size.as_const() == Some(len));
        let cells = len / cell;
        let array = (self.config.fold
            && whole
            && cells >= tuning::CELLS_AS_ARRAY.get()
            && len.is_multiple_of(cell)
            && cell <= 8)
            .then(|| self.mode.array(&self.pool, &format!("{name}#{ordinal}[]"), cell as u32, SymbolKind::Input));
        if let Some(array) = array {
            self.set_array(s, obj, array, cell as u32);
            parts = (0..cells).map(|i| self.pool.select(array, self.pool.bv(u128::from(i), 64))).collect();
            at = len;
        }
        while at < len {
            let fits = (off + at).is_multiple_of(cell) && at + cell <= len && cell <= 8;
            let size = if fits { cell } else { 1 };
            let symbol = format!("{name}#{ordinal}[{at}]");
            let value = self.mode.given(
                &self.pool,
                (ordinal, parts.len()),
                [name, &symbol],
                size as u32 * 8,
                SymbolKind::Input,
            );
            parts.push(value.to_term(&self.pool));
            self.write(s, obj, Offset::Known(off + at), size, value);
            at += size;
        }
        if !matches!(self.mode, Mode::Concrete(_)) {
            self.config.meter.spend(parts.len() as u64 * tuning::COMMANDS_PER_PART.get());
        }
        let loc = self.asked_at(s);
        let input = Input { name: name.into(), kind: InputKind::Bytes, parts, loc, origin };
        s.note(input);
    }

    /// Notes what is known of the start as an input of the path, so that whoever runs it again is given it too.
    pub fn note_known(&self, s: &mut State, bytes: &[u8], name: &str, origin: InputOrigin) {
        let parts = bytes.iter().map(|&b| self.pool.bv(u128::from(b), 8)).collect();
        let loc = self.asked_at(s);
        s.note(Input { name: name.into(), kind: InputKind::Bytes, parts, loc, origin });
    }

    /// Something that happens or does not, as an input of the path with this name decides.
    pub(crate) fn choice(&self, s: &mut State, name: &str) -> Flow<bool> {
        // Looked at before it is recorded, as the command runs again after the decision.
        let happens = self.given(s, name, 1, SymbolKind::Input).to_term(&self.pool);
        let happens = self.split(s, happens)?;
        self.input(s, name, Ty::Int(1), false);
        Ok(happens)
    }

    /// Continues only where the condition holds.
    pub(super) fn restrict(&self, s: &State, cond: TermId) -> Flow {
        if self.pool.is_true(cond) || s.granted.contains(&cond) {
            self.note(s, Premise::Passed);
            return Ok(());
        }
        if self.pool.is_false(cond) {
            self.note(s, Premise::Excluded);
            return Err(Box::new(Outcome::Infeasible));
        }
        Err(decide(vec![
            Alternative { cond, effect: Effect::Constrain },
            Alternative { cond: self.pool.not(cond), effect: Effect::Exclude },
        ]))
    }

    /// Is the argument different from zero?
    fn truth(&self, s: &mut State, op: Operand) -> Flow<TermId> {
        let v = self.get(s, op)?;
        let t = v.to_term(&self.pool);
        Ok(self.pool.ne(t, self.pool.bv(0, self.pool.width(t))))
    }
}

fn nondet(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let what = call.name.trim_start_matches("__VERIFIER_nondet_").trim_start_matches("nondet_");
    let Some(&ty) = call.results.first() else {
        // Without a result the input can only go where an argument points.
        let text = format!("unsupported: {} (an input without a value)", call.name);
        return if call.args.is_empty() { Ok(None) } else { Err(stop(StopKind::Unsupported, text)) };
    };
    if ty == Ty::Ptr {
        return Err(stop(StopKind::Unsupported, format!("unsupported: {} (a pointer as an input)", call.name)));
    }
    let signed = !(what.starts_with('u') || matches!(what, "size_t" | "bool" | "pointer"));
    if matches!(what, "bool" | "_Bool") && ty.width() > 1 {
        let bit = m.input(s, what, Ty::Int(1), false);
        return Ok(Some(Value::of_term(&m.pool, m.pool.zext(bit.to_term(&m.pool), ty.width()))));
    }
    Ok(Some(m.input(s, what, ty, signed)))
}

fn named(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let Some(&ty) = call.results.first() else { return Ok(None) };
    let name = m.arg(s, call, 0)?;
    let name = m.text_at(s, name).unwrap_or_else(|| "input".into());
    let signed = !["plica_u", "plica_size", "plica_bool"].iter().any(|p| call.name.starts_with(p));
    if call.name == "plica_bool" && ty.width() > 1 {
        let bit = m.input(s, &name, Ty::Int(1), false);
        return Ok(Some(Value::of_term(&m.pool, m.pool.zext(bit.to_term(&m.pool), ty.width()))));
    }
    Ok(Some(m.input(s, &name, ty, signed)))
}

/// `range(low, high, name)`: an int in [low, high).
fn range(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (low, high) = (m.arg(s, call, 0)?, m.arg(s, call, 1)?);
    let name = m.arg(s, call, 2)?;
    let name = m.text_at(s, name).unwrap_or_else(|| "range".into());
    let Some(&ty) = call.results.first() else { return Ok(None) };
    // The command runs again after the decision: it must name the same input both times, so the input is looked at
    // before it is recorded.
    let (low, high) = (low.to_term(&m.pool), high.to_term(&m.pool));
    if let Mode::Concrete(world) = &m.mode
        && let (Some(least), Some(end)) = (m.pool.const_value(low), m.pool.const_value(high))
    {
        world.fit(s.events.len(), &name, least..end, ty.width());
    }
    let value = m.given(s, &name, ty.width(), SymbolKind::Input).to_term(&m.pool);
    let inside = m.pool.and(m.pool.sle(low, value), m.pool.slt(value, high));
    m.restrict(s, inside)?;
    Ok(Some(m.input(s, &name, ty, true)))
}

fn assume(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let cond = m.truth(s, call.operand(0))?;
    m.restrict(s, cond)?;
    Ok(None)
}

fn assert(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let cond = m.truth(s, call.operand(0))?;
    m.require(s, cond, FaultKind::Assertion, || "an assertion fails".into())?;
    Ok(None)
}

/// `assert(condition, text)`
fn assert_with_text(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let cond = m.truth(s, call.operand(0))?;
    let text = m.arg(s, call, 1)?;
    let text = m.text_at(s, text).unwrap_or_default();
    let message = || if text.is_empty() { "an assertion fails".into() } else { format!("an assertion fails: {text}") };
    m.require(s, cond, FaultKind::Assertion, message)?;
    Ok(None)
}

fn error(m: &Machine, _s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    Err(m.fault(FaultKind::ErrorCall, format!("{} is called", call.name)))
}

fn unreachable(m: &Machine, _s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    Err(m.fault(FaultKind::Assertion, "code that was declared unreachable is reached"))
}

fn report_error(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let text = m.arg(s, call, 2)?;
    let text = m.text_at(s, text).unwrap_or_else(|| "klee_report_error is called".into());
    Err(m.fault(FaultKind::ErrorCall, text))
}

fn make_symbolic(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let len = m.arg(s, call, 1)?;
    let len = m.concretize(s, len)?;
    let (obj, off) = if len == 0 { m.resolve(s, call.operand(0))? } else { m.locate(s, call.operand(0), len, true)? };
    let Offset::Known(off) = off else {
        return Err(stop(StopKind::Symbolic, "an object made symbolic at a symbolic offset"));
    };
    m.limit_block(len, tuning::TERMS_AT_ONCE.get(), "made symbolic")?;
    let name = match call.args.get(2) {
        Some(arg) => m.get(s, arg.value)?,
        None => Value::NULL,
    };
    let name = m.text_at(s, name).unwrap_or_else(|| "bytes".into());
    m.symbolic_bytes(s, obj, off, len, &name, InputOrigin::Call);
    Ok(None)
}

fn zero(_m: &Machine, _s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    Ok(Some(Value::int(0, 32)))
}
