//! Trees as DOT.

use expect_test::expect;
use plica_report::{Edge, FoldView, NodeView, TreeView};

use crate::*;

#[test]
fn tree() {
    let node = |id, parent, status: &str, label: &str, condition: &str| NodeView {
        id,
        parent,
        kind: if parent.is_none() { "branch" } else { "leaf" }.into(),
        status: status.into(),
        label: label.into(),
        location: at(2, 19, "find"),
        edge: Edge { condition: condition.into() },
        steps: 7,
        fold: None,
    };
    let mut folded = node(3, Some(0), "finished", "loop at line 2, κ₁ iterations", "κ₁ == n");
    folded.fold = Some(FoldView { template: 0, exit: 1, count: "κ₁".into(), line: 2, of: "loop at line 2".into() });
    let tree = TreeView {
        title: "search.c: \"find\"".into(),
        nodes: vec![
            node(0, None, "inner", "i < n", ""),
            node(1, Some(0), "finished", "return", "!(0 < n)"),
            node(2, Some(0), "error", "out of \"bounds\"", "0 < n"),
            folded,
        ],
    };
    assert_eq!(tree.check(), Ok(()));
    check(
        &tree.to_dot(),
        expect![[r##"
        digraph "search.c: \"find\"" {
          node [shape=box, style="rounded,filled", fontname="monospace", fontsize=10];
          edge [fontname="monospace", fontsize=9];
          n0 [label="i < n\nsearch.c:2:19", fillcolor="#ffffff", tooltip="inner"];
          n1 [label="return\nsearch.c:2:19", fillcolor="#d5f0d5", tooltip="finished"];
          n0 -> n1 [label="!(0 < n)"];
          n2 [label="out of \"bounds\"\nsearch.c:2:19", fillcolor="#f5b5b0", tooltip="error"];
          n0 -> n2 [label="0 < n"];
          n3 [label="loop at line 2, κ₁ iterations\nsearch.c:2:19", fillcolor="#d5f0d5", tooltip="finished", shape=folder, style=filled, color="#6a3fb5"];
          n0 -> n3 [label="κ₁ == n"];
        }
    "##]],
    );
    check(
        &tree.to_json_string(),
        expect![[r#"
        {
          "title": "search.c: \"find\"",
          "nodes": [
            {
              "id": 0,
              "parent": null,
              "kind": "branch",
              "status": "inner",
              "label": "i < n",
              "condition": "",
              "file": "search.c",
              "line": 2,
              "column": 19,
              "function": "find",
              "steps": 7
            },
            {
              "id": 1,
              "parent": 0,
              "kind": "leaf",
              "status": "finished",
              "label": "return",
              "condition": "!(0 < n)",
              "file": "search.c",
              "line": 2,
              "column": 19,
              "function": "find",
              "steps": 7
            },
            {
              "id": 2,
              "parent": 0,
              "kind": "leaf",
              "status": "error",
              "label": "out of \"bounds\"",
              "condition": "0 < n",
              "file": "search.c",
              "line": 2,
              "column": 19,
              "function": "find",
              "steps": 7
            },
            {
              "id": 3,
              "parent": 0,
              "kind": "leaf",
              "status": "finished",
              "label": "loop at line 2, κ₁ iterations",
              "condition": "κ₁ == n",
              "file": "search.c",
              "line": 2,
              "column": 19,
              "function": "find",
              "steps": 7,
              "fold": {
                "template": 0,
                "exit": 1,
                "count": "κ₁",
                "line": 2,
                "of": "loop at line 2"
              }
            }
          ]
        }
    "#]],
    );
}

#[test]
fn misshapen_trees_are_named() {
    let node = |id, parent| NodeView { id, parent, ..NodeView::default() };
    let check = |nodes: Vec<NodeView>| TreeView { title: String::new(), nodes }.check().unwrap_err();
    assert_eq!(check(vec![node(0, Some(1))]), "the root 0 has a parent 1");
    assert_eq!(check(vec![node(0, None), node(1, None)]), "node 1 is a second root");
    assert_eq!(check(vec![node(0, None), node(1, Some(2))]), "the parent 2 of node 1 does not come before it");
    assert_eq!(check(vec![node(0, None), node(0, Some(0))]), "two nodes have the number 0");
}
