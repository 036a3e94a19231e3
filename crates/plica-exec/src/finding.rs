//! What a run found: faults with the evidence for them, and reasons for saying nothing.

use std::sync::Arc;

use plica_ir::{FuncId, Loc};
use plica_term::{Model, TermId};

use crate::event::{Event, FoldCount, Input};
use crate::fault::Fault;
use crate::state::State;

/// A fault that some input leads to.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What.
    pub fault: Fault,
    /// Functions on the stack with the location each is at, innermost first. Never empty.
    pub trace: Vec<(FuncId, Loc)>,
    /// The calls on the stack that enter a function explored on its own, innermost first.
    pub calls: Vec<u32>,
    /// Values of the path's symbols that lead to it; names no others.
    pub model: Arc<Model>,
    /// How often the loops folded on the path ran.
    pub folds: Vec<FoldCount>,
    /// What happened on the path.
    pub events: imbl::Vector<Event>,
    /// Inputs consumed on the path; those of folded iterations are constants.
    pub inputs: Vec<Arc<Input>>,
    /// The path condition, the fault's own condition included.
    pub pc: Vec<TermId>,
    /// Commands executed.
    pub steps: u64,
    /// Did the concrete run lead to the same fault at the same place?
    pub confirmed: bool,
    /// On how many paths the same fault was found at the same place.
    pub paths: u64,
}

impl Finding {
    /// The fault at the state's current place, under a model of its path condition.
    pub(crate) fn new(fault: Fault, s: &State, pc: Vec<TermId>, model: Arc<Model>) -> Finding {
        Finding {
            fault,
            trace: s.backtrace(),
            calls: Vec::new(),
            model,
            inputs: Vec::new(),
            folds: Vec::new(),
            events: s.events.clone(),
            pc,
            steps: s.steps,
            confirmed: false,
            paths: 1,
        }
    }

    /// Where the fault is.
    pub fn site(&self) -> (FuncId, Loc) {
        self.trace.first().copied().unwrap_or((FuncId(0), Loc(0)))
    }
}
