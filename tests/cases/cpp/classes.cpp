// verdict: holds
// Constructors, destructors, virtual functions, operators, templates, references.
#include "plica.h"

static int alive;

struct Shape {
    Shape() { alive++; }
    virtual ~Shape() { alive--; }
    virtual long area() const = 0;
};

struct Square : Shape {
    long side;
    explicit Square(long s) : side(s) {}
    long area() const override { return side * side; }
};

struct Rectangle : Square {
    long other;
    Rectangle(long a, long b) : Square(a), other(b) {}
    long area() const override { return side * other; }
};

template <typename T, int N> struct Stack {
    T items[N];
    int used = 0;
    void push(const T &item) { items[used++] = item; }
    T &top() { return items[used - 1]; }
};

struct Point {
    int x, y;
    Point operator+(const Point &p) const { return {x + p.x, y + p.y}; }
    bool operator==(const Point &p) const { return x == p.x && y == p.y; }
};

int main() {
    long a = plica_range(1, 100, "a"), b = plica_range(1, 100, "b");
    {
        Square square(a);
        Rectangle rectangle(a, b);
        const Shape &shape = plica_bool("which") ? static_cast<const Shape &>(square) : rectangle;
        plica_assert(shape.area() == a * a || shape.area() == a * b);
        plica_assert(alive == 2);
    }
    plica_assert(alive == 0);
    Stack<Point, 4> stack;
    stack.push({1, 2});
    stack.top() = stack.top() + Point{static_cast<int>(a), 0};
    plica_assert((stack.top() == Point{static_cast<int>(a) + 1, 2}));
    auto add = [a](long n) { return n + a; };
    plica_assert(add(1) == a + 1);
    return 0;
}
