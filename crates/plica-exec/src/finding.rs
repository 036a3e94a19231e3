//! What a run found: faults with the evidence for them, and reasons for saying nothing.

use std::sync::Arc;

use plica_ir::{FuncId, Loc, Program};
use plica_term::{Model, TermId};

use crate::event::{Events, FoldCount, Input};
use crate::fault::Fault;
use crate::ids::CallId;
use crate::state::State;

/// A path and an input that takes it: what a concrete run has to be given.
#[derive(Clone, Debug)]
pub struct Witness {
    /// Values of the path's symbols that lead along it; names no others once the inputs are listed.
    pub model: Arc<Model>,
    /// How often the loops folded on the path ran.
    pub folds: Vec<FoldCount>,
    /// What happened on the path.
    pub events: Events,
    /// Inputs consumed on the path; those of folded iterations are constants.
    pub inputs: Vec<Arc<Input>>,
    /// The path condition; a fault's own condition included.
    pub pc: Vec<TermId>,
    /// Commands executed.
    pub steps: u64,
}

impl Witness {
    /// Of a state's path, under its model; the inputs are yet to be listed.
    pub fn of(s: &State) -> Witness {
        Witness {
            model: s.model.clone(),
            folds: Vec::new(),
            events: s.events.clone(),
            inputs: Vec::new(),
            pc: s.pc.clone(),
            steps: s.steps,
        }
    }
}

/// The innermost of these places that is in no model and in no header of a library; else the innermost of all.
pub fn own_site(program: &Program, trace: &[(FuncId, Loc)]) -> (FuncId, Loc) {
    let is_own = |(f, _): &&(FuncId, Loc)| !program.is_of_library(*f);
    trace.iter().find(is_own).or(trace.first()).copied().unwrap_or((FuncId(0), Loc(0)))
}

/// A fault that some input leads to.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What.
    pub fault: Fault,
    /// Functions on the stack with the location each is at, innermost first. Never empty.
    pub trace: Vec<(FuncId, Loc)>,
    /// The calls on the stack that enter a function explored on its own, innermost first.
    pub calls: Vec<CallId>,
    /// What leads to it.
    pub witness: Witness,
    /// Did the concrete run lead to the same fault at the same place?
    pub confirmed: bool,
    /// On how many paths the same fault was found at the same place.
    pub paths: u64,
}

impl Finding {
    /// The fault at the state's current place, under the state's model.
    pub fn new(fault: Fault, s: &State) -> Finding {
        let (trace, witness) = (s.backtrace(), Witness::of(s));
        Finding { fault, trace, calls: Vec::new(), witness, confirmed: false, paths: 1 }
    }

    /// Where the program's own code got into it, if it is in a library: errors are told apart by that.
    pub fn own_site(&self, program: &Program) -> (FuncId, Loc) {
        own_site(program, &self.trace)
    }

    /// Where the fault is.
    pub fn site(&self) -> (FuncId, Loc) {
        self.trace.first().copied().unwrap_or((FuncId(0), Loc(0)))
    }
}
