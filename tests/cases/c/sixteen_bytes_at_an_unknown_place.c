// Elements are independent until the array is read or written at an unknown place.
//
// verdict: violated
// error: assertion-failure at 19
void plica_make_symbolic(void *, unsigned long, const char *);
unsigned plica_uint(const char *);
void plica_assert(int);
int main(void) {
    unsigned char e[16];
    plica_make_symbolic(e, sizeof e, "e");
    unsigned i = plica_uint("i");
    if (i > 15) return 0;
    if (e[3] != 1 || e[4] != 2) return 0;
    plica_assert(e[3] + e[4] == 3);
    if (e[i] != 2) return 0;
    plica_assert(i != 3);
    e[i] = 7;
    plica_assert(e[3] == 1);
    plica_assert(e[4] != 7);
    return 0;
}
