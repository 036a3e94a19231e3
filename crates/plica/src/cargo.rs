//! `cargo plica`: finds the proofs of a Rust package and checks each in a process of its own.
//!
//! cargo builds the package with its dependencies as a library that is linked with all it needs, which rustc writes as
//! IR. Oblivious to the engine. Invariant: of the package only its build scripts and macros run, as when cargo builds
//! it; what is built lies in a folder of its own under the target folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use plica_report::{ExitStatus, Verdict, count_verdicts, printable};
use serde_json::{Value, json};

use crate::cli::{CargoCommand, Format};
use crate::driver::{self, RustProof};
use crate::error::UserError;
use crate::interrupt::Signals;
use crate::output;
use crate::runs::{self, Ended, Ran};

/// Checks the proofs of a package.
pub fn run(command: &CargoCommand, signals: &Signals) -> Result<ExitStatus, UserError> {
    let workspace = Workspace::read(command)?;
    let folder = workspace.target.join("plica");
    std::fs::create_dir_all(folder.join("ir"))
        .map_err(|error| UserError::new(format!("cannot make the folder {}: {error}", folder.display())))?;
    let crates = driver::harness_crates(&folder)?;
    let mut proofs = Vec::new();
    for target in &workspace.targets {
        proofs.extend(target.build(command, &workspace, &folder, &crates)?);
    }
    let wanted = |proof: &RustProof| {
        command.harnesses.is_empty() || command.harnesses.iter().any(|name| proof.path.contains(name.as_str()))
    };
    proofs.retain(|(_, proof)| wanted(proof));
    if proofs.is_empty() {
        let help = "mark a function without parameters with `#[plica::proof]` or `#[kani::proof]`; `--tests` looks for \
                    proofs in tests too";
        return Err(UserError::new("there are no such proofs").help(help));
    }
    if command.list {
        let paths: Vec<String> = proofs.iter().map(|(_, proof)| format!("{}\n", proof.path)).collect();
        return output::print(&paths.concat()).map(|()| ExitStatus::Holds);
    }
    let outcomes = outcomes(command, &workspace, &proofs, signals)?;
    let verdicts: Vec<Verdict> = outcomes.iter().map(|outcome| outcome.verdict).collect();
    match command.format {
        Format::Text => {
            let seconds: f64 = outcomes.iter().map(|outcome| outcome.seconds).sum();
            output::print(&format!("{} ({seconds:.2} s)\n", count_verdicts("proof", &verdicts)))?;
        }
        _ => {
            let all: Vec<Value> = outcomes.iter().map(Outcome::to_json).collect();
            output::print(&format!("{:#}\n", json!({ "proofs": all })))?;
        }
    }
    let worst = [Verdict::Violated, Verdict::Undecided].into_iter().find(|verdict| verdicts.contains(verdict));
    Ok(ExitStatus::from(worst.unwrap_or(Verdict::Holds)))
}

/// Checks each proof, and says what came of it as soon as that is known.
fn outcomes(
    command: &CargoCommand,
    workspace: &Workspace,
    proofs: &[(PathBuf, RustProof)],
    signals: &Signals,
) -> Result<Vec<Outcome>, UserError> {
    let commands =
        proofs.iter().map(|(file, proof)| (!proof.refused).then(|| check(command, workspace, file, proof)).transpose());
    let mut outcomes: Vec<Outcome> = Vec::new();
    runs::all(commands.collect::<Result<_, _>>()?, 1, signals, |at, ran| {
        let proof = &proofs[at].1;
        let outcome = match ran {
            Some(ran) => Outcome::of(command, proof, ran)?,
            None => Outcome::unknown(command, proof),
        };
        let text = (command.format == Format::Text).then(|| outcome.to_text(command.quiet));
        outcomes.push(outcome);
        text.map_or(Ok(()), |text| output::print(&text))
    })?;
    Ok(outcomes)
}

/// What cargo says of a workspace.
struct Workspace {
    root: PathBuf,
    target: PathBuf,
    targets: Vec<Target>,
}

/// Something that cargo builds.
struct Target {
    package: String,
    /// `--lib`, or `--bin` or `--test` with a name.
    what: Vec<String>,
    name: String,
    /// Is it built as a test?
    test: bool,
}

impl Workspace {
    fn read(command: &CargoCommand) -> Result<Workspace, UserError> {
        let mut cargo = cargo();
        cargo.args(["metadata", "--no-deps", "--format-version=1"]);
        cargo.args(command.manifest.iter().flat_map(|path| ["--manifest-path".as_ref(), path.as_os_str()]));
        let output = cargo.stderr(Stdio::inherit()).output().map_err(|error| not_started(&error))?;
        let unread = || UserError::new("`cargo metadata` does not say what is in the workspace");
        if !output.status.success() {
            return Err(
                unread().help("run it in the folder of a package, or name its manifest: `--manifest-path FILE`")
            );
        }
        let data: Value = serde_json::from_slice(&output.stdout).map_err(|_| unread())?;
        let text = |value: &Value| value.as_str().map(str::to_string);
        let folder = |key: &str| text(&data[key]).map(PathBuf::from).ok_or_else(unread);
        let members = match &data["workspace_default_members"] {
            Value::Array(members) => members,
            _ => data["workspace_members"].as_array().ok_or_else(unread)?,
        };
        let mut targets = Vec::new();
        for package in data["packages"].as_array().into_iter().flatten() {
            let name = text(&package["name"]).ok_or_else(unread)?;
            let chosen = if command.packages.is_empty() {
                members.contains(&package["id"])
            } else {
                command.packages.contains(&name)
            };
            if chosen {
                let all = package["targets"].as_array().into_iter().flatten();
                targets.extend(all.flat_map(|target| Target::of(&name, target, command.tests)));
            }
        }
        if let Some(missing) = command.packages.iter().find(|&p| !targets.iter().any(|t| t.package == *p)) {
            return Err(UserError::new(format!("the workspace has no package `{missing}` that could have proofs")));
        }
        Ok(Workspace { root: folder("workspace_root")?, target: folder("target_directory")?, targets })
    }
}

impl Target {
    /// What is built of a target of `cargo metadata`.
    fn of(package: &str, target: &Value, tests: bool) -> Vec<Target> {
        let name = target["name"].as_str().unwrap_or_default().to_string();
        let kinds: Vec<&str> = target["kind"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let made = |what: Vec<String>, test| Target { package: package.to_string(), what, name: name.clone(), test };
        let one = |option: &str| vec![option.to_string(), name.clone()];
        match kinds.first() {
            Some(&"bin") if tests => vec![made(one("--bin"), true)],
            Some(&"bin") => vec![made(one("--bin"), false)],
            Some(&"test") if tests => vec![made(one("--test"), true)],
            Some(&("lib" | "rlib" | "dylib" | "cdylib" | "staticlib")) => {
                vec![made(vec!["--lib".to_string()], tests)]
            }
            _ => Vec::new(),
        }
    }

    /// Builds it, and gives its proofs with the file that has their IR.
    fn build(
        &self,
        command: &CargoCommand,
        workspace: &Workspace,
        folder: &Path,
        crates: &[OsString],
    ) -> Result<Vec<(PathBuf, RustProof)>, UserError> {
        let is_lib = self.what[0] == "--lib";
        let kind = if self.test { "test" } else { self.what[0].trim_start_matches('-') };
        let file = folder.join("ir").join(format!("{}-{kind}-{}.ll", self.package, self.name));
        let mut cargo = cargo();
        cargo.current_dir(&workspace.root).args(["rustc", "--quiet", "-p", &self.package]).args(&self.what);
        cargo.args(command.manifest.iter().flat_map(|path| {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            [OsString::from("--manifest-path"), path.into_os_string()]
        }));
        cargo.args(&command.features).arg("--target-dir").arg(folder);
        if self.test {
            cargo.args(["--profile", "test"]);
        } else if is_lib {
            // A kind of library that takes in all that it needs.
            cargo.args(["--crate-type", "staticlib"]);
        }
        for (option, value) in PROFILE {
            cargo.env(format!("CARGO_PROFILE_DEV_{option}"), value);
        }
        cargo.env("CARGO_INCREMENTAL", "0");
        let mut emit = OsString::from("--emit=llvm-ir=");
        emit.push(&file);
        // What the linker would make is not needed, and it would miss the functions that are plica's.
        cargo.arg("--").arg(emit).args(["-Clinker=true", "-Aunexpected_cfgs"]).args(crates);
        let status = cargo.stdin(Stdio::null()).status().map_err(|error| not_started(&error))?;
        if !status.success() {
            return Err(UserError::new(format!("cargo could not build {} of {}", self.name, self.package)).help(
                "its messages are above; `cfg(plica)` and `cfg(kani)` are set, and the crates of these names are there",
            ));
        }
        let (needed, proofs) = driver::proofs_in(&file, &self.name.replace('-', "_"))?;
        Ok(proofs.into_iter().map(|proof| (needed.clone(), proof)).collect())
    }
}

/// How cargo is to build: unoptimised, with the dependencies in one module.
const PROFILE: [(&str, &str); 6] =
    [("LTO", "fat"), ("PANIC", "abort"), ("CODEGEN_UNITS", "1"), ("OPT_LEVEL", "0"), ("DEBUG", "2"), ("STRIP", "none")];

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn not_started(error: &std::io::Error) -> UserError {
    UserError::new(format!("cargo could not be started: {error}"))
        .help("install Rust (https://rustup.rs), or set CARGO to the path of a cargo")
}

/// The run that checks a proof.
fn check(command: &CargoCommand, workspace: &Workspace, file: &Path, proof: &RustProof) -> Result<Command, UserError> {
    let format = if command.format == Format::Text { "text" } else { "json" };
    let mut check = runs::check()?;
    check.current_dir(&workspace.root).args(["--entry", &proof.symbol, "--format", format]);
    check.args(command.time_limit.iter().map(|limit| format!("--time-limit={limit}")));
    check.args(&command.check_args).arg(file);
    Ok(check)
}

/// What came of a proof.
struct Outcome {
    path: String,
    verdict: Verdict,
    /// Is that since it was to panic, which it did or did not?
    turned: bool,
    seconds: f64,
    /// What `plica check` has written.
    report: String,
}

impl Outcome {
    /// Of a proof that was not run.
    fn unknown(command: &CargoCommand, proof: &RustProof) -> Outcome {
        let report = match (command.format, proof.refused) {
            (Format::Text, true) => {
                "it needs contracts or functions that take the place of others, which plica does not have"
            }
            (Format::Text, false) => "it was not begun: the run was interrupted",
            _ => "null",
        };
        let (path, verdict, report) = (proof.path.clone(), Verdict::Undecided, report.to_string());
        Outcome { path, verdict, turned: false, seconds: 0.0, report }
    }

    fn of(command: &CargoCommand, proof: &RustProof, ran: Ran) -> Result<Outcome, UserError> {
        let Ended::With(verdict) = ran.ended else {
            return Err(UserError::new(format!("{}: {}", proof.path, ran.failure())));
        };
        let turned = proof.should_panic
            && (verdict == Verdict::Holds || verdict == Verdict::Violated && only_panics(command.format, &ran.text));
        let verdict = match (turned, verdict) {
            (true, Verdict::Holds) => Verdict::Violated,
            (true, Verdict::Violated) => Verdict::Holds,
            (_, verdict) => verdict,
        };
        Ok(Outcome { path: proof.path.clone(), verdict, turned, seconds: ran.seconds, report: ran.text })
    }

    fn why(&self) -> &'static str {
        match (self.turned, self.verdict) {
            (true, Verdict::Holds) => ": it panics, as it should",
            (true, _) => ": it should panic, and no input makes it",
            _ => "",
        }
    }

    fn to_text(&self, quiet: bool) -> String {
        let line = format!("{} ... {}{} ({:.2} s)\n", self.path, self.verdict, self.why(), self.seconds);
        if self.verdict == Verdict::Holds || self.turned || quiet {
            return printable(&line);
        }
        let report: Vec<String> = self.report.trim_end().lines().map(|line| format!("    {line}")).collect();
        printable(&format!("{line}{}\n\n", report.join("\n").replace("    \n", "\n")))
    }

    fn to_json(&self) -> Value {
        let report: Value = serde_json::from_str(&self.report).unwrap_or(Value::Null);
        json!({ "proof": self.path, "verdict": self.verdict.name(), "should_panic": self.turned, "seconds": self.seconds, "report": report })
    }
}

/// Are all errors of a report panics?
fn only_panics(format: Format, report: &str) -> bool {
    if format == Format::Text {
        return report.lines().all(|line| !line.starts_with("error[") || line.starts_with("error[panic]"));
    }
    let report: Value = serde_json::from_str(report).unwrap_or(Value::Null);
    report["errors"].as_array().is_some_and(|errors| errors.iter().all(|error| error["kind"] == "panic"))
}
