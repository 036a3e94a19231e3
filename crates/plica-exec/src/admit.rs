//! States that come from elsewhere, held against the program before they are executed.
//!
//! Oblivious to how a state was written and read. Whether the program can get into the state is not found out, nor
//! whether what summaries it refers to are there. Invariant: a state that is admitted is executed without a panic.

use std::sync::{Arc, PoisonError};

use plica_ir::{Command, DebugLoc, FuncId, Init, Loc, Program};
use plica_term::{ConstValue, Evaluator, Model, Sort, SymbolId, TermId, TermPool, mask};

use crate::event::{Event, FoldedLoop, Input};
use crate::machine::Machine;
use crate::memory::{Liveness, Object};
use crate::state::{Frame, State};
use crate::value::{ObjId, Value, WILD, cut};

/// Steps of evaluating a quantified condition, more than which are not taken to see whether a model satisfies it.
const STEPS: u64 = 1 << 16;
/// No path is so long, and no block so large.
const FAR: u64 = 1 << 62;
const MANY: u32 = 1 << 31;

/// What is not so, if something is not.
type Held = Result<(), String>;

impl Machine {
    /// A state that was read, for this machine to go on with: what it has of the program's bytes is shared with the
    /// program again. `Err` says why it can be none of the program's states.
    pub fn admit(&self, mut s: State) -> Result<State, String> {
        let admission = Admission { program: &self.program, pool: &self.pool, next: s.heap.next_id() };
        ensure(s.heap.next_id().0 >= self.first_object(), || "objects in the place of functions".into())?;
        admission.frames(&s)?;
        for (id, object) in s.heap.iter() {
            ensure(id.0 != 0 && self.object_function(id).is_none(), || format!("object {} can be none", id.0))?;
            admission.object(object).map_err(|what| format!("object {}: {what}", id.0))?;
        }
        admission.path(&s)?;
        s.events.iter().try_for_each(|event| admission.event(event))?;
        admission.model(&s)?;
        self.share(&mut s);
        Ok(s)
    }

    /// Contents that are given as bytes are told apart by where these are, so equal ones have to be the same.
    fn share(&self, s: &mut State) {
        let ids: Vec<ObjId> = s.heap.iter().map(|(id, _)| id).collect();
        let mut known = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        for id in ids {
            let Some(bytes) = s.heap.get_mut(id).and_then(|object| object.content.known_bytes()) else { continue };
            let global = (id.0 as usize).checked_sub(1).and_then(|at| self.program.globals.get(at));
            let shared = match global.map(|global| &global.init) {
                Some(Init::Data { bytes: own, .. }) if own == bytes => own,
                _ => match known.get(bytes) {
                    Some(shared) => shared,
                    None => {
                        known.insert(bytes.clone());
                        continue;
                    }
                },
            };
            *bytes = Arc::clone(shared);
        }
    }
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Held {
    if holds { Ok(()) } else { Err(what()) }
}

/// What a state is held against.
struct Admission<'a> {
    program: &'a Program,
    pool: &'a TermPool,
    /// The id that the next object gets.
    next: ObjId,
}

impl Admission<'_> {
    fn frames(&self, s: &State) -> Held {
        let mut above: Option<&Frame> = None;
        let mut scope = u32::MAX;
        for frame in s.frames() {
            self.frame(frame)?;
            let code = &self.program.func(frame.func).code;
            // Whoever returns to it goes on behind the call that it is at; what runs before the entry function was not
            // called.
            let calls =
                matches!(code.get(frame.loc.index()), Some(Command::Call { .. })) && frame.loc.index() + 1 < code.len();
            ensure(calls || above.is_none_or(|above| above.startup), || "a caller that is at no call".into())?;
            above = Some(frame);
            for inside in frame.inside.iter().rev() {
                let known = inside.id < scope && inside.id <= s.scopes && inside.decided <= s.pc.len();
                ensure(known && inside.head.index() < code.len(), || "a loop that control cannot be in".into())?;
                scope = inside.id;
            }
        }
        ensure(s.frames().count() == s.depth as usize + 1, || "another number of callers than it says".into())?;
        ensure(s.returned.iter().all(|&v| self.is_value(v, None)), || "a result that is no value".into())?;
        ensure(s.steps < FAR && s.fresh < MANY && s.scopes < MANY, || "a path that is too long".into())
    }

    fn frame(&self, frame: &Frame) -> Held {
        ensure(self.is_place(frame.func, frame.loc), || "a place that the program does not have".into())?;
        let f = self.program.func(frame.func);
        ensure(frame.vars.len() == f.vars.len(), || format!("not the variables of {}", f.name))?;
        for (var, &value) in f.vars.iter().zip(&frame.vars) {
            ensure(self.is_value(value, Some(var.ty.width())), || format!("{} has a value of no such type", var.name))?;
        }
        for arg in &frame.varargs {
            let size = if arg.byval { arg.size < FAR >> 20 } else { (1..=16).contains(&arg.size) };
            ensure(size && self.is_value(arg.value, None), || "an argument of no such size".into())?;
        }
        ensure(frame.objects.iter().all(|&obj| obj < self.next), || "a local object that was never made".into())
    }

    fn is_place(&self, func: FuncId, loc: Loc) -> bool {
        self.program.functions.get(func.index()).is_some_and(|f| loc.index() < f.code.len())
    }

    fn is_position(&self, loc: DebugLoc) -> bool {
        (loc.scope.0 as usize) < self.program.source.scopes.len()
    }

    fn is_bits(&self, t: TermId) -> bool {
        matches!(self.pool.sort(t), Sort::Bv(_))
    }

    fn are_conditions(&self, terms: &[TermId]) -> bool {
        terms.iter().all(|&t| self.pool.sort(t) == Sort::BOOL)
    }

    /// Is it a value, of so many bits?
    fn is_value(&self, v: Value, width: Option<u32>) -> bool {
        let wide = |own: u32| width.is_none_or(|width| width == own);
        match v {
            Value::Int { width, bits } => (1..=64).contains(&width) && cut(bits, width) == bits && wide(width),
            Value::Term(t) => self.pool.sort(t).bv_width().is_some_and(wide),
            Value::Ptr { obj, .. } => obj <= WILD && wide(64),
            Value::SymPtr { obj, off } => obj <= WILD && self.pool.sort(off) == Sort::Bv(64) && wide(64),
            Value::Uninit => true,
        }
    }

    fn object(&self, object: &Object) -> Held {
        let Object { size, kind: _, live, constant: _, cell: _, name: _, site, content } = object;
        let known = match *size {
            Value::Int { width: 64, bits } if bits < FAR => Some(bits),
            Value::Term(t) if self.pool.sort(t) == Sort::Bv(64) => None,
            _ => return Err("its size is none".into()),
        };
        let freed = match *live {
            Liveness::Freed(at) => self.is_position(at),
            Liveness::Live | Liveness::Dead | Liveness::Opaque => true,
        };
        ensure(freed && self.is_position(*site), || "a position in no file".into())?;
        // What was freed is not accessed any more, and has contents of another length.
        let ends = *live != Liveness::Live || content.ends_with(known);
        ensure(ends, || "contents of another length".into())?;
        let sound = content.is_sound(self.pool, |value, width| self.is_value(value, Some(width)));
        ensure(sound, || "a value of another width in memory".into())
    }

    fn path(&self, s: &State) -> Held {
        ensure(self.are_conditions(&s.pc) && self.are_conditions(&s.granted), || "a condition that is none".into())?;
        let pointers = s.pointers.iter().flatten().all(|(&id, _)| self.pool.symbol_info(id).kind.is_address());
        ensure(pointers, || "an input that is followed and is no address".into())?;
        let merged = s.merged.iter().flatten().all(|&obj| obj < self.next);
        ensure(merged, || "choices in an object that was never made".into())?;
        let mut trail = s.reach.trail();
        ensure(trail.all(|(func, loc)| self.is_place(func, loc)), || "a way through places that there are not".into())
    }

    fn event(&self, event: &Event) -> Held {
        match event {
            Event::Input(input) => self.input(input),
            Event::Folded(fold) => self.fold(fold),
            // Whoever keeps the summaries knows its number.
            Event::Called(_) => Ok(()),
        }
    }

    fn input(&self, input: &Input) -> Held {
        let sound = self.is_position(input.loc) && input.parts.iter().all(|&part| self.is_bits(part));
        ensure(sound, || format!("the input {} is none", input.name))
    }

    fn fold(&self, fold: &FoldedLoop) -> Held {
        let FoldedLoop { site, count, name: _, iteration, goes_on: _, kappa, jump, paths } = fold;
        let is_jump = |jump: &crate::event::Jump| {
            let place = match jump.place {
                Ok(var) => self.program.func(site.0).vars.len() > var.index(),
                Err((obj, off, size)) => obj < self.next && off < FAR && (1..=16).contains(&size),
            };
            place && jump.object.is_none_or(|obj| obj <= WILD) && self.is_bits(jump.value)
        };
        let sound = self.is_place(site.0, site.1)
            && self.is_bits(*count)
            && self.is_bits(*kappa)
            && self.pool.symbol_info(*iteration).sort.bv_width().is_some()
            && jump.iter().flatten().all(is_jump)
            && paths.iter().all(|(cond, _)| self.pool.sort(*cond) == Sort::BOOL);
        ensure(sound, || "a loop that cannot have been folded".into())?;
        paths.iter().flat_map(|(_, inputs)| inputs).try_for_each(|input| self.input(input))
    }

    /// The model has values of its symbols' sorts, and satisfies the path condition where it is said to.
    fn model(&self, s: &State) -> Held {
        let model: &Model = &s.model;
        let fits = |(symbol, value): (SymbolId, ConstValue)| match (self.pool.symbol_info(symbol).sort, value) {
            (Sort::Bv(width), ConstValue::Bv(bits)) => bits <= mask(width),
            (Sort::Float(format), ConstValue::Bv(bits)) => bits <= mask(format.width()),
            (Sort::Array { index, elem }, ConstValue::Array(array)) => {
                let mut entries = array.entries.iter();
                array.default <= mask(elem) && entries.all(|(&at, &is)| at <= mask(index) && is <= mask(elem))
            }
            _ => false,
        };
        ensure(model.iter().all(fits), || "a model that gives a symbol what it cannot be".into())?;
        let mut eval = Evaluator::new(self.pool, model).with_steps(STEPS);
        // What cannot be calculated is left to those who ask again.
        let mut refuted = |&t: &TermId| eval.try_eval(t).is_some_and(|value| value.bits() == 0);
        let contradicted = !s.reach.is_stale() && s.pc.iter().any(&mut refuted);
        ensure(!contradicted, || "a model that does not satisfy the path condition".into())
    }
}
