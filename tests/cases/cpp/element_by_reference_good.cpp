// verdict: holds
#include "plica.h"
struct row {
    int &operator[](int i) { return items[i]; }
    int *begin() { return items; }
    int *end() { return &items[3]; }
    int items[3];
    int behind;
};
static int value(const int &x) { return x; }

int main() {
    row r{{1, 2, 3}, 4};
    int i = plica_range(0, 3, "i"), all = 0;
    for (int x : r) all += x;
    r[i] = 5;
    int &item = r.items[i];
    int *end = &r.items[i + 1];
    plica_assert(all == 6 && item == value(r.items[i]) && end - r.begin() == i + 1 && r.behind == 4);
    return 0;
}
