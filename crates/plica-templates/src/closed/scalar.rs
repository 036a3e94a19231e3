//! Closed forms of bit-vector places by rule: sums, shifts, divisions, and updates that soon repeat themselves.
//!
//! Oblivious to the order of solving. Invariant: `None` where no rule applies; nothing is approximated.

use plica_term::{Op, Substitution, TermId, mask};
use rustc_hash::FxHashMap;

use super::affine::linear;
use super::normal;
use super::poly::{self, Poly};
use super::system::System;
use crate::tuning;

/// The form of a place whose update reads no other unsolved place.
pub fn solve(system: &mut System<'_>, i: usize) -> Option<(TermId, Option<Poly>)> {
    sum(system, i).or_else(|| shift(system, i).or_else(|| quotient(system, i)).map(|t| (t, None)))
}

/// `x + g`, `g` a polynomial in the counter.
fn sum(system: &mut System<'_>, i: usize) -> Option<(TermId, Option<Poly>)> {
    let pool = system.pool;
    let (id, initial, update) = (system.places[i].id, system.places[i].initial, system.places[i].update);
    let (coefficients, rest) = linear(pool, update, &[id])?;
    if coefficients[0] != 1 {
        return None;
    }
    let before = system.polys.side.len();
    let form = system.polys.of(rest).and_then(|g| poly::summed(pool, initial, &g));
    let found = form.and_then(|p| Some((poly::value(pool, &p, system.counter)?, Some(p))));
    if found.is_none() {
        system.polys.side.truncate(before);
    }
    found
}

/// `x << c`, `x >> c`, `x >>s c` by an invariant amount; constant ones come as slices and multiples.
fn shift(system: &System<'_>, i: usize) -> Option<TermId> {
    let pool = system.pool;
    let place = &system.places[i];
    let (x, w) = (place.symbol, pool.width(place.symbol));
    let node = pool.node(place.update);
    // x[w-1:c], extended
    let slice = || {
        let n = pool.node(node.args[0]);
        match n.op {
            Op::Extract { hi, lo } if hi == w - 1 && n.args[0] == x => Some(pool.bv(lo.into(), w)),
            _ => None,
        }
    };
    let (op, by) = match node.op {
        Op::Shl | Op::Lshr | Op::Ashr if node.args[0] == x => (node.op, node.args[1]),
        Op::Zext => (Op::Lshr, slice()?),
        Op::Sext => (Op::Ashr, slice()?),
        Op::Mul if node.args[0] == x => {
            let k = pool.const_value(node.args[1]).filter(|k| k.is_power_of_two())?;
            (Op::Shl, pool.bv(k.trailing_zeros().into(), w))
        }
        _ => return None,
    };
    if !system.invariant(by) {
        return None;
    }
    let amount = saturated(system, by, w);
    Some(pool.build(op, pool.sort(x), &[place.initial, amount]))
}

/// `min(by · counter, w)` as a `w`-bit term.
fn saturated(system: &System<'_>, by: TermId, w: u32) -> TermId {
    let (pool, cw) = (system.pool, system.pool.width(system.counter));
    // min(t, w) in as many bits as w takes
    let bits = 32 - w.leading_zeros();
    let small = |t: TermId| {
        let tw = pool.width(t);
        if tw < bits {
            return pool.zext(t, bits);
        }
        let whole = pool.bv(w.into(), tw);
        pool.ite(pool.ult(t, whole), pool.extract(t, bits - 1, 0), pool.bv(w.into(), bits))
    };
    if let Some(k) = pool.const_value(by).filter(|&k| k > 0) {
        // Iterations after which nothing is left.
        let enough = u128::from(w).div_ceil(k);
        let amount = pool.mul(pool.resize_unsigned(system.counter, w), by);
        if enough > mask(cw) {
            return amount;
        }
        let within = pool.ult(system.counter, pool.bv(enough, cw));
        return pool.ite(within, amount, pool.bv(w.into(), w));
    }
    let wide = 2 * bits;
    let product = pool.mul(pool.zext(small(by), wide), pool.zext(small(system.counter), wide));
    pool.resize_unsigned(small(product), w)
}

/// `x / c`, signed or unsigned, by a constant: division by the powers of c, one for each bit of the counter.
fn quotient(system: &System<'_>, i: usize) -> Option<TermId> {
    let pool = system.pool;
    let place = &system.places[i];
    let node = pool.node(place.update);
    if !matches!(node.op, Op::Udiv | Op::Sdiv) || node.args[0] != place.symbol {
        return None;
    }
    let (w, cw) = (pool.width(place.symbol), pool.width(system.counter));
    let greatest = if node.op == Op::Udiv { mask(w) } else { mask(w) >> 1 };
    let mut by = pool.const_value(node.args[1]).filter(|&k| k >= 2 && k <= greatest)?;
    let divide = |x: TermId, by: u128| pool.build(node.op, pool.sort(x), &[x, pool.bv(by, w)]);
    let mut x = place.initial;
    for bit in 0..cw {
        let on = pool.extract(system.counter, bit, bit);
        match by.checked_mul(by).filter(|&square| square <= greatest) {
            Some(square) => {
                x = pool.ite(on, divide(x, by), x);
                by = square;
            }
            None => {
                x = pool.ite(on, divide(x, by), x);
                if bit + 1 < cw {
                    // Any higher bit: at least twice this divisor. Only the least number divided by itself is left.
                    let more = pool.ne(pool.extract(system.counter, cw - 1, bit + 1), pool.bv(0, cw - bit - 1));
                    let mut rest = pool.bv(0, w);
                    if node.op == Op::Sdiv && by.checked_mul(by) == Some(greatest + 1) {
                        let twice = pool.eq(system.counter, pool.bv(2 << bit, cw));
                        rest = pool.ite(twice, divide(divide(place.initial, by), by), rest);
                    }
                    x = pool.ite(more, rest, x);
                }
                break;
            }
        }
    }
    Some(x)
}

/// Updates over a group of places that repeat when composed with themselves: `fᵇ = fᵃ`, `a < b ≤ 4`. Exchanges,
/// toggles, masks.
pub fn periodic(system: &System<'_>, part: &[usize]) -> Option<Vec<TermId>> {
    let pool = system.pool;
    let places: Vec<_> = part.iter().map(|&i| &system.places[i]).collect();
    let own: Vec<_> = places.iter().map(|p| p.id).collect();
    for p in &places {
        let others = system.reads(p.update).into_iter().any(|j| !part.contains(&j));
        let mut free = pool.free_symbols(p.update).to_vec();
        free.retain(|s| !own.contains(s));
        if others || free.iter().any(|&s| system.polys.varies(s)) {
            return None;
        }
    }
    let mut powers: Vec<Vec<TermId>> = vec![places.iter().map(|p| p.symbol).collect()];
    let (mut a, mut b) = (0, 0);
    for _ in 0..tuning::PERIOD_OF_SCALAR.get() {
        let last = &powers[powers.len() - 1];
        let mut by = Substitution::new(own.iter().copied().zip(last.iter().copied()).collect());
        let next: Vec<TermId> = places
            .iter()
            .map(|p| {
                let t = normal::substituted(pool, p.update, &mut by);
                normal::normalise(pool, t, &|t| system.invariant(t))
            })
            .collect();
        if next.iter().any(|&t| normal::nodes(pool, t, tuning::NODES_OF_COMPOSITION.get()).is_none()) {
            return None;
        }
        if let Some(found) = powers.iter().position(|p| *p == next) {
            (a, b) = (found, powers.len());
            break;
        }
        powers.push(next);
    }
    if b == 0 {
        return None;
    }
    let initial: FxHashMap<_, _> = places.iter().map(|p| (p.id, p.initial)).collect();
    let mut by = Substitution::new(initial);
    let values: Vec<Vec<TermId>> = powers.iter().map(|p| p.iter().map(|&t| by.apply(pool, t)).collect()).collect();
    let (counter, cw) = (system.counter, pool.width(system.counter));
    let number = |n: usize| pool.bv(n as u128, cw);
    let phase = pool.sub(counter, number(a));
    let is_phase = |n: usize| match b - a {
        2 if n == 0 => pool.not(pool.extract(phase, 0, 0)),
        4 if cw > 1 => pool.eq(pool.extract(phase, 1, 0), pool.bv(n as u128, 2)),
        p => pool.eq(pool.urem(phase, number(p)), number(n)),
    };
    if mask(cw) < b as u128 {
        return None;
    }
    let form = |k: usize| {
        let turning = (a..b - 1).rev().fold(values[b - 1][k], |rest, n| pool.ite(is_phase(n - a), values[n][k], rest));
        (0..a).rev().fold(turning, |rest, n| pool.ite(pool.eq(counter, number(n)), values[n][k], rest))
    };
    Some((0..part.len()).map(form).collect())
}

/// Why a place of its own has no closed form.
pub fn why(system: &System<'_>, i: usize) -> String {
    let pool = system.pool;
    let place = &system.places[i];
    if let Some((coefficients, rest)) = linear(pool, place.update, &[place.id]) {
        return match coefficients[0] {
            1 if pool.width(place.symbol) == 1 => "it is toggled by a condition that changes".into(),
            1 => "it grows by something whose sum has no closed form".into(),
            _ if !system.invariant(rest) => "it is multiplied, and something that changes is added".into(),
            _ => "it is multiplied by a constant".into(),
        };
    }
    let multiplied = |t: &TermId| {
        let n = pool.node(*t);
        n.op == Op::Mul && n.args.iter().any(|&a| pool.free_symbols(a).binary_search(&place.id).is_ok())
    };
    match normal::nodes(pool, place.update, 4 * tuning::NODES_OF_COMPOSITION.get()) {
        None => "its new value is too large a term".into(),
        Some(nodes) if nodes.iter().any(multiplied) => "it is multiplied by something that is not constant".into(),
        Some(nodes) if nodes.iter().any(|&t| pool.node(t).op == Op::Ite) => {
            "how it changes depends on a condition that changes".into()
        }
        _ => "its new value is no supported function of the old one".into(),
    }
}
