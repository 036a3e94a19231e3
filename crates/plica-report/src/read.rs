//! Reports that were written as JSON, read back.
//!
//! Oblivious to who wrote them. Invariant: what is read is written again as it was, but for what has become of the
//! errors of an earlier run; reading garbage is `None`, never a panic.

use serde_json::Value;

use crate::testcase::{argument_position, from_hex};
use crate::{
    Assumption, AssumptionKind, Confirmation, ErrorKind, ErrorReport, Grounds, InputShape, InputSource, InputValue,
    Location, LoopCount, Proof, Reason, ReasonKind, Report, StackFrame, Stats, Vacuity, Verdict,
};

/// The report that a text in JSON holds.
pub fn read_report(text: &str) -> Option<Report> {
    let all: Value = serde_json::from_str(text).ok()?;
    let report = Report::decide(list(&all["errors"], error)?, list(&all["reasons"], reason)?, stats(&all["stats"])?);
    let tuning = all["tuning"].as_object().into_iter().flatten();
    Some(Report {
        verdict: Verdict::from_name(all["verdict"].as_str()?)?,
        proof: some(&all["proof"], proof)?,
        grounds: Grounds {
            assumptions: list(&all["assumptions"], assumption)?,
            vacuity: some(&all["vacuous"], |v| {
                Some(Vacuity { location: Some(location(v)).filter(Location::is_known) })
            })?,
            unreached: list(&all["unreached_assertions"], |v| Some(location(v)))?,
        },
        tuning: tuning.map(|(name, value)| Some((name.clone(), value.as_u64()?))).collect::<Option<_>>()?,
        ..report
    })
}

/// The items of an array.
fn list<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(read).collect()
}

/// What may be null.
fn some<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Option<T>> {
    if value.is_null() { Some(None) } else { read(value).map(Some) }
}

/// A text; empty if it is not known.
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn texts(value: &Value) -> Option<Vec<String>> {
    list(value, |text| text.as_str().map(str::to_owned))
}

fn location(value: &Value) -> Location {
    let number = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
    Location {
        file: text(&value["file"]),
        line: number(&value["line"]),
        column: number(&value["column"]),
        function: text(&value["function"]),
    }
}

/// A place among the fields of something that need not have one.
fn place(value: &Value) -> Option<Location> {
    value.get("file").map(|_| location(value))
}

fn error(value: &Value) -> Option<ErrorReport> {
    let kind = ErrorKind::from_name(value["kind"].as_str()?)?;
    let given = |name: &str| value.get(name).map(texts);
    Some(ErrorReport {
        trace: list(&value["trace"], frame)?,
        path_length: value["path_length"].as_u64()?,
        inputs: list(&value["inputs"], input)?,
        loops: list(&value["loops"], loop_count)?,
        test: value["test"].as_str().map(str::to_owned),
        confirmation: Confirmation::from_name(value["confirmed_by"].as_str())?,
        made_up: given("made_up").unwrap_or(Some(Vec::new()))?,
        when: given("if").map_or(Some(None), |when| when.map(Some))?,
        entries: given("entries").unwrap_or(Some(Vec::new()))?,
        ..ErrorReport::new(kind, text(&value["message"]), location(value))
    })
}

fn frame(value: &Value) -> Option<StackFrame> {
    let when = value.get("when").map_or(Some(Vec::new()), texts)?;
    Some(StackFrame { location: location(value), call: text(&value["call"]), when, library: text(&value["library"]) })
}

fn input(value: &Value) -> Option<InputValue> {
    let name = text(&value["name"]);
    Some(InputValue {
        type_name: text(&value["type"]),
        source: InputSource::from_name(value["source"].as_str()?, argument_position(&name).unwrap_or(0))?,
        shape: InputShape::Told(text(&value["value"]), value["bits"].as_u64()?),
        bytes: from_hex(value["bytes"].as_str()?)?,
        order: usize::try_from(value["order"].as_u64()?).ok()?,
        location: place(value),
        name,
        ..InputValue::default()
    })
}

fn loop_count(value: &Value) -> Option<LoopCount> {
    let (recursive, count) = (value["recursive"].as_bool()?, value["count"].as_u64()?);
    Some(LoopCount { location: location(value), recursive, name: text(&value["name"]), count })
}

fn reason(value: &Value) -> Option<Reason> {
    let (kind, count) = (ReasonKind::from_name(value["kind"].as_str()?)?, value["count"].as_u64()?);
    Some(Reason { kind, text: text(&value["text"]), count, location: place(value) })
}

fn proof(value: &Value) -> Option<Proof> {
    let (leaves, functions) = (value["unexplored_leaves"].as_u64()?, value["unexplored_functions"].as_u64()?);
    Some(Proof { target: value["target"].as_str().map(str::to_owned), leaves, functions })
}

fn assumption(value: &Value) -> Option<Assumption> {
    let (kind, option) = (AssumptionKind::from_name(value["kind"].as_str()?)?, value["option"].as_str());
    let places = value["places"].as_u64().unwrap_or(0);
    Some(Assumption { kind, text: text(&value["text"]), places, option: option.map(str::to_owned) })
}

fn stats(value: &Value) -> Option<Stats> {
    let mut stats = Stats::default();
    for (name, value) in value.as_object()? {
        match value.as_u64() {
            Some(count) => stats.set_count(name, count),
            None => stats.set_seconds(name, value.as_f64()?),
        }
    }
    Some(stats)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{to_json, to_json_string};

    fn place(line: u32) -> Location {
        Location { file: "a.c".into(), line, column: 3, function: "f".into() }
    }

    fn report() -> Report {
        let input = |shape, source, bytes: &[u8]| InputValue {
            name: "argv[2]".into(),
            type_name: "bool".into(),
            source,
            shape,
            bytes: bytes.to_vec(),
            order: 1,
            location: Some(place(1)),
            ..InputValue::default()
        };
        let error = ErrorReport {
            trace: vec![
                StackFrame { location: place(2), library: "memcpy".into(), ..StackFrame::default() },
                StackFrame {
                    location: place(9),
                    call: "f(3)".into(),
                    when: vec!["n > 3".into()],
                    ..StackFrame::default()
                },
            ],
            path_length: 7,
            inputs: vec![
                input(InputShape::Bool, InputSource::Argument(2), &[1]),
                input(InputShape::Drawing("-> {next = null}".into()), InputSource::Parameter, &[0; 8]),
                InputValue { location: None, ..input(InputShape::Unknown, InputSource::Uninitialized, &[7; 3]) },
            ],
            loops: vec![LoopCount { location: place(4), recursive: true, name: "κ".into(), count: 5 }],
            test: Some("t/test000001.ktest".into()),
            confirmation: Confirmation::Native,
            made_up: vec!["g".into()],
            when: Some(vec!["p is null".into()]),
            entries: vec!["f".into(), "h".into()],
            ..ErrorReport::new(ErrorKind::NullDereference, "dereference of a null pointer", place(2))
        };
        let plain = ErrorReport { when: Some(Vec::new()), ..ErrorReport::new(ErrorKind::Abort, "aborts", place(3)) };
        let reasons = [Some(place(5)), None].map(|location| Reason {
            kind: ReasonKind::NoModel,
            text: "calls g, which has no model".into(),
            count: 2,
            location,
        });
        let mut stats = Stats::default();
        stats.set_seconds("time_s", 1.0);
        stats.set_count("paths", 12);
        let mut report = Report::decide(vec![error, plain], reasons.to_vec(), stats);
        report.proof = Some(Proof { target: Some("f".into()), leaves: 3, functions: 2 });
        report.tuning = vec![("a.b".into(), 3)];
        report.grounds = Grounds {
            assumptions: [(0, None), (2, Some("--args".to_owned()))]
                .map(|(places, option)| Assumption {
                    kind: AssumptionKind::ALL[0],
                    text: "it is so".into(),
                    places,
                    option,
                })
                .to_vec(),
            vacuity: Some(Vacuity { location: Some(place(6)) }),
            unreached: vec![place(8)],
        };
        report
    }

    #[test]
    fn what_is_read_is_written_again_as_it_was() {
        let report = report();
        let read = read_report(&to_json_string(&report)).expect("a report");
        assert_eq!(to_json(&read), to_json(&report));
        assert_eq!(read.errors[0].inputs[1].assigned(), "-> {next = null}");
        assert_eq!(read.errors[0].inputs[0].source, InputSource::Argument(2));
        let holds = Report::decide(Vec::new(), Vec::new(), Stats::default());
        assert_eq!(read_report(&to_json_string(&holds)), Some(holds));
    }

    #[test]
    fn garbage_is_no_report() {
        let whole = to_json_string(&report());
        for end in (0..whole.len() - 2).filter(|end| whole.is_char_boundary(*end)) {
            assert_eq!(read_report(&whole[..end]), None, "{end}");
        }
        for other in ["{}", "[]", "null", "{\"verdict\": \"holds\", \"errors\": 3}"] {
            assert_eq!(read_report(other), None, "{other}");
        }
    }
}
