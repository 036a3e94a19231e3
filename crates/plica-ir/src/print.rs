//! Readable text of a flowgraph, for people and for tests: a line per command, under the names of blocks and the labels
//! of the source.
//!
//! The text is complete but for positions of the source: [`crate::read`] makes the program of it again. A variable, a
//! function or a global is written by its name, with its number where the name alone does not tell it apart. Oblivious
//! to meaning. Invariant: never panics, not even on what the verifier refuses.

mod types;

use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::sync::Arc;

use crate::command::{Arg, Callee, Command, Expr, Operand};
use crate::data::ParamType;
use crate::program::{Function, Global, Init, Program, VarKind};
use crate::types::{FuncId, GlobalId, Ty, VarId};
use crate::words::{Word, block_name, is_reserved, name, quoted, ty, with_flags};

/// Columns after which a list of variables goes on in another line.
const WIDTH: usize = 100;

/// One function, a line per command; functions and globals by number.
pub fn print_function(f: &Function) -> String {
    Printer::new(f, &Names::default()).function(&[])
}

/// A whole program: types, globals, then functions in the order of their numbers, those without a body in a line each.
pub fn print_program(p: &Program) -> String {
    let names = Names::of(p);
    let mut out = String::new();
    for (word, list) in [("constructors", &p.constructors), ("destructors", &p.destructors)] {
        if !list.is_empty() {
            let _ = writeln!(out, "{word} {}", self::list(list.iter().map(|&f| names.func(f))));
        }
    }
    for (alias, operand) in aliases(p) {
        let _ = writeln!(out, "alias {} = {}", name(&alias), names.entity(operand));
    }
    if !out.is_empty() && !p.types.all.is_empty() {
        out.push('\n');
    }
    for (i, t) in p.types.all.iter().enumerate() {
        out += &types::data_type(i, t);
    }
    if !out.is_empty() && !p.globals.is_empty() {
        out.push('\n');
    }
    for (i, g) in p.globals.iter().enumerate() {
        out += &global(p, &names, GlobalId(i as u32), g);
    }
    let mut after_body = !out.is_empty();
    for (i, f) in p.functions.iter().enumerate() {
        if after_body || !f.is_declaration() && !out.is_empty() {
            out.push('\n');
        }
        after_body = !f.is_declaration();
        let id = FuncId(i as u32);
        let sets = [
            ("model", &p.models),
            ("library", &p.library),
            ("optimised", &p.optimised),
            ("unchecked_indices", &p.unchecked_indices),
            ("unchecked_builtins", &p.unchecked_builtins),
            ("reads_volatile", &p.reads_volatile),
        ];
        let is: Vec<&str> = sets.iter().filter(|(_, set)| set.contains(&id)).map(|(word, _)| *word).collect();
        let params = p.types.params.get(&id).map(|params| &params[..]);
        out += &Printer { id: Some(id), params, ..Printer::new(f, &names) }.function(&is);
    }
    out
}

/// What is found by a name that is not the first thing so called.
fn aliases(p: &Program) -> Vec<(Arc<str>, Operand)> {
    let (mut functions, mut globals) = (HashMap::new(), HashMap::new());
    for (i, f) in p.functions.iter().enumerate() {
        functions.entry(&f.name).or_insert(FuncId(i as u32));
    }
    for (i, g) in p.globals.iter().enumerate() {
        globals.entry(&g.name).or_insert(GlobalId(i as u32));
    }
    let functions = p.by_name.iter().filter(|(name, id)| functions.get(name) != Some(id));
    let globals = p.globals_by_name.iter().filter(|(name, id)| globals.get(name) != Some(id));
    let mut all: Vec<(Arc<str>, Operand)> = functions.map(|(name, id)| (name.clone(), Operand::Func(*id))).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    let others = all.len();
    all.extend(globals.map(|(name, &id)| (name.clone(), Operand::Global { id, offset: 0 })));
    all[others..].sort_by(|a, b| a.0.cmp(&b.0));
    all
}

fn global(p: &Program, names: &Names, id: GlobalId, g: &Global) -> String {
    let what = if g.constant { "constant" } else { "global" };
    let anonymous = if p.anonymous.contains(&id) { ", anonymous" } else { "" };
    let model = if p.model_globals.contains(&id) { ", model" } else { "" };
    let of = p.types.globals.get(&id).map_or(String::new(), |t| format!(", type t{}", t.0));
    let init = match &g.init {
        Init::Zero => "zero".to_string(),
        Init::Extern => "extern".to_string(),
        Init::Unsupported(why) => format!("unsupported {}", quoted(why.as_bytes())),
        Init::Data { bytes, relocs } => {
            let end = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
            let addresses = list(relocs.iter().map(|r| format!("{} at {}", names.entity(r.value), r.offset)));
            let with = if addresses.is_empty() { "" } else { " with " };
            format!("{}{with}{addresses}", quoted(&bytes[..end]))
        }
    };
    let name = names.global(id);
    format!("{what} {}: {} bytes, cells of {}{anonymous}{model}{of} = {init}\n", &name[1..], g.size, g.cell)
}

/// Functions and globals as they are written.
#[derive(Default)]
struct Names<'p> {
    p: Option<&'p Program>,
    /// How many have a name.
    count: HashMap<&'p str, u32>,
}

impl<'p> Names<'p> {
    fn of(p: &'p Program) -> Self {
        let mut count = HashMap::new();
        for name in p.functions.iter().map(|f| &f.name).chain(p.globals.iter().map(|g| &g.name)) {
            *count.entry(&**name).or_insert(0) += 1;
        }
        Names { p: Some(p), count }
    }

    fn name(&self, known: Option<&Arc<str>>, kind: char, id: u32) -> String {
        match known {
            Some(known) if self.count.get(&**known) == Some(&1) => format!("@{}", name(known)),
            Some(known) => format!("@{}#{kind}{id}", name(known)),
            None => format!("@{kind}{id}"),
        }
    }

    fn func(&self, id: FuncId) -> String {
        self.name(self.p.and_then(|p| p.functions.get(id.index())).map(|f| &f.name), 'f', id.0)
    }

    fn global(&self, id: GlobalId) -> String {
        self.name(self.p.and_then(|p| p.globals.get(id.index())).map(|g| &g.name), 'g', id.0)
    }

    /// What an address is of.
    fn entity(&self, address: Operand) -> String {
        match address {
            Operand::Global { id, offset: 0 } => self.global(id),
            Operand::Global { id, offset } => format!("{}{offset:+}", self.global(id)),
            Operand::Func(id) => self.func(id),
            _ => "?".into(),
        }
    }
}

struct Printer<'p> {
    f: &'p Function,
    names: &'p Names<'p>,
    id: Option<FuncId>,
    /// Types of its parameters.
    params: Option<&'p [ParamType]>,
    /// How many variables have a name.
    count: HashMap<&'p str, u32>,
}

impl<'p> Printer<'p> {
    fn new(f: &'p Function, names: &'p Names<'p>) -> Self {
        let mut count = HashMap::new();
        for var in &f.vars {
            *count.entry(&*var.name).or_insert(0) += 1;
        }
        Printer { f, names, id: None, params: None, count }
    }

    fn function(&self, is: &[&str]) -> String {
        let f = self.f;
        let params = list((0..f.vars.len().min(f.params as usize)).map(|i| self.declared(i)));
        let dots = match (f.variadic, params.is_empty()) {
            (true, true) => "...",
            (true, false) => ", ...",
            (false, _) => "",
        };
        let results = list(f.results.iter().map(|&t| ty(t)));
        let what = if f.is_declaration() { "declare" } else { "function" };
        let name = self.id.map_or_else(|| name(&f.name), |id| self.names.func(id)[1..].to_string());
        let mut out = format!("{what} {name}({params}{dots}) -> ({results})\n");
        if f.display != f.name {
            let _ = writeln!(out, "  shown as {}", quoted(f.display.as_bytes()));
        }
        if !is.is_empty() {
            let _ = writeln!(out, "  is {}", is.join(", "));
        }
        if let Some(params) = self.params {
            let _ = writeln!(out, "{}", types::params(params));
        }
        self.variables(&mut out);
        let (mut blocks, mut labels) = (f.blocks.iter().peekable(), f.labels.iter().peekable());
        for (i, command) in f.code.iter().enumerate() {
            while let Some(b) = blocks.next_if(|b| b.start.index() <= i) {
                let _ = writeln!(out, "{}:", block_name(&b.name));
            }
            while let Some(l) = labels.next_if(|l| l.at.index() <= i) {
                let _ = writeln!(out, "  label {}", block_name(&l.name));
            }
            let _ = writeln!(out, "{i:4}  {}", self.command(command));
        }
        out
    }

    /// The variables that are no parameters, in order, some lines of each kind.
    fn variables(&self, out: &mut String) {
        let vars = &self.f.vars;
        let mut lines: Vec<(VarKind, String)> = Vec::new();
        for (i, var) in vars.iter().enumerate().skip(self.f.params as usize) {
            let item = self.declared(i);
            match lines.last_mut() {
                Some((kind, line)) if *kind == var.kind && line.len() + item.len() <= WIDTH => {
                    let _ = write!(line, ", {item}");
                }
                _ => lines.push((var.kind, item)),
            }
        }
        for (kind, line) in lines {
            let word = match kind {
                VarKind::Local => "local",
                VarKind::Temp => "temp",
                VarKind::Param => "param",
            };
            let _ = writeln!(out, "  {word} {line}");
        }
    }

    /// A variable where it is declared.
    fn declared(&self, i: usize) -> String {
        let var = &self.f.vars[i];
        let sign = if matches!(var.ty, Ty::Int(_)) && !var.signed { "unsigned " } else { "" };
        format!("{sign}{} {}", ty(var.ty), self.var(VarId(i as u32)))
    }

    fn var(&self, v: VarId) -> String {
        match self.f.vars.get(v.index()) {
            Some(var) if var.name.is_empty() => format!("#{}", v.0),
            Some(var) if self.count.get(&*var.name) == Some(&1) && !is_reserved(&var.name) => name(&var.name),
            Some(var) => format!("{}#{}", name(&var.name), v.0),
            None => format!("?{}", v.0),
        }
    }

    fn op(&self, operand: Operand) -> String {
        match operand {
            Operand::Var(v) => self.var(v),
            Operand::Int { width, bits } => format!("{}:{width}", signed(width, bits)),
            Operand::Wide { width, index } => match self.names.p.and_then(|p| p.wide.get(index as usize)) {
                Some(bits) => format!("{bits:#x}:{width}"),
                None => format!("wide{index}:{width}"),
            },
            Operand::Global { .. } | Operand::Func(_) => self.names.entity(operand),
            Operand::Undef { width } => format!("undef:{width}"),
        }
    }

    fn ops(&self, operands: &[Operand]) -> String {
        list(operands.iter().map(|&a| self.op(a)))
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Copy(a) => self.op(*a),
            Expr::Un { op, ty: t, a } => format!("{} {} {}", op.word(), ty(*t), self.op(*a)),
            Expr::Bin { op, ty: t, flags, a, b } => {
                format!("{} {} {}, {}", with_flags(op.word(), *flags), ty(*t), self.op(*a), self.op(*b))
            }
            Expr::Cmp { op, ty: t, a, b } => format!("{} {} {}, {}", op.word(), ty(*t), self.op(*a), self.op(*b)),
            Expr::FCmp { op, ty: t, a, b } => format!("{} {} {}, {}", op.word(), ty(*t), self.op(*a), self.op(*b)),
            Expr::Cast { op, from, to, a } => format!("{} {} {} to {}", op.word(), ty(*from), self.op(*a), ty(*to)),
            Expr::Select { cond, a, b } => format!("{} ? {} : {}", self.op(*cond), self.op(*a), self.op(*b)),
            Expr::PtrAdd { base, offset, indices } => {
                let mut out = self.op(*base);
                if *offset != 0 || indices.is_empty() {
                    let _ = write!(out, " {} {}", if *offset < 0 { '-' } else { '+' }, offset.unsigned_abs());
                }
                for (index, width, scale) in indices {
                    let _ = write!(out, " + {}:{width}*{scale}", self.op(*index));
                }
                out
            }
            Expr::Nary { op, ty: t, args } => format!("{} {} {}", op.word(), ty(*t), self.ops(args)),
        }
    }

    fn arg(&self, arg: &Arg) -> String {
        let byval = arg.byval.map_or(String::new(), |n| format!("byval({n}) "));
        format!("{} {byval}{}", ty(arg.ty), self.op(arg.value))
    }

    fn command(&self, command: &Command) -> String {
        match command {
            Command::Assign { dst, expr } => format!("{} := {}", self.var(*dst), self.expr(expr)),
            Command::Copies(copies) => {
                let copies = list(copies.iter().map(|(d, a)| format!("{} := {}", self.var(*d), self.op(*a))));
                format!("copy {copies}").trim_end().to_string()
            }
            Command::Forget(v) => format!("forget {}", self.var(*v)),
            Command::Load { dst, ptr, ty: t, reads } => {
                let reads = reads.map_or(String::new(), |bits| format!(" reading {}", self.op(bits)));
                format!("{} := load {} {}{reads}", self.var(*dst), ty(*t), self.op(*ptr))
            }
            Command::Store { ptr, value, ty: t } => format!("store {} {}, {}", ty(*t), self.op(*value), self.op(*ptr)),
            Command::Alloc { dst, size, cell, name } => {
                let (dst, name) = (self.var(*dst), quoted(name.as_bytes()));
                format!("{dst} := alloc {} bytes, cells of {cell} {name}", self.op(*size))
            }
            Command::Call { dsts, callee, args, .. } => {
                let dsts = list(dsts.iter().map(|&d| self.var(d)));
                let arrow = if dsts.is_empty() { "" } else { " := " };
                let callee = match callee {
                    Callee::Direct(id) => self.names.func(*id),
                    Callee::Indirect(ptr) => format!("*{}", self.op(*ptr)),
                };
                format!("{dsts}{arrow}call {callee}({})", list(args.iter().map(|a| self.arg(a))))
            }
            Command::Intrinsic { dst, op, args } => {
                let dst = dst.map_or(String::new(), |d| format!("{} := ", self.var(d)));
                format!("{dst}{}({})", op.word(), self.ops(args))
            }
            Command::Jump(l) => format!("jump {}", l.0),
            Command::Branch { cond, then_, else_ } => format!("branch {} ? {} : {}", self.op(*cond), then_.0, else_.0),
            Command::Switch { value, cases, default, .. } => {
                let cases = list(cases.iter().map(|(case, l)| format!("{case} => {}", l.0)));
                format!("switch {} [{cases}] else {}", self.op(*value), default.0)
            }
            Command::Return { values } => format!("return ({})", self.ops(values)),
            Command::Check { holds, rule, fatal, text } => {
                let fatal = if *fatal { " fatal" } else { "" };
                format!("check {} {} {}{fatal}", rule.word(), self.op(*holds), quoted(text.as_bytes()))
            }
            Command::Unreachable => "unreachable".into(),
            Command::Unsupported { text } => format!("unsupported {}", quoted(text.as_bytes())),
        }
    }
}

fn list(items: impl Iterator<Item = impl Display>) -> String {
    items.map(|i| i.to_string()).collect::<Vec<_>>().join(", ")
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
    use crate::command::{BinOp, Flags};
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
        let text = "function f(i32 x) -> (i32)\n  local i32 y#1\n  temp i32 y#2\nentry:\n   0  y#1 := add.nsw i32 x, -1:32\n  label done\n   1  return (y#1)\n";
        assert_eq!(print_function(&f), text);
    }
}
