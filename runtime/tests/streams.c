//! streams.c on a scripted input: what is delivered is what was put in, and the end stays the end.
#include <string.h>
#include "check.h"
#include "system.h"

int model_plica_output_of_files, plica_output_of_files;

typedef struct model_file model_file;
extern model_file *model_stdin, *model_stdout, *model_stderr;
int model_fgetc(model_file *), model_getchar(void), model_ungetc(int, model_file *), model_feof(model_file *);
int model_fclose(model_file *), model_fileno(model_file *);
char *model_fgets(char *, int, model_file *), *model_gets(char *);
size_t model_fread(void *, size_t, size_t, model_file *);
long model_getline(char **, size_t *, model_file *);
model_file *model_fopen(const char *, const char *);
void model_clearerr(model_file *);

static void feed(const char *text) {
    script = text;
    model_clearerr(model_stdin);
}

int main(void) {
    char text[32], *line = NULL;
    size_t size = 0;
    feed("ab");
    CHECK(model_getchar() == 'a' && model_ungetc('x', model_stdin) == 'x' && model_fgetc(model_stdin) == 'x');
    CHECK(model_getchar() == 'b' && model_getchar() == EOF && model_feof(model_stdin));
    script = "more";
    CHECK(model_getchar() == EOF);
    feed("one\ntwo\nthree");
    CHECK(model_fgets(text, 32, model_stdin) == text && strcmp(text, "one\n") == 0);
    CHECK(model_fgets(text, 3, model_stdin) == text && strcmp(text, "tw") == 0);
    CHECK(model_gets(text) == text && strcmp(text, "o") == 0);
    CHECK(model_gets(text) == text && strcmp(text, "three") == 0);
    CHECK(model_fgets(text, 32, model_stdin) == NULL && model_gets(text) == NULL);
    feed("1234567");
    CHECK(model_fread(text, 2, 5, model_stdin) == 3 && memcmp(text, "123456", 6) == 0);
    feed("a line that is longer than sixteen characters\nx");
    CHECK(model_getline(&line, &size, model_stdin) == 46 && line[45] == '\n' && line[46] == 0 && size >= 47);
    char *kept = line;
    CHECK(model_getline(&line, &size, model_stdin) == 1 && strcmp(line, "x") == 0 && line == kept);
    CHECK(model_getline(&line, &size, model_stdin) == -1);
    free(line);
    CHECK(model_fopen("name", "r") == NULL);
    model_file *file = model_fopen("name", "w");
    CHECK(file && model_fileno(file) == 3 && model_fileno(model_stdout) == 1 && model_fileno(model_stderr) == 2);
    CHECK(model_fclose(file) == 0 && model_fclose(model_stdin) == 0);
    return check_result();
}
