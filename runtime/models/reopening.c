//! Letting a stream lead elsewhere.

#include "files.h"

plica_file *freopen(const char *restrict name, const char *restrict how, plica_file *restrict file) {
    int mode = plica_mode(how), old = file->descriptor;
    plica_redirect();
    plica_release(old);
    int descriptor = mode < 0 || !name ? plica_fail(PLICA_EINVAL) : plica_open_name(name, mode, 0666);
    *file = (plica_file){.descriptor = descriptor, .pushed_back = -1};
    if (descriptor < 0) {
        if (file != stdin && file != stdout && file != stderr) free(file);
        return 0;
    }
    if (old >= 0 && old != descriptor) {
        /* The stream keeps its number, which whoever uses descriptors relies on. */
        plica_descriptors[old] = plica_descriptors[descriptor];
        plica_descriptors[descriptor] = 0;
        file->descriptor = old;
    }
    return file;
}
plica_file *freopen64(const char *restrict name, const char *restrict how, plica_file *restrict file) {
    return freopen(name, how, file);
}
