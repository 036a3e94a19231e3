//! Values that a `bool` of Rust must not have.
//!
//! rustc reads a `bool` as a byte that it cuts to one bit, and says that nothing is lost (`trunc nuw`). Oblivious to
//! how such a byte came to be. Invariant: a run in which every `bool` is one is not changed.

use plica_ir::Rule;

use crate::ast::{CastOpcode, InstKind, Module, PoisonFlags, TypeTable};
use crate::insert::{Before, take};

/// Puts a check before each byte that becomes a `bool`.
pub fn check_bools(module: &mut Module) {
    for at in 0..module.functions.len() {
        let mut f = take(module, at);
        for b in 0..f.blocks.len() {
            for i in (0..f.blocks[b].instructions.len()).rev() {
                let inst = f.blocks[b].instructions[i].clone();
                let InstKind::Cast { op: CastOpcode::Trunc, flags, value } = inst.kind else { continue };
                if inst.ty != TypeTable::I1 || value.ty != TypeTable::I8 || !flags.has(PoisonFlags::NUW) {
                    continue;
                }
                let text = "a bool that is neither true nor false is read".into();
                let mut before = Before::new(module, &mut f, inst);
                before.check_known(value, 1, Rule::Value, text);
                let code = before.code;
                f.blocks[b].instructions.splice(i..i, code);
            }
        }
        module.functions[at] = f;
    }
}
