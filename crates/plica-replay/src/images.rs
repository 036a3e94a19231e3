//! What the inputs of a function stand for at a call.
//!
//! Parameters are the arguments, cells of globals and of what pointers lead to are what memory holds at the call.
//! Oblivious to choice trees. Invariant: an input has an image only if what is known of it from the start is so of the
//! image (docs/theory.md, R1); what has none is left to the caller to explore.

use crate::tree::ChoiceTree;
use plica_exec::{
    Alone, Cell, CellKind, Event, Input, InputKind, Layout, Machine, ObjId, State, UnitInput, Value, encode,
};
use plica_ir::DataTypeId;
use plica_term::{Op, Substitution, SymbolId, TermId};
use rustc_hash::FxHashMap;

/// See the module's description.
#[derive(Clone)]
pub(crate) struct Images {
    numbers: Substitution,
    /// What input pointers are.
    pointers: FxHashMap<SymbolId, Pointer>,
    /// Objects that inputs lead to, with the places at which they are.
    objects: Vec<(ObjId, (ObjId, u64))>,
    /// Inputs whose image is a symbol of the caller.
    renamed: Vec<(SymbolId, SymbolId)>,
    /// Where input pointers of the caller are taken to lead.
    assumed: Vec<(SymbolId, u64)>,
}

/// What an input pointer is at a call.
#[derive(Clone, Copy)]
enum Pointer {
    /// It leads here.
    Known((ObjId, u64)),
    /// It is an input pointer of the caller, which may have been followed.
    Input(SymbolId),
}

impl Images {
    /// Those of a function at whose start a caller's path is. `None` if the caller gives it what it does not expect.
    pub fn at_call(machine: &Machine, tree: &ChoiceTree, s: &State) -> Option<Images> {
        let alone = &tree.alone;
        let mut images = Images {
            numbers: Substitution::default(),
            pointers: FxHashMap::default(),
            objects: Vec::new(),
            renamed: Vec::new(),
            assumed: Vec::new(),
        };
        if !s.top.varargs.is_empty() {
            return None;
        }
        for assumed in alone.memory.assumed() {
            if s.peek(&machine.pool, assumed.obj, assumed.off, assumed.size) != Some(assumed.value) {
                return None;
            }
        }
        let params = machine.program.func(s.top.func).params as usize;
        for (&own, &given) in alone.start.top.vars.iter().zip(&s.top.vars).take(params) {
            match own {
                Value::Term(symbol) => images.give(machine, s, symbol, given),
                Value::Ptr { obj, .. } => images.give_copy(machine, alone, s, obj, given)?,
                _ => {}
            }
        }
        let mut scratch = None;
        for (symbol, input) in alone.memory.inputs() {
            match input {
                UnitInput::Cell { obj, off, size } => {
                    // What was never written and is never freed gets its value when it is first read.
                    let given = s.peek(&machine.pool, obj, off, size).unwrap_or_else(|| {
                        machine.peek_cell(scratch.get_or_insert_with(|| s.clone()), obj, off, u64::from(size))
                    });
                    images.give(machine, s, machine.pool.symbol_term(symbol), given);
                }
                UnitInput::Array { obj, cell } => {
                    let copy = scratch.get_or_insert_with(|| s.clone());
                    if let Some((array, width)) = machine.as_array(copy, obj, cell)
                        && width == cell
                    {
                        images.numbers.insert(symbol, array);
                    }
                }
                _ => {}
            }
        }
        for (&symbol, place) in &tree.given {
            // What the function asks for it will be given: the path has no more events then than the function makes.
            if let Some((before, name)) = place {
                let symbol = machine.pool.symbol_term(symbol);
                let given = machine.scalar_at(s.events.len() + *before as usize, name, machine.pool.width(symbol));
                images.give(machine, s, symbol, given);
            }
        }
        Some(images)
    }

    /// An input is a value.
    fn give(&mut self, machine: &Machine, s: &State, own: TermId, given: Value) {
        let pool = &machine.pool;
        let Some(symbol) = pool.as_symbol(own) else { return };
        if given == Value::Uninit || given.width(pool) != pool.width(own) {
            return;
        }
        if pool.symbol_info(symbol).kind.is_address() {
            let input = || match given {
                Value::Term(t) => pool.as_symbol(t).filter(|&id| pool.symbol_info(id).kind.is_address()),
                _ => None,
            };
            let known = machine.as_known_pointer(s, given).map(Pointer::Known);
            self.pointers.extend(known.or_else(|| input().map(Pointer::Input)).map(|pointer| (symbol, pointer)));
            return;
        }
        let image = given.to_term(pool);
        self.numbers.insert(symbol, image);
        self.renamed.extend(pool.as_symbol(image).map(|other| (symbol, other)));
    }

    /// The copy of an aggregate that is passed by value, or the room for a result.
    fn give_copy(&mut self, machine: &Machine, alone: &Alone, s: &State, own: ObjId, given: Value) -> Option<()> {
        let place = machine.as_known_pointer(s, given)?;
        // Room for a result comes without values.
        let Some((ty, parts)) = brought(&alone.start, own) else { return Some(()) };
        let layout = Layout::of(&machine.program, ty, 1)?;
        self.give_cells(machine, s, place, &layout.cells, parts)
    }

    /// What lies at a place is what an object of this layout holds. `None` if that is not known to be so.
    fn give_object(
        &mut self,
        machine: &Machine,
        s: &State,
        (obj, off): (ObjId, u64),
        layout: &Layout,
        parts: &[TermId],
    ) -> Option<()> {
        let pool = &machine.pool;
        let mut parts = parts;
        let mut cells = &layout.cells[..];
        if layout.has_length() {
            let (&length, rest) = parts.split_first()?;
            parts = rest;
            let Some(room) = s.room(obj) else {
                return self.give_input(machine, s, (obj, off), layout, (length, rest));
            };
            let room = room.checked_sub(off)?.checked_sub(layout.head)?;
            let count = room / layout.element.max(1);
            let (least, most) = layout.count;
            if !(u64::from(least)..=u64::from(most)).contains(&count) {
                return None;
            }
            self.numbers.insert(pool.as_symbol(length)?, pool.bv(u128::from(count), 64));
            let end = layout.head + count * layout.element;
            cells = &cells[..cells.iter().take_while(|cell| cell.offset < end).count()];
            if layout.text {
                let last = cells.last()?;
                let ends = s.peek(pool, obj, off + last.offset, last.size as u32)?;
                if ends.as_const() != Some(0) {
                    return None;
                }
            }
        }
        self.give_cells(machine, s, (obj, off), cells, parts)
    }

    /// The same of an object of unknown length that is an input of the caller, too, and holds what it did from the
    /// start.
    fn give_input(
        &mut self,
        machine: &Machine,
        s: &State,
        (obj, off): (ObjId, u64),
        layout: &Layout,
        (length, parts): (TermId, &[TermId]),
    ) -> Option<()> {
        let pool = &machine.pool;
        if off != 0 || **machine.lazy.as_ref()?.layout(obj)? != *layout {
            return None;
        }
        let (_, of_caller) = brought(s, obj)?;
        let (&given, cells) = of_caller.split_first()?;
        let is_as_given = |(cell, &part): (&Cell, &TermId)| {
            s.peek(pool, obj, cell.offset, cell.size as u32).is_some_and(|value| value.to_term(pool) == part)
        };
        if !layout.cells.iter().zip(cells).all(is_as_given) {
            return None;
        }
        self.numbers.insert(pool.as_symbol(length)?, given);
        self.renamed.extend(pool.as_symbol(length).zip(pool.as_symbol(given)));
        self.give_cells(machine, s, (obj, off), &layout.cells, parts)
    }

    fn give_cells(
        &mut self,
        machine: &Machine,
        s: &State,
        (obj, off): (ObjId, u64),
        cells: &[Cell],
        parts: &[TermId],
    ) -> Option<()> {
        let pool = &machine.pool;
        for (cell, &part) in cells.iter().zip(parts) {
            let Some(given) = s.peek(pool, obj, off.wrapping_add(cell.offset), cell.size as u32) else { continue };
            match cell.kind {
                // It is 0 or 1, and the input is that bit.
                CellKind::Bool => {
                    let given = given.to_term(pool);
                    let bit = pool.free_symbols(part).first().copied();
                    let width = pool.width(given);
                    if width > 1 && !pool.is_true(pool.eq(pool.extract(given, width - 1, 1), pool.bv(0, width - 1))) {
                        return None;
                    }
                    if let Some(bit) = bit {
                        self.numbers.insert(bit, pool.extract(given, 0, 0));
                    }
                }
                _ => self.give(machine, s, part, given),
            }
        }
        Some(())
    }

    /// Where an input pointer leads at the call, if something is known of that.
    pub fn leads(&self, machine: &Machine, s: &State, pointer: SymbolId) -> Option<Lead> {
        let place = match *self.pointers.get(&pointer)? {
            Pointer::Known(place) => place,
            Pointer::Input(symbol) => {
                match machine.as_known_pointer(s, Value::Term(machine.pool.symbol_term(symbol))) {
                    Some(place) => place,
                    None => return Some(Lead::Input(symbol)),
                }
            }
        };
        if place == (ObjId(0), 0) {
            return Some(Lead::Null);
        }
        let known = self.objects.iter().find(|(_, at)| *at == place);
        Some(known.map_or(Lead::Place(place), |(own, _)| Lead::Known(encode(*own, 0))))
    }

    /// An object that an input pointer leads to is at this place. `None` if it is not known to be one of that kind.
    pub fn place(
        &mut self,
        machine: &Machine,
        alone: &Alone,
        s: &State,
        object: &Input,
        at: (ObjId, u64),
    ) -> Option<()> {
        let InputKind::Object { object: own, .. } = object.kind else { return None };
        let layout = alone.machine.lazy.as_ref()?.layout(own)?.clone();
        self.objects.push((own, at));
        self.give_object(machine, s, at, &layout, &object.parts)
    }

    /// A condition about numbers in the caller's terms, if all of it has an image there. What follows from such
    /// conditions follows from their images, too. Of conditions about pointers that is not so: what is known of input
    /// pointers from the start, of which type and how many the objects are, need not be so at the call.
    pub fn image_of_numbers(&mut self, machine: &Machine, cond: TermId) -> Option<TermId> {
        let pool = &machine.pool;
        let has_image = |&s: &SymbolId| pool.symbol_info(s).kind.is_function() || self.numbers.get(s).is_some();
        let all = pool.free_symbols(cond).iter().all(has_image);
        all.then(|| self.numbers.apply(pool, cond))
    }

    /// A condition in the caller's terms, if all of it has an image there.
    pub fn image(&mut self, machine: &Machine, s: &State, cond: TermId) -> Option<TermId> {
        let pool = &machine.pool;
        if let Some(image) = self.image_of_numbers(machine, cond) {
            return Some(image);
        }
        let (test, holds) = match pool.node(cond) {
            node if node.op == Op::Not => (node.args[0], false),
            _ => (cond, true),
        };
        let node = pool.node(test);
        if node.op != Op::Eq || pool.width(node.args[0]) != 64 {
            return None;
        }
        // Of pointers only whether they are equal means the same on both sides.
        let [one, other] = [node.args[0], node.args[1]].map(|side| self.address(machine, s, side));
        let equal = pool.eq(one?, other?);
        Some(if holds { equal } else { pool.not(equal) })
    }

    /// An address in the caller's terms.
    fn address(&self, machine: &Machine, s: &State, address: TermId) -> Option<TermId> {
        let pool = &machine.pool;
        let known = |(obj, off)| pool.bv(u128::from(encode(obj, off)), 64);
        if let Some(symbol) = pool.as_symbol(address) {
            return Some(match *self.pointers.get(&symbol)? {
                Pointer::Known(place) => known(place),
                Pointer::Input(symbol) => {
                    let term = pool.symbol_term(symbol);
                    machine.as_known_pointer(s, Value::Term(term)).map_or(term, known)
                }
            });
        }
        let (obj, off) = match Value::int(pool.const_value(address)? as u64, 64).as_pointer() {
            Value::Ptr { obj, off } => (obj, off),
            _ => return None,
        };
        match self.objects.iter().find(|(own, _)| *own == obj) {
            Some((_, (there, at))) => Some(known((*there, at.wrapping_add(off)))),
            // Null, globals and functions are the same everywhere.
            None => machine.is_fixed(obj).then_some(address),
        }
    }

    /// An input pointer of the caller is taken to lead to an address.
    pub fn assume(&mut self, pointer: SymbolId, address: u64) {
        self.assumed.push((pointer, address));
    }

    /// What was assumed.
    pub fn assumed(&self) -> &[(SymbolId, u64)] {
        &self.assumed
    }

    /// Inputs whose image is a symbol of the caller, with it.
    pub fn renamed(&self) -> &[(SymbolId, SymbolId)] {
        &self.renamed
    }
}

/// The type and the values of an object that is an input, as they came with the event that brought it into being.
fn brought(s: &State, obj: ObjId) -> Option<(Option<DataTypeId>, &[TermId])> {
    s.events.iter().find_map(|event| match event {
        Event::Input(input) => match input.kind {
            InputKind::Object { object, ty } if object == obj => Some((ty, &input.parts[..])),
            _ => None,
        },
        _ => None,
    })
}

/// Where an input pointer leads at a call.
pub(crate) enum Lead {
    /// Nowhere.
    Null,
    /// To an object that it is known to be, at this address of the function's own.
    Known(u64),
    /// To a place at which nothing is known to be yet.
    Place((ObjId, u64)),
    /// It is an input pointer of the caller that was not followed.
    Input(SymbolId),
}
