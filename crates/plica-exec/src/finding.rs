//! What a run found: faults with the evidence for them, and reasons for saying nothing.

use std::sync::Arc;

use plica_ir::{FuncId, Loc, Program};
use plica_term::{Model, SymbolId, TermId, TermPool};

use crate::event::{Events, FoldCount, Input};
use crate::fault::{Fault, FaultKind};
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
    /// Leaves out what the model says of values that were read before they were written. Does it say any?
    pub fn forget_unset(&mut self, pool: &TermPool) -> bool {
        let is_unset = |s: SymbolId| pool.symbol_info(s).kind.is_unset();
        if !self.model.iter().any(|(s, _)| is_unset(s)) {
            return false;
        }
        self.model = Arc::new(self.model.only(|s| !is_unset(s)));
        true
    }

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

    /// Is it the fault of this kind with these functions on the stack?
    pub fn is_at(&self, program: &Program, kind: FaultKind, trace: &[(FuncId, Loc)]) -> bool {
        self.fault.kind == kind && self.is_there(program, trace)
    }

    /// Is it where these functions are on the stack? In a library it is wherever the program's own code is then, unless
    /// a library's function is explored on its own and its callers are not known.
    pub fn is_there(&self, program: &Program, trace: &[(FuncId, Loc)]) -> bool {
        let own = |trace: &[(FuncId, Loc)]| trace.iter().find(|site| !program.is_of_library(site.0)).copied();
        match (own(&self.trace), own(trace)) {
            (Some(one), Some(other)) => one == other,
            _ => self.trace.starts_with(trace),
        }
    }

    /// Where the fault is.
    pub fn site(&self) -> (FuncId, Loc) {
        self.trace.first().copied().unwrap_or((FuncId(0), Loc(0)))
    }
}
