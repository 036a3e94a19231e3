//! Functions of Rust's standard library that are not executed as they are: they are linked by these names.
//!
//! Invariant: a structure that is returned has the scalars that rustc returns.

void plica_fixed_hash_keys(void);

/* Random keys, by which hash maps of different runs have their elements in different orders, are two fixed numbers: the
   elements of a map whose keys are known are then known too. */
struct plica_hash_keys {
    unsigned long first, second;
};

struct plica_hash_keys plica_rust_hash_keys(void) {
    plica_fixed_hash_keys();
    struct plica_hash_keys keys = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
    return keys;
}

void plica_plain_processor(void);

/* Which optional features the processor has: none, so that what is computed is computed by ordinary instructions. */
unsigned __int128 plica_rust_processor(void) {
    plica_plain_processor();
    return 0;
}
