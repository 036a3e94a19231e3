//! Where a call leaves its function otherwise than by returning: by an exception or a jump that is under way.
//!
//! Oblivious to what raises and jumps. Invariant: each place where control leaves to is made once, for the first call
//! that needs it.

use plica_ir::{Command, Loc, Operand, Ty};

use super::{BlockCode, FuncLowerer};
use crate::ast::{self, BlockId, Instruction};
use crate::lower::Lower;
use crate::lower::emit::{Emitter, Slot};
use crate::lower::jumps::Landings;

impl<'a, 'm> FuncLowerer<'a, 'm> {
    /// Goes on only if no exception is in flight; else the function ends.
    pub(super) fn leave_if_raised(&mut self, b: BlockId) {
        let unwind = self.unwinding();
        self.leave(b, unwind, Emitter::test_raised);
    }

    /// Goes on only if no jump is under way.
    pub(super) fn leave_if_jumping(&mut self, b: BlockId) {
        let jumping = self.jumping();
        self.leave(b, jumping, Emitter::test_jumping);
    }

    /// Goes to a place if a test says so, and else on behind it.
    pub(super) fn leave(&mut self, b: BlockId, to: Loc, test: impl FnOnce(&mut Emitter<'a, 'm>, Loc, Loc)) {
        let next = self.label();
        test(&mut self.e, to, Loc(next));
        self.end_part(b);
        self.part = next;
    }

    /// Where a jump that is under way goes on.
    pub(super) fn jumping(&mut self) -> Loc {
        if self.landings.is_none() {
            return self.unwinding();
        }
        let label = match self.landing {
            Some(label) => label,
            None => self.label(),
        };
        self.landing = Some(label);
        Loc(label)
    }

    /// `setjmp`: gives 0, and is a place that control may come to again, with another value.
    pub(super) fn set_jump(&mut self, b: BlockId, call: &ast::Call, inst: &Instruction) -> Lower<()> {
        let buffer = self.e.arg(call, 0)?;
        let buffer = self.e.value(buffer)?;
        let zero = self.e.int(32, 0);
        let Some(Landings { frame, sites }) = &mut self.landings else {
            // Nobody jumps.
            self.e.define_all(vec![zero]);
            return Ok(());
        };
        let (frame, site) = (*frame, sites.len());
        self.e.before_writes();
        self.fresh_result(inst);
        let result = inst.result.and_then(|id| match self.e.slots.get(id.0 as usize) {
            Some(Slot::One(Operand::Var(v))) => Some(*v),
            _ => None,
        });
        self.e.set_jump(buffer, frame, site);
        if let Some(dst) = result {
            self.e.push(Command::Assign { dst, expr: plica_ir::Expr::Copy(zero) });
        }
        let next = self.label();
        self.e.push(Command::Jump(Loc(next)));
        self.end_part(b);
        self.part = next;
        if let Some(landings) = &mut self.landings {
            landings.sites.push((Loc(next), result));
        }
        Ok(())
    }

    /// What a jump that is under way comes to in a function that contains a `setjmp`.
    pub(super) fn jumped(&mut self) -> Vec<BlockCode> {
        let (Some(label), Some(Landings { frame, sites })) = (self.landing, self.landings.take()) else {
            return Vec::new();
        };
        let elsewhere = self.unwinding();
        let mut blocks = Vec::new();
        self.e.at = self.somewhere;
        let landings: Vec<Loc> = sites.iter().map(|_| Loc(self.label())).collect();
        let (here, none) = (self.label(), self.label());
        self.e.test_frame(frame, Loc(here), elsewhere);
        blocks.push(self.block_code(label, "jumping"));
        self.e.choose_site(&landings, Loc(none));
        blocks.push(self.block_code(here, "jumping.here"));
        for (at, &(to, result)) in landings.iter().zip(&sites) {
            self.e.land(result, to);
            blocks.push(self.block_code(at.0, "landing"));
        }
        self.e.push(Command::Unreachable);
        blocks.push(self.block_code(none, "no.landing"));
        self.landings = Some(Landings { frame, sites });
        blocks
    }

    /// Where the function ends if an exception leaves it.
    pub(super) fn unwinding(&mut self) -> Loc {
        let label = match self.unwind {
            Some(label) => label,
            None => self.label(),
        };
        self.unwind = Some(label);
        Loc(label)
    }

    /// What is returned by a function that an exception leaves: nobody looks at it.
    pub(super) fn unwound(&mut self, results: &[Ty]) -> Option<BlockCode> {
        let label = self.unwind?;
        let values = results.iter().map(|ty| self.e.int(ty.width(), 0)).collect();
        self.e.at = self.somewhere;
        if let Some(Landings { frame, .. }) = &self.landings {
            self.e.end_jumps(*frame);
        }
        self.e.push(Command::Return { values });
        Some(self.block_code(label, "unwind"))
    }
}
