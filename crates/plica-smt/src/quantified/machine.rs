//! The sequences of a loop as a machine whose iterations are executed on values.
//!
//! `H[0] = h ∧ ∀τ<κ. H[τ+1] = f(H[τ], a[τ]) ∧ φ(H[τ], a[τ])`: the values of all sequences are the state, the cells
//! that an iteration reads its input. Which inputs make a difference is told by what they are compared with, so an
//! iteration is executed by evaluating its conditions and updates on these. Oblivious to the rest of the query, which
//! may say more about inputs.

use plica_term::{ConstValue, Evaluator, Model, Op, Sort, Substitution, SymbolId, SymbolKind, TermId, TermPool};
use plica_term::{mask, sign_extend};
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::is_open;
use super::problem::Problem;
use super::schedule::step;
use crate::lambda::substituted;
use crate::tuning;

/// Values of inputs of an iteration.
type Inputs = Vec<(SymbolId, u128)>;

/// The sequences of one loop.
pub(crate) struct Machine<'a> {
    pool: &'a TermPool,
    /// What is no sequence, state or input.
    model: Model,
    /// κ, if any number of iterations will do.
    pub(crate) kappa: Option<SymbolId>,
    /// How many there are otherwise.
    count: u128,
    /// The sequences, what stands for their values before an iteration, and what these are after it.
    pub(crate) arrays: Vec<SymbolId>,
    state: Vec<SymbolId>,
    updates: Vec<TermId>,
    /// What stands for the number of iterations before this one.
    tau: SymbolId,
    /// When an iteration happens.
    conditions: Vec<TermId>,
    /// What is asked of the state after the loop.
    goal: Vec<TermId>,
    /// Sides of comparisons that hold inputs, and the other sides.
    comparisons: Vec<(TermId, TermId)>,
    inputs: FxHashSet<SymbolId>,
}

impl<'a> Machine<'a> {
    /// The loop whose iterations are counted by `limit`; `None` if its sequences depend on more than what they were
    /// before an iteration, or if nothing is asked of them.
    pub(crate) fn new(problem: &Problem<'a>, model: &Model, limit: TermId) -> Option<Machine<'a>> {
        let pool = problem.pool;
        let mut evaluator = Evaluator::new(pool, model);
        let width = pool.width(limit);
        let symbol = |name: String, sort: Sort| pool.as_symbol(pool.symbol(&name, sort, SymbolKind::Input));
        let mut machine = Machine {
            pool,
            model: model.clone(),
            kappa: counter(pool, model, limit),
            count: evaluator.try_bits(limit)?,
            arrays: Vec::new(),
            state: Vec::new(),
            updates: Vec::new(),
            tau: symbol(format!("iterations of {width}"), Sort::Bv(width))?,
            conditions: Vec::new(),
            goal: Vec::new(),
            comparisons: Vec::new(),
            inputs: FxHashSet::default(),
        };
        let tau = pool.symbol_term(machine.tau);
        let mut bodies = Vec::new();
        for q in problem.defining().filter(|q| q.limit == limit) {
            if evaluator.try_bits(q.guard)? == 1 {
                let step = step(pool, q);
                if let Some((array, _)) = step {
                    let Sort::Array { elem, .. } = pool.symbol_info(array).sort else { return None };
                    machine.state.push(symbol(format!("state {} of {elem}", machine.arrays.len()), Sort::Bv(elem))?);
                    machine.arrays.push(array);
                }
                let body = substituted(pool, q.bound, tau, step.map_or(q.body, |(_, update)| update));
                bodies.push((step.is_some(), body));
            }
        }
        let mut during = Reader { machine: &machine, now: tau, cells: Some(FxHashMap::default()), strange: false };
        let mut done = FxHashMap::default();
        let bodies: Vec<(bool, TermId)> =
            bodies.into_iter().map(|(step, t)| (step, pool.rebuild(t, &mut done, |t| during.read(t)))).collect();
        let (strange, cells) = (during.strange, during.cells.take().unwrap_or_default());
        if strange || bodies.iter().any(|&(_, t)| is_open(pool, t) || pool.sort(t).bv_width().is_none()) {
            return None;
        }
        let mut after = Reader { machine: &machine, now: limit, cells: None, strange: false };
        let mut done = FxHashMap::default();
        let goal: Vec<TermId> = problem.ground.iter().map(|&t| pool.rebuild(t, &mut done, |t| after.read(t))).collect();
        machine.inputs.extend(cells.into_values());
        machine.goal = goal.into_iter().filter(|&t| machine.is_asked(t)).collect();
        for (step, body) in bodies {
            if step { &mut machine.updates } else { &mut machine.conditions }.push(body);
        }
        let asked = machine.goal.iter().any(|&t| machine.state.iter().any(|s| pool.free_symbols(t).contains(s)));
        machine.comparisons = machine.compared();
        asked.then_some(machine)
    }

    /// Is a condition about the state after the loop, or the number of its iterations, and about no input?
    fn is_asked(&self, t: TermId) -> bool {
        let symbols = self.pool.free_symbols(t);
        let mut seen = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            let node = self.pool.node(t);
            if node.op == Op::Select && self.pool.free_symbols(node.args[1]).contains(&self.tau) {
                return false;
            }
            if seen.insert(t) {
                stack.extend(node.args.iter());
            }
        }
        self.state.iter().any(|s| symbols.contains(s))
            || (!symbols.is_empty() && symbols.iter().all(|&s| s == self.tau))
    }

    /// The comparisons of what inputs are with something, in an iteration or in what is asked after it.
    fn compared(&self) -> Vec<(TermId, TermId)> {
        let pool = self.pool;
        let mut after = Substitution::new(self.state.iter().copied().zip(self.updates.iter().copied()).collect());
        let mut stack: Vec<TermId> = self.goal.iter().map(|&t| after.apply(pool, t)).collect();
        stack.extend(self.conditions.iter().chain(&self.updates));
        let mut out = Vec::new();
        let mut seen = FxHashSet::default();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) || !pool.free_symbols(t).iter().any(|s| self.inputs.contains(s)) {
                continue;
            }
            let node = pool.node(t);
            if matches!(node.op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) {
                let sides = [(node.args[0], node.args[1]), (node.args[1], node.args[0])];
                out.extend(
                    sides.into_iter().filter(|s| pool.free_symbols(s.0).iter().any(|s| self.inputs.contains(s))),
                );
            }
            stack.extend(node.args.iter());
        }
        out
    }

    /// The state before the first iteration.
    pub(crate) fn start(&self) -> Option<Vec<u128>> {
        let mut evaluator = Evaluator::new(self.pool, &self.model);
        let first = |&array: &SymbolId| {
            let Sort::Array { index, .. } = self.pool.symbol_info(array).sort else { return None };
            evaluator.try_bits(self.pool.select(self.pool.symbol_term(array), self.pool.bv(0, index)))
        };
        self.arrays.iter().map(first).collect()
    }

    /// Does it matter after how many iterations there is a state, other than that there may be too many?
    pub(crate) fn counts(&mut self, start: &[u128]) -> bool {
        self.set(start, 0);
        let mut evaluator = Evaluator::new(self.pool, &self.model);
        let counted = |t: TermId| self.pool.free_symbols(t).contains(&self.tau);
        let plain = |t: TermId| !self.pool.free_symbols(t).iter().any(|s| self.state.contains(s));
        self.kappa.is_none()
            || self.conditions.iter().chain(&self.updates).any(|&t| counted(t))
            || self.goal.iter().any(|&t| counted(t) && plain(t) && !evaluator.holds(t))
    }

    fn set(&mut self, state: &[u128], count: u128) {
        for (&s, &value) in self.state.iter().zip(state) {
            self.model.set(s, ConstValue::Bv(value));
        }
        self.model.set(self.tau, ConstValue::Bv(count));
    }

    /// How far a state after so many iterations is from each condition that is asked.
    pub(crate) fn distances(&mut self, state: &[u128], count: u128) -> Vec<u128> {
        self.set(state, count);
        let left = if self.kappa.is_none() { self.count.saturating_sub(count) } else { 0 };
        let mut distance = Distance { pool: self.pool, evaluator: Evaluator::new(self.pool, &self.model) };
        let depth = tuning::INDEX_DEPTH.get();
        let each = self.goal.iter().map(|&t| distance.of(t, true, depth));
        each.chain(Some(left).filter(|_| self.kappa.is_none())).collect()
    }

    /// The states that an iteration leads to.
    pub(crate) fn iterated(&mut self, state: &[u128], count: u128) -> Vec<Vec<u128>> {
        if self.kappa.is_none() && count >= self.count {
            return Vec::new();
        }
        self.set(state, count);
        let mut out: Vec<Vec<u128>> = Vec::new();
        for inputs in self.inputs() {
            for (s, value) in inputs {
                self.model.set(s, ConstValue::Bv(value));
            }
            let mut evaluator = Evaluator::new(self.pool, &self.model);
            if self.conditions.iter().all(|&t| evaluator.holds(t)) {
                let next: Option<Vec<u128>> = self.updates.iter().map(|&t| evaluator.try_bits(t)).collect();
                out.extend(next.filter(|next| !out.contains(next)));
            }
        }
        out
    }

    /// Inputs for an iteration that make a difference: on either side of where comparisons change, those of different
    /// inputs combined as far as that can be afforded.
    fn inputs(&mut self) -> Vec<Inputs> {
        let zero: Inputs = self.inputs.iter().map(|&s| (s, 0)).collect();
        for &(s, value) in &zero {
            self.model.set(s, ConstValue::Bv(value));
        }
        let mut evaluator = Evaluator::new(self.pool, &self.model);
        let mut groups: Vec<(Vec<SymbolId>, Vec<Inputs>)> = Vec::new();
        for &(side, other) in &self.comparisons {
            let Some(edge) = evaluator.try_bits(other) else { continue };
            for value in [edge, edge.wrapping_add(1), edge.wrapping_sub(1)] {
                let Some(inputs) = self.assigned(&mut evaluator, side, value) else { continue };
                let of: Vec<SymbolId> = inputs.iter().map(|i| i.0).collect();
                match groups.iter_mut().find(|g| g.0 == of) {
                    Some(group) if group.1.contains(&inputs) => {}
                    Some(group) => group.1.push(inputs),
                    None => groups.push((of, vec![inputs])),
                }
            }
        }
        let mut out = vec![zero];
        for (_, group) in groups {
            let most = tuning::INPUTS_OF_ITERATION.get();
            let bases = if out.len() * group.len() < most { out.len() } else { 1 };
            for base in 0..bases {
                let with = |inputs: Inputs| out[base].iter().copied().chain(inputs).collect();
                let more: Vec<Inputs> = group.iter().cloned().map(with).collect();
                out.extend(more);
            }
            out.truncate(most);
        }
        out
    }

    /// Values of inputs with which `t` has this value, if it can be seen how.
    fn assigned(&self, evaluator: &mut Evaluator<'_>, t: TermId, value: u128) -> Option<Inputs> {
        let pool = self.pool;
        let open = |t: TermId| pool.free_symbols(t).iter().any(|s| self.inputs.contains(s));
        let mut out = Inputs::new();
        let mut stack = vec![(t, value)];
        while let Some((t, value)) = stack.pop() {
            let node = pool.node(t);
            let value = value & mask(node.sort.bv_width()?);
            match node.op {
                Op::Symbol(s) if self.inputs.contains(&s) => out.push((s, value)),
                _ if !open(t) => {}
                Op::Concat => {
                    stack.push((node.args[0], value >> pool.width(node.args[1])));
                    stack.push((node.args[1], value));
                }
                Op::Add => {
                    let [a, b] = node.args[..] else { return None };
                    let (inner, outer) = if open(a) { (a, b) } else { (b, a) };
                    if open(outer) {
                        return None;
                    }
                    stack.push((inner, value.wrapping_sub(evaluator.try_bits(outer)?)));
                }
                Op::Ite => stack.extend(node.args[1..].iter().find(|&&a| open(a)).map(|&a| (a, value))),
                Op::Zext | Op::Sext => stack.push((node.args[0], value)),
                Op::Neg => stack.push((node.args[0], value.wrapping_neg())),
                Op::Not => stack.push((node.args[0], !value)),
                Op::Extract { lo, .. } => stack.push((node.args[0], value << lo)),
                _ => return None,
            }
        }
        Some(out)
    }
}

/// The symbol of which a number of iterations is the value, in as many bits as it has.
fn counter(pool: &TermPool, model: &Model, limit: TermId) -> Option<SymbolId> {
    let [symbol] = pool.free_symbols(limit)[..] else { return None };
    let mut model = model.clone();
    // An odd number that is neither small nor large, as good as any.
    let probe = u128::from(b'k');
    model.set(symbol, ConstValue::Bv(probe));
    let number = pool.symbol_info(symbol).sort.bv_width().is_some_and(|width| width > 7);
    (number && Evaluator::new(pool, &model).try_bits(limit) == Some(probe)).then_some(symbol)
}

/// Replaces what sequences and inputs are now by what stands for them.
struct Reader<'m, 'a> {
    machine: &'m Machine<'a>,
    /// The number of iterations now.
    now: TermId,
    /// What stands for the cells that are read, if they are inputs now.
    cells: Option<FxHashMap<TermId, SymbolId>>,
    /// Is a sequence read that is not what it is now?
    strange: bool,
}

impl Reader<'_, '_> {
    fn read(&mut self, t: TermId) -> Option<TermId> {
        let (pool, machine) = (self.machine.pool, self.machine);
        let node = pool.node(t);
        match node.op {
            Op::Symbol(s) if machine.kappa == Some(s) => {
                self.strange |= self.cells.is_some();
                Some(pool.resize_unsigned(pool.symbol_term(machine.tau), node.sort.bv_width()?))
            }
            Op::Select => {
                let read = pool.as_symbol(node.args[0])?;
                let place = machine.arrays.iter().position(|&a| a == read);
                match (place, &mut self.cells) {
                    (Some(place), _) if node.args[1] == self.now => Some(pool.symbol_term(machine.state[place])),
                    (Some(_), cells) => {
                        self.strange |= cells.is_some();
                        Some(t)
                    }
                    (None, Some(cells))
                        if pool.free_symbols(node.args[1]).contains(&machine.tau) && !is_open(pool, t) =>
                    {
                        let name = format!("input {}", cells.len());
                        let cell = pool.symbol(&name, node.sort, SymbolKind::Input);
                        cells.insert(t, pool.as_symbol(cell)?);
                        Some(cell)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// How far conditions are from what they are to be: how much the sides of a comparison have to change.
struct Distance<'m> {
    pool: &'m TermPool,
    evaluator: Evaluator<'m>,
}

impl Distance<'_> {
    /// Of a condition from being what is wanted; conditions deeper than that are only told apart as right and wrong.
    fn of(&mut self, t: TermId, wanted: bool, depth: u32) -> u128 {
        let node = self.pool.node(t);
        let bools = node.args.iter().all(|&a| self.pool.sort(a) == Sort::BOOL);
        match (node.op, depth.checked_sub(1)) {
            (Op::Not, Some(depth)) if bools => self.of(node.args[0], !wanted, depth),
            (Op::And | Op::Or, Some(depth)) if bools => {
                let each: Vec<u128> = node.args.iter().map(|&a| self.of(a, wanted, depth)).collect();
                match (node.op == Op::And) == wanted {
                    true => each.into_iter().fold(0, u128::saturating_add),
                    false => each.into_iter().min().unwrap_or(0),
                }
            }
            (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle, _) if !bools => {
                self.compared(node.op, node.args[0], node.args[1], wanted).unwrap_or(1)
            }
            _ => u128::from(self.evaluator.try_bits(t) != Some(wanted.into())),
        }
    }

    fn compared(&mut self, op: Op, a: TermId, b: TermId, wanted: bool) -> Option<u128> {
        let width = self.pool.sort(a).bv_width()?;
        let (a, b) = (self.evaluator.try_bits(a)?, self.evaluator.try_bits(b)?);
        let signed = |v: u128| sign_extend(v, width);
        // How far the first is above the second, and whether it may be as large.
        let above = |a: u128, b: u128| match op {
            Op::Slt | Op::Sle if signed(a) >= signed(b) => Some(signed(a).abs_diff(signed(b))),
            Op::Ult | Op::Ule if a >= b => Some(a - b),
            _ => None,
        };
        let strict = matches!(op, Op::Ult | Op::Slt);
        Some(match (op, wanted) {
            (Op::Eq, true) => {
                let apart = a.wrapping_sub(b) & mask(width);
                apart.min(apart.wrapping_neg() & mask(width))
            }
            (Op::Eq, false) => u128::from(a == b),
            (_, true) => above(a, b).map_or(0, |by| by.saturating_add(strict.into())),
            // Not below is above or equal, the other way round.
            (_, false) => above(b, a).map_or(0, |by| by.saturating_add((!strict).into())),
        })
    }
}
