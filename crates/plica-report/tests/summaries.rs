//! Summaries, the invocation graph, chains of calls and proofs, as they are shown.
//!
//! Oblivious to the engine. Invariant: what scripts and people see changes only together with this file
//! (`UPDATE_EXPECT=1 cargo test -p plica-report` rewrites it).

use expect_test::{Expect, expect};
use plica_report::{
    Case, Chain, End, ErrorKind, ErrorReport, Explanation, Functions, Invocation, InvocationGraph, Location, Proof,
    Reason, ReasonKind, Report, SourceCache, StackFrame, Stats, SummaryView, TextStyle, UnitNode, Verdict,
    explanation_to_json, explanation_to_text, to_json, to_sarif, to_text,
};
use serde_json::Value;

fn check(actual: &str, expected: Expect) {
    let stripped: Vec<&str> = actual.lines().map(str::trim_end).collect();
    expected.assert_eq(&(stripped.join("\n") + "\n"));
}

fn at(line: u32, function: &str) -> Location {
    Location { file: "sum.c".into(), line, column: 3, function: function.into() }
}

fn texts(items: &[&str]) -> Vec<String> {
    items.iter().map(|item| (*item).to_owned()).collect()
}

fn pairs(items: &[(&str, &str)]) -> Vec<(String, String)> {
    items.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
}

fn case(when: &[&str], end: End) -> Case {
    Case { when: texts(when), end, ..Case::default() }
}

fn step(line: u32, function: &str, call: &str, when: &[&str]) -> StackFrame {
    StackFrame { location: at(line, function), call: call.into(), when: texts(when), ..StackFrame::default() }
}

fn explained(functions: Functions) -> Explanation {
    Explanation {
        loops: Vec::new(),
        courses: Vec::new(),
        functions,
        verdict: Verdict::Holds,
        incomplete: Vec::new(),
        compact: true,
        changes: None,
    }
}

fn functions() -> Functions {
    let clamp = SummaryView {
        function: "clamp".into(),
        location: at(1, "clamp"),
        inputs: pairs(&[("x", "parameter"), ("*low", "the int that low points to"), ("calls", "global")]),
        cases: vec![
            Case {
                returns: Some("*low".into()),
                writes: pairs(&[("calls", "calls + 1"), ("*low", "0")]),
                ..case(&["x < *low"], End::Returns)
            },
            Case {
                returns: Some("limit(x, 100) + 1".into()),
                calls: texts(&["limit(x, 100)"]),
                ..case(&["*low <= x", "x == 7 || x > 12"], End::Returns)
            },
            Case {
                returns: Some("a_rather_long_name_of_a_value + another_rather_long_name".into()),
                writes: pairs(&[("buffer[0]", "a_rather_long_name_of_a_value * 2"), ("buffer[1]", "0")]),
                ..case(
                    &["a_rather_long_name_of_a_value < 17", "another_rather_long_name >= 4", "x != 7", "x <= 12"],
                    End::Returns,
                )
            },
            case(&["x == 5"], End::EndsProgram),
            case(&["x == 6"], End::Error("the assertion x != 6 fails".into())),
            case(&["x == 8"], End::Undecided("calls foo, which has no model".into())),
            case(&["x == 9"], End::NotReached),
        ],
        open: 2,
        unreachable_so_far: 1,
        unreachable_for_good: 3,
        ..SummaryView::default()
    };
    let nothing = SummaryView {
        function: "log".into(),
        location: at(9, "log"),
        variant: "text points to 4 chars".into(),
        cases: vec![case(&[], End::Returns)],
        ..SummaryView::default()
    };
    let refused = SummaryView {
        function: "visit".into(),
        location: at(20, "visit"),
        refused: Some("what next points to depends on the caller".into()),
        ..SummaryView::default()
    };
    Functions { summarised: true, summaries: vec![clamp, nothing, refused], ..Functions::default() }
}

fn sources() -> SourceCache {
    let mut sources = SourceCache::default();
    sources.insert("sum.c", "int clamp(int x, int *low) {\n");
    sources
}

#[test]
fn summaries_are_cases() {
    check(
        &explanation_to_text(&explained(functions()), &mut sources(), false),
        expect![[r#"
        no loop came to a decision that is worth folding it for

        function clamp at sum.c:1   7 cases, 2 leaves open, unreachable: 1 so far, 3 for good
            int clamp(int x, int *low) {
          reads  x       parameter
                 *low    the int that low points to
                 calls   global
          when x < *low: returns *low, writes calls = calls + 1, *low = 0
          when *low <= x and (x == 7 || x > 12): returns limit(x, 100) + 1, calls limit(x, 100)
          when a_rather_long_name_of_a_value < 17 and another_rather_long_name >= 4 and x != 7 and x <= 12:
              returns a_rather_long_name_of_a_value + another_rather_long_name,
              writes buffer[0] = a_rather_long_name_of_a_value * 2, buffer[1] = 0
          when x == 5: ends the program
          when x == 6: error: the assertion x != 6 fails
          when x == 8: undecided: calls foo, which has no model
          when x == 9: not reached so far

        function log at sum.c:9 where text points to 4 chars   1 case
          always: returns

        function visit at sum.c:20
          executed in place: what next points to depends on the caller

        2 summaries (8 cases), 1 executed in place
    "#]],
    );
}

#[test]
fn many_cases_are_counted_unless_all_are_asked_for() {
    let mut functions = functions();
    functions.summaries.truncate(1);
    functions.summaries[0].cases = (0..100).map(|i| case(&[&format!("x == {i}")], End::Returns)).collect();
    let explained = explained(functions);
    let text = explanation_to_text(&explained, &mut sources(), false);
    assert!(text.contains("when x == 23: returns\n  and 76 cases more\n"), "{text}");
    assert!(text.contains("   100 cases, "), "{text}");
    assert!(explanation_to_text(&explained, &mut sources(), true).contains("when x == 99: returns\n"));
}

#[test]
fn many_conditions_and_effects_are_counted_unless_all_are_asked_for() {
    let many = |what: &str| (0..20).map(|i| format!("{what}{i}")).collect::<Vec<_>>();
    let writes = many("g").into_iter().map(|place| (place, "0".to_owned())).collect();
    let case = Case { when: many("x != "), writes, ..Case::default() };
    let summary = SummaryView { function: "f".into(), cases: vec![case], ..SummaryView::default() };
    let explained = explained(Functions { summarised: true, summaries: vec![summary], ..Functions::default() });
    let text = explanation_to_text(&explained, &mut sources(), false);
    assert!(text.contains("x != 7 and 12 more:\n") && text.contains("g10 = 0, 9 more\n"), "{text}");
    let all = explanation_to_text(&explained, &mut sources(), true);
    assert!(all.contains("x != 19:\n") && all.contains("g19 = 0\n"), "{all}");
}

#[test]
fn sections_without_anything_say_so() {
    let mut explanation = explained(Functions::default());
    let said = |e: &Explanation| explanation_to_text(e, &mut sources(), false);
    check(
        &said(&explanation),
        expect![[r#"
        no loop came to a decision that is worth folding it for

        calls are executed in place: there are no summaries without `--calls summary` or `auto`
    "#]],
    );
    explanation.functions.summarised = true;
    explanation.compact = false;
    explanation.incomplete = texts(&["the time limit ran out"]);
    check(
        &said(&explanation),
        expect![[r#"
        loops are walked iteration by iteration: there are no templates without `--loops compact`

        there is no summary to show

        note: the run ended early, so loops and functions may be missing: the time limit ran out
    "#]],
    );
}

#[test]
fn summaries_as_json() {
    let json: Value = serde_json::from_str(&explanation_to_json(&explained(functions()))).unwrap();
    assert_eq!(json["summarised"], true);
    assert_eq!(json["loops"], Value::Array(Vec::new()));
    check(
        &serde_json::to_string(&json["functions"][0]["cases"][1]).unwrap(),
        expect![[r#"
        {"calls":["limit(x, 100)"],"detail":null,"end":"returns","returns":"limit(x, 100) + 1","when":["*low <= x","x == 7 || x > 12"],"writes":[]}
    "#]],
    );
    let ends: Vec<_> = json["functions"][0]["cases"].as_array().unwrap().iter().map(|c| c["end"].clone()).collect();
    assert_eq!(ends[2..], ["returns", "ends-program", "error", "undecided", "not-reached"]);
    let clamp = &json["functions"][0];
    assert_eq!(clamp["cases"][5]["detail"], "calls foo, which has no model");
    assert_eq!([&clamp["open"], &clamp["unreachable_so_far"], &clamp["unreachable_for_good"]], [2, 1, 3]);
    assert_eq!(json["functions"][2]["refused"], "what next points to depends on the caller");
}

fn graph() -> InvocationGraph {
    let node = |function: &str, line, entry| UnitNode {
        function: function.into(),
        location: at(line, function),
        entry,
        ..UnitNode::default()
    };
    InvocationGraph {
        title: "sum.c (main)".into(),
        nodes: vec![
            node("main", 30, true),
            UnitNode { open: 1, variant: "text is \"a\\n\"".into(), ..node("log", 9, false) },
            UnitNode { target: true, ..node("List<T>::visit", 20, false) },
        ],
        edges: vec![
            Invocation {
                caller: 0,
                callee: 1,
                location: at(33, "main"),
                arguments: texts(&["\"a\\n\"", "n - 1"]),
                when: texts(&["n > 0", "a || b", "c", "d", "e", "f"]),
                count: 3,
            },
            Invocation { caller: 2, callee: 2, count: 1, ..Invocation::default() },
        ],
    }
}

#[test]
fn the_invocation_graph_as_dot() {
    check(
        &graph().to_dot(),
        expect![[r##"
        digraph "sum.c (main)" {
          node [shape=box, style="rounded,filled", fontname="monospace", fontsize=10];
          edge [fontname="monospace", fontsize=9];
          u0 [label="main\nsum.c:30:3", fillcolor="#d5f0d5", penwidth=2];
          u1 [label="log\ntext is \"a\\n\"\nsum.c:9:3\n1 leaf open", fillcolor="#d8e4f8"];
          u2 [label="List<T>::visit\nsum.c:20:3", fillcolor="#f5b5b0"];
          u0 -> u1 [label="(\"a\\n\", n - 1) (3 times)\nline 33\nwhen n > 0\nand (a || b)\nand c\nand d\nand 2 more"];
          u2 -> u2 [label="()"];
        }
    "##]],
    );
}

/// Reads quoted strings as DOT does: whatever stands in a text, a quote in it never ends it.
#[test]
fn texts_never_end_a_label() {
    let nasty = ["\"", "\\", "\\\"", "a\"; x [label=\"b", "\n", "}", "é\\"];
    for text in nasty {
        let mut graph = graph();
        graph.title = text.into();
        graph.nodes[0].function = text.into();
        graph.nodes[0].variant = text.into();
        graph.edges[0].arguments = texts(&[text]);
        graph.edges[0].when = texts(&[text]);
        let dot = graph.to_dot();
        let (mut inside, mut escaped, mut outside) = (false, false, String::new());
        for c in dot.chars() {
            match (inside, c) {
                (true, _) if escaped => escaped = false,
                (true, '\\') => escaped = true,
                (_, '"') => inside = !inside,
                (true, _) => {}
                (false, c) => outside.push(c),
            }
        }
        assert!(!inside && outside.matches('}').count() == 1 && !outside.contains(" x "), "{text}: {dot}");
        assert_eq!(dot.lines().count(), 9, "{text}: {dot}");
    }
}

#[test]
fn invocations_are_between_units_that_are_there() {
    let mut graph = graph();
    assert_eq!(graph.check(), Ok(()));
    graph.edges[1].callee = 3;
    assert_eq!(graph.check(), Err("invocation 1 is between units that are not there".into()));
    let functions = Functions { graph, ..Functions::default() };
    let json: Value = serde_json::from_str(&explanation_to_json(&explained(functions))).unwrap();
    assert_eq!(json["graph"]["units"][2]["target"], true);
    assert_eq!(json["graph"]["invocations"][0]["arguments"][1], "n - 1");
    assert_eq!(json["graph"]["invocations"][0]["count"], 3);
}

fn chain() -> Chain {
    Chain {
        what: "the target label:ERROR".into(),
        location: at(5, "digit"),
        steps: vec![
            step(40, "main", "parse(text, 0)", &[]),
            step(22, "parse", "digit(text[0])", &["text[0] > 47", "n > 0"]),
        ],
    }
}

#[test]
fn chains_of_calls() {
    let functions = Functions { summarised: true, chains: vec![chain()], ..Functions::default() };
    check(
        &explanation_to_text(&explained(functions.clone()), &mut sources(), false),
        expect![[r#"
        no loop came to a decision that is worth folding it for

        the target label:ERROR is reached by these calls:
          main (sum.c:40:3) calls parse(text, 0)
            parse (sum.c:22:3) calls digit(text[0]) when text[0] > 47 and n > 0
              digit (sum.c:5:3)

        there is no summary to show
    "#]],
    );
    let json: Value = serde_json::from_str(&explanation_to_json(&explained(functions))).unwrap();
    check(
        &serde_json::to_string(&json["chains"][0]).unwrap(),
        expect![[r#"
        {"calls":[{"call":"parse(text, 0)","file":"sum.c","function":"main","line":40,"when":[]},{"call":"digit(text[0])","file":"sum.c","function":"parse","line":22,"when":["text[0] > 47","n > 0"]}],"file":"sum.c","function":"digit","line":5,"what":"the target label:ERROR"}
    "#]],
    );
    assert_eq!(
        Chain { steps: Vec::new(), ..chain() }.to_text(),
        "the target label:ERROR is reached without a call\n  digit (sum.c:5:3)"
    );
}

#[test]
fn long_chains_are_cut_in_the_middle() {
    let steps: Vec<StackFrame> = (0..5000).map(|i| step(i + 1, "f", &format!("f({i})"), &[])).collect();
    let text = Chain { steps, ..chain() }.to_text();
    assert!(text.contains("... 4984 more ..."), "{text}");
    assert!(text.contains("calls f(11)\n") && text.contains("calls f(4996)\n") && !text.contains("calls f(12)\n"));
    assert_eq!(text.lines().count(), 1 + 12 + 1 + 4 + 1);
    assert!(text.lines().all(|line| line.chars().count() < 80));
}

#[test]
fn an_error_says_with_what_its_functions_were_called() {
    let mut error = ErrorReport::new(ErrorKind::AssertionFailure, "the assertion x != 6 fails", at(5, "digit"));
    error.trace = vec![step(5, "digit", "", &[])];
    error.trace.extend(chain().steps.into_iter().rev());
    let report = Report::decide(vec![error], vec![], Stats::default());
    check(
        &to_text(&report, &mut SourceCache::default(), TextStyle::default()),
        expect![[r#"
        error[assertion-failure]: the assertion x != 6 fails
        --> digit (sum.c:5:3)
         = note: it happens without any input
         = note: call trace, innermost first:
                   0: digit (sum.c:5:3)
                   1: parse (sum.c:22:3) calls digit(text[0]) when text[0] > 47 and n > 0
                   2: main (sum.c:40:3) calls parse(text, 0)
         = note: 0 decisions on the path
         = help: no concrete run confirms this: it may be a defect of plica; please report it

        violated: 1 error (0 paths, 0 queries, 0.00 s)
    "#]],
    );
    let json = to_json(&report);
    assert_eq!(json["errors"][0]["trace"][1]["call"], "digit(text[0])");
    assert_eq!(json["errors"][0]["trace"][1]["when"][0], "text[0] > 47");
    assert_eq!(json["errors"][0]["trace"][0].get("call"), None);
    let sarif = to_sarif(&report, "0", &[]);
    let frame = &sarif["runs"][0]["results"][0]["stacks"][0]["frames"][2];
    assert_eq!(frame["location"]["message"]["text"], "main (sum.c:40:3) calls parse(text, 0)");
}

#[test]
fn how_many_summaries_there_are_is_said_once() {
    let said = |summaries: u64, cases: u64, given_up: u64| {
        let mut stats = Stats::default();
        stats.set_count("summaries", summaries);
        stats.set_count("summary_cases", cases);
        stats.set_count("summaries_given_up", given_up);
        let report = Report::decide(vec![], vec![], stats);
        let text = to_text(&report, &mut SourceCache::default(), TextStyle::default());
        text.lines().rev().nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(said(3, 7, 2), "3 summaries of functions (7 cases), 2 functions in place instead: see `plica explain`");
    assert_eq!(said(1, 1, 0), "1 summary of functions (1 case): see `plica explain`");
    assert_eq!(said(0, 0, 1), "0 summaries of functions, 1 function in place instead");
    assert_eq!(said(0, 0, 0), "");
}

#[test]
fn a_proof_says_what_it_left_unexplored() {
    let mut report = Report::decide(vec![], vec![], Stats::default());
    let said = |report: &Report| to_text(report, &mut SourceCache::default(), TextStyle::default());
    assert_eq!(to_json(&report)["proof"], Value::Null);
    report.proof = Some(Proof { target: Some("sum.c:5".into()), leaves: 12, functions: 1 });
    check(
        &said(&report),
        expect![[r#"
        the target sum.c:5 is unreachable: proved with 12 leaves of 1 function left unexplored
        holds: the target sum.c:5 is unreachable (0 paths, 0 queries, 0.00 s)
    "#]],
    );
    assert_eq!(to_json(&report)["proof"]["unexplored_leaves"], 12);
    report.proof = Some(Proof { target: None, leaves: 1, functions: 2 });
    check(
        &said(&report),
        expect![[r#"
        no error is reachable: proved with 1 leaf of 2 functions left unexplored
        holds: no error is reachable (0 paths, 0 queries, 0.00 s)
    "#]],
    );
    // What a proof does not cover is not covered up.
    let reason = Reason { kind: ReasonKind::NoModel, text: "calls foo".into(), count: 1, location: None };
    let mut undecided = Report::decide(vec![], vec![reason], Stats::default());
    undecided.proof = report.proof;
    assert!(said(&undecided).lines().last().unwrap().starts_with("undecided: "));
}
