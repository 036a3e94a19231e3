//! Tokens of the printed form, as slices of the text.
//!
//! Oblivious to grammar. Invariant: every call of [`Lexer::next`] before the end consumes at least one byte, and no
//! token but [`Token::Newline`] goes over the end of a line.

use crate::words::is_of_name;

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// The end of the text.
    Eof,
    /// The end of a line, with a comment before it.
    Newline,
    /// `x`, `"x"`, `x#3`, `#3`.
    Name(Name<'a>),
    /// `@x`, `@x#f3`.
    Entity(Name<'a>),
    /// `12`, `-3`, `+3`, `0x1f`.
    Number(&'a str),
    /// Punctuation.
    Mark(&'a str),
    /// What is no token.
    Bad,
}

/// A name, with its number where it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Name<'a> {
    /// As it is written, without quotes.
    pub raw: &'a str,
    /// Did it stand in quotes?
    pub quoted: bool,
    /// The number behind it.
    pub id: Id,
}

/// The number behind a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Id {
    /// There is none.
    None,
    /// `#3`: a variable.
    Var(u32),
    /// `#f3`: a function.
    Func(u32),
    /// `#g3`: a global.
    Global(u32),
}

/// A position in the text. Copying it is how the reader looks ahead.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Byte offset of what comes next.
    pub at: usize,
}

/// The longer ones first.
const MARKS: &[&str] = &["...", ":=", "->", "=>", "(", ")", "[", "]", "{", "}", ",", ":", "?", "+", "-", "*", "="];

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn take(&mut self, len: usize) -> &'a str {
        let taken = self.text.get(self.at..self.at + len).unwrap_or("");
        self.at += len;
        taken
    }

    fn take_while(&mut self, is: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        self.take(rest.bytes().position(|b| !is(b)).unwrap_or(rest.len()))
    }

    /// Skips white space within the line, and a comment.
    pub fn skip_space(&mut self) {
        self.take_while(|b| matches!(b, b' ' | b'\t' | b'\r'));
        if self.rest().starts_with(';') {
            self.take_while(|b| b != b'\n');
        }
    }

    /// The token at `at`; white space must have been skipped.
    pub fn next(&mut self) -> Token<'a> {
        let rest = self.rest().as_bytes();
        let Some(&first) = rest.first() else { return Token::Eof };
        match first {
            b'\n' => {
                self.at += 1;
                Token::Newline
            }
            b'0'..=b'9' => self.number(),
            b'-' | b'+' if rest.get(1).is_some_and(u8::is_ascii_digit) => self.number(),
            b'.' if rest.starts_with(b"...") => Token::Mark(self.take(3)),
            b'@' => {
                self.at += 1;
                self.name().map_or(Token::Bad, Token::Entity)
            }
            b'#' | b'"' => self.name().map_or(Token::Bad, Token::Name),
            b if is_of_name(b) => self.name().map_or(Token::Bad, Token::Name),
            _ => match MARKS.iter().find(|mark| rest.starts_with(mark.as_bytes())) {
                Some(mark) => Token::Mark(self.take(mark.len())),
                None => {
                    self.at += self.rest().chars().next().map_or(1, char::len_utf8);
                    Token::Bad
                }
            },
        }
    }

    fn number(&mut self) -> Token<'a> {
        let rest = self.rest().as_bytes();
        let signs = usize::from(!rest[0].is_ascii_digit());
        let digits = rest[signs..].iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(rest.len() - signs);
        Token::Number(self.take(signs + digits))
    }

    /// A name or a number of one; `None`: quotes without an end, or nothing that could be a number.
    fn name(&mut self) -> Option<Name<'a>> {
        let quoted = self.rest().starts_with('"');
        let raw = if quoted {
            self.at += 1;
            let raw = self.take_while(|b| !matches!(b, b'"' | b'\n'));
            if !self.rest().starts_with('"') {
                return None;
            }
            self.at += 1;
            raw
        } else {
            self.take_while(is_of_name)
        };
        let numbered = self.rest().starts_with('#');
        let id = if numbered {
            self.at += 1;
            let id = self.take_while(|b| b.is_ascii_alphanumeric());
            match id.as_bytes().first()? {
                b'f' => Id::Func(id[1..].parse().ok()?),
                b'g' => Id::Global(id[1..].parse().ok()?),
                _ => Id::Var(id.parse().ok()?),
            }
        } else {
            Id::None
        };
        (quoted || numbered || !raw.is_empty()).then_some(Name { raw, quoted, id })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        let mut out = Vec::new();
        loop {
            lexer.skip_space();
            match lexer.next() {
                Token::Eof => return out,
                token => out.push(token),
            }
        }
    }

    fn bare(raw: &str) -> Name<'_> {
        Name { raw, quoted: false, id: Id::None }
    }

    #[test]
    fn names_and_their_numbers() {
        use Token::{Entity, Name as Var};
        let quoted = Name { raw: "a b", quoted: true, id: Id::Var(12) };
        assert_eq!(
            tokens("x.y \"a b\"#12 #0 @f#f1 @g#g2 copy #1"),
            [
                Var(bare("x.y")),
                Var(quoted),
                Var(Name { id: Id::Var(0), ..bare("") }),
                Entity(Name { id: Id::Func(1), ..bare("f") }),
                Entity(Name { id: Id::Global(2), ..bare("g") }),
                Var(bare("copy")),
                Var(Name { id: Id::Var(1), ..bare("") }),
            ]
        );
    }

    #[test]
    fn numbers_marks_and_lines() {
        use Token::*;
        assert_eq!(
            tokens("-1:32 + 4 @g-4 0x1f := ; x \"\n..."),
            [
                Number("-1"),
                Mark(":"),
                Number("32"),
                Mark("+"),
                Number("4"),
                Entity(bare("g")),
                Number("-4"),
                Number("0x1f"),
                Mark(":="),
                Newline,
                Mark("..."),
            ]
        );
    }

    #[test]
    fn what_is_no_token() {
        for text in ["\"open", "\"open\n\"", "x#", "#y", "x#4294967296", "@", "é", "\u{1}", "#f"] {
            assert_eq!(tokens(text)[0], Token::Bad, "{text:?}");
        }
    }
}
