// An index so large that its offset wraps around is out of bounds, wherever it leads.
// verdict: violated
// error: out-of-bounds at 12
// error: out-of-bounds at 14
// error: out-of-bounds at 16
#include "plica.h"
long row[4], matrix[4][4];
struct { long first; int rest[4]; } s;
int main(void) {
    size_t i = plica_size("i");
    switch (plica_range(0, 3, "which")) {
    case 0: if (i < 4 || i > 1ul << 60) row[i] = 1;
        break;
    case 1: if (i < 4 || i > 1ul << 58) matrix[i][1] = 1;
        break;
    default: if (i < 4 || i > 1ul << 61) s.rest[i] = 1;
    }
    return 0;
}
