//! The memory that a unit starts from: a function explored on its own inputs does not know what its callers have
//! written.
//!
//! What it reads of their memory becomes an input of the unit, when it is first read. What a unit may take for granted
//! is kept as it is and written down as an assumption, which later callers have to meet: pointers, since they say how
//! objects hang together (the unit's alias shape), and, unless the unit is a general one, numbers that are known.
//! Oblivious to summaries. Invariant: an input symbol stands for the same place in all paths of the unit.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use plica_stable::encodable;
use plica_term::{Op, Sort, SymbolId, SymbolKind, TermDecoder, TermEncoder, TermId, TermPool};

use smallvec::SmallVec;

use crate::event::Events;
use crate::ids::UnitId;
use crate::machine::Machine;
use crate::memory::{Content, Heap};
use crate::pinned::Pinned;
use crate::reachability::Reachability;
use crate::state::State;
use crate::step::REACH;
use crate::value::{ObjId, Value};

/// What a symbol of a unit stands for in the state of a caller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnitInput {
    /// A parameter, by its place; for a pointer its offset.
    Param(u32),
    /// Bytes of an object at a known offset.
    Cell {
        /// The object.
        obj: ObjId,
        /// Offset in bytes.
        off: u64,
        /// Length in bytes.
        size: u32,
    },
    /// The offset of a pointer that is there.
    Offset {
        /// The object that holds the pointer.
        obj: ObjId,
        /// Offset in bytes at which it does.
        off: u64,
        /// Length in bytes.
        size: u32,
    },
    /// The size of an object.
    Size {
        /// The object.
        obj: ObjId,
    },
    /// All of an object as an array with elements of so many bytes.
    Array {
        /// The object.
        obj: ObjId,
        /// Bytes of an element.
        cell: u32,
    },
}

/// Something that a unit takes for granted about its callers' memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Assumed {
    /// The object.
    pub obj: ObjId,
    /// Offset in bytes.
    pub off: u64,
    /// Length in bytes.
    pub size: u32,
    /// What is there; of a pointer with a symbolic offset only the object counts.
    pub value: Value,
}

encodable! {
    enum UnitInput {
        Param(place),
        Cell { obj, off, size },
        Offset { obj, off, size },
        Size { obj },
        Array { obj, cell },
    }
}

encodable! { TermEncoder, TermDecoder =>
    struct Assumed { obj, off, size, value }
}

#[derive(Debug, Default)]
struct Known {
    inputs: HashMap<SymbolId, UnitInput>,
    order: Vec<(SymbolId, UnitInput)>,
    assumed: Vec<Assumed>,
    /// The memories at all calls that have entered the unit.
    calls: Vec<Heap>,
    violation: Option<String>,
}

/// See the module's description.
#[derive(Debug)]
pub struct UnitMemory {
    /// The unit.
    pub id: UnitId,
    /// The memory at the call for which the unit was made.
    context: Heap,
    /// Are known numbers inputs too?
    general: bool,
    known: Mutex<Known>,
}

impl UnitMemory {
    /// The memory of a unit that is made for a call in a state with memory `context`.
    pub fn new(id: UnitId, context: Heap, general: bool) -> UnitMemory {
        UnitMemory { id, context, general, known: Mutex::default() }
    }

    /// The memory of a unit that is explored to its end: which objects were there, what was read of them, and what was
    /// taken for granted. What it held at the calls no longer matters. `Err` says what of it cannot be.
    pub fn explored(
        id: UnitId,
        next: ObjId,
        inputs: Vec<(SymbolId, UnitInput)>,
        assumed: Vec<Assumed>,
    ) -> Result<UnitMemory, String> {
        let memory = UnitMemory { id, context: Heap::new(next.0), general: true, known: Mutex::default() };
        memory.take_in(inputs, assumed).map(|()| memory)
    }

    /// Takes in what was read and taken for granted in an earlier run. `Err` says what of it cannot be.
    pub fn take_in(&self, inputs: Vec<(SymbolId, UnitInput)>, assumed: Vec<Assumed>) -> Result<(), String> {
        let next = self.next_object();
        let is_cell = |off: u64, size: u32| off < REACH && (1..=16).contains(&size);
        let is_there = |obj: ObjId| obj.0 != 0 && obj < next;
        let can_be = |(_, input): &(SymbolId, UnitInput)| match *input {
            UnitInput::Param(_) => true,
            UnitInput::Cell { obj, off, size } | UnitInput::Offset { obj, off, size } => {
                is_there(obj) && is_cell(off, size)
            }
            UnitInput::Size { obj } => is_there(obj),
            UnitInput::Array { obj, cell } => is_there(obj) && matches!(cell, 1 | 2 | 4 | 8 | 16),
        };
        let which: HashMap<SymbolId, UnitInput> = inputs.iter().copied().collect();
        if which.len() != inputs.len() || !inputs.iter().all(can_be) {
            return Err("an input of what there is not".into());
        }
        if !assumed.iter().all(|a| is_there(a.obj) && is_cell(a.off, a.size)) {
            return Err("an assumption about what there is not".into());
        }
        let mut known = self.known();
        (known.inputs, known.order, known.assumed) = (which, inputs, assumed);
        Ok(())
    }

    /// The object that comes after those of the callers.
    pub fn next_object(&self) -> ObjId {
        self.context.next_id()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is it an object of the callers?
    pub fn is_outer(&self, obj: ObjId) -> bool {
        obj < self.context.next_id()
    }

    /// Makes a symbol an input.
    pub fn input(&self, pool: &TermPool, symbol: TermId, input: UnitInput) {
        if let Op::Symbol(id) = pool.node(symbol).op {
            let mut known = self.known();
            if known.inputs.insert(id, input).is_none() {
                known.order.push((id, input));
            }
        }
    }

    /// Which input a symbol is, if it is one.
    pub fn which(&self, symbol: SymbolId) -> Option<UnitInput> {
        self.known().inputs.get(&symbol).copied()
    }

    /// All inputs in the order in which they were first read.
    pub fn inputs(&self) -> Vec<(SymbolId, UnitInput)> {
        self.known().order.clone()
    }

    /// What the unit has read of an object in cells of so many bytes: offsets with the values that it found.
    pub fn read_of(&self, pool: &TermPool, obj: ObjId, cell: u32) -> HashMap<u64, TermId> {
        let known = self.known();
        let inputs = known.order.iter().filter_map(|&(s, input)| match input {
            UnitInput::Cell { obj: o, off, size } if o == obj && size == cell => Some((off, pool.symbol_term(s))),
            _ => None,
        });
        let assumed = known.assumed.iter().filter(|a| a.obj == obj && a.size == cell);
        inputs.chain(assumed.map(|a| (a.off, a.value.to_term(pool)))).collect()
    }

    /// What is taken for granted.
    pub fn assumed(&self) -> Vec<Assumed> {
        self.known().assumed.clone()
    }

    /// How much is taken for granted, and how much was read.
    pub fn extent(&self) -> (usize, usize) {
        let known = self.known();
        (known.assumed.len(), known.order.len())
    }

    /// Notes the memory at a call that enters the unit. What is taken for granted from here on holds of it too, where
    /// that can be.
    pub fn enter(&self, memory: Heap) {
        self.known().calls.push(memory);
    }

    /// Notes why the function cannot be explored on its own.
    pub fn refuse(&self, why: &str) {
        self.known().violation.get_or_insert_with(|| why.to_string());
    }

    /// Why the function cannot be explored on its own, if it cannot.
    pub fn refusal(&self) -> Option<String> {
        self.known().violation.clone()
    }

    /// What a unit reads at a known offset of an object that it has not written there. `None` for its own objects.
    pub(crate) fn cell(&self, pool: &TermPool, obj: ObjId, off: u64, size: u32, name: &str) -> Option<Value> {
        if !self.is_outer(obj) {
            return None;
        }
        let found = self.context.get(obj).and_then(|o| o.content.peek(pool, off, u64::from(size)));
        let symbol = |bits: u32, input: UnitInput| {
            let what = if matches!(input, UnitInput::Offset { .. }) { "offset" } else { "" };
            let symbol =
                pool.symbol(&format!("{name}:{size}{what}"), Sort::Bv(bits), SymbolKind::Unwritten { object: obj.0 });
            self.input(pool, symbol, input);
            symbol
        };
        let value = match found {
            Some(value @ Value::Ptr { .. }) => value,
            Some(Value::SymPtr { obj: to, .. }) => {
                Value::SymPtr { obj: to, off: symbol(64, UnitInput::Offset { obj, off, size }) }
            }
            Some(value @ Value::Int { .. })
                if !self.general && self.is_agreed(pool, Assumed { obj, off, size, value }) =>
            {
                value
            }
            _ => return Some(Value::Term(symbol(size * 8, UnitInput::Cell { obj, off, size }))),
        };
        let assumed = Assumed { obj, off, size, value };
        let mut known = self.known();
        if !known.assumed.contains(&assumed) {
            known.assumed.push(assumed);
        }
        Some(value)
    }

    /// May all calls so far take this for granted?
    fn is_agreed(&self, pool: &TermPool, new: Assumed) -> bool {
        let Assumed { obj, off, size, value } = new;
        let is_so =
            |memory: &Heap| memory.get(obj).and_then(|o| o.content.peek(pool, off, u64::from(size))) == Some(value);
        let known = self.known();
        known.assumed.contains(&new) || known.calls.iter().all(is_so)
    }

    /// Notes that a unit reads an object as a whole.
    pub(crate) fn array(&self, pool: &TermPool, obj: ObjId, cell: u32, symbol: TermId) {
        if !self.is_outer(obj) {
            return;
        }
        if self.context.get(obj).is_some_and(|o| o.content.holds_pointers()) {
            self.refuse("it reads an array of pointers at an unknown index");
        }
        self.input(pool, symbol, UnitInput::Array { obj, cell });
    }
}

impl Machine {
    /// The state before the first command of a unit's function, for a call at whose callee's start `s` is. The callers'
    /// memory is unknown, and the parameters are not set.
    pub fn unit_start(&self, memory: &UnitMemory, s: &State) -> State {
        let mut start = State {
            top: self.frame(s.top.func),
            callers: None,
            depth: 0,
            pc: Vec::new(),
            granted: SmallVec::new(),
            merged: None,
            pointers: None,
            pinned: Pinned::default(),
            reach: Reachability::unconfirmed((s.top.func, plica_ir::Loc(0))),
            returned: SmallVec::new(),
            events: Events::default(),
            scopes: 0,
            fresh: 0,
            steps: 0,
            ..s.clone()
        };
        let ids: Vec<ObjId> = s.heap.iter().filter(|(_, o)| !o.is_fixed()).map(|(id, _)| id).collect();
        for obj in ids {
            let Some(object) = start.heap.get_mut(obj) else { continue };
            object.content = Content::uninit(object.size.as_const());
            if object.size.as_const().is_none() {
                let name = format!("size of {}@{}", obj.0, memory.id.as_u32());
                let symbol = self.pool.symbol(&name, Sort::Bv(64), SymbolKind::Uninit);
                memory.input(&self.pool, symbol, UnitInput::Size { obj });
                object.size = Value::Term(symbol);
            }
        }
        start
    }

    /// The size of an object, as a term.
    pub fn size_of(&self, s: &State, obj: ObjId) -> Option<TermId> {
        Some(s.heap.get(obj)?.size.to_term(&self.pool))
    }
}

impl State {
    /// May what was taken for granted about an object in another state be so here: is it there, of the same kind and
    /// size?
    pub fn same_object(&self, other: &State, obj: ObjId) -> bool {
        match (self.heap.get(obj), other.heap.get(obj)) {
            (Some(a), Some(b)) => {
                a.live == b.live
                    && a.kind == b.kind
                    && a.cell == b.cell
                    && a.constant == b.constant
                    && (a.size == b.size || a.size.as_const().is_none() && b.size.as_const().is_none())
            }
            (None, None) => true,
            _ => false,
        }
    }

    /// What an object holds at a known offset, where that can be told without giving unwritten bytes a value.
    pub fn peek(&self, pool: &TermPool, obj: ObjId, off: u64, size: u32) -> Option<Value> {
        self.heap.get(obj)?.content.peek(pool, off, u64::from(size))
    }
}
