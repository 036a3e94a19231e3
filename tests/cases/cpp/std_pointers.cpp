// verdict: holds
// Owners of objects: one, several, and those that only watch.
#include "plica.h"
#include <functional>
#include <memory>
#include <tuple>

static int alive;
struct Thing {
    int value;
    explicit Thing(int v) : value(v) { alive++; }
    ~Thing() { alive--; }
};

int main() {
    int n = plica_int("n");
    {
        std::unique_ptr<Thing> own(new Thing(n));
        std::shared_ptr<Thing> shared = std::move(own), copy = shared;
        std::weak_ptr<Thing> watcher = copy;
        plica_assert(!own && shared.use_count() == 2 && watcher.lock()->value == n);
        std::function<int(int)> add = [copy](int x) { return copy->value ^ x; };
        copy.reset();
        shared.reset();
        plica_assert(alive == 1 && add(1) == (n ^ 1));
        add = nullptr;
        plica_assert(watcher.expired() && alive == 0);
        try {
            std::shared_ptr<Thing> late(watcher);
            plica_assert(false);
        } catch (std::bad_weak_ptr &) {
        }
        try {
            add(2);
            plica_assert(false);
        } catch (std::bad_function_call &) {
        }
    }
    return std::get<1>(std::make_tuple(1, 0));
}
