// A reference is a pointer that C++ says is not null; a member function has its object as a pointer.
// run: check --entry half
// verdict: violated
// error: null-dereference at 9
struct number {
  int value;
  int half() const { return value / 2; }
};
extern "C" int half(number &n) { return n.half(); }
