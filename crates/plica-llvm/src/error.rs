//! What is wrong with a text that claims to be LLVM IR.
//!
//! Oblivious to files: the caller knows the file's name and puts it in front. Invariant: every error says where, what
//! was expected, what was found, and what can be done.

use std::fmt;

/// Why a text could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// The text of that line, cut where it is very long.
    pub source: String,
    /// What was expected and what was found.
    pub message: String,
    /// What to do about it.
    pub help: &'static str,
}

/// The help line of errors that have no better one.
pub(crate) const HELP: &str = "the file must be textual LLVM IR as written by `clang -S -emit-llvm`, `rustc --emit=llvm-ir` or `llvm-dis` \
     (14 or newer), complete and unedited; make it again, or report this line if it is";

/// Longest part of a source line that an error shows.
const SHOWN: usize = 160;

impl SyntaxError {
    /// An error at a byte offset of `text`.
    pub(crate) fn at(text: &str, offset: usize, message: String, help: &'static str) -> Self {
        let bytes = text.as_bytes();
        let offset = offset.min(bytes.len());
        let begin = bytes[..offset].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let end = bytes[offset..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |i| offset + i);
        let line = 1 + bytes[..begin].iter().filter(|&&b| b == b'\n').count() as u32;
        let mut source: String = String::from_utf8_lossy(&bytes[begin..end]).trim_end().to_string();
        if source.len() > SHOWN
            && let Some((cut, _)) = source.char_indices().nth(SHOWN)
        {
            source.truncate(cut);
            source.push('…');
        }
        SyntaxError { line, column: (offset - begin + 1) as u32, source, message, help }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        if !self.source.is_empty() {
            writeln!(f, "{:5} | {}", self.line, self.source)?;
            if (self.column as usize) <= SHOWN {
                writeln!(f, "      | {:width$}^", "", width = self.column as usize - 1)?;
            }
        }
        write!(f, "help: {}", self.help)
    }
}

impl std::error::Error for SyntaxError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_and_text_of_the_line() {
        let e = SyntaxError::at("ab\ncde\nf", 5, "expected x".into(), HELP);
        assert_eq!((e.line, e.column, e.source.as_str()), (2, 3, "cde"));
        assert!(e.to_string().starts_with("line 2, column 3: expected x\n    2 | cde\n      |   ^\nhelp: "));
    }

    #[test]
    fn offset_past_the_end_is_the_end() {
        let e = SyntaxError::at("ab", 99, "m".into(), HELP);
        assert_eq!((e.line, e.column), (1, 3));
        let e = SyntaxError::at("", 0, "m".into(), HELP);
        assert_eq!((e.line, e.column), (1, 1));
    }

    #[test]
    fn a_long_line_is_cut_at_a_character() {
        let e = SyntaxError::at(&"é".repeat(500), 0, "m".into(), HELP);
        assert_eq!(e.source.chars().count(), SHOWN + 1);
    }
}
