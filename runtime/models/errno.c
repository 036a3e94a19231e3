//! `errno`. Invariant: no model sets it to 0.

static int plica_errno;
int *__errno_location(void) { return &plica_errno; }
