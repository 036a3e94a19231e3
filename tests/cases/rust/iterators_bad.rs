// The mean of the values that pass a filter, of which there may be none.
// run: check
// verdict: violated
// error: panic at 14
// native: no

fn mean(values: &[u8]) -> u32 {
    let (sum, count) = values
        .iter()
        .filter(|v| **v % 2 == 1)
        .map(|v| u32::from(*v))
        .fold((0, 0u32), |(sum, count), v| (sum + v, count + 1));
    
    sum / count
}

fn main() {
    let values: [u8; 2] = plica::any();
    assert!(mean(&values) <= 255);
    let mut ahead = values.iter().zip(1u32..3).rev().peekable();
    assert_eq!(ahead.peek().unwrap().1, 2);
    let steps: Vec<u32> = (0..10).step_by(4).collect();
    assert_eq!(steps, [0, 4, 8]);
}
