//! `errno`. Invariant: no model sets it to 0.

static int plica_errno;
int *__errno_location(void) { return &plica_errno; }

/* What most functions give where they fail. */
int plica_fail(int error) {
    plica_errno = error;
    return -1;
}
