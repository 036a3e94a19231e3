//! Texts that are names of files: basename, dirname, realpath, fnmatch.

#include "files.h"

size_t strlen(const char *text);

char *basename(char *path) {
    size_t end = path ? strlen(path) : 0;
    if (!end) return ".";
    while (end > 1 && path[end - 1] == '/') path[--end] = 0;
    while (end > 0 && path[end - 1] != '/') end--;
    return path[end] ? path + end : path;
}
char *__xpg_basename(char *path) { return basename(path); }

char *dirname(char *path) {
    size_t end = path ? strlen(path) : 0;
    if (!end) return ".";
    while (end > 1 && path[end - 1] == '/') end--;
    while (end > 0 && path[end - 1] != '/') end--;
    if (!end) return ".";
    while (end > 1 && path[end - 1] == '/') end--;
    path[end] = 0;
    return path;
}

/* No name is a link, so only `.` and `..` are to be taken out. */
char *realpath(const char *restrict name, char *restrict to) {
    char path[4096];
    size_t n = 0;
    if (!plica_find(name)->content) return plica_fail(PLICA_ENOENT), (char *)0;
    plica_system_premise("no file is a link, and the program begins in /home/program");
    name = plica_absolute(name);
    if (strlen(name) + 2 > sizeof path) return plica_fail(36), (char *)0;
    path[n++] = '/';
    for (const char *part = name; *part;) {
        size_t size = 0;
        while (*part == '/') part++;
        while (part[size] && part[size] != '/') size++;
        if (size == 2 && part[0] == '.' && part[1] == '.') {
            if (n > 1) n--;
            while (path[n - 1] != '/') n--;
        } else if (size && !(size == 1 && *part == '.')) {
            for (size_t i = 0; i < size; i++) path[n++] = part[i];
            path[n++] = '/';
        }
        part += size;
    }
    if (n > 1) n--;
    path[n] = 0;
    if (!to) to = malloc(4096);
    if (to) __builtin_memcpy(to, path, n + 1);
    return to;
}

/* FNM_PATHNAME 1, FNM_NOESCAPE 2, FNM_PERIOD 4. */
int fnmatch(const char *pattern, const char *text, int how) {
    const char *start = text;
    for (;; pattern++, text++) {
        int is_hidden = (how & 4) && *text == '.' && (text == start || ((how & 1) && text[-1] == '/'));
        switch (*pattern) {
        case 0: return *text != 0;
        case '?':
            if (!*text || is_hidden || ((how & 1) && *text == '/')) return 1;
            break;
        case '*':
            if (is_hidden) return 1;
            while (pattern[1] == '*') pattern++;
            for (;; text++) {
                if (fnmatch(pattern + 1, text, how & ~4) == 0) return 0;
                if (!*text || ((how & 1) && *text == '/')) return 1;
            }
        case '[': {
            int inverted = pattern[1] == '!' || pattern[1] == '^', matches = 0;
            const char *at = pattern + 1 + inverted, *first = at;
            for (; *at && (*at != ']' || at == first); at++) {
                if (at[1] == '-' && at[2] && at[2] != ']') {
                    matches |= (unsigned char)at[0] <= (unsigned char)*text && (unsigned char)*text <= (unsigned char)at[2];
                    at += 2;
                } else {
                    matches |= *at == *text;
                }
            }
            if (!*at) {
                if (*text != '[') return 1;
                break;
            }
            if (!*text || matches == inverted || is_hidden || ((how & 1) && *text == '/')) return 1;
            pattern = at;
            break;
        }
        case '\\':
            if (!(how & 2) && pattern[1]) pattern++;
            /* fall through */
        default:
            if (*pattern != *text) return 1;
        }
    }
}
