//! Reports as JSON.

use expect_test::expect;
use plica_report::to_json_string;

use crate::*;

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
          "proof": null,
          "assumptions": [],
          "vacuous": null,
          "unreached_assertions": []
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
          "proof": null,
          "assumptions": [],
          "vacuous": null,
          "unreached_assertions": []
        }
    "#]],
    );
}
