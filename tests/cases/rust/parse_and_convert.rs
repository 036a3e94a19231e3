// A number that is parsed is converted with a check; errors are passed on.
// run: check
// verdict: holds
// native: no

use std::convert::TryFrom;
use std::str::FromStr;

#[derive(Debug, PartialEq)]
struct Level(u8);

#[derive(Debug)]
enum Wrong {
    NoNumber(std::num::ParseIntError),
    TooLarge(u16),
}

impl From<std::num::ParseIntError> for Wrong {
    fn from(error: std::num::ParseIntError) -> Wrong {
        Wrong::NoNumber(error)
    }
}

impl TryFrom<u16> for Level {
    type Error = Wrong;
    fn try_from(n: u16) -> Result<Level, Wrong> {
        if n < 300 { Ok(Level(u8::try_from(n).map_err(|_| Wrong::TooLarge(n))?)) } else { Err(Wrong::TooLarge(n)) }
    }
}

impl FromStr for Level {
    type Err = Wrong;
    fn from_str(text: &str) -> Result<Level, Wrong> {
        let number: u16 = text.trim().parse()?;
        Level::try_from(number)
    }
}

fn main() {
    let bytes: [u8; 3] = plica::any_where(|b: &[u8; 3]| b[0] == b'2');
    let Ok(text) = std::str::from_utf8(&bytes) else { return };
    match text.parse::<Level>() {
        Ok(Level(n)) => assert!(n == 2 || n / 10 == 2 || n / 100 == 2),
        Err(Wrong::NoNumber(error)) => assert!(*error.kind() == std::num::IntErrorKind::InvalidDigit),
        Err(Wrong::TooLarge(n)) => assert!(n > 255),
    }
}
