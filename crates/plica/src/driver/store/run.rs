//! What a run found out, as an entry of the store, and a report made of it again.
//!
//! An error is kept as the input that leads to it. When it is read it is confirmed by a concrete run, like any other,
//! and everything about places comes from that run and the program at hand: an edit may have moved lines. Oblivious to
//! keys. Invariants: only what is final is kept, see [`write`]; whatever the bytes are, reading them ends with a report
//! or with nothing.

use std::sync::Arc;

use plica_exec::{Confirmed, Fault, FaultKind, Finding, FoldCount, Input, InputKind, Machine, Premise, Witness};
use plica_explore::{Explored, Gap, GapKind};
use plica_ir::{DebugLoc, FuncId, Loc, Program};
use plica_report::{ErrorReport, Proof, ReasonKind, Report, Stat, Stats, Verdict};
use plica_stable::{Decode, Encode, encodable};
use plica_term::{Decoder, Encoder, Model, TermDecoder, TermEncoder, TermId};
use plica_tree::StopReason;

use super::super::prepare::Prepared;
use super::super::{Session, assumptions, collect, library, outcome, setup};
use super::RUNS;
use crate::cli::{AnalysisOptions, CallPolicy};
use crate::tuning;

type Site = (FuncId, Loc);

/// What a run found out.
struct StoredRun {
    verdict: String,
    errors: Vec<StoredError>,
    gaps: Vec<StoredGap>,
    premises: Vec<StoredPremise>,
    covered: Vec<Site>,
    irrelevant: u64,
    ended: u64,
    proof: Option<StoredProof>,
    counts: Vec<(String, u64)>,
    seconds: Vec<(String, u64)>,
    remarks: Vec<String>,
    unmet: Vec<String>,
}

/// An error.
struct StoredError {
    kind: u8,
    message: String,
    trace: Vec<Site>,
    model: Model,
    folds: Vec<StoredFold>,
    inputs: Vec<Input>,
    pc: Vec<TermId>,
    steps: u64,
    paths: u64,
    told: Told,
}

/// What was told of an error that cannot be found out from the run alone.
#[derive(Clone)]
pub(crate) struct Told {
    /// For each call on the stack: how it was made and when.
    calls: Vec<(String, Vec<String>)>,
    made_up: Vec<String>,
}

struct StoredFold {
    site: Site,
    name: String,
    count: u128,
}

struct StoredGap {
    reason: StopReason,
    text: String,
    site: Option<Site>,
    count: u64,
}

struct StoredPremise {
    number: u8,
    places: Vec<Site>,
    names: Vec<String>,
}

struct StoredProof {
    target: Option<String>,
    leaves: u64,
    functions: u64,
}

encodable! {
    struct Told { calls, made_up }
    struct StoredFold { site, name, count }
    struct StoredGap { reason, text, site, count }
    struct StoredPremise { number, places, names }
    struct StoredProof { target, leaves, functions }
}

encodable! { TermEncoder, TermDecoder =>
    struct StoredError { kind, message, trace, model, folds, inputs, pc, steps, paths, told }
    struct StoredRun {
        verdict, errors, gaps, premises, covered, irrelevant, ended, proof, counts, seconds, remarks, unmet,
    }
}

/// What is told of errors, before frames of libraries are put together.
pub(crate) fn told(errors: &[ErrorReport]) -> Vec<Told> {
    let call = |frame: &plica_report::StackFrame| (frame.call.clone(), frame.when.clone());
    let of = |e: &ErrorReport| Told { calls: e.trace.iter().map(call).collect(), made_up: e.made_up.clone() };
    errors.iter().map(of).collect()
}

/// What was known already.
pub(crate) struct Recalled {
    /// The report.
    pub report: Report,
    /// What the program said of itself.
    pub remarks: Vec<String>,
    /// Names in the first input that no path asked for.
    pub unmet: Vec<String>,
    /// Is it to be found out again all the same?
    pub verifies: bool,
}

/// Does a reason for not deciding last, whatever time and memory there are?
pub(crate) fn is_lasting(kind: ReasonKind) -> bool {
    matches!(
        kind,
        ReasonKind::UnsupportedInstruction
            | ReasonKind::UnsupportedFeature
            | ReasonKind::NoModel
            | ReasonKind::UncheckedUndefined
            | ReasonKind::ExternalHavoc
    )
}

/// The reason for which a gap stays one under the same options. Where a summary or a tree is a
/// must, that there is none may be for lack of time.
fn lasting(gap: &Gap, options: &AnalysisOptions) -> Option<StopReason> {
    match gap.reason {
        GapKind::Stopped(
            reason @ (StopReason::UnsupportedInstruction | StopReason::NoModel | StopReason::UncheckedUndefined),
        ) => Some(reason),
        GapKind::Stopped(reason @ StopReason::UnsupportedFeature)
            if matches!(options.calls, CallPolicy::Inline | CallPolicy::Auto) =>
        {
            Some(reason)
        }
        GapKind::Stopped(_) | GapKind::Failed(_) => None,
    }
}

/// Keeps what a run found out, if it is final: no clock, no bound, no memory, no interrupt and no unanswered question
/// had a part in it, and every error is confirmed from what is kept.
pub(crate) fn write(session: &Session<'_>, p: &Prepared, explored: &Explored, told: &[Told], report: &Report) {
    let Some(keeper) = &p.keeper else { return };
    let Some(key) = keeper.run else { return };
    let over = p.meter.over().is_some() || session.cancel.load(std::sync::atomic::Ordering::Relaxed);
    if over || !report.reasons.iter().all(|reason| is_lasting(reason.kind)) {
        return;
    }
    let Some(stored) = of(session, p, explored, told, report) else { return };
    let mut encoder = Encoder::new(&p.machine.pool);
    stored.encode(&mut encoder);
    let bytes = encoder.finish();
    if let Ok(mut store) = keeper.store.lock() {
        store.put(RUNS, key, &bytes);
    }
}

fn of(session: &Session<'_>, p: &Prepared, explored: &Explored, told: &[Told], report: &Report) -> Option<StoredRun> {
    let mut gaps = Vec::new();
    for gap in explored.gaps.iter().filter(|gap| gap.count > 0) {
        let reason = lasting(gap, session.options)?;
        gaps.push(StoredGap { reason, text: gap.text.to_string(), site: gap.site, count: gap.count });
    }
    if told.len() != explored.findings.len() {
        return None;
    }
    let mut errors = Vec::new();
    for (finding, told) in explored.findings.iter().zip(told) {
        let error = stored_error(finding, told)?;
        // What cannot be confirmed from what is kept would be a miss each time.
        revived(session, p, &error)?;
        errors.push(error);
    }
    let remarks = p.machine.remarks();
    // Lines in them may move.
    if remarks.iter().any(|text| text.contains("klee_stack_trace") || text.contains("(line ")) {
        return None;
    }
    let premises = &p.machine.premises;
    // What these functions give depends on the machine: on its library, and on what that makes of its processor.
    if premises.is_used(Premise::Mathematics) {
        return None;
    }
    let places = p.machine.coverage.set();
    let conclusion = explored.conclusion();
    let (mut counts, mut seconds) = (Vec::new(), Vec::new());
    for (name, stat) in report.stats.iter() {
        match stat {
            Stat::Count(count) => counts.push((name.to_owned(), count)),
            Stat::Seconds(s) => seconds.push((name.to_owned(), s.to_bits())),
        }
    }
    Some(StoredRun {
        verdict: report.verdict.name().to_owned(),
        errors,
        gaps,
        premises: Premise::ALL
            .iter()
            .enumerate()
            .filter(|(_, premise)| premises.is_used(**premise))
            .map(|(number, &premise)| StoredPremise {
                number: number as u8,
                places: premises.places(premise),
                names: premises.names(premise).iter().map(|name| name.to_string()).collect(),
            })
            .collect(),
        covered: places.iter().filter_map(|number| p.machine.coverage.place(number)).collect(),
        irrelevant: conclusion.irrelevant(),
        ended: explored.counters.ended,
        proof: report.proof.as_ref().map(|proof| {
            let Proof { target, leaves, functions } = proof.clone();
            StoredProof { target, leaves, functions }
        }),
        counts,
        seconds,
        remarks,
        unmet: p.first.iter().flat_map(|first| first.unmet()).map(str::to_owned).collect(),
    })
}

fn stored_error(finding: &Finding, told: &Told) -> Option<StoredError> {
    let Finding { fault, trace, calls: _, witness, confirmed, paths } = finding;
    // What happened on the way is in the inputs, but for loops that ran too often to be run through.
    let Witness { model, folds, events: _, inputs, pc, steps } = witness;
    let far = folds.iter().any(|fold| fold.count > tuning::STORED_ITERATIONS.get());
    if !confirmed || far {
        return None;
    }
    Some(StoredError {
        kind: FaultKind::ALL.iter().position(|kind| *kind == fault.kind)? as u8,
        message: fault.message.to_string(),
        trace: trace.clone(),
        model: (**model).clone(),
        folds: folds
            .iter()
            .map(|fold| StoredFold { site: fold.site, name: fold.name.to_string(), count: fold.count })
            .collect(),
        inputs: inputs.iter().map(|input| (**input).clone()).collect(),
        pc: pc.clone(),
        steps: *steps,
        paths: *paths,
        told: told.clone(),
    })
}

fn is_site(program: &Program, (func, loc): Site) -> bool {
    program.functions.get(func.index()).is_some_and(|f| loc.index() < f.code.len().max(1))
}

/// The error as a concrete run of the program at hand shows it; `None` where it does not.
fn revived(session: &Session<'_>, p: &Prepared, error: &StoredError) -> Option<Finding> {
    let program = &p.machine.program;
    let pool = &p.machine.pool;
    let sites = error.trace.iter().chain(error.folds.iter().map(|fold| &fold.site));
    let is_input = |input: &Input| {
        let bits = input.parts.iter().all(|&part| pool.sort(part).bv_width().is_some());
        let known = match input.kind {
            InputKind::Object { ty, .. } => ty.is_none_or(|ty| ty.index() < program.types.all.len()),
            _ => true,
        };
        bits && known
    };
    if error.trace.is_empty() || !sites.copied().all(|at| is_site(program, at)) || !error.inputs.iter().all(is_input) {
        return None;
    }
    let fault = Fault { kind: *FaultKind::ALL.get(usize::from(error.kind))?, message: error.message.as_str().into() };
    let inputs = error.inputs.iter().map(|i| Arc::new(Input { loc: DebugLoc::UNKNOWN, ..i.clone() })).collect();
    let fold = |fold: &StoredFold| FoldCount { site: fold.site, name: fold.name.as_str().into(), count: fold.count };
    let witness = Witness {
        model: Arc::new(error.model.clone()),
        folds: error.folds.iter().map(fold).collect(),
        events: Default::default(),
        inputs,
        pc: error.pc.clone(),
        steps: error.steps.min(tuning::STORED_COMMANDS.get()),
    };
    let (calls, paths) = (Vec::new(), error.paths);
    let mut finding = Finding { fault, trace: error.trace.clone(), calls, witness, confirmed: true, paths };
    let start = |m: &Machine| setup::initial(m, p.entry, session.options);
    let Confirmed::Yes(run) = plica_exec::confirm(&p.machine, &start, &finding) else { return None };
    // What the run was given are the inputs that the error was kept with; where it asked for them it knows.
    let alike = |(own, run): (&Arc<Input>, &Arc<Input>)| {
        own.name == run.name && own.kind == run.kind && own.origin == run.origin && own.parts.len() == run.parts.len()
    };
    let own = &mut finding.witness.inputs;
    if run.trace != finding.trace || own.len() != run.inputs.len() || !own.iter().zip(&run.inputs).all(alike) {
        return None;
    }
    for (own, run) in own.iter_mut().zip(&run.inputs) {
        *own = Arc::new(Input { loc: run.loc, ..(**own).clone() });
    }
    Some(finding)
}

/// The report that an entry is about.
pub(crate) fn read(session: &Session<'_>, p: &Prepared, bytes: &[u8], verifies: bool) -> Option<Recalled> {
    let mut decoder = Decoder::new(&p.machine.pool, bytes).ok()?;
    let stored = StoredRun::decode(&mut decoder).ok()?;
    decoder.finish().ok()?;
    let program = &p.machine.program;
    let places = stored.premises.iter().flat_map(|premise| &premise.places).chain(&stored.covered);
    let mut places = places.copied().chain(stored.gaps.iter().filter_map(|gap| gap.site));
    if !places.all(|at| is_site(program, at)) {
        return None;
    }
    let findings: Vec<Finding> = stored.errors.iter().map(|error| revived(session, p, error)).collect::<Option<_>>()?;
    let mut errors = outcome::errors(&p.machine, &findings);
    for (error, StoredError { told: Told { calls, made_up }, .. }) in errors.iter_mut().zip(&stored.errors) {
        if calls.len() != error.trace.len() {
            return None;
        }
        for (frame, (call, when)) in error.trace.iter_mut().zip(calls) {
            (frame.call, frame.when) = (call.clone(), when.clone());
        }
        error.made_up = made_up.clone();
    }
    library::fold(program, &findings, &mut errors);
    let gaps: Vec<Gap> = stored
        .gaps
        .iter()
        .map(|gap| Gap {
            reason: GapKind::Stopped(gap.reason),
            text: gap.text.as_str().into(),
            site: gap.site,
            count: gap.count,
        })
        .collect();
    let mut stats = Stats::default();
    stored.counts.iter().for_each(|(name, count)| stats.set_count(name, *count));
    stored.seconds.iter().for_each(|(name, bits)| stats.set_seconds(name, f64::from_bits(*bits)));
    let external =
        |premise: &&StoredPremise| Premise::ALL.get(usize::from(premise.number)) == Some(&Premise::Externals);
    let havocked = stored.premises.iter().filter(external).flat_map(|premise| &premise.names);
    let mut report = Report::decide(errors, collect::left_open(program, &gaps, havocked), stats);
    if report.verdict.name() != stored.verdict {
        return None;
    }
    report.tuning = super::super::tuned();
    report.proof = stored.proof.map(|StoredProof { target, leaves, functions }| Proof { target, leaves, functions });
    if verifies {
        // What is noted now would be taken for what is going to be found.
        return Some(Recalled { report, remarks: stored.remarks, unmet: stored.unmet, verifies });
    }
    for StoredPremise { number, places, names } in &stored.premises {
        let Some(&premise) = Premise::ALL.get(usize::from(*number)) else { continue };
        places.iter().for_each(|&at| p.machine.premises.note(premise, at));
        if let Some(&at) = places.first() {
            names.iter().for_each(|name| p.machine.premises.note_name(premise, at, name));
        }
    }
    stored.covered.iter().for_each(|&(func, loc)| p.machine.coverage.visit(func, loc));
    let left_out = p.keeper.as_ref().map_or(&[][..], |keeper| &keeper.left_out);
    let whole = report.verdict == Verdict::Holds && stored.irrelevant == 0;
    let extent = assumptions::Extent { whole, ended: stored.ended, left_out };
    report.grounds = assumptions::grounds(&p.machine, session.options, p.entry, extent);
    Some(Recalled { report, remarks: stored.remarks, unmet: stored.unmet, verifies })
}
