// verdict: violated
// error: assertion-failure at 13
// A missing break.
#include "plica.h"

int main(void) {
    int days = 0, month = plica_range(1, 13, "month");
    switch (month) {
    case 2: days = 28;
    case 4: case 6: case 9: case 11: days = 30; break;
    default: days = 31;
    }
    plica_assert(month != 2 || days == 28);
    return 0;
}
