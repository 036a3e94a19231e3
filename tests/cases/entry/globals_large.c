// A global that is too large to be an input: paths that use it end undecided, others do not.
// run: check --entry get --entry-globals any
// verdict: undecided
// reason: what large holds
static char large[100000];
static int on;
int get(void) { return on ? large[7] : 0; }
