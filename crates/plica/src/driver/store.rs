//! What earlier runs found out, and what later ones are told: the store of `--cache`.
//!
//! Verdicts of whole runs, definite answers of solvers, and the functions of the last run of a program. Oblivious to
//! how entries lie on the disk ([`plica_store`]). Invariants: whatever an answer depends on is in its key; where a run
//! is kept, the engine is given the part of the program that is in the key and nothing else; no trouble with a store
//! changes a verdict.

mod answers;
mod functions;
mod key;
mod lessons;
mod run;
mod trees;

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use plica_explore::Settled;
use plica_ir::{FuncId, Program};
use plica_report::{ExitStatus, FunctionChange, Location, Report, Stats, printable};
use plica_store::{Key, Shelf, ShelfError, Sqlite, Store, StoreMode};

use super::prepare::Prepared;
use super::{Session, Want, assumptions, setup};
use crate::cli::{AnalysisOptions, CacheAction, CacheCommand, CacheMode, CacheOptions, EntryGlobals};
use crate::error::UserError;

use functions::{Snapshot, StoredProgram};

pub(crate) use answers::Answers;
pub(crate) use functions::{last_in, since};
pub(crate) use lessons::StoredLessons;
pub(crate) use run::{Recalled, told, write};
pub(crate) use trees::Trees;

/// Kinds of entries.
const RUNS: u8 = 1;
const ANSWERS: u8 = 2;
const PROGRAMS: u8 = 3;
const TREES: u8 = 4;
const KINDS: &[(u8, &str)] =
    &[(RUNS, "runs"), (ANSWERS, "answers of solvers"), (PROGRAMS, "programs"), (TREES, "choice trees")];

/// A store that is open, shared by those who ask it.
pub(crate) type Shared = Arc<Mutex<Store>>;

/// The store of a run.
pub(crate) struct Keeper {
    /// The store.
    pub store: Shared,
    folder: PathBuf,
    mode: CacheMode,
    /// The name of what this run finds out; `None` where verdicts are not kept.
    run: Option<Key>,
    /// The functions that can be executed, and what is known of them from an earlier run.
    now: Option<Snapshot>,
    before: Option<StoredProgram>,
    /// Assertions in functions that nothing leads to.
    pub left_out: Vec<Location>,
}

/// Opens the store that the options name, and narrows the program down to the part that can be executed if what the run
/// finds is to be kept.
pub fn open(session: &Session<'_>, program: &mut Program) -> Result<Option<Keeper>, UserError> {
    let Some(CacheOptions { folder, mode, size }) = &session.options.cache else { return Ok(None) };
    let Some(how) = store_mode(*mode) else { return Ok(None) };
    let store = Arc::new(Mutex::new(Store::open(folder, how, *size)));
    let (folder, mode) = (folder.clone(), *mode);
    let mut keeper = Keeper { store, folder, mode, run: None, now: None, before: None, left_out: Vec::new() };
    match session.want {
        Want::Report if keeps_runs(session.options) => {
            keeper.left_out = narrow(program, session.options)?;
            keeper.now = Some(Snapshot::of(session.options, program)?);
            keeper.look_back(session.options);
        }
        Want::Explanation => {
            let mut part = program.clone();
            narrow(&mut part, session.options)?;
            keeper.now = Some(Snapshot::of(session.options, &part)?);
            keeper.look_back(session.options);
        }
        Want::Report | Want::Tree | Want::Suite => {}
    }
    Ok(Some(keeper))
}

fn store_mode(mode: CacheMode) -> Option<StoreMode> {
    Some(match mode {
        CacheMode::Off => return None,
        CacheMode::Ro => StoreMode::Read,
        CacheMode::Rw => StoreMode::ReadWrite,
        CacheMode::Require => StoreMode::Require,
        CacheMode::Verify => StoreMode::Verify,
    })
}

/// A run that is wanted for more than its report has to be done: for what it prints, or for the queries that it writes.
fn keeps_runs(options: &AnalysisOptions) -> bool {
    !options.echo && options.solver.dump_queries.is_none()
}

/// Leaves of a program what can be executed; gives the places of assertions in what is left out.
fn narrow(program: &mut Program, options: &AnalysisOptions) -> Result<Vec<Location>, UserError> {
    let entry = setup::entry(program, options)?;
    // A name that the program makes up may be that of any function, and a global that is an input may lead to any.
    let any_global = &*program.func(entry).name != "main" && options.entry_inputs.globals == EntryGlobals::Any;
    if plica_exec::may_call_by_name(program) || any_global {
        return Ok(Vec::new());
    }
    let mut roots = vec![entry];
    if &*program.func(entry).name != "main" {
        roots.extend(plica_ir::answers(program, entry));
    }
    roots.extend(setup::targets(program, options.target.as_ref())?.into_iter().map(|at| at.0));
    roots.extend(plica_exec::looked_up(program));
    let part = plica_ir::part(program, roots);
    let outside = (0..program.functions.len() as u32).map(FuncId).filter(|&f| part.function(f).is_none());
    let left_out = outside.flat_map(|f| assumptions::places_of_assertions(program, f)).collect();
    *program = part.program;
    Ok(left_out)
}

impl Keeper {
    /// Finds out what is known of the program's last run.
    fn look_back(&mut self, options: &AnalysisOptions) {
        self.before = self.store.lock().ok().and_then(|mut store| functions::last(&mut store, options));
    }

    /// What that has learned, if it had the same options.
    pub fn lessons(&self) -> Option<&StoredLessons> {
        self.now.as_ref()?.lessons(self.before.as_ref()?)
    }

    /// Says what the run is about, as soon as that is known.
    pub fn about(&mut self, session: &Session<'_>, program: &Program, entry: FuncId) -> Result<(), UserError> {
        if session.want == Want::Report && keeps_runs(session.options) {
            self.run = Some(key::of_run(session.options, program, entry)?);
        }
        Ok(())
    }

    /// What is to be said of the store, if something is wrong with it.
    pub fn warning(&self) -> Option<String> {
        let trouble = self.store.lock().ok()?.trouble()?.to_owned();
        let shown = self.folder.display();
        Some(format!("warning: the store in {shown}: {trouble}; what it does not give is found out again"))
    }

    /// What has become of the functions since the run that the store knows; `None` if it knows of none.
    pub fn changes(&self) -> Option<Vec<FunctionChange>> {
        Some(self.now.as_ref()?.compared(self.before.as_ref()?))
    }

    /// Remembers the program and its errors as those of its last run, and what has settled it, if that is not known
    /// already.
    pub fn remember(&self, session: &Session<'_>, report: &Report, settled: Option<Settled>) {
        let Some(now) = self.now.as_ref().filter(|_| session.want == Want::Report) else { return };
        let lessons = StoredLessons::of(settled, report, self.lessons());
        if let Ok(mut store) = self.store.lock() {
            now.write(&mut store, session.options, report, lessons);
        }
    }

    /// Counts for the report.
    pub fn count(&self, stats: &mut Stats, recalled: bool) {
        stats.set_count("from_store", u64::from(recalled));
        if let Some(changes) = self.changes() {
            let again = changes.iter().filter(|change| change.why.is_some()).count();
            stats.set_count("functions_changed", again as u64);
            stats.set_count("functions_same", (changes.len() - again) as u64);
        }
        if let Ok(store) = self.store.lock() {
            stats.set_count("store_asked", store.hits().asked);
            stats.set_count("store_found", store.hits().found);
            stats.set_count("store_kept", store.hits().kept);
        }
    }

    /// Writes all that is to be kept.
    pub fn close(&self) {
        if let Ok(mut store) = self.store.lock() {
            store.close();
        }
    }
}

/// What is known of this run from an earlier one. An error where it has to be known and is not.
pub fn recall(session: &Session<'_>, p: &Prepared) -> Result<Option<Recalled>, UserError> {
    let Some(keeper) = &p.keeper else { return Ok(None) };
    let Some(key) = keeper.run else { return Ok(None) };
    let (value, verifies) = match keeper.store.lock() {
        Ok(mut store) => (store.get(RUNS, &key), store.verifies(&key)),
        Err(_) => (None, false),
    };
    let recalled = value.and_then(|bytes| run::read(session, p, &bytes, verifies));
    if recalled.is_none() && keeper.mode == CacheMode::Require {
        let trouble = keeper.store.lock().ok().and_then(|store| store.trouble().map(|what| format!(": {what}")));
        let message = format!(
            "the store in {} has no answer for this program with these options{}",
            keeper.folder.display(),
            trouble.unwrap_or_default()
        );
        return Err(UserError::new(message).help(
            "run the same command with `--cache-mode rw` first, with the same build of plica and enough time to end; \
             what a limit or an unanswered question left open is not kept",
        ));
    }
    Ok(recalled)
}

/// Says where a run comes to something else than the store has.
pub fn compare(known: &Recalled, report: &Report) -> Result<(), UserError> {
    let what = |report: &Report| {
        let errors: Vec<String> = report.errors.iter().map(|e| format!("{} at {}", e.kind, e.location)).collect();
        (report.verdict, errors)
    };
    // What a limit cut short says nothing against it.
    let cut = report.reasons.iter().any(|reason| !run::is_lasting(reason.kind));
    if cut || what(&known.report) == what(report) {
        return Ok(());
    }
    let (verdict, errors) = what(&known.report);
    let (now, found) = what(report);
    Err(UserError::new(format!(
        "the store says {verdict} ({}), but the run says {now} ({})",
        errors.join(", "),
        found.join(", ")
    ))
    .help("this is a defect of plica or a store that was tampered with: keep it, and use `plica cache clear DIR`"))
}

/// Does what `plica cache` is asked to; gives what there is to say.
pub fn look_after(command: &CacheCommand) -> Result<(String, ExitStatus), UserError> {
    let CacheCommand { folder, action } = command;
    let shown = printable(&folder.display().to_string());
    let failed = |error: ShelfError| {
        UserError::new(format!("the store in {shown}: {error}"))
            .help(format!("name the folder that was given with `--cache`, or use `plica cache clear {shown}`"))
    };
    if let CacheAction::Clear = action {
        Sqlite::remove(folder).map_err(failed)?;
        return Ok((format!("{shown}: cleared\n"), ExitStatus::Holds));
    }
    let mut shelf = Sqlite::open(folder, matches!(action, CacheAction::Prune(_))).map_err(failed)?;
    let mut text = String::new();
    let status = match action {
        CacheAction::Clear => ExitStatus::Holds,
        CacheAction::Prune(size) => {
            let gone = shelf.evict(*size).map_err(failed)?;
            text = format!("{shown}: {gone} entries thrown out\n");
            ExitStatus::Holds
        }
        CacheAction::Stats => {
            let usage = shelf.usage().map_err(failed)?;
            let _ = writeln!(text, "{shown}: {} bytes, written by {} runs", usage.size, usage.runs);
            for (kind, count, bytes) in usage.kinds {
                let name = KINDS.iter().find(|known| known.0 == kind).map_or("unknown", |known| known.1);
                let _ = writeln!(text, "  {name}: {count} entries, {bytes} bytes");
            }
            ExitStatus::Holds
        }
        CacheAction::Verify => {
            let checked = Store::on(Box::new(shelf), StoreMode::Read, u64::MAX).check().map_err(failed)?;
            text = format!("{shown}: {} entries are sound, {} are damaged\n", checked.sound, checked.damaged);
            if checked.damaged == 0 { ExitStatus::Holds } else { ExitStatus::Violated }
        }
    };
    Ok((text, status))
}
