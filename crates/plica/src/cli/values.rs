//! Readers of single option values: durations, sizes, targets, solver commands, lengths.
//!
//! Oblivious to the options they belong to. Invariant: an error says what is wrong with this value and shows a right
//! one.

use super::options::{
    Argument, Arguments, Environment, FileOption, FileSize, FirstInputOption, SolverChoice, StubOption, Target,
};
use plica_exec::Stub;
use std::time::Duration;

/// `10s`, `500ms`, `2m`, `1h`, `1.5s`; a plain number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_number(text);
    let number: f64 = number.parse().map_err(|_| "expected a time such as 10s, 500ms or 2m".to_owned())?;
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "us" => 1e-6,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit of time `{unit}`; the units are us, ms, s, m and h")),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "the time is out of range".to_owned())
}

/// `512MiB`, `2G`, `4GiB`, `1000`: bytes. Units are powers of 1024, with or without `i` and `B`.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_number(text);
    let number: f64 = number.parse().map_err(|_| "expected a size such as 512MiB or 2G".to_owned())?;
    let unit = unit.to_ascii_lowercase();
    let shift = match unit.trim_end_matches('b').trim_end_matches('i') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(format!("unknown unit of size `{unit}`; the units are KiB, MiB, GiB and TiB")),
    };
    let bytes = number * (1u64 << shift) as f64;
    if !bytes.is_finite() || bytes < 0.0 || bytes >= u64::MAX as f64 {
        return Err("the size is out of range".to_owned());
    }
    Ok(bytes as u64)
}

fn split_number(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

/// `F`, `FILE:LINE` or `label:NAME`.
pub fn target(text: &str) -> Result<Target, String> {
    let expected = "expected a function, FILE:LINE or label:NAME";
    match text.rsplit_once(':') {
        Some(("label", name)) if !name.is_empty() => Ok(Target::Label(name.to_owned())),
        Some((file, line)) => match line.parse::<u32>() {
            Ok(line) if line > 0 && !file.is_empty() => Ok(Target::Line { file: file.to_owned(), line }),
            _ => Err(expected.to_owned()),
        },
        None if text.is_empty() => Err(expected.to_owned()),
        None => Ok(Target::Function(text.to_owned())),
    }
}

/// `NAME=NUMBER,...`, else the path of a test case.
pub fn first_input(text: &str) -> Result<FirstInputOption, String> {
    if !text.contains('=') {
        return Ok(FirstInputOption::Test(text.into()));
    }
    let value = |part: &str| {
        let (name, number) = part.split_once('=').ok_or(format!("`{part}` is not NAME=NUMBER"))?;
        let (name, number) = (name.trim(), number.trim());
        if name.is_empty() {
            return Err(format!("`{part}` names no input"));
        }
        let (digits, sign) = number.strip_prefix('-').map_or((number, 1), |digits| (digits, -1));
        let parsed = match digits.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => digits.parse::<u64>(),
        };
        let wrong = |_| format!("`{number}` is not a number: expected digits, or hexadecimal digits after 0x");
        Ok((name.to_owned(), sign * i128::from(parsed.map_err(wrong)?)))
    };
    text.split(',').map(value).collect::<Result<Vec<_>, String>>().map(FirstInputOption::Values)
}

/// `auto`, `bitwuzla`, `z3`, or a command with arguments; quotes hold an argument with blanks together.
pub fn solver(text: &str) -> Result<SolverChoice, String> {
    match text.trim() {
        "auto" => Ok(SolverChoice::Auto),
        "bitwuzla" => Ok(SolverChoice::Bitwuzla),
        "z3" => Ok(SolverChoice::Z3),
        command => match words(command)? {
            words if words.is_empty() => {
                Err("expected auto, bitwuzla, z3 or a command such as 'cvc5 --incremental'".into())
            }
            words => Ok(SolverChoice::Command(words)),
        },
    }
}

/// Splits a command as a shell would, for blanks and both kinds of quotes.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote in the command is not closed".to_owned());
    }
    words.extend(word);
    Ok(words)
}

/// The longest symbolic argument.
const LONGEST_ARGUMENT: u32 = 1 << 16;

/// More arguments than this `--args ..NxLEN` does not allow for.
const MOST_ARGUMENTS: u32 = 64;

/// `LEN,LEN,...`: the lengths of so many arguments; `..NxLEN`: any number of arguments up to N, of at most so many
/// bytes.
pub fn arguments(text: &str) -> Result<Arguments, String> {
    let length = |text: &str| match text.trim().parse::<u32>() {
        Ok(length) if length <= LONGEST_ARGUMENT => Ok(length),
        _ => Err(format!("expected the length of an argument in bytes, at most {LONGEST_ARGUMENT}")),
    };
    let Some(bound) = text.trim().strip_prefix("..") else {
        let argument = |text| length(text).map(Argument::Unknown);
        return text.split(',').map(argument).collect::<Result<_, _>>().map(Arguments::Each);
    };
    let expected = "expected ..NxLEN, such as ..3x8: at most 3 arguments of at most 8 bytes";
    let (count, each) = bound.split_once('x').ok_or(expected)?;
    match count.trim().parse::<u32>() {
        Ok(count @ 1..=MOST_ARGUMENTS) => Ok(Arguments::UpTo { count, length: length(each)? }),
        _ => Err(format!("{expected}; N is from 1 to {MOST_ARGUMENTS}")),
    }
}

/// `empty`, or the most bytes that a variable of the environment has.
pub fn environment(text: &str) -> Result<Environment, String> {
    match text.trim() {
        "empty" => Ok(Environment::Empty),
        bytes => match bytes.parse::<u32>() {
            Ok(bytes) if bytes <= LONGEST_ARGUMENT => Ok(Environment::Bytes(bytes)),
            _ => Err(format!("expected `empty`, or the most bytes a variable has, at most {LONGEST_ARGUMENT}")),
        },
    }
}

/// How many unknown bytes a file has: `N`, or `..N` for any number up to that.
pub fn file_size(text: &str) -> Result<FileSize, String> {
    let text = text.trim();
    let (number, make): (&str, fn(u32) -> FileSize) = match text.strip_prefix("..") {
        Some(most) => (most, FileSize::UpTo),
        None => (text, FileSize::Exactly),
    };
    match number.parse() {
        Ok(size) if size <= LONGEST_ARGUMENT => Ok(make(size)),
        _ => Err(format!("expected N or ..N bytes, at most {LONGEST_ARGUMENT}")),
    }
}

/// A file that there is.
pub fn file(text: &str) -> Result<(String, FileOption), String> {
    let expected = "expected NAME:N, NAME:..N or NAME=PATH";
    let copy = text.split_once('=').map(|(name, path)| (name, FileOption::Copy(path.into())));
    let (name, option) = match copy {
        Some(copy) => copy,
        None => {
            let (name, size) = text.rsplit_once(':').ok_or(expected)?;
            (name, FileOption::Unknown(file_size(size)?))
        }
    };
    if name.is_empty() { Err(expected.into()) } else { Ok((name.into(), option)) }
}

/// A function, and what takes its place.
pub fn stub(text: &str) -> Result<(String, StubOption), String> {
    let expected = "expected F=any, F=null or F=FILE.c";
    let (name, how) = text.split_once('=').ok_or(expected)?;
    if name.is_empty() || how.is_empty() {
        return Err(expected.into());
    }
    let stub = match how {
        "any" => StubOption::Result(Stub::Any),
        "null" => StubOption::Result(Stub::Null),
        file => StubOption::File(file.into()),
    };
    Ok((name.into(), stub))
}

/// The name of a tuning constant and its value. Which names there are is not known here.
pub fn tune(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=NUMBER, or `list` to see all names")?;
    match value.parse() {
        Ok(value) => Ok((name.into(), value)),
        Err(_) => Err(format!("`{value}` is not a number from 0 to {}", u64::MAX)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_given_by_length_or_by_bounds() {
        assert_eq!(arguments("3, 5"), Ok(Arguments::Each(vec![Argument::Unknown(3), Argument::Unknown(5)])));
        assert_eq!(arguments("..3x8"), Ok(Arguments::UpTo { count: 3, length: 8 }));
        assert_eq!(arguments("..1x0"), Ok(Arguments::UpTo { count: 1, length: 0 }));
        for wrong in ["..", "..3", "..0x8", "..65x8", "3x8", "..3x", "..3x99999", "-1", "3,,4"] {
            assert!(arguments(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn files_are_unknown_or_copies() {
        assert_eq!(file_size("8"), Ok(FileSize::Exactly(8)));
        assert_eq!(file("a:..3"), Ok(("a".into(), FileOption::Unknown(FileSize::UpTo(3)))));
        assert_eq!(file("a:b=c:3"), Ok(("a:b".into(), FileOption::Copy("c:3".into()))));
        for wrong in ["", "a", ":3", "=b", "a:b", "a:99999999"] {
            assert!(file(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn environments() {
        assert_eq!(environment("empty"), Ok(Environment::Empty));
        assert_eq!(environment("16"), Ok(Environment::Bytes(16)));
        assert!(environment("full").is_err() && environment("99999").is_err());
    }

    #[test]
    fn durations() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("1 h"), Ok(Duration::from_secs(3600)));
        for wrong in ["", "s", "-1s", "1x", "1.2.3s", "99999999999999999999999h", "NaN"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(size("512MiB"), Ok(512 << 20));
        assert_eq!(size("2G"), Ok(2 << 30));
        assert_eq!(size("1kb"), Ok(1024));
        assert_eq!(size("100"), Ok(100));
        assert_eq!(size("0.5GiB"), Ok(1 << 29));
        for wrong in ["", "M", "1X", "-1", "99999999999999999999T"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn first_inputs() {
        let values = |all: &[(&str, i128)]| {
            FirstInputOption::Values(all.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect())
        };
        assert_eq!(first_input("p=1,q=-2"), Ok(values(&[("p", 1), ("q", -2)])));
        assert_eq!(first_input("p = 0x1f"), Ok(values(&[("p", 31)])));
        assert_eq!(first_input("out/test000001.ktest"), Ok(FirstInputOption::Test("out/test000001.ktest".into())));
        for wrong in ["=5", "p=", "p=x", "p=1,q", "p=--1", "p=0x"] {
            assert!(first_input(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn targets() {
        assert_eq!(target("f"), Ok(Target::Function("f".into())));
        assert_eq!(target("a.c:12"), Ok(Target::Line { file: "a.c".into(), line: 12 }));
        assert_eq!(target("label:ERROR"), Ok(Target::Label("ERROR".into())));
        for wrong in ["", "a.c:", "a.c:x", ":3", "a.c:0", "label:"] {
            assert!(target(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn solver_commands() {
        assert_eq!(solver("z3"), Ok(SolverChoice::Z3));
        let command = SolverChoice::Command(vec!["/my path/z3".into(), "-in".into(), "".into()]);
        assert_eq!(solver("'/my path/z3' -in \"\""), Ok(command));
        assert!(solver(" ").is_err());
        assert!(solver("'a").is_err());
    }
}
