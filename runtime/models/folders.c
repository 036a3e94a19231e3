//! Names and folders: making, moving and removing them, and listing those that are known.
//!
//! Invariant: what was removed is gone for its name, and stays for who has it open.

#include "files.h"

int strcmp(const char *a, const char *b);
size_t strlen(const char *text);

static int plica_is_below(const char *name, const char *folder, size_t length) {
    size_t i = 0;
    while (i < length && name[i] == folder[i]) i++;
    return i == length && name[i] == '/' && name[i + 1];
}

int unlink(const char *name) {
    struct plica_entry *entry = plica_find(name);
    if (!entry->content) return plica_fail(PLICA_ENOENT);
    if (entry->content->kind == PLICA_FOLDER) return plica_fail(PLICA_EISDIR);
    if (plica_file_error(entry->name, "cannot be removed")) return plica_fail(PLICA_EACCES);
    entry->content->links--;
    entry->content = 0;
    return 0;
}

int mkdir(const char *name, unsigned mode) {
    struct plica_entry *entry = plica_find(name);
    if (entry->content) return plica_fail(PLICA_EEXIST);
    if (plica_file_choice(entry->name, "cannot be made")) return plica_fail(PLICA_EACCES);
    entry->content = plica_new_content(PLICA_FOLDER, entry->name);
    entry->content->mode = 0040000 | (mode & 0777 & ~plica_mask);
    entry->content->made = 1;
    return 0;
}

static int plica_has_files(const struct plica_entry *folder) {
    for (struct plica_entry *other = plica_entries; other; other = other->next)
        if (other->content && plica_is_below(other->name, folder->name, strlen(folder->name))) return 1;
    return 0;
}

int rmdir(const char *name) {
    struct plica_entry *entry = plica_find(name);
    if (!entry->content) return plica_fail(PLICA_ENOENT);
    if (entry->content->kind != PLICA_FOLDER) return plica_fail(PLICA_ENOTDIR);
    if (plica_has_files(entry)) return plica_fail(PLICA_ENOTEMPTY);
    entry->content = 0;
    return 0;
}

int remove(const char *name) {
    struct plica_entry *entry = plica_find(name);
    return entry->content && entry->content->kind == PLICA_FOLDER ? rmdir(name) : unlink(name);
}

/* What lies below a folder that was moved goes with it. */
static void plica_move_below(const struct plica_entry *old, struct plica_entry *new) {
    size_t before = strlen(old->name), start = strlen(new->name);
    new->content->name = new->name;
    for (struct plica_entry *entry = plica_entries; entry; entry = entry->next) {
        if (!entry->content || !plica_is_below(entry->name, old->name, before)) continue;
        size_t rest = strlen(entry->name) - before + 1;
        char *name = plica_system_block(start + rest);
        __builtin_memcpy(name, new->name, start);
        __builtin_memcpy(name + start, entry->name + before, rest);
        struct plica_entry *there = plica_entries;
        while (there && strcmp(there->name, name) != 0) there = there->next;
        if (!there) {
            entry->name = name;
            there = entry;
        } else {
            there->content = entry->content;
            entry->content = 0;
        }
        if (there->content->kind == PLICA_FOLDER) there->content->name = there->name;
    }
}

int rename(const char *from, const char *to) {
    struct plica_entry *old = plica_find(from);
    if (!old->content) return plica_fail(PLICA_ENOENT);
    struct plica_entry *new = plica_find(to);
    if (new == old) return 0;
    int is_folder = old->content->kind == PLICA_FOLDER;
    if (new->content && new->content->kind == PLICA_FOLDER) {
        if (!is_folder) return plica_fail(PLICA_EISDIR);
        if (plica_has_files(new)) return plica_fail(PLICA_ENOTEMPTY);
    } else if (new->content && is_folder) {
        return plica_fail(PLICA_ENOTDIR);
    }
    if (is_folder && plica_is_below(new->name, old->name, strlen(old->name))) return plica_fail(PLICA_EINVAL);
    /* Two names of one file: nothing happens. */
    if (new->content == old->content) return 0;
    if (plica_file_error(new->name, "cannot be made")) return plica_fail(PLICA_EACCES);
    if (new->content) new->content->links--;
    new->content = old->content;
    old->content = 0;
    if (is_folder) plica_move_below(old, new);
    return 0;
}

int link(const char *from, const char *to) {
    struct plica_entry *old = plica_find(from);
    if (!old->content) return plica_fail(PLICA_ENOENT);
    struct plica_entry *new = plica_find(to);
    if (new->content) return plica_fail(PLICA_EEXIST);
    if (old->content->kind == PLICA_FOLDER) return plica_fail(1);
    new->content = old->content;
    new->content->links++;
    return 0;
}

int fchdir(int descriptor) {
    const char *name = plica_opening_of(descriptor) ? plica_at(descriptor, ".") : 0;
    return name ? plica_stand_in(name) : -1;
}

int chdir(const char *name) { return plica_stand_in(name); }

char *getcwd(char *to, size_t size) {
    const char *here = plica_absolute(".");
    size_t length = strlen(here) + 1;
    plica_system_premise("the program begins in /home/program");
    if (!to) to = malloc(size ? size : length);
    else if (size == 0) return plica_fail(PLICA_EINVAL), (char *)0;
    if (!to) return 0;
    if (size && size < length) return plica_fail(PLICA_ERANGE), (char *)0;
    __builtin_memcpy(to, here, length);
    return to;
}
char *__getcwd_chk(char *to, size_t size, size_t room) {
    char *here = getcwd(to, size);
    if (here) __plica_check_room("getcwd", strlen(here) + 1, room);
    return here;
}

/* struct dirent as glibc has it on x86-64. */
struct plica_dirent { unsigned long number; long offset; unsigned short length; unsigned char kind; char name[256]; };
struct plica_folder {
    struct plica_entry *next;
    const char *name;
    struct plica_content *content;
    int descriptor; /* -1 for none yet */
    struct plica_dirent entry;
};

static struct plica_folder *plica_list(struct plica_content *content, const char *name, int descriptor) {
    if (!content || content->kind != PLICA_FOLDER) {
        plica_fail(content ? PLICA_ENOTDIR : PLICA_ENOENT);
        return 0;
    }
    struct plica_folder *folder = malloc(sizeof *folder);
    if (!folder) return 0;
    folder->next = plica_entries;
    folder->name = name;
    folder->content = content;
    folder->descriptor = descriptor;
    return folder;
}

struct plica_folder *opendir(const char *name) {
    struct plica_entry *entry = plica_find(name);
    return plica_list(entry->content, entry->name, -1);
}
struct plica_folder *fdopendir(int descriptor) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    return opening ? plica_list(opening->content, opening->content->name, descriptor) : 0;
}
int dirfd(struct plica_folder *folder) {
    if (folder->descriptor < 0) folder->descriptor = plica_new_descriptor(folder->content, PLICA_DIRECTORY);
    return folder->descriptor;
}

/* The files that are known there, and then any others. */
struct plica_dirent *readdir(struct plica_folder *folder) {
    size_t length = strcmp(folder->name, ".") == 0 ? 0 : strlen(folder->name);
    for (; folder->next; folder->next = folder->next->next) {
        const char *name = folder->next->name;
        if (!folder->next->content || (length && !plica_is_below(name, folder->name, length))) continue;
        if (length) name += length + 1;
        if (strlen(name) > 255 || __builtin_strchr(name, '/')) continue;
        folder->entry.number = folder->next->content->number;
        folder->entry.kind = folder->next->content->kind == PLICA_FOLDER ? 4 : 8;
        __builtin_memcpy(folder->entry.name, name, strlen(name) + 1);
        folder->next = folder->next->next;
        return &folder->entry;
    }
    if (!plica_file_choice(folder->name, "has another entry")) return 0;
    plica_system_premise("names of other entries of folders have at most 8 bytes");
    folder->entry.number = 1;
    folder->entry.kind = 0;
    int i = 0;
    while (i < 8 && (i == 0 || !plica_file_choice(folder->name, "has a name that ends"))) {
        unsigned char c = plica_file_byte("name of an entry");
        folder->entry.name[i++] = (char)(c == 0 || c == '/' ? '_' : c);
    }
    folder->entry.name[i] = 0;
    return &folder->entry;
}
struct plica_dirent *readdir64(struct plica_folder *folder) { return readdir(folder); }
void rewinddir(struct plica_folder *folder) { folder->next = plica_entries; }

/* How many of the known files are yet to come: those that are made later stand in front of them. */
long telldir(struct plica_folder *folder) {
    long left = 0;
    for (struct plica_entry *entry = folder->next; entry; entry = entry->next) left++;
    return left;
}
void seekdir(struct plica_folder *folder, long place) {
    folder->next = plica_entries;
    for (long left = telldir(folder); left > place && folder->next; left--) folder->next = folder->next->next;
}

int readdir_r(struct plica_folder *restrict folder, struct plica_dirent *restrict to, struct plica_dirent **restrict found) {
    struct plica_dirent *entry = readdir(folder);
    if (entry) __builtin_memcpy(to, entry, sizeof *to);
    *found = entry ? to : 0;
    return 0;
}

int closedir(struct plica_folder *folder) {
    if (folder->descriptor >= 0) plica_release(folder->descriptor);
    free(folder);
    return 0;
}
