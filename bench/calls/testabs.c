//! testAbs: the running example of the demand-driven paper. The target needs what `abs` returns for both parameters.
//!
//! After Anand, Godefroid, Tillmann: Demand-Driven Compositional Symbolic Execution, 2008. From the first input (1, 1) on, the
//! target is found with what is known of `abs` already; from (0, 1) on, the part with p <= 0 is never explored.
//! Options: --entry testAbs --target label:TARGET
//! Verdict: violated (p > |q| and q is not 0, or p > 100 and q = 0).

int abs(int x) {
    if (x > 0) return x;
    if (x == 0) return 100;
    return -x;
}

int testAbs(int p, int q) {
    int m = abs(p);
    int n = abs(q);
    if (m > n && p > 0) goto TARGET;
    return 0;
TARGET:
    return 1;
}
