//! How long objects of a function live, by the blocks of the source that they are written in, where clang does not say.
//!
//! Clang marks the ends of variables, but not those of compound literals, of variables past whose declarations jumps
//! lead (with a computed `goto` these are all of a function), and of those of blocks that a `longjmp` leaves. Debug
//! information says in which block of the source each instruction is: objects are marked by that as variables are.
//! Oblivious to what the marks mean. Invariant: what is written in no block but its function's is left alone, as is
//! that of which it is not known where its block begins; instructions that a compiler adds (branches, other marks) say
//! nothing about where control is.

mod jumps;
mod literals;
mod variables;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::{
    Call, CalledOperand, CastOpcode, FunctionDecl, InstKind, Instruction, LocalId, MdId, MdNode, Module, TypeTable,
    TypedValue, ValueRef,
};
use crate::insert::{call, take};

/// More than scopes are ever nested; the bound is for garbled text that makes a cycle of them.
const DEEPEST: usize = 1000;

/// A place in a function: block and instruction.
type At = (usize, usize);

/// What a mark says of its object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Start,
    End,
    /// The end of what is made on the way, if it was.
    EndOfMade,
}

impl Says {
    fn name(self) -> &'static str {
        match self {
            Says::Start => "llvm.lifetime.start.block",
            Says::End => "llvm.lifetime.end.block",
            Says::EndOfMade => "llvm.scope.end",
        }
    }
}

/// A mark to be put before an instruction.
#[derive(Clone, Copy)]
struct Mark {
    at: At,
    says: Says,
    object: LocalId,
}

/// Marks objects of all functions of a module; of C++ only what a jump leaves.
pub fn mark_blocks(module: &mut Module, is_c: bool) {
    for at in 0..module.functions.len() {
        if module.functions[at].defined {
            let mut f = take(module, at);
            // In C++ destructors are said to lie anywhere.
            if is_c {
                let marks = [literals::marks(module, &f), variables::marks(module, &f)].concat();
                if !marks.is_empty() && !cleans_up(module, &f) {
                    put(module, &mut f, marks);
                }
            }
            let marks = jumps::marks(module, &f);
            put(module, &mut f, marks);
            module.functions[at] = f;
        }
    }
}

fn put(module: &mut Module, f: &mut FunctionDecl, mut marks: Vec<Mark>) {
    // From behind, so that places stay what they were.
    marks.sort_by_key(|mark| std::cmp::Reverse(mark.at));
    for Mark { at: (b, i), says, object } in marks {
        let pointer = f.locals[object.0 as usize].ty;
        let unknown = TypedValue { ty: TypeTable::I64, value: ValueRef::Const(module.constants.int(u64::MAX.into())) };
        let args = [unknown, TypedValue { ty: pointer, value: ValueRef::Local(object) }];
        let code = call(module, &f.blocks[b].instructions[i], says.name(), &args);
        f.blocks[b].instructions.insert(i, code);
    }
}

/// What is allocated as the function begins.
fn entry(f: &FunctionDecl) -> &[Instruction] {
    f.blocks.first().map_or(&[][..], |b| &b.instructions)
}

/// Those of the objects of which somebody else gets to know the address.
fn known_to_others(module: &Module, f: &FunctionDecl, found: Vec<LocalId>) -> Vec<LocalId> {
    if found.is_empty() {
        return found;
    }
    let mut roots: FxHashMap<LocalId, LocalId> = found.iter().map(|&id| (id, id)).collect();
    let mut known = Vec::new();
    for block in f.blocks_in_order() {
        for inst in &f.blocks[block.0 as usize].instructions {
            let root = |value: ValueRef| match value {
                ValueRef::Local(id) => roots.get(&id).copied(),
                _ => None,
            };
            match &inst.kind {
                InstKind::Cast { op: CastOpcode::BitCast, value: base, .. } | InstKind::Gep { base, .. } => {
                    if let (Some(root), Some(result)) = (root(base.value), inst.result) {
                        roots.insert(result, root);
                    }
                }
                InstKind::Load { .. } | InstKind::Debug(_) => {}
                InstKind::Store { value, .. } => known.extend(root(value.value)),
                InstKind::Call(call) if callee(module, call).is_some_and(|name| name.starts_with("llvm.mem")) => {}
                _ => inst.for_each_operand(|op| known.extend(root(op.value))),
            }
        }
    }
    found.into_iter().filter(|id| known.contains(id)).collect()
}

fn callee<'m>(module: &'m Module, call: &Call) -> Option<&'m str> {
    match call.callee {
        CalledOperand::Value(ValueRef::Global(name)) => Some(module.name(name)),
        _ => None,
    }
}

/// Where control may be: in a block of the source, and out of it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Where {
    inside: bool,
    outside: bool,
}

/// Where control is in a function, as to one block of the source.
struct Control {
    /// For each block of code the instructions that tell, and whether they are inside.
    places: Vec<Vec<(usize, bool)>>,
    /// Where it may come from.
    entered: Vec<Where>,
    /// Where it may be at the end.
    left: Vec<Where>,
}

impl Control {
    fn of(module: &Module, f: &FunctionDecl, block: MdId) -> Control {
        let variables = entry(f).iter().filter(|inst| matches!(inst.kind, InstKind::Alloca { .. }));
        let variables: FxHashSet<LocalId> = variables.filter_map(|inst| inst.result).collect();
        let places: Vec<_> = f.blocks.iter().map(|b| within(module, &b.instructions, block, &variables)).collect();
        let mut control = Control {
            entered: vec![Where::default(); f.blocks.len()],
            left: vec![Where::default(); f.blocks.len()],
            places,
        };
        let mut open = vec![0usize];
        if let Some(first) = control.entered.first_mut() {
            first.outside = true;
        }
        while let Some(b) = open.pop() {
            let left = match control.places[b].last() {
                Some(&(_, inside)) => Where { inside, outside: !inside },
                None => control.entered[b],
            };
            if std::mem::replace(&mut control.left[b], left) == left {
                continue;
            }
            for next in successors(f, b) {
                let entered = &mut control.entered[next];
                entered.inside |= left.inside;
                entered.outside |= left.outside;
                open.push(next);
            }
        }
        control
    }

    /// Wherever control is outside for the first time.
    fn ends(&self, object: LocalId) -> impl Iterator<Item = Mark> + '_ {
        self.places.iter().zip(&self.entered).enumerate().flat_map(move |(b, (places, entered))| {
            let mut inside = entered.inside;
            places.iter().filter_map(move |&(i, is_within)| {
                let ends = std::mem::replace(&mut inside, is_within) && !is_within;
                ends.then_some(Mark { at: (b, i), says: Says::End, object })
            })
        })
    }
}

/// The blocks of code that follow one.
fn successors(f: &FunctionDecl, b: usize) -> impl Iterator<Item = usize> {
    let next = f.blocks[b].instructions.last().map(|last| last.kind.successors()).unwrap_or_default();
    let blocks = f.blocks.len();
    next.into_iter().map(|b| b.0 as usize).filter(move |&b| b < blocks)
}

/// The instructions that tell where control is, and whether that is within the block.
///
/// Calls that are given a variable do not say that it is outside: what cleans a variable up belongs to its block, but
/// clang says it lies in the one around.
fn within(module: &Module, code: &[Instruction], block: MdId, variables: &FxHashSet<LocalId>) -> Vec<(usize, bool)> {
    let is_variable = |value: ValueRef| matches!(value, ValueRef::Local(id) if variables.contains(&id));
    let cleans = |inst: &Instruction| match &inst.kind {
        InstKind::Call(call) => call.args.iter().any(|arg| is_variable(arg.operand.value)),
        _ => false,
    };
    let tells = |inst: &Instruction| match &inst.kind {
        InstKind::Debug(_) | InstKind::Phi(_) | InstKind::Alloca { .. } => false,
        InstKind::Call(call) => !callee(module, call).is_some_and(is_added),
        kind => kind.successors().is_empty() && !matches!(kind, InstKind::Unreachable),
    };
    let told = code.iter().enumerate().filter(|(_, inst)| inst.dbg.is_some() && tells(inst));
    let places = told.map(|(i, inst)| (i, inst, scopes(module, inst).any(|scope| scope == block)));
    places.filter(|(_, inst, inside)| *inside || !cleans(inst)).map(|(i, _, inside)| (i, inside)).collect()
}

/// Is a variable given to somebody where its block has been left, as clang says of what cleans it up? Other
/// instructions that belong to that are said to lie there too.
fn cleans_up(module: &Module, f: &FunctionDecl) -> bool {
    let blocks = variables::blocks(module, f);
    let mut roots: FxHashMap<LocalId, LocalId> = blocks.keys().map(|&id| (id, id)).collect();
    let all = || f.blocks.iter().flat_map(|b| &b.instructions);
    loop {
        let before = roots.len();
        for inst in all() {
            let (Some(result), true) =
                (inst.result, matches!(inst.kind, InstKind::Cast { .. } | InstKind::Gep { .. } | InstKind::Phi(_)))
            else {
                continue;
            };
            let root = |value: ValueRef| match value {
                ValueRef::Local(id) => roots.get(&id).copied(),
                _ => None,
            };
            let mut found = None;
            match &inst.kind {
                InstKind::Phi(incoming) => found = incoming.iter().find_map(|(value, _)| root(*value)),
                _ => inst.for_each_operand(|op| found = found.or(root(op.value))),
            }
            if let Some(found) = found {
                roots.entry(result).or_insert(found);
            }
        }
        if roots.len() == before {
            break;
        }
    }
    all().any(|inst| {
        let InstKind::Call(call) = &inst.kind else { return false };
        let mut given = call.args.iter().filter_map(|arg| match arg.operand.value {
            ValueRef::Local(id) => blocks.get(roots.get(&id)?),
            _ => None,
        });
        inst.dbg.is_some()
            && !callee(module, call).is_some_and(|name| name.starts_with("llvm."))
            && given.any(|block| scopes(module, inst).all(|scope| scope != *block))
    })
}

/// Marks of other objects, and what frees arrays of variable length.
fn is_added(name: &str) -> bool {
    ["llvm.lifetime.", "llvm.stack", "llvm.dbg."].iter().any(|prefix| name.starts_with(prefix))
}

/// The block of the source that a scope is: nothing for a function's own.
fn inner_block(module: &Module, scope: MdId) -> Option<MdId> {
    let chain = std::iter::successors(Some(scope), |&scope| module.md_node(scope, "scope")).take(DEEPEST);
    let block = chain.into_iter().find(|&s| module.md_kind(s) != Some("DILexicalBlockFile"))?;
    (module.md_kind(block) == Some("DILexicalBlock")).then_some(block)
}

/// The scopes of an instruction, from the innermost one on, in the function that it was written in or inlined into.
fn scopes<'m>(module: &'m Module, inst: &Instruction) -> impl Iterator<Item = MdId> + 'm {
    let mut at = inst.dbg;
    let mut scope = None;
    for _ in 0..DEEPEST {
        let Some(MdNode::Location(location)) = at.and_then(|at| module.metadata.get(at)) else { break };
        scope = location.scope;
        if location.inlined_at.is_none() {
            break;
        }
        at = location.inlined_at;
    }
    std::iter::successors(scope, |&scope| module.md_node(scope, "scope")).take(DEEPEST)
}
