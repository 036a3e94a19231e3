// References to objects, members through pointers, and a null pointer that is only looked at.
// verdict: holds
#include "plica.h"
struct S {
    int v, w[2];
    int f() const { return v; }
};
static int sum(const S &s) { return s.f() + s.w[1]; }
int main() {
    S s{1, {2, 3}}, *q = plica_bool("q") ? &s : nullptr;
    const S *cq = q;
    if (!cq)
        return 0;
    int &r = q->w[0];
    r = 4;
    plica_assert(sum(*q) == 4 && q->w[0] == 4);
    return 0;
}
