//! Addresses as numbers: where a path depends on which they are.
//!
//! Oblivious to what is computed with them. Invariant: what is said to hold names the premise that addresses are those
//! that plica gives wherever it may rest on that, but for comparisons for equality with what is not known. (That states
//! with other objects are told apart then rests on more: every address that becomes a term is marked, see
//! `Value::to_term`.)

use plica_ir::CmpOp;
use plica_term::Op;

use crate::machine::Machine;
use crate::premise::Premise;
use crate::state::State;
use crate::step::assign::is_address;
use crate::value::{ObjId, Value, mark_number};

/// Below lies no object of a program, on any system that it runs on.
const PAGE_ZERO: u64 = 4096;

/// Above lies the system's part of the address space.
const UPPER_HALF: u64 = 1 << 63;

/// Is a number none that a program's object has for an address? Small ones and those above are error codes.
pub(super) fn is_no_address(bits: u64) -> bool {
    !(PAGE_ZERO..UPPER_HALF).contains(&bits)
}

impl Machine {
    /// Notes that something is computed of these values, if one of them is an address.
    pub(crate) fn note_addresses(&self, s: &State, values: &[Value]) {
        let chosen = |v: Value| match v {
            Value::Term(t) => matches!(self.pool.node(t).op, Op::Ite) && is_address(&self.pool, v),
            _ => false,
        };
        if values.iter().any(|&v| v.is_pointer() || self.has_input_pointer(v) || chosen(v)) {
            self.note(s, Premise::Addresses);
        }
    }

    /// The same where memory is read: a part of an address is a number, and so is one that is read as a float.
    pub(super) fn note_read(&self, s: &State, obj: ObjId, off: u64, size: u64) {
        if s.heap.get(obj).is_some_and(|object| object.content.splits_address(off, size)) {
            self.note(s, Premise::Addresses);
        }
    }

    /// Notes that an address is compared with a number that may be one, or as a number with a sign. Small numbers and
    /// those in the upper half are no addresses of programs, but error codes.
    pub(super) fn note_compared(&self, s: &State, op: CmpOp, a: Value, b: Value) {
        let is_no_address = |v: Value| match v {
            Value::Int { bits, .. } => is_no_address(bits),
            Value::Ptr { obj, .. } => obj.0 == 0,
            _ => false,
        };
        let is_number = |v: Value| !v.is_pointer() && !is_no_address(v);
        let is_signed = matches!(op, CmpOp::Sgt | CmpOp::Sge | CmpOp::Slt | CmpOp::Sle);
        let one_object = a.is_pointer() && b.is_pointer() && a.object() == b.object();
        let with_sign = is_signed && !one_object && !is_no_address(a) && !is_no_address(b);
        // An unknown value may be an address like the other: every table of pointers would be told of.
        let known = |v: Value| matches!(v, Value::Int { .. });
        let with_number = |v: Value| is_number(v) && (known(v) || !matches!(op, CmpOp::Eq | CmpOp::Ne));
        if with_sign || with_number(a) || with_number(b) {
            self.note(s, Premise::Addresses);
            [a, b].into_iter().filter_map(Value::object).for_each(|obj| mark_number(&self.pool, obj));
        }
    }
}
