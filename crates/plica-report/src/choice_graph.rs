//! The choice trees of functions whose calls were replayed, as nodes: for JSON and DOT.
//!
//! Oblivious to terms: conditions are finished text. Invariant: parents come before their children.

use crate::Location;
use crate::tree::escape;
use serde::Serialize;

/// What a node of a choice tree is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChoiceNodeKind {
    /// A decision that has several sides.
    #[default]
    Decision,
    /// A path through a function that is called: one of those of its tree.
    Call,
    /// The end of the path.
    End,
    /// Where callers go on by themselves.
    Open,
}

/// A node of a choice tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChoiceNodeView {
    /// The position of its parent; none for the root.
    pub parent: Option<usize>,
    /// What it is.
    pub kind: ChoiceNodeKind,
    /// What has to hold on the way from its parent; empty for the root and behind a call.
    pub condition: String,
    /// How the path ends, or which path of which function it is; empty for decisions.
    pub label: String,
    /// At a leaf, what has to hold of values on the way there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<String>,
    /// At a leaf, where pointers lead on the way there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shape: Vec<String>,
    /// The position of the tree of the function that is called, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<usize>,
    /// The line; 0 if unknown.
    pub line: u32,
}

/// The choice tree of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceGraph {
    /// Where the function is.
    pub location: Location,
    /// The nodes, parents before children.
    pub nodes: Vec<ChoiceNodeView>,
}

#[derive(Serialize)]
pub(crate) struct JsonChoices<'a> {
    function: &'a str,
    file: &'a str,
    line: u32,
    nodes: &'a [ChoiceNodeView],
}

impl ChoiceGraph {
    pub(crate) fn json(&self) -> JsonChoices<'_> {
        let Location { file, line, function, .. } = &self.location;
        JsonChoices { function, file, line: *line, nodes: &self.nodes }
    }

    /// The tree as a cluster of a GraphViz graph, with edges to the trees of functions that are called.
    pub(crate) fn dot(&self, number: usize) -> String {
        let mut text = format!("  subgraph cluster{number} {{\n");
        text.push_str(&format!(
            "    label=\"choice tree of {}\"; fontname=\"monospace\";\n",
            escape(&self.location.function)
        ));
        let mut links = String::new();
        for (at, node) in self.nodes.iter().enumerate() {
            let line = (node.line > 0).then(|| format!("line {}", node.line));
            let own = (!node.label.is_empty()).then(|| node.label.clone());
            let parts = own.into_iter().chain(line).chain(node.when.iter().cloned()).chain(node.shape.iter().cloned());
            let label: Vec<String> = parts.map(|part| escape(&part)).collect();
            let look = match node.kind {
                ChoiceNodeKind::Decision => "",
                ChoiceNodeKind::Call => ", shape=component",
                ChoiceNodeKind::End => ", fillcolor=\"#d5f0d5\"",
                ChoiceNodeKind::Open => ", fillcolor=\"#f8e0a8\"",
            };
            text.push_str(&format!("    c{number}_{at} [label=\"{}\"{look}];\n", label.join("\\n")));
            if let Some(parent) = node.parent {
                let condition = escape(&node.condition);
                text.push_str(&format!("    c{number}_{parent} -> c{number}_{at} [label=\"{condition}\"];\n"));
            }
            if let Some(tree) = node.tree {
                links.push_str(&format!("  c{number}_{at} -> c{tree}_0 [style=dashed, constraint=false];\n"));
            }
        }
        text.push_str("  }\n");
        text + &links
    }
}
