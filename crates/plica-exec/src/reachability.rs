//! What is known of whether a path is reachable from the program's start.
//!
//! Oblivious to who asks and who answers. Invariant: where a path has come to counts as covered only once the path is
//! known to be reachable; until then it is kept here.

use plica_ir::{FuncId, Loc};
use plica_stable::encodable;

/// See the module's description.
#[derive(Clone, Debug, Default)]
pub enum Reachability {
    /// It is: the model shows it.
    #[default]
    Confirmed,
    /// It is not known: what was decided last was decided with callers or callees left aside.
    Unconfirmed(Box<Trail>),
}

/// What is known of a path that may not be reachable.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// Where control has moved to since the path was last known to be reachable.
    places: imbl::Vector<(FuncId, Loc)>,
    /// Is it not known whether the model satisfies the path condition?
    stale: bool,
}

encodable! {
    struct Trail { places, stale }
    enum Reachability { Confirmed, Unconfirmed(trail) }
}

impl Reachability {
    /// A path of which nothing is known but where it has come to; its model satisfies its condition.
    pub fn unconfirmed(at: (FuncId, Loc)) -> Reachability {
        Reachability::Unconfirmed(Box::new(Trail { places: imbl::Vector::unit(at), stale: false }))
    }

    /// Is the path known to be reachable?
    #[inline]
    pub fn is_confirmed(&self) -> bool {
        matches!(self, Reachability::Confirmed)
    }

    /// Is it not known whether the model satisfies the path condition?
    pub fn is_stale(&self) -> bool {
        matches!(self, Reachability::Unconfirmed(trail) if trail.stale)
    }

    /// From now on it is not known whether the path is reachable.
    pub fn doubt(&mut self) {
        if self.is_confirmed() {
            *self = Reachability::Unconfirmed(Box::default());
        }
    }

    /// The same, and whether the model satisfies the path condition.
    pub fn outdate(&mut self) {
        self.doubt();
        self.set_stale(true);
    }

    /// The model satisfies the path condition. Whether callers and callees allow it is not known, if it was not.
    pub fn refresh(&mut self) {
        self.set_stale(false);
    }

    fn set_stale(&mut self, stale: bool) {
        if let Reachability::Unconfirmed(trail) = self {
            trail.stale = stale;
        }
    }

    /// As much is known as of another path; where this one has come to stays.
    pub fn known_as(mut self, other: &Reachability) -> Reachability {
        if other.is_confirmed() {
            return Reachability::Confirmed;
        }
        self.doubt();
        self.set_stale(other.is_stale());
        self
    }

    /// The path is known to be reachable: where it has come to since it last was.
    pub fn confirm(&mut self) -> impl Iterator<Item = (FuncId, Loc)> + use<> {
        match std::mem::take(self) {
            Reachability::Confirmed => imbl::Vector::new(),
            Reachability::Unconfirmed(trail) => trail.places,
        }
        .into_iter()
    }

    /// Where it has come to since it was last known to be reachable.
    pub fn trail(&self) -> impl Iterator<Item = (FuncId, Loc)> {
        let places = match self {
            Reachability::Confirmed => None,
            Reachability::Unconfirmed(trail) => Some(&trail.places),
        };
        places.into_iter().flatten().copied()
    }

    /// Adds to where it has come to; nothing if it is known to be reachable.
    pub fn came_by(&mut self, places: impl IntoIterator<Item = (FuncId, Loc)>) {
        if let Reachability::Unconfirmed(trail) = self {
            trail.places.extend(places);
        }
    }
}
