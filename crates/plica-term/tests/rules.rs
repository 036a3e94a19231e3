//! Each rewrite rule on its examples: it fires on the one, not on the other, and both keep their values under every
//! assignment tried (all of them where the symbols have few bits).

mod examples;

use std::sync::Arc;

use examples::{Reader, Twin, examples};
use plica_term::{ArrayValue, ConstValue, Evaluator, Model, Op, RewriteRule, Sort, SymbolId, TermPool, mask};

/// The width at which the examples are written to fire.
const WIDTH: u32 = 8;

fn count(pool: &TermPool, rule: RewriteRule) -> u64 {
    pool.rule_counts().iter().find(|c| c.0 == rule).map_or(0, |c| c.1)
}

/// How often the rule fires while the term is built.
fn fired(rule: RewriteRule, text: &str) -> u64 {
    let pool = TermPool::new();
    let reader = Reader::new(&pool, WIDTH);
    let before = count(&pool, rule);
    reader.read(text);
    count(&pool, rule) - before
}

#[test]
fn every_rule_has_an_example() {
    let named: Vec<RewriteRule> = examples().iter().map(|e| e.rule).collect();
    let missing: Vec<&RewriteRule> = RewriteRule::ALL.iter().filter(|r| !named.contains(r)).collect();
    assert!(missing.is_empty(), "without an example: {missing:?}");
}

#[test]
fn every_rule_fires_and_stays_away() {
    let wrong: Vec<String> = examples()
        .iter()
        .flat_map(|e| {
            let silent = (fired(e.rule, e.fires) == 0).then(|| format!("{:?} does not fire on {}", e.rule, e.fires));
            let eager = (fired(e.rule, e.misses) > 0).then(|| format!("{:?} fires on {}", e.rule, e.misses));
            [silent, eager].into_iter().flatten()
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Compares the twins under all assignments to their bit-vector symbols, or under many.
fn compare(pool: &TermPool, (simple, plain): Twin, text: &str) {
    let symbols: Vec<(SymbolId, Sort)> =
        pool.free_symbols(plain).iter().map(|&s| (s, pool.symbol_info(s).sort)).collect();
    let bits: u32 = symbols.iter().map(|s| s.1.bv_width().unwrap_or(0)).sum();
    let exhaustive = bits <= 12;
    let mut state = 1;
    let specials = [0, 0x3f80_0000, 0x7fc0_0001, 0x7f80_0000, 0x8000_0000, 1, 0x7ff8_0000_0000_0001, u64::MAX];
    for i in 0..if exhaustive { 1u64 << bits } else { 2000 } {
        let mut model = Model::new();
        let mut rest = i;
        for &(s, sort) in &symbols {
            let value = match sort {
                Sort::Bv(w) => {
                    let v = match random(&mut state) % 3 {
                        _ if exhaustive => rest,
                        0 => specials[(random(&mut state) % 8) as usize],
                        _ => random(&mut state),
                    };
                    rest = rest.checked_shr(w).unwrap_or(0);
                    ConstValue::Bv(u128::from(v) & mask(w))
                }
                Sort::Array { index, elem } => {
                    let mut next = |w| u128::from(random(&mut state)) & mask(w);
                    let entries = (0..3).map(|_| (next(index), next(elem))).collect();
                    ConstValue::Array(Arc::new(ArrayValue { entries, default: next(elem) }))
                }
                Sort::Float(_) => continue,
            };
            model.set(s, value);
        }
        let mut e = Evaluator::new(pool, &model);
        let (x, y) = (e.try_bits(simple), e.try_bits(plain));
        assert!(y.is_some() && x == y, "{text}: {x:?}, not {y:?}, under {model:?}: {}", pool.infix(simple));
    }
}

#[test]
fn every_rule_keeps_the_value() {
    for width in [4, 6, WIDTH, 16] {
        let pool = TermPool::new();
        let reader = Reader::new(&pool, width);
        for e in examples() {
            for text in [e.fires, e.misses] {
                compare(&pool, reader.read(text), text);
            }
        }
    }
}

/// The examples of a rule under the operators of others: rules meet here that the table keeps apart.
#[test]
fn rules_keep_the_value_within_other_terms() {
    let pool = TermPool::new();
    let reader = Reader::new(&pool, 4);
    let twins: Vec<Twin> = examples()
        .iter()
        .flat_map(|e| [reader.read(e.fires), reader.read(e.misses)])
        .filter(|t| small(&pool, *t))
        .collect();
    let words: Vec<Twin> = twins.iter().copied().filter(|t| pool.width(t.0) == 4).collect();
    let mut state = 7;
    let ops = [
        Op::Add,
        Op::Mul,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Udiv,
        Op::Urem,
        Op::Srem,
        Op::Shl,
        Op::Lshr,
        Op::Eq,
        Op::Ult,
        Op::Sle,
    ];
    for _ in 0..400 {
        let mut pick = |n: usize| (random(&mut state) % n as u64) as usize;
        let (a, b, op) = (words[pick(words.len())], words[pick(words.len())], ops[pick(ops.len())]);
        let sort = if matches!(op, Op::Eq | Op::Ult | Op::Sle) { Sort::BOOL } else { Sort::Bv(4) };
        let twin = (pool.build(op, sort, &[a.0, b.0]), pool.raw(op, sort, &[a.1, b.1]));
        compare(&pool, twin, &format!("{op:?} of examples"));
    }
}

/// Bit-vectors only, so that all assignments can be tried.
fn small(pool: &TermPool, t: Twin) -> bool {
    pool.free_symbols(t.1).iter().all(|&s| matches!(pool.symbol_info(s).sort, Sort::Bv(1..=4)))
}
