//! Names for what a unit's formulas speak of: its inputs, what comes out of calls, pointers.
//!
//! Oblivious to cases and graphs. Invariant: within a unit two inputs never have the same name.

use std::collections::{HashMap, HashSet};

use plica_exec::{Machine, ObjId, State, UnitInput, Value};
use plica_summaries::{Comes, Composer, Meaning, ParamShape, UnitView};
use plica_term::{SymbolId, TermId};

use super::super::readable::{Part, Readable, part, subscript, without_unit};

/// The names of a unit, or of the program.
pub(crate) struct Names<'a> {
    machine: &'a Machine,
    terms: Readable<'a>,
    /// Symbols that were met in what was shown.
    met: HashSet<SymbolId>,
    /// What objects are called, if not by their own names: by the pointer that leads there.
    objects: HashMap<ObjId, String>,
    /// Names that are taken, and how often.
    taken: HashMap<String, u32>,
    /// The inputs with their names and what they are.
    inputs: Vec<(SymbolId, String, String)>,
}

impl<'a> Names<'a> {
    /// The names of the program, whose symbols have good ones.
    pub fn of_program(machine: &'a Machine) -> Names<'a> {
        let terms = Readable::new(&machine.pool);
        let (met, objects, taken) = (HashSet::new(), HashMap::new(), HashMap::new());
        Names { machine, terms, met, objects, taken, inputs: Vec::new() }
    }

    /// The names of a unit.
    pub fn of_unit(machine: &'a Machine, unit: &UnitView<'_>) -> Names<'a> {
        let mut names = Names::of_program(machine);
        let vars = &machine.program.func(unit.function).vars;
        for (var, shape) in vars.iter().zip(unit.shape) {
            if let ParamShape::Fixed(Value::Ptr { obj, off: 0 }) = shape
                && !names.is_static(*obj)
            {
                names.objects.entry(*obj).or_insert_with(|| format!("*{}", var.name));
            }
        }
        for assumed in &unit.assumed {
            if let Value::Ptr { obj, off: 0 } = assumed.value
                && !names.is_static(obj)
                && !names.objects.contains_key(&obj)
            {
                let place = names.place(unit.start, assumed.obj, assumed.off, assumed.size);
                names.objects.insert(obj, format!("*{place}"));
            }
        }
        for (symbol, input) in &unit.inputs {
            let (name, what) = names.input(unit, *input);
            names.give(*symbol, name, what);
        }
        names
    }

    /// A global variable or a function?
    fn is_static(&self, obj: ObjId) -> bool {
        let program = &self.machine.program;
        (obj.0 as usize) < 1 + program.globals.len() + program.functions.len()
    }

    fn give(&mut self, symbol: SymbolId, name: String, what: String) {
        let name = self.fresh(name);
        self.terms.name(&self.machine.pool.symbol_info(symbol).name, &name);
        self.inputs.push((symbol, name, what));
    }

    /// A name, with a number if it is taken.
    fn fresh(&mut self, name: String) -> String {
        let times = self.taken.entry(name.clone()).or_insert(0);
        *times += 1;
        if *times > 1 { format!("{name}{}", subscript(&times.to_string())) } else { name }
    }

    fn input(&self, unit: &UnitView<'_>, input: UnitInput) -> (String, String) {
        let s = unit.start;
        match input {
            UnitInput::Param(i) => {
                let vars = &self.machine.program.func(unit.function).vars;
                let name = vars.get(i as usize).map_or("", |var| &*var.name);
                match unit.shape.get(i as usize) {
                    Some(ParamShape::Into(obj)) => {
                        let what = format!("how many bytes {name} points behind the start of {}", self.object(s, *obj));
                        (format!("offset({name})"), what)
                    }
                    _ => (name.to_string(), "parameter".to_string()),
                }
            }
            UnitInput::Cell { obj, off, size } => (self.place(s, obj, off, size), self.whose(s, obj)),
            UnitInput::Offset { obj, off, size } => {
                let place = self.place(s, obj, off, size);
                (format!("offset({place})"), format!("how many bytes {place} points behind the start of its object"))
            }
            UnitInput::Size { obj } => {
                let name = self.object(s, obj);
                (format!("size({name})"), format!("how many bytes {name} has"))
            }
            UnitInput::Array { obj, .. } => {
                let name = self.object(s, obj);
                (name.trim_start_matches('*').to_string(), self.whose(s, obj))
            }
        }
    }

    /// What kind of thing an object is to the unit.
    fn whose(&self, s: &State, obj: ObjId) -> String {
        match self.objects.get(&obj).and_then(|name| name.strip_prefix('*')) {
            Some(pointer) => format!("what {pointer} points to"),
            None if self.is_static(obj) => "global".to_string(),
            None => format!("in {} of a caller", self.object(s, obj)),
        }
    }

    /// What an object is called here.
    fn object(&self, s: &State, obj: ObjId) -> String {
        self.objects.get(&obj).cloned().unwrap_or_else(|| self.own_name(s, obj))
    }

    /// What an object is called where it is from.
    pub fn own_name(&self, s: &State, obj: ObjId) -> String {
        match self.machine.object_function(obj) {
            Some(function) => self.machine.program.func(function).display.to_string(),
            None => s.heap.get(obj).map_or_else(|| format!("object {}", obj.0), |o| o.name.to_string()),
        }
    }

    /// Bytes of an object.
    pub fn place(&self, s: &State, obj: ObjId, off: u64, size: u32) -> String {
        place(&self.object(s, obj), s, obj, off, size)
    }

    /// All of an object, as it stands before an index.
    pub fn array(&self, s: &State, obj: ObjId) -> String {
        self.object(s, obj).trim_start_matches('*').to_string()
    }

    /// A pointer by what its object is called here.
    fn pointer(&self, s: &State, obj: ObjId, off: u64) -> String {
        self.address(self.object(s, obj), s, obj, off)
    }

    /// A pointer by what its object is called where it is from.
    pub fn own_pointer(&self, s: &State, obj: ObjId, off: u64) -> String {
        self.address(self.own_name(s, obj), s, obj, off)
    }

    fn address(&self, name: String, s: &State, obj: ObjId, off: u64) -> String {
        let cell = s.heap.get(obj).map_or(0, |o| o.cell);
        match (name.strip_prefix('*'), off) {
            _ if self.machine.object_function(obj).is_some() => name,
            (Some(pointer), 0) => pointer.to_string(),
            (None, 0) => format!("&{name}"),
            _ => format!("&{}", place(&name, s, obj, off, cell)),
        }
    }

    /// A value; `s` knows the objects.
    pub fn value(&mut self, composer: &mut Composer, s: &State, value: Value) -> String {
        match value {
            Value::Ptr { obj, off } => self.pointer(s, obj, off),
            Value::SymPtr { obj, off } => match self.machine.pool.const_value(off) {
                Some(off) => self.pointer(s, obj, off as u64),
                None => {
                    let start = self.pointer(s, obj, 0);
                    format!("{start} + {}", self.term(composer, off))
                }
            },
            Value::Uninit => "a value never written".to_string(),
            Value::Int { .. } | Value::Term(_) => self.term(composer, value.to_term(&self.machine.pool)),
        }
    }

    /// A term of the unit.
    pub fn term(&mut self, composer: &mut Composer, t: TermId) -> String {
        self.meet(composer, t);
        self.terms.show(t)
    }

    /// Finds names for the symbols of a term.
    fn meet(&mut self, composer: &mut Composer, t: TermId) {
        let pool = &self.machine.pool;
        for &symbol in pool.free_symbols(t).iter() {
            if !self.met.insert(symbol) {
                continue;
            }
            let own = &pool.symbol_info(symbol).name;
            match composer.meaning(symbol) {
                Some(Meaning::Outcome(comes)) => {
                    let name = self.outcome(composer, &comes);
                    self.terms.name(own, &name);
                }
                Some(Meaning::Copy(_)) => {
                    // One of the called function's own, as it is in this call.
                    let base = own.split('^').next().unwrap_or(own);
                    let base = without_unit(base).split('#').next().unwrap_or(base).to_string();
                    let name = self.fresh(base);
                    self.terms.name(own, &name);
                }
                None => {}
            }
        }
    }

    /// A call with its arguments, as the unit has them.
    pub fn call(&mut self, composer: &mut Composer, comes: &Comes) -> String {
        let Some(call) = composer.view_call(comes.call) else { return String::new() };
        let state = call.state.clone();
        let function = &self.machine.program.func(state.top.func).display;
        let arguments: Vec<String> = comes.arguments.iter().map(|&a| self.value(composer, &state, a)).collect();
        format!("{function}({})", arguments.join(", "))
    }

    /// What comes out of a call: `f(x)`, `g after f(x)`.
    fn outcome(&mut self, composer: &mut Composer, comes: &Comes) -> String {
        let call = self.call(composer, comes);
        let Some(value) = comes.value else { return format!("{call} returns") };
        let Some(unit) = composer.view(comes.unit) else { return call };
        let Some(class) = unit.classes.get(comes.class as usize) else { return call };
        let Some(slot) = value.checked_sub(class.results) else {
            return if class.results > 1 { format!("{call}.{value}") } else { call };
        };
        // In the names of the caller, to whom it belongs.
        let state = unit.start;
        let place = class.slots.get(slot).map(|slot| match *slot {
            plica_summaries::WriteSlot::Cell { obj, off, size } => self.place(state, obj, off, size as u32),
            plica_summaries::WriteSlot::Array { obj, .. } => self.array(state, obj),
        });
        format!("({} after {call})", place.unwrap_or_default())
    }

    /// The inputs that were met, with their names and what they are.
    pub fn inputs_met(&self) -> Vec<(String, String)> {
        let met = self.inputs.iter().filter(|(symbol, _, _)| self.met.contains(symbol));
        met.map(|(_, name, what)| (name.clone(), what.clone())).collect()
    }
}

/// Bytes of an object with this name.
fn place(object: &str, s: &State, obj: ObjId, off: u64, size: u32) -> String {
    let known = s.heap.get(obj);
    let (extent, cell) = (known.and_then(|o| o.size.as_const()), known.map_or(0, |o| o.cell));
    part(Part { object, extent, cell, off, size })
}
