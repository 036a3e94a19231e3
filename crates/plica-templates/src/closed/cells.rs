//! Elements of arrays that every iteration may store to at one and the same index: they become places of their own.
//!
//! Oblivious to closed forms. Invariant: an array whose cells are apart is, everywhere in the system, written as itself
//! with the cells stored into it.

use plica_term::{Sort, Substitution, SymbolKind, TermId};
use rustc_hash::FxHashMap;

use super::system::{System, symbol_of};
use super::{array, normal};
use crate::tuning;

/// An element kept apart from its array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    /// The array's place.
    pub array: usize,
    /// The invariant index.
    pub index: TermId,
    /// The element's place.
    pub place: usize,
}

/// Takes the cells at invariant indices out of their arrays.
pub fn separate(system: &mut System<'_>) {
    for i in 0..system.places.len() {
        let place = &system.places[i];
        if place.form.is_none() && matches!(system.pool.sort(place.symbol), Sort::Array { .. }) {
            separate_from(system, i);
        }
    }
}

fn separate_from(system: &mut System<'_>, i: usize) {
    let pool = system.pool;
    let array = system.places[i].clone();
    let (Ok(writes), Sort::Array { elem, .. }) =
        (array::chain(pool, array.update, array.symbol), pool.sort(array.symbol))
    else {
        return;
    };
    let mut indices: Vec<TermId> = Vec::new();
    for &(index, _) in &writes {
        if system.invariant(index) && !indices.contains(&index) {
            indices.push(index);
        }
    }
    if indices.is_empty() || indices.len() > tuning::CELLS_AS_PLACES.get() {
        return;
    }
    let none = pool.not(system.positive);
    let mut apart = Vec::new();
    for (k, &p) in indices.iter().enumerate() {
        for &q in &indices[..k] {
            apart.push(pool.or(none, pool.ne(p, q)));
        }
    }
    let name = pool.symbol_info(array.id).name.clone();
    let cell = |k: usize| pool.symbol(&format!("{name}[cell {k}]"), Sort::Bv(elem), SymbolKind::General);
    let whole = indices.iter().enumerate().fold(array.symbol, |a, (k, &index)| pool.store(a, index, cell(k)));
    let mut by = Substitution::new(FxHashMap::from_iter([(array.id, whole)]));
    for condition in apart {
        if system.require(condition).is_err() {
            return;
        }
    }
    // A moving store that meets a cell is ruled out by a condition, once the array is solved.
    let moving: Vec<TermId> = writes.iter().map(|w| w.0).filter(|w| !indices.contains(w)).collect();
    let mut meets: Vec<TermId> = Vec::new();
    for &m in moving.iter().filter(|_| system.assume) {
        meets.extend(indices.iter().map(|&index| pool.eq(m, index)).filter(|&e| pool.const_value(e).is_none()));
    }
    let rewritten = |system: &System<'_>, by: &mut Substitution, t: TermId| {
        let t = normal::normalise(pool, by.apply(pool, t), &|t| system.invariant(t));
        meets.iter().fold(t, |t, &e| normal::decided(pool, t, e, false))
    };
    for k in 0..indices.len() {
        if let Some(id) = symbol_of(pool, cell(k)) {
            system.polys.declare(id, None);
        }
    }
    let update = rewritten(system, &mut by, array.update);
    let Ok(writes) = array::chain(pool, update, array.symbol) else { return };
    for j in 0..system.places.len() {
        if system.places[j].form.is_none() {
            system.places[j].update = rewritten(system, &mut by, system.places[j].update);
        }
    }
    system.assumed |= !meets.is_empty();
    let outside = |index: TermId| !indices.contains(&index);
    system.places[i].update =
        writes.iter().filter(|w| outside(w.0)).fold(array.symbol, |a, &(index, value)| pool.store(a, index, value));
    for (k, &index) in indices.iter().enumerate() {
        let symbol = cell(k);
        let Some(id) = symbol_of(pool, symbol) else { continue };
        let update = writes.iter().rfind(|w| w.0 == index).map_or(symbol, |w| w.1);
        let place = system.add_place(symbol, id, pool.select(array.initial, index), update);
        system.cells.push(Cell { array: i, index, place });
    }
}

/// Puts the cells' forms back into those of their arrays.
pub fn unite(system: &mut System<'_>) {
    for cell in std::mem::take(&mut system.cells) {
        let value = system.places[cell.place].form.clone();
        let array = &mut system.places[cell.array];
        array.form = match (array.form.take(), value) {
            (Some(Ok(a)), Some(Ok(v))) => Some(Ok(system.pool.store(a, cell.index, v))),
            (Some(Ok(_)), v) => {
                let why = v.and_then(Result::err).unwrap_or_default();
                Some(Err(format!("an element that is stored to in every iteration: {why}")))
            }
            (refused, _) => refused,
        };
    }
}
