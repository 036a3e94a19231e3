// verdict: violated
// error: invalid-free at 12
// error: invalid-free at 17
// error: invalid-free at 21
// error: invalid-free at 24
// native: no
fn main() {
    match plica::any::<u8>() {
        0 => {
            // Three bytes are given back as one.
            let p = Box::into_raw(vec![1u8, 2, 3].into_boxed_slice());
            drop(unsafe { Box::from_raw(p as *mut u8) });
        }
        1 => {
            // The capacity is another one when it grows.
            let mut made = std::mem::ManuallyDrop::new(vec![1u64, 2]);
            unsafe { Vec::from_raw_parts(made.as_mut_ptr(), 1, 1) }.push(3);
        }
        2 => {
            let mut words = std::mem::ManuallyDrop::new(vec![1u32, 2]);
            drop(unsafe { Vec::from_raw_parts(words.as_mut_ptr() as *mut u8, 8, 8) });
        }
        // Rust's is not the C library's to free.
        _ => unsafe { free(Box::into_raw(Box::new(1u8))) },
    }
}
unsafe extern "C" {
    fn free(block: *mut u8);
}
