//! From the little language to plica's flowgraph, the way a compiler without optimisation does it.
//!
//! Oblivious to symbolic execution. Invariant: what it makes passes the verifier.

use std::collections::HashMap;
use std::sync::Arc;

use plica_ir::{
    Arg, Block, Callee, CastOp, Command, DebugLoc, Expr as IrExpr, Flags, FuncId, Function, Global, GlobalId, Init,
    Loc, Operand, Program as Ir, Ty, Var, VarId, VarKind,
};

use super::loops::{Expr, First, Fun, LoopId, Program, Stmt, loop_id};

/// A program in plica's form.
pub struct Compiled {
    /// The program; function 0 is the entry, its parameters are the inputs.
    pub ir: Ir,
    /// Variables of function 0 that hold in the end: the number of the exit, what is observed, elements of arrays.
    pub outs: Vec<VarId>,
    /// The head of the loop on top, or the start of the function that calls itself.
    pub head: (FuncId, Loc),
    /// The loops by their heads.
    pub heads: HashMap<Loc, LoopId>,
}

/// A label: where it is, once that is known.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Label(usize);

struct Builder {
    code: Vec<Command>,
    vars: Vec<Var>,
    labels: Vec<Option<Loc>>,
    /// For break and continue.
    loops: Vec<(Label, Label)>,
    /// Where exits go, and the variable that takes their number.
    end: Option<(Label, VarId)>,
    /// The loops by their heads.
    heads: HashMap<Loc, LoopId>,
    /// Own variables start here.
    base: u32,
    /// The first function called; one that gives unknown values of each width comes after all of them.
    nondet: u32,
}

impl Builder {
    fn var(&mut self, name: &str, width: u32, kind: VarKind) -> VarId {
        let var = Var { name: name.into(), ty: Ty::Int(width), kind, decl: DebugLoc::UNKNOWN, signed: false };
        self.vars.push(var);
        VarId(self.vars.len() as u32 - 1)
    }

    fn width(&self, op: Operand) -> u32 {
        match op {
            Operand::Int { width, .. } => width,
            Operand::Var(v) => self.vars[v.index()].ty.width(),
            _ => 64,
        }
    }

    fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    fn place(&mut self, l: Label) {
        self.labels[l.0] = Some(Loc(self.code.len() as u32));
    }

    /// Jumps name labels until the end.
    fn jump(&mut self, l: Label) {
        self.code.push(Command::Jump(Loc(l.0 as u32)));
    }

    fn branch(&mut self, cond: Operand, then_: Label, else_: Label) {
        self.code.push(Command::Branch { cond, then_: Loc(then_.0 as u32), else_: Loc(else_.0 as u32) });
    }

    fn assign(&mut self, width: u32, expr: IrExpr) -> Operand {
        let dst = self.var(&format!("t{}", self.vars.len()), width, VarKind::Temp);
        self.code.push(Command::Assign { dst, expr });
        Operand::Var(dst)
    }

    fn expr(&mut self, e: &Expr) -> Operand {
        match e {
            Expr::Const(width, bits) => Operand::Int { width: *width, bits: *bits },
            Expr::Var(v) => Operand::Var(VarId(self.base + *v as u32)),
            Expr::Bin(op, a, b) | Expr::Checked(op, a, b) => {
                let flags = Flags { nsw: matches!(e, Expr::Checked(..)), nuw: false };
                let (a, b) = (self.expr(a), self.expr(b));
                let w = self.width(a);
                self.assign(w, IrExpr::Bin { op: *op, ty: Ty::Int(w), flags, a, b })
            }
            Expr::Cmp(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                let ty = Ty::Int(self.width(a));
                self.assign(1, IrExpr::Cmp { op: *op, ty, a, b })
            }
            Expr::Select(c, a, b) => {
                let (cond, a, b) = (self.expr(c), self.expr(a), self.expr(b));
                let w = self.width(a);
                self.assign(w, IrExpr::Select { cond, a, b })
            }
            Expr::Load(array, index) => {
                let ptr = self.address(*array, index);
                let dst = self.var(&format!("t{}", self.vars.len()), 8, VarKind::Temp);
                self.code.push(Command::Load { dst, ptr, ty: Ty::Int(8), reads: None });
                Operand::Var(dst)
            }
            Expr::Fit(to, e) => {
                let a = self.expr(e);
                self.cast(a, *to, CastOp::ZExt)
            }
            Expr::Sext(to, e) => {
                let a = self.expr(e);
                self.cast(a, *to, CastOp::SExt)
            }
        }
    }

    fn cast(&mut self, a: Operand, to: u32, wider: CastOp) -> Operand {
        let from = self.width(a);
        if from == to {
            return a;
        }
        let op = if to < from { CastOp::Trunc } else { wider };
        self.assign(to, IrExpr::Cast { op, from: Ty::Int(from), to: Ty::Int(to), a })
    }

    fn address(&mut self, array: usize, index: &Expr) -> Operand {
        let index = self.expr(index);
        let index = self.cast(index, 64, CastOp::ZExt);
        let base = Operand::Global { id: GlobalId(array as u32), offset: 0 };
        let dst = self.var(&format!("t{}", self.vars.len()), 64, VarKind::Temp);
        self.vars[dst.index()].ty = Ty::Ptr;
        let expr = IrExpr::PtrAdd { base, offset: 0, indices: [(index, 64, 1)].into() };
        self.code.push(Command::Assign { dst, expr });
        Operand::Var(dst)
    }

    fn stmts(&mut self, body: &[Stmt]) {
        body.iter().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, s: &Stmt) {
        match s {
            Stmt::Assign(v, e) => {
                let value = self.expr(e);
                self.code.push(Command::Assign { dst: VarId(self.base + *v as u32), expr: IrExpr::Copy(value) });
            }
            Stmt::Store(array, index, e) => {
                let ptr = self.address(*array, index);
                let value = self.expr(e);
                self.code.push(Command::Store { ptr, value, ty: Ty::Int(8) });
            }
            Stmt::If(c, a, b) => {
                let cond = self.expr(c);
                let (yes, no, after) = (self.label(), self.label(), self.label());
                self.branch(cond, yes, no);
                self.place(yes);
                self.stmts(a);
                self.jump(after);
                self.place(no);
                self.stmts(b);
                self.jump(after);
                self.place(after);
            }
            Stmt::Loop { at_end, conds, body } => self.repeat(*at_end, conds, body),
            Stmt::Nondet(v) => {
                let dst = VarId(self.base + *v as u32);
                let width = self.vars[dst.index()].ty.width();
                let callee = Callee::Direct(FuncId(self.nondet + width));
                let (dsts, results) = ([dst].into(), [Ty::Int(width)].into());
                self.code.push(Command::Call { dsts, callee, args: [].into(), results });
            }
            Stmt::Call(v, f, args) => {
                let args: Vec<Operand> = args.iter().map(|a| self.expr(a)).collect();
                let arg = |&value: &Operand| Arg { value, ty: Ty::Int(self.width(value)), byval: None };
                let args = args.iter().map(arg).collect();
                let dst = VarId(self.base + *v as u32);
                let results = [self.vars[dst.index()].ty].into();
                let callee = Callee::Direct(FuncId(1 + *f as u32));
                self.code.push(Command::Call { dsts: [dst].into(), callee, args, results });
            }
            Stmt::Break | Stmt::Continue => {
                let (on, after) = *self.loops.last().expect("a loop around it");
                self.jump(if matches!(s, Stmt::Break) { after } else { on });
                let dead = self.label();
                self.place(dead);
            }
            Stmt::Exit(tag) => {
                let (end, var) = self.end.expect("exits are the entry's");
                let value = Operand::Int { width: 8, bits: *tag };
                self.code.push(Command::Assign { dst: var, expr: IrExpr::Copy(value) });
                self.jump(end);
                let dead = self.label();
                self.place(dead);
            }
        }
    }

    fn repeat(&mut self, at_end: bool, conds: &[Expr], body: &[Stmt]) {
        let (head, test, start, after) = (self.label(), self.label(), self.label(), self.label());
        self.jump(head);
        self.place(head);
        self.heads.insert(Loc(self.code.len() as u32), loop_id(body));
        if at_end {
            self.loops.push((test, after));
            self.stmts(body);
            self.place(test);
            self.tests(conds, after);
            self.jump(head);
        } else {
            self.loops.push((head, after));
            self.tests(conds, after);
            self.place(start);
            self.stmts(body);
            self.jump(head);
        }
        self.loops.pop();
        self.place(after);
    }

    fn tests(&mut self, conds: &[Expr], after: Label) {
        for c in conds {
            let cond = self.expr(c);
            let on = self.label();
            self.branch(cond, on, after);
            self.place(on);
        }
    }

    fn finish(mut self, name: &str, params: u32, results: Vec<Ty>) -> Function {
        let labels = &self.labels;
        let at = |l: &mut Loc| *l = labels[l.index()].expect("a placed label");
        for c in &mut self.code {
            match c {
                Command::Jump(l) => at(l),
                Command::Branch { then_, else_, .. } => {
                    at(then_);
                    at(else_);
                }
                _ => {}
            }
        }
        let mut starts: Vec<Loc> = self.labels.iter().flatten().copied().collect();
        starts.push(Loc(0));
        starts.sort_unstable();
        starts.dedup();
        Function {
            name: name.into(),
            display: name.into(),
            vars: self.vars,
            params,
            results,
            variadic: false,
            locs: vec![DebugLoc::UNKNOWN; self.code.len()],
            code: self.code,
            blocks: starts.into_iter().map(|start| Block { start, name: "".into() }).collect(),
            labels: Vec::new(),
            decl: DebugLoc::UNKNOWN,
        }
    }
}

fn builder(base: u32, nondet: u32) -> Builder {
    let heads = HashMap::new();
    Builder {
        heads,
        code: Vec::new(),
        vars: Vec::new(),
        labels: Vec::new(),
        loops: Vec::new(),
        end: None,
        base,
        nondet,
    }
}

fn function(i: usize, fun: &Fun, nondet: u32) -> Function {
    let mut b = builder(0, nondet);
    for (n, (name, width)) in fun.vars.iter().enumerate() {
        b.var(name, *width, if n < fun.params { VarKind::Param } else { VarKind::Local });
    }
    b.stmts(&fun.body);
    let value = b.expr(&fun.result);
    b.code.push(Command::Return { values: [value].into() });
    let result = Ty::Int(b.width(value));
    b.finish(&format!("f{i}"), fun.params as u32, vec![result])
}

/// Compiles a program.
pub fn compile(p: &Program) -> Compiled {
    let nondet = p.funs.len() as u32;
    let inputs: Vec<usize> = (0..p.vars.len()).filter(|&v| p.vars[v].2 == First::Input).collect();
    let mut b = builder(inputs.len() as u32, nondet);
    for &v in &inputs {
        b.var(&format!("in_{}", p.vars[v].0), p.vars[v].1, VarKind::Param);
    }
    for (name, width, _) in &p.vars {
        b.var(name, *width, VarKind::Local);
    }
    let tag = b.var("exit", 8, VarKind::Local);
    let end = b.label();
    b.end = Some((end, tag));
    let mut params = 0..;
    for (v, (_, width, first)) in p.vars.iter().enumerate() {
        let value = match first {
            First::Input => Operand::Var(VarId(params.next().unwrap_or(0))),
            First::Is(bits) => Operand::Int { width: *width, bits: *bits },
        };
        b.code.push(Command::Assign { dst: VarId(b.base + v as u32), expr: IrExpr::Copy(value) });
    }
    // The loop starts with a jump to its head.
    let loop_head = Loc(b.code.len() as u32 + 1);
    let head = if p.is_recursive() { (FuncId(1), Loc(0)) } else { (FuncId(0), loop_head) };
    b.stmt(&p.top);
    b.code.push(Command::Assign { dst: tag, expr: IrExpr::Copy(Operand::Int { width: 8, bits: 0 }) });
    b.jump(end);
    b.place(end);
    let mut outs = vec![tag];
    for &v in &p.observed {
        let from = VarId(b.base + v as u32);
        let dst = b.var("out", p.vars[v].1, VarKind::Local);
        b.code.push(Command::Assign { dst, expr: IrExpr::Copy(Operand::Var(from)) });
        outs.push(dst);
    }
    for (a, &len) in p.arrays.iter().enumerate() {
        for i in 0..len {
            let dst = b.var("out", 8, VarKind::Local);
            let ptr = Operand::Global { id: GlobalId(a as u32), offset: i as i64 };
            b.code.push(Command::Load { dst, ptr, ty: Ty::Int(8), reads: None });
            outs.push(dst);
        }
    }
    b.code.push(Command::Return { values: [].into() });
    let heads = std::mem::take(&mut b.heads);
    let mut functions = vec![b.finish("main", inputs.len() as u32, Vec::new())];
    functions.extend(p.funs.iter().enumerate().map(|(i, f)| function(i, f, nondet)));
    functions.extend((1..=8).map(|w| declaration("__VERIFIER_nondet_uchar", w)));
    let global = |(i, &len): (usize, &usize)| Global {
        name: format!("g{i}").into(),
        size: len as u64,
        cell: 1,
        constant: false,
        init: Init::Extern,
        decl: DebugLoc::UNKNOWN,
    };
    let globals = p.arrays.iter().enumerate().map(global).collect();
    let ir = Ir { functions, globals, ..Ir::default() };
    let wrong = plica_ir::verify(&ir);
    assert!(wrong.is_empty(), "{p}\n{wrong:?}");
    Compiled { ir, outs, head, heads }
}

fn declaration(name: &str, width: u32) -> Function {
    let name: Arc<str> = name.into();
    Function {
        display: name.clone(),
        name,
        vars: Vec::new(),
        params: 0,
        results: vec![Ty::Int(width)],
        variadic: false,
        code: Vec::new(),
        locs: Vec::new(),
        blocks: Vec::new(),
        labels: Vec::new(),
        decl: DebugLoc::UNKNOWN,
    }
}
