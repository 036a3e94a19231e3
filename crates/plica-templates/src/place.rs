//! Places that a loop changes, and states in which they are symbols.
//!
//! Oblivious to what the loop does with them.

use plica_exec::{Machine, ObjId, State, Value, quotient};
use plica_ir::VarId;
use plica_term::{ConstValue, Evaluator, Sort, SymbolKind, TermId, TermPool};

/// Where a value lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Place {
    /// A variable of the frame that the loop is in.
    Var(VarId),
    /// Bytes of an object at a known offset.
    Cell {
        /// The object.
        obj: ObjId,
        /// Offset in bytes.
        off: u64,
        /// Length in bytes.
        size: u64,
    },
    /// All of an object, as an array.
    Array {
        /// The object.
        obj: ObjId,
        /// Bytes of an element where the object has no width of its own.
        cell: u32,
    },
}

/// A place that is a symbol at the head of the loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    /// Where.
    pub place: Place,
    /// The symbol; for a pointer it is the offset.
    pub symbol: TermId,
    /// The object that the pointer points into.
    pub object: Option<ObjId>,
    /// What the symbol stands for before the first iteration.
    pub initial: TermId,
    /// For arrays: bytes of an element.
    pub cell: u32,
    /// For pointers: so many low bits of the offset are zero, and the symbol stands for the bits above them.
    pub scale: u32,
}

impl Slot {
    /// Gives the place a value of the symbol's sort.
    pub fn put(&self, machine: &Machine, s: &mut State, value: TermId) {
        let pool = &machine.pool;
        let number = Value::of_term(pool, product(pool, value, self.scale));
        let whole = self.object.map_or(number, |obj| Value::pointer(obj, number));
        match self.place {
            Place::Var(v) => s.set(v, whole),
            Place::Cell { obj, off, size } => machine.poke_cell(s, obj, off, size, whole),
            Place::Array { obj, .. } => machine.set_array(s, obj, value, self.cell),
        }
    }

    /// The name for people.
    pub fn name(&self, machine: &Machine, s: &State) -> String {
        let object = |obj: ObjId| s.heap.get(obj).map_or_else(|| "?".to_string(), |o| o.name.to_string());
        match self.place {
            Place::Var(v) => machine.program.func(s.top.func).vars[v.index()].name.to_string(),
            Place::Cell { obj, off: 0, .. } => object(obj),
            Place::Cell { obj, off, .. } => format!("{}+{off}", object(obj)),
            Place::Array { obj, .. } => format!("{}[]", object(obj)),
        }
    }

    /// The term of the place in another state: what has become of the symbol. `None` if it is no longer comparable (a
    /// pointer into another object, a value of another width).
    pub fn value_in(&self, machine: &Machine, s: &mut State) -> Option<TermId> {
        let pool = &machine.pool;
        let value = match self.place {
            Place::Var(v) => machine.settled(s, v)?,
            Place::Cell { obj, off, size } => machine.peek_cell(s, obj, off, size),
            Place::Array { obj, cell } => {
                let (term, cell) = machine.as_array(s, obj, cell)?;
                return (cell == self.cell).then_some(term);
            }
        };
        match (self.object, value) {
            (Some(object), Value::Ptr { obj, off }) if obj == object => {
                quotient(pool, pool.bv(u128::from(off), 64), self.scale)
            }
            (Some(object), Value::SymPtr { obj, off }) if obj == object => quotient(pool, off, self.scale),
            (None, Value::Int { .. } | Value::Term(_)) => {
                let t = value.to_term(pool);
                (pool.sort(t) == pool.sort(self.symbol)).then_some(t)
            }
            _ => None,
        }
    }
}

/// An offset of which `scale` low bits are zero.
pub fn product(pool: &TermPool, above: TermId, scale: u32) -> TermId {
    if scale == 0 { above } else { pool.concat(above, pool.bv(0, scale)) }
}

/// Makes a place a symbol. `Err` says why it cannot be one.
pub fn generalise(machine: &Machine, s: &mut State, place: Place, scaled: bool) -> Result<Slot, String> {
    let pool = &machine.pool;
    let (value, name) = match place {
        Place::Var(v) => {
            let var = &machine.program.func(s.top.func).vars[v.index()];
            let value =
                machine.settled(s, v).ok_or_else(|| format!("{} may be read before it is written", var.name))?;
            (value, format!("{}'{}.{}.{}", var.name, s.depth, s.top.func.0, s.top.loc.0))
        }
        Place::Cell { obj, off, size } => {
            let name = s.heap.get(obj).map_or_else(|| "cell".into(), |o| o.name.clone());
            // A symbol for all iterations could not tell that before some of them it was not written.
            if machine.may_be_unset(s, obj, off, size) {
                return Err(format!("{name} may be read before it is written"));
            }
            let name = format!("{name}+{off}'{}.{}.{}.{}.{size}", obj.0, s.depth, s.top.func.0, s.top.loc.0);
            (machine.peek_cell(s, obj, off, size), name)
        }
        Place::Array { obj, cell } => {
            let name = s.heap.get(obj).map_or_else(|| "array".into(), |o| o.name.clone());
            let Some((initial, cell)) = machine.as_array(s, obj, cell) else { return Err(format!("{name} is gone")) };
            let name = format!("{name}[]'{}.{}.{}.{}", obj.0, s.depth, s.top.func.0, s.top.loc.0);
            let symbol = pool.symbol(&name, pool.sort(initial), SymbolKind::General);
            let slot = Slot { place, symbol, object: None, initial, cell, scale: 0 };
            slot.put(machine, s, symbol);
            set_model(machine, s, symbol, initial);
            return Ok(slot);
        }
    };
    let (initial, object) = match value {
        Value::Ptr { obj, off } => (pool.bv(u128::from(off), 64), Some(obj)),
        Value::SymPtr { obj, off } => (off, Some(obj)),
        Value::Uninit => return Err(format!("{name} was never written")),
        value => (value.to_term(pool), None),
    };
    if !matches!(pool.sort(initial), Sort::Bv(_)) {
        return Err(format!("{name} is no number"));
    }
    // A pointer that walks over elements stays at their starts, which is worth knowing when it is used.
    let cell = object.and_then(|obj| s.heap.get(obj)).map_or(0, |o| o.cell);
    let bits = if scaled && cell.is_power_of_two() { cell.trailing_zeros() } else { 0 };
    let (initial, scale) = match quotient(pool, initial, bits) {
        Some(above) => (above, bits),
        None => (initial, 0),
    };
    let symbol = pool.symbol(&name, pool.sort(initial), SymbolKind::General);
    let slot = Slot { place, symbol, object, initial, cell: 0, scale };
    slot.put(machine, s, symbol);
    set_model(machine, s, symbol, initial);
    Ok(slot)
}

/// Keeps the state's model one of its path condition, now that the symbol stands for the initial value.
fn set_model(machine: &Machine, s: &mut State, symbol: TermId, initial: TermId) {
    let value: ConstValue = Evaluator::new(&machine.pool, &s.model).eval(initial);
    if let Some(id) = machine.pool.as_symbol(symbol) {
        let mut model = (*s.model).clone();
        model.set(id, value);
        s.model = std::sync::Arc::new(model);
    }
}
