// Bytes are tested before they are taken for a text.
// run: check
// verdict: holds
// native: no

fn first(bytes: &[u8]) -> Option<char> {
    let text = std::str::from_utf8(bytes).ok()?;
    text.chars().next()
}

fn main() {
    let bytes: Box<[u8]> = Box::new(plica::any::<[u8; 2]>());
    if let Some(c) = first(&bytes) {
        assert!(c.len_utf8() <= 2);
    }
}
