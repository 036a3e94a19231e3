//! A function by itself: the machine and the state with which it is explored on inputs of its own.
//!
//! What its parameters lead to comes into being as it is followed; what it reads of globals that may change becomes an
//! input when it is first read, as in a unit. Oblivious to what is made of its paths. Invariant: whatever a caller may
//! give it is given by some values of these inputs, but for what lazy initialisation leaves out (docs/theory.md, R1).

use std::sync::Arc;

use plica_ir::FuncId;
use plica_term::SymbolKind;

use crate::fault::Stop;
use crate::ids::UnitId;
use crate::lazy::{InputBounds, LazyInputs};
use crate::machine::Machine;
use crate::premise::Premises;
use crate::reachability::Reachability;
use crate::state::State;
use crate::unit::UnitMemory;
use crate::value::{ObjId, Value};

/// See the module's description.
pub struct Alone {
    /// Executes it. What it covers and takes for granted is kept apart.
    pub machine: Arc<Machine>,
    /// What it reads of globals.
    pub memory: Arc<UnitMemory>,
    /// Before its first command, with its parameters set.
    pub start: State,
}

impl Machine {
    /// A function by itself; its symbols are named by the number.
    ///
    /// # Errors
    /// Where a parameter is of a kind that cannot be an input.
    pub fn alone(&self, func: FuncId, id: UnitId, bounds: InputBounds) -> Result<Alone, Stop> {
        let mut machine = self.apart();
        machine.lazy = LazyInputs::of(&self.program, func, bounds, self.first_input()).map(Arc::new);
        machine.premises = Arc::new(Premises::new(&self.program));
        (machine.config.calls, machine.config.echo) = (true, false);
        let mut whole = machine.initial_state(func)?;
        whole.leave_startup();
        let memory = Arc::new(UnitMemory::new(id, whole.heap.clone(), true));
        let machine = Arc::new(machine.unit(memory.clone()));
        let mut start = machine.unit_start(&memory, &whole);
        start.reach = Reachability::Confirmed;
        machine.set_entry_inputs(&mut start, func)?;
        Ok(Alone { machine, memory, start })
    }

    /// Is an object the same in all runs, and null or a global or a function?
    pub fn is_fixed(&self, obj: ObjId) -> bool {
        obj.0 < self.first_input()
    }

    /// A value as a pointer, where it is known where it leads: followed input pointers included.
    pub fn as_known_pointer(&self, s: &State, value: Value) -> Option<(ObjId, u64)> {
        let value = match value {
            Value::Term(t) => self.followed(s, t),
            value => value,
        };
        match value.as_pointer() {
            Value::Ptr { obj, off } => Some((obj, off)),
            _ => None,
        }
    }

    /// The value of a scalar input that a path is given when so many events have happened on it.
    pub fn scalar_at(&self, events: usize, name: &str, width: u32) -> Value {
        self.given_at(events, name, width, SymbolKind::Input)
    }
}

impl State {
    /// What an object is called.
    pub fn name_of(&self, obj: ObjId) -> Option<String> {
        Some(self.heap.get(obj)?.name.to_string())
    }

    /// Bytes of an object that is there, if that is known.
    pub fn room(&self, obj: ObjId) -> Option<u64> {
        self.heap.get(obj)?.size.as_const()
    }
}
