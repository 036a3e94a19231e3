//! The exit status of the command line.
//!
//! Oblivious to how the verdict came about. Invariant: scripts depend on these numbers; they never change.

use crate::Verdict;

/// How a run of plica ends, as scripts see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// No input breaks the program.
    Holds,
    /// An error was found.
    Violated,
    /// The input or the command line is wrong.
    BadInput,
    /// Neither an error nor a proof.
    Undecided,
}

impl ExitStatus {
    /// The number that the process ends with.
    pub fn code(self) -> u8 {
        match self {
            ExitStatus::Holds => 0,
            ExitStatus::Violated => 1,
            ExitStatus::BadInput => 2,
            ExitStatus::Undecided => 3,
        }
    }
}

impl From<Verdict> for ExitStatus {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Holds => ExitStatus::Holds,
            Verdict::Violated => ExitStatus::Violated,
            Verdict::Undecided => ExitStatus::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_that_scripts_depend_on() {
        let code = |verdict: Verdict| ExitStatus::from(verdict).code();
        assert_eq!(code(Verdict::Holds), 0);
        assert_eq!(code(Verdict::Violated), 1);
        assert_eq!(ExitStatus::BadInput.code(), 2);
        assert_eq!(code(Verdict::Undecided), 3);
    }
}
