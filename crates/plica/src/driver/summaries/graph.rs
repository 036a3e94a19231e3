//! The calls between units: as a graph, and as chains to what was found.
//!
//! Oblivious to what summaries say. Invariant: an edge stands for at least one call, a step of a chain for exactly one.

use std::collections::HashMap;

use plica_exec::{CallId, Finding, Machine, UnitId};
use plica_explore::Explored;
use plica_report::{Chain, ErrorKind, Invocation, InvocationGraph, StackFrame, UnitNode};
use plica_summaries::Composer;
use plica_tree::Tree;

use super::naming::Names;
use super::{conjunction, variant};
use crate::driver::outcome::{error_kind, function_location, site_location};

/// A call, as the caller has it.
struct Shown {
    arguments: Vec<String>,
    when: Vec<String>,
}

fn names_of<'a>(machine: &'a Machine, composer: &Composer, unit: UnitId) -> Names<'a> {
    composer.view(unit).map_or_else(|| Names::of_program(machine), |view| Names::of_unit(machine, &view))
}

fn shown(machine: &Machine, composer: &mut Composer, names: &mut Names<'_>, call: CallId) -> Option<Shown> {
    let call = composer.view_call(call)?;
    let (state, arguments) = (call.state.clone(), call.arguments.to_vec());
    let arguments = arguments.into_iter().map(|a| names.value(composer, &state, a)).collect();
    Some(Shown { arguments, when: conjunction(machine, composer, names, &state.pc) })
}

/// Who calls whom. Calls from one place with the same arguments are one edge, with the conditions that all of them
/// have.
pub fn graph(machine: &Machine, composer: &mut Composer, explored: &Explored, title: String) -> InvocationGraph {
    let program = &machine.program;
    let node = |function: plica_ir::FuncId, tree: &Tree, entry: bool| UnitNode {
        function: program.func(function).display.to_string(),
        location: function_location(program, function),
        entry,
        open: tree.conclusion().unexplored(),
        target: tree.conclusion().errors() > 0,
        ..UnitNode::default()
    };
    let entry = plica_ir::FuncId(explored.tree.node(explored.tree.root()).site().function);
    let mut nodes = vec![node(entry, &explored.tree, true)];
    let mut names = vec![Names::of_program(machine)];
    // Where a unit is among the nodes; those that were given up are none.
    let mut places = HashMap::from([(UnitId::PROGRAM, 0)]);
    for unit in &explored.units {
        let view = composer.view(unit.unit).filter(|view| view.given_up.is_none());
        if let Some(view) = view {
            places.insert(unit.unit, nodes.len());
            let own = Names::of_unit(machine, &view);
            nodes.push(UnitNode { variant: variant(machine, &own, &view), ..node(unit.function, &unit.tree, false) });
            names.push(own);
        }
    }
    let mut edges: Vec<Invocation> = Vec::new();
    for this in composer.call_ids() {
        let Some(call) = composer.view_call(this) else { continue };
        let ends = [call.caller, call.unit].map(|unit| places.get(&unit).copied());
        let site = call.site;
        let ([Some(caller), Some(callee)], true) = (ends, call.made) else { continue };
        let Some(Shown { arguments, when }) = shown(machine, composer, &mut names[caller], this) else { continue };
        let location = site.map(|site| site_location(program, site)).unwrap_or_default();
        let alike = |e: &&mut Invocation| {
            (e.caller, e.callee, &e.location, &e.arguments) == (caller, callee, &location, &arguments)
        };
        match edges.iter_mut().find(alike) {
            Some(edge) => {
                edge.count += 1;
                edge.when.retain(|condition| when.contains(condition));
            }
            None => edges.push(Invocation { caller, callee, location, when, arguments, count: 1 }),
        }
    }
    InvocationGraph { title, nodes, edges }
}

/// How what was found is reached, where that takes a call.
pub fn chains(machine: &Machine, composer: &mut Composer, findings: &[Finding]) -> Vec<Chain> {
    let called = findings.iter().filter(|f| f.confirmed && f.trace.len() > 1);
    let chain = |f: &Finding| {
        let place = |site| site_location(&machine.program, site);
        let mut steps: Vec<StackFrame> =
            f.trace.iter().map(|&site| StackFrame { location: place(site), ..StackFrame::default() }).collect();
        describe_calls(machine, composer, f, &mut steps);
        steps.remove(0);
        steps.reverse();
        let what = match error_kind(f.fault.kind) {
            ErrorKind::TargetReached => format!("the target in {}", machine.program.func(f.site().0).display),
            kind => format!("the {kind} ({})", f.fault.message),
        };
        Chain { what, location: place(f.site()), steps }
    };
    called.map(chain).collect()
}

/// Says with which arguments, and when, the functions on a finding's stack are called, where they were explored on
/// their own.
pub fn describe_calls(machine: &Machine, composer: &mut Composer, f: &Finding, trace: &mut [StackFrame]) {
    // From the program inwards: a call's frame is the innermost one of its caller.
    let mut end = trace.len();
    for &number in f.calls.iter().rev() {
        let Some(call) = composer.view_call(number) else { return };
        // The called function's own frame is the next caller's.
        let Some(at) = (end + 1).checked_sub(call.state.backtrace().len()) else { return };
        let function = machine.program.func(call.state.top.func).display.clone();
        let mut names = names_of(machine, composer, call.caller);
        if let (Some(frame), Some(shown)) = (trace.get_mut(at), shown(machine, composer, &mut names, number)) {
            frame.call = format!("{function}({})", shown.arguments.join(", "));
            frame.when = shown.when;
        }
        end = at;
    }
}
