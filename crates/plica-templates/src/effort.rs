//! What folding may cost where executing is fast: a loop in which nothing that counts depends on an input.
//!
//! Executing such a loop is the fastest that there is, unless it takes very long. So folding it may cost a small part
//! of what was executed so far, and is accepted only where it gives what executing would have given, or where executing
//! would take too long. Costs are counted in commands, not read off a clock, so they are the same in every run.
//! Oblivious to how loops are folded.

use plica_exec::{Event, Machine};
use plica_explore::Exit;
use plica_smt::Work;
use plica_term::{SymbolKind, TermId, TermPool};

use crate::closed::array::chain;
use crate::infer::Iteration;
use crate::place::Place;
use crate::tuning;

/// Why a loop was not folded that need not be.
pub(crate) const NOT_WORTH_IT: &str = "it is executed faster than it is folded";

/// What may still be spent, in commands; nothing if that has no bound.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Effort {
    left: Option<u64>,
    /// What a question takes of it.
    question: u64,
}

impl Effort {
    /// As much as so many commands take.
    pub(crate) fn of(commands: u64) -> Effort {
        Effort { left: Some(commands), question: tuning::COST_OF_QUESTION.get() }
    }

    /// As much as so much work, where questions have a bound of their own.
    pub(crate) fn within(work: Work) -> Effort {
        Effort { left: Some(work.as_units().saturating_mul(Work::COMMANDS_PER_UNIT)), question: 0 }
    }

    /// Is nothing left?
    pub(crate) fn is_over(self) -> bool {
        self.left == Some(0)
    }

    /// How many commands may be executed in general, at least one.
    pub(crate) fn steps(self) -> u64 {
        self.left.map_or(u64::MAX, |left| left / tuning::COST_OF_GENERAL_COMMAND.get() + 1)
    }

    pub(crate) fn spend_steps(&mut self, steps: u64) -> Result<(), String> {
        self.spend(steps.saturating_mul(tuning::COST_OF_GENERAL_COMMAND.get()))
    }

    pub(crate) fn spend_questions(&mut self, questions: u64) -> Result<(), String> {
        self.spend(questions.saturating_mul(self.question))
    }

    fn spend(&mut self, commands: u64) -> Result<(), String> {
        let Some(left) = &mut self.left else { return Ok(()) };
        *left = left.saturating_sub(commands);
        if *left == 0 { Err(NOT_WORTH_IT.into()) } else { Ok(()) }
    }

    /// Lays half of it aside.
    pub(crate) fn halve(&mut self) -> Option<u64> {
        let left = self.left.as_mut()?;
        let half = *left / 2;
        *left -= half;
        Some(half)
    }

    /// Takes back what was laid aside.
    pub(crate) fn give(&mut self, half: Option<u64>) {
        if let (Some(left), Some(half)) = (&mut self.left, half) {
            *left += half;
        }
    }
}

/// What the effect of an iteration says about whether folding is worth it.
pub(crate) struct Worth {
    /// Does it change arrays? These become formulas.
    arrays: bool,
    /// Does an iteration ask for inputs, or write what rests on some? Executed, each leaves symbols or stores of its
    /// own behind.
    unknown: bool,
    /// Commands of an iteration, at least.
    steps: u64,
    /// Where the loop stands among the events of a path.
    event: usize,
}

impl Worth {
    pub(crate) fn of(machine: &Machine, it: &mut Iteration) -> Worth {
        let arrays = it.slots.iter().any(|slot| matches!(slot.place, Place::Array { .. }));
        let steps = it.cycles.iter().map(|way| way.state.steps.saturating_sub(it.start.steps)).min();
        let event = it.start.events.len();
        let unknown = it.cycles.iter().any(|way| way.state.events.len() > event) || writes_unknown(machine, it);
        Worth { arrays, unknown, steps: steps.unwrap_or(0), event }
    }

    /// Are these exits worth it? There is none, so the loop never ends; or there is one, after a known number of
    /// iterations, and what it leaves behind is as simple as after executing them, or executing them takes too long, or
    /// leaves more symbols behind than anything asked about them could be put in.
    pub(crate) fn is_given(&self, pool: &TermPool, exits: &[Exit]) -> bool {
        let [exit] = exits else { return exits.is_empty() };
        let Some(Event::Folded(fold)) = exit.state.events.get(self.event) else { return false };
        let Some(count) = pool.const_value(fold.count) else { return false };
        let long = if self.unknown {
            count >= tuning::ITERATIONS_ON_UNKNOWNS.get()
        } else {
            count.saturating_mul(u128::from(self.steps)) >= tuning::COMMANDS_OF_LONG_LOOP.get()
        };
        exit.answer.is_ok() && (!self.arrays || long)
    }
}

/// Does an iteration write into an array what rests on inputs?
fn writes_unknown(machine: &Machine, it: &mut Iteration) -> bool {
    let pool = &machine.pool;
    // Places that hold something unknown before the loop.
    let given = |t: TermId| {
        pool.free_symbols(t).iter().any(|&s| {
            !matches!(
                pool.symbol_info(s).kind,
                SymbolKind::General | SymbolKind::Bound | SymbolKind::Implied | SymbolKind::Unwritten { .. }
            )
        })
    };
    let unknown: Vec<TermId> = it.slots.iter().filter(|slot| given(slot.initial)).map(|slot| slot.symbol).collect();
    let rests = |t: TermId| given(t) || pool.free_symbols(t).iter().any(|&s| unknown.contains(&pool.symbol_term(s)));
    let Iteration { slots, cycles, .. } = it;
    slots.iter().filter(|slot| matches!(slot.place, Place::Array { .. })).any(|slot| {
        cycles.iter_mut().any(|way| {
            let update = slot.value_in(machine, &mut way.state);
            let stores = update.and_then(|update| chain(pool, update, slot.symbol).ok());
            stores.is_some_and(|stores| stores.iter().any(|&(_, value)| rests(value)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_ends_when_it_is_spent() {
        let mut free = Effort::default();
        assert!(free.spend_questions(1 << 40).is_ok() && !free.is_over() && free.halve().is_none());
        let mut effort = Effort::of(4 * tuning::COST_OF_QUESTION.get());
        let half = effort.halve();
        assert!(
            effort.spend_questions(1).is_ok()
                && effort.spend_steps(tuning::COST_OF_QUESTION.get()).is_err()
                && effort.is_over()
        );
        effort.give(half);
        assert!(
            !effort.is_over()
                && effort.steps() == 2 * tuning::COST_OF_QUESTION.get() / tuning::COST_OF_GENERAL_COMMAND.get() + 1
        );
    }
}
