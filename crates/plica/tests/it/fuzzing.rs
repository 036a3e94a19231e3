//! Fuzzing beside exploring: what many inputs come to is found while the first question about a path has no answer yet.
//!
//! Oblivious to the engine: it runs the built `plica`. What fuzzing may not say is held by the row *fuzzing* of the
//! end-to-end cases.

use crate::common::check;
use serde_json::Value;

/// A product of secrets, one input in fifty of which fails; others do not matter.
const HARD: &str = "#include \"plica.h\"\n\
    int main(void) {\n\
      unsigned x = plica_uint(\"x\"), h = 2166136261u;\n\
      unsigned char noise[8];\n\
      plica_make_symbolic(noise, sizeof noise, \"noise\");\n\
      for (int i = 0; i < 64; i++) { h ^= x >> (i & 24); h *= 16777619u; h ^= h >> 15; }\n\
      int odd = 0;\n\
      for (int i = 0; i < 8; i++) odd += noise[i] & 1;\n\
      plica_assert(h % 50 != 7 || odd > 8);\n\
      return 0;\n\
    }\n";

#[test]
fn what_many_inputs_come_to_needs_no_answer_of_a_solver() {
    let report = check(HARD, &["--max-errors", "1"]);
    assert_eq!(report["verdict"], "violated");
    let error = &report["errors"][0];
    assert_eq!((&error["kind"], &error["confirmed"]), (&"assertion-failure".into(), &true.into()));
    // One question at most was come to, and had no more than a part of its work.
    let stat = |name: &str| report["stats"][name].as_u64().expect("a count");
    assert!(stat("fuzzing_runs") > 0 && stat("solver_work") < 1_000_000, "{}", report["stats"]);
    let noise = error["inputs"].as_array().and_then(|inputs| inputs.iter().find(|input| input["name"] == "noise"));
    assert_eq!(noise.expect("it is listed")["bytes"], "0000000000000000", "what does not matter is zero");
}

#[test]
fn what_is_given_by_chance_is_of_the_range_that_is_asked_for_and_satisfies_what_is_assumed() {
    let hard = |inputs: &str| {
        format!(
            "#include \"plica.h\"\n\
             int main(void) {{\n\
               unsigned h = 2166136261u;\n\
               int x[6];\n\
               for (int k = 0; k < 6; k++) {{ {inputs} }}\n\
               for (int i = 0; i < 96; i++) {{ h ^= (unsigned)x[i / 16] >> (i & 7); h *= 16777619u; h ^= h >> 15; }}\n\
               plica_assert(h % 50 != 7);\n\
               return 0;\n\
             }}\n"
        )
    };
    for inputs in [
        "x[k] = plica_range(-1070, -1000, \"x\");",
        "x[k] = plica_int(\"x\"); plica_assume(x[k] >= 1000000 && x[k] < 1000100);",
    ] {
        let report = check(&hard(inputs), &["--max-errors", "1"]);
        let stat = |name: &str| report["stats"][name].as_u64();
        assert_eq!(report["verdict"], "violated", "{inputs}");
        let (kept, asked) = (stat("fuzzing_runs_kept"), stat("solver_work"));
        assert!(kept > Some(0) && asked.is_some_and(|work| work < 1_000_000), "{inputs}: {}", report["stats"]);
        assert!(report["errors"][0]["confirmed"] == true);
    }
}

#[test]
fn runs_by_chance_are_the_same_each_time() {
    let flags = ["--fuzz", "on", "--tune", "explore.work_before_fuzzing=0", "--max-errors", "1"];
    let [one, two] = [0, 1].map(|_| check(HARD, &flags));
    let bytes = |report: &Value| {
        let inputs = report["errors"][0]["inputs"].as_array().expect("inputs");
        inputs.iter().map(|input| input["bytes"].clone()).collect::<Vec<Value>>()
    };
    assert_eq!(bytes(&one), bytes(&two));
    assert_eq!(one["stats"]["fuzzing_runs"], two["stats"]["fuzzing_runs"]);
}

#[test]
fn nothing_is_fuzzed_where_inputs_are_more_than_numbers_or_there_are_none() {
    let flags = ["--fuzz", "on", "--tune", "explore.work_before_fuzzing=0"];
    let asks = "#include \"plica.h\"\nint klee_is_symbolic(unsigned long);\n\
        int main(void) { int x = plica_int(\"x\"); plica_assert(klee_is_symbolic(x)); return 0; }\n";
    let follows =
        "struct s { int n; struct s *next; };\nint f(struct s *p) { return p && p->next ? p->next->n : 0; }\n";
    let closed = "int main(void) { return 0; }\n";
    for (program, more) in [(asks, &[][..]), (follows, &["--entry", "f"][..]), (closed, &[][..])] {
        let report = check(program, &[&flags, more].concat());
        assert_eq!(report["verdict"], "holds", "{program}");
        assert_eq!(report["stats"]["fuzzing_runs"], 0, "{program}");
    }
}

/// Errors that fuzzing finds count for the bound on errors, and it goes on without one.
#[test]
fn each_error_is_found_once() {
    let program = "#include \"plica.h\"\nint main(void) {\n  unsigned char c = plica_uchar(\"c\");\n\
        plica_assert(c != 200);\n  plica_assert(c != 100);\n  return 0;\n}\n";
    let flags = ["--fuzz", "on", "--tune", "explore.work_before_fuzzing=0", "--tune", "explore.share_of_fuzzing=1"];
    let report = check(program, &flags);
    assert_eq!(report["errors"].as_array().map(Vec::len), Some(2));
    let one = check(program, &[&flags[..], &["--max-errors", "1"]].concat());
    assert_eq!(one["errors"].as_array().map(Vec::len), Some(1));
}
