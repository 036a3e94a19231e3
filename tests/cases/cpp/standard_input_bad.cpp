// verdict: violated
// error: out-of-bounds at 10
// native: no
// A number is read and used without a look at it. Where none is read it is zero.
#include <iostream>

int main() {
    int table[8] = {0}, at = 0;
    std::cin >> at;
    return table[at];
}
