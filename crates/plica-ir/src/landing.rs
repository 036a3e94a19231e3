//! How exceptions look in a flowgraph: by which names the functions and variables of their models are known, what
//! follows a call that may raise one, and what the clauses are of the place that it leads to.
//!
//! The front end makes what this module reads. Oblivious to types and values. Invariant: what does not look as it
//! should is none.

use crate::{Callee, Command, Expr, FuncId, Function, Loc, Operand, Program};

/// The variable that leads to the exception in flight.
pub const RAISED: &str = "plica_raised";
/// What it leads to where there is none.
pub const NONE: &str = "plica_no_exception";
/// Takes the exception out.
pub const LANDING: &str = "plica_landing";
/// A `catch`: exception, type, number, selector so far.
pub const CATCH: &str = "plica_clause";
/// One of the types that an exception specification allows: exception, type, allowed so far.
pub const ALLOWS: &str = "plica_allows";
/// The end of an exception specification: exception, allowed, number, selector so far.
pub const FILTER: &str = "plica_filter";

/// The functions.
pub const MODELS: [&str; 4] = [LANDING, CATCH, ALLOWS, FILTER];

/// A clause of a place that exceptions come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LandingClause {
    /// A `catch` of this type; null takes every exception.
    Catch(Operand),
    /// One of the types that an exception specification allows.
    Allows(Operand),
    /// The end of an exception specification: what none of the types before it allows comes here.
    Filter,
}

/// Where an exception in the call at a location leads to: `None` if nobody looks whether there is one, an empty list
/// if it only passes through.
pub fn clauses(program: &Program, f: &Function, call: Loc) -> Option<Vec<LandingClause>> {
    let at = destination(program, f, call)?;
    if matches!(f.code[at.index()], Command::Return { .. }) { Some(Vec::new()) } else { listed(program, f, at) }
}

/// Where the function returns since an exception leaves it.
pub fn exits(program: &Program, f: &Function) -> Vec<Loc> {
    let found = (0..f.code.len()).filter_map(|call| destination(program, f, Loc(call as u32)));
    let mut exits: Vec<Loc> = found.filter(|at| matches!(f.code[at.index()], Command::Return { .. })).collect();
    exits.sort();
    exits.dedup();
    exits
}

/// Where an exception in the call at a location comes to: a return, or where a landing pad takes it out.
fn destination(program: &Program, f: &Function, call: Loc) -> Option<Loc> {
    let raised = *program.globals_by_name.get(RAISED)?;
    let at = call.index();
    let Command::Load { ptr: Operand::Global { id, offset: 0 }, dst: loaded, .. } = f.code.get(at + 1)? else {
        return None;
    };
    let Command::Assign { dst, expr: Expr::Cmp { a: Operand::Var(compared), .. } } = f.code.get(at + 2)? else {
        return None;
    };
    let Command::Branch { cond: Operand::Var(cond), then_, .. } = f.code.get(at + 3)? else { return None };
    if *id != raised || loaded != compared || dst != cond {
        return None;
    }
    let mut at = *then_;
    // Ways to a landing pad have copies for its phi nodes only.
    for _ in 0..f.code.len() {
        match f.code.get(at.index())? {
            Command::Jump(to) => at = *to,
            Command::Assign { .. } | Command::Copies(_) => at = Loc(at.0 + 1),
            Command::Return { .. } => return Some(at),
            Command::Call { callee: Callee::Direct(g), .. } if is(program, *g, LANDING) => return Some(at),
            _ => return None,
        }
    }
    None
}

fn is(program: &Program, f: FuncId, name: &str) -> bool {
    program.function(name) == Some(f)
}

fn listed(program: &Program, f: &Function, landing: Loc) -> Option<Vec<LandingClause>> {
    let mut out = Vec::new();
    for command in f.code.get(landing.index() + 1..)? {
        let Command::Call { callee: Callee::Direct(g), args, .. } = command else { break };
        out.push(match (&*program.func(*g).name, args.get(1)) {
            (CATCH, Some(ty)) => LandingClause::Catch(ty.value),
            (ALLOWS, Some(ty)) => LandingClause::Allows(ty.value),
            (FILTER, _) => LandingClause::Filter,
            _ => break,
        });
    }
    Some(out)
}
