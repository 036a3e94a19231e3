// verdict: holds
// Blocks go back to the allocator with the layout that they were made with, also after they have grown and shrunk.
fn main() {
    let n = std::env::args().count().min(3);
    let p = Box::into_raw(vec![1u8; n].into_boxed_slice());
    drop(unsafe { Box::from_raw(p) });
    let mut grown: Vec<u32> = Vec::with_capacity(n);
    grown.extend(0..n as u32 * 3);
    grown.truncate(n);
    grown.shrink_to_fit();
    let mut parts = std::mem::ManuallyDrop::new(grown);
    let (at, length, capacity) = (parts.as_mut_ptr(), parts.len(), parts.capacity());
    drop(unsafe { Vec::from_raw_parts(at, length, capacity) });
    let text: Box<dyn Fn() -> usize> = Box::new(move || length);
    assert_eq!(text(), n);
    let mut word = String::from("ab");
    word.push_str("cdefghijklmnop");
    drop(word.into_boxed_str());
}
