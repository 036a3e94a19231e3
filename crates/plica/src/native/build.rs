//! Building the program under analysis with clang's sanitizers and the replay runtime.
//!
//! Oblivious to test cases. Invariant: everything is built in a private temporary folder that is removed with the
//! [`NativeProgram`], whatever happens.

use super::flags::RUNTIME_FLAGS;
use crate::driver::{NEWER_CXX, names_standard};
use crate::error::UserError;
use plica_report::TestObject;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

const RUNTIME: &str = include_str!("../../../../runtime/native_replay.c");
/// What the build has made of it; empty if there was no clang.
const RUNTIME_OBJECT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/native_replay.o"));
const PLICA_H: &str = include_str!("../../../../runtime/include/plica.h");
const KLEE_H: &str = include_str!("../../../../runtime/include/klee/klee.h");

/// What is to be built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BuildTarget {
    /// Source files.
    pub inputs: Vec<PathBuf>,
    /// Arguments for clang.
    pub clang_args: Vec<String>,
    /// The function that runs instead of `main`.
    pub entry: Option<String>,
    /// Types of its parameters: `i32`, `u8`, `f64`, `ptr`, ...
    pub entry_params: Vec<String>,
    /// What test cases of it hold besides inputs: which files there are, and what is known of them.
    pub files: Vec<TestObject>,
}

/// A program that was built; its folder goes with it.
#[derive(Debug)]
pub(crate) struct NativeProgram {
    folder: PathBuf,
    executable: PathBuf,
    clang: PathBuf,
}

impl Drop for NativeProgram {
    fn drop(&mut self) {
        // What cannot be removed is in the system's temporary folder: nothing depends on it.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Looks, before a run that may be long, for what keeps a program from being built. The compiler to build it with.
pub fn can_be_built(program: &BuildTarget) -> Result<PathBuf, UserError> {
    if let Some(rust) = program.inputs.iter().find(|input| extension(input) == "rs") {
        let message = format!("`{}` is Rust: native runs are for C, C++ and LLVM IR", rust.display());
        return Err(UserError::new(message).help("leave out `--confirm native`"));
    }
    find_clang()
}

impl NativeProgram {
    /// Builds a program.
    pub fn build(program: &BuildTarget) -> Result<NativeProgram, UserError> {
        let clang = can_be_built(program)?;
        let folder = private_folder()?;
        // From here on the folder goes with the value, on errors too.
        let native = NativeProgram { executable: folder.join("program"), folder, clang };
        native.write("plica.h", PLICA_H)?;
        native.write("klee/klee.h", KLEE_H)?;
        native.compile_all(program)?;
        Ok(native)
    }

    /// The folder that the program lives in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The executable.
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// The symbolizer that belongs to the compiler, if there is one: stack traces have source lines only with it.
    pub fn symbolizer(&self) -> Option<PathBuf> {
        let real = std::fs::canonicalize(&self.clang).ok()?;
        let beside = real.parent()?.join("llvm-symbolizer");
        let names = std::iter::once("llvm-symbolizer".to_owned())
            .chain((14..=30).rev().map(|v| format!("llvm-symbolizer-{v}")));
        beside.is_file().then_some(beside).or_else(|| names.filter_map(|name| on_path(&name)).next())
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> Result<PathBuf, UserError> {
        let path = self.folder.join(name);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&path, text))
            .map_err(|error| UserError::new(format!("cannot write `{}`: {error}", path.display())))?;
        Ok(path)
    }

    fn compile_all(&self, program: &BuildTarget) -> Result<(), UserError> {
        let mut objects = vec![if RUNTIME_OBJECT.is_empty() {
            self.write("native_replay.c", RUNTIME)?;
            self.compile_runtime("native_replay.c")?
        } else {
            self.write("native_replay.o", RUNTIME_OBJECT)?
        }];
        if let Some(entry) = &program.entry {
            let shim = entry_shim(entry, &program.entry_params)?;
            self.write("entry.c", &shim)?;
            objects.push(self.compile_runtime("entry.c")?);
        }
        for (number, input) in program.inputs.iter().enumerate() {
            let object = self.folder.join(format!("input{number}.o"));
            let mut command = self.sanitizing();
            // Named from the root, so that stack traces tell the program's files from a library's.
            let input = &std::fs::canonicalize(input).unwrap_or_else(|_| input.clone());
            command.arg("-c").arg(input).arg("-o").arg(&object);
            if extension(input) != "ll" && extension(input) != "bc" {
                command.arg("-I").arg(&self.folder).args(LENIENT);
                if program.entry.is_some() {
                    // The program's own main makes room for the one that calls the entry.
                    command.arg("-Dmain=plica_replaced_main");
                }
                command.args(&program.clang_args);
            }
            let problem = "clang cannot compile the program for a native run";
            let mut compiled = run(&mut command, problem);
            // clang 14 reads IR with opaque pointers only when told to; later ones may not know the flag.
            if compiled.is_err() && extension(input) == "ll" {
                command.args(["-mllvm", "-opaque-pointers"]);
                compiled = compiled.or_else(|error| run(&mut command, problem).map_err(|_| error));
            }
            if compiled.is_err() && is_cpp(input) && !names_standard(&program.clang_args) {
                // As where it is compiled to be analysed.
                for standard in NEWER_CXX {
                    let again = |error| run(command.arg(standard), problem).map_err(|_| error);
                    compiled = compiled.or_else(again);
                }
            }
            compiled?;
            objects.push(object);
        }
        let mut command = self.sanitizing();
        if program.inputs.iter().any(|input| is_cpp(input)) {
            command.arg("--driver-mode=g++");
        }
        // The runtime comes first: its definitions that are not weak take the place of the program's.
        command.arg("-Wl,-z,muldefs");
        command.args(WRAPPED.iter().map(|function| format!("-Wl,--wrap={function}")));
        command.args(&objects).arg("-lm").arg("-o").arg(&self.executable);
        run(&mut command, "the program cannot be linked for a native run").map_err(|error| self.explain_link(error))
    }

    /// What to do about a program that cannot be linked, where the libraries of the sanitizers are what it lacks.
    fn explain_link(&self, error: UserError) -> UserError {
        // The linker names the files that it looks for.
        if !error.message.contains("clang_rt") {
            return error;
        }
        let version = Command::new(&self.clang).arg("-dumpversion").output().map(|output| output.stdout);
        let version = String::from_utf8_lossy(&version.unwrap_or_default()).into_owned();
        let package = match version.split('.').next() {
            Some(major) if !major.is_empty() => format!("libclang-rt-{major}-dev"),
            _ => "libclang-rt-dev".to_owned(),
        };
        error.help(format!(
            "native runs need clang's sanitizers, which are not installed (Debian, Ubuntu: `apt-get install {package}`); \
             `plica check` without `--confirm native` does without"
        ))
    }

    fn compile_runtime(&self, name: &str) -> Result<PathBuf, UserError> {
        let object = self.folder.join(name).with_extension("o");
        let mut command = Command::new(&self.clang);
        command.args(RUNTIME_FLAGS).arg(self.folder.join(name)).arg("-o").arg(&object);
        run(&mut command, "clang cannot compile the replay runtime")?;
        Ok(object)
    }

    fn sanitizing(&self) -> Command {
        let mut command = Command::new(&self.clang);
        command.args(SANITIZING);
        command
    }
}

/// Sanitizers, source lines, complete call stacks. `vptr` needs run-time type information that a program may lack.
const SANITIZING: &[&str] = &[
    "-g",
    "-O0",
    "-fno-omit-frame-pointer",
    "-fsanitize=address,undefined",
    "-fno-sanitize=vptr,function,alignment",
    "-fsized-deallocation",
    "-Wno-unused-command-line-argument",
];

/// Functions of the C library that the test case may have a say in: see `runtime/native_replay.c`.
const WRAPPED: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "valloc",
    "memalign",
    "aligned_alloc",
    "posix_memalign",
    "strdup",
    "strndup",
    "asprintf",
    "vasprintf",
    "_ZnwmRKSt9nothrow_t",
    "_ZnamRKSt9nothrow_t",
    "getenv",
    "secure_getenv",
];

/// C that older standards allowed compiles.
const LENIENT: &[&str] = &[
    "-w",
    "-Wno-error",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-mismatch",
];

fn is_cpp(path: &Path) -> bool {
    matches!(extension(path), "cpp" | "cc" | "cxx" | "C" | "c++" | "ii")
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// The clang to use: `PLICA_CLANG`, or the newest on PATH.
pub fn find_clang() -> Result<PathBuf, UserError> {
    if let Some(named) = std::env::var_os("PLICA_CLANG").filter(|name| !name.is_empty()) {
        let path = PathBuf::from(&named);
        if path.is_file() {
            return Ok(path);
        }
        return on_path(&named.to_string_lossy()).ok_or_else(|| {
            UserError::new(format!("PLICA_CLANG names `{}`, which is not there", path.display()))
                .help("unset PLICA_CLANG, or let it name a clang")
        });
    }
    let names = std::iter::once("clang".to_owned()).chain((14..=30).rev().map(|version| format!("clang-{version}")));
    names.filter_map(|name| on_path(&name)).next().ok_or_else(|| {
        UserError::new("there is no clang on PATH")
            .help("install clang 14 or newer (`apt-get install clang`), or let PLICA_CLANG name one")
    })
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn run(command: &mut Command, failure: &str) -> Result<(), UserError> {
    // As where programs are compiled to be analysed.
    command.process_group(0).env("TMPDIR", tempfile::env::temp_dir());
    let output = command.output().map_err(|error| {
        UserError::new(format!("cannot start `{}`: {error}", command.get_program().to_string_lossy()))
    })?;
    if output.status.success() {
        return Ok(());
    }
    Err(UserError::new(format!("{failure}\n{}", String::from_utf8_lossy(&output.stderr).trim_end())))
}

fn private_folder() -> Result<PathBuf, UserError> {
    use std::os::unix::fs::DirBuilderExt;
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    // Others may have left folders of the same name behind: the first free number is ours.
    for _ in 0..1000 {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("plica-native-{}-{number}", std::process::id()));
        match std::fs::DirBuilder::new().mode(0o700).create(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => continue,
            Err(error) => {
                let message = format!("cannot make the folder `{}`: {error}", folder.display());
                return Err(UserError::new(message).help("let TMPDIR name a folder that can be written to"));
            }
        }
    }
    Err(UserError::new("cannot find a free name for a temporary folder"))
}

/// A `main` that calls the entry with parameters from the test case. Declared here by their machine types, which the
/// calling convention of C makes equivalent. A static function is found by its name in the executable.
fn entry_shim(entry: &str, params: &[String]) -> Result<String, UserError> {
    let is_name = !entry.is_empty() && entry.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
    if !is_name {
        return Err(UserError::new(format!("`{entry}` is not the name of a C function"))
            .help("native runs start at functions with C names only"));
    }
    let (mut types, mut result, mut text) = (Vec::new(), "long", SHIM.to_owned());
    for (number, param) in params.iter().enumerate() {
        if let Some(size) = passed_in_memory(param, "result") {
            text.push_str(&format!("struct result {{ unsigned char bytes[{size}]; }};\n"));
            result = "struct result";
        } else if let Some(size) = passed_in_memory(param, "copy") {
            text.push_str(&format!("struct copy{number} {{ unsigned char bytes[{size}]; }};\n"));
            types.push(format!("struct copy{number}"));
        } else if let Some((_, type_name)) = MACHINE_TYPES.iter().find(|(name, _)| name == param) {
            types.push((*type_name).to_owned());
        } else {
            let message = format!("a native run cannot give `{entry}` a parameter of type {param}");
            return Err(UserError::new(message).help("leave out `--confirm native`"));
        }
    }
    let list = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    text.push_str(&format!(
        "typedef {result} entry_type({list});\nextern entry_type plica_entry __asm__(\"{entry}\") __attribute__((weak));\n\
         int main(void) {{\n  entry_type *entry = plica_entry ? plica_entry : plica_replay_function(\"{entry}\");\n\
         \x20 plica_replay_memory();\n"
    ));
    for (number, type_name) in types.iter().enumerate() {
        let name = format!("\"parameter {number}\"");
        text.push_str(&match &**type_name {
            "void *" => format!("  void *p{number} = plica_replay_pointer({name});\n"),
            _ => format!("  {type_name} p{number}; plica_replay_parameter(&p{number}, sizeof p{number}, {name});\n"),
        });
    }
    let values: Vec<String> = (0..types.len()).map(|number| format!("p{number}")).collect();
    text.push_str(&format!("  entry({});\n  return 0;\n}}\n", values.join(", ")));
    Ok(text)
}

const SHIM: &str = "\
#include <stddef.h>
extern void plica_replay_parameter(void *, size_t, const char *), plica_replay_memory(void);
extern void *plica_replay_pointer(const char *), *plica_replay_function(const char *);
";

/// Types of parameters as test cases name them, and in C.
const MACHINE_TYPES: &[(&str, &str)] = &[
    ("i1", "_Bool"),
    ("u1", "_Bool"),
    ("i8", "signed char"),
    ("u8", "unsigned char"),
    ("i16", "short"),
    ("u16", "unsigned short"),
    ("i32", "int"),
    ("u32", "unsigned"),
    ("i64", "long"),
    ("u64", "unsigned long"),
    ("i128", "__int128"),
    ("u128", "unsigned __int128"),
    ("f32", "float"),
    ("f64", "double"),
    ("ptr", "void *"),
];

/// The bytes of an aggregate that the calling convention passes in memory: any larger than two registers, and not so
/// large that there is no room for it.
fn passed_in_memory(param: &str, how: &str) -> Option<u64> {
    let size: u64 = param.strip_prefix(how)?.parse().ok()?;
    (17..=1 << 20).contains(&size).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entry_shims_call_the_function_with_its_parameters() {
        let shim = entry_shim("f", &["i32".into(), "f64".into()]).unwrap();
        assert!(shim.contains("typedef long entry_type(int, double);"));
        assert!(shim.contains("entry_type plica_entry __asm__(\"f\")"));
        assert!(shim.contains("entry(p0, p1);"));
        assert!(entry_shim("f\"); evil", &[]).is_err());
        assert!(entry_shim("f", &["ptr".into()]).unwrap().contains("void *p0 = plica_replay_pointer("));
        for other in ["aggregate", "copy", "copy8", "copy-1", "result99999999999", "int; evil"] {
            assert!(entry_shim("f", &[other.into()]).is_err(), "{other}");
        }
        let shim = entry_shim("f", &["result24".into(), "i32".into(), "copy40".into()]).unwrap();
        assert!(shim.contains("typedef struct result entry_type(int, struct copy2);"));
    }
}
