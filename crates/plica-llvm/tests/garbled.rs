//! Whatever is done to a file, the reader returns: a module or an error with a place in the file, never a panic.

use std::sync::LazyLock;

use proptest::prelude::*;

/// A module with something of everything, small enough to be read thousands of times.
static SEED: LazyLock<String> = LazyLock::new(|| include_str!("samples/everything.ll").to_string());

fn check(text: &str) {
    match plica_llvm::parse(text) {
        Ok(module) => {
            for function in &module.functions {
                for instruction in function.blocks.iter().flat_map(|b| &b.instructions) {
                    instruction.for_each_operand(|_| {});
                    instruction.kind.successors();
                    instruction.dbg.and_then(|dbg| module.location(dbg));
                }
            }
        }
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
            assert!(error.to_string().contains("help:"));
        }
    }
}

#[test]
fn the_seed_itself_is_read() {
    plica_llvm::parse(&SEED).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn truncated_everywhere() {
    for end in (0..SEED.len()).filter(|&end| SEED.is_char_boundary(end)) {
        check(&SEED[..end]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_replaced(edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)) {
        let mut bytes = SEED.clone().into_bytes();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn pieces_moved(cuts in proptest::collection::vec(any::<prop::sample::Index>(), 6)) {
        // Duplicates one piece elsewhere and drops another.
        let text = SEED.as_bytes();
        let mut at: Vec<usize> = cuts.iter().map(|c| c.index(text.len())).collect();
        at[..2].sort_unstable();
        at[3..5].sort_unstable();
        let mut out = text[..at[2]].to_vec();
        out.extend_from_slice(&text[at[0]..at[1]]);
        out.extend_from_slice(&text[at[2]..]);
        out.drain(at[3].min(out.len())..at[4].min(out.len()));
        check(&String::from_utf8_lossy(&out));
    }

    #[test]
    fn tokens_shuffled(tokens in proptest::collection::vec(
        prop::sample::select(vec![
            "define", "declare", "i32", "void", "ptr", "@f", "@0", "%x", "%0", "%1", "(", ")", "{", "}", "[", "]", "<", ">",
            ",", "=", "*", "...", "x", "3", "-1", "0x1", "1.0", "\"s\"", "c\"s\"", "!0", "!{", "!\"", "!dbg", "!DIFile(", "#0",
            "#dbg_value", "label", "metadata", "add", "ret", "br", "switch", "call", "invoke", "phi", "load", "store",
            "getelementptr", "type", "global", "alias", "a:", "0:", "\n", "attributes", "byval(", "align", "splat", "i1",
            "zeroinitializer", "asm", "|", "landingpad", "catch", "to", "extractvalue", "i9999999999", "blockaddress",
        ]), 0..60))
    {
        check(&tokens.join(" "));
        check(&format!("define void @f(i32 %x) {{ {} }}", tokens.join(" ")));
    }
}
