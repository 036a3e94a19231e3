// A Rust program whose panics are errors: an index out of bounds, an overflow, a panic of its own.
// run: check
// verdict: violated
// error: panic at 14
// error: panic at 20
// error: panic at 22
// native: no

extern "C" {
    fn __VERIFIER_nondet_int() -> i32;
}

fn index(values: &[i32], at: usize) -> i32 {
    values[at]
}

fn main() {
    let n = unsafe { __VERIFIER_nondet_int() };
    let values = [1, 2, 3, 4];
    let next = n + 1;
    if next > 100 {
        panic!("too large");
    }
    if next >= 0 {
        assert!(index(&values, next as usize) > 0);
    }
}
