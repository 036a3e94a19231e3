//! Nodes of the tree: what a decision was and where it leads.
//!
//! Oblivious to search policies (they keep their own maps) and to execution states (the explorer keeps those of the
//! leaves). Invariant: a node takes at most 64 bytes, since a run makes millions of them.

use crate::Status;

/// A node of a [`Tree`](crate::Tree). Ids are dense, given in order of creation; a parent's id is below its children's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);
    /// No tree has more nodes.
    pub const LAST: NodeId = NodeId(u32::MAX);

    pub(crate) fn new(index: u32) -> NodeId {
        NodeId(index)
    }

    /// The place of the node in order of creation; the key for side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the node.
    pub fn as_u32(self) -> u32 {
        self.0
    }
}

impl std::fmt::Display for NodeId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "n{}", self.0)
    }
}

/// Consecutive nodes: the children of one node, in the order in which they were given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeRange {
    first: u32,
    count: u32,
}

impl NodeRange {
    pub(crate) fn new(first: u32, count: u32) -> NodeRange {
        NodeRange { first, count }
    }

    /// How many nodes.
    pub fn len(self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The node at a place, counted from zero.
    pub fn get(self, place: usize) -> Option<NodeId> {
        (place < self.len()).then(|| NodeId(self.first + place as u32))
    }

    /// The nodes in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + Clone + Send {
        let first = self.first;
        (0..self.count).map(move |place| NodeId(first + place))
    }
}

/// A place in the program: two numbers that the tree does not interpret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// The function.
    pub function: u32,
    /// The location in the function.
    pub location: u32,
}

/// Which decision leads from the parent to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// None: the root.
    Root,
    /// A side of a two-way branch.
    Branch {
        /// Whether the condition holds on this side.
        taken: bool,
    },
    /// A way out of a switch, by its place among those that there are.
    SwitchCase(u32),
    /// The object that a symbolic pointer points into.
    PointerChoice {
        /// The object.
        object: u32,
    },
    /// A side of a check.
    ErrorCheck {
        /// Whether the check passes on this side; the error is on the other.
        passes: bool,
    },
    /// An exit of a loop folded into a template, for any number of iterations.
    Folded {
        /// The template.
        template: u32,
        /// The exit.
        exit: u32,
    },
    /// What comes out of a loop, or a run, that was executed beside the tree, with paths merged or values enumerated,
    /// by its place.
    Merged {
        /// The exit.
        exit: u32,
    },
    /// A function that a call may enter (through a function pointer, or as a summary).
    Call {
        /// The function.
        function: u32,
    },
    /// A path through a call that was replayed along the callee's choice tree, by its place.
    Replayed {
        /// The function.
        function: u32,
        /// The path.
        path: u32,
    },
    /// One of several ways to cover the same inputs: one of them settled is enough.
    Alternative(Means),
    /// Any other choice, by its place (a library function that may succeed or fail, a value chosen for a size).
    Choice(u32),
}

/// How a loop, or a call, is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Means {
    /// Each loop by whatever settles it first, calls in place.
    Auto,
    /// Command by command.
    Walk,
    /// As a template, for any number of iterations.
    Fold,
    /// The same with the calls inside executed in place.
    FoldInPlace,
    /// So many iterations at a time as one formula.
    Chunk,
    /// Command by command, with paths merged where they meet.
    Merge,
    /// A summary takes the place of the call.
    Summary,
    /// Command by command, with states made more general at the heads of loops.
    General,
    /// The same with what may hold there assumed as far as it does.
    Invariants,
    /// Command by command, with calls replayed along choice trees.
    Replay,
    /// Command by command, with one value after the other for inputs that have few.
    Enumerate,
}

impl Means {
    /// Is what is executed so beside the tree, until all paths have come out or ended?
    pub fn is_beside_tree(self) -> bool {
        matches!(self, Means::Merge | Means::Enumerate)
    }

    /// The stable name, as in a printed tree.
    pub fn name(self) -> &'static str {
        match self {
            Means::Auto => "auto",
            Means::Walk => "walk",
            Means::Fold => "fold",
            Means::FoldInPlace => "fold in place",
            Means::Chunk => "chunk",
            Means::Merge => "merge",
            Means::Summary => "summary",
            Means::General => "general",
            Means::Invariants => "invariants",
            Means::Replay => "replay",
            Means::Enumerate => "enumerate",
        }
    }
}

impl Kind {
    /// A short text, as on the edge of a printed tree.
    pub fn describe(self) -> String {
        match self {
            Kind::Root => "root".into(),
            Kind::Branch { taken: true } => "true".into(),
            Kind::Branch { taken: false } => "false".into(),
            Kind::SwitchCase(case) => format!("case {case}"),
            Kind::PointerChoice { object } => format!("object {object}"),
            Kind::ErrorCheck { passes: true } => "passes".into(),
            Kind::ErrorCheck { passes: false } => "fails".into(),
            Kind::Folded { template, exit } => format!("template {template} exit {exit}"),
            Kind::Merged { exit } => format!("merged exit {exit}"),
            Kind::Call { function } => format!("call {function}"),
            Kind::Replayed { path, .. } => format!("replayed path {path}"),
            Kind::Alternative(means) => means.name().into(),
            Kind::Choice(place) => format!("choice {place}"),
        }
    }
}

/// A child to be made by [`Tree::expand`](crate::Tree::expand).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child {
    /// Where the child goes on.
    pub site: Site,
    /// Which side of the decision it is.
    pub kind: Kind,
    /// What has to hold on this side: the number of a term, `None` where nothing has to.
    pub condition: Option<u32>,
}

/// A node; changed by the tree only.
#[derive(Clone, Debug)]
pub struct TreeNode {
    pub(crate) parent: u32,
    pub(crate) children: NodeRange,
    /// For a leaf 1 if its status is unknown, else 0; for an interior node the number of children whose count is not 0.
    pub(crate) open: u32,
    pub(crate) depth: u32,
    pub(crate) site: Site,
    pub(crate) condition: Option<u32>,
    pub(crate) kind: Kind,
    pub(crate) status: Status,
}

const _: () = assert!(size_of::<TreeNode>() <= 64);

/// The parent of the root.
pub(crate) const NO_PARENT: u32 = u32::MAX;

impl TreeNode {
    /// The parent; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        (self.parent != NO_PARENT).then_some(NodeId(self.parent))
    }

    /// The children in the order in which they were given; empty for a leaf.
    pub fn children(&self) -> NodeRange {
        self.children
    }

    /// Whether the node has no children.
    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    /// Whether there is a leaf of unknown status at or below this node.
    pub fn has_unknown(&self) -> bool {
        self.open > 0
    }

    /// The number of decisions from the root.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Where the path goes on from this node.
    pub fn site(&self) -> Site {
        self.site
    }

    /// What has to hold on the edge from the parent.
    pub fn condition(&self) -> Option<u32> {
        self.condition
    }

    /// Which decision leads here.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The status.
    pub fn status(&self) -> Status {
        self.status
    }
}
