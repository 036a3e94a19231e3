//! Every policy gives every leaf once, in an order that the seed fixes, and the fair ones within their bound.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use plica_tree::{Child, CoverageView, Kind, NoCoverage, NodeId, Policy, Search, Site, Status, Tree, make};
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

/// Makes each leaf look better than all before it: less visited, nearer to the target, in a new
/// function.
struct Alluring;

impl CoverageView for Alluring {
    fn visits(&self, site: Site) -> u64 {
        u64::from(site.location == 0)
    }

    fn distance(&self, leaf: NodeId) -> Option<u32> {
        Some(u32::MAX - leaf.as_u32())
    }

    fn stack(&self, leaf: NodeId) -> u64 {
        u64::from(leaf.as_u32())
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

    /// Every chosen leaf forks without end, and whatever a view can say is said in favour of new leaves: each leaf is
    /// chosen within the bound of its age, which is the number of leaves that were there before it.
    #[test]
    fn a_fair_policy_keeps_its_bound(policy in policies(), seed in any::<u64>(), older in 1u32..8) {
        prop_assume!(policy.is_fair());
        let mut tree = root();
        let mut search = make(policy, seed);
        let children: Vec<Child> = (0..older).map(child).collect();
        let first = tree.expand(tree.root(), &children).expect("the root is unknown");
        // By leaf, the choices after which it has to have been chosen.
        let mut due: BTreeMap<NodeId, u64> = BTreeMap::new();
        let bound = |choices: u64, leaves: u64| match policy {
            // Of 2^(n + 1) choices n go to the oldest leaf.
            Policy::Adversary => {
                let turns = (0u32..).find(|&n| (1 << (n + 1)) + u64::from(n) > choices).expect("choices are few");
                1u64.checked_shl(turns + leaves as u32 + 2).unwrap_or(u64::MAX)
            }
            _ => choices + (leaves + 1) * plica_tree::tuning::FAIR_LEAF_PERIOD.get() as u64,
        };
        for (place, id) in first.iter().enumerate() {
            search.add(&tree, id);
            due.insert(id, bound(0, place as u64));
        }
        for choices in 1..1500 {
            let leaf = search.choose(&tree, &Alluring).expect("the frontier grows");
            let late = due.remove(&leaf).expect("a chosen leaf was in the frontier");
            prop_assert!(choices <= late, "{leaf} was chosen after {choices} choices, not {late}");
            prop_assert!(due.values().all(|&late| late > choices), "some still wait after {choices} choices");
            for id in tree.expand(leaf, &[child(choices as u32), child(0)]).expect("a chosen leaf is unknown").iter() {
                let leaves = due.len() as u64;
                search.add(&tree, id);
                due.insert(id, bound(choices, leaves));
            }
        }
        prop_assert!(first.iter().all(|id| !due.contains_key(&id)), "the first leaves still wait");
    }
}

/// Every leaf forks until its path ends, deep down: all but depth first would begin paths without end and end few.
#[test]
fn a_full_frontier_ends_paths() {
    let full = plica_tree::tuning::LEAVES_OF_FULL_FRONTIER.get();
    for policy in [Policy::Coverage, Policy::RandomPath, Policy::Fair] {
        let mut tree = root();
        let mut search = make(policy, 1);
        search.add(&tree, tree.root());
        let mut ended = 0;
        for choice in 0..4 * full {
            let leaf = search.choose(&tree, &Alluring).expect("the frontier grows");
            if tree.node(leaf).depth() == 40 {
                tree.settle(leaf, Status::Finished).expect("a chosen leaf is unknown");
                ended += 1;
                continue;
            }
            let children = tree.expand(leaf, &[child(choice as u32), child(0)]).expect("a chosen leaf is unknown");
            children.iter().for_each(|id| search.add(&tree, id));
        }
        assert!(search.len() < 2 * full, "{policy}: {} leaves wait", search.len());
        assert!(ended > full, "{policy}: {ended} paths ended");
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

/// The leaves at each site of a fan, chosen by `--search fair`, by how often they were chosen among the first.
fn chosen_of_a_fan(leaves: &[Child], view: &dyn CoverageView, choices: usize) -> BTreeMap<(Site, u32), usize> {
    let mut tree = root();
    let range = tree.expand(tree.root(), leaves).expect("the root is unknown");
    let mut search = make(Policy::Fair, 0);
    range.iter().for_each(|id| search.add(&tree, id));
    let mut chosen = BTreeMap::new();
    for _ in 0..choices {
        let leaf = search.choose(&tree, view).expect("there are more leaves");
        *chosen.entry((tree.node(leaf).site(), leaf.as_u32() % 10)).or_insert(0) += 1;
    }
    chosen
}

/// A branch with three leaves among a thousand others gets its turns, though the others are older.
#[test]
fn the_fair_mixture_gives_each_branch_its_turns() {
    let leaves: Vec<Child> = (0..1003).map(|place| child(u32::from(place >= 1000))).collect();
    let chosen = chosen_of_a_fan(&leaves, &NoCoverage, 20);
    let rare: usize = chosen.iter().filter(|((site, _), _)| site.location == 1).map(|(_, count)| count).sum();
    assert_eq!(rare, 3);
}

/// So does a call stack: that of one leaf in ten gets half of the choices by stack, which are a third of all.
#[test]
fn the_fair_mixture_gives_each_stack_its_turns() {
    struct Stacks;
    impl CoverageView for Stacks {
        fn visits(&self, _site: Site) -> u64 {
            0
        }
        fn stack(&self, leaf: NodeId) -> u64 {
            u64::from(leaf.as_u32() % 10 == 7)
        }
    }
    let leaves = vec![child(0); 1000];
    let at = |view: &dyn CoverageView| {
        chosen_of_a_fan(&leaves, view, 90).iter().filter(|((_, rest), _)| *rest == 7).map(|(_, count)| *count).sum()
    };
    let (with, without): (usize, usize) = (at(&Stacks), at(&NoCoverage));
    assert!((13..18).contains(&with) && without <= 9, "{with} with stacks, {without} without");
}

/// And so does each depth: at the end of a path of a hundred decisions, with leaves beside it at every depth, ten
/// choices are spread over the depths.
#[test]
fn the_fair_mixture_gives_each_depth_its_turns() {
    let mut tree = root();
    let mut search = make(Policy::Fair, 0);
    let mut end = tree.root();
    for _ in 0..100 {
        let range = tree.expand(end, &[child(0), child(0), child(0)]).expect("unknown");
        let ids: Vec<NodeId> = range.iter().collect();
        ids[1..].iter().for_each(|&id| search.add(&tree, id));
        end = ids[0];
    }
    let depths: BTreeSet<u32> =
        (0..60).filter_map(|_| search.choose(&tree, &NoCoverage)).map(|leaf| tree.node(leaf).depth()).collect();
    // A choice by branch or stack takes the oldest; twenty of sixty are by depth.
    assert!(depths.len() >= 30, "{depths:?}");
}

#[test]
fn a_target_is_approached_by_the_shortest_way() {
    struct Distances;
    impl CoverageView for Distances {
        fn visits(&self, _site: Site) -> u64 {
            0
        }
        fn distance(&self, leaf: NodeId) -> Option<u32> {
            [None, None, Some(7), Some(3), None, Some(9), Some(3)].get(leaf.index()).copied().flatten()
        }
    }
    let mut tree = root();
    let range = tree.expand(tree.root(), &[0; 6].map(child)).expect("the root is unknown");
    let mut search = make(Policy::Target, 0);
    range.iter().for_each(|id| search.add(&tree, id));
    let order: Vec<u32> = std::iter::from_fn(|| search.choose(&tree, &Distances)).map(NodeId::as_u32).collect();
    assert_eq!(order, [6, 3, 2, 5, 4, 1], "nearest first, of equals the newest, those without a way last");
}

/// After the first choice the oldest leaf has its turn, then after two more, then after four.
#[test]
fn the_adversary_postpones_the_oldest_leaf_ever_longer() {
    let mut tree = root();
    let mut search = make(Policy::Adversary, 0);
    let range = tree.expand(tree.root(), &[0; 5].map(child)).expect("the root is unknown");
    range.iter().for_each(|id| search.add(&tree, id));
    let mut turns = Vec::new();
    for choice in 1..70 {
        let leaf = search.choose(&tree, &NoCoverage).expect("the frontier grows");
        if tree.node(leaf).depth() == 1 {
            turns.push(choice);
        }
        for id in tree.expand(leaf, &[0; 2].map(child)).expect("a chosen leaf is unknown").iter() {
            search.add(&tree, id);
        }
    }
    assert_eq!(turns, [1, 2, 5, 10, 19]);
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
        "no search policy is named `best`; there are bfs, dfs, fair-dfs, random-path, coverage, fair, target, adversary"
    );
}
