//! Models of output and of `math.h`, called on a state of a program that has only globals.

use std::sync::Arc;

use plica_ir::{
    Arg, Block, Command, DebugLoc, FloatKind, FuncId, Function, Global, GlobalId, Init, Loc, Operand, Program, Ty, Var,
    VarId, VarKind,
};
use plica_term::{ConstValue, Evaluator, Model, Op, SymbolKind, TermId, TermPool};

use super::print::Source;
use super::{Call, Course, builtin_by_name, course};
use crate::fault::{FaultKind, StopKind};
use crate::machine::{Machine, MachineConfig};
use crate::outcome::{Effect, Outcome};
use crate::state::State;
use crate::value::Value;

const DOUBLE: Ty = Ty::Float(FloatKind::Double);

/// A machine whose globals hold these bytes, at the start of a function with eight variables.
fn machine(globals: &[&[u8]]) -> (Machine, State) {
    let var = |i: u32| Var {
        name: format!("v{i}").into(),
        ty: Ty::Int(64),
        kind: VarKind::Temp,
        decl: DebugLoc::UNKNOWN,
        signed: false,
    };
    let main = Function {
        name: "main".into(),
        display: "main".into(),
        vars: (0..8).map(var).collect(),
        params: 0,
        results: Vec::new(),
        variadic: false,
        code: vec![Command::Return { values: Vec::new().into() }],
        locs: vec![DebugLoc::UNKNOWN],
        blocks: vec![Block { start: Loc(0), name: "entry".into() }],
        labels: Vec::new(),
        decl: DebugLoc::UNKNOWN,
    };
    let global = |(i, bytes): (usize, &&[u8])| Global {
        name: format!("g{i}").into(),
        size: bytes.len() as u64,
        cell: 1,
        constant: false,
        init: Init::Data { bytes: (*bytes).into(), relocs: Vec::new() },
        decl: DebugLoc::UNKNOWN,
    };
    let program = Program {
        functions: vec![main],
        globals: globals.iter().enumerate().map(global).collect(),
        ..Program::default()
    };
    let machine = Machine::new(Arc::new(program), Arc::new(TermPool::new()), MachineConfig::default());
    let state = machine.initial_state(FuncId(0)).expect("a state");
    (machine, state)
}

fn arg(value: Operand, ty: Ty) -> Arg {
    Arg { value, ty, byval: None }
}

fn int(v: i64) -> Arg {
    arg(Operand::Int { width: 32, bits: v as u32 as u64 }, Ty::Int(32))
}

fn long(v: i64) -> Arg {
    arg(Operand::Int { width: 64, bits: v as u64 }, Ty::Int(64))
}

fn double(v: f64) -> Arg {
    arg(Operand::Int { width: 64, bits: v.to_bits() }, DOUBLE)
}

fn global(i: u32) -> Arg {
    arg(Operand::Global { id: GlobalId(i), offset: 0 }, Ty::Ptr)
}

/// A symbol in a variable, as an argument.
fn symbol(m: &Machine, s: &mut State, var: u32, width: u32, ty: Ty) -> (Arg, TermId) {
    let t = m.pool.symbol(&format!("s{var}"), plica_term::Sort::Bv(width), SymbolKind::Input);
    s.set(VarId(var), Value::Term(t));
    (arg(Operand::Var(VarId(var)), ty), t)
}

fn call(m: &Machine, s: &mut State, name: &str, args: &[Arg], result: Ty) -> Result<Option<Value>, Outcome> {
    let model = builtin_by_name(name).unwrap_or_else(|| panic!("{name}"));
    model(m, s, &Call { args, results: &[result], name, path: name }).map_err(|outcome| *outcome)
}

/// What `printf` writes and returns.
fn printf(m: &Machine, s: &mut State, args: &[Arg]) -> Result<(String, Value), Outcome> {
    let call = Call { args, results: &[Ty::Int(32)], name: "printf", path: "printf" };
    let format = m.arg(s, &call, 0).map_err(|e| *e)?;
    let out = m.print(s, format, "printf", &mut Source::Call(&call, 1)).map_err(|e| *e)?;
    let length = m.printed(s, &out);
    Ok((String::from_utf8_lossy(&out.bytes).into_owned(), length))
}

fn set(m: &Machine, model: &mut Model, t: TermId, bits: u128) {
    let Op::Symbol(symbol) = m.pool.node(t).op else { panic!("no symbol") };
    model.set(symbol, ConstValue::Bv(bits));
}

fn fault_of(outcome: Result<(String, Value), Outcome>) -> FaultKind {
    match outcome {
        Err(Outcome::Fault(f)) => f.kind,
        other => panic!("{other:?}"),
    }
}

#[test]
fn known_data_is_formatted() {
    let (m, mut s) = machine(&[b"%s=%5d|%-4c|%lx|%.2f|%*d|%%\n\0", b"key\0rest"]);
    let args = [global(0), global(1), int(-42), int(65), long(-1), double(2.675), int(-6), int(7)];
    let (text, length) = printf(&m, &mut s, &args).unwrap();
    assert_eq!(text, "key=  -42|A   |ffffffffffffffff|2.67|7     |%\n");
    assert_eq!(length, Value::int(text.len() as u64, 32));
}

#[test]
fn texts_are_checked() {
    let (m, mut s) = machine(&[b"%s\0", b"abc", b"%.3s\0", b"%.4s\0"]);
    assert_eq!(fault_of(printf(&m, &mut s, &[global(0), global(1)])), FaultKind::OutOfBounds);
    assert_eq!(printf(&m, &mut s, &[global(2), global(1)]).unwrap().0, "abc");
    assert_eq!(fault_of(printf(&m, &mut s, &[global(3), global(1)])), FaultKind::OutOfBounds);
    let null = arg(Operand::Int { width: 64, bits: 0 }, Ty::Ptr);
    assert_eq!(fault_of(printf(&m, &mut s, &[global(0), null])), FaultKind::NullDereference);
}

#[test]
fn a_format_that_is_not_understood_stops_the_path() {
    let (m, mut s) = machine(&[b"%n\0", b"%d %d\0", b"%f\0"]);
    match printf(&m, &mut s, &[global(0), global(0)]) {
        Err(Outcome::Stop(stop)) => assert_eq!(stop.kind, StopKind::Unsupported),
        other => panic!("{other:?}"),
    }
    assert_eq!(fault_of(printf(&m, &mut s, &[global(1), int(1)])), FaultKind::InvalidBuiltin);
    assert_eq!(fault_of(printf(&m, &mut s, &[global(2), int(1)])), FaultKind::InvalidBuiltin);
}

#[test]
fn the_length_of_symbolic_numbers_is_exact() {
    for (format, width) in [
        ("%d", 32),
        ("%+6d", 32),
        ("%u", 32),
        ("%#x", 32),
        ("%#o", 32),
        ("%hhd", 32),
        ("%ld", 64),
        ("%.0d", 32),
        ("%08lx", 64),
    ] {
        let (m, mut s) = machine(&[format!("{format}\0").as_bytes()]);
        let (argument, t) = symbol(&m, &mut s, 0, width, Ty::Int(width));
        let (_, length) = printf(&m, &mut s, &[global(0), argument]).unwrap();
        let length = length.to_term(&m.pool);
        let mut values = vec![0, 1, u64::MAX, 1 << 31, (1 << 31) - 1, 1 << 63, (1 << 63) - 1, 128, 127, 255];
        values.extend((0..20).map(|k| 10u64.pow(k)));
        values.extend((0..20).map(|k| 10u64.pow(k) - 1));
        values.extend((0..64).map(|k| 1u64 << k));
        values.extend((0..20).map(|k| (10u64.pow(k)).wrapping_neg()));
        for v in values {
            let mut model = Model::new();
            set(&m, &mut model, t, u128::from(crate::value::cut(v, width)));
            let expected = {
                let number = arg(Operand::Int { width, bits: crate::value::cut(v, width) }, Ty::Int(width));
                printf(&m, &mut s, &[global(0), number]).unwrap().0.len()
            };
            let got = Evaluator::new(&m.pool, &model).eval(length).bits();
            assert_eq!(got, expected as u128, "{format} of {v}");
        }
    }
}

#[test]
fn a_symbolic_text_ends_where_it_may_end() {
    let (m, mut s) = machine(&[b"<%s>\0", b"ab\0\0"]);
    let byte = m.pool.symbol("b", plica_term::Sort::Bv(8), SymbolKind::Input);
    m.write(&mut s, m.global_object(GlobalId(1)), crate::step::Offset::Known(1), 1, Value::Term(byte));
    let (text, length) = printf(&m, &mut s, &[global(0), global(1)]).unwrap();
    assert_eq!(text, "<a?>");
    for (b, expected) in [(0u128, 3), (65, 4)] {
        let mut model = Model::new();
        set(&m, &mut model, byte, b);
        assert_eq!(Evaluator::new(&m.pool, &model).eval(length.to_term(&m.pool)).bits(), expected);
    }
    // Without a NUL behind it the symbolic byte has to be the end.
    for at in [2, 3] {
        m.write(&mut s, m.global_object(GlobalId(1)), crate::step::Offset::Known(at), 1, Value::int(66, 8));
    }
    let Err(Outcome::Decide(ways)) = printf(&m, &mut s, &[global(0), global(1)]) else { panic!("no decision") };
    let wrong = ways.iter().find(|w| matches!(w.effect, Effect::Fault(_))).expect("a fault");
    for (b, faulty) in [(0u128, false), (65, true)] {
        let mut model = Model::new();
        set(&m, &mut model, byte, b);
        assert_eq!(Evaluator::new(&m.pool, &model).holds(wrong.cond), faulty);
    }
    let right = ways.iter().find(|w| w.effect == Effect::Constrain).expect("a way on");
    s.granted.push(right.cond);
    assert_eq!(printf(&m, &mut s, &[global(0), global(1)]).unwrap().0, "<a?BB>");
}

#[test]
fn any_object_is_taken_for_a_stream_and_null_is_not() {
    let (m, mut s) = machine(&[b"text\0", b"stream\0"]);
    assert_eq!(call(&m, &mut s, "fputs", &[global(0), global(1)], Ty::Int(32)), Ok(Some(Value::int(1, 32))));
    let null = arg(Operand::Int { width: 64, bits: 0 }, Ty::Ptr);
    match call(&m, &mut s, "fprintf", &[null, global(0)], Ty::Int(32)) {
        Err(Outcome::Fault(f)) => assert_eq!(f.kind, FaultKind::NullDereference),
        other => panic!("{other:?}"),
    }
    assert_eq!(call(&m, &mut s, "puts", &[global(0)], Ty::Int(32)), Ok(Some(Value::int(5, 32))));
    let args = [global(0), long(1), long(4), global(1)];
    assert_eq!(call(&m, &mut s, "fwrite", &args, Ty::Int(64)), Ok(Some(Value::int(4, 64))));
    match call(&m, &mut s, "fwrite", &[global(0), long(2), long(4), global(1)], Ty::Int(64)) {
        Err(Outcome::Fault(f)) => assert_eq!(f.kind, FaultKind::OutOfBounds),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_primitive_formats_a_double_as_snprintf_does() {
    let (m, mut s) = machine(&[&[b'x'; 8], b"%6.2f\0"]);
    let args = [global(0), long(4), global(1), double(3.0625)];
    assert_eq!(call(&m, &mut s, "__plica_format_double", &args, Ty::Int(32)), Ok(Some(Value::int(6, 32))));
    assert_eq!(m.text_at(&mut s, Value::Ptr { obj: m.global_object(GlobalId(0)), off: 0 }).unwrap(), "  3");
    let args = [arg(Operand::Int { width: 64, bits: 0 }, Ty::Ptr), long(0), global(1), double(1e10)];
    assert_eq!(call(&m, &mut s, "__plica_format_double", &args, Ty::Int(32)), Ok(Some(Value::int(14, 32))));
}

#[test]
fn mathematical_functions() {
    let (m, mut s) = machine(&[&[0; 8]]);
    // Whatever the constructors of terms fold, the value is known.
    fn known(m: &Machine, v: Option<Value>) -> Value {
        let t = v.expect("a result").to_term(&m.pool);
        Value::int(Evaluator::new(&m.pool, &Model::new()).eval(t).bits() as u64, m.pool.width(t))
    }
    let mut one = |name: &str, x: f64| match known(&m, call(&m, &mut s, name, &[double(x)], DOUBLE).unwrap()) {
        Value::Int { bits, width: 64 } => f64::from_bits(bits),
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(one("sqrt", 2.0), 2f64.sqrt());
    assert_eq!(
        (one("floor", -1.5), one("ceil", -1.5), one("trunc", -1.5), one("round", 2.5), one("rint", 2.5)),
        (-2.0, -1.0, -1.0, 3.0, 2.0)
    );
    // Values of the standard's tables: Γ(5) = 4!, and erf is odd.
    assert_eq!((one("tgamma", 5.0), one("erf", -0.5), one("asinh", 0.0)), (24.0, -one("erf", 0.5), 0.0));
    assert_eq!((one("fabs", -3.0), one("sin", 1.0), one("log10", 1000.0)), (3.0, 1f64.sin(), 3.0));
    let mut word = |name: &str, args: &[Arg], ty: Ty| known(&m, call(&m, &mut s, name, args, ty).unwrap());
    let i32_of = |v: i32| Value::int(v as u32 as u64, 32);
    let int32 = Ty::Int(32);
    assert_eq!(word("__isinf", &[double(f64::NEG_INFINITY)], int32), i32_of(-1));
    assert_eq!(word("isnan", &[double(f64::NAN)], int32), i32_of(1));
    assert_eq!(word("__finite", &[double(f64::NAN)], int32), i32_of(0));
    for (x, class) in [(f64::NAN, 0), (f64::INFINITY, 1), (-0.0, 2), (1e-310, 3), (1.0, 4)] {
        assert_eq!(word("__fpclassify", &[double(x)], int32), i32_of(class), "{x}");
    }
    assert_eq!(word("__signbit", &[double(-0.0)], int32), i32_of(1));
    assert_eq!(word("lround", &[double(-2.5)], Ty::Int(64)), Value::int(-3i64 as u64, 64));
    assert_eq!(word("lrint", &[double(1e300)], Ty::Int(64)), Value::int(1 << 63, 64));
    let single = |v: f32| arg(Operand::Int { width: 32, bits: u64::from(v.to_bits()) }, Ty::Float(FloatKind::Single));
    let float = |v: f32| Value::int(u64::from(v.to_bits()), 32);
    let ty = Ty::Float(FloatKind::Single);
    assert_eq!(word("powf", &[single(1.1), single(2.5)], ty), float(1.1f32.powf(2.5)));
    assert_eq!(word("fmaxf", &[single(1.0), single(f32::NAN)], ty), float(1.0));
    let number = |v: f64| Value::int(v.to_bits(), 64);
    assert_eq!(word("fmod", &[double(-7.5), double(2.0)], DOUBLE), number(-1.5));
    assert_eq!(word("fdim", &[double(1.0), double(3.0)], DOUBLE), number(0.0));
    for name in ["floorl", "fmal", "__isnanl", "llrintl", "copysignl"] {
        assert!(super::math::lookup(name).is_some(), "{name}");
    }
    for name in ["abs", "j0l", "__sin", "fpclassify", "ynl", "isnanll", "__floorl"] {
        assert!(super::math::lookup(name).is_none(), "{name}");
    }
}

#[test]
fn a_function_of_a_symbolic_argument_is_the_same_function_everywhere() {
    let (m, mut s) = machine(&[]);
    let (x, _) = symbol(&m, &mut s, 0, 64, DOUBLE);
    let mut sine = || call(&m, &mut s, "sin", &[x], DOUBLE);
    let first = sine();
    assert!(matches!(first, Ok(Some(Value::Term(_)))));
    assert_eq!(first, sine());
    assert_ne!(first, call(&m, &mut s, "cos", &[x], DOUBLE));
    assert!(s.events.is_empty() && s.pc.is_empty());
    assert!(matches!(call(&m, &mut s, "sqrt", &[x], DOUBLE), Ok(Some(Value::Term(_)))));
}

#[test]
fn arguments_of_a_list_are_used_up() {
    let (m, mut s) = machine(&[b"%d %s%n\0", b"%d %s\0", b"text\0"]);
    let list = m.add_stack_object(&mut s, Value::int(24, 64), 0, "list".into()).unwrap();
    let area = m.add_stack_object(&mut s, Value::int(24, 64), 0, "area".into()).unwrap();
    let known = crate::step::Offset::Known;
    m.write(&mut s, list, known(8), 8, Value::Ptr { obj: area, off: 0 });
    m.write(&mut s, area, known(0), 4, Value::int(41, 32));
    m.write(&mut s, area, known(8), 8, Value::Ptr { obj: m.global_object(GlobalId(2)), off: 1 });
    s.set(VarId(0), Value::Ptr { obj: list, off: 0 });
    let list_arg = arg(Operand::Var(VarId(0)), Ty::Ptr);
    assert!(matches!(call(&m, &mut s, "vprintf", &[global(0), list_arg], Ty::Int(32)), Err(Outcome::Stop(_))));
    assert_eq!(m.read(&mut s, list, known(8), 8), Value::Ptr { obj: area, off: 0 }, "nothing is used up in vain");
    assert_eq!(call(&m, &mut s, "vprintf", &[global(1), list_arg], Ty::Int(32)), Ok(Some(Value::int(6, 32))));
    assert_eq!(m.read(&mut s, list, known(8), 8), Value::Ptr { obj: area, off: 16 });
    // One argument of eight bytes is left.
    let end = call(&m, &mut s, "vprintf", &[global(1), list_arg], Ty::Int(32));
    assert!(matches!(end, Err(Outcome::Fault(f)) if f.kind == FaultKind::InvalidBuiltin));
}

/// Each name, called with zeros, does what is said of it; so no target is a call that cannot fail.
#[test]
fn calls_take_the_course_that_their_names_tell() {
    let names = "__VERIFIER_assert klee_assert plica_assert plica_unreachable __assert_fail __assert __assert_rtn __assert_func \
        reach_error __VERIFIER_error klee_abort plica_error klee_report_error abort __stack_chk_fail plica_rust_panics plica_rust_panic_text \
        exit _exit _Exit klee_silent_exit plica_exit malloc klee_assume plica_terminate plica_uncaught __plica_undefined \
        plica_jump_leads_nowhere \
        _ZSt21__glibcxx_assert_failPKciS0_S0_ __CPROVER_assert __CPROVER_precondition __CPROVER_postcondition __CPROVER_assume";
    for name in names.split_whitespace() {
        let (m, mut s) = machine(&[b"x\0"]);
        let args = [long(0), long(0), global(0), long(0)];
        let end = call(&m, &mut s, name, &args, Ty::Int(32));
        match course(name, name) {
            Course::Faults(kind) | Course::Checks(kind) => {
                assert!(matches!(&end, Err(Outcome::Fault(f)) if f.kind == kind), "{name}: {end:?}");
            }
            Course::Ends => assert_eq!(end, Err(Outcome::Finished), "{name}"),
            Course::Unfollowed => {
                assert!(matches!(&end, Err(Outcome::Stop(s)) if s.kind == StopKind::Unsupported), "{name}: {end:?}")
            }
            course => assert!(course == Course::Returns && !matches!(end, Err(Outcome::Fault(_))), "{name}: {end:?}"),
        }
    }
    let (m, mut s) = machine(&[]);
    assert!(call(&m, &mut s, "plica_assert", &[int(1)], Ty::Int(32)).is_ok(), "it depends on the argument");
    assert_eq!([course("printf", ""), course("sinf", "")], [Course::Prints(0), Course::Computes]);
    assert_eq!(course("klee_make_symbolic", ""), Course::Fills);
    assert_eq!(course("plica_handler", ""), Course::LooksAhead);
    assert_eq!(course("x", "core::panicking::panic_fmt"), Course::Faults(FaultKind::Panic));
    assert_eq!(course("x", "std::rt::lang_start_internal"), Course::CallsBack);
}
