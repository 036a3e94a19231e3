//! Explanations of loops as text and JSON.

use expect_test::expect;
use plica_report::{
    EffectView, Explanation, Functions, LoopView, TemplateView, Verdict, explanation_to_json, explanation_to_text,
};

use crate::*;

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
        calls: vec!["step".into()],
    };
    let refusals = vec![("x: it is multiplied by something that is not constant".to_owned(), 2)];
    let mut explanation = Explanation {
        loops: vec![
            LoopView { location: at(2, 3, "find"), templates: vec![template], ..LoopView::default() },
            LoopView { location: at(9, 1, "main"), recursive: true, refusals, ..LoopView::default() },
        ],
        courses: Vec::new(),
        functions: Functions::default(),
        verdict: Verdict::Undecided,
        incomplete: vec!["the time limit ran out".into()],
        compact: true,
        changes: None,
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
              calls by summary      step

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
