//! What a compiler's checks leave behind when they have become instructions: the declarations of handlers, and the
//! constants that tell them where they are called and of which type they are told.
//!
//! They would be functions and objects of the program, and shift the numbers of others. Oblivious to checks. Invariant:
//! only what nothing mentions any more goes.

use rustc_hash::FxHashSet;

use super::violation;
use crate::ast::{
    Call, CalledOperand, ConstExpr, Constant, FunctionDecl, GlobalRef, InstKind, Linkage, Module, Symbol, TypedValue,
    ValueRef,
};

/// What the calls of handlers mention.
pub(super) fn mentioned(module: &Module, functions: &[FunctionDecl]) -> FxHashSet<Symbol> {
    let mut found = FxHashSet::default();
    for call in calls(functions).filter(|call| violation(module, call).is_some()) {
        call.args.iter().for_each(|arg| mention(module, arg.operand.value, &mut found));
    }
    found
}

/// Drops it, and the declarations, unless a handler is still called.
pub(super) fn drop_leftovers(module: &mut Module, mentioned: &FxHashSet<Symbol>) {
    if calls(&module.functions).any(|call| violation(module, call).is_some()) {
        return;
    }
    let called: FxHashSet<Symbol> = calls(&module.functions).filter_map(callee).collect();
    let functions = std::mem::take(&mut module.functions);
    let named = |f: &FunctionDecl| {
        let name = module.name(f.name);
        name.starts_with("__ubsan_handle_") || name.starts_with("llvm.s") && name.contains(".with.overflow.")
    };
    let (gone, kept): (Vec<_>, Vec<_>) =
        functions.into_iter().partition(|f| !f.defined && !called.contains(&f.name) && named(f));
    module.functions = kept;
    // The name of the file may be one that the program itself has, as `__FILE__`.
    let used = used(module, mentioned);
    let unused = |name: &Symbol| mentioned.contains(name) && used.as_ref().is_some_and(|used| !used.contains(name));
    let globals = std::mem::take(&mut module.globals);
    let (dropped, left): (Vec<_>, Vec<_>) = globals.into_iter().partition(|g| unused(&g.name));
    module.globals = left;
    for name in gone.iter().map(|f| &f.name).chain(dropped.iter().map(|g| &g.name)) {
        module.by_name.remove(name);
    }
    for (i, f) in module.functions.iter().enumerate() {
        module.by_name.insert(f.name, GlobalRef::Function(i as u32));
    }
    for (i, g) in module.globals.iter().enumerate() {
        module.by_name.insert(g.name, GlobalRef::Var(i as u32));
    }
}

/// What code and other globals mention; none if that is not known.
fn used(module: &Module, mentioned: &FxHashSet<Symbol>) -> Option<FxHashSet<Symbol>> {
    let mut used = FxHashSet::default();
    let mut known = module.aliases.is_empty();
    for inst in module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions) {
        inst.for_each_operand(|op| known &= use_of(module, op.value, &mut used));
    }
    let others = module.globals.iter().filter(|g| !mentioned.contains(&g.name));
    for init in others.filter_map(|g| g.init) {
        known &= use_of(module, init, &mut used);
    }
    known.then_some(used)
}

/// Takes in the globals that a value mentions. Answers whether these are all.
fn use_of(module: &Module, value: ValueRef, used: &mut FxHashSet<Symbol>) -> bool {
    let id = match value {
        ValueRef::Global(name) => {
            used.insert(name);
            return true;
        }
        ValueRef::Const(id) => id,
        _ => return true,
    };
    let mut all = |parts: &[TypedValue]| parts.iter().all(|part| use_of(module, part.value, used));
    match module.constants.get(id) {
        Constant::Array(parts) | Constant::Struct(parts) | Constant::Vector(parts) => all(parts),
        Constant::Splat(part) | Constant::Equivalent(part) => all(&[*part]),
        Constant::Expr(expr) => match &**expr {
            ConstExpr::Cast { value, .. } => all(&[*value]),
            ConstExpr::Gep { base, .. } => all(&[*base]),
            _ => false,
        },
        Constant::Unknown(_) => false,
        _ => true,
    }
}

fn calls(functions: &[FunctionDecl]) -> impl Iterator<Item = &Call> {
    let instructions = functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
    instructions.filter_map(|i| match &i.kind {
        InstKind::Call(call) => Some(&**call),
        InstKind::Invoke { call, .. } => Some(&**call),
        _ => None,
    })
}

fn callee(call: &Call) -> Option<Symbol> {
    match call.callee {
        CalledOperand::Value(ValueRef::Global(name)) => Some(name),
        _ => None,
    }
}

/// The constants of the module's own that a value mentions.
fn mention(module: &Module, value: ValueRef, found: &mut FxHashSet<Symbol>) {
    match value {
        ValueRef::Global(name) => {
            let Some(GlobalRef::Var(at)) = module.by_name.get(&name) else { return };
            let Some(global) = module.globals.get(*at as usize) else { return };
            if global.linkage == Linkage::Private && global.unnamed_addr && found.insert(name) {
                global.init.into_iter().for_each(|init| mention(module, init, found));
            }
        }
        ValueRef::Const(id) => match module.constants.get(id) {
            Constant::Struct(parts) => parts.iter().for_each(|part| mention(module, part.value, found)),
            Constant::Expr(expr) => match &**expr {
                ConstExpr::Cast { value, .. } => mention(module, value.value, found),
                ConstExpr::Gep { base, .. } => mention(module, base.value, found),
                _ => {}
            },
            _ => {}
        },
        _ => {}
    }
}
