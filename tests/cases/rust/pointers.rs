// run: check --checks +pointer-comparison,+pointer-arithmetic
// verdict: holds
// What Rust's library does to pointers of empty and of grown containers breaks no rule of Rust's.
fn main() {
    let n = std::env::args().count().min(2);
    let empty: Vec<u32> = Vec::new();
    let mut grown: Vec<u32> = empty.iter().copied().chain(0..n as u32).collect();
    grown.push(7);
    let text = format!("{}{}", String::new(), 'e');
    assert_eq!(grown.iter().sum::<u32>() + text.chars().count() as u32, 8 + (n as u32 - 1));
}
