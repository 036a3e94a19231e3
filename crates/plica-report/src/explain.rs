//! What became of the loops and functions of a program: templates, refusals and summaries, as text and as JSON.
//!
//! Oblivious to terms: formulas are finished text. Invariant: both forms show the same loops in the same order; no
//! attempt is left out of its loop's counts.

use crate::wording::{filled, number, shortened};
use crate::{Chain, ChoiceTreeView, Functions, Location, SourceProvider, Verdict};
use serde_json::{Value, json};

/// A place that a loop changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EffectView {
    /// The place: a variable, a part of an object.
    pub place: String,
    /// Its value before the loop.
    pub before: String,
    /// Its value after κ iterations.
    pub after: String,
}

/// A template of a loop, or several that read alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateView {
    /// The numbers by which trees name it.
    pub numbers: Vec<u32>,
    /// How many cycles it takes together.
    pub cycles: usize,
    /// How often the loop was folded by it.
    pub times: u64,
    /// In how many loops being folded the loop lies.
    pub level: u32,
    /// What the loop changes.
    pub effect: Vec<EffectView>,
    /// When κ iterations happen.
    pub condition: Vec<String>,
    /// Where the values are known to be these.
    pub side: Vec<String>,
    /// Where control goes then. A path that ends there says how.
    pub exits: Vec<(Location, Option<String>)>,
    /// Functions that an iteration calls and that take part by their summaries.
    pub calls: Vec<String>,
}

/// A loop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopView {
    /// Its head.
    pub location: Location,
    /// Whether it is a function that calls itself.
    pub recursive: bool,
    /// Its templates, in the order in which they were made.
    pub templates: Vec<TemplateView>,
    /// Why it could not be folded, and how often.
    pub refusals: Vec<(String, u64)>,
    /// The ways in which it was taken where there was a choice.
    pub taken: Vec<TakenView>,
}

/// A way in which a loop was taken, or the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenView {
    /// Which: walk, fold, merge, ...
    pub means: String,
    /// How often it was tried.
    pub tried: u64,
    /// How often that was enough.
    pub settled: u64,
    /// What it cost: units of work, each about a microsecond.
    pub work: u64,
}

/// All loops and functions that the run looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The loops, by file and line.
    pub loops: Vec<LoopView>,
    /// The ways in which the run was taken as a whole, if there was a choice.
    pub courses: Vec<TakenView>,
    /// The functions.
    pub functions: Functions,
    /// The verdict of the run: one that ended early may not have seen every loop.
    pub verdict: Verdict,
    /// Why the run ended early, if it did.
    pub incomplete: Vec<String>,
    /// Whether loops were to be folded at all.
    pub compact: bool,
    /// What has become of the functions since the run that a store knows; `None` without one.
    pub changes: Option<Vec<FunctionChange>>,
}

/// A function held against the one of an earlier run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionChange {
    /// The function.
    pub function: String,
    /// Why it has to be analysed again; `None`: neither it nor anything that it leads to has changed.
    pub why: Option<String>,
}

impl LoopView {
    /// How many cycles its templates take together, at most.
    fn cycles(&self) -> usize {
        self.templates.iter().map(|t| t.cycles).max().unwrap_or(0)
    }

    fn folded(&self) -> u64 {
        self.templates.iter().map(|t| t.times).sum()
    }
}

/// Templates of one loop that are shown unless everything is asked for.
const SHOWN_TEMPLATES: usize = 3;

/// The explanation as text: the loops, then the functions. `verbose` shows every template and every case.
pub fn explanation_to_text(explanation: &Explanation, sources: &mut dyn SourceProvider, verbose: bool) -> String {
    let most = if verbose { usize::MAX } else { SHOWN_TEMPLATES };
    let mut text = String::new();
    for l in &explanation.loops {
        block(&mut text, l, sources, most);
        text.push('\n');
    }
    text.push_str(&summary(explanation));
    if !explanation.courses.is_empty() {
        let course = |t: &TakenView| {
            let did = if t.settled > 0 { "settled" } else { "tried" };
            format!("{} {did} ({})", t.means, cost(t.work))
        };
        let courses: Vec<String> = explanation.courses.iter().map(course).collect();
        text.push_str(&format!("the run as a whole: {}\n", courses.join(", ")));
    }
    text.push('\n');
    text.push_str(&explanation.functions.to_text(sources, verbose));
    text.push_str(&changes(explanation));
    if !explanation.incomplete.is_empty() {
        let why = explanation.incomplete.join("; ");
        text.push_str(&format!("\nnote: the run ended early, so loops and functions may be missing: {why}\n"));
    }
    text
}

/// What has become of the functions since an earlier run.
fn changes(explanation: &Explanation) -> String {
    let Some(changes) = &explanation.changes else { return String::new() };
    let mut text = String::from("\nsince the run in the store:\n");
    for FunctionChange { function, why } in changes {
        let why = why.as_deref().unwrap_or("the same");
        text.push_str(&format!("  {function}: {why}\n"));
    }
    if changes.iter().all(|change| change.why.is_none()) {
        text.push_str("nothing has changed that can be executed\n");
    }
    text
}

fn cost(work: u64) -> String {
    format!("{:.3} s of work", work as f64 / 1e6)
}

fn summary(explanation: &Explanation) -> String {
    let folded = explanation.loops.iter().filter(|l| !l.templates.is_empty()).count();
    let templates: usize = explanation.loops.iter().map(|l| l.templates.len()).sum();
    let walked = explanation.loops.len() - folded;
    if !explanation.compact {
        return "loops are walked iteration by iteration: there are no templates without `--loops compact`\n"
            .to_owned();
    }
    if explanation.loops.is_empty() {
        return "no loop came to a decision that is worth folding it for\n".to_owned();
    }
    format!(
        "{} folded ({}), {walked} unrolled\n",
        number(folded as u64, "loop", "loops"),
        number(templates as u64, "template", "templates")
    )
}

fn block(text: &mut String, l: &LoopView, sources: &mut dyn SourceProvider, most: usize) {
    let place =
        if l.location.line > 0 { format!("{}:{}", l.location.file, l.location.line) } else { l.location.place() };
    let mut title = match (l.recursive, l.location.function.as_str()) {
        (true, function) => format!("recursion of {function} at {place}"),
        (false, "") => format!("loop at {place}"),
        (false, function) => format!("loop at {place} in {function}"),
    };
    if !l.templates.is_empty() {
        let templates = number(l.templates.len() as u64, "template", "templates");
        let cycles = number(l.cycles() as u64, "cycle", "cycles");
        title.push_str(&format!("   {templates}, {cycles}, folded {}", number(l.folded(), "time", "times")));
    }
    text.push_str(&title);
    text.push('\n');
    let line = sources.line(&l.location.file, l.location.line);
    if let Some(line) = line.as_deref().map(str::trim).filter(|line| !line.is_empty()) {
        text.push_str(&format!("    {line}\n"));
    }
    for (i, t) in l.templates.iter().take(most).enumerate() {
        if i > 0 {
            text.push('\n');
        }
        template(text, t, &l.location);
    }
    if l.templates.len() > most {
        text.push_str(&format!("  and {} more, which start from other values\n", l.templates.len() - most));
    }
    if !l.taken.is_empty() {
        let way = |t: &TakenView| match t.settled {
            0 => format!("{} tried {} ({})", t.means, number(t.tried, "time", "times"), cost(t.work)),
            n => format!("{} settled {n} of {} ({})", t.means, t.tried, cost(t.work)),
        };
        let ways: Vec<String> = l.taken.iter().map(way).collect();
        text.push_str(&format!("  {:COLUMN$}{}\n", "taken", ways.join(", ")));
    }
    for (why, times) in &l.refusals {
        let times = if *times > 1 { format!(" ({times} times)") } else { String::new() };
        text.push_str(&format!("  unrolled{times}: {why}\n"));
    }
}

/// The column at which formulas begin.
const COLUMN: usize = 22;

fn template(text: &mut String, t: &TemplateView, head: &Location) {
    let mut rows = |label: &str, items: &[String]| {
        for (i, item) in items.iter().enumerate() {
            let label = if i == 0 { label } else { "" };
            text.push_str(&format!("  {label:COLUMN$}{}\n", shortened(item)));
        }
    };
    let width = t.effect.iter().map(|e| e.place.chars().count()).max().unwrap_or(0);
    let values = |value: fn(&EffectView) -> &str| -> Vec<String> {
        t.effect.iter().map(|e| format!("{:width$} = {}", e.place, value(e))).collect()
    };
    if t.level > 0 && t.effect.iter().any(|e| format!("{}{}", e.before, e.after).contains('\'')) {
        rows("within a loop", &["x' is the value of x at the head of that loop".to_owned()]);
    }
    rows("before", &values(|e| &e.before));
    rows("after κ iterations", &values(|e| &e.after));
    if t.effect.is_empty() {
        rows("after κ iterations", &["everything is as before".to_owned()]);
    }
    rows("if", &t.condition);
    rows("valid while", &t.side);
    let exits: Vec<String> = t.exits.iter().map(|(place, end)| exit(place, end.as_deref(), head)).collect();
    if exits.is_empty() {
        rows("exits", &["none: it runs for ever".to_owned()]);
    }
    rows("exits", &filled(&exits, ", ", 78));
    rows("calls by summary", &filled(&t.calls, ", ", 78));
}

fn exit(place: &Location, end: Option<&str>, head: &Location) -> String {
    let line = match (place.file == head.file, place.line) {
        (true, line) if line > 0 => format!("line {line}"),
        _ => place.place(),
    };
    match end {
        Some(end) => format!("{line} ({end})"),
        None => line,
    }
}

/// The explanation as indented JSON text with a line end.
pub fn explanation_to_json(explanation: &Explanation) -> String {
    let functions = &explanation.functions;
    let value = json!({
        "verdict": explanation.verdict.name(),
        "compact": explanation.compact,
        "incomplete": explanation.incomplete,
        "loops": explanation.loops.iter().map(loop_json).collect::<Vec<_>>(),
        "courses": explanation.courses.iter().map(taken_json).collect::<Vec<_>>(),
        "summarised": functions.summarised,
        "functions": functions.to_json(),
        "replayed": functions.replayed.iter().flatten().map(ChoiceTreeView::to_json).collect::<Vec<_>>(),
        "graph": functions.graph.to_json(),
        "chains": functions.chains.iter().map(Chain::to_json).collect::<Vec<_>>(),
        "changes": explanation.changes.iter().flatten().map(change_json).collect::<Vec<_>>(),
    });
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

fn change_json(change: &FunctionChange) -> Value {
    json!({ "function": change.function, "why": change.why })
}

fn loop_json(l: &LoopView) -> Value {
    json!({
        "file": l.location.file,
        "line": l.location.line,
        "column": l.location.column,
        "function": l.location.function,
        "recursive": l.recursive,
        "folded": l.folded(),
        "templates": l.templates.iter().map(template_json).collect::<Vec<_>>(),
        "taken": l.taken.iter().map(taken_json).collect::<Vec<_>>(),
        "refusals": l.refusals.iter().map(|(why, times)| json!({ "reason": why, "count": times })).collect::<Vec<_>>(),
    })
}

fn taken_json(t: &TakenView) -> Value {
    json!({ "means": t.means, "tried": t.tried, "settled": t.settled, "work": t.work })
}

fn template_json(t: &TemplateView) -> Value {
    let effect = t.effect.iter().map(|e| json!({ "place": e.place, "before": e.before, "after": e.after }));
    let exits = t
        .exits
        .iter()
        .map(|(place, end)| json!({ "file": place.file, "line": place.line, "function": place.function, "end": end }));
    json!({
        "numbers": t.numbers,
        "cycles": t.cycles,
        "folded": t.times,
        "level": t.level,
        "effect": effect.collect::<Vec<_>>(),
        "condition": t.condition,
        "valid_while": t.side,
        "exits": exits.collect::<Vec<_>>(),
        "calls_by_summary": t.calls,
    })
}
