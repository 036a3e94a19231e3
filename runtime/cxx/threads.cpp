//! Compiled parts of the C++ library: what `<mutex>`, `<condition_variable>` and `<chrono>` have besides templates.
//!
//! It is compiled with the headers of the program. Oblivious to threads, of which there is one: locks are those
//! of C. What clocks say is an input.

#include <chrono>
#include <condition_variable>
#include <mutex>

#ifdef __GLIBCXX__
extern "C" unsigned long plica_ulong(const char *name);
extern "C" void plica_assume(int condition);

namespace std {
__thread void *__once_callable;
__thread void (*__once_call)();
extern "C" void __once_proxy() { __once_call(); }

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::notify_one() noexcept { _M_cond.notify_one(); }
void condition_variable::notify_all() noexcept { _M_cond.notify_all(); }
void condition_variable::wait(unique_lock<mutex> &lock) { _M_cond.wait(*lock.mutex()); }

namespace chrono {
inline namespace _V2 {
// Nanoseconds that fit: any for what can be set, and no fewer than before for what counts from the system's start.
system_clock::time_point system_clock::now() noexcept {
    return time_point(duration(plica_ulong("time") & 0x7fffffffffffffff));
}
steady_clock::time_point steady_clock::now() noexcept {
    static rep last;
    rep now = rep(plica_ulong("steady time") & 0x7fffffffffffffff);
    plica_assume(now >= last);
    return time_point(duration(last = now));
}
}
}
}
#endif
