//! What several runs say together, each of which began with another function of one program.
//!
//! Oblivious to how they were run. Invariant: every error and every reason of a function is in the report about all of
//! them; what several functions end in is told once, with all of them; what happens whatever pointers lead to comes
//! before what takes something of it.

use std::collections::HashMap;

use crate::printable::printable_line;
use crate::text::{assumed, findings, paint};
use crate::wording::number;
use crate::{
    Assumption, ErrorReport, Grounds, Location, Reason, Report, SourceProvider, Stat, Stats, TextStyle, Vacuity,
    Verdict,
};

/// What a run says that began with one function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionReport {
    /// The function and where it is defined.
    pub location: Location,
    /// How long its process has run.
    pub seconds: f64,
    /// What was found.
    pub report: Report,
}

/// What was found out about each of several functions, and about all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Each of them, in the order of the source.
    pub functions: Vec<FunctionReport>,
    /// All of them together: it holds where every function holds.
    pub report: Report,
}

impl Survey {
    /// Puts together what is said of functions; all of it took so many seconds.
    pub fn new(functions: Vec<FunctionReport>, seconds: f64) -> Survey {
        let reasons = functions.iter().flat_map(|f| f.report.reasons.iter().cloned()).collect();
        let mut report = Report::decide(errors(&functions), reasons, stats(&functions, seconds));
        report.grounds = grounds(&functions);
        report.tuning = functions.first().map(|f| f.report.tuning.clone()).unwrap_or_default();
        Survey { functions, report }
    }

    /// As text for a person: errors, what was left open, what *holds* rests on, a line for each function, and one that
    /// says how many there are of which verdict.
    pub fn to_text(&self, sources: &mut dyn SourceProvider, style: TextStyle) -> String {
        // What is taken for granted is told with the number of functions.
        let grounds = Grounds { assumptions: Vec::new(), ..self.report.grounds.clone() };
        let plain = Report { grounds, ..self.report.clone() };
        let mut text = findings(&plain, sources, TextStyle { without_errors: false, ..style });
        if !style.brief {
            for assumption in &self.report.grounds.assumptions {
                let many = self.functions.iter().filter(|f| f.rests_on(assumption)).count();
                text.push_str(&assumed(assumption, &format!(" ({})", number(many as u64, "function", "functions"))));
            }
            text.push_str(&self.table());
        }
        let verdicts: Vec<Verdict> = self.functions.iter().map(|f| f.report.verdict).collect();
        let said = count_verdicts("function", &verdicts) + &self.count_errors();
        let seconds = self.report.stats.seconds("time_s");
        text + &format!("{} ({seconds:.2} s)\n", paint(&said, self.report.verdict, style.colour))
    }

    fn count_errors(&self) -> String {
        let errors = &self.report.errors;
        let manifest = errors.iter().filter(|error| conditions(error) == 0).count();
        match errors.len() as u64 {
            0 => String::new(),
            all => format!("; {}, {manifest} manifest", number(all, "error", "errors")),
        }
    }

    fn table(&self) -> String {
        let head = ["function", "defined at", "verdict", "errors", "seconds", ""].map(str::to_owned);
        let rows: Vec<[String; 6]> =
            std::iter::once(head).chain(self.functions.iter().map(FunctionReport::row)).collect();
        let mut widths = [0; 6];
        for row in &rows {
            widths.iter_mut().zip(row).for_each(|(width, cell)| *width = cell.chars().count().max(*width));
        }
        let [name, place, verdict, errors, seconds, _] = widths;
        let mut text = String::new();
        for [f, at, v, e, s, remark] in &rows {
            let line = format!("{f:name$}  {at:place$}  {v:verdict$}  {e:>errors$}  {s:>seconds$}  {remark}");
            text.push_str(&format!("{}\n", line.trim_end()));
        }
        text
    }
}

impl FunctionReport {
    /// A function of which nothing was found out, and why.
    pub fn unknown(location: Location, seconds: f64, why: Reason) -> FunctionReport {
        FunctionReport { location, seconds, report: Report::decide(Vec::new(), vec![why], Stats::default()) }
    }

    /// Does it hold if that is so?
    fn rests_on(&self, assumption: &Assumption) -> bool {
        let Report { verdict, grounds, .. } = &self.report;
        *verdict == Verdict::Holds && grounds.assumptions.iter().any(|own| is_same_assumption(own, assumption))
    }

    /// Its line in the table, with what is to be known of its verdict.
    fn row(&self) -> [String; 6] {
        let Report { verdict, errors, reasons, proof, grounds, .. } = &self.report;
        let mut why: Vec<String> = reasons.iter().map(|reason| reason.kind.name().to_owned()).collect();
        why.sort_unstable();
        why.dedup();
        let vacuous = grounds.vacuity.as_ref().map(|vacuity: &Vacuity| format!("vacuously: {vacuity}"));
        let proved = proof.as_ref().filter(|_| *verdict == Verdict::Holds).map(crate::Proof::claim);
        let remark = if why.is_empty() { vacuous.or(proved).unwrap_or_default() } else { why.join(", ") };
        let count = if errors.is_empty() { String::new() } else { errors.len().to_string() };
        let seconds = format!("{:.2}", self.seconds);
        let [name, place, remark] =
            [&self.location.function, &self.location.place(), &remark].map(|t| printable_line(t));
        [name, place, verdict.name().to_owned(), count, seconds, remark]
    }
}

/// How many of what have which verdict: `3 proofs: 2 hold, 1 undecided`.
pub fn count_verdicts(what: &str, verdicts: &[Verdict]) -> String {
    let part = |verdict: Verdict| match (verdicts.iter().filter(|v| **v == verdict).count(), verdict) {
        (0, _) => None,
        (many @ 2.., Verdict::Holds) => Some(format!("{many} hold")),
        (count, verdict) => Some(format!("{count} {verdict}")),
    };
    let parts: Vec<String> =
        [Verdict::Holds, Verdict::Violated, Verdict::Undecided].into_iter().filter_map(part).collect();
    format!("{}: {}", number(verdicts.len() as u64, what, &format!("{what}s")), parts.join(", "))
}

/// How much an error takes of what pointers lead to that are inputs.
fn conditions(error: &ErrorReport) -> usize {
    error.when.as_ref().map_or(0, Vec::len)
}

/// All errors: what happens whatever the inputs lead to first, with few decisions before many, and called from few
/// functions before many. Those of one kind in one place that several functions end in are one.
fn errors(functions: &[FunctionReport]) -> Vec<ErrorReport> {
    let of = |f: &FunctionReport| {
        let others = functions.iter().filter(|other| other.location.function == f.location.function).count() - 1;
        let name = if others == 0 { f.location.function.clone() } else { f.location.to_string() };
        let entries = vec![name];
        f.report.errors.iter().map(move |e| ErrorReport { entries: entries.clone(), ..e.clone() }).collect::<Vec<_>>()
    };
    let mut all: Vec<ErrorReport> = functions.iter().flat_map(of).collect();
    all.sort_by_cached_key(|e| (conditions(e), e.path_length, e.trace.len(), e.location.clone()));
    let mut told: Vec<ErrorReport> = Vec::new();
    let mut known: HashMap<_, Vec<usize>> = HashMap::new();
    for error in all {
        let alike = known.entry((error.kind, error.location.clone())).or_default();
        // Two of one function are two.
        match alike.iter().find(|&&at| !told[at].entries.contains(&error.entries[0])) {
            Some(&at) => told[at].entries.extend(error.entries),
            None => {
                alike.push(told.len());
                told.push(error);
            }
        }
    }
    told
}

fn is_same_assumption(one: &Assumption, other: &Assumption) -> bool {
    one.kind == other.kind && one.text == other.text && one.option == other.option
}

/// What the functions that hold rest on. In how many places cannot be told, since functions share them.
fn grounds(functions: &[FunctionReport]) -> Grounds {
    let mut grounds = Grounds::default();
    for f in functions.iter().filter(|f| f.report.verdict == Verdict::Holds) {
        for assumption in &f.report.grounds.assumptions {
            if !grounds.assumptions.iter().any(|known| is_same_assumption(known, assumption)) {
                grounds.assumptions.push(Assumption { places: 0, ..assumption.clone() });
            }
        }
        grounds.unreached.extend(f.report.grounds.unreached.iter().cloned());
    }
    grounds.unreached.sort();
    grounds.unreached.dedup();
    grounds
}

/// The figures that every run has, added up.
fn stats(functions: &[FunctionReport], seconds: f64) -> Stats {
    let mut stats = Stats::default();
    let names: Vec<String> = stats.iter().map(|(name, _)| name.to_owned()).chain(["paths_cut".to_owned()]).collect();
    for f in functions {
        for name in &names {
            match f.report.stats.get(name) {
                Some(Stat::Count(count)) => stats.set_count(name, stats.count(name).saturating_add(count)),
                Some(Stat::Seconds(time)) => stats.set_seconds(name, stats.seconds(name) + time),
                None => {}
            }
        }
    }
    stats.set_seconds("time_s", seconds);
    stats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AssumptionKind, ErrorKind, ReasonKind, survey_to_json};
    use expect_test::expect;

    fn at(function: &str, line: u32) -> Location {
        Location { file: "/no/such/a.c".into(), line, column: 0, function: function.into() }
    }

    fn error(line: u32, path_length: u64, when: Option<&[&str]>) -> ErrorReport {
        let when = when.map(|when| when.iter().map(|text| (*text).to_owned()).collect());
        ErrorReport { path_length, when, ..ErrorReport::new(ErrorKind::NullDereference, "it is null", at("get", line)) }
    }

    fn function(name: &str, line: u32, errors: Vec<ErrorReport>, reasons: Vec<Reason>) -> FunctionReport {
        let mut report = Report::decide(errors, reasons, Stats::default());
        let text = "allocation never fails".to_owned();
        report.grounds.assumptions = vec![Assumption { kind: AssumptionKind::ALL[0], text, places: 3, option: None }];
        report.stats.set_count("paths", 2);
        FunctionReport { location: at(name, line), seconds: 0.5, report }
    }

    fn survey() -> Survey {
        let open = Reason { kind: ReasonKind::NoModel, text: "calls g".into(), count: 1, location: None };
        let functions = vec![
            function("get", 3, vec![error(5, 1, Some(&["p is null"]))], vec![]),
            function("both", 9, vec![error(5, 4, Some(&["p is null"])), error(12, 2, Some(&[]))], vec![open.clone()]),
            function("first", 20, vec![], vec![]),
            function("second", 30, vec![], vec![]),
            function("open", 40, vec![], vec![open]),
        ];
        Survey::new(functions, 1.25)
    }

    #[test]
    fn manifest_errors_come_first_and_each_is_told_once() {
        let survey = survey();
        let told: Vec<_> = survey.report.errors.iter().map(|e| (e.location.line, e.entries.join(" "))).collect();
        assert_eq!(told, [(12, "both".to_owned()), (5, "get both".to_owned())]);
        assert_eq!(survey.report.verdict, Verdict::Violated);
        assert_eq!(survey.report.reasons[0].count, 2);
        assert_eq!(survey.report.stats.count("paths"), 10);
    }

    #[test]
    fn two_errors_of_one_function_are_two() {
        let twice = |name| function(name, 1, vec![error(5, 1, None), error(5, 2, None)], vec![]);
        let survey = Survey::new(vec![twice("f"), twice("g")], 0.0);
        let entries: Vec<_> = survey.report.errors.iter().map(|e| e.entries.join(" ")).collect();
        assert_eq!(entries, ["f g", "f g"]);
    }

    #[test]
    fn functions_are_listed_with_their_verdicts() {
        let text =
            survey().to_text(&mut crate::SourceCache::default(), TextStyle { brief: false, ..TextStyle::default() });
        let table = text.split_once("assumes:").map(|(_, rest)| rest).unwrap_or_default();
        expect![[r#"
             allocation never fails (2 functions)
            function  defined at       verdict    errors  seconds
            get       /no/such/a.c:3   violated        1     0.50
            both      /no/such/a.c:9   violated        2     0.50  no-model
            first     /no/such/a.c:20  holds                 0.50
            second    /no/such/a.c:30  holds                 0.50
            open      /no/such/a.c:40  undecided             0.50  no-model
            5 functions: 2 hold, 2 violated, 1 undecided; 2 errors, 1 manifest (1.25 s)
        "#]]
        .assert_eq(table);
        let brief =
            survey().to_text(&mut crate::SourceCache::default(), TextStyle { brief: true, ..TextStyle::default() });
        expect![[r#"
            error[null-dereference]: it is null at get (/no/such/a.c:12) (entry: both)
            error[null-dereference]: it is null at get (/no/such/a.c:5) (entry: get; also from both)
            warning[no-model]: calls g (2 times)
            5 functions: 2 hold, 2 violated, 1 undecided; 2 errors, 1 manifest (1.25 s)
        "#]]
        .assert_eq(&brief);
    }

    #[test]
    fn each_function_has_its_report_in_json() {
        let json: serde_json::Value = serde_json::from_str(&survey_to_json(&survey())).unwrap();
        assert_eq!(json["errors"][1]["entries"], serde_json::json!(["get", "both"]));
        assert_eq!(json["functions"][1]["report"]["errors"][0]["line"], 5);
        assert_eq!(json["functions"][4]["verdict"], "undecided");
        assert_eq!(json["assumptions"][0]["places"], serde_json::Value::Null);
    }
}
