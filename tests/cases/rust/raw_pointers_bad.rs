// Raw pointers lead past the end of a block and into one that is freed.
// run: check
// verdict: violated
// error: panic at 11
// error: use-after-free at 25
// native: no

use std::mem::MaybeUninit;

unsafe fn at(values: &[u8], index: usize) -> u8 {
    *values.get_unchecked(index)
}

fn main() {
    let index: usize = plica::any();
    let values = vec![1u8, 2, 3];
    if index <= values.len() {
        let value = unsafe { at(&values, index) };
        assert!(value > 0 || index == 3);
    }
    let boxed = Box::new(plica::any::<u32>());
    let raw = Box::into_raw(boxed);
    let value = unsafe { *raw };
    drop(unsafe { Box::from_raw(raw) });
    let again = unsafe { *raw };
    assert_eq!(value, again);
    let mut room: [MaybeUninit<u16>; 2] = [MaybeUninit::uninit(); 2];
    for (i, place) in room.iter_mut().enumerate() {
        place.write(i as u16);
    }
    let numbers: [u16; 2] = unsafe { std::mem::transmute(room) };
    assert_eq!(numbers, [0, 1]);
}
