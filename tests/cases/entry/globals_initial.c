// Globals hold their initial values where nothing else is said: as a library that nobody has called before.
// run: check --entry next
// verdict: holds
static int last = 4;
static int scale = 1;
void set(int x) { scale = x; }
int next(void) { return ++last / scale; }
