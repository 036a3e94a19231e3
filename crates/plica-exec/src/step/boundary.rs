//! Borders of loops: arriving at a head, and leaving.
//!
//! Only where loops are folded. Keeps the list of loops that the frame is in. Arrivals at a head are reported
//! ([`Outcome::Head`]) when the loop is entered, and again after decisions were taken inside; a loop that runs through
//! by itself again and again is left alone. Oblivious to what is done about the reports.

use plica_ir::{Loc, Loops};

use crate::machine::Machine;
use crate::outcome::{Flow, Outcome};
use crate::scope::LoopScope;
use crate::state::State;

/// Is control at the head of the loop that it is in, with nothing decided since it last was there? The usual case, and
/// nothing is to be done then.
#[inline]
pub(super) fn goes_round(s: &State, mark: u8) -> bool {
    let same = |i: &LoopScope| i.head == s.top.loc && !i.fenced && i.decided == s.pc.len();
    mark == Loops::HEAD && s.top.inside.last().is_some_and(same)
}

impl Machine {
    /// The marks of a function's locations; none where nothing is reported.
    pub(super) fn marks(&self, func: plica_ir::FuncId, joins: bool) -> &[u8] {
        match (self.config.fold, joins) {
            (true, false) => self.flow(func).loops.marks(),
            (true, true) => self.flow(func).loops.marks_and_joins(),
            (false, _) => &[],
        }
    }

    /// Control has moved to a location with this mark.
    pub(super) fn border_at(&self, s: &mut State, mark: u8) -> Flow {
        self.boundary(s)?;
        if mark & Loops::JOIN != 0 { Err(Box::new(Outcome::Join)) } else { Ok(()) }
    }

    /// Control has moved to a location that is the head of a loop or outside of one.
    pub(crate) fn boundary(&self, s: &mut State) -> Flow {
        let flow = self.flow(s.top.func);
        let loc = s.top.loc;
        let mark = flow.loops.marks()[loc.index()];
        if mark & Loops::EXIT != 0 {
            while let Some(last) = s.top.inside.last() {
                // The function itself is left by returning only.
                let within = |l: &plica_ir::Loop| l.body.contains(loc.index());
                if last.head == Loc(0) || flow.loops.at(last.head).is_some_and(within) {
                    break;
                }
                let Some(left) = s.top.inside.pop() else { break };
                if left.fenced {
                    return Err(Box::new(Outcome::Left));
                }
                if left.decided == s.pc.len() {
                    flow.quiet.ran_through(left.head);
                }
            }
        }
        if mark & Loops::HEAD == 0 {
            return Ok(());
        }
        match s.top.inside.iter().position(|i| i.head == loc) {
            Some(at) => {
                s.top.inside.truncate(at + 1);
                let inside = &s.top.inside[at];
                if inside.fenced || inside.decided != s.pc.len() {
                    return Err(Box::new(Outcome::Head));
                }
            }
            None if !flow.quiet.is_quiet(loc) => return Err(Box::new(Outcome::Head)),
            None => {
                s.enter_loop();
            }
        }
        Ok(())
    }

    /// Is anything reported at calls and returns?
    #[inline]
    pub(crate) fn reports(&self) -> bool {
        self.config.fold || self.config.calls
    }

    /// Control has moved by a call or a return: it is at the start of a function, or behind a call.
    pub(crate) fn moved(&self, s: &mut State) -> Flow {
        if s.top.loc == Loc(0) {
            return self.entered(s);
        }
        if self.config.fold && self.flow(s.top.func).loops.marks()[s.top.loc.index()] != 0 {
            return self.boundary(s);
        }
        Ok(())
    }

    /// A function was entered: where calls may be summarised, and if it may call itself, that is reported like the head
    /// of a loop, unless it is entered again and again without a decision inside.
    #[cold]
    pub(crate) fn entered(&self, s: &mut State) -> Flow {
        let func = s.top.func;
        if !self.config.calls && !self.is_recursive(func) || s.top.startup {
            return Ok(());
        }
        let mut next = s.callers.as_ref();
        let mut quiet = self.flow(func).quiet.is_quiet(Loc(0));
        for _ in 0..4 {
            let Some(node) = next else { break };
            if node.frame.func == func
                && let Some(first) = node.frame.inside.first()
                && first.head == Loc(0)
            {
                if first.fenced {
                    return Err(Box::new(Outcome::Head));
                }
                quiet |= first.decided == s.pc.len();
            }
            next = node.rest.as_ref();
        }
        if !quiet {
            return Err(Box::new(Outcome::Head));
        }
        s.enter_loop();
        Ok(())
    }

    /// The current frame is about to be left. Is that to be reported?
    pub(crate) fn leaving(&self, s: &State) -> bool {
        let Some(first) = s.top.inside.first().filter(|i| i.head == Loc(0)).copied() else { return false };
        if first.decided == s.pc.len() {
            self.flow(s.top.func).quiet.ran_through(Loc(0));
        }
        first.fenced
    }

    /// The same for a control that was moved from outside the stepper.
    pub fn border(&self, s: &mut State) -> Option<Outcome> {
        if !self.config.fold || self.flow(s.top.func).loops.marks()[s.top.loc.index()] == 0 {
            return None;
        }
        self.boundary(s).err().map(|outcome| *outcome)
    }
}
