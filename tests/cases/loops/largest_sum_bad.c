// run: check
// verdict: violated
// error: assertion-failure at 21
// The largest sum of numbers that follow each other, where a sum of one is forgotten.
#include "plica.h"

#define N 4

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++) a[i] = plica_range(-1000, 1001, "a");
    int largest = a[0], sum = a[0];
    for (int i = 1; i < N; i++) {
        sum = sum > 1 ? sum + a[i] : a[i];
        if (sum > largest) largest = sum;
    }
    for (int i = 0; i < N; i++) {
        int other = 0;
        for (int j = i; j < N; j++) {
            other += a[j];
            plica_assert(other <= largest);
        }
    }
    return 0;
}
