// A panic that is caught is left undecided; what is not caught is not.
// run: check
// verdict: undecided
// native: no

use std::panic::catch_unwind;

fn main() {
    let n: u8 = plica::any_where(|n| *n < 3);
    let caught = catch_unwind(|| {
        if n == 2 {
            panic!("two");
        }
        n
    });
    assert!(caught.is_err() || n < 2);
}
