//! What a program finds when it starts: parameters of its entry function, `argv`, the environment.
//!
//! Oblivious to command lines; the driver says what there is.

use std::sync::Arc;

use plica_ir::{DebugLoc, Ty};
use plica_term::{ConstValue, Evaluator, TermId};

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

    /// Writes the address of an object into another one, or null unless this number is below that value of its width.
    pub fn poke_pointer_below(&self, s: &mut State, into: ObjId, off: u64, obj: ObjId, (number, below): (u32, Value)) {
        let pool = &self.pool;
        let pointer = Value::Ptr { obj, off: 0 };
        let below = below.to_term(pool);
        let there = pool.ult(pool.bv(u128::from(number), pool.width(below)), below);
        let value = match pool.const_value(there) {
            Some(0) => Value::NULL,
            Some(_) => pointer,
            None => Value::of_term(pool, pool.ite(there, pointer.to_term(pool), Value::NULL.to_term(pool))),
        };
        self.write(s, into, Offset::Known(off), 8, value);
    }

    /// An input of the entry function from `low` to `high`, before anything is decided.
    pub fn counted_input(&self, s: &mut State, name: &str, width: u32, low: u32, high: u32) -> Value {
        let value = self.entry_input(s, name, Ty::Int(width), true);
        let pool = &self.pool;
        let term = value.to_term(pool);
        let [low, high] = [low, high].map(|bound| pool.bv(u128::from(bound), width));
        let inside = pool.and(pool.ule(low, term), pool.ule(term, high));
        self.restrict_input(s, inside, term, pool.const_value(low).unwrap_or(0));
        value
    }

    /// Takes what is known of an input into an initial state's path condition; the input may have this value.
    pub(crate) fn restrict_input(&self, s: &mut State, known: TermId, input: TermId, value: u128) {
        let pool = &self.pool;
        if pool.is_true(known) {
            return;
        }
        s.pc.push(known);
        // A state's model satisfies what is known of it.
        if !Evaluator::new(pool, &s.model).holds(known)
            && let Some(symbol) = pool.as_symbol(input)
        {
            let mut model = (*s.model).clone();
            model.set(symbol, ConstValue::Bv(value));
            s.model = Arc::new(model);
        }
    }

    /// An input for a parameter of the entry function.
    pub(crate) fn entry_input(&self, s: &mut State, name: &str, ty: Ty, signed: bool) -> Value {
        self.scalar_input(s, name, ty, signed, DebugLoc::UNKNOWN, crate::event::InputOrigin::Parameter)
    }
}
