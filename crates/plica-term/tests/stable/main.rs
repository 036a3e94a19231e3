//! Terms and models are written, read into other pools, and mean the same there; and nothing else is read.
//!
//! Oblivious to what holds terms in earnest. Invariant: what was read is held against the evaluator, not against the
//! code that reads.

mod random;

use std::collections::{BTreeMap, HashMap, HashSet};

use plica_stable::{ByteEncoder, Decode, DecodeError, Encode};
use plica_term::{Decoder, Encoder, Evaluator, Model, Op, Sort, SymbolId, SymbolKind, TermId, TermPool, stable_hash};
use proptest::prelude::*;
use random::{Random, Rng};

type Written = (Vec<TermId>, Vec<Model>);

fn write<T: for<'p> Encode<Encoder<'p>>>(pool: &TermPool, value: &T) -> Vec<u8> {
    let mut e = Encoder::new(pool);
    value.encode(&mut e);
    e.finish()
}

fn read<T: for<'a> Decode<Decoder<'a>>>(pool: &TermPool, bytes: &[u8]) -> Result<T, DecodeError> {
    let mut d = Decoder::new(pool, bytes)?;
    let value = T::decode(&mut d)?;
    d.finish()?;
    Ok(value)
}

fn random(pool: &TermPool, seed: u64, size: usize) -> Written {
    let mut random = Random::new(pool, seed, size);
    let models = vec![random.model(), random.model()];
    let mut roots: Vec<TermId> = (0..5).map(|_| random.rng.one(&random.terms.clone())).collect();
    roots.extend(random.terms.last());
    (roots, models)
}

/// A term as text, without the numbers of tables.
fn printed(pool: &TermPool, t: TermId) -> String {
    let text = pool.infix(t);
    let parts = text.split("table").map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
    parts.collect::<Vec<_>>().join("table")
}

/// That terms of two pools have the same hashes and values.
fn compare(pool: &TermPool, (terms, models): &Written, other: &TermPool, (read, others): &Written) {
    assert_eq!((terms.len(), models.len()), (read.len(), others.len()));
    for (&a, &b) in terms.iter().zip(read) {
        assert_eq!(pool.sort(a), other.sort(b));
        assert_eq!(stable_hash(pool, a), stable_hash(other, b));
        for (m, n) in models.iter().zip(others) {
            let x = Evaluator::new(pool, m).with_steps(1 << 12).try_eval(a);
            let y = Evaluator::new(other, n).with_steps(1 << 12).try_eval(b);
            assert_eq!(x, y, "{} became {}", pool.infix(a), other.infix(b));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn what_is_read_is_what_was_written(seed in any::<u64>(), size in 1usize..60) {
        let pool = TermPool::new();
        let written = random(&pool, seed, size);
        let bytes = write(&pool, &written);
        let fresh = TermPool::new();
        let back: Written = read(&fresh, &bytes).expect("what was written can be read");
        compare(&pool, &written, &fresh, &back);
        for (&a, &b) in written.0.iter().zip(&back.0) {
            prop_assert_eq!(printed(&pool, a), printed(&fresh, b));
        }
        prop_assert_eq!(write(&fresh, &back), bytes);
    }

    /// Symbols and terms are there already, in another order.
    #[test]
    fn terms_that_are_there_do_not_matter(seed in any::<u64>(), other in any::<u64>(), size in 1usize..60) {
        let pool = TermPool::new();
        let written = random(&pool, seed, size);
        let bytes = write(&pool, &written);
        let full = TermPool::new();
        Random::new(&full, other, 60);
        let back: Written = read(&full, &bytes).expect("what was written can be read");
        compare(&pool, &written, &full, &back);
        let count = full.len();
        prop_assert_eq!(&read::<Written>(&full, &bytes), &Ok(back.clone()));
        prop_assert_eq!(full.len(), count, "reading again makes nothing new");
        let fresh = TermPool::new();
        let again: Written = read(&fresh, &write(&full, &back)).expect("what was written can be read");
        compare(&pool, &written, &fresh, &again);
    }

    /// Different terms have different hashes, and maps are the same whatever their order.
    #[test]
    fn hashes_tell_terms_apart(seed in any::<u64>()) {
        let pool = TermPool::new();
        Random::new(&pool, seed, 60);
        let mut e = Encoder::new(&pool);
        let terms: Vec<TermId> = (1..=pool.len() as u32).filter_map(|i| pool.term(i)).collect();
        let hashes: HashSet<u128> = terms.iter().map(|&t| e.stable_hash(t)).collect();
        prop_assert_eq!(hashes.len(), terms.len());
        let map: HashMap<TermId, u32> = terms.iter().map(|&t| (t, t.index())).collect();
        let ordered: BTreeMap<TermId, u32> = map.iter().map(|(&t, &i)| (t, i)).collect();
        prop_assert_eq!(write(&pool, &map), write(&pool, &ordered));
        prop_assert_eq!(e.content_hash(&map), e.content_hash(&ordered));
    }

    #[test]
    fn changed_bytes_never_panic(seed in any::<u64>()) {
        let pool = TermPool::new();
        let bytes = write(&pool, &random(&pool, seed, 30));
        let mut rng = Rng::new(seed);
        for _ in 0..40 {
            let mut bytes = bytes.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(bytes.len());
                match rng.below(6) {
                    0 => bytes[at] ^= 1 << rng.below(8),
                    1 => bytes[at] = rng.next() as u8,
                    2 => bytes[at] = bytes[at].wrapping_add(1),
                    3 => bytes.insert(at, rng.next() as u8),
                    4 if bytes.len() > 1 => drop(bytes.remove(at)),
                    _ => bytes.truncate(at + 1),
                }
            }
            let other = TermPool::new();
            let Ok((terms, models)) = read::<Written>(&other, &bytes) else { continue };
            for (&t, model) in terms.iter().zip(&models) {
                Evaluator::new(&other, model).with_steps(1 << 8).try_eval(t);
                other.facts(t);
                // The constructors take it as one of theirs.
                let known = |s: &SymbolId| Some((*s, other.bv(1, other.symbol_info(*s).sort.bv_width()?)));
                other.substitute(t, &other.free_symbols(t).iter().filter_map(known).collect());
            }
            // What was accepted is a value like any other.
            let back: Written = read(&TermPool::new(), &write(&other, &(&terms, &models))).expect("it was written");
            prop_assert_eq!(back.0.len(), terms.len());
        }
    }
}

#[test]
fn every_prefix_is_refused() {
    let pool = TermPool::new();
    let bytes = write(&pool, &random(&pool, 1, 60));
    for end in 0..bytes.len() {
        assert!(read::<Written>(&TermPool::new(), &bytes[..end]).is_err(), "{end} of {}", bytes.len());
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(read::<Written>(&TermPool::new(), &longer).map_err(|e| e.at).unwrap_err(), bytes.len());
}

#[test]
fn hashes_do_not_depend_on_the_order_in_which_terms_were_made() {
    let sum = |names: [&str; 2]| {
        let pool = TermPool::new();
        let made = names.map(|name| pool.symbol(name, Sort::Bv(32), SymbolKind::Input));
        let (a, b) = if names[0] == "a" { (made[0], made[1]) } else { (made[1], made[0]) };
        stable_hash(&pool, pool.ult(pool.mul(a, b), pool.udiv(a, b)))
    };
    assert_eq!(sum(["a", "b"]), sum(["b", "a"]));
    // Equal on every machine and in every version of plica, or else what was kept is worth nothing.
    assert_eq!(sum(["a", "b"]), 0xb63bca9d4a4e0b0b0cccabfffec26f0c);
}

/// Where terms are made by reading and by constructors, equal ones are one.
#[test]
fn what_is_read_is_what_constructors_make() {
    let symbols = |pool: &TermPool, names: [&str; 2]| names.map(|n| pool.symbol(n, Sort::Bv(8), SymbolKind::Input));
    let pool = TermPool::new();
    let [a, b] = symbols(&pool, ["a", "b"]);
    let five = pool.bv(5, 8);
    let written =
        vec![pool.add(a, b), pool.raw(Op::Add, Sort::Bv(8), &[b, a]), pool.raw(Op::Mul, Sort::Bv(8), &[five, a])];
    let bytes = write(&pool, &written);
    for names in [["a", "b"], ["b", "a"]] {
        let other = TermPool::new();
        symbols(&other, names);
        let [a, b] = symbols(&other, ["a", "b"]);
        let (sum, product) = (other.add(a, b), other.mul(a, other.bv(5, 8)));
        assert_eq!(read(&other, &bytes), Ok(vec![sum, sum, product]));
        assert_eq!(written.iter().map(|&t| stable_hash(&pool, t)).collect::<Vec<_>>(), {
            [sum, sum, product].map(|t| stable_hash(&other, t))
        });
    }
}

/// A change of this number is a change of the format, and of `VERSION`.
/// The addends of a sum are not in the order of their ids: those of 3·x + y are in that of x and y.
#[test]
fn sums_are_read_as_they_stand() {
    let pool = TermPool::new();
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bv(32), SymbolKind::Input));
    let sum = pool.add(y, pool.mul(x, pool.bv(3, 32)));
    let bytes = write(&pool, &sum);
    let fresh = TermPool::new();
    assert_eq!(write(&fresh, &read::<TermId>(&fresh, &bytes).expect("a sum")), bytes);
    let other = TermPool::new();
    let [y, x] = ["y", "x"].map(|name| other.symbol(name, Sort::Bv(32), SymbolKind::Input));
    let there = other.add(other.mul(x, other.bv(3, 32)), y);
    assert_eq!(read::<TermId>(&other, &bytes), Ok(there));
}

#[test]
fn the_format_is_that_of_its_version() {
    let pool = TermPool::new();
    let all = Random::new(&pool, 0, 4000).terms;
    let kinds: HashSet<_> = all.iter().map(|&t| std::mem::discriminant(&pool.node(t).op)).collect();
    assert!(kinds.len() >= 50, "{} operators only", kinds.len());
    assert_eq!(plica_stable::hash128(&write(&pool, &all)), 0x1de0631ea88aaf8818ccaf570df34011);
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let pool = TermPool::new();
    let x = pool.symbol("x", Sort::Bv(32), SymbolKind::Input);
    let deep = (0..1_000_000).fold(x, |t, _| pool.raw(Op::Neg, Sort::Bv(32), &[t]));
    let bytes = write(&pool, &deep);
    let fresh = TermPool::new();
    let back: TermId = read(&fresh, &bytes).expect("what was written can be read");
    assert_eq!(stable_hash(&pool, deep), stable_hash(&fresh, back));
    assert_eq!(write(&fresh, &back), bytes);
    assert!(bytes.len() < 2_100_000);
}

/// An encoding with these sections after the magic, the version and the mark, and one term as its value.
fn sections(symbols: &[u8], functions: &[u8], tables: &[u8], terms: &[u8]) -> Vec<u8> {
    let empty = Encoder::new(&TermPool::new()).finish();
    let mut bytes = empty[..10].to_vec();
    for section in [symbols, functions, tables, terms] {
        bytes.extend_from_slice(if section.is_empty() { &[0, 0] } else { section });
    }
    bytes.push(0);
    bytes
}

#[test]
fn the_mark_is_raised_to_that_of_the_pool_that_wrote() {
    let (pool, other) = (TermPool::new(), TermPool::new());
    let t = pool.bv(7, 8);
    pool.raise_mark(1000);
    let bytes = write(&pool, &t);
    assert!(read::<TermId>(&other, &bytes).is_ok() && other.mark() == 1000);
    other.raise_mark(2000);
    assert!(read::<TermId>(&other, &bytes).is_ok() && other.mark() == 2000);
}

#[test]
fn what_is_ill_formed_is_refused() {
    let whole = |bytes: &[u8]| read::<TermId>(&TermPool::new(), bytes).map_err(|e| e.to_string());
    let terms = |terms: &[u8]| whole(&sections(&[], &[], &[], terms));
    // A constant of 8 bits, and named by the value.
    assert!(terms(&[1, 0, 5, 8, 1, 0]).is_ok());
    let refused = [
        (terms(&[1, 0, 0x80, 2, 8, 1, 0]), "wrong sort"),
        (terms(&[1, 0, 5, 0, 8, 8, 1, 0]), "wrong sort"),
        (terms(&[1, 0, 5, 129, 1, 0]), "no sort"),
        (terms(&[1, 7, 1, 1, 0]), "reference"),
        (terms(&[1, 7, 0, 1, 0]), "reference"),
        (terms(&[3, 0, 5, 8, 0, 5, 9, 12, 1, 2, 1, 0]), "wrong sort"),
        (terms(&[1, 99, 1, 0]), "no variant"),
        (terms(&[1, 0, 5, 8, 1, 1]), "reference"),
        (terms(&[1, 0, 5, 8, 0, 0]), "reference"),
        (terms(&[0xff, 0xff, 0xff, 0xff, 0x7f, 0]), "more than there are bytes"),
        (whole(&sections(&[], &[], &[1, 8, 8, 1, 0x80, 2, 0, 0], &[])), "no table"),
        (whole(&sections(&[], &[], &[1, 1, 8, 3, 1, 1, 1, 0, 0], &[])), "no table"),
        // λ over an input.
        (whole(&sections(&[1, 1, b'x', 8, 0, 0], &[], &[], &[2, 0, 5, 8, 4, 0, 1, 1, 0])), "wrong sort"),
        (whole(&sections(&[1, 1, 0xff, 8, 0, 0], &[], &[], &[])), "UTF-8"),
        (whole(b"plica\0tf\x01\0\0\0\0\0\0\0\0\0"), "not an encoding"),
        (whole(b"plica\0te\x04\0\0\0\0\0\0\0\0\0"), "version 4"),
    ];
    for (answer, expected) in refused {
        let error = answer.expect_err(expected);
        assert!(error.contains(expected), "{error}, not {expected}");
    }
}

#[test]
fn references_of_all_kinds_stand_in_values() {
    let pool = TermPool::new();
    let x = pool.symbol("x", Sort::Bv(8), SymbolKind::Input);
    let value: (SymbolId, TermId) = (pool.as_symbol(x).expect("a symbol"), pool.not(x));
    let f = pool.func("f", &[Sort::Bv(8)], Sort::BOOL);
    let bytes = write(&pool, &(value, f, Sort::Float(plica_term::FloatFormat::F64)));
    let other = TermPool::new();
    other.symbol("y", Sort::Bv(8), SymbolKind::Input);
    let (back, g, sort): ((SymbolId, TermId), plica_term::UninterpretedId, Sort) =
        read(&other, &bytes).expect("what was written can be read");
    assert_eq!(other.symbol_info(back.0), pool.symbol_info(value.0));
    assert_eq!(other.not(back.1), other.symbol_term(back.0));
    assert_eq!((other.func_info(g), sort), (pool.func_info(f), Sort::Float(plica_term::FloatFormat::F64)));
}
