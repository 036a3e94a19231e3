// verdict: violated
// error: null-dereference at 15
// error: uncaught-exception at 18
// Objects are taken for ones of a class that they are not of: null from a pointer, an exception from a reference.
#include "plica.h"

struct Shape { virtual ~Shape() {} };
struct Circle : Shape { int radius = 1; };
struct Square : Shape { int side = 2; };

int main() {
    Circle circle;
    Square square;
    Shape *shape = plica_int("n") ? (Shape *)&circle : &square;
    int radius = dynamic_cast<Circle *>(shape)->radius;
    plica_assert(radius == 1);
    Shape &other = *shape;
    return dynamic_cast<Square &>(other).side;
}
