//! What the stepper answers when it cannot simply go on: decisions, ends and stops.
//!
//! Oblivious to solvers and to the tree: the stepper names the alternatives, the explorer asks which are feasible.

use plica_ir::{Loc, VarId};
use plica_term::{SymbolId, TermId};

use crate::fault::{Fault, Stop};
use crate::machine::Machine;
use crate::premise::Premise;
use crate::state::State;
use crate::value::{Value, decode};

/// What happens in a state once an alternative's condition has been taken into its path condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Control goes to another location of the current function.
    Goto(Loc),
    /// The variable of the current frame has this value (equal to what it had, but better known); the command is
    /// executed again.
    Bind(VarId, Value),
    /// This input pointer is this address from now on, which the condition says; the object there comes into being if
    /// it is not there, and the condition says what is known of it. The command is executed again.
    Point(SymbolId, u64),
    /// The command is executed again, its condition now being granted.
    Constrain,
    /// The path ends with a fault of the program.
    Fault(Fault),
    /// The path ends without an answer.
    Stop(Stop),
    /// The path ends regularly: the program exits.
    End,
    /// An assumption of the harness is false: the path is none.
    Exclude,
}

/// One way on.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    /// Under which condition.
    pub cond: TermId,
    /// What then.
    pub effect: Effect,
}

/// Why the stepper returned.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The alternatives are exhaustive and exclude each other.
    Decide(Vec<Alternative>),
    /// The entry function returned, or the program called `exit`.
    Finished,
    /// An assumption is false: the path is none.
    Infeasible,
    /// A fault of the program, whatever the inputs of this path.
    Fault(Fault),
    /// No answer on this path.
    Stop(Stop),
    /// The step budget is used up; call again.
    Pause,
    /// Control has arrived at the head of a loop.
    Head,
    /// Control is at the start of a function that does not return on this path.
    Entered,
    /// Control has left a fenced loop, or has returned from a call that was to be executed.
    Left,
    /// Control is where it can have come from several places.
    Join,
    /// The function that a unit is about returned; its results are in [`State::returned`](crate::State::returned).
    Returned,
}

/// The error side of executing one command; boxed because it is rare.
pub type Interrupt = Box<Outcome>;

/// The result of executing one command.
pub type Flow<T = ()> = Result<T, Interrupt>;

/// Carries out an alternative's effect on a state. Answers how the path ends, if it does, or that it is at the border
/// of a loop.
pub fn apply(machine: &Machine, s: &mut State, a: Alternative) -> Option<Outcome> {
    match a.effect {
        Effect::Goto(loc) => {
            machine.goto(s, loc);
            return machine.border(s);
        }
        Effect::Bind(v, value) => {
            s.set(v, value);
            s.granted.push(a.cond);
        }
        Effect::Point(pointer, address) => {
            // The alternatives leave addresses out that differ from one of theirs in name only, so the condition does
            // not follow from the others' being false. What it is made of is kept apart: it is about many inputs.
            if s.pc.last() == Some(&a.cond) {
                s.pc.pop();
            }
            s.pc.extend(machine.pool.conjuncts(a.cond));
            s.pointers.get_or_insert_default().insert(pointer, address);
            machine.make(s, decode(address).0);
        }
        Effect::Constrain => s.granted.push(a.cond),
        Effect::Fault(fault) => return Some(Outcome::Fault(fault)),
        Effect::Stop(stop) => return Some(Outcome::Stop(stop)),
        Effect::End => return Some(Outcome::Finished),
        Effect::Exclude => {
            machine.note(s, Premise::Excluded);
            return Some(Outcome::Infeasible);
        }
    }
    None
}
