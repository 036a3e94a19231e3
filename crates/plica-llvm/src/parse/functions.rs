//! Functions: header, parameters, blocks, and the numbering of what has no name.
//!
//! Oblivious to single instructions. Invariant: when a function has been read, every local and block it mentions is
//! defined, exactly once, and every block ends with a terminator (or an unknown instruction).

use super::attributes::{FunctionAttrs, is_value_word, linkage, visibility};
use super::scope::Key;
use super::{Parsed, Parser};
use crate::ast::{
    BlockId, FunctionDecl, GlobalRef, InstKind, Linkage, LocalId, MdId, Param, Symbol, Type, TypeId, TypeTable,
    TypedValue, Visibility,
};
use crate::lexer::{Name, Token};

/// Words of a function's tail that are not attributes.
fn is_tail_word(word: &str) -> bool {
    matches!(
        word,
        "section"
            | "partition"
            | "comdat"
            | "align"
            | "gc"
            | "prefix"
            | "prologue"
            | "personality"
            | "unnamed_addr"
            | "local_unnamed_addr"
            | "addrspace"
    )
}

impl<'a> Parser<'a> {
    /// `define ...` or `declare ...`; the token looked at is that word.
    pub(super) fn function(&mut self, defined: bool, next_global: &mut u32) -> Parsed<()> {
        let line = self.line;
        self.bump();
        self.scope.clear();
        let mut dbg: Option<MdId> = None;
        self.attachments(false, |name, id| {
            if name == "dbg" {
                dbg = Some(id);
            }
        })?;
        let (mut link, mut visible) = (Linkage::External, Visibility::Default);
        let ret_attrs = self.before_result_type(|word| {
            if let Some(l) = linkage(word) {
                link = l;
            } else if let Some(v) = visibility(word) {
                visible = v;
            } else {
                return false;
            }
            true
        })?;
        let ret = self.result_type()?;
        let at = self.start;
        let name = match self.token {
            Token::Global(name) => {
                if let Name::Num(n) = name {
                    *next_global = n.saturating_add(1);
                }
                self.bump();
                self.intern_name(name)
            }
            Token::Punct(b'(') => {
                let n = *next_global;
                *next_global = n.saturating_add(1);
                self.intern_name(Name::Num(n))
            }
            _ => return self.error("a function's name such as `@main`"),
        };
        let (params, varargs) = self.params(defined)?;
        let types = params.iter().map(|p| p.ty).collect();
        let ty = self.module.types.intern(Type::Function { ret, params: types, varargs });
        let mut function = FunctionDecl {
            linkage: link,
            visibility: visible,
            defined,
            ret_attrs,
            params,
            dbg,
            line,
            ..FunctionDecl::declared(name, ret, ty, varargs)
        };
        self.function_tail(&mut function)?;
        if defined {
            self.in_function = true;
            self.body()?;
            self.in_function = false;
        }
        function.locals = std::mem::take(&mut self.scope.locals);
        function.blocks = std::mem::take(&mut self.scope.blocks);
        let index = self.module.functions.len() as u32;
        self.module.functions.push(function);
        self.enter(name, at, GlobalRef::Function(index))
    }

    /// The result's type: a plain type, as `(` after the name is not part of it.
    fn result_type(&mut self) -> Parsed<TypeId> {
        if self.at_type() { self.ty() } else { self.error("a type") }
    }

    fn params(&mut self, defined: bool) -> Parsed<(Vec<Param>, bool)> {
        self.expect(b'(')?;
        let mut params = Vec::new();
        let mut varargs = false;
        while !self.at(b')') {
            if self.token == Token::Ellipsis {
                self.bump();
                varargs = true;
                break;
            }
            let ty = self.ty()?;
            let attrs = self.param_attrs()?;
            let local = self.param_name(ty, defined)?;
            params.push(Param { local, ty, attrs });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok((params, varargs))
    }

    fn param_name(&mut self, ty: TypeId, defined: bool) -> Parsed<LocalId> {
        let at = self.start;
        let key = match self.token {
            Token::Local(Name::Num(n)) => {
                if n < self.scope.next_number || n as usize > self.text.len() {
                    return self.error(&format!("`%{}`", self.scope.next_number));
                }
                self.bump();
                self.scope.next_number = n + 1;
                Key::Number(n)
            }
            Token::Local(name) => {
                self.bump();
                Key::Named(self.intern_name(name))
            }
            _ => {
                let n = self.scope.next_number;
                self.scope.next_number += 1;
                Key::Number(n)
            }
        };
        let id = self.scope.local(&mut self.module.names, key, ty, at);
        if !self.scope.define_local(id, ty) && defined {
            return self.error_at(at, "a second parameter of this name".to_string());
        }
        Ok(id)
    }

    fn function_tail(&mut self, function: &mut FunctionDecl) -> Parsed<()> {
        let mut attrs = FunctionAttrs::default();
        loop {
            self.function_attrs(&mut attrs, is_tail_word)?;
            match self.token {
                Token::Word("section") => {
                    self.bump();
                    let section = self.string()?;
                    function.section = Some(self.intern_raw(section));
                }
                Token::Word("partition" | "gc") => {
                    self.bump();
                    self.string()?;
                }
                Token::Word("comdat" | "unnamed_addr" | "local_unnamed_addr" | "addrspace") => {
                    self.bump();
                    self.skip_parens_if_any()?;
                }
                Token::Word("align") => {
                    self.bump();
                    let align = if self.at(b'(') { self.unsigned_in_parens()? } else { self.unsigned()? };
                    function.align = Some(align);
                }
                Token::Word("prefix" | "prologue") => {
                    self.bump();
                    self.operand()?;
                }
                Token::Word("personality") => {
                    self.bump();
                    function.personality = Some(self.operand()?);
                }
                Token::Md(_) if self.lexer.peek_byte() != b'=' => {
                    let mut dbg = function.dbg;
                    self.attachments(false, |name, id| {
                        if name == "dbg" {
                            dbg = Some(id);
                        }
                    })?;
                    function.dbg = dbg;
                }
                _ => break,
            }
        }
        function.attr_groups = attrs.groups.into();
        function.attrs = attrs.words.into();
        Ok(())
    }

    fn body(&mut self) -> Parsed<()> {
        self.expect(b'{')?;
        let mut current: Option<BlockId> = None;
        loop {
            match self.token {
                Token::Punct(b'}') => break,
                Token::Word("uselistorder" | "uselistorder_bb") if current.is_none() => {
                    self.lexer.skip_line();
                    self.bump();
                }
                Token::Label(label) => {
                    self.expect_no_open_block(current)?;
                    let (line, at) = (self.line, self.start);
                    self.bump();
                    let key = match label.parse::<u32>() {
                        Ok(n) if n as usize <= self.text.len() && !label.starts_with(['+', '-']) => {
                            self.scope.next_number = n + 1;
                            Key::Number(n)
                        }
                        _ => Key::Named(self.module.names.intern(label)),
                    };
                    current = Some(self.begin_block(key, line, at)?);
                }
                Token::QuotedLabel(raw) => {
                    self.expect_no_open_block(current)?;
                    let (line, at) = (self.line, self.start);
                    self.bump();
                    let key = Key::Named(self.intern_raw(raw));
                    current = Some(self.begin_block(key, line, at)?);
                }
                Token::Eof => return self.error("an instruction or `}`"),
                _ => {
                    let block = match current {
                        Some(block) => block,
                        None => {
                            let n = self.scope.next_number;
                            self.scope.next_number += 1;
                            self.begin_block(Key::Number(n), self.line, self.start)?
                        }
                    };
                    let instruction = self.instruction()?;
                    current = if instruction.kind.is_terminator() { None } else { Some(block) };
                    self.scope.blocks[block.0 as usize].instructions.push(instruction);
                }
            }
        }
        self.expect_no_open_block(current)?;
        if self.scope.blocks.is_empty() {
            return self.error("an instruction: a function that is defined has a body");
        }
        self.bump();
        self.check_all_defined()
    }

    /// A block that is still open may only end here if its last instruction is an unknown one.
    fn expect_no_open_block(&self, current: Option<BlockId>) -> Parsed<()> {
        let Some(id) = current else { return Ok(()) };
        let last = self.scope.blocks[id.0 as usize].instructions.last();
        if matches!(last.map(|i| &i.kind), Some(InstKind::Unknown { .. })) {
            return Ok(());
        }
        self.error("a terminator (`br`, `ret`, ...) at the end of the block")
    }

    fn begin_block(&mut self, key: Key, line: u32, at: usize) -> Parsed<BlockId> {
        let id = self.scope.block(&mut self.module.names, key, at);
        if !self.scope.define_block(id, line) {
            return self.error_at(at, "a second block of this name".to_string());
        }
        Ok(id)
    }

    fn check_all_defined(&self) -> Parsed<()> {
        let name = |symbol: Symbol| self.module.names.resolve(symbol);
        for (local, &(at, defined)) in self.scope.locals.iter().zip(&self.scope.local_states) {
            if !defined {
                return self.error_at(at, format!("`%{}` is used but not defined in this function", name(local.name)));
            }
        }
        for (block, &(at, defined)) in self.scope.blocks.iter().zip(&self.scope.block_states) {
            if !defined {
                return self.error_at(at, format!("there is no block `%{}` in this function", name(block.name)));
            }
        }
        Ok(())
    }

    /// Defines the result of an instruction; `key` is none where the text gives no name.
    pub(super) fn define_result(&mut self, key: Option<Key>, ty: TypeId, at: usize) -> Parsed<Option<LocalId>> {
        let key = match key {
            Some(key) => key,
            None if ty == TypeTable::VOID => return Ok(None),
            None => Key::Number(self.scope.next_number),
        };
        if let Key::Number(n) = key {
            self.scope.next_number = n + 1;
        }
        let id = self.scope.local(&mut self.module.names, key, ty, at);
        if !self.scope.define_local(id, ty) {
            return self.error_at(at, "a second definition of this value".to_string());
        }
        Ok(Some(id))
    }

    /// An argument: type, attributes, value.
    pub(super) fn arg(&mut self) -> Parsed<crate::ast::CallArg> {
        let ty = self.ty()?;
        let attrs = match self.token {
            Token::Word(word) if ty != TypeTable::METADATA && !is_value_word(word) => self.param_attrs()?,
            _ => Default::default(),
        };
        let value = self.value(ty)?;
        Ok(crate::ast::CallArg { operand: TypedValue { ty, value }, attrs })
    }
}
