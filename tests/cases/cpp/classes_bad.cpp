// verdict: violated
// error: out-of-bounds at 13
// A stack that does not look whether it is full.
#include "plica.h"

template <typename T, int N> class Stack {
    int used = 0;
    T *items;

public:
    Stack() : items(new T[N]) {}
    ~Stack() { delete[] items; }
    void push(const T &item) { items[used++] = item; }
    void pop() {
        if (used > 0) used--;
    }
};

int main() {
    Stack<int, 2> stack;
    for (int i = 0; i < 4; i++) {
        if (plica_bool("push")) stack.push(i);
        else stack.pop();
    }
    return 0;
}
