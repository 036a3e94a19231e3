// verdict: holds
// Initialisers: partial, nested, designated, addresses, addresses with offsets, function addresses, strings, of zero.
#include <stddef.h>
#include "plica.h"

struct shape { const char *name; int sides[4]; const struct shape *parent; int (*area)(int); };
static int square_area(int n) { return n * n; }
static int counter = 5, *counter_at = &counter;
static const struct shape any = {.name = "any"};
static struct shape square = {"square", {[2] = 7, 8}, &any, square_area};
static int matrix[2][3] = {{1, 2}, {4}};
static const char *words[] = {"zero", "one", "two"};
static char letters[5] = "abc";
static const char *inside = &"hello"[1];
static int *middle = &matrix[1][1];
static long big_zero[100];
static size_t span = sizeof square.sides / sizeof square.sides[0];
extern int later;
int later = 3;

int main(void) {
    int n = plica_range(0, 3, "n");
    plica_assert(*counter_at == 5 && counter_at == &counter);
    plica_assert(square.sides[0] == 0 && square.sides[2] == 7 && square.sides[3] == 8);
    plica_assert(square.parent->name[1] == 'n' && any.area == NULL && square.area(3) == 9);
    plica_assert(matrix[0][1] == 2 && matrix[0][2] == 0 && *middle == 0 && middle[-1] == 4);
    plica_assert(words[n][0] == (n == 0 ? 'z' : n == 1 ? 'o' : 't'));
    plica_assert(letters[2] == 'c' && letters[3] == 0 && letters[4] == 0 && *inside == 'e');
    plica_assert(big_zero[n * 30] == 0 && span == 4 && later == 3);
    return 0;
}
