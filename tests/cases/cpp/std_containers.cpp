// verdict: holds
// Lists, queues and heaps.
#include "plica.h"
#include <array>
#include <deque>
#include <list>
#include <queue>

int main() {
    int n = plica_range(0, 2, "n");
    std::list<int> l{2, n + 3, 1};
    l.sort();
    l.push_front(0);
    l.reverse();
    plica_assert(l.front() == n + 3 && l.back() == 0 && l.size() == 4);
    std::deque<int> d;
    for (int i = 0; i < 12; i++) i % 2 ? d.push_back(i) : d.push_front(i);
    plica_assert(d.front() == 10 && d.back() == 11 && d[6] == 1);
    std::priority_queue<int> q;
    for (int x : {3, n, 2}) q.push(x);
    plica_assert(q.top() == 3);
    std::array<int, 3> a{1, 2, 3};
    plica_assert(a.at(n % 3) == n % 3 + 1);
    return 0;
}
