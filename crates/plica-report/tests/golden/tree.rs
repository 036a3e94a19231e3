//! Trees as DOT.

use expect_test::expect;
use plica_report::{ChoiceGraph, ChoiceNodeKind, ChoiceNodeView, Edge, FoldView, NodeView, TreeView};

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
        replayed: None,
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
        choice_trees: Vec::new(),
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
    let check = |nodes: Vec<NodeView>| TreeView { nodes, ..TreeView::default() }.check().unwrap_err();
    assert_eq!(check(vec![node(0, Some(1))]), "the root 0 has a parent 1");
    assert_eq!(check(vec![node(0, None), node(1, None)]), "node 1 is a second root");
    assert_eq!(check(vec![node(0, None), node(1, Some(2))]), "the parent 2 of node 1 does not come before it");
    assert_eq!(check(vec![node(0, None), node(0, Some(0))]), "two nodes have the number 0");
}

#[test]
fn choice_trees_are_drawn_beside_it_with_links() {
    let node = |parent, kind, condition: &str, label: &str| ChoiceNodeView {
        parent,
        kind,
        condition: condition.into(),
        label: label.into(),
        line: 3,
        ..ChoiceNodeView::default()
    };
    let leaf = |parent, condition: &str, when: &[&str], shape: &[&str]| ChoiceNodeView {
        when: when.iter().map(|text| text.to_string()).collect(),
        shape: shape.iter().map(|text| text.to_string()).collect(),
        ..node(Some(parent), ChoiceNodeKind::End, condition, "returns")
    };
    let called = vec![
        node(None, ChoiceNodeKind::Decision, "", ""),
        leaf(0, "l is null", &[], &["l is null"]),
        leaf(0, "l leads to a new object, node0", &[], &["l leads to a new object, node0"]),
    ];
    let calling = vec![
        node(None, ChoiceNodeKind::Decision, "", ""),
        ChoiceNodeView { tree: Some(0), ..node(Some(0), ChoiceNodeKind::Call, "n < 3", "path 1 of last") },
        leaf(1, "", &["n < 3"], &[]),
        node(Some(0), ChoiceNodeKind::Open, "3 <= n", "is left to callers from line 3 on"),
    ];
    let root = NodeView { kind: "root".into(), ..NodeView::default() };
    let replayed = NodeView { id: 1, parent: Some(0), kind: "replayed".into(), replayed: Some(1), ..root.clone() };
    let tree = TreeView {
        title: "list.c (main)".into(),
        nodes: vec![root, replayed],
        choice_trees: vec![
            ChoiceGraph { location: at(2, 0, "last"), nodes: called },
            ChoiceGraph { location: at(5, 0, "both"), nodes: calling },
        ],
    };
    check(
        &tree.to_dot(),
        expect![[r##"
        digraph "list.c (main)" {
          node [shape=box, style="rounded,filled", fontname="monospace", fontsize=10];
          edge [fontname="monospace", fontsize=9];
          n0 [label="root", fillcolor="#ffffff", tooltip=""];
          n1 [label="replayed", fillcolor="#ffffff", tooltip=""];
          n0 -> n1 [label=""];
          n1 -> c1_0 [style=dashed, constraint=false];
          subgraph cluster0 {
            label="choice tree of last"; fontname="monospace";
            c0_0 [label="line 3"];
            c0_1 [label="returns\nline 3\nl is null", fillcolor="#d5f0d5"];
            c0_0 -> c0_1 [label="l is null"];
            c0_2 [label="returns\nline 3\nl leads to a new object, node0", fillcolor="#d5f0d5"];
            c0_0 -> c0_2 [label="l leads to a new object, node0"];
          }
          subgraph cluster1 {
            label="choice tree of both"; fontname="monospace";
            c1_0 [label="line 3"];
            c1_1 [label="path 1 of last\nline 3", shape=component];
            c1_0 -> c1_1 [label="n < 3"];
            c1_2 [label="returns\nline 3\nn < 3", fillcolor="#d5f0d5"];
            c1_1 -> c1_2 [label=""];
            c1_3 [label="is left to callers from line 3 on\nline 3", fillcolor="#f8e0a8"];
            c1_0 -> c1_3 [label="3 <= n"];
          }
          c1_1 -> c0_0 [style=dashed, constraint=false];
        }
    "##]],
    );
    check(
        &tree.to_json_string(),
        expect![[r#"
        {
          "title": "list.c (main)",
          "nodes": [
            {
              "id": 0,
              "parent": null,
              "kind": "root",
              "status": "",
              "label": "",
              "condition": "",
              "file": "",
              "line": 0,
              "column": 0,
              "function": "",
              "steps": 0
            },
            {
              "id": 1,
              "parent": 0,
              "kind": "replayed",
              "status": "",
              "label": "",
              "condition": "",
              "file": "",
              "line": 0,
              "column": 0,
              "function": "",
              "steps": 0,
              "replayed": 1
            }
          ],
          "choice_trees": [
            {
              "function": "last",
              "file": "search.c",
              "line": 2,
              "nodes": [
                {
                  "parent": null,
                  "kind": "decision",
                  "condition": "",
                  "label": "",
                  "line": 3
                },
                {
                  "parent": 0,
                  "kind": "end",
                  "condition": "l is null",
                  "label": "returns",
                  "shape": [
                    "l is null"
                  ],
                  "line": 3
                },
                {
                  "parent": 0,
                  "kind": "end",
                  "condition": "l leads to a new object, node0",
                  "label": "returns",
                  "shape": [
                    "l leads to a new object, node0"
                  ],
                  "line": 3
                }
              ]
            },
            {
              "function": "both",
              "file": "search.c",
              "line": 5,
              "nodes": [
                {
                  "parent": null,
                  "kind": "decision",
                  "condition": "",
                  "label": "",
                  "line": 3
                },
                {
                  "parent": 0,
                  "kind": "call",
                  "condition": "n < 3",
                  "label": "path 1 of last",
                  "tree": 0,
                  "line": 3
                },
                {
                  "parent": 1,
                  "kind": "end",
                  "condition": "",
                  "label": "returns",
                  "when": [
                    "n < 3"
                  ],
                  "line": 3
                },
                {
                  "parent": 0,
                  "kind": "open",
                  "condition": "3 <= n",
                  "label": "is left to callers from line 3 on",
                  "line": 3
                }
              ]
            }
          ]
        }
    "#]],
    );
}
