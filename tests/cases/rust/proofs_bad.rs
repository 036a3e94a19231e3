// run: check --entry proofs::sums_are_not_less
// verdict: violated
// error: panic at 16
// A proof in a file by itself, in a module that is there where proofs are checked only.
#[cfg(kani)]
mod proofs {
    #[kani::proof]
    fn halves_are_less() {
        let n: u8 = kani::any();
        kani::assume(n > 0);
        assert!(n / 2 < n);
    }
    #[kani::proof]
    fn sums_are_not_less() {
        let (a, b): (u8, u8) = (kani::any(), kani::any());
        assert!(a + b >= a);
    }
}

fn main() {}
