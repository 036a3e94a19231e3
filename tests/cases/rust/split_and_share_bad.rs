// Two parts of a slice that are split at an index past its end.
// run: check
// verdict: violated
// error: panic at 11
// native: no

use std::borrow::Cow;

fn swap_halves(values: &mut [u8], at: usize) {
    
    let (left, right) = values.split_at_mut(at);
    for (l, r) in left.iter_mut().zip(right.iter_mut()) {
        std::mem::swap(l, r);
    }
}

fn spaced(text: &str) -> Cow<'_, str> {
    if text.contains('_') { Cow::Owned(text.replace('_', " ")) } else { Cow::Borrowed(text) }
}

fn main() {
    let mut values: [u8; 2] = plica::any();
    let sum: u32 = values.iter().map(|v| *v as u32).sum();
    swap_halves(&mut values, plica::any_where(|at| *at < 4));
    assert_eq!(sum, values.iter().map(|v| *v as u32).sum());
    let text = spaced(if plica::any() { "a_b" } else { "a b" });
    assert_eq!(text, "a b");
}
