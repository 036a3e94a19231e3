//! What a compiler's checks leave behind when they have become instructions: the declarations of handlers, and the
//! constants that tell them where they are called and of which type.
//!
//! They would be functions and objects of the program, and shift the numbers of others. Oblivious to checks. Invariant:
//! only what nothing mentions any more goes.

use rustc_hash::FxHashSet;

use super::violation;
use crate::ast::{
    ConstExpr, Constant, FunctionDecl, GlobalRef, InstKind, Linkage, Module, Symbol, TypedValue, ValueRef,
};

/// The constants of the compiler's own that calls of handlers mention.
pub(super) fn told_handlers(module: &Module, functions: &[FunctionDecl]) -> FxHashSet<Symbol> {
    let mut told = Mentions::none(module);
    for inst in functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions) {
        if let InstKind::Call(call) | InstKind::Invoke { call, .. } = &inst.kind
            && violation(module, call).is_some()
        {
            call.args.iter().for_each(|arg| told.value(arg.operand.value));
        }
    }
    let own = module.globals.iter().filter(|g| g.linkage == Linkage::Private && g.unnamed_addr).map(|g| g.name);
    own.filter(|name| told.found.contains(name)).collect()
}

/// Drops them and the declarations, where nothing else mentions them: the name of a file may be the program's
/// `__FILE__`, too.
pub(super) fn drop_leftovers(module: &mut Module, told: &FxHashSet<Symbol>) {
    let mut used = Mentions::none(module);
    for inst in module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions) {
        inst.for_each_operand(|op| used.value(op.value));
    }
    module.aliases.iter().for_each(|alias| used.value(alias.target.value));
    let others = module.globals.iter().filter(|g| !told.contains(&g.name));
    others.filter_map(|g| g.init).for_each(|init| used.value(init));
    let Mentions { found, complete, .. } = used;
    let is_declaration = |f: &FunctionDecl| {
        let name = module.name(f.name);
        !f.defined
            && (name.starts_with("__ubsan_handle_") || name.starts_with("llvm.s") && name.contains(".with.overflow."))
    };
    let declared = module.functions.iter().filter(|f| is_declaration(f)).map(|f| f.name);
    let constants = told.iter().copied().filter(|_| complete);
    let gone: FxHashSet<Symbol> = declared.chain(constants).filter(|name| !found.contains(name)).collect();
    module.functions.retain(|f| !gone.contains(&f.name));
    module.globals.retain(|g| !gone.contains(&g.name));
    module.by_name.retain(|name, _| !gone.contains(name));
    let functions = module.functions.iter().enumerate().map(|(i, f)| (f.name, GlobalRef::Function(i as u32)));
    module.by_name.extend(functions);
    let globals = module.globals.iter().enumerate().map(|(i, g)| (g.name, GlobalRef::Var(i as u32)));
    module.by_name.extend(globals);
}

/// The globals that values mention, and what these begin with.
struct Mentions<'a> {
    module: &'a Module,
    found: FxHashSet<Symbol>,
    /// Are these all?
    complete: bool,
}

impl Mentions<'_> {
    fn none(module: &Module) -> Mentions<'_> {
        Mentions { module, found: FxHashSet::default(), complete: true }
    }

    fn value(&mut self, value: ValueRef) {
        let module = self.module;
        let id = match value {
            ValueRef::Global(name) => {
                let global = match module.by_name.get(&name) {
                    Some(GlobalRef::Var(at)) => module.globals.get(*at as usize),
                    _ => None,
                };
                if self.found.insert(name)
                    && let Some(init) = global.and_then(|global| global.init)
                {
                    self.value(init);
                }
                return;
            }
            ValueRef::Const(id) => id,
            _ => return,
        };
        match module.constants.get(id) {
            Constant::Array(parts) | Constant::Struct(parts) | Constant::Vector(parts) => self.all(parts),
            Constant::Splat(part) | Constant::Equivalent(part) => self.all(&[*part]),
            Constant::Expr(expr) => match &**expr {
                ConstExpr::Cast { value: part, .. } | ConstExpr::Gep { base: part, .. } => self.all(&[*part]),
                _ => self.complete = false,
            },
            Constant::Unknown(_) => self.complete = false,
            _ => {}
        }
    }

    fn all(&mut self, parts: &[TypedValue]) {
        parts.iter().for_each(|part| self.value(part.value));
    }
}
