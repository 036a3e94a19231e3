// verdict: violated
// error: division-by-zero at 15
// The average of those that count, of which there may be none.
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
    return sum / count;
}
