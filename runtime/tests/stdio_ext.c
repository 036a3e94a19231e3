//! stdio_ext.c against the C library on files that are there for both.
#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <unistd.h>
#include "check.h"
#include "system.h"

int model_plica_output_of_files, plica_output_of_files;
int plica_direction_of_a_stream_for_both(void) { return 7; }
void model_plica_redirect(void) {}
void plica_redirect(void) {}

typedef struct model_file model_file;
extern model_file *model_stdin, *model_stdout;
model_file *model_fopen(const char *, const char *);
int model___freading(model_file *), model___fwriting(model_file *), model___freadable(model_file *);
int model_fclose(model_file *), model___fwritable(model_file *), model_posix_fadvise(int, long, long, int), model_pipe(int[2]);
size_t model___fpending(model_file *);

static void compare(FILE *file, model_file *model) {
    CHECK(!__freading(file) == !model___freading(model));
    CHECK(!__fwriting(file) == !model___fwriting(model));
    CHECK(!__freadable(file) == !model___freadable(model));
    CHECK(!__fwritable(file) == !model___fwritable(model));
    CHECK(__fpending(file) == model___fpending(model));
}

int main(void) {
    compare(stdin, model_stdin);
    compare(stdout, model_stdout);
    char name[] = "/tmp/plica-stdio-ext-XXXXXX";
    close(mkstemp(name));
    for (int i = 0; i < 3; i++) {
        const char *mode = i == 0 ? "w" : i == 1 ? "r" : "a";
        FILE *file = fopen(name, mode);
        model_file *model = model_fopen(name, mode);
        CHECK(file && model);
        compare(file, model);
        fclose(file);
        model_fclose(model);
    }
    remove(name);
    model_file *both = model_fopen(name, "w+");
    CHECK(model___freadable(both) && model___fwritable(both) && model___freading(both) == 7);
    model_fclose(both);
    int own[2];
    CHECK(posix_fadvise(99, 0, 0, 0) == model_posix_fadvise(99, 0, 0, 0));
    CHECK(model_pipe(own) == 0 && model_posix_fadvise(own[0], 0, 0, 0) == 29);
    CHECK(posix_fadvise(0, 0, -1, 0) == EINVAL || posix_fadvise(0, 0, -1, 0) == ESPIPE);
    CHECK(model_posix_fadvise(0, 0, -1, 0) == EINVAL && model_posix_fadvise(0, 0, 0, 2) == 0);
    return check_result();
}
