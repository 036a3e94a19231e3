//! What can go wrong on a path: faults of the program, and reasons to stop short of an answer.
//!
//! Oblivious to how faults are detected and shown. Invariant: whatever ends a path is either the program's own end, a
//! [`Fault`] or a [`Stop`]; nothing is dropped.

use std::sync::Arc;

use plica_ir::Rule;

macro_rules! fault_kinds {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        /// A class of program errors.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum FaultKind { $($(#[$doc])* $name,)* }

        impl FaultKind {
            /// Every class.
            pub const ALL: &'static [FaultKind] = &[$(FaultKind::$name,)*];
        }
    };
}

fault_kinds! {
    /// An assertion does not hold.
    Assertion;
    /// A function that marks an error is called.
    ErrorCall;
    /// A panic of a Rust program.
    Panic;
    /// An exception of a C++ program that nobody catches.
    UncaughtException;
    /// `abort` or a trap.
    Abort;
    /// A target of `--target` was reached.
    TargetReached;
    /// Access through null.
    NullDereference;
    /// Access through a pointer into no object.
    InvalidDereference;
    /// Call through a pointer to no function.
    InvalidCall;
    /// Access outside the bounds of its object.
    OutOfBounds;
    /// `memcpy` between places that overlap.
    OverlappingCopy;
    /// Access to an object that was freed or went out of scope.
    UseAfterFree;
    /// `free` of what was freed.
    DoubleFree;
    /// `free` of what was not allocated by `malloc`.
    InvalidFree;
    /// Write to a constant object.
    WriteToConstant;
    /// Division or remainder by zero.
    DivisionByZero;
    /// `INT_MIN / -1`.
    DivisionOverflow;
    /// Shift by the width or more.
    ShiftRange;
    /// A location that the compiler takes to be unreachable.
    Unreachable;
    /// Signed overflow (by option).
    SignedOverflow;
    /// Memory that nothing points to at the end (by option).
    MemoryLeak;
    /// Read of what was never written (by option).
    UninitializedRead;
    /// Use of a pointer that was never written.
    UninitializedPointer;
    /// Calls are nested more deeply than the program's stack allows.
    StackOverflow;
    /// A builtin or a function of the library is given what it is undefined for.
    InvalidBuiltin;
    /// Unsigned overflow (by option; it is defined).
    UnsignedOverflow;
    /// An implicit conversion that changes the value (by option; mostly it is defined).
    LossyConversion;
    /// Conversion of a floating-point value to an integer type that it does not fit (by option).
    FloatCast;
    /// Floating-point division by zero (by option).
    FloatDivision;
    /// A floating-point operation on finite values gives an infinite one (by option).
    FloatOverflow;
    /// A floating-point operation on numbers gives none (by option).
    NotANumber;
    /// Pointer arithmetic that leaves its object (by option).
    PointerArithmetic;
    /// Comparison or difference of pointers into different objects (by option).
    PointerComparison;
    /// Access through an address that is not aligned (by option).
    Misaligned;
    /// A `bool` or an enumeration has a value that its type does not have (by option).
    InvalidValue;
    /// Null where an attribute says that there is none (by option).
    NonnullViolated;
    /// Call of a function as one of another type (by option).
    CallType;
}

/// Those that are looked for by option only.
const BY_OPTION: &[FaultKind] = &[
    FaultKind::SignedOverflow,
    FaultKind::MemoryLeak,
    FaultKind::UninitializedRead,
    FaultKind::UnsignedOverflow,
    FaultKind::LossyConversion,
    FaultKind::FloatCast,
    FaultKind::FloatDivision,
    FaultKind::FloatOverflow,
    FaultKind::NotANumber,
    FaultKind::PointerArithmetic,
    FaultKind::PointerComparison,
    FaultKind::Misaligned,
    FaultKind::InvalidValue,
    FaultKind::NonnullViolated,
    FaultKind::CallType,
];

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
    /// Something that plica executes on known values only, and met an unknown one.
    Symbolic,
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
    /// It was left out, as the user wants: what is looked for is looked for elsewhere.
    LeftOut,
    /// The run is over: it has no time left.
    Time,
    /// The run is over: there is no memory left.
    Memory,
    /// The run is over: the user wants so.
    Cancelled,
}

impl StopKind {
    /// Does it say that resources are at their end, and nothing of the path?
    pub fn is_resource(self) -> bool {
        use StopKind::{Bound, CallDepth, Objects};
        matches!(self, CallDepth | Objects | Bound) || self.is_of_run()
    }

    /// Is the run over, and the path where it was?
    pub fn is_of_run(self) -> bool {
        matches!(self, StopKind::Time | StopKind::Memory | StopKind::Cancelled)
    }
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
pub struct Checks(u64);

impl Default for Checks {
    /// All but the costly ones and those that many correct programs would fail.
    fn default() -> Self {
        FaultKind::ALL.iter().filter(|k| !BY_OPTION.contains(k)).fold(Checks::NONE, |c, &k| c.with(k))
    }
}

impl Checks {
    /// None at all: for running a program.
    pub const NONE: Checks = Checks(0);

    /// These and one more.
    pub fn with(self, kind: FaultKind) -> Checks {
        Checks(self.0 | 1 << kind as u64)
    }

    /// Is this class looked for?
    #[inline]
    pub fn covers(&self, kind: FaultKind) -> bool {
        self.0 >> (kind as u64) & 1 == 1
    }
}

impl FaultKind {
    /// What the violation of a rule that the compiler checks is.
    pub fn of(rule: Rule) -> FaultKind {
        match rule {
            Rule::ArrayBounds | Rule::VlaBound | Rule::ObjectSize => FaultKind::OutOfBounds,
            Rule::Builtin => FaultKind::InvalidBuiltin,
            Rule::ShiftBase | Rule::SignedOverflow => FaultKind::SignedOverflow,
            Rule::ShiftExponent => FaultKind::ShiftRange,
            Rule::UnsignedOverflow => FaultKind::UnsignedOverflow,
            Rule::Division => FaultKind::DivisionByZero,
            Rule::FloatDivision => FaultKind::FloatDivision,
            Rule::FloatCast => FaultKind::FloatCast,
            Rule::Conversion => FaultKind::LossyConversion,
            Rule::PointerArithmetic => FaultKind::PointerArithmetic,
            Rule::Null => FaultKind::NullDereference,
            Rule::Alignment => FaultKind::Misaligned,
            Rule::Value => FaultKind::InvalidValue,
            Rule::Nonnull => FaultKind::NonnullViolated,
            Rule::CallType | Rule::Declared => FaultKind::CallType,
            Rule::Unreachable => FaultKind::Unreachable,
            Rule::Other => FaultKind::Abort,
        }
    }

    /// Does the program simply end there, rather than go on with undefined behaviour, when nobody looks for it?
    pub fn ends_program(self) -> bool {
        use FaultKind::{Abort, Assertion, ErrorCall, MemoryLeak, Panic, UncaughtException};
        matches!(self, Assertion | ErrorCall | Panic | UncaughtException | Abort | MemoryLeak)
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
