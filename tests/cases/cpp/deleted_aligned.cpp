// What has an alignment of its own is made and deleted with it, alone, in arrays and in containers.
// run: check -- -std=c++17
// verdict: holds
#include "plica.h"
#include <memory>
#include <new>
#include <vector>

struct alignas(64) Line {
    char bytes[64] = {};
};

int main() {
    Line *one = plica_bool("one") ? new Line : nullptr;
    delete one;
    std::unique_ptr<Line[]> several(new Line[2]);
    std::vector<Line> grown(1);
    grown.emplace_back();
    void *raw = ::operator new(10, std::align_val_t(32));
    ::operator delete(raw, std::align_val_t(32), std::nothrow);
    return several[1].bytes[0] + std::make_shared<Line>()->bytes[1];
}
