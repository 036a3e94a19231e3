// The order in which values are dropped, replaced and taken.
// run: check
// verdict: holds
// native: no

use std::cell::RefCell;
use std::mem;

struct Noisy<'a>(u8, &'a RefCell<Vec<u8>>);

impl Drop for Noisy<'_> {
    fn drop(&mut self) {
        self.1.borrow_mut().push(self.0);
    }
}

fn main() {
    let log = RefCell::new(Vec::new());
    let swapped: bool = plica::any();
    {
        let mut a = Noisy(1, &log);
        let mut b = Noisy(2, &log);
        if swapped {
            mem::swap(&mut a, &mut b);
        }
        drop(mem::replace(&mut a, Noisy(3, &log)));
    }
    let order = log.take();
    assert_eq!(order, if swapped { [2, 1, 3] } else { [1, 2, 3] });
    let mut text = String::from("left");
    assert_eq!(mem::take(&mut text).len(), 4);
    assert!(text.is_empty());
}
