// verdict: violated
// error: assertion-failure at 10
// C as it was before 1989: implicit int, parameters declared behind the head, calls before any declaration.
main() {
    int a;
    a = __VERIFIER_nondet_int();
    if (a < 0 || a > 1000)
        return 0;
    if (twice(a) + add3(a, 1, (char)2) == 36)
        __assert_fail("not 36", "knr.c", 10, "main");
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
