//! From a pointer to a place: which object, which offset, and is the access allowed.
//!
//! Oblivious to what is read or written there.

use plica_ir::{Init, Operand};
use plica_term::{Evaluator, Op, SymbolId, TermId};

use crate::fault::{FaultKind, StopKind};
use crate::fresh::{Mode, unwritten_object};
use crate::machine::Machine;
use crate::memory::{Liveness, Object, ObjectKind};
use crate::outcome::{Alternative, Effect, Flow};
use crate::state::State;
use crate::step::{decide, stop};
use crate::tuning;
use crate::value::{ObjId, Value, WILD, decode};

/// A place in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offset {
    /// Known.
    Known(u64),
    /// A 64-bit term.
    Symbolic(TermId),
}

impl Offset {
    /// The offset as a value of 64 bits.
    pub fn value(self) -> Value {
        match self {
            Offset::Known(bits) => Value::Int { width: 64, bits },
            Offset::Symbolic(t) => Value::Term(t),
        }
    }
}

/// Farther into an object than this nothing is kept.
pub(crate) const REACH: u64 = 1 << 34;

impl Machine {
    /// The object that `ptr` points into, and where. Decides among objects if there are several; `ptr` then becomes
    /// a pointer into the chosen one.
    pub(crate) fn resolve(&self, s: &mut State, ptr: Operand) -> Flow<(ObjId, Offset)> {
        match self.resolve_object(s, ptr)? {
            (ObjId(0), off) if off != Offset::Known(0) => self.at_fixed(s, off),
            place => {
                self.bring(s, place.0)?;
                Ok(place)
            }
        }
    }

    /// The same, where an address that is a number is an offset from null.
    pub(super) fn resolve_object(&self, s: &mut State, ptr: Operand) -> Flow<(ObjId, Offset)> {
        let value = self.get(s, ptr)?;
        match value.as_pointer() {
            Value::Ptr { obj, off } => Ok((obj, Offset::Known(off))),
            Value::SymPtr { obj, off } => Ok((obj, Offset::Symbolic(off))),
            Value::Term(t) if self.pool.width(t) != 64 => {
                let message = format!("a number of {} bits is used as an address", self.pool.width(t));
                Err(stop(StopKind::UncheckedUndefined, message))
            }
            Value::Term(t) => {
                if let Mode::Unit(unit) = &self.mode {
                    unit.refuse("it follows a pointer of which the object is not known");
                } else if let Some(unset) = self.never_written(t) {
                    self.require(s, self.pool.not(unset), FaultKind::UninitializedPointer, || {
                        "use of a pointer that was never written".into()
                    })?;
                }
                let (which, off) = self.follow(s, t)?;
                let (obj, off) = match self.pool.const_value(which) {
                    Some(o) => (ObjId(o as u32), off),
                    None => {
                        let obj = ObjId(Evaluator::new(&self.pool, &s.model).eval(which).bits() as u32);
                        let (part, bits, off) = match self.only_address(t, obj) {
                            // All of it is known then.
                            Some(bits) => (t, bits, self.pool.bv(u128::from(decode(bits).1), 64)),
                            None => (which, u64::from(obj.0), off),
                        };
                        let is = self.pool.eq(part, self.pool.bv(u128::from(bits), self.pool.width(part)));
                        if !s.granted.contains(&is) {
                            let here = Value::pointer(obj, Value::of_term(&self.pool, off));
                            let bound = match ptr {
                                Operand::Var(v) => Effect::Bind(v, here),
                                _ => Effect::Constrain,
                            };
                            return Err(decide(vec![
                                Alternative { cond: is, effect: bound },
                                Alternative { cond: self.pool.not(is), effect: Effect::Constrain },
                            ]));
                        }
                        (obj, off)
                    }
                };
                match Value::of_term(&self.pool, off) {
                    Value::Int { bits, .. } => Ok((obj, Offset::Known(bits))),
                    _ => Ok((obj, Offset::Symbolic(off))),
                }
            }
            Value::Int { .. } | Value::Uninit => Ok((ObjId(0), Offset::Known(0))),
        }
    }

    /// The only address into an object among the constants that a pointer is chosen from; nothing if there are more, or
    /// many. What else it may be does not matter: nobody takes it for the only one that is possible.
    fn only_address(&self, pointer: TermId, obj: ObjId) -> Option<u64> {
        let pool = &self.pool;
        let (mut stack, mut only, mut left) = (vec![pointer], None, tuning::POINTERS_LOOKED_THROUGH.get());
        let mut note = |bits: u64| (decode(bits).0 != obj || *only.get_or_insert(bits) == bits).then_some(());
        while let Some(t) = stack.pop() {
            left = left.checked_sub(1)?;
            let node = pool.node(t);
            match node.op {
                Op::Const(bits) => note(bits as u64)?,
                Op::Ite => stack.extend_from_slice(&node.args[1..]),
                Op::Select | Op::ConstArray => stack.push(node.args[0]),
                Op::Store => stack.extend([node.args[0], node.args[2]]),
                Op::Table(id) => {
                    let elements = &pool.table_data(id).elems;
                    left = left.checked_sub(elements.len())?;
                    elements.iter().try_for_each(|&bits| note(bits))?;
                }
                _ => {}
            }
        }
        only
    }

    /// When a pointer is one that was never written, or lies at a distance from one. `None`: never.
    fn never_written(&self, pointer: TermId) -> Option<TermId> {
        let pool = &self.pool;
        // Choices are few; what is deeper than this is no pointer that somebody forgot to set.
        let mut stack = vec![(pointer, pool.true_())];
        let mut found = None;
        for _ in 0..tuning::POINTERS_LOOKED_THROUGH.get() {
            let Some((t, when)) = stack.pop() else { break };
            let node = pool.node(t);
            match node.op {
                Op::Symbol(id) if self.is_unset(id) => found = Some(pool.or(found.unwrap_or(pool.false_()), when)),
                Op::Select => {
                    // What was stored there, or else what the array held before.
                    let (mut array, index, mut when) = (node.args[0], node.args[1], when);
                    while pool.node(array).op == Op::Store && stack.len() < tuning::POINTERS_LOOKED_THROUGH.get() {
                        let store = pool.node(array);
                        let here = pool.eq(index, store.args[1]);
                        stack.push((store.args[2], pool.and(when, here)));
                        (array, when) = (store.args[0], pool.and(when, pool.not(here)));
                    }
                    if matches!(pool.node(array).op, Op::Symbol(id) if self.is_unset(id)) {
                        found = Some(pool.or(found.unwrap_or(pool.false_()), when));
                    }
                }
                // At a distance, and with the object part put together again.
                Op::Add | Op::Concat | Op::Extract { .. } => stack.extend(node.args.iter().map(|&a| (a, when))),
                Op::Ite => {
                    // The other side of an address that became wild is the one that counts.
                    let wild = |t: TermId| pool.const_value(t) == Some(u128::from(WILD.0));
                    if node.args[1..].iter().any(|&t| wild(t)) {
                        stack.extend(node.args[1..].iter().map(|&t| (t, when)));
                    } else {
                        stack.push((node.args[1], pool.and(when, node.args[0])));
                        stack.push((node.args[2], pool.and(when, pool.not(node.args[0]))));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Is it memory or a variable that the program has not written? What nobody defines may have been set elsewhere.
    fn is_unset(&self, symbol: SymbolId) -> bool {
        let info = self.pool.symbol_info(symbol);
        let elsewhere = |obj: ObjId| {
            let global = (obj.0 as usize).checked_sub(1).and_then(|at| self.program.globals.get(at));
            global.is_some_and(|g| matches!(g.init, Init::Extern))
        };
        info.kind.is_unset() && !unwritten_object(&self.pool, symbol).is_some_and(elsewhere)
    }

    /// The place of an access of `size` bytes through `ptr`, which is checked: not null, live, in bounds, writable.
    pub(crate) fn locate(&self, s: &mut State, ptr: Operand, size: u64, write: bool) -> Flow<(ObjId, Offset)> {
        let (obj, off) = self.resolve(s, ptr)?;
        self.check_access(s, obj, off, Value::int(size, 64), write)?;
        Ok((obj, off))
    }

    /// Checks an access of `size` bytes (64 bits wide; not zero if it is known) at a place.
    pub(crate) fn check_access(&self, s: &State, obj: ObjId, off: Offset, size: Value, write: bool) -> Flow {
        let object = self.live_object(s, obj, off)?;
        if write && object.constant {
            let message = format!("write to the constant {}", object.name);
            return Err(self.fault(FaultKind::WriteToConstant, message));
        }
        if let (Offset::Known(off), Value::Int { bits: n, .. }, Value::Int { bits: len, .. }) = (off, size, object.size)
        {
            if n <= len && off <= len - n {
                return within_reach(off);
            }
            return Err(self.fault(FaultKind::OutOfBounds, self.bounds_message(s, object, off as i64, n)));
        }
        let (pool, n) = (&self.pool, size.to_term(&self.pool));
        let len = self.on_path(s, object.size.to_term(pool));
        let fits = pool.ule(n, len);
        let inside = pool.ule(off.value().to_term(pool), pool.sub(len, n));
        let ok = pool.and(fits, inside);
        self.require(s, ok, FaultKind::OutOfBounds, || {
            format!("access outside the bounds of {}", self.describe(object))
        })?;
        match off {
            Offset::Known(off) => within_reach(off),
            Offset::Symbolic(_) => Ok(()),
        }
    }

    /// Refuses operations on more bytes at once than there is memory for.
    pub(crate) fn limit_block(&self, len: u64, limit: u64, what: &str) -> Flow {
        if len <= limit {
            return Ok(());
        }
        Err(stop(StopKind::Objects, format!("unsupported: {len} bytes {what} at once (at most {limit} are)")))
    }

    /// The object, if it can be accessed at all.
    pub(crate) fn live_object<'s>(&self, s: &'s State, obj: ObjId, off: Offset) -> Flow<&'s Object> {
        if obj.0 == 0 {
            let message = match off {
                Offset::Known(0) => "dereference of a null pointer".to_string(),
                Offset::Known(o) => format!("dereference of a null pointer plus {}", o as i64),
                Offset::Symbolic(_) => "dereference of a null pointer plus an offset".to_string(),
            };
            return Err(self.fault(FaultKind::NullDereference, message));
        }
        match s.heap.get(obj) {
            Some(object) => match object.live {
                Liveness::Live => Ok(object),
                Liveness::Opaque => {
                    let text = match object.kind {
                        ObjectKind::Input => format!(
                            "unsupported: what {} holds, of which the type is declared only, too large or beyond us",
                            object.name
                        ),
                        ObjectKind::Global if self.config.input_globals => {
                            format!(
                                "unsupported: what {} holds, a global that is too large to be an input",
                                object.name
                            )
                        }
                        _ => format!("unsupported: the initial value of {}", object.name),
                    };
                    Err(stop(StopKind::Unsupported, text))
                }
                _ => {
                    let message = format!("access to {} after it was freed", self.describe(object));
                    Err(self.fault(FaultKind::UseAfterFree, message))
                }
            },
            None if self.object_function(obj).is_some() => {
                Err(self.fault(FaultKind::InvalidDereference, "access to the code of a function"))
            }
            None if s.heap.existed(obj, self.first_object()) => {
                Err(self.fault(FaultKind::UseAfterFree, "access to a local variable after its scope has ended"))
            }
            None => Err(self.fault(FaultKind::InvalidDereference, "dereference of a pointer that points to nothing")),
        }
    }

    /// What an object is called in messages.
    pub(crate) fn describe(&self, object: &Object) -> String {
        use crate::memory::ObjectKind::*;
        let what = match object.kind {
            Global => "the global",
            Stack => "the local variable",
            Heap(_) => "the block allocated by",
            Environment | Fixed(_) | Input => "the object",
        };
        match object.size {
            Value::Int { bits, .. } => format!("{what} {} of {bits} bytes", object.name),
            _ => format!("{what} {}, whose size is symbolic,", object.name),
        }
    }

    fn bounds_message(&self, _s: &State, object: &Object, off: i64, n: u64) -> String {
        format!("access of {n} bytes at offset {off} of {}", self.describe(object))
    }
}

/// Ends a path that touches an object too far from its start: the pages up to there would fill the memory.
#[inline]
fn within_reach(off: u64) -> Flow {
    if off < REACH {
        return Ok(());
    }
    Err(stop(StopKind::Objects, format!("unsupported: access at offset {off} of an object (at most {REACH} is)")))
}
