//! The reader of the printed form: what [`crate::print_program`] writes becomes the same program again, but for
//! positions of the source.
//!
//! For tests, whose programs are then a few lines of text. A person may leave out what can be told: the numbers of
//! commands, and a jump may name a block instead. `;` begins a comment. Oblivious to meaning: what is read may still be
//! refused by [`crate::verify`]. Invariant: no text makes it panic, nor recurse; time and memory are linear in the text
//! and in the size of initialised globals, of which there is a limit.

mod commands;
mod index;
mod lexer;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use crate::command::Operand;
use crate::program::{Block, Function, Global, Init, Label, Program, Reloc, Var, VarKind};
use crate::source::DebugLoc;
use crate::types::{FuncId, GlobalId, Loc, Ty, VarId};
use crate::words::{is_reserved, ty_of, unquoted};

use index::{Found, Index};
use lexer::{Id, Lexer, Name, Token};

/// Bytes of all globals with contents.
const MOST_BYTES: u64 = 64 << 20;

/// Why a text could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// What is wanted there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: expected {}, found {}", self.line, self.column, self.expected, self.found)
    }
}

impl std::error::Error for ReadError {}

/// The program that a text describes.
pub fn read(text: &str) -> Result<Program, ReadError> {
    let mut reader = Reader {
        text,
        index: Index::of(text),
        lexer: Lexer::new(text),
        start: 0,
        token: Token::Newline,
        program: Program::default(),
        wide: HashMap::new(),
        bytes: 0,
        vars: HashMap::new(),
        f: empty("".into()),
        id: FuncId(0),
    };
    reader.advance();
    reader.whole()?;
    Ok(reader.program)
}

type Read<T> = Result<T, ReadError>;

/// A function of which only the name is known.
fn empty(name: Arc<str>) -> Function {
    Function {
        display: name.clone(),
        name,
        vars: Vec::new(),
        params: 0,
        results: Vec::new(),
        variadic: false,
        code: Vec::new(),
        locs: Vec::new(),
        blocks: Vec::new(),
        labels: Vec::new(),
        decl: DebugLoc::UNKNOWN,
    }
}

struct Reader<'a> {
    text: &'a str,
    index: Index,
    /// Behind `token`.
    lexer: Lexer<'a>,
    /// Where `token` starts.
    start: usize,
    /// What is looked at.
    token: Token<'a>,
    program: Program,
    /// Positions in the program's table.
    wide: HashMap<u128, u32>,
    /// Contents of globals so far.
    bytes: u64,
    /// Variables of the function that is being read.
    vars: HashMap<String, Found<VarId>>,
    /// That function.
    f: Function,
    /// Its number.
    id: FuncId,
}

impl<'a> Reader<'a> {
    fn advance(&mut self) {
        self.lexer.skip_space();
        self.start = self.lexer.at;
        self.token = self.lexer.next();
    }

    /// The token after the one that is looked at.
    fn second(&self) -> Token<'a> {
        self.second_and_third().0
    }

    /// The two tokens after the one that is looked at.
    fn second_and_third(&self) -> (Token<'a>, Token<'a>) {
        let mut lexer = self.lexer;
        lexer.skip_space();
        let second = lexer.next();
        lexer.skip_space();
        (second, lexer.next())
    }

    fn error<T>(&self, expected: impl Into<String>) -> Read<T> {
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

    fn is_mark(&self, mark: &str) -> bool {
        self.token == Token::Mark(mark)
    }

    /// Goes over a mark if it is there.
    fn takes(&mut self, mark: &str) -> bool {
        let there = self.is_mark(mark);
        if there {
            self.advance();
        }
        there
    }

    fn mark(&mut self, mark: &str) -> Read<()> {
        if self.takes(mark) { Ok(()) } else { self.error(format!("`{mark}`")) }
    }

    /// The bare word that is looked at; empty if it is none.
    fn word(&self) -> &'a str {
        match self.token {
            Token::Name(Name { raw, quoted: false, id: Id::None }) => raw,
            _ => "",
        }
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let there = self.word() == word;
        if there {
            self.advance();
        }
        there
    }

    fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.takes_word(word) { Ok(()) } else { self.error(format!("`{word}`")) }
    }

    fn end_of_line(&self) -> Read<()> {
        if self.is_end() { Ok(()) } else { self.error("the end of the line") }
    }

    /// Items between commas, up to what `is_end` tells; none if that comes at once.
    fn list<T>(&mut self, is_end: impl Fn(&Self) -> bool, item: impl Fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
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

    fn is_end(&self) -> bool {
        matches!(self.token, Token::Newline | Token::Eof)
    }

    /// A number, made of whether it is negative and its digits.
    fn number<T>(&mut self, what: &str, made: impl FnOnce(bool, u128) -> Option<T>) -> Read<T> {
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
    fn unsigned<T: TryFrom<u128>>(&mut self, what: &str) -> Read<T> {
        self.number(what, |negative, value| T::try_from(value).ok().filter(|_| !negative))
    }

    /// A signed number of 64 bits.
    fn signed(&mut self, what: &str) -> Read<i64> {
        self.number(what, with_sign)
    }

    fn ty(&mut self) -> Read<Ty> {
        let Some(ty) = ty_of(self.word()) else { return self.error("a type") };
        self.advance();
        Ok(ty)
    }

    /// A name without a number.
    fn plain_name(&mut self, what: &str) -> Read<Arc<str>> {
        match self.token {
            Token::Name(name @ Name { id: Id::None, .. }) => self.text_of(name, what),
            _ => self.error(what),
        }
    }

    /// The text of the name that is looked at.
    fn text_of(&mut self, name: Name<'_>, what: &str) -> Read<Arc<str>> {
        if name.quoted && unquoted(name.raw).is_none_or(|bytes| std::str::from_utf8(&bytes).is_err()) {
            return self.error(what);
        }
        self.advance();
        Ok(index::text(name).into())
    }

    /// The name of a block or a label.
    fn block_name(&mut self, what: &str) -> Read<Arc<str>> {
        match self.token {
            Token::Number(number) if number.bytes().all(|b| b.is_ascii_digit()) => {
                self.advance();
                Ok(number.into())
            }
            _ => self.plain_name(what),
        }
    }

    /// A text in quotes.
    fn string(&mut self) -> Read<Arc<str>> {
        match self.token {
            Token::Name(name @ Name { quoted: true, id: Id::None, .. }) => self.text_of(name, "a text in quotes"),
            _ => self.error("a text in quotes"),
        }
    }

    /// A function or a global, with an offset behind it.
    fn entity(&mut self) -> Read<Operand> {
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

    fn function_name(&mut self) -> Read<FuncId> {
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

    fn whole(&mut self) -> Read<()> {
        loop {
            self.skip_lines();
            match self.word() {
                "function" => self.function(true)?,
                "declare" => self.function(false)?,
                "global" => self.global(false)?,
                "constant" => self.global(true)?,
                "alias" => self.alias()?,
                "constructors" => self.program.constructors = self.functions()?,
                "destructors" => self.program.destructors = self.functions()?,
                _ if self.token == Token::Eof => return Ok(()),
                _ => return self.error("a function, a global or the end of the text"),
            }
        }
    }

    /// Is this the first word of something that is not part of a function?
    fn is_outside(&self) -> bool {
        let words = ["function", "declare", "global", "constant", "alias", "constructors", "destructors"];
        words.contains(&self.word())
    }

    fn functions(&mut self) -> Read<Vec<FuncId>> {
        self.advance();
        let all = self.list(Self::is_end, Self::function_name)?;
        self.end_of_line()?;
        Ok(all)
    }

    fn alias(&mut self) -> Read<()> {
        self.advance();
        let name = self.plain_name("a name")?;
        self.mark("=")?;
        match self.entity()? {
            Operand::Global { id, .. } => drop(self.program.globals_by_name.insert(name, id)),
            Operand::Func(id) => drop(self.program.by_name.insert(name, id)),
            _ => {}
        }
        self.end_of_line()
    }

    /// The name of what is defined here, of which this is the number.
    fn defined(&mut self, id: Id) -> Read<Arc<str>> {
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

    fn global(&mut self, constant: bool) -> Read<()> {
        self.advance();
        let id = GlobalId(self.program.globals.len() as u32);
        let name = self.defined(Id::Global(id.0))?;
        self.mark(":")?;
        let size: u64 = self.unsigned("the size in bytes")?;
        self.expect_word("bytes")?;
        self.mark(",")?;
        self.expect_word("cells")?;
        self.expect_word("of")?;
        let cell = self.unsigned("the size of a cell")?;
        if self.takes(",") {
            self.expect_word("anonymous")?;
            self.program.anonymous.insert(id);
        }
        self.mark("=")?;
        let init = match self.word() {
            "zero" => {
                self.advance();
                Init::Zero
            }
            "extern" => {
                self.advance();
                Init::Extern
            }
            "unsupported" => {
                self.advance();
                Init::Unsupported(self.string()?)
            }
            _ => self.contents(size)?,
        };
        self.program.globals_by_name.entry(name.clone()).or_insert(id);
        self.program.globals.push(Global { name, size, cell, constant, init, decl: DebugLoc::UNKNOWN });
        self.end_of_line()
    }

    /// Bytes, of which zeros at the end may be left out, and addresses.
    fn contents(&mut self, size: u64) -> Read<Init> {
        self.bytes = self.bytes.saturating_add(size);
        if self.bytes > MOST_BYTES {
            return self.error(format!("contents of at most {MOST_BYTES} bytes in all"));
        }
        let mut bytes = match self.token {
            Token::Name(Name { raw, quoted: true, id: Id::None }) => unquoted(raw),
            _ => return self.error("`zero`, `extern`, `unsupported` or a text in quotes"),
        };
        let Some(bytes) = bytes.as_mut().filter(|bytes| bytes.len() as u64 <= size) else {
            return self.error(format!("a text of at most {size} bytes"));
        };
        self.advance();
        bytes.resize(size as usize, 0);
        let mut relocs = Vec::new();
        if self.takes_word("with") {
            relocs = self.list(Self::is_end, |r| {
                let value = r.entity()?;
                r.expect_word("at")?;
                let inside =
                    |_, at| u64::try_from(at).ok().filter(|at| at.checked_add(8).is_some_and(|end| end <= size));
                Ok(Reloc { offset: r.number("the offset of eight bytes inside of the global", inside)?, value })
            })?;
        }
        Ok(Init::Data { bytes: std::mem::take(bytes).into(), relocs })
    }

    fn function(&mut self, body: bool) -> Read<()> {
        self.advance();
        self.id = FuncId(self.program.functions.len() as u32);
        let name = self.defined(Id::Func(self.id.0))?;
        self.f = empty(name.clone());
        self.vars.clear();
        self.mark("(")?;
        while !self.is_mark(")") && !self.f.variadic {
            if self.takes("...") {
                self.f.variadic = true;
            } else {
                self.variable(VarKind::Param)?;
            }
            if !self.is_mark(")") {
                self.mark(",")?;
            }
        }
        self.f.params = self.f.vars.len() as u32;
        self.mark(")")?;
        self.mark("->")?;
        self.mark("(")?;
        self.f.results = self.list(|r| r.is_mark(")"), Self::ty)?;
        self.mark(")")?;
        self.end_of_line()?;
        self.header()?;
        if body {
            self.body()?;
        }
        self.program.by_name.entry(name.clone()).or_insert(self.id);
        self.program.functions.push(std::mem::replace(&mut self.f, empty(name)));
        Ok(())
    }

    /// The lines between a function's head and its first block.
    fn header(&mut self) -> Read<()> {
        loop {
            self.skip_lines();
            match self.word() {
                _ if self.second() == Token::Mark(":") => return Ok(()),
                "shown" => {
                    self.advance();
                    self.expect_word("as")?;
                    self.f.display = self.string()?;
                }
                "is" => {
                    self.advance();
                    self.list(Self::is_end, Self::property)?;
                }
                word @ ("local" | "temp") => {
                    let kind = if word == "local" { VarKind::Local } else { VarKind::Temp };
                    self.advance();
                    self.list(Self::is_end, |r| r.variable(kind))?;
                }
                _ => return Ok(()),
            }
            self.end_of_line()?;
        }
    }

    fn skip_lines(&mut self) {
        while self.token == Token::Newline {
            self.advance();
        }
    }

    fn property(&mut self) -> Read<()> {
        let word = self.word();
        let p = &mut self.program;
        let set: &mut BTreeSet<FuncId> = match word {
            "model" => &mut p.models,
            "optimised" => &mut p.optimised,
            "unchecked_indices" => &mut p.unchecked_indices,
            "unchecked_builtins" => &mut p.unchecked_builtins,
            "reads_volatile" => &mut p.reads_volatile,
            _ => return self.error("model, optimised, unchecked_indices, unchecked_builtins or reads_volatile"),
        };
        set.insert(self.id);
        self.advance();
        Ok(())
    }

    /// A variable where it is declared.
    fn variable(&mut self, kind: VarKind) -> Read<()> {
        let unsigned = self.takes_word("unsigned");
        let ty = self.ty()?;
        let signed = !unsigned && matches!(ty, Ty::Int(_));
        let id = VarId(self.f.vars.len() as u32);
        if is_reserved(self.word()) {
            return self.error(format!("a name with the number {} behind it, since this is a word", id.0));
        }
        let name = self.defined(Id::Var(id.0))?;
        Found::add(&mut self.vars, name.to_string(), id);
        self.f.vars.push(Var { name, ty, kind, decl: DebugLoc::UNKNOWN, signed });
        Ok(())
    }

    fn body(&mut self) -> Read<()> {
        loop {
            self.skip_lines();
            let next = self.f.code.len();
            let at = Loc(next as u32);
            if self.second() == Token::Mark(":") {
                let name = self.block_name("the name of a block")?;
                self.advance();
                self.f.blocks.push(Block { start: at, name });
            } else if self.takes_word("label") {
                let name = self.block_name("the name of a label")?;
                self.f.labels.push(Label { name, at });
            } else if self.token == Token::Eof || self.is_outside() {
                break;
            } else {
                if let Token::Number(_) = self.token {
                    let is_next = |_, number| (number == next as u128).then_some(());
                    self.number(&format!("the number {next}"), is_next)?;
                }
                let command = self.command()?;
                self.f.code.push(command);
                self.f.locs.push(DebugLoc::UNKNOWN);
            }
            self.end_of_line()?;
        }
        if self.f.code.is_empty() {
            return self.error("a command, since a function without one is written `declare`");
        }
        Ok(())
    }
}

/// A number of 64 bits with a sign.
fn with_sign(negative: bool, value: u128) -> Option<i64> {
    let value = i128::try_from(value).ok()?;
    i64::try_from(if negative { -value } else { value }).ok()
}
