//! Starting other programs beside this one: posix_spawn, and what is said of them before.
//!
//! Oblivious to what they do to files, and to actions and attributes, which are taken and have no effect here.

#include "files.h"

size_t strlen(const char *text);
int plica_begin(int is_own);

/* Both are laid out as glibc's; a signal set has 128 bytes. */
struct plica_actions { int allocated, used; void *list; int rest[16]; };
struct plica_set { unsigned long words[16]; };
struct plica_spawning { short flags; int group; struct plica_set defaults, mask; int priority, policy, rest[16]; };

int posix_spawn(int *restrict process, const char *restrict name, const struct plica_actions *actions,
                const struct plica_spawning *restrict how, char *const *arguments, char *const *variables) {
    (void)actions, (void)how, (void)arguments, (void)variables;
    strlen(name);
    if (plica_file_choice("a program", "cannot be started")) return PLICA_ENOENT;
    int child = plica_begin(0);
    if (child < 0) return PLICA_EAGAIN;
    plica_system_premise("what a program that is started does to files and pipes is not seen");
    if (process) *process = child;
    return 0;
}
int posix_spawnp(int *restrict process, const char *restrict name, const struct plica_actions *actions,
                 const struct plica_spawning *restrict how, char *const *arguments, char *const *variables) {
    return posix_spawn(process, name, actions, how, arguments, variables);
}

int posix_spawn_file_actions_init(struct plica_actions *to) { return *to = (struct plica_actions){0}, 0; }
int posix_spawn_file_actions_destroy(struct plica_actions *of) { return (void)of, 0; }

static int plica_act(struct plica_actions *to, int descriptor) {
    if (descriptor < 0) return PLICA_EBADF;
    to->used++;
    return 0;
}
int posix_spawn_file_actions_addclose(struct plica_actions *to, int descriptor) { return plica_act(to, descriptor); }
int posix_spawn_file_actions_adddup2(struct plica_actions *to, int descriptor, int new) {
    return new < 0 ? PLICA_EBADF : plica_act(to, descriptor);
}
int posix_spawn_file_actions_addopen(struct plica_actions *restrict to, int descriptor, const char *restrict name,
                                     int mode, unsigned permissions) {
    (void)mode, (void)permissions;
    strlen(name);
    return plica_act(to, descriptor);
}

int posix_spawnattr_init(struct plica_spawning *to) { return *to = (struct plica_spawning){0}, 0; }
int posix_spawnattr_destroy(struct plica_spawning *of) { return (void)of, 0; }

#define PLICA_ATTRIBUTE(name, type, member)                                                                            \
    int posix_spawnattr_get##name(const struct plica_spawning *restrict of, type *restrict to) {                       \
        return *to = of->member, 0;                                                                                    \
    }
PLICA_ATTRIBUTE(flags, short, flags)
PLICA_ATTRIBUTE(pgroup, int, group)
PLICA_ATTRIBUTE(sigdefault, struct plica_set, defaults)
PLICA_ATTRIBUTE(sigmask, struct plica_set, mask)
PLICA_ATTRIBUTE(schedparam, int, priority)
PLICA_ATTRIBUTE(schedpolicy, int, policy)

int posix_spawnattr_setflags(struct plica_spawning *to, short flags) {
    return flags & ~0xff ? PLICA_EINVAL : (to->flags = flags, 0);
}
int posix_spawnattr_setpgroup(struct plica_spawning *to, int group) { return to->group = group, 0; }
int posix_spawnattr_setsigdefault(struct plica_spawning *restrict to, const struct plica_set *restrict set) {
    return to->defaults = *set, 0;
}
int posix_spawnattr_setsigmask(struct plica_spawning *restrict to, const struct plica_set *restrict set) {
    return to->mask = *set, 0;
}
int posix_spawnattr_setschedparam(struct plica_spawning *restrict to, const int *restrict priority) {
    return to->priority = *priority, 0;
}
/* SCHED_OTHER, SCHED_FIFO, SCHED_RR */
int posix_spawnattr_setschedpolicy(struct plica_spawning *to, int policy) {
    return policy < 0 || policy > 2 ? PLICA_EINVAL : (to->policy = policy, 0);
}
