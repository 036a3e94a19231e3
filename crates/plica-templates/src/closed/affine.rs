//! Affine systems `x' = M·x + d` with a constant matrix, by doubling: the maps for 2^j iterations are constants, chosen
//! by the bits of the counter.
//!
//! Oblivious to the simpler rules, which come first: this form is exact but large.

use plica_term::{Op, SymbolId, TermId, TermPool, mask};

use super::system::System;
use crate::tuning;

/// `t = Σ coefficient·symbol + rest` with constant coefficients and a rest without the symbols.
pub fn linear(pool: &TermPool, t: TermId, symbols: &[SymbolId]) -> Option<(Vec<u128>, TermId)> {
    split(pool, t, symbols, tuning::DEPTH_OF_AFFINE_SUM.get(), &mut tuning::PARTS_OF_AFFINE_SUM.get())
}

/// `fuel`: parts looked at, at most; shared ones count each time.
fn split(pool: &TermPool, t: TermId, symbols: &[SymbolId], depth: u32, fuel: &mut u32) -> Option<(Vec<u128>, TermId)> {
    *fuel = fuel.checked_sub(1)?;
    let free = pool.free_symbols(t);
    if symbols.iter().all(|s| free.binary_search(s).is_err()) {
        return Some((vec![0; symbols.len()], t));
    }
    let depth = depth.checked_sub(1)?;
    let node = pool.node(t);
    let w = node.sort.bv_width()?;
    let scaled = |k: u128, (coefficients, rest): (Vec<u128>, TermId)| {
        let coefficients = coefficients.iter().map(|c| c.wrapping_mul(k) & mask(w)).collect();
        (coefficients, pool.mul(rest, pool.bv(k, w)))
    };
    let mut sub = |t: TermId| split(pool, t, symbols, depth, fuel);
    match node.op {
        Op::Symbol(s) => Some((symbols.iter().map(|&x| u128::from(x == s)).collect(), pool.bv(0, w))),
        Op::Add => {
            let ((p, a), (q, b)) = (sub(node.args[0])?, sub(node.args[1])?);
            Some((p.iter().zip(&q).map(|(x, y)| x.wrapping_add(*y) & mask(w)).collect(), pool.add(a, b)))
        }
        Op::Neg => Some(scaled(mask(w), sub(node.args[0])?)),
        Op::Not => {
            let (coefficients, rest) = scaled(mask(w), sub(node.args[0])?);
            Some((coefficients, pool.add(rest, pool.bv(mask(w), w))))
        }
        Op::Mul => Some(scaled(pool.const_value(node.args[1])?, sub(node.args[0])?)),
        Op::Shl => {
            let k = pool.const_value(node.args[1]).filter(|&k| k < u128::from(w))?;
            Some(scaled(1 << k, sub(node.args[0])?))
        }
        // A sum of bits.
        Op::Xor if w == 1 => {
            let ((p, a), (q, b)) = (sub(node.args[0])?, sub(node.args[1])?);
            Some((p.iter().zip(&q).map(|(x, y)| x ^ y).collect(), pool.xor(a, b)))
        }
        Op::Ite => {
            let condition = pool.free_symbols(node.args[0]);
            if symbols.iter().any(|s| condition.binary_search(s).is_ok()) {
                return None;
            }
            let ((p, a), (q, b)) = (sub(node.args[1])?, sub(node.args[2])?);
            (p == q).then(|| (p, pool.ite(node.args[0], a, b)))
        }
        _ => None,
    }
}

type Matrix = Vec<Vec<u128>>;

fn times(a: &Matrix, b: &Matrix, m: u128) -> Matrix {
    let cell =
        |row: &Vec<u128>, j: usize| row.iter().zip(b).fold(0u128, |s, (x, r)| s.wrapping_add(x.wrapping_mul(r[j]))) & m;
    a.iter().map(|row| (0..b.len()).map(|j| cell(row, j)).collect()).collect()
}

fn plus(a: &Matrix, b: &Matrix, m: u128) -> Matrix {
    a.iter().zip(b).map(|(r, s)| r.iter().zip(s).map(|(x, y)| x.wrapping_add(*y) & m).collect()).collect()
}

/// The forms of the places of `part`, which may depend on each other and, linearly, on solved places of the same width.
pub fn solve(system: &System<'_>, part: &[usize]) -> Option<Vec<TermId>> {
    let pool = system.pool;
    let w = pool.width(system.places[part[0]].symbol);
    let mut members = part.to_vec();
    let mut next = 0;
    // Everything that the updates depend on takes part.
    while let Some(&i) = members.get(next) {
        next += 1;
        if pool.width(system.places[i].symbol) != w {
            return None;
        }
        for j in system.reads(system.places[i].update) {
            if !members.contains(&j) {
                members.push(j);
            }
        }
        if members.len() > tuning::PLACES_OF_AFFINE_SYSTEM.get() {
            return None;
        }
    }
    let symbols: Vec<SymbolId> = members.iter().map(|&i| system.places[i].id).collect();
    let (mut power, mut added): (Matrix, Vec<TermId>) = (Vec::new(), Vec::new());
    for &i in &members {
        let (row, rest) = linear(pool, system.places[i].update, &symbols)?;
        if !system.invariant(rest) {
            return None;
        }
        power.push(row);
        added.push(rest);
    }
    let (n, m, cw) = (members.len(), mask(w), pool.width(system.counter));
    // I + M + … + M^(2^j - 1), which is applied to what is added
    let mut sum: Matrix = (0..n).map(|i| (0..n).map(|j| u128::from(i == j)).collect()).collect();
    let mut values: Vec<TermId> = members.iter().map(|&i| system.places[i].initial).collect();
    for bit in 0..cw {
        let (square, double) = (times(&power, &power, m), plus(&sum, &times(&power, &sum, m), m));
        // A map that is its own square is that of all higher bits too.
        let settled = square == power && double == sum;
        let on = if settled {
            pool.ne(pool.extract(system.counter, cw - 1, bit), pool.bv(0, cw - bit))
        } else {
            pool.extract(system.counter, bit, bit)
        };
        let row = |i: usize| {
            let scaled = |x: TermId, k: u128| pool.mul(x, pool.bv(k, w));
            let moved = (0..n).fold(pool.bv(0, w), |s, j| pool.add(s, scaled(values[j], power[i][j])));
            let with = (0..n).fold(moved, |s, j| pool.add(s, scaled(added[j], sum[i][j])));
            pool.ite(on, with, values[i])
        };
        values = (0..n).map(row).collect();
        if settled {
            break;
        }
        (power, sum) = (square, double);
    }
    Some(values.into_iter().take(part.len()).collect())
}
