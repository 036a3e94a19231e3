// verdict: violated
// error: use-after-free at 9
// An object that is destroyed at the end uses one that was destroyed before it.
#include "plica.h"

static int *shared;
struct Owner { Owner() { shared = new int(3); } ~Owner() { delete shared; } };
struct User {
    ~User() { *shared = 0; }
};
static User user;
static Owner owner;

int main() {
    return 0;
}
