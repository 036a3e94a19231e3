//! The checks that a compiler wrote into the code (`-fsanitize`): from branches to handlers to one instruction each.
//!
//! clang tests a rule of the language, branches to a block that calls `__ubsan_handle_…`, and goes on behind it. Here
//! such a block is dropped, the branch becomes [`InstKind::Check`], and what the branch took apart is one block again.
//! Oblivious to what a violation means for a run. Invariants: a check that is left out is one that the bounds of the
//! whole object make, for no access that it forbids is inside them, or that an operation makes of its operands; nothing
//! else that a run could see is changed.

mod arithmetic;
mod bounds;
mod leftover;
mod violation;

use arithmetic::Left;
use plica_ir::Rule;
use rustc_hash::FxHashMap;

use crate::ast::{BinaryOp, BlockId, Constant, FunctionDecl, InstKind, Instruction, Module, TypedValue, ValueRef};
pub(crate) use violation::{Violation, violation};

/// Makes checks of the branches to handlers in all functions of a module. `asked` are the rules that plica has asked
/// clang for, by clang's names: of these, what an operation checks is left out.
pub fn join_checks(module: &mut Module, asked: &[String]) {
    if !module.functions.iter().any(|f| !f.defined && module.name(f.name).starts_with("__ubsan_handle_")) {
        return;
    }
    let mut functions = std::mem::take(&mut module.functions);
    let told = leftover::told_handlers(module, &functions);
    // While they are away, names still lead to what globals hold, which is all that is asked for.
    for f in functions.iter_mut().filter(|f| f.defined) {
        Joiner::of(module, f, asked).run();
    }
    module.functions = functions;
    leftover::drop_leftovers(module, &told);
}

/// A branch to a handler.
struct Guard<'a> {
    cond: TypedValue,
    /// Does control reach the handler where the condition holds?
    negated: bool,
    /// The handler.
    bad: BlockId,
    /// Where control goes if the rule is kept.
    good: BlockId,
    violation: &'a Violation,
}

/// The instruction that makes a value: the last one in this code, if it is there.
fn made(code: &[Instruction], value: ValueRef) -> Option<&Instruction> {
    code.iter().rev().find(|i| i.result.map(ValueRef::Local) == Some(value))
}

struct Joiner<'a> {
    module: &'a Module,
    /// The rules that clang was asked for, by its names.
    asked: &'a [String],
    f: &'a mut FunctionDecl,
    /// The blocks that do nothing but call a handler.
    handlers: FxHashMap<BlockId, Violation>,
    /// How many edges lead to each block.
    entered: Vec<u32>,
    /// Where the code of a joined block is now.
    moved: FxHashMap<BlockId, BlockId>,
}

impl<'a> Joiner<'a> {
    fn of(module: &'a Module, f: &'a mut FunctionDecl, asked: &'a [String]) -> Joiner<'a> {
        let mut entered = vec![0; f.blocks.len()];
        for to in f.blocks.iter().filter_map(|b| b.instructions.last()).flat_map(|i| i.kind.successors()) {
            if let Some(n) = entered.get_mut(to.0 as usize) {
                *n += 1;
            }
        }
        let handler = |(i, b): (usize, &crate::ast::BasicBlock)| {
            Some((BlockId(i as u32), violation::handler(module, &b.instructions)?))
        };
        let handlers = f.blocks.iter().enumerate().filter_map(handler).collect();
        Joiner { module, asked, f, handlers, entered, moved: FxHashMap::default() }
    }

    fn run(mut self) {
        if self.handlers.is_empty() {
            return;
        }
        for b in 0..self.f.blocks.len() {
            while self.join(b) {}
        }
        // A handler that something else leads to stays.
        for (&b, _) in self.handlers.iter().filter(|(b, _)| self.entered[b.0 as usize] == 0) {
            self.f.blocks[b.0 as usize].instructions.clear();
        }
        for inst in self.f.blocks.iter_mut().flat_map(|b| &mut b.instructions) {
            if let InstKind::Phi(incoming) = &mut inst.kind {
                let kept = |from: BlockId| !(self.handlers.contains_key(&from) && self.entered[from.0 as usize] == 0);
                *incoming = incoming
                    .iter()
                    .filter(|(_, from)| kept(*from))
                    .map(|&(value, from)| {
                        let mut from = from;
                        while let Some(&to) = self.moved.get(&from) {
                            from = to;
                        }
                        (value, from)
                    })
                    .collect();
            }
        }
        self.drop_unused();
    }

    /// Turns the branch at the end of a block into a check, if it leads to a handler, and appends what follows.
    fn join(&mut self, b: usize) -> bool {
        let Some(Guard { cond, negated, bad, good, violation }) = self.guard(&self.f.blocks[b].instructions) else {
            return false;
        };
        let Violation { mut rule, fatal, mut text, of_access, .. } = violation.clone();
        // Behind the handler control has to be where it is without it.
        let behind = match self.f.blocks[bad.0 as usize].instructions.last().map(|i| &i.kind) {
            Some(InstKind::Br(to)) => *to == good,
            _ => true,
        };
        if !behind || good.0 as usize == b {
            return false;
        }
        if rule == Rule::ShiftBase
            && !self.module.as_written
            && self.is_asked("shift-exponent")
            && !self.is_asked("shift-base")
        {
            // An optimiser compares in ways of its own.
            rule = Rule::ShiftExponent;
        }
        let (mut cond, mut nulls) = (cond, None);
        let null_text = "a null pointer is used as an object";
        if rule == Rule::Alignment {
            // Where null and alignment are asked for, clang asks for both at once.
            match self.parts(b, cond) {
                Some((null, rest)) if self.is_null_test(b, null) => (nulls, cond) = (Some(null), rest),
                None if self.is_null_test(b, cond) => (rule, text) = (Rule::Null, null_text.into()),
                _ => {}
            }
        }
        if rule == Rule::ArrayBounds && !negated && self.is_made_a_reference(good) {
            self.exclude_end(b, cond);
        }
        let left = match negated {
            true => Left::Check(cond, rule),
            // Where the program ends there its author has asked for it, and an optimiser may have moved the operation.
            false => self.left_of(b, cond, rule, !fatal && self.module.as_written),
        };
        let mut is_made = matches!(left, Left::Nothing);
        if let Left::Check(what, of) = left {
            if of != rule {
                text = "a shift by the width of the type or more, or by less than nothing".into();
            }
            (cond, rule) = (what, of);
        }
        let Some(last) = self.f.blocks[b].instructions.pop() else { return false };
        let at = |kind: InstKind| Instruction { result: None, kind, ..last.clone() };
        if let Some(cond) = nulls.filter(|_| !of_access) {
            let kind = InstKind::Check { cond, negated, rule: Rule::Null, fatal, text: null_text.into() };
            self.f.blocks[b].instructions.push(at(kind));
        }
        is_made |= match rule {
            Rule::Null => of_access,
            Rule::ArrayBounds => !negated && self.is_of_whole_object(b, cond, good),
            _ => false,
        };
        if !is_made {
            let kind = InstKind::Check { cond, negated, rule, fatal, text: text.into() };
            self.f.blocks[b].instructions.push(at(kind));
        }
        self.entered[bad.0 as usize] -= 1;
        if self.entered[bad.0 as usize] == 0 && !self.ends(bad) {
            self.entered[good.0 as usize] -= 1;
        }
        let alone = self.entered[good.0 as usize] == 1 && good != BlockId::ENTRY;
        let next = &mut self.f.blocks[good.0 as usize].instructions;
        if !alone || matches!(next.first().map(|i| &i.kind), Some(InstKind::Phi(_))) {
            let kind = InstKind::Br(good);
            self.f.blocks[b].instructions.push(at(kind));
            return false;
        }
        let mut next = std::mem::take(next);
        self.f.blocks[b].instructions.append(&mut next);
        self.moved.insert(good, BlockId(b as u32));
        true
    }

    /// Has plica asked clang for a rule?
    fn is_asked(&self, rule: &str) -> bool {
        self.asked.iter().any(|asked| asked == rule)
    }

    /// The branch to a handler at the end of code.
    fn guard(&self, code: &[Instruction]) -> Option<Guard<'_>> {
        let InstKind::CondBr { cond, then, els } = code.last()?.kind else { return None };
        let (negated, bad, good) = match (self.handlers.contains_key(&els), self.handlers.contains_key(&then)) {
            (true, _) if then != els => (false, els, then),
            (false, true) => (true, then, els),
            _ => return None,
        };
        Some(Guard { cond, negated, bad, good, violation: self.handlers.get(&bad)? })
    }

    /// The two conditions that a condition is the conjunction of.
    fn parts(&self, b: usize, cond: TypedValue) -> Option<(TypedValue, TypedValue)> {
        match made(&self.f.blocks[b].instructions, cond.value)?.kind {
            InstKind::Binary { op: BinaryOp::And, lhs, rhs, .. } => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// Is nothing compared but a pointer with null?
    fn is_null_test(&self, b: usize, cond: TypedValue) -> bool {
        let made = made(&self.f.blocks[b].instructions, cond.value);
        let Some(InstKind::ICmp { rhs, .. }) = made.map(|i| &i.kind) else { return false };
        matches!(rhs.value, ValueRef::Const(id) if matches!(self.module.constants.get(id), Constant::Null))
    }

    /// Does a handler not lead on?
    fn ends(&self, b: BlockId) -> bool {
        !matches!(self.f.blocks[b.0 as usize].instructions.last().map(|i| &i.kind), Some(InstKind::Br(_)))
    }

    /// Comparisons and conversions made for checks that were left out.
    fn drop_unused(&mut self) {
        let module = self.module;
        let pure = |kind: &InstKind| match kind {
            InstKind::ICmp { .. } | InstKind::Cast { .. } | InstKind::ExtractValue { .. } => true,
            InstKind::Binary { op, .. } => matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor),
            InstKind::Call(call) => arithmetic::operation(module, call).is_some(),
            _ => false,
        };
        loop {
            let mut used = vec![false; self.f.locals.len()];
            for inst in self.f.blocks.iter().flat_map(|b| &b.instructions) {
                inst.for_each_operand(|op| {
                    if let ValueRef::Local(id) = op.value
                        && let Some(u) = used.get_mut(id.0 as usize)
                    {
                        *u = true;
                    }
                });
            }
            let mut dropped = false;
            for block in &mut self.f.blocks {
                let before = block.instructions.len();
                block.instructions.retain(|i| {
                    i.result.is_none_or(|id| used.get(id.0 as usize).copied().unwrap_or(true)) || !pure(&i.kind)
                });
                dropped |= block.instructions.len() < before;
            }
            if !dropped {
                return;
            }
        }
    }
}
