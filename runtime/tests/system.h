/*! What the models of files ask of the executor, answered for tests: no file is there that was not made, and standard
 * input is a script. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <stdlib.h>
#include <string.h>

static const char *script = "";

int plica_file_choice(const char *name, const char *what) {
    return strcmp(name, "stdin") == 0 && strcmp(what, "ends") == 0 ? *script == 0 : 0;
}
int plica_file_error(const char *name, const char *what) { return (void)name, (void)what, 0; }
unsigned char plica_file_byte(const char *name) { return (void)name, (unsigned char)*script++; }
unsigned char plica_file_byte_at(const char *name, unsigned position) { return (void)name, (void)position, 0; }
/* Whatever is waited for is ready. */
unsigned long plica_ulong(const char *name) { return strncmp(name, "select", 6) == 0 ? ~0ul : 1; }
unsigned plica_uint(const char *name) { return strcmp(name, "poll") == 0 ? ~0u : 2; }
long double plica_long_double(const char *name) { return (void)name, 0; }
unsigned plica_file_size(const char *name) { return (void)name, 0; }
const char *plica_given_name(int file) { return (void)file, NULL; }
unsigned char *plica_given_bytes(int file) { return (void)file, NULL; }
unsigned plica_given_size(int file) { return (void)file, 0; }
void plica_print_bytes(int descriptor, const void *from, size_t size) { (void)descriptor, (void)from, (void)size; }
void plica_exit(int status) { exit(status); }
void plica_asks_what_another_process_has_done(void) { exit(4); }
void plica_system_premise(const char *what) { (void)what; }
void plica_silent_exit(void) { exit(1); }
void plica_waits_for_its_own_lock(void) { exit(4); }
void plica_make_symbolic(void *object, size_t size, const char *name) { (void)name, memset(object, 0, size); }
void __plica_unknown_conversion(const char *function, const char *conversion, const char *end) { exit(1); }
void plica_unsupported(const char *what) { exit(1); }
void *plica_allocate(size_t size) { return malloc(size); }
/* What the system holds is never freed: the list keeps it from being told as a leak. */
static struct block { struct block *next; } *blocks;
void *plica_system_block(size_t size) {
    struct block *new = malloc(sizeof *new + size + 8);
    new->next = blocks;
    blocks = new;
    return new + 1;
}
void plica_system_release(void *block) { (void)block; }
void plica_system_constant(void *block) { (void)block; }
void __plica_protects_memory(void) {}

/* The same call on both. */
#define BOTH(call, other)                                                                                              \
    do {                                                                                                               \
        long left_ = (long)(call), right_ = (long)(other);                                                             \
        if (left_ != right_) fprintf(stderr, "%s: %ld %ld: ", #call, left_, right_);                                   \
        CHECK(left_ == right_);                                                                                        \
    } while (0)

#endif
