// A ring of a constant size knows how much it holds.
// run: check
// verdict: holds
// native: no

struct Ring<T, const N: usize> {
    slots: [Option<T>; N],
    next: usize,
}

impl<T: Copy, const N: usize> Ring<T, N> {
    fn new() -> Self {
        Ring { slots: [None; N], next: 0 }
    }
    fn push(&mut self, value: T) {
        self.slots[self.next % N] = Some(value);
        self.next += 1;
    }
    fn oldest(&self) -> Option<T> {
        if self.next < N { self.slots[0] } else { self.slots[self.next % N] }
    }
}

fn main() {
    let mut ring = Ring::<u8, 3>::new();
    let first: u8 = plica::any();
    ring.push(first);
    for i in 0..plica::any_where(|n: &u8| *n < 3) {
        ring.push(i);
    }
    assert_eq!(ring.oldest().unwrap(), first);
}
