//! Streams, wide streams and descriptors against the system: the same calls on a file of each, and what is then in it.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>
#include "tables.h"
#include "system.h"

LIKE(fopen) LIKE(fclose) LIKE(freopen) LIKE(fdopen) LIKE(tmpfile) LIKE(fmemopen) LIKE(open_memstream) LIKE(fputc) LIKE(putc)
LIKE(fputs) LIKE(fwrite) LIKE(fprintf) LIKE(vfprintf) LIKE(fgetc) LIKE(getc) LIKE(fgets) LIKE(fread) LIKE(getline) LIKE(getdelim)
LIKE(ungetc) LIKE(feof) LIKE(ferror) LIKE(clearerr) LIKE(fileno) LIKE(fflush) LIKE(rewind) LIKE(fgetpos) LIKE(fsetpos)
LIKE(fseeko) LIKE(ftello) LIKE(putc_unlocked) LIKE(fputc_unlocked) LIKE(fputs_unlocked) LIKE(fwrite_unlocked)
LIKE(getc_unlocked) LIKE(fgetc_unlocked) LIKE(fgets_unlocked) LIKE(fread_unlocked) LIKE(feof_unlocked) LIKE(ferror_unlocked)
LIKE(clearerr_unlocked) LIKE(fileno_unlocked) LIKE(fflush_unlocked) LIKE(flockfile) LIKE(ftrylockfile) LIKE(funlockfile)
LIKE(fgetwc) LIKE(getwc) LIKE(fgetws) LIKE(fputwc) LIKE(putwc) LIKE(fputws) LIKE(ungetwc) LIKE(fwide) LIKE(fwprintf)
LIKE(vfwprintf) LIKE(swprintf) LIKE(vswprintf)
LIKE(open) LIKE(creat) LIKE(close) LIKE(dup) LIKE(dup2) LIKE(dup3) LIKE(fcntl) LIKE(pipe) LIKE(pipe2) LIKE(read) LIKE(write)
LIKE(readv) LIKE(writev) LIKE(fsync) LIKE(fdatasync) LIKE(mmap) LIKE(munmap) LIKE(msync) LIKE(poll) LIKE(unlink)

LIKE(vfscanf) LIKE(vfwscanf) LIKE(select) LIKE(pselect)
int model_fscanf(FILE *, const char *, ...), model_fwscanf(FILE *, const wchar_t *, ...);

/* A console that is nobody's. */
int __plica_vdprintf(int descriptor, const char *format, va_list list) { return (void)descriptor, (void)format, (void)list, 0; }

static char path[64];

static int through_list(FILE *file, int is_model, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = (is_model ? model_vfprintf : vfprintf)(file, format, list);
    va_end(list);
    return n;
}

static void writing(FILE *real, FILE *model) {
    static const char text[] = "some\ntext ";
    size_t n = (size_t)random_below(5);
    int c = random_below(200);
    switch (random_below(12)) {
    case 0: BOTH(fputc(c, real), model_fputc(c, model)); break;
    case 1: BOTH(putc(c, real), model_putc(c, model)); break;
    case 2: BOTH(putc_unlocked(c, real), model_putc_unlocked(c, model)); break;
    case 3: BOTH(fputc_unlocked(c, real), model_fputc_unlocked(c, model)); break;
    case 4: BOTH(fputs(text, real) >= 0, model_fputs(text, model) >= 0); break;
    case 5: BOTH(fputs_unlocked(text, real) >= 0, model_fputs_unlocked(text, model) >= 0); break;
    case 6: BOTH(fwrite(text, 2, n, real), model_fwrite(text, 2, n, model)); break;
    case 7: BOTH(fwrite_unlocked(text, 2, n, real), model_fwrite_unlocked(text, 2, n, model)); break;
    case 8: BOTH(fprintf(real, "%d|%5s|%x\n", c, "ab", c), model_fprintf(model, "%d|%5s|%x\n", c, "ab", c)); break;
    case 9: BOTH(through_list(real, 0, "%c%d", 'x', c), through_list(model, 1, "%c%d", 'x', c)); break;
    case 10: BOTH(fflush(real), model_fflush(model)); break;
    default: BOTH(fflush_unlocked(real), model_fflush_unlocked(model));
    }
    BOTH(ftello(real), model_ftello(model));
}

static void reading(FILE *real, FILE *model) {
    char a[16] = "", b[16] = "", *line = NULL, *same = NULL;
    size_t size = 0, room = 0;
    int n = 1 + random_below(14);
    switch (random_below(13)) {
    case 0: BOTH(fgetc(real), model_fgetc(model)); break;
    case 1: BOTH(getc(real), model_getc(model)); break;
    case 2: BOTH(getc_unlocked(real), model_getc_unlocked(model)); break;
    case 3: BOTH(fgetc_unlocked(real), model_fgetc_unlocked(model)); break;
    case 4: BOTH(fgets(a, n, real) != NULL, model_fgets(b, n, model) != NULL); break;
    case 5: BOTH(fgets_unlocked(a, n, real) != NULL, model_fgets_unlocked(b, n, model) != NULL); break;
    case 6: BOTH(fread(a, 2, 4, real), model_fread(b, 2, 4, model)); break;
    case 7: BOTH(fread_unlocked(a, 3, 2, real), model_fread_unlocked(b, 3, 2, model)); break;
    case 8: case 9: {
        int end = random_below(2) ? '\n' : 't';
        long got = end == 't' ? getdelim(&line, &size, end, real) : getline(&line, &size, real);
        long had = end == 't' ? model_getdelim(&same, &room, end, model) : model_getline(&same, &room, model);
        BOTH(got, had);
        CHECK(got <= 0 || got != had || memcmp(line, same, (size_t)got + 1) == 0);
        break;
    }
    case 10: {
        fpos_t one, two;
        BOTH(fgetpos(real, &one), model_fgetpos(model, &two));
        BOTH(fgetc(real), model_fgetc(model));
        BOTH(fsetpos(real, &one), model_fsetpos(model, &two));
        break;
    }
    case 11: BOTH(fseeko(real, n, SEEK_SET), model_fseeko(model, n, SEEK_SET)); break;
    default: {
        int c = fgetc(real), d = model_fgetc(model);
        BOTH(c, d);
        if (c != EOF) BOTH(ungetc(c, real), model_ungetc(d, model));
        clearerr(real), model_clearerr(model);
    }
    }
    CHECK(memcmp(a, b, 16) == 0);
    BOTH(!feof(real), !model_feof(model));
    BOTH(!feof_unlocked(real), !model_feof_unlocked(model));
    BOTH(!ferror(real), !model_ferror_unlocked(model));
    if (random_below(6) == 0) clearerr_unlocked(real), model_clearerr_unlocked(model);
    if (random_below(6) == 0) rewind(real), model_rewind(model);
    free(line), free(same);
}

static void streams(void) {
    FILE *real = fopen(path, "w+"), *model = model_fopen("file", "w+");
    model_flockfile(model), model_funlockfile(model);
    CHECK(model_ftrylockfile(model) == 0 && model_fileno(model) == model_fileno_unlocked(model));
    for (int i = random_below(20); i >= 0; i--) writing(real, model);
    CHECK((real = freopen(path, "r", real)) && (model = model_freopen("file", "r", model)));
    for (int i = 0; i < 20; i++) reading(real, model);
    CHECK(fclose(real) == 0 && model_fclose(model) == 0);
    real = tmpfile(), model = model_tmpfile();
    BOTH(fputs("x", real) >= 0, model_fputs("x", model) >= 0);
    rewind(real), model_rewind(model);
    BOTH(fgetc(real), model_fgetc(model));
    CHECK(fclose(real) == 0 && model_fclose(model) == 0);
}

static void wide(void) {
    FILE *real = fopen(path, "w+"), *model = model_fopen("file", "w+");
    wchar_t a[24] = {0}, b[24] = {0};
    BOTH(fwide(real, 1) > 0, model_fwide(model, 1) > 0);
    for (int i = 0; i < 6; i++) {
        wchar_t c = (wchar_t)('a' + random_below(26));
        BOTH(fputwc(c, real), model_fputwc(c, model));
        BOTH(putwc(c, real), model_putwc(c, model));
        BOTH(fputws(L"wide\n", real) >= 0, model_fputws(L"wide\n", model) >= 0);
        BOTH(fwprintf(real, L"%d %ls %c %5s\n", i, L"x", c, "y"), model_fwprintf(model, L"%d %ls %c %5s\n", i, L"x", c, "y"));
        size_t size = (size_t)random_below(24);
        BOTH(swprintf(a, size, L"%d|%-4ls|%s", i, L"ab", "cd"), model_swprintf(b, size, L"%d|%-4ls|%s", i, L"ab", "cd"));
        CHECK(size == 0 || wcsncmp(a, b, 8 < size ? 8 : size - 1) == 0);
    }
    rewind(real), model_rewind(model);
    for (int i = 0; i < 30; i++) {
        int n = 1 + random_below(20);
        wint_t c;
        switch (random_below(3)) {
        case 0: BOTH(fgetwc(real), model_fgetwc(model)); break;
        case 1: BOTH(fgetws(a, n, real) != NULL, model_fgetws(b, n, model) != NULL); CHECK(wcsncmp(a, b, 24) == 0); break;
        default:
            c = getwc(real);
            BOTH(c, model_getwc(model));
            if (c != WEOF) BOTH(ungetwc(c, real), model_ungetwc(c, model));
        }
    }
    CHECK(fclose(real) == 0 && model_fclose(model) == 0);
}

static int scanned(FILE *file, int is_model, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = (is_model ? model_vfscanf : vfscanf)(file, format, list);
    va_end(list);
    return n;
}
static int scanned_wide(FILE *file, int is_model, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int n = (is_model ? model_vfwscanf : vfwscanf)(file, format, list);
    va_end(list);
    return n;
}

/* What is known of a file is read character by character. */
static void scanning(void) {
    FILE *real = fopen(path, "w+"), *model = model_fopen("file", "w+");
    char a[16] = "", b[16] = "";
    int x = 0, y = 0, is_wide = random_below(2);
    for (int i = 0; i < 8; i++) {
        int n = (int)random_number();
        const char *word = random_below(2) ? "word" : "x";
        BOTH(fprintf(real, "%d %s\n", n, word), model_fprintf(model, "%d %s\n", n, word));
    }
    /* A new orientation. */
    CHECK((real = freopen(path, "r", real)) && (model = model_freopen("file", "r", model)));
    for (int i = 0; i < 12; i++) {
        switch (random_below(2) + 2 * is_wide) {
        case 0: BOTH(fscanf(real, "%d%7s", &x, a), model_fscanf(model, "%d%7s", &y, b)); break;
        case 1: BOTH(scanned(real, 0, " %3d", &x), scanned(model, 1, " %3d", &y)); break;
        case 2: BOTH(fwscanf(real, L"%d%6s", &x, a), model_fwscanf(model, L"%d%6s", &y, b)); break;
        default: BOTH(scanned_wide(real, 0, L" %3d", &x), scanned_wide(model, 1, L" %3d", &y));
        }
        CHECK(x == y && strcmp(a, b) == 0);
    }
    CHECK(fclose(real) == 0 && model_fclose(model) == 0);
}

static void memory(void) {
    char block[16] = "abcdefghijklmno", same[16] = "abcdefghijklmno", *one = NULL, *two = NULL;
    size_t size = 0, room = 0;
    FILE *real = fmemopen(block, 15, "r"), *model = model_fmemopen(same, 15, "r");
    for (int i = 0; i < 18; i++) BOTH(fgetc(real), model_fgetc(model));
    CHECK(fclose(real) == 0 && model_fclose(model) == 0);
    real = open_memstream(&one, &size), model = model_open_memstream(&two, &room);
    for (int i = random_below(30); i >= 0; i--) BOTH(fprintf(real, "%d,", i), model_fprintf(model, "%d,", i));
    CHECK(fclose(real) == 0 && model_fclose(model) == 0);
    CHECK(size == room && strcmp(one, two) == 0);
    free(one), free(two);
}

static void descriptors(void) {
    int one = creat(path, 0600), two = model_creat("file", 0600), ends[2], model_ends[2];
    char a[8] = "", b[8] = "";
    struct iovec parts[2] = {{"abc", 3}, {"de", (size_t)random_below(3)}}, into[2] = {{a, 2}, {a + 2, 5}}, same[2] = {{b, 2}, {b + 2, 5}};
    BOTH(writev(one, parts, 2), model_writev(two, parts, 2));
    BOTH(fsync(one) + fdatasync(one), model_fsync(two) + model_fdatasync(two));
    BOTH(close(one), model_close(two));
    one = open(path, O_RDONLY), two = model_open("file", O_RDONLY);
    void *map = mmap(NULL, 5, PROT_READ, MAP_PRIVATE, one, 0), *model_map = model_mmap(NULL, 5, PROT_READ, MAP_PRIVATE, two, 0);
    CHECK(memcmp(map, model_map, 5) == 0 && munmap(map, 5) == 0 && model_munmap(model_map, 5) == 0);
    BOTH(readv(one, into, 2), model_readv(two, same, 2));
    CHECK(memcmp(a, b, 8) == 0);
    BOTH(fcntl(one, F_GETFL) & O_ACCMODE, model_fcntl(two, F_GETFL) & O_ACCMODE);
    int copy = fcntl(one, F_DUPFD, 10), model_copy = model_fcntl(two, F_DUPFD, 10);
    CHECK(copy >= 10 && model_copy >= 10);
    BOTH(close(copy), model_close(model_copy));
    BOTH(dup2(one, 20) == 20, model_dup2(two, 20) == 20);
    BOTH(dup3(one, 20, 0) == 20, model_dup3(two, 20, 0) == 20);
    BOTH(dup3(one, one, 0), model_dup3(two, two, 0));
    BOTH(close(20), model_close(20));
    BOTH(close(one), model_close(two));
    int flags = random_below(2) ? O_CLOEXEC : 0;
    BOTH(flags ? pipe2(ends, flags) : pipe(ends), flags ? model_pipe2(model_ends, flags) : model_pipe(model_ends));
    BOTH(write(ends[1], "pipe", 4), model_write(model_ends[1], "pipe", 4));
    struct pollfd real = {ends[0], POLLIN, 0}, model = {model_ends[0], POLLIN, 0};
    BOTH(poll(&real, 1, 0), model_poll(&model, 1, 0));
    BOTH(real.revents, model.revents);
    fd_set ready, model_ready;
    FD_ZERO(&ready);
    FD_ZERO(&model_ready);
    FD_SET(ends[0], &ready);
    FD_SET(model_ends[0], &model_ready);
    struct timeval now = {0, 0};
    struct timespec then = {0, 0};
    BOTH(select(ends[0] + 1, &ready, NULL, NULL, &now), model_select(model_ends[0] + 1, &model_ready, NULL, NULL, &now));
    BOTH(pselect(ends[0] + 1, &ready, NULL, NULL, &then, NULL), model_pselect(model_ends[0] + 1, &model_ready, NULL, NULL, &then, NULL));
    memset(a, 0, 8), memset(b, 0, 8);
    BOTH(read(ends[0], a, 3), model_read(model_ends[0], b, 3));
    BOTH(close(ends[1]), model_close(model_ends[1]));
    BOTH(read(ends[0], a + 3, 3), model_read(model_ends[0], b + 3, 3));
    BOTH(read(ends[0], a, 3), model_read(model_ends[0], b, 3));
    CHECK(memcmp(a, b, 8) == 0);
    BOTH(close(ends[0]), model_close(model_ends[0]));
}

int main(void) {
    snprintf(path, sizeof path, "/tmp/plica-outputs-%d", (int)getpid());
    for (int round = 0; round < 600; round++) streams(), wide(), scanning(), memory(), descriptors();
    CHECK(unlink(path) == 0 && model_unlink("file") == 0);
    return check_result();
}
