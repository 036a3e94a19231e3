// A larger object is deleted by a pointer to its base, which has no virtual destructor.
// run: check
// verdict: violated
// error: invalid-free at 17
#include "plica.h"
#include <memory>

struct Base {
    int key = 1;
};
struct Larger : Base {
    long more[4] = {};
};

int main() {
    Base *one = plica_bool("larger") ? new Larger : new Base;
    delete one;
    std::unique_ptr<Base[]> several(new Base[3]);
    return std::make_shared<Larger>()->key + several[2].key;
}
