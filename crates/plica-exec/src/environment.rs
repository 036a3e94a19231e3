//! What a program finds when it starts: parameters of its entry function, `argv`, the environment.
//!
//! Oblivious to command lines; the driver says what there is.

use plica_ir::{DebugLoc, Ty};

use crate::machine::Machine;
use crate::memory::{Content, Liveness, Object, ObjectKind};
use crate::state::State;
use crate::step::Offset;
use crate::value::{ObjId, Value};

impl Machine {
    /// An object with these bytes; `None` when there are too many objects.
    pub fn environment_object(&self, s: &mut State, bytes: Vec<u8>, name: &str) -> Option<ObjId> {
        s.heap.add(Object {
            size: Value::int(bytes.len() as u64, 64),
            kind: ObjectKind::Environment,
            live: Liveness::Live,
            constant: false,
            cell: 0,
            name: name.into(),
            site: DebugLoc::UNKNOWN,
            content: Content::bytes(bytes.into()),
        })
    }

    /// Writes the address of an object into another one.
    pub fn poke_pointer(&self, s: &mut State, into: ObjId, off: u64, obj: ObjId) {
        self.write(s, into, Offset::Known(off), 8, Value::Ptr { obj, off: 0 });
    }

    /// An input for a parameter of the entry function.
    pub fn entry_input(&self, s: &mut State, name: &str, ty: Ty, signed: bool) -> Value {
        self.scalar_input(s, name, ty, signed, DebugLoc::UNKNOWN, crate::event::InputOrigin::Parameter)
    }
}
