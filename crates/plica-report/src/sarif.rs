//! The report as a SARIF 2.1.0 log (OASIS Standard, 27 March 2020), for code hosts and editors.
//!
//! Oblivious to which tool reads it; only properties that the standard defines are used, the rest goes into property
//! bags. Invariant: one result per error, one notification per reason, and a rule for every class of error that occurs.

use crate::{ErrorReport, ExitStatus, Location, Report, Responsibility, Stat};
use serde_json::{Map, Value, json};

/// The report as a SARIF log. `version` is plica's, `command_line` what it was started with.
pub fn to_sarif(report: &Report, version: &str, command_line: &[String]) -> Value {
    let mut kinds: Vec<_> = report.errors.iter().map(|error| error.kind).collect();
    kinds.sort();
    kinds.dedup();
    let rules: Vec<Value> = kinds
        .iter()
        .map(|kind| json!({ "id": kind.name(), "shortDescription": { "text": kind.description() } }))
        .collect();
    let results: Vec<Value> = report
        .errors
        .iter()
        .map(|error| result(error, kinds.iter().position(|kind| *kind == error.kind).unwrap_or_default()))
        .collect();
    let mut notifications: Vec<Value> = report
        .reasons
        .iter()
        .map(|reason| {
            let mut notification = json!({
                "descriptor": { "id": reason.kind.name() },
                "level": if reason.kind.fault() == Responsibility::Defect { "error" } else { "warning" },
                "message": { "text": reason.text },
                "properties": { "count": reason.count, "fault": reason.kind.fault().name() },
            });
            if let Some(place) = reason.location.as_ref().and_then(location) {
                notification["locations"] = json!([place]);
            }
            notification
        })
        .collect();
    notifications.extend(report.grounds.assumptions.iter().map(|assumption| {
        json!({
            "descriptor": { "id": format!("assumption/{}", assumption.kind) },
            "level": "note",
            "message": { "text": format!("assumes: {}", assumption.text) },
            "properties": { "places": assumption.places, "option": assumption.option },
        })
    }));
    if let Some(vacuity) = &report.grounds.vacuity {
        let mut notification = json!({
            "descriptor": { "id": "vacuous" },
            "level": "warning",
            "message": { "text": vacuity.to_string() },
        });
        if let Some(place) = vacuity.location.as_ref().and_then(location) {
            notification["locations"] = json!([place]);
        }
        notifications.push(notification);
    }
    let stats: Map<String, Value> = report
        .stats
        .iter()
        .map(|(name, stat)| {
            let value = match stat {
                Stat::Count(value) => json!(value),
                Stat::Seconds(value) => json!(value),
            };
            (name.to_owned(), value)
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "plica", "version": version, "rules": rules } },
            "columnKind": "utf16CodeUnits",
            "invocations": [{
                "executionSuccessful": true,
                "exitCode": ExitStatus::from(report.verdict).code(),
                "arguments": command_line,
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
            "properties": { "verdict": report.verdict.name(), "stats": stats },
        }],
    })
}

fn result(error: &ErrorReport, rule_index: usize) -> Value {
    let inputs: Vec<Value> = error
        .inputs
        .iter()
        .map(|input| json!({ "name": input.name, "type": input.type_name, "value": input.value() }))
        .collect();
    let loops: Vec<Value> = error
        .loops
        .iter()
        .map(|l| json!({ "file": l.location.file, "line": l.location.line, "name": l.name, "count": l.count }))
        .collect();
    let mut result = json!({
        "ruleId": error.kind.name(),
        "ruleIndex": rule_index,
        "level": "error",
        "kind": "fail",
        "message": { "text": error.message },
        "locations": location(&error.location).into_iter().collect::<Vec<_>>(),
        "properties": {
            "inputs": inputs,
            "confirmed": error.confirmed(),
            "test": error.test,
            "pathLength": error.path_length,
            "loops": loops,
        },
    });
    if !error.made_up.is_empty() {
        result["properties"]["madeUp"] = json!(error.made_up);
    }
    if !error.entries.is_empty() {
        result["properties"]["entries"] = json!(error.entries);
    }
    if let Some(when) = &error.when {
        result["properties"]["manifest"] = json!(when.is_empty());
        result["properties"]["if"] = json!(when);
    }
    let frames: Vec<Value> = error
        .trace
        .iter()
        .filter_map(|frame| Some((location(&frame.location)?, frame)))
        .map(|(mut place, frame)| {
            if !frame.call.is_empty() {
                place["message"] = json!({ "text": frame.to_string() });
            }
            json!({ "location": place })
        })
        .collect();
    if !frames.is_empty() {
        result["stacks"] = json!([{ "message": { "text": "call trace" }, "frames": frames }]);
    }
    result
}

/// A `location` object; `None` if nothing is known.
fn location(place: &Location) -> Option<Value> {
    if !place.is_known() {
        return None;
    }
    let mut object = Map::new();
    if !place.file.is_empty() {
        let mut physical = json!({ "artifactLocation": { "uri": uri(&place.file) } });
        if place.line > 0 {
            physical["region"] = json!({ "startLine": place.line });
            if place.column > 0 {
                physical["region"]["startColumn"] = json!(place.column);
            }
        }
        object.insert("physicalLocation".into(), physical);
    }
    if !place.function.is_empty() {
        object.insert("logicalLocations".into(), json!([{ "name": place.function, "kind": "function" }]));
    }
    Some(Value::Object(object))
}

/// A path as a URI reference: absolute paths become `file://` URIs, the characters that have a meaning are escaped.
fn uri(path: &str) -> String {
    let mut text = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => text.push(char::from(byte)),
            byte => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}
