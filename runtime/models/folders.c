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

int rmdir(const char *name) {
    struct plica_entry *entry = plica_find(name);
    if (!entry->content) return plica_fail(PLICA_ENOENT);
    if (entry->content->kind != PLICA_FOLDER) return plica_fail(PLICA_ENOTDIR);
    for (struct plica_entry *other = plica_entries; other; other = other->next)
        if (other->content && plica_is_below(other->name, entry->name, strlen(entry->name)))
            return plica_fail(PLICA_ENOTEMPTY);
    entry->content = 0;
    return 0;
}

int remove(const char *name) {
    struct plica_entry *entry = plica_find(name);
    return entry->content && entry->content->kind == PLICA_FOLDER ? rmdir(name) : unlink(name);
}

int rename(const char *from, const char *to) {
    struct plica_entry *old = plica_find(from);
    if (!old->content) return plica_fail(PLICA_ENOENT);
    struct plica_entry *new = plica_find(to);
    if (new == old) return 0;
    if (new->content && new->content->kind == PLICA_FOLDER) return plica_fail(PLICA_EISDIR);
    if (plica_file_error(new->name, "cannot be made")) return plica_fail(PLICA_EACCES);
    new->content = old->content;
    old->content = 0;
    return 0;
}

int link(const char *from, const char *to) {
    struct plica_entry *old = plica_find(from);
    if (!old->content) return plica_fail(PLICA_ENOENT);
    struct plica_entry *new = plica_find(to);
    if (new->content) return plica_fail(PLICA_EEXIST);
    new->content = old->content;
    new->content->links++;
    return 0;
}

int chdir(const char *name) { return plica_stand_in(name); }

char *getcwd(char *to, size_t size) {
    static const char here[] = "/home/program";
    plica_system_premise("the program stands in /home/program");
    if (!to) to = malloc(size ? size : sizeof here);
    else if (size == 0) return plica_fail(PLICA_EINVAL), (char *)0;
    if (!to) return 0;
    if (size && size < sizeof here) return plica_fail(PLICA_ERANGE), (char *)0;
    __builtin_memcpy(to, here, sizeof here);
    return to;
}

/* struct dirent as glibc has it on x86-64. */
struct plica_dirent { unsigned long number; long offset; unsigned short length; unsigned char kind; char name[256]; };
struct plica_folder { struct plica_entry *next; char *name; struct plica_dirent entry; };

struct plica_folder *opendir(const char *name) {
    struct plica_entry *entry = plica_find(name);
    if (!entry->content || entry->content->kind != PLICA_FOLDER) {
        plica_fail(entry->content ? PLICA_ENOTDIR : PLICA_ENOENT);
        return 0;
    }
    struct plica_folder *folder = malloc(sizeof *folder);
    if (!folder) return 0;
    folder->next = plica_entries;
    folder->name = entry->name;
    return folder;
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

int closedir(struct plica_folder *folder) {
    free(folder);
    return 0;
}
