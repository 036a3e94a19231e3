//! Instructions that neither call nor touch memory, and the frame around all of them: result, metadata, recovery.
//!
//! Oblivious to what they compute. Invariant: an opcode, flag or type that is not known yields `InstKind::Unknown` and
//! reading goes on with the next instruction; a known instruction that is malformed is an error.

use super::attributes::fast_math;
use super::scope::Key;
use super::{Fail, Parsed, Parser};
use crate::ast::{
    BinaryOp, CastOpcode, Clause, FCmpPred, FastMath, ICmpPred, InstKind, Instruction, MdId, Type, TypeId, TypeTable,
    TypedValue,
};
use crate::lexer::{Lexer, Name, Token};

/// What an opcode's parser returns: the instruction, the type of its result, and `!dbg` if it has read that already.
pub(super) type Body = (InstKind, TypeId);

impl<'a> Parser<'a> {
    pub(super) fn instruction(&mut self) -> Parsed<Instruction> {
        let (line, at, from) = (self.line, self.start, self.here());
        if let Token::HashWord(word) = self.token {
            return match self.debug_record(word) {
                Err(Fail::Unknown) => Ok(self.unknown(from, at, line)),
                done => done,
            };
        }
        let key = match self.token {
            Token::Local(name) => {
                let key = match name {
                    Name::Num(n) if n as usize > self.text.len() => return self.error("a smaller number"),
                    Name::Num(n) => Key::Number(n),
                    _ => Key::Named(self.intern_name(name)),
                };
                self.bump();
                self.expect(b'=')?;
                Some(key)
            }
            _ => None,
        };
        let Token::Word(opcode) = self.token else { return self.error("an instruction") };
        self.bump();
        let (kind, ty, dbg) = match self.instruction_body(opcode) {
            Ok(done) => done,
            Err(Fail::Unknown) => {
                let mut unknown = self.unknown(from, at, line);
                if key.is_some() {
                    unknown.result = self.define_result(key, TypeTable::VOID, at)?;
                }
                return Ok(unknown);
            }
            Err(error) => return Err(error),
        };
        if key.is_some() && ty == TypeTable::VOID {
            return self.error_at(at, format!("`{opcode}` has no result that could be named"));
        }
        let result = self.define_result(key, ty, at)?;
        Ok(Instruction { result, ty, line, dbg, kind })
    }

    fn instruction_body(&mut self, opcode: &'a str) -> Parsed<(InstKind, TypeId, Option<MdId>)> {
        let (kind, ty) = self.opcode(opcode)?;
        let dbg = self.trailing_attachments()?;
        Ok((kind, ty, dbg))
    }

    /// Goes back to the start of an instruction and skips it: to the end of its line, of its brackets, and of lines
    /// that can only continue it.
    fn unknown(&mut self, from: Lexer<'a>, at: usize, line: u32) -> Instruction {
        self.rewind(from);
        let mut depth = 0i32;
        let mut last_line = line;
        loop {
            match self.token {
                Token::Eof => break,
                _ if self.line > last_line && depth <= 0 && !self.continues() => break,
                Token::Punct(b'}') if depth <= 0 => break,
                Token::Punct(b'(' | b'[' | b'{') => depth += 1,
                Token::Punct(b')' | b']' | b'}') => depth -= 1,
                _ => {}
            }
            last_line = self.line;
            self.bump();
        }
        let text = self.text.get(at..self.previous_end.max(at)).unwrap_or("").trim_end();
        let kind = InstKind::Unknown { text: text.into() };
        Instruction { result: None, ty: TypeTable::VOID, line, dbg: None, kind }
    }

    /// Whether the token looked at, first on its line, belongs to the instruction before it.
    fn continues(&self) -> bool {
        matches!(self.token, Token::Word("to" | "unwind" | "cleanup" | "catch" | "filter") | Token::Punct(b',' | b']'))
    }

    pub(super) fn fast_math_flags(&mut self) -> FastMath {
        let mut all = FastMath::default();
        while let Token::Word(word) = self.token
            && let Some(flag) = fast_math(word)
        {
            all.0 |= flag.0;
            self.bump();
        }
        all
    }

    fn opcode(&mut self, opcode: &'a str) -> Parsed<Body> {
        if let Some(op) = BinaryOp::from_keyword(opcode) {
            let (flags, fast) = (self.flags()?, self.fast_math_flags());
            let lhs = self.operand()?;
            let rhs = self.second(lhs.ty)?;
            return Ok((InstKind::Binary { op, flags, fast, lhs, rhs }, lhs.ty));
        }
        if let Some(op) = CastOpcode::from_keyword(opcode) {
            let flags = self.flags()?;
            self.fast_math_flags();
            let value = self.operand()?;
            self.expect_word("to")?;
            let ty = self.ty()?;
            return Ok((InstKind::Cast { op, flags, value }, ty));
        }
        let void = |kind| Ok((kind, TypeTable::VOID));
        match opcode {
            "ret" => {
                let ty = self.ty()?;
                if ty == TypeTable::VOID {
                    return void(InstKind::Ret(None));
                }
                let value = self.value(ty)?;
                void(InstKind::Ret(Some(TypedValue { ty, value })))
            }
            "br" => self.br(),
            "switch" => self.switch(),
            "indirectbr" => {
                let address = self.operand()?;
                self.expect(b',')?;
                let targets = self.label_list()?;
                void(InstKind::IndirectBr { address, targets })
            }
            "resume" => {
                let value = self.operand()?;
                void(InstKind::Resume(value))
            }
            "unreachable" => void(InstKind::Unreachable),
            "icmp" => {
                let flags = self.flags()?;
                let pred = self.keyword(ICmpPred::from_keyword)?;
                let lhs = self.operand()?;
                let rhs = self.second(lhs.ty)?;
                let ty = self.comparison_type(lhs.ty);
                Ok((InstKind::ICmp { pred, flags, lhs, rhs }, ty))
            }
            "fcmp" => {
                let fast = self.fast_math_flags();
                let pred = self.keyword(FCmpPred::from_keyword)?;
                let lhs = self.operand()?;
                let rhs = self.second(lhs.ty)?;
                let ty = self.comparison_type(lhs.ty);
                Ok((InstKind::FCmp { pred, fast, lhs, rhs }, ty))
            }
            "fneg" => {
                let fast = self.fast_math_flags();
                let value = self.operand()?;
                Ok((InstKind::FNeg { value, fast }, value.ty))
            }
            "select" => {
                self.fast_math_flags();
                let cond = self.operand()?;
                self.expect(b',')?;
                let then = self.operand()?;
                self.expect(b',')?;
                let els = self.operand()?;
                Ok((InstKind::Select { cond, then, els }, then.ty))
            }
            "freeze" => {
                let value = self.operand()?;
                Ok((InstKind::Freeze(value), value.ty))
            }
            "phi" => self.phi(),
            "landingpad" => self.landing_pad(),
            "extractelement" | "insertelement" | "shufflevector" | "extractvalue" | "insertvalue" => {
                self.aggregate_instruction(opcode)
            }
            "call" | "tail" | "musttail" | "notail" => self.call(opcode),
            "invoke" => self.invoke(),
            "callbr" => self.callbr(),
            _ => self.memory_instruction(opcode),
        }
    }

    /// `, v` of the type of the operand before it.
    pub(super) fn second(&mut self, ty: TypeId) -> Parsed<TypedValue> {
        self.expect(b',')?;
        let value = self.value(ty)?;
        Ok(TypedValue { ty, value })
    }

    fn br(&mut self) -> Parsed<Body> {
        if self.at_word("label") {
            return Ok((InstKind::Br(self.label()?), TypeTable::VOID));
        }
        let cond = self.operand()?;
        self.expect(b',')?;
        let then = self.label()?;
        self.expect(b',')?;
        let els = self.label()?;
        Ok((InstKind::CondBr { cond, then, els }, TypeTable::VOID))
    }

    fn switch(&mut self) -> Parsed<Body> {
        let value = self.operand()?;
        self.expect(b',')?;
        let default = self.label()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.at(b']') {
            let case = self.operand()?;
            self.expect(b',')?;
            cases.push((case, self.label()?));
        }
        self.bump();
        Ok((InstKind::Switch { value, default, cases: cases.into() }, TypeTable::VOID))
    }

    /// `[label %a, label %b]`.
    pub(super) fn label_list(&mut self) -> Parsed<Box<[crate::ast::BlockId]>> {
        self.expect(b'[')?;
        let mut all = Vec::new();
        while !self.at(b']') {
            all.push(self.label()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(all.into())
    }

    fn phi(&mut self) -> Parsed<Body> {
        self.fast_math_flags();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value(ty)?;
            self.expect(b',')?;
            let Token::Local(block) = self.token else { return self.error("a label such as `%exit`") };
            incoming.push((value, self.block_name(block)?));
            self.expect(b']')?;
            if !self.comma() {
                break;
            }
        }
        Ok((InstKind::Phi(incoming.into()), ty))
    }

    fn landing_pad(&mut self) -> Parsed<Body> {
        let ty = self.ty()?;
        let cleanup = self.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            if self.eat_word("catch") {
                clauses.push(Clause::Catch(self.operand()?));
            } else if self.eat_word("filter") {
                clauses.push(Clause::Filter(self.operand()?));
            } else {
                break;
            }
        }
        Ok((InstKind::LandingPad { cleanup, clauses: clauses.into() }, ty))
    }

    fn aggregate_instruction(&mut self, opcode: &str) -> Parsed<Body> {
        let first = self.operand()?;
        if opcode == "extractvalue" {
            let at = self.start;
            let indices = self.index_path()?;
            let Some(ty) = self.member_type(first.ty, &indices) else {
                return self.error_at(at, "this path of indices leads to no member of the type".to_string());
            };
            return Ok((InstKind::ExtractValue { aggregate: first, indices }, ty));
        }
        self.expect(b',')?;
        let second = self.operand()?;
        if opcode == "insertvalue" {
            let indices = self.index_path()?;
            return Ok((InstKind::InsertValue { aggregate: first, element: second, indices }, first.ty));
        }
        if opcode == "extractelement" {
            let Some(ty) = self.module.types.member(first.ty, 0) else { return self.error("a vector before this") };
            return Ok((InstKind::ExtractElement { vector: first, index: second }, ty));
        }
        self.expect(b',')?;
        let third = self.operand()?;
        if opcode == "insertelement" {
            return Ok((InstKind::InsertElement { vector: first, element: second, index: third }, first.ty));
        }
        let (lengths, elem) = (self.module.types.get_resolved(third.ty).clone(), self.module.types.member(first.ty, 0));
        let (Type::Vector { len, scalable, .. }, Some(elem)) = (lengths, elem) else {
            return self.error("vectors before this");
        };
        let ty = self.module.types.intern(Type::Vector { len, elem, scalable });
        Ok((InstKind::ShuffleVector { lhs: first, rhs: second, mask: third }, ty))
    }
}
