//! Temporary files, streams in memory, and files that are mapped.

#include "files.h"

size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

/* The X become a name that the program has not used; which one it is does not matter to who does not guess it. */
int mkstemp(char *pattern) {
    static unsigned next;
    size_t length = strlen(pattern);
    if (length < 6 || strcmp(pattern + length - 6, "XXXXXX") != 0) return plica_fail(PLICA_EINVAL);
    unsigned n = next++;
    for (int i = 1; i <= 6; i++, n /= 26) pattern[length - (size_t)i] = (char)('a' + n % 26);
    return plica_open_name(pattern, PLICA_RDWR | PLICA_CREAT | PLICA_TRUNC, 0600);
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

/* A private copy of the file, which is what MAP_PRIVATE gives; what is written into a shared one does not get back. */
void *mmap(void *at, size_t size, int protection, int how, int descriptor, long offset) {
    (void)at, (void)protection;
    if (size == 0 || ((how & 1) && !(how & 32) && (protection & 2))) {
        plica_fail(PLICA_EINVAL);
        return (void *)-1;
    }
    struct plica_opening *opening = how & 32 ? 0 : plica_opening_of(descriptor);
    if (!opening && !(how & 32)) return (void *)-1;
    unsigned char *block = plica_system_block((size + 4095) & ~4095ul);
    if (size > 0) __builtin_memset(block, 0, (size + 4095) & ~4095ul);
    for (size_t i = 0; opening && i < size; i++) {
        if (!plica_has_byte(opening->content, (unsigned long)offset + i)) break;
        block[i] = opening->content->bytes[(unsigned long)offset + i];
    }
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
