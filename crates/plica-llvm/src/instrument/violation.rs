//! What the call of a handler says (`__ubsan_handle_…`): which rule was violated, on what.
//!
//! Oblivious to where it is called. Handlers that are not known are told as [`Rule::Other`], never dropped.

use plica_ir::Rule;

use crate::ast::{
    Call, CalledOperand, ConstExpr, Constant, GlobalRef, InstKind, Instruction, Module, TypedValue, ValueRef,
};

/// A handler of a violated rule, as its call says it.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    /// The rule.
    pub rule: Rule,
    /// Does the program end there?
    pub fatal: bool,
    /// What is wrong.
    pub text: String,
    /// Is it about a pointer that is read or written through right behind it?
    pub of_access: bool,
    /// Is it about a pointer that becomes a reference?
    pub of_reference: bool,
}

/// What the call of a handler of clang's UndefinedBehaviorSanitizer says; none for other calls.
pub fn violation(module: &Module, call: &Call) -> Option<Violation> {
    let CalledOperand::Value(ValueRef::Global(name)) = call.callee else { return None };
    let name = module.name(name).strip_prefix("__ubsan_handle_")?;
    let (name, aborts) = name.strip_suffix("_abort").map_or((name, false), |n| (n, true));
    let name = name.strip_suffix("_minimal").unwrap_or(name);
    let data = call.args.first().and_then(|arg| structure(module, arg.operand.value));
    let field = |i: usize| data.and_then(|parts| parts.get(i)).map(|op| op.value);
    let number = |i: usize| field(i).and_then(|value| module.int(value));
    let named = |i: usize| {
        let found = field(i).and_then(|value| type_name(module, value));
        found.map_or(String::new(), |name| format!(" of type {name}"))
    };
    let (rule, text) = match name {
        "out_of_bounds" => (Rule::ArrayBounds, format!("an index leaves the bounds of an array{}", named(1))),
        "vla_bound_not_positive" => {
            (Rule::VlaBound, "the length of a variable-length array is not positive".to_string())
        }
        "invalid_builtin" => (
            Rule::Builtin,
            match number(1) {
                Some(0) => "__builtin_ctz of 0 is undefined".to_string(),
                Some(1) => "__builtin_clz of 0 is undefined".to_string(),
                _ => "a builtin is given what it is undefined for".to_string(),
            },
        ),
        "shift_out_of_bounds" => (
            Rule::ShiftBase,
            format!("a shift{} is too far, shifts set bits out, or is a left shift of a negative value", named(1)),
        ),
        "add_overflow" | "sub_overflow" | "mul_overflow" | "negate_overflow" => {
            let operation = match name {
                "add_overflow" => "addition",
                "sub_overflow" => "subtraction",
                "mul_overflow" => "multiplication",
                _ => "negation",
            };
            let (rule, sign) = match field(1).and_then(|value| is_signed(module, value)) {
                Some(false) => (Rule::UnsignedOverflow, "unsigned"),
                _ => (Rule::SignedOverflow, "signed"),
            };
            (rule, format!("{sign} overflow in a {operation}{}", named(1)))
        }
        "divrem_overflow" => match field(1).and_then(|value| type_kind(module, value)) {
            Some(1) => (Rule::FloatDivision, format!("a floating-point division by zero{}", named(1))),
            _ => (Rule::Division, format!("a division by zero, or one that overflows{}", named(1))),
        },
        "float_cast_overflow" => {
            (Rule::FloatCast, "a floating-point value does not fit the type that it is converted to".to_string())
        }
        "implicit_conversion" => {
            (Rule::Conversion, format!("an implicit conversion of a value{} changes it", named(1)))
        }
        "pointer_overflow" => (Rule::PointerArithmetic, "pointer arithmetic wraps round or starts at null".to_string()),
        "type_mismatch_v1" => match number(2) {
            Some(0) => (Rule::Null, format!("use of a null pointer to an object{}", named(1))),
            // See `Joiner::join`: where only null is asked for, the alignment says nothing.
            _ => (
                Rule::Alignment,
                format!("use of a null or misaligned pointer, or one to too small an object,{}", named(1)),
            ),
        },
        "alignment_assumption" => (Rule::Alignment, "an assumption about alignment does not hold".to_string()),
        "load_invalid_value" => (Rule::Value, format!("a value that no object{} can have is read", named(1))),
        "nonnull_arg" | "nullability_arg" => {
            (Rule::Nonnull, "a null pointer is passed for a parameter that must not be null".to_string())
        }
        "nonnull_return_v1" | "nonnull_return" | "nullability_return_v1" | "nullability_return" => {
            (Rule::Nonnull, "a null pointer is returned by a function that must not return null".to_string())
        }
        "function_type_mismatch" | "function_type_mismatch_v1" => {
            (Rule::CallType, "a function is called by a pointer of another type".to_string())
        }
        "builtin_unreachable" => (Rule::Unreachable, "__builtin_unreachable() is reached".to_string()),
        "missing_return" => (Rule::Unreachable, "a function with a result ends without a return".to_string()),
        other => (Rule::Other, format!("the compiler's check `{other}` fails")),
    };
    // clang numbers what a pointer is for: 0 and 1 are loads and stores.
    let purpose = number(3).filter(|_| name == "type_mismatch_v1");
    let (of_access, of_reference) = (matches!(purpose, Some(0 | 1)), purpose == Some(2));
    Some(Violation { rule, fatal: aborts || rule == Rule::Unreachable, text, of_access, of_reference })
}

/// The parts of the constant structure that an address leads to.
fn structure(module: &Module, value: ValueRef) -> Option<&[TypedValue]> {
    let mut value = value;
    loop {
        match value {
            ValueRef::Const(id) => match module.constants.get(id) {
                Constant::Expr(expr) => match &**expr {
                    ConstExpr::Cast { value: inner, .. } => value = inner.value,
                    ConstExpr::Gep { base, .. } => value = base.value,
                    _ => return None,
                },
                _ => return None,
            },
            ValueRef::Global(name) => {
                let Some(GlobalRef::Var(at)) = module.by_name.get(&name) else { return None };
                let Some(ValueRef::Const(id)) = module.globals.get(*at as usize)?.init else { return None };
                return match module.constants.get(id) {
                    Constant::Struct(parts) => Some(parts),
                    _ => None,
                };
            }
            _ => return None,
        }
    }
}

/// The name in a type descriptor `{ i16 kind, i16 info, [n x i8] name }`.
fn type_name(module: &Module, descriptor: ValueRef) -> Option<String> {
    let name = structure(module, descriptor)?.get(2)?.value;
    let ValueRef::Const(id) = name else { return None };
    let Constant::Bytes(bytes) = module.constants.get(id) else { return None };
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    Some(String::from_utf8_lossy(&bytes[..end]).replace('\'', ""))
}

/// 0 for integers, 1 for floats.
fn type_kind(module: &Module, descriptor: ValueRef) -> Option<u128> {
    module.int(structure(module, descriptor)?.first()?.value)
}

fn is_signed(module: &Module, descriptor: ValueRef) -> Option<bool> {
    (type_kind(module, descriptor)? == 0).then_some(())?;
    Some(module.int(structure(module, descriptor)?.get(1)?.value)? & 1 == 1)
}

/// Is this the code of a block that prepares the arguments of a handler, calls it, and goes on or ends?
pub(super) fn handler(module: &Module, code: &[Instruction]) -> Option<Violation> {
    let (last, rest) = code.split_last()?;
    let ends = match last.kind {
        InstKind::Br(_) => false,
        InstKind::Unreachable => true,
        _ => return None,
    };
    let mut found = None;
    for inst in rest {
        match &inst.kind {
            InstKind::Cast { .. } | InstKind::Debug(_) => {}
            // Values that do not fit an argument are passed in memory of their own.
            InstKind::Store { ptr, .. } if matches!(ptr.value, ValueRef::Local(_)) => {}
            InstKind::Call(call) if found.is_none() => found = Some(violation(module, call)?),
            _ => return None,
        }
    }
    let mut violation = found?;
    violation.fatal |= ends;
    Some(violation)
}
