// The library compares addresses in different objects as numbers, which have an order.
// run: check --checks all
// verdict: holds
#include <string>
int main() {
    std::string s;
    const char text[] = "abcdefgh";
    s.assign(text, text + 5);
    s.replace(1, 2, text, 3);
    return s.size() != 6;
}
