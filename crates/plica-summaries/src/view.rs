//! What is known of units and calls, to be looked at.
//!
//! Oblivious to how it is shown. Invariant: nothing here changes what a question is answered; images that are asked for
//! are those that questions would have used.

use plica_exec::{Assumed, CallId, Event, OutcomeId, State, UnitId, UnitInput, Value};
use plica_ir::{FuncId, Loc};
use plica_term::{SymbolId, TermId};

use crate::Composer;
use crate::unit::{EffectClass, ParamShape, SummaryPath};

/// A function explored on its own.
#[derive(Clone)]
pub struct UnitView<'a> {
    /// Which function.
    pub function: FuncId,
    /// The state that it starts from; its memory is that of the unit's inputs.
    pub start: &'a State,
    /// What it takes for granted about its parameters.
    pub shape: &'a [ParamShape],
    /// What it takes for granted about its callers' memory.
    pub assumed: Vec<Assumed>,
    /// Its inputs in the order in which they were first read.
    pub inputs: Vec<(SymbolId, UnitInput)>,
    /// What paths may have in common.
    pub classes: &'a [EffectClass],
    /// Its paths that return, in its own symbols.
    pub leaves: &'a [SummaryPath],
    /// Does no further path return?
    pub closed: bool,
    /// Why it was given up, if it was.
    pub given_up: Option<&'a str>,
}

/// A call of a unit.
#[derive(Clone, Copy)]
pub struct CallView<'a> {
    /// The unit that it enters.
    pub unit: UnitId,
    /// The unit that makes it; 0 is the program.
    pub caller: UnitId,
    /// Where it is made.
    pub site: Option<(FuncId, Loc)>,
    /// The arguments, in the caller's symbols.
    pub arguments: &'a [Value],
    /// The state at the start of the called function, in the caller's symbols.
    pub state: &'a State,
    /// Does the program make it? Else it stands for the calls of all iterations of a loop.
    pub made: bool,
}

/// What a symbol that is no input of a unit stands for in its formulas.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// Something that comes out of a call.
    Outcome(Comes),
    /// A symbol of a called unit.
    Copy(SymbolId),
}

/// What comes out of a call.
#[derive(Clone, Debug)]
pub struct Comes {
    /// The call.
    pub call: CallId,
    /// The unit that it enters.
    pub unit: UnitId,
    /// The class of the paths that are taken through it.
    pub class: u32,
    /// The arguments, in terms of the unit in whose formulas the symbol is.
    pub arguments: Vec<Value>,
    /// Which of the values of the class; `None`: whether the call returns.
    pub value: Option<usize>,
}

impl Composer {
    /// All units, and the program.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.units.keys()
    }

    /// All calls of units, in the order in which they were found.
    pub fn call_ids(&self) -> impl Iterator<Item = CallId> + use<> {
        self.calls.keys()
    }

    /// A unit. The program has no view.
    pub fn view(&self, unit: UnitId) -> Option<UnitView<'_>> {
        let u = self.units.get(unit)?;
        let memory = u.memory.as_ref()?;
        Some(UnitView {
            function: u.function?,
            start: u.start.as_ref()?,
            shape: &u.shape,
            assumed: memory.assumed(),
            inputs: memory.inputs(),
            classes: &u.classes,
            leaves: &u.leaves,
            closed: u.closed,
            given_up: u.given_up.as_deref(),
        })
    }

    /// A call of a unit.
    pub fn view_call(&self, call: CallId) -> Option<CallView<'_>> {
        let call = self.calls.get(call)?;
        Some(CallView {
            unit: call.unit,
            caller: call.caller,
            site: call.state.callers.as_ref().map(|callers| (callers.frame.func, callers.frame.loc)),
            arguments: self.parameters(&call.state),
            state: &call.state,
            made: call.made,
        })
    }

    /// What a symbol in a unit's formulas stands for, if it is none of the unit's own.
    pub fn meaning(&mut self, symbol: SymbolId) -> Option<Meaning> {
        if let Some(original) = self.contexts.original(symbol) {
            return Some(Meaning::Copy(original));
        }
        let number = self.contexts.owner(symbol)?;
        let outcome = self.contexts.outcome(number);
        let is = |t: TermId| self.machine.pool.as_symbol(t) == Some(symbol);
        let value = outcome.values.iter().position(|&t| is(t));
        Some(Meaning::Outcome(Comes { value, ..self.comes(number)? }))
    }

    /// The calls on a path of a unit that summaries took the place of.
    pub fn calls_of(&mut self, leaf: &SummaryPath) -> Vec<Comes> {
        let called = leaf.events.iter().filter_map(|event| match event {
            Event::Called(outcome) => Some(*outcome),
            Event::Input(_) | Event::Folded(_) => None,
        });
        called.filter_map(|outcome| self.comes(outcome)).collect()
    }

    fn comes(&mut self, outcome: OutcomeId) -> Option<Comes> {
        let class = self.contexts.outcome(outcome).class;
        let a = self.contexts.get(self.contexts.outcome(outcome).context)?;
        let call = &self.calls[a.call];
        let unit = call.unit;
        let pool = self.pool();
        let mut arguments = self.parameters(&call.state).to_vec();
        for value in &mut arguments {
            match value {
                Value::Term(t) => *value = Value::of_term(&pool, self.image(a.outer, *t)),
                Value::SymPtr { off, .. } => *off = self.image(a.outer, *off),
                Value::Int { .. } | Value::Ptr { .. } | Value::Uninit => {}
            }
        }
        Some(Comes { call: a.call, unit, class, arguments, value: None })
    }

    /// The parameters of the function at whose start a state is.
    fn parameters<'s>(&self, s: &'s State) -> &'s [Value] {
        &s.top.vars[..self.machine.program.func(s.top.func).params as usize]
    }
}
