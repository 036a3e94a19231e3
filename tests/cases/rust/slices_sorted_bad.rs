// A binary search in values that are not sorted misses what is there.
// run: check
// verdict: violated
// error: panic at 11
// native: no

fn main() {
    let mut values: [u8; 4] = plica::any();
    let wanted = values[2];
    
    assert!(values.binary_search(&wanted).is_ok());
    let mut sums = values.chunks(3).map(|c| c.iter().map(|v| u32::from(*v)).sum::<u32>());
    let (first, second) = (sums.next().unwrap(), sums.next().unwrap());
    assert_eq!(second, u32::from(values[3]));
    assert!(first <= 3 * 255 && sums.next().is_none());
}
