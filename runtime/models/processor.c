//! What the compiler's `__builtin_cpu_supports` and `__builtin_cpu_is` look into: a processor with what every one of
//! its kind has, and nothing else, which *holds* names.

void plica_plain_processor(void);

/* CMOV, MMX, SSE and SSE2, by the numbers that GCC and clang give them. */
struct plica_processor { unsigned vendor, kind, model, features[1]; } __cpu_model = {0, 0, 0, {1 | 2 | 8 | 16}};
unsigned __cpu_features2[4];

/* Compiled code asks from the beginning on. */
__attribute__((constructor)) static void plica_asked(void) { plica_plain_processor(); }

int __cpu_indicator_init(void) { return 0; }
