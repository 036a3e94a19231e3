//! After exploring: what was found becomes the report, and what else is wanted.
//!
//! Oblivious to how it was found. Invariant: "holds" is the tree's to say, and every leaf that is left open has a
//! reason.

use std::time::Instant;

use plica_exec::Premise;
use plica_explore::{Explored, TakenBy};
use plica_report::{Functions, Reason, ReasonKind, Report, Verdict};

use super::explore::Ran;
use super::prepare::Prepared;
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
    library::fold(&p.program, &explored.findings, &mut errors);
    let mut report = Report::decide(errors, reasons, stats);
    report.tuning = super::tuned();
    report.grounds = assumptions::grounds(&p.machine, options, p.entry, &explored, report.verdict);
    if report.verdict == Verdict::Holds {
        report.proof = options.target.as_ref().and_then(|target| summaries::proof(&explored, target.to_string()));
    }
    let title = format!("{} ({})", options.inputs[0].display(), options.entry);
    let tree =
        (session.want == Want::Tree).then(|| outcome::tree(&p.machine, &explored, &folder.attempts, title.clone()));
    let loops = match session.want {
        Want::Explanation => {
            // Elsewhere there is not much of a choice.
            let none = TakenBy::default();
            let taken = if options.loops == LoopPolicy::Auto { &explored.taken } else { &none };
            explain::loops(&p.program, &p.machine.pool, &folder.attempts, taken)
        }
        Want::Report | Want::Tree | Want::Suite => Vec::new(),
    };
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
        functions,
        suite: None,
        suite_part,
        warnings: warnings(&p, &explored),
        remarks: p.remarks.into_iter().chain(p.machine.remarks()).collect(),
        entry_params: p.entry_params,
    }
}

/// Why not all is known.
fn reasons(session: &Session<'_>, p: &Prepared, explored: &Explored) -> Vec<Reason> {
    let mut reasons = outcome::reasons(&p.program, &explored.gaps);
    let havocked = p.machine.premises.names(Premise::Externals);
    reasons.extend(havocked.into_iter().map(|name| Reason {
        kind: ReasonKind::ExternalHavoc,
        text: format!("{name} was taken to return any value and to change nothing"),
        count: 1,
        location: None,
    }));
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

/// What the compiler said, and what is wrong with the first input.
fn warnings(p: &Prepared, explored: &Explored) -> String {
    let mut warnings = p.warnings.clone();
    // A path that was left out may have asked for it later.
    let whole = p.first.iter().filter(|_| explored.conclusion().irrelevant() == 0);
    for name in whole.flat_map(|first| first.unmet()) {
        warnings.push_str(&format!(
            "warning: --first-input gives `{name}`, but its path asks for no such input (not counting what summarised functions ask for)\n"
        ));
    }
    warnings
}
