//! What can go wrong on a path: faults of the program, and reasons to stop short of an answer.
//!
//! Oblivious to how faults are detected and shown. Invariant: whatever ends a path is either the program's own end, a
//! [`Fault`] or a [`Stop`]; nothing is dropped.

use std::sync::Arc;

/// A class of program errors. The order is that of the design's list of checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FaultKind {
    /// An assertion does not hold, or an error function is called.
    Assertion,
    /// `abort` or a trap.
    Abort,
    /// A target of `--target` was reached.
    TargetReached,
    /// Access through null.
    NullDereference,
    /// Access through a pointer into no object.
    InvalidDereference,
    /// Access outside the bounds of its object.
    OutOfBounds,
    /// Access to an object that was freed or went out of scope.
    UseAfterFree,
    /// `free` of what was freed.
    DoubleFree,
    /// `free` of what was not allocated by `malloc`.
    InvalidFree,
    /// Write to a constant object.
    WriteToConstant,
    /// Division or remainder by zero.
    DivisionByZero,
    /// `INT_MIN / -1`.
    DivisionOverflow,
    /// Shift by the width or more.
    ShiftRange,
    /// A location that the compiler takes to be unreachable.
    Unreachable,
    /// Signed overflow (by option).
    SignedOverflow,
    /// Memory that nothing points to at the end (by option).
    MemoryLeak,
    /// Read of what was never written (by option).
    UninitializedRead,
}

/// An error of the program under analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Class.
    pub kind: FaultKind,
    /// For people.
    pub message: Arc<str>,
}

/// Why a path ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum StopKind {
    /// An instruction or feature that plica does not execute.
    Unsupported,
    /// An external function without a model.
    NoModel,
    /// Undefined behaviour whose check is switched off.
    UncheckedUndefined,
    /// Calls are nested too deeply.
    CallDepth,
    /// The program asked for more objects than pointers can name.
    Objects,
    /// A bound given on the command line.
    Bound,
}

/// A reason to stop, for people and for counting.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stop {
    /// Class.
    pub kind: StopKind,
    /// For people.
    pub message: Arc<str>,
}

/// Which classes of faults are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checks {
    /// Assertions and calls of error functions.
    pub assertions: bool,
    /// Null and invalid dereference, bounds, use after free, double and invalid free, writes to constants.
    pub memory: bool,
    /// Division by zero and division overflow.
    pub division: bool,
    /// Shift range.
    pub shift: bool,
    /// Reached `unreachable`, `abort` and traps.
    pub unreachable: bool,
    /// Signed overflow.
    pub overflow: bool,
    /// Leaks.
    pub leaks: bool,
    /// Uninitialised reads.
    pub uninit: bool,
}

impl Default for Checks {
    fn default() -> Self {
        Checks {
            assertions: true,
            memory: true,
            division: true,
            shift: true,
            unreachable: true,
            overflow: false,
            leaks: false,
            uninit: false,
        }
    }
}

impl Checks {
    /// None at all: for running a program.
    pub const NONE: Checks = Checks {
        assertions: false,
        memory: false,
        division: false,
        shift: false,
        unreachable: false,
        overflow: false,
        leaks: false,
        uninit: false,
    };

    /// Is this class looked for?
    pub fn covers(&self, kind: FaultKind) -> bool {
        use FaultKind::*;
        match kind {
            Assertion => self.assertions,
            TargetReached => true,
            NullDereference | InvalidDereference | OutOfBounds | UseAfterFree | DoubleFree | InvalidFree
            | WriteToConstant => self.memory,
            DivisionByZero | DivisionOverflow => self.division,
            ShiftRange => self.shift,
            Unreachable | Abort => self.unreachable,
            SignedOverflow => self.overflow,
            MemoryLeak => self.leaks,
            UninitializedRead => self.uninit,
        }
    }
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, message: impl Into<Arc<str>>) -> Fault {
        Fault { kind, message: message.into() }
    }
}

impl Stop {
    /// A reason.
    pub fn new(kind: StopKind, message: impl Into<Arc<str>>) -> Stop {
        Stop { kind, message: message.into() }
    }
}
