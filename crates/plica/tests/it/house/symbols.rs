//! Where code asks about the characters of a symbol's name.
//!
//! Oblivious to who may. Not a parser: it follows a name from where it is taken to the end of the block, by variables.

use super::source::is_part_of_name;

/// What asks about the characters of a text.
const ASKS: &[&str] = &[
    "starts_with(",
    "ends_with(",
    "contains(",
    "strip_prefix(",
    "strip_suffix(",
    "split_once(",
    "rsplit_once(",
    "split(",
    "find(",
    "matches(",
    "as_bytes(",
    "chars(",
];

/// Marks of names that the engine gives to symbols.
const MARKS: &[&str] = &["κ", "τ", "uninit", "undef", "result ", " on return"];

/// Does what follows the name of a symbol ask about its characters?
fn asks_about(rest: &str) -> bool {
    let rest = rest.trim_start();
    let method = rest.strip_prefix('.').is_some_and(|rest| ASKS.iter().any(|ask| rest.starts_with(ask)));
    method || rest.starts_with("==") || rest.starts_with("!=")
}

/// A code up to the end of the block that it begins in.
fn rest_of_block(code: &str) -> &str {
    let mut depth = 0;
    let end = code.find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth < 0
    });
    &code[..end.unwrap_or(code.len())]
}

/// The variable that the end of a statement is assigned to: `let info = ...`, with `if`, `Some`, `&` as it may be.
fn assigned(statement: &str) -> Option<&str> {
    let (before, _) = statement.rsplit_once('=')?;
    let (_, pattern) = before.rsplit_once("let ")?;
    let name = pattern.trim().trim_start_matches("Some(").trim_end_matches(')').trim_start_matches('&');
    (!name.is_empty() && name.chars().all(is_part_of_name)).then_some(name)
}

/// Offsets in a code behind what is the name of a symbol: `pool.symbol_info(s).name`, `info.name` and `name` where
/// these were assigned from it.
fn names_taken(code: &str) -> Vec<usize> {
    let mut taken = Vec::new();
    for (at, start) in code.match_indices("symbol_info(") {
        let mut depth = 1;
        let arguments = code[at + start.len()..].find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let Some(end) = arguments.map(|length| at + start.len() + length + 1) else { continue };
        let is_name = code[end..].starts_with(".name");
        let end = if is_name { end + ".name".len() } else { end };
        taken.extend(is_name.then_some(end));
        let statement = code[..at].rsplit([';', '}']).next().unwrap_or("");
        let Some(variable) = assigned(statement) else { continue };
        let access = if is_name { variable.to_owned() } else { format!("{variable}.name") };
        for (found, _) in rest_of_block(&code[end..]).match_indices(&access) {
            let (from, to) = (end + found, end + found + access.len());
            let other = |c: Option<char>| c.is_some_and(|c| is_part_of_name(c) || c == '.');
            let longer = code[to..].chars().next().is_some_and(is_part_of_name);
            taken.extend((!longer && !other(code[..from].chars().next_back())).then_some(to));
        }
    }
    taken
}

/// Lines, from 1, at which a code asks about the name of a symbol.
pub fn names_asked_about(code: &str) -> Vec<usize> {
    let line = |at: &usize| code[..*at].matches('\n').count() + 1;
    names_taken(code).iter().filter(|at| asks_about(&code[**at..])).map(line).collect()
}

/// Lines, from 1, at which a code asks any text for one of the engine's own marks in names.
pub fn marks_asked_for(code: &str) -> Vec<usize> {
    let mut lines = Vec::new();
    for ask in ASKS {
        for (at, _) in code.match_indices(ask) {
            let argument = code[at + ask.len()..].trim_start_matches(['&', '[', '"', '\'']);
            let asked = MARKS.iter().any(|mark| argument.starts_with(mark));
            lines.extend(asked.then(|| code[..at].matches('\n').count() + 1));
        }
    }
    lines
}

#[test]
fn questions_about_names_are_seen() {
    let asks = |code: &str| !names_asked_about(code).is_empty();
    assert!(asks("let info = pool.symbol_info(s);\n if info.name.starts_with(x) {}"));
    assert!(asks("if let Some(info) = id.map(|id| pool.symbol_info(id)) && info.name\n .contains(x) {}"));
    assert!(asks("let b = *pool.symbol_info(f(s)).name == *x;"));
    assert!(asks("{ let name = &pool.symbol_info(s).name;\n name.split_once(x) }"));
    assert!(!asks("{ let name = &pool.symbol_info(s).name; }\n fn f(name: &str) { name.split_once(x) }"));
    assert!(!asks("let info = pool.symbol_info(s);\n let name = info.name.clone(); other.name.starts_with(x);"));
    assert_eq!(marks_asked_for("let a = 1;\nif name.starts_with('κ') || text.contains(\"plain\") {}"), [2]);
}
