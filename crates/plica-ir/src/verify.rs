//! The verifier of flowgraphs. Checks, per function with a body:
//!
//! 1. parameters come first among the variables and are of the kind `Param`; no other variable is;
//! 2. `locs` is as long as `code`, and every scope exists;
//! 3. blocks are sorted by start, start inside the code, the first at 0, no two at one location;
//! 4. every variable, function, global and wide constant that a command names exists; widths are 1 to 64 in
//!    [`Operand::Int`], with no bits above, and 65 to 128 in [`Operand::Wide`];
//! 5. operands have the widths that their commands' types say, and so have targets;
//! 6. jumps go to the start of a block; control cannot run off the end;
//! 7. case values of a switch are distinct and fit its width;
//! 8. a direct call of a function with a body passes its parameters and receives its results;
//! 9. labels are sorted by location and lie inside the code.
//!
//! And of the program: globals' contents are as long as the globals, their addresses lie inside and exist. Types of the
//! source name only what exists, their members lie inside, and none contains itself but through a pointer; a function
//! has as many of them as parameters, and no global is smaller than its own.

mod types;

use std::collections::HashSet;

use crate::command::{Callee, Command, Expr, NaryOp, Operand};
use crate::program::{Function, Init, Program, VarKind};
use crate::types::{Loc, Ty, VarId};

/// What is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// Function and location.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

/// Checks a program; an empty list means that it is well formed.
pub fn verify(p: &Program) -> Vec<VerifyError> {
    let mut errors: Vec<VerifyError> = Vec::new();
    for f in p.functions.iter().filter(|f| !f.is_declaration()) {
        let mut check = Check { p, f, at: 0, errors: Vec::new() };
        check.function();
        errors.append(&mut check.errors);
    }
    for g in &p.globals {
        let Init::Data { bytes, relocs } = &g.init else { continue };
        let mut wrong = |message: &str| {
            errors.push(VerifyError { place: format!("global {}", g.name), message: message.into() });
        };
        if bytes.len() as u64 != g.size {
            wrong("contents and size differ");
        }
        if !relocs.is_sorted_by_key(|r| r.offset) {
            wrong("addresses are not sorted");
        }
        for r in relocs {
            if r.offset + 8 > g.size {
                wrong("an address lies outside");
            }
            let exists = match r.value {
                Operand::Global { id, .. } => id.index() < p.globals.len(),
                Operand::Func(id) => id.index() < p.functions.len(),
                _ => false,
            };
            if !exists {
                wrong("an address of nothing");
            }
        }
    }
    types::types(p, &mut errors);
    errors
}

struct Check<'p> {
    p: &'p Program,
    f: &'p Function,
    at: usize,
    errors: Vec<VerifyError>,
}

impl Check<'_> {
    fn wrong(&mut self, message: impl Into<String>) {
        self.errors.push(VerifyError { place: format!("{}:{}", self.f.name, self.at), message: message.into() });
    }

    fn function(&mut self) {
        let f = self.f;
        for (i, var) in f.vars.iter().enumerate() {
            if (var.kind == VarKind::Param) != (i < f.params as usize) {
                self.wrong(format!("variable {i} is out of place"));
            }
            if let Ty::Int(w) = var.ty
                && !(1..=128).contains(&w)
            {
                self.wrong(format!("variable {i} has {w} bits"));
            }
        }
        if f.vars.len() < f.params as usize {
            self.wrong("parameters without variables");
        }
        if f.locs.len() != f.code.len() {
            self.wrong("positions and commands differ in number");
        }
        if f.locs.iter().any(|l| l.scope.0 as usize >= self.p.source.scopes.len()) {
            self.wrong("a scope that does not exist");
        }
        let starts: Vec<usize> = f.blocks.iter().map(|b| b.start.index()).collect();
        if starts.first() != Some(&0) || !starts.is_sorted_by(|a, b| a < b) {
            self.wrong("blocks do not begin at 0 and go up");
        }
        if starts.iter().any(|&s| s >= f.code.len()) {
            self.wrong("a block outside the code");
        }
        if !f.labels.is_sorted_by_key(|l| l.at) || f.labels.last().is_some_and(|l| l.at.index() >= f.code.len()) {
            self.wrong("labels are out of order or outside the code");
        }
        for (i, command) in f.code.iter().enumerate() {
            self.at = i;
            self.command(command);
            let next = Loc(i as u32 + 1);
            for to in command.successors(next) {
                if to.index() >= f.code.len() {
                    self.wrong("control leaves the code");
                } else if to != next && starts.binary_search(&to.index()).is_err() {
                    self.wrong(format!("a jump to {} where no block begins", to.0));
                }
            }
        }
    }

    fn width(&mut self, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Var(v) => match self.f.vars.get(v.index()) {
                Some(var) => return Some(var.ty.width()),
                None => self.wrong("a variable that does not exist"),
            },
            Operand::Int { width, bits } => {
                if !(1..=64).contains(&width) || (width < 64 && bits >> width != 0) {
                    self.wrong("a constant that does not fit its width");
                }
                return Some(width);
            }
            Operand::Wide { width, index } => {
                if !(65..=128).contains(&width) || index as usize >= self.p.wide.len() {
                    self.wrong("a wide constant that does not exist");
                }
                return Some(width);
            }
            Operand::Global { id, .. } => {
                if id.index() >= self.p.globals.len() {
                    self.wrong("a global that does not exist");
                }
                return Some(64);
            }
            Operand::Func(id) => {
                if id.index() >= self.p.functions.len() {
                    self.wrong("a function that does not exist");
                }
                return Some(64);
            }
            Operand::Undef { width } => return Some(width),
        }
        None
    }

    fn operand(&mut self, operand: Operand, width: u32) {
        if let Some(w) = self.width(operand)
            && w != width
        {
            self.wrong(format!("an operand of {w} bits where {width} are expected"));
        }
    }

    fn target(&mut self, dst: VarId, ty: Ty) {
        match self.f.vars.get(dst.index()) {
            Some(var) if var.ty == ty => {}
            Some(var) => self.wrong(format!("a target of type {:?} for a value of type {ty:?}", var.ty)),
            None => self.wrong("a target that does not exist"),
        }
    }

    /// Checks operands; gives the type of the result where the expression alone says it.
    fn expr(&mut self, expr: &Expr, dst: Ty) {
        let result = match expr {
            Expr::Copy(a) => {
                self.operand(*a, dst.width());
                dst
            }
            Expr::Un { ty, a, .. } => {
                self.operand(*a, ty.width());
                *ty
            }
            Expr::Bin { op, ty, a, b, .. } => {
                use crate::command::BinOp::*;
                self.operand(*a, ty.width());
                self.operand(*b, ty.width());
                if matches!(op, SAddO | UAddO | SSubO | USubO | SMulO | UMulO) { Ty::Int(1) } else { *ty }
            }
            Expr::Cmp { ty, a, b, .. } | Expr::FCmp { ty, a, b, .. } => {
                self.operand(*a, ty.width());
                self.operand(*b, ty.width());
                Ty::Int(1)
            }
            Expr::Cast { from, to, a, .. } => {
                self.operand(*a, from.width());
                *to
            }
            Expr::Select { cond, a, b } => {
                self.operand(*cond, 1);
                self.operand(*a, dst.width());
                self.operand(*b, dst.width());
                dst
            }
            Expr::PtrAdd { base, indices, .. } => {
                self.operand(*base, 64);
                for (index, width, _) in indices {
                    self.operand(*index, *width);
                }
                Ty::Ptr
            }
            Expr::Nary { op: NaryOp::IsFpClass, ty, args } => {
                if let [a, class] = args[..] {
                    self.operand(a, ty.width());
                    self.operand(class, 32);
                } else {
                    self.wrong("is_fpclass takes two operands");
                }
                Ty::Int(1)
            }
            Expr::Nary { ty, args, .. } => {
                args.iter().for_each(|a| self.operand(*a, ty.width()));
                if args.len() != 3 {
                    self.wrong("three operands are expected");
                }
                *ty
            }
        };
        if result != dst {
            self.wrong(format!("a value of type {result:?} for a variable of type {dst:?}"));
        }
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Assign { dst, expr } => match self.f.vars.get(dst.index()) {
                Some(var) => self.expr(expr, var.ty),
                None => self.wrong("a target that does not exist"),
            },
            Command::Copies(copies) => {
                let mut targets = HashSet::new();
                for (dst, value) in copies {
                    match self.f.vars.get(dst.index()) {
                        Some(var) => self.operand(*value, var.ty.width()),
                        None => self.wrong("a target that does not exist"),
                    }
                    if !targets.insert(*dst) {
                        self.wrong("two copies to one target");
                    }
                }
            }
            Command::Forget(v) => {
                self.width(Operand::Var(*v));
            }
            Command::Load { dst, ptr, ty, reads } => {
                self.operand(*ptr, 64);
                if let Some(bits) = reads {
                    self.operand(*bits, ty.width());
                }
                self.target(*dst, *ty);
            }
            Command::Store { ptr, value, ty } => {
                self.operand(*ptr, 64);
                self.operand(*value, ty.width());
            }
            Command::Alloc { dst, size, .. } => {
                self.operand(*size, 64);
                self.target(*dst, Ty::Ptr);
            }
            Command::Call { dsts, callee, args, results } => {
                if dsts.len() != results.len() {
                    self.wrong("results and targets differ in number");
                }
                dsts.iter().zip(results).for_each(|(d, ty)| self.target(*d, *ty));
                args.iter().for_each(|a| self.operand(a.value, a.ty.width()));
                match callee {
                    Callee::Indirect(ptr) => self.operand(*ptr, 64),
                    Callee::Direct(id) => match self.p.functions.get(id.index()) {
                        None => self.wrong("a function that does not exist"),
                        Some(g) if !g.is_declaration() => {
                            if g.results[..] != results[..] {
                                self.wrong(format!("{} returns something else", g.name));
                            }
                            let params = g.vars.iter().take(g.params as usize);
                            let fits = args.len() >= g.params as usize
                                && (g.variadic || args.len() == g.params as usize)
                                && params.zip(args).all(|(p, a)| p.ty == a.ty);
                            if !fits {
                                self.wrong(format!("{} takes other arguments", g.name));
                            }
                        }
                        Some(_) => {}
                    },
                }
            }
            Command::Intrinsic { dst, args, .. } => {
                for a in args {
                    self.width(*a);
                }
                if let Some(dst) = dst {
                    self.target(*dst, Ty::Int(64));
                }
            }
            Command::Branch { cond: a, .. } | Command::Check { holds: a, .. } => self.operand(*a, 1),
            Command::Switch { value, width, cases, .. } => {
                self.operand(*value, *width);
                let mut seen = HashSet::new();
                for (case, _) in cases {
                    if *width < 128 && case >> width != 0 {
                        self.wrong("a case that does not fit");
                    }
                    if !seen.insert(*case) {
                        self.wrong("two equal cases");
                    }
                }
            }
            Command::Return { values } => {
                if values.len() != self.f.results.len() {
                    self.wrong("as many values as results must be returned");
                }
                let results = self.f.results.clone();
                values.iter().zip(results).for_each(|(v, ty)| self.operand(*v, ty.width()));
            }
            Command::Jump(_) | Command::Unreachable | Command::Unsupported { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests;
