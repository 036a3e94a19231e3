//! What each function and each global is by itself, where others are told by their names: so that two versions of a
//! program can be compared part by part.
//!
//! Like [`content`](crate::content) it says nothing about places. Oblivious to what became of the parts. Invariant:
//! what is named is named by its number in the part and the list of names behind it, so that other numbers in the
//! program change nothing.

use std::sync::Arc;

use plica_stable::Encode;

use crate::command::{Callee, Command, Operand};
use crate::content;
use crate::program::{Init, Program};
use crate::types::{FuncId, GlobalId};

/// A function or a global by itself.
#[derive(Clone, Debug)]
pub struct NamedPart {
    /// Its name, which nothing else in the program has.
    pub name: Arc<str>,
    /// Its name for people.
    pub display: Arc<str>,
    /// What it is.
    pub bytes: Vec<u8>,
    /// The functions that it names, each once.
    pub functions: Vec<FuncId>,
    /// The globals that it names, each once.
    pub globals: Vec<GlobalId>,
}

/// The functions and the globals of a program by themselves, by their numbers.
pub fn named_parts(program: &Program) -> (Vec<NamedPart>, Vec<NamedPart>) {
    let functions = (0..program.functions.len()).map(|i| function(program, FuncId(i as u32))).collect();
    let globals = (0..program.globals.len()).map(|i| global(program, GlobalId(i as u32))).collect();
    (functions, globals)
}

/// Gives what is named numbers in the order in which it is.
#[derive(Default)]
struct Names {
    functions: Vec<FuncId>,
    globals: Vec<GlobalId>,
    wide: Vec<u32>,
}

fn place<T: PartialEq + Copy>(all: &mut Vec<T>, item: T) -> u32 {
    let at = all.iter().position(|known| *known == item).unwrap_or_else(|| {
        all.push(item);
        all.len() - 1
    });
    at as u32
}

impl Names {
    fn operand(&mut self, op: Operand) -> Operand {
        match op {
            Operand::Func(f) => Operand::Func(FuncId(place(&mut self.functions, f))),
            Operand::Global { id, offset } => Operand::Global { id: GlobalId(place(&mut self.globals, id)), offset },
            Operand::Wide { width, index } => Operand::Wide { width, index: place(&mut self.wide, index) },
            Operand::Var(_) | Operand::Int { .. } | Operand::Undef { .. } => op,
        }
    }

    /// Texts have names that are made up, so they are told by what they say.
    fn write(&self, program: &Program, out: &mut Vec<u8>) {
        for &f in &self.functions {
            program.func(f).name.encode(out);
        }
        for &g in &self.globals {
            match (program.anonymous.contains(&g), &program.global(g).init) {
                (true, Init::Data { bytes, .. }) => bytes.encode(out),
                _ => program.global(g).name.encode(out),
            }
        }
        for &index in &self.wide {
            program.wide.get(index as usize).copied().unwrap_or_default().encode(out);
        }
    }
}

fn function(program: &Program, f: FuncId) -> NamedPart {
    let mut names = Names::default();
    let mut own = program.func(f).clone();
    for command in &mut own.code {
        // What is written of an assertion does not have its line, and goes by the name of who reports it.
        content::without_line(program, command);
        if let Command::Call { callee: Callee::Direct(callee), .. } = command {
            *callee = FuncId(place(&mut names.functions, *callee));
        }
        command.replace_operands(&mut |op| names.operand(op));
    }
    let mut bytes = Vec::new();
    content::function_as_it_stands(&own, &mut bytes);
    let flags = [&program.optimised, &program.unchecked_indices, &program.unchecked_builtins, &program.reads_volatile];
    flags.iter().for_each(|set| set.contains(&f).encode(&mut bytes));
    names.write(program, &mut bytes);
    NamedPart {
        name: own.name.clone(),
        display: own.display.clone(),
        bytes,
        functions: names.functions,
        globals: names.globals,
    }
}

fn global(program: &Program, g: GlobalId) -> NamedPart {
    let mut names = Names::default();
    let mut own = program.global(g).clone();
    if let Init::Data { relocs, .. } = &mut own.init {
        relocs.iter_mut().for_each(|r| r.value = names.operand(r.value));
    }
    let mut bytes = Vec::new();
    content::global(&own, &mut bytes);
    names.write(program, &mut bytes);
    NamedPart {
        name: own.name.clone(),
        display: own.name.clone(),
        bytes,
        functions: names.functions,
        globals: names.globals,
    }
}
