// Threads are refused: what they do together is not known.
// run: check
// verdict: undecided
// reason: thread
// native: no

fn main() {
    let handle = std::thread::spawn(|| 3);
    assert_eq!(handle.join().unwrap(), 3);
}
