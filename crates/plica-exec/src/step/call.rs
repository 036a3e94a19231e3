//! Calls and returns.
//!
//! A call of a function with a body pushes a frame; without one, its library model runs in one step. Everything that
//! can interrupt the call (an argument's address has to be checked) happens before anything is changed.

use plica_ir::{Arg, Callee, FuncId, Loc, Operand, Ty, VarId};
use plica_term::SymbolKind;

use crate::builtin::Call;
use crate::event::{Input, InputKind, InputOrigin};
use crate::fault::{FaultKind, StopKind};
use crate::fresh::Mode;
use crate::machine::{Externals, Machine};
use crate::outcome::{Flow, Outcome};
use crate::premise::Premise;
use crate::state::{State, VarArg};
use crate::step::{Offset, stop};
use crate::value::Value;

impl Machine {
    pub(crate) fn call(&self, s: &mut State, dsts: &[VarId], callee: Callee, args: &[Arg], results: &[Ty]) -> Flow {
        let func = match callee {
            Callee::Direct(f) => self.aliased(s, f)?,
            Callee::Indirect(op) => {
                let func = self.called_function(s, op)?;
                self.check_call_type(func, args, results)?;
                func
            }
        };
        let f = self.program.func(func);
        if !f.is_declaration() {
            return self.enter(s, func, args);
        }
        let value = match self.builtins[func.index()] {
            Some(builtin) => {
                let depth = s.depth;
                let value = builtin(self, s, &Call { args, results, name: &f.name, path: &f.display })?;
                if s.depth > depth {
                    // The model has entered a function of the program, whose return ends this call.
                    return Ok(());
                }
                value
            }
            None => self.external(s, &f.display, args, results)?,
        };
        if let (Some(dst), Some(ty)) = (dsts.first(), results.first()) {
            let value = value.unwrap_or(Value::Uninit);
            s.set(*dst, self.fit(value, *ty));
        }
        for dst in dsts.iter().skip(1) {
            s.set(*dst, Value::Uninit);
        }
        s.top.loc = Loc(s.top.loc.0 + 1);
        Ok(())
    }

    fn called_function(&self, s: &mut State, op: Operand) -> Flow<FuncId> {
        let (obj, off) = self.resolve(s, op)?;
        if obj.0 == 0 {
            return Err(self.fault(FaultKind::NullDereference, "call through a null function pointer"));
        }
        let message = "call through a pointer that points to no function";
        let Some(f) = self.object_function(obj) else { return Err(self.fault(FaultKind::InvalidCall, message)) };
        let start = self.pool.eq(off.value().to_term(&self.pool), self.pool.bv(0, 64));
        self.require(s, start, FaultKind::InvalidCall, || message.into())?;
        Ok(f)
    }

    /// A function without body and model.
    fn external(&self, s: &mut State, name: &str, args: &[Arg], results: &[Ty]) -> Flow<Option<Value>> {
        match self.config.externals {
            Externals::Stop => Err(stop(StopKind::NoModel, format!("calls {name}, which has no model"))),
            Externals::Havoc => {
                self.note_name(s, Premise::Externals, name);
                let mut writes = results.is_empty();
                for arg in args.iter().filter(|a| a.ty == Ty::Ptr) {
                    writes |= match self.get(s, arg.value)?.as_pointer() {
                        Value::Ptr { obj, .. } | Value::SymPtr { obj, .. } => {
                            s.heap.get(obj).is_some_and(|o| !o.constant)
                        }
                        _ => true,
                    };
                }
                Ok(self.made_up(s, name, results, writes))
            }
        }
    }

    /// Any value, as the result of a function of which nothing is known but that, perhaps, it writes to memory.
    pub(crate) fn made_up(&self, s: &mut State, name: &str, results: &[Ty], writes: bool) -> Option<Value> {
        // An input may be called like the function; the two must not be one symbol. Nor must what a call without a
        // result leaves behind be taken for the result of one that has one.
        let (name, width) = match results.first() {
            Some(ty) => (format!("{name}()"), ty.width()),
            None => (format!("{name}() without result"), 1),
        };
        let value = self.given(s, &name, width, SymbolKind::Input);
        let parts = vec![value.to_term(&self.pool)];
        let loc = self.program.func(s.top.func).locs[s.top.loc.index()];
        let kind = InputKind::External { writes };
        s.note(Input { name: name.into(), kind, parts, loc, origin: InputOrigin::Call });
        (!results.is_empty()).then_some(value)
    }

    /// Pushes the frame of a function with its arguments set.
    pub(crate) fn enter(&self, s: &mut State, func: FuncId, args: &[Arg]) -> Flow {
        let stack = s.top.stack.saturating_add(self.frame_size(func));
        if stack > self.config.stack && self.config.checks.covers(FaultKind::StackOverflow) {
            return Err(self.stack_overflow());
        }
        if matches!(self.mode, Mode::Unit(_)) && self.config.checks.covers(FaultKind::StackOverflow) {
            // How deep the callers of a unit are nested is not known in it.
            if self.is_recursive(func) {
                self.note(s, Premise::Stack);
            }
        }
        if s.depth >= self.config.max_depth {
            let message = format!("calls are nested more than {} deep", self.config.max_depth);
            return Err(stop(StopKind::CallDepth, message));
        }
        let f = self.program.func(func);
        let params = f.params as usize;
        let mut frame = crate::state::Frame { stack, ..self.frame(func) };
        let mut copies = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let mut value = match arg.value {
                Operand::Var(v) => self.pass(s, v)?,
                op => self.get(s, op)?,
            };
            if let Some(size) = arg.byval {
                let place = if size == 0 { None } else { Some(self.locate(s, arg.value, size, false)?) };
                copies.push((i, place, size));
                value = Value::NULL;
            }
            if i < params {
                frame.vars[i] = self.fit(value, f.vars[i].ty);
            } else if f.variadic {
                let size = arg.byval.unwrap_or(arg.ty.store_size());
                let float = matches!(arg.ty, Ty::Float(_));
                frame.varargs.push(VarArg { value, size, byval: arg.byval.is_some(), float });
            }
        }
        // From here on nothing interrupts.
        for (i, place, size) in copies {
            let name = f.vars.get(i).map_or_else(|| "argument".into(), |v| v.name.clone());
            let copy = self.add_stack_object(s, Value::int(size, 64), 0, name)?;
            // The copy belongs to the callee.
            s.top.objects.pop();
            frame.objects.push(copy);
            if let Some((obj, off)) = place {
                self.transfer(s, (copy, Offset::Known(0)), (obj, off), size)?;
            }
            let value = Value::Ptr { obj: copy, off: 0 };
            if i < params {
                frame.vars[i] = value;
            } else if f.variadic {
                frame.varargs[i - params].value = value;
            }
        }
        s.push_frame(frame);
        self.visit(s, func, Loc(0));
        Ok(())
    }

    /// The fault of a call for which the stack is too small.
    pub fn stack_overflow(&self) -> crate::outcome::Interrupt {
        let message = format!("calls are nested until a stack of {} bytes overflows", self.config.stack);
        self.fault(FaultKind::StackOverflow, message)
    }

    /// A value as one of type `ty`: old C lets calls disagree with definitions about widths.
    pub fn fit(&self, value: Value, ty: Ty) -> Value {
        let want = ty.width();
        match value {
            Value::Int { width, .. } if width == want => value,
            Value::Int { bits, .. } if want <= 64 => Value::int(bits, want),
            Value::Uninit => value,
            v if v.width(&self.pool) == want => v,
            v => Value::of_term(&self.pool, self.pool.resize_unsigned(v.to_term(&self.pool), want)),
        }
    }

    pub(crate) fn ret(&self, s: &mut State, values: &[Operand]) -> Flow {
        let mut results = smallvec::SmallVec::<[Value; 1]>::new();
        // The system reads what `main` gives.
        let is_last = s.callers.is_none() && &*self.program.func(s.top.func).name == "main";
        for op in values {
            results.push(match op {
                Operand::Var(v) if !is_last => self.pass(s, *v)?,
                op => self.get(s, *op)?,
            });
        }
        if s.callers.is_none() {
            if let Mode::Concrete(world) = &self.mode {
                world.ends(results.first().and_then(|result| result.as_const()).map(|status| status as u8));
            }
            if !matches!(self.mode, Mode::Unit(_)) {
                return Err(self.end(s, std::iter::empty()));
            }
            s.pop_frame();
            s.returned = results;
            return Err(Box::new(Outcome::Returned));
        }
        let startup = s.top.startup;
        let fenced = self.reports() && self.leaving(s);
        if startup {
            s.pop_frame();
            return Ok(());
        }
        self.give(s, &results);
        if fenced {
            s.returned = results;
            return Err(Box::new(Outcome::Left));
        }
        Ok(())
    }

    /// Leaves the current frame for its caller, whose call gets these results.
    pub fn give(&self, s: &mut State, results: &[Value]) {
        s.pop_frame();
        let func = self.program.func(s.top.func);
        if let plica_ir::Command::Call { dsts, results: types, .. } = &func.code[s.top.loc.index()] {
            for (i, (dst, ty)) in dsts.iter().zip(types.iter()).enumerate() {
                let value = results.get(i).copied().unwrap_or(Value::Uninit);
                s.top.vars[dst.index()] = self.fit(value, *ty);
            }
        }
        s.top.loc = Loc(s.top.loc.0 + 1);
    }
}
