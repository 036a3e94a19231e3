// A structure that is passed in memory.
// run: check --entry get
// verdict: violated
// error: division-by-zero at 8
struct large {
  long a, b, c, d;
};
int get(struct large l) { return l.a == 1 && l.d == 77 ? 10 / (int)l.c : 0; }
