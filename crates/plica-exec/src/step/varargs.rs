//! Variable arguments, in the layout of the System V x86-64 ABI.
//!
//! clang expands `va_arg` into reads of the `va_list` structure. All register slots are marked as used up, so that
//! every argument is taken from the overflow area, an object made here. In it, what is wider than eight bytes (a
//! `long double`, a vector) is aligned to sixteen. Where a program aligns to more than that what it reads, the path
//! stops: an aggregate that asks for sixteen itself, and an `__int128`, which clang passes as two halves that nothing
//! tells apart from others, are not where the program looks for them. What each argument is stands in an object of
//! its own, which the list has for the area of registers: a program never looks there.

use plica_ir::Operand;

use crate::fault::{FaultKind, StopKind};
use crate::machine::Machine;
use crate::memory::{Object, ObjectKind};
use crate::outcome::Flow;
use crate::state::{State, VarArg};
use crate::step::{Offset, stop};
use crate::value::Value;

/// Size of the `va_list` structure.
const VA_LIST: u64 = 24;
/// `gp_offset` and `fp_offset` when no register argument is left.
const GP_END: u64 = 48;
const FP_END: u64 = 176;
/// What the object that holds the arguments is called.
const AREA: &str = "variable arguments";
/// The same of that which tells what they are: a byte for each eight bytes of arguments.
const CLASSES: &str = "classes of variable arguments";
/// It comes in a register for integers and pointers, in one for floating-point numbers, or may come in several or
/// none.
const WORD: u64 = 1;
const FLOAT: u64 = 2;
const OTHER: u64 = 0;

impl Machine {
    pub(crate) fn va_start(&self, s: &mut State, list: Operand) -> Flow {
        let (obj, off) = self.locate(s, list, VA_LIST, true)?;
        let args = s.top.varargs.clone();
        let mut total = 0u64;
        let places: Vec<u64> = args
            .iter()
            .map(|a| {
                let at = total.next_multiple_of(if a.size > 8 && !a.byval { 16 } else { 8 });
                total = at + a.size.next_multiple_of(8);
                at
            })
            .collect();
        let area = self.add_stack_object(s, Value::int(total, 64), 0, AREA.into())?;
        let classes = self.add_stack_object(s, Value::int(total / 8, 64), 0, CLASSES.into())?;
        for (arg, at) in args.into_iter().zip(places) {
            let class = match arg {
                VarArg { byval: true, .. } | VarArg { size: 9.., .. } => OTHER,
                VarArg { float: true, .. } => FLOAT,
                _ => WORD,
            };
            self.write(s, classes, Offset::Known(at / 8), 1, Value::int(class, 8));
            match (arg.byval, arg.value) {
                (true, Value::Ptr { obj, off }) => {
                    self.transfer(s, (area, Offset::Known(at)), (obj, Offset::Known(off)), arg.size)?;
                }
                (_, value) if value != Value::Uninit => {
                    let value = self.fit(value, plica_ir::Ty::Int(arg.size as u32 * 8));
                    self.write(s, area, Offset::Known(at), arg.size, value);
                }
                _ => {}
            }
        }
        let fields = [
            (0, 4, Value::int(GP_END, 32)),
            (4, 4, Value::int(FP_END, 32)),
            (8, 8, Value::Ptr { obj: area, off: 0 }),
            (16, 8, Value::Ptr { obj: classes, off: 0 }),
        ];
        for (at, size, value) in fields {
            self.write(s, obj, self.shifted(off, at), size, value);
        }
        Ok(())
    }

    /// The next argument is taken as one that comes in a register for floating-point numbers, or in one for others.
    /// `field`: the list's offset of the next such register.
    pub(super) fn va_arg(&self, s: &mut State, field: Operand, float: Operand) -> Flow {
        let float = self.get(s, float)?.as_const() == Some(1);
        let (list, at) = self.locate(s, field, 4, false)?;
        let start = self.shifted(at, if float { 4u64.wrapping_neg() } else { 0 });
        let next = self.read(s, list, self.shifted(start, 8), 8);
        let classes = self.read(s, list, self.shifted(start, 16), 8);
        let (Value::Ptr { obj: area, off }, Some(_)) = (next, self.classes(s, classes)) else { return Ok(()) };
        if s.heap.get(area).and_then(|o| o.size.as_const()).is_some_and(|size| off >= size) {
            return Err(self.fault(FaultKind::OutOfBounds, "a variable argument is taken that was not passed"));
        }
        if self.is_of_class(s, classes, off, float) {
            return Ok(());
        }
        let (passed, taken) = ("an integer or a pointer", "a floating-point number");
        let (passed, taken) = if float { (passed, taken) } else { (taken, passed) };
        let text = format!("{passed} was passed as a variable argument that is taken as {taken}");
        Err(self.fault(FaultKind::InvalidBuiltin, text))
    }

    /// May the argument at this offset in its area be taken as one that comes in a register for floating-point
    /// numbers, or in one for others?
    pub(crate) fn is_of_class(&self, s: &State, classes: Value, off: u64, float: bool) -> bool {
        let Some(there) = self.classes(s, classes) else { return true };
        let class = there.content.peek(&self.pool, off / 8, 1).and_then(Value::as_const);
        class != Some(if float { WORD } else { FLOAT })
    }

    /// What tells what the arguments of a list are, if its field for it leads there.
    fn classes<'a>(&self, s: &'a State, field: Value) -> Option<&'a Object> {
        let Value::Ptr { obj, off: 0 } = field else { return None };
        s.heap.get(obj).filter(|o| &*o.name == CLASSES)
    }

    /// An address is aligned by this mask. Among variable arguments that must not pass over one.
    pub(super) fn check_aligned(&self, s: &State, address: Value, mask: Value) -> Flow {
        let (Value::Ptr { obj, .. } | Value::SymPtr { obj, .. }, Value::Int { bits: mask, .. }) = (address, mask)
        else {
            return Ok(());
        };
        let Some(area) = s.heap.get(obj).filter(|o| o.kind == ObjectKind::Stack && &*o.name == AREA) else {
            return Ok(());
        };
        // Aligning takes the next address behind the last that is too low.
        let passed = match address {
            Value::Ptr { off, .. } => off.wrapping_sub(!mask)..off & mask,
            _ => 0..u64::MAX,
        };
        let between = passed.end.saturating_sub(passed.start);
        // Between two arguments nothing was written.
        let gap = between <= 8 && (passed.clone()).all(|at| area.content.is_uninit(&self.pool, at, 1));
        if gap {
            return Ok(());
        }
        Err(stop(StopKind::Unsupported, "an argument among variable ones that is aligned to more than 8 bytes"))
    }
}
