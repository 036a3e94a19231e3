//! Checks by option of what machines define and the language does not, or what is defined and mostly not meant: pointer
//! arithmetic that leaves its object, comparing pointers into different objects, floating-point overflow, calls by a
//! pointer of another type.
//!
//! Oblivious to how values are computed: it looks at operands and results. Invariant: a check that is off costs a test
//! of a bit.

use plica_ir::{Arg, BinOp, FuncId, Operand, Ty};
use plica_term::{FpUnary, TermId};

use crate::fault::{FaultKind, StopKind};
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::state::State;
use crate::step::assign::is_address;
use crate::step::stop;
use crate::value::{ObjId, Value};

impl Machine {
    /// Is what a program does to be checked for this where control is? How a model comes to its result is no matter of
    /// the program's: what it is given is checked where it is used.
    #[inline]
    fn is_asked(&self, s: &State, kind: FaultKind) -> bool {
        self.config.checks.covers(kind) && !self.flow(s.top.func).is_model
    }

    /// The same for a rule of C and C++ about pointers. Rust has no such rules for what its library does to empty
    /// slices and to bounds of loops.
    #[inline]
    fn rules(&self, s: &State, kind: FaultKind) -> bool {
        self.is_asked(s, kind) && !self.flow(s.top.func).is_rust
    }

    /// A pointer stays in its object, or points to its end.
    #[inline]
    pub(crate) fn check_arithmetic(&self, s: &State, pointer: Value) -> Flow {
        if !self.rules(s, FaultKind::PointerArithmetic) {
            return Ok(());
        }
        let pool = &self.pool;
        let (obj, off) = match pointer.as_pointer() {
            Value::Ptr { obj, off } => (obj, pool.bv(u128::from(off), 64)),
            Value::SymPtr { obj, off } => (obj, off),
            _ => return Ok(()),
        };
        let size = match s.heap.get(obj) {
            Some(object) => object.size.to_term(pool),
            None if obj == ObjId(0) => pool.bv(0, 64),
            None => return Ok(()),
        };
        self.require(s, pool.ule(off, size), FaultKind::PointerArithmetic, || match obj {
            ObjId(0) => "pointer arithmetic on a null pointer".into(),
            _ => "pointer arithmetic leaves the object".into(),
        })
    }

    /// Is an index times the size of an element never an offset that wraps round where control is? Rust has pointers
    /// that may, and an optimiser computes addresses before it knows whether they are needed.
    #[inline]
    pub(crate) fn bounds_indices(&self, s: &State) -> bool {
        let (checks, func) = (&self.config.checks, s.top.func);
        // In models as well: it is what they are given.
        checks.covers(FaultKind::OutOfBounds) && !self.flow(func).is_rust && !self.program.optimised.contains(&func)
    }

    /// Is an index times the size of an element an offset? Where it wraps round no element is there. That is decided.
    #[inline]
    pub(crate) fn gives_offset(&self, s: &State, index: TermId, width: u32, size: i64) -> Flow<bool> {
        if width < 64 || size < 2 || !self.bounds_indices(s) {
            return Ok(true);
        }
        let (pool, most) = (&self.pool, i64::MAX / size);
        let (.., least, greatest) = pool.range(index);
        if least >= -i128::from(most) && greatest <= i128::from(most) {
            return Ok(true);
        }
        // Bounds of the index alone are seen without a solver.
        let bound = |most: i64| pool.bv(u128::from(most as u64), 64);
        self.split(s, pool.or(pool.ule(index, bound(most)), pool.ule(bound(-most), index)))
    }

    /// Decides which object a pointer leads to, if a check of this kind asks for that.
    #[inline]
    pub(crate) fn know_object(&self, s: &mut State, pointer: Operand, kind: FaultKind) -> Flow {
        if self.rules(s, kind) && matches!(self.get(s, pointer)?, Value::Term(_)) {
            let (obj, off) = self.resolve_object(s, pointer)?;
            if let Operand::Var(v) = pointer {
                s.set(v, Value::pointer(obj, off.value()));
            }
        }
        Ok(())
    }

    /// Two numbers that are subtracted are addresses in one object, if both are addresses.
    #[inline]
    pub(crate) fn check_difference(&self, s: &mut State, operands: [Operand; 2], values: [Value; 2]) -> Flow {
        let is_pointer = |v: &Value| v.object().is_some() || is_address(&self.pool, *v);
        if self.rules(s, FaultKind::PointerComparison) && values.iter().all(is_pointer) {
            let [a, b] = operands;
            self.check_same_object(s, a, b)?;
        }
        Ok(())
    }

    /// Two values that are pointers point into one object.
    #[inline]
    pub(crate) fn check_same_object(&self, s: &mut State, a: Operand, b: Operand) -> Flow {
        if !self.rules(s, FaultKind::PointerComparison) {
            return Ok(());
        }
        self.know_object(s, a, FaultKind::PointerComparison)?;
        self.know_object(s, b, FaultKind::PointerComparison)?;
        let (a, b) = (self.get(s, a)?, self.get(s, b)?);
        if a.object().is_none() || b.object().is_none() || a.object() == b.object() {
            return Ok(());
        }
        Err(self.fault(FaultKind::PointerComparison, "pointers into different objects are compared or subtracted"))
    }

    /// A sum, difference, product or quotient of finite values is finite, and of numbers a number.
    pub(crate) fn check_float(&self, s: &State, op: BinOp, ty: Ty, operands: [Value; 2], result: Value) -> Flow {
        let is_asked = |kind| self.is_asked(s, kind);
        let arithmetic = matches!(op, BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv);
        if !arithmetic || !(is_asked(FaultKind::FloatOverflow) || is_asked(FaultKind::NotANumber)) {
            return Ok(());
        }
        let pool = &self.pool;
        let is = |what, v| self.float_is(what, ty, v);
        let [a, b] = operands;
        let mut finite = vec![pool.not(is(FpUnary::IsInf, result)), is(FpUnary::IsInf, a)];
        finite.push(is(FpUnary::IsInf, b));
        if op == BinOp::FDiv {
            // A division by zero is an error of its own.
            finite.push(is(FpUnary::IsZero, b));
        }
        self.require(s, pool.or_all(&finite), FaultKind::FloatOverflow, || {
            "a floating-point operation overflows".into()
        })?;
        let number = [pool.not(is(FpUnary::IsNan, result)), is(FpUnary::IsNan, a), is(FpUnary::IsNan, b)];
        self.require(s, pool.or_all(&number), FaultKind::NotANumber, || {
            "a floating-point operation on numbers gives none".into()
        })
    }

    /// A finite value that becomes one of a smaller type stays finite.
    pub(crate) fn check_narrowed(&self, s: &State, (from, a): (Ty, Value), (to, result): (Ty, Value)) -> Flow {
        if !self.is_asked(s, FaultKind::FloatOverflow) {
            return Ok(());
        }
        let (before, after) = (self.float_is(FpUnary::IsInf, from, a), self.float_is(FpUnary::IsInf, to, result));
        let ok = self.pool.or(before, self.pool.not(after));
        self.require(s, ok, FaultKind::FloatOverflow, || {
            "a floating-point value is too large for a smaller type".into()
        })
    }

    fn float_is(&self, what: FpUnary, ty: Ty, v: Value) -> TermId {
        self.pool.fp_is(what, self.float(ty, v))
    }

    /// A function that is called by a pointer takes and gives what the call passes and expects. A model takes its
    /// arguments for what the library's function is given, so that has to fit whether it is checked or not.
    pub(crate) fn check_call_type(&self, func: FuncId, args: &[Arg], results: &[Ty]) -> Flow {
        let f = self.program.func(func);
        let params = f.vars.iter().take(f.params as usize);
        let takes = args.len() >= f.params as usize && params.zip(args).all(|(p, a)| p.ty == a.ty);
        // In C++ it stands in tables of functions for those that a class has only declared, whatever their types.
        let stands_in = matches!(&*f.name, "__cxa_pure_virtual" | "__cxa_deleted_virtual");
        let fits = stands_in || (takes && (f.variadic || args.len() == f.params as usize) && f.results == results);
        let is_checked = self.config.checks.covers(FaultKind::CallType) && !f.is_declaration();
        let is_model = self.builtins[func.index()].is_some();
        let message = || format!("{} is called by a pointer of another type", f.display);
        match (fits, takes) {
            (false, _) if is_checked => Err(self.fault(FaultKind::CallType, message())),
            (_, false) if is_model => Err(stop(StopKind::UncheckedUndefined, message())),
            _ => Ok(()),
        }
    }
}
