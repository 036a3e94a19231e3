// run: check --entry proofs::sums_are_not_less
// verdict: holds
// The twin of proofs_bad.rs.
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
        kani::assume(a < 100 && b < 100);
        assert!(a + b >= a);
    }
}

fn main() {}
