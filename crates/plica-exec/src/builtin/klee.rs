//! What only harnesses for KLEE (and, with `__CPROVER_cover`, for CBMC) ask for: questions about values and objects,
//! other names of functions, messages.
//!
//! Oblivious to inputs and assumptions (`harness`). What the answer to a question depends on is what exploring knows of
//! a value, so the answer is an event of the path, and the run that confirms the path is given it. A function that
//! means nothing to plica says so.

use plica_ir::Operand;
use plica_term::Evaluator;

use crate::builtin::{Builtin, Call};
use crate::event::{Input, InputKind, InputOrigin};
use crate::fault::StopKind;
use crate::fresh::Mode;
use crate::machine::Machine;
use crate::memory::{Content, Liveness, Object, ObjectKind};
use crate::outcome::{Flow, Outcome};
use crate::state::State;
use crate::step::{Offset, stop};
use crate::value::{OFFSET_BITS, ObjId, Value};

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    Some(match name {
        "klee_is_symbolic" | "plica_is_symbolic" => is_symbolic,
        _ if name.starts_with("klee_get_value") => get_value,
        "klee_get_obj_size" => object_size,
        "klee_check_memory_access" => check_memory_access,
        "klee_define_fixed_object" => define_fixed_object,
        "klee_alias_function" => alias_function,
        "klee_print_expr" => print_expression,
        "klee_print_range" => print_range,
        "klee_warning" | "klee_warning_once" => warning,
        "klee_stack_trace" => stack_trace,
        "klee_prefer_cex"
        | "klee_posix_prefer_cex"
        | "klee_mark_global"
        | "klee_open_merge"
        | "klee_close_merge"
        | "klee_merge"
        | "klee_set_forking"
        | "__CPROVER_cover" => no_effect,
        _ => return None,
    })
}

impl Machine {
    /// Is what is known of the value what is known of it on the path? In a unit, and in an iteration of a folded loop,
    /// a symbol may stand for a value that is known where the unit is called, or in each iteration.
    fn is_settled(&self, s: &State, v: Value) -> Flow<bool> {
        if v.is_known() {
            return Ok(true);
        }
        if let Mode::Unit(unit) = &self.mode {
            unit.refuse("it asks how much is known of a value");
            return Ok(false);
        }
        if s.is_general() {
            // There is no iteration in general, so the loop is not folded.
            return Err(Box::new(Outcome::Pause));
        }
        Ok(!s.reach.is_stale())
    }

    /// The answer to a question of the program about its own path.
    fn answer(&self, s: &mut State, call: &Call<'_>, bits: u64, width: u32) -> Value {
        let value = self.mode.answer(&self.pool, s.events.len(), call.name, bits, width);
        let parts = vec![value.to_term(&self.pool)];
        let loc = self.program.func(s.top.func).locs[s.top.loc.index()];
        let (name, kind) = (call.name.into(), InputKind::Answer);
        s.note(Input { name, kind, parts, loc, origin: InputOrigin::Call });
        value
    }

    /// A value for a person: a number, a place in an object, or a term.
    fn shown(&self, s: &State, v: Value) -> String {
        let object = |obj: ObjId| s.heap.get(obj).map_or_else(|| format!("object {}", obj.0), |o| o.name.to_string());
        match v {
            Value::Int { bits, .. } => bits.to_string(),
            Value::Term(t) => self.pool.infix(t),
            Value::Ptr { obj, off } => format!("&{} + {}", object(obj), off as i64),
            Value::SymPtr { obj, off } => format!("&{} + {}", object(obj), self.pool.infix(off)),
            Value::Uninit => "never written".into(),
        }
    }

    /// The number that the state's model gives a value.
    fn in_model(&self, s: &State, v: Value) -> u64 {
        v.as_const().unwrap_or_else(|| Evaluator::new(&self.pool, &s.model).eval(v.to_term(&self.pool)).bits() as u64)
    }
}

fn is_symbolic(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let v = m.arg(s, call, 0)?;
    m.is_settled(s, v)?;
    Ok(Some(m.answer(s, call, u64::from(!v.is_known()), 32)))
}

/// One value that the argument can have, which is none it is restricted to.
fn get_value(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let v = m.arg(s, call, 0)?;
    // A model that may be wrong about the path gives a value that may not occur.
    let one = if m.is_settled(s, v)? { m.in_model(s, v) } else { m.concretize(s, v)? };
    let width = v.width(&m.pool).min(64);
    Ok(Some(m.answer(s, call, one, width)))
}

fn object_size(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (obj, off) = m.resolve(s, call.operand(0))?;
    let object = m.live_object(s, obj, off)?;
    Ok(Some(object.size))
}

fn check_memory_access(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let size = m.arg(s, call, 1)?;
    let (obj, off) = m.resolve(s, call.operand(0))?;
    m.check_access(s, obj, off, m.fit(size, plica_ir::Ty::Int(64)), false)?;
    Ok(None)
}

/// A number that is used as an address is an offset from null: that is where the object is found (`Machine::resolve`).
fn define_fixed_object(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (at, size) = (m.arg(s, call, 0)?, m.arg(s, call, 1)?);
    let (at, size) = (m.concretize(s, at)?, m.concretize(s, size)?);
    let end = at.checked_add(size).filter(|end| at > 0 && *end < 1 << (OFFSET_BITS - 1));
    let apart = |o: &Object| match o.kind {
        ObjectKind::Fixed(other) => end.is_some_and(|end| end <= other) || other + o.size.as_const().unwrap_or(0) <= at,
        _ => true,
    };
    if end.is_none() || !s.heap.iter().all(|(_, o)| apart(o)) {
        let text = format!("unsupported: klee_define_fixed_object of {size} bytes at {at:#x}");
        return Err(stop(StopKind::Unsupported, text));
    }
    let object = Object {
        size: Value::int(size, 64),
        kind: ObjectKind::Fixed(at),
        live: Liveness::Live,
        constant: false,
        cell: 0,
        name: format!("at {at:#x}").into(),
        site: m.program.func(s.top.func).locs[s.top.loc.index()],
        content: Content::uninit(Some(size)),
    };
    m.add_object(s, object)?;
    Ok(None)
}

impl Machine {
    /// The place of a number that is used as an address.
    pub(crate) fn at_fixed(&self, s: &State, off: Offset) -> Flow<(ObjId, Offset)> {
        let fixed = s.heap.iter().filter_map(|(id, o)| match o.kind {
            ObjectKind::Fixed(at) => Some((id, at, o.size.as_const().unwrap_or(0))),
            _ => None,
        });
        for (id, at, size) in fixed {
            let pool = &self.pool;
            let within = pool.sub(off.value().to_term(pool), pool.bv(u128::from(at), 64));
            if self.split(s, pool.ult(within, pool.bv(u128::from(size), 64)))? {
                let place = Value::of_term(pool, within);
                return Ok((id, place.as_const().map_or(Offset::Symbolic(within), Offset::Known)));
            }
        }
        Ok((ObjId(0), off))
    }

    /// The function that a call of `f` goes to.
    #[inline]
    pub(crate) fn aliased(&self, s: &mut State, f: plica_ir::FuncId) -> Flow<plica_ir::FuncId> {
        let Some(table) = self.aliases else { return Ok(f) };
        match self.read(s, table, Offset::Known(8 * u64::from(f.0)), 8).as_pointer() {
            Value::Ptr { obj, .. } => Ok(self.object_function(obj).unwrap_or(f)),
            _ => {
                let text = "unsupported: a call of which it is not known whether klee_alias_function has changed it";
                if let Mode::Unit(unit) = &self.mode {
                    unit.refuse(text);
                }
                Err(stop(StopKind::Unsupported, text))
            }
        }
    }
}

/// From now on calls by name of the first function go to the second one; an empty name takes that back.
fn alias_function(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (name, alias) = (m.arg(s, call, 0)?, m.arg(s, call, 1)?);
    let (name, alias) = (m.text_at(s, name).unwrap_or_default(), m.text_at(s, alias).unwrap_or_default());
    // What the program does not have it does not call.
    let (Some(table), Some(f)) = (m.aliases, m.program.function(&name)) else { return Ok(None) };
    let to = match (alias.as_str(), m.program.function(&alias)) {
        ("", _) => Value::NULL,
        (_, Some(to)) => m.address(Operand::Func(to)).unwrap_or(Value::NULL),
        (alias, None) => {
            let text = format!("unsupported: klee_alias_function to {alias}, which the program does not have");
            return Err(stop(StopKind::Unsupported, text));
        }
    };
    m.write(s, table, Offset::Known(8 * u64::from(f.0)), 8, to);
    Ok(None)
}

fn print_expression(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (text, v) = (m.arg(s, call, 0)?, m.arg(s, call, 1)?);
    let text = m.text_at(s, text).unwrap_or_default();
    m.remark(format!("{text}: {}", m.shown(s, v)));
    Ok(None)
}

/// The range is what is known of the value itself; what the path's conditions add to that is left out.
fn print_range(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (text, v) = (m.arg(s, call, 0)?, m.arg(s, call, 1)?);
    let text = m.text_at(s, text).unwrap_or_default();
    let shown = m.shown(s, v);
    m.remark(match v.is_known() {
        true => format!("{text}: {shown}"),
        false => {
            let (_, _, least, most) = m.pool.range(v.to_term(&m.pool));
            format!("{text}: {shown} ~= {} (in [{least}, {most}])", m.in_model(s, v))
        }
    });
    Ok(None)
}

fn warning(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let text = m.arg(s, call, 0)?;
    m.remark(format!("warning: {}", m.text_at(s, text).unwrap_or_default()));
    Ok(None)
}

fn stack_trace(m: &Machine, s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    let line = |(depth, (f, loc)): (usize, (plica_ir::FuncId, plica_ir::Loc))| {
        let f = m.program.func(f);
        format!("#{depth} {} (line {})", f.display, f.locs[loc.index()].line)
    };
    let lines: Vec<String> = s.backtrace().into_iter().enumerate().map(line).collect();
    m.remark(format!("klee_stack_trace:\n{}", lines.join("\n")));
    Ok(None)
}

fn no_effect(m: &Machine, _s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.remark(format!("note: {} has no effect in plica", call.name));
    Ok(None)
}
