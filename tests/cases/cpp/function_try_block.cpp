// verdict: holds
// What a constructor has made is destroyed when it throws, and its handler throws on by itself.
#include "plica.h"

static int made, destroyed;
struct Part {
    explicit Part(int fails) {
        if (fails) throw made;
        made++;
    }
    ~Part() { destroyed++; }
};
struct Whole {
    Part first, second;
    explicit Whole(int n) try : first(n == 1), second(n == 2) {
    } catch (int) {
    }
};

int main() {
    int n = plica_int("n"), thrown = -1;
    try {
        Whole whole(n);
    } catch (int number) {
        thrown = number;
    }
    plica_assert(made == destroyed);
    plica_assert(n == 1 ? thrown == 0 : n == 2 ? thrown == 1 : thrown == -1);
    return 0;
}
