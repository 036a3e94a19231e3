//! What a program may execute at all: the functions that it can call, the places in them that control can jump to, and
//! the globals that they can get at.
//!
//! Oblivious to conditions. Calls through pointers may lead to every function whose address is taken.

use std::collections::BTreeSet;

use crate::bits::BitSet;
use crate::command::{Callee, Command, Operand};
use crate::distance::addresses_taken;
use crate::program::{Function, Init, Program};
use crate::types::{FuncId, GlobalId, Loc};

/// The locations that control can arrive at by a jump or a call, in functions that can be called from `entry` or that
/// `also` names.
pub fn jump_targets(program: &Program, entry: FuncId, also: impl IntoIterator<Item = FuncId>) -> Vec<(FuncId, Loc)> {
    let mut seen = BitSet::new(program.functions.len());
    let mut called = BitSet::new(program.functions.len());
    let mut out = Vec::new();
    let mut todo: Vec<FuncId> = also.into_iter().chain([entry]).collect();
    // Where every call through a pointer leads is found once: a C++ program has thousands of them.
    let mut pointers = false;
    while let Some(func) = todo.pop() {
        if !seen.insert(func.index()) {
            continue;
        }
        let code = &program.func(func).code;
        let mut jumps = BitSet::new(code.len());
        for command in code {
            match command {
                Command::Call { callee, .. } => {
                    let callees = match callee {
                        Callee::Direct(f) => vec![*f],
                        Callee::Indirect(_) if std::mem::replace(&mut pointers, true) => continue,
                        Callee::Indirect(_) => addresses_taken(program),
                    };
                    for f in callees.into_iter().filter(|f| !program.func(*f).is_declaration()) {
                        if called.insert(f.index()) {
                            out.push((f, Loc(0)));
                        }
                        todo.push(f);
                    }
                }
                Command::Jump(_) | Command::Branch { .. } | Command::Switch { .. } => {
                    let targets = command.successors(Loc(0));
                    out.extend(targets.into_iter().filter(|to| jumps.insert(to.index())).map(|to| (func, to)));
                }
                _ => {}
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// The functions that can be called from these, also by functions without a body that are given their addresses.
fn callable(program: &Program, from: impl IntoIterator<Item = FuncId>) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    let mut todo: Vec<FuncId> = from.into_iter().collect();
    let mut pointers = false;
    while let Some(func) = todo.pop() {
        if !found.insert(func) {
            continue;
        }
        let f = program.func(func);
        let mut any = f.is_declaration();
        for command in &f.code {
            match command {
                Command::Call { callee: Callee::Direct(callee), .. } => todo.push(*callee),
                Command::Call { callee: Callee::Indirect(_), .. } => any = true,
                _ => {}
            }
        }
        if any && !pointers {
            pointers = true;
            todo.extend(addresses_taken(program));
            todo.extend(alike(program));
        }
    }
    found
}

/// The functions that an input may lead to that is a pointer to a function: all that have a type to which pointers
/// lead, as far as the machine tells types apart.
fn alike(program: &Program) -> impl Iterator<Item = FuncId> {
    let types: Vec<_> = program.types.all.iter().map(|ty| &ty.kind).collect();
    let functions = program.functions.iter().enumerate();
    let is_alike = move |f: &Function| types.iter().any(|kind| f.may_have_type(kind));
    functions.filter(move |(_, f)| !f.is_declaration() && is_alike(f)).map(|(i, _)| FuncId(i as u32))
}

/// These globals, and those that their initial values lead to.
fn leading_on(program: &Program, from: impl IntoIterator<Item = GlobalId>) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    let mut todo: Vec<GlobalId> = from.into_iter().collect();
    while let Some(id) = todo.pop() {
        if found.insert(id)
            && let Init::Data { relocs, .. } = &program.globals[id.index()].init
        {
            let global = |value| if let Operand::Global { id, .. } = value { Some(id) } else { None };
            todo.extend(relocs.iter().filter_map(|r| global(r.value)));
        }
    }
    found
}

fn globals_named(program: &Program, func: FuncId) -> impl Iterator<Item = GlobalId> {
    let operands = program.func(func).code.iter().flat_map(Command::operands);
    operands.filter_map(|op| if let Operand::Global { id, .. } = op { Some(id) } else { None })
}

/// The globals that a run from `entry` may read and that may have been written before: none of those that are
/// constant, are the library's own, or are not defined.
pub fn mutable_globals(program: &Program, entry: FuncId) -> BTreeSet<GlobalId> {
    let roots = program.destructors.iter().copied().chain([entry]);
    let own: Vec<FuncId> = callable(program, roots).into_iter().filter(|&f| program.is_own(f)).collect();
    let mut found = leading_on(program, own.into_iter().flat_map(|f| globals_named(program, f)));
    found.retain(|id| {
        let g = &program.globals[id.index()];
        let defined = matches!(g.init, Init::Zero | Init::Data { .. });
        defined && !g.constant && g.size > 0 && !program.model_globals.contains(id)
    });
    found
}

/// Where the program's own code names one of these globals, or one that leads to one of them.
pub fn places_that_name(program: &Program, globals: &BTreeSet<GlobalId>) -> Vec<(FuncId, Loc)> {
    let leads = |id| !globals.is_disjoint(&leading_on(program, [id]));
    let leading: BTreeSet<GlobalId> = (0..program.globals.len() as u32).map(GlobalId).filter(|&id| leads(id)).collect();
    let mut out = Vec::new();
    for (i, f) in program.functions.iter().enumerate().filter(|(i, _)| program.is_own(FuncId(*i as u32))) {
        for (at, command) in f.code.iter().enumerate() {
            let names = |op: &Operand| matches!(op, Operand::Global { id, .. } if leading.contains(id));
            if command.operands().iter().any(names) {
                out.push((FuncId(i as u32), Loc(at as u32)));
            }
        }
    }
    out
}
