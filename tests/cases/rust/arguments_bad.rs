// verdict: violated
// error: panic at 6
// native: no
fn main() {
    let numbers = vec![1, 2, 3];
    println!("{}", numbers[std::env::args().count() + 2]);
}
