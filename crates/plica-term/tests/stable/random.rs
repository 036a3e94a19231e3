//! Random terms over all operators and sorts, and random models.
//!
//! Oblivious to what is done with them. Invariants: the same seed gives the same terms; operands of commutative
//! operators stand as the pool orders them, also in nodes that no constructor made.

use std::sync::Arc;

use plica_term::{
    ArrayValue, ConstValue, FloatFormat, FpRel, FpUnary, Model, Op, RoundingMode, Sort, SymbolId, SymbolKind,
    TableData, TermId, TermPool, mask,
};

/// Numbers by chance.
pub struct Rng(fastrand::Rng);

impl Rng {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Rng {
        Rng(fastrand::Rng::with_seed(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.usize(..n)
    }

    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn value(&mut self, w: u32) -> u128 {
        let wide = self.0.u128(..);
        mask(w) & if self.below(2) == 0 { wide } else { wide % 5 }
    }
}

const WIDTHS: &[u32] = &[1, 3, 8, 16, 32, 64, 128];
const FORMATS: &[FloatFormat] = &[FloatFormat::F16, FloatFormat::F32, FloatFormat::F64, FloatFormat::F80];
const ARRAYS: &[Sort] =
    &[Sort::Array { index: 3, elem: 8 }, Sort::Array { index: 64, elem: 8 }, Sort::Array { index: 8, elem: 32 }];
const KINDS: &[SymbolKind] = &[
    SymbolKind::Input,
    SymbolKind::Uninit,
    SymbolKind::Unwritten { object: 300 },
    SymbolKind::Undefined,
    SymbolKind::Outcome,
    SymbolKind::Kappa { at: 7 },
    SymbolKind::Sequence,
    SymbolKind::General,
    SymbolKind::Bound,
];
const BITWISE: &[Op] = &[
    Op::Not,
    Op::Neg,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Add,
    Op::Mul,
    Op::Udiv,
    Op::Urem,
    Op::Sdiv,
    Op::Srem,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
];
const RELATIONS: &[Op] = &[Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::Umulo, Op::Smulo];
const FLOAT: &[Op] = &[
    Op::FpAdd,
    Op::FpSub,
    Op::FpMul,
    Op::FpDiv,
    Op::FpFmod,
    Op::FpFma,
    Op::FpSqrt,
    Op::FpNeg,
    Op::FpAbs,
    Op::FpRound(RoundingMode::NearestEven),
    Op::FpRound(RoundingMode::NearestAway),
    Op::FpRound(RoundingMode::TowardZero),
    Op::FpRound(RoundingMode::TowardPositive),
    Op::FpRound(RoundingMode::TowardNegative),
];
const FLOAT_RELATIONS: &[Op] = &[
    Op::FpRel(FpRel::Eq),
    Op::FpRel(FpRel::Lt),
    Op::FpRel(FpRel::Le),
    Op::FpIs(FpUnary::IsNan),
    Op::FpIs(FpUnary::IsInf),
    Op::FpIs(FpUnary::IsZero),
    Op::FpIs(FpUnary::IsSubnormal),
    Op::FpIs(FpUnary::IsNormal),
    Op::FpIs(FpUnary::IsNegative),
];

/// Terms that grow.
pub struct Random<'p> {
    pub pool: &'p TermPool,
    pub rng: Rng,
    pub terms: Vec<TermId>,
}

impl<'p> Random<'p> {
    /// So many terms, or a few more.
    pub fn new(pool: &'p TermPool, seed: u64, size: usize) -> Self {
        let mut random = Random { pool, rng: Rng::new(seed), terms: Vec::new() };
        while random.terms.len() < size {
            let term = random.grow();
            random.terms.push(term);
        }
        random
    }

    /// A term of a sort: a recent one, an old one, a symbol or a constant.
    fn pick(&mut self, sort: Sort) -> TermId {
        for _ in 0..8 {
            let Some(n) = self.terms.len().checked_sub(1) else { break };
            let at = if self.rng.below(2) == 0 { n - self.rng.below(n.min(4) + 1) } else { self.rng.below(n + 1) };
            if self.pool.sort(self.terms[at]) == sort {
                return self.terms[at];
            }
        }
        match sort {
            Sort::Bv(w) if self.rng.below(3) == 0 => self.pool.bv(self.rng.value(w), w),
            _ => self.symbol(sort),
        }
    }

    fn symbol(&mut self, sort: Sort) -> TermId {
        let kind = self.rng.one(KINDS);
        self.pool.symbol(["x", "y", "ü"][self.rng.below(3)], sort, kind)
    }

    fn bound(&mut self, width: u32) -> SymbolId {
        let name = ["i", "j"][self.rng.below(2)];
        let symbol = self.pool.symbol(name, Sort::Bv(width), SymbolKind::Bound);
        self.terms.push(symbol);
        self.pool.as_symbol(symbol).expect("it is one")
    }

    /// The node, simplified or as it stands.
    fn node(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        if self.rng.below(2) == 0 {
            return self.pool.build(op, sort, args);
        }
        let mut args = args.to_vec();
        if op.is_commutative() {
            args.sort_by_key(|&t| (self.pool.const_value(t).is_some(), t));
        }
        self.pool.raw(op, sort, &args)
    }

    fn any_sort(&mut self) -> Sort {
        match self.rng.below(4) {
            0 => Sort::Float(self.rng.one(FORMATS)),
            1 => self.rng.one(ARRAYS),
            _ => Sort::Bv(self.rng.one(WIDTHS)),
        }
    }

    fn grow(&mut self) -> TermId {
        match self.rng.below(9) {
            0 => {
                let sort = self.any_sort();
                self.symbol(sort)
            }
            1 | 2 => self.bits(),
            3 => self.resized(),
            4 => self.array(),
            5 => self.float(),
            6 => self.conversion(),
            7 => self.binder(),
            _ => {
                let sort = self.any_sort();
                let (c, a, b) = (self.pick(Sort::BOOL), self.pick(sort), self.pick(sort));
                self.node(Op::Ite, sort, &[c, a, b])
            }
        }
    }

    fn bits(&mut self) -> TermId {
        let sort = Sort::Bv(self.rng.one(WIDTHS));
        let (a, b) = (self.pick(sort), self.pick(sort));
        if self.rng.below(3) == 0 {
            let op = self.rng.one(RELATIONS);
            return self.node(op, Sort::BOOL, &[a, b]);
        }
        let op = self.rng.one(BITWISE);
        if matches!(op, Op::Not | Op::Neg) { self.node(op, sort, &[a]) } else { self.node(op, sort, &[a, b]) }
    }

    fn resized(&mut self) -> TermId {
        let w = self.rng.one(WIDTHS);
        let a = self.pick(Sort::Bv(w));
        match self.rng.below(3) {
            0 if w < 128 => {
                let op = self.rng.one(&[Op::Zext, Op::Sext]);
                let wider = w + 1 + self.rng.below((128 - w) as usize) as u32;
                self.node(op, Sort::Bv(wider), &[a])
            }
            1 if w < 128 => {
                let fits: Vec<u32> = WIDTHS.iter().copied().filter(|v| v + w <= 128).collect();
                let v = self.rng.one(&fits);
                let b = self.pick(Sort::Bv(v));
                self.node(Op::Concat, Sort::Bv(w + v), &[a, b])
            }
            _ => {
                let lo = self.rng.below(w as usize) as u32;
                let hi = lo + self.rng.below((w - lo) as usize) as u32;
                if (hi, lo) == (w - 1, 0) { a } else { self.node(Op::Extract { hi, lo }, Sort::Bv(hi - lo + 1), &[a]) }
            }
        }
    }

    fn array(&mut self) -> TermId {
        let sort = self.rng.one(ARRAYS);
        let Sort::Array { index, elem } = sort else { unreachable!("they are arrays") };
        let (a, at, value) = (self.pick(sort), self.pick(Sort::Bv(index)), self.pick(Sort::Bv(elem)));
        match self.rng.below(5) {
            0 => self.node(Op::Select, Sort::Bv(elem), &[a, at]),
            1 => self.node(Op::Store, sort, &[a, at, value]),
            2 => self.node(Op::ConstArray, sort, &[value]),
            3 => {
                let b = self.pick(sort);
                self.node(Op::Eq, Sort::BOOL, &[a, b])
            }
            _ => {
                let elems: Vec<u64> = (0..self.rng.below(9)).map(|_| self.rng.value(elem) as u64).collect();
                self.pool.table(TableData { index, elem, elems: elems.into(), default: 3 })
            }
        }
    }

    fn float(&mut self) -> TermId {
        let sort = Sort::Float(self.rng.one(FORMATS));
        let args = [self.pick(sort), self.pick(sort), self.pick(sort)];
        let relation = self.rng.below(3) == 0;
        let op = if relation { self.rng.one(FLOAT_RELATIONS) } else { self.rng.one(FLOAT) };
        let count = match op {
            Op::FpFma => 3,
            Op::FpSqrt | Op::FpNeg | Op::FpAbs | Op::FpRound(_) | Op::FpIs(_) => 1,
            _ => 2,
        };
        self.node(op, if relation { Sort::BOOL } else { sort }, &args[..count])
    }

    fn conversion(&mut self) -> TermId {
        let (format, other) = (self.rng.one(FORMATS), self.rng.one(FORMATS));
        let (w, sort) = (self.rng.one(WIDTHS), Sort::Float(format));
        let (float, bits) = (self.pick(sort), self.pick(Sort::Bv(w)));
        match self.rng.below(7) {
            0 => {
                let bits = self.pick(Sort::Bv(format.width()));
                self.node(Op::FpFromBits, sort, &[bits])
            }
            1 => self.node(Op::FpToBits, Sort::Bv(format.width()), &[float]),
            2 if format != other => self.node(Op::FpToFp, Sort::Float(other), &[float]),
            3 => self.node(Op::FpFromSbv, sort, &[bits]),
            4 => self.node(Op::FpFromUbv, sort, &[bits]),
            5 => self.node(Op::FpToSbv, Sort::Bv(w), &[float]),
            _ => self.node(Op::FpToUbv, Sort::Bv(w), &[float]),
        }
    }

    fn binder(&mut self) -> TermId {
        match self.rng.below(3) {
            0 => {
                let params = [self.any_sort(), self.any_sort()];
                let params = &params[..self.rng.below(3)];
                let result = [Sort::BOOL, Sort::Bv(32)][self.rng.below(2)];
                let args: Vec<TermId> = params.iter().map(|&sort| self.pick(sort)).collect();
                let f = self.pool.func("rv", params, result);
                self.node(Op::App(f), result, &args)
            }
            1 => {
                let sort = self.rng.one(ARRAYS);
                let Sort::Array { index, elem } = sort else { unreachable!("they are arrays") };
                let bound = self.bound(index);
                let body = self.pick(Sort::Bv(elem));
                self.node(Op::Lambda(bound), sort, &[body])
            }
            _ => {
                let bound = self.bound(3);
                let (limit, body) = (self.pick(Sort::Bv(3)), self.pick(Sort::BOOL));
                self.node(Op::Forall(bound), Sort::BOOL, &[limit, body])
            }
        }
    }

    /// Values for the symbols of all terms but a few.
    pub fn model(&mut self) -> Model {
        let mut model = Model::new();
        let mut symbols: Vec<SymbolId> = self.terms.iter().flat_map(|&t| self.pool.free_symbols(t).to_vec()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        for s in symbols {
            let value = match self.pool.symbol_info(s).sort {
                _ if self.rng.below(8) == 0 => continue,
                Sort::Bv(w) => ConstValue::Bv(self.rng.value(w)),
                Sort::Float(format) => ConstValue::Bv(self.rng.value(format.width())),
                Sort::Array { index, elem } => {
                    let entries = (0..4).map(|_| (self.rng.value(index), self.rng.value(elem))).collect();
                    ConstValue::Array(Arc::new(ArrayValue { entries, default: self.rng.value(elem) }))
                }
            };
            model.set(s, value);
        }
        model
    }
}
