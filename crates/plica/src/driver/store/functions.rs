//! The functions of the last run of a program, and its errors: what an edit has changed, and what it reaches.
//!
//! This is told to people, and no answer rests on it: programs are known by the names of their files and of the
//! function where they start. Oblivious to verdicts. Invariant: a function is told to be the same only if nothing
//! differs that it can execute.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

use plica_ir::{FuncId, NamedPart, Program, named_parts};
use plica_report::{FunctionChange, Report, Since};
use plica_stable::{ByteReader, Decode, Encode, encodable};
use plica_store::{Key, KeyWriter, Store, StoreMode};

use super::lessons::StoredLessons;
use super::{PROGRAMS, key};
use crate::cli::AnalysisOptions;
use crate::error::UserError;

/// What is remembered of the last run.
pub(crate) struct StoredProgram {
    options: Vec<u8>,
    functions: Vec<StoredPart>,
    globals: Vec<StoredPart>,
    errors: Vec<String>,
    lessons: StoredLessons,
}

struct StoredPart {
    name: String,
    hash: Vec<u8>,
}

encodable! {
    struct StoredPart { name, hash }
    struct StoredProgram { options, functions, globals, errors, lessons }
}

/// The functions of a program as they are now.
pub(crate) struct Snapshot {
    options: Vec<u8>,
    functions: Vec<(NamedPart, Vec<u8>)>,
    globals: Vec<(NamedPart, Vec<u8>)>,
    own: Vec<bool>,
}

/// The name of a program's last run.
fn key_of(options: &AnalysisOptions) -> Key {
    let mut w = KeyWriter::of_any_build("program");
    for input in &options.inputs {
        let path = std::fs::canonicalize(input).unwrap_or_else(|_| input.clone());
        w.part("input", &path.display().to_string());
    }
    w.part("entry", &options.entry);
    w.finish()
}

impl Snapshot {
    /// Of the part of a program that can be executed.
    pub fn of(options: &AnalysisOptions, program: &Program) -> Result<Snapshot, UserError> {
        let (functions, globals) = named_parts(program);
        let hashed = |parts: Vec<NamedPart>| {
            let hash = |part: NamedPart| {
                let mut w = KeyWriter::of_any_build("part");
                w.part("bytes", &part.bytes);
                (part, w.finish().bytes().to_vec())
            };
            parts.into_iter().map(hash).collect()
        };
        let own = (0..program.functions.len() as u32).map(FuncId);
        let own = own.map(|f| !program.func(f).is_declaration() && !program.models.contains(&f)).collect();
        let options = key::of_options(options, program)?.bytes().to_vec();
        Ok(Snapshot { options, functions: hashed(functions), globals: hashed(globals), own })
    }

    /// Remembers it, with the errors that were found.
    pub fn write(&self, store: &mut Store, options: &AnalysisOptions, report: &Report, lessons: StoredLessons) {
        let part = |(part, hash): &(NamedPart, Vec<u8>)| StoredPart { name: part.name.to_string(), hash: hash.clone() };
        let stored = StoredProgram {
            options: self.options.clone(),
            functions: self.functions.iter().map(part).collect(),
            globals: self.globals.iter().map(part).collect(),
            errors: report.errors.iter().map(error).collect(),
            lessons,
        };
        let mut bytes = Vec::new();
        stored.encode(&mut bytes);
        store.put(PROGRAMS, key_of(options), &bytes);
    }

    /// What became of each function of the program's own since then.
    pub fn compared(&self, last: &StoredProgram) -> Vec<FunctionChange> {
        let options = (last.options != self.options).then(|| "the options, or plica itself, have changed".to_owned());
        let before = |parts: &[StoredPart]| -> BTreeMap<String, Vec<u8>> {
            parts.iter().map(|part| (part.name.clone(), part.hash.clone())).collect()
        };
        let (functions, globals) = (before(&last.functions), before(&last.globals));
        let own = |known: &BTreeMap<String, Vec<u8>>, (part, hash): &(NamedPart, Vec<u8>)| match known.get(&*part.name)
        {
            None => Some("is new".to_owned()),
            Some(was) if was != hash => Some("has changed".to_owned()),
            Some(_) => None,
        };
        let functions: Vec<Option<String>> = self.functions.iter().map(|part| own(&functions, part)).collect();
        let globals: Vec<Option<String>> = self.globals.iter().map(|part| own(&globals, part)).collect();
        // Where nothing has changed nothing has to be looked for.
        let is_edited = functions.iter().chain(&globals).any(Option::is_some);
        let mut out = Vec::new();
        for (i, (part, _)) in self.functions.iter().enumerate().filter(|(i, _)| self.own[*i]) {
            let why = match &functions[i] {
                Some(own) => Some(format!("it {own}")),
                None if is_edited => self.nearest(i, &functions, &globals).or_else(|| options.clone()),
                None => options.clone(),
            };
            out.push(FunctionChange { function: part.display.to_string(), why });
        }
        out
    }

    /// What was learned in an earlier run with the same options, as far as it is of use.
    pub fn lessons<'a>(&self, before: &'a StoredProgram) -> Option<&'a StoredLessons> {
        (before.options == self.options).then_some(&before.lessons)
    }

    /// The change that is nearest to a function by calls and names.
    fn nearest(&self, from: usize, functions: &[Option<String>], globals: &[Option<String>]) -> Option<String> {
        let (mut seen, mut known) = (vec![false; functions.len()], vec![false; globals.len()]);
        let mut todo = VecDeque::from([(from, true)]);
        while let Some((at, is_function)) = todo.pop_front() {
            let seen = if is_function { &mut seen } else { &mut known };
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let (parts, states) = if is_function { (&self.functions, functions) } else { (&self.globals, globals) };
            let part = &parts[at].0;
            if let Some(state) = &states[at] {
                let what = if is_function { "the function" } else { "the global" };
                return Some(format!("{what} {}, which it leads to, {state}", part.display));
            }
            todo.extend(part.functions.iter().map(|f| (f.index(), true)));
            todo.extend(part.globals.iter().map(|g| (g.index(), false)));
        }
        None
    }
}

/// An error as it is known from run to run, whatever line it has moved to.
fn error(error: &plica_report::ErrorReport) -> String {
    format!("{}: {} (in {})", error.kind, error.message, error.location.function)
}

/// What is remembered of the last run of a program.
pub(crate) fn last(store: &mut Store, options: &AnalysisOptions) -> Option<StoredProgram> {
    let bytes = store.get(PROGRAMS, &key_of(options))?;
    let mut reader = ByteReader::new(&bytes);
    let stored = StoredProgram::decode(&mut reader).ok()?;
    reader.finish().ok().map(|()| stored)
}

/// The last run of a program in the store of a folder; an error where there is none.
pub(crate) fn last_in(folder: &Path, options: &AnalysisOptions) -> Result<StoredProgram, UserError> {
    let mut store = Store::open(folder, StoreMode::Read, 0);
    last(&mut store, options).ok_or_else(|| {
        let trouble = store.trouble().map_or_else(String::new, |what| format!(": {what}"));
        UserError::new(format!("the store in {} knows of no earlier run of this program{trouble}", folder.display()))
            .help("run the same command with `--cache DIR` first, and name that folder")
    })
}

/// Which errors are new, which are gone and which are still there.
pub(crate) fn since(last: &StoredProgram, report: &Report) -> Since {
    let mut before = last.errors.clone();
    let mut since = Since::default();
    for now in report.errors.iter().map(error) {
        match before.iter().position(|known| *known == now) {
            Some(at) => since.remaining.push(before.remove(at)),
            None => since.new.push(now),
        }
    }
    since.gone = before;
    // What was not looked at may still be there.
    since.is_complete = report.reasons.is_empty();
    since
}
