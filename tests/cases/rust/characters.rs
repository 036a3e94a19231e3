// Characters are classified and converted.
// run: check
// verdict: holds
// native: no

fn capital(c: char) -> char {
    if c.is_ascii_lowercase() { (c as u8 - 32) as char } else { c }
}

fn main() {
    let c = char::from(plica::any::<u8>());
    assert_eq!(capital(c), c.to_ascii_uppercase());
    assert_eq!(c.to_digit(16).is_some(), c.is_ascii_hexdigit());
    let mut bytes = [0; 4];
    assert_eq!(c.encode_utf8(&mut bytes).chars().next(), Some(c));
    assert_eq!(char::from_u32(c as u32), Some(c));
    assert_eq!('ß'.to_uppercase().collect::<String>(), "SS");
}
