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
long recvfrom(int descriptor, void *restrict to, size_t count, int how, void *restrict address, unsigned *restrict size) {
    if (address && size)
        for (unsigned i = 0; i < *size && i < 16; i++) ((unsigned char *)address)[i] = i == 0 ? 2 : i == 1 ? 0 : plica_file_byte("address");
    return recv(descriptor, to, count, how);
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
    if (!plica_opening_of(descriptor)) return -1;
    for (unsigned i = 0; i < *size; i++) ((char *)value)[i] = 0;
    return 0;
}
