// verdict: holds
// The twin of knr.c.
main() {
    int a;
    a = __VERIFIER_nondet_int();
    if (a < 0 || a > 1000)
        return 0;
    if (twice(a) + add3(a, 1, (char)2) == 35)
        __assert_fail("not 35", "knr_good.c", 9, "main");
    return 0;
}

twice(n) {
    return n + n;
}

int add3(a, b, c)
int a, b;
char c;
{
    return a + b + c;
}
