// A binary search in values that are not sorted misses what is there.
// run: check
// verdict: violated
// error: panic at 11
// native: no

fn main() {
    let mut values: [u8; 3] = plica::any();
    let wanted = values[1];
    
    assert!(values.binary_search(&wanted).is_ok());
    let mut sums = values.chunks(2).map(|c| c.iter().map(|v| u32::from(*v)).sum::<u32>());
    let (first, second) = (sums.next().unwrap(), sums.next().unwrap());
    assert_eq!(second, u32::from(values[2]));
    assert!(first <= 2 * 255 && sums.next().is_none());
}
