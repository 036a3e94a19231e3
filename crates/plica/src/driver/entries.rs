//! The functions of a program each of which can be where a run begins, and the program lowered once for all these runs.
//!
//! Oblivious to the runs. Invariant: a function has one name by which `--entry` finds it and no other; no two files
//! that define one symbol are linked together.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use plica_ir::{DebugLoc, FuncId, Program, SourceFile};
use plica_llvm::ast::Linkage;
use plica_report::Location;

use super::{frontend, on_large_stack, outcome};
use crate::cli::AnalysisOptions;
use crate::error::UserError;

/// A function with which a run can begin.
pub struct EntryFunction {
    /// What `--entry` calls it.
    pub name: String,
    /// The function and where it is defined.
    pub location: Location,
    /// The folder that has the IR of the files of its program.
    pub lowered: PathBuf,
}

/// The functions of lowered files.
pub struct Entries {
    /// In the order of the source.
    pub all: Vec<EntryFunction>,
    /// What is to be told about the program.
    pub remarks: Vec<String>,
}

/// Lowers the files of a program into a folder, each with arguments of its own; what the compiler had to say.
pub fn lower_each(options: &AnalysisOptions, clang_args: &[Vec<String>], folder: &Path) -> Result<String, UserError> {
    let mut warnings = String::new();
    for (at, (file, _)) in frontend::sources(options).into_iter().enumerate() {
        // Files that only take the place of functions come last, and are compiled as all are.
        let ir = frontend::lower(file, clang_args.get(at).unwrap_or(&options.clang_args), options.checks)?;
        warnings.push_str(&ir.warnings);
        write(&frontend::lowered_in(folder, at), &ir.text)?;
    }
    Ok(warnings)
}

fn write(file: &Path, text: &str) -> Result<(), UserError> {
    std::fs::write(file, text).map_err(|error| UserError::new(format!("cannot write {}: {error}", file.display())))
}

/// The functions that the lowered files in a folder define; with a pattern those of such names, in headers too.
pub fn entries(options: &AnalysisOptions, folder: &Path, pattern: Option<&str>) -> Result<Entries, UserError> {
    on_large_stack(|| {
        let (programs, mut remarks) = programs(options, folder)?;
        let (mut all, mut others, mut seen) = (Vec::new(), BTreeSet::new(), HashSet::new());
        for lowered in programs {
            let loaded = frontend::load(&AnalysisOptions { lowered: Some(lowered.clone()), ..options.clone() })?;
            remarks.extend(loaded.remarks.into_iter().filter(|remark| seen.insert(remark.clone())));
            for id in (0..loaded.program.functions.len() as u32).map(FuncId) {
                let Some(location) = defined(&loaded.program, id) else { continue };
                let f = loaded.program.func(id);
                let file = loaded.program.source.file(f.decl);
                let wanted = match pattern {
                    None => location.file.is_empty() || loaded.sources.iter().any(|source| is_file(file, source)),
                    Some(pattern) => !is_of_system(file) && (matches(pattern, &f.display) || matches(pattern, &f.name)),
                };
                others.extend((!wanted && !is_of_system(file)).then(|| f.display.to_string()));
                // Constructors of C++ are there twice, and files may be part of several programs.
                let params: Vec<_> = f.vars.iter().take(f.params as usize).map(|param| param.ty).collect();
                if wanted && seen.insert(format!("{location}{params:?}")) {
                    let found = loaded.program.function(&f.name) == Some(id);
                    let name = if found { f.name.to_string() } else { format!("{}:{}", location.file, f.display) };
                    all.push(EntryFunction { name, location, lowered: lowered.clone() });
                }
            }
        }
        all.sort_by(|a: &EntryFunction, b| {
            (&a.location.file, a.location.line).cmp(&(&b.location.file, b.location.line))
        });
        if all.is_empty() { Err(none(pattern, &others)) } else { Ok(Entries { all, remarks }) }
    })
}

/// Where a function is defined, if it is one that somebody wrote in C or C++.
fn defined(program: &Program, id: FuncId) -> Option<Location> {
    /// Beginnings of names of what a compiler adds to C++ programs.
    const OF_COMPILER: [&str; 2] = ["_GLOBAL__", "__cxx_global_"];
    let f = program.func(id);
    let is_added = OF_COMPILER.iter().any(|start| f.name.starts_with(start));
    let is_left_out = f.is_declaration() || program.is_of_library(id) || plica_ir::is_rust(&f.name) || is_added;
    let location = || match f.decl {
        DebugLoc::UNKNOWN => Location { function: f.display.to_string(), ..Location::default() },
        _ => Location { column: 0, ..outcome::function_location(program, id) },
    };
    (!is_left_out).then(location)
}

/// Is it the source file that a module is made from?
fn is_file(file: &SourceFile, source: &str) -> bool {
    Path::new(&*file.directory).join(&*file.name).ends_with(source.trim_start_matches("./"))
}

/// Is it a header of the system or the compiler?
fn is_of_system(file: &SourceFile) -> bool {
    let path = Path::new(&*file.directory).join(&*file.name);
    let path = path.to_string_lossy();
    path.starts_with("/usr/include/") || path.starts_with("/usr/lib") || path.contains("/lib/clang/")
}

/// Is a name like a pattern, in which `*` stands for any characters and `?` for one?
fn matches(pattern: &str, name: &str) -> bool {
    let Some(first) = pattern.chars().next() else { return name.is_empty() };
    let rest = &pattern[first.len_utf8()..];
    let mut chars = name.chars();
    match first {
        '*' => matches(rest, name) || chars.next().is_some_and(|_| matches(pattern, chars.as_str())),
        _ => chars.next().is_some_and(|c| (first == '?' || c == first) && matches(rest, chars.as_str())),
    }
}

/// How many names a message has at most.
const SHOWN: usize = 12;

/// Says that there is no such function, and which there are.
fn none(pattern: Option<&str>, others: &BTreeSet<String>) -> UserError {
    let shown = others.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    match pattern {
        Some(pattern) if shown.is_empty() => UserError::new(format!("no function is called `{pattern}`"))
            .help("the files define no function in C or C++"),
        Some(pattern) => UserError::new(format!("no function is called `{pattern}`"))
            .help(format!("`*` stands for any characters; there are {shown}")),
        None if shown.is_empty() => UserError::new("the files define no function in C or C++")
            .help("name the source files of a program or a library"),
        None => UserError::new("the files themselves define no function in C or C++")
            .help(format!("functions of headers are checked with a pattern: `--each-function='*'`; there are {shown}")),
    }
}

/// Folders for the programs that lowered files make: one where they can be linked together. Else each file is in one
/// with those of the others that define nothing which is defined there already.
fn programs(options: &AnalysisOptions, folder: &Path) -> Result<(Vec<PathBuf>, Vec<String>), UserError> {
    let (files, all) = (options.inputs.len(), frontend::sources(options).len());
    if files == 1 {
        return Ok((vec![folder.to_path_buf()], Vec::new()));
    }
    let symbols: Vec<BTreeSet<String>> =
        (0..files).map(|at| symbols(&options.inputs[at], folder, at)).collect::<Result<_, _>>()?;
    let mut sets: Vec<BTreeSet<usize>> = Vec::new();
    let mut clash = None;
    for first in 0..files {
        let mut set = BTreeSet::from([first]);
        for other in (0..files).filter(|&other| other != first) {
            let common = |&one: &usize| Some((symbols[one].intersection(&symbols[other]).next()?.clone(), one, other));
            match set.iter().find_map(common) {
                Some(found) => drop(clash.get_or_insert(found)),
                None => drop(set.insert(other)),
            }
        }
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    let Some((symbol, one, other)) = clash else { return Ok((vec![folder.to_path_buf()], Vec::new())) };
    let file = |at: usize| options.inputs[at].display();
    let remark = format!(
        "`{symbol}` is defined in {} and in {}, so the files are {} programs: functions are checked in the first that \
         has their file",
        file(one),
        file(other),
        sets.len()
    );
    let mut folders = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        let of_set = folder.join(format!("program{number}"));
        let failed = |error| UserError::new(format!("cannot make the folder {}: {error}", of_set.display()));
        std::fs::create_dir(&of_set).map_err(failed)?;
        for at in (0..all).filter(|at| *at >= files || set.contains(at)) {
            std::fs::hard_link(frontend::lowered_in(folder, at), frontend::lowered_in(&of_set, at)).map_err(failed)?;
        }
        folders.push(of_set);
    }
    Ok((folders, vec![remark]))
}

/// The symbols of which a lowered file has the one definition.
fn symbols(input: &Path, folder: &Path, at: usize) -> Result<BTreeSet<String>, UserError> {
    let wrong = |why: String| UserError::new(format!("{}: {why}", input.display()));
    let text = std::fs::read_to_string(frontend::lowered_in(folder, at)).map_err(|error| wrong(error.to_string()))?;
    let module = plica_llvm::parse(&text).map_err(|error| wrong(error.to_string()))?;
    let functions = module.functions.iter().map(|f| (f.defined, f.linkage, f.name));
    let globals = module.globals.iter().map(|g| (g.init.is_some(), g.linkage, g.name));
    let strong = functions.chain(globals).filter(|&(defined, linkage, _)| defined && linkage == Linkage::External);
    Ok(strong.map(|(_, _, name)| module.name(name).to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_as_a_shell_reads_them() {
        for (pattern, name) in
            [("*", ""), ("f", "f"), ("list_*", "list_add"), ("*_?dd", "list_add"), ("a*b*c", "aXbbc")]
        {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("", "f"), ("f", "ff"), ("list_*", "my_list_add"), ("?", ""), ("a*b*c", "aXcb")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn a_file_is_known_by_the_end_of_its_path() {
        let file = |name: &str, directory: &str| SourceFile { name: name.into(), directory: directory.into() };
        assert!(is_file(&file("a.c", "/b/src"), "./a.c"));
        assert!(is_file(&file("src/a.c", "/b"), "/b/src/a.c"));
        assert!(!is_file(&file("a.h", "/b"), "a.c"));
        assert!(!is_file(&file("ba.c", "/b"), "a.c"));
        assert!(is_of_system(&file("/usr/include/stdlib.h", "/b")));
        assert!(!is_of_system(&file("include/a.h", "/b")));
    }
}
