//! Descriptors: which are open, and what they lead to.
//!
//! Oblivious to names and to what contents hold. Invariant: the lowest free number is the next, as POSIX wants it.

#include "files.h"

static struct plica_content plica_input = {.kind = PLICA_STREAM, .open = 1, .mode = 0020620, .links = 1, .number = 3, .name = "stdin"};
static struct plica_content plica_output = {.kind = PLICA_CONSOLE, .mode = 0020620, .links = 1, .number = 3, .name = "stdout"};
static struct plica_opening plica_openings[3] = {
    {&plica_input, 0, 1, PLICA_RDWR, 0}, {&plica_output, 1, 1, PLICA_RDWR, 0}, {&plica_output, 2, 1, PLICA_RDWR, 0}};
struct plica_opening *plica_descriptors[PLICA_DESCRIPTORS] = {&plica_openings[0], &plica_openings[1], &plica_openings[2]};
static unsigned plica_numbers = 4;
static int plica_input_is_known;

/* Standard input holds what the options say, which is asked for when it is first used. */
static void plica_give_input(void) {
    plica_input_is_known = 1;
    if (!plica_given_name(0)) return;
    plica_input.bytes = plica_given_bytes(0);
    plica_input.size = plica_input.room = plica_given_size(0);
    plica_input.open = 0;
}

struct plica_opening *plica_opening_of(int descriptor) {
    if (descriptor < 0 || descriptor >= PLICA_DESCRIPTORS || !plica_descriptors[descriptor]) {
        plica_fail(PLICA_EBADF);
        return 0;
    }
    if (descriptor == 0 && !plica_input_is_known) plica_give_input();
    return plica_descriptors[descriptor];
}

struct plica_content *plica_new_content(enum plica_kind kind, const char *name) {
    struct plica_content *content = plica_system_block(sizeof *content);
    *content = (struct plica_content){.kind = kind, .mode = kind == PLICA_FOLDER ? 0040755 : 0100644, .links = 1,
                                      .number = plica_numbers++, .name = name};
    return content;
}

int plica_new_descriptor(struct plica_content *content, int mode) {
    for (int i = 0; i < PLICA_DESCRIPTORS; i++)
        if (!plica_descriptors[i]) {
            struct plica_opening *opening = plica_system_block(sizeof *opening);
            *opening = (struct plica_opening){content, 0, 1, mode, 0};
            plica_descriptors[i] = opening;
            return i;
        }
    return plica_fail(PLICA_EMFILE);
}

int plica_release(int descriptor) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    if (!opening) return -1;
    plica_descriptors[descriptor] = 0;
    if (--opening->users > 0) return 0;
    struct plica_content *content = opening->content;
    if (content->kind == PLICA_PIPE && (opening->mode & PLICA_ACCESS) != PLICA_RDONLY) content->writers--;
    if (content->to) plica_fit(content);
    return 0;
}
