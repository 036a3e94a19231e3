// verdict: undecided
// reason: nondet_pair (an input without a value)
// An input that goes where an argument points was passed over.
void nondet_pair(int *pair);
void reach_error(void);
int main(void) {
    int pair[2] = {0, 0};
    nondet_pair(pair);
    if (pair[0] != pair[1]) reach_error();
    return 0;
}
