//! From the language to plica's flowgraph, the way a compiler without optimisation does it.
//!
//! Oblivious to symbolic execution and to what can be reached. Invariant: what it makes passes the verifier, and every
//! arrival at a [`Point`] is a jump to the point's own location, or the call of a function.

use std::collections::BTreeMap;

use plica_ir::{
    Arg, Block, Callee, Command, DebugLoc, Expr as IrExpr, Flags, FuncId, Function as IrFunction, Global, GlobalId,
    Init, Loc, Operand, Program as Ir, Ty, Var, VarId, VarKind,
};

use super::language::{BITS, Call, Cond, Expr, Function, Id, Place, Point, Program, Stmt};

/// A location of a program.
pub type Site = (FuncId, Loc);

/// A program in plica's form; function 0 is the entry.
pub struct Compiled {
    /// The program.
    pub ir: Ir,
    /// Where the points are.
    pub points: BTreeMap<Site, Point>,
    /// Where assertions fail.
    pub failures: BTreeMap<Site, Id>,
    /// Where a probe tells that a point was reached.
    pub probes: BTreeMap<Site, Point>,
}

/// Functions without a body, numbered after those of the program.
const INPUT: u32 = 0;
const BIT: u32 = 1;
const ASSUME: u32 = 2;
const ASSERT: u32 = 3;
const ERROR: u32 = 4;
const EXTERNALS: [(&str, Option<u32>); 5] = [
    ("__VERIFIER_nondet_uchar", Some(BITS)),
    ("__VERIFIER_nondet_bool", Some(1)),
    ("__VERIFIER_assume", None),
    ("__VERIFIER_assert", None),
    ("reach_error", None),
];

const VALUE: Ty = Ty::Int(BITS);

type Label = u32;

struct Builder<'c> {
    out: &'c mut Compiled,
    function: FuncId,
    code: Vec<Command>,
    vars: Vec<Var>,
    labels: Vec<Option<Loc>>,
    /// Where `continue` and `break` go.
    loops: Vec<(Label, Label)>,
    /// By local: its variable, or the variable that holds its address.
    locals: Vec<(VarId, bool)>,
    /// Value parameters, which come before the pointers.
    values: u32,
    externals: u32,
    probing: bool,
}

/// Compiles a program. With `probing`, every point gets a way to an error that an input chooses.
pub fn compile(p: &Program, probing: bool) -> Compiled {
    let globals = p.globals.iter().enumerate().map(|(g, &v)| Global {
        name: format!("g{g}").into(),
        size: 1,
        cell: 1,
        constant: false,
        init: Init::Data { bytes: [v].into(), relocs: vec![] },
        decl: DebugLoc::UNKNOWN,
    });
    let ir = Ir { globals: globals.collect(), ..Ir::default() };
    let (points, failures, probes) = Default::default();
    let mut out = Compiled { ir, points, failures, probes };
    for (i, f) in p.functions.iter().enumerate() {
        let f = function(&mut out, p, i, f, probing);
        out.ir.functions.push(f);
    }
    out.ir.functions.extend(
        EXTERNALS
            .iter()
            .map(|&(name, width)| IrFunction { results: width.map(Ty::Int).into_iter().collect(), ..empty(name) }),
    );
    let wrong = plica_ir::verify(&out.ir);
    assert!(wrong.is_empty(), "{p}\n{wrong:?}");
    out
}

fn empty(name: &str) -> IrFunction {
    IrFunction {
        name: name.into(),
        display: name.into(),
        vars: vec![],
        params: 0,
        results: vec![],
        variadic: false,
        code: vec![],
        locs: vec![],
        blocks: vec![],
        labels: Default::default(),
        decl: DebugLoc::UNKNOWN,
    }
}

/// Locals whose address a function takes.
fn pointed(body: &[Stmt], found: &mut Vec<usize>) {
    fn expr(e: &Expr, found: &mut Vec<usize>) {
        match e {
            Expr::Bin(_, a, b) => [a, b].iter().for_each(|e| expr(e, found)),
            Expr::Call(call) => {
                call.values.iter().for_each(|e| expr(e, found));
                found.extend(call.pointers.iter().filter_map(|p| match p {
                    Place::Local(x) => Some(*x),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
    fn cond(c: &Cond, found: &mut Vec<usize>) {
        match c {
            Cond::Cmp(_, a, b) => [a, b].iter().for_each(|e| expr(e, found)),
            Cond::And(_, a, b) | Cond::Or(_, a, b) => [a, b].iter().for_each(|c| cond(c, found)),
        }
    }
    for s in body {
        match s {
            Stmt::Set(_, e) | Stmt::Eval(e) | Stmt::Return(e) => expr(e, found),
            Stmt::Assume(_, c) | Stmt::Assert(_, c) => cond(c, found),
            Stmt::If(_, c, yes, no) => {
                cond(c, found);
                pointed(yes, found);
                pointed(no, found);
            }
            Stmt::Loop { cond: c, body, .. } => {
                cond(c, found);
                pointed(body, found);
            }
            Stmt::Break | Stmt::Continue => {}
        }
    }
}

fn function(out: &mut Compiled, p: &Program, i: usize, f: &Function, probing: bool) -> IrFunction {
    let (code, vars, labels, loops, locals) = Default::default();
    let (function, values, externals) = (FuncId(i as u32), f.values as u32, p.functions.len() as u32);
    let mut b = Builder { out, function, code, vars, labels, loops, locals, values, externals, probing };
    (0..f.values).for_each(|x| _ = b.var(&format!("x{x}"), VALUE, VarKind::Param));
    (0..f.pointers).for_each(|n| _ = b.var(&format!("p{n}"), Ty::Ptr, VarKind::Param));
    if i == 0 {
        // A program starts without arriving there.
        b.next(Point::Start(0));
    } else {
        let start = b.label();
        b.point(start, Point::Start(i));
    }
    let mut taken = Vec::new();
    let result = f.result();
    pointed(&f.body, &mut taken);
    pointed(&[Stmt::Return(result.clone())], &mut taken);
    for x in 0..f.locals {
        let param = x < f.values;
        let first = if param { Operand::Var(VarId(x as u32)) } else { Operand::Int { width: BITS, bits: 0 } };
        let name = format!("x{x}");
        if taken.contains(&x) {
            let dst = b.var(&format!("&{name}"), Ty::Ptr, VarKind::Temp);
            let size = Operand::Int { width: 64, bits: 1 };
            b.code.push(Command::Alloc { dst, size, cell: 1, name: name.into() });
            b.code.push(Command::Store { ptr: Operand::Var(dst), value: first, ty: VALUE });
            b.locals.push((dst, true));
        } else if param {
            b.locals.push((VarId(x as u32), false));
        } else {
            let dst = b.var(&name, VALUE, VarKind::Local);
            b.code.push(Command::Assign { dst, expr: IrExpr::Copy(first) });
            b.locals.push((dst, false));
        }
    }
    b.block(&f.body);
    let value = b.expr(&result);
    b.code.push(Command::Return { values: [value].into() });
    b.finish(&format!("f{i}"), (f.values + f.pointers) as u32)
}

impl Builder<'_> {
    fn var(&mut self, name: &str, ty: Ty, kind: VarKind) -> VarId {
        self.vars.push(Var { name: name.into(), ty, kind, decl: DebugLoc::UNKNOWN, signed: false });
        VarId(self.vars.len() as u32 - 1)
    }

    fn temp(&mut self, width: u32) -> VarId {
        self.var(&format!("t{}", self.vars.len()), Ty::Int(width), VarKind::Temp)
    }

    fn here(&self) -> Loc {
        Loc(self.code.len() as u32)
    }

    fn label(&mut self) -> Label {
        self.labels.push(None);
        self.labels.len() as Label - 1
    }

    fn place(&mut self, l: Label) {
        self.labels[l as usize] = Some(self.here());
    }

    /// The label's place is a point.
    fn point(&mut self, l: Label, point: Point) {
        self.place(l);
        let before = self.out.points.insert((self.function, self.here()), point);
        assert_eq!(before, None, "two points at one location");
        self.probe(point);
    }

    /// A point that what comes before leads to.
    fn next(&mut self, point: Point) {
        let l = self.label();
        self.jump(l);
        self.point(l, point);
    }

    /// An error here, or none.
    fn probe(&mut self, point: Point) {
        if !self.probing {
            return;
        }
        let bit = self.temp(1);
        let (yes, no) = (self.label(), self.label());
        self.external(BIT, &[], Some(bit));
        self.branch(Operand::Var(bit), yes, no);
        self.place(yes);
        self.out.probes.insert((self.function, self.here()), point);
        self.external(ERROR, &[], None);
        self.jump(no);
        self.place(no);
    }

    /// Jumps name labels until the end.
    fn jump(&mut self, l: Label) {
        self.code.push(Command::Jump(Loc(l)));
    }

    fn branch(&mut self, cond: Operand, then_: Label, else_: Label) {
        self.code.push(Command::Branch { cond, then_: Loc(then_), else_: Loc(else_) });
    }

    fn external(&mut self, which: u32, args: &[(Operand, Ty)], dst: Option<VarId>) {
        let callee = Callee::Direct(FuncId(self.externals + which));
        self.call(callee, args, dst);
    }

    fn call(&mut self, callee: Callee, args: &[(Operand, Ty)], dst: Option<VarId>) {
        let args = args.iter().map(|&(value, ty)| Arg { value, ty, byval: None }).collect();
        let results = dst.map(|v| self.vars[v.index()].ty).into_iter().collect();
        self.code.push(Command::Call { dsts: dst.into_iter().collect(), callee, args, results });
    }

    /// The address of a place that is in memory.
    fn address(&self, place: Place) -> Option<Operand> {
        match place {
            Place::Local(x) => self.locals[x].1.then_some(Operand::Var(self.locals[x].0)),
            Place::Global(g) => Some(Operand::Global { id: GlobalId(g as u32), offset: 0 }),
            Place::Deref(p) => Some(Operand::Var(VarId(self.values + p as u32))),
        }
    }

    fn set(&mut self, place: Place, value: Operand) {
        self.code.push(match (self.address(place), place) {
            (None, Place::Local(x)) => Command::Assign { dst: self.locals[x].0, expr: IrExpr::Copy(value) },
            (ptr, _) => Command::Store { ptr: ptr.expect("it is in memory"), value, ty: VALUE },
        });
    }

    fn expr(&mut self, e: &Expr) -> Operand {
        match e {
            Expr::Const(c) => Operand::Int { width: BITS, bits: u64::from(*c) },
            Expr::Read(place) => match (self.address(*place), place) {
                (None, Place::Local(x)) => Operand::Var(self.locals[*x].0),
                (ptr, _) => {
                    let dst = self.temp(BITS);
                    self.code.push(Command::Load { dst, ptr: ptr.expect("it is in memory"), ty: VALUE, reads: None });
                    Operand::Var(dst)
                }
            },
            Expr::Input => {
                let dst = self.temp(BITS);
                self.external(INPUT, &[], Some(dst));
                Operand::Var(dst)
            }
            Expr::Bin(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                let dst = self.temp(BITS);
                let expr = IrExpr::Bin { op: *op, ty: VALUE, flags: Flags::default(), a, b };
                self.code.push(Command::Assign { dst, expr });
                Operand::Var(dst)
            }
            Expr::Call(call) => self.calls(call),
        }
    }

    fn calls(&mut self, call: &Call) -> Operand {
        let mut args: Vec<(Operand, Ty)> = call.values.iter().map(|e| (self.expr(e), VALUE)).collect();
        args.extend(call.pointers.iter().map(|&p| (self.address(p).expect("pointers are to memory"), Ty::Ptr)));
        let dst = self.temp(BITS);
        self.call(Callee::Direct(FuncId(call.function as u32)), &args, Some(dst));
        self.next(Point::After(call.id));
        Operand::Var(dst)
    }

    fn compare(&mut self, c: &Cond) -> Option<Operand> {
        let Cond::Cmp(op, a, b) = c else { return None };
        let (a, b) = (self.expr(a), self.expr(b));
        let dst = self.temp(1);
        self.code.push(Command::Assign { dst, expr: IrExpr::Cmp { op: *op, ty: VALUE, a, b } });
        Some(Operand::Var(dst))
    }

    fn cond(&mut self, c: &Cond, yes: Label, no: Label) {
        match c {
            Cond::And(id, a, b) | Cond::Or(id, a, b) => {
                let right = self.label();
                if matches!(c, Cond::And(..)) {
                    self.cond(a, right, no)
                } else {
                    self.cond(a, yes, right)
                }
                self.point(right, Point::Right(*id));
                self.cond(b, yes, no);
            }
            Cond::Cmp(..) => {
                let value = self.compare(c).expect("a comparison");
                self.branch(value, yes, no);
            }
        }
    }

    fn block(&mut self, body: &[Stmt]) {
        body.iter().for_each(|s| self.stmt(s));
    }

    /// Control does not come to what follows.
    fn dead(&mut self) {
        let l = self.label();
        self.place(l);
    }

    fn stmt(&mut self, s: &Stmt) {
        match s {
            Stmt::Set(place, e) => {
                let value = self.expr(e);
                self.set(*place, value);
            }
            Stmt::Eval(e) => _ = self.expr(e),
            Stmt::If(id, c, a, b) => {
                let (yes, no, after) = (self.label(), self.label(), self.label());
                self.cond(c, yes, no);
                self.point(yes, Point::Then(*id));
                self.block(a);
                self.jump(after);
                self.point(no, Point::Else(*id));
                self.block(b);
                self.jump(after);
                self.point(after, Point::After(*id));
            }
            Stmt::Loop { id, at_end, cond, body } => self.repeat(*id, *at_end, cond, body),
            Stmt::Assume(id, c) | Stmt::Assert(id, c) => self.demand(*id, c, matches!(s, Stmt::Assert(..))),
            Stmt::Return(e) => {
                let value = self.expr(e);
                self.code.push(Command::Return { values: [value].into() });
                self.dead();
            }
            Stmt::Break | Stmt::Continue => {
                let (on, after) = *self.loops.last().expect("a loop around it");
                self.jump(if matches!(s, Stmt::Break) { after } else { on });
                self.dead();
            }
        }
    }

    fn repeat(&mut self, id: Id, at_end: bool, c: &Cond, body: &[Stmt]) {
        let (head, other, after) = (self.label(), self.label(), self.label());
        self.jump(head);
        self.point(head, Point::Head(id));
        self.loops.push((if at_end { other } else { head }, after));
        if at_end {
            self.block(body);
            self.jump(other);
            self.point(other, Point::Test(id));
            self.cond(c, head, after);
        } else {
            self.cond(c, other, after);
            self.point(other, Point::Then(id));
            self.block(body);
            self.jump(head);
        }
        self.loops.pop();
        self.point(after, Point::After(id));
    }

    /// An assumption or an assertion, half of them as a branch.
    fn demand(&mut self, id: Id, c: &Cond, assert: bool) {
        if id.is_multiple_of(2)
            && let Some(value) = self.compare(c)
        {
            if assert {
                self.out.failures.insert((self.function, self.here()), id);
            }
            self.external(if assert { ASSERT } else { ASSUME }, &[(value, Ty::Int(1))], None);
            self.next(Point::After(id));
            return;
        }
        let (yes, no) = (self.label(), self.label());
        self.cond(c, yes, no);
        self.point(no, Point::Else(id));
        if assert {
            self.out.failures.insert((self.function, self.here()), id);
            self.external(ERROR, &[], None);
        } else {
            self.external(ASSUME, &[(Operand::Int { width: 1, bits: 0 }, Ty::Int(1))], None);
        }
        self.jump(yes);
        self.point(yes, Point::After(id));
    }

    fn finish(mut self, name: &str, params: u32) -> IrFunction {
        let labels = &self.labels;
        let at = |l: &mut Loc| *l = labels[l.index()].expect("a placed label");
        for c in &mut self.code {
            match c {
                Command::Jump(l) => at(l),
                Command::Branch { then_, else_, .. } => [then_, else_].into_iter().for_each(at),
                _ => {}
            }
        }
        let mut starts: Vec<Loc> = self.labels.iter().flatten().copied().chain([Loc(0)]).collect();
        starts.sort_unstable();
        starts.dedup();
        let block = |start: Loc| Block { start, name: format!("b{}", start.0).into() };
        IrFunction {
            vars: self.vars,
            params,
            results: vec![VALUE],
            locs: vec![DebugLoc::UNKNOWN; self.code.len()],
            code: self.code,
            blocks: starts.into_iter().map(block).collect(),
            ..empty(name)
        }
    }
}
