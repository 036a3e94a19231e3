//! Shows the IR that plica reads for a file: `cargo run -p plica-llvm --example compile -- FILE [CLANG-ARGS]`.

use std::path::Path;

use plica_llvm::driver::Options;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(file) = args.next() else {
        eprintln!("which file?");
        return ExitCode::from(2);
    };
    let extra: Vec<String> = args.collect();
    let options = Options { args: &extra, ..Options::new(Path::new("runtime/include")) };
    match plica_llvm::driver::compile(Path::new(&file), &options) {
        Ok(ir) => {
            eprint!("{}", ir.warnings);
            match plica_llvm::parse(&ir.text) {
                Ok(module) => {
                    println!("{}", ir.text);
                    let by = ir.producer.unwrap_or_default();
                    eprintln!("{file}: {} functions ({})", module.functions.len(), by.display());
                    ExitCode::SUCCESS
                }
                Err(error) => {
                    eprintln!("{file}: {error}");
                    ExitCode::from(2)
                }
            }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
