//! The stepper: executes commands of one state until a decision, an end or a fault.
//!
//! One file per family of commands. It never asks a solver: what depends on feasibility is answered as a decision
//! ([`Outcome::Decide`]), and a command whose decision has been taken is executed again with the chosen condition
//! granted. Concrete commands run without touching terms.

mod access;
mod addresses;
mod arith;
mod assign;
mod boundary;
mod call;
mod cast;
mod compare;
mod float;
mod intrinsic;
mod known;
mod mem;
mod strict;
mod varargs;
mod x87;

use plica_ir::{Command, DebugLoc, Loc, Operand, Rule};
use plica_term::{Evaluator, Op, SymbolKind, TermId};

use crate::event::{Input, InputKind, InputOrigin};
use crate::fault::{Fault, FaultKind, Stop, StopKind};
use crate::fresh::Mode;
use crate::machine::Machine;
use crate::memory::rewrite;
use crate::outcome::{Alternative, Effect, Flow, Interrupt, Outcome};
use crate::premise::Premise;
use crate::state::State;
use crate::step::addresses::is_no_address;
use crate::step::boundary::goes_round;
use crate::tuning;
use crate::value::{ObjId, Value};

pub(crate) use access::{Offset, REACH};
pub(crate) use intrinsic::Overlap;
pub(crate) use mem::extent;

/// That a call is not over in which there are so many callers.
#[inline]
fn has_not_left(s: &State, depth: u32) -> Flow {
    if s.depth < depth { Err(Box::new(Outcome::Left)) } else { Ok(()) }
}

/// The name of what is undefined at a command. One that is executed again after a decision means the value that the
/// decision was about.
fn name_of_undefined(s: &mut State) -> String {
    s.fresh += u32::from(s.granted.is_empty());
    format!("undef#{}@{}.{}", s.fresh, s.top.func.0, s.top.loc.0)
}

impl Machine {
    /// Executes up to `budget` commands.
    pub fn run(&self, s: &mut State, budget: u64) -> Outcome {
        self.run_on(s, budget, false, 0)
    }

    /// The same, no further than to the return from a call ([`Outcome::Left`]) in which there are so many callers.
    pub fn run_call(&self, s: &mut State, budget: u64, depth: u32) -> Outcome {
        self.run_on(s, budget, false, depth)
    }

    /// The same as [`Machine::run`], no further than to where paths of the function may meet ([`Outcome::Join`]). Where
    /// loops are reported.
    pub fn run_to_join(&self, s: &mut State, budget: u64) -> Outcome {
        self.run_on(s, budget, true, 0)
    }

    fn run_on(&self, s: &mut State, budget: u64, joins: bool, depth: u32) -> Outcome {
        let end = s.steps + budget;
        match self.run_inner(s, end, joins, depth) {
            Ok(()) => Outcome::Pause,
            Err(outcome) => *outcome,
        }
    }

    fn run_inner(&self, s: &mut State, mut end: u64, joins: bool, depth: u32) -> Flow {
        let program = &*self.program;
        let watch = !self.config.targets.is_empty();
        while s.steps < end {
            self.afford(0)?;
            has_not_left(s, depth)?;
            let func = &program.functions[s.top.func.index()];
            let marks = self.marks(s.top.func, joins);
            let code = &func.code[..];
            // The inner loop stays within one function; calls and returns leave it.
            while s.steps < end {
                s.steps += 1;
                let loc = s.top.loc;
                if watch && self.is_target(s.top.func, loc) {
                    return Err(Box::new(Outcome::Fault(Fault::new(
                        FaultKind::TargetReached,
                        "the target is reached",
                    ))));
                }
                match &code[loc.index()] {
                    Command::Assign { dst, expr } => {
                        let value = self.eval(s, expr)?;
                        s.top.vars[dst.index()] = value;
                    }
                    Command::Copies(copies) => self.copies(s, copies)?,
                    Command::Forget(v) => s.top.vars[v.index()] = Value::Uninit,
                    Command::Load { dst, ptr, ty, reads } => {
                        let value = self.load(s, *ptr, *ty, *reads)?;
                        s.top.vars[dst.index()] = value;
                    }
                    Command::Store { ptr, value, ty } => self.store(s, *ptr, *value, *ty)?,
                    Command::Alloc { dst, size, cell, name } => self.alloc_stack(s, *dst, *size, *cell, name)?,
                    Command::Intrinsic { dst, op, args } => {
                        let before = self.config.meter.work();
                        self.intrinsic(s, *dst, *op, args)?;
                        end = end.saturating_sub((self.config.meter.work() - before) / tuning::BYTES_PER_COMMAND.get());
                    }
                    Command::Jump(target) => {
                        self.goto(s, *target);
                        if !marks.is_empty() && marks[target.index()] != 0 && !goes_round(s, marks[target.index()]) {
                            self.border_at(s, marks[target.index()])?;
                        }
                        continue;
                    }
                    Command::Branch { cond, then_, else_ } => {
                        let target = self.branch(s, *cond, *then_, *else_)?;
                        self.goto(s, target);
                        if !marks.is_empty() && marks[target.index()] != 0 && !goes_round(s, marks[target.index()]) {
                            self.border_at(s, marks[target.index()])?;
                        }
                        continue;
                    }
                    Command::Switch { value, width, cases, default } => {
                        let target = self.switch(s, *value, *width, cases, *default)?;
                        self.goto(s, target);
                        if !marks.is_empty() && marks[target.index()] != 0 && !goes_round(s, marks[target.index()]) {
                            self.border_at(s, marks[target.index()])?;
                        }
                        continue;
                    }
                    Command::Call { dsts, callee, args, results } => {
                        let before = self.config.meter.work();
                        self.call(s, dsts, *callee, args, results)?;
                        end = end.saturating_sub((self.config.meter.work() - before) / tuning::BYTES_PER_COMMAND.get());
                        s.granted.clear();
                        if self.reports() {
                            self.moved(s)?;
                        }
                        break;
                    }
                    Command::Return { values } => {
                        self.ret(s, values)?;
                        s.granted.clear();
                        if self.reports() {
                            self.moved(s)?;
                        }
                        break;
                    }
                    Command::Check { holds, rule, fatal, text } => self.check(s, *holds, *rule, *fatal, text)?,
                    Command::Unreachable => {
                        return Err(self.fault(
                            FaultKind::Unreachable,
                            "control reaches code that the compiler takes to be unreachable",
                        ));
                    }
                    Command::Unsupported { text } => {
                        return Err(stop(StopKind::Unsupported, format!("unsupported: {text}")));
                    }
                }
                s.top.loc = Loc(loc.0 + 1);
                if !s.granted.is_empty() {
                    s.granted.clear();
                }
                if !marks.is_empty() && marks[loc.index() + 1] != 0 && !goes_round(s, marks[loc.index() + 1]) {
                    self.border_at(s, marks[loc.index() + 1])?;
                }
            }
        }
        Ok(())
    }

    /// Moves control to another location of the current function.
    #[inline]
    pub(crate) fn goto(&self, s: &mut State, target: Loc) {
        s.top.loc = target;
        s.granted.clear();
        self.visit(s, s.top.func, target);
    }

    /// Control has arrived somewhere. Whether the program can get there may not be known yet.
    #[inline]
    pub(crate) fn visit(&self, s: &mut State, func: plica_ir::FuncId, loc: Loc) {
        if s.reach.is_confirmed() {
            self.coverage.visit(func, loc);
        } else {
            s.reach.came_by([(func, loc)]);
        }
    }

    /// The value of an operand. A variable never written gets its unknown value here, for good.
    #[inline]
    pub(crate) fn get(&self, s: &mut State, op: Operand) -> Flow<Value> {
        match op {
            Operand::Var(v) => {
                let value = s.top.vars[v.index()];
                match value {
                    Value::Uninit => self.read_uninit(s, v),
                    Value::Term(_) | Value::SymPtr { .. } if !s.pinned.is_empty() => Ok(self.held(s, value)),
                    Value::Term(t) => Ok(self.followed(s, t)),
                    _ => Ok(value),
                }
            }
            Operand::Int { width, bits } => Ok(Value::Int { width, bits }),
            _ => self.get_rare(s, op),
        }
    }

    /// What a value is where numbers are pinned.
    fn held(&self, s: &State, value: Value) -> Value {
        match rewrite(&self.pool, value, &mut |t| self.on_path(s, t)) {
            Value::Term(t) => self.followed(s, t),
            known => known,
        }
    }

    #[cold]
    fn get_rare(&self, s: &mut State, op: Operand) -> Flow<Value> {
        Ok(match op {
            Operand::Wide { width, index } => {
                Value::of_term(&self.pool, self.pool.bv(self.program.wide[index as usize], width))
            }
            Operand::Undef { width } => {
                self.mode.value(&self.pool, &name_of_undefined(s), width, SymbolKind::Undefined)
            }
            other => self.address(other).unwrap_or(Value::NULL),
        })
    }

    /// The value of a variable that is only passed on: copied, an argument, a result. Passing on what was never written
    /// is no read of it, since it may never be looked at. Where such reads are no faults it gets its unknown value all
    /// the same, so that the copies agree.
    #[inline]
    pub(crate) fn pass(&self, s: &mut State, v: plica_ir::VarId) -> Flow<Value> {
        match s.top.vars[v.index()] {
            Value::Uninit if !self.config.checks.covers(FaultKind::UninitializedRead) => self.read_uninit(s, v),
            value => Ok(value),
        }
    }

    /// A value that goes to memory, where what is undefined is not written, which a number could not tell.
    pub(crate) fn get_stored(&self, s: &mut State, op: Operand) -> Flow<Value> {
        match (op, &self.mode) {
            (Operand::Undef { width }, Mode::Concrete(_)) => {
                Ok(Value::Term(self.mode.undefined(&self.pool, &name_of_undefined(s), width)))
            }
            _ => self.get(s, op),
        }
    }

    #[cold]
    fn read_uninit(&self, s: &mut State, v: plica_ir::VarId) -> Flow<Value> {
        let var = &self.program.func(s.top.func).vars[v.index()];
        if self.config.checks.covers(FaultKind::UninitializedRead) {
            let message = format!("the variable {} is read before it is written", var.name);
            return Err(self.fault(FaultKind::UninitializedRead, message));
        }
        self.note(s, Premise::Unwritten);
        let value = self.fresh(s, &var.name, var.ty.width(), SymbolKind::Uninit);
        s.set(v, value);
        Ok(value)
    }

    /// A fresh unknown value. The name is made unique on the path.
    pub(crate) fn fresh(&self, s: &mut State, name: &str, width: u32, kind: SymbolKind) -> Value {
        let value = self.given(s, name, width, kind);
        let parts = vec![value.to_term(&self.pool)];
        let loc = self.program.func(s.top.func).locs.get(s.top.loc.index()).copied().unwrap_or(DebugLoc::UNKNOWN);
        s.note(Input { name: name.into(), kind: InputKind::Unset, parts, loc, origin: InputOrigin::Call });
        value
    }

    /// The value that the path is given next, without noting that it was: named by its place among the path's events.
    pub(crate) fn given(&self, s: &State, name: &str, width: u32, kind: SymbolKind) -> Value {
        self.given_at(s.events.len(), name, width, kind)
    }

    /// The same for a path on which so many events have happened.
    pub(crate) fn given_at(&self, events: usize, name: &str, width: u32, kind: SymbolKind) -> Value {
        self.mode.given(&self.pool, (events, 0), [name, &format!("{name}#{events}")], width, kind)
    }

    /// A rule that the compiler checks. Where nobody looks for its violation the compiled program ends or goes on.
    fn check(&self, s: &mut State, holds: Operand, rule: Rule, fatal: bool, text: &std::sync::Arc<str>) -> Flow {
        let kind = match FaultKind::of(rule) {
            kind if self.config.checks.covers(kind) => kind,
            _ if fatal => FaultKind::Abort,
            _ => return Ok(()),
        };
        let holds = self.get(s, holds)?.to_term(&self.pool);
        self.require(s, holds, kind, || text.to_string())
    }

    fn copies(&self, s: &mut State, copies: &[(plica_ir::VarId, Operand)]) -> Flow {
        if let [(dst, src)] = copies {
            let value = self.get(s, *src)?;
            s.set(*dst, value);
            return Ok(());
        }
        let mut values = smallvec::SmallVec::<[Value; 8]>::new();
        for (_, src) in copies {
            values.push(self.get(s, *src)?);
        }
        for ((dst, _), value) in copies.iter().zip(values) {
            s.set(*dst, value);
        }
        Ok(())
    }

    fn branch(&self, s: &mut State, cond: Operand, then_: Loc, else_: Loc) -> Flow<Loc> {
        match self.get(s, cond)? {
            Value::Int { bits, .. } => Ok(if bits & 1 == 1 { then_ } else { else_ }),
            v => {
                let cond = v.to_term(&self.pool);
                Err(decide(vec![
                    Alternative { cond, effect: Effect::Goto(then_) },
                    Alternative { cond: self.pool.not(cond), effect: Effect::Goto(else_) },
                ]))
            }
        }
    }

    fn switch(&self, s: &mut State, value: Operand, width: u32, cases: &[(u128, Loc)], default: Loc) -> Flow<Loc> {
        let v = self.get(s, value)?;
        if let Some(bits) = v.as_const() {
            let hit = cases.iter().find(|c| c.0 == u128::from(bits));
            return Ok(hit.map_or(default, |c| c.1));
        }
        if cases.iter().any(|&(case, _)| !is_no_address(case as u64)) {
            self.note_addresses(s, &[v]);
        }
        let term = v.to_term(&self.pool);
        if let Some(bits) = self.pool.const_value(term) {
            return Ok(cases.iter().find(|c| c.0 == bits).map_or(default, |c| c.1));
        }
        // One alternative per target, not per case.
        let mut targets: Vec<(Loc, TermId)> = Vec::new();
        let mut none = self.pool.true_();
        for (bits, target) in cases {
            let is = self.pool.eq(term, self.pool.bv(*bits, width));
            none = self.pool.and(none, self.pool.not(is));
            match targets.iter_mut().find(|t| t.0 == *target) {
                Some(t) => t.1 = self.pool.or(t.1, is),
                None => targets.push((*target, is)),
            }
        }
        match targets.iter_mut().find(|t| t.0 == default) {
            Some(t) => t.1 = self.pool.or(t.1, none),
            None => targets.push((default, none)),
        }
        Err(decide(targets.into_iter().map(|(loc, cond)| Alternative { cond, effect: Effect::Goto(loc) }).collect()))
    }

    /// The end of a path by a fault: reported if its class is looked for, else the path ends undecided, since what
    /// a program does after undefined behaviour is anybody's guess.
    pub(crate) fn fault(&self, kind: FaultKind, message: impl Into<std::sync::Arc<str>>) -> Interrupt {
        Box::new(match self.fault_effect(kind, message) {
            Effect::Fault(f) => Outcome::Fault(f),
            Effect::Stop(s) => Outcome::Stop(s),
            _ => Outcome::Finished,
        })
    }

    fn fault_effect(&self, kind: FaultKind, message: impl Into<std::sync::Arc<str>>) -> Effect {
        let message = message.into();
        if self.config.checks.covers(kind) {
            Effect::Fault(Fault { kind, message })
        } else if kind.ends_program() {
            // Not undefined behaviour: the program ends here.
            Effect::End
        } else {
            Effect::Stop(Stop { kind: StopKind::UncheckedUndefined, message })
        }
    }

    /// Goes on only if `ok`; otherwise the path ends by a fault.
    pub(crate) fn require(&self, s: &State, ok: TermId, kind: FaultKind, message: impl FnOnce() -> String) -> Flow {
        if self.pool.is_true(ok) || s.granted.contains(&ok) {
            return Ok(());
        }
        if self.pool.is_false(ok) {
            return Err(self.fault(kind, message()));
        }
        Err(decide(vec![
            Alternative { cond: self.pool.not(ok), effect: self.fault_effect(kind, message()) },
            Alternative { cond: ok, effect: Effect::Constrain },
        ]))
    }

    /// Splits on `cond`, which is neither known nor granted yet: afterwards it is granted, or its negation is.
    /// Answers which.
    pub(crate) fn split(&self, s: &State, cond: TermId) -> Flow<bool> {
        let not = self.pool.not(cond);
        if self.pool.is_true(cond) || s.granted.contains(&cond) {
            return Ok(true);
        }
        if self.pool.is_false(cond) || s.granted.contains(&not) {
            return Ok(false);
        }
        Err(decide(vec![
            Alternative { cond, effect: Effect::Constrain },
            Alternative { cond: not, effect: Effect::Constrain },
        ]))
    }

    /// A number for a value that has to be one: the model's, after a decision whether it is that one. All others
    /// follow on the other side, so nothing is lost.
    pub(crate) fn concretize(&self, s: &State, v: Value) -> Flow<u64> {
        if let Some(bits) = v.as_const() {
            return Ok(bits);
        }
        let term = v.to_term(&self.pool);
        // The model satisfies what is granted, so the side that was chosen is recognised when the command runs again.
        let (bits, is) = self.is_of_model(s, term);
        if self.split(s, is)? { Ok(bits as u64) } else { Err(stop(StopKind::Unsupported, "a value that has no model")) }
    }

    /// The model's value for a value of which only known ones can be dealt with, after a decision whether it is that
    /// one. `None` where it is another: what is granted to a command that differs from a number was decided here, as
    /// long as nothing else in it decides about the same value.
    pub(crate) fn one_of(&self, s: &State, v: Value) -> Flow<Option<Value>> {
        let term = v.to_term(&self.pool);
        if self.pool.const_value(term).is_some() {
            return Ok(Some(v));
        }
        let is_other = |&granted: &TermId| {
            let node = self.pool.node(self.pool.not(granted));
            node.op == Op::Eq && node.args.contains(&term)
        };
        if s.granted.iter().any(is_other) {
            return Ok(None);
        }
        let (bits, is) = self.is_of_model(s, term);
        let one = || Value::of_term(&self.pool, self.pool.bv(bits, self.pool.width(term)));
        Ok(self.split(s, is)?.then(one))
    }

    /// The model's value of a term, and that it is that one.
    fn is_of_model(&self, s: &State, term: TermId) -> (u128, TermId) {
        let bits = Evaluator::new(&self.pool, &s.model).eval(term).bits();
        (bits, self.pool.eq(term, self.pool.bv(bits, self.pool.width(term))))
    }

    /// Ends the path if the run is over, or if there is no memory for so many bytes more.
    #[inline]
    pub(crate) fn afford(&self, bytes: u64) -> Flow {
        let over = if bytes == 0 { self.config.meter.over() } else { self.config.meter.afford(bytes) };
        over.map_or(Ok(()), |reason| Err(run_is_over(reason)))
    }

    /// A new object; the path ends undecided when ids run out.
    pub(crate) fn add_object(&self, s: &mut State, object: crate::memory::Object) -> Flow<ObjId> {
        self.afford(tuning::BYTES_PER_OBJECT.get())?;
        s.heap.add(object).ok_or_else(|| stop(StopKind::Objects, "more objects than pointers can name"))
    }
}

/// The end of a path for the reason that the whole run is over.
#[cold]
fn run_is_over(reason: plica_tree::StopReason) -> Interrupt {
    let kind = match reason {
        plica_tree::StopReason::MemoryLimit => StopKind::Memory,
        plica_tree::StopReason::Cancelled => StopKind::Cancelled,
        _ => StopKind::Time,
    };
    stop(kind, "")
}

/// The interrupt for a decision.
pub(crate) fn decide(alternatives: Vec<Alternative>) -> Interrupt {
    Box::new(Outcome::Decide(alternatives))
}

/// The interrupt for a path that ends without an answer.
pub(crate) fn stop(kind: StopKind, message: impl Into<std::sync::Arc<str>>) -> Interrupt {
    Box::new(Outcome::Stop(Stop::new(kind, message)))
}
