//! The invocation graph: who calls whom with what, as DOT and as JSON.
//!
//! Oblivious to the engine's graph: whoever holds it fills in this view. Invariant: what passes
//! [`InvocationGraph::check`] names only units that are there; whatever the texts hold, the DOT is well formed.

use crate::Location;
use crate::chain::SHOWN_CONDITIONS;
use crate::tree::escape;
use crate::wording::{conjuncts, first, number, shortened};
use serde_json::{Value, json};

/// A function, or one specialisation of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitNode {
    /// Source name.
    pub function: String,
    /// How it was specialised; empty if it was not.
    pub variant: String,
    /// Where it is.
    pub location: Location,
    /// Whether the program starts here.
    pub entry: bool,
    /// Leaves that were not explored.
    pub open: u64,
    /// Whether the target, or an error, lies in it.
    pub target: bool,
}

/// Calls from one place that are alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invocation {
    /// The unit that calls, by its position among the nodes.
    pub caller: usize,
    /// The unit that is called, by its position among the nodes.
    pub callee: usize,
    /// Where the call is.
    pub location: Location,
    /// When it happens: conditions on the caller's inputs that hold together.
    pub when: Vec<String>,
    /// The arguments, in terms of the caller's inputs.
    pub arguments: Vec<String>,
    /// How many leaves of the caller go through it.
    pub count: u64,
}

/// Units and the calls between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InvocationGraph {
    /// Title, for instance the program.
    pub title: String,
    /// The units.
    pub nodes: Vec<UnitNode>,
    /// The calls.
    pub edges: Vec<Invocation>,
}

impl InvocationGraph {
    /// Says what is wrong with the shape of the graph, if anything is.
    pub fn check(&self) -> Result<(), String> {
        let there = 0..self.nodes.len();
        match self.edges.iter().position(|e| !there.contains(&e.caller) || !there.contains(&e.callee)) {
            Some(edge) => Err(format!("invocation {edge} is between units that are not there")),
            None => Ok(()),
        }
    }

    /// The graph as a GraphViz graph.
    pub fn to_dot(&self) -> String {
        let mut text = format!("digraph \"{}\" {{\n", escape(&self.title));
        text.push_str("  node [shape=box, style=\"rounded,filled\", fontname=\"monospace\", fontsize=10];\n");
        text.push_str("  edge [fontname=\"monospace\", fontsize=9];\n");
        for (i, node) in self.nodes.iter().enumerate() {
            text.push_str(&format!("  u{i} [label=\"{}\", fillcolor=\"{}\"", label(&node.lines()), node.colour()));
            text.push_str(if node.entry { ", penwidth=2];\n" } else { "];\n" });
        }
        for edge in &self.edges {
            let (from, to) = (edge.caller, edge.callee);
            text.push_str(&format!("  u{from} -> u{to} [label=\"{}\"];\n", label(&edge.lines())));
        }
        text.push_str("}\n");
        text
    }

    pub(crate) fn to_json(&self) -> Value {
        let node = |n: &UnitNode| {
            json!({
                "function": n.function,
                "variant": n.variant,
                "file": n.location.file,
                "line": n.location.line,
                "entry": n.entry,
                "open": n.open,
                "target": n.target,
            })
        };
        let edge = |e: &Invocation| {
            json!({
                "caller": e.caller,
                "callee": e.callee,
                "file": e.location.file,
                "line": e.location.line,
                "when": e.when,
                "arguments": e.arguments,
                "count": e.count,
            })
        };
        json!({
            "units": self.nodes.iter().map(node).collect::<Vec<_>>(),
            "invocations": self.edges.iter().map(edge).collect::<Vec<_>>(),
        })
    }
}

impl UnitNode {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.function.clone(), self.variant.clone(), self.location.place()];
        if self.open > 0 {
            lines.push(number(self.open, "leaf open", "leaves open"));
        }
        lines
    }

    /// The colours of trees: an error, something open, or done.
    fn colour(&self) -> &'static str {
        match (self.target, self.open) {
            (true, _) => "#f5b5b0",
            (false, 0) => "#d5f0d5",
            (false, _) => "#d8e4f8",
        }
    }
}

impl Invocation {
    fn lines(&self) -> Vec<String> {
        let times = if self.count > 1 { format!(" ({} times)", self.count) } else { String::new() };
        let arguments: Vec<_> = self.arguments.iter().map(|a| shortened(a)).collect();
        let mut lines = vec![format!("({}){times}", arguments.join(", "))];
        if self.location.line > 0 {
            lines.push(format!("line {}", self.location.line));
        }
        let conditions = first(conjuncts(&self.when), SHOWN_CONDITIONS, "more");
        let word = |i| if i == 0 { "when" } else { "and" };
        lines.extend(conditions.iter().enumerate().map(|(i, condition)| format!("{} {condition}", word(i))));
        lines
    }
}

/// Lines that are not empty, as a label.
fn label(lines: &[String]) -> String {
    lines.iter().filter(|line| !line.is_empty()).map(|line| escape(line)).collect::<Vec<_>>().join("\\n")
}
