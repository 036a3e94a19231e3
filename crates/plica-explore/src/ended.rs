//! Paths that have ended beside the tree, with how they did: of those that show the same one is kept, or a few.
//!
//! Oblivious to how they came there. Invariant: what all paths that ended show, those that are kept show.

use plica_exec::{Fault, Outcome, State, functions_in};
use plica_term::TermPool;

use crate::tuning;

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Ended(Vec<(State, Outcome)>);

impl Ended {
    /// A path has ended. It is `always` kept, or if those before do not show all that it does.
    pub fn add(&mut self, pool: &TermPool, state: State, end: Outcome, always: bool) {
        if always || !self.shows(pool, &state, &end) {
            self.0.push((state, end));
        }
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The one at a place, if there is one and it fails.
    pub fn fault(&self, place: usize) -> Option<(&State, &Fault)> {
        match self.0.get(place) {
            Some((state, Outcome::Fault(fault))) => Some((state, fault)),
            _ => None,
        }
    }

    /// All of them.
    pub fn all(self) -> impl Iterator<Item = (State, Outcome)> {
        self.0.into_iter()
    }

    fn shows(&self, pool: &TermPool, s: &State, end: &Outcome) -> bool {
        let here = |at: &State| (at.top.func, at.top.loc) == (s.top.func, s.top.loc);
        match end {
            Outcome::Finished | Outcome::Infeasible => self.0.iter().any(|(_, other)| other == end),
            Outcome::Stop(_) => self.0.iter().any(|(at, other)| here(at) && other == end),
            // That the program fails here; or one that may turn out to, if another does not. What rests on functions of
            // which little is known may be refuted, and the next one not.
            Outcome::Fault(fault) if functions_in(pool, &s.pc).is_empty() => {
                let same = |(at, other): &&(State, Outcome)| {
                    here(at) && matches!(other, Outcome::Fault(other) if other.kind == fault.kind)
                };
                self.0.iter().filter(same).count() >= tuning::FAULTS_OF_A_PLACE.get()
            }
            _ => false,
        }
    }
}
