//! Feeds arbitrary text to the reader: `cargo +nightly fuzz run read` in the folder of the crate, with the files of
//! `tests/samples` as a corpus.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = plica_llvm::parse(&String::from_utf8_lossy(data));
});
