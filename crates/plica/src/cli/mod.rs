//! The command line: from arguments to a [`Request`] of plain options.
//!
//! Oblivious to the engine. Invariant: whatever this version does not have is refused here with a clear message and
//! exit status 2, never silently accepted.

mod arguments;
mod checks;
mod each;
mod flags;
pub mod options;
mod project;
pub mod values;

pub use checks::{Check, CheckSet};
pub use options::*;

use crate::error::UserError;
use clap::Parser;
use flags::{
    AnalysisFlags, CacheFlags, CacheSubcommands, CargoFlags, CheckFlags, ExplainFlags, Flags, LowerFlags, ModelsFlags,
    ReplayFlags, Subcommands, TalkFlags, TestFlags, TreeFlags,
};
use plica_report::printable;
use project::Build;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why parsing did not lead to a command.
#[derive(Debug)]
pub enum CliError {
    /// Help, version, or an error in the grammar: clap words it.
    Clap(clap::Error),
    /// The options do not go together or are not in this version.
    User(UserError),
}

impl CliError {
    /// Says it; the exit status that goes with it.
    pub fn print(&self) -> ExitCode {
        match self {
            CliError::Clap(error) => {
                // Arguments are quoted in messages, and may be names of files.
                let plain = error.render().to_string();
                match printable(&plain) {
                    shown if shown != plain => eprint!("{shown}"),
                    // A closed pipe (`plica --help | head -1`) is no reason to complain.
                    _ => drop(error.print()),
                }
                ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
            }
            CliError::User(error) => ExitCode::from(error.print()),
        }
    }
}

/// Parses arguments, the program's name first.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Request, CliError> {
    let given: Vec<OsString> = args.into_iter().collect();
    let mut args = as_cargos(given.clone());
    let with_compiler = ["check", "test", "tree", "explain", "lower"];
    if args.get(1).is_some_and(|command| with_compiler.iter().any(|known| command == known)) {
        // They go where those behind `--` are.
        let taken = project::take_compiler_options(&mut args);
        let end = args.iter().position(|arg| arg == "--");
        if !taken.is_empty() && end.is_none() {
            args.push("--".into());
        }
        let at = end.map_or(args.len(), |end| end + 1);
        args.splice(at..at, taken);
    }
    if lists_tuning(&args) {
        return Ok(Request::ListTuning);
    }
    let flags = Flags::try_parse_from(args).map_err(CliError::Clap)?;
    command(flags, &given).map_err(CliError::User)
}

/// `cargo plica ARGS` runs `cargo-plica plica ARGS`, which is another name of this program, for `plica cargo ARGS`.
fn as_cargos(mut args: Vec<OsString>) -> Vec<OsString> {
    let named = args.first().is_some_and(|program| Path::new(program).file_name() == Some("cargo-plica".as_ref()));
    if named && args.get(1).is_some_and(|arg| arg == "plica") {
        args[1] = "cargo".into();
    } else if named {
        args.insert(1, "cargo".into());
    }
    args
}

/// Are the tuning constants to be listed? That needs no program, which is what the grammar asks for.
fn lists_tuning(args: &[OsString]) -> bool {
    let takes =
        ["check", "test", "tree", "explain"].iter().any(|command| args.get(1).is_some_and(|arg| arg == command));
    let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let args = &args[..end];
    takes && (args.iter().any(|arg| arg == "--tune=list") || args.windows(2).any(|two| two == ["--tune", "list"]))
}

fn command(flags: Flags, args: &[OsString]) -> Result<Request, UserError> {
    match flags.command {
        Subcommands::Check(flags) => check(flags, args),
        Subcommands::Tree(flags) => tree(flags),
        Subcommands::Replay(flags) => replay(flags),
        Subcommands::Test(flags) => Ok(Request::Test(Box::new(test(flags)?))),
        Subcommands::Explain(flags) => explain(flags),
        Subcommands::Lower(flags) => lower(flags),
        Subcommands::Cargo(flags) => cargo(flags),
        Subcommands::Cache(flags) => Ok(Request::Cache(cache(flags))),
        Subcommands::Models(flags) => models(flags),
    }
}

fn check(mut flags: CheckFlags, args: &[OsString]) -> Result<Request, UserError> {
    let each = each::take(&mut flags, args)?;
    if flags.analysis.echo && flags.format != Format::Text {
        return Err(UserError::new("`--echo` writes into the report on standard output, which is to be one object")
            .help("use `--format text` with it"));
    }
    Ok(Request::Check(Box::new(CheckCommand {
        analysis: analysis(flags.analysis)?,
        each,
        format: flags.format,
        out_dir: flags.out_dir,
        talk: talk(flags.talk),
    })))
}

/// Refuses what is about verdicts, for commands that want more of a run than that.
fn is_for_check(flags: &AnalysisFlags) -> Result<(), UserError> {
    if flags.since.is_some() {
        return Err(UserError::new("`--since` is about the errors that `plica check` finds").help("leave it out"));
    }
    if flags.each_function.is_some() {
        return Err(UserError::new("`--each-function` is for `plica check`").help("name one function with `--entry F`"));
    }
    if flags.cache.is_some() && flags.cache_mode == CacheMode::Require {
        return Err(UserError::new("a store has verdicts only, so that nothing else can be required of it")
            .help("use `--cache-mode ro`"));
    }
    Ok(())
}

fn test(flags: TestFlags) -> Result<TestCommand, UserError> {
    is_for_check(&flags.analysis)?;
    if flags.format == Format::Sarif {
        return Err(UserError::new("a test suite has no SARIF form").help("use `--format text` or `--format json`"));
    }
    if flags.analysis.echo {
        return Err(UserError::new("`--echo` writes into the answer on standard output").help("leave it out"));
    }
    // A native run of a test has a clock of its own.
    let clock = flags.analysis.clock.unwrap_or(ClockOption::Known);
    Ok(TestCommand {
        analysis: AnalysisOptions { clock, for_tests: true, ..analysis(flags.analysis)? },
        format: flags.format,
        out_dir: flags.out_dir,
        talk: talk(flags.talk),
    })
}

fn tree(flags: TreeFlags) -> Result<Request, UserError> {
    is_for_check(&flags.analysis)?;
    let (file, format) = if flags.file.as_os_str() == "-" {
        (None, TreeFormat::Dot)
    } else {
        let format = match flags.file.extension().and_then(|extension| extension.to_str()) {
            Some("json") => TreeFormat::Json,
            Some("dot" | "gv") => TreeFormat::Dot,
            Some("html" | "htm") => {
                return Err(UserError::not_in_this_version(
                    "the tree as HTML",
                    "use a file name that ends in .dot or .json",
                ));
            }
            _ => {
                let message = format!("`{}` does not say in which form to write the tree", flags.file.display());
                return Err(UserError::new(message).help("use a file name that ends in .dot or .json"));
            }
        };
        (Some(flags.file), format)
    };
    Ok(Request::Tree(Box::new(TreeCommand {
        analysis: analysis(flags.analysis)?,
        file,
        format,
        talk: talk(flags.talk),
    })))
}

fn explain(flags: ExplainFlags) -> Result<Request, UserError> {
    is_for_check(&flags.analysis)?;
    if flags.format == Format::Sarif {
        return Err(UserError::new("an explanation has no SARIF form").help("use `--format text` or `--format json`"));
    }
    if flags.analysis.echo {
        return Err(UserError::new("`--echo` writes into the explanation on standard output").help("leave it out"));
    }
    if let Some(file) = &flags.graph {
        let extension = file.extension().and_then(|extension| extension.to_str());
        if !matches!(extension, Some("dot" | "gv")) {
            return Err(UserError::new(format!("`{}` does not say that it is a graph", file.display()))
                .help("use a file name that ends in .dot"));
        }
        if flags.analysis.calls == CallPolicy::Inline {
            return Err(UserError::new("calls are executed in place, so there is no invocation graph").help(
                "use `--calls auto` or `summary`, or leave out `--graph`: `plica tree` writes the execution tree",
            ));
        }
    }
    // Without templates there is nothing to explain.
    let loops = flags.analysis.loops.unwrap_or(LoopPolicy::Compact);
    Ok(Request::Explain(Box::new(ExplainCommand {
        analysis: AnalysisOptions { loops, ..analysis(flags.analysis)? },
        format: flags.format,
        graph: flags.graph,
        talk: talk(flags.talk),
    })))
}

fn replay(flags: ReplayFlags) -> Result<Request, UserError> {
    if flags.format == Format::Sarif {
        return Err(UserError::new("a replay has no SARIF form").help("use `--format text` or `--format json`"));
    }
    Ok(Request::Replay(ReplayCommand {
        tests: flags.tests,
        program: flags.program,
        allow_sources: flags.allow_sources,
        clang_args: flags.clang_args,
        time_limit: flags.time_limit,
        format: flags.format,
        talk: talk(flags.talk),
    }))
}

fn lower(flags: LowerFlags) -> Result<Request, UserError> {
    let extension = |file: &Path| file.extension().map(|extension| extension.to_string_lossy().into_owned());
    if matches!(extension(&flags.input).as_deref(), Some("ll" | "bc")) {
        return Err(UserError::new(format!("`{}` is LLVM IR already", flags.input.display()))
            .help("name a source file: .c, .i, .cpp or .rs"));
    }
    let file = flags.file.filter(|file| file.as_os_str() != "-");
    if let Some(file) = file.as_deref().filter(|file| extension(file).as_deref() != Some("ll")) {
        return Err(UserError::new(format!("`{}` does not say that it is LLVM IR", file.display()))
            .help("use a file name that ends in .ll"));
    }
    let LowerFlags { input, clang_args, checks, .. } = flags;
    let build = flags.build.as_deref().map(Build::read).transpose()?;
    let clang_args = built_as(build.as_ref(), std::slice::from_ref(&input), clang_args)?;
    Ok(Request::Lower(LowerCommand { input, clang_args, checks, file, talk: talk(flags.talk) }))
}

fn cargo(flags: CargoFlags) -> Result<Request, UserError> {
    if flags.format == Format::Sarif {
        return Err(UserError::new("the reports of several proofs have no SARIF form")
            .help("use `--format text` or `--format json`"));
    }
    let mut features: Vec<String> = flags.features.iter().map(|list| format!("--features={list}")).collect();
    features.extend(flags.all_features.then(|| "--all-features".to_string()));
    features.extend(flags.no_default_features.then(|| "--no-default-features".to_string()));
    let CargoFlags { harnesses, tests, quiet, list, manifest, packages, format, time_limit, check_args, .. } = flags;
    Ok(Request::Cargo(CargoCommand {
        harnesses,
        tests,
        quiet,
        list,
        manifest,
        packages,
        features,
        format,
        time_limit,
        check_args,
    }))
}

fn models(flags: ModelsFlags) -> Result<Request, UserError> {
    if flags.format == Format::Sarif {
        return Err(
            UserError::new("a list of functions has no SARIF form").help("use `--format text` or `--format json`")
        );
    }
    Ok(Request::Models(ModelsCommand { functions: flags.functions, format: flags.format }))
}

fn cache(flags: CacheFlags) -> CacheCommand {
    let (folder, action) = match flags.action {
        CacheSubcommands::Stats(flags) => (flags.folder, CacheAction::Stats),
        CacheSubcommands::Verify(flags) => (flags.folder, CacheAction::Verify),
        CacheSubcommands::Prune(flags) => (flags.folder, CacheAction::Prune(flags.cache_size)),
        CacheSubcommands::Clear(flags) => (flags.folder, CacheAction::Clear),
    };
    CacheCommand { folder, action }
}

fn talk(flags: TalkFlags) -> Talk {
    Talk { quiet: flags.quiet, verbose: flags.verbose, colour: flags.color }
}

/// Arguments for the compiler: those of a build, then one's own.
fn built_as(build: Option<&Build>, inputs: &[PathBuf], own: Vec<String>) -> Result<Vec<String>, UserError> {
    let mut args = build.map_or(Ok(Vec::new()), |build| build.compiler_options(inputs))?;
    args.extend(own);
    Ok(args)
}

fn analysis(flags: AnalysisFlags) -> Result<AnalysisOptions, UserError> {
    let refuse = |what: &str, instead: &str| Err(UserError::not_in_this_version(what, instead));
    if flags.jobs == 0 {
        return Err(UserError::new("`--jobs 0` leaves nobody to do the work").help("use `--jobs 1`"));
    }
    if flags.jobs > 1 {
        let help = "use `--jobs 1`: parallel exploration comes later; with `--each-function` functions are checked in parallel";
        return refuse("`--jobs` above 1", help);
    }
    if flags.search == Some(SearchPolicy::TargetOnly) && (flags.target.is_none() || flags.calls != CallPolicy::Replay) {
        return Err(UserError::new(
            "`--search target-only` keeps to the paths of replayed functions that lead to a target",
        )
        .help("name the target with `--target`, and add `--calls replay`; or use `--search target`"));
    }
    let entry_is_named = flags.entry.is_some();
    let entry = flags.entry.unwrap_or_else(|| "main".to_owned());
    if flags.arguments.0.is_some() && entry != "main" {
        return Err(UserError::new(format!(
            "`--args` and `--arg` give main its arguments, but `--entry {entry}` starts elsewhere"
        ))
        .help("leave out one of the two"));
    }
    let build = flags.build.as_deref().map(Build::read).transpose()?;
    let clang_args = built_as(build.as_ref(), &flags.inputs, flags.clang_args)?;
    Ok(AnalysisOptions {
        inputs: flags.inputs,
        clang_args,
        lowered: flags.lowered,
        entry,
        entry_is_named,
        entry_inputs: EntryInputs {
            globals: flags.entry_globals,
            pointers: flags.entry_pointers,
            objects: flags.entry_objects,
            elements: flags.entry_elements,
        },
        arguments: flags.arguments.0.unwrap_or(Arguments::Each(Vec::new())),
        environment: flags.environment,
        files: FileOptions { input: flags.stdin, files: flags.files, errors: flags.io_errors },
        clock: flags.clock.unwrap_or(ClockOption::Any),
        for_tests: false,
        allocation: flags.allocation,
        target: flags.target,
        loops: flags.loops.unwrap_or(LoopPolicy::DEFAULT),
        merge: flags.merge,
        fuzz: flags.fuzz,
        calls: flags.calls,
        search: flags.search.unwrap_or(SearchPolicy::Coverage),
        checks: flags.checks,
        stack_size: flags.stack_size,
        externals: flags.externals,
        stubs: flags.stubs,
        echo: flags.echo,
        confirm: flags.confirm,
        limits: LimitOptions {
            time: flags.time_limit,
            memory: flags.memory_limit.or_else(crate::memory::default_limit),
            steps: flags.max_steps,
            depth: flags.max_depth,
            paths: flags.max_paths,
            errors: flags.max_errors,
        },
        solver: SolverOptions {
            choice: flags.solver,
            cross_check: flags.cross_check,
            dump_queries: flags.dump_queries,
            timeout: flags.solver_timeout,
        },
        first_input: flags.first_input,
        seed: flags.seed,
        jobs: flags.jobs,
        tuning: flags.tune,
        cache: flags.cache.map(|folder| CacheOptions { folder, mode: flags.cache_mode, size: flags.cache_size }),
        since: flags.since,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::time::Duration;

    fn args(line: &str) -> Vec<OsString> {
        std::iter::once("plica").chain(line.split(' ')).map(OsString::from).collect()
    }

    fn check(line: &str) -> CheckCommand {
        match parse(args(&format!("check {line}"))) {
            Ok(Request::Check(check)) => *check,
            other => panic!("{other:?}"),
        }
    }

    fn refused(line: &str) -> String {
        match parse(args(line)) {
            Err(CliError::User(error)) => error.to_string(),
            Err(CliError::Clap(error)) => error.to_string(),
            Ok(command) => panic!("{command:?}"),
        }
    }

    #[test]
    fn the_flag_table_is_consistent() {
        use clap::CommandFactory;
        Flags::command().debug_assert();
    }

    #[test]
    fn the_command_line_of_the_scoring_script() {
        let check = check("--checks assert --loops unroll --calls inline --time-limit 15s --format json a.i");
        assert_eq!(check.analysis.limits.time, Some(Duration::from_secs(15)));
        assert_eq!(check.analysis.limits.memory.is_some(), crate::memory::default_limit().is_some());
        assert!(check.analysis.checks.has(Check::Assert) && !check.analysis.checks.has(Check::Bounds));
        assert_eq!(check.format, Format::Json);
        assert_eq!(check.analysis.inputs, [PathBuf::from("a.i")]);
    }

    #[test]
    fn arguments_after_two_dashes_are_for_clang() {
        let check = check("a.c b.c -- -DN=3 -I inc");
        assert_eq!(check.analysis.inputs.len(), 2);
        assert_eq!(check.analysis.clang_args, ["-DN=3", "-I", "inc"]);
    }

    #[test]
    fn lists_and_commands() {
        let check = check("a.c --args 3,5 --checks -shift --solver cvc5 --target label:ERROR -o out");
        assert_eq!(check.analysis.arguments, Arguments::Each(vec![Argument::Unknown(3), Argument::Unknown(5)]));
        assert!(!check.analysis.checks.has(Check::Shift) && check.analysis.checks.has(Check::Div));
        assert_eq!(check.analysis.solver.choice, SolverChoice::Command(vec!["cvc5".into()]));
        assert_eq!(check.analysis.target, Some(Target::Label("ERROR".into())));
        assert_eq!(check.out_dir, Some(PathBuf::from("out")));
        for (name, policy) in [("fair", SearchPolicy::Fair), ("target", SearchPolicy::Target)] {
            assert_eq!(super::tests::check(&format!("a.c --search {name}")).analysis.search, policy);
        }
    }

    #[test]
    fn arguments_come_in_the_order_of_their_options() {
        let check = check("a.c --arg -n --args 2,3 --arg=x");
        let text = |text: &str| Argument::Text(text.into());
        let expected = vec![text("-n"), Argument::Unknown(2), Argument::Unknown(3), text("x")];
        assert_eq!(check.analysis.arguments, Arguments::Each(expected));
        assert!(refused("check a.c --args ..2x3 --arg x").contains("give no others beside it"));
    }

    #[test]
    fn what_comes_later_is_refused_and_not_ignored() {
        for line in ["check a.c --jobs 2", "tree a.c -o t.html"] {
            let error = refused(line);
            assert!(error.contains("not in this version of plica\nhelp: "), "{line}: {error}");
        }
    }

    #[test]
    fn an_explanation_is_about_templates_unless_told_otherwise() {
        let loops = |line: &str| match parse(args(line)) {
            Ok(Request::Explain(explain)) => explain.analysis.loops,
            other => panic!("{other:?}"),
        };
        assert_eq!(loops("explain a.c"), LoopPolicy::Compact);
        assert_eq!(loops("explain --loops unroll a.c"), LoopPolicy::Unroll);
        assert_eq!(check("a.c").analysis.loops, LoopPolicy::DEFAULT);
        assert_eq!(check("--loops compact a.c").analysis.loops, LoopPolicy::Compact);
        assert!(refused("explain --format sarif a.c").contains("no SARIF form"));
        assert!(refused("explain --graph g.svg a.c").contains(".dot"));
        assert!(refused("explain --graph g.dot --calls inline a.c").contains("executed in place"));
    }

    #[test]
    fn a_test_suite_has_a_folder_and_is_text_or_json() {
        let Ok(Request::Test(command)) = parse(args("test a.c -o d --format json --target f -v")) else { panic!() };
        assert_eq!((command.format, command.out_dir), (Format::Json, PathBuf::from("d")));
        assert!(command.talk.verbose);
        assert_eq!(command.analysis.target, Some(Target::Function("f".into())));
        assert!(refused("test a.c").contains("--output <DIR>"));
        assert!(refused("test a.c -o d --format sarif").contains("no SARIF form"));
        assert!(refused("test a.c -o d --echo").contains("leave it out"));
        assert!(refused("test a.c -o d --jobs 0").contains("--jobs 0"));
    }

    #[test]
    fn source_is_lowered_to_a_file_of_ir() {
        let Ok(Request::Lower(command)) = parse(args("lower a.c -o a.ll --checks +overflow -- -DN=1")) else {
            panic!()
        };
        assert_eq!((command.input, command.file), (PathBuf::from("a.c"), Some(PathBuf::from("a.ll"))));
        assert!(command.checks.has(Check::Overflow) && command.clang_args == ["-DN=1"]);
        let Ok(Request::Lower(command)) = parse(args("lower a.cpp -o -")) else { panic!() };
        assert_eq!(command.file, None);
        assert!(refused("lower a.ll").contains("is LLVM IR already"));
        assert!(refused("lower a.c -o a.txt").contains("ends in .ll"));
    }

    #[test]
    fn wrong_values_are_named_with_right_ones() {
        assert!(refused("check a.c --search fast").contains("random-path, coverage, fair, target, target-only]"));
        assert!(refused("check a.c --search adversary").contains("invalid value 'adversary'"));
        assert!(refused("check a.c --time-limit soon").contains("10s, 500ms or 2m"));
        assert!(refused("check a.c --checks asert").contains("there is no check `asert`"));
        assert!(refused("check a.c --serch dfs").contains("--search"));
        assert!(refused("check").contains("INPUT"));
        assert!(refused("tree a.c -o tree.svg").contains(".dot or .json"));
        assert!(refused("check a.c --args 99999999").contains("at most 65536"));
        assert!(refused("check a.c --echo --format json").contains("one object"));
        assert!(refused("check a.c --entry f --args 3").contains("--entry f"));
    }

    #[test]
    fn tuning_constants_are_set_or_listed() {
        let check = check("a.c --tune a.b=3 --tune c.d=18446744073709551615");
        assert_eq!(check.analysis.tuning, [("a.b".to_owned(), 3), ("c.d".to_owned(), u64::MAX)]);
        for line in ["check --tune list", "test --tune=list", "explain a.c --tune a.b=1 --tune list"] {
            assert!(matches!(parse(args(line)), Ok(Request::ListTuning)), "{line}");
        }
        assert!(refused("check --tune a.b=1").contains("INPUT"));
        assert!(refused("check a.c --tune list=x").contains("`x` is not a number"));
        assert!(refused("check a.c --tune a").contains("NAME=NUMBER, or `list`"));
        assert_eq!(super::tests::check("a.c -- --tune list").analysis.clang_args, ["--tune", "list"]);
    }
}
