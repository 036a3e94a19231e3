// verdict: holds
// Links, pipes with names and devices are not made; addresses of networks, interfaces and protection.
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    plica_assert(symlink("to", "name") == -1 && errno == EPERM);
    plica_assert(mkfifo("pipe", 0600) == -1 && mknod("device", S_IFCHR | 0600, 0) == -1);
    plica_assert(inet_network("10.0.2") == 0x0a0002 && inet_network("1.2.3.256") == (in_addr_t)-1);
    struct if_nameindex *all = if_nameindex();
    if (all) {
        plica_assert(all[0].if_index > 0 && all[0].if_name[0] != 1 + all[0].if_name[0]);
        if_freenameindex(all);
    }
    char *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return 1;
    if (mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0) page[0] = 1;
    return 0;
}
