//! Units: a function in an alias shape, its paths that return, and what they have in common.
//!
//! Oblivious to how formulas are made of them. Invariant: all paths of a class write the same places and return values
//! of the same kinds, so that one state after the call stands for all of them.

use std::sync::Arc;

use plica_exec::{CallId, Events, Machine, ObjId, ObjectChange, State, UnitId, UnitInput, UnitMemory, Value};
use plica_ir::{FuncId, Ty};
use plica_term::{Op, Sort, SymbolId, SymbolKind, TermId};

use crate::paths::alike;
use crate::tuning;

/// What is known about a parameter in all calls of a unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParamShape {
    /// A number.
    Number,
    /// This value.
    Fixed(Value),
    /// A pointer into this object.
    Into(ObjId),
}

/// A place that a unit writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteSlot {
    /// Bytes at a known offset.
    Cell {
        /// The object.
        obj: ObjId,
        /// Offset in bytes.
        off: u64,
        /// Length in bytes.
        size: u64,
    },
    /// All of an object, as an array with elements of so many bytes.
    Array {
        /// The object.
        obj: ObjId,
        /// Bytes of an element.
        cell: u32,
    },
}

impl WriteSlot {
    /// The object that it is in.
    pub fn object(self) -> ObjId {
        match self {
            WriteSlot::Cell { obj, .. } | WriteSlot::Array { obj, .. } => obj,
        }
    }
}

/// What kind of value comes out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// A term of this sort.
    Number(Sort),
    /// A pointer into this object: the term is its offset.
    Into(ObjId),
}

/// A path that returns.
#[derive(Clone, Debug)]
pub struct SummaryPath {
    /// Its class.
    pub class: u32,
    /// The path condition, in the unit's symbols.
    pub pc: Vec<TermId>,
    /// So many of its conditions are the first ones of the path before, too.
    pub alike: usize,
    /// The results, then the values of the class's slots.
    pub values: Vec<TermId>,
    /// What happened on it.
    pub events: Events,
}

/// Paths that write the same places and return values of the same kinds.
#[derive(Clone, Debug)]
pub struct EffectClass {
    /// The places.
    pub slots: Vec<WriteSlot>,
    /// Kinds of the results and of what is written.
    pub kinds: Vec<ValueKind>,
    /// How many of the values are results.
    pub results: usize,
}

/// See the module's description. The first unit is the program, which is never called.
pub struct Unit {
    /// Which function.
    pub function: Option<FuncId>,
    /// Its machine.
    pub machine: Arc<Machine>,
    /// Its inputs and what it takes for granted about memory.
    pub memory: Option<Arc<UnitMemory>>,
    /// What it takes for granted about its parameters.
    pub shape: Vec<ParamShape>,
    /// The state that it starts from.
    pub start: Option<State>,
    /// Classes of paths.
    pub classes: Vec<EffectClass>,
    /// Paths that return.
    pub leaves: Vec<SummaryPath>,
    /// Calls that enter it.
    pub calls: Vec<CallId>,
    /// Does no further path return?
    pub closed: bool,
    /// Does it return whatever its inputs are, by one class or another?
    pub total: bool,
    /// Does a path of it go on after a call that may not return?
    pub partial: bool,
    /// Why it was given up, if it was.
    pub given_up: Option<String>,
    /// How much was taken for granted and read when its calls were last held against that.
    pub checked: (usize, usize),
    /// Has a loop that calls it waited for it already? Once is enough.
    pub awaited: bool,
}

/// A leaf's values, and what kinds they are of.
struct Written {
    slots: Vec<WriteSlot>,
    kinds: Vec<ValueKind>,
    values: Vec<TermId>,
}

impl Unit {
    /// The program.
    pub fn program(machine: Arc<Machine>) -> Unit {
        Unit {
            function: None,
            machine,
            memory: None,
            shape: Vec::new(),
            start: None,
            classes: Vec::new(),
            leaves: Vec::new(),
            calls: Vec::new(),
            closed: false,
            total: false,
            partial: false,
            given_up: None,
            checked: (0, 0),
            awaited: false,
        }
    }

    /// A unit for the call at whose callee's start `s` is; a general one takes no number for granted. `Err` says why
    /// there can be none.
    pub fn new(program: &Machine, id: UnitId, s: &State, general: bool) -> Result<Unit, String> {
        let func = s.top.func;
        let memory = Arc::new(UnitMemory::new(id, s.heap.clone(), general));
        let machine = Arc::new(program.unit(memory.clone()));
        let mut start = machine.unit_start(&memory, s);
        let f = machine.program.func(func);
        let mut shape = Vec::new();
        for (i, var) in f.vars.iter().take(f.params as usize).enumerate() {
            let value = s.top.vars[i];
            let is = shape_of(value, var.ty, general).map_err(|why| format!("the parameter {} {why}", var.name))?;
            let symbol = |width: u32| {
                let name = machine.mode.qualified(&var.name).into_owned();
                let symbol = machine.pool.symbol(&format!("{name}.{i}"), Sort::Bv(width), SymbolKind::Input);
                memory.input(&machine.pool, symbol, UnitInput::Param(i as u32));
                symbol
            };
            start.top.vars[i] = match is {
                ParamShape::Fixed(value) => value,
                ParamShape::Into(obj) => Value::SymPtr { obj, off: symbol(64) },
                ParamShape::Number => Value::Term(symbol(var.ty.width())),
            };
            shape.push(is);
        }
        Ok(Unit { function: Some(func), memory: Some(memory), shape, start: Some(start), ..Unit::program(machine) })
    }

    /// Does a call meet what the unit takes for granted?
    pub fn admits(&self, s: &State) -> bool {
        let (Some(memory), Some(start)) = (&self.memory, &self.start) else { return false };
        let pool = &self.machine.pool;
        let fits = |(i, shape): (usize, &ParamShape)| match (*shape, s.top.vars[i]) {
            (ParamShape::Fixed(a), b) => a == b,
            (ParamShape::Into(a), Value::Ptr { obj, .. } | Value::SymPtr { obj, .. }) => a == obj,
            (ParamShape::Number, Value::Int { .. } | Value::Term(_)) => true,
            _ => false,
        };
        if !self.shape.iter().enumerate().all(fits) {
            return false;
        }
        let holds = |a: &plica_exec::Assumed| match (a.value, s.peek(pool, a.obj, a.off, a.size)) {
            (Value::SymPtr { obj: a, .. }, Some(Value::SymPtr { obj: b, .. } | Value::Ptr { obj: b, .. })) => a == b,
            // In an array term a pointer is a number.
            (a @ Value::Ptr { .. }, Some(b)) => a == b.as_pointer(),
            (a, b) => Some(a) == b,
        };
        let assumed = memory.assumed();
        let objects = self.shape.iter().filter_map(|shape| match shape {
            ParamShape::Into(obj) | ParamShape::Fixed(Value::Ptr { obj, .. }) => Some(*obj),
            _ => None,
        });
        let pointed = assumed.iter().filter_map(|a| match a.value {
            Value::Ptr { obj, .. } | Value::SymPtr { obj, .. } => Some(obj),
            _ => None,
        });
        let read = memory.inputs().into_iter().filter_map(|(_, input)| match input {
            UnitInput::Param(_) => None,
            UnitInput::Cell { obj, .. } | UnitInput::Offset { obj, .. } => Some(obj),
            UnitInput::Size { obj } | UnitInput::Array { obj, .. } => Some(obj),
        });
        let read: Vec<ObjId> = read.collect();
        assumed.iter().all(holds) && objects.chain(pointed).chain(read).all(|obj| s.same_object(start, obj))
    }

    /// How many elements an object has, in cells of so many bytes, if that is always the same.
    pub fn length(&self, obj: ObjId, cell: u32) -> Option<u128> {
        let size = self.machine.size_of(self.start.as_ref()?, obj)?;
        Some(self.machine.pool.const_value(size)? / u128::from(cell))
    }

    /// How many elements matter of what comes out of a call by a class in this place, if it is an array.
    pub fn length_of(&self, class: u32, value: usize) -> Option<u128> {
        let class = self.classes.get(class as usize)?;
        match *class.slots.get(value.checked_sub(class.results)?)? {
            WriteSlot::Array { obj, cell } => self.length(obj, cell),
            WriteSlot::Cell { .. } => None,
        }
    }

    /// Does a call return by the one class that there is, whatever it is given?
    pub fn always_returns(&self) -> bool {
        self.total && self.classes.len() == 1
    }

    /// Is all known that comes out of a call, and a function of what the unit is given, and of nothing else?
    pub fn is_function(&self) -> bool {
        let pool = &self.machine.pool;
        let given = |s: &SymbolId| {
            pool.symbol_info(*s).kind.is_function() || self.memory.as_ref().is_some_and(|m| m.which(*s).is_some())
        };
        let plain = |leaf: &SummaryPath| {
            let mut terms = leaf.pc.iter().chain(&leaf.values);
            leaf.events.is_empty() && terms.all(|&t| pool.free_symbols(t).iter().all(given))
        };
        self.closed && self.leaves.iter().all(plain)
    }

    /// Takes in a path that has returned. `Err` says what makes the function none that can be summarised.
    pub fn add(&mut self, mut s: State) -> Result<(), String> {
        let machine = self.machine.clone();
        let results = std::mem::take(&mut s.returned);
        let mut slots = self.written(&machine, &mut s)?;
        // The newest class that has all of the places, else a new one.
        let last = self.classes.last().map(|c| c.slots.clone()).unwrap_or_default();
        let mut class = None;
        for (i, c) in self.classes.iter().enumerate().rev() {
            if slots.iter().all(|slot| c.slots.contains(slot)) {
                let written = self.values(&machine, &mut s, &results, c.slots.clone())?;
                if written.kinds == c.kinds {
                    class = Some((i, written));
                    break;
                }
            }
        }
        let (class, written) = match class {
            Some(found) => found,
            None => {
                last.into_iter().for_each(|slot| add_slot(&mut slots, slot));
                if self.classes.len() >= tuning::CLASSES_PER_UNIT.get() || slots.len() > tuning::SLOTS_PER_CLASS.get() {
                    return Err("it writes too many different places".into());
                }
                let written = self.values(&machine, &mut s, &results, slots)?;
                let (slots, kinds) = (written.slots.clone(), written.kinds.clone());
                self.classes.push(EffectClass { slots, kinds, results: results.len() });
                (self.classes.len() - 1, written)
            }
        };
        let alike = self.leaves.last().map_or(0, |last| alike(&last.pc, &s.pc));
        self.leaves.push(SummaryPath {
            class: class as u32,
            pc: s.pc,
            alike,
            values: written.values,
            events: s.events,
        });
        Ok(())
    }

    /// The places of the callers' memory that a path has written.
    fn written(&self, machine: &Machine, s: &mut State) -> Result<Vec<WriteSlot>, String> {
        let Some(start) = &self.start else { return Ok(Vec::new()) };
        let mut before = start.clone();
        let mut slots = Vec::new();
        for (obj, change) in s.object_changes(start) {
            match change {
                ObjectChange::Created => return Err("it allocates memory that outlives the call".into()),
                ObjectChange::Status => return Err("it frees or resizes memory of its callers".into()),
                ObjectChange::Whole => {
                    let now = machine.as_array(s, obj, 1).map(|(term, cell)| (self.as_written(obj, term, cell), cell));
                    let cell = now.map_or(1, |n| n.1);
                    if now != machine.as_array(&mut before, obj, cell) {
                        add_slot(&mut slots, WriteSlot::Array { obj, cell });
                    }
                }
                ObjectChange::Cells(cells) => {
                    for (off, len) in cells {
                        let end = off + len;
                        let mut at = off;
                        while at < end {
                            let size = (end - at).min(8);
                            if machine.peek_cell(s, obj, at, size) != machine.peek_cell(&mut before, obj, at, size) {
                                add_slot(&mut slots, WriteSlot::Cell { obj, off: at, size });
                            }
                            at += size;
                        }
                    }
                }
            }
        }
        Ok(slots)
    }

    /// The array that an object has become, without what was only read: cells that were read before the object became
    /// an array are stored over the array that it was, with the values that they had there.
    fn as_written(&self, obj: ObjId, term: TermId, cell: u32) -> TermId {
        let (Some(memory), pool) = (&self.memory, &self.machine.pool) else { return term };
        let mut stores = Vec::new();
        let mut base = term;
        while pool.node(base).op == Op::Store {
            let node = pool.node(base);
            stores.push((node.args[1], node.args[2]));
            base = node.args[0];
        }
        let is_input = pool.as_symbol(base).and_then(|s| memory.which(s)) == Some(UnitInput::Array { obj, cell });
        if !is_input {
            return term;
        }
        let read = memory.read_of(pool, obj, cell);
        let only_read = |&(at, value): &(TermId, TermId)| {
            let off = pool.const_value(at).and_then(|at| u64::try_from(at).ok()?.checked_mul(u64::from(cell)));
            off.is_some_and(|off| read.get(&off) == Some(&value))
        };
        let written = stores.iter().rposition(|store| !only_read(store)).map_or(0, |last| last + 1);
        if written == stores.len() {
            return term;
        }
        stores[..written].iter().rev().fold(base, |array, &(at, value)| pool.store(array, at, value))
    }

    /// A path's results and what it leaves in these places.
    fn values(
        &self,
        machine: &Machine,
        s: &mut State,
        results: &[Value],
        slots: Vec<WriteSlot>,
    ) -> Result<Written, String> {
        let pool = &machine.pool;
        let (mut kinds, mut values) = (Vec::new(), Vec::new());
        let outer = |obj: ObjId| self.memory.as_ref().is_some_and(|m| m.is_outer(obj));
        let mut add = |value: Value| {
            let (kind, term) = match value {
                Value::Ptr { obj, off } => (ValueKind::Into(obj), pool.bv(u128::from(off), 64)),
                Value::SymPtr { obj, off } => (ValueKind::Into(obj), off),
                Value::Uninit => return Err("it passes on a value that was never written".to_string()),
                value => {
                    let term = value.to_term(pool);
                    (ValueKind::Number(pool.sort(term)), term)
                }
            };
            if matches!(kind, ValueKind::Into(obj) if obj.0 != 0 && !outer(obj)) {
                return Err("it hands out a pointer to a local variable".to_string());
            }
            kinds.push(kind);
            values.push(term);
            Ok(())
        };
        for &value in results {
            add(value)?;
        }
        for slot in &slots {
            match *slot {
                WriteSlot::Cell { obj, off, size } => add(machine.peek_cell(s, obj, off, size))?,
                WriteSlot::Array { obj, cell } => match machine.as_array(s, obj, cell) {
                    Some((term, found)) if found == cell => add(Value::Term(self.as_written(obj, term, cell)))?,
                    _ => return Err("it uses an object with elements of several sizes".into()),
                },
            }
        }
        Ok(Written { slots, kinds, values })
    }
}

fn shape_of(value: Value, ty: Ty, general: bool) -> Result<ParamShape, &'static str> {
    Ok(match value {
        Value::Ptr { .. } => ParamShape::Fixed(value),
        Value::SymPtr { obj, .. } => ParamShape::Into(obj),
        Value::Int { .. } if ty == Ty::Ptr || !general => ParamShape::Fixed(value),
        Value::Term(_) if ty == Ty::Ptr => return Err("is a pointer of which the object is not known"),
        Value::Uninit => return Err("was never written"),
        _ => ParamShape::Number,
    })
}

/// Adds a place; what it overlaps with becomes one place with it.
fn add_slot(slots: &mut Vec<WriteSlot>, new: WriteSlot) {
    let obj = new.object();
    if let WriteSlot::Array { .. } = new {
        slots.retain(|s| s.object() != obj);
        slots.push(new);
        return;
    }
    if slots.iter().any(|s| matches!(s, WriteSlot::Array { obj: o, .. } if *o == obj)) {
        return;
    }
    let WriteSlot::Cell { mut off, size, .. } = new else { return };
    let mut end = off + size;
    slots.retain(|s| match *s {
        WriteSlot::Cell { obj: o, off: from, size } if o == obj && from < end && off < from + size => {
            off = off.min(from);
            end = end.max(from + size);
            false
        }
        _ => true,
    });
    if end - off <= 8 {
        slots.push(WriteSlot::Cell { obj, off, size: end - off });
    } else {
        slots.retain(|s| s.object() != obj);
        slots.push(WriteSlot::Array { obj, cell: 1 });
    }
}
