//! Random sequences of mutations keep the tree's invariants, checked against counting everything anew.

use plica_tree::{
    Child, Conclusion, ErrorRecord, Extent, FailReason, Kind, NodeId, PlainLabels, Site, Status, StopReason, Tree,
    TreeError, TreeVerdict, UndecidedReason, UnsatRecord,
};
use proptest::prelude::*;

fn site(location: u32) -> Site {
    Site { function: 0, location }
}

fn children(count: u32) -> Vec<Child> {
    (0..count).map(|case| Child { site: site(case), kind: Kind::SwitchCase(case), condition: Some(case) }).collect()
}

fn unreachable(extent: Extent) -> Status {
    Status::Unreachable { extent, evidence: UnsatRecord(1) }
}

const TIMEOUT: Status = Status::Failed { reason: FailReason::SolverTimeout, detail: None };

fn statuses() -> impl Strategy<Value = Status> {
    prop_oneof![
        Just(Status::Unknown),
        Just(Status::Expanded),
        Just(Status::Finished),
        Just(unreachable(Extent::ForGood)),
        Just(unreachable(Extent::SoFar)),
        Just(Status::Error(ErrorRecord(3))),
        Just(Status::Irrelevant),
        Just(Status::Superseded),
        Just(TIMEOUT),
        Just(Status::Stopped { reason: StopReason::NoModel, detail: Some(2) }),
    ]
}

#[derive(Clone, Debug)]
enum Step {
    Expand(u32),
    Settle(Status),
    Reopen,
    Supersede,
}

fn steps() -> impl Strategy<Value = Vec<(usize, Step)>> {
    let step = prop_oneof![
        3 => (0u32..4).prop_map(Step::Expand),
        3 => statuses().prop_map(Step::Settle),
        1 => Just(Step::Reopen),
        1 => Just(Step::Supersede),
    ];
    prop::collection::vec((any::<prop::sample::Index>().prop_map(|index| index.index(1 << 20)), step), 0..80)
}

/// What the mutation must give, from the status before it.
fn expected(tree: &Tree, id: NodeId, step: &Step) -> Result<(), TreeError> {
    let node = tree.node(id);
    let status = node.status();
    let allowed = node.is_leaf()
        && match step {
            Step::Expand(_) => matches!(status, Status::Unknown | Status::Failed { .. }),
            Step::Settle(_) => status == Status::Unknown,
            Step::Reopen => matches!(status, Status::Unreachable { extent: Extent::SoFar, .. }),
            Step::Supersede => true,
        };
    match step {
        Step::Supersede => Ok(()),
        _ if !allowed => Err(TreeError::WrongStatus(id, status)),
        Step::Expand(0) => Err(TreeError::NoChildren(id)),
        Step::Settle(Status::Unknown | Status::Expanded) => Err(TreeError::NotSettled(id)),
        _ => Ok(()),
    }
}

fn check(tree: &Tree) {
    let mut unknown = vec![false; tree.len()];
    let mut undecided = 0;
    let mut errors = 0;
    for (id, node) in tree.iter().collect::<Vec<_>>().into_iter().rev() {
        let status = node.status();
        match node.is_leaf() {
            true => assert_ne!(status, Status::Expanded),
            false => assert!(matches!(status, Status::Expanded | Status::Failed { .. } | Status::Superseded)),
        }
        unknown[id.index()] |= status == Status::Unknown;
        assert_eq!(node.has_unknown(), unknown[id.index()], "{id}");
        match node.parent() {
            None => assert_eq!((id, node.depth()), (tree.root(), 0)),
            Some(parent) => {
                assert!(parent < id);
                assert_eq!(node.depth(), tree.node(parent).depth() + 1);
                assert!(tree.node(parent).children().iter().any(|child| child == id));
                unknown[parent.index()] |= unknown[id.index()];
            }
        }
        undecided += u64::from(matches!(status, Status::Unknown | Status::Failed { .. } | Status::Stopped { .. }));
        errors += u64::from(matches!(status, Status::Error(_)));
    }
    let conclusion: &Conclusion = tree.conclusion();
    let verdict = match (errors, undecided) {
        (0, 0) => TreeVerdict::Holds,
        (0, _) => TreeVerdict::Undecided,
        _ => TreeVerdict::Violated,
    };
    assert_eq!(conclusion.verdict(), verdict);
    assert_eq!(conclusion.errors(), errors);
    assert_eq!(conclusion.reasons().iter().map(|&(_, count)| count).sum::<u64>(), undecided);
    assert_eq!(
        conclusion.followed()
            + conclusion.unknown()
            + conclusion.expanded()
            + conclusion.irrelevant()
            + conclusion.superseded()
            + conclusion.unreachable(Extent::ForGood)
            + conclusion.unreachable(Extent::SoFar),
        tree.len() as u64
    );
    let mut open: Vec<NodeId> = tree.unknown_leaves(tree.root()).collect();
    open.sort();
    let all: Vec<NodeId> =
        tree.leaves().filter(|(_, node)| node.status() == Status::Unknown).map(|(id, _)| id).collect();
    assert_eq!(open, all);
}

proptest! {
    #[test]
    fn mutations_keep_the_invariants(steps in steps()) {
        let mut tree = Tree::new(site(0));
        check(&tree);
        for (place, step) in steps {
            let (id, _) = tree.iter().nth(place % tree.len()).expect("a place below the number of nodes");
            let want = expected(&tree, id, &step);
            let before = tree.len();
            let got = match step {
                Step::Expand(count) => tree.expand(id, &children(count)).map(|range| {
                    assert_eq!(range.len(), count as usize);
                    assert_eq!(range, tree.node(id).children());
                }),
                Step::Settle(status) => tree.settle(id, status),
                Step::Reopen => tree.reopen(id),
                Step::Supersede => {
                    let doubtful = |tree: &Tree| {
                        let below = tree.iter().filter(|(at, _)| tree.ancestors(*at).any(|above| above == id));
                        let open = |status| matches!(status, Status::Failed { .. } | Status::Stopped { .. });
                        below.filter(|(_, node)| open(node.status())).count()
                    };
                    let count = doubtful(&tree);
                    prop_assert_eq!(tree.supersede(id).len(), count);
                    prop_assert_eq!((doubtful(&tree), tree.node(id).has_unknown()), (0, false));
                    Ok(())
                }
            };
            prop_assert_eq!(got, want);
            prop_assert!(got.is_ok() || tree.len() == before);
            check(&tree);
        }
        let unknown = tree.conclusion().unknown();
        let (mut pruned, irrelevant) = (tree.clone(), tree.conclusion().irrelevant());
        prop_assert_eq!(pruned.leave_out_unknown() as u64, unknown);
        prop_assert_eq!(pruned.conclusion().irrelevant(), irrelevant + unknown);
        check(&pruned);
        prop_assert_eq!(tree.stop_unknown(StopReason::TimeLimit, None) as u64, unknown);
        prop_assert_eq!(tree.conclusion().stopped_for(StopReason::TimeLimit), unknown);
        check(&tree);
    }
}

#[test]
fn a_failed_node_that_goes_on_keeps_its_mark() {
    let mut tree = Tree::new(site(0));
    tree.settle(tree.root(), TIMEOUT).expect("the root is unknown");
    let below = tree.expand(tree.root(), &children(2)).expect("a failed leaf may be expanded");
    for child in below.iter() {
        tree.settle(child, Status::Finished).expect("a new child is unknown");
    }
    assert_eq!(tree.conclusion().verdict(), TreeVerdict::Undecided);
    assert_eq!(tree.conclusion().reasons(), vec![(UndecidedReason::Failed(FailReason::SolverTimeout), 1)]);
}

#[test]
fn a_path_is_given_from_the_root() {
    let mut tree = Tree::new(site(0));
    let first = tree.expand(tree.root(), &children(3)).expect("the root is unknown").get(2).expect("three children");
    let second = tree.expand(first, &children(1)).expect("a new child is unknown").get(0).expect("a child");
    assert_eq!(tree.path(second), vec![tree.root(), first, second]);
}

#[test]
fn the_view_names_edges_statuses_and_reasons() {
    let mut tree = Tree::new(site(7));
    let sides = [true, false].map(|taken| Child { site: site(8), kind: Kind::Branch { taken }, condition: Some(5) });
    let range = tree.expand(tree.root(), &sides).expect("the root is unknown");
    let stopped = Status::Stopped { reason: StopReason::NoModel, detail: Some(0) };
    tree.settle(range.get(1).expect("two children"), stopped).expect("a new child is unknown");
    let view = tree.view(&mut PlainLabels);
    let lines: Vec<String> = view
        .iter()
        .map(|node| {
            let condition = node.condition.as_deref().unwrap_or("-");
            let reason = node.reason.unwrap_or("-");
            format!("{} {:?} {} {} {condition} {} {reason}", node.id, node.parent, node.site, node.edge, node.status)
        })
        .collect();
    assert_eq!(
        lines,
        ["0 None 0:7 root - expanded -", "1 Some(0) 0:8 true t5 unknown -", "2 Some(0) 0:8 false t5 stopped no-model"]
    );
}

/// Growing a deep path and closing it again is linear; a walk to the root at every step would take hours.
#[test]
fn a_path_of_a_million_decisions_grows_and_closes_in_linear_time() {
    let mut tree = Tree::new(site(0));
    let mut leaf = tree.root();
    for _ in 0..1_000_000 {
        let range = tree.expand(leaf, &children(2)).expect("an unknown leaf");
        tree.settle(range.get(0).expect("two children"), Status::Finished).expect("an unknown leaf");
        leaf = range.get(1).expect("two children");
    }
    tree.settle(leaf, Status::Finished).expect("an unknown leaf");
    assert!(tree.conclusion().holds());
    assert!(!tree.node(tree.root()).has_unknown());
}
