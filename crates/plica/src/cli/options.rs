//! The options of a run as plain data: what the rest of plica sees of the command line.
//!
//! Oblivious to how they were written. Invariant: every value here is meant by this version; what is accepted by the
//! grammar and comes with a later version is refused in [`super::parse`], never ignored.

use super::checks::CheckSet;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// What plica is asked to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Find errors or show that there are none.
    Check(Box<CheckCommand>),
    /// Write a test suite.
    Test(Box<TestCommand>),
    /// Write the execution tree.
    Tree(Box<TreeCommand>),
    /// Run test cases natively.
    Replay(ReplayCommand),
    /// Show what became of the loops and functions.
    Explain(Box<ExplainCommand>),
    /// Write the IR that a program is read from.
    Lower(LowerCommand),
    /// Check the proofs of a Rust package.
    Cargo(CargoCommand),
    /// Look after a store.
    Cache(CacheCommand),
    /// Say how functions of the C library are treated.
    Models(ModelsCommand),
    /// Write the tuning constants.
    ListTuning,
}

/// `plica check`.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckCommand {
    /// The run.
    pub analysis: AnalysisOptions,
    /// Is there a run for each function of the program?
    pub each: Option<EachFunction>,
    /// The form of the report.
    pub format: Format,
    /// The folder for test cases, if they are wanted.
    pub out_dir: Option<PathBuf>,
    /// How to talk.
    pub talk: Talk,
}

/// `--each-function`.
#[derive(Clone, Debug, PartialEq)]
pub struct EachFunction {
    /// Functions whose names are like that, in the files and in headers; without it all of the files.
    pub pattern: Option<String>,
    /// Arguments for clang, for each file of the program.
    pub clang_args: Vec<Vec<String>>,
    /// So many runs at a time.
    pub jobs: usize,
    /// The command line behind `check`, which each run is given.
    pub args: Vec<OsString>,
}

/// What the run of a function may take unless told otherwise.
pub const FUNCTION_TIME: Duration = Duration::from_secs(10);

/// `plica test`.
#[derive(Clone, Debug, PartialEq)]
pub struct TestCommand {
    /// The run.
    pub analysis: AnalysisOptions,
    /// The form of the answer: text or JSON.
    pub format: Format,
    /// The folder for the tests.
    pub out_dir: PathBuf,
    /// How to talk.
    pub talk: Talk,
}

/// `plica tree`.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeCommand {
    /// The run.
    pub analysis: AnalysisOptions,
    /// The file to write; `None` for standard output.
    pub file: Option<PathBuf>,
    /// Its form.
    pub format: TreeFormat,
    /// How to talk.
    pub talk: Talk,
}

/// `plica explain`.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainCommand {
    /// The run.
    pub analysis: AnalysisOptions,
    /// The form of the answer: text or JSON.
    pub format: Format,
    /// The file for the invocation graph, if it is wanted.
    pub graph: Option<PathBuf>,
    /// How to talk.
    pub talk: Talk,
}

/// `plica replay`.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayCommand {
    /// The test cases.
    pub tests: Vec<PathBuf>,
    /// The program, if the test cases do not say it.
    pub program: Vec<PathBuf>,
    /// Folders whose files test cases may name, besides their own.
    pub allow_sources: Vec<PathBuf>,
    /// Arguments for clang.
    pub clang_args: Vec<String>,
    /// How long one run may take.
    pub time_limit: Duration,
    /// The form of the answer.
    pub format: Format,
    /// How to talk.
    pub talk: Talk,
}

/// `plica lower`.
#[derive(Clone, Debug, PartialEq)]
pub struct LowerCommand {
    /// The source file.
    pub input: PathBuf,
    /// Arguments for clang (or rustc).
    pub clang_args: Vec<String>,
    /// What the IR is to be checked for.
    pub checks: CheckSet,
    /// The file to write; `None` for standard output.
    pub file: Option<PathBuf>,
    /// How to talk.
    pub talk: Talk,
}

/// `plica cargo`.
#[derive(Clone, Debug, PartialEq)]
pub struct CargoCommand {
    /// Proofs whose paths contain one of these; all where there are none.
    pub harnesses: Vec<String>,
    /// Are proofs looked for in tests too?
    pub tests: bool,
    /// Are reports left out?
    pub quiet: bool,
    /// Are the proofs told and nothing else?
    pub list: bool,
    /// The package's manifest, if it is not found from the current folder.
    pub manifest: Option<PathBuf>,
    /// Packages of the workspace.
    pub packages: Vec<String>,
    /// Arguments for cargo: features.
    pub features: Vec<String>,
    /// The form of the reports.
    pub format: Format,
    /// How long each proof may take.
    pub time_limit: Option<String>,
    /// Arguments of `plica check` for each proof.
    pub check_args: Vec<String>,
}

/// `plica models`.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelsCommand {
    /// The functions; all where there are none.
    pub functions: Vec<String>,
    /// The form of the answer: text or JSON.
    pub format: Format,
}

/// `plica cache`.
#[derive(Clone, Debug, PartialEq)]
pub struct CacheCommand {
    /// The folder of the store.
    pub folder: PathBuf,
    /// What is to be done.
    pub action: CacheAction,
}

/// What is to be done with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheAction {
    /// Say how much there is.
    Stats,
    /// Look at every entry.
    Verify,
    /// Throw out what was not used for longest, down to so many bytes.
    Prune(u64),
    /// Throw out everything.
    Clear,
}

/// How much is said, and whether in colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Talk {
    /// Nothing but the result.
    pub quiet: bool,
    /// Statistics too.
    pub verbose: bool,
    /// When to use colours.
    pub colour: Colour,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Everything that decides what a run explores.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// The program: C, C++, Rust or LLVM IR.
    pub inputs: Vec<PathBuf>,
    /// Arguments for clang (or rustc).
    pub clang_args: Vec<String>,
    /// The folder that has the IR of each of its files, named by its position, where they are lowered already. A file
    /// without IR there is no part of the program.
    pub lowered: Option<PathBuf>,
    /// The function at which execution starts.
    pub entry: String,
    /// Does the command line name it?
    pub entry_is_named: bool,
    /// What globals hold when that function begins, and what pointers lead to that are inputs.
    pub entry_inputs: EntryInputs,
    /// The arguments `argv[1]`, `argv[2]`, ... of `main`.
    pub arguments: Arguments,
    /// What `getenv` may find.
    pub environment: Environment,
    /// What files hold.
    pub files: FileOptions,
    /// What time the program finds.
    pub clock: ClockOption,
    /// Are tests what is wanted, rather than a verdict?
    pub for_tests: bool,
    /// What `malloc` and its kin do.
    pub allocation: AllocationOption,
    /// A location that counts as an error.
    pub target: Option<Target>,
    /// What happens at loops.
    pub loops: LoopPolicy,
    /// What happens where paths meet again.
    pub merge: MergePolicy,
    /// When inputs are made by chance.
    pub fuzz: FuzzPolicy,
    /// What happens at calls.
    pub calls: CallPolicy,
    /// Which leaf is next.
    pub search: SearchPolicy,
    /// What counts as an error.
    pub checks: CheckSet,
    /// Bytes of the program's stack.
    pub stack_size: u64,
    /// What a call to a function without a body does.
    pub externals: ExternalsOption,
    /// Functions that something else takes the place of.
    pub stubs: Vec<(String, StubOption)>,
    /// Pass on to standard output what the program prints.
    pub echo: bool,
    /// How errors are confirmed.
    pub confirm: Confirm,
    /// The bounds of the run; each leaves a mark when it is hit.
    pub limits: LimitOptions,
    /// The solvers.
    pub solver: SolverOptions,
    /// The input whose path comes first.
    pub first_input: Option<FirstInputOption>,
    /// Seed of random choices.
    pub seed: u64,
    /// Number of workers.
    pub jobs: usize,
    /// Values of tuning constants, by name.
    pub tuning: Vec<(String, u64)>,
    /// What is kept for later runs, and what earlier ones have kept.
    pub cache: Option<CacheOptions>,
    /// The folder of a store that knows an earlier run, whose errors are told apart from new ones.
    pub since: Option<PathBuf>,
}

/// The store of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheOptions {
    /// The folder.
    pub folder: PathBuf,
    /// What may be done with it.
    pub mode: CacheMode,
    /// Bytes on the disk, at most.
    pub size: u64,
}

/// What may be done with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum CacheMode {
    /// Nothing: it is as if there were none.
    Off,
    /// What is there is used, and nothing is added.
    Ro,
    /// What is there is used, and what is found out is added.
    Rw,
    /// What is not there is an error.
    Require,
    /// As `rw`, and some of what is there is found out again; a difference is an error.
    Verify,
}

/// Bounds of a run. `None` is unbounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimitOptions {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Memory of the process, in bytes.
    pub memory: Option<u64>,
    /// Executed instructions in total.
    pub steps: Option<u64>,
    /// Decisions on one path.
    pub depth: Option<u64>,
    /// Paths that reach an end.
    pub paths: Option<u64>,
    /// Distinct errors after which the run ends.
    pub errors: Option<u64>,
}

/// Which solvers answer, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverOptions {
    /// Which one.
    pub choice: SolverChoice,
    /// Ask two and stop when they disagree.
    pub cross_check: bool,
    /// Write every query there.
    pub dump_queries: Option<PathBuf>,
    /// Time per query.
    pub timeout: Option<Duration>,
}

/// Which solver answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverChoice {
    /// What is best for the query.
    Auto,
    /// Bitwuzla, in process.
    Bitwuzla,
    /// Z3, in process.
    Z3,
    /// An SMT-LIB solver by pipe: its command and arguments.
    Command(Vec<String>),
}

/// An input to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstInputOption {
    /// Numbers by the names of inputs.
    Values(Vec<(String, i128)>),
    /// The file of a test case.
    Test(PathBuf),
}

/// What happens at a location that has a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LoopPolicy {
    /// Loops are walked iteration by iteration.
    Unroll,
    /// Loops are folded into templates, each for any number of iterations; those that cannot be are walked.
    Compact,
    /// Each loop is walked or folded, by whatever settles it first.
    Auto,
}

impl LoopPolicy {
    /// What `check` and `tree` do unless told otherwise.
    pub const DEFAULT: LoopPolicy = LoopPolicy::Auto;
}

/// What happens where paths of a loop meet again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MergePolicy {
    /// Each goes on for itself.
    Off,
    /// They go on as one where that settles a loop, or the run, first (with `--loops auto`).
    Auto,
    /// That is tried first, for the run and at every loop (with `--loops auto`).
    First,
}

impl AnalysisOptions {
    /// Is the program run on inputs that are made by chance?
    pub fn fuzzes(&self) -> bool {
        match self.fuzz {
            FuzzPolicy::Off => false,
            FuzzPolicy::Auto => (self.loops, self.calls) == (LoopPolicy::Auto, CallPolicy::Auto),
            FuzzPolicy::On => true,
        }
    }
}

/// When the program is run on inputs that are made by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum FuzzPolicy {
    /// Never.
    Off,
    /// A share of the time, where both loops and calls are taken by whatever settles them first.
    Auto,
    /// A share of the time.
    On,
}

/// What happens at a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum CallPolicy {
    /// The callee is executed in place.
    Inline,
    /// The callee is explored once, on its own inputs, and its summary takes the place of the call. Where that cannot
    /// be, the path ends undecided.
    Summary,
    /// The callee is explored once, on its own inputs, and its calls are executed along the tree of its choices.
    Replay,
    /// In place as long as nothing forks there; then a summary, if the callee has few enough paths.
    Auto,
}

/// Which unknown leaf is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SearchPolicy {
    /// Breadth first.
    Bfs,
    /// Depth first.
    Dfs,
    /// A random walk from the root.
    RandomPath,
    /// What is likely to cover new code.
    Coverage,
    /// By branch, by call stack and by depth in turns.
    Fair,
    /// What is nearest to the target; without one, to what can fail.
    Target,
    /// The same, and of calls that are replayed (`--calls replay`) and can lead to the target only the paths that do:
    /// what is not found this way is not known.
    TargetOnly,
    /// Fair, but each leaf as late as can be: for tests, and not on the command line.
    #[value(skip)]
    Adversary,
}

/// What takes the place of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StubOption {
    /// A result, which the machine makes up.
    Result(plica_exec::Stub),
    /// The function of the same name in this file.
    File(PathBuf),
}

impl StubOption {
    /// The name by which it is linked, where that is not the function's own.
    pub fn link_name(&self, function: &str) -> Option<String> {
        match self {
            StubOption::Result(stub) => Some(stub.link_name(function)),
            StubOption::File(_) => None,
        }
    }
}

/// What a call to a function that has neither a body nor a model does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ExternalsOption {
    /// It ends the path as undecided.
    Stop,
    /// It returns any value, and the report says so.
    Havoc,
}

/// May a pointer that is an input be null?
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum EntryPointers {
    /// It may.
    Any,
    /// It leads to something.
    NonNull,
}

/// What globals hold when the entry function begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum EntryGlobals {
    /// Their initial values.
    Initial,
    /// Anything: they are inputs, as parameters are.
    Any,
}

/// What the entry function is given but for plain parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryInputs {
    /// In globals.
    pub globals: EntryGlobals,
    /// May they be null?
    pub pointers: EntryPointers,
    /// Objects of each type, at most.
    pub objects: u32,
    /// Elements of arrays, at most, where types do not say it.
    pub elements: u32,
}

/// What `time` and its kin give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ClockOption {
    /// Any moment, as an input.
    Any,
    /// A known moment, a second later with each question.
    Known,
}

/// What a call of `malloc` or one of its kin does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum AllocationOption {
    /// It gives a block.
    Succeeds,
    /// It gives a block or null.
    MayFail,
}

/// The variables of the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// There are none.
    Empty,
    /// Each is set or not, to a string of at most so many bytes (without the final zero).
    Bytes(u32),
}

impl Environment {
    /// What `getenv` may find unless told otherwise.
    pub const DEFAULT: &'static str = "16";
}

/// What files hold, and whether reading and writing them may fail.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct FileOptions {
    /// Standard input; unknown without end if not given.
    pub input: Option<FileSize>,
    /// Files that there are, by name.
    pub files: Vec<(String, FileOption)>,
    /// May reading and writing fail?
    pub errors: bool,
}

/// How many unknown bytes a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileSize {
    /// So many.
    Exactly(u32),
    /// At most so many.
    UpTo(u32),
}

/// A file that there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOption {
    /// Of unknown content.
    Unknown(FileSize),
    /// With what this file holds when the run begins.
    Copy(PathBuf),
}

/// One argument of `main`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Of at most so many bytes (without the final zero).
    Unknown(u32),
    /// This text.
    Text(Vec<u8>),
}

/// The arguments of `main` behind its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// As many as these.
    Each(Vec<Argument>),
    /// Any number up to `count`.
    UpTo {
        /// How many there are at most.
        count: u32,
        /// How many bytes each has at most.
        length: u32,
    },
}

/// How errors are confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Confirm {
    /// By the concrete evaluator.
    Evaluator,
    /// By a native run with sanitizers too. This executes the program under analysis.
    Native,
}

/// A location that counts as an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The entry of a function.
    Function(String),
    /// A line of a file.
    Line {
        /// The file, as it ends.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// A label of C.
    Label(String),
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Function(name) => f.write_str(name),
            Target::Line { file, line } => write!(f, "{file}:{line}"),
            Target::Label(label) => write!(f, "label:{label}"),
        }
    }
}

/// The form of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0.
    Sarif,
}

/// The form of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFormat {
    /// JSON.
    Json,
    /// GraphViz.
    Dot,
}
