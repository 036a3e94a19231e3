//! The `plica` command. Everything is in the library, so that tests reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    plica::main_with(std::env::args_os())
}
