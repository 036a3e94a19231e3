//! Test suites as they are shown.
//!
//! Oblivious to the engine. Invariant: what scripts and people see changes only together with this file
//! (`UPDATE_EXPECT=1 cargo test -p plica-report` rewrites it).

use expect_test::{Expect, expect};
use plica_report::{
    ErrorKind, ErrorReport, ExitStatus, InputShape, InputValue, Location, Reason, ReasonKind, Report, SourceCache,
    Stats, Suite, SuiteTest, TextStyle, suite_to_json,
};
use serde_json::Value;

fn check(actual: &str, expected: Expect) {
    let stripped: Vec<&str> = actual.lines().map(str::trim_end).collect();
    expected.assert_eq(&(stripped.join("\n") + "\n"));
}

fn input(value: u8) -> InputValue {
    let shape = InputShape::Int { bits: 32, signed: true };
    InputValue { name: "n".into(), shape, bytes: vec![value, 0, 0, 0], ..InputValue::default() }
}

fn error(line: u32) -> ErrorReport {
    let place = Location { file: "a.c".into(), line, column: 5, function: "f".into() };
    ErrorReport { inputs: vec![input(7)], ..ErrorReport::new(ErrorKind::DivisionByZero, "divides by zero", place) }
}

fn suite(errors: Vec<ErrorReport>, reasons: Vec<Reason>) -> Suite {
    let way = |label: &str, inputs| SuiteTest { label: label.to_owned(), inputs, ..SuiteTest::default() };
    let ways = vec![way("main, line 12", vec![input(2)]), way("f, line 4", vec![])];
    let mut stats = Stats::default();
    stats.set_seconds("time_s", 0.25);
    let mut suite = Suite::new(ways, Report::decide(errors, reasons, stats), 34, 40);
    for i in 0..suite.tests.len() {
        suite.written(i, format!("out/test{:06}.ktest", i + 1));
    }
    suite
}

fn said(suite: &Suite, style: TextStyle) -> String {
    suite.to_text(&mut SourceCache::default(), style)
}

#[test]
fn a_complete_suite() {
    let suite = suite(vec![], vec![]);
    check(
        &said(&suite, TextStyle::default()),
        expect![[r#"
        complete: 2 tests, 34 of 40 sides of branches covered (0.25 s)
    "#]],
    );
    check(
        &said(&suite, TextStyle { verbose: true, ..TextStyle::default() }),
        expect![[r#"
          time_s        0.250
          paths         0
          states        0
          steps         0
          queries       0
          solver_time_s 0.000
          templates     0
          summaries     0
          out/test000001.ktest   main, line 12
          out/test000002.ktest   f, line 4
        complete: 2 tests, 34 of 40 sides of branches covered (0.25 s)
    "#]],
    );
    assert_eq!(ExitStatus::from(suite.report.verdict).code(), 0);
}

#[test]
fn an_incomplete_suite_says_why() {
    let reason = |text: &str| Reason { kind: ReasonKind::NoModel, text: text.into(), count: 2, location: None };
    let suite = suite(vec![], vec![reason("calls foo, which has no model")]);
    check(
        &said(&suite, TextStyle::default()),
        expect![[r#"
        warning[no-model]: calls foo, which has no model (2 times)
         |
         = help: unsupported: give plica the source of the function as another input, or use `--externals havoc` to let it return any value

        incomplete: 2 tests, 34 of 40 sides of branches covered, 2 parts left open (0.25 s)
    "#]],
    );
    assert_eq!(ExitStatus::from(suite.report.verdict).code(), 3);
}

#[test]
fn an_error_has_its_test() {
    let suite = suite(vec![error(3)], vec![]);
    check(
        &said(&suite, TextStyle::default()),
        expect![[r#"
        error[division-by-zero]: divides by zero
        --> f (a.c:3:5)
         = note: with these inputs, in the order in which the program reads them:
                   n = 7
         = note: 0 decisions on the path
         = note: test case: out/test000003.ktest
         = help: no concrete run confirms this: it may be a defect of plica; please report it

        violated: 3 tests, 34 of 40 sides of branches covered, 1 error: see out/test000003.ktest (0.25 s)
    "#]],
    );
    check(
        &said(&suite, TextStyle { brief: true, ..TextStyle::default() }),
        expect![[r#"
        error[division-by-zero]: divides by zero at f (a.c:3:5)
        violated: 3 tests, 34 of 40 sides of branches covered, 1 error: see out/test000003.ktest (0.25 s)
    "#]],
    );
    assert_eq!(ExitStatus::from(suite.report.verdict).code(), 1);
    let expected = suite.expected(&suite.tests[2]).unwrap();
    assert_eq!((expected.kind, expected.line), (ErrorKind::DivisionByZero, 3));
    assert_eq!(suite.expected(&suite.tests[0]), None);
}

#[test]
fn of_many_errors_the_first_tests_are_named() {
    let suite = suite((1..=5).map(error).collect(), vec![]);
    let text = said(&suite, TextStyle { brief: true, ..TextStyle::default() });
    let end = ", 5 errors: see out/test000003.ktest, out/test000004.ktest, out/test000005.ktest and 2 more (0.25 s)\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn a_suite_as_json_is_a_report_with_tests() {
    let json: Value = serde_json::from_str(&suite_to_json(&suite(vec![error(3)], vec![]))).unwrap();
    assert_eq!(json["verdict"], "violated");
    assert_eq!(json["errors"][0]["test"], "out/test000003.ktest");
    assert_eq!([&json["covered_sides"], &json["sides"]], [34, 40]);
    assert_eq!(json["tests"][0]["test"], "out/test000001.ktest");
    assert_eq!(json["tests"][0]["label"], "main, line 12");
    assert_eq!(json["tests"][0]["inputs"][0]["value"], "2");
    assert_eq!([&json["tests"][1]["error"], &json["tests"][2]["error"]], [&Value::Null, &Value::from(0)]);
}
