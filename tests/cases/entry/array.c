// Nothing says that there are as many elements as the number beside the array does.
// run: check --entry sum
// verdict: violated
// error: out-of-bounds at 8
int sum(const int *numbers, unsigned count) {
  int all = 0;
  if (!numbers || count > 20) return 0;
  for (unsigned i = 0; i < count; i++) all ^= numbers[i];
  return all;
}
