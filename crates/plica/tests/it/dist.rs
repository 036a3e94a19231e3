//! The program can be packed: it finds libz3 from its own place, as the tar file of `./x dist` needs.
//!
//! Oblivious to the engine: it looks at the built `plica`. What `./x dist` packs is tried out by `./x dist` itself.

use std::process::Command;

#[test]
#[cfg(target_os = "linux")]
fn libz3_is_looked_for_beside_the_program() {
    let program = env!("CARGO_BIN_EXE_plica");
    let output = match Command::new("readelf").env("LC_ALL", "C").args(["-d", program]).output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("nothing was checked: there is no readelf, which shows the run path ({error})");
            return;
        }
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let run_path = text.lines().find(|line| line.contains("(RUNPATH)") || line.contains("(RPATH)"));
    let run_path = run_path.unwrap_or_else(|| panic!("{program} has no run path:\n{text}"));
    assert!(run_path.contains("$ORIGIN/../lib"), "{run_path}");
}
