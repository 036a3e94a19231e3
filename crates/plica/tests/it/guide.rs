//! The user's guide is true: every command in a `console` block of `docs/guide.md` is run and says what the guide
//! shows.
//!
//! A block holds commands (`$ plica ...`), each followed by what it prints. They run in the order of the page, from the
//! root of the repository. `/tmp/` stands for a folder of the test's own, `/home/you/plica/` for the repository.
//! Numbers that may differ from run to run (times, counts, values that a solver is free to choose) are not compared;
//! places in the source are. The exit status has to be the one that the shown verdict has.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: a block that holds no command that this file can run
//! is an error, never skipped.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command of the guide and what it shows.
#[derive(Debug, Default, PartialEq)]
struct Shown {
    /// The line of the guide.
    at: usize,
    command: String,
    output: Vec<String>,
}

/// The commands in the `console` blocks of a page.
fn commands(page: &str) -> Result<Vec<Shown>, String> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut inside = false;
    let mut fresh = false;
    for (at, line) in page.lines().enumerate() {
        match (inside, line) {
            (false, "```console") => (inside, fresh) = (true, true),
            (true, "```") => inside = false,
            (true, _) => match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => {
                    commands.push(Shown { at: at + 1, command: command.to_owned(), output: Vec::new() });
                    fresh = false;
                }
                (None, Some(shown)) if !fresh => shown.output.push(line.to_owned()),
                _ => return Err(format!("line {}: a block begins with a command", at + 1)),
            },
            (false, _) => {}
        }
    }
    if inside { Err("the last block has no end".into()) } else { Ok(commands) }
}

/// The words of a command, with single quotes as in a shell.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// The exit status that goes with what a command shows.
fn status(output: &[String]) -> i32 {
    let has = |start: &str| output.iter().any(|line| line.starts_with(start) || line.ends_with(&format!(", {start}")));
    if has("error: ") {
        2
    } else if has("violated")
        || output.iter().any(|line| {
            [" proofs: ", " functions: "].iter().any(|all| line.contains(all)) && line.contains(" violated")
        })
        || output.iter().any(|line| line.contains(": error["))
    {
        1
    } else if has("undecided") {
        3
    } else {
        0
    }
}

/// A line without the numbers that may differ. Digits that belong to a name or to a place (`a.c:3:5`, `argv[2]`) stay.
fn plain(line: &str) -> String {
    let line = line.trim_end();
    let start = line.trim_start();
    let snippet = start.starts_with(|c: char| c.is_ascii_digit()) && start.contains(" |");
    if snippet || start.starts_with("-->") {
        return line.to_owned();
    }
    let mut out = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let before = out.chars().last().unwrap_or(' ');
        let stays = before.is_alphanumeric() || matches!(before, ':' | '[' | '_' | '.');
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let length = digits.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(digits.len());
        if length > 0 && digits.starts_with(|c: char| c.is_ascii_digit()) && !stays {
            out.push('#');
            rest = &digits[length..];
        } else if first.is_ascii_digit() {
            out.push_str(&digits[..length]);
            rest = &digits[length..];
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    // How long a path is depends on the compiler.
    match out.find("= note: #").filter(|_| out.ends_with(" on the path")) {
        Some(at) => format!("{}= note: # on the path", &out[..at]),
        None => out,
    }
}

fn plain_text<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.map(plain).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

fn run(shown: &Shown, root: &Path, folder: &Path) -> Result<(), String> {
    let words = words(&shown.command);
    let Some((program, args)) = words.split_first().filter(|(program, _)| *program == "plica") else {
        return Err(format!("`{}` is no plica command", shown.command));
    };
    let folder = folder.display().to_string();
    let args = args.iter().map(|arg| match arg.strip_prefix("/tmp/") {
        Some(rest) => format!("{folder}/{rest}"),
        None => arg.clone(),
    });
    let output = Command::new(env!("CARGO_BIN_EXE_plica"))
        .args(args)
        .current_dir(root)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let said = said.replace(&folder, "/tmp").replace(&root.display().to_string(), "/home/you/plica");
    let expected = plain_text(shown.output.iter().map(String::as_str));
    let found = plain_text(said.lines());
    if found != expected {
        return Err(format!("the guide shows\n{expected}\nand the command says\n{found}\n"));
    }
    let expected = status(&shown.output);
    match output.status.code() {
        Some(code) if code == expected => Ok(()),
        code => Err(format!("ended with the status {code:?}, not {expected}")),
    }
}

#[test]
fn the_guide_shows_what_its_commands_say() {
    let root: PathBuf = std::fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
    let page = std::fs::read_to_string(root.join("docs/guide.md")).unwrap();
    let commands = commands(&page).unwrap();
    assert!(commands.len() >= 10, "only {} commands were found", commands.len());
    let folder = tempfile::tempdir().unwrap();
    let real = std::fs::canonicalize(folder.path()).unwrap();
    let mut complaints = String::new();
    for shown in &commands {
        if let Err(what) = run(shown, &root, &real) {
            complaints.push_str(&format!("docs/guide.md:{}: `{}`: {what}\n", shown.at, shown.command));
        }
    }
    assert!(complaints.is_empty(), "\n{complaints}");
}

#[test]
fn blocks_are_read_as_they_are_meant() {
    let page = "text\n```console\n$ plica a 'b c'\nholds\n$ plica d\n```\n```sh\n$ no\n```\n";
    let read = commands(page).unwrap();
    assert_eq!(read.len(), 2);
    assert_eq!((read[0].at, &read[0].output[..]), (3, &["holds".to_owned()][..]));
    assert_eq!(words(&read[0].command), ["plica", "a", "b c"]);
    assert!(commands("```console\nholds\n```\n").is_err());
    assert!(commands("```console\n$ plica\n").is_err());
}

#[test]
fn places_are_compared_and_counts_are_not() {
    assert_eq!(plain("x = -12 at a.c:3:45 (2 paths, 0.07 s) "), "x = # at a.c:3:45 (# paths, # s)");
    assert_eq!(plain("26 |   f(3);"), "26 |   f(3);");
    assert_eq!(plain("test000001 argv[2]"), "test000001 argv[2]");
    assert_eq!(plain("   = note: 68 commands on the path"), "   = note: # on the path");
    assert_eq!(status(&["t.dot: 3 nodes, violated".to_owned()]), 1);
    assert_eq!(status(&["error: no".to_owned()]), 2);
}
