//! Inputs that are pointers: what they lead to comes into being when the program first follows them.
//!
//! Lazy initialisation (Khurshid, Păsăreanu, Visser: *Generalized Symbolic Execution for Model Checking and Testing*,
//! TACAS 2003, section 3), as memoized replay has it for its heap path conditions (Qiu, Yang, Păsăreanu, Khurshid,
//! ICSE 2015). An input pointer is a symbol. When it is followed, the path decides whether it is null, one of the
//! objects of its type that are there already, or a new one whose members are inputs in turn.
//!
//! The objects of each type have ids of their own, behind those of functions, so that the address of an object says of
//! which type it is, also to a concrete run, and so that an address that nothing has followed can be compared with
//! others as a number. `layout.rs` says what objects hold, `follow.rs` decides where a pointer leads, `make.rs` brings
//! objects into being. Oblivious to command lines and to reports.
//!
//! Invariants: a symbol for an address is restricted to null and the objects of its type as soon as it exists; a new
//! object is the first of its type that is not there, which is no loss as long as addresses are compared for equality
//! only (`order.rs`), since nothing can tell two objects apart then that nothing has followed.

mod alone;
mod follow;
mod layout;
mod make;
mod order;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use plica_ir::{DataKind, DataTypeId, FuncId, GlobalId, ParamType, Program, Ty, mutable_globals};

pub use alone::Alone;
pub use layout::{Cell, CellKind, Layout};

use crate::value::ObjId;

/// How much memory inputs may lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputBounds {
    /// Objects of each type.
    pub objects: u32,
    /// Elements of an array of which the type does not say how long it is, the null character at the end of a text
    /// included.
    pub elements: u32,
    /// May a pointer be null?
    pub null: bool,
}

/// What pointers of a type lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointee {
    /// Its type; `None` where nothing is known of it.
    pub ty: Option<DataTypeId>,
    /// What it is called.
    pub name: Arc<str>,
    /// What is there.
    pub target: Destination,
}

/// What is where a pointer leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Data.
    Data(Arc<Layout>),
    /// One of these functions.
    Functions(Vec<FuncId>),
    /// Something of which nothing can be said.
    Opaque,
}

/// The pointers that a program may be given, by the types that they lead to.
#[derive(Debug)]
pub struct LazyInputs {
    /// How much there may be.
    pub bounds: InputBounds,
    /// By number.
    pub pointees: Vec<Pointee>,
    /// Globals that are inputs.
    pub globals: Vec<GlobalId>,
    by_type: HashMap<Option<DataTypeId>, u32>,
    /// The id of the first object of the first type.
    first: u32,
}

impl LazyInputs {
    /// The pointers that a function's parameters lead to. `None` if there are none among them. `first`: the first id
    /// that is free.
    pub fn of(program: &Program, entry: FuncId, bounds: InputBounds, first: u32) -> Option<LazyInputs> {
        Self::among(program, entry, Vec::new(), bounds, first)
    }

    /// The same, and those that globals lead to that the function may read: these are inputs, too.
    pub fn with_globals(program: &Program, entry: FuncId, bounds: InputBounds, first: u32) -> Option<LazyInputs> {
        Self::among(program, entry, mutable_globals(program, entry).into_iter().collect(), bounds, first)
    }

    fn among(
        program: &Program,
        entry: FuncId,
        globals: Vec<GlobalId>,
        bounds: InputBounds,
        first: u32,
    ) -> Option<LazyInputs> {
        let f = program.func(entry);
        let given = program.types.params.get(&entry).map(Vec::as_slice).unwrap_or_default();
        let mut inputs = LazyInputs { bounds, pointees: Vec::new(), globals, by_type: HashMap::new(), first };
        let mut found = !inputs.globals.is_empty();
        for (i, var) in f.vars.iter().take(f.params as usize).enumerate() {
            match given.get(i).copied().unwrap_or(ParamType::Unknown) {
                ParamType::Value(ty) | ParamType::Copy(ty) | ParamType::Part(ty, _) => inputs.reach(program, ty),
                ParamType::Unknown if var.ty == Ty::Ptr => inputs.add(program, None),
                ParamType::Result(_) | ParamType::Unknown => {}
            }
            found |= var.ty == Ty::Ptr;
        }
        for id in inputs.globals.clone() {
            if let Some(&ty) = program.types.globals.get(&id) {
                inputs.reach(program, ty);
            }
        }
        found.then_some(inputs)
    }

    /// Takes in what values of a type lead to.
    fn reach(&mut self, program: &Program, ty: DataTypeId) {
        match &program.types.get(ty).kind {
            DataKind::Pointer(to) => self.add(program, *to),
            DataKind::Struct(members) => members.iter().for_each(|m| self.reach(program, m.ty)),
            DataKind::Array { element, .. } => self.reach(program, *element),
            // What a union holds is not known, so nothing in it is a pointer.
            _ => {}
        }
    }

    fn add(&mut self, program: &Program, to: Option<DataTypeId>) {
        if self.by_type.contains_key(&to) {
            return;
        }
        self.by_type.insert(to, self.pointees.len() as u32);
        let name = to.map_or_else(|| "bytes".into(), |ty| program.types.get(ty).name.clone());
        let target = target(program, to, self.bounds.elements);
        self.pointees.push(Pointee { ty: to, name, target });
        if let Some(ty) = to {
            self.reach(program, ty);
        }
    }

    /// The number of what a pointer to a type leads to.
    pub fn pointee(&self, to: Option<DataTypeId>) -> Option<u32> {
        self.by_type.get(&to).copied()
    }

    /// The first id behind those of the objects.
    pub fn end(&self) -> u32 {
        self.first + self.pointees.len() as u32 * self.bounds.objects
    }

    /// The ids of the objects that pointers of this number may lead to.
    pub fn ids(&self, pointee: u32) -> impl Iterator<Item = ObjId> + use<> {
        let first = self.first + pointee * self.bounds.objects;
        (first..first + self.bounds.objects).map(ObjId)
    }

    /// The number of what an object is and its place among the objects of its type, if it is an input.
    pub fn place(&self, obj: ObjId) -> Option<(u32, u32)> {
        let at = obj.0.checked_sub(self.first)?;
        (obj.0 < self.end()).then(|| (at / self.bounds.objects, at % self.bounds.objects))
    }

    /// What an object is called: `struct node#0`.
    pub fn name(&self, obj: ObjId) -> Option<String> {
        let (pointee, ordinal) = self.place(obj)?;
        Some(format!("{}#{ordinal}", self.pointees[pointee as usize].name))
    }

    /// What an object holds, if it is an input that holds something.
    pub fn layout(&self, obj: ObjId) -> Option<&Arc<Layout>> {
        let (pointee, _) = self.place(obj)?;
        match &self.pointees[pointee as usize].target {
            Destination::Data(layout) => Some(layout),
            _ => None,
        }
    }
}

fn target(program: &Program, to: Option<DataTypeId>, elements: u32) -> Destination {
    match to.map(|ty| &program.types.get(ty).kind) {
        Some(kind @ DataKind::Function { .. }) => {
            let alike = |id: &FuncId| {
                let f = program.func(*id);
                program.is_own(*id) && !f.is_declaration() && f.may_have_type(kind)
            };
            Destination::Functions((0..program.functions.len() as u32).map(FuncId).filter(alike).collect())
        }
        _ => {
            Layout::of(program, to, elements).map_or(Destination::Opaque, |layout| Destination::Data(Arc::new(layout)))
        }
    }
}
