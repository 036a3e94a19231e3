// verdict: violated
// error: use-after-free at 16
// The last owner gives an object up while somebody still looks at it.
#include "plica.h"
#include <memory>

struct Node {
    int value;
    std::shared_ptr<Node> next;
};

int main() {
    auto first = std::make_shared<Node>(Node{1, std::make_shared<Node>(Node{2, nullptr})});
    Node *second = first->next.get();
    if (plica_int("n") == 3) first->next = nullptr;
    return second->value == 0;
}
