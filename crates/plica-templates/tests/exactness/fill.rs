//! Values for the symbols of an exit, from a run of the program.
//!
//! Inputs and κ are what they are; symbols that stand for a value of each iteration are arrays filled from the run:
//! what the loop was given, how often loops inside it ran, places without a closed form. Oblivious to what is done with
//! the values.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use plica_exec::{Event, Input, State};
use plica_ir::Loc;
use plica_templates::Shown;
use plica_term::{ArrayValue, ConstValue, Evaluator, Model, Op, Sort, SymbolId, SymbolKind, TermId, TermPool};

use super::loops::{Inputs, LoopId, Program, Run};
use super::ways::{Strategy, symbol};

/// What is known about the folded loop.
pub struct Filler<'a> {
    /// The program.
    pub p: &'a Program,
    /// The terms.
    pub pool: &'a TermPool,
    /// The state at the head of the loop.
    pub start: &'a State,
    /// The symbols of the program's inputs.
    pub inputs: &'a [TermId],
    /// The template.
    pub shown: &'a Shown,
    /// The loops inside, by the names of their κ.
    pub inner: HashMap<String, Option<LoopId>>,
    /// Loops by their heads.
    pub heads: &'a HashMap<Loc, LoopId>,
}

impl Filler<'_> {
    /// What does not depend on the number of iterations.
    pub fn base(&self, inputs: &Inputs) -> Model {
        let mut model = Model::new();
        let mut set = |t: TermId, v: ConstValue| {
            if let Some(s) = symbol(self.pool, t) {
                model.set(s, v);
            }
        };
        for (&t, &v) in self.inputs.iter().zip(&inputs.vars) {
            set(t, ConstValue::Bv(v.into()));
        }
        for (a, cells) in inputs.arrays.iter().enumerate() {
            // Objects of globals come first, from 1 on.
            let obj = a + 1;
            let entries = cells.iter().enumerate().map(|(i, &v)| (i as u128, u128::from(v))).collect();
            let kind = SymbolKind::Unwritten { object: obj as u32 };
            let array = self.pool.symbol(&format!("uninit{obj}[]"), Sort::Array { index: 64, elem: 8 }, kind);
            set(array, ConstValue::Array(Arc::new(ArrayValue { entries, default: 0 })));
            for (i, &v) in cells.iter().enumerate() {
                let cell = self.pool.symbol(&format!("uninit{obj}+{i}"), Sort::Bv(8), kind);
                set(cell, ConstValue::Bv(v.into()));
            }
        }
        model
    }

    /// The values of the symbols of an exit after `k` iterations; `None` if there is one that stands for nothing known.
    pub fn model(&self, base: &Model, inputs: &Inputs, run: &Run, way: &Strategy, k: u64) -> Option<Model> {
        let mut model = base.clone();
        model.set(self.kappa()?, ConstValue::Bv(k.into()));
        // First what the conditions of the ways through an iteration may speak of.
        for &s in &way.symbols {
            let info = self.pool.symbol_info(s);
            let values: Option<Vec<u128>> = if info.name.starts_with('κ') {
                let name = info.name.split('[').next().unwrap_or_default();
                let id = self.inner.get(name).copied().flatten();
                id.map(|id| run.inner.iter().map(|n| n.get(&id).copied().unwrap_or(0).into()).collect())
            } else if info.name.starts_with("sequence of ") {
                // How many iterations went which way: what it says itself, step by step, below.
                Some(vec![0])
            } else if info.name.starts_with("sequence") {
                self.sequence(s, run)
            } else {
                None
            };
            if let (Some(values), Sort::Array { .. }) = (values, info.sort) {
                let entries = values.into_iter().enumerate().map(|(i, v)| (i as u128, v)).collect();
                model.set(s, ConstValue::Array(Arc::new(ArrayValue { entries, default: 0 })));
            }
        }
        let mut folds = 0;
        let mut ordinal = 0;
        for event in way.state.events.iter().skip(self.start.events.len()) {
            match event {
                // The first one is the loop itself.
                Event::Folded(f) if folds == 0 => {
                    folds += 1;
                    let counts = self.counts(way);
                    self.histories(&mut model, inputs, run, (&f.paths, f.iteration), &counts);
                }
                Event::Folded(f) => {
                    if let Some(s) = symbol(self.pool, f.count) {
                        let counts = run.inner.get(k as usize);
                        let count = self.heads.get(&f.site.1).and_then(|id| counts?.get(id));
                        model.set(s, ConstValue::Bv(count.copied().unwrap_or(0).into()));
                    }
                }
                Event::Input(input) => {
                    for &part in &input.parts {
                        if let Some(s) = symbol(self.pool, part) {
                            let w = self.pool.width(part);
                            model.set(s, ConstValue::Bv(inputs.nondet(k, ordinal, w).into()));
                        }
                    }
                    ordinal += 1;
                }
                Event::Called(_) => {}
            }
        }
        // Where the closed forms end no folded loop is noted.
        let counts = if folds == 0 { self.counts(way) } else { Vec::new() };
        if let Some(&(_, tau, _)) = counts.first() {
            self.histories(&mut model, inputs, run, (&[], tau), &counts);
        }
        // An error on the way back: after so many returns.
        let name = format!("{} returns", self.pool.symbol_info(self.kappa()?).name);
        if let Some(&s) = way.symbols.iter().find(|&&s| *self.pool.symbol_info(s).name == *name) {
            let returned = (run.results.len() as u64).saturating_sub(1);
            model.set(s, ConstValue::Bv(returned.into()));
        }
        let known = way.symbols.iter().all(|&s| model.get(s).is_some());
        known.then_some(model)
    }

    fn kappa(&self) -> Option<SymbolId> {
        symbol(self.pool, self.shown.kappa)
    }

    /// Sequences that count, with the number of an iteration and the count after it, as quantifiers say.
    fn counts(&self, way: &Strategy) -> Vec<(SymbolId, SymbolId, TermId)> {
        let pool = self.pool;
        let (mut out, mut seen, mut stack) = (Vec::new(), HashSet::new(), vec![way.pc]);
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            let node = pool.node(t);
            stack.extend_from_slice(&node.args);
            let Op::Forall(bound) = node.op else { continue };
            let body = pool.node(node.args[1]);
            let next = pool.add(pool.symbol_term(bound), pool.bv(1, pool.width(node.args[0])));
            for (side, update) in body.args.iter().zip(body.args.iter().rev()).filter(|_| body.op == Op::Eq) {
                let read = pool.node(*side);
                if read.op == Op::Select
                    && read.args[1] == next
                    && let Some(s) = symbol(pool, read.args[0])
                    && pool.symbol_info(s).name.starts_with("sequence of ")
                {
                    out.push((s, bound, *update));
                }
            }
        }
        out
    }

    /// Fills the arrays of what each iteration was given, and of how many iterations did what.
    fn histories(
        &self,
        model: &mut Model,
        inputs: &Inputs,
        run: &Run,
        (paths, tau): (&[(TermId, Vec<Input>)], SymbolId),
        counts: &[(SymbolId, SymbolId, TermId)],
    ) {
        let mut filled: HashMap<SymbolId, ArrayValue> = HashMap::new();
        let history = |part: TermId| {
            let node = self.pool.node(part);
            node.args.first().and_then(|&h| symbol(self.pool, h)).filter(|_| node.op == Op::Select)
        };
        for input in paths.iter().flat_map(|p| &p.1) {
            filled.extend(input.parts.iter().filter_map(|&p| history(p)).map(|h| (h, ArrayValue::default())));
        }
        filled.iter().for_each(|(&h, v)| model.set(h, ConstValue::Array(Arc::new(v.clone()))));
        for k in 0..run.given.len().max(run.heads.len()) as u64 {
            model.set(tau, ConstValue::Bv(k.into()));
            // The iteration in which the loop is left goes no way through: its inputs are those of any.
            let mut found = Vec::new();
            for (cond, given) in paths.iter().filter(|_| (k as usize) < run.given.len()) {
                let parts = given.iter().filter_map(|i| i.parts.first().copied()).enumerate();
                let value = |(n, part): (usize, TermId)| {
                    Some((history(part)?, u128::from(inputs.nondet(k, n as u64, self.pool.width(part)))))
                };
                let own: Vec<(SymbolId, u128)> = parts.filter_map(value).collect();
                let mut trial = model.clone();
                for &(history, value) in &own {
                    let mut array = filled.get(&history).cloned().unwrap_or_default();
                    array.entries.insert(k.into(), value);
                    trial.set(history, ConstValue::Array(Arc::new(array)));
                }
                if paths.len() == 1 || Evaluator::new(self.pool, &trial).holds(*cond) {
                    found.extend(own);
                    break;
                }
                found.splice(0..0, own);
            }
            // What comes last wins: the way that was gone.
            for (history, value) in found {
                let array = filled.entry(history).or_default();
                array.entries.insert(k.into(), value);
                if !counts.is_empty() {
                    model.set(history, ConstValue::Array(Arc::new(array.clone())));
                }
            }
            for &(s, bound, update) in counts {
                model.set(bound, ConstValue::Bv(k.into()));
                let Some(value) = Evaluator::new(self.pool, model).try_bits(update) else { continue };
                if let Some(array) = model.array_mut(s) {
                    Arc::make_mut(array).entries.insert(u128::from(k) + 1, value);
                }
            }
        }
        for (history, array) in filled {
            model.set(history, ConstValue::Array(Arc::new(array)));
        }
    }

    /// The values of a place without a closed form before each iteration.
    fn sequence(&self, s: SymbolId, run: &Run) -> Option<Vec<u128>> {
        let is = |value: TermId| {
            let node = self.pool.node(value);
            node.op == Op::Select && symbol(self.pool, node.args[0]) == Some(s)
        };
        let Some((name, _, _)) = self.shown.effect.iter().find(|e| is(e.2)) else {
            // Of a function that calls itself only the result is made on the way back.
            return self.p.is_recursive().then(|| run.results.iter().map(|&v| v.into()).collect());
        };
        if let Some(v) = self.p.names().iter().position(|v| v == name) {
            return Some(run.heads.iter().map(|h| h.0[v].into()).collect());
        }
        let (array, cell) = name.strip_prefix('g')?.split_once('+').unwrap_or((&name[1..], "0"));
        let (array, cell): (usize, usize) = (array.parse().ok()?, cell.parse().ok()?);
        Some(run.heads.iter().map(|h| h.1[array][cell].into()).collect())
    }
}
