// The first element is always there.
// run: check --entry first
// verdict: holds
int first(const int *numbers, unsigned count) { return numbers && count ? numbers[0] : 0; }
