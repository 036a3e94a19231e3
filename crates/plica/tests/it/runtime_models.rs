//! The C models of library functions against the C library itself.
//!
//! Each `runtime/tests/NAME.c` is built with `runtime/models/NAME.c`, whose functions are renamed to `model_*`, under
//! clang's sanitizers, and run: it compares the two on many inputs. Oblivious to plica: this is about the models' C,
//! not about how it is analysed. Invariant: every function that `INDEX` lists is defined where it says, and nothing
//! defined is missing from it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::common::clang;

fn runtime() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime")
}

/// The pairs (function, file) of `INDEX`.
fn index() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(runtime().join("models/INDEX")).expect("runtime/models/INDEX");
    text.lines()
        .map(|line| {
            let (function, file) = line.split_once(' ').expect("each line is: function file");
            (function.to_string(), file.to_string())
        })
        .collect()
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{text}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Builds and runs the test of one model.
fn compare(name: &str) {
    compare_all(name, &[name]);
}

/// Builds and runs a test of several models that belong together.
fn compare_all(name: &str, models: &[&str]) {
    let clang = clang();
    let folder = std::env::temp_dir().join(format!("plica-models-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let options = ["-g", "-O1", "-w", "-fno-builtin", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let renamed: Vec<String> = index()
        .into_iter()
        .filter(|(_, file)| models.iter().any(|model| *file == format!("{model}.c")))
        .map(|(function, _)| format!("-D{function}=model_{function}"))
        .collect();
    let program = folder.join("test");
    let mut link = Command::new(&clang);
    link.args(options).arg(runtime().join(format!("tests/{name}.c"))).arg("-o").arg(&program);
    for model in models {
        let object = folder.join(format!("{model}.o"));
        let source = runtime().join(format!("models/{model}.c"));
        run(Command::new(&clang).args(options).args(&renamed).arg("-c").arg(source).arg("-o").arg(&object));
        link.arg(object);
    }
    run(&mut link);
    run(&mut Command::new(&program));
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn string_functions_agree_with_the_c_library() {
    compare("string");
}

/// Functions with a model in C that are not held against the C library, by the reason.
const UNCOMPARED: &[(&str, &str)] = &[
    (
        "what it gives is an input",
        "alarm getitimer setitimer timer_create timer_delete timer_getoverrun timer_gettime timer_settime mprotect \
         arc4random arc4random_buf getentropy getrandom clock clock_getcpuclockid clock_getres clock_gettime clock_nanosleep clock_settime drand48 erand48 \
         gethostid getlogin getlogin_r getpgid getpgrp getpid getppid getsid gettimeofday getuid geteuid getgid getegid \
         getgroups initstate isatty jrand48 lcong48 lrand48 mrand48 nanosleep nice nrand48 rand rand_r random seed48 \
         setegid seteuid setgid setpgid setpgrp setregid setreuid setsid setstate setuid sleep srand srand48 srandom \
         getpriority setpriority initstate_r random_r srandom_r \
         system time timespec_get usleep mlock mlockall munlock munlockall statvfs fstatvfs ctermid tempnam tmpnam \
         tmpnam_r times ttyname ttyname_r tcgetpgrp tcsetpgrp tcdrain tcflow tcflush tcgetattr tcgetsid tcsendbreak tcsetattr getgrent getgrgid getgrgid_r getgrnam getgrnam_r setgrent endgrent getpwent setpwent endpwent getpwnam getpwnam_r getpwuid getpwuid_r",
    ),
    (
        "who is at the other end of the network is an input",
        "accept accept4 bind connect freeaddrinfo gai_strerror getaddrinfo gethostbyaddr gethostbyname getnameinfo \
         getpeername getprotobyname getprotobynumber getservbyname getservbyport getsockname getsockopt listen recv \
         gethostent sethostent endhostent getnetbyaddr getnetbyname getnetent setnetent endnetent \
         getprotoent setprotoent endprotoent getservent setservent endservent if_freenameindex if_indextoname if_nameindex if_nametoindex \
         recvfrom recvmsg send sendmsg sendto setsockopt shutdown sockatmark socket socketpair",
    ),
    (
        "the system is not that of this machine",
        "bind_textdomain_codeset confstr copy_file_range fpathconf getcwd gethostname getpagesize ioctl mkfifo mkfifoat mknod mknodat pathconf popen pclose posix_madvise setlocale symlink symlinkat sync \
         sysconf uname dlopen dlerror dlclose catopen catgets catclose backtrace backtrace_symbols backtrace_symbols_fd",
    ),
    ("a path is one process", "fork vfork posix_spawn posix_spawnp"),
    (
        "it ends the program, or runs at its end",
        "abort at_quick_exit atexit err error errx execl execle execlp execv execve execvp on_exit quick_exit verr verrx",
    ),
    (
        "it writes to the console or reads what comes from there",
        "dprintf getchar_unlocked getwchar printf psignal putchar putchar_unlocked puts putwchar scanf vdprintf vprintf \
         vscanf vwarn vwarnx vwprintf vwscanf warn warnx wprintf wscanf",
    ),
    (
        "the environment of floating-point numbers is always the same",
        "feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feraiseexcept fesetenv fesetexceptflag \
         fesetround feupdateenv",
    ),
    ("it waits, and is sigsuspend with another mask", "pause sigpause"),
    ("a difference of two numbers", "difftime"),
    ("it leads elsewhere: see the cases jumps*", "_longjmp longjmp siglongjmp"),
    ("as getopt_long, with one dash", "getopt_long_only"),
];

/// Is there a comparison of this function in a test? They declare `model_NAME`, or have NAME in a table.
fn is_compared(tests: &str, name: &str) -> bool {
    let ends = |at: usize| !tests[at..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    ["model_", "LIKE(", "CLASS(", "NUMBER(", "f("].iter().any(|before| {
        let what = format!("{before}{name}");
        tests.match_indices(&what).any(|(at, _)| ends(at + what.len()))
    })
}

#[test]
fn every_model_is_held_against_the_c_library() {
    let mut tests = String::new();
    for entry in std::fs::read_dir(runtime().join("tests")).expect("runtime/tests") {
        tests += &std::fs::read_to_string(entry.expect("an entry of runtime/tests").path()).expect("a test");
    }
    let excused: BTreeSet<&str> = UNCOMPARED.iter().flat_map(|group| group.1.split_whitespace()).collect();
    let functions = std::fs::read_to_string(runtime().join("models/FUNCTIONS")).expect("runtime/models/FUNCTIONS");
    let listed: BTreeSet<&str> = functions.lines().filter_map(|line| line.split(' ').next()).collect();
    let mut unneeded = excused.clone();
    for (name, file) in index().iter().filter(|(name, _)| listed.contains(&**name)) {
        // Those of large files are the same functions.
        let plain = name.strip_suffix("64").unwrap_or(name);
        let compared = is_compared(&tests, plain);
        assert!(compared || excused.contains(plain), "{name} of {file} is not compared with the C library's");
        if !compared {
            unneeded.remove(plain);
        }
    }
    assert!(unneeded.is_empty(), "compared, or not there: {unneeded:?}");
}

#[test]
fn variables_of_the_environment_agree_with_the_c_library() {
    compare_all("variables", &["variables", "environ", "errno"]);
}

#[test]
fn character_classes_agree_with_the_c_library() {
    compare("ctype");
}

#[test]
fn numbers_sorting_and_searching_agree_with_the_c_library() {
    compare_all("stdlib", &["stdlib", "errno"]);
}

#[test]
fn formatting_agrees_with_the_c_library() {
    compare("format");
}

#[test]
fn scanning_agrees_with_the_c_library() {
    compare("scan");
}

#[test]
fn floating_point_numbers_from_text_agree_with_the_c_library() {
    compare("strtod");
    compare("strtold");
}

#[test]
fn streams_deliver_what_is_put_in() {
    compare_all(
        "streams",
        &["errno", "standard", "descriptors", "contents", "names", "written", "streams", "opening", "closing"],
    );
}

#[test]
fn locales_and_translations_agree_with_the_c_library() {
    compare("locale");
    compare_all("locales", &["locales", "ctype", "errno"]);
}

#[test]
fn what_streams_tell_of_themselves_agrees_with_the_c_library() {
    let basic = ["errno", "standard", "descriptors", "contents", "names", "written", "streams", "opening", "closing"];
    compare_all("stdio_ext", &[&basic[..], &["stdio_ext", "duplicates"]].concat());
}

#[test]
fn files_agree_with_the_system() {
    let basic = ["errno", "standard", "descriptors", "contents", "names", "written", "streams", "opening", "closing"];
    let calls = ["output", "redirected", "calls", "duplicates", "folders", "temporary"];
    compare_all("files", &[&basic[..], &calls[..]].concat());
}

#[test]
fn wide_strings_agree_with_the_c_library() {
    compare_all("wide", &["wide", "wconvert", "wctype", "errno"]);
}

#[test]
fn wide_scanning_agrees_with_the_c_library() {
    compare_all("wscan", &["wscan", "scan"]);
}

#[test]
fn folders_and_walks_agree_with_the_system() {
    let basic = ["errno", "standard", "descriptors", "contents", "names", "written", "streams", "opening", "closing"];
    let calls = ["output", "redirected", "calls", "duplicates", "folders", "temporary", "status", "relative"];
    compare_all("folders", &[&basic[..], &calls[..], &["walks", "paths", "times", "stdio_ext"][..]].concat());
}

#[test]
fn streams_and_descriptors_agree_with_the_system() {
    let basic = ["errno", "standard", "descriptors", "contents", "names", "written", "streams", "opening", "closing"];
    let calls = [
        "output",
        "redirected",
        "reopening",
        "calls",
        "duplicates",
        "folders",
        "temporary",
        "wstreams",
        "scan",
        "wscan",
    ];
    compare_all("outputs", &[&basic[..], &calls[..]].concat());
}

#[test]
fn resources_and_children_agree_with_the_system() {
    compare_all("resources", &["resources", "process", "fork", "errno"]);
}

#[test]
fn what_is_said_of_programs_to_start_agrees_with_the_c_library() {
    compare_all("spawn", &["spawn", "fork", "errno"]);
}

#[test]
fn complex_numbers_agree_with_the_c_library() {
    compare("complex");
}

#[test]
fn settings_of_terminals_agree_with_the_c_library() {
    compare_all("speeds", &["speeds", "errno"]);
}

#[test]
fn masks_of_the_log_agree_with_the_c_library() {
    compare_all("syslog", &["syslog", "texts"]);
}

#[test]
fn signals_and_masks_agree_with_the_system() {
    compare_all("signals", &["signals", "errno"]);
}

#[test]
fn lists_trees_and_tables_agree_with_the_c_library() {
    compare_all("search", &["search", "errno"]);
}

#[test]
fn addresses_agree_with_the_c_library() {
    compare_all("addresses", &["addresses", "presentation", "errno"]);
}

#[test]
fn parts_of_floating_point_numbers_agree_with_the_c_library() {
    compare_all("fractions", &["fractions", "errno"]);
}

#[test]
fn times_from_text_agree_with_the_c_library() {
    compare("strptime");
}

#[test]
fn texts_of_errors_and_signals_agree_with_the_c_library() {
    compare("texts");
}

#[test]
fn calendar_time_agrees_with_the_c_library() {
    compare("calendar");
}

#[test]
fn options_agree_with_the_c_library() {
    compare("getopt");
}

#[test]
fn paths_and_patterns_agree_with_the_c_library() {
    compare_all("paths", &["paths", "errno"]);
}

#[test]
fn regular_expressions_agree_with_the_c_library() {
    compare_all("regex", &["regcomp", "regexec"]);
}

#[test]
fn powers_agree_with_the_compilers_runtime() {
    compare("power");
}

#[test]
fn data_of_the_only_thread_agrees_with_the_c_library() {
    compare("threads");
}

#[test]
fn locks_of_the_only_thread_agree_with_the_c_library() {
    compare("locks");
}

/// Variables, constant ones too, but not what has no name of its own.
fn is_variable(line: &str) -> bool {
    line.starts_with('@')
        && (line.contains(" global ") || line.contains(" constant "))
        && !line.contains("unnamed_addr")
}

/// What a file defines, from the `define` and global lines of its IR.
fn defined(clang: &str, file: &Path) -> BTreeSet<String> {
    let ir = run(Command::new(clang).args(["-w", "-fno-builtin", "-S", "-emit-llvm", "-o", "-"]).arg(file));
    ir.lines()
        .filter(|line| line.starts_with("define ") || is_variable(line))
        .filter(|line| {
            [" internal ", " private ", " external ", " extern_weak ", " appending "]
                .iter()
                .all(|hidden| !line.contains(hidden))
        })
        .filter_map(|line| {
            let name = line.split('@').nth(1)?;
            Some(name.split(|c: char| !c.is_alphanumeric() && c != '_').next()?.to_string())
        })
        .collect()
}

#[test]
fn index_lists_exactly_what_the_models_define() {
    let clang = clang();
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(runtime().join("models")).expect("runtime/models") {
        let path = entry.expect("an entry of runtime/models").path();
        if path.extension().is_some_and(|e| e == "c") {
            let file = path.file_name().expect("a file name").to_string_lossy().into_owned();
            for name in defined(&clang, &path) {
                assert!(found.insert((name.clone(), file.clone())), "{name} is defined twice in {file}");
            }
        }
    }
    let listed: BTreeSet<_> = index().into_iter().collect();
    assert_eq!(found, listed);
    let functions: BTreeSet<_> = listed.iter().map(|(function, _)| function).collect();
    assert_eq!(functions.len(), listed.len(), "a function is defined in two files");
}

/// Every file of models also compiles for analysis.
#[test]
fn models_compile_without_warnings() {
    let clang = clang();
    let files: BTreeSet<_> = index().into_iter().map(|(_, file)| file).collect();
    for file in files {
        run(Command::new(&clang)
            .args(["-Wall", "-Wextra", "-Werror", "-fno-builtin", "-fsyntax-only"])
            .arg(runtime().join("models").join(file)));
    }
}
