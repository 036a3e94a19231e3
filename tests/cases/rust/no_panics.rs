// A Rust program that checks before it acts.
// run: check
// verdict: holds
// native: no

extern "C" {
    fn __VERIFIER_nondet_int() -> i32;
}

fn main() {
    let n = unsafe { __VERIFIER_nondet_int() };
    let values = [1u32, 2, 3, 4];
    let mut sum = 0u32;
    for v in 0..4 {
        if v < n {
            sum += values[v as usize];
        }
    }
    match n.checked_add(1) {
        Some(next) if (0..4).contains(&next) => assert!(values[next as usize] >= 1),
        _ => assert!(sum == 0 || sum == 1 || sum == 3 || sum == 6 || sum == 10),
    }
}
