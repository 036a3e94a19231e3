//! Sides of branches: each gets a location of its own, so that arriving there is taking that side.
//!
//! Coverage counts locations. Both sides of `if (a || b)` may lead to the same one, and so may the cases of a switch;
//! and where the value of `a || b` is stored, nothing branches by `b` at all. Here every side that shares its target
//! gets a jump to it, and an operand that is passed on as the value of `&&` or `||` is branched on, and so is the
//! condition of a choice that is written without a branch. A run that ends in an error may have taken a side and not
//! have come to the end of what is there, so ends that lead to no side get a location too. What a program does stays
//! the same. Oblivious to who counts.

use std::collections::HashSet;

use crate::callable::jump_targets;
use crate::command::{Callee, Command, Expr, Operand};
use crate::program::{Block, Function, Program};
use crate::source::DebugLoc;
use crate::types::{FuncId, Loc, Ty, VarId};

/// Gives every side of a branch a location that nothing else leads to, in the functions that are the program's own.
pub fn split_sides(program: &mut Program) {
    for f in 0..program.functions.len() {
        if program.is_own(FuncId(f as u32)) {
            let function = &mut program.functions[f];
            branch_on_operands(function);
            separate(function);
            mark_ends(function);
        }
    }
}

/// Of a program that was split, the locations that only a jump leads to: arriving there is having come to the end of
/// some commands without an error. None is a side of a branch.
pub fn ends(program: &Program, func: FuncId) -> Vec<(FuncId, Loc)> {
    if !program.is_own(func) {
        return Vec::new();
    }
    let f = program.func(func);
    let ways = ways(f);
    let jumps = f.code.iter().filter_map(|command| match command {
        Command::Jump(to) if ways[to.index()] == 1 => Some((func, *to)),
        _ => None,
    });
    jumps.collect()
}

/// The sides of branches in the program's own functions that can be called from `entry` or that `also` names. Of a
/// program that was not split, the locations that they lead to.
pub fn sides(program: &Program, entry: FuncId, also: impl IntoIterator<Item = FuncId>) -> Vec<(FuncId, Loc)> {
    let mut targets = jump_targets(program, entry, also);
    let mut of: Option<(FuncId, HashSet<Loc>)> = None;
    targets.retain(|&(func, loc)| {
        if !program.is_own(func) {
            return false;
        }
        if of.as_ref().is_none_or(|of| of.0 != func) {
            of = Some((func, program.func(func).code.iter().flat_map(branches).collect()));
        }
        of.as_ref().is_some_and(|of| of.1.contains(&loc)) && !is_check(program, func, loc)
    });
    targets
}

/// Do the commands from there report what a sanitizer has found? Such a side is the compiler's and not the program's.
fn is_check(program: &Program, func: FuncId, loc: Loc) -> bool {
    let code = &program.func(func).code;
    let within = code[loc.index()..].iter().take_while(|c| !matches!(c, Command::Jump(_) | Command::Return { .. }));
    let name = |callee: &FuncId| program.func(*callee).name.starts_with("__ubsan_handle_");
    within
        .take_while(|command| branches(command).is_empty())
        .any(|command| matches!(command, Command::Call { callee: Callee::Direct(f), .. } if name(f)))
}

/// Where a command goes if it chooses.
fn branches(command: &Command) -> Vec<Loc> {
    match command {
        Command::Branch { .. } | Command::Switch { .. } => command.successors(Loc(0)),
        _ => Vec::new(),
    }
}

/// A block at the end of a function that consists of these commands.
fn append(f: &mut Function, name: &str, at: DebugLoc, code: impl IntoIterator<Item = Command>) -> Loc {
    let start = Loc(f.code.len() as u32);
    f.code.extend(code);
    f.locs.resize(f.code.len(), at);
    f.blocks.push(Block { start, name: name.into() });
    start
}

/// Sees to it that a block begins at a location.
fn begin_block(f: &mut Function, start: Loc) {
    if let Err(i) = f.blocks.binary_search_by_key(&start.index(), |b| b.start.index()) {
        f.blocks.insert(i, Block { start, name: "joined".into() });
    }
}

/// The value of `a || b` is true where `a` is, and `b` elsewhere: the ways that join there give a variable of one bit a
/// constant or an operand. Those that give it an operand branch on it.
fn branch_on_operands(f: &mut Function) {
    let mut decided: HashSet<VarId> = HashSet::new();
    let bit = |f: &Function, v: VarId| f.vars.get(v.index()).is_some_and(|var| var.ty == Ty::Int(1));
    let copies = |command: &Command| match command {
        Command::Copies(copies) => copies.to_vec(),
        Command::Assign { dst, expr: Expr::Copy(src) } => vec![(*dst, *src)],
        _ => Vec::new(),
    };
    for (dst, src) in f.code.iter().flat_map(copies) {
        if matches!(src, Operand::Int { .. }) && bit(f, dst) {
            decided.insert(dst);
        }
    }
    for i in 0..f.code.len() {
        if let Command::Assign { dst, expr: Expr::Select { cond: cond @ Operand::Var(_), a, b, .. } } = f.code[i]
            && f.locs[i].line > 0
        {
            // clang makes no branch of `c ? 1 : 2`.
            let (at, next) = (f.locs[i], Loc(i as u32 + 1));
            begin_block(f, next);
            let mut side =
                |value| append(f, "choice", at, [Command::Copies(Box::new([(dst, value)])), Command::Jump(next)]);
            let (then_, else_) = (side(a), side(b));
            f.code[i] = Command::Branch { cond, then_, else_ };
            continue;
        }
        let given = copies(&f.code[i]);
        let by = |(dst, src): &(VarId, Operand)| decided.contains(dst) && matches!(src, Operand::Var(_));
        let Some(which) = given.iter().position(by) else { continue };
        let next = Loc(i as u32 + 1);
        let at = f.locs[i];
        begin_block(f, next);
        let mut side = |bits: u64| {
            let mut copies = given.clone();
            copies[which].1 = Operand::Int { width: 1, bits };
            append(f, "operand", at, [Command::Copies(copies.into()), Command::Jump(next)])
        };
        let (then_, else_) = (side(1), side(0));
        f.code[i] = Command::Branch { cond: given[which].1, then_, else_ };
    }
}

/// How many ways lead to each location.
fn ways(f: &Function) -> Vec<u32> {
    let mut ways = vec![0u32; f.code.len() + 1];
    ways[0] = 1;
    for (i, command) in f.code.iter().enumerate() {
        for to in command.successors(Loc(i as u32 + 1)) {
            ways[to.index()] += 1;
        }
    }
    ways
}

/// Can a command end the run in an error, whatever is looked for? Reading a variable can, since it may never have been
/// written; passing a value on cannot. Where it cannot fail after all nothing is wrong: every run that gets to the
/// command gets to the end behind it, which then asks for no test of its own.
fn may_fail(command: &Command) -> bool {
    match command {
        Command::Assign { expr: Expr::Copy(_), .. } | Command::Copies(_) | Command::Forget(_) => false,
        Command::Alloc { size, .. } => !matches!(size, Operand::Int { .. }),
        _ => true,
    }
}

/// Where commands that may fail are followed by a return, or go on where other ways lead too, there is a jump first to
/// a location of its own. A branch needs none: its sides show that it was come to.
fn mark_ends(f: &mut Function) {
    let ways = ways(f);
    let mut fails = false;
    for i in 0..f.code.len() {
        let (at, next, command) = (f.locs[i], Loc(i as u32 + 1), f.code[i].clone());
        let end = match command {
            Command::Jump(to) => ways[to.index()] > 1,
            Command::Return { .. } => true,
            Command::Branch { .. } | Command::Switch { .. } => false,
            Command::Unreachable | Command::Unsupported { .. } => false,
            _ => {
                fails |= may_fail(&command);
                if fails && ways[next.index()] > 1 {
                    // It goes on without a jump.
                    let end = append(f, "end", at, [Command::Jump(next)]);
                    f.code[i] = Command::Jump(append(f, "last", at, [command, Command::Jump(end)]));
                    fails = false;
                }
                continue;
            }
        };
        if end && fails {
            f.code[i] = Command::Jump(append(f, "end", at, [command]));
        }
        fails = false;
    }
}

/// Gives every side whose target has other ways to it a jump of its own.
fn separate(f: &mut Function) {
    let ways = ways(f);
    for i in 0..f.code.len() {
        if !branches(&f.code[i]).iter().any(|to| ways[to.index()] > 1) {
            continue;
        }
        // A case is where its statement is; a side of a condition is where the condition is.
        let is_switch = matches!(f.code[i], Command::Switch { .. });
        let mut command = f.code[i].clone();
        let mut redirect = |to: &mut Loc| {
            if ways[to.index()] > 1 {
                let at = if is_switch { f.locs[to.index()] } else { f.locs[i] };
                *to = append(f, "side", at, [Command::Jump(*to)]);
            }
        };
        match &mut command {
            Command::Branch { then_, else_, .. } => {
                redirect(then_);
                redirect(else_);
            }
            Command::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|case| redirect(&mut case.1));
                redirect(default);
            }
            _ => {}
        }
        f.code[i] = command;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Var, VarKind};
    use crate::verify::verify;

    fn program(vars: u32, code: Vec<Command>, starts: &[u32]) -> Program {
        let var =
            |_| Var { name: "v".into(), ty: Ty::Int(1), kind: VarKind::Temp, decl: DebugLoc::UNKNOWN, signed: false };
        let f = Function {
            name: "f".into(),
            display: "f".into(),
            vars: (0..vars).map(var).collect(),
            params: 0,
            results: vec![],
            variadic: false,
            locs: vec![DebugLoc::UNKNOWN; code.len()],
            code,
            blocks: starts.iter().map(|&s| Block { start: Loc(s), name: "b".into() }).collect(),
            labels: vec![],
            decl: DebugLoc::UNKNOWN,
        };
        Program { functions: vec![f], ..Program::default() }
    }

    fn count(p: &mut Program) -> usize {
        split_sides(p);
        assert_eq!(verify(p), []);
        sides(p, FuncId(0), []).len()
    }

    fn branch(v: u32, then_: u32, else_: u32) -> Command {
        Command::Branch { cond: Operand::Var(VarId(v)), then_: Loc(then_), else_: Loc(else_) }
    }

    fn ret() -> Command {
        Command::Return { values: Box::default() }
    }

    #[test]
    fn sides_that_lead_to_one_place_are_told_apart() {
        // if (a || b) { } return
        let mut p = program(2, vec![branch(0, 2, 1), branch(1, 2, 2), ret()], &[0, 1, 2]);
        assert_eq!(sides(&p, FuncId(0), []).len(), 2);
        assert_eq!(count(&mut p), 4);
    }

    #[test]
    fn every_case_counts() {
        let cases = Box::new([(0, Loc(1)), (1, Loc(1))]);
        let switch = Command::Switch { value: Operand::Var(VarId(0)), width: 1, cases, default: Loc(1) };
        assert_eq!(count(&mut program(1, vec![switch, ret()], &[0, 1])), 3);
    }

    #[test]
    fn the_last_operand_of_a_value_is_branched_on() {
        // v2 = v0 || v1
        let give = |src| Command::Copies(Box::new([(VarId(2), src)]));
        let one = Operand::Int { width: 1, bits: 1 };
        let code = vec![
            branch(0, 1, 3),
            give(one),
            Command::Jump(Loc(5)),
            give(Operand::Var(VarId(1))),
            Command::Jump(Loc(5)),
            ret(),
        ];
        assert_eq!(count(&mut program(3, code, &[0, 1, 3, 5])), 4);
    }

    #[test]
    fn the_end_of_what_may_fail_is_a_place() {
        // if (a) { load } return
        let ptr = Operand::Int { width: 64, bits: 0 };
        let load = || Command::Load { dst: VarId(1), ptr, ty: Ty::Int(1), reads: None };
        let mut p = program(2, vec![branch(0, 1, 3), load(), Command::Jump(Loc(3)), ret()], &[0, 1, 3]);
        assert_eq!(ends(&p, FuncId(0)), []);
        assert_eq!(count(&mut p), 2);
        assert_eq!(ends(&p, FuncId(0)).len(), 1);
        // The same without a jump.
        let mut p = program(2, vec![branch(0, 1, 2), load(), ret()], &[0, 1, 2]);
        assert_eq!(count(&mut p), 2);
        assert_eq!(ends(&p, FuncId(0)).len(), 2, "before the last command and after it");
    }

    #[test]
    fn what_only_moves_values_has_no_end() {
        // if (a) { v1 = v0 or v1 = v0 + v0 } return
        let copy = Expr::Copy(Operand::Var(VarId(0)));
        let a = Operand::Var(VarId(0));
        let add = Expr::Bin { op: crate::command::BinOp::Add, ty: Ty::Int(1), flags: Default::default(), a, b: a };
        for (expr, ends_) in [(copy, 0), (add, 1)] {
            let give = Command::Assign { dst: VarId(1), expr };
            let mut p = program(2, vec![branch(0, 1, 3), give, Command::Jump(Loc(3)), ret()], &[0, 1, 3]);
            assert_eq!(count(&mut p), 2);
            assert_eq!(ends(&p, FuncId(0)).len(), ends_);
        }
    }

    #[test]
    fn models_are_not_the_program() {
        let mut p = program(2, vec![branch(0, 2, 1), branch(1, 2, 2), ret()], &[0, 1, 2]);
        p.models.insert(FuncId(0));
        assert_eq!(count(&mut p), 0);
    }
}
