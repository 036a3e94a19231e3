// The address one past the last element may be made, and elements that are there have addresses.
// verdict: holds
#include "plica.h"
struct pair { int first, second; } pairs[5];
int row[5], matrix[3][4];
int main(void) {
    int i = plica_range(0, 6, "i"), *p = &row[i];
    p = p == row + 5 ? row : p;
    *p = 1;
    if (i < 5)
        p = &pairs[i].second;
    if (i < 3)
        p = &matrix[i][i];
    return *p;
}
