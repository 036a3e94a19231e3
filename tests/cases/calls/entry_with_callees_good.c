// run: check --entry testAbs --target label:TARGET
// verdict: holds
// The entry calls a function twice; what comes back excludes the target.
static int absolute(int x) {
    if (x > 0) return x;
    if (x == 0) return 100;
    return -x;
}

int testAbs(int p, int q) {
    if (p < -100 || p > 100 || q != p) return 0;
    int m = absolute(p);
    int n = absolute(-q);
    if (m != n || m < 1) goto TARGET;
    return 0;
TARGET:
    return 1;
}
