//! The reader of the printed form: what [`crate::print_program`] writes becomes the same program again, but for
//! positions of the source.
//!
//! For tests, whose programs are then a few lines of text. A person may leave out what can be told: the numbers of
//! commands, and a jump may name a block instead. `;` begins a comment. Oblivious to meaning: what is read may still be
//! refused by [`crate::verify`]. Invariant: no text makes it panic, nor recurse; time and memory are linear in the text
//! and in the size of initialised globals, of which there is a limit.

mod commands;
mod cursor;
mod functions;
mod index;
mod lexer;
mod types;

use std::collections::HashMap;
use std::fmt;

use crate::command::Operand;
use crate::program::{Function, Global, Init, Program, Reloc};
use crate::source::DebugLoc;
use crate::types::{FuncId, GlobalId, VarId};
use crate::words::unquoted;

use functions::empty;
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

impl Reader<'_> {
    fn whole(&mut self) -> Read<()> {
        loop {
            self.skip_lines();
            match self.word() {
                "function" => self.function(true)?,
                "declare" => self.function(false)?,
                "global" => self.global(false)?,
                "constant" => self.global(true)?,
                "type" => self.data_type()?,
                "alias" => self.alias()?,
                "constructors" => self.program.constructors = self.functions()?,
                "destructors" => self.program.destructors = self.functions()?,
                _ if self.token == Token::Eof => return Ok(()),
                _ => return self.error("a function, a global or the end of the text"),
            }
        }
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
        while self.takes(",") {
            if self.takes_word("type") {
                let ty = self.type_id()?;
                self.program.types.globals.insert(id, ty);
            } else if self.takes_word("model") {
                self.program.model_globals.insert(id);
            } else {
                self.expect_word("anonymous")?;
                self.program.anonymous.insert(id);
            }
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
}
