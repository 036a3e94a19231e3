//! From input files to one flowgraph: compile, read, link with the library models that are needed, verify.
//!
//! Oblivious to analysis.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use plica_ir::Program;
use plica_llvm::driver::{ANNOUNCEMENT, IrText, Language, Options, Origin, Treatment};
use plica_llvm::{Replacement, ast};

use crate::cli::{AllocationOption, AnalysisOptions, Check, CheckSet, StubOption};
use crate::driver::compiled_parts;
use crate::driver::runtime::{Model, Runtime};
use crate::error::UserError;

/// A program that was read.
pub(crate) struct Loaded {
    /// The flowgraph.
    pub program: Program,
    /// What the compiler said about the input files.
    pub warnings: String,
    /// What is to be told about the program.
    pub remarks: Vec<String>,
    /// The source files of its modules, as their compilers were given them.
    pub sources: Vec<String>,
}

/// The program in these files.
pub fn load(options: &AnalysisOptions) -> Result<Loaded, UserError> {
    let runtime = Runtime::unpack()?;
    let mut warnings = String::new();
    let (mut modules, mut origins) = (Vec::new(), Vec::new());
    let mut library = Vec::new();
    let is_read = options.lowered.is_some() || options.inputs.iter().all(|input| is_ir(input));
    let include = if is_read { PathBuf::new() } else { runtime.include()? };
    let mut remarks = Vec::new();
    let replaced: Vec<&str> = options.stubs.iter().map(|(name, _)| name.as_str()).collect();
    let mut found = HashSet::new();
    let mut is_whole = true;
    for (at, (input, is_stub)) in sources(options).into_iter().enumerate() {
        let lowered = options.lowered.as_ref().map(|folder| lowered_in(folder, at));
        if lowered.as_ref().is_some_and(|file| !file.exists()) {
            is_whole = false;
            continue;
        }
        let rules = rules(options.checks, plica_llvm::driver::is_cpp(input), &options.clang_args);
        let entry = Some(&*options.entry).filter(|&entry| entry != "main");
        let args = &options.clang_args;
        let asked = Options { rules: &rules, args, entry, library: treatment, ..Options::new(&include) };
        let ir = compile(lowered.as_deref().unwrap_or(input), &asked)?;
        warnings.push_str(&ir.warnings);
        if !options.entry_is_named {
            refuse_proofs(input, &ir)?;
        }
        remarks.extend(ir.origin.as_ref().and_then(|origin| explain_rules(input, origin, options.checks)));
        let mut read = module(input, &ir)?;
        if !is_stub {
            let stub = |name: &str| options.stubs.iter().find(|(n, _)| n == name).and_then(|(n, how)| how.link_name(n));
            found.extend(plica_llvm::stub_functions(&mut read, &replaced, stub));
        }
        modules.push(read);
        origins.push(ir.origin);
    }
    instrument(&mut modules, &origins, options.checks);
    let sources = modules.iter().map(|module| module.source_filename.clone()).collect();
    if let Some(name) = replaced.iter().find(|name| is_whole && !found.contains(*name)) {
        return Err(UserError::new(format!(
            "--stub {name}: the program neither has nor calls a function of this name"
        ))
        .help("C++ functions are named as they are linked (`nm` tells), Rust functions by their paths"));
    }
    remarks.extend(explain_inline(&modules));
    // A model may itself call functions that have models, so this goes on until nothing new is needed.
    let mut linked: HashSet<&str> = HashSet::new();
    loop {
        let throws = options.allocation == AllocationOption::MayFail;
        let missing = undefined(&modules, &library, throws);
        let files = Runtime::models_for(missing.iter().map(String::as_str));
        let new: Vec<&Model> = files.filter(|model| linked.insert(model.name)).collect();
        let parts: Vec<&str> = Runtime::compiled_parts_for(&missing).filter(|name| linked.insert(name)).collect();
        if new.is_empty() && parts.is_empty() {
            break;
        }
        for model in new {
            library.push(library_module(model, &runtime)?);
        }
        for name in parts {
            match part(name, &runtime, options)? {
                Ok(ir) => library.push(parsed(Path::new(name), &ir, Some(&compiled_parts::origin()))?),
                Err(why) => remarks.push(why),
            }
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
    Ok(Loaded { program, warnings, remarks, sources })
}

/// Proofs run where they are named only, and a `main` beside them mostly does nothing: that this holds would be taken
/// for what is said of them.
fn refuse_proofs(input: &Path, ir: &IrText) -> Result<(), UserError> {
    if ir.origin.as_ref().is_none_or(|origin| origin.language != Language::Rust) {
        return Ok(());
    }
    // `--entry` takes paths as they are in the crate.
    let inner = |path: &str| path.split_once("::").map_or(path, |(_, inner)| inner).to_owned();
    let proofs: Vec<String> = plica_llvm::driver::proofs(&ir.text).iter().map(|proof| inner(&proof.path)).collect();
    let Some(first) = proofs.first() else { return Ok(()) };
    let what = if proofs.len() == 1 { "a proof" } else { "proofs" };
    let message = format!("{} has {what}, and no `--entry` says what to check: {}", input.display(), proofs.join(", "));
    Err(UserError::new(message).help(format!(
        "`--entry {first}` checks a proof, `--entry main` the program; `cargo plica` checks all proofs of a package"
    )))
}

/// Where a folder of lowered files has the one of this position.
pub(super) fn lowered_in(folder: &Path, at: usize) -> PathBuf {
    folder.join(format!("{at}.ll"))
}

/// The files to be compiled, and whether they are there for what they replace only.
pub(super) fn sources(options: &AnalysisOptions) -> Vec<(&Path, bool)> {
    let mut all: Vec<(&Path, bool)> = options.inputs.iter().map(|input| (&**input, false)).collect();
    for (_, stub) in &options.stubs {
        if let StubOption::File(file) = stub
            && !all.iter().any(|(other, _)| other == file)
        {
            all.push((file, true));
        }
    }
    all
}

/// What clang is asked for by the names that its `-fsanitize` has, for each check that needs it.
const RULES: [(Check, &[&str]); 12] = [
    (Check::Bounds, &["array-bounds", "vla-bound"]),
    (Check::Builtin, &["builtin"]),
    // Of operations on constants the IR has the results alone.
    (Check::Div, &["integer-divide-by-zero"]),
    (Check::Shift, &["shift-exponent"]),
    (Check::Overflow, &["shift-base", "signed-integer-overflow"]),
    (Check::FloatCast, &["float-cast-overflow"]),
    (Check::Float, &["float-divide-by-zero"]),
    (Check::Alignment, &["alignment"]),
    (Check::Value, &["bool", "enum"]),
    (Check::Nonnull, &["nonnull-attribute", "returns-nonnull-attribute"]),
    (Check::Conversion, &["implicit-conversion"]),
    (Check::UnsignedOverflow, &["unsigned-integer-overflow"]),
];

/// What clang is asked to check, since the IR does not tell: types of members, signs, attributes.
/// In C a null pointer is no error before it is read or written through, and that the accesses see; in C++ a reference
/// must not be bound to null, nor a member function called.
fn rules(checks: CheckSet, is_cpp: bool, args: &[String]) -> Vec<&'static str> {
    let null = (is_cpp && checks.has(Check::Pointer)).then_some("null");
    // Some clangs check what is then defined, if they are asked.
    let wraps = args.iter().any(|arg| arg == "-fwrapv" || arg == "-fno-strict-overflow");
    let rules = RULES.iter().filter(|row| checks.has(row.0)).flat_map(|row| row.1).copied().chain(null);
    rules.filter(|rule| !(wraps && *rule == "signed-integer-overflow")).collect()
}

/// Says which functions are `inline` in C99's sense and have no external definition. A compiler that does not inline
/// them leaves the call to a linker, which finds nothing; here the definition at hand is taken.
fn explain_inline(modules: &[ast::Module]) -> Vec<String> {
    let mut remarks = Vec::new();
    let for_inlining = |f: &&ast::FunctionDecl| f.defined && f.linkage == ast::Linkage::AvailableExternally;
    // What C++ has for inlining only is what its library has compiled.
    let is_cpp = |module: &ast::Module, f: &ast::FunctionDecl| module.name(f.name).starts_with("_Z");
    let others = modules.iter().flat_map(|m| m.functions.iter().map(move |f| (m, f)));
    let external: HashSet<&str> =
        others.filter(|(_, f)| f.defined && !for_inlining(f)).map(|(m, f)| m.name(f.name)).collect();
    for module in modules {
        for f in module
            .functions
            .iter()
            .filter(for_inlining)
            .filter(|f| !external.contains(module.name(f.name)) && !is_cpp(module, f))
        {
            remarks.push(format!(
                "{} is defined `inline` without an external definition, which a linker may miss; plica takes the \
                 definition that there is: make it `static inline` or `extern inline`, or add `-- -fgnu89-inline`",
                module.name(f.name)
            ));
        }
    }
    remarks
}

/// Puts checks into the modules of the program that clang and rustc have none of.
fn instrument(modules: &mut [ast::Module], origins: &[Option<Origin>], checks: CheckSet) {
    // What the program defines, or what is stubbed, is no function of the library.
    let named = |module: &ast::Module| {
        let defined = module.functions.iter().filter(|f| f.defined).map(|f| f.name);
        let all = defined.chain(module.aliases.iter().map(|alias| alias.name));
        let bounded = all.map(|name| module.name(name)).filter(|name| plica_llvm::is_bounded(name));
        bounded.map(str::to_owned).collect::<Vec<String>>()
    };
    let own: HashSet<String> = modules.iter().flat_map(named).collect();
    for (module, origin) in modules.iter_mut().zip(origins) {
        let Some(origin) = origin else { continue };
        match origin.language {
            Language::Rust if checks.has(Check::Value) => plica_llvm::check_bools(module),
            Language::Rust => {}
            // An optimiser makes one fill of several members'.
            _ if origin.as_written && origin.answers_for("array-bounds") => {
                plica_llvm::bound_members(module, &|name| own.contains(name));
            }
            _ => {}
        }
        if origin.language != Language::Rust && origin.as_written && checks.has(Check::Free) {
            plica_llvm::mark_blocks(module, origin.language == Language::C);
        }
        // In C++ constructors write to what is constant from then on.
        if origin.language == Language::C && origin.as_written && checks.has(Check::Pointer) {
            plica_llvm::mark_constants(module);
        }
    }
}

/// Was it written as IR? What a compiler has just made of a program is valid.
fn is_ir(input: &Path) -> bool {
    input.extension().is_some_and(|extension| extension == "ll" || extension == "bc")
}

fn compile(input: &Path, options: &Options) -> Result<IrText, UserError> {
    plica_llvm::driver::compile(input, options).map_err(|e| UserError::new(e.to_string()))
}

/// A model. The build has compiled it, if it had a clang.
fn library_module(model: &Model, runtime: &Runtime) -> Result<ast::Module, UserError> {
    if !model.ir.is_empty() {
        let origin = Some(Origin { language: Language::C, as_written: true, rules: Vec::new() });
        return parsed(Path::new(model.name), model.ir, origin.as_ref());
    }
    let (file, include) = (runtime.source(model)?, runtime.include()?);
    let flags = plica_llvm::driver::MODEL_FLAGS.map(str::to_string);
    let asked = Options { args: &flags, ..Options::new(&include) };
    let ir = compile(&file, &asked).map_err(|error| UserError {
        message: format!("plica's model of functions that the program calls:\n{}", error.message),
        ..error
    })?;
    module(&file, &ir)
}

/// A compiled part of the C++ library. It is kept beside files that are lowered for several runs.
fn part(name: &str, runtime: &Runtime, options: &AnalysisOptions) -> Result<compiled_parts::Compiled, UserError> {
    let kept = options.lowered.as_ref().map(|folder| folder.join(format!("{name}.ll")));
    if let Some(text) = kept.as_ref().and_then(|file| std::fs::read_to_string(file).ok()) {
        return Ok(Ok(text.into()));
    }
    let (file, include) = (runtime.compiled_part(name)?, runtime.include()?);
    let compiled = compiled_parts::compile(&file, name, &options.clang_args, &include);
    if let (Some(kept), Ok(text)) = (kept, &compiled) {
        // Where it cannot be kept it is compiled again.
        let _ = std::fs::write(kept, &**text);
    }
    Ok(compiled)
}

/// What `plica lower` writes: the IR of a file, and what only its compilation knows.
pub fn lower(input: &Path, clang_args: &[String], checks: CheckSet) -> Result<IrText, UserError> {
    let runtime = Runtime::unpack()?;
    let rules = rules(checks, plica_llvm::driver::is_cpp(input), clang_args);
    let include = runtime.include()?;
    let asked = Options { rules: &rules, args: clang_args, library: treatment, ..Options::new(&include) };
    let mut ir = compile(input, &asked)?;
    if let Some(origin) = ir.origin.as_ref().filter(|_| !is_ir(input)) {
        ir.text.insert_str(0, &origin.line());
    }
    Ok(ir)
}

/// Says which checks a file was lowered without, that are to be made now and need the source.
fn explain_rules(input: &Path, origin: &Origin, checks: CheckSet) -> Option<String> {
    let missing = |check| RULES.iter().any(|row| row.0 == check && row.1.iter().any(|rule| !origin.answers_for(rule)));
    let wanted = Check::TABLE.iter().filter(|row| checks.has(row.0) && missing(row.0));
    let names: Vec<&str> = wanted.map(|row| row.1).collect();
    (!names.is_empty()).then(|| {
        format!(
            "{} was lowered without what clang checks for {}: lower it again, with `--checks +{}`",
            input.display(),
            names.join(", "),
            names.join(",+")
        )
    })
}

fn module(input: &Path, ir: &IrText) -> Result<ast::Module, UserError> {
    parsed(input, &ir.text, ir.origin.as_ref())
}

fn parsed(input: &Path, text: &str, origin: Option<&Origin>) -> Result<ast::Module, UserError> {
    let mut module = plica_llvm::parse(text).map_err(|e| UserError::new(format!("{}: {e}", input.display())))?;
    if is_ir(input) {
        plica_llvm::check(&module).map_err(|e| {
            UserError::new(format!("{}: invalid LLVM IR at {e}", input.display()))
                .help("LLVM's own tools refuse this file too: see what `opt -passes=verify` says")
        })?;
    }
    module.as_written = origin.is_some_and(|origin| origin.as_written);
    let has = |prefix: &str| module.functions.iter().any(|f| module.name(f.name).starts_with(prefix));
    let builtins = has("llvm.ctlz.") || has("llvm.cttz.");
    let (indices, builtins) =
        (!has("__ubsan_handle_out_of_bounds"), builtins && !has("__ubsan_handle_invalid_builtin"));
    let unchecked = |rule| is_ir(input) && !origin.is_some_and(|origin| origin.answers_for(rule));
    module.unchecked_indices = indices && unchecked("array-bounds");
    module.unchecked_builtins = builtins && unchecked("builtin");
    plica_llvm::join_checks(&mut module, origin.map_or(&[], |origin| &origin.rules));
    // Where our own compilation has announced panics they are executed as they are.
    let announced = module.functions.iter().any(|f| module.name(f.name) == ANNOUNCEMENT);
    plica_llvm::replace_bodies(&mut module, |path, params| {
        replacement(path, params).filter(|_| !(announced && treatment(path) == Treatment::Announced))
    });
    Ok(module)
}

/// What becomes of a function of Rust's standard library where it is compiled with a program.
pub(super) fn treatment(path: &str) -> Treatment {
    match replacement(path, 0) {
        Some(Replacement::Itself(_)) => Treatment::Kept,
        Some(Replacement::Function(_)) => Treatment::Cut,
        None => Treatment::AsItIs,
        // What a panic says is put together by the library.
        Some(Replacement::Model) if plica_exec::says_why(path) => Treatment::Announced,
        Some(Replacement::Model) => Treatment::Cut,
    }
}

/// What takes the place of a function of Rust's standard library, which has so many parameters.
fn replacement(path: &str, params: usize) -> Option<Replacement> {
    match path {
        // The arguments of `format_args!` are two words, and were a reference until Rust 1.94.
        "core::panicking::panic_fmt" if params == 2 => Some(Replacement::Function("plica_rust_panic_by_reference")),
        "core::panicking::panic_fmt" => Some(Replacement::Function("plica_rust_panic")),
        // It is also told whether there is to be a backtrace.
        "core::panicking::panic_nounwind_fmt" if params == 3 => {
            Some(Replacement::Function("plica_rust_panic_by_reference"))
        }
        "core::panicking::panic_nounwind_fmt" => Some(Replacement::Function("plica_rust_panic")),
        "std_detect::detect::cache::detect_and_initialize" => Some(Replacement::Function("plica_rust_processor")),
        "core::fmt::write" => Some(Replacement::Itself("plica_rust_write")),
        // It has had many places in the library.
        _ if path.starts_with("std::") && path.ends_with("::hashmap_random_keys") => {
            Some(Replacement::Function("plica_rust_hash_keys"))
        }
        _ => plica_exec::is_modelled_by_path(path).then_some(Replacement::Model),
    }
}

/// Functions and variables (`stderr`) that some module declares and none defines. Those that the machine models are
/// left out, but for `new` where it throws: where allocation may fail, and where more may be asked for than there ever
/// is.
fn undefined(modules: &[ast::Module], library: &[ast::Module], may_fail: bool) -> Vec<String> {
    let names = |defined: bool| {
        modules.iter().chain(library).flat_map(move |m| {
            // Nothing is taken from a library because of a weak reference.
            let counts = move |linkage| defined || linkage != ast::Linkage::ExternWeak;
            let functions = m.functions.iter().filter(move |f| counts(f.linkage)).map(|f| (f.defined, f.name));
            let variables = m.globals.iter().filter(move |g| counts(g.linkage)).map(|g| (g.init.is_some(), g.name));
            let aliases = m.aliases.iter().map(|a| (true, a.name));
            functions.chain(variables).chain(aliases).filter(move |s| s.0 == defined).map(|s| m.name(s.1).to_string())
        })
    };
    let defined: HashSet<String> = names(true).collect();
    // Some intrinsics stand for functions.
    let called = |name: String| name.strip_prefix("llvm.").and_then(plica_llvm::library_function).unwrap_or(name);
    let all = || modules.iter().chain(library);
    let most = u128::from(plica_exec::ADDRESS_SPACE);
    let throws = |n: &str| plica_exec::throws(n) && (may_fail || !all().all(|m| plica_llvm::takes_at_most(m, n, most)));
    let is_missing = |n: &String| !defined.contains(n) && (!plica_exec::is_modelled(n) || throws(n));
    let mut out: Vec<String> = names(false).map(called).filter(is_missing).collect();
    out.sort();
    out.dedup();
    out
}
