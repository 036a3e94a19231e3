// The null pointer is no block to give back.
// verdict: violated
// error: invalid-free at 8
// native: no
use std::alloc::{Layout, dealloc};
fn main() {
    let bytes = Layout::from_size_align(16, 8).unwrap();
    unsafe { dealloc(std::ptr::null_mut(), bytes) }
}
