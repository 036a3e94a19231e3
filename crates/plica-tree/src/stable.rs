//! Trees as bytes.
//!
//! A tree is written in the order in which it grew: its root, then for each node that was expanded, in the order of
//! that, the node, how many children it got, and these. So parents, places of children and depths follow and cannot be
//! wrong, and what is counted is counted anew.
//!
//! Oblivious to what conditions, sites and records are: a condition goes through its context, which knows what its
//! number stands for; the other numbers are written as they stand and are for those to keep who made them. Invariant: a
//! tree that was read could have grown by the mutations that a [`Tree`] has.

use plica_stable::{ConditionDecoder, ConditionEncoder, Decode, DecodeError, Encode, encodable};

use crate::node::{NO_PARENT, NodeId, NodeRange, TreeNode};
use crate::{
    Child, Conclusion, ErrorRecord, Extent, FailReason, Kind, Means, Site, Status, StopReason, Tree, UnsatRecord,
};

encodable! {
    struct NodeId(index);
    struct Site { function, location }
    struct UnsatRecord(record);
    struct ErrorRecord(record);
    enum Kind {
        Root,
        Branch { taken },
        SwitchCase(place),
        PointerChoice { object },
        ErrorCheck { passes },
        Folded { template, exit },
        Merged { exit },
        Call { function },
        Choice(place),
        Alternative(means),
        Replayed { function, path },
    }
    enum Means { Auto, Walk, Fold, FoldInPlace, Chunk, Merge, Summary, General, Invariants, Replay, Enumerate }
    enum Extent { ForGood, SoFar }
    enum FailReason { SolverTimeout, SolverIncomplete, SolverFailure, SolverDisagreement, Unconfirmed, Internal }
    enum StopReason {
        UnsupportedInstruction,
        UnsupportedFeature,
        NoModel,
        UncheckedUndefined,
        TimeLimit,
        MemoryLimit,
        StepLimit,
        DepthLimit,
        PathLimit,
        CallDepthLimit,
        ObjectSizeLimit,
        Cancelled,
        StoppedAtError,
        LeftOut,
    }
    enum Status {
        Unknown,
        Expanded,
        Finished,
        Unreachable { extent, evidence },
        Error(record),
        Failed { reason, detail },
        Irrelevant,
        Stopped { reason, detail },
        Superseded,
    }
}

/// The number of a term where it is a condition.
struct Condition(u32);

impl<E: ConditionEncoder> Encode<E> for Condition {
    fn encode(&self, e: &mut E) {
        e.write_condition(self.0);
    }
}

impl<D: ConditionDecoder> Decode<D> for Condition {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        d.read_condition().map(Condition)
    }
}

impl<E: ConditionEncoder> Encode<E> for Child {
    fn encode(&self, e: &mut E) {
        let Child { site, kind, condition } = self;
        site.encode(e);
        kind.encode(e);
        condition.map(Condition).encode(e);
    }
}

impl<D: ConditionDecoder> Decode<D> for Child {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let (site, kind) = Decode::decode(d)?;
        let condition = Option::<Condition>::decode(d)?.map(|condition| condition.0);
        Ok(Child { site, kind, condition })
    }
}

impl TreeNode {
    fn child(&self) -> Child {
        Child { site: self.site, kind: self.kind, condition: self.condition }
    }
}

impl<E: ConditionEncoder> Encode<E> for Tree {
    fn encode(&self, e: &mut E) {
        e.write_count(self.len());
        let mut next = 0;
        while let Some(first) = self.nodes.get(next) {
            // The children of a node are consecutive, so whoever stands here is the first child of its parent.
            let siblings = match first.parent() {
                Some(parent) => {
                    e.write_count(next - parent.index());
                    e.write_count(self.node(parent).children.len());
                    self.node(parent).children.len()
                }
                None => 1,
            };
            for node in &self.nodes[next..next + siblings] {
                node.child().encode(e);
                node.status.encode(e);
            }
            next += siblings;
        }
    }
}

impl<D: ConditionDecoder> Decode<D> for Tree {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let count = d.read_count()?;
        if count == 0 || count >= NO_PARENT as usize {
            return Err(d.error(format!("a tree of {count} nodes")));
        }
        let mut nodes = Vec::with_capacity(d.room::<TreeNode>(count));
        let root = read_node(d, NO_PARENT, 0)?;
        if root.kind != Kind::Root || root.condition.is_some() {
            return Err(d.error("a decision leads to the root"));
        }
        nodes.push(root);
        while nodes.len() < count {
            read_children(d, &mut nodes, count)?;
        }
        let conclusion = conclude(&mut nodes).map_err(|what| d.error(what))?;
        Ok(Tree { nodes, conclusion })
    }
}

/// Reads a node, of which its children are not known yet.
fn read_node<D: ConditionDecoder>(d: &mut D, parent: u32, depth: u32) -> Result<TreeNode, DecodeError> {
    let Child { site, kind, condition } = Child::decode(d)?;
    let status = Status::decode(d)?;
    Ok(TreeNode { parent, children: NodeRange::default(), open: 0, depth, site, condition, kind, status })
}

/// Reads the children of the node that was expanded next.
fn read_children<D: ConditionDecoder>(d: &mut D, nodes: &mut Vec<TreeNode>, end: usize) -> Result<(), DecodeError> {
    let first = nodes.len();
    let parent = usize::try_from(d.read_number()?).ok().and_then(|distance| first.checked_sub(distance));
    let Some(parent) = parent.filter(|&parent| nodes.get(parent).is_some_and(TreeNode::is_leaf)) else {
        return Err(d.error("a node is expanded that is not there, or for the second time"));
    };
    let count = d.read_count()?;
    if count == 0 || count > end - first {
        return Err(d.error(format!("{count} children, of a tree that lacks {} nodes", end - first)));
    }
    nodes[parent].children = NodeRange::new(first as u32, count as u32);
    let depth = nodes[parent].depth.saturating_add(1);
    for _ in 0..count {
        let node = read_node(d, parent as u32, depth)?;
        nodes.push(node);
    }
    Ok(())
}

/// Checks the statuses, finds out below which nodes there is something unknown, and counts.
fn conclude(nodes: &mut [TreeNode]) -> Result<Conclusion, &'static str> {
    let mut conclusion = Conclusion::default();
    for at in (0..nodes.len()).rev() {
        let node = &mut nodes[at];
        match (node.is_leaf(), node.status) {
            (true, Status::Expanded) => return Err("a node without children is expanded"),
            (true, Status::Unknown) => node.open = 1,
            (true, _) | (false, Status::Expanded | Status::Failed { .. } | Status::Superseded) => {}
            (false, _) => return Err("a node with children is neither expanded nor failed nor superseded"),
        }
        conclusion.enter(node.status, 1);
        let (open, parent) = (node.open > 0, node.parent);
        if open && parent != NO_PARENT {
            nodes[parent as usize].open += 1;
        }
    }
    Ok(conclusion)
}
