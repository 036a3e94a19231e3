// A column is wider than its number of characters allows.
// run: check
// verdict: violated
// error: panic at 27
// native: no

use std::fmt;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(u8),
    Name { text: &'static str },
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Token::Number(n) => write!(f, "{n:>3}"),
            Token::Name { text } => f.pad(text),
        }
    }
}

fn main() {
    let n: i8 = plica::any();
    let column = format!("{:>3}|", n);
    assert_eq!(column.len(), 4);
    assert_eq!(format!("{}{:<5}|", Token::Number(7), Token::Name { text: "ab" }), "  7ab   |");
    assert_eq!(format!("{:?}", Token::Name { text: "x" }), "Name { text: \"x\" }");
    assert_eq!(format!("{:#06x} {:+} {:.2} {:^5}", 255, 3, 1.005f64, 'c'), "0x00ff +3 1.00   c  ");
}
