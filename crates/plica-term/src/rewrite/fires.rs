//! For every rule a term on which it fires and a close one on which it does not. Terms are written as s-expressions; the
//! first is also evaluated against the same expression built without rewriting.
//!
//! Symbols: `x y z` of 8 bits, `n m` of 4, `p q r` of 1, `A B` arrays and `T` a table of 8 by 8 bits, `f g` floats of 32
//! bits, `h` of 64, `i` bound. A number has 8 bits unless `:w` follows.

use std::sync::Arc;

use super::Rule;
use super::tests::Rng;
use crate::eval::Evaluator;
use crate::model::{ArrayValue, ConstValue, Model};
use crate::op::{FpRel, FpUnary, Op, SymbolId};
use crate::pool::{SymbolKind, TableData, TermId, TermPool};
use crate::sort::{FloatFormat, Sort};

const ARRAY: Sort = Sort::Array { index: 8, elem: 8 };
const F32: Sort = Sort::Float(FloatFormat::F32);
const F64: Sort = Sort::Float(FloatFormat::F64);

struct Reader<'a> {
    pool: &'a TermPool,
    tokens: std::vec::IntoIter<String>,
    raw: bool,
}

fn id(pool: &TermPool, t: TermId) -> SymbolId {
    match pool.node(t).op {
        Op::Symbol(s) => s,
        op => unreachable!("{op:?} is not a symbol"),
    }
}

impl<'a> Reader<'a> {
    fn read(pool: &'a TermPool, text: &str, raw: bool) -> TermId {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let tokens: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
        Reader { pool, tokens: tokens.into_iter(), raw }.term()
    }

    fn next(&mut self) -> String {
        self.tokens.next().expect("the expression goes on")
    }

    fn number(&mut self) -> u32 {
        self.next().parse().expect("a number")
    }

    fn atom(&self, name: &str) -> TermId {
        let (p, input) = (self.pool, SymbolKind::Input);
        match name {
            "x" | "y" | "z" => p.symbol(name, Sort::Bv(8), input),
            "n" | "m" => p.symbol(name, Sort::Bv(4), input),
            "p" | "q" | "r" => p.symbol(name, Sort::BOOL, input),
            "A" | "B" => p.symbol(name, ARRAY, input),
            "f" | "g" => p.symbol(name, F32, input),
            "h" => p.symbol(name, F64, input),
            "i" => p.symbol("i", Sort::Bv(8), SymbolKind::Bound),
            "T" => p.table(TableData { index: 8, elem: 8, elems: vec![3, 7, 7, 9].into(), default: 1 }),
            _ => {
                let (value, width) = name.split_once(':').unwrap_or((name, "8"));
                let value: i128 = value.parse().unwrap_or_else(|_| panic!("{name} is no number"));
                p.bv(value as u128, width.parse().expect("a width"))
            }
        }
    }

    fn term(&mut self) -> TermId {
        let token = self.next();
        if token != "(" {
            return self.atom(&token);
        }
        let head = self.next();
        let bound = || id(self.pool, self.atom("i"));
        // Operators with a parameter take it first.
        let (op, sort) = match head.as_str() {
            "ext" => {
                let (hi, lo) = (self.number(), self.number());
                (Op::Extract { hi, lo }, Some(Sort::Bv(hi - lo + 1)))
            }
            "zext" => (Op::Zext, Some(Sort::Bv(self.number()))),
            "sext" => (Op::Sext, Some(Sort::Bv(self.number()))),
            "tosbv" => (Op::FpToSbv, Some(Sort::Bv(self.number()))),
            "eq" => (Op::Eq, Some(Sort::BOOL)),
            "ult" => (Op::Ult, Some(Sort::BOOL)),
            "ule" => (Op::Ule, Some(Sort::BOOL)),
            "slt" => (Op::Slt, Some(Sort::BOOL)),
            "sle" => (Op::Sle, Some(Sort::BOOL)),
            "umulo" => (Op::Umulo, Some(Sort::BOOL)),
            "smulo" => (Op::Smulo, Some(Sort::BOOL)),
            "select" => (Op::Select, Some(Sort::Bv(8))),
            "karr" => (Op::ConstArray, Some(ARRAY)),
            "lam" => (Op::Lambda(bound()), Some(ARRAY)),
            "all" => (Op::Forall(bound()), Some(Sort::BOOL)),
            "f32" => (Op::FpFromBits, Some(F32)),
            "bits" => (Op::FpToBits, Some(Sort::Bv(32))),
            "to32" => (Op::FpToFp, Some(F32)),
            "to64" => (Op::FpToFp, Some(F64)),
            "to16" => (Op::FpToFp, Some(Sort::Float(FloatFormat::F16))),
            "sbv32" => (Op::FpFromSbv, Some(F32)),
            "feq" => (Op::FpRel(FpRel::Eq), Some(Sort::BOOL)),
            "flt" => (Op::FpRel(FpRel::Lt), Some(Sort::BOOL)),
            "fle" => (Op::FpRel(FpRel::Le), Some(Sort::BOOL)),
            "isnan" => (Op::FpIs(FpUnary::IsNan), Some(Sort::BOOL)),
            "isneg" => (Op::FpIs(FpUnary::IsNegative), Some(Sort::BOOL)),
            "not" => (Op::Not, None),
            "neg" => (Op::Neg, None),
            "and" => (Op::And, None),
            "or" => (Op::Or, None),
            "xor" => (Op::Xor, None),
            "add" => (Op::Add, None),
            "mul" => (Op::Mul, None),
            "udiv" => (Op::Udiv, None),
            "urem" => (Op::Urem, None),
            "sdiv" => (Op::Sdiv, None),
            "srem" => (Op::Srem, None),
            "shl" => (Op::Shl, None),
            "lshr" => (Op::Lshr, None),
            "ashr" => (Op::Ashr, None),
            "concat" => (Op::Concat, None),
            "ite" => (Op::Ite, None),
            "store" => (Op::Store, None),
            "fneg" => (Op::FpNeg, None),
            "fabs" => (Op::FpAbs, None),
            "fadd" => (Op::FpAdd, None),
            "fmul" => (Op::FpMul, None),
            "fdiv" => (Op::FpDiv, None),
            other => panic!("no operator {other}"),
        };
        let mut args = Vec::new();
        while self.tokens.as_slice().first().is_some_and(|t| t != ")") {
            args.push(self.term());
        }
        self.next();
        let width = |t: TermId| self.pool.width(t);
        let sort = sort.unwrap_or_else(|| match op {
            Op::Concat => Sort::Bv(width(args[0]) + width(args[1])),
            Op::Ite => self.pool.sort(args[1]),
            _ => self.pool.sort(args[0]),
        });
        if self.raw { self.pool.intern(op, sort, &args) } else { self.pool.build(op, sort, &args) }
    }
}

/// Evaluates both under assignments with a liking for small values, and equal ones.
fn same_value(pool: &TermPool, a: TermId, b: TermId, text: &str) {
    let mut rng = Rng(1);
    for _ in 0..400 {
        let mut model = Model::new();
        for name in ["x", "y", "z", "n", "m", "p", "q", "r", "f", "g", "h"] {
            let t = Reader::read(pool, name, false);
            let narrow = [0, 1, 2, 3, 0x7f, 0x80, 0xff][rng.below(7)];
            let v = if rng.below(2) == 0 { narrow } else { rng.next() as u128 };
            model.set(id(pool, t), ConstValue::Bv(v));
        }
        let entries = (0..40).map(|_| ((rng.next() & 0xff) as u128, (rng.next() & 0xff) as u128)).collect();
        let array = Reader::read(pool, "A", false);
        model.set(id(pool, array), ConstValue::Array(Arc::new(ArrayValue { entries, default: 5 })));
        let mut e = Evaluator::new(pool, &model);
        if matches!(pool.sort(a), Sort::Array { .. }) {
            for k in (0..=255).step_by(5) {
                let at = pool.bv(k, 8);
                let read = |t| pool.intern(Op::Select, Sort::Bv(8), &[t, at]);
                let (x, y) = (read(a), read(b));
                assert_eq!(e.try_bits(x), e.try_bits(y), "{text} at {k}");
            }
            continue;
        }
        assert_eq!(e.try_bits(a), e.try_bits(b), "{text} under {model:?}");
    }
}

#[test]
fn every_rule_fires_where_it_should_and_only_there() {
    let mut rows = 0;
    let mut seen = std::collections::BTreeSet::new();
    let mut wrong = Vec::new();
    for line in include_str!("fires.txt").lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (name, terms) = line.split_once(' ').expect("a name and terms");
        let (yes, no) = terms.split_once('|').expect("two terms");
        let rule = *Rule::ALL.iter().find(|r| r.name() == name).unwrap_or_else(|| panic!("no rule {name}"));
        seen.insert(rule);
        rows += 1;
        let pool = TermPool::new();
        let built = Reader::read(&pool, yes, false);
        if pool.rules.get(rule) == 0 {
            wrong.push(format!("{name} does not fire on {yes}"));
        }
        same_value(&pool, built, Reader::read(&pool, yes, true), yes);
        let pool = TermPool::new();
        let built = Reader::read(&pool, no, false);
        if pool.rules.get(rule) != 0 {
            wrong.push(format!("{name} fires on {no}"));
        }
        same_value(&pool, built, Reader::read(&pool, no, true), no);
    }
    for rule in Rule::ALL.iter().filter(|r| !seen.contains(r)) {
        wrong.push(format!("{} has no row", rule.name()));
    }
    assert!(wrong.is_empty(), "of {rows} rows:\n{}", wrong.join("\n"));
}
