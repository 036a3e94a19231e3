// A text is cut at the boundary before it.
// run: check
// verdict: holds
// native: no

fn cut(text: &str, mut length: usize) -> &str {
    length = length.min(text.len());
    while !text.is_char_boundary(length) {
        length -= 1;
    }
    &text[..length]
}

fn main() {
    let mut text = String::from("a");
    let c: char = plica::any();
    text.push(c);
    text.push_str("z");
    let short = cut(&text, 2);
    assert!(short.starts_with('a') && short.len() <= 2);
    assert_eq!(short.chars().count(), short.len().min(if c.len_utf8() == 1 { 2 } else { 1 }));
    assert_eq!(text.bytes().last(), Some(b'z'));
}
