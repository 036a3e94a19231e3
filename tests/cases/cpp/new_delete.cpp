// verdict: violated
// error: use-after-free at 16
// An object is used after delete.
#include "plica.h"

struct Node {
    int value;
    Node *next;
    Node(int v, Node *n) : value(v), next(n) {}
};

int main() {
    Node *list = new Node(plica_int("v"), nullptr);
    Node *kept = list;
    if (list->value == 5) delete list;
    int v = kept->value;
    if (v != 5) delete kept;
    return 0;
}
