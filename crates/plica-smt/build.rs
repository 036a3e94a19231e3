//! Links the Bitwuzla that `./x setup` built.
//!
//! `bitwuzla-sys` builds and links its own copy unless `BITWUZLA_NO_VENDOR` is set, and then names no library at all.
//! The set-up sets it in `.cargo/config.toml`, together with `PLICA_BITWUZLA_DIR`, the folder that holds the libraries.
//! Where neither is set this script does nothing.

use std::env;

fn main() {
    println!("cargo:rerun-if-env-changed=BITWUZLA_NO_VENDOR");
    println!("cargo:rerun-if-env-changed=PLICA_BITWUZLA_DIR");
    if env::var_os("CARGO_FEATURE_BITWUZLA").is_none() {
        return;
    }
    let vendored = env::var("BITWUZLA_NO_VENDOR").map_or(true, |value| value == "0");
    if vendored {
        return;
    }
    let Ok(folder) = env::var("PLICA_BITWUZLA_DIR") else {
        println!("cargo:warning=BITWUZLA_NO_VENDOR is set but PLICA_BITWUZLA_DIR is not: run ./x setup");
        return;
    };
    println!("cargo:rustc-link-search=native={folder}/lib");
    // Dependents before what they depend on; CaDiCaL and GMP are copied into the same folder by the set-up.
    for library in ["bitwuzla", "bitwuzlabb", "bitwuzlals", "bitwuzlabv", "bzlarng", "bzlautil", "cadical", "gmp"] {
        if std::path::Path::new(&format!("{folder}/lib/lib{library}.a")).exists() {
            println!("cargo:rustc-link-lib=static={library}");
        }
    }
    println!("cargo:rustc-link-lib=stdc++");
}
