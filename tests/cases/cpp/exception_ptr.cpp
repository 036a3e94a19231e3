// verdict: holds
// An exception is kept and thrown again later; copies of what leads to it keep it there.
#include "plica.h"
#include <exception>

struct Error {
    static int alive;
    int number;
    explicit Error(int n) : number(n) { alive++; }
    Error(const Error &other) : number(other.number) { alive++; }
    ~Error() { alive--; }
};
int Error::alive;

static std::exception_ptr fetch(int n) {
    try {
        throw Error(n);
    } catch (...) {
        return std::current_exception();
    }
}

int main() {
    int n = plica_int("n"), number = 0;
    {
        std::exception_ptr kept = fetch(n), copy = kept;
        kept = nullptr;
        plica_assert(Error::alive == 1);
        try {
            std::rethrow_exception(copy);
        } catch (Error &error) {
            number = error.number;
        }
        plica_assert(Error::alive == 1);
    }
    plica_assert(number == n && Error::alive == 0);
    return 0;
}
