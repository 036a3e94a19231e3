//! Readable text of a flowgraph, for people and for tests: a line per command, under the names of blocks and the labels
//! of the source.
//!
//! A variable is written by its name, with its number where the name alone does not tell it apart. Oblivious to
//! meaning. Invariant: never panics, not even on what the verifier refuses.

use std::collections::HashMap;
use std::fmt::{Display, Write};

use crate::command::{Arg, Callee, Command, Expr, Flags, Operand};
use crate::program::{Function, Program, VarKind};
use crate::types::{FloatKind, FuncId, GlobalId, Ty, VarId};

/// One function, a line per command; functions and globals by number.
pub fn print_function(f: &Function) -> String {
    Printer::new(f, None).function()
}

/// All functions that have a body; functions and globals by name.
pub fn print_program(p: &Program) -> String {
    let bodies = p.functions.iter().filter(|f| !f.is_declaration());
    bodies.map(|f| Printer::new(f, Some(p)).function()).collect::<Vec<_>>().join("\n")
}

struct Printer<'p> {
    f: &'p Function,
    p: Option<&'p Program>,
    names: HashMap<&'p str, u32>,
}

impl<'p> Printer<'p> {
    fn new(f: &'p Function, p: Option<&'p Program>) -> Self {
        let mut names = HashMap::new();
        for var in &f.vars {
            *names.entry(&*var.name).or_insert(0) += 1;
        }
        Printer { f, p, names }
    }

    fn function(&self) -> String {
        let f = self.f;
        let var = |i: usize| format!("{} {}", ty(f.vars[i].ty), self.var(VarId(i as u32)));
        let params = list((0..f.vars.len().min(f.params as usize)).map(var));
        let dots = if f.variadic { ", ..." } else { "" };
        let results = list(f.results.iter().map(|&t| ty(t)));
        let mut out = format!("function {}({params}{dots}) -> ({results})\n", f.name);
        let locals = (0..f.vars.len()).filter(|&i| f.vars[i].kind == VarKind::Local).map(var);
        let locals = list(locals);
        if !locals.is_empty() {
            let _ = writeln!(out, "  local {locals}");
        }
        let (mut blocks, mut labels) = (f.blocks.iter().peekable(), f.labels.iter().peekable());
        for (i, command) in f.code.iter().enumerate() {
            while let Some(b) = blocks.next_if(|b| b.start.index() <= i) {
                let _ = writeln!(out, "{}:", b.name);
            }
            while let Some(l) = labels.next_if(|l| l.at.index() <= i) {
                let _ = writeln!(out, "  label {}", l.name);
            }
            let _ = writeln!(out, "{i:4}  {}", self.command(command));
        }
        out
    }

    fn var(&self, v: VarId) -> String {
        match self.f.vars.get(v.index()) {
            Some(var) if var.name.is_empty() => format!("#{}", v.0),
            Some(var) if self.names.get(&*var.name) == Some(&1) => var.name.to_string(),
            Some(var) => format!("{}#{}", var.name, v.0),
            None => format!("?{}", v.0),
        }
    }

    fn func(&self, id: FuncId) -> String {
        match self.p.and_then(|p| p.functions.get(id.index())) {
            Some(f) => format!("@{}", f.name),
            None => format!("@f{}", id.0),
        }
    }

    fn global(&self, id: GlobalId) -> String {
        match self.p.and_then(|p| p.globals.get(id.index())) {
            Some(g) => format!("@{}", g.name),
            None => format!("@g{}", id.0),
        }
    }

    fn op(&self, operand: Operand) -> String {
        match operand {
            Operand::Var(v) => self.var(v),
            Operand::Int { width, bits } => format!("{}:{width}", signed(width, bits)),
            Operand::Wide { width, index } => match self.p.and_then(|p| p.wide.get(index as usize)) {
                Some(bits) => format!("{bits:#x}:{width}"),
                None => format!("wide{index}:{width}"),
            },
            Operand::Global { id, offset: 0 } => self.global(id),
            Operand::Global { id, offset } => format!("{}{offset:+}", self.global(id)),
            Operand::Func(id) => self.func(id),
            Operand::Undef { width } => format!("undef:{width}"),
        }
    }

    fn ops(&self, operands: &[Operand]) -> String {
        list(operands.iter().map(|&a| self.op(a)))
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Copy(a) => self.op(*a),
            Expr::Un { op, ty: t, a } => format!("{} {} {}", word(op), ty(*t), self.op(*a)),
            Expr::Bin { op, ty: t, flags, a, b } => {
                format!("{}{} {} {}, {}", word(op), flag(*flags), ty(*t), self.op(*a), self.op(*b))
            }
            Expr::Cmp { op, ty: t, a, b } => format!("{} {} {}, {}", word(op), ty(*t), self.op(*a), self.op(*b)),
            Expr::FCmp { op, ty: t, a, b } => format!("f{} {} {}, {}", word(op), ty(*t), self.op(*a), self.op(*b)),
            Expr::Cast { op, from, to, a } => format!("{} {} {} to {}", word(op), ty(*from), self.op(*a), ty(*to)),
            Expr::Select { cond, a, b } => format!("{} ? {} : {}", self.op(*cond), self.op(*a), self.op(*b)),
            Expr::PtrAdd { base, offset, indices } => {
                let mut out = self.op(*base);
                if *offset != 0 {
                    let _ = write!(out, " {} {}", if *offset < 0 { '-' } else { '+' }, offset.unsigned_abs());
                }
                for (index, width, scale) in indices {
                    let _ = write!(out, " + {}:{width}*{scale}", self.op(*index));
                }
                out
            }
            Expr::Nary { op, ty: t, args } => format!("{} {} {}", word(op), ty(*t), self.ops(args)),
        }
    }

    fn arg(&self, arg: &Arg) -> String {
        let byval = arg.byval.map_or(String::new(), |n| format!("byval({n}) "));
        format!("{} {byval}{}", ty(arg.ty), self.op(arg.value))
    }

    fn command(&self, command: &Command) -> String {
        match command {
            Command::Assign { dst, expr } => format!("{} := {}", self.var(*dst), self.expr(expr)),
            Command::Copies(copies) => list(copies.iter().map(|(d, a)| format!("{} := {}", self.var(*d), self.op(*a)))),
            Command::Forget(v) => format!("forget {}", self.var(*v)),
            Command::Load { dst, ptr, ty: t, reads } => {
                let reads = reads.as_deref().map_or(String::new(), |bits| format!(" reading {bits:#x}"));
                format!("{} := load {} {}{reads}", self.var(*dst), ty(*t), self.op(*ptr))
            }
            Command::Store { ptr, value, ty: t } => format!("store {} {}, {}", ty(*t), self.op(*value), self.op(*ptr)),
            Command::Alloc { dst, size, cell, name } => {
                format!("{} := alloc {} cells of {cell} \"{name}\"", self.var(*dst), self.op(*size))
            }
            Command::Call { dsts, callee, args, .. } => {
                let dsts = list(dsts.iter().map(|&d| self.var(d)));
                let arrow = if dsts.is_empty() { "" } else { " := " };
                let callee = match callee {
                    Callee::Direct(id) => self.func(*id),
                    Callee::Indirect(ptr) => format!("*{}", self.op(*ptr)),
                };
                format!("{dsts}{arrow}call {callee}({})", list(args.iter().map(|a| self.arg(a))))
            }
            Command::Intrinsic { dst, op, args } => {
                let dst = dst.map_or(String::new(), |d| format!("{} := ", self.var(d)));
                format!("{dst}{}({})", word(op), self.ops(args))
            }
            Command::Jump(l) => format!("jump {}", l.0),
            Command::Branch { cond, then_, else_ } => format!("branch {} ? {} : {}", self.op(*cond), then_.0, else_.0),
            Command::Switch { value, cases, default, .. } => {
                let cases = list(cases.iter().map(|(case, l)| format!("{case} => {}", l.0)));
                format!("switch {} [{cases}] else {}", self.op(*value), default.0)
            }
            Command::Return { values } => format!("return ({})", self.ops(values)),
            Command::Check { holds, rule, text, .. } => format!("check {} {} \"{text}\"", word(rule), self.op(*holds)),
            Command::Unreachable => "unreachable".into(),
            Command::Unsupported { text } => format!("unsupported \"{text}\""),
        }
    }
}

fn list(items: impl Iterator<Item = impl Display>) -> String {
    items.map(|i| i.to_string()).collect::<Vec<_>>().join(", ")
}

fn word(op: &impl std::fmt::Debug) -> String {
    format!("{op:?}").to_lowercase()
}

fn flag(flags: Flags) -> &'static str {
    match (flags.nsw, flags.nuw) {
        (false, false) => "",
        (true, false) => ".nsw",
        (false, true) => ".nuw",
        (true, true) => ".nsw.nuw",
    }
}

fn ty(ty: Ty) -> String {
    match ty {
        Ty::Int(w) => format!("i{w}"),
        Ty::Float(FloatKind::Half) => "half".into(),
        Ty::Float(FloatKind::Single) => "float".into(),
        Ty::Float(FloatKind::Double) => "double".into(),
        Ty::Ptr => "ptr".into(),
    }
}

/// Small negative numbers are easier to read as such.
fn signed(width: u32, bits: u64) -> i128 {
    if (2..=64).contains(&width) && bits >> (width - 1) & 1 == 1 && bits <= u64::MAX >> (64 - width) {
        i128::from(bits) - (1i128 << width)
    } else {
        i128::from(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::BinOp;
    use crate::program::{Block, Label, Var};
    use crate::source::DebugLoc;
    use crate::types::Loc;

    #[test]
    fn a_function_reads_like_a_program() {
        let var =
            |name: &str, kind| Var { name: name.into(), ty: Ty::Int(32), kind, decl: DebugLoc::UNKNOWN, signed: true };
        let minus_one = Operand::Int { width: 32, bits: 0xffff_ffff };
        let flags = Flags { nsw: true, nuw: false };
        let add = Expr::Bin { op: BinOp::Add, ty: Ty::Int(32), flags, a: Operand::Var(VarId(0)), b: minus_one };
        let f = Function {
            name: "f".into(),
            display: "f".into(),
            vars: vec![var("x", VarKind::Param), var("y", VarKind::Local), var("y", VarKind::Temp)],
            params: 1,
            results: vec![Ty::Int(32)],
            variadic: false,
            code: vec![
                Command::Assign { dst: VarId(1), expr: add },
                Command::Return { values: [Operand::Var(VarId(1))].into() },
            ],
            locs: vec![DebugLoc::UNKNOWN; 2],
            blocks: vec![Block { start: Loc(0), name: "entry".into() }],
            labels: vec![Label { name: "done".into(), at: Loc(1) }],
            decl: DebugLoc::UNKNOWN,
        };
        let text = "function f(i32 x) -> (i32)\n  local i32 y#1\nentry:\n   0  y#1 := add.nsw i32 x, -1:32\n  label done\n   1  return (y#1)\n";
        assert_eq!(print_function(&f), text);
    }
}
