//! Enumerating: inputs that have few values have one after the other, where that is less than what solvers take.
//!
//! Oblivious to the engine: it runs the built `plica`. What enumerating may not say is held by the row *enumerating* of
//! the end-to-end cases.

use crate::common::check;

/// Peterson's mutual exclusion and forty steps of a scheduler: 2^40 schedules, and few states.
const SCHEDULES: &str = "#include \"plica.h\"\n\
    int main(void) {\n\
      int at[2] = {0, 0}, wants[2] = {0, 0}, turn = 0;\n\
      for (int k = 0; k < 40; k++) {\n\
        int p = plica_range(0, 2, \"runs\"), other = 1 - p;\n\
        if (at[p] == 0) { wants[p] = 1; at[p] = 1; }\n\
        else if (at[p] == 1) { turn = other; at[p] = 2; }\n\
        else if (at[p] == 2) { if (!wants[other] || turn == p) at[p] = 3; }\n\
        else { wants[p] = 0; at[p] = 0; }\n\
        plica_assert(!(at[0] == 3 && at[1] == 3));\n\
      }\n\
      return 0;\n\
    }\n";

/// A date there and back, by quotients that no solver likes, of 60,000 dates.
const DATES: &str = "#include \"plica.h\"\n\
    int main(void) {\n\
      int y = plica_range(1850, 2050, \"y\"), m = plica_range(1, 13, \"m\"), d = plica_range(1, 29, \"d\");\n\
      int a = y - (m <= 2), era = a / 400, yoe = a - era * 400;\n\
      int doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;\n\
      int days = era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy;\n\
      int e = days / 146097, doe = days - e * 146097, n = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;\n\
      int r = doe - (365 * n + n / 4 - n / 100), mp = (5 * r + 2) / 153, day = r - (153 * mp + 2) / 5 + 1;\n\
      int month = mp + (mp < 10 ? 3 : -9);\n\
      plica_assert(day == d && month == m && n + e * 400 + (month <= 2) == y);\n\
      return 0;\n\
    }\n";

/// As much for enumerating as for all others.
const ENUMERATING: &[&str] = &[
    "--fuzz",
    "off",
    "--tune",
    "explore.work_before_enumerating=100000000",
    "--tune",
    "explore.work_of_first_courses=0",
    "--tune",
    "explore.share_of_enumerating=1",
];

#[test]
fn inputs_of_few_values_are_enumerated() {
    for (program, comes_again) in [(SCHEDULES, true), (DATES, false)] {
        let report = check(program, &["--time-limit", "60s"]);
        let stat = |name: &str| report["stats"][name].as_u64();
        assert_eq!(report["verdict"], "holds", "{program}");
        assert!(stat("work_of_course_enumerate") > Some(0), "{program}: {}", report["stats"]);
        assert!(!comes_again || stat("paths_covered") > Some(40), "{}", report["stats"]);
    }
}

/// Of 7,000 pairs one has a number that no solver finds; or none has it, or one that is left out by an assumption.
#[test]
fn a_value_is_left_out_only_if_the_input_cannot_have_it() {
    let program = |number: u32| {
        format!(
            "#include \"plica.h\"\n\
             int main(void) {{\n\
               int x = plica_range(-50, 50, \"x\"), y = plica_range(-50, 50, \"y\");\n\
               plica_assume(x + y < 75 && x != 0);\n\
               unsigned h = x * 2654435761u ^ y;\n\
               for (int i = 0; i < 8; i++) {{\n\
                 h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 12; h *= 0x297a2d39u;\n\
               }}\n\
               plica_assert(h % 20011 != {number});\n\
               return 0;\n\
             }}\n"
        )
    };
    for (number, verdict) in [(11441, "violated"), (13212, "violated"), (0, "holds"), (4818, "holds")] {
        let report = check(&program(number), ENUMERATING);
        assert_eq!(report["verdict"], verdict, "{number}: {report}");
        assert!(report["stats"]["work_of_course_enumerate"].as_u64() > Some(0), "{}", report["stats"]);
    }
}

/// What is known of `sin` is bounds, so a fault that rests on it may be refuted when it is looked at again, and the
/// next one, of another value, not.
#[test]
fn a_fault_that_is_refuted_hides_none_of_another_value() {
    let program = |below: &str| {
        format!(
            "#include <math.h>\n#include \"plica.h\"\n\
             int main(void) {{\n\
               double z = plica_double(\"z\");\n\
               int x = plica_range(0, 40, \"x\");\n\
               plica_assume(z == 7 * x);\n\
               double r = sin(z);\n\
               if (x % 2 == 0) plica_assert(r < {below});\n\
               return 0;\n\
             }}\n"
        )
    };
    // Of even x the largest are sin(7 * 2), 0.9906, and sin(7 * 20), 0.9802.
    for (below, verdict) in [("0.9", "violated"), ("0.99", "violated"), ("1.01", "holds")] {
        let report = check(&program(below), ENUMERATING);
        assert_eq!(report["verdict"], verdict, "{below}: {report}");
    }
}

/// Whether a block is had is an input of one bit, made anew by its name when the command is executed again.
#[test]
fn an_input_has_its_value_once() {
    let program = "#include \"plica.h\"\n\
        #include <stdlib.h>\n\
        int main(void) {\n\
          int x = plica_range(0, 3, \"x\");\n\
          for (int i = 0; i < 4; i++) {\n\
            char *p = malloc(2);\n\
            if (!p) continue;\n\
            plica_assert(x + i < 6);\n\
            free(p);\n\
          }\n\
          return 0;\n\
        }\n";
    let first = ["explore.work_of_course=0", "explore.work_before_folding=0", "explore.work_while_folding=0"];
    let first: Vec<&str> = first.into_iter().flat_map(|tuning| ["--tune", tuning]).collect();
    let report = check(program, &[ENUMERATING, &first, &["--allocation", "may-fail", "--time-limit", "20s"]].concat());
    assert_eq!(report["verdict"], "holds", "{report}");
    let memory = report["stats"]["peak_memory"].as_u64();
    assert!(memory.is_some_and(|bytes| bytes < 200_000_000), "{}", report["stats"]);
}

/// A path that goes round for ever holds up no other value; and what was never written is no number, whatever is
/// decided by it.
#[test]
fn values_go_on_beside_paths_without_an_end() {
    let endless = "#include \"plica.h\"\n\
        int main(void) {\n\
          int x = plica_range(0, 10, \"x\"), n = 0;\n\
          while (x == 3) n++;\n\
          plica_assert(x != 7);\n\
          return n;\n\
        }\n";
    let unset = "#include \"plica.h\"\n\
        #include <string.h>\n\
        int main(void) {\n\
          unsigned char a[4], b[4];\n\
          int i = plica_range(0, 4, \"i\");\n\
          a[0] = a[1] = a[2] = 1;\n\
          memcpy(b, a, sizeof a);\n\
          if (i == 3 && b[i] > 100) return 1;\n\
          return 0;\n\
        }\n";
    for (program, flags, verdict, kind) in [
        (endless, &[][..], "violated", "assertion-failure"),
        (unset, &["--checks", "+uninit"][..], "violated", "uninitialized-read"),
    ] {
        let report = check(program, &[ENUMERATING, flags].concat());
        assert_eq!(report["verdict"], verdict, "{report}");
        assert!(
            report["errors"].as_array().is_some_and(|all| all.iter().all(|error| error["kind"] == kind)),
            "{report}"
        );
    }
}
