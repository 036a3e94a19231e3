//! Descriptions of states: all that the continuations of a state depend on, piece by piece.
//!
//! Oblivious to what descriptions are compared for. Invariant: two states of the same machine with equal descriptions,
//! and equal conditions on the terms in them, have the same continuations.

use plica_ir::VarId;
use plica_term::TermId;

use crate::machine::Machine;
use crate::memory::{Heap, Liveness};
use crate::state::{Frame, State};
use crate::value::{ObjId, Value};

/// Part of a state's description.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// A number that means the same in all states.
    Raw(u64),
    /// A term.
    Term(TermId),
}

impl Machine {
    /// Describes a state by what differs from the memory `start`, with some objects whatever became of them. `None` if
    /// that takes more than about so many pieces.
    pub fn description(&self, s: &State, start: &Heap, besides: &[ObjId], most: usize) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        describe_frame(self, &s.top, true, &mut items);
        for caller in s.frames().skip(1) {
            describe_frame(self, caller, false, &mut items);
            if items.len() > most {
                return None;
            }
        }
        let mut ids = s.heap.changed(start);
        ids.extend(besides);
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            items.push(Item::Raw(u64::from(id.0)));
            let Some(object) = s.heap.get(id) else {
                items.push(Item::Raw(u64::MAX));
                continue;
            };
            items.push(Item::Raw(match object.live {
                Liveness::Live => 1,
                Liveness::Freed(_) => 2,
                Liveness::Dead => 3,
                Liveness::Opaque => 4,
            }));
            items.extend(object.kind.number().map(Item::Raw));
            describe_value(object.size, &mut items);
            object.content.describe(&mut items, most);
            if items.len() > most {
                return None;
            }
        }
        Some(items)
    }
}

impl Heap {
    /// The objects that hold unknown values.
    pub fn with_terms(&self) -> Vec<ObjId> {
        let holds_terms = |object: &crate::memory::Object| {
            let mut items = Vec::new();
            describe_value(object.size, &mut items);
            object.content.describe(&mut items, usize::MAX);
            items.iter().any(|item| matches!(item, Item::Term(_)))
        };
        self.iter().filter(|(_, object)| holds_terms(object)).map(|(id, _)| id).collect()
    }
}

fn describe_frame(machine: &Machine, frame: &Frame, top: bool, items: &mut Vec<Item>) {
    items.extend([u64::from(frame.func.0), u64::from(frame.loc.0), frame.objects.len() as u64].map(Item::Raw));
    items.extend(frame.objects.iter().map(|o| Item::Raw(u64::from(o.0))));
    items.push(Item::Raw(frame.varargs.len() as u64));
    for arg in &frame.varargs {
        items.extend([arg.size, u64::from(arg.byval)].map(Item::Raw));
        describe_value(arg.value, items);
    }
    let mut describe = |v: VarId| {
        items.push(Item::Raw(u64::from(v.0)));
        describe_value(frame.vars[v.index()], items);
    };
    if top {
        machine.liveness(frame.func).at(frame.loc).for_each(&mut describe);
    } else {
        machine.live_behind_call(frame).for_each(&mut describe);
    }
    items.push(Item::Raw(u64::MAX));
}

pub(crate) fn describe_value(v: Value, items: &mut Vec<Item>) {
    match v {
        Value::Int { width, bits } => items.extend([Item::Raw(u64::from(width)), Item::Raw(bits)]),
        Value::Term(t) => items.extend([Item::Raw(200), Item::Term(t)]),
        Value::Ptr { obj, off } => items.extend([Item::Raw(201), Item::Raw(u64::from(obj.0)), Item::Raw(off)]),
        Value::SymPtr { obj, off } => items.extend([Item::Raw(202), Item::Raw(u64::from(obj.0)), Item::Term(off)]),
        Value::Uninit => items.push(Item::Raw(203)),
    }
}
