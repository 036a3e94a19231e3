//! The report as text for a person: source line and caret, inputs by source name, call trace, and whose fault it is.
//!
//! Oblivious to the terminal: the caller says whether colours are wanted. Invariant: the last line always states the
//! verdict, and every error and every reason of the report is shown.

use crate::printable::{printable, printable_line};
use crate::source::span;
use crate::wording::{first, number};
use crate::{
    Assumption, ErrorReport, InputSource, LoopCount, Proof, Reason, Report, Responsibility, Since, SourceProvider,
    Vacuity, Verdict,
};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

/// How the text is to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// ANSI colours.
    pub colour: bool,
    /// Statistics of the run as a table at the end.
    pub verbose: bool,
    /// No list of inputs and traces, one line per error.
    pub brief: bool,
    /// The errors are left out: they were shown when they were found.
    pub without_errors: bool,
}

/// One error as text, as [`to_text`] shows it.
pub fn error_to_text(error: &ErrorReport, sources: &mut dyn SourceProvider, style: TextStyle) -> String {
    let shown = error.printable();
    if style.brief {
        let made_up = match &shown.made_up[..] {
            [] => String::new(),
            names => format!(" (depends on what was made up for {})", names.join(", ")),
        };
        let entries = match &shown.entries[..] {
            [] => String::new(),
            all => format!(" ({})", entries(all)),
        };
        return format!("error[{}]: {} at {}{made_up}{entries}\n", shown.kind, shown.message, shown.location);
    }
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
    // The line is found by the name that the file has, and shown under the one that can be.
    let line = sources.line(&error.location.file, error.location.line).map(|line| printable(&line));
    format!("{}\n\n", renderer.render(&error_groups(&shown, line.as_deref())).trim_end())
}

/// The report as text.
pub fn to_text(report: &Report, sources: &mut dyn SourceProvider, style: TextStyle) -> String {
    let mut text = findings(report, sources, style);
    text.push_str(&summary(report, style.colour));
    text.push('\n');
    text
}

/// All of the text but the line with the verdict.
pub(crate) fn findings(report: &Report, sources: &mut dyn SourceProvider, style: TextStyle) -> String {
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for error in report.errors.iter().filter(|_| !style.without_errors) {
        text.push_str(&error_to_text(error, sources, style));
    }
    for reason in report.reasons.iter().map(Reason::printable) {
        text.push_str(&renderer.render(&[reason_group(&reason, style.brief)]));
        text.push('\n');
    }
    if !report.reasons.is_empty() && !style.brief {
        text.push('\n');
    }
    if style.verbose {
        text.push_str(&statistics(report));
    }
    if !style.brief {
        text.push_str(&folding(report));
        text.push_str(&summarising(report));
        text.push_str(&proof(report));
        text.push_str(&grounds(report, style.verbose));
        text.push_str(&since(report));
    }
    text
}

fn error_groups<'a>(error: &'a ErrorReport, line: Option<&'a str>) -> Vec<Group<'a>> {
    let title = Level::ERROR.primary_title(error.message.as_str()).id(error.kind.name());
    let mut elements: Vec<Element<'a>> = Vec::new();
    match line.filter(|line| !line.trim().is_empty()) {
        Some(line) => elements.push(
            Snippet::source(line)
                .line_start(error.location.line as usize)
                .path(error.location.file.as_str())
                .annotation(AnnotationKind::Primary.span(span(line, error.location.column)))
                .into(),
        ),
        None if error.location.is_known() => elements.push(Origin::path(error.location.to_string()).into()),
        None => {}
    }
    if error.inputs.is_empty() {
        elements.push(Level::NOTE.message("it happens without any input").into());
    } else {
        elements.push(Level::NOTE.message(inputs(error)).into());
    }
    if let Some(when) = &error.when {
        elements.push(Level::NOTE.message(shape(when)).into());
    }
    if !error.entries.is_empty() {
        elements.push(Level::NOTE.message(entries(&error.entries)).into());
    }
    if error.trace.len() > 1 || error.trace.iter().any(|frame| !frame.library.is_empty()) {
        elements.push(Level::NOTE.message(trace(error)).into());
    }
    if !error.loops.is_empty() {
        elements.push(Level::NOTE.message(loops(error)).into());
    }
    elements.push(Level::NOTE.message(path(error)).into());
    if let Some(test) = &error.test {
        elements.push(Level::NOTE.message(format!("test case: {test}")).into());
    }
    elements.push(Level::HELP.message(error_help(error)).into());
    vec![title.elements(elements)]
}

/// What the error takes of the memory that inputs lead to.
fn shape(when: &[String]) -> String {
    match when {
        [] => "manifest: it happens whatever else the pointers lead to".into(),
        _ => format!("latent: it happens if {}", when.join(" and ")),
    }
}

/// Entries that are named beside the first.
const SHOWN_ENTRIES: usize = 8;

/// With which functions runs begin that end in an error.
fn entries(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [entry] => format!("entry: {entry}"),
        [entry, others @ ..] => {
            format!("entry: {entry}; also from {}", first(others.to_vec(), SHOWN_ENTRIES, "more").join(", "))
        }
    }
}

fn inputs(error: &ErrorReport) -> String {
    let name = |input: &crate::InputValue| match input.type_name.as_str() {
        "" => input.name.clone(),
        type_name => format!("{}: {type_name}", input.name),
    };
    // What is behind pointers is told with them.
    let shown: Vec<&crate::InputValue> =
        error.inputs.iter().filter(|input| input.source != InputSource::Memory).collect();
    let names: Vec<String> = shown.iter().map(|input| name(input)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let mut text = String::from("with these inputs, in the order in which the program reads them:");
    for (input, name) in shown.into_iter().zip(names) {
        text.push_str(&format!("\n  {name:width$} {}", input.assigned()));
        match input.source {
            InputSource::Uninitialized => text.push_str("   (never written)"),
            InputSource::Global => text.push_str("   (global)"),
            InputSource::External => text.push_str("   (returned by a function without a body)"),
            _ => {}
        }
        if let Some(location) = input.location.as_ref().filter(|location| location.line > 0) {
            text.push_str(&format!("   (line {})", location.line));
        }
    }
    text
}

fn trace(error: &ErrorReport) -> String {
    let mut text = String::from("call trace, innermost first:");
    // A deep recursion must not drown the report: the ends of the trace say what there is to know.
    let (head, tail) = (12, 4);
    let frames = &error.trace;
    for (depth, frame) in frames.iter().enumerate() {
        if frames.len() > head + tail + 1 && depth >= head && depth < frames.len() - tail {
            if depth == head {
                text.push_str(&format!("\n  ... {} more ...", frames.len() - head - tail));
            }
            continue;
        }
        text.push_str(&format!("\n  {depth}: {frame}"));
    }
    text
}

fn loops(error: &ErrorReport) -> String {
    let line = |count: &LoopCount| {
        let at = &count.location;
        let place = match at.line {
            line if line > 0 && at.file == error.location.file => format!("line {line}"),
            _ => at.place(),
        };
        let function = match at.function.as_str() {
            "" => String::new(),
            name if name == error.location.function => String::new(),
            name => format!(" in {name}"),
        };
        let times = number(count.count, "time", "times");
        if !count.recursive && place.is_empty() {
            return format!("a loop{function} ran {} = {times}", count.name);
        }
        if count.recursive {
            return format!("{} called itself {} = {times}", at.function, count.name);
        }
        format!("loop at {place}{function} ran {} = {times}", count.name)
    };
    // As with traces: a path through many loops is told by its ends.
    let (head, tail) = (12, 4);
    let all = &error.loops;
    let mut lines: Vec<String> = Vec::new();
    for (i, count) in all.iter().enumerate() {
        if all.len() > head + tail + 1 && i >= head && i < all.len() - tail {
            if i == head {
                lines.push(format!("... {} more ...", all.len() - head - tail));
            }
            continue;
        }
        lines.push(line(count));
    }
    lines.join("\n")
}

fn path(error: &ErrorReport) -> String {
    number(error.path_length, "decision on the path", "decisions on the path")
}

fn error_help(error: &ErrorReport) -> String {
    if !error.made_up.is_empty() {
        let names = error.made_up.join(", ");
        return format!("it depends on what plica made up for {names}: give plica the source to know more");
    }
    match error.confirmation.name() {
        Some("native") => {
            "the program is at fault: a native run with sanitizers ends in this error on these inputs".to_owned()
        }
        Some(_) => "the program is at fault: a concrete run on these inputs ends in this error".to_owned(),
        None => "no concrete run confirms this: it may be a defect of plica; please report it".to_owned(),
    }
}

fn reason_group(reason: &Reason, brief: bool) -> Group<'_> {
    let level = if reason.kind.fault() == Responsibility::Defect { Level::ERROR } else { Level::WARNING };
    let times = if reason.count > 1 { format!(" ({} times)", reason.count) } else { String::new() };
    let title = level.primary_title(format!("{}{times}", reason.text)).id(reason.kind.name());
    let mut elements: Vec<Element<'_>> = Vec::new();
    if let Some(location) = reason.location.as_ref().filter(|location| location.is_known()) {
        elements.push(Origin::path(location.to_string()).into());
    }
    if !brief {
        elements
            .push(Level::HELP.message(format!("{}: {}", fault_phrase(reason.kind.fault()), reason.kind.help())).into());
    }
    title.elements(elements)
}

fn fault_phrase(fault: Responsibility) -> &'static str {
    match fault {
        Responsibility::Program => "the program",
        Responsibility::Unsupported => "unsupported",
        Responsibility::Resource => "out of resources",
        Responsibility::Request => "as asked",
        Responsibility::Defect => "plica defect",
    }
}

fn statistics(report: &Report) -> String {
    let width = report.stats.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (name, stat) in report.stats.iter() {
        match stat {
            crate::Stat::Count(value) => text.push_str(&format!("  {name:width$} {value}\n")),
            crate::Stat::Seconds(value) => text.push_str(&format!("  {name:width$} {value:.3}\n")),
        }
    }
    text
}

/// What became of the loops, where some were folded or were to be.
fn folding(report: &Report) -> String {
    let stats = &report.stats;
    let (folded, unrolled) = (stats.count("folded_loops"), stats.count("unrolled_loops"));
    if folded + unrolled == 0 {
        return String::new();
    }
    let walked = match unrolled {
        0 => String::new(),
        n if folded == 0 => number(n, "loop unrolled", "loops unrolled"),
        n => format!(", {}", number(n, "loop unrolled", "loops unrolled")),
    };
    let templates = number(stats.count("distinct_templates"), "template", "templates");
    match folded {
        0 => format!("{walked}: see `plica explain`\n"),
        n => format!("{} folded ({templates}{walked}: see `plica explain`)\n", number(n, "loop", "loops")),
    }
}

/// What became of the functions, where some were summarised or were to be.
fn summarising(report: &Report) -> String {
    let stats = &report.stats;
    let (kept, given_up) = (stats.count("summaries"), stats.count("summaries_given_up"));
    if kept + given_up == 0 {
        return String::new();
    }
    // Whoever counts the cases has them for `plica explain`.
    let (cases, see) = match stats.count("summary_cases") {
        0 => (String::new(), ""),
        n => (format!(" ({})", number(n, "case", "cases")), ": see `plica explain`"),
    };
    let given_up = match given_up {
        0 => String::new(),
        n => format!(", {} in place instead", number(n, "function", "functions")),
    };
    format!("{} of functions{cases}{given_up}{see}\n", number(kept, "summary", "summaries"))
}

/// What was left unexplored since the verdict does not depend on it.
fn proof(report: &Report) -> String {
    let Some(proof) = &report.proof else { return String::new() };
    format!(
        "{}: proved with {} of {} left unexplored\n",
        printable_line(&proof.claim()),
        number(proof.leaves, "leaf", "leaves"),
        number(proof.functions, "function", "functions")
    )
}

/// What has become of the errors of an earlier run.
fn since(report: &Report) -> String {
    let Some(Since { new, gone, remaining, is_complete }) = &report.since else { return String::new() };
    let fixed = if *is_complete { "fixed" } else { "not found again" };
    let mut text =
        format!("since the earlier run: {} new, {} {fixed}, {} remaining\n", new.len(), gone.len(), remaining.len());
    for (what, errors) in [("new", new), (fixed, gone), ("remaining", remaining)] {
        errors.iter().for_each(|error| text.push_str(&format!("  {what}: {}\n", printable_line(error))));
    }
    text
}

/// What is taken for granted, and how often.
pub(crate) fn assumed(assumption: &Assumption, times: &str) -> String {
    let option = assumption.option.as_ref().map_or_else(String::new, |option| format!(": see {option}"));
    format!("assumes: {}{times}{option}\n", assumption.text)
}

/// What *holds* is to be read under.
fn grounds(report: &Report, verbose: bool) -> String {
    if report.verdict != Verdict::Holds {
        return String::new();
    }
    let places = |assumption: &Assumption| match assumption.places {
        0 => String::new(),
        n => format!(" ({})", number(n, "place", "places")),
    };
    let mut text: String = report.grounds.assumptions.iter().map(|a| assumed(a, &places(a))).collect();
    for location in report.grounds.unreached.iter().filter(|_| verbose) {
        text.push_str(&format!("not reached: the assertion at {location}\n"));
    }
    text
}

fn summary(report: &Report, colour: bool) -> String {
    let said = match report.verdict {
        Verdict::Holds if report.grounds.vacuity.is_some() => {
            let vacuity = report.grounds.vacuity.as_ref().map(Vacuity::to_string).unwrap_or_default();
            format!("holds vacuously: {vacuity}")
        }
        Verdict::Holds if report.proof.is_some() => {
            format!("holds: {}", printable_line(&report.proof.as_ref().map(Proof::claim).unwrap_or_default()))
        }
        Verdict::Holds => "holds: every path was explored and none ends in an error".to_owned(),
        Verdict::Violated => format!("violated: {}", number(report.errors.len() as u64, "error", "errors")),
        Verdict::Undecided => {
            let reasons: u64 = report.reasons.iter().map(|reason| reason.count).sum();
            format!(
                "undecided: no error was found, but {}",
                number(reasons, "part of the program was not explored", "parts of the program were not explored")
            )
        }
    };
    let stats = &report.stats;
    let cut = match stats.count("paths_cut") {
        0 => String::new(),
        cut => format!(", {cut} cut"),
    };
    let figures = format!(
        "({}{cut}, {}, {:.2} s)",
        number(stats.count("paths"), "path", "paths"),
        number(stats.count("queries"), "query", "queries"),
        stats.seconds("time_s"),
    );
    format!("{} {figures}", paint(&said, report.verdict, colour))
}

/// A text in the colour of a verdict.
pub(crate) fn paint(text: &str, verdict: Verdict, colour: bool) -> String {
    let number = match verdict {
        _ if !colour => return text.to_owned(),
        Verdict::Holds => "32",
        Verdict::Violated => "31",
        Verdict::Undecided => "33",
    };
    format!("\u{1b}[1;{number}m{text}\u{1b}[0m")
}
