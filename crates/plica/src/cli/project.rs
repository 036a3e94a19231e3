//! What a project's own build says of how its files are compiled: `compile_commands.json`, and the compiler's options
//! that may stand among plica's own.
//!
//! Oblivious to what the options mean beyond which of them take a value. Invariant: an option that would have the
//! compiler write, optimise or warn is not taken over.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::UserError;
use crate::inputs;

/// Options of the compiler that say what a file means, and have a value in the same word or the next.
const VALUED: &[&str] =
    &["-I", "-D", "-U", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-x", "--sysroot", "-isysroot"];
/// Those whose value is a path.
const PATHS: &[&str] = &["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot"];
/// Beginnings of others that matter to what a file means.
const OTHERS: &[&str] =
    &["-std=", "-stdlib=", "-m", "-fsigned-", "-funsigned-", "-fshort-", "-fwrapv", "-fpack-struct", "-pthread"];

/// The compiler's options among arguments of plica, taken out: `-I`, `-D`, `-U` and `-std=`.
pub fn take_compiler_options(args: &mut Vec<OsString>) -> Vec<OsString> {
    let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let mut taken = Vec::new();
    let mut kept = Vec::new();
    let mut all = args.drain(..end);
    while let Some(arg) = all.next() {
        let text = arg.to_string_lossy();
        if ["-I", "-D", "-U"].contains(&&*text) {
            taken.push(arg.clone());
            taken.extend(all.next());
        } else if ["-I", "-D", "-U", "-std="].iter().any(|start| text.starts_with(start)) {
            taken.push(arg.clone());
        } else {
            kept.push(arg.clone());
        }
    }
    drop(all);
    args.splice(0..0, kept);
    taken
}

/// What the `compile_commands.json` of a build says.
pub(crate) struct Build {
    file: PathBuf,
    /// Each command with the file that it compiles.
    commands: Vec<(PathBuf, Value)>,
}

impl Build {
    /// Reads the file, or the one in this folder.
    pub fn read(build: &Path) -> Result<Build, UserError> {
        let file = if build.is_dir() { build.join("compile_commands.json") } else { build.to_path_buf() };
        let wrong = |what: &str| UserError::new(format!("{}: {what}", file.display()));
        let text = std::fs::read_to_string(&file).map_err(|error| {
            wrong(&format!("cannot be read: {error}"))
                .help("`cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`, `meson` and `bear -- make` write such a file")
        })?;
        let commands: Value = serde_json::from_str(&text).map_err(|error| wrong(&format!("is no JSON: {error}")))?;
        let commands = commands.as_array().ok_or_else(|| wrong("is no list of commands"))?;
        let commands = commands.iter().filter_map(|command| Some((real(&source(command)?), command.clone())));
        Ok(Build { commands: commands.collect(), file })
    }

    /// The files that it compiles and plica reads, as they are called from here.
    pub fn sources(&self) -> Vec<PathBuf> {
        let here = std::env::current_dir().unwrap_or_default();
        let mut sources: Vec<PathBuf> = Vec::new();
        for (file, _) in &self.commands {
            let known = |extension: &str| inputs::EXTENSIONS.contains(&extension);
            let file = file.strip_prefix(&here).unwrap_or(file).to_path_buf();
            if file.extension().and_then(|extension| extension.to_str()).is_some_and(known) && !sources.contains(&file)
            {
                sources.push(file);
            }
        }
        sources
    }

    /// How these files are compiled: options for all of them.
    pub fn compiler_options(&self, inputs: &[PathBuf]) -> Result<Vec<String>, UserError> {
        let wrong = |what: &str| UserError::new(format!("{}: {what}", self.file.display()));
        let mut all: Vec<Vec<String>> = Vec::new();
        for input in inputs {
            let wanted = real(input);
            let Some((_, command)) = self.commands.iter().find(|(file, _)| *file == wanted) else {
                return Err(wrong(&format!("has no command that compiles {}", input.display()))
                    .help("is it a source file of this build, and are its commands up to date?"));
            };
            let words = words(command).ok_or_else(|| wrong("has a command without its words"))?;
            for option in options(&words, &folder(command)) {
                if !all.contains(&option) {
                    all.push(option);
                }
            }
        }
        if let Some((one, other)) = contradiction(&all) {
            return Err(wrong(&format!("compiles these files differently: with `{one}` and with `{other}`"))
                .help("lower each with `plica lower -p DIR FILE -o FILE.ll` and check what that writes"));
        }
        Ok(all.concat())
    }
}

fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

fn folder(command: &Value) -> PathBuf {
    PathBuf::from(command["directory"].as_str().unwrap_or("."))
}

/// The file that a command compiles.
fn source(command: &Value) -> Option<PathBuf> {
    Some(folder(command).join(command["file"].as_str()?))
}

/// The words of a command, the compiler first.
fn words(command: &Value) -> Option<Vec<String>> {
    if let Some(arguments) = command["arguments"].as_array() {
        return arguments.iter().map(|word| word.as_str().map(str::to_string)).collect();
    }
    shlex::split(command["command"].as_str()?)
}

/// What of a command says what its file means, each with its value; paths are from nowhere in particular.
fn options(words: &[String], folder: &Path) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        let Some(&option) = VALUED.iter().filter(|option| word.starts_with(**option)).max_by_key(|o| o.len()) else {
            if OTHERS.iter().any(|start| word.starts_with(start)) && !word.starts_with("-march=native") {
                out.push(vec![word.clone()]);
            }
            continue;
        };
        let value = match &word[option.len()..] {
            "" => match rest.next() {
                Some(value) => value.clone(),
                None => continue,
            },
            value => value.trim_start_matches('=').to_string(),
        };
        let value = if PATHS.contains(&option) { folder.join(value).display().to_string() } else { value };
        out.push(vec![option.to_string(), value]);
    }
    out
}

/// Two options that give one name different meanings.
fn contradiction(all: &[Vec<String>]) -> Option<(String, String)> {
    let name = |option: &[String]| match option {
        [kind, value] if kind == "-D" || kind == "-U" => Some(value.split('=').next().unwrap_or_default().to_string()),
        [one] => one.split_once('=').filter(|(kind, _)| *kind == "-std").map(|(kind, _)| kind.to_string()),
        _ => None,
    };
    all.iter().enumerate().find_map(|(i, option)| {
        let own = name(option)?;
        let other = all[..i].iter().find(|other| name(other).as_ref() == Some(&own))?;
        Some((other.concat(), option.concat()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_say_what_a_file_means_are_taken() {
        let command = "cc -c -O2 -g -Wall -Iinc -I /abs -DA=1 -D B -std=gnu99 -MD -MF a.d -o a.o -include pre.h a.c";
        let words = shlex::split(command).unwrap();
        let found: Vec<String> = options(&words, Path::new("/b")).concat();
        let expected = ["-I", "/b/inc", "-I", "/abs", "-D", "A=1", "-D", "B", "-std=gnu99", "-include", "/b/pre.h"];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_contradicts_is_noticed() {
        let option = |words: &[&str]| words.iter().map(|w| w.to_string()).collect::<Vec<_>>();
        let all = [option(&["-D", "A=1"]), option(&["-I", "/x"]), option(&["-I", "/y"]), option(&["-D", "A=2"])];
        assert_eq!(contradiction(&all), Some(("-DA=1".to_string(), "-DA=2".to_string())));
        assert_eq!(contradiction(&all[..3]), None);
        assert!(contradiction(&[option(&["-std=c99"]), option(&["-std=c11"])]).is_some());
    }

    #[test]
    fn options_of_the_compiler_may_stand_among_ours() {
        let words = ["plica", "check", "-Iinc", "-D", "N=3", "a.c", "-std=c99", "--", "-DX"];
        let mut args: Vec<OsString> = words.iter().map(OsString::from).collect();
        assert_eq!(take_compiler_options(&mut args), ["-Iinc", "-D", "N=3", "-std=c99"]);
        assert_eq!(args, ["plica", "check", "a.c", "--", "-DX"]);
    }
}
