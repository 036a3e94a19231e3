//! What plica knows of the functions of the C library: the list of `runtime/models/FUNCTIONS`, and how each is treated.
//!
//! Oblivious to programs. Invariant: whether a function is there is found out as for a program that calls it; the list
//! only says where it belongs and, of one that is not there, why.

use plica_exec::BuiltinKind;

use super::runtime::Runtime;

/// By headers, which stand in a line of their own, a function a line: `name`, `name ~ what its model leaves open`, or
/// `name - why it is not there`.
const FUNCTIONS: &str = include_str!("../../../../runtime/models/FUNCTIONS");

/// How calls of a function are treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionModel {
    /// The executor has a model of its own.
    Executor,
    /// C code that is executed in its place, in this file of `runtime/models`.
    InC(&'static str),
    /// A floating-point operation of the solvers.
    Operation,
    /// Computed where the arguments are known; else only bounds of the result are known.
    Bounded,
    /// A path that calls it ends undecided.
    Missing,
}

impl FunctionModel {
    /// How a function of this linker name is treated.
    fn of(name: &str) -> FunctionModel {
        match plica_exec::builtin_kind(name) {
            Some(BuiltinKind::Machine) => FunctionModel::Executor,
            Some(BuiltinKind::Operation) => FunctionModel::Operation,
            Some(BuiltinKind::Bounded) => FunctionModel::Bounded,
            None => Runtime::models_for(std::iter::once(name)).next().map_or(FunctionModel::Missing, |model| {
                // The executor's models hide those in C.
                FunctionModel::InC(model.name)
            }),
        }
    }
}

/// A function of the C library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryFunction<'a> {
    /// Its name.
    pub name: &'a str,
    /// The header that declares it; empty for one that the list does not have.
    pub header: &'static str,
    /// How calls are treated.
    pub model: FunctionModel,
    /// What its model leaves open, or why there is none; may be empty.
    pub remark: &'static str,
}

/// A line of the list, with its header.
struct Entry {
    header: &'static str,
    name: &'static str,
    remark: &'static str,
}

impl Entry {
    fn function(self) -> LibraryFunction<'static> {
        let Entry { header, name, remark } = self;
        LibraryFunction { name, header, model: FunctionModel::of(name), remark }
    }
}

fn entries() -> impl Iterator<Item = Entry> {
    let mut header = "";
    FUNCTIONS.lines().filter_map(move |line| {
        if let Some(name) = line.strip_prefix('<') {
            header = name.trim_end_matches('>');
            return None;
        }
        let (name, remark) = match line.split_once(" - ") {
            Some(parts) => parts,
            None => line.split_once(" ~ ").unwrap_or((line, "")),
        };
        (!name.is_empty()).then_some(Entry { header, name, remark })
    })
}

/// All functions of the list, in its order.
pub fn library_functions() -> impl Iterator<Item = LibraryFunction<'static>> {
    entries().map(Entry::function)
}

/// What is known of a function of any name.
pub fn library_function(name: &str) -> LibraryFunction<'_> {
    match entries().find(|entry| entry.name == name) {
        Some(entry) => entry.function(),
        None => LibraryFunction { name, header: "", model: FunctionModel::of(name), remark: "" },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_function_is_there_or_the_list_says_why_not() {
        let mut names = BTreeSet::new();
        for (line, function) in FUNCTIONS.lines().filter(|line| !line.starts_with('<')).zip(library_functions()) {
            assert!(line.starts_with(function.name), "{line}");
            assert_eq!(line.contains(" - "), function.model == FunctionModel::Missing, "{line}");
            assert!(names.insert(function.name), "{line}: twice");
        }
    }
}
