//! Functions of which only bounds are known while a path is explored, held against the system's library.
//!
//! A model may give such a function a value that it does not have (counterexample-guided abstraction refinement:
//! Clarke, Grumberg, Jha, Lu, Veith, CAV 2000): what it has at the arguments of that model is a lemma for the next one.
//! Oblivious to which function it is. Invariant: a lemma holds of the library, whatever the path.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use plica_term::{Evaluator, Model, Op, SymbolId, TermId, TermPool};

use crate::builtin::{arguments_for, library_value};
use crate::tuning;

/// Where conditions ask functions for their results: the function, the argument, and the result.
fn applications(pool: &TermPool, conditions: &[TermId]) -> Vec<(SymbolId, TermId, TermId)> {
    let (mut seen, mut out) = (HashSet::new(), Vec::new());
    let speaks = |t: TermId| pool.free_symbols(t).iter().any(|&s| pool.symbol_info(s).kind.is_function());
    let mut stack = conditions.to_vec();
    while let Some(t) = stack.pop() {
        if !seen.insert(t) || !speaks(t) {
            continue;
        }
        let node = pool.node(t);
        if node.op == Op::Select
            && let Some(function) = pool.as_symbol(node.args[0])
            && pool.symbol_info(function).kind.is_function()
        {
            out.push((function, node.args[1], t));
        }
        stack.extend(node.args.iter());
    }
    out
}

/// The functions of which conditions speak, by their names.
pub fn functions_in(pool: &TermPool, conditions: &[TermId]) -> Vec<Arc<str>> {
    let symbols = conditions.iter().flat_map(|&t| pool.free_symbols(t).to_vec());
    let names = symbols.map(|s| pool.symbol_info(s)).filter(|info| info.kind.is_function()).map(|i| i.name.clone());
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// What a model that gave functions values which they do not have teaches.
pub struct Lesson {
    /// What the library says at that model's arguments, and at others that are worth trying.
    pub lemmas: Vec<TermId>,
    /// The functions' arguments are such that they have the model's values, or nearly; nothing says that they are.
    pub guess: TermId,
}

/// What there is to learn from a model of these conditions. `None` if its functions are the library's, as far as that
/// can be seen.
pub fn lesson(pool: &TermPool, conditions: &[TermId], model: &Model) -> Option<Lesson> {
    let mut eval = Evaluator::new(pool, model);
    let (mut lemmas, mut guesses) = (Vec::new(), Vec::new());
    for (function, argument, result) in applications(pool, conditions) {
        // What a quantifier speaks of has no value.
        if pool.free_symbols(argument).iter().any(|&s| pool.symbol_info(s).kind.is_bound()) {
            continue;
        }
        let (index, given) = (eval.eval(argument).bits(), eval.eval(result).bits());
        let name = &pool.symbol_info(function).name;
        let library = |index: u128| library_value(name, index);
        if library(index).is_none_or(|bits| bits == given) {
            continue;
        }
        let width = pool.width(argument);
        let mut learn = |index: u128| {
            let at = pool.select(pool.symbol_term(function), pool.bv(index, width));
            let bits = library(index).unwrap_or_default();
            let lemma = pool.eq(at, pool.bv(bits, pool.width(result)));
            if !lemmas.contains(&lemma) {
                lemmas.push(lemma);
            }
        };
        learn(index);
        if guesses.len() >= tuning::FUNCTIONS_INVERTED.get() {
            continue;
        }
        let tried = indices_for(pool, (argument, pool.width(result)), (index, given), &library);
        tried.iter().for_each(|&index| learn(index));
        let ways: Vec<TermId> = tried.iter().map(|&index| pool.eq(argument, pool.bv(index, width))).collect();
        guesses.push(pool.or_all(&ways));
    }
    (!lemmas.is_empty()).then(|| Lesson { lemmas, guess: pool.and_all(&guesses) })
}

/// Indices at which a function may have a result, where one of its arguments is another than at this index.
fn indices_for(
    pool: &TermPool,
    (argument, width): (TermId, u32),
    (index, result): (u128, u128),
    library: &dyn Fn(u128) -> Option<u128>,
) -> Vec<u128> {
    let mut out = Vec::new();
    // Long doubles are not looked through.
    if width > 64 {
        return out;
    }
    // The order of a Bessel function is known, and may be narrower.
    for low in (0..pool.width(argument)).step_by(width as usize).filter(|low| low + width <= pool.width(argument)) {
        let mask = u128::MAX >> (128 - width);
        let other = index & !(mask << low);
        // What is known stays as it is.
        if pool.const_value(pool.extract(argument, low + width - 1, low)).is_some() {
            continue;
        }
        let here = |bits: u64| library(other | u128::from(bits) << low).map(|bits| bits as u64);
        let from = (index >> low & mask) as u64;
        let found = arguments_for(pool, width, &here, (from, result as u64));
        out.extend(found.into_iter().map(|bits| other | u128::from(bits) << low));
    }
    out
}
