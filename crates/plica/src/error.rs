//! What is wrong with the input or the command line: the one error type that ends plica with status 2.
//!
//! Oblivious to who raises it. Invariant: the message says what was wrong with this very input, the help what to try.

use plica_report::{ExitStatus, printable};
use std::fmt;
use std::io::Write;

/// An input or a command line that plica cannot work with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserError {
    /// What is wrong; may have several lines (a compiler's messages).
    pub message: String,
    /// What to try.
    pub help: Option<String>,
}

impl UserError {
    /// An error without advice.
    pub fn new(message: impl Into<String>) -> Self {
        UserError { message: message.into(), help: None }
    }

    /// Adds what to try.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Something that the design has and this version has not.
    pub fn not_in_this_version(what: &str, instead: &str) -> Self {
        UserError::new(format!("{what} is not in this version of plica")).help(instead)
    }

    /// Says it on standard error; the exit status that goes with it.
    pub fn print(&self) -> u8 {
        // Where nobody reads there is nobody to tell.
        let _ = write!(std::io::stderr(), "{}", printable(&self.to_string()));
        ExitStatus::BadInput.code()
    }
}

impl fmt::Display for UserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "error: {}", self.message.trim_end())?;
        match &self.help {
            Some(help) => writeln!(f, "help: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UserError {}
