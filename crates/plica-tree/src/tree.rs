//! The tree: an arena of nodes and the few mutations.
//!
//! Oblivious to what drives it. Invariants: a parent's id is below its children's; the children of a node are
//! consecutive; a node with children is expanded, failed or superseded, and one without is anything but expanded;
//! [`Conclusion`] counts the statuses of all nodes; a node knows whether an unknown leaf is below it.

use crate::node::NO_PARENT;
use crate::{Child, Conclusion, Extent, Kind, NodeId, NodeRange, Site, Status, StopReason, TreeNode};

/// Why a mutation was refused. Each is a mistake of the caller, never of the program under analysis, but for `Full`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// The tree has no such node.
    NoSuchNode(NodeId),
    /// The node's status (given) does not allow the mutation, or the node has children.
    WrongStatus(NodeId, Status),
    /// `settle` was asked for unknown or expanded, which are no ends.
    NotSettled(NodeId),
    /// `expand` was given no children.
    NoChildren(NodeId),
    /// The tree has as many nodes as it can number.
    Full,
}

impl std::fmt::Display for TreeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TreeError::NoSuchNode(id) => write!(f, "the execution tree has no node {id}"),
            TreeError::WrongStatus(id, status) => write!(f, "node {id} is {} and cannot change so", status.name()),
            TreeError::NotSettled(id) => write!(f, "node {id} cannot be settled to a status that settles nothing"),
            TreeError::NoChildren(id) => write!(f, "node {id} cannot be expanded to no children"),
            TreeError::Full => write!(f, "the execution tree is full"),
        }
    }
}

impl std::error::Error for TreeError {}

/// A partially explored execution tree. At the start it is one unknown leaf.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) nodes: Vec<TreeNode>,
    pub(crate) conclusion: Conclusion,
}

impl Tree {
    /// A tree whose root goes on at `site`.
    pub fn new(site: Site) -> Tree {
        let mut conclusion = Conclusion::default();
        conclusion.enter(Status::Unknown, 1);
        let child = Child { site, kind: Kind::Root, condition: None };
        Tree { nodes: vec![leaf(NO_PARENT, 0, &child)], conclusion }
    }

    /// Gives an unknown or failed leaf its children, all unknown, in the given order. An unknown leaf becomes expanded;
    /// a failed one stays failed.
    pub fn expand(&mut self, leaf: NodeId, children: &[Child]) -> Result<NodeRange, TreeError> {
        let node = self.leaf(leaf)?;
        let (depth, status) = (node.depth.saturating_add(1), node.status);
        if !matches!(status, Status::Unknown | Status::Failed { .. }) {
            return Err(TreeError::WrongStatus(leaf, status));
        }
        if children.is_empty() {
            return Err(TreeError::NoChildren(leaf));
        }
        // The last number stands for "no parent".
        let (first, count) = match (u32::try_from(self.nodes.len()), u32::try_from(children.len())) {
            (Ok(first), Ok(count)) if first.checked_add(count).is_some_and(|end| end < NO_PARENT) => (first, count),
            _ => return Err(TreeError::Full),
        };
        self.nodes.extend(children.iter().map(|child| self::leaf(leaf.as_u32(), depth, child)));
        self.conclusion.enter(Status::Unknown, u64::from(count));
        let range = NodeRange::new(first, count);
        let node = &mut self.nodes[leaf.index()];
        node.children = range;
        if status == Status::Unknown {
            node.open = count;
            self.set_status(leaf, Status::Expanded);
        } else {
            self.open(leaf, count);
        }
        Ok(range)
    }

    /// Decides an unknown leaf, or says why it stays undecided.
    pub fn settle(&mut self, leaf: NodeId, status: Status) -> Result<(), TreeError> {
        let old = self.leaf(leaf)?.status;
        if old != Status::Unknown {
            return Err(TreeError::WrongStatus(leaf, old));
        }
        if !status.is_settled() {
            return Err(TreeError::NotSettled(leaf));
        }
        self.set_status(leaf, status);
        self.close(leaf);
        Ok(())
    }

    /// Makes a leaf that was unreachable so far unknown again.
    pub fn reopen(&mut self, leaf: NodeId) -> Result<(), TreeError> {
        let old = self.leaf(leaf)?.status;
        if !matches!(old, Status::Unreachable { extent: Extent::SoFar, .. }) {
            return Err(TreeError::WrongStatus(leaf, old));
        }
        self.set_status(leaf, Status::Unknown);
        self.open(leaf, 1);
        Ok(())
    }

    /// Settles every unknown leaf as stopped: the end of a run by a limit. Gives their number.
    pub fn stop_unknown(&mut self, reason: StopReason, detail: Option<u32>) -> usize {
        self.settle_unknown(Status::Stopped { reason, detail })
    }

    /// Settles every unknown leaf as irrelevant: nothing is looked for any more that could come of them. Gives their
    /// number.
    pub fn leave_out_unknown(&mut self) -> usize {
        self.settle_unknown(Status::Irrelevant)
    }

    /// Another alternative covers what is at and below a node: what is unknown there need not be known any more, and
    /// what was left undecided is no reason for anything. Errors stay: they were found. Gives the details of the nodes
    /// that were failed or stopped.
    pub fn supersede(&mut self, top: NodeId) -> Vec<Option<u32>> {
        let mut details = Vec::new();
        let mut stack = vec![top];
        while let Some(id) = stack.pop() {
            let Some(node) = self.get(id) else { continue };
            let (status, children) = (node.status, node.children);
            stack.extend(children.iter());
            match status {
                Status::Unknown => {
                    self.set_status(id, Status::Superseded);
                    self.close(id);
                }
                Status::Failed { detail, .. } | Status::Stopped { detail, .. } => {
                    details.push(detail);
                    self.set_status(id, Status::Superseded);
                }
                Status::Unreachable { extent: Extent::SoFar, .. } => self.set_status(id, Status::Superseded),
                _ => {}
            }
        }
        details
    }

    fn settle_unknown(&mut self, status: Status) -> usize {
        let leaves: Vec<NodeId> = self.unknown_leaves(NodeId::ROOT).collect();
        for &leaf in &leaves {
            self.set_status(leaf, status);
            self.close(leaf);
        }
        leaves.len()
    }

    /// What the tree says about the program by now.
    pub fn conclusion(&self) -> &Conclusion {
        &self.conclusion
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// The number of nodes; ids are below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// A node, if the tree has it.
    pub fn get(&self, id: NodeId) -> Option<&TreeNode> {
        self.nodes.get(id.index())
    }

    /// A node.
    ///
    /// # Panics
    /// If the id was made by another, larger tree.
    pub fn node(&self, id: NodeId) -> &TreeNode {
        &self.nodes[id.index()]
    }

    /// All nodes in order of creation, parents before children.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (NodeId, &TreeNode)> {
        self.nodes.iter().enumerate().map(|(index, node)| (NodeId::new(index as u32), node))
    }

    /// All nodes without children, in order of creation.
    pub fn leaves(&self) -> impl Iterator<Item = (NodeId, &TreeNode)> {
        self.iter().filter(|(_, node)| node.is_leaf())
    }

    /// The unknown leaves at and below a node, depth first, first children first; walks only where there are some.
    pub fn unknown_leaves(&self, top: NodeId) -> impl Iterator<Item = NodeId> {
        let mut stack = vec![top];
        std::iter::from_fn(move || {
            while let Some(id) = stack.pop() {
                let node = self.get(id).filter(|node| node.has_unknown());
                match node {
                    Some(node) if node.is_leaf() => return Some(id),
                    Some(node) => stack.extend(node.children.iter().rev()),
                    None => {}
                }
            }
            None
        })
    }

    /// The part of what is at and below a node that is unknown, where all children of a node count alike, if no more
    /// than so many nodes have to be looked at for that.
    pub fn unknown_part(&self, top: NodeId, most: usize) -> Option<f64> {
        let mut stack = vec![(top, 1.0)];
        let (mut unknown, mut seen) = (0.0, 0);
        while let Some((id, part)) = stack.pop() {
            seen += 1;
            if seen > most {
                return None;
            }
            match self.get(id).filter(|node| node.has_unknown()) {
                Some(node) if node.is_leaf() => unknown += part,
                Some(node) => {
                    let each = part / node.children.len() as f64;
                    stack.extend(node.children.iter().rev().map(|child| (child, each)));
                }
                None => {}
            }
        }
        Some(unknown)
    }

    /// A node and what is above it, up to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.get(id).map(|_| id), |&id| self.node(id).parent())
    }

    /// The nodes from the root to a node, both included: the decisions of its path.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.ancestors(id).collect();
        path.reverse();
        path
    }

    fn leaf(&self, id: NodeId) -> Result<&TreeNode, TreeError> {
        let node = self.get(id).ok_or(TreeError::NoSuchNode(id))?;
        if node.is_leaf() { Ok(node) } else { Err(TreeError::WrongStatus(id, node.status)) }
    }

    fn set_status(&mut self, id: NodeId, status: Status) {
        let old = std::mem::replace(&mut self.nodes[id.index()].status, status);
        self.conclusion.leave(old);
        self.conclusion.enter(status, 1);
    }

    /// Opens a closed node: the nodes above learn that there is something unknown below them. The walk ends at the
    /// first that knew, so that growing a deep path costs O(1) a node.
    fn open(&mut self, id: NodeId, count: u32) {
        self.nodes[id.index()].open = count;
        let mut above = self.nodes[id.index()].parent;
        while above != NO_PARENT {
            let node = &mut self.nodes[above as usize];
            node.open += 1;
            if node.open > 1 {
                return;
            }
            above = node.parent;
        }
    }

    /// Closes an open leaf, and with it the nodes above that have nothing unknown left.
    fn close(&mut self, id: NodeId) {
        self.nodes[id.index()].open = 0;
        let mut above = self.nodes[id.index()].parent;
        while above != NO_PARENT {
            let node = &mut self.nodes[above as usize];
            node.open -= 1;
            if node.open > 0 {
                return;
            }
            above = node.parent;
        }
    }
}

fn leaf(parent: u32, depth: u32, child: &Child) -> TreeNode {
    let Child { site, kind, condition } = *child;
    TreeNode { parent, children: NodeRange::default(), open: 1, depth, site, condition, kind, status: Status::Unknown }
}
