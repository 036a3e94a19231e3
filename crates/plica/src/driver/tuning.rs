//! The tuning constants of all crates, by name: what `--tune` sets and lists, and what a report says of them.
//!
//! Oblivious to what they mean. Invariant: they are set before anything is analysed, all or none.

use std::fmt::Write;

use plica_tuning::TuningConstant;

use super::setup::edits;
use crate::error::UserError;

/// So many names are shown that are like an unknown one.
const SHOWN: usize = 6;

/// All that an answer may depend on, with their values. Those of the store are none of them.
pub(crate) fn values() -> Vec<(String, u64)> {
    let of_store = |constant: &TuningConstant| plica_store::tuning::ALL.iter().any(|own| std::ptr::eq(*own, constant));
    all().filter(|constant| !of_store(constant)).map(|constant| (constant.name(), constant.value())).collect()
}

/// All constants, from the bottom of the crates to the top.
fn all() -> impl Iterator<Item = &'static TuningConstant> {
    let tables = [
        plica_term::tuning::ALL,
        plica_tree::tuning::ALL,
        plica_exec::tuning::ALL,
        plica_smt::tuning::ALL,
        plica_store::tuning::ALL,
        plica_explore::tuning::ALL,
        plica_templates::tuning::ALL,
        plica_summaries::tuning::ALL,
        plica_replay::tuning::ALL,
        crate::tuning::ALL,
    ];
    tables.into_iter().flatten().copied()
}

/// Sets constants for the whole process.
pub fn tune(settings: &[(String, u64)]) -> Result<(), UserError> {
    let found: Vec<(&TuningConstant, u64)> =
        settings.iter().map(|(name, value)| find(name, *value)).collect::<Result<_, _>>()?;
    for (constant, value) in found {
        constant.set(value).map_err(|_| refusal(constant, value))?;
    }
    Ok(())
}

fn find(name: &str, value: u64) -> Result<(&'static TuningConstant, u64), UserError> {
    let constant = all().find(|constant| constant.name() == name).ok_or_else(|| unknown(name))?;
    if constant.range().contains(&value) { Ok((constant, value)) } else { Err(refusal(constant, value)) }
}

fn refusal(constant: &TuningConstant, value: u64) -> UserError {
    let range = constant.range();
    UserError::new(format!("`{}` cannot be {value}", constant.name())).help(format!(
        "choose a number from {} to {} ({}); the default is {}",
        range.start(),
        range.end(),
        constant.unit,
        constant.default
    ))
}

/// Names with a word in common with it come first, then those that are spelled like it.
fn unknown(name: &str) -> UserError {
    let of = |name: &str| name.split(['.', '_']).filter(|word| word.len() > 3).map(str::to_owned).collect::<Vec<_>>();
    let words = of(name);
    let mut ranked: Vec<(usize, usize, String)> = all()
        .map(|constant| {
            let known = constant.name();
            let shared = of(&known).iter().filter(|word| words.contains(word)).count();
            (edits(&known, name), words.len().saturating_sub(shared), known)
        })
        .collect();
    // A slip of the finger is nearer than any word.
    ranked.sort_by_key(|(edits, lacking, known)| (if *edits <= 3 { 0 } else { 1 + lacking }, *edits, known.clone()));
    let near: Vec<&str> = ranked.iter().take(SHOWN).map(|(_, _, known)| &**known).collect();
    UserError::new(format!("there is no tuning constant `{name}`"))
        .help(format!("the nearest are {}; `--tune list` shows all", near.join(", ")))
}

/// Those whose values are not the defaults, with their values.
pub fn tuned() -> Vec<(String, u64)> {
    all().filter(|constant| constant.value() != constant.default).map(|c| (c.name(), c.value())).collect()
}

/// All of them as text: a line with name, default value, unit and range, and the sentence below it.
pub fn list() -> String {
    let mut out = String::new();
    for constant in all() {
        let (range, sentence) = (constant.range(), constant.sentence.trim());
        let (name, default, unit) = (constant.name(), constant.default, constant.unit);
        let _ = writeln!(out, "{name} = {default}  ({unit}; {} to {})\n    {sentence}", range.start(), range.end());
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_constant_has_a_name_of_its_own_and_a_sentence() {
        let names: BTreeSet<String> = all().map(TuningConstant::name).collect();
        assert_eq!(names.len(), all().count());
        for constant in all() {
            let (name, sentence) = (constant.name(), constant.sentence);
            assert!(sentence.starts_with(' ') && sentence.ends_with('.') && !sentence.contains("  "), "{name}");
            assert!(constant.range().contains(&constant.default) && list().contains(&name), "{name}");
        }
    }

    #[test]
    fn what_cannot_be_set_is_refused_with_what_can() {
        let refused = |name: &str, value| tune(&[(name.to_owned(), value)]).unwrap_err().to_string();
        let error = refused("templates.path_per_iteration", 9);
        assert!(error.contains("no tuning constant") && error.contains("nearest are templates.paths_per_iteration"));
        assert!(refused("paths", 9).contains("paths_"), "{}", refused("paths", 9));
        assert!(refused("smt.solvers_kept", 0).contains("from 1 to 256 (count); the default is 3"));
        assert!(tuned().is_empty(), "other tests run in this process");
    }
}
