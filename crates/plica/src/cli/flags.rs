//! The flag table: every subcommand and option, with its help. Help, usage, suggestions and errors come from here.
//!
//! Oblivious to what options do. Invariant: this is the whole grammar of the command line; [`super::parse`] turns it
//! into plain options and refuses what this version does not have.

use super::arguments::ArgumentFlags;
use super::checks::{Check, CheckSet};
use super::options::{
    AllocationOption, CacheMode, CallPolicy, ClockOption, Colour, Confirm, EntryGlobals, EntryPointers, Environment,
    ExternalsOption, FileOption, FileSize, FirstInputOption, Format, FuzzPolicy, LoopPolicy, MergePolicy, SearchPolicy,
    SolverChoice, StubOption, Target,
};
use super::values;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

const EXIT_STATUS: &str = "\
Exit status:
  0  holds: no input breaks the program
  1  violated: an error was found
  2  the input or the command line is wrong
  3  undecided: no error was found, but something was left unexplored";

const SUITE_STATUS: &str = "\
Exit status:
  0  the suite is complete: what it does not cover cannot be reached
  1  an error was found, and a test shows it
  2  the input or the command line is wrong
  3  the suite is incomplete: no error was found, but something was left unexplored";

/// The checks, as the help of a command lists them.
fn checks() -> String {
    use std::fmt::Write;
    let mut out = String::from("Checks (--checks):\n");
    for (_, name, on, finds) in Check::TABLE {
        let _ = writeln!(out, "  {name:<18}  {finds}{}", if *on { "  (default)" } else { "" });
    }
    out + "\
  memory = pointer,bounds,free   default   all (of what is undefined)   none
  A list is exact (`assert,div`); with + or - in front of its first name it changes the default (`+overflow`, `-shift`)."
}

/// Finds inputs that break a C, C++ or Rust program, or shows that there are none.
#[derive(Debug, Parser)]
#[command(name = "plica", version, about, after_help = EXIT_STATUS, max_term_width = 110)]
pub(super) struct Flags {
    #[command(subcommand)]
    pub command: Subcommands,
}

#[derive(Debug, Subcommand)]
pub(super) enum Subcommands {
    /// Find errors or show that there are none
    #[command(after_help = format!("{}\n\n{EXIT_STATUS}", checks()))]
    Check(CheckFlags),
    /// Write a test suite that covers as much as can be covered
    ///
    /// A test for each way through the program that covers something new, and one for each error: testNNNNNN.ktest, and
    /// beside it testNNNNNN.json, which also says what the test is for. `plica replay` runs them.
    #[command(after_help = format!("{}\n\n{SUITE_STATUS}", checks()))]
    Test(TestFlags),
    /// Run test cases natively, with sanitizers, and say what happened
    ///
    /// This executes the program under analysis on this machine.
    #[command(after_help = "\
Exit status:
  0  every run ended without an error
  1  a run ended in an error
  2  the input or the command line is wrong
  3  a run took too long, or left the inputs of its test case")]
    Replay(ReplayFlags),
    /// Write the execution tree as JSON or DOT, with the choice trees of functions (`--calls replay`)
    #[command(after_help = EXIT_STATUS)]
    Tree(TreeFlags),
    /// Show templates of loops and summaries of functions, and why other loops and functions have none
    #[command(after_help = "\
Exit status:
  0  loops and functions are explained
  2  the input or the command line is wrong")]
    Explain(ExplainFlags),
    /// Write the LLVM IR that plica reads a source file from
    ///
    /// Checking that IR is checking the source, without a compiler: `plica lower a.c -o a.ll`, then `plica check a.ll`.
    /// Its first line keeps what LLVM's own tools would forget.
    #[command(after_help = checks())]
    Lower(LowerFlags),
    /// Check the proofs of a Rust package: functions marked `#[plica::proof]` or `#[kani::proof]`
    ///
    /// `cargo plica` is the same. Crates `plica` and `kani` are there without being named in the manifest, and
    /// `cfg(plica)` and `cfg(kani)` are set. The package's own build scripts and macros run, as they do whenever
    /// cargo builds it.
    #[command(after_help = EXIT_STATUS)]
    Cargo(CargoFlags),
    /// Look after the folder of `--cache`
    Cache(CacheFlags),
    /// List the functions of the C library that plica knows, or say how it treats some of them
    Models(ModelsFlags),
}

#[derive(Debug, Args)]
pub(super) struct ModelsFlags {
    /// The functions; all of ISO C11 and POSIX.1-2017 unless given, and some more
    #[arg(value_name = "F")]
    pub functions: Vec<String>,
    /// The form of the answer on standard output: text or JSON
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub format: Format,
}

#[derive(Debug, Args)]
pub(super) struct CacheFlags {
    #[command(subcommand)]
    pub action: CacheSubcommands,
}

#[derive(Debug, Subcommand)]
pub(super) enum CacheSubcommands {
    /// Say how much there is
    Stats(FolderFlags),
    /// Look at every entry and say how many are damaged
    ///
    /// Exit status 1 if there are such.
    Verify(FolderFlags),
    /// Throw out what was not used for longest
    Prune(PruneFlags),
    /// Throw out everything
    Clear(FolderFlags),
}

#[derive(Debug, Args)]
pub(super) struct FolderFlags {
    /// The folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct PruneFlags {
    /// The folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// What it may take on the disk
    #[arg(long, value_name = "SIZE", value_parser = values::size, default_value = "1GiB")]
    pub cache_size: u64,
}

#[derive(Debug, Args)]
pub(super) struct CheckFlags {
    #[command(flatten)]
    pub analysis: AnalysisFlags,
    /// The form of the report on standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORM", help_heading = "Report")]
    pub format: Format,
    /// Write a test case (.ktest and .json) for every error into this folder
    #[arg(short = 'o', long = "output", value_name = "DIR", help_heading = "Report")]
    pub out_dir: Option<PathBuf>,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Debug, Args)]
pub(super) struct TestFlags {
    #[command(flatten)]
    pub analysis: AnalysisFlags,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t, value_name = "FORM", help_heading = "Report")]
    pub format: Format,
    /// The folder to write the tests into
    #[arg(short = 'o', long = "output", value_name = "DIR", help_heading = "Report")]
    pub out_dir: PathBuf,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Debug, Args)]
pub(super) struct TreeFlags {
    #[command(flatten)]
    pub analysis: AnalysisFlags,
    /// The file to write; its extension (.json, .dot) says in which form. `-` is standard output, in DOT
    #[arg(short = 'o', long = "output", value_name = "FILE", help_heading = "Report")]
    pub file: PathBuf,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Debug, Args)]
pub(super) struct ExplainFlags {
    #[command(flatten)]
    pub analysis: AnalysisFlags,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t, value_name = "FORM", help_heading = "Report")]
    pub format: Format,
    /// Write the invocation graph of summarised functions there (.dot)
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub graph: Option<PathBuf>,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Debug, Args)]
pub(super) struct ReplayFlags {
    /// Test cases: .ktest files or their JSON twins
    #[arg(required = true, value_name = "TEST")]
    pub tests: Vec<PathBuf>,
    /// A source file of the program, if the test case does not name it; may be repeated
    #[arg(short = 'p', long, value_name = "FILE")]
    pub program: Vec<PathBuf>,
    /// A folder whose sources a test case may name, besides those in its own folder; may be repeated
    #[arg(long, value_name = "DIR")]
    pub allow_sources: Vec<PathBuf>,
    /// How long one run may take
    #[arg(long, value_name = "D", value_parser = values::duration, default_value = "10s")]
    pub time_limit: Duration,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub format: Format,
    /// Arguments for clang; -I, -D, -U and -std= may also stand before
    #[arg(last = true, value_name = "CLANG-ARGS")]
    pub clang_args: Vec<String>,
    /// Compile the files as the compile_commands.json in this folder says
    #[arg(short = 'p', long = "build", value_name = "DIR", help_heading = "What is analysed")]
    pub build: Option<PathBuf>,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Debug, Args)]
pub(super) struct LowerFlags {
    /// The source file: .c, .i, .cpp or .rs
    #[arg(value_name = "INPUT")]
    pub input: PathBuf,
    /// Arguments for clang; -I, -D, -U and -std= may also stand before
    #[arg(last = true, value_name = "CLANG-ARGS")]
    pub clang_args: Vec<String>,
    /// Compile the files as the compile_commands.json in this folder says
    #[arg(short = 'p', long = "build", value_name = "DIR", help_heading = "What is analysed")]
    pub build: Option<PathBuf>,
    /// What it is to be checked for later (see below): clang writes a part of the checks into the IR
    #[arg(long, value_name = "LIST", value_parser = CheckSet::parse, default_value = "default", allow_hyphen_values = true)]
    pub checks: CheckSet,
    /// The file to write (.ll); standard output unless given
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub talk: TalkFlags,
}

#[derive(Debug, Args)]
pub(super) struct CargoFlags {
    /// Only proofs whose path contains this
    #[arg(long = "harness", value_name = "NAME")]
    pub harnesses: Vec<String>,
    /// Look for proofs in tests too (`cfg(test)`)
    #[arg(long)]
    pub tests: bool,
    /// Print no reports, only the verdicts
    #[arg(short, long)]
    pub quiet: bool,
    /// List the proofs and check none
    #[arg(long)]
    pub list: bool,
    /// The manifest of the package
    #[arg(long = "manifest-path", value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Packages of the workspace
    #[arg(short = 'p', long = "package", value_name = "NAME")]
    pub packages: Vec<String>,
    /// Features
    #[arg(short = 'F', long, value_name = "LIST")]
    pub features: Vec<String>,
    /// All features
    #[arg(long)]
    pub all_features: bool,
    /// Without the default features
    #[arg(long)]
    pub no_default_features: bool,
    /// The form of the reports
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub format: Format,
    /// How long each proof may take
    #[arg(long, value_name = "DURATION")]
    pub time_limit: Option<String>,
    /// Options of `plica check` for each proof
    #[arg(last = true, value_name = "OPTIONS")]
    pub check_args: Vec<String>,
}

#[derive(Clone, Copy, Debug, Args)]
pub(super) struct TalkFlags {
    /// Print nothing but the result
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Report")]
    pub quiet: bool,
    /// Print statistics too
    #[arg(short, long, help_heading = "Report")]
    pub verbose: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Report")]
    pub color: Colour,
}

#[derive(Debug, Args)]
pub(super) struct AnalysisFlags {
    /// The program: .c, .i, .cpp, .rs, .ll or .bc files
    #[arg(required_unless_present = "each_function", value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Arguments for clang; -I, -D, -U and -std= may also stand before
    #[arg(last = true, value_name = "CLANG-ARGS")]
    pub clang_args: Vec<String>,
    /// Compile the files as the compile_commands.json in this folder says
    #[arg(short = 'p', long = "build", value_name = "DIR", help_heading = "What is analysed")]
    pub build: Option<PathBuf>,

    /// The function at which execution starts, FILE:F where several files have one of this name [default: main]
    #[arg(long, value_name = "F", help_heading = "What is analysed")]
    pub entry: Option<String>,
    /// Check every function that the files define, each as where execution starts and in a process of its own; with a
    /// pattern (`*` and `?`) those with such names, in headers too. Without files, with -p: all files of that build.
    /// Limits and --args are for each function
    #[arg(long, value_name = "GLOB", num_args = 0..=1, require_equals = true, default_missing_value = "", help_heading = "What is analysed")]
    pub each_function: Option<String>,
    /// Where the files lie lowered (see [`super::each`])
    #[arg(long, value_name = "DIR", requires = "each_function", hide = true)]
    pub lowered: Option<PathBuf>,
    /// May pointers that are parameters of that function, and what they lead to, be null?
    #[arg(long, value_enum, default_value = "any", value_name = "HOW", help_heading = "What is analysed")]
    pub entry_pointers: EntryPointers,
    /// How many objects of each type such pointers lead to at most
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1024), help_heading = "What is analysed")]
    pub entry_objects: u32,
    /// How many elements arrays behind such pointers have at most, where types do not say it
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=4096), help_heading = "What is analysed")]
    pub entry_elements: u32,
    /// What do globals hold that the function may read and that are not constant?
    #[arg(long, value_enum, default_value = "initial", value_name = "HOW", help_heading = "What is analysed")]
    pub entry_globals: EntryGlobals,
    #[command(flatten)]
    pub arguments: ArgumentFlags,
    /// What `getenv` may find: a variable is unset, or any string of at most so many bytes; `empty`: all are unset
    #[arg(long, value_name = "BYTES|empty", value_parser = values::environment, default_value = Environment::DEFAULT, help_heading = "What is analysed")]
    pub environment: Environment,
    /// Standard input has N unknown bytes (..N: at most N), and then ends [default: any number]
    #[arg(long, value_name = "N|..N", value_parser = values::file_size, help_heading = "What is analysed")]
    pub stdin: Option<FileSize>,
    /// There is a file of this name: with N unknown bytes (..N: at most N), or with what the file PATH holds
    #[arg(long = "file", value_name = "NAME:N|NAME=PATH", value_parser = values::file, help_heading = "What is analysed")]
    pub files: Vec<(String, FileOption)>,
    /// Reading, writing and opening of files may fail
    #[arg(long, help_heading = "What is analysed")]
    pub io_errors: bool,
    /// What `time` and its kin give: `any` moment, as an input, or a `known` one, a second later with each question
    /// [default: any; known for `plica test`]
    #[arg(long, value_enum, value_name = "TIME", help_heading = "What is analysed")]
    pub clock: Option<ClockOption>,
    /// What `malloc` and its kin do: give a block always, or also null
    #[arg(long, value_enum, default_value = "succeeds", value_name = "HOW", help_heading = "What is analysed")]
    pub allocation: AllocationOption,
    /// A location that counts as an error: label:NAME, a function, or FILE:LINE
    #[arg(long, value_name = "F|FILE:LINE|label:NAME", value_parser = values::target, help_heading = "What is analysed")]
    pub target: Option<Target>,
    /// What counts as an error (see below)
    #[arg(long, value_name = "LIST", value_parser = CheckSet::parse, default_value = "default", allow_hyphen_values = true, help_heading = "What is analysed")]
    pub checks: CheckSet,
    /// What a call to a function without body and model does: end the path as undecided, or return any value
    #[arg(long, value_enum, default_value = "stop", value_name = "HOW", help_heading = "What is analysed")]
    pub externals: ExternalsOption,
    /// Something else takes the place of the function F: a result of `any` value, the result `null` (zero), or the
    /// function F that FILE.c defines
    #[arg(long = "stub", value_name = "F=any|null|FILE.c", value_parser = values::stub, help_heading = "What is analysed")]
    pub stubs: Vec<(String, StubOption)>,
    /// Pass on to standard output what the program under analysis prints (text reports only)
    #[arg(long, help_heading = "Report")]
    pub echo: bool,
    /// How errors are confirmed; `native` builds and runs the program under analysis
    #[arg(long, value_enum, default_value = "evaluator", value_name = "HOW", help_heading = "What is analysed")]
    pub confirm: Confirm,

    /// What happens at loops
    #[arg(long, value_enum, value_name = "POLICY", help = loops_help(), help_heading = "Policies")]
    pub loops: Option<LoopPolicy>,
    /// What happens where paths meet again
    #[arg(long, value_enum, default_value = "auto", value_name = "POLICY", help_heading = "Policies")]
    pub merge: MergePolicy,
    /// When the program is run on inputs that are made by chance, from those of paths
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN", help_heading = "Policies")]
    pub fuzz: FuzzPolicy,
    /// What happens at calls
    #[arg(long, value_enum, default_value = "auto", value_name = "POLICY", help_heading = "Policies")]
    pub calls: CallPolicy,
    /// Which path is continued next [default: coverage]
    #[arg(long, value_enum, value_name = "POLICY", help_heading = "Policies")]
    pub search: Option<SearchPolicy>,
    /// Begin with the path of this input: values by name, or a test case (.ktest or .json)
    #[arg(long, value_name = "NAME=N,...|TEST", value_parser = values::first_input, help_heading = "Policies")]
    pub first_input: Option<FirstInputOption>,
    /// Seed of random choices
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Policies")]
    pub seed: u64,
    /// With --each-function, how many functions are checked at a time; otherwise 1 in this version
    #[arg(long, default_value_t = 1, value_name = "N", help_heading = "Policies")]
    pub jobs: usize,
    /// Keep what is found out in this folder for later runs, and use what earlier ones have kept
    #[arg(long, value_name = "DIR", help_heading = "Store")]
    pub cache: Option<PathBuf>,
    /// What may be done with it: `require` makes it an error if an answer is not there, `verify` finds some of what is
    /// there out again and ends at a difference
    #[arg(long, value_enum, default_value = "rw", value_name = "MODE", requires = "cache", help_heading = "Store")]
    pub cache_mode: CacheMode,
    /// Tell which errors are new, which are fixed and which remain since the last run of this program that the store in
    /// this folder knows
    #[arg(long, value_name = "DIR", help_heading = "Store")]
    pub since: Option<PathBuf>,
    /// What it may take on the disk; what was not used for longest goes first
    #[arg(long, value_name = "SIZE", value_parser = values::size, default_value = "1GiB", help_heading = "Store")]
    pub cache_size: u64,

    /// End after this time (10s, 500ms, 2m) with what was found; with --each-function 10s unless given
    #[arg(long, value_name = "D", value_parser = values::duration, help_heading = "Limits")]
    pub time_limit: Option<Duration>,
    /// End when plica uses this much memory (512MiB, 2G) with what was found; three quarters of what is free unless
    /// given
    #[arg(long, value_name = "SIZE", value_parser = values::size, help_heading = "Limits")]
    pub memory_limit: Option<u64>,
    /// The size of the program's stack (8MiB): calls nested more deeply than it allows are errors
    #[arg(long, value_name = "SIZE", value_parser = values::size, default_value = "8MiB", hide_default_value = true)]
    pub stack_size: u64,
    /// End after this many executed instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_steps: Option<u64>,
    /// Do not follow paths beyond this many decisions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// End after this many paths
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_paths: Option<u64>,
    /// End after this many distinct errors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    pub max_errors: Option<u64>,

    /// The solver: auto, bitwuzla, z3, or the command of any SMT-LIB solver
    #[arg(long, value_name = "SOLVER", value_parser = values::solver, default_value = "auto", help_heading = "Solvers")]
    pub solver: SolverChoice,
    /// Time for one query
    #[arg(long, value_name = "D", value_parser = values::duration, help_heading = "Solvers")]
    pub solver_timeout: Option<Duration>,
    /// Ask two solvers and stop when they disagree
    #[arg(long, help_heading = "Solvers")]
    pub cross_check: bool,
    /// Write every query into this folder as SMT-LIB
    #[arg(long, value_name = "DIR", help_heading = "Solvers")]
    pub dump_queries: Option<PathBuf>,

    /// Set a tuning constant; `--tune list` shows all (see [`super::parse`])
    #[arg(long, value_name = "NAME=N", value_parser = values::tune, hide = true)]
    pub tune: Vec<(String, u64)>,
}

fn loops_help() -> String {
    let default = match LoopPolicy::DEFAULT {
        LoopPolicy::Unroll => "unroll; compact in `plica explain`",
        LoopPolicy::Compact => "compact",
        LoopPolicy::Auto => "auto; compact in `plica explain`",
    };
    format!("What happens at loops [default: {default}]")
}
