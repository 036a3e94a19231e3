//! The report as one JSON object.
//!
//! Oblivious to the command line. Invariant: the fields that the design names are always present, with these names;
//! scripts depend on them. More fields may be added.

use crate::{
    Assumption, ErrorReport, FunctionReport, InputValue, Location, LoopCount, Proof, Reason, Report, Since, StackFrame,
    Stat, Suite, SuiteTest, Survey, Vacuity,
};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The report as a JSON value.
pub fn to_json(report: &Report) -> serde_json::Value {
    serde_json::to_value(ReportView(report)).unwrap_or_default()
}

/// The report as indented JSON text with a line end.
pub fn to_json_string(report: &Report) -> String {
    let mut text = serde_json::to_string_pretty(&ReportView(report)).unwrap_or_default();
    text.push('\n');
    text
}

/// A test suite as indented JSON text with a line end: the report's object with the tests.
pub fn suite_to_json(suite: &Suite) -> String {
    let mut text = serde_json::to_string_pretty(&SuiteView(suite)).unwrap_or_default();
    text.push('\n');
    text
}

/// What was found out about each function as indented JSON text with a line end: the object of the report about all of
/// them, and each with its own.
pub fn survey_to_json(survey: &Survey) -> String {
    let mut text = serde_json::to_string_pretty(&SurveyView(survey)).unwrap_or_default();
    text.push('\n');
    text
}

/// Gives a type of the model the JSON form of the design, in its order of fields.
macro_rules! view {
    ($name:ident($model:ty), |$it:ident, $map:ident| $body:block) => {
        struct $name<'a>(&'a $model);
        impl Serialize for $name<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $it = self.0;
                let mut $map = serializer.serialize_map(None)?;
                $body
                $map.end()
            }
        }
    };
}

fn each<'a, M, V>(items: &'a [M], view: impl Fn(&'a M) -> V) -> Vec<V> {
    items.iter().map(view).collect()
}

/// `null` for what is not known, as opposed to an empty string or zero that would look like a value.
fn known<T: Copy + Default + PartialEq>(value: T) -> Option<T> {
    (value != T::default()).then_some(value)
}

/// A time to the microsecond.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

view!(ReportView(Report), |report, map| {
    report_fields::<S>(&mut map, report)?;
});

view!(SuiteView(Suite), |suite, map| {
    report_fields::<S>(&mut map, &suite.report)?;
    map.serialize_entry("tests", &each(&suite.tests, TestView))?;
    map.serialize_entry("covered_sides", &suite.covered)?;
    map.serialize_entry("sides", &suite.sides)?;
});

view!(SurveyView(Survey), |survey, map| {
    report_fields::<S>(&mut map, &survey.report)?;
    map.serialize_entry("functions", &each(&survey.functions, FunctionView))?;
});

view!(FunctionView(FunctionReport), |function, map| {
    location_fields::<S>(&mut map, &function.location)?;
    map.serialize_entry("verdict", function.report.verdict.name())?;
    map.serialize_entry("seconds", &rounded(function.seconds))?;
    map.serialize_entry("report", &ReportView(&function.report))?;
});

view!(TestView(SuiteTest), |test, map| {
    map.serialize_entry("test", &test.file)?;
    map.serialize_entry("label", &test.label)?;
    map.serialize_entry("error", &test.error)?;
    map.serialize_entry("cut", &test.cut)?;
    map.serialize_entry("inputs", &each(&test.inputs, InputView))?;
});

/// What every object about a run begins with.
fn report_fields<S: Serializer>(map: &mut S::SerializeMap, report: &Report) -> Result<(), S::Error> {
    map.serialize_entry("verdict", report.verdict.name())?;
    map.serialize_entry("errors", &each(&report.errors, ErrorView))?;
    map.serialize_entry("reasons", &each(&report.reasons, ReasonView))?;
    map.serialize_entry("stats", &StatsView(&report.stats))?;
    map.serialize_entry("proof", &report.proof.as_ref().map(ProofView))?;
    map.serialize_entry("assumptions", &each(&report.grounds.assumptions, AssumptionView))?;
    map.serialize_entry("vacuous", &report.grounds.vacuity.as_ref().map(VacuityView))?;
    map.serialize_entry("unreached_assertions", &each(&report.grounds.unreached, LocationView))?;
    if !report.tuning.is_empty() {
        let tuning: BTreeMap<_, _> = report.tuning.iter().map(|(name, value)| (name, value)).collect();
        map.serialize_entry("tuning", &tuning)?;
    }
    if let Some(Since { new, gone, remaining, is_complete }) = &report.since {
        let fixed = if *is_complete { "fixed" } else { "not_found" };
        let since = BTreeMap::from([("new", new), (fixed, gone), ("remaining", remaining)]);
        map.serialize_entry("since", &since)?;
    }
    Ok(())
}

view!(AssumptionView(Assumption), |assumption, map| {
    map.serialize_entry("kind", assumption.kind.name())?;
    map.serialize_entry("text", &assumption.text)?;
    map.serialize_entry("places", &known(assumption.places))?;
    map.serialize_entry("option", &assumption.option)?;
});

view!(VacuityView(Vacuity), |vacuity, map| {
    location_fields::<S>(&mut map, &vacuity.location.clone().unwrap_or_default())?;
});

view!(LocationView(Location), |location, map| {
    location_fields::<S>(&mut map, location)?;
});

view!(ProofView(Proof), |proof, map| {
    map.serialize_entry("claim", &proof.claim())?;
    map.serialize_entry("target", &proof.target)?;
    map.serialize_entry("unexplored_leaves", &proof.leaves)?;
    map.serialize_entry("unexplored_functions", &proof.functions)?;
});

view!(ErrorView(ErrorReport), |error, map| {
    map.serialize_entry("kind", error.kind.name())?;
    map.serialize_entry("message", &error.message)?;
    location_fields::<S>(&mut map, &error.location)?;
    map.serialize_entry("inputs", &each(&error.inputs, InputView))?;
    map.serialize_entry("test", &error.test)?;
    map.serialize_entry("confirmed", &error.confirmed())?;
    map.serialize_entry("confirmed_by", &error.confirmation.name())?;
    map.serialize_entry("trace", &each(&error.trace, FrameView))?;
    map.serialize_entry("path_length", &error.path_length)?;
    map.serialize_entry("loops", &each(&error.loops, LoopView))?;
    if !error.made_up.is_empty() {
        map.serialize_entry("made_up", &error.made_up)?;
    }
    if let Some(when) = &error.when {
        map.serialize_entry("manifest", &when.is_empty())?;
        map.serialize_entry("if", when)?;
    }
    if !error.entries.is_empty() {
        map.serialize_entry("entries", &error.entries)?;
    }
});

view!(FrameView(StackFrame), |frame, map| {
    location_fields::<S>(&mut map, &frame.location)?;
    if !frame.call.is_empty() {
        map.serialize_entry("call", &frame.call)?;
        map.serialize_entry("when", &frame.when)?;
    }
    if !frame.library.is_empty() {
        map.serialize_entry("library", &frame.library)?;
    }
});

view!(LoopView(LoopCount), |count, map| {
    location_fields::<S>(&mut map, &count.location)?;
    map.serialize_entry("recursive", &count.recursive)?;
    map.serialize_entry("name", &count.name)?;
    map.serialize_entry("count", &count.count)?;
});

view!(InputView(InputValue), |input, map| {
    map.serialize_entry("name", &input.name)?;
    map.serialize_entry("type", &known(input.type_name.as_str()))?;
    map.serialize_entry("source", input.source.name())?;
    map.serialize_entry("bits", &input.bits())?;
    map.serialize_entry("bytes", &crate::testcase::to_hex(&input.bytes))?;
    map.serialize_entry("value", &input.value())?;
    map.serialize_entry("order", &input.order)?;
    if let Some(location) = &input.location {
        location_fields::<S>(&mut map, location)?;
    }
});

view!(ReasonView(Reason), |reason, map| {
    map.serialize_entry("kind", reason.kind.name())?;
    map.serialize_entry("text", &reason.text)?;
    map.serialize_entry("count", &reason.count)?;
    map.serialize_entry("fault", reason.kind.fault().name())?;
    if let Some(location) = &reason.location {
        location_fields::<S>(&mut map, location)?;
    }
});

view!(StatsView(crate::Stats), |stats, map| {
    for (name, stat) in stats.iter() {
        match stat {
            Stat::Count(value) => map.serialize_entry(name, &value)?,
            Stat::Seconds(value) => map.serialize_entry(name, &rounded(value))?,
        }
    }
});

/// `file`, `line`, `column` and `function`, each `null` if unknown.
fn location_fields<S: Serializer>(map: &mut S::SerializeMap, location: &Location) -> Result<(), S::Error> {
    map.serialize_entry("file", &known(location.file.as_str()))?;
    map.serialize_entry("line", &known(location.line))?;
    map.serialize_entry("column", &known(location.column))?;
    map.serialize_entry("function", &known(location.function.as_str()))
}
