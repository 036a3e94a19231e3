//! One system of recurrences, solved in the order of dependency: strongly connected parts first to last.
//!
//! Oblivious to how the rules find closed forms; it chooses which may apply. Invariant: a form that is given out refers
//! to the counter and to invariant terms only, to no place and no fresh symbol.

use plica_term::{Op, Sort, Substitution, SymbolId, TermId, TermPool};
use rustc_hash::FxHashMap;

use super::poly::{Poly, Polys};
use super::{ClosedForms, PerIteration, Recurrence, affine, array, cells, normal, poly, scalar};

/// A place while it is being solved.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub symbol: TermId,
    pub id: SymbolId,
    pub initial: TermId,
    pub update: TermId,
    pub form: Option<Result<TermId, String>>,
}

/// The state of solving.
pub(crate) struct System<'a> {
    pub pool: &'a TermPool,
    pub counter: TermId,
    /// The counter is not zero.
    pub positive: TermId,
    pub places: Vec<Place>,
    pub polys: Polys<'a>,
    /// What each varying symbol is after `counter` iterations (or in the iteration of that number).
    now: FxHashMap<SymbolId, TermId>,
    /// Cells that are kept apart from their arrays.
    pub cells: Vec<cells::Cell>,
    /// May stores of an array that has cells be taken not to meet them? Solving the array then requires it.
    pub assume: bool,
    /// Was that taken?
    pub assumed: bool,
}

/// The id of a symbol term.
pub fn symbol_of(pool: &TermPool, t: TermId) -> Option<SymbolId> {
    match pool.node(t).op {
        Op::Symbol(s) => Some(s),
        _ => None,
    }
}

/// Solves without splitting on conditions.
pub fn solve(pool: &TermPool, recurrences: &[Recurrence], fresh: &[PerIteration], counter: TermId) -> ClosedForms {
    attempt(pool, recurrences, fresh, counter, true)
}

fn attempt(
    pool: &TermPool,
    recurrences: &[Recurrence],
    fresh: &[PerIteration],
    counter: TermId,
    assume: bool,
) -> ClosedForms {
    let refused = |why: &str| ClosedForms { values: vec![Err(why.into()); recurrences.len()], side: Vec::new() };
    let Some(id) = symbol_of(pool, counter) else { return refused("the counter is no symbol") };
    let mut polys = Polys::new(pool, counter);
    let width = pool.width(counter);
    polys.declare(id, Some([pool.bv(0, width), pool.bv(1, width)].into()));
    let mut now = FxHashMap::default();
    for f in fresh {
        let Some(s) = symbol_of(pool, f.symbol) else { return refused("a fresh value is no symbol") };
        let element = pool.select(f.history, counter);
        let value = match pool.sort(f.symbol) {
            Sort::Float(format) => pool.fp_from_bits(element, format),
            _ => element,
        };
        polys.declare(s, None);
        now.insert(s, value);
    }
    let mut places = Vec::new();
    for r in recurrences {
        let Some(id) = symbol_of(pool, r.symbol) else { return refused("a place is no symbol") };
        polys.declare(id, None);
        places.push(Place { symbol: r.symbol, id, initial: r.initial, update: r.update, form: None });
    }
    let positive = pool.ne(counter, pool.bv(0, width));
    let mut system = System { pool, counter, positive, places, polys, now, cells: Vec::new(), assume, assumed: false };
    system.settle();
    cells::separate(&mut system);
    system.settle();
    for part in parts(&system) {
        system.solve_part(&part);
    }
    let unsolved = |c: &cells::Cell| !matches!(system.places[c.array].form, Some(Ok(_)));
    if system.assumed && system.cells.iter().any(unsolved) {
        // Nobody has required what was assumed.
        return attempt(pool, recurrences, fresh, counter, false);
    }
    cells::unite(&mut system);
    let values = system.places.into_iter().take(recurrences.len());
    let values = values.map(|p| p.form.unwrap_or_else(|| Err("not reached".into()))).collect();
    ClosedForms { values, side: system.polys.side }
}

impl System<'_> {
    /// Is it the same term in every iteration?
    pub fn invariant(&self, t: TermId) -> bool {
        self.polys.invariant(t)
    }

    /// Places that never change are replaced by their initial values, until none is left; then updates are normalised.
    fn settle(&mut self) {
        let pool = self.pool;
        loop {
            let mut map = FxHashMap::default();
            for p in self.places.iter_mut().filter(|p| p.form.is_none()) {
                if p.update == p.symbol || p.update == p.initial {
                    p.form = Some(Ok(p.initial));
                    map.insert(p.id, p.initial);
                }
            }
            let mut by = Substitution::new(map.clone());
            for p in self.places.iter_mut().filter(|p| p.form.is_none()) {
                p.update = by.apply(pool, p.update);
                p.update = normal::normalise(pool, p.update, &|t| self.polys.invariant(t));
            }
            self.now.extend(map);
            if self.places.iter().all(|p| p.form.is_some() || p.update != p.symbol && p.update != p.initial) {
                break;
            }
        }
    }

    /// Adds a place, for a part of another one.
    pub fn add_place(&mut self, symbol: TermId, id: SymbolId, initial: TermId, update: TermId) -> usize {
        self.polys.declare(id, None);
        self.places.push(Place { symbol, id, initial, update, form: None });
        self.places.len() - 1
    }

    /// What a term of an iteration is in the iteration of number `count` (a term as wide as the counter), given the
    /// forms of everything that occurs in it.
    pub fn at(&self, t: TermId, count: TermId) -> TermId {
        let pool = self.pool;
        if self.invariant(t) {
            return t;
        }
        let t = normal::substituted(pool, t, &mut Substitution::new(self.now.clone()));
        self.form_at(t, count)
    }

    /// A form after `count` iterations.
    pub fn form_at(&self, form: TermId, count: TermId) -> TermId {
        let Some(id) = symbol_of(self.pool, self.counter) else { return form };
        normal::substituted(self.pool, form, &mut Substitution::new(FxHashMap::from_iter([(id, count)])))
    }

    /// The places that an update reads.
    pub fn reads(&self, t: TermId) -> Vec<usize> {
        let free = self.pool.free_symbols(t);
        (0..self.places.len()).filter(|&i| free.binary_search(&self.places[i].id).is_ok()).collect()
    }

    /// Adds conditions on the counter. They are monotone by construction.
    pub fn require(&mut self, condition: TermId) -> Result<(), String> {
        if self.pool.is_false(condition) {
            return Err("its iterations are in each other's way".into());
        }
        if !self.pool.is_true(condition) && !self.polys.side.contains(&condition) {
            self.polys.side.push(condition);
        }
        Ok(())
    }

    fn solve_part(&mut self, part: &[usize]) {
        let part: Vec<usize> = part.iter().copied().filter(|&i| self.places[i].form.is_none()).collect();
        if part.is_empty() {
            return;
        }
        let before = self.polys.side.len();
        match self.forms_of(&part) {
            Ok(forms) => {
                for (&i, (form, poly)) in part.iter().zip(forms) {
                    self.now.insert(self.places[i].id, form);
                    self.polys.declare(self.places[i].id, poly);
                    self.places[i].form = Some(Ok(form));
                }
            }
            Err(why) => {
                self.polys.side.truncate(before);
                for &i in &part {
                    self.places[i].form = Some(Err(why.clone()));
                }
            }
        }
    }

    fn forms_of(&mut self, part: &[usize]) -> Result<Vec<(TermId, Option<Poly>)>, String> {
        let outside = |i: &usize| !part.contains(i);
        for &i in part {
            for j in self.reads(self.places[i].update).into_iter().filter(outside) {
                if !matches!(self.places[j].form, Some(Ok(_))) {
                    return Err(format!("depends on {}, which has no closed form", self.name(j)));
                }
            }
        }
        if let [i] = *part
            && !self.reads(self.places[i].update).contains(&i)
        {
            return Ok(vec![self.delayed(i)]);
        }
        let is_array = |i: &usize| matches!(self.pool.sort(self.places[*i].symbol), Sort::Array { .. });
        if part.iter().all(is_array) {
            let forms = array::solve(self, part)?;
            return Ok(forms.into_iter().map(|f| (f, None)).collect());
        }
        if part.iter().any(is_array) {
            return Err("a stored value and the array that it is stored in depend on each other".into());
        }
        if part.iter().any(|&i| self.pool.width(self.places[i].symbol) == 0) {
            return Err("a floating-point value that changes".into());
        }
        if let [i] = *part
            && let Some(found) = scalar::solve(self, i)
        {
            return Ok(vec![found]);
        }
        if let Some(forms) = scalar::periodic(self, part).or_else(|| affine::solve(self, part)) {
            return Ok(forms.into_iter().map(|f| (f, None)).collect());
        }
        match *part {
            [i] => Err(scalar::why(self, i)),
            _ => {
                let names: Vec<String> = part.iter().map(|&i| self.name(i)).collect();
                Err(format!("{} depend on each other in no supported way", names.join(", ")))
            }
        }
    }

    fn name(&self, i: usize) -> String {
        self.pool.symbol_info(self.places[i].id).name.to_string()
    }

    /// An update that does not read its own place: the value of the iteration before, or the initial one.
    fn delayed(&mut self, i: usize) -> (TermId, Option<Poly>) {
        let pool = self.pool;
        let Place { update, initial, .. } = self.places[i];
        let width = pool.width(self.counter);
        let before = self.polys.side.len();
        let mut poly = self.polys.of(update);
        if self.polys.side.len() > before {
            // Not worth a condition: the general form needs none.
            self.polys.side.truncate(before);
            poly = None;
        }
        if let Some(p) = poly
            && p.len() == 2
            && pool.sub(p[0], p[1]) == initial
        {
            // It runs ahead of a linear value by one step: linear itself.
            let p: Poly = [initial, p[1]].into();
            if let Some(v) = poly::value(pool, &p, self.counter) {
                return (v, Some(p));
            }
        }
        let last = pool.sub(self.counter, pool.bv(1, width));
        let value = self.at(update, last);
        (pool.ite(self.positive, value, initial), None)
    }
}

/// Strongly connected parts of the dependency graph, each after those that it depends on (Tarjan).
fn parts(system: &System<'_>) -> Vec<Vec<usize>> {
    struct Search {
        edges: Vec<Vec<usize>>,
        index: Vec<Option<usize>>,
        low: Vec<usize>,
        stack: Vec<usize>,
        on_stack: Vec<bool>,
        next: usize,
        out: Vec<Vec<usize>>,
    }
    let n = system.places.len();
    let edges =
        system.places.iter().map(|p| if p.form.is_some() { Vec::new() } else { system.reads(p.update) }).collect();
    let mut s = Search {
        edges,
        index: vec![None; n],
        low: vec![0; n],
        stack: Vec::new(),
        on_stack: vec![false; n],
        next: 0,
        out: Vec::new(),
    };
    for root in 0..n {
        if s.index[root].is_some() {
            continue;
        }
        // Explicit calls: a place and the edge to follow next.
        let mut calls = vec![(root, 0)];
        while let Some(&mut (v, ref mut edge)) = calls.last_mut() {
            if *edge == 0 && s.index[v].is_none() {
                s.index[v] = Some(s.next);
                s.low[v] = s.next;
                s.next += 1;
                s.stack.push(v);
                s.on_stack[v] = true;
            }
            if let Some(&to) = s.edges[v].get(*edge) {
                *edge += 1;
                match s.index[to] {
                    None => calls.push((to, 0)),
                    Some(i) if s.on_stack[to] => s.low[v] = s.low[v].min(i),
                    Some(_) => {}
                }
                continue;
            }
            if s.index[v] == Some(s.low[v]) {
                let at = s.stack.iter().rposition(|&x| x == v).unwrap_or(0);
                let part = s.stack.split_off(at);
                for &x in &part {
                    s.on_stack[x] = false;
                }
                s.out.push(part);
            }
            calls.pop();
            if let Some(&mut (parent, _)) = calls.last_mut() {
                s.low[parent] = s.low[parent].min(s.low[v]);
            }
        }
    }
    s.out
}
