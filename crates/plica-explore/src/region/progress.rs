//! How far a path has come in a region, so that what is behind goes on first and paths meet.
//!
//! Oblivious to values. Invariant: two paths with the same progress are at the same place, with callers at the same
//! places, and in the same iterations of the loops that they are in.

use plica_exec::{Machine, State};
use plica_ir::{FuncId, Loc};
use smallvec::SmallVec;

/// Frame by frame, the outermost first, and loop by loop: which and which iteration; then the place. Less is farther
/// behind.
pub(super) type Progress = SmallVec<[u32; 8]>;

/// In which iteration a path is of the loops that it is in.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds(SmallVec<[Round; 2]>);

#[derive(Clone, Copy, Debug)]
struct Round {
    depth: u32,
    site: (FuncId, Loc),
    count: u32,
}

impl Rounds {
    /// Control is at the head of a loop: for the first time, or again.
    pub fn arrive(&mut self, s: &State, again: bool) {
        let site = (s.top.func, s.top.loc);
        self.0.retain(|round| round.depth <= s.depth);
        match self.0.iter_mut().find(|round| (round.depth, round.site) == (s.depth, site)) {
            Some(round) if again => round.count += 1,
            Some(round) => round.count = 0,
            None => self.0.push(Round { depth: s.depth, site, count: 0 }),
        }
    }

    /// In which iteration it is of the loops inside the region's own, at most.
    pub fn inside(&self) -> u32 {
        self.0.iter().skip(1).map(|round| round.count).max().unwrap_or(0)
    }

    fn of(&self, depth: u32, site: (FuncId, Loc)) -> u32 {
        self.0.iter().find(|round| (round.depth, round.site) == (depth, site)).map_or(0, |round| round.count)
    }
}

/// How far a path has come; frames below `depth` callers are left out.
pub(super) fn progress(machine: &Machine, s: &State, rounds: &Rounds, depth: u32) -> Progress {
    let frames: SmallVec<[_; 4]> = (depth..=s.depth).rev().zip(s.frames()).collect();
    let mut out = Progress::new();
    for (depth, frame) in frames.into_iter().rev() {
        let loops = &machine.flow(frame.func).loops;
        for around in loops.around(frame.loc) {
            out.extend([loops.rank(around.head), rounds.of(depth, (frame.func, around.head))]);
        }
        // Another function may be called from the same place.
        out.extend([loops.rank(frame.loc), frame.func.0]);
    }
    out
}
