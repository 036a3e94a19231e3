// A variable that was never written has one unknown value, however it is passed on.
// run: check
// verdict: holds
// native: no
void plica_assert(int condition);

static int same(int value) { return value; }

int main(void) {
    int x, y;
    y = x;
    plica_assert(same(x) == x);
    plica_assert(y == x);
    return 0;
}
