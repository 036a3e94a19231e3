//! The choice tree of a function: its decisions on inputs of its own, without what comes out of them.
//!
//! The memoization tree of Qiu, Yang, Păsăreanu, Khurshid: *Compositional Symbolic Execution with Memoized Replay*
//! (ICSE 2015, section III). Results and memory are not kept: replaying executes. Oblivious to how it is built and to
//! calls. Invariant: the choices of a node exclude each other and leave nothing out that a caller may give the
//! function, and one without a child was refuted by what was decided before it (docs/theory.md, R1).

use std::collections::BTreeSet;
use std::sync::Arc;

use plica_exec::{Alone, Input};
use plica_ir::{FuncId, Loc};
use plica_term::{Model, SymbolId, TermId};
use rustc_hash::FxHashMap;

/// A node of a choice tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeIx(pub(crate) u32);

impl NodeIx {
    /// The root.
    pub const ROOT: NodeIx = NodeIx(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a path through a function ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PathEnd {
    /// The function returns.
    Returns,
    /// The program ends.
    Exits,
    /// An assumption is false: it is none.
    Excluded,
    /// A fault.
    Fault,
    /// A target.
    Target,
}

/// What is at a node.
#[derive(Clone, Debug)]
pub enum What {
    /// The path was not followed further: callers go on from here by themselves.
    Open,
    /// The path ends; with values of the inputs that lead there.
    Ended(PathEnd, Arc<Model>),
    /// A decision.
    Decision(Vec<ChoiceSide>),
}

/// A side of a decision.
#[derive(Clone, Debug)]
pub struct ChoiceSide {
    /// Under which condition, in the function's inputs.
    pub cond: TermId,
    /// What kind of choice it is.
    pub kind: ChoiceKind,
    /// Where it leads; `None` if it was refuted.
    pub child: Option<NodeIx>,
}

/// What kind of choice it is.
#[derive(Clone, Debug)]
pub enum ChoiceKind {
    /// A side of a branch, a switch or a check.
    Side,
    /// An input pointer leads to this address, where this came into being if it was not there.
    Leads(SymbolId, u64, Option<Arc<Input>>),
    /// A path through a function that is called, by its place among those that are feasible there, with all that was
    /// decided on it.
    Call(FuncId, u32, Vec<TermId>),
}

impl ChoiceSide {
    /// The sides that were not refuted, with their places and where they lead.
    pub fn followed(choices: &[ChoiceSide]) -> impl Iterator<Item = (usize, &ChoiceSide, NodeIx)> {
        choices.iter().enumerate().filter_map(|(place, side)| Some((place, side, side.child?)))
    }
}

/// A node.
#[derive(Clone, Debug)]
pub struct ChoiceNode {
    /// Where control is.
    pub site: (FuncId, Loc),
    /// What is there.
    pub what: What,
}

/// Inputs by how many were given before on the path, and by name.
pub(crate) type Given = FxHashMap<SymbolId, Option<(u32, Arc<str>)>>;

/// See the module's description.
pub struct ChoiceTree {
    /// The function.
    pub function: FuncId,
    /// The function by itself: what its inputs are.
    pub alone: Alone,
    pub(crate) nodes: Vec<ChoiceNode>,
    /// Scalar inputs that its paths are given: how many were given before on the path, and the name; `None` where paths
    /// differ in that.
    pub(crate) given: Given,
    /// Is it what building it always comes to? Not if a limit of time or memory cut that, or a question had no answer.
    pub(crate) is_lasting: bool,
}

impl ChoiceTree {
    /// A tree of which nothing is known.
    pub fn new(function: FuncId, alone: Alone) -> ChoiceTree {
        ChoiceTree {
            function,
            alone,
            nodes: vec![ChoiceNode { site: (function, Loc(0)), what: What::Open }],
            given: Given::default(),
            is_lasting: true,
        }
    }

    /// A node.
    pub fn node(&self, at: NodeIx) -> &ChoiceNode {
        &self.nodes[at.index()]
    }

    /// All nodes; parents come before their children.
    pub fn nodes(&self) -> &[ChoiceNode] {
        &self.nodes
    }

    pub(crate) fn set(&mut self, at: NodeIx, what: What) {
        self.nodes[at.index()].what = what;
    }

    /// Leaves open what is at and below a node, where control comes to the head of a loop.
    pub(crate) fn leave_open(&mut self, at: NodeIx, head: (FuncId, Loc)) {
        self.nodes[at.index()] = ChoiceNode { site: head, what: What::Open };
    }

    pub(crate) fn add(&mut self, site: (FuncId, Loc)) -> NodeIx {
        let at = NodeIx(self.nodes.len() as u32);
        self.nodes.push(ChoiceNode { site, what: What::Open });
        at
    }

    /// Leaves subtrees open as a whole that have nothing but open leaves.
    pub(crate) fn close_up(&mut self) {
        let mut tells = vec![false; self.nodes.len()];
        for at in (0..self.nodes.len()).rev() {
            tells[at] = match &self.nodes[at].what {
                What::Open => false,
                What::Ended(..) => true,
                What::Decision(choices) => ChoiceSide::followed(choices).any(|(.., child)| tells[child.index()]),
            };
            if !tells[at] {
                self.nodes[at].what = What::Open;
            }
        }
    }

    /// Does it tell callers anything? Not if the function has one path, or none that is known to its end.
    pub fn is_of_use(&self) -> bool {
        let decides = |node: &ChoiceNode| match &node.what {
            What::Decision(choices) => ChoiceSide::followed(choices).count() > 1,
            _ => false,
        };
        let ends = |node: &ChoiceNode| matches!(node.what, What::Ended(..));
        self.nodes.iter().any(decides) && self.nodes.iter().any(ends)
    }

    /// Does a path of it lead to a target?
    pub fn leads_to_target(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node.what, What::Ended(PathEnd::Target, _)))
    }

    /// What it amounts to.
    pub fn extent(&self) -> TreeExtent {
        let mut all = TreeExtent::default();
        let mut paths = BTreeSet::new();
        let mut todo = vec![(NodeIx::ROOT, Vec::new())];
        while let Some((at, way)) = todo.pop() {
            all.nodes += 1;
            let ChoiceNode { site: (func, loc), what } = self.node(at);
            match what {
                What::Open => all.open += 1,
                What::Ended(end, _) => {
                    all.pairs += 1;
                    paths.insert((*end, way));
                }
                What::Decision(choices) => {
                    let parts = ChoiceSide::followed(choices).count() > 1;
                    for (place, choice, child) in ChoiceSide::followed(choices) {
                        let mut way = way.clone();
                        if parts && !matches!(choice.kind, ChoiceKind::Leads(..)) {
                            way.push((func.0, loc.0, place));
                        }
                        todo.push((child, way));
                    }
                }
            }
        }
        all.paths = paths.len() as u64;
        all
    }
}

/// What a choice tree amounts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeExtent {
    /// Nodes.
    pub nodes: u64,
    /// Paths that end, whatever the shape of memory.
    pub paths: u64,
    /// The same with the shapes of memory under which they are taken told apart: the paper's pairs (PC, HeapPC).
    pub pairs: u64,
    /// Leaves that are open.
    pub open: u64,
}
