//! The prelude of a run: the path up to where its courses may differ.
//!
//! A program that makes a large input, or fills a table, before anything is decided does that once, and not in each
//! course, nor in each attempt at those that come again and again. Where nothing depends on inputs executing is the
//! fastest that there is, so this goes on as long as no loop that the path is in is found to be worth folding.
//! Oblivious to what courses there are. Invariant: the path that is kept has taken no decision by which it could have
//! gone on in two ways, and it is in no loop and no call, so no course misses the beginning of one. (That which walks
//! needs none.)

use plica_exec::{Effect, Outcome, State, apply};
use plica_ir::Loc;
use plica_smt::Budget;
use plica_tree::TreeError;

use crate::course::Settled;
use crate::explorer::Explorer;
use crate::fork::{Side, Standing};
use crate::leaf::Leaf;
use crate::scopes::Scoped;
use crate::tuning;

/// See the module's description.
pub(crate) struct Prelude {
    /// The path where it last was outside of all loops and calls.
    pub path: Leaf,
    /// Is it at the head of a loop, or at the start of a function, which is not entered yet?
    pub at_head: bool,
    /// What has settled an earlier run.
    pub settled: Settled,
}

impl Prelude {
    /// How the path goes on that is kept: by what is done at a head, if it is at one.
    pub fn event(&self) -> Option<Outcome> {
        self.at_head.then_some(Outcome::Head)
    }
}

impl Explorer<'_> {
    /// The run begins. Where calls are taken by whatever settles them first it is a choice among courses, as soon as
    /// these may differ.
    pub(crate) fn begin(&mut self, leaf: Leaf, settled: Settled) {
        if self.gives_up() {
            self.prelude = Some(Box::new(Prelude { path: leaf.clone(), at_head: false, settled }));
        }
        self.open(leaf);
    }

    /// The path of the prelude has come here, between two commands.
    pub(crate) fn note(&mut self, leaf: &Leaf) {
        if let Some(prelude) = self.prelude.as_deref_mut().filter(|_| is_outside(&leaf.state)) {
            (prelude.path, prelude.at_head) = (leaf.clone(), false);
        }
    }

    /// The same at the head of a loop or the start of a function, which it enters. False if there is no prelude.
    pub(crate) fn note_head(&mut self, leaf: &mut Leaf) -> bool {
        let Some(prelude) = self.prelude.as_deref_mut() else { return false };
        if is_about_to_enter(&leaf.state) {
            (prelude.path, prelude.at_head) = (leaf.clone(), true);
        }
        leaf.enter_loop(leaf.state.top.loc != Loc(0));
        true
    }

    /// Is the prelude over since something is decided in a loop, or in a call?
    pub(crate) fn decides_inside(&self, leaf: &Leaf) -> bool {
        self.prelude.is_some() && !is_outside(&leaf.state)
    }

    /// What a condition of several parts excludes is seen part by part: a side that soon comes to an assumption that is
    /// false is no way on.
    pub(crate) fn foresee(&self, leaf: &Leaf, sides: &mut [Side]) {
        if self.prelude.is_none() || sides.len() < 2 {
            return;
        }
        let machine = self.machine_of(leaf);
        for Side { alternative, standing, .. } in sides {
            let Standing::Feasible(model, _) = standing else { continue };
            if !matches!(alternative.effect, Effect::Goto(_)) {
                continue;
            }
            let mut s = leaf.state.clone();
            s.model = model.clone();
            s.pc.push(alternative.cond);
            let event = apply(&machine, &mut s, alternative.clone());
            if event.is_none() && machine.run(&mut s, tuning::COMMANDS_FORESEEN.get()) == Outcome::Infeasible {
                alternative.effect = Effect::Exclude;
            }
        }
    }

    /// Is it over since there is more than one way on, or may be?
    pub(crate) fn parts(&self, sides: &[Side]) -> bool {
        let goes_on = |side: &&Side| {
            !matches!(side.alternative.effect, Effect::Fault(_) | Effect::Stop(_) | Effect::End | Effect::Exclude)
        };
        let open = |side: &Side| !matches!(side.standing, Standing::Feasible(..));
        self.prelude.is_some() && (sides.iter().filter(goes_on).count() > 1 || sides.iter().any(open))
    }

    /// What a question may take: in the prelude little, since in a course it may wait for the next turn.
    pub(crate) fn in_prelude(&self, budget: Budget) -> Budget {
        if self.prelude.is_some() { Budget::AtMost(tuning::WORK_OF_ATTEMPT.get()) } else { budget }
    }

    /// The prelude is over, if it was not: the courses begin. The path has come further than the one that is kept,
    /// which is where walking goes on.
    pub(crate) fn end_prelude(&mut self, leaf: &Leaf) -> Result<bool, TreeError> {
        let Some(prelude) = self.prelude.take() else { return Ok(false) };
        self.begin_courses(*prelude, leaf)?;
        Ok(true)
    }
}

/// Is control in no loop and no call?
fn is_outside(s: &State) -> bool {
    s.callers.is_none() && s.top.inside.is_empty()
}

/// Has control just come to the head of a loop, or the start of a function, from there?
fn is_about_to_enter(s: &State) -> bool {
    match &s.callers {
        None => s.top.inside.is_empty(),
        Some(caller) => s.top.loc.0 == 0 && caller.rest.is_none() && caller.frame.inside.is_empty(),
    }
}
