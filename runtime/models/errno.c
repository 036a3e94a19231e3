//! `errno`. Invariant: no model sets it to 0.

int plica_errno; /* which the executor sets where there is no memory */
int *__errno_location(void) { return &plica_errno; }

/* What most functions give where they fail. */
int plica_fail(int error) {
    plica_errno = error;
    return -1;
}
