//! Faults that rest on a value that a function of the library does not have.
//!
//! While a path is explored such a function is known within bounds only, so a model may give it any value within these;
//! the run that is to confirm the fault computes it. What the library says at the arguments of the model is asked for
//! together with the path's conditions, again and again: the next model has other arguments, or the right values, or
//! there is none. Arguments at which the functions have the values that the model wants are tried first. Oblivious to
//! how functions are computed. Invariant: a fault is refuted only where conditions that lead to it contradict what the
//! library computes.

use plica_exec::{Finding, Run, Stop, StopKind, Witness, functions_in, lesson};
use plica_ir::{FuncId, Loc};
use plica_smt::Budget;

use crate::advance::whole;
use crate::calls::{Dependencies, Reached};
use crate::explorer::Explorer;
use crate::leaf::Leaf;
use crate::tuning;

/// Why a fault is no finding.
pub(crate) enum Unrecorded {
    /// The run that would show it takes too much.
    Cut(Stop, (FuncId, Loc)),
    /// It may be one of the abstraction only.
    Open(Stop, (FuncId, Loc)),
    /// It is not reachable.
    Refuted(Dependencies),
}

impl Explorer<'_> {
    /// The run that confirms a finding whose model gave functions values that they do not have, if there is one: under
    /// another model. Nothing where no function takes part.
    pub(crate) fn refine(&mut self, leaf: &Leaf, finding: &mut Finding) -> Result<Option<Run>, Unrecorded> {
        let machine = self.machine;
        let pool = &machine.pool;
        let names = functions_in(pool, &finding.witness.pc);
        // A state that was made more general may be none of the program's whatever functions give.
        if names.is_empty() || leaf.course.generalises() {
            return Ok(None);
        }
        let mut leaf = leaf.clone();
        for _ in 0..tuning::REFINEMENTS.get() {
            let Some(more) = lesson(pool, &finding.witness.pc, &finding.witness.model) else { break };
            let all = pool.and_all(&more.lemmas);
            let budget = self.in_turn(&leaf, Budget::Usual);
            let mut reached = Reached::Later;
            if !pool.is_false(more.guess) {
                reached = self.reach.reach(whole(&leaf, pool.and(all, more.guess), budget));
            }
            if !matches!(reached, Reached::Sat(..)) {
                reached = self.reach.reach(whole(&leaf, all, budget));
            }
            match reached {
                Reached::Sat(model, context) => (leaf.state.model, leaf.context) = (model, context),
                Reached::Unsat(waits) => return Err(Unrecorded::Refuted(waits)),
                Reached::Unknown(_) | Reached::Later => break,
            }
            leaf.state.pc.extend(more.lemmas);
            finding.witness = Witness::of(&leaf.state);
            let run = self.confirm(&leaf, finding).map_err(|stop| Unrecorded::Cut(stop, finding.site()))?;
            if run.is_some() {
                return Ok(run);
            }
        }
        let text =
            format!("{}: it depends on {}, of which only bounds are known", finding.fault.message, names.join(", "));
        Err(Unrecorded::Open(Stop::new(StopKind::Symbolic, text), finding.site()))
    }
}
