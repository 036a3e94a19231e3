//! What is traded in the store: all numbers of this crate that bound effort, memory or precision.
//!
//! One entry is one constant, in the order of the files that read it: its sentence says what it is, and what more and
//! what less of it costs. Oblivious to who reads them. Invariant: no value within its range makes an answer wrong; they
//! are no part of keys, since what was stored means the same under each of them.

use std::time::Duration;

plica_tuning::tuning! { "store":
    /// How long another process is waited for that writes. Longer keeps more of what was found; shorter ends sooner.
    pub(crate) BUSY_TIME: Duration = 2_000_000, Micros, 0..=60_000_000;
    /// Bytes of an entry, at most. More keeps larger reports; fewer read less of a store that came from elsewhere.
    pub(crate) ENTRY_BYTES: usize = 67_108_864, Bytes, 1_024..=1 << 30;
    /// The part of its size limit that a store is brought down to when it has grown beyond that. A larger part keeps
    /// more; a smaller one is cleaned less often.
    pub(crate) EVICTED_TO: u64 = 90, Percent, 1..=100;
    /// Entries that are thrown out in one go. More are quicker; fewer keep what need not go.
    pub(crate) EVICTED_AT_ONCE: u64 = 256, Count, 1..=1 << 20;
    /// After how many further runs that wrote it is noted again that an entry was used. More write less; fewer know
    /// better which was used last.
    pub(crate) RUNS_BETWEEN_NOTES: u64 = 4, Count, 0..=1 << 20;
    /// Entries that wait to be written, at most. More are written in one go; fewer are lost where a run is killed.
    pub(crate) ENTRIES_WAITING: usize = 512, Count, 1..=1 << 20;
    /// The part of the hits that `--cache-mode verify` looks into. A larger part finds more; a smaller one is quicker.
    pub HITS_VERIFIED: u64 = 4, OneIn, 1..=1 << 20;
}
