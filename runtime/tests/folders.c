//! The models of folders against the system: random calls on the same names, in a folder of the test's own, and walks
//! through what they have left.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>
#include <sys/file.h>
#include <sys/time.h>
#include "tables.h"
#include "system.h"

int plica_direction_of_a_stream_for_both(void) { return 7; }

LIKE(mkdir) LIKE(rmdir) LIKE(unlink) LIKE(remove) LIKE(rename) LIKE(link) LIKE(access) LIKE(chmod) LIKE(stat) LIKE(lstat)
LIKE(fstat) LIKE(truncate) LIKE(open) LIKE(close) LIKE(creat) LIKE(write) LIKE(openat) LIKE(fstatat) LIKE(faccessat)
LIKE(fchmodat) LIKE(mkdirat) LIKE(unlinkat) LIKE(linkat) LIKE(renameat) LIKE(opendir) LIKE(readdir) LIKE(closedir)
LIKE(rewinddir) LIKE(telldir) LIKE(seekdir) LIKE(dirfd) LIKE(fdopendir) LIKE(scandir) LIKE(alphasort) LIKE(glob)
LIKE(globfree) LIKE(nftw) LIKE(ftw) LIKE(posix_fallocate) LIKE(posix_fadvise) LIKE(fchdir) LIKE(fchmod) LIKE(lockf) LIKE(flock)
LIKE(readlink) LIKE(readlinkat) LIKE(futimens) LIKE(utimensat) LIKE(utimes) LIKE(utime) LIKE(fchownat) LIKE(chdir) LIKE(realpath) LIKE(mkdtemp) LIKE(mkstemp) LIKE(fchown) LIKE(chown) LIKE(lchown) LIKE(umask) LIKE(readdir_r)

int __plica_vdprintf(int descriptor, const char *format, __builtin_va_list list) { return (void)descriptor, (void)format, (void)list, 0; }


static const char *const names[] = {"a", "b", "c", "d/a", "d/b", "e", "d/e"};
static int real_folder, model_folder;

static int same(const struct stat *a, const struct stat *b) {
    int is_folder = S_ISDIR(a->st_mode);
    return (a->st_mode & S_IFMT) == (b->st_mode & S_IFMT) && (is_folder || (a->st_size == b->st_size && a->st_nlink == b->st_nlink));
}

static void about_files(const char *x, const char *y) {
    struct stat real, model;
    long size = random_below(50);
    switch (random_below(12)) {
    case 0: BOTH(unlink(x), model_unlink(x)); break;
    case 1: BOTH(remove(x), model_remove(x)); break;
    case 2: BOTH(link(x, y), model_link(x, y)); break;
    case 3: BOTH(rename(x, y), model_rename(x, y)); break;
    case 4: BOTH(truncate(x, size), model_truncate(x, size)); break;
    case 5: BOTH(chmod(x, 0600), model_chmod(x, 0600)); break;
    case 6: BOTH(access(x, F_OK), model_access(x, F_OK)); break;
    case 9: {
        struct timespec times[2] = {{random_below(1 << 30), random_below(1000000100)}, {random_below(1 << 30), UTIME_OMIT}};
        struct timeval finer[2] = {{random_below(1 << 30), 7}, {random_below(1 << 30), random_below(1000100)}};
        struct utimbuf both = {random_below(1 << 30), random_below(1 << 30)};
        if (random_below(3) == 0) BOTH(utimensat(AT_FDCWD, x, times, 0), model_utimensat(AT_FDCWD, x, times, 0));
        else if (random_below(2)) BOTH(utimes(x, finer), model_utimes(x, finer));
        else BOTH(utime(x, &both), model_utime(x, &both));
        /* What is left out keeps a time that only the system knows, unless it was set before. */
        if (stat(x, &real) == 0 && model_stat(x, &model) == 0 && model.st_atime && model.st_mtime && real.st_size == 0)
            CHECK(real.st_atime == model.st_atime && real.st_atim.tv_nsec == model.st_atim.tv_nsec);
        break;
    }
    case 10: {
        char text[8];
        BOTH(readlink(x, text, 8) + readlinkat(AT_FDCWD, x, text, 8), model_readlink(x, text, 8) + model_readlinkat(AT_FDCWD, x, text, 8));
        break;
    }
    case 7: BOTH(chown(x, -1, -1) + lchown(x, -1, -1), model_chown(x, -1, -1) + model_lchown(x, -1, -1)); break;
    case 8: {
        int one = open(x, O_RDWR | O_CREAT, 0600), two = model_open(x, O_RDWR | O_CREAT, 0600);
        BOTH(one >= 0, two >= 0);
        if (one < 0) break;
        BOTH(write(one, "text", 4), model_write(two, "text", 4));
        BOTH(posix_fallocate(one, size, 9), model_posix_fallocate(two, size, 9));
        BOTH(posix_fadvise(one, 0, 9, (int)size % 7), model_posix_fadvise(two, 0, 9, (int)size % 7));
        BOTH(fstat(one, &real), model_fstat(two, &model));
        CHECK(same(&real, &model));
        BOTH(fchmod(one, 0600) + fchown(one, -1, -1) + lockf(one, F_LOCK, 0), model_fchmod(two, 0600) + model_fchown(two, -1, -1) + model_lockf(two, F_LOCK, 0));
        BOTH(close(one), model_close(two));
        break;
    }
    default:
        BOTH(stat(x, &real), model_stat(x, &model));
        if (access(x, F_OK) == 0) CHECK(same(&real, &model));
        BOTH(lstat(x, &real), model_lstat(x, &model));
    }
}

/* Names below a folder that is open. */
static void below(const char *x, const char *y) {
    struct stat real, model;
    int how = random_below(2) ? AT_REMOVEDIR : 0;
    switch (random_below(9)) {
    case 0: BOTH(mkdirat(real_folder, x, 0700), model_mkdirat(model_folder, x, 0700)); break;
    case 1: BOTH(unlinkat(real_folder, x, how), model_unlinkat(model_folder, x, how)); break;
    case 2: BOTH(faccessat(real_folder, x, F_OK, 0), model_faccessat(model_folder, x, F_OK, 0)); break;
    case 3: BOTH(fchmodat(real_folder, x, 0700, 0), model_fchmodat(model_folder, x, 0700, 0)); break;
    case 6: BOTH(fchownat(real_folder, x, -1, -1, 0), model_fchownat(model_folder, x, -1, -1, 0)); break;
    case 4: BOTH(fstatat(real_folder, x, &real, 0), model_fstatat(model_folder, x, &model, 0)); break;
    case 5: {
        int one = openat(real_folder, x, O_WRONLY | O_CREAT, 0600), two = model_openat(model_folder, x, O_WRONLY | O_CREAT, 0600);
        BOTH(one >= 0, two >= 0);
        if (one >= 0) BOTH(close(one), model_close(two));
        break;
    }
    case 7: BOTH(utimensat(real_folder, x, NULL, 0), model_utimensat(model_folder, x, NULL, 0)); break;
    default:
        if (random_below(2)) BOTH(linkat(AT_FDCWD, y, real_folder, x, 0), model_linkat(AT_FDCWD, y, model_folder, x, 0));
        else BOTH(renameat(real_folder, x, AT_FDCWD, y), model_renameat(model_folder, x, AT_FDCWD, y));
    }
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void lists(const char *folder) {
    struct dirent **real = NULL, **model = NULL;
    int n = scandir(folder, &real, is_visible, alphasort), m = model_scandir(folder, &model, is_visible, model_alphasort);
    BOTH(n, m);
    for (int i = 0; i < n && i < m; i++) CHECK_FOR(strcmp(real[i]->d_name, model[i]->d_name) == 0, real[i]->d_name);
    /* Names at a place of the list are the same when it is gone back to. */
    DIR *list = model_opendir(folder);
    struct dirent *entry = model_readdir(list), copy, *found;
    long place = model_telldir(list);
    char first[256] = "", second[256] = "";
    if (entry && (entry = model_readdir(list))) strcpy(first, entry->d_name);
    model_seekdir(list, place);
    if (model_readdir_r(list, &copy, &found) == 0 && found) strcpy(second, found->d_name);
    CHECK(strcmp(first, second) == 0);
    model_rewinddir(list);
    int count = 0;
    while ((entry = model_readdir(list))) count += is_visible(entry);
    CHECK(count == n && model_dirfd(list) >= 0 && model_closedir(list) == 0);
    while (n > 0) free(real[--n]);
    while (m > 0) free(model[--m]);
    free(real), free(model);
}

static void patterns(void) {
    static const char *const all[] = {"*", "d/*", "[ab]", "?", "d/[a-b]", "*/a", "*/*", "x*", "a", "d/nothing", "d", "*e", "\\a"};
    const char *pattern = all[random_below((int)(sizeof all / sizeof *all))];
    int how = random_below(2) * GLOB_MARK + random_below(2) * GLOB_NOCHECK, moved = random_below(2) ? GLOB_DOOFFS : 0;
    glob_t one = {0}, two = {.gl_offs = 2};
    /* The sanitizer takes no list that begins with nulls. */
    int n = glob(pattern, how, NULL, &one), m = model_glob(pattern, how + moved, NULL, &two);
    CHECK_FOR(n == m && one.gl_pathc == two.gl_pathc, pattern);
    for (size_t i = 0; n == 0 && m == 0 && i < one.gl_pathc && i < two.gl_pathc; i++) {
        size_t at = i + (moved ? 2 : 0);
        CHECK_FOR(strcmp(one.gl_pathv[i], two.gl_pathv[at]) == 0 && (!moved || !two.gl_pathv[0]), pattern);
    }
    globfree(&one), model_globfree(&two);
}

/* What a walk meets: the sum of what is said of each name, since the order is the folder's. */
static unsigned long met;
static int meet(const char *path, const struct stat *status, int kind, struct FTW *place) {
    unsigned long sum = (unsigned long)kind * 7 + (unsigned long)place->base * 31 + (unsigned long)place->level * 1009;
    for (; *path; path++) sum = sum * 33 + (unsigned char)*path;
    met += sum * (kind == FTW_F ? (unsigned long)status->st_size + 1 : 1);
    return 0;
}
static int meet_plainly(const char *path, const struct stat *status, int kind) {
    struct FTW place = {0};
    return meet(path, status, kind, &place);
}
static void walks(void) {
    for (int i = 0; i < 4; i++) {
        int how = (i & 1 ? FTW_DEPTH : 0) | FTW_PHYS;
        const char *start = i & 2 ? "d" : ".";
        met = 0;
        int n = i == 3 ? ftw(start, meet_plainly, 8) : nftw(start, meet, 8, how);
        unsigned long one = met;
        met = 0;
        int m = i == 3 ? model_ftw(start, meet_plainly, 8) : model_nftw(start, meet, 8, how);
        CHECK(n == m && one == met);
    }
}

/* Locks of three openings, two of one file; none is waited for. */
static void locks(void) {
    int one[3], two[3];
    for (int i = 0; i < 3; i++) {
        one[i] = open(i ? "locked" : "other", O_RDWR | O_CREAT, 0600);
        two[i] = model_open(i ? "locked" : "other", O_RDWR | O_CREAT, 0600);
    }
    for (int i = 0; i < 500; i++) {
        int which = random_below(3), what = random_below(10) | LOCK_NB;
        BOTH(flock(one[which], what), model_flock(two[which], what));
    }
    for (int i = 0; i < 3; i++) BOTH(close(one[i]), model_close(two[i]));
    BOTH(flock(one[0], LOCK_EX), model_flock(two[0], LOCK_EX));
}

int main(void) {
    char folder[] = "/tmp/plica-folders-XXXXXX", own[] = "x-XXXXXX", file[] = "y-XXXXXX";
    CHECK(mkdtemp(folder) && chdir(folder) == 0);
    umask(022), model_umask(022);
    BOTH(mkdir("d", 0700), model_mkdir("d", 0700));
    real_folder = open("d", O_RDONLY | O_DIRECTORY), model_folder = model_open("d", O_RDONLY | O_DIRECTORY);
    CHECK(model_fchdir(model_folder) == 0 && model_chdir("d") == -1 && model_chdir("/home/program") == 0);
    CHECK(model_chdir("d") == 0 && model_access("/home/program/d", F_OK) == 0 && model_chdir("..") == -1);
    CHECK(model_chdir("/home/program") == 0 && model_chdir("none") == -1);
    char *whole = model_realpath("./d", NULL);
    CHECK(whole && whole[0] == '/' && strcmp(whole + strlen(whole) - 2, "/d") == 0);
    free(whole);
    for (int round = 0; round < 20000; round++) {
        const char *x = names[random_below(5)], *y = names[random_below(5)], *z = names[5 + random_below(2)];
        switch (random_below(8)) {
        case 0: BOTH(mkdir(z, 0700), model_mkdir(z, 0700)); break;
        case 1: BOTH(rmdir(z), model_rmdir(z)); break;
        case 2: below(random_below(2) ? "a" : "b", x); break;
        default: about_files(x, y);
        }
        if (round % 20 == 0) lists(round % 40 ? "." : "d"), patterns();
        if (round % 100 == 0) walks();
    }
    locks();
    BOTH(remove("other") + remove("locked"), model_remove("other") + model_remove("locked"));
    CHECK(model_mkdtemp(own) && model_access(own, F_OK) == 0 && model_rmdir(own) == 0);
    CHECK(model_close(model_mkstemp(file)) == 0 && model_unlink(file) == 0);
    for (int i = 6; i >= 0; i--) remove(names[i]);
    CHECK(close(real_folder) == 0 && rmdir("d") == 0 && rmdir(folder) == 0);
    return check_result();
}
