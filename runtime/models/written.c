//! Writing into files: what is written can be read back.
//!
//! Oblivious to how much room there is: writing succeeds unless the option `--io-errors` has it fail.

#include "files.h"


/* What is there, with `room` bytes for it. */
static int plica_move(struct plica_content *content, unsigned long room) {
    unsigned char *other = content->to ? malloc(room) : plica_system_block(room);
    if (!other) return -1;
    if (content->size > 0) __builtin_memcpy(other, content->bytes, content->size);
    if (content->to && content->bytes) free(content->bytes);
    content->bytes = other;
    content->room = (unsigned)room;
    return 0;
}

/* Makes room for `size` bytes, and a zero behind them in a block that is the program's. */
int plica_grow(struct plica_content *content, unsigned long size) {
    unsigned long needed = size + (content->to != 0);
    if (needed > content->room) {
        if (content->fixed || size > 0x7fffffffu) return plica_fail(PLICA_ENOSPC);
        unsigned long room = content->room ? 2ul * content->room : 64;
        if (room < needed) room = needed;
        if (plica_move(content, room)) return plica_fail(PLICA_ENOSPC);
    }
    if (content->to) {
        content->bytes[size] = 0;
        *content->to = (char *)content->bytes;
        *content->length = size;
    }
    return 0;
}

/* A block that is the program's is no larger than what was written, and a zero. */
void plica_fit(struct plica_content *content) {
    if (plica_move(content, content->size + 1ul)) return;
    content->bytes[content->size] = 0;
    *content->to = (char *)content->bytes;
}

int plica_resize(struct plica_content *content, unsigned long size) {
    if (size > 0 && content->open) plica_has_byte(content, size - 1);
    if (plica_grow(content, size)) return -1;
    if (size > content->size) __builtin_memset(content->bytes + content->size, 0, size - content->size);
    content->size = (unsigned)size;
    content->open = content->bounded = content->vague = 0;
    return 0;
}

/* Writes `count` bytes; -1 after an error. */
long plica_write_bytes(struct plica_opening *opening, const void *from, size_t count) {
    struct plica_content *content = opening->content;
    if ((opening->mode & PLICA_ACCESS) == PLICA_RDONLY) return plica_fail(PLICA_EBADF);
    if (count == 0) return 0;
    if (plica_file_error(content->name, "cannot be written")) return plica_fail(PLICA_ENOSPC);
    if (content->kind == PLICA_CONSOLE || content->kind == PLICA_STREAM) {
        plica_print_bytes(content->kind == PLICA_CONSOLE ? (int)opening->position : -1, from, count);
        return (long)count;
    }
    if (content->kind == PLICA_FOLDER) return plica_fail(PLICA_EISDIR);
    unsigned long at = opening->position;
    if ((opening->mode & PLICA_APPEND) || content->kind == PLICA_PIPE) {
        if (content->open)
            while (plica_has_byte(content, content->size)) {}
        at = content->size;
    }
    if (content->open && at > 0) plica_has_byte(content, at - 1);
    if (at > content->size && plica_resize(content, at)) return -1;
    if (plica_grow(content, at + count)) return -1;
    __builtin_memcpy(content->bytes + at, from, count);
    if (at + count > content->size) content->size = (unsigned)(at + count);
    if (content->kind != PLICA_PIPE) opening->position = at + count;
    return (long)count;
}
