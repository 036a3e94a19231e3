// Resources of memory: what they ask for of the ones behind them, and when they give it back.
#include <memory_resource>
#include <vector>
#include <string>
#include <list>
#include <cstdio>
struct Log : std::pmr::memory_resource {
    std::pmr::memory_resource *up = std::pmr::new_delete_resource();
    void *do_allocate(size_t n, size_t a) override { printf("+%zu/%zu ", n, a); return up->allocate(n, a); }
    void do_deallocate(void *p, size_t n, size_t a) override { printf("-%zu/%zu ", n, a); up->deallocate(p, n, a); }
    bool do_is_equal(const memory_resource &o) const noexcept override { return this == &o; }
};
int main() {
    Log log;
    char buffer[100];
    for (size_t first : {1, 7, 64, 1000, 5000}) {
        std::pmr::monotonic_buffer_resource pool(first, &log);
        for (size_t n : {3, 100, 2000, 1, 64}) for (size_t a : {1, 2, 8}) { auto p = (char *)pool.allocate(n, a); p[n - 1] = 1; }
        puts("");
        pool.release(); (void)pool.allocate(1); puts("");
    }
    { std::pmr::monotonic_buffer_resource pool(buffer, sizeof buffer, &log);
      std::pmr::vector<int> v(&pool); for (int i = 0; i < 300; i++) v.push_back(i); printf("%d\n", v[299]);
      std::pmr::list<std::pmr::string> l(&pool); for (int i = 0; i < 30; i++) l.emplace_back("a rather long string that is not short"); printf("%zu\n", l.size()); }
    try { std::pmr::monotonic_buffer_resource small(buffer, 8, std::pmr::null_memory_resource()); (void)small.allocate(9, 1); } catch (std::bad_alloc &e) { puts("bad_alloc"); }
    auto old = std::pmr::set_default_resource(&log); printf("%d\n", old == std::pmr::new_delete_resource());
    { std::pmr::string s(100, 'x'); } printf("%d\n", std::pmr::set_default_resource(nullptr) == &log);
    printf("%d %d\n", std::pmr::get_default_resource() == old, *old == *std::pmr::null_memory_resource());
}
