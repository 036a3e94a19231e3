// A write to a constant is seen by the check of pointers alone.
// run: check --checks pointer
// verdict: violated
// error: read-only-write at 7
// native: no

static void set(const int *p, int to) { *(int *)p = to; }

int main(void) {
    const int limit = 5;
    set(&limit, 7);
    return limit == 7;
}
