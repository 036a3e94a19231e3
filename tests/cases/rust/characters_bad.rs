// A character in upper case is not always one character.
// run: check
// verdict: violated
// error: panic at 9
// native: no

fn main() {
    let c: char = plica::any_where(|c| ('\u{d8}'..'\u{e0}').contains(c));
    assert_eq!(c.to_uppercase().count(), 1);
    assert_eq!(c.to_digit(16).is_some(), c.is_ascii_hexdigit());
    let mut bytes = [0; 4];
    assert_eq!(c.encode_utf8(&mut bytes).chars().next(), Some(c));
    assert!(!c.is_ascii_lowercase() || c.to_ascii_uppercase() as u32 + 32 == c as u32);
    assert_eq!(char::from_u32(c as u32), Some(c));
}
