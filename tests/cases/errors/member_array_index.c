// An index that leaves a member array is undefined, also where it stays in the structure.
// verdict: violated
// error: out-of-bounds at 10
#include "plica.h"
struct account { char name[4]; int admin; };
int main(void) {
    struct account a = {"abc", 0};
    int i = plica_range(0, 6, "i");
    // The sixth character would be the second byte of `admin`.
    a.name[i] = 'x';
    return a.admin;
}
