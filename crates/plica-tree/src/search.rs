//! Search policies: which unknown leaf is next.
//!
//! Oblivious to states, terms and solvers; a policy sees the tree and the coverage read-only and answers with a leaf.
//! It keeps its own maps. Invariants: a policy gives each leaf of its frontier once, and nothing only when the frontier
//! is empty; the same calls with the same seed give the same order; all but plain depth-first search are fair.

mod ages;
mod classes;
mod coverage;
mod mixture;
mod random_path;
mod ranked;
mod weights;

use crate::tuning;
use crate::{NodeId, Site, Tree};
use ages::{Bfs, Dfs};
use classes::{Classes, Trait, Turn};
use coverage::Weighted;
use mixture::{Mixture, Turns};
use random_path::RandomPath;
use ranked::{Rank, Ranked};

/// A search policy with its frontier: the leaves that it may choose.
///
/// Leaves in the frontier are unknown leaves of the one tree that all calls pass. A leaf is taken out, by `choose` or
/// `remove`, before it is expanded or settled.
pub trait Search {
    /// Puts an unknown leaf into the frontier; a leaf that is there already keeps its place.
    fn add(&mut self, tree: &Tree, leaf: NodeId);

    /// Takes a leaf out of the frontier; whether it was there.
    fn remove(&mut self, tree: &Tree, leaf: NodeId) -> bool;

    /// Chooses a leaf and takes it out; `None` when the frontier is empty. A leaf that is not done when its worker lets
    /// go of it is added again.
    fn choose(&mut self, tree: &Tree, view: &dyn CoverageView) -> Option<NodeId>;

    /// The number of leaves in the frontier.
    fn len(&self) -> usize;

    /// Whether the frontier is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What the explorer tells a policy about coverage, and about the leaves that wait. Answers should not grow more
/// favourable while a leaf waits: visits only grow. The stack of a leaf and its distance to the target do not change
/// while it waits; they are asked for once.
pub trait CoverageView {
    /// How often paths were at a site; 0 for one not covered.
    fn visits(&self, site: Site) -> u64;

    /// The least number of steps from a leaf to a target in the program's graph; `None` when none can be reached there.
    fn distance(&self, _leaf: NodeId) -> Option<u32> {
        None
    }

    /// A number that leaves with the same functions on top of their call stacks have in common.
    fn stack(&self, _leaf: NodeId) -> u64 {
        0
    }
}

/// No coverage is known: every site counts as not covered.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCoverage;

impl CoverageView for NoCoverage {
    fn visits(&self, _site: Site) -> u64 {
        0
    }
}

/// The search policies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The oldest leaf first.
    Bfs,
    /// The newest leaf first. Not fair: on a program with infinite paths some leaves are never chosen.
    Dfs,
    /// The newest leaf first, mixed with the oldest.
    FairDfs,
    /// A random walk from the root (Cadar, Dunbar, Engler: *KLEE*, OSDI 2008, §3.4), mixed with the oldest leaf.
    RandomPath,
    /// Leaves that promise new coverage and random walks by turns (ibid.), mixed with the oldest leaf.
    Coverage,
    /// By turns, a leaf of the branch chosen least often, of the call stack chosen least often, and of the next depth
    /// (Anand, Godefroid, Tillmann: *Demand-Driven Compositional Symbolic Execution*, TACAS 2008), mixed with the
    /// oldest.
    Fair,
    /// The leaf nearest to the target, mixed with the oldest. Those that cannot reach it come last.
    Target,
    /// The deepest leaf for 1, 2, 4, 8, ... choices before the oldest has its turn: fair, but as late as can be. For
    /// tests of what has to be true under every fair policy.
    Adversary,
}

impl Policy {
    /// Every policy.
    pub const ALL: &'static [Policy] = &[
        Policy::Bfs,
        Policy::Dfs,
        Policy::FairDfs,
        Policy::RandomPath,
        Policy::Coverage,
        Policy::Fair,
        Policy::Target,
        Policy::Adversary,
    ];

    /// The name, on the command line where it is there.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Bfs => "bfs",
            Policy::Dfs => "dfs",
            Policy::FairDfs => "fair-dfs",
            Policy::RandomPath => "random-path",
            Policy::Coverage => "coverage",
            Policy::Fair => "fair",
            Policy::Target => "target",
            Policy::Adversary => "adversary",
        }
    }

    /// Whether every leaf in the frontier is chosen eventually.
    pub fn is_fair(self) -> bool {
        self != Policy::Dfs
    }
}

impl std::fmt::Display for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// No policy has the given name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPolicy(pub String);

impl std::fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = Policy::ALL.iter().map(|policy| policy.name()).collect();
        write!(f, "no search policy is named `{}`; there are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownPolicy {}

impl std::str::FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Policy, UnknownPolicy> {
        let found = Policy::ALL.iter().copied().find(|policy| policy.name() == name);
        found.ok_or_else(|| UnknownPolicy(name.to_owned()))
    }
}

/// Makes a policy with an empty frontier.
pub fn make(policy: Policy, seed: u64) -> Box<dyn Search + Send> {
    let fair = |parts| Mixture::new(Turns::Every(tuning::FAIR_LEAF_PERIOD.get()), parts);
    // What is nearest to a target, or newest, is so at each choice.
    let mixture = match policy {
        Policy::Bfs => return Box::new(Bfs::default()),
        Policy::Dfs => return Box::new(Dfs::default()),
        Policy::FairDfs => fair(vec![Box::new(Dfs::default())]),
        Policy::RandomPath => fair(vec![Box::new(RandomPath::new(seed))]).in_stretches(),
        // Two generators with different streams: with the same one the two parts would draw the same numbers.
        Policy::Coverage => fair(vec![Box::new(Weighted::new(seed)), Box::new(RandomPath::new(!seed))]).in_stretches(),
        Policy::Fair => fair(vec![
            Box::new(Classes::new(Trait::Branch, Turn::LeastChosen)),
            Box::new(Classes::new(Trait::Stack, Turn::LeastChosen)),
            Box::new(Classes::new(Trait::Depth, Turn::Next)),
        ])
        .in_stretches(),
        Policy::Target => fair(vec![Box::new(Ranked::new(Rank::Nearest))]),
        Policy::Adversary => Mixture::new(Turns::Doubling, vec![Box::new(Ranked::new(Rank::Deepest))]),
    };
    Box::new(mixture)
}
