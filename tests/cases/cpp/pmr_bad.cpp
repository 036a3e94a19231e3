// A resource is released while a container is in use, and one has no more memory.
// run: check -- -std=c++17
// verdict: violated
// error: use-after-free at 16
// error: uncaught-exception at 20
#include "plica.h"
#include <memory_resource>
#include <vector>

static void released() {
    std::pmr::monotonic_buffer_resource pool(100);
    std::pmr::vector<int> numbers(&pool);
    numbers.push_back(1);
    int *first = &numbers[0];
    pool.release();
    *first = 2;
}
static void exhausted(char *buffer) {
    std::pmr::monotonic_buffer_resource pool(buffer, 16, std::pmr::null_memory_resource());
    std::pmr::vector<char> letters(17, 'x', &pool);
}

int main() {
    char buffer[16];
    if (plica_bool("released"))
        released();
    else
        exhausted(buffer);
}
