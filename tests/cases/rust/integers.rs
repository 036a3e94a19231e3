// Integers at their limits, checked, wrapped and saturated.
// run: check
// verdict: holds
// native: no

fn main() {
    let (a, b): (i16, i16) = (plica::any(), plica::any());
    let shift: u32 = plica::any();
    let negated = a.wrapping_neg();
    let shifted = 1i16.checked_shl(shift).unwrap_or(0);
    let quotient = if b != 0 { a.wrapping_div(b) } else { 0 };
    assert!(negated == a.saturating_neg() || a == i16::MIN);
    assert!(shifted == 0 || shifted.count_ones() == 1);
    assert!(b == 0 || quotient == a.overflowing_div(b).0);
    assert_eq!(a.checked_add(b).is_none(), i32::from(a) + i32::from(b) != i32::from(a.wrapping_add(b)));
    assert_eq!(a.abs_diff(b), b.abs_diff(a));
}
