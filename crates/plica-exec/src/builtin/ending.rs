//! What runs at the end of a program: what it has registered with `atexit`, then its destructors
//! (`__attribute__((destructor))`).
//!
//! Both become calls in the flowgraph, in `exit` and where `main` returns, so that whoever looks at ways through it
//! sees them. Oblivious to what handlers there are: `runtime/models/exit.c` keeps those. Invariant: a program without
//! either is not changed.

use plica_ir::landing;
use plica_ir::{Block, Callee, Command, DebugLoc, FuncId, Function, Loc, Operand, Program, Ty, Var, VarId, VarKind};

/// Runs what was registered; defined where a program registers something.
const HANDLERS: &str = "plica_exit_handlers";

/// Runs all of it. What leaves it by an exception ends the program.
pub(super) const AT_EXIT: &str = "plica_at_exit";

/// Ends the program without running anything.
const END: &str = "plica_exit";

fn call(f: FuncId, args: Box<[plica_ir::Arg]>) -> Command {
    Command::Call { dsts: Box::default(), callee: Callee::Direct(f), args, results: Box::default() }
}

fn function(name: &str, params: u32, code: Vec<Command>) -> Function {
    let var = |i: u32| Var {
        name: format!("p{i}").into(),
        ty: Ty::Int(32),
        kind: VarKind::Param,
        decl: DebugLoc::UNKNOWN,
        signed: true,
    };
    Function {
        name: name.into(),
        display: name.into(),
        vars: (0..params).map(var).collect(),
        params,
        results: Vec::new(),
        variadic: false,
        locs: vec![DebugLoc::UNKNOWN; code.len()],
        blocks: if code.is_empty() { Vec::new() } else { vec![Block { start: Loc(0), name: "entry".into() }] },
        code,
        labels: Vec::new(),
        decl: DebugLoc::UNKNOWN,
    }
}

fn add(program: &mut Program, f: Function) -> FuncId {
    if let Some(known) = program.function(&f.name) {
        return known;
    }
    let id = FuncId(program.functions.len() as u32);
    program.by_name.insert(f.name.clone(), id);
    program.models.insert(id);
    program.functions.push(f);
    id
}

/// Does the program call its `main`, or take its address? Then its return is not the end.
fn uses(program: &Program, main: FuncId) -> bool {
    let calls = |c: &Command| matches!(c, Command::Call { callee: Callee::Direct(f), .. } if *f == main);
    program.functions.iter().any(|f| f.code.iter().any(calls))
}

/// Puts the calls into a linked program.
pub(super) fn add_calls(program: &mut Program) {
    let handlers = program.function(HANDLERS).filter(|&f| !program.func(f).is_declaration());
    if handlers.is_none() && program.destructors.is_empty() {
        return;
    }
    let main = program.function("main").filter(|&f| !program.func(f).is_declaration());
    if main.is_some_and(|main| uses(program, main)) {
        // Left as something that does not run, which ends the path.
        program.destructors.extend(handlers);
        return;
    }
    // Those that were constructed last come first.
    let last: Vec<FuncId> = handlers.into_iter().chain(program.destructors.drain(..).rev()).collect();
    let mut code: Vec<Command> = last.into_iter().map(|f| call(f, Box::default())).collect();
    code.push(Command::Return { values: Box::default() });
    let at_exit = add(program, function(AT_EXIT, 0, code));
    if let Some(exit) = program.function("exit").filter(|&f| program.func(f).is_declaration()) {
        let end = add(program, function(END, 1, Vec::new()));
        let status = plica_ir::Arg { value: Operand::Var(VarId(0)), ty: Ty::Int(32), byval: None };
        let code = vec![call(at_exit, Box::default()), call(end, Box::new([status])), Command::Unreachable];
        program.functions[exit.index()] = function("exit", 1, code);
        program.models.insert(exit);
    }
    if let Some(main) = main {
        // Nothing runs where an exception leaves it: the program has ended by then.
        let unwinds = landing::exits(program, program.func(main));
        let f = &mut program.functions[main.index()];
        for at in 0..f.code.len() {
            if matches!(f.code[at], Command::Return { .. }) && !unwinds.contains(&Loc(at as u32)) {
                let start = Loc(f.code.len() as u32);
                let ret = std::mem::replace(&mut f.code[at], Command::Jump(start));
                f.code.extend([call(at_exit, Box::default()), ret]);
                f.locs.extend([f.locs[at]; 2]);
                f.blocks.push(Block { start, name: "at_exit".into() });
            }
        }
    }
}
