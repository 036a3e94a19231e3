//! What a program may execute at all: the functions that it can call, and the places in them that control can jump to.
//!
//! Oblivious to conditions. Calls through pointers may lead to every function whose address is taken.

use crate::bits::BitSet;
use crate::command::{Callee, Command};
use crate::distance::addresses_taken;
use crate::program::Program;
use crate::types::{FuncId, Loc};

/// The locations that control can arrive at by a jump or a call, in functions that can be called from `entry` or that
/// `also` names.
pub fn jump_targets(program: &Program, entry: FuncId, also: impl IntoIterator<Item = FuncId>) -> Vec<(FuncId, Loc)> {
    let mut seen = BitSet::new(program.functions.len());
    let mut called = BitSet::new(program.functions.len());
    let mut out = Vec::new();
    let mut todo: Vec<FuncId> = also.into_iter().chain([entry]).collect();
    while let Some(func) = todo.pop() {
        if !seen.insert(func.index()) {
            continue;
        }
        let code = &program.func(func).code;
        let mut jumps = BitSet::new(code.len());
        for command in code {
            match command {
                Command::Call { callee, .. } => {
                    let callees = match callee {
                        Callee::Direct(f) => vec![*f],
                        Callee::Indirect(_) => addresses_taken(program),
                    };
                    for f in callees.into_iter().filter(|f| !program.func(*f).is_declaration()) {
                        if called.insert(f.index()) {
                            out.push((f, Loc(0)));
                        }
                        todo.push(f);
                    }
                }
                Command::Jump(_) | Command::Branch { .. } | Command::Switch { .. } => {
                    let targets = command.successors(Loc(0));
                    out.extend(targets.into_iter().filter(|to| jumps.insert(to.index())).map(|to| (func, to)));
                }
                _ => {}
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
