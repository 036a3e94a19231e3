//! From units, their trees and the calls between them to an explanation for people.
//!
//! Oblivious to how summaries come about. Invariant: every path of a unit that returns, and every one that
//! ends in an error or undecided, is a case.

mod graph;
mod naming;

use plica_exec::{Finding, Machine, Value};
use plica_explore::{Explicit, Explored};
use plica_report::{Case, End, ErrorReport, Functions, Proof, SummaryView};
use plica_summaries::{Composer, ParamShape, SummaryPath, UnitView, ValueKind, WriteSlot};
use plica_term::{Op, TermId, TermPool};
use plica_tree::{Extent, Status, Tree};

use naming::Names;

use super::outcome::{function_location, gap_text};

/// What is taken for granted that a title has room for.
const SHOWN_ASSUMPTIONS: usize = 4;

/// The functions that were explored on their own, and how their errors are reached. `composer` is `None` where calls
/// are executed in place.
pub fn functions(machine: &Machine, composer: Option<&mut Composer>, explored: &Explored, title: String) -> Functions {
    let mut functions = Functions { summarised: composer.is_some(), ..Functions::default() };
    if let Some(composer) = composer {
        for explicit in &explored.units {
            functions.summaries.extend(summary(machine, composer, explicit, explored));
        }
        functions.summaries.sort_by(|a, b| a.location.cmp(&b.location));
        functions.graph = graph::graph(machine, composer, explored, title);
        functions.chains = graph::chains(machine, composer, &explored.findings);
    }
    functions
}

/// Says in the traces of errors with which arguments functions were called, where they were explored on their own.
pub fn describe_calls(machine: &Machine, composer: &mut Composer, findings: &[Finding], errors: &mut [ErrorReport]) {
    // Errors are the findings that were confirmed, in their order.
    for (finding, error) in findings.iter().filter(|f| f.confirmed).zip(errors) {
        graph::describe_calls(machine, composer, finding, &mut error.trace);
    }
}

/// How many cases the summaries have.
pub fn cases(composer: &Composer) -> u64 {
    let units = composer.unit_ids().filter_map(|unit| composer.view(unit));
    units.filter(|u| u.given_up.is_none()).map(|u| u.leaves.len() as u64).sum()
}

/// What was proved of a target, if leaves were left unexplored.
pub fn proof(explored: &Explored, target: String) -> Option<Proof> {
    let left = |tree: &Tree| tree.conclusion().unexplored() + tree.conclusion().unreachable(Extent::SoFar);
    let units = explored.units.iter().filter(|u| !u.abandoned && left(&u.tree) > 0);
    let mut functions: Vec<_> = units.clone().map(|u| u.function).collect();
    functions.sort_unstable();
    functions.dedup();
    let program = left(&explored.tree);
    let leaves = program + units.map(|u| left(&u.tree)).sum::<u64>();
    let functions = functions.len() as u64 + u64::from(program > 0);
    (leaves > 0).then_some(Proof { target: Some(target), leaves, functions })
}

fn summary(
    machine: &Machine,
    composer: &mut Composer,
    explicit: &Explicit,
    explored: &Explored,
) -> Option<SummaryView> {
    let unit = explicit.unit;
    let view = composer.view(unit)?;
    let mut names = Names::of_unit(machine, &view);
    let mut shown = SummaryView {
        function: machine.program.func(view.function).display.to_string(),
        location: function_location(&machine.program, view.function),
        variant: variant(machine, &names, &view),
        refused: view.given_up.map(str::to_owned),
        ..SummaryView::default()
    };
    if shown.refused.is_some() {
        return Some(shown);
    }
    let leaves = view.leaves.to_vec();
    for leaf in &leaves {
        add(&mut shown.cases, returning(machine, composer, &mut names, unit, leaf));
    }
    for (id, node) in explicit.tree.leaves() {
        let end = match node.status() {
            Status::Error(e) => {
                End::Error(explored.findings.get(e.0 as usize).map_or("", |f| &f.fault.message).to_string())
            }
            Status::Stopped { detail, .. } | Status::Failed { detail, .. } => {
                End::Undecided(detail.and_then(|d| explored.gaps.get(d as usize)).map(gap_text).unwrap_or_default())
            }
            Status::Unknown
            | Status::Expanded
            | Status::Finished
            | Status::Irrelevant
            | Status::Superseded
            | Status::Unreachable { .. } => continue,
        };
        let path = explicit.tree.path(id);
        let conditions = path.iter().filter_map(|&id| explicit.tree.node(id).condition());
        let conditions: Vec<TermId> = conditions.filter_map(|n| machine.pool.term(n)).collect();
        let when = conjunction(machine, composer, &mut names, &conditions);
        add(&mut shown.cases, Case { when, end, ..Case::default() });
    }
    let counts = explicit.tree.conclusion();
    shown.open = counts.unexplored();
    shown.unreachable_so_far = counts.unreachable(Extent::SoFar);
    shown.unreachable_for_good = counts.unreachable(Extent::ForGood);
    shown.inputs = names.inputs_met();
    Some(shown)
}

/// Cases that read alike are one.
fn add(cases: &mut Vec<Case>, case: Case) {
    if !cases.contains(&case) {
        cases.push(case);
    }
}

/// Conditions that hold together, each once.
fn conjunction(machine: &Machine, composer: &mut Composer, names: &mut Names<'_>, pc: &[TermId]) -> Vec<String> {
    let mut shown = Vec::new();
    for t in pc.iter().flat_map(|&t| machine.pool.conjuncts(t)) {
        // That calls on the way return goes without saying.
        if machine.pool.is_true(t) || is_return(&machine.pool, composer, t) {
            continue;
        }
        let text = names.term(composer, t);
        if !shown.contains(&text) {
            shown.push(text);
        }
    }
    shown
}

/// Does a condition only say that a call returns that has one way to do so?
fn is_return(pool: &TermPool, composer: &mut Composer, t: TermId) -> bool {
    let Op::Symbol(symbol) = pool.node(t).op else { return false };
    match composer.meaning(symbol) {
        Some(plica_summaries::Meaning::Outcome(comes)) if comes.value.is_none() => {
            composer.view(comes.unit).is_none_or(|u| u.classes.len() == 1)
        }
        _ => false,
    }
}

/// A path that returns.
fn returning(
    machine: &Machine,
    composer: &mut Composer,
    names: &mut Names<'_>,
    unit: plica_exec::UnitId,
    leaf: &SummaryPath,
) -> Case {
    let mut case = Case { when: conjunction(machine, composer, names, &leaf.pc), ..Case::default() };
    let Some((class, start, inputs, assumed)) = composer
        .view(unit)
        .and_then(|u| Some((u.classes.get(leaf.class as usize)?.clone(), u.start.clone(), u.inputs, u.assumed)))
    else {
        return case;
    };
    let pool = &machine.pool;
    let value = |kind: &ValueKind, t: TermId| match kind {
        ValueKind::Number(_) => Value::Term(t),
        ValueKind::Into(obj) => Value::SymPtr { obj: *obj, off: t },
    };
    let values: Vec<Value> = class.kinds.iter().zip(&leaf.values).map(|(kind, &t)| value(kind, t)).collect();
    let (results, written) = values.split_at(class.results.min(values.len()));
    let results: Vec<String> = results.iter().map(|&v| names.value(composer, &start, v)).collect();
    case.returns = match results.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        several => Some(format!("{{ {} }}", several.join(", "))),
    };
    for (slot, &value) in class.slots.iter().zip(written) {
        match *slot {
            WriteSlot::Cell { obj, off, size } => {
                let was = |input: &plica_exec::UnitInput| {
                    *input == plica_exec::UnitInput::Cell { obj, off, size: size as u32 }
                };
                let read = inputs.iter().any(|(s, i)| was(i) && is_symbol(pool, value, *s));
                let known = assumed
                    .iter()
                    .any(|a| (a.obj, a.off, u64::from(a.size)) == (obj, off, size) && same(pool, a.value, value));
                if !read && !known {
                    let text = names.value(composer, &start, value);
                    case.writes.push((names.place(&start, obj, off, size as u32), text));
                }
            }
            WriteSlot::Array { obj, cell } => {
                let was = plica_exec::UnitInput::Array { obj, cell };
                let before = inputs.iter().find(|(_, i)| *i == was).map(|(s, _)| *s);
                let name = names.array(&start, obj);
                let mut at = value.to_term(pool);
                let mut stores = Vec::new();
                while pool.node(at).op == Op::Store {
                    let node = pool.node(at);
                    stores.push((node.args[1], node.args[2]));
                    at = node.args[0];
                }
                if before.is_some_and(|s| is_symbol(pool, Value::Term(at), s)) {
                    for (index, value) in stores.into_iter().rev() {
                        let place = format!("{name}[{}]", names.term(composer, index));
                        case.writes.push((place, names.term(composer, value)));
                    }
                } else {
                    case.writes.push((name, names.value(composer, &start, value)));
                }
            }
        }
    }
    for comes in composer.calls_of(leaf) {
        let call = names.call(composer, &comes);
        if !case.calls.contains(&call) {
            case.calls.push(call);
        }
    }
    case
}

fn is_symbol(pool: &TermPool, value: Value, symbol: plica_term::SymbolId) -> bool {
    matches!(value, Value::Term(t) if matches!(pool.node(t).op, Op::Symbol(s) if s == symbol))
}

/// Are these the same number, or pointers to the same place?
fn same(pool: &TermPool, a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Ptr { obj: a, off: at }, Value::SymPtr { obj: b, off }) => {
            a == b && pool.const_value(off) == Some(at.into())
        }
        (a @ Value::Int { .. }, Value::Term(t)) => a.to_term(pool) == t,
        (a, b) => a == b,
    }
}

/// What the unit takes for granted: `n is 3, p points to x`.
fn variant(machine: &Machine, names: &Names<'_>, view: &UnitView<'_>) -> String {
    let f = machine.program.func(view.function);
    let pool = &machine.pool;
    let number = |value: Value| pool.infix(value.to_term(pool));
    let mut parts = Vec::new();
    for (var, shape) in f.vars.iter().zip(view.shape) {
        match *shape {
            ParamShape::Fixed(Value::Ptr { obj, off }) => {
                parts.push(format!("{} is {}", var.name, names.own_pointer(view.start, obj, off)))
            }
            ParamShape::Fixed(Value::Int { bits: 0, .. }) if var.ty == plica_ir::Ty::Ptr => {
                parts.push(format!("{} is null", var.name))
            }
            ParamShape::Fixed(value) => parts.push(format!("{} is {}", var.name, number(value))),
            ParamShape::Into(obj) => {
                parts.push(format!("{} points into {}", var.name, names.own_name(view.start, obj)))
            }
            ParamShape::Number => {}
        }
    }
    for a in &view.assumed {
        let place = names.place(view.start, a.obj, a.off, a.size);
        match a.value {
            Value::Ptr { obj, off } => parts.push(format!("{place} is {}", names.own_pointer(view.start, obj, off))),
            Value::SymPtr { obj, .. } => parts.push(format!("{place} points into {}", names.own_name(view.start, obj))),
            value => parts.push(format!("{place} is {}", number(value))),
        }
    }
    let more = parts.len().saturating_sub(SHOWN_ASSUMPTIONS);
    if more > 1 {
        parts.truncate(SHOWN_ASSUMPTIONS);
        parts.push(format!("{more} more"));
    }
    parts.join(", ")
}
