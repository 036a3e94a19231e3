// verdict: holds
// Which handler takes which exception: bases, virtual ones, ambiguous and private ones, pointers and what qualifies them.
#include "plica.h"

struct Root { int root = 1; virtual ~Root() {} };
struct Left : virtual Root { int left = 2; };
struct Right : virtual Root { int right = 3; };
struct Both : Left, Right { int both = 4; };
struct Plain { int plain = 5; };
struct One : Plain {};
struct Two : Plain {};
struct Ambiguous : One, Two {};
struct Hidden : private Plain {};

template <class T> static int taken(T thrown) {
    try {
        throw thrown;
    } catch (Right &r) {
        return r.right * 10 + r.root;
    } catch (Plain p) {
        return p.plain;
    } catch (const Plain *p) {
        return p ? 60 + p->plain : 6;
    } catch (const char *text) {
        return text[0];
    } catch (void *p) {
        return p ? 8 : 9;
    } catch (...) {
        return 10;
    }
}

int main() {
    static int number;
    static const int constant = 1;
    static One one;
    plica_assert(taken(Both()) == 31);
    plica_assert(taken(One()) == 5);
    plica_assert(taken(Ambiguous()) == 10);
    plica_assert(taken(Hidden()) == 10);
    plica_assert(taken(&one) == 65);
    plica_assert(taken((One *)nullptr) == 6);
    plica_assert(taken(nullptr) == 6);
    plica_assert(taken("text") == 't');
    plica_assert(taken(&number) == 8);
    plica_assert(taken(&constant) == 10);
    plica_assert(taken(3L) == 10);
    return 0;
}
