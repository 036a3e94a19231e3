// Constants in blocks that are entered again, that are initialised by a function or one of two ways, and in recursion:
// each is initialised anew. What only points to a constant may be written through where the object is none.
// verdict: holds
#include "plica.h"
struct pair { int a, b; };
struct node { const struct node *next; int value; };
struct bits { int id, a : 3, b : 5; };
static int less(const struct bits *p) { return p->b - p->a; }
static int behind(const struct node *n) { return n->next->value; }
static struct pair one = {1, 2}, two = {3, 4};
static int get(const int *p) { return *p; }
static int first(const struct pair *p) { return p->a; }
static struct pair make(int i) { return (struct pair){i, i + 1}; }
static void set(const int *p, int to) { *(int *)p = to; }
static int down(const int *p, int n) {
    const int more = *p + 1;
    return n == 0 ? more : down(&more, n - 1);
}

int main(void) {
    int sum = 0, n = 0, kept = 1;
    int k = plica_range(0, 3, "k");
    for (int i = 0; i < 3; i++) {
        const int square = i * i;
        sum += get(&square);
        const struct pair made = make(i);
        sum += first(&made);
        if (i == k) continue;
        const int row[] = {i, k};
        sum += get(&row[1]) - k;
        const struct pair either = k ? one : two;
        sum += first(&either) > 3;
    }
again:;
    // Parts that are read, or whose address is taken, while others are still to be written.
    const struct bits parts = {k, 1, 2};
    const struct node ring = {&ring, k};
    const char text[4] = {'a', (char)k};
    const int numbers[8] = {k, 1, 2, 3, 4};
    const struct bits single = {.id = k, .a = 3};
    plica_assert(get(&numbers[7]) == 0 && text[2] == 0 && less(&single) == -3);
    const struct pair next = {.a = k, .b = next.a + 1};
    plica_assert(less(&parts) == 1 && behind(&ring) == k && first(&next) + 1 == next.b);
    const int count = n;
    sum += get(&count) - n;
    if (n++ < 2) goto again;
    set(&kept, 5);
    plica_assert(sum == 8 && kept == 5 && down(&kept, 3) == 9);
    return 0;
}
