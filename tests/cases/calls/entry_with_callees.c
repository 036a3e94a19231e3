// run: check --entry testAbs --target label:TARGET
// verdict: violated
// error: target-reached at 18
// native: no
// The entry is a function whose parameters are the inputs; it calls another twice.
static int absolute(int x) {
    if (x > 0) return x;
    if (x == 0) return 100;
    return -x;
}

int testAbs(int p, int q) {
    int m = absolute(p);
    int n = absolute(q);
    if (m > n && p > 0) goto TARGET;
    return 0;
TARGET:
    return 1;
}
