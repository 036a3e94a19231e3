//! Input pointers and the objects that they lead to, as they come into being.
//!
//! Oblivious to which path they come into being on. Invariant: the state's model satisfies what is known of them.

use std::sync::Arc;

use plica_ir::{DataKind, DataTypeId, DebugLoc, FuncId, GlobalId, ParamType, Ty};
use plica_term::{SymbolKind, TermId};

use crate::event::{Input, InputKind, InputOrigin};
use crate::fault::{Stop, StopKind};
use crate::fresh::Mode;
use crate::lazy::layout::{Cell, CellKind, Layout};
use crate::lazy::{Destination, LazyInputs};
use crate::machine::Machine;
use crate::memory::{Content, Liveness, Object, ObjectKind};
use crate::outcome::{Flow, Outcome};
use crate::premise::Premise;
use crate::state::State;
use crate::step::Offset;
use crate::value::{OFFSET_BITS, ObjId, Value, WILD, encode};

impl Machine {
    /// Makes each parameter of the entry function an input, in an initial state, and the globals that are to be.
    pub fn set_entry_inputs(&self, s: &mut State, entry: FuncId) -> Result<(), Stop> {
        let globals = self.lazy.as_ref().map(|lazy| lazy.globals.clone()).unwrap_or_default();
        if !globals.is_empty() {
            // What constructors make of globals is among what these may be.
            s.leave_startup();
        }
        let f = self.program.func(entry);
        let given = self.program.types.params.get(&entry);
        for (i, var) in f.vars.iter().take(f.params as usize).enumerate() {
            let known = given.and_then(|all| all.get(i)).copied().unwrap_or(ParamType::Unknown);
            let value = match (known, var.ty) {
                (ParamType::Copy(ty) | ParamType::Result(ty), Ty::Ptr) => {
                    self.aggregate(s, &var.name, ty, matches!(known, ParamType::Copy(_)))?
                }
                (_, Ty::Ptr) => self.input_pointer(s, &var.name, self.leads_to(known))?,
                (_, ty) => self.entry_input(s, &var.name, ty, var.signed),
            };
            self.set_entry_param(s, i, value);
        }
        globals.into_iter().for_each(|id| self.input_global(s, id));
        Ok(())
    }

    /// Makes a global an input. Whoever gets at one that cannot be does not get further.
    fn input_global(&self, s: &mut State, id: GlobalId) {
        let (g, object) = (&self.program.globals[id.index()], self.global_object(id));
        let ty = self.program.types.globals.get(&id).copied();
        let Some(layout) = Layout::of_global(&self.program, ty, g.size) else {
            if let Some(object) = s.heap.get_mut(object) {
                object.live = Liveness::Opaque;
            }
            return;
        };
        let values = self.parts(s, &layout, &g.name, false);
        let parts = self.fill(s, object, &layout, values);
        self.restrict_pointers(s, &parts);
        let kind = InputKind::Object { object, ty };
        s.note(Input { name: g.name.clone(), kind, parts, loc: g.decl, origin: InputOrigin::Global });
    }

    /// The type that a parameter that is a pointer leads to.
    fn leads_to(&self, param: ParamType) -> Option<DataTypeId> {
        let (ty, at) = match param {
            ParamType::Value(ty) => (ty, 0),
            ParamType::Part(ty, at) => (ty, at),
            _ => return None,
        };
        match self.program.types.get(ty).kind {
            DataKind::Pointer(to) => to,
            _ => {
                let layout = Layout::of(&self.program, Some(ty), 1)?;
                layout.cells.iter().find(|cell| cell.offset == at).and_then(|cell| match cell.kind {
                    CellKind::Pointer(to) => to,
                    _ => None,
                })
            }
        }
    }

    /// The copy of an aggregate that is passed by value, or the room for a result.
    fn aggregate(&self, s: &mut State, name: &Arc<str>, ty: DataTypeId, given: bool) -> Result<Value, Stop> {
        let unsupported = || Stop::new(StopKind::Unsupported, format!("unsupported: the parameter {name} of its type"));
        let layout = Layout::of(&self.program, Some(ty), 1).ok_or_else(unsupported)?;
        let object = Object {
            size: Value::int(layout.head, 64),
            kind: ObjectKind::Stack,
            live: Liveness::Live,
            constant: false,
            cell: layout.cell(),
            name: name.clone(),
            site: DebugLoc::UNKNOWN,
            content: Content::uninit(Some(layout.head)),
        };
        let obj =
            s.heap.add(object).ok_or_else(|| Stop::new(StopKind::Objects, "more objects than pointers can name"))?;
        if given {
            let values = self.parts(s, &layout, name, false);
            let parts = self.fill(s, obj, &layout, values);
            self.restrict_pointers(s, &parts);
            let kind = InputKind::Object { object: obj, ty: Some(ty) };
            let (loc, origin) = (DebugLoc::UNKNOWN, InputOrigin::Parameter);
            s.note(Input { name: name.clone(), kind, parts, loc, origin });
        }
        Ok(Value::Ptr { obj, off: 0 })
    }

    /// A pointer to a type that is a parameter.
    fn input_pointer(&self, s: &mut State, name: &Arc<str>, to: Option<DataTypeId>) -> Result<Value, Stop> {
        let pointee = self.lazy.as_ref().and_then(|lazy| lazy.pointee(to));
        let Some(pointee) = pointee else {
            let text = format!("unsupported: the parameter {name} of the entry function is a pointer");
            return Err(Stop::new(StopKind::Unsupported, text));
        };
        let value = self.given(s, name, 64, SymbolKind::Address { pointee });
        let parts = vec![value.to_term(&self.pool)];
        self.restrict_pointer(s, value.to_term(&self.pool), pointee);
        let (loc, origin) = (DebugLoc::UNKNOWN, InputOrigin::Parameter);
        s.note(Input { name: name.clone(), kind: InputKind::Pointer, parts, loc, origin });
        Ok(value)
    }

    /// What is known of a pointer from the start: where it may lead.
    fn restrict_pointer(&self, s: &mut State, pointer: TermId, pointee: u32) {
        let Some(lazy) = &self.lazy else { return };
        self.note(s, Premise::InputPointers);
        let first = match &lazy.pointees[pointee as usize].target {
            _ if lazy.bounds.null => 0,
            Destination::Functions(all) => all.first().map_or(encode(WILD, 0), |&f| encode(self.function_object(f), 0)),
            Destination::Data(_) | Destination::Opaque => lazy.ids(pointee).next().map_or(0, |obj| encode(obj, 0)),
        };
        let range = self.pointer_range(lazy, pointer, pointee);
        self.restrict_input(s, range, pointer, u128::from(first));
    }

    /// The same of all pointers among the parts of an object.
    fn restrict_pointers(&self, s: &mut State, parts: &[TermId]) {
        for &part in parts {
            if let Some(pointee) = self.pointee_of(part) {
                self.restrict_pointer(s, part, pointee);
            }
        }
    }

    pub(super) fn pointer_range(&self, lazy: &LazyInputs, pointer: TermId, pointee: u32) -> TermId {
        let pool = &*self.pool;
        let is = |bits: u64| pool.eq(pointer, pool.bv(u128::from(bits), 64));
        let there = match &lazy.pointees[pointee as usize].target {
            Destination::Functions(all) if all.is_empty() => is(encode(WILD, 0)),
            Destination::Functions(all) => {
                pool.or_all(&all.iter().map(|&f| is(encode(self.function_object(f), 0))).collect::<Vec<_>>())
            }
            // The ids lie beside each other, and the addresses are those of first bytes.
            Destination::Data(_) | Destination::Opaque => {
                let (which, off) = (pool.extract(pointer, 63, OFFSET_BITS), pool.extract(pointer, OFFSET_BITS - 1, 0));
                let id = |obj: ObjId| pool.bv(u128::from(obj.0), 64 - OFFSET_BITS);
                let mut ids = lazy.ids(pointee);
                let low = ids.next().unwrap_or(ObjId(0));
                let high = ids.last().unwrap_or(low);
                let inside = pool.and(pool.ule(id(low), which), pool.ule(which, id(high)));
                pool.and(inside, pool.eq(off, pool.bv(0, OFFSET_BITS)))
            }
        };
        if lazy.bounds.null { pool.or(is(0), there) } else { there }
    }

    /// The number of what a term leads to that is an input pointer.
    fn pointee_of(&self, t: TermId) -> Option<u32> {
        match self.pool.symbol_info(self.pool.as_symbol(t)?).kind {
            SymbolKind::Address { pointee } => Some(pointee),
            _ => None,
        }
    }

    fn length_range(&self, layout: &Layout, length: TermId) -> TermId {
        let [low, high] = [layout.count.0, layout.count.1].map(|bound| self.pool.bv(u128::from(bound), 64));
        self.pool.and(self.pool.ule(low, length), self.pool.ule(length, high))
    }

    /// That a character is null if it is the last.
    fn end_of_text(&self, length: TermId, at: usize, character: TermId) -> TermId {
        let pool = &*self.pool;
        let last = pool.eq(length, pool.bv(at as u128 + 1, 64));
        pool.implies(last, pool.eq(character, pool.bv(0, pool.width(character))))
    }

    /// What was known of an input from the start.
    pub fn known_of_input(&self, input: &Input) -> Vec<TermId> {
        match (&self.lazy, &input.kind) {
            (None, _) => Vec::new(),
            (Some(lazy), InputKind::Object { object, .. }) => self.known_of_parts(lazy, *object, &input.parts),
            (Some(lazy), _) => self.known_of_parts(lazy, ObjId(0), &input.parts),
        }
    }

    /// The same of the parts of an object, or of no object.
    fn known_of_parts(&self, lazy: &LazyInputs, obj: ObjId, parts: &[TermId]) -> Vec<TermId> {
        let range = |&part: &TermId| Some(self.pointer_range(lazy, part, self.pointee_of(part)?));
        let mut known: Vec<TermId> = parts.iter().filter_map(range).collect();
        if let (Some(layout), Some((&length, cells))) = (lazy.layout(obj), parts.split_first())
            && layout.has_length()
        {
            known.push(self.length_range(layout, length));
            if layout.text {
                known.extend(cells.iter().enumerate().map(|(i, &cell)| self.end_of_text(length, i, cell)));
            }
        }
        known
    }

    /// What is known of an object from the start, if it comes into being now.
    pub(super) fn known_of_new(&self, s: &State, lazy: &LazyInputs, obj: ObjId) -> TermId {
        let Some(layout) = lazy.layout(obj) else { return self.pool.true_() };
        let name = lazy.name(obj).unwrap_or_default();
        let parts = self.parts(s, layout, &name, layout.has_length());
        let parts: Vec<TermId> = parts.into_iter().map(|value| value.to_term(&self.pool)).collect();
        self.pool.and_all(&self.known_of_parts(lazy, obj, &parts))
    }

    /// Brings the object with this id into being if it is an input and is not there yet. Only for a concrete run, where
    /// pointers are numbers: else it is where it is decided that one leads there.
    #[inline]
    pub(crate) fn bring(&self, s: &mut State, obj: ObjId) -> Flow {
        match &self.lazy {
            Some(lazy)
                if lazy.place(obj).is_some() && matches!(self.mode, Mode::Concrete(_)) && s.heap.get(obj).is_none() =>
            {
                // What such an object never holds, no run is given.
                if self.pool.is_false(self.known_of_new(s, lazy, obj)) {
                    return Err(Box::new(Outcome::Infeasible));
                }
                self.make(s, obj);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Brings an object into being to which an input pointer leads, unless it is there. What is known of it from the
    /// start has to be in the path condition.
    #[cold]
    pub(crate) fn make(&self, s: &mut State, obj: ObjId) {
        let Some(lazy) = self.lazy.as_ref().filter(|lazy| lazy.place(obj).is_some()) else { return };
        if s.heap.get(obj).is_some() {
            return;
        }
        let name: Arc<str> = lazy.name(obj).unwrap_or_default().into();
        let mut object = Object {
            size: Value::int(0, 64),
            kind: ObjectKind::Input,
            live: Liveness::Opaque,
            constant: false,
            cell: 0,
            name: name.clone(),
            site: DebugLoc::UNKNOWN,
            content: Content::uninit(Some(0)),
        };
        let Some(layout) = lazy.layout(obj).cloned() else {
            s.heap.put(obj, object);
            return;
        };
        let pool = &*self.pool;
        let mut parts = self.parts(s, &layout, &name, layout.has_length()).into_iter();
        let mut terms = Vec::new();
        object.live = Liveness::Live;
        object.cell = layout.cell();
        object.size = Value::int(layout.most(), 64);
        object.content = Content::uninit(Some(layout.most()));
        if layout.has_length()
            && let Some(length) = parts.next()
        {
            let length = length.to_term(pool);
            let bytes = pool.mul(length, pool.bv(u128::from(layout.element), 64));
            object.size = Value::of_term(pool, pool.add(bytes, pool.bv(u128::from(layout.head), 64)));
            terms.push(length);
        }
        s.heap.put(obj, object);
        terms.extend(self.fill(s, obj, &layout, parts));
        let kind =
            InputKind::Object { object: obj, ty: lazy.place(obj).and_then(|(p, _)| lazy.pointees[p as usize].ty) };
        s.note(Input { name, kind, parts: terms, loc: DebugLoc::UNKNOWN, origin: InputOrigin::Memory });
    }

    /// The values of an object's cells, if it is the path's next event; its length before them, if that is one.
    fn parts(&self, s: &State, layout: &Layout, name: &str, length: bool) -> Vec<Value> {
        let (pool, ordinal) = (&*self.pool, s.events.len());
        let mut parts = Vec::new();
        if length {
            let symbol = format!("{name}.length#{ordinal}");
            parts.push(self.mode.given(pool, (ordinal, 0), [name, &symbol], 64, SymbolKind::Input));
        }
        for Cell { size, path, kind, .. } in &layout.cells {
            let symbol = format!("{name}{path}#{ordinal}");
            let given = |width: u32, kind: SymbolKind| {
                self.mode.given(pool, (ordinal, parts.len()), [name, &symbol], width, kind)
            };
            parts.push(match *kind {
                CellKind::Pointer(to) => match self.lazy.as_ref().and_then(|lazy| lazy.pointee(to)) {
                    Some(pointee) => given(64, SymbolKind::Address { pointee }),
                    None => given(64, SymbolKind::Untyped),
                },
                CellKind::Bool => {
                    let bit = given(1, SymbolKind::Input).to_term(pool);
                    Value::of_term(pool, pool.zext(bit, *size as u32 * 8))
                }
                CellKind::Byte => given(8, SymbolKind::Untyped),
                CellKind::Int { .. } | CellKind::Char | CellKind::Float => given(*size as u32 * 8, SymbolKind::Input),
            });
        }
        parts
    }

    /// Writes the values of an object's cells into it; as terms.
    fn fill(&self, s: &mut State, obj: ObjId, layout: &Layout, values: impl IntoIterator<Item = Value>) -> Vec<TermId> {
        if layout.cells.iter().any(|cell| matches!(cell.kind, CellKind::Pointer(_))) {
            self.note(s, Premise::InputPointers);
        }
        let write = |(cell, value): (&Cell, Value)| {
            self.write(s, obj, Offset::Known(cell.offset), cell.size, value);
            value.to_term(&self.pool)
        };
        layout.cells.iter().zip(values).map(write).collect()
    }
}
