//! Streams: the three standard ones, files that a program opens, and reading from both.
//!
//! Every character read is a new input of the analysis, or the end of the file, which may come at any point and then
//! stays. A file opens or does not, as an input decides; what is written to it is dropped. Output to stdout and stderr
//! is the executor's; it tells a stream by `descriptor`, the first field. Oblivious to file names, positions and
//! sharing. Invariant: whatever a real stream may deliver, some path delivers.

typedef __SIZE_TYPE__ size_t;

void *malloc(size_t size);
void plica_models_files(void);
void free(void *block);
unsigned char plica_uchar(const char *name);
unsigned plica_uint(const char *name);

#define PLICA_EOF (-1)

struct _IO_FILE {
    int descriptor; /* 0 stdin, 1 stdout, 2 stderr, 3 and above: opened by the program */
    int at_end;
    int failed;
    int pushed_back; /* a character, or -1 */
    int more; /* it was asked whether this is the end, and it is not */
};
typedef struct _IO_FILE plica_file;

static plica_file plica_stdin = {0, 0, 0, -1, 0}, plica_stdout = {1, 0, 0, -1, 0}, plica_stderr = {2, 0, 0, -1, 0};
plica_file *stdin = &plica_stdin, *stdout = &plica_stdout, *stderr = &plica_stderr;

/* Opening and closing. */

static int plica_next_descriptor = 3;

plica_file *fopen(const char *restrict name, const char *restrict mode) {
    (void)name;
    (void)mode;
    plica_models_files();
    if (plica_uint("fopen fails") & 1u) return 0;
    plica_file *file = malloc(sizeof *file);
    if (!file) return 0;
    file->descriptor = plica_next_descriptor++;
    file->at_end = file->failed = 0;
    file->pushed_back = -1;
    file->more = 0;
    return file;
}

plica_file *fopen64(const char *restrict name, const char *restrict mode) { return fopen(name, mode); }
plica_file *tmpfile(void) { return fopen("", "w+"); }

int fclose(plica_file *file) {
    if (file->descriptor > 2) free(file);
    return 0;
}

int fflush(plica_file *file) {
    (void)file;
    return 0;
}

int setvbuf(plica_file *restrict file, char *restrict buffer, int mode, size_t size) {
    (void)file, (void)buffer, (void)mode, (void)size;
    return 0;
}

void setbuf(plica_file *restrict file, char *restrict buffer) { (void)file, (void)buffer; }

int feof(plica_file *file) { return file->at_end; }
int ferror(plica_file *file) { return file->failed; }
int fileno(plica_file *file) { return file->descriptor; }
void clearerr(plica_file *file) { file->at_end = file->failed = 0; }

void rewind(plica_file *file) {
    clearerr(file);
    file->pushed_back = -1;
    file->more = 0;
}

int fseek(plica_file *file, long offset, int whence) {
    (void)offset, (void)whence;
    if (plica_uint("fseek fails") & 1u) return -1;
    file->at_end = 0;
    file->pushed_back = -1;
    file->more = 0;
    return 0;
}

long ftell(plica_file *file) {
    (void)file;
    return (long)(plica_uint("ftell") & 0x7fffffffu);
}

int remove(const char *name) {
    (void)name;
    return -(int)(plica_uint("remove fails") & 1u);
}

int rename(const char *from, const char *to) {
    (void)from, (void)to;
    return -(int)(plica_uint("rename fails") & 1u);
}

/* Reading characters. */

/* Is there nothing left? For those who want to know before they read. */
int plica_stream_ends(plica_file *file) {
    if (file->pushed_back >= 0 || file->more) return 0;
    if (file->at_end) return 1;
    if (plica_uint("end of input") & 1u) file->at_end = 1;
    else file->more = 1;
    return file->at_end;
}

int fgetc(plica_file *file) {
    if (file->pushed_back >= 0) {
        int c = file->pushed_back;
        file->pushed_back = -1;
        return c;
    }
    if (plica_stream_ends(file)) return PLICA_EOF;
    file->more = 0;
    return plica_uchar("input");
}

int getc(plica_file *file) { return fgetc(file); }
int _IO_getc(plica_file *file) { return fgetc(file); }
int getchar(void) { return fgetc(stdin); }
int getc_unlocked(plica_file *file) { return fgetc(file); }
int getchar_unlocked(void) { return fgetc(stdin); }

int ungetc(int c, plica_file *file) {
    if (c == PLICA_EOF || file->pushed_back >= 0) return PLICA_EOF;
    file->pushed_back = (unsigned char)c;
    file->at_end = 0;
    return (unsigned char)c;
}

char *fgets(char *restrict to, int size, plica_file *restrict file) {
    int n = 0;
    if (size <= 0) return 0;
    while (n < size - 1) {
        int c = fgetc(file);
        if (c == PLICA_EOF) {
            if (n == 0) return 0;
            break;
        }
        to[n++] = (char)c;
        if (c == '\n') break;
    }
    to[n] = 0;
    return to;
}

char *gets(char *to) {
    int n = 0;
    for (;;) {
        int c = fgetc(stdin);
        if (c == '\n' || (c == PLICA_EOF && n > 0)) break;
        if (c == PLICA_EOF) return 0;
        to[n++] = (char)c;
    }
    to[n] = 0;
    return to;
}

size_t fread(void *restrict to, size_t size, size_t count, plica_file *restrict file) {
    unsigned char *bytes = to;
    if (size == 0) return 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < size; j++) {
            int c = fgetc(file);
            if (c == PLICA_EOF) return i;
            bytes[i * size + j] = (unsigned char)c;
        }
    return count;
}

long getline(char **restrict line, size_t *restrict size, plica_file *restrict file) {
    size_t n = 0, room = 16;
    char *text = malloc(room);
    if (!text) return -1;
    for (;;) {
        int c = fgetc(file);
        if (c == PLICA_EOF) break;
        if (n + 2 > room) {
            char *wider = malloc(2 * room);
            if (!wider) {
                free(text);
                return -1;
            }
            for (size_t i = 0; i < n; i++) wider[i] = text[i];
            free(text);
            text = wider;
            room *= 2;
        }
        text[n++] = (char)c;
        if (c == '\n') break;
    }
    text[n] = 0;
    if (*line) free(*line);
    *line = text;
    *size = room;
    return n ? (long)n : -1;
}
