//! Sockets: what is received is an input, and whatever asks the network may fail.
//!
//! A socket is a stream from outside whose bytes come once, as many at a time as there are. Oblivious to addresses: who
//! is at the other end is unknown.

#include "files.h"


static int plica_socket(void) {
    return plica_new_descriptor(plica_new_content(PLICA_STREAM, "socket"), PLICA_RDWR);
}

static int plica_attempt(int descriptor, const char *what) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    if (!opening) return -1;
    return plica_file_choice("socket", what) ? plica_fail(PLICA_ECONNREFUSED) : 0;
}

int socket(int domain, int kind, int protocol) {
    (void)domain, (void)kind, (void)protocol;
    if (plica_file_choice("socket", "cannot be made")) return plica_fail(PLICA_EMFILE);
    int descriptor = plica_socket();
    if (descriptor >= 0) plica_descriptors[descriptor]->content->open = 1;
    return descriptor;
}

int socketpair(int domain, int kind, int protocol, int ends[2]) {
    plica_shares_with_children = 1;
    ends[0] = socket(domain, kind, protocol);
    ends[1] = ends[0] < 0 ? -1 : socket(domain, kind, protocol);
    return ends[1] < 0 ? -1 : 0;
}

int bind(int descriptor, const void *address, unsigned size) {
    (void)address, (void)size;
    return plica_attempt(descriptor, "cannot be bound");
}
int listen(int descriptor, int waiting) { return (void)waiting, plica_attempt(descriptor, "cannot listen"); }
int connect(int descriptor, const void *address, unsigned size) {
    (void)address, (void)size;
    return plica_attempt(descriptor, "cannot connect");
}
int shutdown(int descriptor, int how) { return (void)how, plica_opening_of(descriptor) ? 0 : -1; }

int accept(int descriptor, void *address, unsigned *size) {
    if (plica_attempt(descriptor, "cannot accept")) return -1;
    if (address && size)
        for (unsigned i = 0; i < *size && i < 16; i++) ((unsigned char *)address)[i] = i == 0 ? 2 : i == 1 ? 0 : plica_file_byte("address");
    int accepted = plica_socket();
    if (accepted >= 0) plica_descriptors[accepted]->content->open = 1;
    return accepted;
}
int accept4(int descriptor, void *address, unsigned *size, int how) { return (void)how, accept(descriptor, address, size); }

long recv(int descriptor, void *to, size_t count, int how) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    (void)how;
    if (!opening) return -1;
    if (plica_file_choice("socket", "cannot receive")) return plica_fail(PLICA_EIO);
    return plica_read_bytes(opening, to, count, 0);
}
long __recv_chk(int descriptor, void *to, size_t count, size_t room, int how) {
    long done = recv(descriptor, to, count, how);
    if (count > room && done > 0) __plica_check_room("recv", (size_t)done, room);
    return done;
}
long recvfrom(int descriptor, void *restrict to, size_t count, int how, void *restrict address, unsigned *restrict size) {
    if (address && size)
        for (unsigned i = 0; i < *size && i < 16; i++) ((unsigned char *)address)[i] = i == 0 ? 2 : i == 1 ? 0 : plica_file_byte("address");
    return recv(descriptor, to, count, how);
}
long __recvfrom_chk(int descriptor, void *to, size_t count, size_t room, int how, void *address, unsigned *size) {
    long done = recvfrom(descriptor, to, count, how, address, size);
    if (count > room && done > 0) __plica_check_room("recvfrom", (size_t)done, room);
    return done;
}

/* Perhaps not all of it. */
long send(int descriptor, const void *from, size_t count, int how) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    (void)how;
    if (!opening) return -1;
    if (plica_file_choice("socket", "cannot send")) return plica_fail(PLICA_EIO);
    long sent = plica_write_bytes(opening, from, count);
    if (sent > 1 && plica_file_choice("socket", "sends less")) return 1 + (long)(plica_file_size("what is sent") % (unsigned)(sent - 1));
    return sent;
}
long sendto(int descriptor, const void *from, size_t count, int how, const void *address, unsigned size) {
    (void)address, (void)size;
    return send(descriptor, from, count, how);
}

int setsockopt(int descriptor, int level, int option, const void *value, unsigned size) {
    (void)level, (void)option, (void)value, (void)size;
    return plica_opening_of(descriptor) ? 0 : -1;
}
int getsockopt(int descriptor, int level, int option, void *value, unsigned *size) {
    (void)level, (void)option;
    plica_system_premise("what getsockopt tells is made up");
    if (!plica_opening_of(descriptor)) return -1;
    for (unsigned i = 0; i < *size; i++) ((char *)value)[i] = 0;
    return 0;
}

/* An address of IPv4: who is there is unknown. */
static int plica_some_address(int descriptor, unsigned char *address, unsigned *size) {
    if (!plica_opening_of(descriptor)) return -1;
    if (plica_file_choice("socket", "has no address")) return plica_fail(107);
    for (unsigned i = 0; i < *size && i < 16; i++) address[i] = i == 0 ? 2 : i == 1 ? 0 : plica_file_byte("address");
    *size = 16;
    return 0;
}
int getsockname(int descriptor, void *restrict address, unsigned *restrict size) {
    return plica_some_address(descriptor, address, size);
}
int getpeername(int descriptor, void *restrict address, unsigned *restrict size) {
    return plica_some_address(descriptor, address, size);
}
int sockatmark(int descriptor) {
    return plica_opening_of(descriptor) ? plica_file_choice("socket", "is at the mark") : -1;
}

/* struct msghdr and struct cmsghdr as glibc has them; nothing comes along with a message. */
struct plica_part { char *base; size_t length; };
struct plica_message { void *name; unsigned name_size; struct plica_part *parts; size_t count; void *control; size_t control_size; int flags; };
struct plica_control { size_t size; int level, kind; };

long recvmsg(int descriptor, struct plica_message *to, int how) {
    long total = 0;
    plica_system_premise("what recvmsg tells is made up");
    if (to->name && plica_some_address(descriptor, to->name, &to->name_size)) to->name_size = 0;
    for (size_t i = 0; i < to->count; i++) {
        long done = recv(descriptor, to->parts[i].base, to->parts[i].length, how);
        if (done < 0) return total ? total : -1;
        total += done;
        if ((size_t)done < to->parts[i].length) break;
    }
    to->control_size = 0;
    to->flags = 0;
    return total;
}
long sendmsg(int descriptor, const struct plica_message *from, int how) {
    long total = 0;
    for (size_t i = 0; i < from->count; i++) {
        long done = send(descriptor, from->parts[i].base, from->parts[i].length, how);
        if (done < 0) return total ? total : -1;
        total += done;
        if ((size_t)done < from->parts[i].length) break;
    }
    return total;
}
struct plica_control *__cmsg_nxthdr(struct plica_message *message, struct plica_control *at) {
    size_t step = (at->size + 7) & ~(size_t)7, place = (size_t)((char *)at - (char *)message->control);
    if (at->size < sizeof *at || place + step + sizeof *at > message->control_size) return 0;
    struct plica_control *next = (struct plica_control *)((char *)at + step);
    return place + step + next->size > message->control_size ? 0 : next;
}
