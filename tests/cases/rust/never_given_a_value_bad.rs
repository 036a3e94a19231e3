// What is said to hold a value was never given one.
// run: check --checks +uninit
// verdict: violated
// error: uninitialized-read at 15
// error: uninitialized-read at 16
// native: no

use std::mem::MaybeUninit;

fn main() {
    let number = MaybeUninit::<u32>::uninit();
    let pair = MaybeUninit::<(u8, u16)>::uninit();
    let which: u8 = plica::any();
    match which {
        0 => assert!(unsafe { number.assume_init() } != 3),
        1 => assert!(unsafe { pair.assume_init_ref() }.1 != 3),
        _ => assert!(unsafe { MaybeUninit::new(7).assume_init() } == 7),
    }
}
