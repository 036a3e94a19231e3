//! Tuning constants: numbers that trade effort, memory or precision for one another, each with a name, a unit, a range
//! and a sentence that says what more and what less of it costs.
//!
//! Each crate of the engine has a `tuning.rs` with all of its own, made by [`tuning!`], and reads them by
//! [`Tunable::get`]. A process does one analysis with one setting, so they are process-wide: whoever starts the
//! analysis sets them before, or leaves them. Oblivious to what they mean and to who sets them. Invariant: a value is
//! within its range, and no value within its range makes an answer wrong; it may make it late, or leave a question
//! open.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Things, as its name says.
    Count,
    /// One thing in so many.
    OneIn,
    /// Hundredths of the whole.
    Percent,
    /// How many times as much.
    Times,
    /// Bits of a number.
    Bits,
    /// Bytes.
    Bytes,
    /// Counted work, in units of about a microsecond.
    Work,
    /// Time on the clock, in microseconds.
    Micros,
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Measure::Count => "count",
            Measure::OneIn => "one in",
            Measure::Percent => "percent",
            Measure::Times => "times",
            Measure::Bits => "bits",
            Measure::Bytes => "bytes",
            Measure::Work => "work",
            Measure::Micros => "microseconds",
        })
    }
}

/// A tuning constant without its type.
#[derive(Debug)]
pub struct TuningConstant {
    area: &'static str,
    ident: &'static str,
    /// What it is, and what more and what less of it costs.
    pub sentence: &'static str,
    /// What it counts.
    pub unit: Measure,
    /// Its value unless it is set.
    pub default: u64,
    least: u64,
    most: u64,
    value: AtomicU64,
}

impl TuningConstant {
    /// For [`tuning!`].
    pub const fn new(
        area: &'static str,
        ident: &'static str,
        sentence: &'static str,
        unit: Measure,
        default: u64,
        range: RangeInclusive<u64>,
    ) -> TuningConstant {
        let (least, most) = (*range.start(), *range.end());
        assert!(least <= default && default <= most, "the default value is out of range");
        TuningConstant { area, ident, sentence, unit, default, least, most, value: AtomicU64::new(default) }
    }

    /// The name that people write, as in `templates.paths_per_iteration`: the crate's and its own.
    pub fn name(&self) -> String {
        format!("{}.{}", self.area, self.ident.to_lowercase())
    }

    /// The values that it may have.
    pub fn range(&self) -> RangeInclusive<u64> {
        self.least..=self.most
    }

    /// Its value.
    #[inline]
    pub fn value(&self) -> u64 {
        self.value.load(Ordering::Relaxed)
    }

    /// Sets it, if it may have that value. To be done before anything runs that reads it.
    pub fn set(&self, value: u64) -> Result<(), OutOfRange> {
        if !self.range().contains(&value) {
            return Err(OutOfRange);
        }
        self.value.store(value, Ordering::Relaxed);
        Ok(())
    }
}

/// A constant may not have a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange;

/// A type that tuning constants may have.
pub trait Number: Copy {
    /// The number as that type. The range of a constant keeps it from being cut.
    fn of_number(number: u64) -> Self;
}

macro_rules! numbers {
    ($($type:ty)*) => {
        $(impl Number for $type {
            #[inline]
            fn of_number(number: u64) -> $type {
                number as $type
            }
        })*
    };
}

numbers!(u8 u32 u64 u128 usize);

impl Number for Duration {
    fn of_number(number: u64) -> Duration {
        Duration::from_micros(number)
    }
}

/// A tuning constant.
#[derive(Debug)]
pub struct Tunable<T> {
    constant: TuningConstant,
    of: PhantomData<fn() -> T>,
}

impl<T: Number> Tunable<T> {
    /// For [`tuning!`].
    pub const fn new(constant: TuningConstant) -> Tunable<T> {
        Tunable { constant, of: PhantomData }
    }

    /// Its value.
    #[inline]
    pub fn get(&self) -> T {
        T::of_number(self.constant.value())
    }
}

impl<T> Tunable<T> {
    /// It without its type.
    pub const fn constant(&self) -> &TuningConstant {
        &self.constant
    }
}

/// Declares the tuning constants of a crate, and `ALL`, the table of them.
///
/// ```
/// plica_tuning::tuning! { "example":
///     /// Rounds of looking. More find more; fewer take less time.
///     pub(crate) ROUNDS: u32 = 8, Count, 1..=100;
/// }
/// # fn main() {
/// assert_eq!((ROUNDS.get(), ALL[0].name()), (8, "example.rounds".to_owned()));
/// assert!(ALL[0].set(101).is_err() && ALL[0].set(9).is_ok() && ROUNDS.get() == 9);
/// # }
/// ```
#[macro_export]
macro_rules! tuning {
    ($area:literal: $($(#[doc = $doc:literal])+ $vis:vis $name:ident: $type:ty = $default:expr, $unit:ident, $range:expr;)+) => {
        $(
            $(#[doc = $doc])+
            $vis static $name: $crate::Tunable<$type> = $crate::Tunable::new($crate::TuningConstant::new(
                $area,
                stringify!($name),
                concat!($($doc),+),
                $crate::Measure::$unit,
                $default,
                $range,
            ));
        )+
        /// All tuning constants of this crate.
        pub static ALL: &[&$crate::TuningConstant] = &[$($name.constant()),+];
    };
}
