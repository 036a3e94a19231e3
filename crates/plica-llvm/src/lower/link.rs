//! Linking: which definition each symbol has, and the numbers of functions and globals.
//!
//! Oblivious to what functions contain. Invariants: internal symbols of different modules are kept apart; of several
//! definitions a strong one wins over weak ones, the first over later ones, any over a declaration.

use std::sync::Arc;

use plica_ir::{DebugLoc, FuncId, Function, Global, GlobalId, Init, Operand, Program, Ty, Var, VarKind, is_rust};
use rustc_hash::FxHashMap;

use super::calls::{self, PLAIN_PROCESSOR};
use super::debug::{Positions, display, is_optimised};
use super::emit::Shared;
use super::jumps::Jumps;
use super::reads::Passing;
use super::source_types::SourceTypes;
use super::types::Layout;
use super::unwind::Unwinding;
use super::{LowerError, func, globals, intrinsics};
use crate::ast::{self, ConstId, Constant, InstKind, Linkage, Module, Symbol};

/// What callers need to know of a function.
#[derive(Clone, Default)]
pub(super) struct Signature {
    pub defined: bool,
    pub params: Vec<Ty>,
    pub results: Vec<Ty>,
    pub variadic: bool,
    /// Is it the program's own, in C or C++?
    pub of_program: bool,
}

/// One module with what its symbols stand for in the program.
pub(super) struct ModuleCx<'m> {
    pub module: &'m Module,
    pub layout: Layout<'m>,
    pub symbols: FxHashMap<Symbol, Operand>,
    /// Labels of which the address is taken, by function and block: places in an object for each function.
    pub labels: FxHashMap<(Symbol, Symbol), Operand>,
    /// By function.
    pub signatures: Arc<[Signature]>,
    /// Library functions that intrinsics stand for.
    pub library: Arc<FxHashMap<String, FuncId>>,
    /// Was it optimised? Then arithmetic may have been moved to where its result is not needed and not good.
    pub optimised: bool,
    /// Was it compiled from Rust? Its calls of C differ from the definitions in how structures are passed.
    pub rust: bool,
    /// How its functions take their arguments.
    pub passing: Passing,
    /// What there is to know of exceptions, if any can be raised.
    pub unwinding: Option<Arc<Unwinding>>,
    /// What there is to know of `longjmp`, if the program mentions it.
    pub jumps: Option<Arc<Jumps>>,
}

/// How strongly a symbol is defined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Declared,
    /// Used if nothing better is there.
    Available,
    Weak,
    Strong,
}

fn strength(linkage: Linkage, defined: bool) -> Strength {
    match linkage {
        _ if !defined => Strength::Declared,
        Linkage::AvailableExternally => Strength::Available,
        Linkage::LinkOnce
        | Linkage::LinkOnceOdr
        | Linkage::Weak
        | Linkage::WeakOdr
        | Linkage::ExternWeak
        | Linkage::Common => Strength::Weak,
        Linkage::External | Linkage::Internal | Linkage::Private | Linkage::Appending => Strength::Strong,
    }
}

fn is_local(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Internal | Linkage::Private)
}

/// A function or global of the program, and where it comes from: module and index there.
struct Entity {
    name: Arc<str>,
    module: usize,
    index: usize,
    strength: Strength,
    /// Every mention of it so far was `extern_weak`.
    weak_reference: bool,
}

#[derive(Default)]
struct Table {
    entities: Vec<Entity>,
    by_name: FxHashMap<Arc<str>, usize>,
}

impl Table {
    fn add(
        &mut self,
        modules: &[&Module],
        name: &str,
        (module, index): (usize, usize),
        linkage: Linkage,
        defined: bool,
        library: bool,
    ) -> Result<usize, LowerError> {
        // `\01` says that the name is the assembler's.
        let name = name.strip_prefix('\u{1}').unwrap_or(name);
        let mut strength = strength(linkage, defined);
        if library && !is_local(linkage) {
            strength = strength.min(Strength::Available);
        }
        let weak_reference = linkage == Linkage::ExternWeak && !defined;
        let fresh = self.entities.len();
        if is_local(linkage) {
            self.entities.push(Entity { name: name.into(), module, index, strength, weak_reference });
            return Ok(fresh);
        }
        if let Some(&known) = self.by_name.get(name) {
            let old = &mut self.entities[known];
            if old.strength == Strength::Strong && strength == Strength::Strong {
                let file = |m: usize| modules[m].source_filename.clone();
                return Err(LowerError::Duplicate {
                    symbol: name.to_string(),
                    modules: [file(old.module), file(module)],
                });
            }
            old.weak_reference &= weak_reference;
            if strength > old.strength {
                (old.module, old.index, old.strength) = (module, index, strength);
            }
            return Ok(known);
        }
        let name: Arc<str> = name.into();
        self.by_name.insert(name.clone(), fresh);
        self.entities.push(Entity { name, module, index, strength, weak_reference });
        Ok(fresh)
    }

    /// Names by which entities are found: those of internal ones only where nothing else has them.
    fn names(&self) -> Vec<(Arc<str>, usize)> {
        let internal = self.entities.iter().enumerate().rev().map(|(i, e)| (e.name.clone(), i));
        let external = self.by_name.iter().map(|(name, &i)| (name.clone(), i));
        internal.chain(external).collect()
    }
}

/// Links modules and lowers them. Those from the `first_model`th on only fill in what the others leave undefined.
pub(super) fn link(modules: &[&Module], first_model: usize) -> Result<Program, LowerError> {
    let (mut functions, globals, symbols) = resolve(modules, first_model)?;
    let mut layouts = Vec::new();
    for module in modules {
        layouts.push(
            Layout::new(&module.types, &module.datalayout)
                .map_err(|message| LowerError::Target { module: module.source_filename.clone(), message })?,
        );
    }
    let mut program = Program::default();
    let mut shared = Shared::default();
    let mut positions: Vec<Positions> = modules.iter().map(|_| Positions::default()).collect();
    let mut signatures = Vec::new();
    for e in &functions.entities {
        let (module, f) = (modules[e.module], &modules[e.module].functions[e.index]);
        let (function, mut signature) =
            declare(e, module, f, &layouts[e.module], &mut shared, &mut positions[e.module]);
        signature.of_program = e.module < first_model && !is_rust(&e.name);
        program.functions.push(function);
        signatures.push(signature);
    }
    let library = add_library(modules, &mut functions, &mut program, &mut signatures);
    let (signatures, library) = (Arc::from(signatures), Arc::new(library));
    let mut cxs: Vec<ModuleCx> = Vec::new();
    let mut labelled: Vec<Global> = Vec::new();
    for ((module, layout), symbols) in modules.iter().zip(layouts).zip(symbols) {
        let (signatures, library) = (Arc::clone(&signatures), Arc::clone(&library));
        let (optimised, passing) = (is_optimised(module), Passing::of(module));
        let rust = module.functions.iter().any(|f| f.defined && is_rust(module.name(f.name)));
        let labels = address_taken(module, globals.entities.len(), &mut labelled);
        cxs.push(ModuleCx {
            module,
            layout,
            symbols,
            labels,
            signatures,
            library,
            optimised,
            rust,
            passing,
            unwinding: None,
            jumps: None,
        });
    }
    let aliases = globals::resolve_aliases(&mut cxs, &mut shared, |linkage| strength(linkage, true) as u8);
    note_ends(&mut cxs, &functions, &globals, first_model);

    let mut types = SourceTypes::new(modules);
    for (i, e) in globals.entities.iter().enumerate() {
        let common = globals::largest_common(modules, &cxs, &e.name, e.strength == Strength::Weak);
        let cx = &cxs[e.module];
        let g = &cx.module.globals[e.index];
        if g.constant && g.unnamed_addr {
            program.anonymous.insert(GlobalId(program.globals.len() as u32));
        }
        if e.module >= first_model {
            program.model_globals.insert(GlobalId(program.globals.len() as u32));
        }
        let global = globals::lower_global(cx, &mut shared, &mut positions[e.module], g, &e.name, common);
        types.global(cx.module, e.module, g, GlobalId(i as u32), global.size);
        program.globals.push(global);
    }
    let first_labelled = program.globals.len();
    program.globals.extend(labelled);
    for (i, e) in functions.entities.iter().enumerate() {
        let Some(f) = cxs[e.module].module.functions.get(e.index) else { continue };
        if f.defined && e.strength > Strength::Declared {
            let out = &mut program.functions[i];
            func::lower_body(&cxs[e.module], &mut shared, &mut positions[e.module], f, out);
            types.function(&cxs[e.module], e.module, f, FuncId(i as u32), out.params);
            note_properties(&mut program, FuncId(i as u32), &cxs[e.module], f, e.module >= first_model);
        }
    }
    program.constructors = globals::startup_list("llvm.global_ctors", ".init_array", &cxs, &mut shared);
    program.destructors = globals::startup_list("llvm.global_dtors", ".fini_array", &cxs, &mut shared);
    add_names(&mut program, &functions, &globals, aliases);
    for (i, g) in program.globals.iter().enumerate().skip(first_labelled) {
        program.globals_by_name.entry(g.name.clone()).or_insert(GlobalId(i as u32));
    }
    program.wide = shared.wide;
    program.source = shared.source;
    let defined = (0..program.functions.len() as u32).map(FuncId).filter(|&f| !program.func(f).is_declaration());
    let library = defined.filter(|&f| is_library(&program, f)).collect::<Vec<_>>();
    program.library.extend(library);
    program.types = types.finish();
    Ok(program)
}

/// The labels of a module of which the address is taken. Each function that has such is given an object with a byte for
/// each of them, numbered from `first` on: nobody may look into it, but labels can be compared, and their distances are
/// known.
fn address_taken(module: &Module, first: usize, objects: &mut Vec<Global>) -> FxHashMap<(Symbol, Symbol), Operand> {
    let mut of_function: FxHashMap<Symbol, usize> = FxHashMap::default();
    let mut labels = FxHashMap::default();
    for id in (0..module.constants.len() as u32).map(ConstId) {
        let &Constant::BlockAddress { function, block } = module.constants.get(id) else { continue };
        let at = *of_function.entry(function).or_insert_with(|| {
            let name = format!("labels of {}", module.name(function)).into();
            objects.push(unsupported_global(&name, "the code behind a label"));
            objects.len() - 1
        });
        labels.entry((function, block)).or_insert_with(|| {
            let object = &mut objects[at];
            object.size += 1;
            Operand::Global { id: GlobalId((first + at) as u32), offset: object.size as i64 - 1 }
        });
    }
    labels
}

/// Finds out where functions end by exceptions, and what runs when the program ends.
fn note_ends(cxs: &mut [ModuleCx], functions: &Table, globals: &Table, first_model: usize) {
    let bodies: Vec<Option<(usize, &ast::FunctionDecl)>> = functions
        .entities
        .iter()
        .map(|e| {
            let f = cxs[e.module].module.functions.get(e.index)?;
            (f.defined && e.strength > Strength::Declared).then_some((e.module, f))
        })
        .collect();
    let defined = |name: &str| {
        let &id = functions.by_name.get(name)?;
        bodies[id].is_some().then_some(FuncId(id as u32))
    };
    let global = |name: &str| globals.by_name.get(name).map(|&id| GlobalId(id as u32));
    let unwinding = Unwinding::of(cxs, &bodies, first_model, defined, global);
    let jumps = Jumps::of(cxs, &bodies, first_model, defined, global);
    for cx in cxs {
        cx.jumps = jumps.clone();
        cx.unwinding = unwinding.clone();
    }
}

/// What each module's symbols stand for.
type Symbols = Vec<FxHashMap<Symbol, Operand>>;

/// Decides which definition each symbol has: the functions and globals of the program, and per module what its symbols
/// stand for.
fn resolve(modules: &[&Module], first_model: usize) -> Result<(Table, Table, Symbols), LowerError> {
    let (mut functions, mut globals) = (Table::default(), Table::default());
    // By module: its symbols as entities.
    let mut function_ids: Vec<(usize, Symbol, usize)> = Vec::new();
    let mut global_ids: Vec<(usize, Symbol, usize)> = Vec::new();
    for (m, module) in modules.iter().enumerate() {
        let library = m >= first_model;
        for (i, f) in module.functions.iter().enumerate() {
            let name = module.name(f.name);
            if !name.starts_with("llvm.") {
                let e = functions.add(modules, name, (m, i), f.linkage, f.defined, library)?;
                function_ids.push((m, f.name, e));
            }
        }
        for (i, g) in module.globals.iter().enumerate() {
            let name = module.name(g.name);
            if !name.starts_with("llvm.") {
                let e = globals.add(modules, name, (m, i), g.linkage, g.init.is_some(), library)?;
                global_ids.push((m, g.name, e));
            }
        }
    }
    let clashes: Vec<Arc<str>> =
        functions.by_name.keys().filter(|name| globals.by_name.contains_key(*name)).cloned().collect();
    for name in clashes {
        // A program may use a library's name for something else; the library then keeps its own for itself.
        let from_library = |table: &Table| table.entities[table.by_name[&name]].module >= first_model;
        match (from_library(&functions), from_library(&globals)) {
            (true, _) => drop(functions.by_name.remove(&name)),
            (false, true) => drop(globals.by_name.remove(&name)),
            (false, false) => return Err(LowerError::Kind { symbol: name.to_string() }),
        }
    }
    let null = Operand::Int { width: 64, bits: 0 };
    let place = |table: &Table, e: usize, operand: Operand| {
        let e = &table.entities[e];
        if e.weak_reference && e.strength == Strength::Declared { null } else { operand }
    };
    let mut symbols: Symbols = vec![FxHashMap::default(); modules.len()];
    for &(m, name, e) in &function_ids {
        symbols[m].insert(name, place(&functions, e, Operand::Func(FuncId(e as u32))));
    }
    for &(m, name, e) in &global_ids {
        symbols[m].insert(name, place(&globals, e, Operand::Global { id: GlobalId(e as u32), offset: 0 }));
    }
    Ok((functions, globals, symbols))
}

/// Beginnings of the paths of what is not a Rust program's own.
const LIBRARY: &[&str] =
    &["core::", "std::", "alloc::", "__rustc::", "<core::", "<std::", "<alloc::", "plica::", "<plica::"];

/// Is it a function of Rust's library that was compiled with the program? What a type of the program's own has of a
/// trait of the library is the program's.
fn is_library(program: &Program, id: FuncId) -> bool {
    let f = program.func(id);
    is_rust(&f.name)
        && ([crate::driver::ENTRY, crate::driver::PROOF].iter().any(|name| f.display.ends_with(name))
            || LIBRARY.iter().any(|start| f.display.starts_with(start))
            || program.source.is_of_library(f.decl))
}

/// Is it one of those in compilers' headers that stand for an instruction (`_mm_loadu_si128`)? Debuggers are kept away
/// from them, so that nothing says where they are.
fn is_intrinsic_of_header(module: &Module, f: &ast::FunctionDecl) -> bool {
    let has_places = !module.metadata.named(&module.names, "llvm.dbg.cu").is_empty();
    has_places && f.dbg.is_none() && module.has_attr(&f.attrs, &f.attr_groups, "alwaysinline")
}

/// Notes what the program has to know of a defined function besides its code.
fn note_properties(program: &mut Program, id: FuncId, cx: &ModuleCx, f: &ast::FunctionDecl, is_model: bool) {
    if is_model {
        program.models.insert(id);
    }
    if cx.optimised {
        program.optimised.insert(id);
    }
    if is_intrinsic_of_header(cx.module, f) {
        program.library.insert(id);
    }
    if cx.module.unchecked_indices {
        program.unchecked_indices.insert(id);
    }
    if cx.module.unchecked_builtins {
        program.unchecked_builtins.insert(id);
    }
    if f.blocks.iter().flat_map(|b| &b.instructions).any(|inst| inst.kind.reads_volatile()) {
        program.reads_volatile.insert(id);
    }
}

/// The names by which functions and globals are found, aliases included.
fn add_names(program: &mut Program, functions: &Table, globals: &Table, aliases: Vec<(Arc<str>, Operand)>) {
    program.by_name = functions.names().into_iter().map(|(name, i)| (name, FuncId(i as u32))).collect();
    program.globals_by_name = globals.names().into_iter().map(|(name, i)| (name, GlobalId(i as u32))).collect();
    for (name, operand) in aliases {
        match operand {
            Operand::Func(f) => drop(program.by_name.insert(name, f)),
            Operand::Global { id, offset: 0 } => drop(program.globals_by_name.insert(name, id)),
            _ => {}
        }
    }
}

/// A function without its body. Parameters are variables already, for those that never get one.
fn declare(
    e: &Entity,
    module: &Module,
    f: &ast::FunctionDecl,
    layout: &Layout,
    shared: &mut Shared,
    positions: &mut Positions,
) -> (Function, Signature) {
    let declared = f.dbg.map(|id| positions.declared(module, &mut shared.source, id));
    let (name, decl) = match declared {
        Some(d) => (d.name, d.at),
        None => (None, DebugLoc::UNKNOWN),
    };
    let scalars = |ty| layout.scalars(ty).map(|s| s.iter().map(|s| s.ty).collect::<Vec<_>>()).unwrap_or_default();
    let params: Vec<Ty> = f.params.iter().flat_map(|p| scalars(p.ty)).collect();
    let results = scalars(f.ret);
    let var = |(i, &ty): (usize, &Ty)| Var {
        name: format!("arg{i}").into(),
        ty,
        kind: VarKind::Param,
        decl: DebugLoc::UNKNOWN,
        signed: matches!(ty, Ty::Int(2..)),
    };
    let function = Function {
        display: name.filter(|_| !is_rust(&e.name)).unwrap_or_else(|| display(&e.name)),
        name: e.name.clone(),
        // A body replaces these by its own.
        vars: params.iter().enumerate().map(var).collect(),
        params: params.len() as u32,
        results: results.clone(),
        variadic: f.varargs,
        code: Vec::new(),
        locs: Vec::new(),
        blocks: Vec::new(),
        labels: Vec::new(),
        decl,
    };
    let defined = e.strength > Strength::Declared;
    (function, Signature { defined, params, results, variadic: f.varargs, of_program: false })
}

/// Is there assembly in the function that asks which features the processor has?
fn asks_processor(f: &ast::FunctionDecl) -> bool {
    f.blocks.iter().flat_map(|b| &b.instructions).any(|inst| match &inst.kind {
        InstKind::Call(call) => matches!(&call.callee, ast::CalledOperand::Asm(asm) if calls::asks_processor(asm)),
        _ => false,
    })
}

/// Declares the library functions that intrinsics and assembly are lowered to, where the program does not.
fn add_library(
    modules: &[&Module],
    functions: &mut Table,
    program: &mut Program,
    signatures: &mut Vec<Signature>,
) -> FxHashMap<String, FuncId> {
    let mut library = FxHashMap::default();
    for (m, module) in modules.iter().enumerate() {
        let of_intrinsic =
            |f: &ast::FunctionDecl| module.name(f.name).strip_prefix("llvm.").and_then(intrinsics::library_function);
        let of_assembly = module.functions.iter().any(asks_processor).then(|| PLAIN_PROCESSOR.to_string());
        let names: Vec<String> = module.functions.iter().filter_map(of_intrinsic).chain(of_assembly).collect();
        for name in names {
            let id = match functions.by_name.get(name.as_str()) {
                Some(&id) => id,
                None => {
                    let text: Arc<str> = name.as_str().into();
                    let id = functions.entities.len();
                    functions.by_name.insert(text.clone(), id);
                    let strength = Strength::Declared;
                    functions.entities.push(Entity {
                        name: text.clone(),
                        module: m,
                        index: usize::MAX,
                        strength,
                        weak_reference: false,
                    });
                    program.functions.push(Function {
                        name: text.clone(),
                        display: text,
                        vars: Vec::new(),
                        params: 0,
                        results: Vec::new(),
                        variadic: true,
                        code: Vec::new(),
                        locs: Vec::new(),
                        blocks: Vec::new(),
                        labels: Vec::new(),
                        decl: DebugLoc::UNKNOWN,
                    });
                    signatures.push(Signature { variadic: true, ..Signature::default() });
                    id
                }
            };
            library.insert(name, FuncId(id as u32));
        }
    }
    library
}

/// An empty global, for one that cannot be lowered.
pub(super) fn unsupported_global(name: &Arc<str>, why: &str) -> Global {
    Global {
        name: name.clone(),
        size: 0,
        cell: 0,
        constant: false,
        init: Init::Unsupported(why.into()),
        decl: DebugLoc::UNKNOWN,
    }
}
