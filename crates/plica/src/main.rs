//! The `plica` command. Everything is in the library, so that tests reach it.

use std::process::ExitCode;

// The solvers' too: it takes the place of malloc. They make and free small things all the time, for which glibc takes a
// fifth of all time, and more the longer a run is.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// What is freed goes back to the system after a second, and threads share two pools of it: solvers' threads end and
/// leave much behind, and the limit on memory goes by what is resident.
// SAFETY: jemalloc looks for a string of this name and type, and this one lives as long as the program.
#[unsafe(export_name = "malloc_conf")]
static ALLOCATOR_OPTIONS: Option<&std::ffi::c_char> =
    Some(unsafe { &*c"narenas:2,dirty_decay_ms:1000,muzzy_decay_ms:0".as_ptr() });

fn main() -> ExitCode {
    plica::main_with(std::env::args_os())
}
