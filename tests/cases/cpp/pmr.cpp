// Containers whose elements lie in a buffer of the stack, and in the default resource's memory.
// run: check -- -std=c++17
// verdict: holds
#include "plica.h"
#include <memory_resource>
#include <string>
#include <vector>

int main() {
    alignas(8) char buffer[32];
    std::pmr::monotonic_buffer_resource pool(buffer, sizeof buffer);
    std::pmr::vector<int> numbers(&pool);
    int n = plica_int("n");
    plica_assume(n >= 0 && n < 6);
    for (int i = 0; i < n; i++)
        numbers.push_back(i);
    plica_assert((int)numbers.size() == n && (n == 0 || numbers.back() == n - 1));
    std::pmr::string text(20, 'x');
    plica_assert(text.get_allocator().resource() == std::pmr::new_delete_resource() && text.size() == 20);
}
