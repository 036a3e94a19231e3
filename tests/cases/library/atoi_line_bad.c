// verdict: violated
// error: out-of-bounds at 9
// A line of input is a number that is used as an index.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char line[6] = "", table[100] = {0};
    if (fgets(line, sizeof line, stdin) && atoi(line) >= 0) table[atoi(line)] = 1;
    return table[0];
}
