//! `setjmp` and `longjmp` as control flow: which calls may end in a jump, and what follows them.
//!
//! A jump that is under way is a variable of the models (`runtime/models/jumps.c`): the number of the call that it
//! leads to. A call that may end in a jump is followed by a test of it, which leads to the end of the function, or,
//! where the function itself contains a `setjmp`, to a choice between its places. So each way on is in the flowgraph.
//! Oblivious to exceptions. Invariant: without a function that jumps, nothing is added.

use std::sync::Arc;

use plica_ir::{Arg, Callee, CmpOp, Command, Expr, FuncId, GlobalId, Loc, Operand, Ty, VarId};

use super::callers::Callers;
use super::emit::Emitter;
use super::link::ModuleCx;
use crate::ast::{self, FunctionDecl, InstKind, Module, ValueRef};

/// Functions that remember a place.
const SETS: &[&str] = &["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"];
/// Functions that go back to one.
const JUMPS: &[&str] = &["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// What the program knows of jumps, if there can be any.
pub(super) struct Jumps {
    /// By function: may a call of it end in a jump? One through a pointer may.
    jumps: Vec<bool>,
    to: Operand,
    site: Operand,
    value: Operand,
    set: FuncId,
    end: FuncId,
}

/// Is it a call of `setjmp` or one of its kind?
pub(crate) fn sets(module: &Module, call: &ast::Call) -> bool {
    matches!(call.callee, ast::CalledOperand::Value(ValueRef::Global(name)) if SETS.contains(&module.name(name)))
}

/// Does a function contain such a call?
pub(super) fn has_sets(module: &Module, f: &FunctionDecl) -> bool {
    let mut all = f.blocks.iter().flat_map(|b| &b.instructions);
    all.any(|inst| matches!(&inst.kind, InstKind::Call(call) if sets(module, call)))
}

/// What a call calls: `None` through a pointer, `Some(None)` if it is nothing that jumps.
fn callee(cx: &ModuleCx, call: &ast::Call) -> Option<Option<FuncId>> {
    match call.callee {
        ast::CalledOperand::Asm(_) => Some(None),
        ast::CalledOperand::Value(ValueRef::Global(name)) => match cx.symbols.get(&name) {
            Some(&Operand::Func(f)) => Some(Some(f)),
            _ if cx.module.name(name).starts_with("llvm.") => Some(None),
            _ => None,
        },
        ast::CalledOperand::Value(_) => None,
    }
}

/// What the calls of a function call that may end in a jump: `None` through a pointer.
fn calls(cx: &ModuleCx, f: &FunctionDecl) -> Vec<Option<FuncId>> {
    let all = f.blocks.iter().flat_map(|b| &b.instructions).filter_map(|inst| match &inst.kind {
        InstKind::Call(call) | InstKind::Invoke { call, .. } => Some(callee(cx, call)),
        _ => None,
    });
    all.filter(|called| *called != Some(None)).map(Option::flatten).collect()
}

impl Jumps {
    /// Looks through all functions with a body: by function, its module and declaration.
    pub fn of<'m>(
        cxs: &[ModuleCx<'m>],
        bodies: &[Option<(usize, &'m FunctionDecl)>],
        first_model: usize,
        function: impl Fn(&str) -> Option<FuncId>,
        global: impl Fn(&str) -> Option<GlobalId>,
    ) -> Option<Arc<Jumps>> {
        // Whoever mentions such a function may call it, be it through a pointer.
        let mentions = |cx: &ModuleCx| cx.module.functions.iter().any(|f| JUMPS.contains(&cx.module.name(f.name)));
        if !cxs[..first_model].iter().any(mentions) {
            return None;
        }
        let place = |name| global(name).map(|id| Operand::Global { id, offset: 0 });
        let (to, site, value) = (place("plica_jump_to")?, place("plica_jump_site")?, place("plica_jump_value")?);
        let (set, end) = (function("plica_set_jump")?, function("plica_end_jumps")?);
        let callers = Callers::of(bodies, |module, f| calls(&cxs[module], f));
        let is_model = |f: &FuncId| bodies[f.index()].is_some_and(|(module, _)| module >= first_model);
        let new = JUMPS.iter().filter_map(|name| function(name)).filter(is_model).map(|f| f.index());
        let mut jumps = vec![false; bodies.len()];
        callers.spread(&mut jumps, new.chain(callers.through_pointers.iter().copied()));
        Some(Arc::new(Jumps { jumps, to, site, value, set, end }))
    }
}

/// What a function that contains a `setjmp` needs for it.
pub(super) struct Landings {
    /// The number of its call, once there is one.
    pub frame: VarId,
    /// By place: where control goes on, and the variable that says how it came there.
    pub sites: Vec<(Loc, Option<VarId>)>,
}

impl Emitter<'_, '_> {
    /// May this call end in a jump?
    pub fn jumps(&self, call: &ast::Call) -> bool {
        let Some(jumps) = &self.cx.jumps else { return false };
        match callee(self.cx, call) {
            Some(f) => f.is_some_and(|f| jumps.jumps.get(f.index()).copied().unwrap_or(false)),
            None => true,
        }
    }

    /// Tests whether a jump is under way; goes to one of two places.
    pub fn test_jumping(&mut self, jumping: Loc, normal: Loc) {
        let Some(jumps) = self.cx.jumps.clone() else { return };
        let zero = self.int(64, 0);
        self.branch_on(jumps.to, Ty::Int(64), (CmpOp::Ne, zero), jumping, normal);
    }

    /// No `setjmp` was called yet.
    pub fn no_jumps_yet(&mut self, frame: VarId) {
        let zero = self.int(64, 0);
        self.push(Command::Assign { dst: frame, expr: Expr::Copy(zero) });
    }

    /// Remembers a place, by its number, for this buffer.
    pub fn set_jump(&mut self, buffer: Operand, frame: VarId, site: usize) {
        let Some(jumps) = self.cx.jumps.clone() else { return };
        let site = self.int(32, site as u128);
        let arg = |value, ty| Arg { value, ty, byval: None };
        let args = [arg(buffer, Ty::Ptr), arg(Operand::Var(frame), Ty::Int(64)), arg(site, Ty::Int(32))];
        let (callee, results) = (Callee::Direct(jumps.set), [Ty::Int(64)].into());
        self.push(Command::Call { dsts: [frame].into(), callee, args: args.into(), results });
    }

    /// The function ends: nobody may jump into this call of it any more.
    pub fn end_jumps(&mut self, frame: VarId) {
        let Some(jumps) = self.cx.jumps.clone() else { return };
        let args = [Arg { value: Operand::Var(frame), ty: Ty::Int(64), byval: None }].into();
        let callee = Callee::Direct(jumps.end);
        self.push(Command::Call { dsts: Box::default(), callee, args, results: Box::default() });
    }

    /// Is the jump under way to this call of the function?
    pub fn test_frame(&mut self, frame: VarId, here: Loc, elsewhere: Loc) {
        let Some(jumps) = self.cx.jumps.clone() else { return };
        self.branch_on(jumps.to, Ty::Int(64), (CmpOp::Eq, Operand::Var(frame)), here, elsewhere);
    }

    /// Chooses between places by their numbers.
    pub fn choose_site(&mut self, landings: &[Loc], none: Loc) {
        let Some(jumps) = self.cx.jumps.clone() else { return };
        let site = self.temp(Ty::Int(32));
        self.push(Command::Load { dst: site, ptr: jumps.site, ty: Ty::Int(32), reads: None });
        let cases = landings.iter().enumerate().map(|(i, &to)| (i as u128, to)).collect();
        self.push(Command::Switch { value: Operand::Var(site), width: 32, cases, default: none });
    }

    /// The jump has come to its place.
    pub fn land(&mut self, result: Option<VarId>, to: Loc) {
        let Some(jumps) = self.cx.jumps.clone() else { return };
        let zero = self.int(64, 0);
        self.push(Command::Store { ptr: jumps.to, value: zero, ty: Ty::Int(64) });
        if let Some(dst) = result {
            self.push(Command::Load { dst, ptr: jumps.value, ty: Ty::Int(32), reads: None });
        }
        self.push(Command::Jump(to));
    }
}
