//! Reading what files hold.
//!
//! Of a file that the program has not made nothing is known: each byte that is read from it is a new input, or its end,
//! and stays in its place. From a terminal, a pipe or a socket bytes come once, and as many as it has at the time.
//! Invariant: whatever a real file may deliver, some path delivers.

#include "files.h"

enum plica_sharing plica_sharing;
int plica_shares_with_children;

/* Could another process have changed the content already, and be known to be done? */
static void plica_look_at(const struct plica_content *content) {
    if (plica_sharing == PLICA_AFTER_OTHERS && content->kind == PLICA_REGULAR) plica_asks_what_another_process_has_done();
}

static void plica_keep(struct plica_content *content, unsigned char byte) {
    if (content->size == content->room) {
        unsigned room = content->room ? 2 * content->room : 32;
        unsigned char *wider = plica_system_block(room);
        for (unsigned i = 0; i < content->size; i++) wider[i] = content->bytes[i];
        content->bytes = wider;
        content->room = room;
    }
    content->bytes[content->size++] = byte;
}

/* Is there a byte at this position? Then those up to there are known afterwards. */
int plica_has_byte(struct plica_content *content, unsigned long position) {
    while (position >= content->size) {
        if (!content->open) return 0;
        if (content->bounded ? content->size >= content->limit : plica_file_choice(content->name, "ends")) {
            content->open = 0;
            return 0;
        }
        plica_keep(content, plica_file_byte_at(content->name, content->size));
    }
    return 1;
}

/* The next byte, or -1 at the end. */
int plica_next_byte(struct plica_opening *opening) {
    struct plica_content *content = opening->content;
    plica_look_at(content);
    if (content->kind == PLICA_STREAM && content->open)
        return plica_file_choice(content->name, "ends") ? PLICA_EOF : plica_file_byte(content->name);
    if (content->kind == PLICA_PIPE && opening->position >= content->size && plica_sharing)
        plica_asks_what_another_process_has_done();
    if (content->kind == PLICA_PIPE && opening->position >= content->size && content->writers > 0)
        plica_exit(0); /* it waits for itself, and nothing happens any more */
    if (!plica_has_byte(content, opening->position)) return PLICA_EOF;
    return content->bytes[opening->position++];
}

/* Are the bytes that follow any, as far as is known? */
int plica_is_unknown(struct plica_opening *opening) {
    struct plica_content *content = opening->content;
    return content->open && (content->kind == PLICA_STREAM || (!content->bounded && opening->position == content->size));
}

/* Something is read there that is not kept: after it nothing is known of the content, wherever it is read. */
void plica_guess(struct plica_opening *opening) {
    if (opening->content->kind != PLICA_STREAM) opening->content->vague = 1;
}

/* Reads up to `count` bytes; of a stream as many as there are, unless it is to be the `whole`. -1 after an error. */
long plica_read_bytes(struct plica_opening *opening, void *to, size_t count, int whole) {
    struct plica_content *content = opening->content;
    unsigned char *bytes = to;
    size_t done = 0;
    if (content->kind == PLICA_FOLDER) return plica_fail(PLICA_EISDIR);
    if (count == 0) return 0;
    plica_look_at(content);
    if (plica_file_error(content->name, "cannot be read")) return plica_fail(PLICA_EIO);
    if (!content->open && content->kind != PLICA_PIPE) {
        size_t left = opening->position < content->size ? content->size - opening->position : 0;
        if (count > left) count = left;
        if (count > 0) __builtin_memcpy(to, content->bytes + opening->position, count);
        opening->position += count;
        return (long)count;
    }
    while (done < count) {
        if (done > 0 && !whole && content->kind == PLICA_STREAM) {
            if (plica_file_choice(content->name, "has no more now")) break;
            bytes[done++] = plica_file_byte(content->name);
            continue;
        }
        if (done > 0 && content->kind == PLICA_PIPE && opening->position >= content->size) break;
        int c = plica_next_byte(opening);
        if (c == PLICA_EOF) break;
        bytes[done++] = (unsigned char)c;
    }
    return (long)done;
}

/* Where a content ends, which is any place behind what is known of it until it is asked for. */
unsigned plica_size_of(struct plica_content *content) {
    plica_look_at(content);
    if (!content->open) return content->size;
    if (!content->bounded) {
        content->limit = content->size + (plica_file_size(content->name) & 0x3fffffffu);
        content->bounded = 1;
    }
    return content->limit;
}
