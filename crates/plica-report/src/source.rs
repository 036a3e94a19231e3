//! The source lines that diagnostics show.
//!
//! Oblivious to what is shown at them. Invariant: a file that cannot be read is simply not there; showing an error
//! never fails because its source is gone.

use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;

/// Where the text of source files comes from.
pub trait SourceProvider {
    /// A line of a file, counted from 1, without its end; `None` if it is not known.
    fn line(&mut self, file: &str, line: u32) -> Option<String>;
}

/// Reads source files from disk, each once.
#[derive(Debug, Default)]
pub struct SourceCache {
    files: HashMap<String, Option<String>>,
    folders: Vec<PathBuf>,
}

impl SourceCache {
    /// Relative names are looked up in the current folder first, then in these.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        SourceCache { files: HashMap::new(), folders }
    }

    /// Adds a text under a name, as if it had been read from a file of that name.
    pub fn insert(&mut self, file: &str, text: &str) {
        self.files.insert(file.to_owned(), Some(text.to_owned()));
    }

    fn read(&self, file: &str) -> Option<String> {
        let candidates = std::iter::once(PathBuf::from(file)).chain(self.folders.iter().map(|f| f.join(file)));
        let bytes = candidates.filter(|path| path.is_file()).find_map(|path| std::fs::read(path).ok())?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl SourceProvider for SourceCache {
    fn line(&mut self, file: &str, line: u32) -> Option<String> {
        if !self.files.contains_key(file) {
            let text = self.read(file);
            self.files.insert(file.to_owned(), text);
        }
        let text = self.files.get(file)?.as_deref()?;
        let line = usize::try_from(line).ok()?.checked_sub(1)?;
        text.lines().nth(line).map(str::to_owned)
    }
}

/// The part of a line to underline for a diagnostic at a column (in bytes, from 1; 0 for the whole line).
///
/// Debug information gives the start of an expression only. What is underlined is the chain of names, calls,
/// subscripts and member accesses that starts there, or one character where none does.
pub(crate) fn span(line: &str, column: u32) -> Range<usize> {
    let trimmed = line.len() - line.trim_start().len()..line.trim_end().len();
    let Some(start) = usize::try_from(column).ok().and_then(|column| column.checked_sub(1)) else {
        return if trimmed.is_empty() { 0..0 } else { trimmed };
    };
    if start >= line.len() || !line.is_char_boundary(start) {
        return if trimmed.is_empty() { 0..0 } else { trimmed };
    }
    let bytes = line.as_bytes();
    let mut end = start;
    loop {
        end += bytes[end..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        match bytes.get(end) {
            Some(b'(' | b'[') if end > start => match closing(bytes, end) {
                Some(close) => end = close + 1,
                None => break,
            },
            Some(b'.') if end > start && starts_name(bytes, end + 1) => end += 1,
            Some(b'-') if end > start && bytes.get(end + 1) == Some(&b'>') && starts_name(bytes, end + 2) => end += 2,
            _ => break,
        }
    }
    if end == start {
        end = start + line[start..].chars().next().map_or(0, char::len_utf8);
    }
    start..end
}

fn starts_name(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
}

/// The bracket that closes the one at `open`, on the same line. Brackets in string literals are not told apart: the
/// worst that follows is an underline that is too short or too long.
fn closing(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in bytes.iter().enumerate().skip(open) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expression_at_the_column_is_underlined() {
        let under = |line: &'static str, column| &line[span(line, column)];
        assert_eq!(under("    assert(a[i] != x);", 5), "assert(a[i] != x)");
        assert_eq!(under("  x = a[i] + 1;", 7), "a[i]");
        assert_eq!(under("  x = p->next->value;", 7), "p->next->value");
        assert_eq!(under("  x = a / b;", 9), "/");
        assert_eq!(under("  *p = 1;", 6), "=");
        assert_eq!(under("  call(a,", 3), "call");
        assert_eq!(under("  x = 1; ", 0), "x = 1;");
    }

    #[test]
    fn columns_outside_of_the_line_do_not_panic() {
        for column in 0..12 {
            span("é=1;", column);
            span("", column);
            span("a[", column);
            span("a->", column);
            span("a)b", column);
        }
    }

    #[test]
    fn lines_come_from_the_cache_and_missing_files_are_not_there() {
        let mut cache = SourceCache::default();
        cache.insert("a.c", "one\ntwo\n");
        assert_eq!(cache.line("a.c", 2).as_deref(), Some("two"));
        assert_eq!(cache.line("a.c", 3), None);
        assert_eq!(cache.line("a.c", 0), None);
        assert_eq!(cache.line("/no/such/file.c", 1), None);
    }
}
