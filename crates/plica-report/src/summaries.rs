//! What is known of functions that were explored on their own: a case for each way through them, as text and as JSON.
//!
//! Oblivious to terms and to how summaries come about: formulas are finished text. Invariant: both forms show the same
//! functions with the same cases in the same order; what was not explored is counted, never left out.

use crate::wording::{conjuncts, filled, first, number, shortened, when};
use crate::{Chain, ChoiceTreeView, InvocationGraph, Location, SourceProvider};
use serde_json::{Value, json};

/// How a way through a function ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// It returns to its caller.
    #[default]
    Returns,
    /// It ends the program, without an error.
    EndsProgram,
    /// It is an error, with its message.
    Error(String),
    /// It is not known, for this reason.
    Undecided(String),
    /// No call that is known so far gets here.
    NotReached,
}

impl End {
    /// The stable name.
    pub fn name(&self) -> &'static str {
        match self {
            End::Returns => "returns",
            End::EndsProgram => "ends-program",
            End::Error(_) => "error",
            End::Undecided(_) => "undecided",
            End::NotReached => "not-reached",
        }
    }

    /// The message of an error, the reason for indecision.
    pub fn detail(&self) -> Option<&str> {
        match self {
            End::Error(text) | End::Undecided(text) => Some(text),
            End::Returns | End::EndsProgram | End::NotReached => None,
        }
    }
}

/// One way through a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// When it is taken: conditions on the function's inputs that hold together. Empty: always.
    pub when: Vec<String>,
    /// The value that it returns, if it returns one.
    pub returns: Option<String>,
    /// The places that it changes, with their new values.
    pub writes: Vec<(String, String)>,
    /// The calls on the way that are represented by their own summaries.
    pub calls: Vec<String>,
    /// How it ends.
    pub end: End,
}

/// A function, or one specialisation of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SummaryView {
    /// Source name.
    pub function: String,
    /// Where it is.
    pub location: Location,
    /// How it was specialised (`p points to an array of 4`); empty if it was not.
    pub variant: String,
    /// What it reads from its caller, by the names that the cases use, and what each of them is.
    pub inputs: Vec<(String, String)>,
    /// The ways through it that were explored.
    pub cases: Vec<Case>,
    /// Leaves that were not explored.
    pub open: u64,
    /// Leaves that no known call reaches; a new call may.
    pub unreachable_so_far: u64,
    /// Leaves that no call can reach.
    pub unreachable_for_good: u64,
    /// Why it has no summary and is executed in place instead.
    pub refused: Option<String>,
}

/// All functions that were, or were not, explored on their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Functions {
    /// Whether functions were to be summarised at all.
    pub summarised: bool,
    /// The functions, by file and line.
    pub summaries: Vec<SummaryView>,
    /// Who calls whom, with what.
    pub graph: InvocationGraph,
    /// How targets are reached.
    pub chains: Vec<Chain>,
    /// The choice trees along which calls were replayed; `None` where they were not to be.
    pub replayed: Option<Vec<ChoiceTreeView>>,
}

/// How much is shown before the rest is counted.
#[derive(Clone, Copy)]
struct Most {
    /// Cases of a function.
    cases: usize,
    /// Conditions of a case.
    conditions: usize,
    /// Things that a case does.
    effects: usize,
}

impl Most {
    const USUAL: Most = Most { cases: 24, conditions: 8, effects: 12 };
    const ALL: Most = Most { cases: usize::MAX, conditions: usize::MAX, effects: usize::MAX };
}

impl Functions {
    /// The functions as text. `verbose` leaves nothing out.
    pub(crate) fn to_text(&self, sources: &mut dyn SourceProvider, verbose: bool) -> String {
        let most = if verbose { Most::ALL } else { Most::USUAL };
        let mut text = String::new();
        for summary in &self.summaries {
            block(&mut text, summary, sources, most);
            text.push('\n');
        }
        for tree in self.replayed.iter().flatten() {
            text.push_str(&tree.to_text(sources, verbose));
            text.push('\n');
        }
        for chain in &self.chains {
            text.push_str(&format!("{}\n\n", chain.to_text()));
        }
        text.push_str(&self.totals());
        text
    }

    fn totals(&self) -> String {
        if let Some(trees) = &self.replayed {
            let calls: u64 = trees.iter().map(|tree| tree.calls).sum();
            let (trees, calls) =
                (number(trees.len() as u64, "choice tree", "choice trees"), number(calls, "call", "calls"));
            return format!("{trees}, {calls} replayed\n");
        }
        if !self.summarised {
            return "calls are executed in place: there are no summaries without `--calls summary` or `auto`\n"
                .to_owned();
        }
        if self.summaries.is_empty() {
            return "there is no summary to show\n".to_owned();
        }
        let refused = self.summaries.iter().filter(|s| s.refused.is_some()).count();
        let kept = self.summaries.len() - refused;
        let cases: usize = self.summaries.iter().filter(|s| s.refused.is_none()).map(|s| s.cases.len()).sum();
        let summaries = number(kept as u64, "summary", "summaries");
        format!("{summaries} ({}), {refused} executed in place\n", number(cases as u64, "case", "cases"))
    }

    pub(crate) fn to_json(&self) -> Value {
        self.summaries.iter().map(summary_json).collect()
    }
}

/// What is said of a function begins with this: its name, where it is, more about it, and the line of its source.
pub(crate) fn title(function: &str, at: &Location, more: &str, sources: &mut dyn SourceProvider) -> String {
    let place = if at.line > 0 { format!(" at {}:{}", at.file, at.line) } else { String::new() };
    let line = sources.line(&at.file, at.line).map(|line| line.trim().to_owned()).unwrap_or_default();
    let source = if line.is_empty() { line } else { format!("    {line}\n") };
    format!("function {function}{place}{more}\n{source}")
}

fn block(text: &mut String, s: &SummaryView, sources: &mut dyn SourceProvider, most: Most) {
    let mut more = String::new();
    if !s.variant.is_empty() {
        more.push_str(&format!(" where {}", s.variant));
    }
    if s.refused.is_none() {
        more.push_str(&format!("   {}", counts(s)));
    }
    text.push_str(&title(&s.function, &s.location, &more, sources));
    let width = s.inputs.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (i, (name, what)) in s.inputs.iter().enumerate() {
        let label = if i == 0 { "reads" } else { "" };
        text.push_str(format!("  {label:7}{name:width$}   {what}").trim_end());
        text.push('\n');
    }
    for case in s.cases.iter().take(most.cases) {
        for line in case.lines(most) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    if s.cases.len() > most.cases {
        text.push_str(&format!("  and {} more\n", number((s.cases.len() - most.cases) as u64, "case", "cases")));
    }
    if let Some(why) = &s.refused {
        text.push_str(&format!("  executed in place: {why}\n"));
    }
}

/// `3 cases, 1 leaf open, unreachable: 2 so far, 1 for good`.
fn counts(s: &SummaryView) -> String {
    let mut parts = vec![number(s.cases.len() as u64, "case", "cases")];
    if s.open > 0 {
        parts.push(number(s.open, "leaf open", "leaves open"));
    }
    let unreachable = [(s.unreachable_so_far, "so far"), (s.unreachable_for_good, "for good")];
    for (i, (count, how)) in unreachable.iter().filter(|(count, _)| *count > 0).enumerate() {
        parts.push(format!("{}{count} {how}", if i == 0 { "unreachable: " } else { "" }));
    }
    parts.join(", ")
}

/// Characters of a line of cases.
const LINE: usize = 100;

impl Case {
    /// What it does, in parts: `returns a`, `writes g = 1`, `h = 2`, `calls f(a)`.
    fn effects(&self) -> Vec<String> {
        let mut parts = match (&self.end, &self.returns) {
            (End::Returns, Some(value)) => vec![format!("returns {}", shortened(value))],
            (End::Returns, None) => vec!["returns".to_owned()],
            (End::EndsProgram, _) => vec!["ends the program".to_owned()],
            (End::Error(message), _) => vec![format!("error: {message}")],
            (End::Undecided(reason), _) => vec![format!("undecided: {reason}")],
            (End::NotReached, _) => vec!["not reached so far".to_owned()],
        };
        let verb = |i: usize, verb: &'static str| if i == 0 { verb } else { "" };
        let writes = self.writes.iter().enumerate();
        parts.extend(writes.map(|(i, (place, value))| format!("{}{place} = {}", verb(i, "writes "), shortened(value))));
        parts.extend(self.calls.iter().enumerate().map(|(i, call)| format!("{}{call}", verb(i, "calls "))));
        parts
    }

    /// One line if it is short, else the conditions and below them the effects.
    fn lines(&self, most: Most) -> Vec<String> {
        let head = if self.when.is_empty() { "always".to_owned() } else { when(&self.when, most.conditions) };
        let effects = first(self.effects(), most.effects, "more");
        let line = format!("{head}: {}", effects.join(", "));
        if line.chars().count() <= LINE {
            return vec![line];
        }
        let mut lines = filled(&first(conjuncts(&self.when), most.conditions, "more"), " and ", LINE - 5);
        for (i, line) in lines.iter_mut().enumerate() {
            line.insert_str(0, if i == 0 { "when " } else { "     " });
        }
        match lines.last_mut() {
            Some(last) => last.push(':'),
            None => lines.push("always:".to_owned()),
        }
        lines.extend(filled(&effects, ", ", LINE - 4).into_iter().map(|line| format!("    {line}")));
        lines
    }
}

fn summary_json(s: &SummaryView) -> Value {
    let inputs = s.inputs.iter().map(|(name, what)| json!({ "name": name, "what": what }));
    json!({
        "function": s.function,
        "file": s.location.file,
        "line": s.location.line,
        "variant": s.variant,
        "inputs": inputs.collect::<Vec<_>>(),
        "cases": s.cases.iter().map(case_json).collect::<Vec<_>>(),
        "open": s.open,
        "unreachable_so_far": s.unreachable_so_far,
        "unreachable_for_good": s.unreachable_for_good,
        "refused": s.refused,
    })
}

fn case_json(case: &Case) -> Value {
    let writes = case.writes.iter().map(|(place, value)| json!({ "place": place, "value": value }));
    json!({
        "when": case.when,
        "end": case.end.name(),
        "detail": case.end.detail(),
        "returns": case.returns,
        "writes": writes.collect::<Vec<_>>(),
        "calls": case.calls,
    })
}
