//! Every policy gives every leaf once, in an order that the seed fixes, and the fair ones within their bound.

use std::collections::{BTreeSet, HashMap};

use plica_tree::{
    Child, CoverageView, FAIR_PERIOD, Kind, NoCoverage, NodeId, Policy, Search, Site, Status, Tree, make,
};
use proptest::prelude::*;

fn child(location: u32) -> Child {
    Child { site: Site { function: 0, location }, kind: Kind::Choice(location), condition: None }
}

fn root() -> Tree {
    Tree::new(Site::default())
}

/// Visits by location.
struct Visits(HashMap<u32, u64>);

impl CoverageView for Visits {
    fn visits(&self, site: Site) -> u64 {
        self.0.get(&site.location).copied().unwrap_or(0)
    }
}

fn policies() -> impl Strategy<Value = Policy> {
    prop::sample::select(Policy::ALL)
}

/// Explores a tree whose shape is given: how many children the next leaf gets (0: it finishes). Gives the leaves in the
/// order in which they were chosen.
fn explore(policy: Policy, seed: u64, shape: &[u32]) -> Vec<NodeId> {
    let mut tree = root();
    let mut search = make(policy, seed);
    let mut visits = Visits(HashMap::new());
    let mut order = Vec::new();
    let mut shape = shape.iter().copied();
    search.add(&tree, tree.root());
    while let Some(leaf) = search.choose(&tree, &visits) {
        assert_eq!(tree.node(leaf).status(), Status::Unknown);
        *visits.0.entry(tree.node(leaf).site().location).or_insert(0) += 1;
        order.push(leaf);
        let children: Vec<Child> = (0..shape.next().unwrap_or(0)).map(child).collect();
        if children.is_empty() {
            tree.settle(leaf, Status::Finished).expect("a chosen leaf is unknown");
        } else {
            for id in tree.expand(leaf, &children).expect("a chosen leaf is unknown").iter() {
                search.add(&tree, id);
            }
        }
        assert_eq!(search.len() as u64, tree.conclusion().unknown());
    }
    assert!(search.is_empty());
    assert!(tree.conclusion().holds());
    assert_eq!(order.len(), tree.len());
    order
}

proptest! {
    #[test]
    fn every_leaf_is_chosen_once_and_the_seed_fixes_the_order(
        policy in policies(),
        seed in any::<u64>(),
        shape in prop::collection::vec(0u32..5, 0..120),
    ) {
        let order = explore(policy, seed, &shape);
        let distinct: BTreeSet<NodeId> = order.iter().copied().collect();
        prop_assert_eq!(distinct.len(), order.len());
        prop_assert_eq!(explore(policy, seed, &shape), order);
    }

    /// Adding twice, removing, and adding again, against a plain set.
    #[test]
    fn the_frontier_is_a_set(
        policy in policies(),
        steps in prop::collection::vec((0u8..3, 0usize..12), 0..100),
    ) {
        let mut tree = root();
        let leaves: Vec<NodeId> = {
            let top = tree.expand(tree.root(), &[0, 1, 2].map(child)).expect("the root is unknown");
            let below = top.iter().flat_map(|id| tree.expand(id, &[0, 1, 2, 3].map(child)).expect("unknown").iter());
            below.collect()
        };
        let mut search = make(policy, 1);
        let mut model = BTreeSet::new();
        for (what, place) in steps {
            let leaf = leaves[place];
            match what {
                0 => {
                    search.add(&tree, leaf);
                    model.insert(leaf);
                }
                1 => prop_assert_eq!(search.remove(&tree, leaf), model.remove(&leaf)),
                _ => match search.choose(&tree, &NoCoverage) {
                    Some(leaf) => prop_assert!(model.remove(&leaf)),
                    None => prop_assert!(model.is_empty()),
                },
            }
            prop_assert_eq!(search.len(), model.len());
        }
    }

    /// A leaf waits while every chosen leaf forks without end: it is chosen within the stated bound.
    #[test]
    fn a_fair_policy_keeps_its_bound(policy in policies(), seed in any::<u64>(), older in 1u32..12) {
        prop_assume!(policy.is_fair());
        let mut tree = root();
        let mut search = make(policy, seed);
        let waiting = tree.expand(tree.root(), &(0..older).map(child).collect::<Vec<_>>()).expect("the root is unknown");
        for id in waiting.iter() {
            search.add(&tree, id);
        }
        let mut waiting: BTreeSet<NodeId> = waiting.iter().collect();
        let mut choices = 0;
        while !waiting.is_empty() {
            choices += 1;
            prop_assert!(choices <= older as usize * FAIR_PERIOD, "{waiting:?} still wait after {choices} choices");
            let leaf = search.choose(&tree, &NoCoverage).expect("the frontier grows");
            waiting.remove(&leaf);
            for id in tree.expand(leaf, &[child(0), child(1)]).expect("a chosen leaf is unknown").iter() {
                search.add(&tree, id);
            }
        }
    }
}

#[test]
fn breadth_first_takes_the_oldest_and_depth_first_the_newest() {
    let numbers = |policy| -> Vec<u32> { explore(policy, 0, &[2, 2]).iter().map(|id| id.as_u32()).collect() };
    assert_eq!(numbers(Policy::Bfs), [0, 1, 2, 3, 4]);
    assert_eq!(numbers(Policy::Dfs), [0, 2, 4, 3, 1]);
}

/// A leaf that a worker holds is unknown in the tree, but no other worker may get it.
#[test]
fn random_path_does_not_give_a_leaf_that_a_worker_holds() {
    let mut tree = root();
    let range = tree.expand(tree.root(), &[0, 1].map(child)).expect("the root is unknown");
    let mut search = make(Policy::RandomPath, 3);
    for id in range.iter() {
        search.add(&tree, id);
    }
    let first = search.choose(&tree, &NoCoverage).expect("two leaves");
    let second = search.choose(&tree, &NoCoverage).expect("one leaf");
    assert_ne!(first, second);
    assert_eq!(search.choose(&tree, &NoCoverage), None);
    assert_eq!(tree.conclusion().unknown(), 2);
}

/// One shallow leaf beside a subtree of a thousand leaves has half the chances, not a thousandth.
#[test]
fn random_path_weighs_by_decisions_not_by_leaves() {
    let mut shallow_first = 0;
    for seed in 0..200 {
        let mut tree = root();
        let range = tree.expand(tree.root(), &[0, 1].map(child)).expect("the root is unknown");
        let (shallow, deep) = (range.get(0).expect("two"), range.get(1).expect("two"));
        let many: Vec<Child> = (0..1000).map(child).collect();
        let mut search = make(Policy::RandomPath, seed);
        search.add(&tree, shallow);
        for id in tree.expand(deep, &many).expect("unknown").iter() {
            search.add(&tree, id);
        }
        shallow_first += u32::from(search.choose(&tree, &NoCoverage) == Some(shallow));
    }
    assert!((70..130).contains(&shallow_first), "{shallow_first} of 200");
}

/// Among a thousand leaves at a much visited site, the few at a new one come early.
#[test]
fn coverage_prefers_what_is_not_covered() {
    let mut tree = root();
    let children: Vec<Child> = (0..1000).map(|place| child(u32::from(place % 100 == 7))).collect();
    let range = tree.expand(tree.root(), &children).expect("the root is unknown");
    let mut search = make(Policy::Coverage, 5);
    for id in range.iter() {
        search.add(&tree, id);
    }
    let visits = Visits(HashMap::from([(0, 100_000)]));
    let mut new = 0;
    for _ in 0..40 {
        let leaf = search.choose(&tree, &visits).expect("a thousand leaves");
        new += u32::from(tree.node(leaf).site().location == 1);
    }
    assert!(new >= 9, "{new} of 10 leaves at the new site within 40 choices");
}

#[test]
fn a_frontier_of_two_hundred_thousand_leaves_is_no_burden() {
    for &policy in Policy::ALL {
        let mut tree = root();
        let mut search = make(policy, 9);
        let mut chosen = 0;
        search.add(&tree, tree.root());
        while let Some(leaf) = search.choose(&tree, &NoCoverage) {
            chosen += 1;
            if tree.len() < 400_000 {
                for id in tree.expand(leaf, &[child(0), child(1)]).expect("a chosen leaf is unknown").iter() {
                    search.add(&tree, id);
                }
            } else {
                tree.settle(leaf, Status::Finished).expect("a chosen leaf is unknown");
            }
        }
        assert_eq!(chosen, tree.len(), "{policy}");
    }
}

#[test]
fn policies_and_trees_can_move_to_another_thread() {
    fn movable<T: Send>(_: &T) {}
    movable(&root());
    movable::<Box<dyn Search + Send>>(&make(Policy::Coverage, 0));
}

#[test]
fn a_policy_is_read_by_its_name() {
    for &policy in Policy::ALL {
        assert_eq!(policy.name().parse(), Ok(policy));
    }
    let error = "best".parse::<Policy>().expect_err("no such policy");
    assert_eq!(
        error.to_string(),
        "no search policy is named `best`; there are bfs, dfs, fair-dfs, random-path, coverage"
    );
}
