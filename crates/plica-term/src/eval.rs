//! Evaluation of terms under an assignment: the slow, obvious meaning of every operator, made quick enough to try an
//! old model on thousands of conditions.
//!
//! Oblivious to rewriting: it never calls a constructor, so rewriting can be tested against it. Arrays are never
//! built up to read one element: a read walks down the array term. A value may be *undefined* (an application
//! without an interpretation, a quantifier over too many values, equality of λ-arrays that are too large to enumerate);
//! what depends on such a value is undefined too, unless the other arguments decide it (`false ∧ undefined` is false).
//! Invariant: explicit stacks; the machine stack grows only with the nesting of quantifiers and array equalities, to a
//! fixed depth.

mod compiled;

use std::cell::Cell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::compiled::Program;
use crate::bv::eval_bv;
use crate::fp::{canonical, eval_fp};
use crate::model::{ArrayValue, ConstValue, Model};
use crate::op::{Op, SymbolId};
use crate::pool::{SymbolKind, TermId, TermPool};
use crate::sort::{Sort, mask};
use crate::tuning;

/// Nesting of quantifiers and array equalities beyond which values are undefined.
const MAX_NESTING: u32 = 48;

/// The bindings of bound symbols: an entry of [`Evaluator::scopes`]; 0 is the empty one.
type Scope = u32;

thread_local! {
    /// See [`Evaluator::steps_taken`].
    static STEPS_TAKEN: Cell<Steps> = const { Cell::new(Steps { single: 0, compiled: 0 }) };
}

/// Steps that evaluators took: a measure of effort that is the same on every machine.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Steps {
    /// Terms whose values were found one by one.
    pub single: u64,
    /// Steps of bodies of quantifiers that were compiled: each takes much less.
    pub compiled: u64,
}

impl Steps {
    /// Both.
    fn plus(self, more: Steps) -> Steps {
        Steps { single: self.single.wrapping_add(more.single), compiled: self.compiled.wrapping_add(more.compiled) }
    }

    /// Those that were taken since then.
    pub fn since(self, before: Steps) -> Steps {
        Steps { single: self.single.wrapping_sub(before.single), compiled: self.compiled.wrapping_sub(before.compiled) }
    }
}

/// A step that is under way.
#[derive(Clone, Copy)]
enum Frame {
    /// Evaluate the term in the scope.
    Eval(TermId, Scope),
    /// Read `array` (in its own scope) at `index`; the result is the value of `read` in its scope.
    Walk { read: TermId, read_scope: Scope, array: TermId, scope: Scope, index: u128 },
}

/// Evaluates terms under one assignment and remembers the values of sub-terms.
pub struct Evaluator<'a> {
    pool: &'a TermPool,
    model: &'a Model,
    /// Values in the empty scope; `None` is undefined.
    memo: FxHashMap<TermId, Option<u128>>,
    /// Values in other scopes.
    scoped: FxHashMap<(TermId, Scope), Option<u128>>,
    /// Parent, symbol, value; entry `i` is scope `i + 1`.
    scopes: Vec<(Scope, SymbolId, u128)>,
    scope_ids: FxHashMap<(Scope, SymbolId, u128), Scope>,
    stack: Vec<Frame>,
    nesting: u32,
    steps: u64,
    taken: Taken,
}

/// Steps taken, told when the evaluator ends.
#[derive(Default)]
struct Taken(Steps);

impl Drop for Taken {
    fn drop(&mut self) {
        STEPS_TAKEN.with(|taken| taken.set(taken.get().plus(self.0)));
    }
}

/// What a look at a term yields.
enum Seen {
    Value(Option<u128>),
    /// Frames were pushed; look again later.
    Pending,
}

impl<'a> Evaluator<'a> {
    /// An evaluator under `model`.
    pub fn new(pool: &'a TermPool, model: &'a Model) -> Self {
        Evaluator {
            pool,
            model,
            memo: FxHashMap::default(),
            scoped: FxHashMap::default(),
            scopes: Vec::new(),
            scope_ids: FxHashMap::default(),
            stack: Vec::new(),
            nesting: 0,
            steps: tuning::EVALUATOR_STEPS.get(),
            taken: Taken::default(),
        }
    }

    /// The same, with so many steps at most for each quantifier: beyond that it is undefined.
    pub fn with_steps(mut self, steps: u64) -> Self {
        self.steps = steps;
        self
    }

    /// Steps that this thread's evaluators took in their lives.
    pub fn steps_taken() -> Steps {
        STEPS_TAKEN.with(Cell::get)
    }

    /// Does the condition hold? An undefined condition does not.
    pub fn holds(&mut self, t: TermId) -> bool {
        self.try_bits(t) == Some(1)
    }

    /// The value of a term; undefined values read as zero. See [`Evaluator::try_eval`].
    pub fn eval(&mut self, t: TermId) -> ConstValue {
        self.try_eval(t).unwrap_or_else(|| match self.pool.sort(t) {
            Sort::Array { .. } => ConstValue::Array(Arc::new(ArrayValue::default())),
            _ => ConstValue::Bv(0),
        })
    }

    /// The value of a term; `None` when it is undefined.
    pub fn try_eval(&mut self, t: TermId) -> Option<ConstValue> {
        match self.pool.sort(t) {
            Sort::Array { .. } => self.array_value(t, 0, 0).map(ConstValue::Array),
            _ => self.try_bits(t).map(ConstValue::Bv),
        }
    }

    /// An array of which only so many elements matter: beyond them it is whatever is easiest to say. `None` for what is
    /// no array, or where an element is undefined.
    pub fn elements(&mut self, t: TermId, count: u128) -> Option<Arc<ArrayValue>> {
        self.array_value(t, 0, count)
    }

    /// The bits of a bit-vector or float term; `None` when undefined, or for an array.
    pub fn try_bits(&mut self, t: TermId) -> Option<u128> {
        if matches!(self.pool.sort(t), Sort::Array { .. }) {
            return None;
        }
        self.bits_in(t, 0)
    }

    /// The value of `t` in a scope.
    fn bits_in(&mut self, t: TermId, scope: Scope) -> Option<u128> {
        if let Some(v) = self.known(t, scope) {
            return v;
        }
        // Nested calls share the stack: each works above the base that it found.
        let base = self.stack.len();
        self.stack.push(Frame::Eval(t, scope));
        while self.stack.len() > base {
            let Some(frame) = self.stack.last().copied() else { break };
            let at = self.stack.len() - 1;
            match frame {
                Frame::Eval(t, s) => {
                    if self.known(t, s).is_some() {
                        self.stack.pop();
                    } else if let Seen::Value(v) = self.step(t, s, at) {
                        self.stack.truncate(at);
                        self.remember(t, s, v);
                    }
                }
                Frame::Walk { .. } => self.walk(at),
            }
        }
        self.known(t, scope).flatten()
    }

    /// The value if it is at hand: a constant, or one remembered.
    #[inline]
    fn known(&self, t: TermId, scope: Scope) -> Option<Option<u128>> {
        if let Op::Const(v) = self.pool.node(t).op {
            return Some(Some(v));
        }
        match self.relevant(t, scope) {
            0 => self.memo.get(&t).copied(),
            s => self.scoped.get(&(t, s)).copied(),
        }
    }

    fn remember(&mut self, t: TermId, scope: Scope, v: Option<u128>) {
        self.taken.0.single += 1;
        match self.relevant(t, scope) {
            0 => self.memo.insert(t, v),
            s => self.scoped.insert((t, s), v),
        };
    }

    /// The part of a scope that a term depends on: outer bindings are dropped as long as the innermost one is not free.
    #[inline]
    fn relevant(&self, t: TermId, mut scope: Scope) -> Scope {
        if scope == 0 {
            return 0;
        }
        let free = self.pool.free_symbols(t);
        while scope != 0 {
            let (parent, symbol, _) = self.scopes[scope as usize - 1];
            if free.binary_search(&symbol).is_ok() {
                break;
            }
            scope = parent;
        }
        scope
    }

    fn bind(&mut self, parent: Scope, symbol: SymbolId, value: u128) -> Scope {
        let next = self.scopes.len() as Scope + 1;
        let id = *self.scope_ids.entry((parent, symbol, value)).or_insert(next);
        if id == next {
            self.scopes.push((parent, symbol, value));
        }
        id
    }

    fn bound(&self, symbol: SymbolId, mut scope: Scope) -> Option<u128> {
        while scope != 0 {
            let (parent, s, v) = self.scopes[scope as usize - 1];
            if s == symbol {
                return Some(v);
            }
            scope = parent;
        }
        None
    }

    /// The value of an argument; pushes it when it is not at hand.
    #[inline]
    fn arg(&mut self, t: TermId, scope: Scope) -> Seen {
        match self.known(t, scope) {
            Some(v) => Seen::Value(v),
            None => {
                self.stack.push(Frame::Eval(t, scope));
                Seen::Pending
            }
        }
    }

    /// One attempt at the value of a term whose frame is at `at`.
    fn step(&mut self, t: TermId, scope: Scope, at: usize) -> Seen {
        let pool = self.pool;
        let node = pool.node(t);
        match node.op {
            Op::Const(v) => Seen::Value(Some(v)),
            Op::Symbol(s) => {
                let v = self.bound(s, scope).or_else(|| self.model.bits(s)).unwrap_or(0);
                Seen::Value(Some(match node.sort {
                    Sort::Float(f) => canonical(v, f),
                    Sort::Bv(w) => v & mask(w),
                    Sort::Array { .. } => 0,
                }))
            }
            // Lazily, so that only the branch taken is evaluated.
            Op::Ite => match self.arg(node.args[0], scope) {
                Seen::Value(None) => Seen::Value(None),
                Seen::Value(Some(c)) => self.arg(node.args[if c == 1 { 1 } else { 2 }], scope),
                Seen::Pending => Seen::Pending,
            },
            Op::And | Op::Or if node.sort == Sort::BOOL => {
                let decides = u128::from(node.op == Op::Or);
                let a = match self.arg(node.args[0], scope) {
                    Seen::Value(v) if v == Some(decides) => return Seen::Value(v),
                    Seen::Value(v) => v,
                    Seen::Pending => return Seen::Pending,
                };
                match self.arg(node.args[1], scope) {
                    Seen::Value(b) if a.is_some() || b == Some(decides) => Seen::Value(b),
                    Seen::Value(_) => Seen::Value(None),
                    Seen::Pending => Seen::Pending,
                }
            }
            Op::Select => match self.arg(node.args[1], scope) {
                Seen::Value(None) => Seen::Value(None),
                Seen::Value(Some(index)) => {
                    self.stack[at] = Frame::Walk { read: t, read_scope: scope, array: node.args[0], scope, index };
                    Seen::Pending
                }
                Seen::Pending => Seen::Pending,
            },
            Op::Eq if matches!(pool.sort(node.args[0]), Sort::Array { .. }) => {
                Seen::Value(self.arrays_equal(node.args[0], node.args[1], scope).map(u128::from))
            }
            Op::Forall(s) if pool.symbol_info(s).kind == SymbolKind::Implied => Seen::Value(Some(1)),
            Op::Forall(s) => match self.arg(node.args[0], scope) {
                Seen::Value(None) => Seen::Value(None),
                Seen::Value(Some(limit)) => Seen::Value(self.forall(s, limit, node.args[1], scope).map(u128::from)),
                Seen::Pending => Seen::Pending,
            },
            Op::App(_) | Op::Table(_) | Op::ConstArray | Op::Lambda(_) | Op::Store => Seen::Value(None),
            op => {
                let (mut vals, mut widths) = ([0u128; 3], [0u32; 3]);
                let (mut pending, mut undefined) = (false, false);
                for (i, &a) in node.args.iter().enumerate() {
                    widths[i] = pool.width(a);
                    match self.arg(a, scope) {
                        Seen::Value(Some(v)) => vals[i] = v,
                        Seen::Value(None) => undefined = true,
                        Seen::Pending => pending = true,
                    }
                }
                let n = node.args.len();
                if undefined {
                    return Seen::Value(None);
                }
                if pending {
                    return Seen::Pending;
                }
                let r = node.sort.bv_width().unwrap_or(0);
                let v = eval_bv(op, widths[0], r, &vals[..n], &widths[..n])
                    .or_else(|| eval_fp(op, pool.sort(node.args[0]), node.sort, &vals[..n]));
                Seen::Value(v)
            }
        }
    }

    /// One stretch of a read's walk down its array term.
    fn walk(&mut self, at: usize) {
        let Frame::Walk { read, read_scope, mut array, mut scope, index } = self.stack[at] else { return };
        let pool = self.pool;
        let found: Option<u128> = loop {
            let node = pool.node(array);
            // A value that is not at hand suspends the walk where it stands.
            macro_rules! need {
                ($t:expr) => {
                    match self.arg($t, scope) {
                        Seen::Value(v) => v,
                        Seen::Pending => {
                            self.stack[at] = Frame::Walk { read, read_scope, array, scope, index };
                            return;
                        }
                    }
                };
            }
            match node.op {
                Op::Store => match need!(node.args[1]) {
                    None => break None,
                    Some(i) if i == index => break need!(node.args[2]),
                    Some(_) => array = node.args[0],
                },
                Op::Ite => match need!(node.args[0]) {
                    None => break None,
                    Some(c) => array = node.args[if c == 1 { 1 } else { 2 }],
                },
                Op::ConstArray => break need!(node.args[0]),
                Op::Table(id) => break Some(pool.table_data(id).at(index)),
                Op::Lambda(s) => {
                    let inner = self.bind(scope, s, index);
                    scope = inner;
                    // The body in the inner scope; the array stays, so that a resumed walk binds again to the same
                    // scope.
                    match self.arg(node.args[0], scope) {
                        Seen::Value(v) => break v,
                        Seen::Pending => {
                            let scope = self.scopes[inner as usize - 1].0;
                            self.stack[at] = Frame::Walk { read, read_scope, array, scope, index };
                            return;
                        }
                    }
                }
                Op::Symbol(s) => {
                    let elem = if let Sort::Array { elem, .. } = node.sort { elem } else { 0 };
                    break Some(self.model.array(s).map_or(0, |a| a.get(index) & mask(elem)));
                }
                _ => break None,
            }
        };
        self.stack.truncate(at);
        self.remember(read, read_scope, found);
    }

    /// `∀ s < limit. body`; false as soon as one instance is.
    fn forall(&mut self, s: SymbolId, limit: u128, body: TermId, scope: Scope) -> Option<bool> {
        match self.failing(s, limit, body, scope, 1) {
            (found, _) if !found.is_empty() => Some(false),
            (_, complete) => complete.then_some(true),
        }
    }

    /// Values of the bound symbol at which the body of a quantifier is false, the least ones, at most so many; `None`
    /// when none was found but not all values could be tried.
    pub fn counterexamples(&mut self, forall: TermId, at_most: usize) -> Option<Vec<u128>> {
        let node = self.pool.node(forall);
        let Op::Forall(s) = node.op else { return None };
        if self.pool.symbol_info(s).kind == SymbolKind::Implied {
            return Some(Vec::new());
        }
        let limit = self.try_bits(node.args[0])?;
        let (found, complete) = self.failing(s, limit, node.args[1], 0, at_most);
        (complete || !found.is_empty()).then_some(found)
    }

    /// The least values at which the body is false, and whether it is defined for all values tried and all were tried
    /// (or as many found as asked for).
    fn failing(&mut self, s: SymbolId, limit: u128, body: TermId, scope: Scope, at_most: usize) -> (Vec<u128>, bool) {
        let mut found = Vec::new();
        if self.nesting >= MAX_NESTING {
            return (found, false);
        }
        self.nesting += 1;
        let values = match self.pool.symbol_info(s).sort.bv_width() {
            Some(w) => mask(w).saturating_add(1),
            None => u128::MAX,
        };
        // A limit wider than the symbol quantifies over all its values.
        let limit = limit.min(values);
        let mut complete = true;
        // Compiling pays from a few values on.
        let program = if limit > 3 { Program::compile(self, s, body, scope) } else { None };
        if let Some(mut program) = program {
            let mut steps = self.steps;
            if limit.saturating_mul(program.cost().into()) > steps.into() {
                steps /= tuning::HOPELESS_QUANTIFIER.get();
            }
            let given = steps;
            for v in 0..limit {
                match program.run(v, &mut steps) {
                    Ok(Some(1)) => {}
                    Ok(Some(_)) => {
                        found.push(v);
                        if found.len() >= at_most {
                            break;
                        }
                    }
                    Ok(None) => complete = false,
                    Err(_) => {
                        complete = false;
                        break;
                    }
                }
            }
            self.taken.0.compiled += given - steps;
        } else {
            complete = limit <= tuning::VALUES_TRIED_UNCOMPILED.get();
            for v in 0..limit.min(tuning::VALUES_TRIED_UNCOMPILED.get()) {
                let inner = self.bind(scope, s, v);
                match self.bits_in(body, inner) {
                    Some(1) => {}
                    Some(_) => {
                        found.push(v);
                        if found.len() >= at_most {
                            break;
                        }
                    }
                    None => complete = false,
                }
            }
        }
        self.nesting -= 1;
        (found, complete)
    }

    fn arrays_equal(&mut self, a: TermId, b: TermId, scope: Scope) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        let Sort::Array { index, .. } = self.pool.sort(a) else { return None };
        let (x, y) = (self.array_value(a, scope, 0)?, self.array_value(b, scope, 0)?);
        let differ = x.entries.keys().chain(y.entries.keys()).any(|&i| x.get(i) != y.get(i));
        if differ || x.default == y.default {
            return Some(!differ);
        }
        // The defaults differ: equal only if together the entries cover every index.
        let mut keys: Vec<u128> = x.entries.keys().chain(y.entries.keys()).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        Some(index < 64 && keys.len() as u128 == 1 << index)
    }

    /// The contents of an array term, where so many elements are enough if all are too many.
    fn array_value(&mut self, t: TermId, scope: Scope, enough: u128) -> Option<Arc<ArrayValue>> {
        if self.nesting >= MAX_NESTING {
            return None;
        }
        self.nesting += 1;
        let value = self.contents(t, scope, enough);
        self.nesting -= 1;
        value
    }

    fn contents(&mut self, mut t: TermId, scope: Scope, enough: u128) -> Option<Arc<ArrayValue>> {
        let pool = self.pool;
        // Stores met on the way down; the first one met wins.
        let mut over: Vec<(u128, u128)> = Vec::new();
        let base = loop {
            let node = pool.node(t);
            match node.op {
                Op::Store => {
                    over.push((self.bits_in(node.args[1], scope)?, self.bits_in(node.args[2], scope)?));
                    t = node.args[0];
                }
                Op::Ite => t = node.args[if self.bits_in(node.args[0], scope)? == 1 { 1 } else { 2 }],
                Op::ConstArray => {
                    break Arc::new(ArrayValue { default: self.bits_in(node.args[0], scope)?, ..Default::default() });
                }
                Op::Table(id) => {
                    let d = pool.table_data(id);
                    let size = if let Sort::Array { index, .. } = node.sort { mask(index) } else { 0 };
                    let entries = (0..=size).zip(d.elems.iter().map(|&e| e as u128)).collect();
                    break Arc::new(ArrayValue { entries, default: d.default as u128 });
                }
                Op::Lambda(s) => {
                    let Sort::Array { index, .. } = node.sort else { return None };
                    let all = if index <= tuning::ENUMERATED_INDEX_BITS.get() { mask(index) + 1 } else { enough };
                    if all == 0 || all > 1 << tuning::ENUMERATED_INDEX_BITS.get() {
                        return None;
                    }
                    let mut value = ArrayValue::default();
                    for i in 0..all {
                        let inner = self.bind(scope, s, i);
                        value.entries.insert(i, self.bits_in(node.args[0], inner)?);
                    }
                    break Arc::new(value);
                }
                Op::Symbol(s) => {
                    break self.model.array(s).cloned().unwrap_or_default();
                }
                _ => return None,
            }
        };
        if over.is_empty() {
            return Some(base);
        }
        let mut value = (*base).clone();
        value.entries.extend(over.into_iter().rev());
        Some(Arc::new(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_compiled_bodies_are_told_apart() {
        let pool = TermPool::new();
        let [x, at] =
            [("x", SymbolKind::Input), ("at", SymbolKind::Bound)].map(|(n, k)| pool.symbol(n, Sort::Bv(32), k));
        let model = Model::new();
        let steps = |t: TermId| {
            let before = Evaluator::steps_taken();
            assert!(Evaluator::new(&pool, &model).holds(t));
            Evaluator::steps_taken().since(before)
        };
        let less = pool.ule(x, pool.bv(5, 32));
        assert!(matches!(steps(less), Steps { single: 1.., compiled: 0 }));
        let body = pool.ule(x, pool.mul(at, pool.add(at, x)));
        let all = pool.as_symbol(at).map(|bound| pool.forall(bound, pool.bv(1000, 32), body));
        assert!(matches!(all.map(steps), Some(Steps { single: ..100, compiled: 1000.. })));
    }
}
