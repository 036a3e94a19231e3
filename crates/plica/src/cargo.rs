//! `cargo plica`: finds the proofs of a Rust package and checks each in a process of its own.
//!
//! cargo builds the package with its dependencies as a library that is linked with all it needs, which rustc writes as
//! IR. Oblivious to the engine. Invariant: of the package only its build scripts and macros run, as when cargo builds
//! it; what is built lies in a folder of its own under the target folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use plica_report::{ExitStatus, printable};
use serde_json::{Value, json};

use crate::cli::{CargoCommand, Format};
use crate::driver::{self, RustProof};
use crate::error::UserError;
use crate::output;

/// Checks the proofs of a package.
pub fn run(command: &CargoCommand) -> Result<ExitStatus, UserError> {
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
    let mut outcomes = Vec::new();
    for (file, proof) in &proofs {
        let outcome = Outcome::of(command, &workspace, file, proof)?;
        if command.format == Format::Text {
            output::print(&outcome.to_text(command.quiet))?;
        }
        outcomes.push(outcome);
    }
    match command.format {
        Format::Text => output::print(&summary(&outcomes))?,
        _ => {
            let all: Vec<Value> = outcomes.iter().map(Outcome::to_json).collect();
            output::print(&format!("{:#}\n", json!({ "proofs": all })))?;
        }
    }
    let some = |status| outcomes.iter().any(|outcome| outcome.status == status);
    let worst = [ExitStatus::BadInput, ExitStatus::Violated, ExitStatus::Undecided].into_iter().find(|&s| some(s));
    Ok(worst.unwrap_or(ExitStatus::Holds))
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
        cargo
            .arg("--")
            .arg(emit)
            .args(["-Clinker=true", "--cfg=plica", "--cfg=kani", "-Aunexpected_cfgs"])
            .args(crates);
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

/// What came of a proof.
struct Outcome {
    path: String,
    status: ExitStatus,
    /// Is that since it was to panic, which it did or did not?
    turned: bool,
    seconds: f64,
    /// What `plica check` has written.
    report: String,
}

impl Outcome {
    fn of(command: &CargoCommand, workspace: &Workspace, file: &Path, proof: &RustProof) -> Result<Outcome, UserError> {
        let plica = std::env::current_exe()
            .map_err(|error| UserError::new(format!("cannot find the program that is running: {error}")))?;
        if proof.refused {
            let report = match command.format {
                Format::Text => {
                    "it needs contracts or functions that take the place of others, which plica does not have"
                }
                _ => "null",
            };
            let (path, status, report) = (proof.path.clone(), ExitStatus::Undecided, report.to_string());
            return Ok(Outcome { path, status, turned: false, seconds: 0.0, report });
        }
        let format = if command.format == Format::Text { "text" } else { "json" };
        let begin = Instant::now();
        let mut check = Command::new(plica);
        check.current_dir(&workspace.root).args(["check", "--entry", &proof.symbol, "--format", format]);
        check.args(command.time_limit.iter().map(|limit| format!("--time-limit={limit}")));
        let output = check.args(&command.check_args).arg(file).stdin(Stdio::null()).output();
        let output = output.map_err(|error| UserError::new(format!("plica could not be started: {error}")))?;
        let seconds = begin.elapsed().as_secs_f64();
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (text, complaint) = (said(&output.stdout), said(&output.stderr));
        let status = match output.status.code() {
            Some(0) => ExitStatus::Holds,
            Some(1) => ExitStatus::Violated,
            Some(3) => ExitStatus::Undecided,
            _ => {
                return Err(UserError::new(format!(
                    "{}: {}",
                    proof.path,
                    complaint.trim_end().trim_start_matches("error: ")
                )));
            }
        };
        let turned = proof.should_panic
            && (status == ExitStatus::Holds || status == ExitStatus::Violated && only_panics(command.format, &text));
        let status = match (turned, status) {
            (true, ExitStatus::Holds) => ExitStatus::Violated,
            (true, ExitStatus::Violated) => ExitStatus::Holds,
            (_, status) => status,
        };
        Ok(Outcome { path: proof.path.clone(), status, turned, seconds, report: text })
    }

    fn verdict(&self) -> &'static str {
        match self.status {
            ExitStatus::Holds => "holds",
            ExitStatus::Violated => "violated",
            _ => "undecided",
        }
    }

    fn why(&self) -> &'static str {
        match (self.turned, self.status) {
            (true, ExitStatus::Holds) => ": it panics, as it should",
            (true, _) => ": it should panic, and no input makes it",
            _ => "",
        }
    }

    fn to_text(&self, quiet: bool) -> String {
        let line = format!("{} ... {}{} ({:.2} s)\n", self.path, self.verdict(), self.why(), self.seconds);
        if self.status == ExitStatus::Holds || self.turned || quiet {
            return printable(&line);
        }
        let report: Vec<String> = self.report.trim_end().lines().map(|line| format!("    {line}")).collect();
        printable(&format!("{line}{}\n\n", report.join("\n").replace("    \n", "\n")))
    }

    fn to_json(&self) -> Value {
        let report: Value = serde_json::from_str(&self.report).unwrap_or(Value::Null);
        json!({ "proof": self.path, "verdict": self.verdict(), "should_panic": self.turned, "seconds": self.seconds, "report": report })
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

fn summary(outcomes: &[Outcome]) -> String {
    let count = |verdict: &str| outcomes.iter().filter(|outcome| outcome.verdict() == verdict).count();
    let parts: Vec<String> = ["holds", "violated", "undecided"]
        .iter()
        .filter(|verdict| count(verdict) > 0)
        .map(|verdict| match count(verdict) {
            many @ 2.. if *verdict == "holds" => format!("{many} hold"),
            count => format!("{count} {verdict}"),
        })
        .collect();
    let seconds: f64 = outcomes.iter().map(|outcome| outcome.seconds).sum();
    let proofs = if outcomes.len() == 1 { "1 proof".to_string() } else { format!("{} proofs", outcomes.len()) };
    format!("{proofs}: {} ({seconds:.2} s)\n", parts.join(", "))
}
