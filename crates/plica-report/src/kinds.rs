//! The closed lists of what can be wrong with a program and of why a run could not decide.
//!
//! Oblivious to how either is found. Invariant: every kind has a stable kebab-case name (scripts depend on it) that
//! parses back to the kind, and a [`Responsibility`] that says who can do something about it.

use std::fmt;

/// Who can do something about a finding; each has its own help line in the text report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Responsibility {
    /// The program under analysis is wrong.
    Program,
    /// The program uses something that plica does not support.
    Unsupported,
    /// Time, memory or another limit ran out.
    Resource,
    /// Whoever runs plica asked for no more.
    Request,
    /// plica itself is wrong.
    Defect,
}

impl Responsibility {
    /// The stable name, as in the JSON report.
    pub fn name(self) -> &'static str {
        match self {
            Responsibility::Program => "program",
            Responsibility::Unsupported => "unsupported",
            Responsibility::Resource => "resource",
            Responsibility::Request => "request",
            Responsibility::Defect => "defect",
        }
    }
}

/// Declares an enum whose variants have a stable name, so that the name list, the printer and the parser cannot
/// diverge.
macro_rules! named_kinds {
    ($(#[$meta:meta])* $enum:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $enum { $($(#[$doc])* $variant,)* }

        impl $enum {
            /// Every kind, in declaration order.
            pub const ALL: &'static [$enum] = &[$($enum::$variant,)*];

            /// The stable kebab-case name.
            pub fn name(self) -> &'static str {
                match self { $($enum::$variant => $name,)* }
            }

            /// The kind with this stable name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some($enum::$variant),)* _ => None }
            }
        }

        impl fmt::Display for $enum {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named_kinds! {
    /// What is wrong with the program under analysis.
    ErrorKind {
        /// A failed `assert`, `plica_assert`, `klee_assert` or `__VERIFIER_assert`.
        AssertionFailure = "assertion-failure",
        /// A call that says "this is an error": `reach_error`, `__VERIFIER_error`, `plica_error`, `klee_report_error`.
        ErrorCall = "error-call",
        /// A location that `--target` declared to be an error.
        TargetReached = "target-reached",
        /// The program called `abort`, or ran into a trap.
        Abort = "abort",
        /// A panic of a Rust program.
        Panic = "panic",
        /// An uncaught C++ exception.
        UncaughtException = "uncaught-exception",
        /// A load, store or call through a null pointer.
        NullDereference = "null-dereference",
        /// An access through a value that points to no object.
        InvalidDereference = "invalid-dereference",
        /// An access outside of the object that the pointer points to.
        OutOfBounds = "out-of-bounds",
        /// An access to an object that was freed or whose function has returned.
        UseAfterFree = "use-after-free",
        /// A second `free` of an object.
        DoubleFree = "double-free",
        /// A `free` of something that no allocation function returned.
        InvalidFree = "invalid-free",
        /// A write to an object that must not change (a constant or a string literal).
        ReadOnlyWrite = "read-only-write",
        /// A call through a pointer that does not point to a function of a fitting type.
        InvalidCall = "invalid-call",
        /// `memcpy` and the like on overlapping ranges.
        OverlappingCopy = "overlapping-copy",
        /// Integer division or remainder by zero.
        DivisionByZero = "division-by-zero",
        /// The smallest signed integer divided by -1.
        DivisionOverflow = "division-overflow",
        /// A shift by the width of the type or more.
        ShiftRange = "shift-range",
        /// Code that was declared unreachable was reached.
        UnreachableCode = "unreachable-code",
        /// Signed arithmetic left the range of its type (`--checks overflow`).
        SignedOverflow = "signed-overflow",
        /// An allocated object that nothing points to any more at the end (`--checks leaks`).
        MemoryLeak = "memory-leak",
        /// The behaviour depends on memory that was never written (`--checks uninit`).
        UninitializedRead = "uninitialized-read",
        /// Recursion deeper than the stack of the program allows.
        StackOverflow = "stack-overflow",
        /// A pointer that was never written is used.
        UninitializedPointer = "uninitialized-pointer",
        /// A builtin or a function of the library is given what it is undefined for (`__builtin_clz(0)`).
        InvalidBuiltin = "invalid-builtin",
        /// Unsigned arithmetic wrapped round (`--checks unsigned-overflow`).
        UnsignedOverflow = "unsigned-overflow",
        /// An implicit conversion changed the value (`--checks conversion`).
        LossyConversion = "lossy-conversion",
        /// A floating-point value does not fit the integer type that it is converted to (`--checks float-cast`).
        FloatCast = "float-cast",
        /// A floating-point division by zero (`--checks float`).
        FloatDivision = "float-division-by-zero",
        /// A floating-point operation overflowed (`--checks float`).
        FloatOverflow = "float-overflow",
        /// A floating-point operation gave no number (`--checks float`).
        NotANumber = "not-a-number",
        /// Pointer arithmetic left its object (`--checks pointer-arithmetic`).
        PointerArithmetic = "pointer-arithmetic",
        /// Pointers into different objects were compared or subtracted (`--checks pointer-comparison`).
        PointerComparison = "pointer-comparison",
        /// An access through an address that is not aligned (`--checks alignment`).
        MisalignedAccess = "misaligned-access",
        /// A `bool` or an enumeration had a value that its type does not have (`--checks value`).
        InvalidValue = "invalid-value",
        /// Null where an attribute says that there is none (`--checks nonnull`).
        NonnullViolation = "nonnull-violation",
        /// A call of a function as one of another type (`--checks call-type`).
        CallType = "call-type",
    }
}

named_kinds! {
    /// What a run takes for granted about the world: each can turn an error of the real program into *holds*.
    AssumptionKind {
        /// `malloc` and its kin give a block.
        Allocation = "allocation",
        /// C++'s plain `new` does not throw.
        New = "new",
        /// How many arguments the program is given, and how long they are.
        Arguments = "arguments",
        /// What pointers lead to that are inputs.
        InputPointers = "input-pointers",
        /// What globals hold when a function of one's choice is called.
        InitialGlobals = "initial-globals",
        /// What `getenv` finds, or the third parameter of `main`.
        Environment = "environment",
        /// How files behave.
        Files = "files",
        /// What the system gives that is not an input of the analysis.
        System = "system",
        /// What functions of `math.h` give.
        Mathematics = "mathematics",
        /// Which instructions the processor has.
        Processor = "processor",
        /// The random keys of Rust's hash maps.
        HashKeys = "hash-keys",
        /// That functions of `math.h` leave `errno` alone.
        MathErrors = "math-errors",
        /// What functions do that the options replace.
        Stubs = "stubs",
        /// What functions without a body do.
        Externals = "externals",
        /// Signed overflow.
        Overflow = "signed-overflow",
        /// Memory that was never written.
        Unwritten = "uninitialised",
        /// Memory that was accessed at an unknown index, where reads of what was never written are looked for.
        Written = "initialised",
        /// Blocks that an array or a number may point to, where leaks are looked for.
        Reachable = "reachable",
        /// The bits of a NaN.
        NotANumber = "nan",
        /// Conversions of numbers out of range.
        FloatRange = "float-to-integer",
        /// Recursion does not exhaust the stack.
        Stack = "stack",
        /// Volatile objects.
        Volatile = "volatile",
        /// Addresses as numbers.
        Addresses = "addresses",
        /// The order of objects in memory.
        PointerOrder = "pointer-order",
        /// Which objects cannot have the same address.
        PointerEquality = "pointer-equality",
        /// What an optimiser has done to the code.
        Optimised = "optimised-code",
        /// Code without the checks that a compiler makes of the source's types.
        Uninstrumented = "uninstrumented-code",
    }
}

impl ErrorKind {
    /// One short sentence for rule lists (SARIF) and the documentation.
    pub fn description(self) -> &'static str {
        match self {
            ErrorKind::AssertionFailure => "An assertion can fail.",
            ErrorKind::ErrorCall => "A call that marks an error can be reached.",
            ErrorKind::TargetReached => "The target location can be reached.",
            ErrorKind::Abort => "The program can abort.",
            ErrorKind::Panic => "The program can panic.",
            ErrorKind::UncaughtException => "An exception can leave the program uncaught.",
            ErrorKind::NullDereference => "A null pointer can be dereferenced.",
            ErrorKind::InvalidDereference => "A pointer that points to no object can be dereferenced.",
            ErrorKind::OutOfBounds => "An access can leave the bounds of its object.",
            ErrorKind::UseAfterFree => "An object can be used after the end of its life.",
            ErrorKind::DoubleFree => "An object can be freed twice.",
            ErrorKind::InvalidFree => "Something that was not allocated can be freed.",
            ErrorKind::ReadOnlyWrite => "A constant object can be written to.",
            ErrorKind::InvalidCall => "A call can go through a pointer that is not a function of that type.",
            ErrorKind::OverlappingCopy => "A copy can have overlapping source and destination.",
            ErrorKind::DivisionByZero => "An integer can be divided by zero.",
            ErrorKind::DivisionOverflow => "A signed division can overflow.",
            ErrorKind::ShiftRange => "A shift can reach the width of its type.",
            ErrorKind::UnreachableCode => "Code declared unreachable can be reached.",
            ErrorKind::SignedOverflow => "Signed arithmetic can overflow.",
            ErrorKind::MemoryLeak => "Allocated memory can be lost.",
            ErrorKind::UninitializedRead => "The behaviour can depend on uninitialised memory.",
            ErrorKind::StackOverflow => "The recursion can exhaust the stack.",
            ErrorKind::UninitializedPointer => "A pointer that was never written can be used.",
            ErrorKind::InvalidBuiltin => "A builtin or a library function can be given what it is undefined for.",
            ErrorKind::UnsignedOverflow => "Unsigned arithmetic can wrap round.",
            ErrorKind::LossyConversion => "An implicit conversion can change the value.",
            ErrorKind::FloatCast => "A floating-point value can be converted to an integer type that it does not fit.",
            ErrorKind::FloatDivision => "A floating-point number can be divided by zero.",
            ErrorKind::FloatOverflow => "A floating-point operation can overflow.",
            ErrorKind::NotANumber => "A floating-point operation can give no number.",
            ErrorKind::PointerArithmetic => "Pointer arithmetic can leave its object.",
            ErrorKind::PointerComparison => "Pointers into different objects can be compared.",
            ErrorKind::MisalignedAccess => "An access can be misaligned.",
            ErrorKind::InvalidValue => "A bool or an enumeration can have a value that is none of its type.",
            ErrorKind::NonnullViolation => "Null can be where it was declared not to be.",
            ErrorKind::CallType => "A function can be called as one of another type.",
        }
    }
}

named_kinds! {
    /// Why a run could not say "holds".
    ReasonKind {
        /// An instruction or intrinsic that plica does not execute.
        UnsupportedInstruction = "unsupported-instruction",
        /// A feature of a library or of the language that plica does not model (threads, `fork`, ...).
        UnsupportedFeature = "unsupported-feature",
        /// A call to a function that has neither a body nor a model.
        NoModel = "no-model",
        /// `--externals havoc` replaced the result of a function by any value.
        ExternalHavoc = "external-havoc",
        /// The path runs into undefined behaviour that the run does not look for; nothing can be said beyond it.
        UncheckedUndefined = "unchecked-undefined",
        /// The solver gave up on a query for a reason other than time.
        SolverUnknown = "solver-unknown",
        /// The solver ran out of the time that a query has.
        SolverTimeout = "solver-timeout",
        /// The solver ended, crashed or answered with something that is not an answer.
        SolverFailure = "solver-failure",
        /// Two solvers gave contradicting answers (`--cross-check`).
        SolverDisagreement = "solver-disagreement",
        /// The time limit of the run.
        TimeLimit = "time-limit",
        /// The memory limit of the run.
        MemoryLimit = "memory-limit",
        /// The limit on the number of executed instructions.
        StepLimit = "step-limit",
        /// The limit on the depth of paths.
        DepthLimit = "depth-limit",
        /// The limit on the number of paths.
        PathLimit = "path-limit",
        /// The depth of the call stack that plica follows.
        CallDepthLimit = "call-depth-limit",
        /// The size up to which plica models objects.
        ObjectSizeLimit = "object-size-limit",
        /// The search left something out, as it was asked to (`--search target-only`).
        LeftOut = "left-out",
        /// The run was interrupted (Ctrl-C).
        Interrupted = "interrupted",
        /// The exploration stopped at the first errors, as it was asked to.
        StoppedAtError = "stopped-at-error",
        /// An error was found whose model the concrete run does not confirm.
        Unconfirmed = "unconfirmed",
        /// An internal check of plica failed.
        Internal = "internal",
    }
}

impl ReasonKind {
    /// Who can do something about it.
    pub fn fault(self) -> Responsibility {
        match self {
            ReasonKind::UnsupportedInstruction
            | ReasonKind::UnsupportedFeature
            | ReasonKind::NoModel
            | ReasonKind::ExternalHavoc => Responsibility::Unsupported,
            ReasonKind::UncheckedUndefined => Responsibility::Program,
            ReasonKind::SolverUnknown
            | ReasonKind::SolverTimeout
            | ReasonKind::SolverFailure
            | ReasonKind::TimeLimit
            | ReasonKind::MemoryLimit
            | ReasonKind::StepLimit
            | ReasonKind::DepthLimit
            | ReasonKind::PathLimit
            | ReasonKind::CallDepthLimit
            | ReasonKind::ObjectSizeLimit
            | ReasonKind::LeftOut => Responsibility::Resource,
            ReasonKind::Interrupted | ReasonKind::StoppedAtError => Responsibility::Request,
            ReasonKind::SolverDisagreement | ReasonKind::Unconfirmed | ReasonKind::Internal => Responsibility::Defect,
        }
    }

    /// What to try, for the help line of the text report.
    pub fn help(self) -> &'static str {
        match self {
            ReasonKind::UnsupportedInstruction | ReasonKind::UnsupportedFeature => {
                "plica does not support this (see docs/limitations.md); the path ends here"
            }
            ReasonKind::NoModel => {
                "give plica the source of the function as another input, or use `--externals havoc` to let it return any value"
            }
            ReasonKind::ExternalHavoc => {
                "what the function does to memory is not known; give plica its source as another input"
            }
            ReasonKind::UncheckedUndefined => {
                "what a program does after undefined behaviour is not defined; look for the error itself with `--checks default`, or with `--checks +uninit`"
            }
            ReasonKind::SolverUnknown => "try another solver with `--solver`",
            ReasonKind::SolverTimeout => "raise `--solver-timeout`, or try another solver with `--solver`",
            ReasonKind::SolverFailure => "check the solver's command, or try another solver with `--solver`",
            ReasonKind::TimeLimit => "raise `--time-limit`, or bound the inputs of the program",
            ReasonKind::MemoryLimit => "raise `--memory-limit`, try `--search dfs`, or bound the inputs of the program",
            ReasonKind::StepLimit => "raise `--max-steps`",
            ReasonKind::DepthLimit => "raise `--max-depth`",
            ReasonKind::PathLimit => "raise `--max-paths`",
            ReasonKind::CallDepthLimit => "the recursion is deeper than plica follows; bound the inputs of the program",
            ReasonKind::ObjectSizeLimit => "bound the size that the program asks for with an assumption",
            ReasonKind::LeftOut => "`--search target` leaves nothing out that can matter",
            ReasonKind::Interrupted => "the run was interrupted; what is reported was found until then",
            ReasonKind::StoppedAtError => "with a higher `--max-errors` it goes on to look for others",
            ReasonKind::SolverDisagreement | ReasonKind::Unconfirmed | ReasonKind::Internal => {
                "this is a defect of plica, not of the program: please report it with the program and the command line"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kebab_case_and_parse_back() {
        let kebab = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        for &kind in ErrorKind::ALL {
            assert!(kebab(kind.name()), "{kind}");
            assert_eq!(ErrorKind::from_name(kind.name()), Some(kind));
            assert!(kind.description().ends_with('.'));
        }
        for &kind in ReasonKind::ALL {
            assert!(kebab(kind.name()), "{kind}");
            assert_eq!(ReasonKind::from_name(kind.name()), Some(kind));
            assert!(!kind.help().is_empty());
        }
        assert_eq!(ErrorKind::from_name("no-such-kind"), None);
    }
}
