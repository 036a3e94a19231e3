//! The closed lists of why a leaf could not be decided.
//!
//! Oblivious to how a report words them. Invariant: every reason has one stable kebab-case name, the same as in the
//! report, and a place in its list that counters use as an index.

/// Declares an enum whose variants have a stable name, so that the list and the names cannot diverge.
macro_rules! reasons {
    ($(#[$meta:meta])* $enum:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $enum { $($(#[$doc])* $variant,)* }

        impl $enum {
            /// Every reason, in declaration order.
            pub const ALL: &'static [$enum] = &[$($enum::$variant,)*];

            /// How many reasons there are.
            pub(crate) const COUNT: usize = Self::ALL.len();

            /// The stable kebab-case name.
            pub fn name(self) -> &'static str {
                match self { $($enum::$variant => $name,)* }
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

reasons! {
    /// Why plica could not decide a leaf that it worked on.
    FailReason {
        /// The solver ran out of the time that a query has.
        SolverTimeout = "solver-timeout",
        /// The solver gave up on a query for a reason other than time.
        SolverIncomplete = "solver-unknown",
        /// The solver ended, crashed or answered with something that is not an answer.
        SolverFailure = "solver-failure",
        /// Two solvers gave contradicting answers.
        SolverDisagreement = "solver-disagreement",
        /// An error was found whose model the concrete run does not confirm.
        Unconfirmed = "unconfirmed",
        /// An internal check of plica failed.
        Internal = "internal",
    }
}

reasons! {
    /// Why a path ends before its end.
    StopReason {
        /// An instruction or intrinsic that plica does not execute.
        UnsupportedInstruction = "unsupported-instruction",
        /// A feature of a library or of the language that plica does not model.
        UnsupportedFeature = "unsupported-feature",
        /// A call to a function that has neither a body nor a model.
        NoModel = "no-model",
        /// The path runs into undefined behaviour whose check is off, and nothing sound can be said beyond it.
        UncheckedUndefined = "unchecked-undefined",
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
        /// It was left out, as it was asked to: the search keeps to ways to the target.
        LeftOut = "left-out",
        /// The run was interrupted.
        Cancelled = "interrupted",
        /// The exploration stopped at the first errors, as it was asked to.
        StoppedAtError = "stopped-at-error",
    }
}
