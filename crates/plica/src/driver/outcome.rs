//! From what the explorer found to a report and a tree for people.
//!
//! Oblivious to how things were found.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use plica_exec::{Event, FaultKind, Finding, Input, InputKind, InputOrigin, Machine, Witness};
use plica_explore::{Explored, Gap, GapKind};
use plica_ir::{DebugLoc, FuncId, Loc, Program};
use plica_replay::Replayer;
use plica_report::{
    ARGC, Confirmation, Edge, ErrorKind, ErrorReport, FoldView, InputShape, InputSource, InputValue, Location,
    LoopCount, NodeView, Reason, ReasonKind, StackFrame, TreeView,
};
use plica_templates::Attempt;
use plica_term::{Evaluator, SymbolId, TermId, TermPool};
use plica_tree::{FailReason, Kind, Status, StopReason};

use super::choice_graph;
use super::library;
use super::readable::{Readable, subscript};
use super::shape;

/// The report's name for a class of faults.
pub fn error_kind(kind: FaultKind) -> ErrorKind {
    match kind {
        FaultKind::Assertion => ErrorKind::AssertionFailure,
        FaultKind::ErrorCall => ErrorKind::ErrorCall,
        FaultKind::Panic => ErrorKind::Panic,
        FaultKind::UncaughtException => ErrorKind::UncaughtException,
        FaultKind::Abort => ErrorKind::Abort,
        FaultKind::TargetReached => ErrorKind::TargetReached,
        FaultKind::NullDereference => ErrorKind::NullDereference,
        FaultKind::InvalidDereference => ErrorKind::InvalidDereference,
        FaultKind::InvalidCall => ErrorKind::InvalidCall,
        FaultKind::OutOfBounds => ErrorKind::OutOfBounds,
        FaultKind::OverlappingCopy => ErrorKind::OverlappingCopy,
        FaultKind::UseAfterFree => ErrorKind::UseAfterFree,
        FaultKind::DoubleFree => ErrorKind::DoubleFree,
        FaultKind::InvalidFree => ErrorKind::InvalidFree,
        FaultKind::WriteToConstant => ErrorKind::ReadOnlyWrite,
        FaultKind::DivisionByZero => ErrorKind::DivisionByZero,
        FaultKind::DivisionOverflow => ErrorKind::DivisionOverflow,
        FaultKind::ShiftRange => ErrorKind::ShiftRange,
        FaultKind::Unreachable => ErrorKind::UnreachableCode,
        FaultKind::SignedOverflow => ErrorKind::SignedOverflow,
        FaultKind::MemoryLeak => ErrorKind::MemoryLeak,
        FaultKind::UninitializedRead => ErrorKind::UninitializedRead,
        FaultKind::UninitializedPointer => ErrorKind::UninitializedPointer,
        FaultKind::StackOverflow => ErrorKind::StackOverflow,
        FaultKind::InvalidBuiltin => ErrorKind::InvalidBuiltin,
        FaultKind::UnsignedOverflow => ErrorKind::UnsignedOverflow,
        FaultKind::LossyConversion => ErrorKind::LossyConversion,
        FaultKind::FloatCast => ErrorKind::FloatCast,
        FaultKind::FloatDivision => ErrorKind::FloatDivision,
        FaultKind::FloatOverflow => ErrorKind::FloatOverflow,
        FaultKind::NotANumber => ErrorKind::NotANumber,
        FaultKind::PointerArithmetic => ErrorKind::PointerArithmetic,
        FaultKind::PointerComparison => ErrorKind::PointerComparison,
        FaultKind::Misaligned => ErrorKind::MisalignedAccess,
        FaultKind::InvalidValue => ErrorKind::InvalidValue,
        FaultKind::NonnullViolated => ErrorKind::NonnullViolation,
        FaultKind::CallType => ErrorKind::CallType,
    }
}

/// A position for people.
pub fn location(program: &Program, loc: DebugLoc) -> Location {
    let scope = program.source.scope(loc);
    let file = program.source.file(loc);
    let (name, folder) = (Path::new(&*file.name), Path::new(&*file.directory));
    let here = || std::env::current_dir().is_ok_and(|here| here == folder);
    // Where the debug information is from elsewhere, a file of that name here may be another one.
    let path = if !name.is_absolute() && (here() || name.exists() && !folder.join(name).exists()) {
        name.to_path_buf()
    } else {
        folder.join(name)
    };
    Location {
        file: path.display().to_string(),
        line: loc.line,
        column: loc.column,
        function: scope.function.to_string(),
    }
}

/// The position of a function for people.
pub fn function_location(program: &Program, func: FuncId) -> Location {
    let f = program.func(func);
    Location { function: f.display.to_string(), ..location(program, f.decl) }
}

/// Is it a position in one of plica's models?
fn is_model(program: &Program, loc: DebugLoc) -> bool {
    let file = |loc| program.source.scope(loc).file;
    program.models.iter().any(|f| file(program.func(*f).decl) == file(loc) && file(loc).0 != 0)
}

/// Is it a function that calls itself that was folded there, and not a loop?
pub fn is_recursion((_, head): (FuncId, Loc)) -> bool {
    head == Loc(0)
}

/// The position of a location for people.
pub fn site_location(program: &Program, (func, loc): (FuncId, Loc)) -> Location {
    if let Some(model) = library::in_model(program, func) {
        return model;
    }
    let f = program.func(func);
    let at = f.locs.get(loc.index()).copied().filter(|l| l.line > 0).unwrap_or(f.decl);
    let at = library::own_position(program, at).0;
    Location { function: f.display.to_string(), ..location(program, at) }
}

/// The errors among the findings: those that the concrete run confirmed.
pub fn errors(machine: &Machine, findings: &[Finding]) -> Vec<ErrorReport> {
    findings.iter().filter(|f| f.confirmed).map(|f| error(machine, f)).collect()
}

fn error(machine: &Machine, f: &Finding) -> ErrorReport {
    let program = &machine.program;
    let mut report = ErrorReport::new(error_kind(f.fault.kind), &*f.fault.message, site_location(program, f.site()));
    report.trace = f
        .trace
        .iter()
        .map(|&site| StackFrame { location: site_location(program, site), ..StackFrame::default() })
        .collect();
    report.path_length = f.witness.pc.len() as u64;
    report.confirmation = Confirmation::Evaluator;
    report.loops = f
        .witness
        .folds
        .iter()
        .map(|fold| LoopCount {
            location: site_location(program, fold.site),
            recursive: is_recursion(fold.site),
            name: subscript(&fold.name),
            // A run of more iterations would not have come to its end.
            count: u64::try_from(fold.count).unwrap_or(u64::MAX),
        })
        .collect();
    report.inputs = inputs(machine, &f.witness);
    shape::tell(machine, &f.witness, &mut report);
    report.made_up = made_up(machine, &f.witness);
    report
}

/// The functions without body and model on which it depends that a run ends as it does: their results occur in the
/// path's conditions, or they may have changed something. Where that cannot be seen it is taken to be so.
fn made_up(machine: &Machine, w: &Witness) -> Vec<String> {
    let symbols = |t: &TermId| machine.pool.free_symbols(*t).iter().copied().collect::<Vec<_>>();
    let asked: HashSet<SymbolId> = w.pc.iter().flat_map(symbols).collect();
    let is_plain = w.events.iter().all(|e| matches!(e, Event::Input(_)));
    let matters = |i: &&Arc<Input>| match i.kind {
        InputKind::External { writes } => {
            writes || !is_plain || i.parts.iter().flat_map(symbols).any(|s| asked.contains(&s))
        }
        _ => false,
    };
    let name = |i: &Arc<Input>| i.name.split('(').next().unwrap_or_default().to_string();
    let mut names: Vec<String> = w.inputs.iter().filter(matters).map(name).collect();
    names.sort();
    names.dedup();
    names
}

/// What a run is given.
pub fn inputs(machine: &Machine, w: &Witness) -> Vec<InputValue> {
    let mut eval = Evaluator::new(&machine.pool, &w.model);
    let given = w.inputs.iter().filter(|i| i.kind.is_given()).enumerate();
    // Characters that come once are counted here only, since a state that differs in a count is another state.
    let mut counts: HashMap<Arc<str>, usize> = HashMap::new();
    let numbered = |(order, i): (usize, &Arc<Input>)| {
        let value = input(machine, &mut eval, order, i);
        if i.origin != InputOrigin::File || i.name.ends_with(']') {
            return value;
        }
        let count = counts.entry(i.name.clone()).or_default();
        *count += 1;
        InputValue { name: format!("{}[{}]", i.name, *count - 1), ..value }
    };
    let mut inputs: Vec<InputValue> = given.map(numbered).collect();
    // Arguments behind the last are not there.
    if let Some(count) = inputs
        .iter()
        .find(|i| i.name == ARGC && i.source == InputSource::Parameter)
        .map(|i| u32::from(*i.bytes.first().unwrap_or(&0)))
    {
        inputs.retain(|i| !matches!(i.source, InputSource::Argument(n) if n >= count));
        inputs.iter_mut().enumerate().for_each(|(order, i)| i.order = order);
    }
    shape::draw(machine, w, &mut inputs);
    // So is what functions without a body return.
    for i in w.inputs.iter().filter(|i| matches!(i.kind, InputKind::External { .. }) && i.name.ends_with("()")) {
        let returned = input(machine, &mut eval, inputs.len(), i);
        inputs.push(InputValue { source: InputSource::External, ..returned });
    }
    // Unwritten memory that the path depends on is an input too, though no test case can set it.
    for (name, width, bits) in uninitialized(&machine.pool, w) {
        inputs.push(InputValue {
            name,
            source: InputSource::Uninitialized,
            shape: InputShape::Int { bits: width, signed: true },
            bytes: bits.to_le_bytes()[..width.div_ceil(8) as usize].to_vec(),
            order: inputs.len(),
            ..InputValue::default()
        });
    }
    inputs
}

fn input(machine: &Machine, eval: &mut Evaluator<'_>, order: usize, i: &Input) -> InputValue {
    let pool = &machine.pool;
    let mut bytes = Vec::new();
    for &part in &i.parts {
        let size = pool.width(part).div_ceil(8) as usize;
        bytes.extend_from_slice(&eval.eval(part).bits().to_le_bytes()[..size]);
    }
    let cell = i.parts.first().map_or(1, |&p| pool.width(p).div_ceil(8) as usize);
    let shape = match i.kind {
        InputKind::Scalar { float: true, .. } => InputShape::Float,
        InputKind::Scalar { .. } if i.origin == InputOrigin::File => InputShape::Char,
        InputKind::Scalar { signed, .. } => match i.parts.first().map_or(0, |&p| pool.width(p)) {
            1 => InputShape::Bool,
            bits => InputShape::Int { bits, signed },
        },
        InputKind::Bytes if cell == 1 && i.parts.len() > 1 => InputShape::Array(Box::new(InputShape::Char), 1),
        InputKind::Bytes if i.parts.len() > 1 => {
            InputShape::Array(Box::new(InputShape::Int { bits: cell as u32 * 8, signed: true }), cell)
        }
        InputKind::External { .. } => {
            InputShape::Int { bits: i.parts.first().map_or(0, |&p| pool.width(p)), signed: true }
        }
        InputKind::Bytes | InputKind::Unset | InputKind::Answer | InputKind::Object { .. } => InputShape::Unknown,
        InputKind::Pointer => InputShape::Pointer,
    };
    let source = match i.origin {
        InputOrigin::Argument(n) => InputSource::Argument(n),
        InputOrigin::Parameter => InputSource::Parameter,
        InputOrigin::Call | InputOrigin::File => InputSource::Call,
        InputOrigin::Global => InputSource::Global,
        InputOrigin::Memory => InputSource::Memory,
    };
    InputValue {
        name: i.name.to_string(),
        type_name: String::new(),
        source,
        shape,
        bytes,
        order,
        location: Some(location(&machine.program, i.loc))
            .filter(|at| at.is_known() && !is_model(&machine.program, i.loc)),
        memory: None,
        functions: Vec::new(),
    }
}

/// Names, widths and values of the scalars in the path condition that stand for memory never written.
fn uninitialized(pool: &TermPool, w: &Witness) -> Vec<(String, u32, u128)> {
    let mut seen = HashMap::new();
    let mut eval = Evaluator::new(pool, &w.model);
    for &t in &w.pc {
        for &s in pool.free_symbols(t).iter() {
            let info = pool.symbol_info(s);
            if info.kind.is_unset() && info.sort.bv_width().is_some() {
                seen.entry(s).or_insert_with(|| info.name.to_string());
            }
        }
    }
    let mut out: Vec<_> = seen.into_iter().collect();
    out.sort_by_key(|(s, _)| s.0);
    out.into_iter()
        .map(|(s, name)| {
            let info = pool.symbol_info(s);
            let t = pool.symbol(&info.name, info.sort, info.kind);
            (name.split('#').next().unwrap_or("").to_string(), pool.width(t), eval.eval(t).bits())
        })
        .collect()
}

/// The reasons for not saying "holds".
pub fn reasons(program: &Program, gaps: &[Gap]) -> Vec<Reason> {
    // Those of leaves of which nothing has to be known are none.
    gaps.iter()
        .filter(|gap| gap.count > 0)
        .map(|m| {
            let kind = reason_kind(m.reason, &m.text);
            let text = gap_text(m);
            let location = m.site.map(|s| site_location(program, s)).filter(Location::is_known);
            Reason { kind, text, count: m.count, location }
        })
        .collect()
}

/// A mark for people.
pub fn gap_text(m: &Gap) -> String {
    if m.text.is_empty() { plain(reason_kind(m.reason, &m.text)).to_string() } else { m.text.to_string() }
}

fn plain(kind: ReasonKind) -> &'static str {
    match kind {
        ReasonKind::TimeLimit => "the time limit ran out",
        ReasonKind::MemoryLimit => "the memory limit was reached",
        ReasonKind::StepLimit => "the limit on executed instructions was reached",
        ReasonKind::PathLimit => "the limit on paths was reached",
        ReasonKind::StoppedAtError => "exploration stopped at the errors found",
        ReasonKind::Interrupted => "the run was interrupted",
        _ => "exploration ended early",
    }
}

fn reason_kind(reason: GapKind, text: &str) -> ReasonKind {
    match reason {
        GapKind::Stopped(r) => match r {
            StopReason::UnsupportedInstruction => ReasonKind::UnsupportedInstruction,
            StopReason::UnsupportedFeature if text.contains(".ll:") => ReasonKind::UnsupportedInstruction,
            StopReason::UnsupportedFeature => ReasonKind::UnsupportedFeature,
            StopReason::NoModel => ReasonKind::NoModel,
            StopReason::UncheckedUndefined => ReasonKind::UncheckedUndefined,
            StopReason::TimeLimit => ReasonKind::TimeLimit,
            StopReason::MemoryLimit => ReasonKind::MemoryLimit,
            StopReason::StepLimit => ReasonKind::StepLimit,
            StopReason::DepthLimit => ReasonKind::DepthLimit,
            StopReason::PathLimit => ReasonKind::PathLimit,
            StopReason::CallDepthLimit => ReasonKind::CallDepthLimit,
            StopReason::ObjectSizeLimit => ReasonKind::ObjectSizeLimit,
            StopReason::LeftOut => ReasonKind::LeftOut,
            StopReason::Cancelled => ReasonKind::Interrupted,
            StopReason::StoppedAtError => ReasonKind::StoppedAtError,
        },
        GapKind::Failed(r) => match r {
            FailReason::SolverTimeout => ReasonKind::SolverTimeout,
            FailReason::SolverIncomplete => ReasonKind::SolverUnknown,
            FailReason::SolverFailure => ReasonKind::SolverFailure,
            FailReason::SolverDisagreement => ReasonKind::SolverDisagreement,
            FailReason::Unconfirmed => ReasonKind::Unconfirmed,
            FailReason::Internal => ReasonKind::Internal,
        },
    }
}

/// The tree for people, with the choice trees along which calls were replayed.
pub fn tree(
    machine: &Machine,
    explored: &Explored,
    attempts: &[Attempt],
    replayer: &Replayer,
    title: String,
) -> TreeView {
    let (choice_trees, places) = choice_graph::graphs(machine, replayer);
    let program = &machine.program;
    // Conditions are kept in the tree as numbers; terms are found again by theirs.
    let mut terms = Readable::new(&machine.pool);
    let mut condition =
        |n: Option<u32>| match n.and_then(|n| machine.pool.term(n)).filter(|&t| !machine.pool.is_true(t)) {
            Some(t) => terms.show(t),
            None => String::new(),
        };
    let fold = |template: u32, exit: u32| {
        let attempt = attempts.get(template as usize)?;
        let Ok(shown) = &attempt.result else { return None };
        let at = site_location(program, attempt.site);
        let of = match is_recursion(attempt.site) {
            true => format!("recursion of {}", at.function),
            false => format!("loop at line {}", at.line),
        };
        Some(FoldView { template, exit, count: subscript(&machine.pool.infix(shown.kappa)), line: at.line, of })
    };
    let nodes = explored
        .tree
        .iter()
        .map(|(id, node)| {
            let site = node.site();
            let fold = match node.kind() {
                Kind::Folded { template, exit } => fold(template, exit),
                _ => None,
            };
            let mut label = match node.status() {
                Status::Error(e) => explored.findings.get(e.0 as usize).map_or("", |f| &f.fault.message).to_string(),
                Status::Stopped { detail: Some(d), .. } | Status::Failed { detail: Some(d), .. } => {
                    explored.gaps.get(d as usize).map_or_else(String::new, |m| m.text.to_string())
                }
                Status::Irrelevant => "cannot matter for the target".to_string(),
                Status::Superseded => "need not be known".to_string(),
                _ => String::new(),
            };
            if let Some(fold) = &fold {
                let ran = format!("{}, {} iterations", fold.of, fold.count);
                label = if label.is_empty() { ran } else { format!("{ran}\n{label}") };
            }
            let kind = match node.kind() {
                Kind::Root => "root",
                Kind::Branch { .. } => "branch",
                Kind::SwitchCase(_) => "switch",
                Kind::PointerChoice { .. } => "pointer",
                Kind::ErrorCheck { .. } => "check",
                Kind::Folded { .. } => "folded",
                Kind::Merged { .. } => "merged",
                Kind::Call { .. } => "call",
                Kind::Replayed { .. } => "replayed",
                Kind::Choice(_) => "choice",
                Kind::Alternative(_) => "alternative",
            };
            NodeView {
                id: u64::from(id.as_u32()),
                parent: node.parent().map(|p| u64::from(p.as_u32())),
                kind: kind.to_string(),
                status: if node.is_leaf() { node.status().name() } else { "inner" }.to_string(),
                label,
                location: site_location(program, (FuncId(site.function), Loc(site.location))),
                edge: Edge { condition: condition(node.condition()) },
                steps: 0,
                fold,
                replayed: match node.kind() {
                    Kind::Replayed { function, .. } => places.get(&FuncId(function)).copied(),
                    _ => None,
                },
            }
        })
        .collect();
    TreeView { title, nodes, choice_trees }
}
