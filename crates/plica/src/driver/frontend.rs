//! From input files to one flowgraph: compile, read, link with the library models that are needed, verify.
//!
//! Oblivious to analysis.

use std::collections::HashSet;
use std::path::PathBuf;

use plica_ir::Program;
use plica_llvm::ast;
use plica_llvm::driver::Options;

use crate::cli::{AnalysisOptions, Check, CheckSet};
use crate::driver::runtime::Runtime;
use crate::error::UserError;

/// A program that was read.
pub struct Loaded {
    /// The flowgraph.
    pub program: Program,
    /// What the compiler said about the input files.
    pub warnings: String,
    /// What is to be told about the program.
    pub remarks: Vec<String>,
}

/// The program in these files.
pub fn load(options: &AnalysisOptions) -> Result<Loaded, UserError> {
    let runtime = Runtime::unpack()?;
    let mut warnings = String::new();
    let mut modules = Vec::new();
    let mut library = Vec::new();
    let include = runtime.include();
    for input in &options.inputs {
        let rules = rules(options.checks, plica_llvm::driver::is_cpp(input));
        let asked = Options { rules: &rules, args: &options.clang_args, include_dir: &include };
        modules.push(module(input, &asked, &mut warnings)?);
    }
    let remarks = explain_inline(&modules);
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
            let plain = Options { rules: &[], args: &[], include_dir: &include };
            library.push(module(&file, &plain, &mut String::new())?);
        }
    }
    let mut program = plica_llvm::lower_with_library(&modules, &library)
        .map_err(|e| UserError::new(format!("cannot link the program: {e}")))?;
    plica_exec::prepare(&mut program);
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
    Ok(Loaded { program, warnings, remarks })
}

/// What clang is asked to check, since the IR does not tell: types of members, signs, attributes.
/// In C a null pointer is no error before it is read or written through, and that the accesses see; in C++ a reference
/// must not be bound to null, nor a member function called.
fn rules(checks: CheckSet, is_cpp: bool) -> Vec<&'static str> {
    const RULES: [(Check, &[&str]); 10] = [
        (Check::Bounds, &["array-bounds", "vla-bound"]),
        (Check::Builtin, &["builtin"]),
        (Check::Overflow, &["shift-base"]),
        (Check::FloatCast, &["float-cast-overflow"]),
        (Check::Float, &["float-divide-by-zero"]),
        (Check::Alignment, &["alignment"]),
        (Check::Value, &["bool", "enum"]),
        (Check::Nonnull, &["nonnull-attribute", "returns-nonnull-attribute"]),
        (Check::Conversion, &["implicit-conversion"]),
        (Check::UnsignedOverflow, &["unsigned-integer-overflow"]),
    ];
    let null = (is_cpp && checks.has(Check::Pointer)).then_some("null");
    RULES.iter().filter(|row| checks.has(row.0)).flat_map(|row| row.1).copied().chain(null).collect()
}

/// Says which functions are `inline` in C99's sense and have no external definition. A compiler that does not inline
/// them leaves the call to a linker, which finds nothing; here the definition at hand is taken.
fn explain_inline(modules: &[ast::Module]) -> Vec<String> {
    let mut remarks = Vec::new();
    let for_inlining = |f: &&ast::Function| f.defined && f.linkage == ast::Linkage::AvailableExternally;
    let others = modules.iter().flat_map(|m| m.functions.iter().map(move |f| (m, f)));
    let external: HashSet<&str> =
        others.filter(|(_, f)| f.defined && !for_inlining(f)).map(|(m, f)| m.name(f.name)).collect();
    for module in modules {
        for f in module.functions.iter().filter(for_inlining).filter(|f| !external.contains(module.name(f.name))) {
            remarks.push(format!(
                "{} is defined `inline` without an external definition, which a linker may miss; plica takes the \
                 definition that there is: make it `static inline` or `extern inline`, or add `-- -fgnu89-inline`",
                module.name(f.name)
            ));
        }
    }
    remarks
}

/// Was it written as IR? What a compiler has just made of a program is valid.
fn is_ir(input: &std::path::Path) -> bool {
    input.extension().is_some_and(|extension| extension == "ll" || extension == "bc")
}

fn module(input: &std::path::Path, options: &Options, warnings: &mut String) -> Result<ast::Module, UserError> {
    let ir = plica_llvm::driver::compile(input, options).map_err(|e| UserError::new(e.to_string()))?;
    warnings.push_str(&ir.warnings);
    let mut module = plica_llvm::parse(&ir.text).map_err(|e| UserError::new(format!("{}: {e}", input.display())))?;
    if is_ir(input) {
        plica_llvm::check(&module).map_err(|e| {
            UserError::new(format!("{}: invalid LLVM IR at {e}", input.display()))
                .help("LLVM's own tools refuse this file too: see what `opt -passes=verify` says")
        })?;
    }
    module.as_written = ir.as_written;
    let has = |prefix: &str| module.functions.iter().any(|f| module.name(f.name).starts_with(prefix));
    let builtins = has("llvm.ctlz.") || has("llvm.cttz.");
    let (indices, builtins) =
        (!has("__ubsan_handle_out_of_bounds"), builtins && !has("__ubsan_handle_invalid_builtin"));
    (module.unchecked_indices, module.unchecked_builtins) = (is_ir(input) && indices, is_ir(input) && builtins);
    plica_llvm::join_checks(&mut module);
    Ok(module)
}

/// Functions and variables (`stderr`) that some module declares and none defines.
fn undefined(modules: &[ast::Module], library: &[ast::Module]) -> Vec<String> {
    let names = |defined: bool| {
        modules.iter().chain(library).flat_map(move |m| {
            let functions = m.functions.iter().map(|f| (f.defined, f.name));
            let variables = m.globals.iter().map(|g| (g.init.is_some(), g.name));
            functions.chain(variables).filter(move |s| s.0 == defined).map(|s| m.name(s.1).to_string())
        })
    };
    let defined: HashSet<String> = names(true).collect();
    let mut out: Vec<String> = names(false).filter(|n| !defined.contains(n) && !plica_exec::is_modelled(n)).collect();
    out.sort();
    out.dedup();
    out
}
