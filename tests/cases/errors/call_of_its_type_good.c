// run: check --checks +call-type
// verdict: holds
#include "plica.h"
int two();
int many(int first, ...);
struct pair { long a; double b; };
static struct pair both(struct pair x, char c) { return x.a += c, x; }
int main(void) {
    struct pair x = {1, 2};
    return two(1, 2) + many(1, 2, 3.0) + many(1) + (int)both(x, 'c').a;
}
int two(a, b) int a; char b; { return a + b; }
int many(int first, ...) { return first; }
