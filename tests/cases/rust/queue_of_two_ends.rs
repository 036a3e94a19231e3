// A queue is taken from as long as it is not empty.
// run: check
// verdict: holds
// native: no

use std::collections::{BinaryHeap, VecDeque};

fn main() {
    let mut queue = VecDeque::with_capacity(2);
    for _ in 0..3 {
        if plica::any() {
            queue.push_back(1u8);
        } else if queue.len() > 1 {
            queue.push_front(2);
        }
    }
    let Some(first) = queue.pop_front() else { return };
    assert!(first == 1 || first == 2 && queue.len() == 2);
    let mut heap = BinaryHeap::from([first, 9, 3]);
    heap.push(plica::any());
    assert!(heap.pop().unwrap() >= 9 && heap.into_sorted_vec().len() == 3);
}
