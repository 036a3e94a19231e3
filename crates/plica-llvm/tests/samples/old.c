struct s { int x; };
count; static arr[3];
f(a, b) char *b; { return a + *b; }
g(x) { if (x) return; undeclared(x, "s"); }
int *h(int x) { struct s *p = malloc(x); int *q = p; int (*fp)(char*) = f; return x; }
char *str(void) { return strcpy_like("a"); }
main() { auto y = 3; count = f(1, "a"); printf("%d\n", count); return g(count) + y; }
