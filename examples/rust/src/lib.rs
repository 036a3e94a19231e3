//! The last few of the numbers that were seen, and two proofs about them: run `cargo plica` in this folder.

/// The last `N` numbers.
#[derive(Default)]
pub struct Rolling<const N: usize> {
    seen: Vec<u32>,
    next: usize,
}

impl<const N: usize> Rolling<N> {
    /// Adds a number; the oldest goes when there are too many.
    pub fn add(&mut self, number: u32) {
        if self.seen.len() < N {
            self.seen.push(number);
        } else {
            self.seen[self.next] = number;
        }
        self.next += 1;
        // It should be `self.next == N`.
        if self.next > N {
            self.next = 0;
        }
    }

    /// The greatest of them.
    pub fn greatest(&self) -> Option<u32> {
        self.seen.iter().copied().max()
    }
}

#[cfg(plica)]
mod proofs {
    use super::*;

    #[plica::proof]
    fn the_greatest_is_one_that_was_added() {
        let numbers: [u32; 3] = plica::any();
        let mut rolling = Rolling::<4>::default();
        numbers.iter().for_each(|&n| rolling.add(n));
        assert!(numbers.contains(&rolling.greatest().unwrap()));
    }

    #[plica::proof]
    fn any_count_of_numbers_can_be_added() {
        let count: usize = plica::any_where(|&n| n <= 4);
        let mut rolling = Rolling::<2>::default();
        for _ in 0..count {
            rolling.add(plica::any());
        }
    }
}
