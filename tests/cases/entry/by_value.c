// A structure that is passed in registers, a pointer in it.
// run: check --entry get
// verdict: violated
// error: division-by-zero at 9
struct view {
  int *data;
  long size;
};
int get(struct view v) { return v.data && v.size == 4 ? 10 / *v.data : 0; }
