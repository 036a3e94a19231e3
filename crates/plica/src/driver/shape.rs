//! What pointers lead to that are inputs, for people: drawings, and what an error takes of it.
//!
//! Oblivious to how paths are found. Invariant: an object is called by the first way that leads to it, parameters in
//! their order before globals in theirs, members in theirs.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use plica_exec::{Cell, CellKind, Input, InputKind, Layout, LazyInputs, Machine, ObjId, Value, Witness, encode};
use plica_ir::Function;
use plica_report::{ErrorKind, ErrorReport, InputMemory, InputShape, InputValue};
use plica_term::{Evaluator, SymbolId, TermId};

/// An object as the run finds it.
struct Piece<'a> {
    input: &'a Input,
    layout: Arc<Layout>,
    /// Bytes.
    size: u64,
}

/// Memory before the run.
struct Drawing<'a> {
    machine: &'a Machine,
    lazy: &'a LazyInputs,
    eval: Evaluator<'a>,
    pieces: HashMap<u64, Piece<'a>>,
    /// By address: what leads there first.
    names: HashMap<u64, String>,
    /// What pointers are called, with their values.
    places: HashMap<SymbolId, (String, u64)>,
}

/// Replaces the values of globals and of parameters that are pointers, and what they lead to, by drawings.
pub(super) fn draw(machine: &Machine, w: &Witness, inputs: &mut [InputValue]) {
    let Some(mut drawing) = Drawing::new(machine, w) else { return };
    let texts = drawing.draw(w);
    // The same inputs in the same order; those that follow are of other kinds.
    let given = w.inputs.iter().enumerate().filter(|(_, i)| i.kind.is_given());
    for ((number, input), value) in given.zip(inputs) {
        value.functions = drawing.functions(input);
        if let Some(shape) = texts.get(&number) {
            value.shape = shape.clone();
        }
        if let InputKind::Object { object, .. } = input.kind {
            drawing.fill(object, input, value);
        }
    }
}

/// Says of an error what it takes of the memory that inputs lead to.
pub(super) fn tell(machine: &Machine, w: &Witness, report: &mut ErrorReport) {
    let Some(mut drawing) = Drawing::new(machine, w) else { return };
    drawing.draw(w);
    let mut when = drawing.conditions(w);
    for (&address, name) in &drawing.names {
        let Some(obj) = object_of(address) else { continue };
        let Some(own) = drawing.lazy.name(obj) else { continue };
        let message = renamed(&report.message, &format!("the object {own}"), &format!("the object behind {name}"));
        // That there is one structure only is taken for granted, not known.
        let one = drawing.lazy.layout(obj).is_some_and(|layout| !layout.has_length());
        if message != report.message && one && report.kind == ErrorKind::OutOfBounds {
            when.push(format!("{name} leads to one object, no array of them"));
        }
        report.message = message;
    }
    report.when = Some(when);
}

impl<'a> Drawing<'a> {
    fn new(machine: &'a Machine, w: &'a Witness) -> Option<Drawing<'a>> {
        let lazy = machine.lazy.as_deref()?;
        let mut drawing = Drawing {
            machine,
            lazy,
            eval: Evaluator::new(&machine.pool, &w.model),
            pieces: HashMap::new(),
            names: HashMap::new(),
            places: HashMap::new(),
        };
        for input in &w.inputs {
            let InputKind::Object { object, .. } = input.kind else { continue };
            let Some(layout) = lazy.layout(object).cloned() else { continue };
            let count = match input.parts.first() {
                Some(&part) if layout.has_length() => drawing.eval.eval(part).bits() as u64,
                _ => u64::from(layout.count.1),
            };
            let size = layout.head + count * layout.element;
            drawing.pieces.insert(encode(object, 0), Piece { input, layout, size });
        }
        Some(drawing)
    }

    /// The drawings of parameters and globals, by their numbers among the inputs.
    fn draw(&mut self, w: &'a Witness) -> HashMap<usize, InputShape> {
        let mut shapes = HashMap::new();
        for (number, input) in w.inputs.iter().enumerate() {
            let shape = match input.kind {
                InputKind::Pointer => {
                    input.parts.first().map(|&part| InputShape::Drawing(self.pointer(part, &input.name)))
                }
                InputKind::Object { object, .. } if self.lazy.place(object).is_none() => {
                    self.layout(input).map(|layout| self.whole(&layout, input))
                }
                _ => None,
            };
            shapes.extend(shape.map(|shape| (number, shape)));
        }
        shapes
    }

    /// What an input holds that is an aggregate by value, or a global.
    fn layout(&self, input: &Input) -> Option<Layout> {
        let InputKind::Object { object, ty } = input.kind else { return None };
        let program = &self.machine.program;
        match self.machine.object_global(object) {
            Some(id) => Layout::of_global(program, ty, program.globals[id.index()].size),
            None => Layout::of(program, ty, 1),
        }
    }

    /// A global or an aggregate as it is shown.
    fn whole(&mut self, layout: &Layout, input: &Input) -> InputShape {
        match (&layout.cells[..], &input.parts[..]) {
            // A scalar is shown without braces.
            ([cell], &[part]) if cell.path.is_empty() => self.cell(cell, part, &input.name),
            _ => InputShape::Drawing(self.cells(layout, &input.parts, layout.head, &input.name, ".")),
        }
    }

    fn cell(&mut self, cell: &Cell, part: TermId, place: &str) -> InputShape {
        match cell.kind {
            CellKind::Pointer(_) => InputShape::Drawing(self.pointer(part, place)),
            CellKind::Int { signed } => InputShape::Int { bits: cell.size as u32 * 8, signed },
            CellKind::Bool => InputShape::Bool,
            CellKind::Char => InputShape::Char,
            CellKind::Float => InputShape::Float,
            CellKind::Byte => InputShape::Int { bits: 8, signed: false },
        }
    }

    /// What a pointer leads to.
    fn pointer(&mut self, pointer: TermId, place: &str) -> String {
        let address = self.eval.eval(pointer).bits() as u64;
        if let Some(symbol) = self.machine.pool.as_symbol(pointer) {
            self.places.insert(symbol, (place.to_string(), address));
        }
        if address == 0 {
            return "null".into();
        }
        if let Some(name) = self.names.get(&address) {
            return name.clone();
        }
        if let Some(f) = self.function(address) {
            return f.display.to_string();
        }
        self.names.insert(address, place.to_string());
        let Some(Piece { input, layout, size }) = self.pieces.get(&address) else { return "not followed".into() };
        let (layout, size, input) = (layout.clone(), *size, *input);
        let parts = &input.parts[usize::from(layout.has_length())..];
        format!("-> {}", self.cells(&layout, parts, size, place, "->"))
    }

    /// The function at an address, if there is one.
    fn function(&self, address: u64) -> Option<&'a Function> {
        let f = object_of(address).and_then(|obj| self.machine.object_function(obj))?;
        Some(self.machine.program.func(f))
    }

    /// The functions that pointers in an input lead to.
    fn functions(&mut self, input: &Input) -> Vec<(u64, String)> {
        let pool = &self.machine.pool;
        let is_pointer = |symbol| pool.symbol_info(symbol).kind.is_address();
        let mut found = Vec::new();
        for &part in input.parts.iter().filter(|&&part| pool.as_symbol(part).is_some_and(is_pointer)) {
            let address = self.eval.eval(part).bits() as u64;
            found.extend(self.function(address).map(|f| (address, f.name.to_string())));
        }
        found
    }

    /// What an object holds.
    fn cells(&mut self, layout: &Layout, parts: &[TermId], size: u64, place: &str, arrow: &str) -> String {
        if layout.cells.iter().all(|cell| cell.size == 1 && matches!(cell.kind, CellKind::Char | CellKind::Byte)) {
            let bytes: Vec<u8> = parts.iter().take(size as usize).map(|&p| self.eval.eval(p).bits() as u8).collect();
            let shape = InputShape::Array(Box::new(InputShape::Char), 1);
            return InputValue { shape, bytes, ..InputValue::default() }.value();
        }
        let mut texts = Vec::new();
        for (cell, &part) in layout.cells.iter().zip(parts).filter(|(cell, _)| cell.offset + cell.size <= size) {
            // How to get there, and what that is called within the object.
            let (way, name) = match cell.path.strip_prefix('.') {
                Some(member) => (format!("{place}{arrow}{member}"), member),
                None if cell.kind == CellKind::Byte => (String::new(), &*cell.path),
                None => (format!("{place}{}", cell.path), ""),
            };
            let bytes = self.eval.eval(part).bits().to_le_bytes()[..cell.size as usize].to_vec();
            if cell.kind == CellKind::Byte && bytes == [0] {
                continue;
            }
            let shape = self.cell(cell, part, &way);
            let value = InputValue { shape, bytes, ..InputValue::default() }.value();
            texts.push(match name {
                "" => value,
                name if value.starts_with("->") => format!("{name} {value}"),
                name => format!("{name} = {value}"),
            });
        }
        format!("{{{}}}", texts.join(", "))
    }

    /// The bytes of an object, and where it is.
    fn fill(&mut self, object: ObjId, input: &Input, value: &mut InputValue) {
        let address = encode(object, 0);
        let global = self.machine.object_global(object).map(|id| self.machine.program.globals[id.index()].name.clone());
        let (layout, size) = match self.pieces.get(&address) {
            Some(piece) => (piece.layout.clone(), piece.size),
            None if global.is_some() => match self.layout(input) {
                Some(layout) => {
                    let size = layout.head;
                    (Arc::new(layout), size)
                }
                None => return,
            },
            None => return,
        };
        let parts = &input.parts[usize::from(layout.has_length())..];
        value.bytes.clear();
        let mut pointers = Vec::new();
        for (cell, &part) in layout.cells.iter().zip(parts).filter(|(cell, _)| cell.offset + cell.size <= size) {
            value.bytes.extend_from_slice(&self.eval.eval(part).bits().to_le_bytes()[..cell.size as usize]);
            if matches!(cell.kind, CellKind::Pointer(_)) {
                pointers.push(cell.offset);
            }
        }
        if let Some(name) = self.names.get(&address) {
            value.name = format!("*{name}");
        }
        value.memory = Some(InputMemory { address, pointers, global: global.map(|name| name.to_string()) });
    }

    /// What of the memory's shape a path depends on.
    fn conditions(&self, w: &Witness) -> Vec<String> {
        let pool = &self.machine.pool;
        let known: Vec<TermId> = w.inputs.iter().flat_map(|input| self.machine.known_of_input(input)).collect();
        let known: HashSet<TermId> = known.into_iter().flat_map(|t| pool.conjuncts(t)).collect();
        let symbols = |t: TermId| pool.free_symbols(t).iter().copied().collect::<Vec<_>>();
        let asked = w.pc.iter().flat_map(|&t| pool.conjuncts(t)).filter(|t| !known.contains(t));
        let asked: HashSet<SymbolId> = asked.flat_map(symbols).collect();
        let mut out = Vec::new();
        for part in w.inputs.iter().flat_map(|input| &input.parts) {
            let Some(symbol) = pool.as_symbol(*part).filter(|symbol| asked.contains(symbol)) else { continue };
            let Some((place, address)) = self.places.get(&symbol) else { continue };
            match self.names.get(address) {
                _ if *address == 0 => out.push(format!("{place} is null")),
                Some(name) if name != place => out.push(format!("{place} is {name}")),
                Some(_) => {}
                None => {
                    out.extend(self.function(*address).map(|f| format!("{place} is {}", f.display)));
                }
            }
        }
        for (address, piece) in &self.pieces {
            let length = piece.input.parts.first().filter(|_| piece.layout.has_length());
            let asked = length.and_then(|&part| pool.as_symbol(part)).is_some_and(|symbol| asked.contains(&symbol));
            if asked && let Some(name) = self.names.get(address) {
                let count = (piece.size - piece.layout.head) / piece.layout.element.max(1);
                let elements = if count == 1 { "element" } else { "elements" };
                out.push(format!("{name} has {count} {elements}"));
            }
        }
        out.sort();
        out.dedup();
        out
    }
}

fn object_of(address: u64) -> Option<ObjId> {
    Value::int(address, 64).as_pointer().object()
}

/// A text in which a name that ends in a number is another.
fn renamed(text: &str, name: &str, other: &str) -> String {
    let mut parts = text.split(name);
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        out.push_str(if part.starts_with(|c: char| c.is_ascii_digit()) { name } else { other });
        out.push_str(part);
    }
    out
}
