//! Well-formed programs pass, and each defect is reported.

use super::*;
use crate::data::{DataKind, DataType, Member, ParamType, Types};
use crate::program::{Block, Label, Var};
use crate::source::DebugLoc;
use crate::types::{DataTypeId, FuncId, GlobalId};

fn program(code: Vec<Command>) -> Program {
    let var = |kind, ty| Var { name: "x".into(), ty, kind, decl: DebugLoc::UNKNOWN, signed: false };
    let f = Function {
        name: "f".into(),
        display: "f".into(),
        vars: vec![var(VarKind::Param, Ty::Int(32)), var(VarKind::Temp, Ty::Int(1))],
        params: 1,
        results: vec![Ty::Int(32)],
        variadic: false,
        locs: vec![DebugLoc::UNKNOWN; code.len()],
        code,
        blocks: vec![Block { start: Loc(0), name: "entry".into() }],
        labels: Vec::new(),
        decl: DebugLoc::UNKNOWN,
    };
    Program { functions: vec![f], ..Program::default() }
}

fn messages(code: Vec<Command>) -> Vec<String> {
    verify(&program(code)).into_iter().map(|e| e.message).collect()
}

#[test]
fn a_well_formed_function_passes() {
    assert!(messages(vec![Command::Return { values: [Operand::Var(VarId(0))].into() }]).is_empty());
}

#[test]
fn labels_are_at_commands_and_in_order() {
    let with = |places: &[u32]| {
        let ret = || Command::Return { values: [Operand::Var(VarId(0))].into() };
        let mut p = program(vec![Command::Forget(VarId(1)), ret()]);
        p.functions[0].labels = places.iter().map(|&at| Label { name: "L".into(), at: Loc(at) }).collect();
        verify(&p).into_iter().map(|e| e.message).collect::<Vec<_>>()
    };
    assert!(with(&[0, 1, 1]).is_empty());
    assert_eq!(with(&[1, 0]), ["labels are out of order or outside the code"]);
    assert_eq!(with(&[2]), ["labels are out of order or outside the code"]);
}

#[test]
fn each_defect_is_reported() {
    let ret = || Command::Return { values: [Operand::Int { width: 32, bits: 7 }].into() };
    let copy = |dst, a| Command::Assign { dst: VarId(dst), expr: Expr::Copy(a) };
    let cases: [(Vec<Command>, &str); 7] = [
        (vec![copy(1, Operand::Var(VarId(0))), ret()], "an operand of 32 bits where 1 are expected"),
        (vec![copy(1, Operand::Var(VarId(9))), ret()], "a variable that does not exist"),
        (vec![copy(9, Operand::Var(VarId(0))), ret()], "a target that does not exist"),
        (vec![copy(1, Operand::Int { width: 1, bits: 2 }), ret()], "a constant that does not fit its width"),
        (vec![Command::Forget(VarId(0))], "control leaves the code"),
        (vec![Command::Forget(VarId(0)), Command::Jump(Loc(1))], "a jump to 1 where no block begins"),
        (vec![Command::Return { values: [].into() }], "as many values as results must be returned"),
    ];
    for (code, expected) in cases {
        assert_eq!(messages(code), [expected]);
    }
    for (types, expected) in defects_of_types() {
        let mut p = program(vec![ret()]);
        p.types = types;
        let found: Vec<String> = verify(&p).into_iter().map(|e| e.message).collect();
        assert_eq!(found, [expected]);
    }
}

/// Types of the source with one defect each.
fn defects_of_types() -> Vec<(Types, &'static str)> {
    let id = DataTypeId;
    let ty = |size, kind| DataType { name: "t".into(), size, kind };
    let int = || ty(4, DataKind::Int { signed: true });
    let member = |offset, bits, of| Member { name: "m".into(), offset, bits, ty: id(of) };
    let all = |types: Vec<DataType>| Types { all: types, ..Types::default() };
    let record = |size, m: Member| all(vec![int(), ty(size, DataKind::Struct(vec![m]))]);
    let params = |f, params: &[ParamType]| Types {
        all: vec![int()],
        params: [(FuncId(f), params.to_vec())].into(),
        ..Types::default()
    };
    let array = |size, count| all(vec![int(), ty(size, DataKind::Array { element: id(0), count })]);
    let function = DataKind::Function { params: vec![Ty::Int(0)], results: Vec::new() };
    let itself = ty(4, DataKind::Union(vec![member(0, None, 0)]));
    let by_pointer = ty(8, DataKind::Struct(vec![member(0, None, 1)]));
    let missing_global = Types { globals: [(GlobalId(0), id(0))].into(), ..all(vec![int()]) };
    assert!(verify(&Program { types: record(4, member(3, Some((7, 1)), 0)), ..Program::default() }).is_empty());
    let list = all(vec![by_pointer, ty(8, DataKind::Pointer(Some(id(0))))]);
    assert!(verify(&Program { types: list, ..Program::default() }).is_empty());
    vec![
        (all(vec![ty(8, DataKind::Pointer(Some(id(1))))]), "a type that does not exist"),
        (record(8, member(0, None, 2)), "a type that does not exist"),
        (array(11, 3), "elements lie outside"),
        (array(8, u64::MAX), "elements lie outside"),
        (record(4, member(1, None, 0)), "the member `m` lies outside"),
        (record(4, member(u64::MAX, None, 0)), "the member `m` lies outside"),
        (record(4, member(3, Some((7, 2)), 0)), "the member `m` lies outside"),
        (record(8, member(0, Some((8, 1)), 0)), "the member `m` lies outside"),
        (record(8, member(0, Some((0, 33)), 0)), "the member `m` lies outside"),
        (all(vec![ty(0, function)]), "a scalar that does not exist"),
        (all(vec![itself]), "a type within itself"),
        (params(1, &[]), "types of a function that does not exist"),
        (params(0, &[]), "as many types as parameters are expected"),
        (params(0, &[ParamType::Copy(id(1))]), "a parameter of a type that does not exist"),
        (params(0, &[ParamType::Part(id(0), 4)]), "a part outside of its type"),
        (missing_global, "the type of a global that does not exist"),
    ]
}

#[test]
fn a_global_has_room_for_its_type() {
    let text = "type t0 = int \"int\" 4\nglobal g: 3 bytes, cells of 1, type t0 = zero\n\
                global h: 4 bytes, cells of 1, type t1 = zero\n";
    let p = crate::read(text).expect("readable");
    let found: Vec<String> = verify(&p).into_iter().map(|e| format!("{}: {}", e.place, e.message)).collect();
    assert_eq!(found, ["g: a global smaller than its type", "h: a global of a type that does not exist"]);
}
