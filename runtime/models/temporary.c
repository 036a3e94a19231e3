//! Temporary files, streams in memory, and files that are mapped.

#include "files.h"

size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

/* The X become a name that the program has not used; which one it is does not matter to who does not guess it. */
static int plica_new_name(char *pattern) {
    static unsigned next;
    size_t length = strlen(pattern);
    if (length < 6 || strcmp(pattern + length - 6, "XXXXXX") != 0) return plica_fail(PLICA_EINVAL);
    unsigned n = next++;
    for (int i = 1; i <= 6; i++, n /= 26) pattern[length - (size_t)i] = (char)('a' + n % 26);
    return 0;
}
int mkstemp(char *pattern) {
    return plica_new_name(pattern) ? -1 : plica_open_name(pattern, PLICA_RDWR | PLICA_CREAT | PLICA_TRUNC, 0600);
}
int mkdir(const char *name, unsigned mode);
char *mkdtemp(char *pattern) { return plica_new_name(pattern) || mkdir(pattern, 0700) ? 0 : pattern; }

/* A name of no file that the program knows; null where none is found. */
char *tmpnam(char *to) {
    static char own[20];
    if (!to) to = own;
    __builtin_memcpy(to, "/tmp/fileXXXXXX", 16);
    return plica_file_choice("/tmp", "has no free name") || plica_new_name(to) ? 0 : to;
}
char *tmpnam_r(char *to) { return to ? tmpnam(to) : 0; }
char *tempnam(const char *folder, const char *start) {
    char name[20];
    size_t length = folder ? strlen(folder) : 4, n = 0;
    if (!tmpnam(name)) return 0;
    char *to = malloc(length + 5 + 1 + 6 + 1);
    if (!to) return 0;
    __builtin_memcpy(to, folder ? folder : "/tmp", length);
    to[length++] = '/';
    for (; start && n < 5 && start[n]; n++) to[length++] = start[n];
    __builtin_memcpy(to + length, name + 9, 7);
    return to;
}
char *ctermid(char *to) {
    static char own[] = "/dev/tty";
    return to ? __builtin_memcpy(to, own, sizeof own) : own;
}
int mkstemp64(char *pattern) { return mkstemp(pattern); }

plica_file *fmemopen(void *restrict block, size_t size, const char *restrict how) {
    int mode = plica_mode(how);
    if (mode < 0 || size == 0) return plica_fail(PLICA_EINVAL), (plica_file *)0;
    struct plica_content *content = plica_new_content(PLICA_REGULAR, "a stream in memory");
    content->fixed = 1;
    content->room = (unsigned)size;
    content->bytes = block ? block : plica_system_block(size);
    if (block && !(mode & PLICA_TRUNC)) content->size = (unsigned)size;
    if (block && (mode & PLICA_APPEND)) content->size = (unsigned)__builtin_strlen(block);
    int descriptor = plica_new_descriptor(content, mode);
    return descriptor < 0 ? 0 : plica_stream(descriptor);
}

/* What is written is the program's block, which grows. */
plica_file *open_memstream(char **to, size_t *size) {
    plica_file *file = fmemopen(0, 1, "w");
    if (!file) return 0;
    struct plica_content *content = plica_descriptors[file->descriptor]->content;
    content->fixed = 0;
    content->room = 0;
    content->bytes = 0;
    content->to = to;
    content->length = size;
    if (plica_grow(content, 0)) return 0;
    return file;
}

/* A private copy of the file, which is what MAP_PRIVATE gives; what is written into a shared one does not get back.
   What may only be read is a constant; nothing is known of memory that may not even be read. */
void *mmap(void *at, size_t size, int protection, int how, int descriptor, long offset) {
    (void)at;
    plica_system_premise("what mmap tells is made up");
    plica_shares_with_children |= how & 1;
    if (size == 0 || ((how & 1) && !(how & 32) && (protection & 2))) {
        plica_fail(PLICA_EINVAL);
        return (void *)-1;
    }
    struct plica_opening *opening = how & 32 ? 0 : plica_opening_of(descriptor);
    if (!opening && !(how & 32)) return (void *)-1;
    if (!(protection & 3)) __plica_protects_memory();
    unsigned char *block = plica_system_block((size + 4095) & ~4095ul);
    if (size > 0) __builtin_memset(block, 0, (size + 4095) & ~4095ul);
    for (size_t i = 0; opening && i < size; i++) {
        if (!plica_has_byte(opening->content, (unsigned long)offset + i)) break;
        block[i] = opening->content->bytes[(unsigned long)offset + i];
    }
    if (!(protection & 2)) plica_system_constant(block);
    return block;
}
void *mmap64(void *at, size_t size, int protection, int how, int descriptor, long offset) {
    return mmap(at, size, protection, how, descriptor, offset);
}

int munmap(void *block, size_t size) {
    (void)size;
    plica_system_release(block);
    return 0;
}
int msync(void *block, size_t size, int how) { return (void)block, (void)size, (void)how, 0; }

/* Advice, and pages that stay where they are. */
int posix_madvise(void *block, size_t size, int advice) {
    (void)block, (void)size;
    return advice < 0 || advice > 4 ? PLICA_EINVAL : 0;
}
static int plica_hold(void) { return plica_file_choice("memory", "may not be locked") ? plica_fail(12) : 0; }
int mlock(const void *block, size_t size) { return (void)block, (void)size, plica_hold(); }
int munlock(const void *block, size_t size) { return (void)block, (void)size, 0; }
int mlockall(int how) { return (void)how, plica_hold(); }
int munlockall(void) { return 0; }
