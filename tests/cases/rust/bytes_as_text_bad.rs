// Bytes that are no text are taken for one, and read past their end.
// run: check
// verdict: violated
// error: panic at 9
// native: no

fn first(bytes: &[u8]) -> Option<char> {
    let text = unsafe { std::str::from_utf8_unchecked(bytes) };
    text.chars().next()
}

fn main() {
    let bytes: Box<[u8]> = Box::new(plica::any::<[u8; 2]>());
    if let Some(c) = first(&bytes) {
        assert!(c.len_utf8() <= 2);
    }
}
