//! How long is the longest word? Rust programs are checked with their standard library, oblivious to any manifest.

pub fn longest(text: &str) -> usize {
    let mut best = "";
    for word in text.split(' ') {
        if word.len() > best.len() {
            best = word;
        }
    }
    // A word may begin with a character of more than one byte.
    best[1..].chars().count() + 1
}
