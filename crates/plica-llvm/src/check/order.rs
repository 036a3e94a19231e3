//! Definitions come before uses on every way, and phi nodes have a value for each way that leads to them.
//!
//! Oblivious to types. Blocks that no way leads to are let pass, as LLVM does.

use super::InvalidIr;
use crate::ast::{BasicBlock, BlockId, FunctionDecl, InstKind, LocalId, Module, ValueRef};

/// Where something is defined: block and position; parameters before all.
type Place = Option<(usize, usize)>;

struct Order<'f> {
    f: &'f FunctionDecl,
    /// By block, those that lead to it, with repetitions.
    before: Vec<Vec<usize>>,
    /// By block: its immediate dominator; none for what cannot be reached.
    dominator: Vec<Option<usize>>,
    /// By block: its place in reverse postorder.
    rank: Vec<usize>,
    defined: Vec<Place>,
}

/// Checks a function.
pub(super) fn check(module: &Module, f: &FunctionDecl) -> Result<(), InvalidIr> {
    // Where control goes from an instruction that is not known is not known either.
    let unknown = |b: &BasicBlock| b.instructions.last().is_none_or(|i| matches!(i.kind, InstKind::Unknown { .. }));
    if f.blocks.iter().any(unknown) {
        return Ok(());
    }
    let order = Order::of(f);
    let name = |id: LocalId| f.locals.get(id.0 as usize).map_or("", |local| module.name(local.name));
    let wrong = |line: u32, message: String| Err(InvalidIr { line, message });
    if let (false, Some(entry)) = (order.before[0].is_empty(), f.blocks.first()) {
        return wrong(entry.line, "control cannot come back to the first block of a function".into());
    }
    for (b, block) in f.blocks.iter().enumerate() {
        if order.dominator[b].is_none() {
            continue;
        }
        let mut phis_over = false;
        for (at, i) in block.instructions.iter().enumerate() {
            if let InstKind::Phi(incoming) = &i.kind {
                if phis_over {
                    return wrong(i.line, "`phi` stands at the beginning of its block only".into());
                }
                let mut from: Vec<usize> = incoming.iter().map(|(_, b)| b.0 as usize).collect();
                let mut ways = order.before[b].clone();
                from.sort_unstable();
                ways.sort_unstable();
                if from != ways {
                    let all = format!("{} for {} ways that lead to it", from.len(), ways.len());
                    return wrong(i.line, format!("`phi` has to name each block that leads to it: it has {all}"));
                }
                for (value, BlockId(from)) in incoming {
                    let from = *from as usize;
                    if let ValueRef::Local(id) = value
                        && !order.reaches(*id, (from, usize::MAX))
                    {
                        return wrong(i.line, format!("`%{}` is not defined on every way here", name(*id)));
                    }
                }
                continue;
            }
            if matches!(i.kind, InstKind::Debug(_)) {
                continue;
            }
            phis_over = true;
            let mut missing = None;
            i.for_each_operand(|operand| {
                if let ValueRef::Local(id) = operand.value
                    && !order.reaches(id, (b, at))
                {
                    missing = Some(id);
                }
            });
            if let Some(id) = missing {
                return wrong(i.line, format!("`%{}` is not defined on every way here", name(id)));
            }
        }
    }
    Ok(())
}

impl Order<'_> {
    fn of(f: &FunctionDecl) -> Order<'_> {
        let n = f.blocks.len();
        let after: Vec<Vec<usize>> = f
            .blocks
            .iter()
            .map(|b| b.instructions.last().map_or_else(Vec::new, |i| i.kind.successors()))
            .map(|to| to.into_iter().map(|b| b.0 as usize).collect())
            .collect();
        let mut before = vec![Vec::new(); n];
        for (from, to) in after.iter().enumerate() {
            to.iter().for_each(|&to| before[to].push(from));
        }
        let mut defined: Vec<Place> = vec![None; f.locals.len()];
        for (b, block) in f.blocks.iter().enumerate() {
            for (at, i) in block.instructions.iter().enumerate() {
                if let Some(id) = i.result {
                    defined[id.0 as usize] = Some((b, at));
                }
            }
        }
        let mut order = Order { f, before, dominator: vec![None; n], rank: vec![0; n], defined };
        order.dominate(&after);
        order
    }

    /// Immediate dominators, by the algorithm of Cooper, Harvey and Kennedy.
    fn dominate(&mut self, after: &[Vec<usize>]) {
        let mut postorder = Vec::new();
        let mut seen = vec![false; after.len()];
        let mut stack = vec![(0, 0)];
        seen[0] = true;
        while let Some((b, next)) = stack.pop() {
            match after[b].get(next) {
                Some(&to) => {
                    stack.push((b, next + 1));
                    if !std::mem::replace(&mut seen[to], true) {
                        stack.push((to, 0));
                    }
                }
                None => postorder.push(b),
            }
        }
        for (rank, &b) in postorder.iter().rev().enumerate() {
            self.rank[b] = rank;
        }
        self.dominator[0] = Some(0);
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &b in postorder.iter().rev().filter(|b| **b != 0) {
                let known = self.before[b].iter().copied().filter(|&p| self.dominator[p].is_some());
                let new = known.reduce(|x, y| self.meet(x, y));
                changed |= new != self.dominator[b];
                self.dominator[b] = new;
            }
        }
    }

    /// The last block that every way to both passes.
    fn meet(&self, mut x: usize, mut y: usize) -> usize {
        while x != y {
            let later = if self.rank[x] > self.rank[y] { &mut x } else { &mut y };
            *later = self.dominator[*later].unwrap_or(0);
        }
        x
    }

    /// Is a value defined on every way to a place?
    fn reaches(&self, id: LocalId, (block, at): (usize, usize)) -> bool {
        let Some(Some((def, position))) = self.defined.get(id.0 as usize).copied() else { return true };
        if def == block {
            return position < at;
        }
        // What cannot be reached may use what it likes.
        let (Some(_), Some(_)) = (self.dominator[block], self.f.blocks.get(def)) else { return true };
        let mut b = block;
        while b != 0 {
            b = self.dominator[b].unwrap_or(0);
            if b == def {
                return true;
            }
        }
        false
    }
}
