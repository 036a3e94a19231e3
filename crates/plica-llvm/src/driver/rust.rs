//! From a Rust file to IR, with the standard library where it can be had.
//!
//! Oblivious to what plica makes of the library. Invariant: nothing is linked and nothing is left behind.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use plica_ir::HARNESS_SOURCES;

use crate::lower::{display, rust_path};

use super::trim::{Treatment, trim};
use super::{
    CompileError, IrText, Language, Options, Origin, Tool, as_argument, failed, find_tool, into_text, no_tool, run,
};

/// Unoptimised, with debug information, in one module; what panics ends.
const RUSTC_FLAGS: &[&str] =
    &["--cap-lints=allow", "--color=never", "-Copt-level=0", "-Cdebuginfo=2", "-Ccodegen-units=1", "-Cpanic=abort"];

/// What a Rust file is compiled as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Crate {
    Program,
    Library,
}

/// A compiler and where it writes.
struct Rustc<'a> {
    program: PathBuf,
    folder: tempfile::TempDir,
    args: &'a [String],
    /// The crates for harnesses, if the file names them.
    harness: Vec<OsString>,
}

/// The function that calls another one with any arguments.
pub const ENTRY: &str = "__plica_entry";

/// The function that runs a proof.
pub const PROOF: &str = "__plica_proof";

/// The IR of a Rust file.
pub(super) fn compile(input: &Path, options: &Options) -> Result<IrText, CompileError> {
    let program = find_tool(Tool::Rustc).map_err(|requested| no_tool(Tool::Rustc, requested, input))?;
    let folder = tempfile::tempdir().map_err(CompileError::Temporary)?;
    let text = std::fs::read(input).map_err(|error| CompileError::Unreadable(input.into(), error))?;
    let text = String::from_utf8_lossy(&text);
    let mut rustc = Rustc { program, folder, args: options.args, harness: Vec::new() };
    if options.entry.is_some() || text.contains("plica::") || text.contains("kani::") {
        rustc.harness = harness_crates(&rustc.program, &options.include_dir.join("rust"), rustc.folder.path(), input)?;
    }
    let mut output = None;
    if let Some(entry) = options.entry {
        // It may be one that cannot be called from outside, or that is given what has no unknown values.
        let copy = rustc.with_entry(input, &text, entry).map_err(CompileError::Temporary)?;
        output = Some(rustc.compiled(&copy)?).filter(|output| output.status.success());
    }
    let output = match output {
        Some(output) => output,
        None => rustc.compiled(input)?,
    };
    let Rustc { program, folder, .. } = rustc;
    if !output.status.success() {
        return Err(failed(program, input, &output));
    }
    let text = into_text(std::fs::read(folder.path().join(IR)).map_err(CompileError::Temporary)?);
    let text = needed(&text, &crate_name(input), options.library);
    let origin = Some(Origin { language: Language::Rust, as_written: false, rules: Vec::new() });
    Ok(IrText { text, producer: Some(program), warnings: into_text(output.stderr), origin })
}

/// The name of the crate that a file is the root of.
fn crate_name(input: &Path) -> String {
    input.file_stem().unwrap_or_default().to_string_lossy().replace('-', "_")
}

/// What is needed of a module that rustc has written with the standard library in it: what is public in this crate, and
/// what has a name of C's.
pub fn needed(text: &str, krate: &str, library: fn(&str) -> Treatment) -> String {
    let own = format!("{krate}::");
    trim(text, |name| match (name, rust_path(name)) {
        (PERSONALITY, _) => Treatment::Cut,
        (_, None) => Treatment::AsItIs,
        (_, Some(path)) => match library(&path) {
            Treatment::AsItIs if !path.contains(&own) => Treatment::Inner,
            treatment => treatment,
        },
    })
}

/// A function that is marked as a proof (`#[plica::proof]`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RustProof {
    /// Its linker name.
    pub symbol: String,
    /// Its path.
    pub path: String,
    /// Is it to end in a panic?
    pub should_panic: bool,
    /// Does it need what plica does not have: contracts, functions that take the place of others?
    pub refused: bool,
}

/// The proofs in the text of a module, in the order of their paths: the macro has left a variable for each that holds
/// the function.
pub fn proofs(text: &str) -> Vec<RustProof> {
    let proof = |line: &str| {
        let (name, contents) = line.strip_prefix('@')?.split_once(" = ")?;
        if !name.contains("PLICA_PROOF") {
            return None;
        }
        let function = &contents[contents.find("ptr @")? + "ptr @".len()..];
        let symbol = match function.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next()?,
            None => function.split(|c: char| !(c.is_ascii_alphanumeric() || "._$".contains(c))).next()?,
        };
        let path = display(symbol);
        let path = path.strip_suffix("::__plica_proof").unwrap_or(&path);
        Some(RustProof {
            symbol: symbol.to_string(),
            path: path.strip_suffix("::_").unwrap_or(path).to_string(),
            should_panic: name.contains("PLICA_PROOF_PANICS"),
            refused: name.contains("PLICA_PROOF_REFUSED"),
        })
    };
    let mut found: Vec<RustProof> = text.lines().filter(|line| line.starts_with('@')).filter_map(proof).collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found.dedup();
    found
}

impl Rustc<'_> {
    /// Compiles a file as the kind of crate that it is, with the standard library if that can be had.
    fn compiled(&self, input: &Path) -> Result<Output, CompileError> {
        let mut what = Crate::Program;
        let mut output = self.attempt(input, what, true)?;
        // E0601: there is no `main`. Then it is a library, and `--entry` says where to begin.
        if !output.status.success() && String::from_utf8_lossy(&output.stderr).contains("E0601") {
            what = Crate::Library;
            output = self.attempt(input, what, true)?;
        }
        if !output.status.success() {
            // The program is wrong, or the standard library is installed without bitcode.
            let alone = self.attempt(input, what, false)?;
            if alone.status.success() {
                return Ok(alone);
            }
        }
        Ok(output)
    }

    /// Compiles a file, `whole`: with what it needs of the standard library, which is installed as LLVM's bitcode, or
    /// without, and then functions of the library are declared only.
    fn attempt(&self, input: &Path, what: Crate, whole: bool) -> Result<Output, CompileError> {
        let mut command = Command::new(&self.program);
        command.arg(pair("--emit=llvm-ir", &self.folder.path().join(IR)));
        if whole {
            // The standard library joins when programs are linked. Of what the linker would make nothing is needed, and
            // it would miss the functions that are plica's: any program that does nothing takes its place.
            command.arg(pair("--emit=link", &self.folder.path().join("linked"))).args(["-Clto=fat", "-Clinker=true"]);
        }
        match (what, whole) {
            (Crate::Program, _) => command.args(["--crate-type", "bin"]),
            (Crate::Library, false) => command.args(["--crate-type", "lib"]),
            // The only kind of library that keeps what is public; a stable compiler has to be told to allow it.
            (Crate::Library, true) => {
                command.args(["--crate-type", "dylib", "-Zdylib-lto"]).env("RUSTC_BOOTSTRAP", "1")
            }
        };
        // What it writes besides lies where it runs unless it is told otherwise.
        command.arg("--out-dir").arg(self.folder.path()).args(RUSTC_FLAGS);
        if !self.args.iter().any(|arg| arg.starts_with("--edition")) {
            command.arg("--edition=2021");
        }
        command.args(&self.harness).args(self.args).arg(as_argument(input));
        run(command, &self.program)
    }

    /// A copy of the file, among links to all that lies beside it, with a function that calls one of its functions with
    /// any arguments.
    fn with_entry(&mut self, input: &Path, text: &str, entry: &str) -> std::io::Result<PathBuf> {
        let input = std::path::absolute(input)?;
        let (beside, name) = (input.parent().unwrap_or(&input), input.file_name().unwrap_or_default());
        let copies = self.folder.path().join("sources");
        std::fs::create_dir(&copies)?;
        for other in std::fs::read_dir(beside)?.filter_map(Result::ok).filter(|other| other.file_name() != name) {
            std::os::unix::fs::symlink(other.path(), copies.join(other.file_name()))?;
        }
        let krate = crate_name(&input);
        let path = entry.strip_prefix(&krate).and_then(|rest| rest.strip_prefix("::")).unwrap_or(entry);
        let called = format!(
            "\nconst _: () = {{ fn {ENTRY}() {{ ::plica::entry(crate::{path}) }} #[used] static IT: fn() = {ENTRY}; }};\n"
        );
        std::fs::write(copies.join(name), format!("{text}{called}"))?;
        // Messages and reports are to name the file itself.
        let mut remapped = pair("--remap-path-prefix", &copies);
        remapped.push("=");
        remapped.push(beside);
        self.harness.push(remapped);
        Ok(copies.join(name))
    }
}

/// The name of the file with the IR.
const IR: &str = "out.ll";

fn pair(option: &str, file: &Path) -> OsString {
    let mut argument = OsString::from(option);
    argument.push("=");
    argument.push(file);
    argument
}

/// Compiles the crates for harnesses into a folder: `plica`, and the same under the name `kani`. Gives the arguments
/// by which another crate finds them, and by which it has what is there for them only.
pub fn harness_crates(
    rustc: &Path,
    sources: &Path,
    folder: &Path,
    input: &Path,
) -> Result<Vec<OsString>, CompileError> {
    let macros = folder.join("libplica_macros.so");
    let plica = folder.join("libplica.rlib");
    let kani = folder.join("libkani.rlib");
    let again = folder.join("kani.rs");
    std::fs::write(&again, "pub use plica::*;\n").map_err(CompileError::Temporary)?;
    let build = |name: &str, kind: &str, source: &Path, out: &Path, uses: &[OsString]| {
        let mut command = Command::new(rustc);
        command.args(["--crate-name", name, "--crate-type", kind, "--edition=2021"]).args(RUSTC_FLAGS).args(uses);
        // Tests are built so that panics unwind, which needs crates that are; the others take them too.
        command.arg("-Cpanic=unwind");
        // What they compute are formulas, in which nothing is to be decided.
        command.arg("-Coverflow-checks=off");
        let mut remapped = pair("--remap-path-prefix", source.parent().unwrap_or(source));
        remapped.push(format!("={HARNESS_SOURCES}"));
        command.arg(remapped).arg("-L").arg(folder).arg("-o").arg(out).arg(source);
        let output = run(command, rustc)?;
        if output.status.success() { Ok(()) } else { Err(failed(rustc.into(), input, &output)) }
    };
    let named = |name: &str, file: &Path| pair(&format!("--extern={name}"), file);
    build("plica_macros", "proc-macro", &sources.join("macros.rs"), &macros, &[])?;
    build("plica", "rlib", &sources.join("plica.rs"), &plica, &[named("plica_macros", &macros)])?;
    build("kani", "rlib", &again, &kani, &[named("plica", &plica)])?;
    let mut search = OsString::from("-L");
    search.push(folder);
    Ok(vec![named("plica", &plica), named("kani", &kani), search, "--cfg=plica".into(), "--cfg=kani".into()])
}

/// What unwinds the stack, which a program whose panics end it does not.
const PERSONALITY: &str = "rust_eh_personality";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_found_by_their_variables() {
        let text = "\
@_ZN1a5check1_1_11PLICA_PROOF17h0123456789abcdefE = internal constant ptr @_ZN1a5check1_13__plica_proof17h0123456789abcdefE
@_ZN1a4boom1_1_18PLICA_PROOF_PANICS17h0123456789abcdefE = internal constant <{ ptr }> <{ ptr @\"boom\" }>, align 8
@_ZN1a4stub1_1_19PLICA_PROOF_REFUSED17h0123456789abcdefE = internal constant ptr @stub
@other = constant ptr @f
!1 = !DIGlobalVariable(name: \"PLICA_PROOF\")
";
        let found: Vec<_> = proofs(text).into_iter().map(|p| (p.path, p.should_panic, p.refused)).collect();
        let proof = |path: &str, panics, refused| (path.to_string(), panics, refused);
        assert_eq!(found, [proof("a::check", false, false), proof("boom", true, false), proof("stub", false, true)]);
    }
}
