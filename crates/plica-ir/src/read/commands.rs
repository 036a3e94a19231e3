//! Commands, expressions and operands of the printed form.
//!
//! Oblivious to whether types and widths fit: that is the verifier's. Invariant: every variable, function and global
//! that a command names exists.

use super::cursor::with_sign;
use super::index::{Found, text};
use super::lexer::{Id, Token};
use super::{Read, Reader};
use crate::command::{
    Arg, BinOp, Callee, CastOp, CmpOp, Command, Expr, FCmpOp, Intrinsic, NaryOp, Operand, Rule, UnOp,
};
use crate::types::{Loc, Ty, VarId};
use crate::words::{Word, is_reserved, without_flags};

impl Reader<'_> {
    /// The rest of a line that is a command.
    pub(super) fn command(&mut self) -> Read<Command> {
        let word = self.word();
        if !is_reserved(word) {
            return self.assignment();
        }
        if let Some(op) = Intrinsic::of(word) {
            self.advance();
            return Ok(Command::Intrinsic { dst: None, op, args: self.operands()? });
        }
        let beginning = (self.start, self.token, self.lexer);
        self.advance();
        Ok(match word {
            "copy" => Command::Copies(self.list(Self::is_end, Self::copy)?.into()),
            "forget" => Command::Forget(self.var()?),
            "store" => {
                let ty = self.ty()?;
                let value = self.operand()?;
                self.mark(",")?;
                Command::Store { ptr: self.operand()?, value, ty }
            }
            "call" => self.call(Vec::new())?,
            "jump" => Command::Jump(self.target()?),
            "branch" => {
                let cond = self.operand()?;
                self.mark("?")?;
                let then_ = self.target()?;
                self.mark(":")?;
                Command::Branch { cond, then_, else_: self.target()? }
            }
            "switch" => self.switch()?,
            "return" => Command::Return { values: self.operands()? },
            "check" => {
                let Some(rule) = Rule::of(self.word()) else { return self.error("a rule") };
                self.advance();
                let (holds, text) = (self.operand()?, self.string()?);
                Command::Check { holds, rule, fatal: self.takes_word("fatal"), text }
            }
            "unreachable" => Command::Unreachable,
            "unsupported" => Command::Unsupported { text: self.string()? },
            _ => {
                (self.start, self.token, self.lexer) = beginning;
                return self.error("a command");
            }
        })
    }

    /// What begins with its targets.
    fn assignment(&mut self) -> Read<Command> {
        let Token::Name(_) = self.token else { return self.error("a command") };
        let mut dsts = vec![self.var()?];
        while self.takes(",") {
            dsts.push(self.var()?);
        }
        self.mark(":=")?;
        if self.takes_word("call") {
            return self.call(dsts);
        }
        let [dst] = dsts[..] else { return self.error("`call`, since there are several targets") };
        Ok(match self.word() {
            "load" => {
                self.advance();
                let (ty, ptr) = (self.ty()?, self.operand()?);
                let reads = match self.takes_word("reading") {
                    true => Some(self.operand()?),
                    false => None,
                };
                Command::Load { dst, ptr, ty, reads }
            }
            "alloc" => {
                self.advance();
                let size = self.operand()?;
                self.expect_word("bytes")?;
                self.mark(",")?;
                self.expect_word("cells")?;
                self.expect_word("of")?;
                let cell = self.unsigned("the size of a cell")?;
                Command::Alloc { dst, size, cell, name: self.string()? }
            }
            word => match Intrinsic::of(word) {
                Some(op) => {
                    self.advance();
                    Command::Intrinsic { dst: Some(dst), op, args: self.operands()? }
                }
                None => Command::Assign { dst, expr: self.expr()? },
            },
        })
    }

    fn copy(&mut self) -> Read<(VarId, Operand)> {
        let dst = self.var()?;
        self.mark(":=")?;
        Ok((dst, self.operand()?))
    }

    fn call(&mut self, dsts: Vec<VarId>) -> Read<Command> {
        let callee = match self.takes("*") {
            true => Callee::Indirect(self.operand()?),
            false => Callee::Direct(self.function_name()?),
        };
        self.mark("(")?;
        let args = self.list(|r| r.is_mark(")"), Self::arg)?.into();
        self.mark(")")?;
        let results = dsts.iter().map(|d| self.f.vars[d.index()].ty).collect();
        Ok(Command::Call { dsts: dsts.into(), callee, args, results })
    }

    fn arg(&mut self) -> Read<Arg> {
        let ty = self.ty()?;
        let mut byval = None;
        if self.takes_word("byval") {
            self.mark("(")?;
            byval = Some(self.unsigned("a size in bytes")?);
            self.mark(")")?;
        }
        Ok(Arg { value: self.operand()?, ty, byval })
    }

    fn switch(&mut self) -> Read<Command> {
        let value = self.operand()?;
        let width = match value {
            Operand::Var(v) => self.f.vars[v.index()].ty.width(),
            Operand::Int { width, .. } | Operand::Wide { width, .. } | Operand::Undef { width } => width,
            Operand::Global { .. } | Operand::Func(_) => Ty::Ptr.width(),
        };
        self.mark("[")?;
        let case = |r: &mut Self| {
            let case = r.unsigned("the value of a case")?;
            r.mark("=>")?;
            Ok((case, r.target()?))
        };
        let cases = self.list(|r| r.is_mark("]"), case)?.into();
        self.mark("]")?;
        self.expect_word("else")?;
        Ok(Command::Switch { value, width, cases, default: self.target()? })
    }

    /// Where a jump goes: a number, or the name of a block.
    fn target(&mut self) -> Read<Loc> {
        let Token::Name(name) = self.token else { return Ok(Loc(self.unsigned("a location")?)) };
        match self.index.block(self.id, name) {
            Found::One(loc) if name.id == Id::None => {
                self.advance();
                Ok(loc)
            }
            Found::Several => self.error("a number, since several blocks have this name"),
            _ => self.error("a location or a block of the function"),
        }
    }

    /// Operands in brackets.
    fn operands(&mut self) -> Read<Box<[Operand]>> {
        self.mark("(")?;
        let all = self.list(|r| r.is_mark(")"), Self::operand)?;
        self.mark(")")?;
        Ok(all.into())
    }

    fn var(&mut self) -> Read<VarId> {
        let Token::Name(name) = self.token else { return self.error("a variable") };
        if is_reserved(self.word()) {
            return self.error("a variable");
        }
        let known = text(name);
        let found = match name.id {
            Id::None => Found::of(&self.vars, &known),
            Id::Var(id) if self.f.vars.get(id as usize).is_some_and(|var| *var.name == *known) => Found::One(VarId(id)),
            _ => Found::Nothing,
        };
        match found {
            Found::One(var) => {
                self.advance();
                Ok(var)
            }
            Found::Several => self.error("a name with its number, since several variables have it"),
            Found::Nothing => self.error("a variable of the function"),
        }
    }

    fn operand(&mut self) -> Read<Operand> {
        match self.token {
            Token::Entity(_) => self.entity(),
            Token::Number(_) => self.literal(),
            Token::Name(_) if self.word() == "undef" => {
                self.advance();
                self.mark(":")?;
                Ok(Operand::Undef { width: self.width()? })
            }
            Token::Name(_) if !is_reserved(self.word()) => Ok(Operand::Var(self.var()?)),
            _ => self.error("an operand"),
        }
    }

    fn width(&mut self) -> Read<u32> {
        self.number("a width of 1 to 128 bits", |_, value| u32::try_from(value).ok().filter(|w| (1..=128).contains(w)))
    }

    fn literal(&mut self) -> Read<Operand> {
        let literal = (self.start, self.token, self.lexer);
        let (negative, value) =
            self.number("a number of at most 128 bits", |negative, value| Some((negative, value)))?;
        self.mark(":")?;
        let width = self.width()?;
        let most = u128::MAX >> (128 - width);
        let fits = if negative { value <= most / 2 + 1 } else { value <= most };
        if !fits {
            (self.start, self.token, self.lexer) = literal;
            return self.error(format!("a number of {width} bits"));
        }
        let bits = if negative { value.wrapping_neg() & most } else { value };
        if width <= 64 {
            return Ok(Operand::Int { width, bits: bits as u64 });
        }
        let wide = &mut self.program.wide;
        let index = *self.wide.entry(bits).or_insert_with(|| {
            wide.push(bits);
            wide.len() as u32 - 1
        });
        Ok(Operand::Wide { width, index })
    }

    fn expr(&mut self) -> Read<Expr> {
        let word = self.word();
        if word == "undef" || !is_reserved(word) {
            return self.plain_expr();
        }
        let (bare, flags) = without_flags(word);
        let plain = bare == word;
        if let Some(op) = BinOp::of(bare) {
            let (ty, a, b) = self.two()?;
            return Ok(Expr::Bin { op, ty, flags, a, b });
        }
        if let Some(op) = CmpOp::of(word) {
            let (ty, a, b) = self.two()?;
            return Ok(Expr::Cmp { op, ty, a, b });
        }
        if let Some(op) = FCmpOp::of(word) {
            let (ty, a, b) = self.two()?;
            return Ok(Expr::FCmp { op, ty, a, b });
        }
        let (un, cast, nary) = (UnOp::of(word), CastOp::of(word), NaryOp::of(word));
        if !plain || un.is_none() && cast.is_none() && nary.is_none() {
            return self.error("an expression");
        }
        self.advance();
        let ty = self.ty()?;
        if let Some(op) = nary {
            return Ok(Expr::Nary { op, ty, args: self.list(Self::is_end, Self::operand)?.into() });
        }
        let a = self.operand()?;
        match (un, cast) {
            (Some(op), _) => Ok(Expr::Un { op, ty, a }),
            (None, Some(op)) => {
                self.expect_word("to")?;
                Ok(Expr::Cast { op, from: ty, to: self.ty()?, a })
            }
            (None, None) => self.error("an expression"),
        }
    }

    /// Behind an operator of two operands.
    fn two(&mut self) -> Read<(Ty, Operand, Operand)> {
        self.advance();
        let (ty, a) = (self.ty()?, self.operand()?);
        self.mark(",")?;
        Ok((ty, a, self.operand()?))
    }

    /// An expression that begins with an operand.
    fn plain_expr(&mut self) -> Read<Expr> {
        let first = self.operand()?;
        if self.takes("?") {
            let a = self.operand()?;
            self.mark(":")?;
            return Ok(Expr::Select { cond: first, a, b: self.operand()? });
        }
        if !self.is_mark("+") && !self.is_mark("-") {
            return Ok(Expr::Copy(first));
        }
        let (mut offset, mut indices) = (0, Vec::new());
        let minus = self.is_mark("-");
        let after_sign = self.second_and_third();
        if minus || matches!(after_sign, (Token::Number(_), third) if third != Token::Mark(":")) {
            self.advance();
            offset = self.number("an offset", |negative, value| with_sign(minus, value).filter(|_| !negative))?;
        }
        while self.takes("+") {
            let index = self.operand()?;
            self.mark(":")?;
            let width = self.width()?;
            self.mark("*")?;
            indices.push((index, width, self.signed("a scale")?));
        }
        Ok(Expr::PtrAdd { base: first, offset, indices: indices.into() })
    }
}
