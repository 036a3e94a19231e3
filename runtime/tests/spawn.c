//! spawn.c against the C library's: what is said of programs before they are started.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include "tables.h"
#include "system.h"

LIKE(posix_spawn_file_actions_init) LIKE(posix_spawn_file_actions_destroy) LIKE(posix_spawn_file_actions_addclose)
LIKE(posix_spawn_file_actions_adddup2) LIKE(posix_spawn_file_actions_addopen) LIKE(posix_spawnattr_init)
LIKE(posix_spawnattr_destroy) LIKE(posix_spawnattr_getflags) LIKE(posix_spawnattr_setflags)
LIKE(posix_spawnattr_getpgroup) LIKE(posix_spawnattr_setpgroup) LIKE(posix_spawnattr_getsigdefault)
LIKE(posix_spawnattr_setsigdefault) LIKE(posix_spawnattr_getsigmask) LIKE(posix_spawnattr_setsigmask)
LIKE(posix_spawnattr_getschedparam) LIKE(posix_spawnattr_setschedparam) LIKE(posix_spawnattr_getschedpolicy)
LIKE(posix_spawnattr_setschedpolicy)

int plica_sharing, plica_shares_with_children, plica_process;
void plica_assume(int condition) { (void)condition; }
unsigned plica_status_of_child(int child) { return (unsigned)child & 0; }

int main(void) {
    posix_spawn_file_actions_t ours, theirs;
    posix_spawnattr_t mine, other;
    CHECK(posix_spawn_file_actions_init(&theirs) == model_posix_spawn_file_actions_init(&ours));
    for (int i = -2; i < 3; i++) {
        CHECK(posix_spawn_file_actions_addclose(&theirs, i) == model_posix_spawn_file_actions_addclose(&ours, i));
        CHECK(posix_spawn_file_actions_adddup2(&theirs, i, 1) == model_posix_spawn_file_actions_adddup2(&ours, i, 1));
        CHECK(posix_spawn_file_actions_adddup2(&theirs, 1, i) == model_posix_spawn_file_actions_adddup2(&ours, 1, i));
        CHECK(posix_spawn_file_actions_addopen(&theirs, i, "f", 0, 0) == model_posix_spawn_file_actions_addopen(&ours, i, "f", 0, 0));
    }
    CHECK(posix_spawn_file_actions_destroy(&theirs) == model_posix_spawn_file_actions_destroy(&ours));
    CHECK(posix_spawnattr_init(&other) == model_posix_spawnattr_init(&mine) && !memcmp(&mine, &other, sizeof mine));
    for (int i = -4; i < 300; i++) {
        struct sched_param priority = {i};
        sigset_t set, a, b;
        short flags = 0, same = 0;
        int n = 0, m = 0;
        memset(&set, i, sizeof set);
        CHECK(posix_spawnattr_setflags(&other, (short)i) == model_posix_spawnattr_setflags(&mine, (short)i));
        CHECK(posix_spawnattr_setpgroup(&other, i) == model_posix_spawnattr_setpgroup(&mine, i));
        CHECK(posix_spawnattr_setsigdefault(&other, &set) == model_posix_spawnattr_setsigdefault(&mine, &set));
        memset(&set, i + 1, sizeof set);
        CHECK(posix_spawnattr_setsigmask(&other, &set) == model_posix_spawnattr_setsigmask(&mine, &set));
        CHECK(posix_spawnattr_setschedparam(&other, &priority) == model_posix_spawnattr_setschedparam(&mine, &priority));
        CHECK(posix_spawnattr_setschedpolicy(&other, i) == model_posix_spawnattr_setschedpolicy(&mine, i));
        CHECK(!memcmp(&mine, &other, sizeof mine));
        CHECK(!posix_spawnattr_getflags(&mine, &flags) && !model_posix_spawnattr_getflags(&mine, &same) && flags == same);
        CHECK(!posix_spawnattr_getpgroup(&mine, &n) && !model_posix_spawnattr_getpgroup(&mine, &m) && n == m);
        CHECK(!posix_spawnattr_getschedpolicy(&mine, &n) && !model_posix_spawnattr_getschedpolicy(&mine, &m) && n == m);
        CHECK(!model_posix_spawnattr_getschedparam(&mine, &priority) && priority.sched_priority == i);
        CHECK(!posix_spawnattr_getsigdefault(&mine, &a) && !model_posix_spawnattr_getsigdefault(&mine, &b) && !memcmp(&a, &b, sizeof a));
        CHECK(!posix_spawnattr_getsigmask(&mine, &a) && !model_posix_spawnattr_getsigmask(&mine, &b) && !memcmp(&a, &b, sizeof a));
    }
    CHECK(posix_spawnattr_destroy(&other) == model_posix_spawnattr_destroy(&mine));
    return check_result();
}
