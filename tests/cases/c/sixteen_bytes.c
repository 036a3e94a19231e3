// An array read at known places only: its elements are independent.
//
// verdict: violated
// error: assertion-failure at 13
void plica_make_symbolic(void *, unsigned long, const char *);
void plica_assert(int);
int main(void) {
    unsigned char e[16];
    plica_make_symbolic(e, sizeof e, "e");
    int n = 0;
    if (e[0] == 1) n++;
    if (e[1] == 2 && e[15] == 3) n++;
    plica_assert(n != 2 || e[7] != 9);
    return 0;
}
