//! Numbers that are traded for something are tuning constants, and stand in the `tuning.rs` of their crate.
//!
//! Oblivious to what they are. Invariant: a constant with a number in it is a tuning constant, or has a reason not to
//! be one.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::source::{Source, name_at};
use super::{none, sources};

/// Crates whose numbers may be tuning constants.
const ENGINE: &[&str] = &[
    "plica",
    "plica-templates",
    "plica-summaries",
    "plica-explore",
    "plica-exec",
    "plica-tree",
    "plica-smt",
    "plica-term",
    "plica-store",
];

/// Constants that trade nothing, and why: file, names, reason.
const FIXED: &[(&str, &[&str], &str)] = &[
    ("crates/plica-term/src/sort.rs", &["MAX_WIDTH"], "constants are held in so many bits"),
    ("crates/plica/src/listing.rs", &["WIDTH"], "how wide lines are for people"),
    ("crates/plica-exec/src/builtin/numbers.rs", &["DIGITS"], "the longest number of digits that fits into 64 bits"),
    ("crates/plica-exec/src/builtin/bounds.rs", &["LEAST"], "the bits of a number"),
    ("crates/plica-smt/src/order.rs", &["ZERO"], "the place of a node"),
    ("crates/plica-exec/src/builtin/x87.rs", &["ONE", "TWO"], "the bits of numbers, in a test"),
    (
        "crates/plica-exec/src/builtin/bounds.rs",
        &["SLACK"],
        "what libraries may be off: a bound that is wrong hides errors",
    ),
    ("crates/plica-exec/src/builtin/alloc.rs", &["ADDRESS_SPACE"], "what the machine has"),
    ("crates/plica-exec/src/step/addresses.rs", &["PAGE_ZERO", "UPPER_HALF"], "what systems have"),
    ("crates/plica-exec/src/builtin/stdio.rs", &["DESCRIPTOR"], "a layout"),
    ("crates/plica-term/src/pool.rs", &["SHARDS"], "the length of an array"),
    ("crates/plica-term/src/side.rs", &["FIRST"], "an index is split by it, at each access"),
    ("crates/plica-term/src/eval.rs", &["MAX_NESTING"], "the machine's stack is no longer"),
    ("crates/plica-term/src/rewrite/mod.rs", &["MAX_NESTING"], "the machine's stack is no longer"),
    ("crates/plica-term/src/rewrite/polynomial.rs", &["MAX_UNKNOWNS"], "the length of an array"),
    ("crates/plica-term/src/print.rs", &["BUDGET", "DEPTH", "NAMES"], "text for people"),
    ("crates/plica-term/src/stable/mod.rs", &["VERSION"], "a format"),
    ("crates/plica-tree/src/search/coverage.rs", &["SCALE"], "an encoding"),
    ("crates/plica-smt/src/encode_float.rs", &["NARROWEST"], "a defect of a solver"),
    ("crates/plica-smt/src/encode_float.rs", &["EXPONENT", "FRACTION"], "the machine's format"),
    ("crates/plica-term/src/extended.rs", &["SIGN", "LEADING", "TOP"], "the machine's format"),
    ("crates/plica-exec/src/step/x87.rs", &["INDEFINITE", "QUIET"], "the machine's format"),
    ("crates/plica-smt/src/work.rs", &["NONE"], "no work at all"),
    ("crates/plica-smt/src/work.rs", &["COMMANDS_PER_UNIT", "NEW_Z3", "QUERY_OF_BITWUZLA"], "what was measured"),
    ("crates/plica-smt/src/race.rs", &["STACK"], "the stack of a thread"),
    ("crates/plica-smt/src/enumeration.rs", &["MOST_ARGS"], "the length of an array"),
    ("crates/plica-smt/src/pipe.rs", &["COMPLAINTS_KEPT"], "text for people"),
    ("crates/plica-templates/src/template.rs", &["SPARE_BITS"], "a proof rests on it"),
    ("crates/plica-templates/src/template.rs", &["MAX_WIDTH"], "solvers take no wider terms"),
    ("crates/plica-exec/src/admit.rs", &["STEPS", "FAR", "MANY"], "what a state that was read may say"),
    ("crates/plica-exec/src/value.rs", &["OFFSET_BITS"], "an encoding"),
    ("crates/plica-exec/src/describe.rs", &["LOCAL"], "an encoding"),
    ("crates/plica-exec/src/machine.rs", &["MAX_REMARKS"], "text for people"),
    ("crates/plica-exec/src/builtin/alloc.rs", &["ENOMEM", "EINVAL"], "the C library's"),
    ("crates/plica-exec/src/builtin/format.rs", &["MAX_PAD", "MAX_DIGITS"], "text of the program"),
    ("crates/plica-exec/src/builtin/mod.rs", &["MAX_TEXT"], "text for people"),
    ("crates/plica-exec/src/builtin/rust.rs", &["CALL"], "Rust's layout"),
    ("crates/plica-exec/src/defined.rs", &["VA_LIST"], "the machine's layout"),
    (
        "crates/plica-exec/src/step/varargs.rs",
        &["VA_LIST", "GP_END", "FP_END", "WORD", "FLOAT", "OTHER"],
        "the machine's layout",
    ),
    ("crates/plica-exec/src/step/access.rs", &["REACH"], "offsets have so many bits"),
    ("crates/plica-exec/src/memory/page.rs", &["PAGE"], "a layout, used at each access"),
    ("crates/plica-exec/src/memory/heap.rs", &["LEAF", "BRANCH"], "lengths of arrays"),
    ("crates/plica/src/driver.rs", &["STACK"], "the stack of a thread"),
    ("crates/plica/src/driver/entries.rs", &["SHOWN"], "text for people"),
    ("crates/plica/src/driver/summaries.rs", &["SHOWN_ASSUMPTIONS"], "text for people"),
    ("crates/plica/src/driver/tuning.rs", &["SHOWN"], "text for people"),
    ("crates/plica/src/driver/setup/targets.rs", &["SHOWN"], "text for people"),
    ("crates/plica/src/cli/values.rs", &["LONGEST_ARGUMENT", "MOST_ARGUMENTS"], "what an option may be"),
    ("crates/plica/src/cli/options.rs", &["FUNCTION_TIME"], "the default of an option"),
    ("crates/plica/src/runs.rs", &["AT_ONCE"], "what a user does"),
    ("crates/plica/src/memory.rs", &["NUMERATOR", "DENOMINATOR"], "the default of an option"),
    ("crates/plica/src/native/exec.rs", &["KEPT"], "text for people"),
    ("crates/plica/src/native/mod.rs", &["MOST_ARGUMENTS"], "what a test case may ask for"),
    ("crates/plica/src/interrupt.rs", &["IMPATIENT"], "what a user does"),
];

/// Names of the constants in a source that have a number in them, tests left out.
fn numbers(source: &Source) -> Vec<(usize, &str)> {
    const TYPES: &[&str] = &["u16", "u32", "u64", "u128", "usize", "f64", "Work", "Duration"];
    let (mut found, mut tests) = (Vec::new(), false);
    for (at, line) in source.code.lines().enumerate() {
        // Tests in a file of their own are not shipped; those in this one come last.
        let module = line.contains("mod ") && line.ends_with('{');
        if tests && module {
            break;
        }
        tests = line == "#[cfg(test)]";
        let Some((before, rest)) = line.split_once("const ").or_else(|| line.split_once("static ")) else { continue };
        let Some((head, value)) = rest.split_once('=') else { continue };
        let Some((name, of)) = head.split_once(": ") else { continue };
        let declares = before.trim().is_empty() || before.trim_start().starts_with("pub");
        let is_number = value
            .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
            .any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        if declares && is_number && TYPES.contains(&of.trim()) {
            found.push((at + 1, name_at(name)));
        }
    }
    found
}

#[test]
fn numbers_that_are_traded_are_tuning_constants() {
    let (mut complaints, mut excused) = (String::new(), BTreeSet::new());
    let sources = sources();
    for source in sources.iter().filter(|s| s.is_shipped() && ENGINE.contains(&s.krate())) {
        for (line, name) in numbers(source) {
            let fixed = |(file, names, _): &(&str, &[&str], &str)| *file == source.path && names.contains(&name);
            if FIXED.iter().any(fixed) {
                excused.insert((source.path.as_str(), name));
                continue;
            }
            let (path, krate) = (&source.path, source.krate());
            let _ = writeln!(
                complaints,
                "{path}:{line}: make `{name}` a tuning constant in crates/{krate}/src/tuning.rs, or say in FIXED why not"
            );
        }
    }
    for (file, names, _) in FIXED {
        for name in names.iter().filter(|name| !excused.contains(&(*file, **name))) {
            let _ = writeln!(complaints, "FIXED: there is no number `{name}` in {file}");
        }
    }
    none(complaints);
}

#[test]
fn each_tuning_constant_is_read() {
    let sources = sources();
    let (mut complaints, mut all) = (String::new(), 0);
    for table in
        sources.iter().filter(|source| source.path.ends_with("/src/tuning.rs") && source.krate() != "plica-tuning")
    {
        for line in table.code.lines().filter(|line| line.starts_with("    pub")) {
            let declared = line.split_once(':').map_or("", |(head, _)| head);
            let name = declared.rsplit(' ').next().unwrap_or("");
            all += 1;
            let read = format!("tuning::{name}");
            let reads = |source: &Source| {
                source.code.match_indices(&read).any(|(at, _)| name_at(&source.code[at + "tuning::".len()..]) == name)
            };
            if !sources.iter().any(|source| source.is_shipped() && reads(source)) {
                let _ = writeln!(complaints, "{}: nobody reads `{name}`", table.path);
            }
        }
    }
    assert!(all > 150, "the tuning constants were not found");
    none(complaints);
}

#[test]
fn constants_with_numbers_are_seen() {
    let text = "const A: u64 = 1 << 4;\n/// const B: u64 = 2;\npub(crate) const C: Work = Work::millis(3);\nconst D: u32 = u32::MAX;\n\
        const E: &str = \"5\";\n#[cfg(test)]\nmod tests {\n    const F: u64 = 6;\n}\n";
    let source = Source::new("crates/x/src/lib.rs".into(), text.into());
    assert_eq!(numbers(&source), [(1, "A"), (3, "C")]);
}
