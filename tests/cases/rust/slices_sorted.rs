// Values are sorted before they are searched, and looked at in windows and chunks.
// run: check
// verdict: holds
// native: no

fn main() {
    let mut values: [u8; 3] = plica::any();
    let wanted = values[1];
    values.sort_unstable();
    assert!(values.windows(2).all(|w| w[0] <= w[1]));
    assert!(values.binary_search(&wanted).is_ok());
    let mut sums = values.chunks(2).map(|c| c.iter().map(|v| u32::from(*v)).sum::<u32>());
    let (first, second) = (sums.next().unwrap(), sums.next().unwrap());
    assert_eq!(second, u32::from(values[2]));
    assert!(first <= 2 * 255 && sums.next().is_none());
}
