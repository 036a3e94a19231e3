//! How calls are replayed, as the explorer sees it: a state at the start of a function in, states after the call out.
//!
//! Oblivious to choice trees: whoever implements [`Replay`] knows them.

use plica_exec::{Machine, Outcome, State, Stop, StopKind};
use plica_term::TermId;
use plica_tree::{Child, Kind, Site, TreeError};

use crate::advance::Next;
use crate::course::Course;
use crate::explorer::Explorer;
use crate::leaf::{Leaf, LeafId};
use crate::oracle::Asker;
use crate::scopes::Scoped;

/// A way out of a call that was replayed, or to where it is to be gone on with inside.
#[derive(Debug)]
pub struct WayOut {
    /// The state there, its path condition included; its model satisfies it.
    pub state: State,
    /// What was added to the path condition: for showing.
    pub condition: TermId,
    /// How the path ends, if it does.
    pub end: Option<Outcome>,
}

/// What came of a call that was to be replayed.
#[derive(Debug)]
pub enum Replayed {
    /// It is executed in place.
    InPlace,
    /// All that comes out of it, or is to be gone on with inside.
    Ways {
        /// The paths, in the order of what was decided.
        exits: Vec<WayOut>,
        /// Commands executed.
        steps: u64,
        /// Were paths left out, as the user wants?
        left_out: bool,
    },
}

/// Replays calls.
pub trait Replay {
    /// Replays the call at whose callee's start a state is.
    fn replay(&mut self, machine: &Machine, asker: Asker<'_>, state: &State) -> Replayed;

    /// Were more questions spared so far than were asked for that?
    fn pays(&self) -> bool;
}

impl Explorer<'_> {
    /// Are calls on a path replayed?
    pub(crate) fn replays(&self, leaf: &Leaf) -> bool {
        self.replay.is_some() && (self.replays_all || leaf.course == Course::Replay)
    }

    /// Control is at the start of a function: the call is replayed, if that can be.
    pub(crate) fn arrive_replay(&mut self, leaf: &mut Leaf) -> Result<Option<Next>, TreeError> {
        let machine = self.machine_of(leaf);
        if machine.config.fold && machine.is_recursive(leaf.state.top.func) {
            // A function that may call itself is like the head of a loop.
            return Ok(None);
        }
        let Some(replay) = &mut self.replay else { return Ok(None) };
        let budget = plica_smt::Budget::Usual;
        let replayed = replay.replay(&machine, Asker { reach: self.reach, budget, until: None }, &leaf.state);
        let Replayed::Ways { mut exits, steps, left_out } = replayed else {
            leaf.enter_loop(false);
            return Ok(Some(Next::On));
        };
        let pays = replay.pays();
        if let Some(b) = leaf.branch.filter(|_| pays) {
            self.choices.pays(b);
        }
        self.counters.steps += steps;
        let function = leaf.state.top.func.0;
        if let [_] = exits[..]
            && !left_out
            && let Some(WayOut { state, end, .. }) = exits.pop()
        {
            let id = leaf.id.node;
            return self.come_out(leaf.onward(id, state), end).map(|()| Some(Next::Done));
        }
        // The path forks, if it does so for the first time in a loop: there are other ways to take that.
        let Some(leaf) = self.offer(leaf.clone())? else { return Ok(Some(Next::Done)) };
        machine.unquiet(&leaf.state);
        self.counters.forks += 1;
        let child = |(place, exit): (usize, &WayOut)| Child {
            site: Site { function: exit.state.top.func.0, location: exit.state.top.loc.0 },
            kind: Kind::Replayed { function, path: place as u32 },
            condition: Some(exit.condition.index()),
        };
        let mut children: Vec<Child> = exits.iter().enumerate().map(child).collect();
        if left_out {
            let site = Site { function, location: 0 };
            children.push(Child { site, kind: Kind::Replayed { function, path: exits.len() as u32 }, condition: None });
        }
        let range = self.tree(leaf.id).expand(leaf.id.node, &children)?;
        if left_out && let Some(node) = range.get(exits.len()) {
            let stop = Stop::new(StopKind::LeftOut, "paths through a function that do not lead to the target");
            let site = Some(self.machine.own_site(&leaf.state));
            self.stop((LeafId { node, ..leaf.id }, leaf.branch), stop, site)?;
        }
        for (place, (WayOut { state, end, .. }, node)) in exits.into_iter().zip(range.iter()).enumerate() {
            self.counters.states += u64::from(place > 0);
            let path = leaf.onward(node, state);
            match self.error_bound() {
                // The run is over: what is left is told to be so with all that is unknown.
                Some(_) => self.open(path),
                None => self.come_out(path, end)?,
            }
        }
        Ok(Some(Next::Done))
    }

    /// A path goes on behind a call that was replayed, or ends in it.
    fn come_out(&mut self, mut leaf: Leaf, end: Option<Outcome>) -> Result<(), TreeError> {
        leaf.give_first(&self.machine.pool);
        if let Some(leaf) = self.arrived(leaf, end)? {
            self.open(leaf);
        }
        Ok(())
    }
}
