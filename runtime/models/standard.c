//! The three standard streams. Apart from what is done with them, since a program that only prints needs no more.

#include "files.h"

static plica_file plica_stdin = {.descriptor = 0, .pushed_back = -1}, plica_stdout = {.descriptor = 1, .pushed_back = -1},
                  plica_stderr = {.descriptor = 2, .pushed_back = -1};
plica_file *stdin = &plica_stdin, *stdout = &plica_stdout, *stderr = &plica_stderr;
