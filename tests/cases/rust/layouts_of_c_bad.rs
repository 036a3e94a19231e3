// What the C library has made is not Rust's to free.
// verdict: violated
// error: invalid-free at 9
// native: no
unsafe extern "C" {
    fn malloc(size: usize) -> *mut u8;
}
fn main() {
    drop(unsafe { Box::from_raw(malloc(1)) });
}
