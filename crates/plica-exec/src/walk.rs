//! Walking along a path: what is executed between two decisions, and what becomes of the decisions.
//!
//! The one loop around the stepper. Exploring, folding, replaying and confirming differ in what they do where something
//! happens; oblivious to that. Invariant: a walk goes on only from where the last event left the path.

use std::ops::ControlFlow;

use crate::outcome::{Alternative, Outcome};

/// The value of a result; an error halts the walk.
pub fn or_halt<T, H, E>(result: Result<T, E>) -> ControlFlow<Result<H, E>, T> {
    match result {
        Ok(value) => ControlFlow::Continue(value),
        Err(error) => ControlFlow::Break(Err(error)),
    }
}

/// Follows paths.
pub trait Walk {
    /// A path, with what is known about it.
    type Path;
    /// What comes of a walk.
    type Halt;

    /// Executes commands until something happens.
    fn run(&mut self, path: Self::Path) -> ControlFlow<Self::Halt, (Self::Path, Outcome)>;

    /// The path is at a decision. Where it goes on by one side there may be an event at once: it has come to an end, or
    /// to the border of a loop.
    fn decide(
        &mut self,
        path: Self::Path,
        alternatives: Vec<Alternative>,
    ) -> ControlFlow<Self::Halt, (Self::Path, Option<Outcome>)>;

    /// Control is at the head of a loop, or at the start of a function.
    fn head(&mut self, path: Self::Path) -> ControlFlow<Self::Halt, Self::Path>;

    /// The path has come to an end, or has used up what it may execute at a time.
    fn end(&mut self, path: Self::Path, end: Outcome) -> Self::Halt;

    /// Walks along a path until that comes to something.
    fn walk(&mut self, mut path: Self::Path) -> Self::Halt {
        let mut event = None;
        loop {
            let happened = match event.take() {
                Some(event) => event,
                None => match self.run(path) {
                    ControlFlow::Continue((on, event)) => {
                        path = on;
                        event
                    }
                    ControlFlow::Break(halt) => return halt,
                },
            };
            let next = match happened {
                Outcome::Decide(alternatives) => self.decide(path, alternatives),
                Outcome::Head => self.head(path).map_continue(|path| (path, None)),
                end => return self.end(path, end),
            };
            match next {
                ControlFlow::Continue(on) => (path, event) = on,
                ControlFlow::Break(halt) => return halt,
            }
        }
    }
}
