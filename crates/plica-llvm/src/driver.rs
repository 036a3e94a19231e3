//! From a file to textual LLVM IR: finds and runs clang, rustc or llvm-dis.
//!
//! Knows which flags make the IR that plica wants: unoptimised, with names and debug information, and lenient about the
//! C of older standards. Oblivious to what the IR says. Invariant: nothing is left behind on disk, and every failure
//! says what failed, on which file, and what to do.

mod find;
mod flags;
mod origin;
mod rust;
mod trim;

use std::ffi::OsString;
use std::fmt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub use find::{Tool, find_all, find_tool};
use flags::{AS_WRITTEN, ASSERTIONS, CLANG_FLAGS, OLD_C, SIZED_DELETE, WHOLE_TEMPLATES};
pub use flags::{MODEL_FLAGS, NEWER_CXX};
pub use origin::{Language, Origin};
pub use rust::{ENTRY, PROOF, RustProof, harness_crates, needed, proofs};
pub use trim::{ANNOUNCEMENT, Treatment};

/// The IR of one input file.
#[derive(Clone, Debug)]
pub struct IrText {
    /// The text.
    pub text: String,
    /// The program that made it; none for a `.ll` file, which is read as it is.
    pub producer: Option<PathBuf>,
    /// What the compiler had to say (implicit declarations and the like); often empty.
    pub warnings: String,
    /// What is known of how it was made: by us just now, or by `plica lower`, which a file says. None for other IR.
    pub origin: Option<Origin>,
}

/// Why there is no IR.
#[derive(Debug)]
pub enum CompileError {
    /// There is no such file.
    Missing(PathBuf),
    /// It is a directory.
    Directory(PathBuf),
    /// It has no content.
    Empty(PathBuf),
    /// Its name does not say what it is.
    Extension(PathBuf),
    /// The operating system would not let us read it.
    Unreadable(PathBuf, std::io::Error),
    /// A program that is needed is not there.
    NoTool {
        /// Which one.
        tool: Tool,
        /// The value of the tool's environment variable, if that is what led nowhere.
        requested: Option<OsString>,
        /// The input.
        input: PathBuf,
    },
    /// A program could not be started.
    NotStarted(PathBuf, std::io::Error),
    /// A program ended with an error.
    Failed {
        /// The program.
        program: PathBuf,
        /// The input.
        input: PathBuf,
        /// `exit status: 1` or the like.
        status: String,
        /// What it wrote, as it is.
        stderr: String,
    },
    /// No temporary directory could be made, or what was written there could not be read.
    Temporary(std::io::Error),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Missing(path) => write!(f, "{}: there is no such file", path.display()),
            CompileError::Directory(path) => {
                write!(f, "{}: this is a directory\nhelp: name the source files in it", path.display())
            }
            CompileError::Empty(path) => {
                write!(
                    f,
                    "{}: the file is empty\nhelp: there is nothing to check in it; was it written completely?",
                    path.display()
                )
            }
            CompileError::Extension(path) => write!(
                f,
                "{}: the name does not say what the file is\n\
                 help: plica reads .c, .i, .cc, .cpp, .cxx, .rs, .ll (textual LLVM IR) and .bc (LLVM bitcode)",
                path.display()
            ),
            CompileError::Unreadable(path, error) => write!(f, "{}: cannot be read: {error}", path.display()),
            CompileError::NoTool { tool, requested: Some(value), .. } => write!(
                f,
                "{} is set to `{}`, which is no program that can be run\n\
                 help: set it to the path of {}, or unset it to have PATH searched",
                tool.variable(),
                value.display(),
                tool.what()
            ),
            CompileError::NoTool { tool, requested: None, input } => write!(
                f,
                "{}: {} is needed to read this file, and there is none on PATH\nhelp: {}",
                input.display(),
                tool.what(),
                tool.help()
            ),
            CompileError::NotStarted(program, error) => {
                write!(f, "{} could not be started: {error}", program.display())
            }
            CompileError::Failed { program, input, status, stderr } => {
                let stderr = stderr.trim_end();
                if !stderr.is_empty() {
                    writeln!(f, "{stderr}")?;
                }
                write!(f, "{}: {} could not read it ({status})", input.display(), program.display())
            }
            CompileError::Temporary(error) => {
                write!(
                    f,
                    "no temporary files could be made: {error}\nhelp: is there space in {}?",
                    std::env::temp_dir().display()
                )
            }
        }
    }
}

impl std::error::Error for CompileError {}

/// What an input is, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    C,
    Cxx,
    Rust,
    Ir,
    Bitcode,
}

fn kind(input: &Path) -> Option<Kind> {
    Some(match input.extension()?.to_str()? {
        "c" | "i" => Kind::C,
        "cc" | "cpp" | "cxx" | "c++" | "C" | "ii" => Kind::Cxx,
        "rs" => Kind::Rust,
        "ll" => Kind::Ir,
        "bc" => Kind::Bitcode,
        _ => return None,
    })
}

/// Whether a file's name is one of C++.
pub fn is_cpp(path: &Path) -> bool {
    kind(path) == Some(Kind::Cxx)
}

/// Whether a file's name is one that [`compile`] can read.
pub fn is_input(path: &Path) -> bool {
    kind(path).is_some()
}

/// What a compiler is told.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Rules of the language that clang is to check, by the names that its `-fsanitize` has for them.
    pub rules: &'a [&'a str],
    /// Arguments that go to the compiler after plica's own.
    pub args: &'a [String],
    /// Searched for headers after all other directories. Its folder `rust` has the sources of the crates for harnesses.
    pub include_dir: &'a Path,
    /// The function that is to be called with any arguments, by its path in a Rust crate; none for `main`.
    pub entry: Option<&'a str>,
    /// What becomes of functions of Rust's standard library, by their demangled paths.
    pub library: fn(&str) -> Treatment,
}

impl<'a> Options<'a> {
    /// Without anything that is asked for.
    pub fn new(include_dir: &'a Path) -> Options<'a> {
        Options { rules: &[], args: &[], include_dir, entry: None, library: |_| Treatment::AsItIs }
    }
}

/// The IR of a file.
pub fn compile(input: &Path, options: &Options) -> Result<IrText, CompileError> {
    let kind = examine(input)?;
    match kind {
        Kind::C | Kind::Cxx => clang(input, kind, options),
        Kind::Rust => rust::compile(input, options),
        Kind::Ir => {
            let bytes = std::fs::read(input).map_err(|error| CompileError::Unreadable(input.into(), error))?;
            if bytes.iter().all(u8::is_ascii_whitespace) {
                return Err(CompileError::Empty(input.into()));
            }
            let text = into_text(bytes);
            Ok(IrText { origin: Origin::of(&text), text, producer: None, warnings: String::new() })
        }
        Kind::Bitcode => llvm_dis(input),
    }
}

/// Says what is wrong with a file before any program is run on it.
fn examine(input: &Path) -> Result<Kind, CompileError> {
    let data = std::fs::metadata(input).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => CompileError::Missing(input.into()),
        _ => CompileError::Unreadable(input.into(), error),
    })?;
    if data.is_dir() {
        return Err(CompileError::Directory(input.into()));
    }
    let kind = kind(input).ok_or_else(|| CompileError::Extension(input.into()))?;
    // Pipes have no length until they are read.
    if data.is_file() && data.len() == 0 {
        return Err(CompileError::Empty(input.into()));
    }
    std::fs::File::open(input).map_err(|error| CompileError::Unreadable(input.into(), error))?;
    Ok(kind)
}

/// IR is ASCII but for comments and strings; other bytes there have no meaning.
fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// A name that no program takes for a flag.
fn as_argument(path: &Path) -> PathBuf {
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") { Path::new(".").join(path) } else { path.into() }
}

fn clang(input: &Path, kind: Kind, options: &Options) -> Result<IrText, CompileError> {
    let program = find_tool(Tool::Clang).map_err(|requested| no_tool(Tool::Clang, requested, input))?;
    // Whoever asks for optimisation gets it.
    let as_written = !options.args.iter().any(|arg| arg.starts_with("-O"));
    let output = run(clang_command(&program, input, kind, options, None)?, &program)?;
    let refused = kind == Kind::Cxx && !output.status.success() && !names_standard(options.args);
    let output = if refused { newer(&program, input, options, output)? } else { output };
    if !output.status.success() {
        return Err(failed(program, input, &output));
    }
    let warnings = into_text(output.stderr);
    let language = if kind == Kind::C { Language::C } else { Language::Cxx };
    let rules = options.rules.iter().map(|&rule| rule.to_owned()).collect();
    let origin = Some(Origin { language, as_written, rules });
    Ok(IrText { text: into_text(output.stdout), producer: Some(program), warnings, origin })
}

/// Does the user say which standard the program is written for?
pub fn names_standard(args: &[String]) -> bool {
    args.iter().any(|arg| arg.starts_with("-std=") || arg.starts_with("--std="))
}

/// Compiles for newer standards a program that the one by default refuses: compilers differ in which that is. The
/// first that takes it counts; where none does, what is said by the one that finds least wrong with it.
fn newer(program: &Path, input: &Path, options: &Options, refused: Output) -> Result<Output, CompileError> {
    let errors = |output: &Output| String::from_utf8_lossy(&output.stderr).matches(" error: ").count();
    let mut best = refused;
    for standard in NEWER_CXX {
        let output = run(clang_command(program, input, Kind::Cxx, options, Some(standard))?, program)?;
        if output.status.success() {
            return Ok(output);
        }
        if errors(&output) < errors(&best) {
            best = output;
        }
    }
    Ok(best)
}

/// How clang is called.
fn clang_command(
    program: &Path,
    input: &Path,
    kind: Kind,
    options: &Options,
    standard: Option<&str>,
) -> Result<Command, CompileError> {
    let mut command = Command::new(program);
    command.args(CLANG_FLAGS);
    if !options.args.iter().any(|arg| arg.starts_with("-O")) {
        command.args(AS_WRITTEN);
    }
    if !options.rules.is_empty() {
        command.arg(format!("-fsanitize={}", options.rules.join(",")));
        command.arg(format!("-fsanitize-recover={}", options.rules.join(",")));
    }
    let bounds = options.rules.contains(&"array-bounds");
    // Since version 16 clang takes every array at the end of a structure for one of unknown length unless it is told
    // that only those of length 0 and 1 are. Older versions know no such option, and do that by themselves.
    if bounds && major_version(program, input)?.is_some_and(|v| v >= 16) {
        command.arg("-fstrict-flex-arrays=1");
    }
    if kind == Kind::C {
        command.args(["-Wno-everything", "-Wno-unknown-warning-option"]);
        for warning in OLD_C {
            command.arg(format!("-W{warning}")).arg(format!("-Wno-error={warning}"));
        }
    } else {
        command.arg("-w").args([WHOLE_TEMPLATES, SIZED_DELETE]).arg("-isystem").arg(options.include_dir.join("cxx"));
        command.args(bounds.then_some(ASSERTIONS)).args(standard);
    }
    command.arg("-idirafter").arg(options.include_dir);
    command.args(options.args).arg("-o").arg("-").arg(as_argument(input));
    Ok(command)
}

/// The version that the place of a compiler tells: LLVM installs it as `clang-19`, distributions as
/// `llvm-19/bin/clang`.
fn version_by_name(program: &Path) -> Option<u32> {
    let real = std::fs::canonicalize(program).ok()?;
    let number = |name: &std::ffi::OsStr, start: &str| name.to_str()?.strip_prefix(start)?.parse().ok();
    let name = real.file_name()?;
    number(name, "clang-").or_else(|| {
        let folder = real.parent().filter(|folder| name == "clang" && folder.ends_with("bin"))?.parent()?;
        number(folder.file_name()?, "llvm-")
    })
}

/// The first number of a compiler's version. The compiler is asked for it only where its name does not tell: starting
/// it takes as long as compiling a small program.
fn major_version(program: &Path, input: &Path) -> Result<Option<u32>, CompileError> {
    if let Some(version) = version_by_name(program) {
        return Ok(Some(version));
    }
    let mut command = Command::new(program);
    command.arg("-dumpversion");
    let output = run(command, program)?;
    if !output.status.success() {
        return Err(failed(program.into(), input, &output));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().split('.').next().and_then(|v| v.parse().ok()))
}

/// Tries every llvm-dis there is: an older one cannot read what a newer LLVM wrote.
fn llvm_dis(input: &Path) -> Result<IrText, CompileError> {
    let programs = find_all(Tool::LlvmDis).map_err(|requested| no_tool(Tool::LlvmDis, requested, input))?;
    let mut first_failure = None;
    for program in programs {
        let mut command = Command::new(&program);
        command.arg("-o").arg("-").arg(as_argument(input));
        let output = run(command, &program)?;
        if output.status.success() {
            let text = into_text(output.stdout);
            return Ok(IrText { text, producer: Some(program), warnings: String::new(), origin: None });
        }
        first_failure.get_or_insert_with(|| failed(program, input, &output));
    }
    Err(first_failure.unwrap_or_else(|| no_tool(Tool::LlvmDis, None, input)))
}

fn run(mut command: Command, program: &Path) -> Result<Output, CompileError> {
    // Messages are passed on and matched, so they are to be in one language.
    command.env("LC_ALL", "C").stdin(std::process::Stdio::null());
    // Ctrl-C is for us to notice: we end it, and what it leaves lies where our own temporary files do.
    command.process_group(0).env("TMPDIR", tempfile::env::temp_dir());
    command.output().map_err(|error| CompileError::NotStarted(program.into(), error))
}

fn failed(program: PathBuf, input: &Path, output: &Output) -> CompileError {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    CompileError::Failed { program, input: input.into(), status: output.status.to_string(), stderr }
}

fn no_tool(tool: Tool, requested: Option<OsString>, input: &Path) -> CompileError {
    CompileError::NoTool { tool, requested, input: input.into() }
}
