// What is done once is thought to be done again.
// verdict: violated
// error: assertion-failure at 12
#include <cassert>
#include <mutex>

static std::once_flag once;
static int n;

int main() {
    for (int i = 0; i < 2; i++) std::call_once(once, [] { n++; });
    assert(n == 2);
}
