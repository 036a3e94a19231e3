//! The locations that `--target` names, or what to write in its place.
//!
//! Oblivious to what becomes of them. Invariant: a target that names nothing is an error that shows the names most like
//! it.

use plica_ir::{DebugLoc, FuncId, Function, Loc, Program};

use crate::cli::Target;
use crate::error::UserError;

/// So many names are shown.
const SHOWN: usize = 6;

/// The locations that a target names.
pub fn targets(program: &Program, target: Option<&Target>) -> Result<Vec<(FuncId, Loc)>, UserError> {
    let Some(target) = target else { return Ok(Vec::new()) };
    let places = |f| match target {
        Target::Function(name) => entry(f, name),
        Target::Label(name) => label(f, name),
        Target::Line { file, line } => starts_of_line(program, f, file, *line),
    };
    let bodies = || program.functions.iter().enumerate().filter(|(_, f)| !f.is_declaration());
    let found: Vec<_> = bodies().flat_map(|(i, f)| places(f).into_iter().map(move |l| (FuncId(i as u32), l))).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let bodies = || bodies().map(|(_, f)| f);
    let help = match target {
        Target::Function(name) => like(name, bodies().map(|f| &*f.display), "function"),
        Target::Label(name) => like(name, bodies().flat_map(labels).map(|(name, _)| name), "label"),
        Target::Line { file, line } => like_line(program, file, *line),
    };
    let forms = "targets are a function, FILE:LINE of a line with code, or label:NAME of a C label";
    Err(UserError::new(format!("the target {target} is nowhere in the program")).help(format!("{forms}; {help}")))
}

fn entry(f: &Function, name: &str) -> Vec<Loc> {
    if &*f.name == name || &*f.display == name { vec![Loc(0)] } else { Vec::new() }
}

fn label(f: &Function, name: &str) -> Vec<Loc> {
    labels(f).filter(|(label, _)| *label == name).map(|(_, at)| at).collect()
}

/// The labels of a function. Code without debug information has the names of its blocks instead.
fn labels(f: &Function) -> impl Iterator<Item = (&str, Loc)> {
    let blocks = if f.locs.iter().all(|l| l.line == 0) { &f.blocks[..] } else { &[] };
    let blocks = blocks.iter().filter(|b| !b.name.is_empty()).map(|b| (&*b.name, b.start));
    f.labels.iter().map(|l| (&*l.name, l.at)).chain(blocks)
}

/// The first command of each run of commands on the line.
fn starts_of_line(program: &Program, f: &Function, file: &str, line: u32) -> Vec<Loc> {
    let on_line = |l: &DebugLoc| l.line == line && program.source.file(*l).name.ends_with(file);
    let starts = f.locs.iter().enumerate().filter(|&(at, l)| on_line(l) && (at == 0 || !on_line(&f.locs[at - 1])));
    starts.map(|(at, _)| Loc(at as u32)).collect()
}

/// The names that are most like one that does not exist.
fn like<'a>(name: &str, known: impl Iterator<Item = &'a str>, what: &str) -> String {
    let rank = |known: &str| (edits(&known.to_lowercase(), &name.to_lowercase()), known.to_owned());
    let mut ranked: Vec<(usize, String)> = known.map(rank).collect();
    ranked.sort();
    ranked.dedup();
    let near = name.len() / 3 + 1;
    let all = ranked.len();
    let close: Vec<&str> = ranked.iter().filter(|(d, _)| *d <= near).take(SHOWN).map(|(_, n)| &**n).collect();
    match (all, &close[..]) {
        (0, _) => format!("the program has no {what}"),
        (_, []) => {
            let some: Vec<&str> = ranked.iter().take(SHOWN).map(|(_, n)| &**n).collect();
            let dots = if all > SHOWN { ", ..." } else { "" };
            format!("the {what}s are {}{dots}", some.join(", "))
        }
        _ => format!("a {what} of a similar name is {}", close.join(", ")),
    }
}

/// The line with code that is nearest in the file, or the files like it.
fn like_line(program: &Program, file: &str, line: u32) -> String {
    let places = || program.functions.iter().flat_map(|f| &f.locs).filter(|l| l.line > 0);
    let lines = places().filter(|l| program.source.file(**l).name.ends_with(file)).map(|l| l.line);
    match lines.min_by_key(|l| (l.abs_diff(line), *l)) {
        Some(near) => format!("the nearest line with code is {near}"),
        None => like(last(file), places().map(|l| last(&program.source.file(*l).name)), "file"),
    }
}

/// The last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// How many characters have to be changed, put in or left out to make one text of the other (Levenshtein).
pub fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let least = (diagonal + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], least);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{edits, like};

    #[test]
    fn names_are_ranked_by_how_little_has_to_be_changed() {
        assert_eq!([edits("", "abc"), edits("kitten", "sitting"), edits("ERROR", "EROR")], [3, 3, 1]);
        let known = ["out", "error", "err", "EXIT", "error"];
        assert_eq!(like("ERRORS", known.into_iter(), "label"), "a label of a similar name is error, err");
        assert_eq!(like("q", known[..1].iter().copied(), "label"), "the labels are out");
        assert_eq!(like("q", [].into_iter(), "label"), "the program has no label");
    }
}
