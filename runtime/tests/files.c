//! The models of files against the system itself: random calls on a file of each, which have to give the same.
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>
#include "check.h"
#include "system.h"

int __plica_vdprintf(int descriptor, const char *format, va_list list) { return (void)descriptor, (void)format, (void)list, 0; }

typedef struct model_file model_file;
int model_open(const char *, int, ...), model_close(int), model_dup(int), model_ftruncate(int, long), model_unlink(const char *);
long model_read(int, void *, size_t), model_write(int, const void *, size_t), model_lseek(int, long, int);
long model_pread(int, void *, size_t, long), model_pwrite(int, const void *, size_t, long), model_ftell(model_file *);
model_file *model_fopen(const char *, const char *);
int model_fclose(model_file *), model_fseek(model_file *, long, int), model_fgetc(model_file *), model_feof(model_file *);
int model_fputs(const char *, model_file *), model_fprintf(model_file *, const char *, ...), model_ungetc(int, model_file *);
size_t model_fread(void *, size_t, size_t, model_file *), model_fwrite(const void *, size_t, size_t, model_file *);

static char path[64];

/* One call on both, chosen at random. */
static void step(int real, int model) {
    char a[16] = "", b[16] = "", text[16];
    long n = random_below(12), at = random_below(40) - 4;
    for (int i = 0; i < 16; i++) text[i] = (char)('a' + random_below(26));
    switch (random_below(6)) {
    case 0: CHECK(write(real, text, (size_t)n) == model_write(model, text, (size_t)n)); break;
    case 1: CHECK(read(real, a, (size_t)n) == model_read(model, b, (size_t)n) && memcmp(a, b, 16) == 0); break;
    case 2: n %= 3; CHECK(lseek(real, at, (int)n) == model_lseek(model, at, (int)n)); break;
    case 3: CHECK(pread(real, a, (size_t)n, at) == model_pread(model, b, (size_t)n, at) && memcmp(a, b, 16) == 0); break;
    case 4: CHECK(at < 0 || pwrite(real, text, (size_t)n, at) == model_pwrite(model, text, (size_t)n, at)); break;
    default: if (random_below(4) == 0) CHECK(ftruncate(real, at) == model_ftruncate(model, at));
    }
}

static void descriptors(void) {
    for (int round = 0; round < 200; round++) {
        int mode = O_RDWR | O_CREAT | (random_below(2) ? O_TRUNC : 0);
        int real = open(path, mode, 0600), model = model_open("file", mode, 0600);
        CHECK(real >= 0 && model == 3);
        for (int i = 0; i < 30; i++) step(real, model);
        int real_copy = dup(real), model_copy = model_dup(model);
        for (int i = 0; i < 10; i++) step(random_below(2) ? real : real_copy, model_copy);
        CHECK(close(real) == 0 && model_close(model) == 0 && model_close(model) == -1);
        CHECK(close(real_copy) == 0 && model_close(model_copy) == 0);
    }
}

static void streams(const char *mode) {
    FILE *real = fopen(path, mode);
    model_file *model = model_fopen("file", mode);
    CHECK(real && model);
    for (int i = 0; i < 60 && real && model; i++) {
        char a[8] = "", b[8] = "";
        int at = random_below(30);
        /* Between reading and writing there has to be a seek. */
        CHECK(fseek(real, at, SEEK_SET) == 0 && model_fseek(model, at, 0) == 0);
        switch (random_below(4)) {
        case 0: CHECK(fread(a, 2, 3, real) == model_fread(b, 2, 3, model) && memcmp(a, b, 8) == 0); break;
        case 1: CHECK(fputs("word", real) >= 0 == model_fputs("word", model) >= 0); break;
        case 2: CHECK(fwrite("1234", 2, 2, real) == model_fwrite("1234", 2, 2, model)); break;
        default: CHECK(fgetc(real) == model_fgetc(model) && !feof(real) == !model_feof(model));
        }
        CHECK(ftell(real) == model_ftell(model));
    }
    CHECK(fclose(real) == 0 && model_fclose(model) == 0);
}

int main(void) {
    snprintf(path, sizeof path, "/tmp/plica-files-%d", (int)getpid());
    descriptors();
    for (int i = 0; i < 20; i++) streams(i % 2 ? "w+" : "r+");
    CHECK(unlink(path) == 0 && model_unlink("file") == 0 && model_unlink("file") == -1);
    CHECK(model_fopen("file", "r") == NULL && model_open("file", O_RDONLY) == -1);
    return check_result();
}
