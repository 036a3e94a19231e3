//! The reader: from text to the syntax tree.
//!
//! Recursive descent with one token of look-ahead, over a borrowed text. It knows the grammar and the numbering of
//! unnamed values, and is oblivious to what instructions do. Lenient about attributes and metadata, strict about the
//! rest: an unknown instruction becomes [`InstKind::Unknown`](crate::ast::InstKind::Unknown), anything else that does
//! not fit is a [`SyntaxError`].
//!
//! Invariant: any text is read in time linear in its length (up to hashing), with bounded recursion, and without a
//! panic.

mod attributes;
mod calls;
mod constants;
mod floats;
mod functions;
mod globals;
mod instructions;
mod memory;
mod metadata;
mod scope;
mod types;

use crate::ast::{Module, Symbol};
use crate::error::{HELP, SyntaxError};
use crate::lexer::{Lexer, Name, Token, has_escape, unescape};
use scope::Scope;

/// Deepest nesting of types, constants and metadata that is read.
const MAX_DEPTH: u32 = 200;

/// Reads a module. Call it on a thread with the usual stack (1 MB is plenty).
pub fn parse(text: &str) -> Result<Module, SyntaxError> {
    let mut parser = Parser::new(text);
    match parser.module() {
        Ok(()) => Ok(parser.module),
        Err(Fail::Syntax(error)) => Err(*error),
        // Only instructions may be unknown, and their parser turns this into `InstKind::Unknown`.
        Err(Fail::Unknown) => match parser.error::<()>("something plica can read") {
            Err(Fail::Syntax(error)) => Err(*error),
            _ => Ok(parser.module),
        },
    }
}

/// Why a rule did not apply.
enum Fail {
    /// The text is wrong.
    Syntax(Box<SyntaxError>),
    /// The text may be right, but it is newer than this reader.
    Unknown,
}

type Parsed<T> = Result<T, Fail>;

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The token looked at.
    token: Token<'a>,
    /// Its offset.
    start: usize,
    /// Its line.
    line: u32,
    /// Where the token before it ended.
    previous_end: usize,
    /// Its line.
    previous_line: u32,
    depth: u32,
    /// Whether a pointer was written with a star, as before LLVM 15.
    typed_pointers: bool,
    module: Module,
    /// Values and blocks of the function being read.
    scope: Scope,
    in_function: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        let mut parser = Parser {
            text,
            lexer: Lexer::new(text),
            token: Token::Eof,
            start: 0,
            line: 1,
            previous_end: 0,
            previous_line: 1,
            depth: 0,
            typed_pointers: false,
            module: Module::default(),
            scope: Scope::default(),
            in_function: false,
        };
        parser.bump();
        parser
    }

    /// Goes to the next token and returns the one before.
    fn bump(&mut self) -> Token<'a> {
        self.previous_end = self.lexer.pos;
        self.previous_line = self.lexer.line;
        self.lexer.skip_space();
        self.start = self.lexer.pos;
        self.line = self.lexer.line;
        std::mem::replace(&mut self.token, self.lexer.next())
    }

    /// Goes back to a position taken earlier.
    fn rewind(&mut self, to: Lexer<'a>) {
        self.lexer = to;
        self.bump();
    }

    /// The position of the token looked at, for [`rewind`](Self::rewind).
    fn here(&self) -> Lexer<'a> {
        let mut here = self.lexer;
        here.pos = self.start;
        here.line = self.line;
        here
    }

    fn error<T>(&self, expected: &str) -> Parsed<T> {
        let found = match self.token {
            Token::Eof => "the end of the file".to_string(),
            Token::Unterminated => "a string without a closing quote".to_string(),
            _ => {
                let end = self.lexer.pos.min(self.start + 40);
                let text = self.text.get(self.start..end).or_else(|| self.text.get(self.start..self.lexer.pos));
                format!("`{}`", text.unwrap_or("?").lines().next().unwrap_or(""))
            }
        };
        self.error_at(self.start, format!("expected {expected}, found {found}"))
    }

    fn error_at<T>(&self, offset: usize, message: String) -> Parsed<T> {
        Err(Fail::Syntax(Box::new(SyntaxError::at(self.text, offset, message, HELP))))
    }

    fn at(&self, punct: u8) -> bool {
        self.token == Token::Punct(punct)
    }

    fn eat(&mut self, punct: u8) -> bool {
        let here = self.at(punct);
        if here {
            self.bump();
        }
        here
    }

    fn expect(&mut self, punct: u8) -> Parsed<()> {
        if self.eat(punct) { Ok(()) } else { self.error(&format!("`{}`", punct as char)) }
    }

    fn at_word(&self, word: &str) -> bool {
        self.token == Token::Word(word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let here = self.at_word(word);
        if here {
            self.bump();
        }
        here
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.error(&format!("`{word}`")) }
    }

    /// Eats a comma unless metadata attachments follow it.
    fn comma(&mut self) -> bool {
        if self.at(b',') && self.lexer.peek_byte() != b'!' {
            self.bump();
            return true;
        }
        false
    }

    /// A number without a sign.
    fn unsigned<N: std::str::FromStr>(&mut self) -> Parsed<N> {
        if let Token::Int(digits) = self.token
            && let Ok(n) = digits.parse()
        {
            self.bump();
            return Ok(n);
        }
        self.error("a number")
    }

    /// `(N)`.
    fn unsigned_in_parens<N: std::str::FromStr>(&mut self) -> Parsed<N> {
        self.expect(b'(')?;
        let n = self.unsigned()?;
        self.expect(b')')?;
        Ok(n)
    }

    fn string(&mut self) -> Parsed<&'a str> {
        if let Token::Str(raw) = self.token {
            self.bump();
            return Ok(raw);
        }
        self.error("a string")
    }

    /// The text of a raw string; bytes that are not UTF-8 are replaced.
    fn unescaped(raw: &str) -> String {
        if has_escape(raw) { String::from_utf8_lossy(&unescape(raw)).into_owned() } else { raw.to_string() }
    }

    fn intern_raw(&mut self, raw: &str) -> Symbol {
        if !has_escape(raw) {
            return self.module.names.intern(raw);
        }
        let bytes = unescape(raw);
        match std::str::from_utf8(&bytes) {
            Ok(s) => self.module.names.intern(s),
            // Keep names that are no UTF-8 apart: the text with its escapes is as good a name.
            Err(_) => self.module.names.intern(raw),
        }
    }

    /// The symbol of a global's or type's name.
    fn intern_name(&mut self, name: Name<'a>) -> Symbol {
        match name {
            Name::Plain(s) => self.module.names.intern(s),
            Name::Quoted(raw) => self.intern_raw(raw),
            Name::Num(n) => self.scope.number_symbol(&mut self.module.names, n),
        }
    }

    /// Runs a rule one level deeper, or refuses.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return self.error_at(self.start, format!("nested more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// Skips a parenthesis and all that it holds; the token looked at is `(`.
    fn skip_parens(&mut self) -> Parsed<()> {
        let open = self.start;
        let mut depth = 0u32;
        loop {
            match self.token {
                Token::Punct(b'(') => depth += 1,
                Token::Punct(b')') => depth -= 1,
                Token::Eof | Token::Unterminated => {
                    return self.error_at(open, "a parenthesis that is not closed".to_string());
                }
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }
}
