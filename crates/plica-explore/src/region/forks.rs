//! The decisions taken in a region: which paths there are, and under which conditions each of them goes on.
//!
//! A tree whose leaves are the paths that go on. It says of some paths what holds of them and of no other, as short as
//! can be: where all paths behind a decision meet again, nothing of the decision is left. Oblivious to states.
//! Invariant: the leaves exclude each other; below a node that is *whole* they leave out nothing of its inputs.

use plica_exec::Pick;
use plica_term::{TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// A node: a path, or a decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct NodeIx(u32);

impl NodeIx {
    /// The path with which a region begins.
    pub const ROOT: NodeIx = NodeIx(0);
}

#[derive(Debug)]
struct Node {
    parent: Option<NodeIx>,
    depth: u32,
    /// Holds in addition to what holds at the parent.
    cond: TermId,
    /// The length of the path condition.
    decided: usize,
    /// In the order in which their conditions are to be looked at.
    children: Vec<NodeIx>,
    /// Do the paths below take all inputs that come here?
    whole: bool,
    /// Do the children's conditions exclude each other, whatever their order?
    exclusive: bool,
}

/// See the module's description.
#[derive(Debug)]
pub(super) struct Forks {
    nodes: Vec<Node>,
}

/// What some paths are together.
#[derive(Debug)]
pub(super) struct Union {
    /// Which of them it is, by their places in the list.
    pub pick: Pick,
    /// What holds of them and of no other behind the first so many conditions of their path conditions.
    pub cond: Option<TermId>,
    /// How many that are.
    pub decided: usize,
    top: NodeIx,
}

/// What is known of the paths below a node that are asked about.
struct Part {
    pick: Pick,
    /// What holds of them in addition to what holds at the node; nothing if they are all there is.
    cond: Option<TermId>,
}

impl Forks {
    /// One path, with so many conditions, at the root.
    pub fn new(pool: &TermPool, decided: usize) -> Forks {
        let root = Node {
            parent: None,
            depth: 0,
            cond: pool.true_(),
            decided,
            children: Vec::new(),
            whole: true,
            exclusive: true,
        };
        Forks { nodes: vec![root] }
    }

    fn node(&self, at: NodeIx) -> &Node {
        &self.nodes[at.0 as usize]
    }

    fn node_mut(&mut self, at: NodeIx) -> &mut Node {
        &mut self.nodes[at.0 as usize]
    }

    fn add(&mut self, parent: NodeIx, cond: TermId) -> NodeIx {
        let (depth, decided) = (self.node(parent).depth + 1, self.node(parent).decided + 1);
        let (children, parent) = (Vec::new(), Some(parent));
        self.nodes.push(Node { parent, depth, cond, decided, children, whole: true, exclusive: true });
        NodeIx(self.nodes.len() as u32 - 1)
    }

    /// A path decides: the sides that it can take, which exclude each other. Do they leave nothing out?
    pub fn split(&mut self, path: NodeIx, conds: &[TermId], whole: bool) -> Vec<NodeIx> {
        let sides: Vec<NodeIx> = conds.iter().map(|&cond| self.add(path, cond)).collect();
        let node = self.node_mut(path);
        (node.children, node.whole) = (sides.clone(), whole);
        sides
    }

    /// A path goes on for some of its inputs only: its node from there on.
    pub fn narrow(&mut self, path: NodeIx, cond: TermId) -> NodeIx {
        let side = self.add(path, cond);
        let node = self.node_mut(path);
        (node.children, node.whole) = (vec![side], false);
        side
    }

    /// A path gets a condition that follows from those that it has.
    pub fn lengthen(&mut self, path: NodeIx) {
        self.node_mut(path).decided += 1;
    }

    /// A path does not go on.
    pub fn end(&mut self, path: NodeIx) {
        self.remove(path, None);
    }

    /// Takes a path out, and decisions behind which nothing is left, up to this node.
    fn remove(&mut self, path: NodeIx, top: Option<NodeIx>) {
        let (mut at, mut empty) = (path, true);
        while Some(at) != top
            && let Some(parent) = self.node(at).parent
        {
            let outer = self.node_mut(parent);
            if empty {
                outer.children.retain(|&child| child != at);
            }
            empty = outer.children.is_empty();
            outer.whole &= Some(parent) == top;
            at = parent;
        }
    }

    /// The innermost node that is above all of these.
    fn above(&self, paths: &[NodeIx]) -> NodeIx {
        let up = |at: NodeIx| self.node(at).parent.unwrap_or(at);
        let common = |mut a: NodeIx, mut b: NodeIx| {
            while a != b {
                let deeper = self.node(a).depth.cmp(&self.node(b).depth);
                a = if deeper.is_ge() { up(a) } else { a };
                b = if deeper.is_le() { up(b) } else { b };
            }
            a
        };
        paths.iter().copied().reduce(common).unwrap_or(NodeIx::ROOT)
    }

    /// What some paths, at least two, are together.
    pub fn union(&self, pool: &TermPool, paths: &[NodeIx]) -> Union {
        let top = self.above(paths);
        let numbers: FxHashMap<NodeIx, usize> = paths.iter().enumerate().map(|(i, &path)| (path, i)).collect();
        let mut on_the_way: FxHashSet<NodeIx> = FxHashSet::default();
        for &path in paths {
            let mut at = path;
            while on_the_way.insert(at)
                && at != top
                && let Some(parent) = self.node(at).parent
            {
                at = parent;
            }
        }
        // Decisions may be nested deeply: from the newest to the oldest.
        let mut order: Vec<NodeIx> = on_the_way.iter().copied().collect();
        order.sort_unstable_by_key(|&at| std::cmp::Reverse(self.node(at).depth));
        let mut parts: FxHashMap<NodeIx, Part> = FxHashMap::default();
        for at in order {
            let part = match numbers.get(&at) {
                Some(&number) => Part { pick: Pick::Path(number), cond: None },
                None => self.part(pool, at, &mut parts),
            };
            parts.insert(at, part);
        }
        let part = parts.remove(&top).unwrap_or(Part { pick: Pick::Path(0), cond: None });
        Union { pick: part.pick, cond: part.cond, decided: self.node(top).decided, top }
    }

    fn part(&self, pool: &TermPool, at: NodeIx, parts: &mut FxHashMap<NodeIx, Part>) -> Part {
        let node = self.node(at);
        let (mut ways, mut conds, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        let mut full = node.whole;
        for &child in &node.children {
            let cond = self.node(child).cond;
            match parts.remove(&child) {
                Some(part) => {
                    conds.push(part.cond.map_or(cond, |inner| pool.and(cond, inner)));
                    full &= part.cond.is_none();
                    ways.push((cond, part.pick));
                }
                None => missing.push(cond),
            }
        }
        let cond = match () {
            () if full && missing.is_empty() => None,
            () if full && node.exclusive && missing.len() < conds.len() => {
                Some(pool.and_all(&missing.iter().map(|&c| pool.not(c)).collect::<Vec<_>>()))
            }
            () => Some(conds.iter().fold(pool.false_(), |all, &cond| pool.or(all, cond))),
        };
        let pick = if ways.len() == 1 { ways.swap_remove(0).1 } else { Pick::First(ways) };
        Part { pick, cond }
    }

    /// These paths go on as one: its node.
    pub fn join(&mut self, pool: &TermPool, paths: &[NodeIx], union: &Union) -> NodeIx {
        let top = union.top;
        for &path in paths {
            self.remove(path, Some(top));
        }
        let Some(cond) = union.cond else {
            // Nothing is left of what was decided.
            let node = self.node_mut(top);
            (node.children, node.whole, node.exclusive) = (Vec::new(), true, true);
            return top;
        };
        debug_assert!(cond != pool.true_(), "a condition that holds is none");
        let joined = self.add(top, cond);
        let node = self.node_mut(top);
        // What is left behind other conditions may seem to include it, which is therefore looked at first.
        node.children.insert(0, joined);
        node.exclusive = false;
        joined
    }
}

#[cfg(test)]
mod tests {
    use plica_term::{ConstValue, Evaluator, Model, Sort, SymbolKind};

    use super::*;

    const VALUES: usize = 5;

    /// A path with its conditions and the assignments that take it.
    struct Path {
        node: NodeIx,
        pc: Vec<TermId>,
        takes: Vec<usize>,
    }

    fn path_of(pick: &Pick, eval: &mut Evaluator<'_>) -> usize {
        match pick {
            Pick::Path(path) => *path,
            Pick::First(ways) => {
                let (last, others) = ways.split_last().expect("a way");
                let way = others.iter().find(|(cond, _)| eval.holds(*cond)).unwrap_or(last);
                path_of(&way.1, eval)
            }
        }
    }

    /// Random decisions, ends and meetings of some of the paths; all is compared with what each assignment does.
    #[test]
    fn what_paths_are_together_is_what_each_of_them_is() {
        let pool = TermPool::new();
        let symbols: Vec<TermId> =
            (0..VALUES).map(|i| pool.symbol(&format!("x{i}"), Sort::BOOL, SymbolKind::Input)).collect();
        let models: Vec<Model> = (0..1usize << VALUES)
            .map(|bits| {
                let mut m = Model::new();
                for (i, &t) in symbols.iter().enumerate() {
                    m.set(pool.as_symbol(t).expect("a symbol"), ConstValue::Bv((bits >> i & 1) as u128));
                }
                m
            })
            .collect();
        let holds = |model: usize, t: TermId| Evaluator::new(&pool, &models[model]).holds(t);
        let mut random = fastrand::Rng::with_seed(5);
        let mut forgotten = 0;
        for _ in 0..400 {
            let mut forks = Forks::new(&pool, 0);
            let mut paths = vec![Path { node: NodeIx::ROOT, pc: Vec::new(), takes: (0..models.len()).collect() }];
            for _ in 0..random.usize(4..24) {
                if paths.is_empty() {
                    break;
                }
                let at = random.usize(..paths.len());
                match random.u8(..8) {
                    0 => forks.end(paths.swap_remove(at).node),
                    1 => {
                        // What follows from its conditions.
                        forks.lengthen(paths[at].node);
                        let all = pool.and_all(&paths[at].pc);
                        paths[at].pc.push(all);
                    }
                    2..5 => {
                        let (x, y) = (symbols[random.usize(..VALUES)], symbols[random.usize(..VALUES)]);
                        let path = paths.swap_remove(at);
                        let sides = [x, pool.and(pool.not(x), y), pool.and(pool.not(x), pool.not(y))];
                        let takes = |cond: TermId| -> Vec<usize> {
                            path.takes.iter().copied().filter(|&model| holds(model, cond)).collect()
                        };
                        // Sides that cannot be taken are left out.
                        let sides: Vec<(TermId, Vec<usize>)> =
                            sides.iter().map(|&c| (c, takes(c))).filter(|s| !s.1.is_empty()).collect();
                        let nodes = forks.split(path.node, &sides.iter().map(|s| s.0).collect::<Vec<_>>(), true);
                        for ((cond, takes), node) in sides.into_iter().zip(nodes) {
                            let pc = path.pc.iter().copied().chain([cond]).collect();
                            paths.push(Path { node, pc, takes });
                        }
                    }
                    _ => {
                        random.shuffle(&mut paths);
                        let some = paths.split_off(random.usize(..paths.len()));
                        if some.len() < 2 {
                            paths.extend(some);
                            continue;
                        }
                        let nodes: Vec<NodeIx> = some.iter().map(|path| path.node).collect();
                        let union = forks.union(&pool, &nodes);
                        let mut pc = some[0].pc[..union.decided].to_vec();
                        assert!(some.iter().all(|path| path.pc[..union.decided] == pc[..]));
                        pc.extend(union.cond);
                        forgotten += usize::from(union.cond.is_none());
                        for (i, path) in some.iter().enumerate() {
                            for &model in &path.takes {
                                let mut eval = Evaluator::new(&pool, &models[model]);
                                assert_eq!(path_of(&union.pick, &mut eval), i);
                            }
                        }
                        let node = forks.join(&pool, &nodes, &union);
                        let takes = some.into_iter().flat_map(|path| path.takes).collect();
                        paths.push(Path { node, pc, takes });
                    }
                }
                for path in &paths {
                    assert_eq!(forks.node(path.node).decided, path.pc.len());
                    for model in 0..models.len() {
                        let is = path.pc.iter().all(|&t| holds(model, t));
                        assert_eq!(is, path.takes.contains(&model));
                    }
                }
            }
        }
        assert!(forgotten > 100, "{forgotten}");
    }
}
