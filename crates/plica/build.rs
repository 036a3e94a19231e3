//! Lets the program find libz3 in the folder `lib` beside its own `bin`, which is how `./x dist` packs it, and compiles
//! plica's models of the C library to LLVM IR, and the runtime of native runs to an object, so that no run has to, and
//! IR can be read where there is no clang.
//!
//! The run path to the libraries of the work tree comes from `.cargo/config.toml`, since the tests of other crates need
//! it too; `./x dist` takes it out again. Invariant: without a clang the build succeeds; the program then compiles
//! them when it needs them.

#[allow(dead_code)]
#[path = "../plica-llvm/src/driver/find.rs"]
mod find;
#[allow(dead_code)]
#[path = "../plica-llvm/src/driver/flags.rs"]
mod flags;
#[path = "src/native/flags.rs"]
mod native;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the output depends on.
const WATCHED: &[&str] = &[
    "build.rs",
    "src/native/flags.rs",
    "../plica-llvm/src/driver/find.rs",
    "../plica-llvm/src/driver/flags.rs",
    "../../runtime",
];

fn main() {
    WATCHED.iter().for_each(|path| println!("cargo:rerun-if-changed={path}"));
    println!("cargo:rerun-if-env-changed={}", find::Tool::Clang.variable());
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo:rustc-link-arg-bins=-Wl,-rpath,$ORIGIN/../lib");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    std::fs::create_dir_all(out.join("models")).expect("a folder in OUT_DIR");
    let clang = find::find_tool(find::Tool::Clang).ok();
    let made = |folder: &str, name: &str, flags: &[&str]| {
        clang.as_deref().and_then(|clang| compile(clang, folder, name, flags)).unwrap_or_default()
    };
    let flags =
        [flags::CLANG_FLAGS, flags::AS_WRITTEN, &flags::MODEL_FLAGS, &["-w", "-idirafter", "../include"]].concat();
    let models = std::fs::read_dir("../../runtime/models").expect("the folder runtime/models");
    for model in models.map(|entry| entry.expect("an entry of runtime/models").file_name()) {
        let name = model.to_str().expect("a name in ASCII");
        if name.ends_with(".c") {
            std::fs::write(out.join(format!("models/{name}.ll")), made("models", name, &flags))
                .expect("a file in OUT_DIR");
        }
    }
    let runtime = made(".", "native_replay.c", native::RUNTIME_FLAGS);
    std::fs::write(out.join("native_replay.o"), runtime).expect("a file in OUT_DIR");
}

/// What clang makes of a file in a folder of `runtime`; nothing in it tells where it was compiled.
fn compile(clang: &Path, folder: &str, name: &str, flags: &[&str]) -> Option<Vec<u8>> {
    let mut command = Command::new(clang);
    command.args(flags).args(["-fdebug-compilation-dir=/plica-native-runtime", "-o", "-", name]);
    let output = command.current_dir(Path::new("../../runtime").join(folder)).output();
    match output {
        Ok(output) if output.status.success() => Some(output.stdout),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            println!("cargo:warning={name} is not compiled now: {}", said.lines().next().unwrap_or_default());
            None
        }
        Err(error) => {
            println!("cargo:warning={name} is not compiled now: {}: {error}", clang.display());
            None
        }
    }
}
