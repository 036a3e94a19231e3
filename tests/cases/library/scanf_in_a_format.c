// The format is walked by a loop with inputs in it; what it stores into is known once that loop is executed.
//
// run: check --checks all
// verdict: violated
// error: signed-overflow at 11
#include <stdio.h>
int main(void) {
    int data = 0;
    scanf("%d", &data);
    // Any number may have been read.
    data = data * data;
    return 0;
}
