//! A cache of three that forgets what was used longest ago.
//! Verdict: holds.
#include "small.h"
#define C 3
#define Q 5
static int key[C], val[C], age[C], tick, used;
static int get(int k) {
    for (int i = 0; i < used; i++)
        if (key[i] == k) {
            age[i] = ++tick;
            return val[i];
        }
    return -1;
}
static void put(int k, int v) {
    for (int i = 0; i < used; i++)
        if (key[i] == k) {
            val[i] = v;
            age[i] = ++tick;
            return;
        }
    int at;
    if (used < C)
        at = used++;
    else {
        at = 0;
        for (int i = 1; i < C; i++)
            if (age[i] < age[at]) at = i;
    }
    key[at] = k;
    val[at] = v;
    age[at] = ++tick;
}
int main(void) {
    unsigned char k[Q];
    SYM(k);
    for (int i = 0; i < Q; i++) {
        put(k[i], i);
        ASSERT(get(k[i]) == i);
    }
    int n = 0;
    for (int i = 0; i < used; i++)
        for (int j = i + 1; j < used; j++) n += key[i] == key[j];
    ASSERT(n == 0);
    return 0;
}
