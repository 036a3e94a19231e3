// Removing while walking by index: the last index is past the end after a removal.
// run: check
// verdict: violated
// error: panic at 11
// native: no

fn without(values: &mut Vec<u8>, unwanted: u8) {
    let mut at = 0;
    let length = values.len();
    while at < length {
        if values[at] == unwanted {
            values.remove(at);
        } else {
            at += 1;
        }
    }
}

fn main() {
    let mut values: Vec<u8> = plica::any::<[u8; 3]>().to_vec();
    without(&mut values, 7);
    assert!(values.iter().all(|v| *v != 7));
    values.insert(0, 1);
    values.dedup();
    values.extend_from_slice(&[1, 2]);
    assert_eq!(values.pop(), Some(2));
    assert!(values.capacity() >= values.len());
}
