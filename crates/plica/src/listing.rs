//! How the list of modelled functions reads: `plica models`.
//!
//! Oblivious to how a function is found. Invariant: a function that is not there is never shown among those that are.

use std::fmt::Write;

use plica_report::{printable, printable_json};
use serde_json::{Value, json};

use crate::driver::{FunctionModel, LibraryFunction};

/// How wide lines of names become.
const WIDTH: usize = 100;

/// Everything, by headers; those that are there first.
pub fn models_by_header(functions: &[LibraryFunction<'_>]) -> String {
    let mut text = String::new();
    for group in functions.chunk_by(|a, b| a.header == b.header) {
        let Some(first) = group.first() else { continue };
        let (missing, there): (Vec<_>, Vec<_>) = group.iter().partition(|f| f.model == FunctionModel::Missing);
        let _ = writeln!(text, "<{}>", first.header);
        text.push_str(&lines("", there.iter().map(|f| shown(f))));
        text.push_str(&lines("not there: ", missing.iter().map(|f| f.name.to_string())));
    }
    let missing = functions.iter().filter(|f| f.model == FunctionModel::Missing).count();
    let _ = writeln!(
        text,
        "{} functions are there, {missing} are not; `plica models F...` says how they are treated, and why.\n\
         ~: its model leaves something open; *: computed on known arguments, within bounds on others.",
        functions.len() - missing
    );
    text
}

fn shown(function: &LibraryFunction<'_>) -> String {
    let open = if function.remark.is_empty() { "" } else { "~" };
    let known = if function.model == FunctionModel::Bounded { "*" } else { "" };
    format!("{}{open}{known}", function.name)
}

/// Names, in lines that are not too long.
fn lines(what: &str, names: impl Iterator<Item = String>) -> String {
    let (mut text, mut line) = (String::new(), format!("  {what}"));
    let empty = line.len();
    for name in names {
        if line.len() > empty && line.len() + name.len() >= WIDTH {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(empty);
        }
        line += &name;
        line.push(' ');
    }
    if line.len() > empty {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// How each is treated, a line each.
pub fn models_to_text(functions: &[LibraryFunction<'_>]) -> String {
    let mut text = String::new();
    for function in functions {
        let header = if function.header.is_empty() { String::new() } else { format!(" <{}>", function.header) };
        let treated = match function.model {
            FunctionModel::Executor => "built into the executor".to_string(),
            FunctionModel::InC(file) => format!("a model in C, runtime/models/{file}"),
            FunctionModel::Operation => "a floating-point operation".to_string(),
            FunctionModel::Bounded => {
                "computed on known arguments; of others only bounds of the result are known".to_string()
            }
            FunctionModel::Missing if function.header.is_empty() => {
                "not in the list, and without a model: a path that calls it ends undecided".to_string()
            }
            FunctionModel::Missing => "not there: a path that calls it ends undecided".to_string(),
        };
        let remark = if function.remark.is_empty() { String::new() } else { format!("; {}", function.remark) };
        let _ = writeln!(text, "{}{header}: {treated}{remark}", function.name);
    }
    printable(&text)
}

/// The same for programs.
pub fn models_to_json(functions: &[LibraryFunction<'_>]) -> String {
    let all: Vec<Value> = functions.iter().map(entry).collect();
    let mut text = serde_json::to_string_pretty(&json!({ "functions": all })).unwrap_or_default();
    text.push('\n');
    printable_json(&text)
}

fn entry(function: &LibraryFunction<'_>) -> Value {
    let (treatment, file) = match function.model {
        FunctionModel::Executor => ("executor", None),
        FunctionModel::InC(file) => ("c", Some(file)),
        FunctionModel::Operation => ("operation", None),
        FunctionModel::Bounded => ("bounded", None),
        FunctionModel::Missing => ("missing", None),
    };
    json!({
        "name": function.name,
        "header": function.header,
        "treatment": treatment,
        "file": file,
        "remark": function.remark,
    })
}
