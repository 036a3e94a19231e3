//! What goes through folders: scandir, glob, ftw.
//!
//! Oblivious to links. Invariant: names come in the order of their bytes, as the locale "C" has it.

#include "files.h"

struct plica_dirent { unsigned long number; long offset; unsigned short length; unsigned char kind; char name[256]; };
struct plica_folder;
struct plica_stat { unsigned long device, number, links; unsigned mode, rest[29]; };

struct plica_folder *opendir(const char *name);
struct plica_dirent *readdir(struct plica_folder *folder);
int closedir(struct plica_folder *folder);
int stat(const char *restrict name, struct plica_stat *restrict to);
int strcmp(const char *a, const char *b);
size_t strlen(const char *text);
int fnmatch(const char *pattern, const char *text, int how);
void *realloc(void *block, size_t size);

int alphasort(const struct plica_dirent **a, const struct plica_dirent **b) { return strcmp((*a)->name, (*b)->name); }

/* Puts the last element where it belongs. */
static void plica_settle(struct plica_dirent **list, int count,
                         int (*compare)(const struct plica_dirent **, const struct plica_dirent **)) {
    for (int i = count - 1; i > 0; i--) {
        if (compare((const struct plica_dirent **)&list[i - 1], (const struct plica_dirent **)&list[i]) <= 0) return;
        struct plica_dirent *held = list[i];
        list[i] = list[i - 1];
        list[i - 1] = held;
    }
}

int scandir(const char *restrict name, struct plica_dirent ***restrict to, int (*wanted)(const struct plica_dirent *),
            int (*compare)(const struct plica_dirent **, const struct plica_dirent **)) {
    struct plica_dirent **list = 0, *entry;
    int count = 0;
    struct plica_folder *folder = opendir(name);
    if (!folder) return -1;
    while ((entry = readdir(folder))) {
        if (wanted && !wanted(entry)) continue;
        struct plica_dirent **more = realloc(list, (size_t)(count + 1) * sizeof *list), *copy = malloc(sizeof *copy);
        if (more) list = more;
        if (!more || !copy) {
            free(copy);
            while (count > 0) free(list[--count]);
            free(list);
            closedir(folder);
            return plica_fail(12);
        }
        __builtin_memcpy(copy, entry, sizeof *copy);
        list[count++] = copy;
        if (compare) plica_settle(list, count, compare);
    }
    closedir(folder);
    *to = list;
    return count;
}

/* struct glob_t as glibc has it; the functions in it are for GLOB_ALTDIRFUNC, which is no part of POSIX. */
struct plica_glob { size_t count; char **paths; size_t offset; int flags; };

enum { PLICA_GLOB_ERR = 1, PLICA_GLOB_MARK = 2, PLICA_GLOB_NOSORT = 4, PLICA_GLOB_DOOFFS = 8, PLICA_GLOB_NOCHECK = 16,
       PLICA_GLOB_APPEND = 32, PLICA_GLOB_NOESCAPE = 64, PLICA_GLOB_NOSPACE = 1, PLICA_GLOB_ABORTED = 2, PLICA_GLOB_NOMATCH = 3 };

_Noreturn void plica_unsupported(const char *what);

static int plica_is_magic(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == '*' || text[i] == '?' || text[i] == '[' || text[i] == '\\') return 1;
    return 0;
}

static int plica_add_path(struct plica_glob *to, const char *path, int marked) {
    size_t length = strlen(path), before = to->flags & PLICA_GLOB_DOOFFS ? to->offset : 0;
    char **paths = realloc(to->paths, (before + to->count + 2) * sizeof *paths), *copy = malloc(length + 2);
    if (paths) to->paths = paths;
    if (!paths || !copy) {
        free(copy);
        return PLICA_GLOB_NOSPACE;
    }
    __builtin_memcpy(copy, path, length + 1);
    if (marked) copy[length] = '/', copy[length + 1] = 0;
    if (!to->count)
        for (size_t i = 0; i < before; i++) paths[i] = 0;
    paths[before + to->count++] = copy;
    paths[before + to->count] = 0;
    return 0;
}

static int plica_is_folder(const char *path) {
    struct plica_content *content = plica_find(path)->content;
    return content && content->kind == PLICA_FOLDER;
}

/* Follows the rest of a pattern below what has been found so far, part by part. */
static int plica_match(char *path, size_t length, const char *pattern, int how, int (*trouble)(const char *, int), struct plica_glob *to) {
    while (*pattern == '/') path[length++] = *pattern++;
    path[length] = 0;
    if (!*pattern) {
        if (!plica_find(path)->content) return 0;
        return plica_add_path(to, path, (how & PLICA_GLOB_MARK) && path[length - 1] != '/' && plica_is_folder(path));
    }
    size_t part = 0;
    while (pattern[part] && pattern[part] != '/') part++;
    if (length + part >= 4000) plica_unsupported("a path of 4000 and more bytes");
    if (!plica_is_magic(pattern, part)) {
        __builtin_memcpy(path + length, pattern, part);
        path[length + part] = 0;
        if (pattern[part] && !plica_is_folder(path)) return 0;
        return plica_match(path, length + part, pattern + part, how, trouble, to);
    }
    char one[256];
    if (part >= sizeof one) plica_unsupported("a part of a path of 256 and more bytes");
    __builtin_memcpy(one, pattern, part);
    one[part] = 0;
    /* The folder's name has no slash at its end, unless that is all of it. */
    size_t end = length;
    while (end > 1 && path[end - 1] == '/') end--;
    path[end] = 0;
    struct plica_folder *folder = opendir(length ? path : ".");
    if (!folder) {
        int stops = (trouble && trouble(length ? path : ".", *__errno_location())) || (how & PLICA_GLOB_ERR);
        return stops ? PLICA_GLOB_ABORTED : 0;
    }
    if (end < length) path[end] = '/';
    int result = 0;
    for (struct plica_dirent *entry; !result && (entry = readdir(folder));) {
        /* FNM_PERIOD, and FNM_NOESCAPE if that is wanted. */
        if (fnmatch(one, entry->name, 4 | (how & PLICA_GLOB_NOESCAPE ? 2 : 0)) != 0) continue;
        size_t size = strlen(entry->name);
        __builtin_memcpy(path + length, entry->name, size + 1);
        if (pattern[part] && !plica_is_folder(path)) continue;
        /* What the folder lists is there. */
        if (!pattern[part]) result = plica_add_path(to, path, (how & PLICA_GLOB_MARK) && plica_is_folder(path));
        else result = plica_match(path, length + size, pattern + part, how, trouble, to);
        path[length] = 0;
    }
    closedir(folder);
    return result;
}

int glob(const char *restrict pattern, int how, int (*trouble)(const char *, int), struct plica_glob *restrict to) {
    char path[4096] = "";
    if (how & ~127) plica_unsupported("some flags of glob");
    if (!(how & PLICA_GLOB_APPEND)) to->count = 0, to->paths = 0;
    to->flags = how;
    size_t before = to->count, start = how & PLICA_GLOB_DOOFFS ? to->offset : 0;
    int result = plica_match(path, 0, pattern, how, trouble, to);
    if (result) return result;
    if (to->count == before) return how & PLICA_GLOB_NOCHECK ? plica_add_path(to, pattern, 0) : PLICA_GLOB_NOMATCH;
    for (size_t i = before + 1; !(how & PLICA_GLOB_NOSORT) && i < to->count; i++)
        for (size_t j = i; j > before && strcmp(to->paths[start + j - 1], to->paths[start + j]) > 0; j--) {
            char *held = to->paths[start + j];
            to->paths[start + j] = to->paths[start + j - 1];
            to->paths[start + j - 1] = held;
        }
    return 0;
}
void globfree(struct plica_glob *list) {
    size_t start = list->flags & PLICA_GLOB_DOOFFS ? list->offset : 0;
    for (size_t i = 0; i < list->count; i++) free(list->paths[start + i]);
    free(list->paths);
    list->paths = 0;
    list->count = 0;
}

/* Walks: struct FTW, and the kinds of what is found. */
struct plica_place { int base, level; };
enum { PLICA_FTW_F, PLICA_FTW_D, PLICA_FTW_DNR, PLICA_FTW_NS, PLICA_FTW_SL, PLICA_FTW_DP, PLICA_FTW_PHYS = 1,
       PLICA_FTW_DEPTH = 8 };
typedef int plica_visit(const char *path, const struct plica_stat *status, int kind, struct plica_place *place);
typedef int plica_plain_visit(const char *path, const struct plica_stat *status, int kind);

struct plica_walk { plica_visit *visit; plica_plain_visit *plain; int how; };

static int plica_tell(const struct plica_walk *walk, const char *path, const struct plica_stat *status, int kind, struct plica_place place) {
    return walk->plain ? walk->plain(path, status, kind) : walk->visit(path, status, kind, &place);
}

static int plica_go(const struct plica_walk *walk, char *path, size_t length, struct plica_place place) {
    struct plica_stat status;
    if (stat(path, &status)) return plica_tell(walk, path, &status, PLICA_FTW_NS, place);
    if ((status.mode & 0170000) != 0040000) return plica_tell(walk, path, &status, PLICA_FTW_F, place);
    struct plica_folder *folder = opendir(path);
    if (!folder) return plica_tell(walk, path, &status, PLICA_FTW_DNR, place);
    int last = walk->how & PLICA_FTW_DEPTH;
    int result = last ? 0 : plica_tell(walk, path, &status, PLICA_FTW_D, place);
    for (struct plica_dirent *entry; !result && (entry = readdir(folder));) {
        size_t at = length, size = strlen(entry->name);
        if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0) continue;
        if (at + size + 2 > 4096) plica_unsupported("a path of 4096 and more bytes");
        if (path[at - 1] != '/') path[at++] = '/';
        __builtin_memcpy(path + at, entry->name, size + 1);
        result = plica_go(walk, path, at + size, (struct plica_place){(int)at, place.level + 1});
        path[length] = 0;
    }
    closedir(folder);
    return result || !last ? result : plica_tell(walk, path, &status, PLICA_FTW_DP, place);
}

static int plica_begin(const struct plica_walk *walk, const char *name) {
    char path[4096];
    size_t length = strlen(name), base;
    if (length == 0 || !plica_find(name)->content) return plica_fail(PLICA_ENOENT);
    if (length >= sizeof path) return plica_fail(36);
    __builtin_memcpy(path, name, length + 1);
    while (length > 1 && path[length - 1] == '/') path[--length] = 0;
    for (base = length; base > 0 && path[base - 1] != '/'; base--) {}
    return plica_go(walk, path, length, (struct plica_place){(int)base, 0});
}

int ftw(const char *name, plica_plain_visit *visit, int descriptors) {
    struct plica_walk walk = {0, visit, 0};
    (void)descriptors;
    return plica_begin(&walk, name);
}
int nftw(const char *name, plica_visit *visit, int descriptors, int how) {
    struct plica_walk walk = {visit, 0, how};
    (void)descriptors;
    if (how & ~(PLICA_FTW_DEPTH | PLICA_FTW_PHYS)) plica_unsupported("some flags of nftw");
    return plica_begin(&walk, name);
}
