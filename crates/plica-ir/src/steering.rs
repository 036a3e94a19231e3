//! Variables that steer what a program accesses and how often its loops run.
//!
//! Two paths that differ in such a variable are better followed one by one: as one, their addresses and the ends of
//! their loops would be unknown. What is kept in memory is not seen. Oblivious to values.

use crate::bits::BitSet;
use crate::command::{Callee, Command, Operand};
use crate::loops::Loops;
use crate::program::{Function, Program};
use crate::types::{Loc, VarId};

/// The steering variables of every function.
#[derive(Debug)]
pub struct Steering(Vec<BitSet>);

impl Steering {
    /// Those from which a value gets, by assignments and into called functions, to an address, a length, or a condition
    /// on which a loop ends.
    pub fn of(program: &Program) -> Steering {
        let flows: Vec<Flows> = program.functions.iter().map(Flows::of).collect();
        let mut all = Steering(program.functions.iter().map(|f| BitSet::new(f.vars.len())).collect());
        let mut again = true;
        while again {
            again = false;
            for (at, flow) in flows.iter().enumerate() {
                let called = flow.arguments.iter().filter(|(v, callee, place)| {
                    let function = &program.functions[*callee];
                    match function.is_declaration() {
                        // What it does with a value is not known: addresses and lengths have the size of an address.
                        true => program.functions[at].vars[v.index()].ty.width() == 64,
                        false => *place < function.params && all.0[*callee].contains(*place as usize),
                    }
                });
                let mut todo: Vec<VarId> = flow.sinks.iter().copied().chain(called.map(|c| c.0)).collect();
                while let Some(var) = todo.pop() {
                    if all.0[at].insert(var.index()) {
                        again |= var.0 < program.functions[at].params;
                        todo.extend(&flow.from[var.index()]);
                    }
                }
            }
        }
        all
    }

    /// Is a variable of a function, by its number, one of them?
    pub fn contains(&self, func: crate::FuncId, var: VarId) -> bool {
        self.0[func.index()].contains(var.index())
    }
}

/// Where the values of a function's variables come from and go to.
struct Flows {
    /// By variable: those from which it is made.
    from: Vec<Vec<VarId>>,
    /// Addresses, lengths, and what loops end on.
    sinks: Vec<VarId>,
    /// Arguments: the variable, the called function, the place among its parameters.
    arguments: Vec<(VarId, usize, u32)>,
}

impl Flows {
    fn of(function: &Function) -> Flows {
        let loops = Loops::of(function);
        let returns = returning(function);
        let mut flows = Flows { from: vec![Vec::new(); function.vars.len()], sinks: Vec::new(), arguments: Vec::new() };
        for (at, command) in function.code.iter().enumerate() {
            match command {
                Command::Assign { dst, expr } => flows.from[dst.index()].extend(vars(&expr.operands())),
                Command::Copies(copies) => {
                    copies.iter().for_each(|(dst, src)| flows.from[dst.index()].extend(vars(&[*src])));
                }
                Command::Load { ptr, .. } | Command::Store { ptr, .. } => flows.sinks.extend(vars(&[*ptr])),
                Command::Alloc { size, .. } => flows.sinks.extend(vars(&[*size])),
                Command::Intrinsic { .. } => flows.sinks.extend(vars(&command.operands())),
                Command::Call { callee: Callee::Indirect(_), .. } => flows.sinks.extend(vars(&command.operands())),
                Command::Call { callee: Callee::Direct(to), args, .. } => {
                    for (place, arg) in args.iter().enumerate() {
                        flows.arguments.extend(vars(&[arg.value]).map(|v| (v, to.index(), place as u32)));
                    }
                }
                Command::Branch { .. } | Command::Switch { .. } => {
                    // Where the program ends behind it, as at an assertion, that is not how the loop is meant to end.
                    let out = |l: &crate::Loop, to: &Loc| !l.body.contains(to.index()) && returns.contains(to.index());
                    let next = command.successors(Loc(at as u32 + 1));
                    let leaves = |l: &crate::Loop| next.iter().any(|to| out(l, to));
                    if loops.around(Loc(at as u32)).any(leaves) {
                        flows.sinks.extend(vars(&command.operands()));
                    }
                }
                _ => {}
            }
        }
        flows
    }
}

/// The locations from which control can come to a return.
fn returning(function: &Function) -> BitSet {
    let n = function.code.len();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut todo: Vec<u32> = Vec::new();
    for (at, command) in function.code.iter().enumerate() {
        if matches!(command, Command::Return { .. }) {
            todo.push(at as u32);
        }
        for to in command.successors(Loc(at as u32 + 1)) {
            if to.index() < n {
                before[to.index()].push(at as u32);
            }
        }
    }
    let mut all = BitSet::new(n);
    while let Some(at) = todo.pop() {
        if all.insert(at as usize) {
            todo.extend(&before[at as usize]);
        }
    }
    all
}

fn vars(operands: &[Operand]) -> impl Iterator<Item = VarId> + '_ {
    operands.iter().filter_map(|op| if let Operand::Var(v) = op { Some(*v) } else { None })
}
