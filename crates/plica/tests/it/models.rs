//! What `plica models` lists: all that the headers of this machine declare, and the truth.
//!
//! Oblivious to what models do (see `runtime_models`). Invariant: a function that ISO C11 or POSIX.1-2017 has is in the
//! list, or is named by a failure; what is said to be there has a model under the name that programs call it by, and
//! what is said to be missing ends a path.

use crate::common::{Folder, clang};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A function as `plica models` tells it.
struct Listed {
    name: String,
    header: String,
    is_there: bool,
}

/// C11 and POSIX.1-2017, and what glibc has beyond them.
const STANDARDS: [[&str; 2]; 2] = [["-std=c11", "-D_XOPEN_SOURCE=700"], ["-std=gnu11", "-D_GNU_SOURCE"]];

/// The headers of ISO C11 and POSIX.1-2017, those left out that `tgmath` and the like make of others.
const HEADERS: &str = "assert complex ctype errno fenv inttypes locale math setjmp signal stdio stdlib string threads \
    time uchar wchar wctype aio arpa/inet dirent dlfcn fcntl fmtmsg fnmatch ftw getopt glob grp iconv langinfo libgen \
    monetary mqueue ndbm net/if netdb netinet/in nl_types poll pthread pwd regex sched search semaphore spawn strings \
    sys/ipc sys/mman sys/msg sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time \
    sys/times sys/uio sys/un sys/utsname sys/wait syslog termios ucontext ulimit unistd utime utmpx wordexp";

/// Names that are reserved for the library, but for programs to call.
const RESERVED: &[&str] = &["_Exit", "_exit", "_tolower", "_toupper", "_setjmp", "_longjmp"];

fn listed() -> Vec<Listed> {
    let output = Command::new(env!("CARGO_BIN_EXE_plica")).args(["models", "--format", "json"]).output().unwrap();
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let functions = all["functions"].as_array().unwrap().iter();
    functions
        .map(|f| Listed { name: text(&f["name"]), header: text(&f["header"]), is_there: f["treatment"] != "missing" })
        .collect()
}

/// Includes these headers as far as this machine has them.
fn include<'a>(headers: impl Iterator<Item = &'a str>) -> String {
    headers.map(|h| format!("#if __has_include(<{h}>)\n#include <{h}>\n#endif\n")).collect()
}

fn compile(folder: &Folder, text: &str, args: &[&str]) -> String {
    let file = folder.write("all.c", text);
    let output = Command::new(clang()).args(["-w", "-fno-builtin"]).args(args).arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The functions that headers declare, reserved names left out.
fn declared(folder: &Folder, includes: &str, standard: &[&str]) -> BTreeSet<String> {
    let args = [standard, &["-Xclang", "-ast-dump", "-fsyntax-only"]].concat();
    let tree = compile(folder, includes, &args);
    let functions = tree.lines().filter(|line| line.get(2..).is_some_and(|l| l.starts_with("FunctionDecl ")));
    let names = functions.filter_map(|line| line.split(" '").next()?.rsplit(' ').next());
    names.filter(|n| !n.starts_with('_') || RESERVED.contains(n)).map(str::to_string).collect()
}

/// What these functions are called in the compiler's output.
fn linker_names(folder: &Folder, includes: &str, standard: &[&str], names: &[&str]) -> Vec<String> {
    let table: Vec<String> = names.iter().map(|name| format!("(void *)({name})")).collect();
    let text = format!("{includes}\nvoid *table[] = {{{}}};\n", table.join(", "));
    let ir = compile(folder, &text, &[standard, &["-S", "-emit-llvm", "-o", "-"]].concat());
    let line = ir.lines().find(|line| line.starts_with("@table")).unwrap();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let elements = line.split('@').skip(2);
    elements.map(|part| part.split(|c| !is_name(c)).next().unwrap().to_string()).collect()
}

/// Says which of these linker names have a model.
fn have_models(names: &[String]) -> Vec<bool> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
    let output = command.args(["models", "--format", "json"]).args(names).output().unwrap();
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    all["functions"].as_array().unwrap().iter().map(|f| f["treatment"] != "missing").collect()
}

#[test]
fn every_function_of_the_headers_is_listed() {
    let folder = Folder::new();
    let listed = listed();
    let names: BTreeSet<String> = listed.iter().map(|f| f.name.clone()).collect();
    let headers: Vec<String> = HEADERS.split_whitespace().map(|h| format!("{h}.h")).collect();
    let declared = declared(&folder, &include(headers.iter().map(String::as_str)), &STANDARDS[0]);
    assert!(declared.len() > 500, "{declared:?}");
    let absent: Vec<&String> = declared.difference(&names).collect();
    assert!(absent.is_empty(), "declared and not in runtime/models/FUNCTIONS: {absent:?}");
}

#[test]
fn every_model_in_c_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/models");
    let index = std::fs::read_to_string(folder.join("INDEX")).unwrap();
    let names: BTreeSet<String> = listed().into_iter().map(|f| f.name).collect();
    let variables = [
        "daylight",
        "environ",
        "error_message_count",
        "optarg",
        "opterr",
        "optind",
        "optopt",
        "program_invocation_name",
        "program_invocation_short_name",
        "re_syntax_options",
        "stderr",
        "stdin",
        "stdout",
        "timezone",
        "tzname",
    ];
    let functions = index.lines().filter_map(|line| line.split(' ').next());
    let ours = |n: &str| n.starts_with('_') || n.starts_with("plica_") || n.starts_with("klee_");
    let absent: Vec<&str> = functions.filter(|n| !ours(n) && !variables.contains(n) && !names.contains(*n)).collect();
    assert!(absent.is_empty(), "modelled and not in runtime/models/FUNCTIONS: {absent:?}");
}

#[test]
fn what_is_there_has_a_model_under_the_name_that_programs_call() {
    let folder = Folder::new();
    let listed = listed();
    let headers: BTreeSet<&str> = listed.iter().map(|f| f.header.as_str()).collect();
    let includes = include(headers.into_iter());
    for standard in STANDARDS {
        let declared = declared(&folder, &includes, &standard);
        let there = listed.iter().filter(|f| f.is_there && declared.contains(&f.name));
        let names: Vec<&str> = there.map(|f| f.name.as_str()).collect();
        let linked = linker_names(&folder, &includes, &standard, &names);
        assert_eq!(names.len(), linked.len());
        let models = have_models(&linked);
        let without: Vec<_> = linked.iter().zip(models).filter(|(_, there)| !there).map(|(name, _)| name).collect();
        assert!(without.is_empty(), "{standard:?}: called by programs, and without a model: {without:?}");
    }
}

/// One path for each function, which calls it.
fn caller(names: &[&str]) -> String {
    let mut text = String::from("int plica_int(const char *name);\n");
    let mut calls = String::new();
    for (i, name) in names.iter().enumerate() {
        text += &format!("void {name}(void);\n");
        calls += &format!("    case {i}: {name}(); break;\n");
    }
    text + &format!("int main(void) {{\n    switch (plica_int(\"which\")) {{\n{calls}    }}\n    return 0;\n}}\n")
}

#[test]
fn what_is_missing_ends_a_path() {
    let folder = Folder::new();
    let listed = listed();
    let missing: Vec<&str> = listed.iter().filter(|f| !f.is_there).map(|f| f.name.as_str()).collect();
    let file: PathBuf = folder.write("missing.c", caller(&missing));
    let mut command = Command::new(env!("CARGO_BIN_EXE_plica"));
    let output = command.args(["check", "--format", "json", "--calls", "inline"]).arg(file).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut reasons = BTreeSet::new();
    for reason in report["reasons"].as_array().unwrap() {
        let text = reason["text"].as_str().unwrap();
        if let Some(name) = text.strip_prefix("calls ").and_then(|rest| rest.strip_suffix(", which has no model")) {
            reasons.insert(name.to_string());
        }
    }
    let others: Vec<&&str> = missing.iter().filter(|name| !reasons.contains(**name)).collect();
    assert!(others.is_empty(), "said to be missing, and calls of it end no path: {others:?}; {}", report["reasons"]);
}
