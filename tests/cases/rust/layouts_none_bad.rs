// The allocator is asked for no bytes, to make a block or to keep one, or for the null pointer back.
// verdict: violated
// error: invalid-builtin at 12
// error: invalid-builtin at 16
// error: invalid-free at 19
// native: no
use std::alloc::{Layout, alloc, dealloc, realloc};
fn main() {
    let n = plica::any::<u8>() as usize % 3;
    let (some, two) = (Layout::array::<u32>(n).unwrap(), Layout::array::<u32>(2).unwrap());
    match plica::any::<u8>() {
        0 => unsafe { dealloc(alloc(some), some) },
        1 => unsafe {
            // Of one element too, which is some bytes.
            let p = alloc(two);
            let q = realloc(p, two, 4 * n);
            dealloc(q, some)
        },
        _ => unsafe { dealloc(std::ptr::null_mut(), two) },
    }
}
