//! Compound literals of C live as long as the block that they are written in: from where one is first used, which is
//! where it gets its value, until control is out of its block.
//!
//! Oblivious to variables.

use super::{At, Control, Mark, Says, entry, inner_block, known_to_others, scopes};
use crate::ast::{FunctionDecl, InstKind, LocalId, MdId, Module, ValueRef};

/// What clang calls the memory of a literal.
const NAME: &str = ".compoundliteral";

/// Marks for the literals of a function of which somebody else gets to know the address.
pub(super) fn marks(module: &Module, f: &FunctionDecl) -> Vec<Mark> {
    let allocas = entry(f).iter().filter(|inst| matches!(inst.kind, InstKind::Alloca { count: None, .. }));
    let is_literal = |id: &LocalId| f.locals.get(id.0 as usize).is_some_and(|l| module.name(l.name).starts_with(NAME));
    let found: Vec<LocalId> = allocas.filter_map(|inst| inst.result).filter(is_literal).collect();
    let mut marks = Vec::new();
    for literal in known_to_others(module, f, found) {
        if let Some((start, block)) = first_use(module, f, literal) {
            marks.push(Mark { at: start, says: Says::Start, object: literal });
            marks.extend(Control::of(module, f, block).ends(literal));
        }
    }
    marks
}

/// Where a literal is first used, and the block that it is written in, unless that is the function's.
fn first_use(module: &Module, f: &FunctionDecl, literal: LocalId) -> Option<(At, MdId)> {
    for b in f.blocks_in_order() {
        for (i, inst) in f.blocks[b.0 as usize].instructions.iter().enumerate() {
            let mut is_used = false;
            inst.for_each_operand(|op| is_used |= op.value == ValueRef::Local(literal));
            if is_used && !matches!(inst.kind, InstKind::Debug(_)) {
                let block = scopes(module, inst).next().and_then(|scope| inner_block(module, scope))?;
                return Some(((b.0 as usize, i), block));
            }
        }
    }
    None
}
