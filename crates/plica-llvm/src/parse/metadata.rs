//! Metadata: nodes, attachments, and what stands for metadata inside functions.
//!
//! Oblivious to what most nodes mean. Invariant: a field that does not fit is skipped up to the next comma; only
//! brackets that do not match are errors.

use super::{Parsed, Parser};
use crate::ast::{DiLocation, MdField, MdId, MdNode, MdValue, Symbol};
use crate::lexer::Token;

impl<'a> Parser<'a> {
    /// `!N = ...` or `!name = !{...}`.
    pub(super) fn top_level_metadata(&mut self) -> Parsed<()> {
        match self.bump() {
            Token::MdNum(n) => {
                self.expect(b'=')?;
                let distinct = self.eat_word("distinct");
                let node = self.md_node(distinct)?;
                self.store_node(n, node);
                Ok(())
            }
            Token::Md(name) => {
                let name = self.intern_raw(name);
                self.expect(b'=')?;
                self.expect(b'!')?;
                self.expect(b'{')?;
                let mut ids = Vec::new();
                while !self.at(b'}') {
                    if let MdValue::Node(id) = self.md_value()? {
                        ids.push(id);
                    }
                    if !self.eat(b',') {
                        break;
                    }
                }
                self.expect(b'}')?;
                self.module.metadata.named.push((name, ids.into()));
                Ok(())
            }
            _ => self.error("a metadata definition"),
        }
    }

    fn store_node(&mut self, n: u32, node: MdNode) {
        let table = &mut self.module.metadata.numbered;
        let index = n as usize;
        // Numbers are dense in what LLVM writes; a lone huge one must not cost its size.
        if index < table.len() {
            table[index] = Some(node);
        } else if index <= 2 * table.len() + 1024 {
            table.resize(index, None);
            table.push(Some(node));
        } else {
            self.module.metadata.sparse.insert(n, node);
        }
    }

    /// `!{...}` or `!Kind(...)`.
    fn md_node(&mut self, distinct: bool) -> Parsed<MdNode> {
        match self.token {
            Token::Punct(b'!') => {
                self.bump();
                let elements = self.nested(Self::tuple)?;
                Ok(MdNode::Tuple { distinct, elements })
            }
            Token::Md(kind) => {
                self.bump();
                if kind == "DILocation" {
                    return self.nested(Self::di_location);
                }
                let kind = self.module.names.intern(kind);
                let fields = self.nested(Self::fields)?;
                Ok(MdNode::Node { kind, distinct, fields })
            }
            _ => self.error("a metadata node"),
        }
    }

    /// A node in place.
    fn inline_node(&mut self) -> Parsed<MdId> {
        let node = self.md_node(false)?;
        let id = MdId(MdId::INLINE | self.module.metadata.inline.len() as u32);
        self.module.metadata.inline.push(node);
        Ok(id)
    }

    fn tuple(&mut self) -> Parsed<Box<[MdValue]>> {
        self.expect(b'{')?;
        let mut elements = Vec::new();
        while !self.at(b'}') {
            elements.push(self.md_value()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(elements.into())
    }

    /// What may stand where metadata is expected: `!N`, a node in place, a string, `null`, a typed value.
    pub(super) fn md_value(&mut self) -> Parsed<MdValue> {
        match self.token {
            Token::MdNum(n) => {
                self.bump();
                Ok(MdValue::Node(MdId(n & !MdId::INLINE)))
            }
            Token::Md(_) => self.inline_node().map(MdValue::Node),
            Token::Punct(b'!') if self.lexer.peek_byte() == b'"' => {
                self.bump();
                let raw = self.string()?;
                Ok(MdValue::Str(self.intern_raw(raw)))
            }
            Token::Punct(b'!') => self.inline_node().map(MdValue::Node),
            Token::Word("null") => {
                self.bump();
                Ok(MdValue::Null)
            }
            _ if self.at_type() => Ok(MdValue::Value(self.operand()?)),
            _ => self.error("metadata"),
        }
    }

    fn di_location(&mut self) -> Parsed<MdNode> {
        let mut location = DiLocation { line: 0, column: 0, scope: None, inlined_at: None };
        self.expect(b'(')?;
        while let Token::Label(key) = self.token {
            self.bump();
            let value = self.field_value()?;
            match (key, value) {
                ("line", MdValue::Int(n)) => location.line = u32::try_from(n).unwrap_or(0),
                ("column", MdValue::Int(n)) => location.column = u32::try_from(n).unwrap_or(0),
                ("scope", MdValue::Node(id)) => location.scope = Some(id),
                ("inlinedAt", MdValue::Node(id)) => location.inlined_at = Some(id),
                _ => {}
            }
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(MdNode::Location(location))
    }

    fn fields(&mut self) -> Parsed<Box<[MdField]>> {
        self.expect(b'(')?;
        let mut fields = Vec::new();
        while !self.at(b')') {
            let key = match self.token {
                Token::Label(key) => {
                    self.bump();
                    Some(self.module.names.intern(key))
                }
                _ => None,
            };
            let value = self.field_value()?;
            fields.push(MdField { key, value });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(fields.into())
    }

    fn field_value(&mut self) -> Parsed<MdValue> {
        match self.token {
            Token::Int(digits) => {
                self.bump();
                // Unsigned 64-bit numbers keep their bits.
                let bits = digits.parse::<i64>().or_else(|_| digits.parse::<u64>().map(|n| n as i64));
                Ok(MdValue::Int(bits.unwrap_or(0)))
            }
            Token::Str(raw) => {
                self.bump();
                Ok(MdValue::Str(self.intern_raw(raw)))
            }
            Token::MdNum(_) | Token::Md(_) | Token::Punct(b'!') => self.md_value(),
            Token::Word("null") => {
                self.bump();
                Ok(MdValue::Null)
            }
            _ if self.at_type() => self.md_value(),
            Token::Word(_) => self.words().map(MdValue::Word),
            _ => {
                self.skip_field()?;
                Ok(MdValue::Null)
            }
        }
    }

    /// `A | B | C`.
    fn words(&mut self) -> Parsed<Symbol> {
        let from = self.start;
        self.bump();
        while self.eat(b'|') {
            if !matches!(self.token, Token::Word(_)) {
                return self.error("a flag");
            }
            self.bump();
        }
        Ok(self.module.names.intern(self.text.get(from..self.previous_end).unwrap_or("")))
    }

    /// Skips a field of a form that is not known.
    fn skip_field(&mut self) -> Parsed<()> {
        let mut depth = 0u32;
        loop {
            match self.token {
                Token::Punct(b'(' | b'{' | b'[') => depth += 1,
                Token::Punct(b')' | b'}' | b']' | b',') if depth == 0 => return Ok(()),
                Token::Punct(b')' | b'}' | b']') => depth -= 1,
                Token::Eof | Token::Unterminated => return self.error("`)`"),
                _ => {}
            }
            self.bump();
        }
    }

    /// Attachments `!name node`, with commas between them where `commas`; each is handed to `on_node`.
    pub(super) fn attachments(&mut self, commas: bool, mut on_node: impl FnMut(&str, MdId)) -> Parsed<()> {
        while let Token::Md(name) = self.token {
            // Behind a declaration the next definition may be `!name = !{...}`.
            if self.lexer.peek_byte() == b'=' {
                break;
            }
            self.bump();
            match self.token {
                Token::MdNum(_) | Token::Md(_) | Token::Punct(b'!') => {}
                _ => return self.error("a metadata node"),
            }
            if let MdValue::Node(id) = self.md_value()? {
                on_node(name, id);
            }
            if commas && !(self.at(b',') && self.lexer.peek_byte() == b'!') {
                break;
            }
            if commas {
                self.bump();
            }
        }
        Ok(())
    }

    /// `, !dbg !5, !tbaa !6` behind an instruction: the `!dbg` node.
    pub(super) fn trailing_attachments(&mut self) -> Parsed<Option<MdId>> {
        let mut dbg = None;
        if self.eat(b',') {
            if !matches!(self.token, Token::Md(_)) {
                return self.error("metadata such as `!dbg !1`");
            }
            self.attachments(true, |name, id| {
                if name == "dbg" {
                    dbg = Some(id);
                }
            })?;
        }
        Ok(dbg)
    }
}
