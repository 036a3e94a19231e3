//! Readable text of a flowgraph, for people and for tests. Oblivious to meaning.

use std::fmt::Write;

use crate::program::{Function, Program};

/// One function, a line per command.
pub fn print_function(f: &Function) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "function {} ({} parameters)", f.name, f.params);
    for (i, c) in f.code.iter().enumerate() {
        for b in f.blocks.iter().filter(|b| b.start.index() == i) {
            let _ = writeln!(out, " {}:", b.name);
        }
        let _ = writeln!(out, "  {i:4} {c:?}");
    }
    out
}

/// All functions that have a body.
pub fn print_program(p: &Program) -> String {
    p.functions.iter().filter(|f| !f.is_declaration()).map(print_function).collect()
}
