//! What happened on a path, in order: values that the program was given, and loops that were folded.
//!
//! Oblivious to how the events came about. The values in order are what another run of the same path has to be given:
//! names may differ between a path through a template and the run that confirms it, the order does not.

use std::sync::Arc;

use plica_ir::{DataTypeId, DebugLoc, FuncId, Loc, VarId};
use plica_term::{ConstValue, Evaluator, Model, SymbolId, TermId, TermPool};

use crate::ids::OutcomeId;
use crate::tuning;
use crate::value::ObjId;

/// How an input of the program came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// A scalar: the result of a `nondet` function, or a parameter. Signedness is for showing it.
    Scalar {
        /// Shown as signed?
        signed: bool,
        /// Shown as a float?
        float: bool,
    },
    /// Bytes of an object made symbolic.
    Bytes,
    /// A pointer.
    Pointer,
    /// What an input pointer leads to, or an aggregate that is passed by value: the cells of its layout
    /// ([`Layout`](crate::Layout)), behind the number of its elements where that is not known.
    Object {
        /// The object.
        object: ObjId,
        /// Its type, if it is known.
        ty: Option<DataTypeId>,
    },
    /// A value that no test case sets: a variable never written.
    Unset,
    /// What exploring says where the program asks how much is known of a value. No test case sets it.
    Answer,
    /// A call of a function without body and model, taken to return any value and to change nothing.
    External {
        /// May it have changed something that the path can see?
        writes: bool,
    },
}

impl InputKind {
    /// Does a test case set it?
    pub fn is_given(&self) -> bool {
        !matches!(self, InputKind::Unset | InputKind::Answer | InputKind::External { .. })
    }
}

/// An unknown value that the path was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Source name (`n`, or the function that produced it).
    pub name: Arc<str>,
    /// What kind.
    pub kind: InputKind,
    /// The value's parts in address order, low bytes first: bit-vector terms of a multiple of 8 bits (scalars: any).
    pub parts: Vec<TermId>,
    /// Where in the program it was asked for.
    pub loc: DebugLoc,
    /// Where it came from.
    pub origin: InputOrigin,
}

/// Where an unknown value came from. Names say nothing about that: programs choose them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputOrigin {
    /// The program asked for it.
    Call,
    /// It is a parameter of the entry function.
    Parameter,
    /// It is a global before the entry function runs.
    Global,
    /// It is what a parameter or a global, or something that is reached from one, leads to.
    Memory,
    /// It is this argument of the command line.
    Argument(u32),
    /// It is a character of a file, the next one unless the name says which.
    File,
}

/// A loop that ran κ times, all at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldedLoop {
    /// The head of the loop, or the function that called itself.
    pub site: (FuncId, Loc),
    /// The number of iterations: κ, or the term that it was found to be.
    pub count: TermId,
    /// The name of κ, for people.
    pub name: Arc<str>,
    /// The symbol for the number of an iteration in `paths`.
    pub iteration: SymbolId,
    /// Do further iterations follow?
    pub goes_on: bool,
    /// κ, where `count` is another term.
    pub kappa: TermId,
    /// The places that the loop changes and their values after κ iterations; `None` where they cannot be
    /// written down one by one.
    pub jump: Option<Vec<Jump>>,
    /// The ways through an iteration: the condition of each, and what it is given; terms over `iteration`.
    pub paths: Vec<(TermId, Vec<Input>)>,
}

/// A place that a folded loop changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jump {
    /// A variable, or an object with offset and size.
    pub place: Result<VarId, (ObjId, u64, u64)>,
    /// The object that it points into; the values are offsets then.
    pub object: Option<ObjId>,
    /// After κ iterations.
    pub value: TermId,
}

/// An event of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A value was given.
    Input(Arc<Input>),
    /// A loop was folded.
    Folded(Arc<FoldedLoop>),
    /// A summary took the place of a call: its number, for whoever keeps the summaries.
    Called(OutcomeId),
}

/// The events of a path. Most decisions come without one, so that the paths behind a decision share them.
pub type Events = Arc<imbl::Vector<Event>>;

/// What happens inside of a call that a summary took the place of: the values given there, and how often loops ran.
pub type Inside<'a> = dyn FnMut(OutcomeId) -> Option<Unfolded> + 'a;

/// Inputs one by one, and how often folded loops ran.
pub type Unfolded = (Vec<Arc<Input>>, Vec<FoldCount>);

/// How often a folded loop ran.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldCount {
    /// The head of the loop.
    pub site: (FuncId, Loc),
    /// The name of κ.
    pub name: Arc<str>,
    /// Its value.
    pub count: u128,
}

/// The inputs of a path under a model, one by one, and how often folded loops ran. Inputs of folded iterations are
/// constants. `None` if there are too many to list. `inside` tells what happens in summarised calls.
pub fn unfold(pool: &TermPool, events: &Events, model: &Model, inside: &mut Inside<'_>) -> Option<Unfolded> {
    let (mut inputs, mut counts): (Vec<Arc<Input>>, Vec<FoldCount>) = Default::default();
    let mut goes_on = false;
    for event in events.iter() {
        let fold = match event {
            Event::Input(input) => {
                inputs.push(input.clone());
                continue;
            }
            Event::Called(call) => {
                let (more, runs) = inside(*call)?;
                inputs.extend(more);
                counts.extend(runs);
                goes_on = false;
                continue;
            }
            Event::Folded(fold) => fold,
        };
        let count = Evaluator::new(pool, model).eval(fold.count).bits();
        match counts.last_mut() {
            Some(FoldCount { site, count: before, .. }) if goes_on && *site == fold.site => *before += count,
            _ => counts.push(FoldCount { site: fold.site, name: fold.name.clone(), count }),
        }
        goes_on = fold.goes_on;
        let most = fold.paths.iter().map(|p| p.1.len()).max().unwrap_or(0);
        if most == 0 {
            continue;
        }
        if inputs.len() as u128 + count.saturating_mul(most as u128) > tuning::INPUTS_LISTED.get() {
            return None;
        }
        let mut model = model.clone();
        for i in 0..count {
            model.set(fold.iteration, ConstValue::Bv(i));
            let mut eval = Evaluator::new(pool, &model);
            let path = fold.paths.iter().find(|p| fold.paths.len() == 1 || eval.holds(p.0));
            for input in path.iter().flat_map(|p| &p.1) {
                let parts = input.parts.iter().map(|&p| pool.bv(eval.eval(p).bits(), pool.width(p))).collect();
                inputs.push(Arc::new(Input { parts, ..input.clone() }));
            }
        }
    }
    Some((inputs, counts))
}
