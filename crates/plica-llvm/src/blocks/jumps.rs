//! Variables of blocks that a `longjmp` leaves: where it comes to, those end whose blocks it is not in.
//!
//! When a place is remembered, control is outside of these blocks too, so what ends there has ended before. Oblivious
//! to what is called in between.

use super::variables::{blocks, marked};
use super::{Mark, Says, scopes};
use crate::ast::{FunctionDecl, InstKind, Instruction, LocalId, MdId, Module};
use crate::lower::sets;

/// Marks behind each call that remembers a place.
pub(super) fn marks(module: &Module, f: &FunctionDecl) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut variables: Option<Vec<(LocalId, MdId, Says)>> = None;
    for (b, block) in f.blocks.iter().enumerate() {
        for (i, inst) in block.instructions.iter().enumerate() {
            let InstKind::Call(call) = &inst.kind else { continue };
            if !sets(module, call) {
                continue;
            }
            let around: Vec<MdId> = scopes(module, inst).collect();
            let left = variables.get_or_insert_with(|| of_blocks(module, f)).iter().filter(|v| !around.contains(&v.1));
            marks.extend(left.map(|&(object, _, says)| Mark { at: (b, i + 1), says, object }));
        }
    }
    marks
}

/// The variables of inner blocks, and how they end.
fn of_blocks(module: &Module, f: &FunctionDecl) -> Vec<(LocalId, MdId, Says)> {
    let (blocks, marked) = (blocks(module, f), marked(module, f));
    let of = |inst: &Instruction| {
        let InstKind::Alloca { count, .. } = &inst.kind else { return None };
        let (id, is_made) = (inst.result?, count.is_some());
        // What never begins does not end.
        let ends = is_made || marked.contains(&id);
        ends.then_some((id, *blocks.get(&id)?, if is_made { Says::EndOfMade } else { Says::End }))
    };
    f.blocks.iter().flat_map(|b| &b.instructions).filter_map(of).collect()
}
