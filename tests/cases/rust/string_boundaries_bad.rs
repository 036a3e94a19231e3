// A text is cut in the middle of a character.
// run: check
// verdict: violated
// error: panic at 10
// native: no

fn cut(text: &str, mut length: usize) -> &str {
    length = length.min(text.len());
    
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
