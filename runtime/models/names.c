//! Names of files: which are known, and what they lead to.
//!
//! A name that the program has not used before leads to a file of which nothing is known, or to none, as an input
//! decides, once. Names are kept as they are found from where the program began.
//! Oblivious to `..` and links: two spellings of one name are two names, but for `./` in front.

#include "files.h"

int strcmp(const char *a, const char *b);
size_t strlen(const char *text);

struct plica_entry *plica_entries;
unsigned plica_mask = 022;
static int plica_given_are_known;

char *plica_copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = plica_system_block(size);
    __builtin_memcpy(copy, text, size);
    return copy;
}

static struct plica_entry *plica_enter(const char *name, struct plica_content *content) {
    struct plica_entry *entry = plica_system_block(sizeof *entry);
    *entry = (struct plica_entry){plica_entries, content, plica_copy_text(name)};
    return plica_entries = entry;
}

/* The files of the options, and those that every system has. */
static void plica_enter_given(void) {
    const char *name;
    plica_given_are_known = 1;
    for (int i = 1; (name = plica_given_name(i)); i++) {
        struct plica_content *content = plica_new_content(PLICA_REGULAR, name);
        unsigned size = plica_given_size(i);
        content->bytes = plica_given_bytes(i);
        content->size = content->room = size;
        plica_enter(name, content);
    }
    plica_enter(".", plica_new_content(PLICA_FOLDER, "."));
    plica_enter("/", plica_new_content(PLICA_FOLDER, "/"));
    plica_enter("/tmp", plica_new_content(PLICA_FOLDER, "/tmp"));
    struct plica_content *none = plica_new_content(PLICA_CONSOLE, "/dev/null");
    plica_enter("/dev/null", none);
}

/* What is known of a name; null for nothing yet. */
static struct plica_entry *plica_known(const char *name) {
    if (!plica_given_are_known) plica_enter_given();
    if (plica_sharing == PLICA_AFTER_OTHERS && strcmp(name, "/dev/null")) plica_asks_what_another_process_has_done();
    for (struct plica_entry *entry = plica_entries; entry; entry = entry->next)
        if (strcmp(entry->name, name) == 0) return entry;
    return 0;
}

/* The folder in which the program stands, if it has moved. */
static const char *plica_here;

static const char *plica_joined(const char *folder, const char *name) {
    size_t length = strlen(folder), size = strlen(name) + 1;
    char *text = plica_system_block(length + 1 + size);
    __builtin_memcpy(text, folder, length);
    if (length && folder[length - 1] != '/') text[length++] = '/';
    __builtin_memcpy(text + length, name, size);
    return text;
}

/* Where the program begins: what lies below is known by what follows. */
#define PLICA_START "/home/program"

static const char *plica_plain(const char *name) {
    static const char start[] = PLICA_START;
    int i = 0;
    while (start[i] && name[i] == start[i]) i++;
    if (!start[i] && !name[i]) return ".";
    if (!start[i] && name[i] == '/' && name[i + 1] && name[i + 1] != '/') return name + i + 1;
    while (name[0] == '.' && name[1] == '/' && name[2]) name += 2;
    if (!plica_here || !*name || *name == '/') return name;
    return name[0] == '.' && !name[1] ? plica_here : plica_joined(plica_here, name);
}

/* A name that is found from where the program began. */
static const char *plica_from_root(const char *name) {
    if (*name == '/') return name;
    return name[0] == '.' && !name[1] ? PLICA_START : plica_joined(PLICA_START, name);
}
const char *plica_absolute(const char *name) { return plica_from_root(plica_plain(name)); }

/* The name that is found in a folder: a descriptor, or PLICA_HERE. */
const char *plica_at(int folder, const char *name) {
    if (folder == PLICA_HERE || *name == '/') return name;
    struct plica_opening *opening = plica_opening_of(folder);
    if (!opening) return 0;
    if (opening->content->kind != PLICA_FOLDER) return plica_fail(PLICA_ENOTDIR), (const char *)0;
    /* It is not to be looked for from where the program stands. */
    const char *whole = plica_from_root(opening->content->name);
    return name[0] == '.' && !name[1] ? whole : plica_joined(whole, name);
}

/* The program moves to a folder that is there. */
int plica_stand_in(const char *name) {
    struct plica_entry *entry = plica_find(name);
    if (!entry->content) return plica_fail(PLICA_ENOENT);
    if (entry->content->kind != PLICA_FOLDER) return plica_fail(PLICA_ENOTDIR);
    plica_here = entry->name[0] == '.' && !entry->name[1] ? 0 : entry->name;
    return 0;
}

/* The entry of a name, which leads to nothing where there is no such file. */
static struct plica_entry *plica_entry_of(const char *name) {
    struct plica_entry *entry = plica_known(name);
    if (entry) return entry;
    entry = plica_enter(name, 0);
    if (!*name || !plica_file_choice(entry->name, "exists")) return entry;
    entry->content = plica_new_content(PLICA_REGULAR, entry->name);
    entry->content->open = 1;
    plica_system_premise("files that the program did not make are plain files");
    return entry;
}
struct plica_entry *plica_find(const char *name) { return plica_entry_of(plica_plain(name)); }

/* A descriptor for a name, as open() has it. */
int plica_open_name(const char *name, int mode, unsigned permissions) {
    name = plica_plain(name);
    struct plica_entry *entry = plica_known(name);
    int writes = (mode & PLICA_ACCESS) != PLICA_RDONLY;
    if (!entry || !entry->content) {
        if (!(mode & PLICA_CREAT)) {
            entry = plica_entry_of(name);
            if (!entry->content) return plica_fail(PLICA_ENOENT);
        } else {
            /* A file that is not there can be made where the folder allows it. */
            if (!*name) return plica_fail(PLICA_ENOENT);
            /* What is emptied may have been there before, which shows in whose it is only. */
            int is_emptied = !entry && (mode & PLICA_TRUNC) && !(mode & PLICA_EXCL);
            if (!entry) entry = is_emptied ? plica_enter(name, 0) : plica_entry_of(name);
            if (!entry->content) {
                if (plica_file_choice(entry->name, "cannot be made")) return plica_fail(PLICA_EACCES);
                entry->content = plica_new_content(PLICA_REGULAR, entry->name);
                entry->content->mode = 0100000 | (permissions & 0777 & ~plica_mask);
                entry->content->made = !is_emptied;
                mode &= ~PLICA_EXCL;
            }
        }
    }
    struct plica_content *content = entry->content;
    if ((mode & PLICA_CREAT) && (mode & PLICA_EXCL)) return plica_fail(PLICA_EEXIST);
    if (content->kind == PLICA_FOLDER && writes) return plica_fail(PLICA_EISDIR);
    if (content->kind != PLICA_FOLDER && (mode & PLICA_DIRECTORY)) return plica_fail(PLICA_ENOTDIR);
    if (plica_file_error(entry->name, "cannot be opened")) return plica_fail(PLICA_EACCES);
    int descriptor = plica_new_descriptor(content, mode);
    if (descriptor < 0) return -1;
    if (content->kind == PLICA_CONSOLE) plica_descriptors[descriptor]->position = (unsigned long)-1;
    if ((mode & PLICA_TRUNC) && writes && content->kind == PLICA_REGULAR) {
        content->size = 0;
        content->open = content->bounded = content->vague = 0;
    }
    return descriptor;
}
