//! Which variables of a function are live where, and which a stretch of code writes.
//!
//! Oblivious to values and to memory: an address that is live says nothing about what it points to.

use crate::bits::BitSet;
use crate::command::{Callee, Command, Expr, Operand};
use crate::program::Function;
use crate::types::{Loc, VarId};

impl Expr {
    /// The operands, in order.
    pub fn operands(&self) -> Vec<Operand> {
        match self {
            Expr::Copy(a) | Expr::Un { a, .. } | Expr::Cast { a, .. } => vec![*a],
            Expr::Bin { a, b, .. } | Expr::Cmp { a, b, .. } | Expr::FCmp { a, b, .. } => vec![*a, *b],
            Expr::Select { cond, a, b } => vec![*cond, *a, *b],
            Expr::PtrAdd { base, indices, .. } => std::iter::once(*base).chain(indices.iter().map(|i| i.0)).collect(),
            Expr::Nary { args, .. } => args.to_vec(),
        }
    }
}

impl Command {
    /// The operands that it reads, in order.
    pub fn operands(&self) -> Vec<Operand> {
        match self {
            Command::Assign { expr, .. } => expr.operands(),
            Command::Copies(copies) => copies.iter().map(|c| c.1).collect(),
            Command::Load { ptr, reads, .. } => std::iter::once(*ptr).chain(*reads).collect(),
            Command::Store { ptr, value, .. } => vec![*ptr, *value],
            Command::Alloc { size, .. } => vec![*size],
            Command::Call { callee, args, .. } => {
                let callee = if let Callee::Indirect(op) = callee { Some(*op) } else { None };
                callee.into_iter().chain(args.iter().map(|a| a.value)).collect()
            }
            Command::Intrinsic { args, .. } => args.to_vec(),
            Command::Branch { cond: a, .. } | Command::Check { holds: a, .. } => vec![*a],
            Command::Switch { value, .. } => vec![*value],
            Command::Return { values } => values.to_vec(),
            Command::Forget(_) | Command::Jump(_) | Command::Unreachable | Command::Unsupported { .. } => vec![],
        }
    }

    /// The variables that it writes.
    pub fn targets(&self) -> Vec<VarId> {
        match self {
            Command::Assign { dst, .. }
            | Command::Forget(dst)
            | Command::Load { dst, .. }
            | Command::Alloc { dst, .. } => vec![*dst],
            Command::Copies(copies) => copies.iter().map(|c| c.0).collect(),
            Command::Call { dsts, .. } => dsts.to_vec(),
            Command::Intrinsic { dst, .. } => dst.iter().copied().collect(),
            _ => vec![],
        }
    }
}

/// The live variables at each location of a function: those whose value some path from there may read.
#[derive(Clone, Debug, Default)]
pub struct Liveness {
    live: Vec<BitSet>,
}

impl Liveness {
    /// Solves the backward equations of a function.
    pub fn of(function: &Function) -> Liveness {
        let (n, vars) = (function.code.len(), function.vars.len());
        let mut live = vec![BitSet::new(vars); n];
        let mut preds: Vec<Vec<u32>> = vec![Vec::new(); n];
        for (i, c) in function.code.iter().enumerate() {
            for to in c.successors(Loc(i as u32 + 1)) {
                if to.index() < n {
                    preds[to.index()].push(i as u32);
                }
            }
        }
        let mut queued = BitSet::new(n);
        let mut work: Vec<u32> = (0..n as u32).collect();
        work.iter().for_each(|&i| {
            queued.insert(i as usize);
        });
        while let Some(i) = work.pop() {
            let i = i as usize;
            queued.remove(i);
            let command = &function.code[i];
            let mut set = BitSet::new(vars);
            for to in command.successors(Loc(i as u32 + 1)) {
                if let Some(after) = live.get(to.index()) {
                    set.union(after);
                }
            }
            command.targets().iter().for_each(|v| set.remove(v.index()));
            for op in command.operands() {
                if let Operand::Var(v) = op {
                    set.insert(v.index());
                }
            }
            if set != live[i] {
                live[i] = set;
                for &p in &preds[i] {
                    if queued.insert(p as usize) {
                        work.push(p);
                    }
                }
            }
        }
        Liveness { live }
    }

    /// Is the variable live before the command at `loc`?
    pub fn is_live(&self, loc: Loc, var: VarId) -> bool {
        self.live.get(loc.index()).is_some_and(|s| s.contains(var.index()))
    }

    /// The live variables before the command at `loc`.
    pub fn at(&self, loc: Loc) -> impl Iterator<Item = VarId> {
        self.live.get(loc.index()).into_iter().flat_map(|s| s.iter().map(|i| VarId(i as u32)))
    }
}

impl Function {
    /// The variables that the commands at these locations write.
    pub fn written_in(&self, locs: &BitSet) -> BitSet {
        let mut out = BitSet::new(self.vars.len());
        for v in locs.iter().filter_map(|i| self.code.get(i)).flat_map(Command::targets) {
            out.insert(v.index());
        }
        out
    }
}
