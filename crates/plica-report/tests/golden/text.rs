//! Reports as text.

use expect_test::expect;
use plica_report::{
    Assumption, AssumptionKind, Grounds, Location, Report, TextStyle, Vacuity, Verdict, to_json, to_sarif, to_text,
};

use crate::*;

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

/// A run that holds, and what it holds under.
fn assuming() -> Report {
    let assumption = |kind, text: &str, places, option: Option<&str>| Assumption {
        kind,
        text: text.into(),
        places,
        option: option.map(str::to_owned),
    };
    let grounds = Grounds {
        assumptions: vec![
            assumption(AssumptionKind::Allocation, "allocation never fails", 2, Some("--allocation may-fail")),
            assumption(AssumptionKind::New, "allocation by new never fails", 0, None),
        ],
        unreached: vec![Location { file: "a.c".into(), line: 4, column: 2, function: "f".into() }],
        ..Grounds::default()
    };
    Report { grounds, ..Report::decide(vec![], vec![], Stats::default()) }
}

#[test]
fn text_of_assumptions() {
    let style = TextStyle { verbose: false, ..TextStyle::default() };
    let text = to_text(&assuming(), &mut sources(), style);
    assert_eq!(
        text,
        "assumes: allocation never fails (2 places): see --allocation may-fail\n\
         assumes: allocation by new never fails\n\
         holds: every path was explored and none ends in an error (0 paths, 0 queries, 0.00 s)\n"
    );
    let verbose = to_text(&assuming(), &mut sources(), TextStyle { verbose: true, ..style });
    assert!(verbose.contains("\nnot reached: the assertion at f (a.c:4:2)\nholds: "), "{verbose}");
    let brief = to_text(&assuming(), &mut sources(), TextStyle { brief: true, ..style });
    assert!(brief.starts_with("holds: "), "{brief}");
    // What does not hold is not assumed either.
    let violated = Report { verdict: Verdict::Violated, ..assuming() };
    assert!(!to_text(&violated, &mut sources(), style).contains("assumes"));
}

#[test]
fn text_of_a_vacuous_run() {
    let mut report = assuming();
    report.grounds = Grounds { vacuity: Some(Vacuity { location: None }), ..Grounds::default() };
    let text = to_text(&report, &mut sources(), TextStyle::default());
    assert!(text.starts_with("holds vacuously: no input passes the assumptions of the program (0 paths"), "{text}");
    let place = Location { file: "a.c".into(), line: 4, ..Location::default() };
    report.grounds.vacuity = Some(Vacuity { location: Some(place) });
    let text = to_text(&report, &mut sources(), TextStyle::default());
    assert!(text.contains("of the program: they contradict each other at a.c:4 (0 paths"), "{text}");
    let log = to_sarif(&report, "1", &[]);
    let notes = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(notes[0]["descriptor"]["id"], "vacuous");
    assert_eq!(notes[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 4);
    assert_eq!(to_json(&report)["vacuous"]["line"], 4);
}
