//! From input files to one flowgraph: compile, read, link with the library models that are needed, verify.
//!
//! Oblivious to analysis.

use std::collections::HashSet;
use std::path::PathBuf;

use plica_exec::Mark;
use plica_ir::{Callee, Command, Program};
use plica_llvm::ast;
use plica_report::{Reason, ReasonKind};

use crate::cli::AnalysisOptions;
use crate::driver::runtime::Runtime;
use crate::error::UserError;

/// A program that was read.
pub struct Loaded {
    /// The flowgraph.
    pub program: Program,
    /// What the compiler said about the input files.
    pub warnings: String,
}

/// The program in these files.
pub fn load(inputs: &[PathBuf], clang_args: &[String]) -> Result<Loaded, UserError> {
    let runtime = Runtime::unpack()?;
    let mut warnings = String::new();
    let mut modules = Vec::new();
    let mut library = Vec::new();
    for input in inputs {
        modules.push(module(input, clang_args, &runtime, &mut warnings)?);
    }
    // A model may itself call functions that have models, so this goes on until nothing new is needed.
    let mut linked: HashSet<PathBuf> = HashSet::new();
    loop {
        let missing = undefined(&modules, &library);
        let files = runtime.models_for(missing.iter().map(String::as_str))?;
        let new: Vec<PathBuf> = files.into_iter().filter(|f| linked.insert(f.clone())).collect();
        if new.is_empty() {
            break;
        }
        for file in new {
            library.push(module(&file, &[], &runtime, &mut String::new())?);
        }
    }
    let program = plica_llvm::lower_with_library(&modules, &library)
        .map_err(|e| UserError::new(format!("cannot link the program: {e}")))?;
    let defects = plica_ir::verify(&program);
    if let Some(first) = defects.first() {
        return Err(UserError::new(format!(
            "the front end made a malformed flowgraph ({} defects): {}: {}",
            defects.len(),
            first.place,
            first.message
        ))
        .help("this is a defect of plica, not of the program: please report it with the program"));
    }
    Ok(Loaded { program, warnings })
}

fn module(
    input: &std::path::Path,
    clang_args: &[String],
    runtime: &Runtime,
    warnings: &mut String,
) -> Result<ast::Module, UserError> {
    let ir = plica_llvm::driver::compile(input, clang_args, &runtime.include())
        .map_err(|e| UserError::new(e.to_string()))?;
    warnings.push_str(&ir.warnings);
    let module = plica_llvm::parse(&ir.text).map_err(|e| UserError::new(format!("{}: {e}", input.display())))?;
    if is_ir(input) {
        plica_llvm::check(&module).map_err(|e| {
            UserError::new(format!("{}: invalid LLVM IR at {e}", input.display()))
                .help("LLVM's own tools refuse this file too: see what `opt -passes=verify` says")
        })?;
    }
    Ok(module)
}

/// Says of calls of functions without a body which of them are `inline` in C99's sense: their definition is for inlining only,
/// and clang leaves it out. As GNU C89 reads it, `inline` makes a definition like any other, so clang is asked once more.
pub fn explain_inline(program: &Program, marks: &[Mark], reasons: &mut [Reason], options: &AnalysisOptions) {
    let called = |mark: &Mark| {
        let (func, loc) = mark.site?;
        match program.func(func).code.get(loc.index())? {
            Command::Call { callee: Callee::Direct(f), .. } => Some(program.func(*f).name.to_string()),
            _ => None,
        }
    };
    let is_c = |input: &&PathBuf| input.extension().is_some_and(|e| e == "c" || e == "i");
    let mut defined: Option<HashSet<String>> = None;
    for (mark, reason) in marks.iter().zip(reasons) {
        let Some(name) = called(mark).filter(|_| reason.kind == ReasonKind::NoModel) else { continue };
        let inputs = || options.inputs.iter().filter(is_c);
        let defined = defined.get_or_insert_with(|| inputs().flat_map(|i| as_gnu89(i, &options.clang_args)).collect());
        if defined.contains(&name) {
            reason.text = format!(
                "calls {name}, which is defined `inline` without an external definition, so that clang leaves it out: make it \
                 `static inline` or `extern inline`, or add `-- -fgnu89-inline`"
            );
        }
    }
}

/// The functions that a C file defines where `inline` is read as GNU C89 does.
fn as_gnu89(input: &std::path::Path, clang_args: &[String]) -> Vec<String> {
    let args: Vec<String> = clang_args.iter().cloned().chain(["-fgnu89-inline".to_owned()]).collect();
    // Nothing is lost if it cannot be done: the reason stays as it is.
    let Ok(runtime) = Runtime::unpack() else { return Vec::new() };
    let Ok(module) = module(input, &args, &runtime, &mut String::new()) else { return Vec::new() };
    module.functions.iter().filter(|f| f.defined).map(|f| module.name(f.name).to_owned()).collect()
}

/// Was it written as IR? What a compiler has just made of a program is valid.
fn is_ir(input: &std::path::Path) -> bool {
    input.extension().is_some_and(|extension| extension == "ll" || extension == "bc")
}

/// Functions that some module declares and none defines.
fn undefined(modules: &[ast::Module], library: &[ast::Module]) -> Vec<String> {
    let names = |defined: bool| {
        modules.iter().chain(library).flat_map(move |m| {
            m.functions.iter().filter(move |f| f.defined == defined).map(|f| m.name(f.name).to_string())
        })
    };
    let defined: HashSet<String> = names(true).collect();
    let mut out: Vec<String> = names(false).filter(|n| !defined.contains(n) && !plica_exec::is_modelled(n)).collect();
    out.sort();
    out.dedup();
    out
}
