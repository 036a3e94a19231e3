// verdict: holds
// Up, down and across a hierarchy with a virtual base, to the whole object, and what types are called.
#include "plica.h"
#include <typeinfo>

struct Root { virtual ~Root() {} int root = 0; };
struct Left : virtual Root { int left = 1; };
struct Right : virtual Root { int right = 2; };
struct Both : Left, Right { int both = 3; };
struct Twice : Left { Left again; };

int main() {
    Both both;
    Left left;
    Root *root = plica_int("n") ? (Root *)&both : &left;
    Right *right = dynamic_cast<Right *>(root);
    Left *other = dynamic_cast<Left *>(root);
    plica_assert((right != nullptr) == (root == &both));
    plica_assert(other && other->left == 1);
    if (right) {
        plica_assert(right->right == 2 && dynamic_cast<void *>(right) == &both && typeid(*root) == typeid(Both));
        plica_assert(dynamic_cast<Left *>(right) == &both && dynamic_cast<Both &>(*right).both == 3);
    } else {
        plica_assert(typeid(*root) == typeid(Left) && typeid(*root) != typeid(Root));
        bool bad = false;
        try {
            (void)dynamic_cast<Both &>(*root);
        } catch (std::bad_cast &) {
            bad = true;
        }
        plica_assert(bad);
    }
    Root *none = nullptr;
    try {
        (void)typeid(*none).name();
        plica_assert(false);
    } catch (std::bad_typeid &) {
    }
    plica_assert(typeid(int) != typeid(long) && typeid(const int) == typeid(int));
    return 0;
}
