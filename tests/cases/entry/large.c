// What is too large to be made up is said, not tried.
// run: check --entry first
// verdict: undecided
// reason: what struct vast#0 holds
struct vast {
  char room[100000];
};
char first(struct vast *v) { return v ? v->room[0] : 0; }
