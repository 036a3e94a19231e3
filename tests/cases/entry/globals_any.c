// The same library, which may have been called before.
// run: check --entry next --entry-globals any
// verdict: violated
// error: division-by-zero at 9
// error: division-overflow at 9
static int last = 4;
static int scale = 1;
void set(int x) { scale = x; }
int next(void) { return last++ / scale; }
