//! The text, JSON, SARIF and DOT forms of one report, as they are.
//!
//! Oblivious to the engine. Invariant: what scripts and people see changes only together with this file
//! (`UPDATE_EXPECT=1 cargo test -p plica-report` rewrites it).

use expect_test::{Expect, expect};
use plica_report::{
    Confirmation, Edge, EffectView, ErrorKind, ErrorReport, Explanation, FoldView, Frame, Functions, InputSource,
    InputValue, Location, LoopCount, LoopView, NodeView, Reason, ReasonKind, Report, Shape, SourceCache, Stats,
    TemplateView, TextStyle, TreeView, Verdict, explanation_to_json, explanation_to_text, to_json_string, to_sarif,
    to_text,
};

fn check(actual: &str, expected: Expect) {
    // Graphics end lines with blanks in places; an editor would strip them from the expectation.
    let stripped: Vec<&str> = actual.lines().map(str::trim_end).collect();
    expected.assert_eq(&(stripped.join("\n") + "\n"));
}

fn at(line: u32, column: u32, function: &str) -> Location {
    Location { file: "search.c".into(), line, column, function: function.into() }
}

fn frame(location: Location) -> Frame {
    Frame { location, ..Frame::default() }
}

fn violated() -> Report {
    let mut error = ErrorReport::new(
        ErrorKind::OutOfBounds,
        "reads 4 bytes at offset 16 of an object of 16 bytes: a",
        at(3, 12, "find"),
    );
    error.trace = vec![frame(at(3, 12, "find")), frame(at(9, 3, "main"))];
    error.path_length = 5;
    error.inputs = vec![
        InputValue {
            name: "n".into(),
            type_name: "int".into(),
            shape: Shape::Int { bits: 32, signed: true },
            bytes: vec![5, 0, 0, 0],
            source: InputSource::Call,
            order: 0,
            location: Some(at(7, 11, "main")),
        },
        InputValue {
            name: "text".into(),
            type_name: "char[3]".into(),
            shape: Shape::Array(Box::new(Shape::Char), 1),
            bytes: b"ab\0".to_vec(),
            source: InputSource::Uninitialized,
            order: 1,
            location: None,
        },
    ];
    error.loops = vec![
        LoopCount { location: at(2, 3, "find"), recursive: false, name: "κ₁".into(), count: 4711 },
        LoopCount { location: at(1, 1, "visit"), recursive: true, name: "κ₂".into(), count: 1 },
    ];
    error.test = Some("out/test000001.ktest".into());
    error.confirmation = Confirmation::Evaluator;
    let mut stats = Stats::default();
    stats.set_count("paths", 6);
    stats.set_count("queries", 1);
    stats.set_seconds("time_s", 0.25);
    Report::decide(vec![error], vec![], stats)
}

fn undecided() -> Report {
    let reason = |kind, text: &str, location| Reason { kind, text: text.into(), count: 1, location };
    let reasons = vec![
        reason(ReasonKind::NoModel, "calls foo, which has no model", Some(at(4, 3, "main"))),
        reason(ReasonKind::NoModel, "calls foo, which has no model", Some(at(4, 3, "main"))),
        reason(ReasonKind::TimeLimit, "3 paths were left when the time was over", None),
        reason(ReasonKind::Unconfirmed, "the model of a null-dereference is not confirmed", Some(at(5, 0, "main"))),
    ];
    Report::decide(vec![], reasons, Stats::default())
}

fn sources() -> SourceCache {
    let mut sources = SourceCache::default();
    let text = "int find(int *a, int n, int x) {\n  for (int i = 0; i < n; i++)\n    if (x == a[i]) return i;\n";
    sources.insert("search.c", text);
    sources
}

#[test]
fn text_of_an_error() {
    check(
        &to_text(&violated(), &mut sources(), TextStyle::default()),
        expect![[r#"
        error[out-of-bounds]: reads 4 bytes at offset 16 of an object of 16 bytes: a
         --> search.c:3:12
          |
        3 |     if (x == a[i]) return i;
          |            ^
          |
          = note: with these inputs, in the order in which the program reads them:
                    n: int        = 5   (line 7)
                    text: char[3] = "ab\0"   (never written)
          = note: call trace, innermost first:
                    0: find (search.c:3:12)
                    1: main (search.c:9:3)
          = note: loop at line 2 ran κ₁ = 4711 times
                  visit called itself κ₂ = 1 time
          = note: 5 decisions on the path
          = note: test case: out/test000001.ktest
          = help: the program is at fault: a concrete run on these inputs ends in this error

        violated: 1 error (6 paths, 1 query, 0.25 s)
    "#]],
    );
}

#[test]
fn text_of_an_error_without_its_source() {
    let mut report = violated();
    let error = &mut report.errors[0];
    error.inputs.clear();
    error.trace.truncate(1);
    error.loops.clear();
    error.test = None;
    error.confirmation = Confirmation::Native;
    check(
        &to_text(&report, &mut SourceCache::default(), TextStyle::default()),
        expect![[r#"
        error[out-of-bounds]: reads 4 bytes at offset 16 of an object of 16 bytes: a
        --> find (search.c:3:12)
         = note: it happens without any input
         = note: 5 decisions on the path
         = help: the program is at fault: a native run with sanitizers ends in this error on these inputs

        violated: 1 error (6 paths, 1 query, 0.25 s)
    "#]],
    );
}

#[test]
fn how_many_loops_were_folded_is_said_once() {
    let said = |folded: u64, unrolled: u64| {
        let mut stats = Stats::default();
        stats.set_count("folded_loops", folded);
        stats.set_count("unrolled_loops", unrolled);
        stats.set_count("distinct_templates", 5);
        let report = Report::decide(vec![], vec![], stats);
        let text = to_text(&report, &mut sources(), TextStyle::default());
        text.lines().rev().nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(said(3, 2), "3 loops folded (5 templates, 2 loops unrolled: see `plica explain`)");
    assert_eq!(said(1, 0), "1 loop folded (5 templates: see `plica explain`)");
    assert_eq!(said(0, 1), "1 loop unrolled: see `plica explain`");
    assert_eq!(said(0, 0), "");
}

#[test]
fn text_in_brief() {
    let style = TextStyle { brief: true, ..TextStyle::default() };
    check(
        &to_text(&violated(), &mut sources(), style),
        expect![[r#"
        error[out-of-bounds]: reads 4 bytes at offset 16 of an object of 16 bytes: a at find (search.c:3:12)
        violated: 1 error (6 paths, 1 query, 0.25 s)
    "#]],
    );
    check(
        &to_text(&undecided(), &mut sources(), style),
        expect![[r#"
        warning[no-model]: calls foo, which has no model (2 times)
        --> main (search.c:4:3)
        warning[time-limit]: 3 paths were left when the time was over
        error[unconfirmed]: the model of a null-dereference is not confirmed
        --> main (search.c:5)
        undecided: no error was found, but 4 parts of the program were not explored (0 paths, 0 queries, 0.00 s)
    "#]],
    );
}

#[test]
fn text_of_reasons_says_whose_fault_it_is() {
    let style = TextStyle { verbose: true, ..TextStyle::default() };
    check(
        &to_text(&undecided(), &mut sources(), style),
        expect![[r#"
        warning[no-model]: calls foo, which has no model (2 times)
        --> main (search.c:4:3)
         = help: unsupported: give plica the source of the function as another input, or use `--externals havoc` to let it return any value
        warning[time-limit]: 3 paths were left when the time was over
         |
         = help: out of resources: raise `--time-limit`, or bound the inputs of the program
        error[unconfirmed]: the model of a null-dereference is not confirmed
        --> main (search.c:5)
         = help: plica defect: this is a defect of plica, not of the program: please report it with the program and the command line

          time_s        0.000
          paths         0
          states        0
          steps         0
          queries       0
          solver_time_s 0.000
          templates     0
          summaries     0
        undecided: no error was found, but 4 parts of the program were not explored (0 paths, 0 queries, 0.00 s)
    "#]],
    );
}

#[test]
fn text_of_a_proof() {
    let report = Report::decide(vec![], vec![], Stats::default());
    check(
        &to_text(&report, &mut sources(), TextStyle::default()),
        expect![[r#"
        holds: every path was explored and none ends in an error (0 paths, 0 queries, 0.00 s)
    "#]],
    );
}

#[test]
fn colour_is_there_only_when_asked_for() {
    let style = TextStyle { colour: true, ..TextStyle::default() };
    for report in [violated(), undecided()] {
        assert!(to_text(&report, &mut sources(), style).contains('\u{1b}'));
        assert!(!to_text(&report, &mut sources(), TextStyle::default()).contains('\u{1b}'));
    }
}

#[test]
fn deep_traces_are_cut_in_the_middle() {
    let mut report = violated();
    report.errors[0].trace = (0..10_000).map(|_| frame(at(3, 1, "f"))).collect();
    let text = to_text(&report, &mut sources(), TextStyle::default());
    assert!(text.contains("... 9984 more ..."), "{text}");
    assert!(text.lines().count() < 50);
}

#[test]
fn json() {
    check(
        &to_json_string(&violated()),
        expect![[r#"
        {
          "verdict": "violated",
          "errors": [
            {
              "kind": "out-of-bounds",
              "message": "reads 4 bytes at offset 16 of an object of 16 bytes: a",
              "file": "search.c",
              "line": 3,
              "column": 12,
              "function": "find",
              "inputs": [
                {
                  "name": "n",
                  "type": "int",
                  "source": "call",
                  "bits": 32,
                  "bytes": "05000000",
                  "value": "5",
                  "order": 0,
                  "file": "search.c",
                  "line": 7,
                  "column": 11,
                  "function": "main"
                },
                {
                  "name": "text",
                  "type": "char[3]",
                  "source": "uninitialized",
                  "bits": 24,
                  "bytes": "616200",
                  "value": "\"ab\\0\"",
                  "order": 1
                }
              ],
              "test": "out/test000001.ktest",
              "confirmed": true,
              "confirmed_by": "evaluator",
              "trace": [
                {
                  "file": "search.c",
                  "line": 3,
                  "column": 12,
                  "function": "find"
                },
                {
                  "file": "search.c",
                  "line": 9,
                  "column": 3,
                  "function": "main"
                }
              ],
              "path_length": 5,
              "loops": [
                {
                  "file": "search.c",
                  "line": 2,
                  "column": 3,
                  "function": "find",
                  "recursive": false,
                  "name": "κ₁",
                  "count": 4711
                },
                {
                  "file": "search.c",
                  "line": 1,
                  "column": 1,
                  "function": "visit",
                  "recursive": true,
                  "name": "κ₂",
                  "count": 1
                }
              ]
            }
          ],
          "reasons": [],
          "stats": {
            "time_s": 0.25,
            "paths": 6,
            "states": 0,
            "steps": 0,
            "queries": 1,
            "solver_time_s": 0.0,
            "templates": 0,
            "summaries": 0
          },
          "proof": null
        }
    "#]],
    );
    check(
        &to_json_string(&undecided()),
        expect![[r#"
        {
          "verdict": "undecided",
          "errors": [],
          "reasons": [
            {
              "kind": "no-model",
              "text": "calls foo, which has no model",
              "count": 2,
              "fault": "unsupported",
              "file": "search.c",
              "line": 4,
              "column": 3,
              "function": "main"
            },
            {
              "kind": "time-limit",
              "text": "3 paths were left when the time was over",
              "count": 1,
              "fault": "resource"
            },
            {
              "kind": "unconfirmed",
              "text": "the model of a null-dereference is not confirmed",
              "count": 1,
              "fault": "defect",
              "file": "search.c",
              "line": 5,
              "column": null,
              "function": "main"
            }
          ],
          "stats": {
            "time_s": 0.0,
            "paths": 0,
            "states": 0,
            "steps": 0,
            "queries": 0,
            "solver_time_s": 0.0,
            "templates": 0,
            "summaries": 0
          },
          "proof": null
        }
    "#]],
    );
}

#[test]
fn sarif() {
    let show = |report: &Report| {
        let log = to_sarif(report, "0.1.0", &["check".to_owned(), "search.c".to_owned()]);
        serde_json::to_string_pretty(&log).unwrap() + "\n"
    };
    check(
        &show(&violated()),
        expect![[r#"
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "runs": [
            {
              "columnKind": "utf16CodeUnits",
              "invocations": [
                {
                  "arguments": [
                    "check",
                    "search.c"
                  ],
                  "executionSuccessful": true,
                  "exitCode": 1,
                  "toolExecutionNotifications": []
                }
              ],
              "properties": {
                "stats": {
                  "paths": 6,
                  "queries": 1,
                  "solver_time_s": 0.0,
                  "states": 0,
                  "steps": 0,
                  "summaries": 0,
                  "templates": 0,
                  "time_s": 0.25
                },
                "verdict": "violated"
              },
              "results": [
                {
                  "kind": "fail",
                  "level": "error",
                  "locations": [
                    {
                      "logicalLocations": [
                        {
                          "kind": "function",
                          "name": "find"
                        }
                      ],
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "search.c"
                        },
                        "region": {
                          "startColumn": 12,
                          "startLine": 3
                        }
                      }
                    }
                  ],
                  "message": {
                    "text": "reads 4 bytes at offset 16 of an object of 16 bytes: a"
                  },
                  "properties": {
                    "confirmed": true,
                    "inputs": [
                      {
                        "name": "n",
                        "type": "int",
                        "value": "5"
                      },
                      {
                        "name": "text",
                        "type": "char[3]",
                        "value": "\"ab\\0\""
                      }
                    ],
                    "loops": [
                      {
                        "count": 4711,
                        "file": "search.c",
                        "line": 2,
                        "name": "κ₁"
                      },
                      {
                        "count": 1,
                        "file": "search.c",
                        "line": 1,
                        "name": "κ₂"
                      }
                    ],
                    "pathLength": 5,
                    "test": "out/test000001.ktest"
                  },
                  "ruleId": "out-of-bounds",
                  "ruleIndex": 0,
                  "stacks": [
                    {
                      "frames": [
                        {
                          "location": {
                            "logicalLocations": [
                              {
                                "kind": "function",
                                "name": "find"
                              }
                            ],
                            "physicalLocation": {
                              "artifactLocation": {
                                "uri": "search.c"
                              },
                              "region": {
                                "startColumn": 12,
                                "startLine": 3
                              }
                            }
                          }
                        },
                        {
                          "location": {
                            "logicalLocations": [
                              {
                                "kind": "function",
                                "name": "main"
                              }
                            ],
                            "physicalLocation": {
                              "artifactLocation": {
                                "uri": "search.c"
                              },
                              "region": {
                                "startColumn": 3,
                                "startLine": 9
                              }
                            }
                          }
                        }
                      ],
                      "message": {
                        "text": "call trace"
                      }
                    }
                  ]
                }
              ],
              "tool": {
                "driver": {
                  "name": "plica",
                  "rules": [
                    {
                      "id": "out-of-bounds",
                      "shortDescription": {
                        "text": "An access can leave the bounds of its object."
                      }
                    }
                  ],
                  "version": "0.1.0"
                }
              }
            }
          ],
          "version": "2.1.0"
        }
    "#]],
    );
    check(
        &show(&undecided()),
        expect![[r#"
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "runs": [
            {
              "columnKind": "utf16CodeUnits",
              "invocations": [
                {
                  "arguments": [
                    "check",
                    "search.c"
                  ],
                  "executionSuccessful": true,
                  "exitCode": 3,
                  "toolExecutionNotifications": [
                    {
                      "descriptor": {
                        "id": "no-model"
                      },
                      "level": "warning",
                      "locations": [
                        {
                          "logicalLocations": [
                            {
                              "kind": "function",
                              "name": "main"
                            }
                          ],
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "search.c"
                            },
                            "region": {
                              "startColumn": 3,
                              "startLine": 4
                            }
                          }
                        }
                      ],
                      "message": {
                        "text": "calls foo, which has no model"
                      },
                      "properties": {
                        "count": 2,
                        "fault": "unsupported"
                      }
                    },
                    {
                      "descriptor": {
                        "id": "time-limit"
                      },
                      "level": "warning",
                      "message": {
                        "text": "3 paths were left when the time was over"
                      },
                      "properties": {
                        "count": 1,
                        "fault": "resource"
                      }
                    },
                    {
                      "descriptor": {
                        "id": "unconfirmed"
                      },
                      "level": "error",
                      "locations": [
                        {
                          "logicalLocations": [
                            {
                              "kind": "function",
                              "name": "main"
                            }
                          ],
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "search.c"
                            },
                            "region": {
                              "startLine": 5
                            }
                          }
                        }
                      ],
                      "message": {
                        "text": "the model of a null-dereference is not confirmed"
                      },
                      "properties": {
                        "count": 1,
                        "fault": "defect"
                      }
                    }
                  ]
                }
              ],
              "properties": {
                "stats": {
                  "paths": 0,
                  "queries": 0,
                  "solver_time_s": 0.0,
                  "states": 0,
                  "steps": 0,
                  "summaries": 0,
                  "templates": 0,
                  "time_s": 0.0
                },
                "verdict": "undecided"
              },
              "results": [],
              "tool": {
                "driver": {
                  "name": "plica",
                  "rules": [],
                  "version": "0.1.0"
                }
              }
            }
          ],
          "version": "2.1.0"
        }
    "#]],
    );
}

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

#[test]
fn explanation() {
    let effect = |place: &str, before: &str, after: &str| EffectView {
        place: place.into(),
        before: before.into(),
        after: after.into(),
    };
    let template = TemplateView {
        numbers: vec![0, 2],
        cycles: 1,
        times: 3,
        level: 0,
        effect: vec![effect("i", "0", "κ"), effect("total", "7", "κ * 2 + 7")],
        condition: vec!["κ <= n".into(), "∀τ < κ. a[τ] != x".into()],
        side: vec!["κ <u 100".into()],
        exits: vec![(at(2, 3, "find"), None), (at(3, 5, "find"), Some("an element is outside".into()))],
    };
    let refusals = vec![("x: it is multiplied by something that is not constant".to_owned(), 2)];
    let mut explanation = Explanation {
        loops: vec![
            LoopView { location: at(2, 3, "find"), templates: vec![template], ..LoopView::default() },
            LoopView { location: at(9, 1, "main"), recursive: true, refusals, ..LoopView::default() },
        ],
        functions: Functions::default(),
        verdict: Verdict::Undecided,
        incomplete: vec!["the time limit ran out".into()],
        compact: true,
    };
    check(
        &explanation_to_text(&explanation, &mut sources(), false),
        expect![[r#"
        loop at search.c:2 in find   1 template, 1 cycle, folded 3 times
            for (int i = 0; i < n; i++)
          before                i     = 0
                                total = 7
          after κ iterations    i     = κ
                                total = κ * 2 + 7
          if                    κ <= n
                                ∀τ < κ. a[τ] != x
          valid while           κ <u 100
          exits                 line 2, line 3 (an element is outside)

        recursion of main at search.c:9
          unrolled (2 times): x: it is multiplied by something that is not constant

        1 loop folded (1 template), 1 unrolled

        calls are executed in place: there are no summaries without `--calls summary` or `auto`

        note: the run ended early, so loops and functions may be missing: the time limit ran out
    "#]],
    );
    let json: serde_json::Value = serde_json::from_str(&explanation_to_json(&explanation)).unwrap();
    assert_eq!(json["loops"][0]["templates"][0]["effect"][1]["after"], "κ * 2 + 7");
    assert_eq!(json["loops"][0]["folded"], 3);
    assert_eq!(json["loops"][1]["refusals"][0]["count"], 2);
    assert_eq!(json["verdict"], "undecided");
    explanation.loops.clear();
    explanation.compact = false;
    assert!(explanation_to_text(&explanation, &mut sources(), false).contains("without `--loops compact`"));
}
