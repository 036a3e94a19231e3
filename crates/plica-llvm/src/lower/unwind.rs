//! Exceptions as control flow: which calls may raise one, the test behind each of them, landing pads.
//!
//! What is in flight is a variable of the models (`runtime/models/exceptions.c`). A call that may raise is followed by
//! three commands: a load of it, a comparison, and a branch to the landing pad, or to a return where there is none. A
//! landing pad calls a model for each clause. [`plica_ir::landing`] recognises both, for whoever looks for handlers
//! ahead. Oblivious to which exception a clause takes. Invariant: without anything that raises, nothing is added.

use std::sync::Arc;

use plica_ir::{Arg, Callee, CmpOp, Command, FuncId, GlobalId, Loc, Operand, Ty, landing};
use rustc_hash::FxHashMap;

use super::Lower;
use super::callers::Callers;
use super::emit::Emitter;
use super::link::ModuleCx;
use crate::ast::{self, Clause, Constant, FunctionDecl, InstKind, Module, ValueRef};

/// The function of the models at which every exception begins.
const RAISE: &str = "plica_raise";

/// What the program knows of exceptions, if any can be raised in it.
pub(super) struct Unwinding {
    /// By function: may a call of it end in an exception? One through a pointer may.
    raises: Vec<bool>,
    raised: Operand,
    none: Operand,
    /// Functions of the models by their names.
    models: FxHashMap<&'static str, FuncId>,
}

const NOUNWIND: &str = "nounwind";

/// May the call raise an exception, as far as attributes tell?
fn may_unwind(module: &Module, call: &ast::Call) -> bool {
    if module.has_attr(&call.attrs, &call.attr_groups, NOUNWIND) {
        return false;
    }
    match call.callee {
        ast::CalledOperand::Value(ValueRef::Global(name)) => !module.name(name).starts_with("llvm."),
        ast::CalledOperand::Value(_) => true,
        ast::CalledOperand::Asm(_) => false,
    }
}

fn is_nounwind(module: &Module, f: &FunctionDecl) -> bool {
    module.has_attr(&f.attrs, &f.attr_groups, NOUNWIND)
}

/// The calls of a function that may raise an exception: what they call, `None` through a pointer.
fn calls(cx: &ModuleCx, f: &FunctionDecl) -> Vec<Option<FuncId>> {
    let mut out = Vec::new();
    for inst in f.blocks.iter().flat_map(|b| &b.instructions) {
        if let InstKind::Call(call) | InstKind::Invoke { call, .. } = &inst.kind
            && may_unwind(cx.module, call)
        {
            out.push(callee(cx, call));
        }
    }
    out
}

fn callee(cx: &ModuleCx, call: &ast::Call) -> Option<FuncId> {
    let ast::CalledOperand::Value(ValueRef::Global(name)) = call.callee else { return None };
    match cx.symbols.get(&name) {
        Some(&Operand::Func(f)) => Some(f),
        _ => None,
    }
}

impl Unwinding {
    /// Looks through all functions with a body: by function, its module and declaration.
    pub fn of<'m>(
        cxs: &[ModuleCx<'m>],
        bodies: &[Option<(usize, &'m FunctionDecl)>],
        first_model: usize,
        function: impl Fn(&str) -> Option<FuncId>,
        global: impl Fn(&str) -> Option<GlobalId>,
    ) -> Option<Arc<Unwinding>> {
        let raise = function(RAISE)?;
        let place = |name| global(name).map(|id| Operand::Global { id, offset: 0 });
        let (raised, none) = (place(landing::RAISED)?, place(landing::NONE)?);
        let mut models = FxHashMap::default();
        for name in landing::MODELS {
            models.insert(name, function(name)?);
        }
        let callers = Callers::of(bodies, |module, f| {
            let cx = &cxs[module];
            if is_nounwind(cx.module, f) { Vec::new() } else { calls(cx, f) }
        });
        let mut raises = vec![false; bodies.len()];
        callers.spread(&mut raises, [raise.index()]);
        // The models of exceptions may raise wherever they are linked; that somebody else may counts.
        let own = bodies.iter().flatten().filter(|(module, _)| *module < first_model);
        let is_raised = |called: &Option<FuncId>| called.is_some_and(|f| raises.get(f.index()) == Some(&true));
        if !own.flat_map(|(module, f)| calls(&cxs[*module], f)).any(|called| is_raised(&called)) {
            return None;
        }
        callers.spread(&mut raises, callers.through_pointers.iter().copied());
        Some(Arc::new(Unwinding { raises, raised, none, models }))
    }
}

impl Emitter<'_, '_> {
    /// May this call end in an exception?
    pub fn raises(&self, call: &ast::Call) -> bool {
        let Some(unwinding) = &self.cx.unwinding else { return false };
        may_unwind(self.cx.module, call)
            && match callee(self.cx, call) {
                Some(f) => unwinding.raises.get(f.index()).copied().unwrap_or(false),
                // A pointer may lead to whatever raises.
                None => true,
            }
    }

    /// Tests whether an exception is in flight; goes to one of two places.
    pub fn test_raised(&mut self, unwind: Loc, normal: Loc) {
        let Some(unwinding) = self.cx.unwinding.clone() else { return };
        self.branch_on(unwinding.raised, Ty::Ptr, (CmpOp::Ne, unwinding.none), unwind, normal);
    }

    /// Goes on with an exception that was taken out.
    pub fn raise_again(&mut self, exception: ast::TypedValue) -> Lower<()> {
        let unwinding = self.cx.unwinding.clone().ok_or("resume (nothing raises an exception)")?;
        let values = self.values(exception)?;
        let value = *values.first().ok_or("a resume without an exception")?;
        self.push(Command::Store { ptr: unwinding.raised, value, ty: Ty::Ptr });
        Ok(())
    }

    /// The pair of the exception and the selector.
    pub fn landing_pad(&mut self, clauses: &[Clause]) -> Lower<()> {
        let unwinding = self.cx.unwinding.clone().ok_or("landingpad (nothing raises an exception)")?;
        let model = |e: &mut Self, name: &str, args: &[(Operand, Ty)], result: Ty| {
            let dst = e.temp(result);
            let args = args.iter().map(|&(value, ty)| Arg { value, ty, byval: None }).collect();
            let callee = Callee::Direct(unwinding.models[name]);
            e.push(Command::Call { dsts: [dst].into(), callee, args, results: [result].into() });
            Operand::Var(dst)
        };
        let exception = model(self, landing::LANDING, &[], Ty::Ptr);
        let mut selector = self.int(32, 0);
        for (i, clause) in clauses.iter().enumerate() {
            match clause {
                Clause::Catch(ty) => {
                    let ty = self.value(*ty)?;
                    let number = self.int(32, type_number(ty));
                    let args = [(exception, Ty::Ptr), (ty, Ty::Ptr), (number, Ty::Int(32)), (selector, Ty::Int(32))];
                    selector = model(self, landing::CATCH, &args, Ty::Int(32));
                }
                Clause::Filter(types) => {
                    let mut allowed = self.int(1, 0);
                    for ty in self.filter_types(*types)? {
                        let args = [(exception, Ty::Ptr), (ty, Ty::Ptr), (allowed, Ty::Int(1))];
                        allowed = model(self, landing::ALLOWS, &args, Ty::Int(1));
                    }
                    let number = self.int(32, u128::from((-1 - i as i32) as u32));
                    let args =
                        [(exception, Ty::Ptr), (allowed, Ty::Int(1)), (number, Ty::Int(32)), (selector, Ty::Int(32))];
                    selector = model(self, landing::FILTER, &args, Ty::Int(32));
                }
            }
        }
        self.define_all(vec![exception, selector]);
        Ok(())
    }

    fn filter_types(&mut self, types: ast::TypedValue) -> Lower<Vec<Operand>> {
        let parts = match self.cx.module.constant(types.value) {
            Some(Constant::Array(parts)) => parts.to_vec(),
            Some(Constant::Zero)
                if matches!(self.cx.module.types.get_resolved(types.ty), ast::Type::Array { len: 0, .. }) =>
            {
                Vec::new()
            }
            _ => return Err("a filter of a landingpad that is no list".into()),
        };
        parts.into_iter().map(|part| self.value(part)).collect()
    }

    /// `llvm.eh.typeid.for`: the number that a landing pad gives for this type.
    pub fn type_id(&mut self, ty: ast::TypedValue) -> Lower<Operand> {
        let ty = self.value(ty)?;
        Ok(self.int(32, type_number(ty)))
    }
}

/// A number for each type and one for every exception.
fn type_number(ty: Operand) -> u128 {
    match ty {
        Operand::Global { id, .. } => u128::from(id.0) + 2,
        _ => 1,
    }
}
