//! Inputs made from other inputs by chance, as fuzzers make them: bits flipped, numbers of the program put in, texts of
//! it, pieces of other inputs.
//!
//! Oblivious to what runs on them come to. Invariant: what may not be changed is not; every value fits its width; the
//! same seed gives the same inputs.

use std::collections::BTreeSet;
use std::sync::Arc;

use plica_exec::{Input, InputKind};
use plica_ir::{Command, Expr, FuncId, GlobalId, Init, Operand, Program, Ty};
use plica_term::{TermId, TermPool, mask};

use crate::tuning;

/// What a run is given at one place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Given {
    /// The input's name.
    pub name: Arc<str>,
    /// May it be changed? What memory holds that nobody has written may not.
    free: bool,
    /// Is it a floating-point number?
    real: bool,
    /// Bits of its parts.
    widths: Arc<[u32]>,
    /// Their values.
    pub parts: Vec<u128>,
}

impl Given {
    /// What a run was given, by the values of parts; nothing where that is of a kind that is more than numbers.
    pub fn of(pool: &TermPool, input: &Input, value: impl FnMut(TermId) -> u128) -> Option<Given> {
        if !Given::are_numbers(input) {
            return None;
        }
        let free = !matches!(input.kind, InputKind::Unset);
        let parts = input.parts.iter().copied().map(value).collect();
        let widths = input.parts.iter().map(|&part| pool.width(part)).collect();
        let real = matches!(input.kind, InputKind::Scalar { float: true, .. });
        Some(Given { name: input.name.clone(), free, real, widths, parts })
    }

    /// Is an input nothing but numbers? What exploring would say where the program asks how much is known is not known
    /// here.
    pub fn are_numbers(input: &Input) -> bool {
        match input.kind {
            InputKind::Scalar { .. } | InputKind::Bytes | InputKind::Unset => true,
            InputKind::Pointer | InputKind::Object { .. } | InputKind::External { .. } | InputKind::Answer => false,
        }
    }

    /// Sets what may be changed to zero; false if it is so.
    pub fn clear(&mut self, part: usize) -> bool {
        self.free && self.parts.get_mut(part).is_some_and(|value| std::mem::take(value) != 0)
    }

    /// Makes numbers that may be changed small ones, about half of them: a loop that goes by them is soon over.
    pub fn make_small(&mut self, random: &mut fastrand::Rng) {
        for part in 0..self.parts.len() {
            if self.free && random.bool() {
                let bits = random.u32(1..6);
                let value = random.u128(..1 << bits);
                // Now and then a negative one.
                let negative = random.u8(..8) == 0;
                let real = if negative { -(value as f64) } else { value as f64 };
                let value = if negative { value.wrapping_neg() } else { value };
                self.set(part, self.bits_of(part, real).unwrap_or(value));
            }
        }
    }

    /// The bits of a floating-point number, where the part is one that a processor computes with.
    fn bits_of(&self, part: usize, number: f64) -> Option<u128> {
        match self.widths[part] {
            32 if self.real => Some(u128::from((number as f32).to_bits())),
            64 if self.real => Some(u128::from(number.to_bits())),
            _ => None,
        }
    }

    /// The floating-point number that a part is, alike.
    fn number_of(&self, part: usize) -> Option<f64> {
        number_of(self.widths[part], self.parts[part]).filter(|_| self.real)
    }

    fn set(&mut self, part: usize, value: u128) {
        self.parts[part] = value & mask(self.widths[part]);
    }
}

/// The floating-point number of some bits, where it is one that a processor computes with.
fn number_of(width: u32, bits: u128) -> Option<f64> {
    match width {
        32 => Some(f64::from(f32::from_bits(bits as u32))),
        64 => Some(f64::from_bits(bits as u64)),
        _ => None,
    }
}

/// What the program compares with, and its texts.
#[derive(Debug, Default)]
struct Dictionary {
    characters: Vec<u8>,
    numbers: Vec<u128>,
    reals: Vec<f64>,
    texts: Vec<Arc<[u8]>>,
}

impl Dictionary {
    fn of(program: &Program) -> Dictionary {
        let (mut characters, mut numbers, mut texts) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut reals = BTreeSet::new();
        let own = program.functions.iter().enumerate().filter(|(at, _)| program.is_own(FuncId(*at as u32)));
        for command in own.flat_map(|(_, f)| &f.code) {
            match command {
                Command::Assign { expr: Expr::Cmp { a, b, .. }, .. } => {
                    for operand in [a, b] {
                        if let Operand::Int { bits, .. } = operand {
                            numbers.insert(u128::from(*bits));
                        }
                    }
                }
                Command::Assign { expr: Expr::FCmp { ty, a, b, .. } | Expr::Bin { ty, a, b, .. }, .. }
                    if matches!(ty, Ty::Float(_)) =>
                {
                    for operand in [a, b] {
                        if let Operand::Int { width, bits } = operand {
                            reals.extend(number_of(*width, u128::from(*bits)).map(f64::to_bits));
                        }
                    }
                }
                Command::Switch { cases, .. } => numbers.extend(cases.iter().map(|case| case.0)),
                _ => {}
            }
        }
        for (at, global) in program.globals.iter().enumerate() {
            let own = !program.model_globals.contains(&GlobalId(at as u32));
            if let Init::Data { bytes, relocs } = &global.init
                && own
                && relocs.is_empty()
                && global.cell == 1
            {
                let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
                if (1..=tuning::LONGEST_TEXT_PUT_IN.get()).contains(&text.len()) {
                    texts.insert(Arc::from(text));
                }
            }
        }
        characters.extend(numbers.iter().filter_map(|&n| u8::try_from(n).ok()));
        characters.extend(texts.iter().flat_map(|text: &Arc<[u8]>| text.iter().copied()));
        Dictionary {
            characters: characters.into_iter().collect(),
            numbers: numbers.into_iter().collect(),
            reals: reals.into_iter().map(f64::from_bits).filter(|x| x.is_finite()).collect(),
            texts: texts.into_iter().collect(),
        }
    }
}

/// See the module's description.
pub(crate) struct Mutator {
    dictionary: Dictionary,
    /// Which input comes next.
    pub random: fastrand::Rng,
}

impl Mutator {
    /// For the inputs of a program.
    pub fn new(program: &Program) -> Mutator {
        Mutator { dictionary: Dictionary::of(program), random: fastrand::Rng::with_seed(0) }
    }

    /// Changes an input at a few places; may put in pieces of another.
    pub fn change(&mut self, input: &mut [Given], other: &[Given]) {
        let free: Vec<usize> = (0..input.len()).filter(|&i| input[i].free && !input[i].parts.is_empty()).collect();
        if free.is_empty() {
            return;
        }
        let all: usize = free.iter().map(|&i| input[i].parts.len()).sum();
        for _ in 0..1 << self.random.u32(..4) {
            // Each input as often as another, or each part.
            let (i, part) = match self.random.bool() {
                true => {
                    let i = free[self.random.usize(..free.len())];
                    (i, self.random.usize(..input[i].parts.len()))
                }
                false => {
                    let mut n = self.random.usize(..all);
                    let found = free.iter().find(|&&i| {
                        let here = n < input[i].parts.len();
                        n -= if here { 0 } else { input[i].parts.len() };
                        here
                    });
                    (found.copied().unwrap_or(free[0]), n)
                }
            };
            let text = input[i].widths[part] == 8 && input[i].parts.len() > 1;
            match self.random.u8(..8) {
                0 if text => self.put_text(&mut input[i], part),
                1 if text => self.move_bytes(&mut input[i], part),
                2 => {
                    let from = other.get(i).filter(|from| from.widths == input[i].widths && from.free);
                    match from {
                        Some(from) => self.splice(&mut input[i], from, part),
                        None => self.copy(input, &free, (i, part)),
                    }
                }
                3 => self.copy(input, &free, (i, part)),
                _ => {
                    let (value, width) = (input[i].parts[part], input[i].widths[part]);
                    let value = match self.real(&input[i], part) {
                        Some(real) => real,
                        None if width <= 8 => self.character(value),
                        None => self.number(value, width),
                    };
                    input[i].set(part, value);
                }
            }
        }
    }

    fn character(&mut self, old: u128) -> u128 {
        let random = &mut self.random;
        match random.u8(..6) {
            0 => u128::from(random.u8(..)),
            1 => old ^ 1 << random.u8(..8),
            2 => old.wrapping_add(u128::from(random.u8(1..9))),
            3 => old.wrapping_sub(u128::from(random.u8(1..9))),
            4 => u128::from(random.u8(b' '..=b'~')),
            _ => match &self.dictionary.characters[..] {
                [] => u128::from(random.u8(..4)),
                known => u128::from(known[random.usize(..known.len())]),
            },
        }
    }

    fn number(&mut self, old: u128, width: u32) -> u128 {
        let random = &mut self.random;
        let small = u128::from(random.u8(..17));
        match random.u8(..9) {
            0 => small,
            1 => 0u128.wrapping_sub(small),
            2 => old.wrapping_add(small),
            3 => old.wrapping_sub(small),
            4 => old ^ 1u128.checked_shl(random.u32(..width)).unwrap_or(1),
            5 => 1u128.checked_shl(random.u32(..width)).unwrap_or(1).wrapping_sub(u128::from(random.bool())),
            // So many bits, whichever number that is.
            6 => random.u128(..) >> (127 - random.u32(..width.min(127))),
            7 => {
                let at = random.u32(..width.div_ceil(8)) * 8;
                old & !(0xff << at) | u128::from(random.u8(..)) << at
            }
            _ => match &self.dictionary.numbers[..] {
                [] => small,
                known => {
                    let near = [0, 1, u128::MAX][random.usize(..3)];
                    known[random.usize(..known.len())].wrapping_add(near)
                }
            },
        }
    }

    /// A floating-point number: those that programs tell apart are seldom such of any bits, of which most are far
    /// larger or smaller than what is computed with.
    fn real(&mut self, input: &Given, part: usize) -> Option<u128> {
        let (old, width) = (input.number_of(part)?, input.widths[part]);
        let random = &mut self.random;
        let known = &self.dictionary.reals;
        let one = |random: &mut fastrand::Rng| match known[..] {
            [] => f64::from(random.i8(..)),
            _ => known[random.usize(..known.len())],
        };
        let value = match random.u8(..10) {
            0 => return Some(self.number(input.parts[part], width)),
            1 => f64::from(random.i8(-16..17)),
            2 => (random.f64() - 0.5) * (f64::from(random.i32(-12..13))).exp2(),
            3 => 2.0 * random.f64() - 1.0,
            4 => [-0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-300, 1e300][random.usize(..6)],
            5 => old * 4.0 * random.f64(),
            6 => old + 2.0 * random.f64() - 1.0,
            7 => -one(random),
            8 => one(random),
            _ => {
                let (a, b) = (one(random), one(random));
                a + (b - a) * random.f64()
            }
        };
        let bits = input.bits_of(part, value)?;
        // The number, or one of those beside it.
        let near = [0, 0, 1, u128::MAX][random.usize(..4)];
        Some(bits.wrapping_add(near))
    }

    /// A text of the program.
    fn put_text(&mut self, input: &mut Given, at: usize) {
        let texts = &self.dictionary.texts;
        if texts.is_empty() {
            return;
        }
        let text = texts[self.random.usize(..texts.len())].clone();
        let end = input.parts.len().min(at + text.len());
        for (part, byte) in (at..end).zip(text.iter()) {
            input.set(part, u128::from(*byte));
        }
    }

    /// A byte more or less before the rest.
    fn move_bytes(&mut self, input: &mut Given, at: usize) {
        if input.widths[at..].iter().any(|width| *width != 8) {
            return;
        }
        let rest = &mut input.parts[at..];
        if self.random.bool() {
            rest.rotate_right(1);
            rest[0] = self.random.u8(..).into();
        } else {
            rest.rotate_left(1);
        }
    }

    /// The parts from here to somewhere as another input has them.
    fn splice(&mut self, input: &mut Given, from: &Given, at: usize) {
        let end = self.random.usize(at..input.parts.len()) + 1;
        input.parts[at..end].copy_from_slice(&from.parts[at..end]);
    }

    /// A part as another one is.
    fn copy(&mut self, input: &mut [Given], free: &[usize], (i, part): (usize, usize)) {
        let from = &input[free[self.random.usize(..free.len())]];
        let value = from.parts[self.random.usize(..from.parts.len())];
        input[i].set(part, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(free: bool, width: u32, parts: &[u128]) -> Given {
        Given { name: "x".into(), free, real: false, widths: vec![width; parts.len()].into(), parts: parts.to_vec() }
    }

    #[test]
    fn what_may_not_be_changed_is_not_and_values_fit() {
        let mut mutator = Mutator::new(&Program::default());
        mutator.dictionary = Dictionary {
            characters: vec![b'{', 0xff],
            numbers: vec![u128::MAX, 1 << 40],
            reals: vec![0.5],
            texts: vec![(*b"a longer text").into(), (*b"if").into()],
        };
        let seed = [given(true, 8, &[0; 9]), given(false, 8, &[3, 4]), given(true, 32, &[7]), given(true, 1, &[1])];
        let other = [given(true, 8, &[200; 9]), given(false, 8, &[5, 6]), given(true, 32, &[9]), given(true, 1, &[0])];
        let mut seen = BTreeSet::new();
        for _ in 0..10_000 {
            let mut input = seed.to_vec();
            mutator.change(&mut input, &other);
            assert_eq!(input[1], seed[1]);
            for given in &input {
                assert_eq!(given.parts.len(), given.widths.len());
                assert!(given.parts.iter().zip(&*given.widths).all(|(value, width)| value & !mask(*width) == 0));
            }
            seen.extend(input[0].parts.iter().copied());
        }
        // Every byte comes up, and what is nowhere but in the other input.
        assert_eq!(seen.len(), 256);
        let mut nothing = [given(false, 8, &[1])];
        mutator.change(&mut nothing, &[]);
        assert_eq!(nothing[0].parts, [1]);
    }

    #[test]
    fn floating_point_numbers_are_of_the_size_that_programs_compute_with() {
        let mut mutator = Mutator::new(&Program::default());
        mutator.dictionary.reals = vec![-1.5, 1.5, 1000.0];
        for width in [32, 64] {
            let mut input = [Given { real: true, ..given(true, width, &[0]) }];
            let mut within = 0;
            for _ in 0..10_000 {
                mutator.change(&mut input, &[]);
                within += usize::from(input[0].number_of(0).is_some_and(|x| x.abs() <= 1.5));
            }
            assert!((3000..8000).contains(&within), "{within}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_inputs() {
        let inputs = || {
            let mut mutator = Mutator::new(&Program::default());
            let mut input = vec![given(true, 8, &[0; 4]), given(true, 64, &[1])];
            (0..100).for_each(|_| mutator.change(&mut input, &[]));
            input
        };
        assert_eq!(inputs(), inputs());
    }
}
