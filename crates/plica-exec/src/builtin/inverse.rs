//! Where a function of the library has a result that a model wants it to have, or comes close to it.
//!
//! Oblivious to conditions. Nothing is claimed: what is found is tried. Functions are taken to be continuous as far as
//! that helps.

use plica_ir::{FloatKind, Ty};
use plica_term::TermPool;

use crate::builtin::bounds::Format;

/// Arguments around `from` on whose two sides the function is below and above the target, and the whole numbers beside
/// them. The function takes and gives bits of a number of so many bits.
pub(crate) fn arguments_for(
    pool: &TermPool,
    width: u32,
    function: &dyn Fn(u64) -> Option<u64>,
    (from, target): (u64, u64),
) -> Vec<u64> {
    let kind = if width == 32 { FloatKind::Single } else { FloatKind::Double };
    let format = Format::new(pool, Ty::Float(kind));
    let target = format.value(target);
    let is_above = |place: i64| {
        let result = format.value(function(format.at_place(place))?);
        (!result.is_nan() && !target.is_nan()).then_some(result > target)
    };
    let infinity = format.place(format.bits(f64::INFINITY));
    let mut out = Vec::new();
    for direction in [1, -1] {
        let mut before = format.place(from);
        let mut side = is_above(before);
        for k in 0..width - 1 {
            let place = format.place(from).saturating_add(direction << k).clamp(-infinity - 1, infinity);
            let here = is_above(place);
            if here.is_some() && side.is_some() && here != side {
                let (mut low, mut high) = (before, place);
                while low.abs_diff(high) > 1 {
                    let middle = low + (high - low) / 2;
                    if is_above(middle) == here { high = middle } else { low = middle }
                }
                let value = format.value(format.at_place(low));
                out.extend([low, high].map(|place| format.at_place(place)));
                out.extend([value.floor(), value.ceil()].map(|value| format.bits(value)));
                break;
            }
            (before, side) = (place, here);
        }
    }
    out
}
