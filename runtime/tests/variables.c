//! variables.c and environ.c against the C library: what is set, set again, taken away and asked for.
#define _GNU_SOURCE
#include "tables.h"

LIKE(getenv) LIKE(secure_getenv) LIKE(setenv) LIKE(unsetenv) LIKE(putenv) LIKE(clearenv)

/* Nothing is set from outside. */
char *plica_environment_variable(const char *name) { return (void)name, NULL; }
static void *blocks[1 << 16];
static int count;
void *plica_allocate(size_t size) { return blocks[count++] = malloc(size); }

extern char **environ, **model_environ;
void plica_system_premise(const char *what) { (void)what; }

/* Does one list have all of the other? */
static int has_all(char **list, char **other) {
    for (; other && *other; other++) {
        char **at = list;
        while (at && *at && strcmp(*at, *other)) at++;
        if (!at || !*at) return 0;
    }
    return 1;
}

int main(void) {
    static char texts[8][8] = {"a=1", "b=2", "c=", "ab=x", "a", "b", "a=3", "cc=4"};
    static const char *const names[] = {"a", "b", "ab", "c", "cc", "", "a=b"};
    clearenv();
    for (int round = 0; round < 5000; round++) {
        const char *name = names[random_below(7)], *value = random_below(2) ? "one" : "";
        switch (random_below(6)) {
        case 0: case 1: { int over = random_below(2); CHECK(setenv(name, value, over) == model_setenv(name, value, over)); break; }
        case 2: CHECK(unsetenv(name) == model_unsetenv(name)); break;
        case 3: { char *text = texts[random_below(8)]; CHECK(putenv(text) == model_putenv(text)); break; }
        case 4: if (random_below(50) == 0) CHECK(clearenv() == model_clearenv()); break;
        default: {
            const char *one = getenv(name), *two = model_getenv(name);
            CHECK_FOR(!one == !two && (!one || strcmp(one, two) == 0), name);
            CHECK(!secure_getenv(name) == !model_secure_getenv(name));
        }
        }
        CHECK(has_all(environ, model_environ) && has_all(model_environ, environ));
    }
    return check_result();
}
