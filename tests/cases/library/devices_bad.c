// verdict: violated
// error: use-after-free at 11
// A list of interfaces that was freed.
#include <net/if.h>
#include "plica.h"

int main(void) {
    struct if_nameindex *all = if_nameindex();
    if (!all) return 0;
    if_freenameindex(all);
    return (int)all[0].if_index;
}
