//! The part of a program that can be executed: what is reached from where it starts by calls, by addresses that are
//! taken and by initial values of globals.
//!
//! Whoever is given this part only cannot depend on the rest, so that the part alone has to be in the key of a result.
//! Oblivious to conditions: code that is reached is taken as a whole. Invariants: the part keeps the order of
//! functions, globals and types; each reference in it leads to what it led to.

use std::collections::{BTreeMap, BTreeSet};

use crate::bits::BitSet;
use crate::command::{Callee, Command, Expr, Operand};
use crate::data::{DataKind, ParamType, Types};
use crate::program::{Function, Global, Init, Program};
use crate::types::{DataTypeId, FuncId, GlobalId};

/// A part of a program.
#[derive(Clone, Debug)]
pub struct Part {
    /// The part as a program of its own.
    pub program: Program,
    /// Its functions, in order, by their numbers in the whole.
    pub functions: Vec<FuncId>,
}

impl Part {
    /// The number here of a function of the whole.
    pub fn function(&self, whole: FuncId) -> Option<FuncId> {
        self.functions.binary_search(&whole).ok().map(|at| FuncId(at as u32))
    }
}

/// What is taken in.
pub(crate) struct Reached<'a> {
    program: &'a Program,
    /// Functions, by their numbers.
    pub functions: BitSet,
    /// Globals, by their numbers.
    pub globals: BitSet,
    types: BitSet,
    wide: BitSet,
    todo: Vec<FuncId>,
}

/// The part of a program that can be executed from these functions, constructors and destructors included.
pub fn part(program: &Program, roots: impl IntoIterator<Item = FuncId>) -> Part {
    reached(program, roots).cut()
}

/// What is in that part.
pub(crate) fn reached(program: &Program, roots: impl IntoIterator<Item = FuncId>) -> Reached<'_> {
    let mut reached = Reached::nothing(program);
    let own = program.constructors.iter().chain(&program.destructors).copied();
    own.chain(roots).for_each(|f| reached.function(f));
    while let Some(f) = reached.todo.pop() {
        reached.body(f);
    }
    reached
}

impl<'a> Reached<'a> {
    fn nothing(program: &'a Program) -> Reached<'a> {
        Reached {
            program,
            functions: BitSet::new(program.functions.len()),
            globals: BitSet::new(program.globals.len()),
            types: BitSet::new(program.types.all.len()),
            wide: BitSet::new(program.wide.len()),
            todo: Vec::new(),
        }
    }

    fn function(&mut self, f: FuncId) {
        if self.functions.insert(f.index()) {
            self.todo.push(f);
        }
    }

    fn operand(&mut self, op: Operand) {
        match op {
            Operand::Func(f) => self.function(f),
            Operand::Global { id, .. } => self.global(id),
            Operand::Wide { index, .. } => {
                self.wide.insert(index as usize);
            }
            Operand::Var(_) | Operand::Int { .. } | Operand::Undef { .. } => {}
        }
    }

    fn global(&mut self, id: GlobalId) {
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            if !self.globals.insert(id.index()) {
                continue;
            }
            if let Some(&ty) = self.program.types.globals.get(&id) {
                self.ty(ty);
            }
            let Init::Data { relocs, .. } = &self.program.global(id).init else { continue };
            for reloc in relocs {
                match reloc.value {
                    Operand::Global { id, .. } => todo.push(id),
                    other => self.operand(other),
                }
            }
        }
    }

    fn body(&mut self, f: FuncId) {
        let program = self.program;
        for command in &program.func(f).code {
            if let Command::Call { callee: Callee::Direct(callee), .. } = command {
                self.function(*callee);
            }
            command.operands().into_iter().for_each(|op| self.operand(op));
        }
        for param in program.types.params.get(&f).into_iter().flatten() {
            match *param {
                ParamType::Value(ty) | ParamType::Part(ty, _) | ParamType::Copy(ty) | ParamType::Result(ty) => {
                    self.ty(ty)
                }
                ParamType::Unknown => {}
            }
        }
    }

    fn ty(&mut self, ty: DataTypeId) {
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            if self.types.insert(ty.index()) {
                let of = self.program.types.get(ty);
                todo.extend(of.contained());
                if let DataKind::Pointer(Some(to)) = of.kind {
                    todo.push(to);
                }
            }
        }
    }

    fn cut(&self) -> Part {
        let whole = self.program;
        let new = Numbers {
            functions: numbers(&self.functions),
            globals: numbers(&self.globals),
            types: numbers(&self.types),
            wide: numbers(&self.wide),
        };
        let Program {
            functions,
            globals,
            wide,
            source,
            constructors,
            destructors,
            optimised,
            unchecked_indices,
            unchecked_builtins,
            anonymous,
            reads_volatile,
            by_name,
            globals_by_name,
            models,
            library,
            model_globals,
            types,
        } = whole;
        let kept = |all: &BTreeSet<FuncId>| all.iter().filter_map(|&f| new.function(f)).collect::<BTreeSet<_>>();
        let listed = |all: &[FuncId]| all.iter().filter_map(|&f| new.function(f)).collect::<Vec<_>>();
        let program = Program {
            functions: self.functions.iter().map(|i| new.code_of(&functions[i])).collect(),
            globals: self.globals.iter().map(|i| new.contents_of(&globals[i])).collect(),
            wide: self.wide.iter().map(|i| wide[i]).collect(),
            source: source.clone(),
            constructors: listed(constructors),
            destructors: listed(destructors),
            optimised: kept(optimised),
            unchecked_indices: kept(unchecked_indices),
            unchecked_builtins: kept(unchecked_builtins),
            anonymous: anonymous.iter().filter_map(|&g| new.global(g)).collect(),
            reads_volatile: kept(reads_volatile),
            by_name: by_name.iter().filter_map(|(name, &f)| Some((name.clone(), new.function(f)?))).collect(),
            globals_by_name: globals_by_name
                .iter()
                .filter_map(|(name, &g)| Some((name.clone(), new.global(g)?)))
                .collect(),
            models: kept(models),
            library: kept(library),
            model_globals: model_globals.iter().filter_map(|&g| new.global(g)).collect(),
            types: new.types_of(types, &self.types),
        };
        Part { program, functions: self.functions.iter().map(|i| FuncId(i as u32)).collect() }
    }
}

/// New numbers by old ones.
struct Numbers {
    functions: BTreeMap<u32, u32>,
    globals: BTreeMap<u32, u32>,
    types: BTreeMap<u32, u32>,
    wide: BTreeMap<u32, u32>,
}

fn numbers(kept: &BitSet) -> BTreeMap<u32, u32> {
    kept.iter().enumerate().map(|(new, old)| (old as u32, new as u32)).collect()
}

impl Numbers {
    fn function(&self, f: FuncId) -> Option<FuncId> {
        self.functions.get(&f.0).copied().map(FuncId)
    }

    fn global(&self, g: GlobalId) -> Option<GlobalId> {
        self.globals.get(&g.0).copied().map(GlobalId)
    }

    fn ty(&self, ty: DataTypeId) -> Option<DataTypeId> {
        self.types.get(&ty.0).copied().map(DataTypeId)
    }

    /// What is reached has a number: whatever is referred to in it was reached too.
    fn operand(&self, op: Operand) -> Operand {
        match op {
            Operand::Func(f) => Operand::Func(self.function(f).unwrap_or(f)),
            Operand::Global { id, offset } => Operand::Global { id: self.global(id).unwrap_or(id), offset },
            Operand::Wide { width, index } => {
                Operand::Wide { width, index: self.wide.get(&index).copied().unwrap_or(index) }
            }
            Operand::Var(_) | Operand::Int { .. } | Operand::Undef { .. } => op,
        }
    }

    fn code_of(&self, f: &Function) -> Function {
        let mut f = f.clone();
        for command in &mut f.code {
            if let Command::Call { callee: Callee::Direct(callee), .. } = command {
                *callee = self.function(*callee).unwrap_or(*callee);
            }
            command.replace_operands(&mut |op| self.operand(op));
        }
        f
    }

    fn contents_of(&self, g: &Global) -> Global {
        let mut g = g.clone();
        if let Init::Data { relocs, .. } = &mut g.init {
            relocs.iter_mut().for_each(|r| r.value = self.operand(r.value));
        }
        g
    }

    fn types_of(&self, types: &Types, kept: &BitSet) -> Types {
        let Types { all, params, globals } = types;
        let ty = |t: DataTypeId| self.ty(t).unwrap_or(t);
        let all = kept.iter().map(|i| {
            let mut of = all[i].clone();
            match &mut of.kind {
                DataKind::Pointer(to) => *to = to.map(ty),
                DataKind::Struct(members) | DataKind::Union(members) => {
                    members.iter_mut().for_each(|m| m.ty = ty(m.ty))
                }
                DataKind::Array { element, .. } => *element = ty(*element),
                DataKind::Int { .. }
                | DataKind::Bool
                | DataKind::Char { .. }
                | DataKind::Float
                | DataKind::Function { .. }
                | DataKind::Opaque => {}
            }
            of
        });
        let param = |p: &ParamType| match *p {
            ParamType::Value(t) => ParamType::Value(ty(t)),
            ParamType::Part(t, at) => ParamType::Part(ty(t), at),
            ParamType::Copy(t) => ParamType::Copy(ty(t)),
            ParamType::Result(t) => ParamType::Result(ty(t)),
            ParamType::Unknown => ParamType::Unknown,
        };
        Types {
            all: all.collect(),
            params: params
                .iter()
                .filter_map(|(&f, of)| Some((self.function(f)?, of.iter().map(param).collect())))
                .collect(),
            globals: globals.iter().filter_map(|(&g, &of)| Some((self.global(g)?, ty(of)))).collect(),
        }
    }
}

impl Command {
    /// Puts other operands in the places of those that it reads.
    pub fn replace_operands(&mut self, new: &mut dyn FnMut(Operand) -> Operand) {
        let mut put = |op: &mut Operand| *op = new(*op);
        match self {
            Command::Assign { expr, .. } => expr.replace_operands(new),
            Command::Copies(copies) => copies.iter_mut().for_each(|c| put(&mut c.1)),
            Command::Load { ptr, reads, .. } => {
                put(ptr);
                reads.iter_mut().for_each(put);
            }
            Command::Store { ptr, value, .. } => {
                put(ptr);
                put(value);
            }
            Command::Alloc { size, .. } => put(size),
            Command::Call { callee, args, .. } => {
                if let Callee::Indirect(op) = callee {
                    put(op);
                }
                args.iter_mut().for_each(|a| put(&mut a.value));
            }
            Command::Intrinsic { args, .. } => args.iter_mut().for_each(put),
            Command::Branch { cond: a, .. } | Command::Check { holds: a, .. } => put(a),
            Command::Switch { value, .. } => put(value),
            Command::Return { values } => values.iter_mut().for_each(put),
            Command::Forget(_) | Command::Jump(_) | Command::Unreachable | Command::Unsupported { .. } => {}
        }
    }
}

impl Expr {
    fn replace_operands(&mut self, new: &mut dyn FnMut(Operand) -> Operand) {
        let mut put = |op: &mut Operand| *op = new(*op);
        match self {
            Expr::Copy(a) | Expr::Un { a, .. } | Expr::Cast { a, .. } => put(a),
            Expr::Bin { a, b, .. } | Expr::Cmp { a, b, .. } | Expr::FCmp { a, b, .. } => {
                put(a);
                put(b);
            }
            Expr::Select { cond, a, b } => [cond, a, b].into_iter().for_each(put),
            Expr::PtrAdd { base, indices, .. } => {
                put(base);
                indices.iter_mut().for_each(|i| put(&mut i.0));
            }
            Expr::Nary { args, .. } => args.iter_mut().for_each(put),
        }
    }
}

/// The functions that a pointer to a function may lead to, if pointers of the parameters of `entry` are inputs: those
/// of a type that such pointers are said to have.
pub fn answers(program: &Program, entry: FuncId) -> Vec<FuncId> {
    let mut reached = Reached::nothing(program);
    reached.body(entry);
    let types: Vec<_> = reached.types.iter().map(|i| &program.types.all[i].kind).collect();
    let functions = (0..program.functions.len() as u32).map(FuncId);
    functions.filter(|&f| types.iter().any(|kind| program.func(f).may_have_type(kind))).collect()
}
