// The allocator is asked for a block of no bytes.
// verdict: violated
// error: invalid-builtin at 9
// native: no
use std::alloc::{Layout, alloc, dealloc};
fn main() {
    let n = plica::any::<u8>() as usize % 3;
    let some = Layout::array::<u32>(n).unwrap();
    unsafe { dealloc(alloc(some), some) }
}
