// With a virtual destructor it is deleted as what it is; so are arrays and what containers hold.
// run: check
// verdict: holds
#include "plica.h"
#include <memory>
#include <string>
#include <vector>

struct Base {
    int key = 1;
    virtual ~Base() = default;
};
struct Larger : Base {
    std::string more = "a text that is too long for the room of a string itself";
};

int main() {
    Base *one = plica_bool("larger") ? new Larger : new Base;
    delete one;
    std::unique_ptr<Larger[]> several(new Larger[2]);
    std::vector<Larger> grown(1);
    grown.emplace_back();
    return std::make_shared<Larger>()->key + several[1].key == 2 ? 0 : 1;
}
