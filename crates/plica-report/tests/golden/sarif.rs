//! Reports as SARIF.

use expect_test::expect;
use plica_report::{Report, to_sarif};

use crate::*;

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
