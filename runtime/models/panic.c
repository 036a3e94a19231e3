//! Panics of Rust: an error of whoever panics, or, in a run that is to tell what a panic says, the text.
//!
//! The text is put together by the library's own `core::fmt::write`, which is linked by the name below and writes to any
//! object with a table of functions, so nothing is assumed of how the arguments of `format_args!` lie in memory.

#define PLICA_TEXT 4096

void plica_rust_panics(void);
void plica_rust_panic_text(const char *text, unsigned long length);

static char plica_said[PLICA_TEXT];
static unsigned long plica_length;

static _Bool plica_write_str(void *self, const char *text, unsigned long length) {
    (void)self;
    for (unsigned long i = 0; i < length && plica_length < PLICA_TEXT; i++) plica_said[plica_length++] = text[i];
    return 0;
}

static _Bool plica_write_char(void *self, unsigned code) {
    char text[4];
    unsigned long length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (unsigned long i = length - 1; i > 0; i--, code >>= 6) text[i] = (char)(0x80 | (code & 0x3F));
    text[0] = (char)(first[length] | code);
    return plica_write_str(self, text, length);
}

/* A table of Rust's `dyn Write`: how it is dropped, its size and alignment, `write_str`, `write_char`; `write_fmt`,
   which is last, is not called by `core::fmt::write`. */
static void *const plica_writer[] = {0, 0, (void *)1, plica_write_str, plica_write_char, 0};

_Bool plica_write_words(void *out, void *const *table, void *first, void *second) __asm__("plica_rust_write");
_Bool plica_write_reference(void *out, void *const *table, void *arguments) __asm__("plica_rust_write");

/* The arguments of `format_args!` are two words. */
void plica_rust_panic(void *first, void *second, void *location) {
    (void)location;
    plica_rust_panics();
    plica_write_words(plica_said, plica_writer, first, second);
    plica_rust_panic_text(plica_said, plica_length);
}

/* They are passed by reference. */
void plica_rust_panic_by_reference(void *arguments, void *location) {
    (void)location;
    plica_rust_panics();
    plica_write_reference(plica_said, plica_writer, arguments);
    plica_rust_panic_text(plica_said, plica_length);
}
