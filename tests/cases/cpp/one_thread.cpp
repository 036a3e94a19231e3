// Mutexes, what is done once, and clocks, where there is one thread.
// verdict: holds
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

static std::mutex m;
static std::recursive_mutex r;
static std::once_flag once;
static int n;

static void count() {
    std::lock_guard<std::mutex> guard(m);
    n++;
}

int main() {
    for (int i = 0; i < 3; i++) {
        std::call_once(once, [] { n += 10; });
        count();
    }
    std::unique_lock<std::mutex> lock(m);
    std::condition_variable changed;
    changed.notify_all();
    while (n < 14) n++, changed.wait(lock);
    lock.unlock();
    assert(n == 14 && m.try_lock());
    r.lock(), r.lock(), r.unlock(), r.unlock();
    auto before = std::chrono::steady_clock::now();
    assert(std::chrono::steady_clock::now() >= before);
    std::chrono::system_clock::now();
    return 0;
}
