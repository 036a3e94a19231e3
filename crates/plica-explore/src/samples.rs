//! Values that numbers have together whenever a concrete run comes to the head of a loop, and the linear equations that
//! all of these satisfy.
//!
//! What a loop keeps is seldom said by the program, but a few runs show it (Sharma, Gupta, Hariharan, Aiken, Liang,
//! Nori: *A Data Driven Approach for Algebraic Loop Invariants*, ESOP 2013). Where none holds for all values, one may
//! for the even values of a number and another for its odd ones, or while a number says which phase it is. Oblivious to
//! where the values come from; nothing that is concluded rests on them. Invariant: every equation holds of all values
//! of its rows.

use rustc_hash::FxHashSet;

use crate::tuning;

/// An equation: the factors of the numbers, and last what has to be added for the sum to be zero.
pub(crate) type Equation = Vec<i128>;

/// Which of the rows: what a number has to be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Odd, or even.
    Odd(bool),
    /// This value.
    Is(i128),
    /// Another value.
    IsNot(i128),
}

impl Part {
    fn has(self, value: i128) -> bool {
        match self {
            Part::Odd(odd) => (value & 1 == 1) == odd,
            Part::Is(this) => value == this,
            Part::IsNot(this) => value != this,
        }
    }
}

/// The values of some numbers, in their order; a row for each time. The first ones are looked at for equations, the
/// others only tell rows apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    numbers: usize,
    rows: Vec<Vec<i128>>,
    seen: FxHashSet<Vec<i128>>,
}

impl Samples {
    /// None yet, of rows of which so many numbers are looked at for equations.
    pub fn new(numbers: usize) -> Samples {
        Samples { numbers, ..Samples::default() }
    }

    /// Are there as many as are looked at?
    pub fn are_enough(&self) -> bool {
        self.rows.len() >= tuning::SAMPLES_PER_HEAD.get()
    }

    /// Adds a row, if there is none like it.
    pub fn add(&mut self, row: Vec<i128>) {
        let fits = row[..self.numbers].iter().all(|value| value.unsigned_abs() < 1 << 32);
        if fits && !self.are_enough() && self.seen.insert(row.clone()) {
            self.rows.push(row);
        }
    }

    /// The equations that hold in all rows.
    pub fn equations(&self) -> Vec<Equation> {
        self.equations_of(&self.rows.iter().collect::<Vec<_>>())
    }

    /// Those that hold only where one number is of a certain kind: its place in rows, the kind, and the equation.
    pub fn equations_in_part(&self) -> Vec<(usize, Part, Equation)> {
        let mut out = Vec::new();
        for place in 0..self.rows.first().map_or(0, Vec::len) {
            for part in self.parts(place) {
                let rows: Vec<&Vec<i128>> = self.rows.iter().filter(|row| part.has(row[place])).collect();
                // What says no more than which part it is, or holds of all rows, is nothing new.
                let is_new = |e: &Equation| {
                    let factors = e[..self.numbers].iter().filter(|factor| **factor != 0).count();
                    factors > 1 && !self.rows.iter().all(|row| is_true(e, row))
                };
                let all = self.equations_of(&rows).into_iter().filter(is_new);
                out.extend(all.map(|equation| (place, part, equation)));
            }
        }
        out
    }

    /// The parts into which a number divides the rows: by its values if there are few, else by whether it is zero; and
    /// by its lowest bit.
    fn parts(&self, place: usize) -> Vec<Part> {
        let mut values: Vec<i128> = Vec::new();
        for row in &self.rows {
            if !values.contains(&row[place]) && values.len() <= tuning::VALUES_AS_PARTS.get() {
                values.push(row[place]);
            }
        }
        if values.len() <= tuning::VALUES_AS_PARTS.get() {
            return if values.len() < 2 { Vec::new() } else { values.into_iter().map(Part::Is).collect() };
        }
        vec![Part::Odd(false), Part::Odd(true), Part::Is(0), Part::IsNot(0)]
    }

    /// A basis of the equations that hold in these rows; none if there are too few for that to mean anything.
    fn equations_of(&self, rows: &[&Vec<i128>]) -> Vec<Equation> {
        let columns = self.numbers + 1;
        let with_one = rows.iter().map(|row| row[..self.numbers].iter().copied().chain([1]).collect());
        let Some((reduced, pivots)) = reduce(with_one, columns) else { return Vec::new() };
        if rows.len() < pivots.len() + tuning::SAMPLES_TO_SPARE.get() {
            return Vec::new();
        }
        let free = (0..columns).filter(|column| !pivots.contains(column));
        let all = free.filter_map(|column| null_vector(&reduced, &pivots, column, columns));
        let largest = i128::from(tuning::LARGEST_FACTOR.get());
        all.filter(|e| e[..self.numbers].iter().all(|factor| factor.abs() <= largest)).collect()
    }
}

/// Does it hold in a row, which may be longer?
fn is_true(equation: &[i128], row: &[i128]) -> bool {
    let (sum, numbers) = equation.split_last().map_or((0, equation), |(last, numbers)| (*last, numbers));
    numbers.iter().zip(row).fold(sum, |sum, (factor, value)| sum + factor * value) == 0
}

/// The reduced echelon form, in whole numbers, and the columns of the first number of each row. `None` where numbers
/// would become too large.
fn reduce(rows: impl Iterator<Item = Vec<i128>>, columns: usize) -> Option<(Vec<Vec<i128>>, Vec<usize>)> {
    let (mut reduced, mut pivots): (Vec<Vec<i128>>, Vec<usize>) = Default::default();
    for mut row in rows {
        for (other, &pivot) in reduced.iter().zip(&pivots) {
            clear(&mut row, other, pivot)?;
        }
        let Some(pivot) = (0..columns).find(|&column| row[column] != 0) else { continue };
        for other in &mut reduced {
            clear(other, &row, pivot)?;
        }
        reduced.push(row);
        pivots.push(pivot);
        if pivots.len() == columns {
            break;
        }
    }
    Some((reduced, pivots))
}

/// Makes a column of a row zero by means of another row.
fn clear(row: &mut [i128], other: &[i128], column: usize) -> Option<()> {
    let (mine, its) = (row[column], other[column]);
    if mine == 0 {
        return Some(());
    }
    for (a, &b) in row.iter_mut().zip(other) {
        *a = a.checked_mul(its)?.checked_sub(b.checked_mul(mine)?)?;
    }
    shorten(row);
    Some(())
}

/// Divides by what all numbers have in common.
fn shorten(row: &mut [i128]) {
    let common = row.iter().fold(0, |common, &value| gcd(common, value.unsigned_abs()));
    if common > 1 {
        row.iter_mut().for_each(|value| *value /= common as i128);
    }
}

/// The greatest common divisor; that of zero and a number is the number.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The vector that all rows take to zero and that has nothing else in columns without a pivot than in this one.
fn null_vector(reduced: &[Vec<i128>], pivots: &[usize], column: usize, columns: usize) -> Option<Equation> {
    let mut scale: i128 = 1;
    for (row, &pivot) in reduced.iter().zip(pivots).filter(|(row, _)| row[column] != 0) {
        let part = row[pivot] / gcd(row[pivot].unsigned_abs(), row[column].unsigned_abs()) as i128;
        scale = scale.checked_mul(part / gcd(scale.unsigned_abs(), part.unsigned_abs()) as i128)?;
    }
    let mut out = vec![0; columns];
    out[column] = scale;
    for (row, &pivot) in reduced.iter().zip(pivots) {
        out[pivot] = -(row[column].checked_mul(scale)? / row[pivot]);
    }
    shorten(&mut out);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(numbers: usize, rows: impl Iterator<Item = Vec<i128>>) -> Samples {
        let mut all = Samples::new(numbers);
        rows.for_each(|row| all.add(row));
        all
    }

    #[test]
    fn equations_hold_in_all_rows_and_are_found() {
        // y = 3x - 2 and z = x + y, whatever w is.
        let rows = (0..24i128).map(|i| {
            let (x, w) = (i % 5 - 2, i * i % 7);
            vec![x, 3 * x - 2, w, 4 * x - 2]
        });
        let all = samples(4, rows);
        let found = all.equations();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|e| all.rows.iter().all(|row| is_true(e, row))));
        assert!(found.iter().all(|e| e[2] == 0), "{found:?}");
        // Two equations in three numbers that depend on one: every point of it satisfies both, and no other does.
        let solves = |row: &[i128]| found.iter().all(|e| is_true(e, row));
        assert!(solves(&[100, 298, 5, 398]) && !solves(&[100, 297, 5, 397]) && !solves(&[100, 298, 5, 397]));
    }

    #[test]
    fn few_rows_and_numbers_without_a_relation_give_no_equation() {
        let squares = |n: i128| samples(2, (0..n).map(|i| vec![i, i * i]));
        assert!(squares(2).equations().is_empty() && squares(20).equations().is_empty());
        let random = (0..30i128).map(|i| vec![i * 7919 % 101, i * 104_729 % 97, i * 1_299_709 % 89]);
        assert!(samples(3, random).equations().is_empty());
        let none = Samples::new(3);
        assert!(none.equations().is_empty() && none.equations_in_part().is_empty());
    }

    #[test]
    fn what_holds_in_a_part_only_is_found_with_that() {
        let has = |found: &[(usize, Part, Equation)], place: usize, part: Part, e: &[i128]| {
            let same = |f: &Equation| f == e || f.iter().map(|f| -f).collect::<Vec<_>>() == e;
            found.iter().any(|(p, q, f)| (*p, *q) == (place, part) && same(f))
        };
        // Half of a number, rounded up.
        let halves = samples(2, (0..30i128).map(|i| vec![i, (i + 1) / 2]));
        assert!(halves.equations().is_empty());
        let found = halves.equations_in_part();
        assert!(has(&found, 0, Part::Odd(false), &[1, -2, 0]) && has(&found, 0, Part::Odd(true), &[1, -2, 1]));
        // Three counters that take turns, with whose turn it is, which is in no equation.
        let turns = samples(3, (0..60i128).map(|i| vec![(i + 2) / 3, (i + 1) / 3, i / 3, i % 3]));
        let found = turns.equations_in_part();
        assert!(has(&found, 3, Part::Is(0), &[1, -1, 0, 0]) && has(&found, 3, Part::Is(1), &[1, -1, 0, -1]));
        // What keeps together if a flag is set.
        let flag = |i: i128| vec![i, if i % 5 == 0 { i * i } else { 2 * i }, i % 5 * (i % 7 + 1)];
        let found = samples(2, (0..60).map(flag)).equations_in_part();
        assert!(has(&found, 2, Part::IsNot(0), &[2, -1, 0]), "{found:?}");
    }

    #[test]
    fn numbers_that_become_too_large_end_it() {
        let large = |i: i128| vec![(1 << 31) + i * i * i, (1 << 30) - i * i * 17, i * 1_234_567, i * i * 7_654_321];
        let all = samples(4, (1..40).map(large));
        // Whatever comes of it, it is none of a wrong number.
        assert!(all.equations().iter().all(|e| all.rows.iter().all(|row| is_true(e, row))));
    }
}
