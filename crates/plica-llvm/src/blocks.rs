//! Compound literals of C live as long as the block that they are written in. Clang marks the ends of variables, not
//! theirs.
//!
//! Debug information says in which block of the source each instruction is. So a literal of which somebody may keep
//! the address is marked as a variable is: its start where it is first used, which is where it gets its value, its
//! end wherever control is outside of its block for the first time. Oblivious to what the marks mean. Invariant: a
//! literal that is written in no block but its function's is left alone, as is one whose block is not known;
//! instructions that a compiler adds (branches, other marks) say nothing about where control is.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::{
    Call, CalledOperand, CastOpcode, FunctionDecl, InstKind, Instruction, LocalId, MdId, MdNode, Module, TypeTable,
    TypedValue, ValueRef,
};
use crate::insert::{call, take};

/// What clang calls the memory of a literal.
const NAME: &str = ".compoundliteral";

/// More than scopes are ever nested; the bound is for garbled text that makes a cycle of them.
const DEEPEST: usize = 1000;

/// Marks the compound literals of all functions of a module.
pub fn mark_literals(module: &mut Module) {
    for at in 0..module.functions.len() {
        if module.functions[at].defined {
            let mut f = take(module, at);
            mark(module, &mut f);
            module.functions[at] = f;
        }
    }
}

/// A mark to be put before an instruction: block and number there.
struct Mark {
    at: (usize, usize),
    is_start: bool,
    literal: LocalId,
}

fn mark(module: &mut Module, f: &mut FunctionDecl) {
    let mut marks = Vec::new();
    for literal in literals(module, f) {
        marks.extend(marks_of(module, f, literal));
    }
    // From behind, so that places stay what they were.
    marks.sort_by_key(|mark| std::cmp::Reverse(mark.at));
    for Mark { at: (b, i), is_start, literal } in marks {
        let code = intrinsic(module, f, is_start, literal, &f.blocks[b].instructions[i]);
        f.blocks[b].instructions.insert(i, code);
    }
}

/// The literals of a function of which somebody else gets to know the address.
fn literals(module: &Module, f: &FunctionDecl) -> Vec<LocalId> {
    let entry = f.blocks.first().map_or(&[][..], |b| &b.instructions);
    let allocas = entry.iter().filter(|inst| matches!(inst.kind, InstKind::Alloca { count: None, .. }));
    let is_literal = |id: &LocalId| f.locals.get(id.0 as usize).is_some_and(|l| module.name(l.name).starts_with(NAME));
    let found: Vec<LocalId> = allocas.filter_map(|inst| inst.result).filter(is_literal).collect();
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

fn marks_of(module: &Module, f: &FunctionDecl, literal: LocalId) -> Vec<Mark> {
    let Some((start, block)) = first_use(module, f, literal) else { return Vec::new() };
    let entry = f.blocks.first().map_or(&[][..], |b| &b.instructions);
    let variables = entry.iter().filter(|inst| matches!(inst.kind, InstKind::Alloca { .. }));
    let variables: FxHashSet<LocalId> = variables.filter_map(|inst| inst.result).collect();
    let places: Vec<Vec<(usize, bool)>> =
        f.blocks.iter().map(|b| within(module, &b.instructions, block, &variables)).collect();
    // Where control comes from that is not known to be outside.
    let mut entered = vec![false; f.blocks.len()];
    for (b, from) in f.blocks.iter().enumerate() {
        if places[b].last().is_none_or(|place| place.1)
            && let Some(last) = from.instructions.last()
        {
            for next in last.kind.successors() {
                if let Some(entered) = entered.get_mut(next.0 as usize) {
                    *entered = true;
                }
            }
        }
    }
    let mut marks = vec![Mark { at: start, is_start: true, literal }];
    for (b, places) in places.iter().enumerate() {
        let mut inside = entered[b];
        for &(i, is_within) in places {
            if inside && !is_within {
                marks.push(Mark { at: (b, i), is_start: false, literal });
            }
            inside = is_within;
        }
    }
    marks
}

/// Where a literal is first used, and the block that it is written in, unless that is the function's.
fn first_use(module: &Module, f: &FunctionDecl, literal: LocalId) -> Option<((usize, usize), MdId)> {
    for b in f.blocks_in_order() {
        for (i, inst) in f.blocks[b.0 as usize].instructions.iter().enumerate() {
            let mut is_used = false;
            inst.for_each_operand(|op| is_used |= op.value == ValueRef::Local(literal));
            if is_used && !matches!(inst.kind, InstKind::Debug(_)) {
                let block = scopes(module, inst).find(|&s| module.md_kind(s) != Some("DILexicalBlockFile"))?;
                let is_inner = module.md_kind(block) == Some("DILexicalBlock");
                return is_inner.then_some(((b.0 as usize, i), block));
            }
        }
    }
    None
}

/// The instructions that tell where control is, and whether that is within the block.
///
/// Calls that are given a variable do not: what cleans a variable up belongs to its block, but clang says it lies in
/// the one around.
fn within(module: &Module, code: &[Instruction], block: MdId, variables: &FxHashSet<LocalId>) -> Vec<(usize, bool)> {
    let is_variable = |value: ValueRef| matches!(value, ValueRef::Local(id) if variables.contains(&id));
    let cleans = |call: &Call| call.args.iter().any(|arg| is_variable(arg.operand.value));
    let tells = |inst: &Instruction| match &inst.kind {
        InstKind::Debug(_) | InstKind::Phi(_) | InstKind::Alloca { .. } => false,
        InstKind::Call(call) => !callee(module, call).is_some_and(is_added) && !cleans(call),
        kind => inst.dbg.is_some() && kind.successors().is_empty() && !matches!(kind, InstKind::Unreachable),
    };
    let told = code.iter().enumerate().filter(|(_, inst)| inst.dbg.is_some() && tells(inst));
    told.map(|(i, inst)| (i, scopes(module, inst).any(|scope| scope == block))).collect()
}

/// Marks of other objects, and what frees arrays of variable length.
fn is_added(name: &str) -> bool {
    ["llvm.lifetime.", "llvm.stack", "llvm.dbg."].iter().any(|prefix| name.starts_with(prefix))
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

fn intrinsic(
    module: &mut Module,
    f: &FunctionDecl,
    is_start: bool,
    literal: LocalId,
    before: &Instruction,
) -> Instruction {
    let pointer = f.locals[literal.0 as usize].ty;
    let name = if is_start { "llvm.lifetime.start.literal" } else { "llvm.lifetime.end.literal" };
    let unknown = TypedValue { ty: TypeTable::I64, value: ValueRef::Const(module.constants.int(u64::MAX.into())) };
    call(module, before, name, &[unknown, TypedValue { ty: pointer, value: ValueRef::Local(literal) }])
}
