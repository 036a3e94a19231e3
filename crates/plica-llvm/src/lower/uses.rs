//! Who uses an SSA value: how often, how far down its own block, and beyond it.
//!
//! Oblivious to what instructions mean, but for the few questions asked here. Invariant: debug records are no uses.

use crate::ast::{FunctionDecl, InstKind, LocalId, ValueRef};

const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Use {
    /// The block that defines the value.
    block: u32,
    /// The last instruction of that block that uses it; `u32::MAX`: used in another block.
    last: u32,
    count: u32,
    /// All uses are GEP indices.
    index_only: bool,
    /// The last store of the value seen, as an index into its block.
    store: u32,
}

/// The uses of a function's values.
#[derive(Default)]
pub(super) struct Uses(Vec<Use>);

impl Uses {
    pub fn of(f: &FunctionDecl) -> Uses {
        let none = Use { block: NOWHERE, last: 0, count: 0, index_only: true, store: NOWHERE };
        let mut uses = vec![none; f.locals.len()];
        for (b, block) in f.blocks.iter().enumerate() {
            for inst in &block.instructions {
                if let Some(u) = inst.result.and_then(|r| uses.get_mut(r.0 as usize)) {
                    u.block = b as u32;
                }
            }
        }
        let note = |uses: &mut Vec<Use>, value: ValueRef, block: u32, at: u32, index: bool| {
            let ValueRef::Local(id) = value else { return };
            let Some(u) = uses.get_mut(id.0 as usize) else { return };
            u.last = if u.block == block { u.last.max(at) } else { u32::MAX };
            u.count += 1;
            u.index_only &= index;
        };
        for (b, block) in f.blocks.iter().enumerate() {
            for (i, inst) in block.instructions.iter().enumerate() {
                let (b, i) = (b as u32, i as u32);
                match &inst.kind {
                    InstKind::Debug(_) => {}
                    // An incoming value is read at the end of its predecessor.
                    InstKind::Phi(incoming) => {
                        for (value, pred) in incoming.iter() {
                            let end = f.blocks.get(pred.0 as usize).map_or(0, |p| p.instructions.len());
                            note(&mut uses, *value, pred.0, (end as u32).saturating_sub(1), false);
                        }
                    }
                    InstKind::Gep { base, indices, .. } => {
                        note(&mut uses, base.value, b, i, false);
                        indices.iter().for_each(|x| note(&mut uses, x.value, b, i, true));
                    }
                    _ => {
                        inst.for_each_operand(|op| note(&mut uses, op.value, b, i, false));
                        if let InstKind::Store { value, .. } = &inst.kind
                            && let ValueRef::Local(id) = value.value
                            && let Some(u) = uses.get_mut(id.0 as usize)
                        {
                            u.store = i;
                        }
                    }
                }
            }
        }
        Uses(uses)
    }

    fn get(&self, id: LocalId) -> Option<&Use> {
        self.0.get(id.0 as usize)
    }

    /// Is the value used in another block than its own?
    pub fn escapes(&self, id: LocalId) -> bool {
        self.last(id) == u32::MAX
    }

    /// The last instruction of its block that uses the value.
    pub fn last(&self, id: LocalId) -> u32 {
        self.get(id).map_or(u32::MAX, |u| u.last)
    }

    /// Is the value used in its own block only, and only as an index of GEPs?
    pub fn index_only(&self, id: LocalId) -> bool {
        self.get(id).is_some_and(|u| u.index_only && u.last != u32::MAX)
    }

    /// The instruction of the value's own block that stores it and is its only use.
    pub fn only_store(&self, id: LocalId) -> Option<usize> {
        let u = self.get(id)?;
        (u.count == 1 && u.store != NOWHERE && u.last == u.store).then_some(u.store as usize)
    }
}
