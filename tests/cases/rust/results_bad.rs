// An error that is passed on by `?` ends in an unwrap.
// run: check
// verdict: violated
// error: panic at 40
// native: no

use std::fmt::{Display, Formatter};

#[derive(Debug)]
enum Trouble {
    Empty,
    Unknown(u8),
}

impl Display for Trouble {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Empty => f.write_str("nothing there"),
            Trouble::Unknown(byte) => write!(f, "unknown {byte:#x}"),
        }
    }
}

impl std::error::Error for Trouble {}

fn first(bytes: &[u8]) -> Result<u8, Trouble> {
    let byte = *bytes.first().ok_or(Trouble::Empty)?;
    match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        _ => Err(Trouble::Unknown(byte)),
    }
}

fn sum(bytes: &[u8]) -> Result<u8, Box<dyn std::error::Error>> {
    Ok(first(bytes)? + first(&bytes[1..])?)
}

fn main() {
    let bytes = plica::vec::any_vec::<u8, 2>();
    assert!(sum(&bytes).unwrap() <= 18);
}
