// verdict: violated
// error: invalid-free at 10
// error: invalid-free at 15
// native: no
fn main() {
    let smaller: bool = plica::any();
    if smaller {
        // Three bytes are given back as one.
        let p = Box::into_raw(vec![1u8, 2, 3].into_boxed_slice());
        drop(unsafe { Box::from_raw(p as *mut u8) });
    } else {
        // The capacity is another one when it grows.
        let mut made = std::mem::ManuallyDrop::new(vec![1u64, 2]);
        let mut shorter = unsafe { Vec::from_raw_parts(made.as_mut_ptr(), 1, 1) };
        shorter.push(3);
    }
}
