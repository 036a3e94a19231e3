//! Execution trees as they are shown to people: JSON and DOT, with the choice trees along which calls were replayed.
//!
//! Oblivious to the engine's tree: whoever holds it fills in this view. Invariant: a view that passes
//! [`TreeView::check`] is one tree: one root, every other node has a parent with a smaller position.

use crate::choice_graph::JsonChoices;
use crate::{ChoiceGraph, Location};
use serde::Serialize;

/// The way from a parent to its child.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// The condition that holds on this side, readable; empty for the only side.
    pub condition: String,
}

/// An exit of a loop folded into a template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FoldView {
    /// The number of the template.
    pub template: u32,
    /// The number of the exit.
    pub exit: u32,
    /// The parameter: `κ₁`.
    pub count: String,
    /// The line of the loop's head; 0 if unknown.
    pub line: u32,
    /// What was folded: `loop at line 12`, `recursion of f`.
    pub of: String,
}

/// One node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeView {
    /// Number of the node; unique.
    pub id: u64,
    /// Number of its parent; none for the root.
    pub parent: Option<u64>,
    /// What kind of node: `branch`, `switch`, `call`, `leaf`, ...
    pub kind: String,
    /// Status: `unknown`, `finished`, `unreachable`, `irrelevant`, `failed`, `error`, `inner`.
    pub status: String,
    /// One line of text.
    pub label: String,
    /// The place in the source.
    pub location: Location,
    /// The way from the parent.
    pub edge: Edge,
    /// Executed instructions between the parent's decision and this node's.
    pub steps: u64,
    /// For a node that stands for any number of iterations of a loop.
    pub fold: Option<FoldView>,
    /// For a path through a call that was replayed: the position of the choice tree.
    pub replayed: Option<usize>,
}

/// An execution tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeView {
    /// Title, for instance the program and the function.
    pub title: String,
    /// The nodes, parents before children.
    pub nodes: Vec<NodeView>,
    /// The choice trees along which calls were replayed.
    pub choice_trees: Vec<ChoiceGraph>,
}

#[derive(Serialize)]
struct JsonTree<'a> {
    title: &'a str,
    nodes: Vec<JsonNode<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choice_trees: Vec<JsonChoices<'a>>,
}

#[derive(Serialize)]
struct JsonNode<'a> {
    id: u64,
    parent: Option<u64>,
    kind: &'a str,
    status: &'a str,
    label: &'a str,
    condition: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    function: &'a str,
    steps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fold: Option<&'a FoldView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replayed: Option<usize>,
}

impl TreeView {
    /// Says what is wrong with the shape of the tree, if anything is.
    pub fn check(&self) -> Result<(), String> {
        let mut seen = std::collections::HashSet::new();
        for (position, node) in self.nodes.iter().enumerate() {
            match (position, node.parent) {
                (0, None) => {}
                (0, Some(parent)) => return Err(format!("the root {} has a parent {parent}", node.id)),
                (_, None) => return Err(format!("node {} is a second root", node.id)),
                (_, Some(parent)) if !seen.contains(&parent) => {
                    return Err(format!("the parent {parent} of node {} does not come before it", node.id));
                }
                _ => {}
            }
            if !seen.insert(node.id) {
                return Err(format!("two nodes have the number {}", node.id));
            }
        }
        Ok(())
    }

    /// The tree as indented JSON text.
    pub fn to_json_string(&self) -> String {
        let tree = JsonTree {
            title: &self.title,
            nodes: self.nodes.iter().map(json_node).collect(),
            choice_trees: self.choice_trees.iter().map(ChoiceGraph::json).collect(),
        };
        let mut text = serde_json::to_string_pretty(&tree).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The tree as a GraphViz graph.
    pub fn to_dot(&self) -> String {
        let mut text = format!("digraph \"{}\" {{\n", escape(&self.title));
        text.push_str("  node [shape=box, style=\"rounded,filled\", fontname=\"monospace\", fontsize=10];\n");
        text.push_str("  edge [fontname=\"monospace\", fontsize=9];\n");
        for node in &self.nodes {
            let place = node.location.place();
            let mut lines = vec![node.label.as_str()];
            if !place.is_empty() {
                lines.push(&place);
            }
            if lines[0].is_empty() {
                lines[0] = &node.kind;
            }
            let label: Vec<String> = lines.into_iter().map(escape).collect();
            // One node for any number of iterations looks like none of the others.
            let shape = if node.fold.is_some() { ", shape=folder, style=filled, color=\"#6a3fb5\"" } else { "" };
            text.push_str(&format!(
                "  n{} [label=\"{}\", fillcolor=\"{}\", tooltip=\"{}\"{shape}];\n",
                node.id,
                label.join("\\n"),
                colour(&node.status),
                escape(&node.status)
            ));
            if let Some(parent) = node.parent {
                let condition = escape(&node.edge.condition);
                text.push_str(&format!("  n{parent} -> n{} [label=\"{condition}\"];\n", node.id));
            }
            if let Some(tree) = node.replayed {
                text.push_str(&format!("  n{} -> c{tree}_0 [style=dashed, constraint=false];\n", node.id));
            }
        }
        for (number, tree) in self.choice_trees.iter().enumerate() {
            text.push_str(&tree.dot(number));
        }
        text.push_str("}\n");
        text
    }
}

fn json_node(node: &NodeView) -> JsonNode<'_> {
    JsonNode {
        id: node.id,
        parent: node.parent,
        kind: &node.kind,
        status: &node.status,
        label: &node.label,
        condition: &node.edge.condition,
        file: &node.location.file,
        line: node.location.line,
        column: node.location.column,
        function: &node.location.function,
        steps: node.steps,
        fold: node.fold.as_ref(),
        replayed: node.replayed,
    }
}

fn colour(status: &str) -> &'static str {
    match status {
        "finished" => "#d5f0d5",
        "error" => "#f5b5b0",
        "failed" => "#f8e0a8",
        "unknown" => "#d8e4f8",
        "unreachable" | "irrelevant" => "#e4e4e4",
        _ => "#ffffff",
    }
}

/// A text inside a quoted string of DOT.
pub(crate) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
