//! A table beside the pool: one slot a term, filled at most once, shared by all workers. Oblivious to what is kept.

use std::sync::OnceLock;

/// The first bucket's size; each bucket is twice as large as the one before.
const FIRST: u32 = 1024;

type Bucket<T> = OnceLock<Box<[OnceLock<T>]>>;

/// Lazily allocated slots, indexed from 1 like terms.
pub(crate) struct SideTable<T> {
    buckets: [Bucket<T>; 23],
}

impl<T> SideTable<T> {
    pub(crate) fn new() -> Self {
        SideTable { buckets: std::array::from_fn(|_| OnceLock::new()) }
    }

    /// The slot of an index; its bucket is allocated when first asked for.
    #[inline]
    pub(crate) fn slot(&self, index: u32) -> &OnceLock<T> {
        let i = index as u64 + FIRST as u64;
        let bucket = i.ilog2() - FIRST.ilog2();
        let start = (FIRST as u64) << bucket;
        let slots = self.buckets[bucket as usize].get_or_init(|| (0..start).map(|_| OnceLock::new()).collect());
        &slots[(i - start) as usize]
    }
}
