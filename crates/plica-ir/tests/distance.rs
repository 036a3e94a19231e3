//! Distances against a search over configurations, on small random programs.
//!
//! The reference keeps an explicit stack of calls and forgets who called the first frame. On a shortest way no function
//! is entered twice without a return between, so the stack is short. Oblivious to how distances are solved for.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use plica_ir::{
    Arg, Block, Callee, Command, DebugLoc, Distances, Expr, External, FuncId, Function, Loc, Operand, Program, Ty, Var,
    VarId, VarKind, WRONG_ARGUMENTS,
};

/// A function of `params` parameters with one variable more.
fn function(name: &str, params: u32, code: Vec<Command>) -> Function {
    let var = |i| Var {
        name: format!("v{i}").into(),
        ty: Ty::Ptr,
        kind: if i < params { VarKind::Param } else { VarKind::Temp },
        decl: DebugLoc::UNKNOWN,
        signed: false,
    };
    Function {
        name: name.into(),
        display: name.into(),
        vars: (0..=params).map(var).collect(),
        params,
        results: Vec::new(),
        variadic: false,
        locs: vec![DebugLoc::UNKNOWN; code.len()],
        blocks: vec![Block { start: Loc(0), name: "entry".into() }],
        labels: Vec::new(),
        code,
        decl: DebugLoc::UNKNOWN,
    }
}

fn call(callee: Callee, args: usize) -> Command {
    let arg = Arg { value: Operand::Int { width: 64, bits: 0 }, ty: Ty::Ptr, byval: None };
    Command::Call { dsts: [].into(), callee, args: vec![arg; args].into(), results: [].into() }
}

fn direct(f: u32) -> Command {
    call(Callee::Direct(FuncId(f)), 0)
}

fn through_pointer(args: usize) -> Command {
    call(Callee::Indirect(Operand::Var(VarId(0))), args)
}

fn address(f: u32) -> Command {
    Command::Assign { dst: VarId(0), expr: Expr::Copy(Operand::Func(FuncId(f))) }
}

fn step() -> Command {
    Command::Forget(VarId(0))
}

fn branch(then_: u32, else_: u32) -> Command {
    Command::Branch { cond: Operand::Undef { width: 1 }, then_: Loc(then_), else_: Loc(else_) }
}

fn ret() -> Command {
    Command::Return { values: [].into() }
}

const RETURNS: FuncId = FuncId(3);
const ENDS: FuncId = FuncId(4);
const CALLS_BACK: FuncId = FuncId(5);

fn external(f: FuncId) -> External {
    match f {
        RETURNS => External::Returns,
        ENDS => External::Ends,
        CALLS_BACK => External::CallsBack,
        _ => panic!("{f:?} has a body"),
    }
}

/// Three functions with bodies and three without.
fn program(bodies: [(u32, Vec<Command>); 3]) -> Program {
    let bodies = bodies.into_iter().zip(["f", "g", "h"]).map(|((params, code), name)| function(name, params, code));
    let rest = ["returns", "ends", "calls_back"].map(|name| function(name, 0, Vec::new()));
    Program { functions: bodies.chain(rest).collect(), ..Program::default() }
}

fn random(rng: &mut fastrand::Rng) -> Program {
    let body = |rng: &mut fastrand::Rng| {
        let len = rng.u32(1..6);
        let code = (0..len).map(|at| match rng.u32(..if at + 1 == len { 4 } else { 12 }) {
            0 | 1 => ret(),
            2 => Command::Jump(Loc(rng.u32(..len))),
            3 => branch(rng.u32(..len), rng.u32(..len)),
            4..=7 => direct(rng.u32(..6)),
            8 => through_pointer(rng.usize(..2)),
            9 => address(rng.u32(..6)),
            _ => step(),
        });
        let code = code.collect();
        (rng.u32(..2), code)
    };
    let mut program = program([body(rng), body(rng), body(rng)]);
    if rng.u32(..4) == 0 {
        program.constructors.push(FuncId(rng.u32(..3)));
    }
    program
}

type Frame = (FuncId, Loc);

/// Frames on a shortest way: two to begin with, and each function once.
const DEPTH: usize = 5;
/// The caller of what runs after a constructor: nothing is behind it.
const END: Frame = (FuncId(6), Loc(0));

/// The length of the shortest way from a configuration, by trying all ways in the order of their lengths. `whole`:
/// nobody called the first frame.
fn by_search(p: &Program, target: Frame, stack: Vec<Frame>, whole: bool) -> Option<u32> {
    let taken: Vec<FuncId> = (0..6)
        .map(FuncId)
        .filter(|&f| {
            p.functions
                .iter()
                .flat_map(|f| &f.code)
                .any(|c| matches!(c, Command::Assign { expr: Expr::Copy(op), .. } if *op == Operand::Func(f)))
        })
        .collect();
    // What a call may do: enter a function (none: it returns), and the price of that.
    let effects = |callee: &Callee, args: usize| -> Vec<(Option<FuncId>, u32)> {
        let (callees, free) = match callee {
            Callee::Direct(f) => (vec![*f], true),
            Callee::Indirect(_) => (taken.clone(), false),
        };
        let bodies = |f: &FuncId| !p.func(*f).is_declaration();
        let mut out = Vec::new();
        for f in callees {
            let price = |g: FuncId| if free || p.func(g).params as usize == args { 0 } else { WRONG_ARGUMENTS };
            match f {
                RETURNS => out.push((None, 0)),
                ENDS => {}
                CALLS_BACK => out.extend(taken.iter().copied().filter(bodies).map(|g| (Some(g), 0))),
                _ => out.push((Some(f), price(f))),
            }
        }
        out
    };
    let mut best: BTreeMap<Vec<Frame>, u32> = BTreeMap::new();
    let mut queue = BinaryHeap::from([Reverse((0u32, stack))]);
    while let Some(Reverse((cost, stack))) = queue.pop() {
        if best.contains_key(&stack) {
            continue;
        }
        best.insert(stack.clone(), cost);
        let Some((&(func, loc), below)) = stack.split_last() else { continue };
        if (func, loc) == target {
            return Some(cost);
        }
        if (func, loc) == END {
            continue;
        }
        let mut go = |more: u32, frames: Vec<Frame>| queue.push(Reverse((cost + 1 + more, frames)));
        let to = |loc: Loc| [below, &[(func, loc)]].concat();
        let next = Loc(loc.0 + 1);
        match &p.func(func).code[loc.index()] {
            Command::Call { callee, args, .. } => {
                for (entered, price) in effects(callee, args.len()) {
                    match entered {
                        None => go(price, to(next)),
                        Some(f) if below.len() + 1 < DEPTH => go(price, [to(next), vec![(f, Loc(0))]].concat()),
                        Some(_) => {}
                    }
                }
            }
            Command::Return { .. } if !below.is_empty() => go(0, below.to_vec()),
            Command::Return { .. } if whole => {}
            Command::Return { .. } => {
                for (i, f) in p.functions.iter().enumerate().filter(|(_, f)| !f.is_declaration()) {
                    let caller = FuncId(i as u32);
                    for (at, command) in f.code.iter().enumerate() {
                        let Command::Call { callee, args, .. } = command else { continue };
                        if effects(callee, args.len()).iter().any(|(f, _)| *f == Some(func)) {
                            go(0, vec![(caller, Loc(at as u32 + 1))]);
                        }
                    }
                    if p.constructors.contains(&func) {
                        go(0, vec![END, (caller, Loc(0))]);
                    }
                }
            }
            command => command.successors(next).into_iter().for_each(|l| go(0, to(l))),
        }
    }
    None
}

#[test]
fn distances_are_those_of_the_shortest_ways() {
    let mut rng = fastrand::Rng::with_seed(4);
    let (mut some, mut none) = (0, 0);
    for _ in 0..3000 {
        let p = random(&mut rng);
        let places: Vec<Frame> = (0..3)
            .flat_map(|f| (0..p.functions[f as usize].code.len() as u32).map(move |l| (FuncId(f), Loc(l))))
            .collect();
        let target = places[rng.usize(..places.len())];
        let distances = Distances::to(&p, &[target], &external);
        for &(func, loc) in &places {
            let expected = by_search(&p, target, vec![(func, loc)], false);
            assert_eq!(distances.at(func, loc), expected, "from {func:?} {loc:?} to {target:?}\n{}", text(&p));
            *(if expected.is_some() { &mut some } else { &mut none }) += 1;
        }
        // A caller that is known goes on at one place only.
        let (top, below) = (places[rng.usize(..places.len())], places[rng.usize(..places.len())]);
        let expected = by_search(&p, target, vec![below, top], false);
        assert_eq!(distances.of_stack([top, below]), expected, "{top:?} in {below:?} to {target:?}\n{}", text(&p));
        let whole = by_search(&p, target, vec![below, top], true).is_some();
        assert_eq!(distances.leads([top, below], true), whole, "{top:?} in {below:?} to {target:?}\n{}", text(&p));
        // What is called through a pointer may be any function, whatever its address.
        let open = distances.leads([top, below], false);
        assert!(open >= expected.is_some(), "{top:?} in {below:?} to {target:?}\n{}", text(&p));
        if !open {
            let anyone = place_of_pointer_calls(&p).into_iter().find(|&at| distances.leads([top, below, at], false));
            assert_eq!(anyone, None, "{top:?} in {below:?} to {target:?}\n{}", text(&p));
        }
    }
    assert!(some > 5000 && none > 5000, "{some} with a way, {none} without");
}

/// Where control goes on behind calls whose function is known only when they are executed.
fn place_of_pointer_calls(p: &Program) -> Vec<Frame> {
    let known = |callee: &Callee| matches!(callee, Callee::Direct(f) if *f != CALLS_BACK);
    let calls = |f: &Function| {
        let at = f.code.iter().enumerate().filter(|(_, c)| matches!(c, Command::Call { callee, .. } if !known(callee)));
        at.map(|(at, _)| Loc(at as u32 + 1)).collect::<Vec<_>>()
    };
    let functions = p.functions.iter().enumerate();
    functions.flat_map(|(i, f)| calls(f).into_iter().map(move |at| (FuncId(i as u32), at))).collect()
}

fn text(p: &Program) -> String {
    format!("{}constructors {:?}", plica_ir::print_program(p), p.constructors)
}

#[test]
fn a_call_costs_the_shortest_way_through_the_callee() {
    // g goes through three commands or through one; f calls it twice.
    let g = vec![branch(1, 3), step(), step(), ret()];
    let p = program([(0, vec![direct(1), direct(1), step(), ret()]), (0, g), (0, vec![ret()])]);
    let d = Distances::to(&p, &[(FuncId(0), Loc(2))], &external);
    assert_eq!(d.at(FuncId(0), Loc(0)), Some(6), "each call: the call, the branch, the return");
    assert_eq!(d.at(FuncId(1), Loc(3)), Some(1), "whoever called g: the later call is nearer");
    assert_eq!(d.of_stack([(FuncId(1), Loc(3)), (FuncId(0), Loc(1))]), Some(4), "the first call called g");
    assert_eq!(d.at(FuncId(0), Loc(3)), None, "f returns to nobody");
    assert_eq!(d.at(FuncId(2), Loc(0)), None);
}

#[test]
fn a_pointer_leads_to_every_function_whose_address_is_taken() {
    let bodies = |args| {
        [(0, vec![through_pointer(args), ret()]), (1, vec![step(), ret()]), (0, vec![address(1), address(3), ret()])]
    };
    let to_g = |p: Program| Distances::to(&p, &[(FuncId(1), Loc(1))], &external).at(FuncId(0), Loc(0));
    assert_eq!(to_g(program(bodies(1))), Some(2));
    assert_eq!(to_g(program(bodies(0))), Some(2 + WRONG_ARGUMENTS), "undefined, and yet plica follows it");
    let mut without = program(bodies(1));
    without.functions[2].code.remove(0);
    assert_eq!(to_g(without), None);
}

#[test]
fn what_never_returns_is_no_way() {
    let p = program([(0, vec![direct(4), step(), ret()]), (0, vec![direct(1), ret()]), (0, vec![direct(1), ret()])]);
    assert_eq!(Distances::to(&p, &[(FuncId(0), Loc(1))], &external).at(FuncId(0), Loc(0)), None);
    assert_eq!(Distances::to(&p, &[(FuncId(2), Loc(1))], &external).at(FuncId(2), Loc(0)), None, "g recurses for ever");
}

/// Each function calls the next one twice, so the shortest way through the first has more commands than a number can
/// count.
#[test]
fn a_way_of_any_length_is_a_way() {
    let n = 40;
    let body = |i: u32| if i + 1 < n { vec![direct(i + 1), direct(i + 1), ret()] } else { vec![ret()] };
    let mut functions: Vec<Function> = (0..n).map(|i| function("f", 0, body(i))).collect();
    functions.push(function("main", 0, vec![direct(0), step(), ret()]));
    let p = Program { functions, ..Program::default() };
    let (main, target) = (FuncId(n), (FuncId(n), Loc(1)));
    let d = Distances::to(&p, &[target], &external);
    assert!(d.at(main, Loc(0)).is_some() && d.at(FuncId(0), Loc(0)).is_some());
    assert!(d.leads([(main, Loc(0))], true) && d.returns([(FuncId(0), Loc(0)), (main, Loc(1))]));
    assert!(!d.leads([(FuncId(0), Loc(0))], true), "nobody called it");
    assert!(!d.leads([(main, Loc(2))], true));
}
