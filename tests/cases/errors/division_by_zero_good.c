// verdict: holds
// The twin of division_by_zero_bad.c.
#include "plica.h"

int main(void) {
    int count = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int value = plica_range(-10, 11, "value");
        if (value > 0) {
            sum += value;
            count++;
        }
    }
    return count ? sum / count : 0;
}
