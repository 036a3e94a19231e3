//! Explores a program that is given as text with summaries in place of calls, and tells as text what came of it.
//!
//! Oblivious to what is expected. Invariant: what is told does not depend on the machine.

use std::fmt::Write;

use plica_exec::{Machine, ObjId, Value};
use plica_explore::Explored;
use plica_summaries::{Composer, ParamShape, SummaryPath, SummaryPolicy, UnitView, ValueKind, WriteSlot};

use crate::fixture;

/// What came of exploring a program from `main`, whose parameters are inputs.
pub fn explore(program: &str, calls: SummaryPolicy) -> String {
    let (machine, composer, explored) = fixture::explored(&fixture::read(program), calls);
    told(&machine, &composer, &explored)
}

/// The verdict, the errors with who called whom, the units with their paths.
fn told(machine: &Machine, composer: &Composer, explored: &Explored) -> String {
    let mut out = match explored.conclusion() {
        c if c.errors() > 0 => "violated\n".to_string(),
        c if c.holds() && explored.gaps.is_empty() => "holds\n".to_string(),
        _ => "undecided\n".to_string(),
    };
    for gap in &explored.gaps {
        let _ = writeln!(out, "because {}", gap.text);
    }
    let name = |f| &machine.program.func(f).name;
    for finding in &explored.findings {
        let chain: Vec<_> = finding.trace.iter().map(|(f, _)| name(*f).to_string()).collect();
        let sure = if finding.confirmed { "confirmed" } else { "not confirmed" };
        let _ = writeln!(out, "error: {}; in {}; {sure}", finding.fault.message, chain.join(" called by "));
    }
    for (unit, view) in composer.unit_ids().filter_map(|unit| composer.view(unit).map(|view| (unit, view))) {
        let calls =
            composer.call_ids().filter_map(|call| composer.view_call(call)).filter(|call| call.unit == unit).count();
        let state = match (view.given_up, view.closed) {
            (Some(why), _) => format!("given up, {why}"),
            (None, true) => "closed".into(),
            (None, false) => "open".into(),
        };
        let shape: Vec<_> = view.shape.iter().map(|s| shape(machine, s)).collect();
        let _ = writeln!(out, "{}({}): {state}; calls: {calls}", name(view.function), shape.join(", "));
        view.leaves.iter().for_each(|leaf| out += &path(machine, &view, leaf));
    }
    out
}

fn object(machine: &Machine, obj: ObjId) -> String {
    // Objects are numbered from 1, globals first.
    let global = (obj.0 as usize).checked_sub(1).and_then(|at| machine.program.globals.get(at));
    global.map_or_else(|| format!("object {}", obj.0), |global| global.name.to_string())
}

/// What a unit takes for granted about a parameter.
fn shape(machine: &Machine, shape: &ParamShape) -> String {
    match *shape {
        ParamShape::Number => "any".into(),
        ParamShape::Fixed(Value::Int { bits, .. }) => format!("{bits}"),
        ParamShape::Fixed(Value::Ptr { obj, off }) => format!("&{}+{off}", object(machine, obj)),
        ParamShape::Fixed(value) => format!("{value:?}"),
        ParamShape::Into(obj) => format!("into {}", object(machine, obj)),
    }
}

/// When a path is taken, what it returns and what it writes.
fn path(machine: &Machine, view: &UnitView<'_>, leaf: &SummaryPath) -> String {
    let class = &view.classes[leaf.class as usize];
    let show = |t| machine.pool.infix(t);
    let conditions: Vec<_> = leaf.pc.iter().map(|&t| show(t)).collect();
    let values = class.kinds.iter().zip(&leaf.values).map(|(kind, &value)| match kind {
        ValueKind::Number(_) => show(value),
        ValueKind::Into(obj) => format!("&{}+{}", object(machine, *obj), show(value)),
    });
    let values: Vec<String> = values.collect();
    let writes = class.slots.iter().zip(&values[class.results..]).map(|(slot, value)| match *slot {
        WriteSlot::Cell { obj, off, .. } => format!("; {}[{off}] := {value}", object(machine, obj)),
        WriteSlot::Array { obj, .. } => format!("; {} := {value}", object(machine, obj)),
    });
    let writes: String = writes.collect();
    let when = if conditions.is_empty() { "always".to_string() } else { conditions.join(" and ") };
    format!("  {when}: ({}){writes}\n", values[..class.results].join(", "))
}
