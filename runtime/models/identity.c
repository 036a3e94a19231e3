//! Who runs the program: users, groups, and what the system's lists say of them.
//!
//! Oblivious to what may be done under which name. Invariant: numbers are any, and stay until the program changes them.

#include "files.h"

unsigned plica_uint(const char *name);
void plica_make_symbolic(void *object, size_t size, const char *name);
int strcmp(const char *a, const char *b);

#define PLICA_EPERM 1
#define PLICA_NAME 8 /* so many bytes a name has at most that comes from the system */

/* Real and effective numbers of user and group. */
static struct plica_identity { int is_known; unsigned real, effective; } plica_user, plica_group;

static struct plica_identity *plica_known(struct plica_identity *who, const char *real, const char *effective) {
    if (!who->is_known) *who = (struct plica_identity){1, plica_uint(real), plica_uint(effective)};
    return who;
}
static struct plica_identity *plica_users(void) { return plica_known(&plica_user, "user", "effective user"); }
static struct plica_identity *plica_groups(void) { return plica_known(&plica_group, "group", "effective group"); }

unsigned getuid(void) { return plica_users()->real; }
unsigned geteuid(void) { return plica_users()->effective; }
unsigned getgid(void) { return plica_groups()->real; }
unsigned getegid(void) { return plica_groups()->effective; }

/* -1 leaves a number as it is. */
static int plica_become(struct plica_identity *who, unsigned real, unsigned effective) {
    if (plica_file_choice("process", "may not change its identity")) return plica_fail(PLICA_EPERM);
    if (real != ~0u) who->real = real;
    if (effective != ~0u) who->effective = effective;
    return 0;
}
/* The real number changes for a privileged process only. */
static int plica_set(struct plica_identity *who, unsigned id) {
    return plica_become(who, who->real != id && plica_file_choice("process", "is privileged") ? id : who->real, id);
}
int setuid(unsigned id) { return plica_set(plica_users(), id); }
int setgid(unsigned id) { return plica_set(plica_groups(), id); }
int seteuid(unsigned id) { return plica_become(plica_users(), ~0u, id); }
int setegid(unsigned id) { return plica_become(plica_groups(), ~0u, id); }
int setreuid(unsigned real, unsigned effective) { return plica_become(plica_users(), real, effective); }
int setregid(unsigned real, unsigned effective) { return plica_become(plica_groups(), real, effective); }

int getgroups(int room, unsigned *to) {
    plica_system_premise("what getgroups tells is made up");
    int count = (int)(plica_uint("number of groups") % 4u);
    if (room < 0 || (room && room < count)) return plica_fail(PLICA_EINVAL);
    for (int i = 0; room && i < count; i++) to[i] = plica_uint("group");
    return count;
}

/* Processes and their groups. */
int getpid(void);
static int plica_process_group, plica_session;

static int plica_some_process(int *of, const char *name) {
    if (!*of) *of = (int)(plica_uint(name) % 0x7ffffffeu) + 1;
    return *of;
}
int getpgrp(void) { return plica_some_process(&plica_process_group, "process group"); }
int getpgid(int process) {
    if (process == 0 || process == getpid()) return getpgrp();
    if (plica_file_choice("process", "is not there")) return plica_fail(3);
    int group = 0;
    return plica_some_process(&group, "process group of another");
}
int getsid(int process) {
    if (process == 0 || process == getpid()) return plica_some_process(&plica_session, "session");
    if (plica_file_choice("process", "is not there")) return plica_fail(3);
    int session = 0;
    return plica_some_process(&session, "session of another");
}
int setpgid(int process, int group) {
    if (group < 0) return plica_fail(PLICA_EINVAL);
    if (plica_file_choice("process", "may not change its group")) return plica_fail(PLICA_EPERM);
    if (process == 0 || process == getpid()) plica_process_group = group ? group : getpid();
    return 0;
}
int setpgrp(void) { return setpgid(0, 0); }
int setsid(void) {
    if (plica_file_choice("process", "leads its group already")) return plica_fail(PLICA_EPERM);
    return plica_session = plica_process_group = getpid();
}

/* How far the program stands back: from -20, not at all, to 19. */
static int plica_niceness, plica_niceness_is_known;

static int plica_nice(void) {
    if (!plica_niceness_is_known) plica_niceness = (int)(plica_uint("priority") % 40u) - 20;
    plica_niceness_is_known = 1;
    return plica_niceness;
}
static int plica_within(long nice) { return nice < -20 ? -20 : nice > 19 ? 19 : (int)nice; }

int nice(int more) {
    int set = plica_within((long)plica_nice() + more);
    if (plica_file_choice("process", "may not change its priority")) return plica_fail(PLICA_EPERM);
    return plica_niceness = set;
}

/* PRIO_PROCESS, PRIO_PGRP, PRIO_USER. The process itself is always there. */
int getpriority(int what, unsigned who) {
    if (what < 0 || what > 2) return plica_fail(PLICA_EINVAL);
    if (what == 0 && (who == 0 || who == (unsigned)getpid())) return plica_nice();
    if (who && plica_file_choice("process", "is not there")) return plica_fail(3);
    return (int)(plica_uint("priority of others") % 40u) - 20;
}
int setpriority(int what, unsigned who, int nice) {
    if (what < 0 || what > 2) return plica_fail(PLICA_EINVAL);
    int set = plica_within(nice), is_own = what == 0 && (who == 0 || who == (unsigned)getpid());
    if (is_own && set >= plica_nice()) return plica_niceness = set, 0;
    if (plica_file_choice("process", "may not change a priority")) {
        if (is_own) return plica_fail(PLICA_EACCES);
        plica_niceness_is_known = 0;
        if (plica_file_choice("process", "is that of another user")) return plica_fail(PLICA_EPERM);
        return plica_fail(who && plica_file_choice("process", "is not there") ? 3 : PLICA_EACCES);
    }
    plica_niceness = set;
    /* The program may be one of several. */
    if (!is_own) plica_niceness_is_known = 0;
    return 0;
}
long gethostid(void) { return (int)plica_uint("host"); }

/* A text of the system's: any, up to a bound. */
static char *plica_text(char *to, const char *name) {
    plica_make_symbolic(to, PLICA_NAME, name);
    to[PLICA_NAME] = 0;
    return to;
}

int getlogin_r(char *to, size_t size) {
    char text[PLICA_NAME + 1];
    plica_system_premise("what getlogin tells is made up");
    if (plica_file_choice("login", "is not known")) return 6;
    size_t length = __builtin_strlen(plica_text(text, "login"));
    if (length >= size) return PLICA_ERANGE;
    for (size_t i = 0; i <= length; i++) to[i] = text[i];
    return 0;
}
char *getlogin(void) {
    static char text[PLICA_NAME + 1];
    plica_system_premise("what getlogin tells is made up");
    return plica_file_choice("login", "is not known") ? plica_fail(6), (char *)0 : plica_text(text, "login");
}

/* struct passwd and struct group as glibc has them. */
struct plica_account { char *name, *password; unsigned user, group; char *comment, *home, *shell; };
struct plica_group { char *name, *password; unsigned number; char **members; };

/* What is in an entry besides what was asked for is any text. */
struct plica_texts { char name[PLICA_NAME + 1], comment[PLICA_NAME + 1], home[PLICA_NAME + 1], shell[PLICA_NAME + 1]; };

static void plica_fill_account(struct plica_account *to, struct plica_texts *texts, const char *name, unsigned user) {
    static char password[] = "x";
    plica_system_premise("entries of users and groups are made up");
    *to = (struct plica_account){.password = password, .user = user, .group = plica_uint("group")};
    to->name = name ? (char *)name : plica_text(texts->name, "name");
    to->comment = plica_text(texts->comment, "comment");
    to->home = plica_text(texts->home, "home");
    to->shell = plica_text(texts->shell, "shell");
}

static struct plica_account plica_account;
static struct plica_texts plica_account_texts;

struct plica_account *getpwnam(const char *name) {
    __builtin_strlen(name);
    if (plica_file_choice("user", "is not known")) return 0;
    plica_fill_account(&plica_account, &plica_account_texts, plica_copy_text(name), plica_uint("user"));
    return &plica_account;
}
struct plica_account *getpwuid(unsigned user) {
    if (plica_file_choice("user", "is not known")) return 0;
    plica_fill_account(&plica_account, &plica_account_texts, 0, user);
    return &plica_account;
}

/* A block of the caller's takes the texts; it may be too small for them. */
static int plica_into(char *room, size_t size, struct plica_account *to, struct plica_account **found, const char *name,
                      unsigned user) {
    *found = 0;
    if (plica_file_choice("user", "is not known")) return 0;
    size_t length = name ? __builtin_strlen(name) + 1 : 0;
    if (size < sizeof(struct plica_texts) + length) return PLICA_ERANGE;
    char *copy = room + sizeof(struct plica_texts);
    if (name) __builtin_memcpy(copy, name, length);
    plica_fill_account(to, (struct plica_texts *)room, name ? copy : 0, user);
    *found = to;
    return 0;
}
int getpwnam_r(const char *name, struct plica_account *to, char *room, size_t size, struct plica_account **found) {
    return plica_into(room, size, to, found, name, plica_uint("user"));
}
int getpwuid_r(unsigned user, struct plica_account *to, char *room, size_t size, struct plica_account **found) {
    return plica_into(room, size, to, found, 0, user);
}

/* The list of all: perhaps another one, always. */
void setpwent(void) {}
void endpwent(void) {}
struct plica_account *getpwent(void) {
    if (!plica_file_choice("users", "are more")) return 0;
    plica_fill_account(&plica_account, &plica_account_texts, 0, plica_uint("user"));
    return &plica_account;
}

static char *plica_no_members[1];

static struct plica_group *plica_fill_group(struct plica_group *to, char *name, unsigned number) {
    static char password[] = "x";
    plica_system_premise("entries of users and groups are made up");
    *to = (struct plica_group){name, password, number, plica_no_members};
    return to;
}

static struct plica_group plica_entry;

struct plica_group *getgrnam(const char *name) {
    __builtin_strlen(name);
    if (plica_file_choice("group", "is not known")) return 0;
    return plica_fill_group(&plica_entry, plica_copy_text(name), plica_uint("group"));
}
struct plica_group *getgrgid(unsigned number) {
    static char text[PLICA_NAME + 1];
    if (plica_file_choice("group", "is not known")) return 0;
    return plica_fill_group(&plica_entry, plica_text(text, "name"), number);
}
void setgrent(void) {}
void endgrent(void) {}
struct plica_group *getgrent(void) {
    static char text[PLICA_NAME + 1];
    if (!plica_file_choice("groups", "are more")) return 0;
    return plica_fill_group(&plica_entry, plica_text(text, "name"), plica_uint("group"));
}

int getgrnam_r(const char *name, struct plica_group *to, char *room, size_t size, struct plica_group **found) {
    size_t length = __builtin_strlen(name) + 1;
    *found = 0;
    if (plica_file_choice("group", "is not known")) return 0;
    if (size < length) return PLICA_ERANGE;
    *found = plica_fill_group(to, __builtin_memcpy(room, name, length), plica_uint("group"));
    return 0;
}
int getgrgid_r(unsigned number, struct plica_group *to, char *room, size_t size, struct plica_group **found) {
    *found = 0;
    if (plica_file_choice("group", "is not known")) return 0;
    if (size <= PLICA_NAME) return PLICA_ERANGE;
    *found = plica_fill_group(to, plica_text(room, "name"), number);
    return 0;
}
