//! Functions of the printed form: heads, variables, blocks and labels.
//!
//! Oblivious to what a command is made of. Invariant: a function is read with as many positions as commands.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::index::Found;
use super::lexer::{Id, Token};
use super::{Read, Reader};
use crate::program::{Block, Function, Label, Var, VarKind};
use crate::source::DebugLoc;
use crate::types::{FuncId, Loc, Ty, VarId};
use crate::words::is_reserved;

/// A function of which only the name is known.
pub(super) fn empty(name: Arc<str>) -> Function {
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

impl Reader<'_> {
    pub(super) fn function(&mut self, body: bool) -> Read<()> {
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
                "params" => {
                    self.advance();
                    let types = self.list(Self::is_end, Self::param_type)?;
                    self.program.types.params.insert(self.id, types);
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

    fn property(&mut self) -> Read<()> {
        let word = self.word();
        let p = &mut self.program;
        let set: &mut BTreeSet<FuncId> = match word {
            "model" => &mut p.models,
            "library" => &mut p.library,
            "optimised" => &mut p.optimised,
            "unchecked_indices" => &mut p.unchecked_indices,
            "unchecked_builtins" => &mut p.unchecked_builtins,
            "reads_volatile" => &mut p.reads_volatile,
            _ => {
                return self
                    .error("model, library, optimised, unchecked_indices, unchecked_builtins or reads_volatile");
            }
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

    /// Is this the first word of something that is not part of a function?
    fn is_outside(&self) -> bool {
        let words = ["function", "declare", "global", "constant", "type", "alias", "constructors", "destructors"];
        words.contains(&self.word())
    }
}
