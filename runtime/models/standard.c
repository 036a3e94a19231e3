//! The three standard streams. Apart from what is done with them, since a program that only prints needs no more.

#include "files.h"

static plica_file plica_stdin = {0, 0, 0, -1, 0}, plica_stdout = {1, 0, 0, -1, 0}, plica_stderr = {2, 0, 0, -1, 0};
plica_file *stdin = &plica_stdin, *stdout = &plica_stdout, *stderr = &plica_stderr;
