//! Rust sources as the rules of the house read them: code apart from comments and literals, functions, public types.
//!
//! Not a parser: it goes by tokens, and by what rustfmt makes of a file. Invariant: code has the lines and columns of
//! the text that it is of.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A file with what of it is code.
pub struct Source {
    /// Where it is, from the root of the repository.
    pub path: String,
    /// All of it.
    pub text: String,
    /// The text with blanks in place of comments and of what is inside of literals.
    pub code: String,
    /// The text with blanks in place of comments only.
    pub uncommented: String,
    /// Lines, from 0, that have a comment behind `//`.
    pub commented: BTreeSet<usize>,
    /// Lines that begin inside of a literal.
    literal: BTreeSet<usize>,
}

/// A function with a body.
pub struct Function<'a> {
    /// Its name.
    pub name: &'a str,
    /// The line of `fn`, from 1.
    pub line: usize,
    /// Lines from there to its closing brace, but those that are text inside of a literal.
    pub lines: usize,
}

/// Where a character is.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Code,
    LineComment,
    /// With those around it.
    BlockComment(u32),
    /// With a backslash before.
    Escape,
    Text,
    /// With so many `#` after its end.
    RawText(usize),
    /// So many more characters are its.
    Character(usize),
}

impl Source {
    /// Reads a file below the root.
    pub fn read(root: &Path, path: &Path) -> Source {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let path = path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned();
        Source::new(path, text)
    }

    /// Tells the code of a text from the rest.
    pub fn new(path: String, text: String) -> Source {
        let mut source = Source {
            path,
            text: String::new(),
            code: String::new(),
            uncommented: String::new(),
            commented: BTreeSet::new(),
            literal: BTreeSet::new(),
        };
        let chars: Vec<char> = text.chars().collect();
        let (mut inside, mut line) = (Inside::Code, 0);
        for at in 0..chars.len() {
            let before = inside;
            inside = next(&chars, at, inside);
            if inside == Inside::LineComment {
                source.commented.insert(line);
            }
            let is = |i: Inside| matches!(i, Inside::LineComment | Inside::BlockComment(_));
            let comment = is(before) || is(inside);
            let code = before == Inside::Code && matches!(inside, Inside::Code | Inside::Text | Inside::RawText(_));
            let c = chars[at];
            source.uncommented.push(if comment && c != '\n' { ' ' } else { c });
            source.code.push(if code || c == '\n' { c } else { ' ' });
            if c == '\n' {
                line += 1;
                if !matches!(inside, Inside::Code | Inside::BlockComment(_)) {
                    source.literal.insert(line);
                }
            }
        }
        Source { text, ..source }
    }

    /// The crate whose folder it is in.
    pub fn krate(&self) -> &str {
        self.path.strip_prefix("crates/").and_then(|p| p.split('/').next()).unwrap_or("")
    }

    /// Is it a part of what its crate offers: neither a test nor a build script?
    pub fn is_shipped(&self) -> bool {
        let file = self.path.rsplit('/').next().unwrap_or("");
        self.path.contains("/src/") && !self.path.contains("/tests/") && file != "tests.rs"
    }

    /// All functions that have a body, nested ones too.
    pub fn functions(&self) -> Vec<Function<'_>> {
        let code = &self.code;
        let mut functions = Vec::new();
        for (at, _) in code.match_indices("fn ") {
            if code[..at].chars().next_back().is_some_and(is_part_of_name) {
                continue;
            }
            let name = name_at(&code[at + 3..]);
            let Some(end) = body_end(&code[at..]).filter(|_| !name.is_empty()) else { continue };
            let line = code[..at].matches('\n').count();
            let last = line + code[at..at + end].matches('\n').count();
            let lines = (line..=last).filter(|line| !self.literal.contains(line)).count();
            functions.push(Function { name, line: line + 1, lines });
        }
        functions
    }

    /// Names of the types and traits that the file itself declares `pub`, outside of functions and modules in it.
    pub fn public_types(&self) -> impl Iterator<Item = &str> {
        self.code.lines().filter_map(|line| {
            let rest = line.strip_prefix("pub ")?.trim_start_matches("unsafe ");
            let keyword = ["struct ", "enum ", "trait ", "type ", "union "].iter().find(|k| rest.starts_with(**k))?;
            Some(name_at(&rest[keyword.len()..]))
        })
    }

    /// Names that it makes public with `pub use`.
    pub fn exports(&self) -> Vec<String> {
        let mut exports = Vec::new();
        for (at, start) in self.code.match_indices("\npub use ") {
            let item = self.code[at + start.len()..].split(';').next().unwrap_or("");
            // `a::b as c`, of which the last word is what it is called from then on.
            let last = |path: &str| path.rsplit([':', ' ', '\n']).find(|p| !p.is_empty()).unwrap_or("").to_owned();
            let names = item.split_once('{').map_or(item, |(_, names)| names);
            exports.extend(names.split([',', '{', '}']).map(last).filter(|name| !name.is_empty()));
        }
        exports
    }

    /// Names of the modules that it declares `pub`, each in a file of its own.
    pub fn public_modules(&self) -> impl Iterator<Item = &str> {
        self.code.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
    }
}

/// Where the character after the one at a place is.
fn next(chars: &[char], at: usize, inside: Inside) -> Inside {
    let c = chars[at];
    let is = |offset: usize, wanted: char| chars.get(at + offset) == Some(&wanted);
    match inside {
        Inside::Code => match c {
            '/' if is(1, '/') => Inside::LineComment,
            '/' if is(1, '*') => Inside::BlockComment(0),
            '"' => {
                let fences = chars[..at].iter().rev().take_while(|c| **c == '#').count();
                let raw = chars[..at - fences].ends_with(&['r']);
                if raw { Inside::RawText(fences) } else { Inside::Text }
            }
            // Else a lifetime.
            '\'' if is(1, '\\') => {
                Inside::Character(chars[at + 3..].iter().position(|c| *c == '\'').map_or(0, |p| p + 3))
            }
            '\'' if is(2, '\'') => Inside::Character(2),
            _ => Inside::Code,
        },
        Inside::LineComment => {
            if c == '\n' {
                Inside::Code
            } else {
                Inside::LineComment
            }
        }
        Inside::BlockComment(depth) => match c {
            // The first is this comment's own.
            '/' if is(1, '*') => Inside::BlockComment(depth + 1),
            '/' if at > 0 && chars[at - 1] == '*' && depth <= 1 => Inside::Code,
            '/' if at > 0 && chars[at - 1] == '*' => Inside::BlockComment(depth - 1),
            _ => Inside::BlockComment(depth.max(1)),
        },
        Inside::Text => match c {
            '\\' => Inside::Escape,
            '"' => Inside::Code,
            _ => Inside::Text,
        },
        Inside::Escape => Inside::Text,
        Inside::RawText(fences) => {
            let ends = c == '"' && (1..=fences).all(|offset| is(offset, '#'));
            if ends { Inside::Code } else { Inside::RawText(fences) }
        }
        Inside::Character(more) => {
            if more <= 1 {
                Inside::Code
            } else {
                Inside::Character(more - 1)
            }
        }
    }
}

/// Where the body of the item that a code begins with ends, if it has one.
fn body_end(code: &str) -> Option<usize> {
    let (mut brackets, mut braces) = (0, 0);
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' => brackets += 1,
            ')' | ']' => brackets -= 1,
            '{' => braces += 1,
            '}' => {
                braces -= 1;
                if braces == 0 {
                    return Some(at);
                }
            }
            ';' if brackets == 0 && braces == 0 => return None,
            _ => {}
        }
    }
    None
}

/// May it be in a name?
pub fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The name that a text begins with.
pub fn name_at(text: &str) -> &str {
    text.split(|c| !is_part_of_name(c)).next().unwrap_or("")
}

/// The types and traits that other crates can name, of the crate in a folder: what its root and its public modules
/// declare and export.
pub fn offered(root: &Path, folder: &Path) -> BTreeSet<String> {
    fn visit(root: &Path, file: &Path, beside: &Path, offered: &mut BTreeSet<String>) {
        let source = Source::read(root, file);
        offered.extend(source.public_types().map(str::to_owned));
        // Constants have no small letters, but a short name may be a type's.
        let is_type = |name: &String| {
            name.starts_with(|c: char| c.is_uppercase())
                && (name.len() < 3 || name.contains(|c: char| c.is_lowercase()))
        };
        offered.extend(source.exports().into_iter().filter(is_type));
        for module in source.public_modules() {
            let inner = beside.join(module);
            let files = [beside.join(format!("{module}.rs")), inner.join("mod.rs")];
            for file in files.iter().filter(|file| file.is_file()) {
                visit(root, file, &inner, offered);
            }
        }
    }
    let mut offered = BTreeSet::new();
    let src: PathBuf = folder.join("src");
    visit(root, &src.join("lib.rs"), &src, &mut offered);
    offered
}
