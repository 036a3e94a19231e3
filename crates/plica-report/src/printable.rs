//! Text that is safe on a terminal. Names of files and inputs, texts of assertions and lines of sources come from
//! whoever wrote the program; an escape sequence in one of them would be the terminal's to obey.
//!
//! Oblivious to who prints. Invariant: nothing that a renderer for people writes holds a control character but those
//! that it has put there itself.

use crate::{ErrorReport, InputValue, Location, Reason, StackFrame};
use std::fmt::Write;

/// Is it a character that a terminal does not show but obeys? Those that turn the direction of writing around are among
/// them: what is shown is then not what is there.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match u32::from(c) {
            _ if stays(c) || !is_obeyed(c) => out.push(c),
            // Writing to a string cannot fail.
            code @ 0..=0x7f => drop(write!(out, "\\x{code:02x}")),
            code => drop(write!(out, "\\u{{{code:x}}}")),
        }
    }
    out
}

/// Text of several lines with what a terminal would obey written as `\x1b`.
pub fn printable(text: &str) -> String {
    escaped(text, |c| matches!(c, '\n' | '\t'))
}

/// The same for a name or a message: it stays on its line.
pub fn printable_line(text: &str) -> String {
    escaped(text, |_| false)
}

/// JSON that is printed: what is left of such characters is inside of strings, which may spell them out.
pub fn printable_json(text: &str) -> String {
    let spelt = |c: char| match c {
        c if is_obeyed(c) && c != '\n' => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    if text.chars().any(|c| is_obeyed(c) && c != '\n') { text.chars().map(spelt).collect() } else { text.to_owned() }
}

impl Location {
    /// As it may be shown on a terminal.
    pub(crate) fn printable(&self) -> Location {
        Location { file: printable_line(&self.file), function: printable_line(&self.function), ..self.clone() }
    }
}

impl Reason {
    /// The reason as it may be shown on a terminal.
    pub(crate) fn printable(&self) -> Reason {
        let location = self.location.as_ref().map(Location::printable);
        Reason { text: printable_line(&self.text), location, ..self.clone() }
    }
}

impl ErrorReport {
    /// The error as it may be shown on a terminal. Its source line is found by the name that the error itself has.
    pub(crate) fn printable(&self) -> ErrorReport {
        let mut error = self.clone();
        error.make_printable();
        error
    }

    fn make_printable(&mut self) {
        self.message = printable_line(&self.message);
        self.location = self.location.printable();
        self.test = self.test.as_deref().map(printable_line);
        self.inputs.iter_mut().for_each(InputValue::make_printable);
        for StackFrame { location, call, when, library } in &mut self.trace {
            (*location, *call) = (location.printable(), printable_line(call));
            when.iter_mut().for_each(|text| *text = printable_line(text));
            *library = printable_line(library);
        }
        self.entries.iter_mut().for_each(|entry| *entry = printable_line(entry));
        for count in &mut self.loops {
            (count.location, count.name) = (count.location.printable(), printable_line(&count.name));
        }
    }
}

impl InputValue {
    fn make_printable(&mut self) {
        self.name = printable_line(&self.name);
        self.type_name = printable_line(&self.type_name);
        self.location = self.location.as_ref().map(Location::printable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        assert_eq!(printable("a\u{1b}[31mb\u{7}\r\nc\td\u{9b}2J\u{7f}"), "a\\x1b[31mb\\x07\\x0d\nc\td\\u{9b}2J\\x7f");
        assert_eq!(printable("x\u{202e}y κ₁ é"), "x\\u{202e}y κ₁ é");
        assert_eq!(printable_line("a\nb\tc"), "a\\x0ab\\x09c");
        assert_eq!(printable_json("{\n\"a\u{9b}\": 1}"), "{\n\"a\\u009b\": 1}");
    }
}
