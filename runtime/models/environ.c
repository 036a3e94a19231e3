//! `environ`, which lists no variable: see variables.c for those that are asked for by name.

static char *plica_none[1];
char **environ = plica_none, **__environ = plica_none;
