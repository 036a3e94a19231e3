// The address of an element that an array does not have is an error where it is made, also when nothing is read there.
// verdict: violated
// error: out-of-bounds at 12
// error: out-of-bounds at 14
// error: out-of-bounds at 16
#include "plica.h"
struct pair { int first, second; } pairs[5];
int row[5], matrix[3][4];
int main(void) {
    int i = plica_range(0, 9, "i"), *p = row;
    switch (plica_range(0, 3, "which")) {
    case 0: p = &row[i];
        break;
    case 1: p = &pairs[i].second;
        break;
    default: p = &matrix[i][1];
    }
    return p != 0;
}
