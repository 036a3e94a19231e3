//! What a text defines: functions, globals and blocks, found before anything is read, since they may be used before the
//! line that defines them.
//!
//! Oblivious to what is wrong with a line. Invariant: functions, globals and commands are counted here as they are when
//! they are read.

use std::collections::HashMap;

use super::lexer::{Id, Lexer, Name, Token};
use crate::command::Operand;
use crate::types::{FuncId, GlobalId, Loc};
use crate::words::unquoted;

/// See the module's description.
#[derive(Default)]
pub(super) struct Index {
    /// Names of functions by number.
    functions: Vec<String>,
    /// Names of globals by number.
    globals: Vec<String>,
    by_name: HashMap<String, Found<Operand>>,
    /// By function.
    blocks: Vec<HashMap<String, Found<Loc>>>,
}

/// What has a name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Found<T> {
    /// One.
    One(T),
    /// Several.
    Several,
    /// None.
    Nothing,
}

impl<T: Copy> Found<T> {
    /// One more has the name.
    pub fn add(map: &mut HashMap<String, Found<T>>, name: String, new: T) {
        map.entry(name).and_modify(|found| *found = Found::Several).or_insert(Found::One(new));
    }

    /// What has this name.
    pub fn of(map: &HashMap<String, Found<T>>, name: &str) -> Found<T> {
        map.get(name).copied().unwrap_or(Found::Nothing)
    }
}

/// The text of a name; empty if it is garbled.
pub(super) fn text(name: Name<'_>) -> String {
    if !name.quoted {
        return name.raw.to_string();
    }
    unquoted(name.raw).and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

impl Index {
    /// Goes through a text line by line.
    pub fn of(text: &str) -> Index {
        let mut index = Index::default();
        let mut lexer = Lexer::new(text);
        let mut commands = 0;
        loop {
            match next(&mut lexer) {
                Token::Eof => return index,
                Token::Newline => continue,
                first => index.line(first, lexer, &mut commands),
            }
            while !matches!(next(&mut lexer), Token::Newline | Token::Eof) {}
        }
    }

    fn line(&mut self, first: Token<'_>, mut rest: Lexer<'_>, commands: &mut u32) {
        let second = next(&mut rest);
        let header = match first {
            _ if second == Token::Mark(":") => "",
            Token::Name(Name { raw, quoted: false, id: Id::None }) => raw,
            _ => "",
        };
        match (header, second) {
            ("function" | "declare", Token::Name(name)) => {
                let id = FuncId(self.functions.len() as u32);
                self.functions.push(text(name));
                self.blocks.push(HashMap::new());
                Found::add(&mut self.by_name, text(name), Operand::Func(id));
                *commands = 0;
            }
            ("global" | "constant", Token::Name(name)) => {
                let id = GlobalId(self.globals.len() as u32);
                self.globals.push(text(name));
                Found::add(&mut self.by_name, text(name), Operand::Global { id, offset: 0 });
            }
            ("shown" | "is" | "params" | "local" | "temp" | "label", _) => {}
            ("type" | "alias" | "constructors" | "destructors", _) => {}
            (_, Token::Mark(":")) => {
                let name = match first {
                    Token::Name(name) => text(name),
                    Token::Number(number) => number.to_string(),
                    _ => return,
                };
                if let Some(blocks) = self.blocks.last_mut() {
                    Found::add(blocks, name, Loc(*commands));
                }
            }
            _ => *commands += 1,
        }
    }

    /// The function or global that a name stands for; the offset of a global is 0.
    pub fn entity(&self, name: Name<'_>) -> Found<Operand> {
        let text = text(name);
        let is = |names: &[String], id: u32| names.get(id as usize) == Some(&text);
        match name.id {
            Id::None => Found::of(&self.by_name, &text),
            Id::Func(id) if is(&self.functions, id) => Found::One(Operand::Func(FuncId(id))),
            Id::Global(id) if is(&self.globals, id) => Found::One(Operand::Global { id: GlobalId(id), offset: 0 }),
            _ => Found::Nothing,
        }
    }

    /// The start of a function's block.
    pub fn block(&self, function: FuncId, name: Name<'_>) -> Found<Loc> {
        self.blocks.get(function.index()).map_or(Found::Nothing, |blocks| Found::of(blocks, &text(name)))
    }
}

fn next<'a>(lexer: &mut Lexer<'a>) -> Token<'a> {
    lexer.skip_space();
    lexer.next()
}
