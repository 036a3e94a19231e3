//! Lets the program find libz3 in the folder `lib` beside its own `bin`, which is how `./x dist` packs it.
//!
//! The run path to the libraries of the work tree comes from `.cargo/config.toml`, since the tests of other crates need
//! it too; `./x dist` takes it out again.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo:rustc-link-arg-bins=-Wl,-rpath,$ORIGIN/../lib");
    }
}
