// A reference leads to an element: the one past the last is none, though there may be a pointer to it.
// verdict: violated
// error: out-of-bounds at 10
// error: out-of-bounds at 12
// error: out-of-bounds at 18
// error: out-of-bounds at 19
// native: no
#include "plica.h"
struct row {
    int &operator[](int i) { return items[i]; }

    const int &at(unsigned long i) const { return items[i]; }
    int items[3];
    int behind;
};
static int value(const int &x) { return x; }
static int bound(row &r, int i) {
    if (i == 2) return value(r.items[i + 1]);
    int &item = r.items[i];
    return item;
}

int main() {
    row r{{1, 2, 3}, 4};
    int i = plica_range(0, 4, "i");
    switch (plica_range(0, 3, "how")) {
    case 0: return r[i];
    case 1: return static_cast<const row &>(r).at(i);
    default: return bound(r, i);
    }
}
