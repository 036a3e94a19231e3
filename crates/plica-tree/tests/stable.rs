//! Trees that grew by random mutations are written and read, and what could not have grown is refused.
//!
//! Oblivious to search policies. Invariant: trees are compared with all that they hold, as their debug form shows it.

use plica_stable::{ByteReader, Decode, DecodeError, Encode};
use plica_term::{Decoder, Encoder, Sort, SymbolKind, TermId, TermPool};
use plica_tree::{
    Child, ErrorRecord, Extent, FailReason, Kind, Means, NodeId, Site, Status, StopReason, Tree, UnsatRecord,
};
use proptest::prelude::*;

fn statuses() -> impl Strategy<Value = Status> {
    let unreachable = |(so_far, record)| Status::Unreachable {
        extent: if so_far { Extent::SoFar } else { Extent::ForGood },
        evidence: UnsatRecord(record),
    };
    let detail = || prop::option::of(any::<u32>());
    let failed = (prop::sample::select(FailReason::ALL), detail());
    let stopped = (prop::sample::select(StopReason::ALL), detail());
    prop_oneof![
        Just(Status::Finished),
        Just(Status::Irrelevant),
        Just(Status::Superseded),
        (any::<bool>(), any::<u32>()).prop_map(unreachable),
        any::<u32>().prop_map(|record| Status::Error(ErrorRecord(record))),
        failed.prop_map(|(reason, detail)| Status::Failed { reason, detail }),
        stopped.prop_map(|(reason, detail)| Status::Stopped { reason, detail }),
    ]
}

fn children() -> impl Strategy<Value = Vec<Child>> {
    let kind = prop_oneof![
        Just(Kind::Root),
        any::<bool>().prop_map(|taken| Kind::Branch { taken }),
        any::<u32>().prop_map(Kind::SwitchCase),
        any::<u32>().prop_map(|object| Kind::PointerChoice { object }),
        any::<bool>().prop_map(|passes| Kind::ErrorCheck { passes }),
        any::<(u32, u32)>().prop_map(|(template, exit)| Kind::Folded { template, exit }),
        any::<u32>().prop_map(|exit| Kind::Merged { exit }),
        any::<u32>().prop_map(|function| Kind::Call { function }),
        any::<(u32, u32)>().prop_map(|(function, path)| Kind::Replayed { function, path }),
        any::<u32>().prop_map(Kind::Choice),
        prop::sample::select(vec![
            Means::Auto,
            Means::Walk,
            Means::Fold,
            Means::FoldInPlace,
            Means::Chunk,
            Means::Merge,
            Means::Summary,
            Means::General,
            Means::Invariants,
            Means::Replay,
            Means::Enumerate,
        ])
        .prop_map(Kind::Alternative),
    ];
    let site = any::<(u32, u32)>().prop_map(|(function, location)| Site { function, location });
    let child = (site, kind, prop::option::of(any::<u32>())).prop_map(|(site, kind, condition)| Child {
        site,
        kind,
        condition,
    });
    prop::collection::vec(child, 1..4)
}

#[derive(Clone, Debug)]
enum Step {
    Expand(Vec<Child>),
    Settle(Status),
    Reopen,
}

/// A tree after random steps; those that its nodes do not allow are refused and change nothing.
fn trees() -> impl Strategy<Value = Tree> {
    let step = prop_oneof![
        4 => children().prop_map(Step::Expand),
        2 => statuses().prop_map(Step::Settle),
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), step), 0..60).prop_map(|steps| {
        let mut tree = Tree::new(Site { function: 1, location: 300 });
        for (at, step) in steps {
            let id: NodeId = tree.iter().nth(at.index(tree.len())).expect("a node").0;
            let _ = match step {
                Step::Expand(children) => tree.expand(id, &children).map(|_| ()),
                Step::Settle(status) => tree.settle(id, status),
                Step::Reopen => tree.reopen(id),
            };
        }
        tree
    })
}

fn write(tree: &Tree) -> Vec<u8> {
    let mut bytes = Vec::new();
    tree.encode(&mut bytes);
    bytes
}

fn read(bytes: &[u8]) -> Result<Tree, DecodeError> {
    let mut reader = ByteReader::new(bytes);
    let tree = Tree::decode(&mut reader)?;
    reader.finish()?;
    Ok(tree)
}

/// All that a tree holds.
fn all(tree: &Tree) -> String {
    format!("{tree:?}")
}

proptest! {
    #[test]
    fn what_is_read_is_what_was_written(tree in trees()) {
        let bytes = write(&tree);
        let back = read(&bytes).expect("what was written can be read");
        prop_assert_eq!(all(&back), all(&tree));
        prop_assert_eq!(write(&back), bytes);
    }

    #[test]
    fn every_prefix_is_refused(tree in trees()) {
        let bytes = write(&tree);
        for end in 0..bytes.len() {
            prop_assert!(read(&bytes[..end]).is_err());
        }
    }

    /// What is read after all is a tree that goes on growing, and its counts are right.
    #[test]
    fn changed_bytes_never_panic(
        tree in trees(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
    ) {
        let bytes = write(&tree);
        for (at, byte) in changes {
            let mut bytes = bytes.clone();
            let at = at.index(bytes.len());
            bytes[at] = if byte < 128 { bytes[at] ^ (1 << (byte % 8)) } else { byte };
            let Ok(mut tree) = read(&bytes) else { continue };
            prop_assert_eq!(write(&tree), bytes);
            let unknown = tree.unknown_leaves(tree.root()).count();
            prop_assert_eq!(unknown as u64, tree.conclusion().unknown());
            prop_assert_eq!(tree.stop_unknown(StopReason::TimeLimit, None), unknown);
            prop_assert!(tree.iter().all(|(_, node)| !node.has_unknown()));
        }
    }
}

#[test]
fn trees_that_could_not_have_grown_are_refused() {
    // A root at a site, without a condition, then its status.
    let root = |status: u8| vec![0, 0, 0, 0, status];
    let child = |status: u8| vec![0, 0, 7, 0, 0, status];
    let tree =
        |count: u8, parts: &[Vec<u8>]| read(&[&[count][..], &parts.concat()].concat()).map_err(|e| e.to_string());
    let (unknown, expanded, finished) = (0, 1, 2);
    assert!(tree(3, &[root(expanded), vec![1, 2], child(unknown), child(finished)]).is_ok());
    let refused = [
        (tree(0, &[]), "a tree of 0 nodes"),
        (tree(1, &[root(expanded)]), "a node without children is expanded"),
        (tree(2, &[root(finished), vec![1, 1], child(unknown)]), "a node with children is neither"),
        (tree(2, &[root(expanded), vec![2, 1], child(unknown)]), "that is not there"),
        (tree(2, &[root(expanded), vec![0, 1], child(unknown)]), "that is not there"),
        (tree(3, &[root(expanded), vec![1, 1], child(unknown), vec![2, 1], child(unknown)]), "for the second time"),
        (tree(2, &[root(expanded), vec![1, 2], child(unknown), child(unknown)]), "2 children"),
        (tree(2, &[root(expanded), vec![1, 0], child(unknown)]), "0 children"),
        (tree(1, &[child(unknown)]), "a decision leads to the root"),
        (tree(1, &[vec![0, 0, 0, 1, 9, unknown]]), "a decision leads to the root"),
        (tree(9, &[root(unknown)]), "more than there are bytes"),
    ];
    for (answer, expected) in refused {
        let error = answer.expect_err(expected);
        assert!(error.contains(expected), "{error}, not {expected}");
    }
}

/// In another pool terms have other numbers.
#[test]
fn conditions_are_the_same_terms_in_another_pool() {
    let pool = TermPool::new();
    let byte = |pool: &TermPool, name| pool.symbol(name, Sort::Bv(8), SymbolKind::Input);
    let condition = pool.ult(byte(&pool, "a"), byte(&pool, "b"));
    let child =
        |condition: TermId| Child { site: Site::default(), kind: Kind::Choice(0), condition: Some(condition.index()) };
    let mut tree = Tree::new(Site::default());
    tree.expand(tree.root(), &[child(condition), child(pool.not(condition))]).expect("the root is unknown");
    let mut e = Encoder::new(&pool);
    tree.encode(&mut e);
    let bytes = e.finish();

    let other = TermPool::new();
    let [b, a] = ["b", "a"].map(|name| byte(&other, name));
    let back = Decoder::new(&other, &bytes).and_then(|mut d| Tree::decode(&mut d)).expect("it was written");
    let conditions: Vec<_> = back.leaves().map(|(_, leaf)| leaf.condition()).collect();
    let expected = [other.ult(a, b), other.not(other.ult(a, b))].map(|t| Some(t.index()));
    assert_eq!(conditions, expected);

    // What is no term's number is noticed when it is read.
    let mut tree = Tree::new(Site::default());
    let nothing = Child { condition: Some(u32::MAX), ..child(condition) };
    tree.expand(tree.root(), &[nothing]).expect("the root is unknown");
    let mut e = Encoder::new(&pool);
    tree.encode(&mut e);
    let bytes = e.finish();
    assert!(Decoder::new(&other, &bytes).and_then(|mut d| Tree::decode(&mut d)).is_err());
}
