// A block is to be kept with no bytes.
// verdict: violated
// error: invalid-builtin at 11
// native: no
use std::alloc::{Layout, alloc, dealloc, realloc};
fn main() {
    let n = plica::any::<u8>() as usize % 3;
    let (some, two) = (Layout::array::<u32>(n).unwrap(), Layout::array::<u32>(2).unwrap());
    unsafe {
        let p = alloc(two);
        let q = realloc(p, two, 4 * n);
        dealloc(q, some)
    }
}
