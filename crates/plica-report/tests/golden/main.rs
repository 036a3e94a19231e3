//! One report in each of its forms, as it is: text, JSON, SARIF, trees as DOT and explanations, a file each.
//!
//! Oblivious to the engine. Invariant: what scripts and people see changes only together with these files
//! (`UPDATE_EXPECT=1 cargo test -p plica-report` rewrites them).

mod explanation;
mod json;
mod sarif;
mod text;
mod tree;

use expect_test::Expect;
use plica_report::{
    Confirmation, ErrorKind, ErrorReport, InputShape, InputSource, InputValue, Location, LoopCount, Reason, ReasonKind,
    Report, SourceCache, StackFrame, Stats,
};

fn check(actual: &str, expected: Expect) {
    // Graphics end lines with blanks in places; an editor would strip them from the expectation.
    let stripped: Vec<&str> = actual.lines().map(str::trim_end).collect();
    expected.assert_eq(&(stripped.join("\n") + "\n"));
}

fn at(line: u32, column: u32, function: &str) -> Location {
    Location { file: "search.c".into(), line, column, function: function.into() }
}

fn frame(location: Location) -> StackFrame {
    StackFrame { location, ..StackFrame::default() }
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
            shape: InputShape::Int { bits: 32, signed: true },
            bytes: vec![5, 0, 0, 0],
            source: InputSource::Call,
            order: 0,
            location: Some(at(7, 11, "main")),
            memory: None,
            functions: Vec::new(),
        },
        InputValue {
            name: "text".into(),
            type_name: "char[3]".into(),
            shape: InputShape::Array(Box::new(InputShape::Char), 1),
            bytes: b"ab\0".to_vec(),
            source: InputSource::Uninitialized,
            order: 1,
            location: None,
            memory: None,
            functions: Vec::new(),
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
