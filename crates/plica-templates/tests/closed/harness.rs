//! Runs recurrences step by step with the evaluator and holds the closed forms against the result.

use std::sync::Arc;

use plica_templates::closed::{ClosedForms, PerIteration, Recurrence, solve};
use plica_term::{ArrayValue, ConstValue, Evaluator, Model, Op, Sort, SymbolId, SymbolKind, TermId, TermPool, mask};

/// A small deterministic generator (xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }
}

/// A system under test. Places have symbolic initial values.
pub struct Bench {
    pub pool: TermPool,
    pub counter: TermId,
    pub recurrences: Vec<Recurrence>,
    pub fresh: Vec<PerIteration>,
    pub inputs: Vec<TermId>,
}

pub fn id(pool: &TermPool, t: TermId) -> SymbolId {
    match pool.node(t).op {
        Op::Symbol(s) => s,
        _ => panic!("a symbol is wanted"),
    }
}

impl Bench {
    pub fn new(counter_width: u32) -> Bench {
        let pool = TermPool::new();
        let counter = pool.symbol("k", Sort::Bv(counter_width), SymbolKind::Kappa { at: 0 });
        Bench { pool, counter, recurrences: Vec::new(), fresh: Vec::new(), inputs: Vec::new() }
    }

    /// An invariant input.
    pub fn input(&mut self, name: &str, sort: Sort) -> TermId {
        let t = self.pool.symbol(name, sort, SymbolKind::Input);
        self.inputs.push(t);
        t
    }

    /// A place with a symbolic initial value; its update is set by [`Bench::update`].
    pub fn place(&mut self, name: &str, sort: Sort) -> TermId {
        let initial = self.input(&format!("{name}0"), sort);
        self.place_from(name, initial)
    }

    pub fn place_from(&mut self, name: &str, initial: TermId) -> TermId {
        let symbol = self.pool.symbol(name, self.pool.sort(initial), SymbolKind::Kappa { at: 0 });
        self.recurrences.push(Recurrence { symbol, initial, update: symbol });
        symbol
    }

    pub fn update(&mut self, place: TermId, update: TermId) {
        for r in self.recurrences.iter_mut().filter(|r| r.symbol == place) {
            r.update = update;
        }
    }

    pub fn fresh(&mut self, name: &str, width: u32) -> TermId {
        let index = self.pool.width(self.counter);
        let history = self.input(&format!("{name}*"), Sort::Array { index, elem: width });
        let symbol = self.pool.symbol(name, Sort::Bv(width), SymbolKind::Kappa { at: 0 });
        self.fresh.push(PerIteration { symbol, history });
        symbol
    }

    pub fn solve(&self) -> ClosedForms {
        solve(&self.pool, &self.recurrences, &self.fresh, self.counter)
    }

    pub fn random_model(&self, random: &mut Random, cells: u64) -> Model {
        let mut model = Model::new();
        for &t in &self.inputs {
            let value = match self.pool.sort(t) {
                Sort::Array { elem, .. } => {
                    let entries = (0..cells).map(|i| (u128::from(i), u128::from(random.next()) & mask(elem))).collect();
                    ConstValue::Array(Arc::new(ArrayValue { entries, default: u128::from(random.next()) & mask(elem) }))
                }
                Sort::Bv(w) => ConstValue::Bv(u128::from(random.next()) & mask(w)),
                Sort::Float(_) => ConstValue::Bv(0),
            };
            model.set(id(&self.pool, t), value);
        }
        model
    }

    /// Compares under the model for all counts up to `counts`. Gives how many counts the side conditions allowed.
    pub fn compare(&self, forms: &ClosedForms, model: &Model, counts: u128, elements: &[u128]) -> usize {
        let pool = &self.pool;
        let mut state = model.clone();
        for r in &self.recurrences {
            state.set(id(pool, r.symbol), Evaluator::new(pool, model).eval(r.initial));
        }
        let mut exact = 0;
        let mut allowed_before = true;
        for k in 0..=counts {
            let mut at = model.clone();
            at.set(id(pool, self.counter), ConstValue::Bv(k));
            let allowed = {
                let mut eval = Evaluator::new(pool, &at);
                forms.side.iter().all(|&s| eval.holds(s))
            };
            assert!(allowed_before || !allowed, "side conditions are not monotone at {k}");
            allowed_before = allowed;
            if allowed {
                exact += 1;
                for (r, form) in self.recurrences.iter().zip(&forms.values) {
                    let Ok(form) = form else { continue };
                    self.same(*form, r.symbol, &at, &state, k, elements);
                }
            }
            let mut inputs = state.clone();
            for f in &self.fresh {
                let value = pool.select(f.history, pool.bv(k, pool.width(self.counter)));
                inputs.set(id(pool, f.symbol), Evaluator::new(pool, model).eval(value));
            }
            let mut eval = Evaluator::new(pool, &inputs);
            let next: Vec<ConstValue> = self.recurrences.iter().map(|r| eval.eval(r.update)).collect();
            for (r, v) in self.recurrences.iter().zip(next) {
                state.set(id(pool, r.symbol), v);
            }
        }
        exact
    }

    fn same(&self, form: TermId, place: TermId, at: &Model, state: &Model, k: u128, elements: &[u128]) {
        let pool = &self.pool;
        if let Sort::Array { index, .. } = pool.sort(place) {
            for &e in elements {
                let e = pool.bv(e, index);
                let want = Evaluator::new(pool, state).try_bits(pool.select(place, e));
                let got = Evaluator::new(pool, at).try_bits(pool.select(form, e));
                assert_eq!(got, want, "element {} at {k} of {}", pool.infix(e), pool.infix(form));
            }
        } else {
            let want = Evaluator::new(pool, state).try_bits(place);
            let got = Evaluator::new(pool, at).try_bits(form);
            assert_eq!(got, want, "{} at {k} is {}", pool.infix(place), pool.infix(form));
        }
    }

    /// All places have closed forms, exact for many models; without side conditions if `free`.
    pub fn check(&self, models: usize, counts: u128, elements: &[u128], free: bool) -> ClosedForms {
        let forms = self.solve();
        for (r, v) in self.recurrences.iter().zip(&forms.values) {
            if let Err(why) = v {
                panic!("{} is refused: {why}", self.pool.infix(r.symbol));
            }
        }
        if free {
            assert!(forms.side.is_empty(), "side conditions: {:?}", self.show(&forms.side));
        }
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut exact = 0;
        for _ in 0..models {
            let model = self.random_model(&mut random, 12);
            exact += self.compare(&forms, &model, counts, elements);
        }
        assert!(exact > models, "side conditions leave nothing: {:?}", self.show(&forms.side));
        forms
    }

    pub fn show(&self, terms: &[TermId]) -> Vec<String> {
        terms.iter().map(|&t| self.pool.infix(t)).collect()
    }

    /// The reason why a place is refused.
    pub fn refusal(&self, place: TermId) -> String {
        let forms = self.solve();
        let at = self.recurrences.iter().position(|r| r.symbol == place).expect("a place");
        match &forms.values[at] {
            Err(why) => why.clone(),
            Ok(form) => panic!("has a closed form: {}", self.pool.infix(*form)),
        }
    }
}
