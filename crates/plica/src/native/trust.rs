//! What a test case may ask of clang. A test case comes from anywhere; it must not choose what a compiler does beyond
//! how its program is read, nor which of the machine's files are executed.
//!
//! Oblivious to what is built. Invariant: an option that is not known to be harmless is refused; what the command line
//! says is the user's own and is not looked at here.

use super::paths::PATH_OPTIONS;
use crate::error::UserError;
use plica_report::{ProgramInfo, printable};
use std::path::{Path, PathBuf};

/// Options as they are.
const WORDS: &[&str] = &[
    "-ansi",
    "-g",
    "-g0",
    "-g1",
    "-g2",
    "-g3",
    "-m32",
    "-m64",
    "-mno-red-zone",
    "-mred-zone",
    "-O",
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Og",
    "-Os",
    "-pedantic",
    "-pedantic-errors",
    "-pthread",
    "-trigraphs",
    "-w",
];

/// What `-f` and `-fno-` may stand before.
const LANGUAGE: &[&str] = &[
    "asynchronous-unwind-tables",
    "blocks",
    "builtin",
    "char8_t",
    "common",
    "cxx-exceptions",
    "data-sections",
    "declspec",
    "delete-null-pointer-checks",
    "exceptions",
    "fast-math",
    "finite-math-only",
    "freestanding",
    "function-sections",
    "gnu-keywords",
    "gnu89-inline",
    "honor-infinities",
    "honor-nans",
    "hosted",
    "inline",
    "inline-functions",
    "lax-vector-conversions",
    "math-errno",
    "ms-extensions",
    "omit-frame-pointer",
    "pic",
    "PIC",
    "pie",
    "PIE",
    "rounding-math",
    "rtti",
    "short-enums",
    "short-wchar",
    "signed-char",
    "signed-zeros",
    "sized-deallocation",
    "stack-protector",
    "strict-aliasing",
    "strict-enums",
    "strict-overflow",
    "threadsafe-statics",
    "trapping-math",
    "trapv",
    "unroll-loops",
    "unsigned-char",
    "unwind-tables",
    "wrapv",
    "zero-initialized-in-bss",
];

/// What may begin an option that names a value: a standard, a processor, sanitizers, a warning.
const VALUES: &[&str] = &[
    "-std=",
    "-march=",
    "-mtune=",
    "-mcpu=",
    "-mabi=",
    "-mfpmath=",
    "-fvisibility=",
    "-fsanitize=",
    "-fno-sanitize=",
    "-fbracket-depth=",
    "-fconstexpr-depth=",
    "-fconstexpr-steps=",
    "-ftemplate-depth=",
    "-ffp-contract=",
    "-ffp-model=",
    "-fwchar-type=",
    "-fno-builtin-",
    "-flax-vector-conversions=",
];

/// What `-m` and `-mno-` may stand before: instructions of the processor.
const INSTRUCTIONS: &[&str] =
    &["mmx", "sse", "avx", "bmi", "fma", "popcnt", "lzcnt", "aes", "pclmul", "f16c", "movbe", "sha", "adx", "xsave"];

fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '.' | '=' | ':'))
}

/// Is it an option that stands for itself and changes no more than how the program is read?
fn is_harmless(arg: &str) -> bool {
    let language = |rest: &str| LANGUAGE.contains(&rest.strip_prefix("no-").unwrap_or(rest));
    let instructions = |rest: &str| {
        let rest = rest.strip_prefix("no-").unwrap_or(rest);
        is_plain(rest) && !rest.contains('=') && INSTRUCTIONS.iter().any(|name| rest.starts_with(name))
    };
    // Lists of sanitizers have commas, and those of warnings that are passed on to other tools.
    let value = |start: &&str| arg.strip_prefix(*start).is_some_and(|rest| rest.split(',').all(is_plain));
    WORDS.contains(&arg)
        || arg.strip_prefix("-f").is_some_and(language)
        || arg.strip_prefix("-m").is_some_and(instructions)
        || arg.strip_prefix("-W").is_some_and(is_plain)
        || VALUES.iter().any(value)
}

/// Refuses options that a test case may not choose. Answers the paths among those that it may.
fn paths_of(args: &[String]) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        // clang replaces every word that begins so by what is in a file, before it looks at any.
        let file = |text: &str| text.starts_with('@');
        let mut takes = |option: &str| -> Option<Result<String, String>> {
            let attached = arg.strip_prefix(option)?;
            if !attached.is_empty() {
                return Some(Ok(attached.to_owned()));
            }
            Some(rest.next().filter(|next| !file(next)).cloned().ok_or_else(|| arg.clone()))
        };
        if is_harmless(arg) {
            continue;
        } else if let Some(path) = PATH_OPTIONS.iter().find_map(|option| takes(option)) {
            let path = path?;
            // `-include-pch` and its like are other options.
            if path.starts_with('-') || path.starts_with('=') {
                return Err(arg.clone());
            }
            paths.push(PathBuf::from(path));
        } else if let Some(text) = ["-D", "-U"].iter().find_map(|option| takes(option)) {
            text?;
        } else {
            return Err(arg.clone());
        }
    }
    Ok(paths)
}

/// Refuses a program that a test case must not choose by itself. `test` is where the test case is.
pub fn check(program: &ProgramInfo, test: &Path, allowed: &[PathBuf]) -> Result<(), UserError> {
    let name = printable(&test.display().to_string());
    let mut paths = paths_of(&program.clang_args).map_err(|arg| {
        let what = format!("`{name}` asks for `{}`, which a test case may not choose", printable(&arg));
        UserError::new(what).help("look at the test case; if it is yours, name all arguments for clang behind `--`")
    })?;
    paths.retain(|path| !path.starts_with("/usr/include") && !path.starts_with("/usr/local/include"));
    paths.extend(program.inputs.iter().map(PathBuf::from));
    let real = |path: &Path| std::fs::canonicalize(path);
    let own = test.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let folders: Vec<PathBuf> = allowed.iter().map(PathBuf::as_path).chain(own).filter_map(|f| real(f).ok()).collect();
    for path in paths {
        // What is not there harms nobody, and is said later.
        let Ok(file) = real(&path) else { continue };
        if !folders.iter().any(|folder| file.starts_with(folder)) {
            let what = format!(
                "`{name}` names `{}`, which is outside of the folder of the test case",
                printable(&path.display().to_string())
            );
            return Err(UserError::new(what).help(
                "replaying executes it: allow the folder that it is in with `--allow-sources DIR`, or name the program \
                 with `--program FILE`",
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_that_change_how_a_program_is_read_are_allowed() {
        let all = "-I inc -Iinc -D A -DA=1 -U B -UB -std=c99 -std=gnu++20 -include a.h -Wall -Wno-error=x -w -fsigned-char \
            -fno-builtin -fwrapv -fsanitize=undefined,address -m32 -msse4.2 -mno-avx -march=x86-64-v3 -O2 -g -isystem /usr/include/x";
        assert!(paths_of(&args(all)).is_ok());
    }

    #[test]
    fn options_that_make_clang_do_something_else_are_refused() {
        let all = "-fplugin=x.so -fplugin-arg-x-y -fpass-plugin=x.so -Xclang -load -o -ofile @file -MF -MFx -MD -save-temps -save-temps=obj \
            -B. -B -specs=x --specs -Wl,-x -Wa,-x -Wp,-MD,x --config=x --config -mllvm -Xlinker -Xassembler -Xpreprocessor -L. -lx x.so a.c \
            -c -S -E -emit-llvm -fuse-ld=/x -fprofile-use=x -fprofile-generate=/x -fmodules-cache-path=x -fcrash-diagnostics-dir=x \
            -include-pch -include=x -imacros --sysroot=/x -isysroot -resource-dir=x -x --target=x -target -fdebug-prefix-map=a=b \
            -fsanitize-ignorelist=x -ivfsoverlay -fdump-record-layouts -ftime-trace=/x -serialize-diagnostics -gsplit-dwarf \
            -dependency-file --include=x -working-directory=/x -foptimization-record-file=x -fsave-optimization-record -MJx -gen-reproducer \
            -fthinlto-index=x -fembed-bitcode -fcoverage-mapping -ccc-install-dir -no-canonical-prefixes -print-file-name=x";
        for arg in args(all) {
            assert!(paths_of(std::slice::from_ref(&arg)).is_err(), "{arg}");
            // Nor as what another option takes.
            assert!(paths_of(&["-Wall".into(), arg.clone()]).is_err(), "{arg}");
        }
        assert!(paths_of(&args("-D @file")).is_err());
        assert!(paths_of(&args("-I @file")).is_err());
        assert!(paths_of(&args("-I")).is_err());
    }
}
