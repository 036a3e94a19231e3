//! What the reader stands on: the token that is looked at, and what is made of one or a few of them.
//!
//! Oblivious to what functions and commands are made of. Invariant: what refuses a token has not gone over it.

use std::sync::Arc;

use super::index::{self, Found};
use super::lexer::{Id, Name, Token};
use super::{Read, ReadError, Reader};
use crate::command::Operand;
use crate::types::{FuncId, Ty};
use crate::words::{ty_of, unquoted};

impl<'a> Reader<'a> {
    pub(super) fn advance(&mut self) {
        self.lexer.skip_space();
        self.start = self.lexer.at;
        self.token = self.lexer.next();
    }

    /// The token after the one that is looked at.
    pub(super) fn second(&self) -> Token<'a> {
        self.second_and_third().0
    }

    /// The two tokens after the one that is looked at.
    pub(super) fn second_and_third(&self) -> (Token<'a>, Token<'a>) {
        let mut lexer = self.lexer;
        lexer.skip_space();
        let second = lexer.next();
        lexer.skip_space();
        (second, lexer.next())
    }

    pub(super) fn error<T>(&self, expected: impl Into<String>) -> Read<T> {
        let before = &self.text.as_bytes()[..self.start.min(self.text.len())];
        let begin = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let found = match self.token {
            Token::Eof => "the end of the text".to_string(),
            Token::Newline => "the end of the line".to_string(),
            _ => {
                let token = self.text.get(self.start..self.lexer.at).unwrap_or("").lines().next().unwrap_or("");
                let shown: String = token.chars().take(40).collect();
                format!("`{shown}`")
            }
        };
        Err(ReadError {
            line: 1 + before.iter().filter(|&&b| b == b'\n').count() as u32,
            column: (before.len() - begin) as u32 + 1,
            expected: expected.into(),
            found,
        })
    }

    pub(super) fn is_mark(&self, mark: &str) -> bool {
        self.token == Token::Mark(mark)
    }

    /// Goes over a mark if it is there.
    pub(super) fn takes(&mut self, mark: &str) -> bool {
        let there = self.is_mark(mark);
        if there {
            self.advance();
        }
        there
    }

    pub(super) fn mark(&mut self, mark: &str) -> Read<()> {
        if self.takes(mark) { Ok(()) } else { self.error(format!("`{mark}`")) }
    }

    /// The bare word that is looked at; empty if it is none.
    pub(super) fn word(&self) -> &'a str {
        match self.token {
            Token::Name(Name { raw, quoted: false, id: Id::None }) => raw,
            _ => "",
        }
    }

    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        let there = self.word() == word;
        if there {
            self.advance();
        }
        there
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.takes_word(word) { Ok(()) } else { self.error(format!("`{word}`")) }
    }

    pub(super) fn end_of_line(&self) -> Read<()> {
        if self.is_end() { Ok(()) } else { self.error("the end of the line") }
    }

    /// Items between commas, up to what `is_end` tells; none if that comes at once.
    pub(super) fn list<T>(
        &mut self,
        is_end: impl Fn(&Self) -> bool,
        item: impl Fn(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        let mut out = Vec::new();
        if is_end(self) {
            return Ok(out);
        }
        loop {
            out.push(item(self)?);
            if !self.takes(",") {
                return Ok(out);
            }
        }
    }

    pub(super) fn is_end(&self) -> bool {
        matches!(self.token, Token::Newline | Token::Eof)
    }

    /// A number, made of whether it is negative and its digits.
    pub(super) fn number<T>(&mut self, what: &str, made: impl FnOnce(bool, u128) -> Option<T>) -> Read<T> {
        let Token::Number(number) = self.token else { return self.error(what) };
        let digits = number.strip_prefix(['-', '+']).unwrap_or(number);
        let value = match digits.strip_prefix("0x") {
            Some(hex) => u128::from_str_radix(hex, 16).ok(),
            None => digits.parse().ok(),
        };
        let Some(value) = value.and_then(|value| made(number.starts_with('-'), value)) else { return self.error(what) };
        self.advance();
        Ok(value)
    }

    /// A number of an unsigned type.
    pub(super) fn unsigned<T: TryFrom<u128>>(&mut self, what: &str) -> Read<T> {
        self.number(what, |negative, value| T::try_from(value).ok().filter(|_| !negative))
    }

    /// A signed number of 64 bits.
    pub(super) fn signed(&mut self, what: &str) -> Read<i64> {
        self.number(what, with_sign)
    }

    pub(super) fn ty(&mut self) -> Read<Ty> {
        let Some(ty) = ty_of(self.word()) else { return self.error("a type") };
        self.advance();
        Ok(ty)
    }

    /// A name without a number.
    pub(super) fn plain_name(&mut self, what: &str) -> Read<Arc<str>> {
        match self.token {
            Token::Name(name @ Name { id: Id::None, .. }) => self.text_of(name, what),
            _ => self.error(what),
        }
    }

    /// The text of the name that is looked at.
    pub(super) fn text_of(&mut self, name: Name<'_>, what: &str) -> Read<Arc<str>> {
        if name.quoted && unquoted(name.raw).is_none_or(|bytes| std::str::from_utf8(&bytes).is_err()) {
            return self.error(what);
        }
        self.advance();
        Ok(index::text(name).into())
    }

    /// The name of a block or a label.
    pub(super) fn block_name(&mut self, what: &str) -> Read<Arc<str>> {
        match self.token {
            Token::Number(number) if number.bytes().all(|b| b.is_ascii_digit()) => {
                self.advance();
                Ok(number.into())
            }
            _ => self.plain_name(what),
        }
    }

    /// A text in quotes.
    pub(super) fn string(&mut self) -> Read<Arc<str>> {
        match self.token {
            Token::Name(name @ Name { quoted: true, id: Id::None, .. }) => self.text_of(name, "a text in quotes"),
            _ => self.error("a text in quotes"),
        }
    }

    /// A function or a global, with an offset behind it.
    pub(super) fn entity(&mut self) -> Read<Operand> {
        let Token::Entity(name) = self.token else { return self.error("a function or a global") };
        let known = match self.index.entity(name) {
            Found::One(known) => known,
            Found::Several => return self.error("a name with its number, since several have it"),
            Found::Nothing => return self.error("a function or a global of the program"),
        };
        self.advance();
        match known {
            Operand::Global { id, .. } if matches!(self.token, Token::Number(n) if n.starts_with(['+', '-'])) => {
                Ok(Operand::Global { id, offset: self.signed("an offset")? })
            }
            _ => Ok(known),
        }
    }

    pub(super) fn function_name(&mut self) -> Read<FuncId> {
        match self.token {
            Token::Entity(name) => match self.index.entity(name) {
                Found::One(Operand::Func(id)) => {
                    self.advance();
                    Ok(id)
                }
                Found::Several => self.error("a name with its number, since several have it"),
                Found::One(_) | Found::Nothing => self.error("a function of the program"),
            },
            _ => self.error("a function"),
        }
    }

    pub(super) fn skip_lines(&mut self) {
        while self.token == Token::Newline {
            self.advance();
        }
    }

    /// The name of what is defined here, of which this is the number.
    pub(super) fn defined(&mut self, id: Id) -> Read<Arc<str>> {
        match self.token {
            Token::Name(name) if name.id == Id::None || name.id == id => self.text_of(name, "a name"),
            Token::Name(_) => self.error(match id {
                Id::Func(id) => format!("the number f{id}"),
                Id::Global(id) => format!("the number g{id}"),
                Id::Var(id) => format!("the number {id}"),
                Id::None => "no number".into(),
            }),
            _ => self.error("a name"),
        }
    }
}

/// A number of 64 bits with a sign.
pub(super) fn with_sign(negative: bool, value: u128) -> Option<i64> {
    let value = i128::try_from(value).ok()?;
    i64::try_from(if negative { -value } else { value }).ok()
}
