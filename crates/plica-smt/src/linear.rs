//! Questions about sums: integers in place of bits, for Z3's linear arithmetic.
//!
//! That a dozen comparisons of sums contradict each other is hard to see in circuits of adders, and takes the simplex
//! method some additions (Dutertre and de Moura, *A Fast Linear-Arithmetic Solver for DPLL(T)*, CAV 2006). A sum, a
//! multiple, a choice or a widening of symbols is an integer up to multiples of 2 to the power of its width, whatever
//! wraps round on the way. Where it is compared or widened it has to be *read*: where the conditions that compare its
//! symbols with numbers leave it one reading, it is that; where it wraps round once at most, a choice takes it back.
//! Oblivious to who asks. Invariant: what contradicts itself are conditions of the query, those included that bounds
//! rest on; conditions that are about anything else are left out, and a model is one only if they hold in it, too.

use std::sync::Arc;

use plica_term::{ConstValue, Model, Op, SymbolId, TermId, TermPool, mask};
use rustc_hash::FxHashMap;
use z3_sys as z;

use crate::answer::UnknownReason;
use crate::backend::{Backend, BackendAnswer, Limit};
use crate::bounds::{Known, bounded, intervals};
use crate::cache::satisfies;
use crate::order;
use crate::sink::{EncodeError, Prim, Sink, SinkSort};
use crate::tuning;
use crate::work::Work;
use crate::z3::{Instance, reason_of};
use crate::z3_sink::{Context, Integer};

/// What is added up lies within this, so that bounds can be added without looking whether there is room.
const LARGE: i128 = 1 << 96;

/// An integer that is a term up to multiples of 2 to the power of its width, and between which numbers it lies.
#[derive(Clone, Copy)]
struct Number {
    term: z::Z3_ast,
    low: i128,
    high: i128,
}

#[derive(Clone, Copy)]
enum Encoded {
    Condition(z::Z3_ast),
    Number(Number),
}

/// See the module's description.
pub(crate) struct Linear {
    pool: Arc<TermPool>,
    // Before the context, which it uses until it is dropped.
    instance: Option<Instance>,
    context: Option<Context>,
    /// What a check may take.
    most: Work,
    /// What the library had done when it was last asked.
    resources: u32,
}

// SAFETY: a context and all that belongs to it are used by one thread at a time.
unsafe impl Send for Linear {}

impl Linear {
    pub(crate) fn new(pool: Arc<TermPool>) -> Linear {
        Linear { pool, instance: None, context: None, most: Work::NONE, resources: 0 }
    }

    fn try_check(&mut self, query: &[TermId], limit: &Limit) -> Result<BackendAnswer, EncodeError> {
        if self.context.as_ref().is_some_and(|context| context.len() > tuning::TERMS_KEPT.get()) {
            (self.instance, self.context) = (None, None);
        }
        if self.context.is_none() {
            limit.spend(Work::NEW_Z3);
            let context = Context::new()?;
            self.instance = Some(Instance::new(&context, true)?);
            self.context = Some(context);
            (self.most, self.resources) = (Work::NONE, 0);
        }
        let (Some(context), Some(instance)) = (&mut self.context, &self.instance) else {
            return Err(EncodeError::Refused("no context".into()));
        };
        let of = intervals(&self.pool, query);
        let mut encoder = Encoder { pool: &self.pool, of, context, known: FxHashMap::default(), ranges: Vec::new() };
        let mut held: Vec<(TermId, z::Z3_ast)> = Vec::with_capacity(query.len());
        for &t in query {
            if encoder.known.len() > tuning::TERMS_OF_LINEAR.get() {
                return Ok(unsuitable());
            }
            if let Some(Encoded::Condition(condition)) = encoder.encode(t)? {
                held.push((t, condition));
            }
        }
        let (known, ranges) = (encoder.known, encoder.ranges);
        let literals: Vec<z::Z3_ast> =
            (0..held.len()).map(|at| context.constant(&format!("c{at}"), SinkSort::Bool)).collect::<Result<_, _>>()?;
        instance.push();
        for range in ranges {
            instance.assert(range);
        }
        for (&literal, &(_, condition)) in literals.iter().zip(&held) {
            instance.assert(context.apply(Prim::Implies, SinkSort::Bool, &[literal, condition])?);
        }
        let most = limit.remaining();
        if std::mem::replace(&mut self.most, most) != most {
            instance.set_work(most);
        }
        let result = instance.check(&literals);
        let resources = instance.resources();
        limit.spend(Work::of_z3(resources.wrapping_sub(std::mem::replace(&mut self.resources, resources)).into()));
        let answer = match result {
            z::Z3_L_FALSE => {
                let failed = instance.core().unwrap_or_else(|| literals.clone());
                let core = literals.iter().zip(&held).filter(|(literal, _)| failed.contains(literal));
                BackendAnswer::Unsat(with_bounds(&self.pool, query, core.map(|(_, &(t, _))| t).collect()))
            }
            z::Z3_L_TRUE => {
                let model = self.model(&known);
                let is_one = |model: &Model| satisfies(&self.pool, model, query);
                model.filter(is_one).map_or_else(unsuitable, BackendAnswer::Sat)
            }
            _ => BackendAnswer::Unknown(limit.exceeded().unwrap_or_else(|| reason_of(instance.why_unknown()))),
        };
        instance.pop();
        Ok(answer)
    }

    /// The values of the symbols that were encoded.
    fn model(&self, known: &FxHashMap<TermId, Option<Encoded>>) -> Option<Model> {
        let (context, instance) = (self.context.as_ref()?, self.instance.as_ref()?);
        let symbols = known.iter().filter_map(|(&t, encoded)| Some((self.pool.as_symbol(t)?, t, (*encoded)?)));
        let mut symbols: Vec<(SymbolId, TermId, Encoded)> = symbols.collect();
        symbols.sort_unstable_by_key(|(symbol, ..)| *symbol);
        let terms: Vec<z::Z3_ast> = symbols
            .iter()
            .map(|(.., encoded)| match encoded {
                Encoded::Condition(term) => *term,
                Encoded::Number(number) => number.term,
            })
            .collect();
        let values = instance.integers(context, &terms)?;
        let mut model = Model::new();
        for ((symbol, t, _), value) in symbols.into_iter().zip(values) {
            model.set(symbol, ConstValue::Bv(value as u128 & mask(self.pool.width(t))));
        }
        Some(model)
    }
}

impl Backend for Linear {
    fn name(&self) -> &str {
        "z3 (integers)"
    }

    fn check(&mut self, query: &[TermId], limit: &Limit) -> BackendAnswer {
        self.try_check(query, limit).unwrap_or_else(|error| {
            (self.instance, self.context) = (None, None);
            BackendAnswer::Unknown(error.into())
        })
    }
}

fn unsuitable() -> BackendAnswer {
    BackendAnswer::Unknown(UnknownReason::Unsupported("more than sums of integers"))
}

/// Conditions that contradict each other as integers, with those of the query that say between which numbers their
/// symbols lie: without them they may wrap round.
fn with_bounds(pool: &TermPool, query: &[TermId], mut core: Vec<TermId>) -> Vec<TermId> {
    let mut symbols: Vec<SymbolId> = core.iter().flat_map(|&t| pool.free_symbols(t).to_vec()).collect();
    symbols.sort_unstable();
    let of = |t: TermId| bounded(pool, t).and_then(|term| pool.as_symbol(term));
    for &t in query {
        if !core.contains(&t) && of(t).is_some_and(|symbol| symbols.binary_search(&symbol).is_ok()) {
            core.push(t);
        }
    }
    core
}

/// Makes integers of the terms of one query.
struct Encoder<'a> {
    pool: &'a TermPool,
    of: FxHashMap<TermId, Known>,
    context: &'a mut Context,
    known: FxHashMap<TermId, Option<Encoded>>,
    /// Between which numbers symbols lie, by the conditions that compare them with numbers: these are read by it, too.
    ranges: Vec<z::Z3_ast>,
}

impl Encoder<'_> {
    /// A term and all below it; nothing if there is something else than sums.
    fn encode(&mut self, t: TermId) -> Result<Option<Encoded>, EncodeError> {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = self.pool.node(top);
            let fits = node.sort.bv_width().is_some_and(|width| width <= 64) && is_linear(node.op);
            let before = stack.len();
            if fits {
                stack.extend(node.args.iter().filter(|a| !self.known.contains_key(a)));
                if stack.len() > before {
                    continue;
                }
            }
            let encoded = if fits { self.encode_node(top)? } else { None };
            self.known.insert(top, encoded);
            stack.pop();
        }
        Ok(self.known.get(&t).copied().flatten())
    }

    fn condition(&self, t: TermId) -> Option<z::Z3_ast> {
        match self.known.get(&t).copied().flatten()? {
            Encoded::Condition(term) => Some(term),
            Encoded::Number(_) => None,
        }
    }

    fn number(&mut self, t: TermId) -> Result<Option<Number>, EncodeError> {
        Ok(match self.known.get(&t).copied().flatten() {
            Some(Encoded::Number(number)) => Some(number),
            Some(Encoded::Condition(condition)) => {
                let (one, zero) = (self.integer(1)?, self.integer(0)?);
                let term = self.context.apply_integer(Integer::Ite, &[condition, one, zero])?;
                Some(Number { term, low: 0, high: 1 })
            }
            None => None,
        })
    }

    fn integer(&mut self, value: i128) -> Result<z::Z3_ast, EncodeError> {
        self.context.integer(value)
    }

    fn encode_node(&mut self, t: TermId) -> Result<Option<Encoded>, EncodeError> {
        let node = self.pool.node(t);
        if self.pool.width(t) == 1 {
            return Ok(self.encode_condition(t)?.map(Encoded::Condition));
        }
        let width = self.pool.width(t);
        let number = match node.op {
            Op::Const(bits) => {
                let value = order::number(bits, width, true);
                Some(Number { term: self.integer(value)?, low: value, high: value })
            }
            Op::Symbol(symbol) => Some(self.symbol(t, symbol, width)?),
            Op::Ite => self.choice(&node.args)?,
            _ => self.sum(node.op, &node.args)?,
        };
        let fits = |n: &Number| n.low.abs() < LARGE && n.high.abs() < LARGE;
        Ok(number.filter(fits).map(Encoded::Number))
    }

    fn symbol(&mut self, t: TermId, symbol: SymbolId, width: u32) -> Result<Number, EncodeError> {
        let term = self.context.integer_constant(&format!("s{}", symbol.0))?;
        let whole = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
        let (low, high) = self.of.get(&t).and_then(|known| known.values().ends(width)).unwrap_or(whole);
        let (least, most) = (self.integer(low)?, self.integer(high)?);
        for ordered in [[least, term], [term, most]] {
            let range = self.context.apply_integer(Integer::AtMost, &ordered)?;
            self.ranges.push(range);
        }
        Ok(Number { term, low, high })
    }

    fn choice(&mut self, args: &[TermId]) -> Result<Option<Number>, EncodeError> {
        let (Some(condition), Some(a), Some(b)) =
            (self.condition(args[0]), self.number(args[1])?, self.number(args[2])?)
        else {
            return Ok(None);
        };
        let term = self.context.apply_integer(Integer::Ite, &[condition, a.term, b.term])?;
        Ok(Some(Number { term, low: a.low.min(b.low), high: a.high.max(b.high) }))
    }

    /// What is made of numbers by adding, and by multiplying with and dividing by constants.
    fn sum(&mut self, op: Op, args: &[TermId]) -> Result<Option<Number>, EncodeError> {
        let inner = self.pool.width(args[0]);
        let second = args.get(1).and_then(|&b| self.pool.const_value(b));
        let Some(a) = self.number(args[0])? else { return Ok(None) };
        Ok(match (op, second) {
            (Op::Add, _) => {
                let Some(b) = self.number(args[1])? else { return Ok(None) };
                let term = self.context.apply_integer(Integer::Add, &[a.term, b.term])?;
                Some(Number { term, low: a.low + b.low, high: a.high + b.high })
            }
            (Op::Neg, _) => self.times(a, -1)?,
            (Op::Not, _) => {
                let Some(negative) = self.times(a, -1)? else { return Ok(None) };
                let less = self.integer(-1)?;
                let term = self.context.apply_integer(Integer::Add, &[negative.term, less])?;
                Some(Number { term, low: negative.low - 1, high: negative.high - 1 })
            }
            (Op::Mul, Some(by)) => self.times(a, order::number(by, inner, true))?,
            (Op::Mul, None) => match (self.pool.const_value(args[0]), self.number(args[1])?) {
                (Some(by), Some(b)) => self.times(b, order::number(by, inner, true))?,
                _ => None,
            },
            (Op::Shl, Some(by)) if by < u128::from(inner) => self.times(a, 1i128 << by)?,
            (Op::Zext, _) => self.read(a, inner, false)?,
            (Op::Sext, _) => self.read(a, inner, true)?,
            (Op::Extract { lo: 0, .. }, _) => Some(a),
            (Op::Extract { lo, .. }, _) => self.parts(a, inner, 1i128 << lo, false)?,
            (Op::Lshr, Some(by)) if by < u128::from(inner) => self.parts(a, inner, 1i128 << by, false)?,
            (Op::Udiv, Some(by)) if by > 0 => self.parts(a, inner, by as i128, false)?,
            (Op::Urem, Some(by)) if by > 0 => self.parts(a, inner, by as i128, true)?,
            // Towards zero: the same where there is no sign.
            (Op::Sdiv | Op::Srem, Some(by)) if a.low >= 0 && order::number(by, inner, true) > 0 => {
                let fits = a.high < 1i128 << (inner - 1);
                if fits { self.parts(a, inner, by as i128, op == Op::Srem)? } else { None }
            }
            _ => None,
        })
    }

    fn times(&mut self, a: Number, by: i128) -> Result<Option<Number>, EncodeError> {
        let ends = a.low.checked_mul(by).zip(a.high.checked_mul(by));
        let Some((one, other)) = ends else { return Ok(None) };
        let factor = self.integer(by)?;
        let term = self.context.apply_integer(Integer::Mul, &[factor, a.term])?;
        Ok(Some(Number { term, low: one.min(other), high: one.max(other) }))
    }

    /// Its unsigned reading divided by a positive number, or what is left over.
    fn parts(&mut self, a: Number, width: u32, by: i128, rest: bool) -> Result<Option<Number>, EncodeError> {
        let Some(a) = self.read(a, width, false)? else { return Ok(None) };
        let divisor = self.integer(by)?;
        let op = if rest { Integer::Mod } else { Integer::Div };
        let term = self.context.apply_integer(op, &[a.term, divisor])?;
        let (low, high) = if rest { (0, a.high.min(by - 1)) } else { (a.low / by, a.high / by) };
        Ok(Some(Number { term, low, high }))
    }

    /// The number that bits stand for, if they are those of that integer.
    fn read(&mut self, n: Number, width: u32, signed: bool) -> Result<Option<Number>, EncodeError> {
        let all = 1i128 << width;
        let least = if signed { -(all / 2) } else { 0 };
        let most = least + all - 1;
        if n.low >= least && n.high <= most {
            return Ok(Some(n));
        }
        if n.low < least - all || n.high > most + all {
            return Ok(None);
        }
        let mut term = n.term;
        if n.high > most {
            let end = self.integer(most + 1)?;
            let above = self.context.apply_integer(Integer::AtMost, &[end, n.term])?;
            term = self.moved_where(above, n.term, -all, term)?;
        }
        if n.low < least {
            let end = self.integer(least)?;
            let below = self.context.apply_integer(Integer::Less, &[n.term, end])?;
            term = self.moved_where(below, n.term, all, term)?;
        }
        Ok(Some(Number { term, low: least, high: most }))
    }

    /// An integer and `by` where a condition holds, and elsewhere another one.
    fn moved_where(
        &mut self,
        condition: z::Z3_ast,
        integer: z::Z3_ast,
        by: i128,
        other: z::Z3_ast,
    ) -> Result<z::Z3_ast, EncodeError> {
        let by = self.integer(by)?;
        let moved = self.context.apply_integer(Integer::Add, &[integer, by])?;
        self.context.apply_integer(Integer::Ite, &[condition, moved, other])
    }

    fn encode_condition(&mut self, t: TermId) -> Result<Option<z::Z3_ast>, EncodeError> {
        let node = self.pool.node(t);
        let args = &node.args;
        if let Op::Const(bits) = node.op {
            return self.context.bool_value(bits == 1).map(Some);
        }
        if let Op::Symbol(symbol) = node.op {
            return self.context.constant(&format!("s{}", symbol.0), SinkSort::Bool).map(Some);
        }
        let compares = match node.op {
            Op::Eq if self.pool.width(args[0]) > 1 => Some((Integer::Eq, None)),
            Op::Ult => Some((Integer::Less, Some(false))),
            Op::Ule => Some((Integer::AtMost, Some(false))),
            Op::Slt => Some((Integer::Less, Some(true))),
            Op::Sle => Some((Integer::AtMost, Some(true))),
            _ => None,
        };
        if let Some((op, order)) = compares {
            let width = self.pool.width(args[0]);
            let (Some(a), Some(b)) = (self.number(args[0])?, self.number(args[1])?) else { return Ok(None) };
            // For equality any reading will do: one for which nothing wraps round, if there is one.
            let half = 1i128 << (width - 1);
            let signed = order.unwrap_or_else(|| a.high.max(b.high) < half || a.low.min(b.low) < 0);
            let (Some(a), Some(b)) = (self.read(a, width, signed)?, self.read(b, width, signed)?) else {
                return Ok(None);
            };
            return self.context.apply_integer(op, &[a.term, b.term]).map(Some);
        }
        let prim = match node.op {
            Op::Not => Prim::Not,
            Op::And => Prim::And,
            Op::Or => Prim::Or,
            Op::Xor => Prim::Xor,
            Op::Eq => Prim::Eq,
            Op::Ite => Prim::Ite,
            _ => return Ok(None),
        };
        let Some(args) = args.iter().map(|&a| self.condition(a)).collect::<Option<Vec<_>>>() else { return Ok(None) };
        self.context.apply(prim, SinkSort::Bool, &args).map(Some)
    }
}

/// Is it known what becomes of integers by it?
fn is_linear(op: Op) -> bool {
    matches!(
        op,
        Op::Const(_)
            | Op::Symbol(_)
            | Op::Not
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Neg
            | Op::Add
            | Op::Mul
            | Op::Udiv
            | Op::Urem
            | Op::Sdiv
            | Op::Srem
            | Op::Shl
            | Op::Lshr
            | Op::Extract { .. }
            | Op::Zext
            | Op::Sext
            | Op::Ite
            | Op::Eq
            | Op::Ult
            | Op::Ule
            | Op::Slt
            | Op::Sle
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::{Relation, compared};
    use crate::work::WorkClock;
    use plica_term::{Evaluator, Sort, SymbolKind};
    use proptest::prelude::*;

    const WIDTH: u32 = 3;

    /// What is asked about, and three symbols.
    struct Asked {
        pool: Arc<TermPool>,
        symbols: [TermId; 3],
        linear: Linear,
    }

    impl Asked {
        fn new(width: u32) -> Asked {
            let pool = Arc::new(TermPool::new());
            let symbols = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Bv(width), SymbolKind::Input));
            Asked { linear: Linear::new(pool.clone()), pool, symbols }
        }

        fn ask(&mut self, query: &[TermId]) -> BackendAnswer {
            let (clock, interrupt) = (Arc::<WorkClock>::default(), Arc::default());
            self.linear.check(query, &Limit::after(Work::units(1 << 30), &clock, &interrupt))
        }

        /// A term of one of the symbols' width, as numbers say.
        fn term(&self, from: &mut impl Iterator<Item = u8>, depth: u32) -> TermId {
            let pool = &self.pool;
            let mut next = || from.next().unwrap_or(0);
            let (kind, by) = (next(), u128::from(next() % 8));
            let number = pool.bv(by, WIDTH);
            if depth == 0 {
                return if kind % 4 == 0 { number } else { self.symbols[usize::from(kind % 3)] };
            }
            let a = self.term(from, depth - 1);
            match kind % 14 {
                0..=3 => pool.add(a, self.term(from, depth - 1)),
                4 => pool.neg(a),
                5 => pool.mul(a, number),
                6 => pool.not(a),
                7 => pool.shl(a, number),
                8 => pool.lshr(a, number),
                9 => pool.udiv(a, number),
                10 => pool.urem(a, number),
                11 => {
                    let wide = if by % 2 == 0 { pool.zext(a, WIDTH + 2) } else { pool.sext(a, WIDTH + 2) };
                    let sum = pool.add(wide, pool.sext(self.term(from, depth - 1), WIDTH + 2));
                    pool.extract(sum, WIDTH - 1 + by as u32 % 3, by as u32 % 3)
                }
                12 => {
                    let b = self.term(from, depth - 1);
                    pool.ite(self.condition(by as u8, a, b), b, number)
                }
                _ => pool.sdiv(a, number),
            }
        }

        fn condition(&self, relation: u8, a: TermId, b: TermId) -> TermId {
            use Relation::{AtMost, Different, Equal, Less};
            let (relation, signed) = match relation % 6 {
                0 => (Less, false),
                1 => (Less, true),
                2 => (AtMost, false),
                3 => (AtMost, true),
                4 => (Equal, false),
                _ => (Different, false),
            };
            compared(&self.pool, relation, signed, [a, b])
        }

        fn can_hold(&self, conditions: &[TermId]) -> bool {
            (0..1u128 << (3 * WIDTH)).any(|values| {
                let mut model = Model::new();
                for (i, symbol) in self.symbols.iter().filter_map(|&t| self.pool.as_symbol(t)).enumerate() {
                    model.set(symbol, ConstValue::Bv(values >> (WIDTH * i as u32) & mask(WIDTH)));
                }
                let mut evaluator = Evaluator::new(&self.pool, &model);
                conditions.iter().all(|&t| evaluator.holds(t))
            })
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn answers_are_those_of_trying_all_values(
            numbers in prop::collection::vec(any::<u8>(), 20..80),
            count in 1usize..7,
            depth in 0u32..3,
        ) {
            let mut asked = Asked::new(WIDTH);
            let mut from = numbers.into_iter();
            let mut query = Vec::new();
            for _ in 0..count {
                let (a, b) = (asked.term(&mut from, depth), asked.term(&mut from, depth));
                let condition = asked.condition(from.next().unwrap_or(0), a, b);
                if asked.pool.const_value(condition).is_none() {
                    query.push(condition);
                }
            }
            query.sort_unstable();
            query.dedup();
            match asked.ask(&query) {
                BackendAnswer::Sat(model) => {
                    prop_assert!(satisfies(&asked.pool, &model, &query));
                }
                BackendAnswer::Unsat(core) => {
                    prop_assert!(core.iter().all(|t| query.contains(t)));
                    prop_assert!(!asked.can_hold(&core), "what is said to contradict itself holds");
                }
                BackendAnswer::Unknown(_) => {}
            }
        }
    }

    /// Conditions that contradict each other, by the answer.
    fn core(answer: BackendAnswer) -> Option<Vec<TermId>> {
        match answer {
            BackendAnswer::Unsat(core) => Some(core),
            _ => None,
        }
    }

    #[test]
    fn sums_that_contradict_each_other_name_the_bounds_that_they_rest_on() {
        let mut asked = Asked::new(32);
        let (pool, [x, y, z]) = (asked.pool.clone(), asked.symbols);
        let most = pool.bv(1000, 32);
        let [of_x, of_y, of_z] = [x, y, z].map(|t| pool.ult(t, most));
        let other = pool.ult(pool.bv(3, 32), z);
        // x + y > x + 2y + 1
        let sum = pool.add(x, y);
        let less = pool.ult(pool.add(sum, pool.add(y, pool.bv(1, 32))), sum);
        let found = core(asked.ask(&[of_x, of_y, of_z, other, less])).unwrap_or_default();
        assert!([of_x, of_y, less].iter().all(|t| found.contains(t)), "it is less than itself");
        assert!(!found.contains(&other) && !found.contains(&of_z));
        // Without bounds it wraps round: more than once, which is not looked at, or once.
        assert_eq!(core(asked.ask(&[less])), None);
        let once = pool.slt(pool.add(x, y), x);
        let query = [once, pool.slt(pool.bv(0, 32), x), pool.slt(pool.bv(0, 32), y)];
        let answer = asked.ask(&query);
        assert!(matches!(answer, BackendAnswer::Sat(model) if satisfies(&pool, &model, &query)), "it wraps round");
    }

    #[test]
    fn what_is_no_sum_is_left_out() {
        let mut asked = Asked::new(32);
        let (pool, [x, y, z]) = (asked.pool.clone(), asked.symbols);
        let product = pool.eq(pool.mul(x, y), pool.bv(77, 32));
        let circle = core(asked.ask(&[pool.slt(x, y), pool.slt(y, z), pool.slt(z, x), product]));
        assert!(circle.is_some_and(|core| !core.contains(&product)));
        assert_eq!(core(asked.ask(&[product, pool.slt(x, y)])), None);
    }
}
