//! What a program finds when it starts: parameters of its entry function, `argv`, the environment.
//!
//! Oblivious to command lines; the driver says what there is.

use std::sync::Arc;

use plica_ir::{DebugLoc, Ty};
use plica_term::SymbolKind;

use crate::machine::Machine;
use crate::memory::{Content, Liveness, Object, ObjectKind};
use crate::state::{Input, InputKind, State};
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

    /// Makes the first bytes of an object an input.
    pub fn argument_bytes(&self, s: &mut State, obj: ObjId, len: u64, name: &str) {
        self.symbolic_bytes(s, obj, 0, len, name);
    }

    /// Writes the address of an object into another one.
    pub fn poke_pointer(&self, s: &mut State, into: ObjId, off: u64, obj: ObjId) {
        self.write(s, into, Offset::Known(off), 8, Value::Ptr { obj, off: 0 });
    }

    /// An input for a parameter of the entry function.
    pub fn entry_input(&self, s: &mut State, name: &str, ty: Ty, signed: bool) -> Value {
        let symbol = format!("{name}#{}", s.inputs.len());
        let value = self.mode.value(&self.pool, &symbol, ty.width(), SymbolKind::Input);
        let kind = InputKind::Scalar { signed, float: matches!(ty, Ty::Float(_)) };
        let parts = vec![value.to_term(&self.pool)];
        let input = Input { name: name.into(), kind, parts, loc: DebugLoc::UNKNOWN, parameter: true };
        s.inputs.push_back(Arc::new(input));
        value
    }
}
