//! The table of examples of the rewrite rules, and its reader. Shared by the tests here and by those of the solver.
//!
//! Oblivious to what the rules do. A term is read at a width `w` and half of it, `h`:
//! symbols `x y z u` have `w` bits, `a b c` and the bound `i` have `h`, `p q r` one, `s` 32; `A B` are arrays from `h`
//! to `w` bits, `T U` tables, `F G` floats, `D` a double, `H` a half. A constant has the width of its siblings unless
//! it has one of its own (`3:h`). Each term is built twice: simplified, and as it stands.

#![allow(dead_code)]

use std::iter::Peekable;

use plica_term::{
    FloatFormat, FpRel, FpUnary, Op, RewriteRule, Sort, SymbolId, SymbolKind, TableData, TermId, TermPool, mask,
};

/// A rule with a term on which it fires and one on which it does not.
pub struct Example {
    pub rule: RewriteRule,
    pub fires: &'static str,
    pub misses: &'static str,
}

/// All examples.
pub fn examples() -> Vec<Example> {
    let lines = include_str!("rules.txt").lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#'));
    lines
        .map(|l| {
            let parts: Vec<&str> = l.split('|').map(str::trim).collect();
            let [name, fires, misses] = parts[..] else { panic!("not three parts: {l}") };
            let rule = RewriteRule::ALL.iter().find(|r| r.name() == name).unwrap_or_else(|| panic!("no rule {name}"));
            Example { rule: *rule, fires, misses }
        })
        .collect()
}

/// Simplified, and as it stands.
pub type Twin = (TermId, TermId);

/// A part of a term: a constant waits for its width.
enum Part {
    Term(Twin),
    Constant(String),
}

pub struct Reader<'a> {
    pool: &'a TermPool,
    /// The width of `x`.
    w: u32,
    bound: SymbolId,
}

impl<'a> Reader<'a> {
    pub fn new(pool: &'a TermPool, w: u32) -> Self {
        let mut r = Reader { pool, w, bound: SymbolId(0) };
        // The order of ids is that of the names here, whatever the term.
        for name in ["x", "y", "z", "u", "a", "b", "c", "p", "q", "r", "s"] {
            r.atom(name);
        }
        if let Op::Symbol(s) = pool.node(r.symbol("i", Sort::Bv(w / 2), SymbolKind::Bound)).op {
            r.bound = s;
        }
        r
    }

    /// Both twins of a term; an array is read at `a`, so that every result can be compared.
    pub fn read(&self, text: &str) -> Twin {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut tokens = spaced.split_whitespace().peekable();
        let Part::Term(twin) = self.part(&mut tokens) else { panic!("a constant: {text}") };
        assert_eq!(tokens.next(), None, "{text}");
        match self.pool.sort(twin.0) {
            Sort::Array { elem, .. } => {
                let at = self.symbol("a", Sort::Bv(self.w / 2), SymbolKind::Input);
                let read = |t| self.pool.raw(Op::Select, Sort::Bv(elem), &[t, at]);
                (read(twin.0), read(twin.1))
            }
            Sort::Float(f) => {
                let bits = |t| self.pool.raw(Op::FpToBits, Sort::Bv(f.width()), &[t]);
                (bits(twin.0), bits(twin.1))
            }
            Sort::Bv(_) => twin,
        }
    }

    fn symbol(&self, name: &str, sort: Sort, kind: SymbolKind) -> TermId {
        self.pool.symbol(name, sort, kind)
    }

    /// `w-1`, `h`, `3`, `min+1`: a number, with `w` and `h` for the widths.
    fn number(&self, text: &str, width: u32) -> u128 {
        let split = text.rfind(['+', '-']).filter(|&i| i > 0);
        let (base, offset) = match split {
            Some(i) => (&text[..i], text[i..].parse::<i128>().unwrap_or_else(|_| panic!("{text}"))),
            None => (text, 0),
        };
        let base = match base {
            "w" => self.w as i128,
            "h" => (self.w / 2) as i128,
            "max" => (mask(width) >> 1) as i128,
            "min" => 1 << (width - 1),
            "lom" => mask(self.w / 2) as i128,
            "him" => (mask(self.w / 2) << (self.w / 2)) as i128,
            n => n.parse().unwrap_or_else(|_| panic!("{text} is no number")),
        };
        (base + offset) as u128 & mask(width)
    }

    fn atom(&self, name: &str) -> Option<Twin> {
        let pool = self.pool;
        let (w, h) = (self.w, self.w / 2);
        let array = Sort::Array { index: h, elem: w };
        let input = |sort| self.symbol(name, sort, SymbolKind::Input);
        let float = |f: FloatFormat| {
            let bits = input(Sort::Bv(f.width()));
            pool.raw(Op::FpFromBits, Sort::Float(f), &[bits])
        };
        let constant = |v| pool.raw(Op::FpFromBits, Sort::Float(FloatFormat::F32), &[pool.bv(v, 32)]);
        let table =
            |elems: [u64; 3], default| pool.table(TableData { index: h, elem: w, elems: elems.into(), default });
        let t = match name {
            "x" | "y" | "z" | "u" => input(Sort::Bv(w)),
            "a" | "b" | "c" => input(Sort::Bv(h)),
            "i" => self.symbol("i", Sort::Bv(h), SymbolKind::Bound),
            "p" | "q" | "r" => input(Sort::BOOL),
            "s" => input(Sort::Bv(32)),
            "A" | "B" => input(array),
            "T" => table([3, 1, 2], 0),
            "U" => table([7, 7, 7], 7),
            "F" | "G" => float(FloatFormat::F32),
            "D" => float(FloatFormat::F64),
            "H" => float(FloatFormat::F16),
            "one" => constant(0x3f80_0000),
            "nan" => constant(0x7fc0_0000),
            _ => return None,
        };
        Some((t, t))
    }

    fn part<'t>(&self, tokens: &mut Peekable<impl Iterator<Item = &'t str>>) -> Part {
        let token = tokens.next().expect("a term");
        if token != "(" {
            if let Some(t) = self.atom(token) {
                return Part::Term(t);
            }
            return match token.split_once(':') {
                Some((k, width)) => {
                    let width = self.number(width, 32) as u32;
                    let t = self.pool.bv(self.number(k, width), width);
                    Part::Term((t, t))
                }
                None => Part::Constant(token.to_string()),
            };
        }
        let op = tokens.next().expect("an operator").to_string();
        let mut sizes = Vec::new();
        for _ in 0..match &op[..] {
            "cut" => 2,
            "zext" | "sext" => 1,
            _ => 0,
        } {
            sizes.push(self.number(tokens.next().expect("a size"), 32) as u32);
        }
        let mut parts = Vec::new();
        while tokens.peek() != Some(&")") {
            parts.push(self.part(tokens));
        }
        tokens.next();
        let width_of = |p: &Part| match p {
            Part::Term(t) => Some(self.pool.width(t.0)),
            Part::Constant(_) => None,
        };
        let from = usize::from(op == "ite");
        let width = parts[from..].iter().find_map(width_of).unwrap_or(self.w);
        let args: Vec<Twin> = parts
            .into_iter()
            .map(|p| match p {
                Part::Term(t) => t,
                Part::Constant(k) => {
                    let t = self.pool.bv(self.number(&k, width), width);
                    (t, t)
                }
            })
            .collect();
        Part::Term(self.apply(&op, &sizes, &args))
    }

    fn apply(&self, name: &str, sizes: &[u32], args: &[Twin]) -> Twin {
        let first = self.pool.sort(args[0].0);
        let width = |i: usize| self.pool.width(args[i].0);
        let f32 = Sort::Float(FloatFormat::F32);
        let (op, sort) = match name {
            "not" => (Op::Not, first),
            "and" => (Op::And, first),
            "or" => (Op::Or, first),
            "xor" => (Op::Xor, first),
            "neg" => (Op::Neg, first),
            "add" => (Op::Add, first),
            "mul" => (Op::Mul, first),
            "udiv" => (Op::Udiv, first),
            "urem" => (Op::Urem, first),
            "sdiv" => (Op::Sdiv, first),
            "srem" => (Op::Srem, first),
            "shl" => (Op::Shl, first),
            "lshr" => (Op::Lshr, first),
            "ashr" => (Op::Ashr, first),
            "cat" => (Op::Concat, Sort::Bv(width(0) + width(1))),
            "cut" => (Op::Extract { hi: sizes[0], lo: sizes[1] }, Sort::Bv(sizes[0] - sizes[1] + 1)),
            "zext" => (Op::Zext, Sort::Bv(sizes[0])),
            "sext" => (Op::Sext, Sort::Bv(sizes[0])),
            "ite" => (Op::Ite, self.pool.sort(args[1].0)),
            "eq" => (Op::Eq, Sort::BOOL),
            "ult" => (Op::Ult, Sort::BOOL),
            "ule" => (Op::Ule, Sort::BOOL),
            "slt" => (Op::Slt, Sort::BOOL),
            "sle" => (Op::Sle, Sort::BOOL),
            "umulo" => (Op::Umulo, Sort::BOOL),
            "smulo" => (Op::Smulo, Sort::BOOL),
            "sel" => match first {
                Sort::Array { elem, .. } => (Op::Select, Sort::Bv(elem)),
                _ => panic!("not an array"),
            },
            "store" => (Op::Store, first),
            "const" => (Op::ConstArray, Sort::Array { index: self.w / 2, elem: width(0) }),
            "lam" => (Op::Lambda(self.bound), Sort::Array { index: self.w / 2, elem: width(0) }),
            "all" => (Op::Forall(self.bound), Sort::BOOL),
            "fpadd" => (Op::FpAdd, first),
            "fpmul" => (Op::FpMul, first),
            "fpdiv" => (Op::FpDiv, first),
            "fpneg" => (Op::FpNeg, first),
            "fpabs" => (Op::FpAbs, first),
            "fpeq" => (Op::FpRel(FpRel::Eq), Sort::BOOL),
            "fple" => (Op::FpRel(FpRel::Le), Sort::BOOL),
            "fplt" => (Op::FpRel(FpRel::Lt), Sort::BOOL),
            "isnan" => (Op::FpIs(FpUnary::IsNan), Sort::BOOL),
            "isneg" => (Op::FpIs(FpUnary::IsNegative), Sort::BOOL),
            "tof32" => (Op::FpToFp, f32),
            "tof64" => (Op::FpToFp, Sort::Float(FloatFormat::F64)),
            "tobits" => (Op::FpToBits, Sort::Bv(32)),
            "frombits" => (Op::FpFromBits, f32),
            "toint" => (Op::FpToSbv, Sort::Bv(32)),
            "fromint" => (Op::FpFromSbv, f32),
            _ => panic!("no operator {name}"),
        };
        let (simple, plain): (Vec<TermId>, Vec<TermId>) = args.iter().copied().unzip();
        (self.pool.build(op, sort, &simple), self.pool.raw(op, sort, &plain))
    }
}
