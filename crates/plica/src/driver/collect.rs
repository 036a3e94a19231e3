//! After exploring: what was found becomes the report, and what else is wanted.
//!
//! Oblivious to how it was found. Invariant: "holds" is the tree's to say, and every leaf that is left open has a
//! reason.

use std::time::Instant;

use plica_exec::Premise;
use plica_explore::{Explored, Gap, TakenBy};
use plica_ir::Program;
use plica_report::{Functions, Reason, ReasonKind, Report, Verdict};

use super::explore::Ran;
use super::prepare::Prepared;
use super::store::{self, Keeper, Recalled};
use super::{RunResult, Session, Want, assumptions, choices, explain, library, outcome, statistics, suite, summaries};
use crate::cli::{CallPolicy, LoopPolicy};

/// The report, and what else is wanted of a run that began at `start`.
pub fn collect(session: &Session<'_>, mut p: Prepared, ran: Ran, start: Instant) -> RunResult {
    let options = session.options;
    let Ran { explored, folder, replayer } = ran;
    let reasons = reasons(session, &p, &explored);
    let stats = statistics::of(&explored, &folder, &replayer, &mut p, start);
    let mut errors = outcome::errors(&p.machine, &explored.findings);
    if let Some(composer) = p.judge.composer() {
        summaries::describe_calls(&p.machine, composer, &explored.findings, &mut errors);
    }
    let told = store::told(&errors);
    library::fold(&p.program, &explored.findings, &mut errors);
    let mut report = Report::decide(errors, reasons, stats);
    report.tuning = super::tuned();
    let extent = assumptions::Extent {
        whole: report.verdict == Verdict::Holds && explored.conclusion().irrelevant() == 0,
        ended: explored.counters.ended,
        left_out: p.keeper.as_ref().map_or(&[][..], |keeper| &keeper.left_out),
    };
    report.grounds = assumptions::grounds(&p.machine, options, p.entry, extent);
    if report.verdict == Verdict::Holds {
        report.proof = options.target.as_ref().and_then(|target| summaries::proof(&explored, target.to_string()));
    }
    store::write(session, &p, &explored, &told, &report);
    if let Some(keeper) = &p.keeper {
        keeper.remember(session, &report, explored.settled);
        keeper.close();
        keeper.count(&mut report.stats, false);
    }
    let warning = p.keeper.as_ref().and_then(Keeper::warning);
    let title = format!("{} ({})", options.inputs[0].display(), options.entry);
    let tree = (session.want == Want::Tree)
        .then(|| outcome::tree(&p.machine, &explored, &folder.attempts, &replayer, title.clone()));
    let loops = match session.want {
        Want::Explanation => {
            // Elsewhere there is not much of a choice.
            let none = TakenBy::default();
            let taken = if options.loops == LoopPolicy::Auto { &explored.taken } else { &none };
            explain::loops(&p.program, &p.machine.pool, &folder.attempts, taken)
        }
        Want::Report | Want::Tree | Want::Suite => Vec::new(),
    };
    let courses = if session.want == Want::Explanation { explain::courses(&explored) } else { Vec::new() };
    let functions = match session.want {
        Want::Explanation => Functions {
            replayed: (options.calls == CallPolicy::Replay).then(|| choices::views(&p.machine, &replayer)),
            ..summaries::functions(&p.machine, p.judge.composer(), &explored, title)
        },
        Want::Report | Want::Tree | Want::Suite => Functions::default(),
    };
    let suite_part = explored.tests.as_ref().map(|tests| suite::Part::of(&p.machine, p.entry, &explored, tests));
    RunResult {
        report,
        tree,
        loops,
        courses,
        functions,
        changes: p.keeper.as_ref().and_then(Keeper::changes),
        suite: None,
        suite_part,
        warnings: warnings(&p, unmet(&p, &explored)),
        remarks: p.remarks.into_iter().chain(p.machine.remarks()).chain(warning).collect(),
        entry_params: p.entry_params,
    }
}

/// The outcome of a run that an earlier one has done.
pub fn recalled(session: &Session<'_>, p: Prepared, known: Recalled, start: Instant) -> RunResult {
    let Recalled { mut report, remarks, unmet, verifies: _ } = known;
    report.stats.set_seconds("time_s", start.elapsed().as_secs_f64());
    report.stats.set_count("peak_memory", plica_exec::resident_memory());
    if let Some(keeper) = &p.keeper {
        keeper.remember(session, &report, None);
        keeper.close();
        keeper.count(&mut report.stats, true);
    }
    let warning = p.keeper.as_ref().and_then(Keeper::warning);
    RunResult {
        report,
        tree: None,
        loops: Vec::new(),
        courses: Vec::new(),
        functions: Functions::default(),
        changes: None,
        suite: None,
        suite_part: None,
        warnings: warnings(&p, unmet.iter().map(String::as_str)),
        remarks: p.remarks.into_iter().chain(remarks).chain(warning).collect(),
        entry_params: p.entry_params,
    }
}

/// Why not all is known: what was left open, and what functions without bodies were taken to do.
pub fn left_open(
    program: &Program,
    gaps: &[Gap],
    havocked: impl IntoIterator<Item = impl std::fmt::Display>,
) -> Vec<Reason> {
    let mut reasons = outcome::reasons(program, gaps);
    reasons.extend(havocked.into_iter().map(|name| Reason {
        kind: ReasonKind::ExternalHavoc,
        text: format!("{name} was taken to return any value and to change nothing"),
        count: 1,
        location: None,
    }));
    reasons
}

/// Why not all is known.
fn reasons(session: &Session<'_>, p: &Prepared, explored: &Explored) -> Vec<Reason> {
    let mut reasons = left_open(&p.program, &explored.gaps, p.machine.premises.names(Premise::Externals));
    // A leaf that was left open without a reason is a defect of the explorer.
    let conclusion = explored.conclusion();
    if !conclusion.holds() && conclusion.errors() == 0 && reasons.is_empty() {
        reasons.push(Reason {
            kind: ReasonKind::Internal,
            text: format!("{} leaves were left open without a reason", conclusion.unknown()),
            count: conclusion.unknown(),
            location: None,
        });
    }
    // Where the run was cut short while one loop was being folded, there is something to be done about it.
    let cut = reasons.iter().map(|r| r.kind).find(|k| matches!(k, ReasonKind::TimeLimit | ReasonKind::MemoryLimit));
    reasons.extend(cut.and_then(|kind| session.progress.stalled(kind)));
    reasons
}

/// The names in the first input that no path asked for.
fn unmet<'a>(p: &'a Prepared, explored: &Explored) -> impl Iterator<Item = &'a str> {
    // A path that was left out may have asked for it later.
    let whole = explored.conclusion().irrelevant() == 0;
    p.first.iter().filter(move |_| whole).flat_map(|first| first.unmet())
}

/// What the compiler said, and what is wrong with the first input.
fn warnings<'a>(p: &Prepared, unmet: impl Iterator<Item = &'a str>) -> String {
    let mut warnings = p.warnings.clone();
    for name in unmet {
        warnings.push_str(&format!(
            "warning: --first-input gives `{name}`, but its path asks for no such input (not counting what summarised functions ask for)\n"
        ));
    }
    warnings
}
