//! Cycles that never end, although some values change in them: what these decide is nothing.
//!
//! A path that comes back to where it was with other values in some variables only, and in a further round uses these,
//! and what is computed of them, for nothing but computing, goes round for ever: each round executes the same commands
//! with the same addresses, decisions and checks. Summing up a list that leads back to itself is one. Oblivious to why
//! it is asked for.

use plica_ir::{BinOp, BitSet, CastOp, Command, Expr, Operand, VarId};

use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::outcome::Outcome;
use crate::state::State;
use crate::tuning;

impl Machine {
    /// Does the path go round for ever without getting anywhere, in rounds of about so many commands at most? Leaves
    /// the path at the end of the commands that it looked at. "No" means nothing.
    pub fn goes_round(&self, s: &mut State, commands: u64) -> bool {
        if !self.comes_to_outer_head(s) {
            return false;
        }
        let start = s.clone();
        let mut live = BitSet::new(start.top.vars.len());
        self.liveness(start.top.func).at(start.top.loc).for_each(|v| _ = live.insert(v.index()));
        let idle = start.steps + tuning::COMMANDS_OF_REPETITION.get();
        let end = idle.max(start.steps + commands.min(tuning::COMMANDS_OF_LONG_REPETITION.get()));
        // Whatever else happens happens again when the command is executed again.
        while s.steps < end && self.run(s, 1) == Outcome::Pause {
            if s.top.loc != start.top.loc {
                continue;
            }
            if self.is_back(s, &start, &live) {
                return true;
            }
            if s.steps < idle
                && let Some(changed) = self.changed(s, &start)
                && self.round_is_idle(s.clone(), changed, s.steps - start.steps)
            {
                return true;
            }
        }
        false
    }

    /// Goes on to the head of the outermost loop that control is in, as far as that is seen soon: within a round memory
    /// may come and go. Says whether the path goes on.
    fn comes_to_outer_head(&self, s: &mut State) -> bool {
        let place = |s: &State| {
            let head = self.flow(s.top.func).loops.at(s.top.loc)?;
            Some((s.depth, head.depth, s.top.func, s.top.loc))
        };
        let mut outermost = place(s);
        let mut ahead = s.clone();
        let end = ahead.steps + tuning::COMMANDS_OF_REPETITION.get();
        while ahead.steps < end && self.run(&mut ahead, 1) == Outcome::Pause {
            let here = place(&ahead);
            // Once is enough: a loop that is left again is met no second time, or within another.
            if here.is_some() && outermost.is_none_or(|known| here < Some(known)) {
                outermost = here;
            }
        }
        while s.steps < end && outermost.is_some() && place(s) != outermost {
            if self.run(s, 1) != Outcome::Pause {
                return false;
            }
        }
        true
    }

    /// Does a round of so many commands end where it began, with other values in these variables only, and are their
    /// values used for computing others of them only?
    fn round_is_idle(&self, mut s: State, changing: BitSet, commands: u64) -> bool {
        let start = s.clone();
        let mut free = changing.clone();
        let code = &self.program.func(s.top.func).code;
        while s.steps < start.steps + commands {
            let command = &code[s.top.loc.index()];
            let is_free = |op: &Operand| matches!(op, Operand::Var(v) if free.contains(v.index()));
            let uses = command.operands().iter().any(is_free);
            let written: Vec<(VarId, bool)> = match command {
                Command::Assign { dst, expr } if !uses || self.is_harmless(expr) => vec![(*dst, uses)],
                Command::Copies(copies) => copies.iter().map(|(dst, from)| (*dst, is_free(from))).collect(),
                Command::Forget(_)
                | Command::Load { .. }
                | Command::Store { .. }
                | Command::Jump(_)
                | Command::Branch { .. }
                | Command::Switch { .. }
                | Command::Check { .. }
                    if !uses =>
                {
                    command.targets().into_iter().map(|v| (v, false)).collect()
                }
                _ => return false,
            };
            if self.run(&mut s, 1) != Outcome::Pause {
                return false;
            }
            for (v, is_free) in written {
                if is_free {
                    free.insert(v.index());
                } else {
                    free.remove(v.index());
                }
            }
        }
        let within = |all: &BitSet, of: &BitSet| all.iter().all(|v| of.contains(v));
        s.top.loc == start.top.loc
            && within(&free, &changing)
            && self.changed(&s, &start).is_some_and(|changed| within(&changed, &free))
    }

    /// Is it computed without a fault, whatever its operands are?
    fn is_harmless(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Bin { op, .. } => match op {
                BinOp::And | BinOp::Or | BinOp::Xor => true,
                BinOp::Add | BinOp::Sub | BinOp::Mul => {
                    let checks = &self.config.checks;
                    !checks.covers(FaultKind::SignedOverflow) && !checks.covers(FaultKind::UnsignedOverflow)
                }
                _ => false,
            },
            Expr::Copy(_) | Expr::Select { .. } => true,
            Expr::Cast { op, .. } => matches!(op, CastOp::SExt | CastOp::Trunc | CastOp::ZExt),
            _ => false,
        }
    }

    /// Is the path back where it was? The ids of new objects make no difference where none is ever told by its number.
    fn is_back(&self, now: &State, then: &State, live: &BitSet) -> bool {
        (now.heap.next_id() == then.heap.next_id() || !self.tells_ids_apart()) && now.repeats(then, live)
    }

    /// The variables of the current frame that differ, if nothing else does that counts.
    fn changed(&self, now: &State, then: &State) -> Option<BitSet> {
        let mut out = BitSet::new(now.top.vars.len());
        for (i, (x, y)) in now.top.vars.iter().zip(&then.top.vars).enumerate() {
            if x != y {
                out.insert(i);
            }
        }
        self.is_back(now, then, &BitSet::new(0)).then_some(out)
    }
}
