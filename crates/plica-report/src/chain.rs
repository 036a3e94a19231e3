//! The calls that lead to a place, from the program's entry inwards.
//!
//! Oblivious to how the calls were found. Invariant: the steps of a chain are in the order of the calls; each is made
//! in the function in which its location is.

use crate::wording::when;
use crate::{Location, StackFrame};
use serde_json::{Value, json};

/// How a place is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// What is reached: `label:ERROR`, `the assertion x < 3`.
    pub what: String,
    /// Where it is.
    pub location: Location,
    /// The calls, the entry's first.
    pub steps: Vec<StackFrame>,
}

/// Steps at the beginning and at the end of a long chain that are shown.
const ENDS: (usize, usize) = (12, 4);

/// Conditions of a call that are shown; JSON has all of them.
pub(crate) const SHOWN_CONDITIONS: usize = 4;

/// Indentation grows up to this depth.
const DEEPEST: usize = 12;

impl Chain {
    /// An indented list, without a line end.
    pub fn to_text(&self) -> String {
        let mut text = match self.steps.len() {
            0 => format!("{} is reached without a call", self.what),
            _ => format!("{} is reached by these calls:", self.what),
        };
        let (head, tail) = ENDS;
        let hidden = self.steps.len().saturating_sub(head + tail);
        let mut depth = 0;
        let mut line = |said: &str| {
            depth += 1;
            text.push_str(&format!("\n{:indent$}{said}", "", indent = 2 * depth.min(DEEPEST)));
        };
        for (i, step) in self.steps.iter().enumerate() {
            match hidden > 1 && (head..head + hidden).contains(&i) {
                true if i == head => line(&format!("... {hidden} more ...")),
                true => {}
                false => line(&step.to_string()),
            }
        }
        if self.location.is_known() {
            line(&self.location.to_string());
        }
        text
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({
            "what": self.what,
            "file": self.location.file,
            "line": self.location.line,
            "function": self.location.function,
            "calls": self.steps.iter().map(|step| json!({
                "function": step.location.function,
                "file": step.location.file,
                "line": step.location.line,
                "call": step.call,
                "when": step.when,
            })).collect::<Vec<_>>(),
        })
    }
}

/// `main (a.c:9:3) calls f(n, 3) when n > 0`.
impl std::fmt::Display for StackFrame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.location.fmt(f)?;
        if !self.call.is_empty() {
            write!(f, " calls {}", self.call)?;
        }
        if !self.library.is_empty() {
            write!(f, " in {}", self.library)?;
        }
        match self.when.as_slice() {
            [] => Ok(()),
            conditions => write!(f, " {}", when(conditions, SHOWN_CONDITIONS)),
        }
    }
}
