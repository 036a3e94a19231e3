//! The heap: a persistent map from object ids to objects, and the supply of ids. Oblivious to contents.
//!
//! A tree of fixed depth, since ids are dense: a list of branches of leaves of objects. Branches and leaves without
//! objects do not exist, so a long run of short-lived objects leaves only the list behind (8 bytes for 4096 ids). It
//! is walked in about a third of the time that a hash trie takes, and in the order of ids.

use std::sync::Arc;

use crate::memory::Object;
use crate::value::{MAX_OBJECTS, ObjId};

/// Objects of a leaf, leaves of a branch.
const LEAF: usize = 32;
const BRANCH: usize = 128;

/// A node: some of its places are taken.
#[derive(Clone, Debug)]
struct Node<T, const N: usize> {
    items: [Option<Arc<T>>; N],
    taken: u32,
}

type Leaf = Node<Object, LEAF>;
type Branch = Node<Leaf, BRANCH>;

impl<T, const N: usize> Node<T, N> {
    fn new() -> Self {
        Node { items: std::array::from_fn(|_| None), taken: 0 }
    }

    fn set(&mut self, at: usize, item: Arc<T>) {
        self.taken += u32::from(self.items[at].is_none());
        self.items[at] = Some(item);
    }

    fn clear(&mut self, at: usize) {
        self.taken -= u32::from(self.items[at].is_some());
        self.items[at] = None;
    }
}

/// All objects of a state. Cloning is cheap; objects are copied when a clone first writes them.
#[derive(Clone, Debug)]
pub struct Heap {
    branches: Vec<Option<Arc<Branch>>>,
    next: u32,
}

fn branch(heap: &Heap, at: usize) -> Option<&Arc<Branch>> {
    heap.branches.get(at)?.as_ref()
}

/// The places in the list, the branch and the leaf.
#[inline]
fn path(id: ObjId) -> (usize, usize, usize) {
    let i = id.0 as usize;
    (i / (LEAF * BRANCH), i / LEAF % BRANCH, i % LEAF)
}

impl Heap {
    /// An empty heap whose first object gets the id `first`. Ids below belong to null, functions and the like.
    pub fn new(first: u32) -> Heap {
        Heap { branches: Vec::new(), next: first }
    }

    /// Adds an object. `None` when all ids are used up.
    pub fn add(&mut self, object: Object) -> Option<ObjId> {
        if self.next >= MAX_OBJECTS {
            return None;
        }
        let id = ObjId(self.next);
        self.next += 1;
        self.put(id, object);
        Some(id)
    }

    /// Puts an object at its place.
    pub(super) fn put(&mut self, id: ObjId, object: Object) {
        let (a, b, c) = path(id);
        if a >= self.branches.len() {
            self.branches.resize(a + 1, None);
        }
        let branch = Arc::make_mut(self.branches[a].get_or_insert_with(|| Arc::new(Branch::new())));
        if branch.items[b].is_none() {
            branch.set(b, Arc::new(Leaf::new()));
        }
        if let Some(leaf) = &mut branch.items[b] {
            Arc::make_mut(leaf).set(c, Arc::new(object));
        }
    }

    /// The next object gets this id or a higher one.
    pub fn skip_to(&mut self, id: u32) {
        self.next = self.next.max(id);
    }

    /// An object that exists (live, or freed and remembered).
    #[inline]
    pub fn get(&self, id: ObjId) -> Option<&Object> {
        let (a, b, c) = path(id);
        self.branches.get(a)?.as_ref()?.items[b].as_ref()?.items[c].as_deref()
    }

    /// An object for change.
    #[inline]
    pub fn get_mut(&mut self, id: ObjId) -> Option<&mut Object> {
        let (a, b, c) = path(id);
        let branch = Arc::make_mut(self.branches.get_mut(a)?.as_mut()?);
        let leaf = Arc::make_mut(branch.items[b].as_mut()?);
        leaf.items[c].as_mut().map(Arc::make_mut)
    }

    /// Forgets an object whose scope ended.
    pub fn remove(&mut self, id: ObjId) {
        let (a, b, c) = path(id);
        if self.get(id).is_none() {
            return;
        }
        let Some(Some(branch)) = self.branches.get_mut(a) else { return };
        let branch = Arc::make_mut(branch);
        let Some(leaf) = &mut branch.items[b] else { return };
        let leaf = Arc::make_mut(leaf);
        leaf.clear(c);
        // The leaf that new objects go to is kept while it is empty: the next call would make it again.
        if leaf.taken == 0 && self.next as usize / LEAF > id.0 as usize / LEAF {
            branch.clear(b);
            if branch.taken == 0 {
                self.branches[a] = None;
            }
        }
    }

    /// Is it the very same memory: has neither been written since one was cloned from the other? Answers "no" for
    /// memories that are equal but were not kept shared.
    pub fn is_same(&self, other: &Heap) -> bool {
        let same = |(a, b): (&Option<Arc<Branch>>, &Option<Arc<Branch>>)| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        self.next == other.next
            && self.branches.len() == other.branches.len()
            && self.branches.iter().zip(&other.branches).all(same)
    }

    /// The objects that are not the very same as in another heap: written, added or removed.
    pub fn changed(&self, other: &Heap) -> Vec<ObjId> {
        let mut out = Vec::new();
        let same = |x: &Option<Arc<Object>>, y: &Option<Arc<Object>>| match (x, y) {
            (Some(x), Some(y)) => Arc::ptr_eq(x, y),
            (None, None) => true,
            _ => false,
        };
        for a in 0..self.branches.len().max(other.branches.len()) {
            let (x, y) = (branch(self, a), branch(other, a));
            if matches!((x, y), (Some(x), Some(y)) if Arc::ptr_eq(x, y)) {
                continue;
            }
            for b in 0..BRANCH {
                let (x, y) = (x.and_then(|x| x.items[b].as_ref()), y.and_then(|y| y.items[b].as_ref()));
                if matches!((x, y), (Some(x), Some(y)) if Arc::ptr_eq(x, y)) {
                    continue;
                }
                for c in 0..LEAF {
                    let (x, y) = (x.map_or(&None, |x| &x.items[c]), y.map_or(&None, |y| &y.items[c]));
                    if !same(x, y) {
                        out.push(ObjId((a * LEAF * BRANCH + b * LEAF + c) as u32));
                    }
                }
            }
        }
        out
    }

    /// The id that the next object gets.
    pub fn next_id(&self) -> ObjId {
        ObjId(self.next)
    }

    /// Was there ever an object with this id? (It may be gone.)
    pub fn existed(&self, id: ObjId, first: u32) -> bool {
        id.0 >= first && id.0 < self.next
    }

    /// All objects in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ObjId, &Object)> {
        let leaves = self.branches.iter().enumerate().flat_map(|(a, branch)| {
            let items = branch.iter().flat_map(|b| b.items.iter().enumerate());
            items.filter_map(move |(b, leaf)| leaf.as_ref().map(|l| (a * BRANCH + b, l)))
        });
        leaves.flat_map(|(at, leaf)| {
            let objects = leaf.items.iter().enumerate();
            objects.filter_map(move |(c, o)| o.as_ref().map(|o| (ObjId((at * LEAF + c) as u32), &**o)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Content, Liveness, ObjectKind};
    use crate::value::Value;

    fn object(n: u64) -> Object {
        Object {
            size: Value::int(n, 64),
            kind: ObjectKind::Stack,
            live: Liveness::Live,
            constant: false,
            cell: 0,
            name: "o".into(),
            site: plica_ir::DebugLoc::UNKNOWN,
            content: Content::uninit(Some(n)),
        }
    }

    #[test]
    fn a_heap_is_a_map_that_forks() {
        let mut heap = Heap::new(5);
        let mut expected = std::collections::BTreeMap::new();
        let mut forks = Vec::new();
        let mut random = 1u64;
        for i in 0..20_000u64 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            if random >> 62 == 0 && !expected.is_empty() {
                // Mostly the newest, as a stack does; sometimes any.
                let keys: Vec<u32> = expected.keys().rev().take(50).copied().collect();
                let id = ObjId(keys[(random >> 40) as usize % keys.len()]);
                heap.remove(id);
                expected.remove(&id.0);
                heap.remove(id);
            } else {
                let id = heap.add(object(i)).expect("an id");
                expected.insert(id.0, i);
            }
            if i % 4_000 == 1_000 {
                forks.push((heap.clone(), expected.clone()));
                for (&id, size) in expected.iter_mut().take(100) {
                    *size += 1;
                    if let Some(o) = heap.get_mut(ObjId(id)) {
                        o.size = Value::int(*size, 64);
                    }
                }
            }
        }
        forks.push((heap, expected));
        for (heap, expected) in forks {
            let all: Vec<(u32, Option<u64>)> = heap.iter().map(|(id, o)| (id.0, o.size.as_const())).collect();
            assert_eq!(all, expected.iter().map(|(&id, &n)| (id, Some(n))).collect::<Vec<_>>());
            assert!(expected.keys().all(|&id| heap.get(ObjId(id)).is_some() && heap.existed(ObjId(id), 5)));
            assert!(heap.get(ObjId(0)).is_none() && heap.get(ObjId(u32::MAX)).is_none());
        }
    }

    #[test]
    fn short_lived_objects_leave_no_nodes_behind() {
        let mut heap = Heap::new(1);
        for _ in 0..100_000 {
            let id = heap.add(object(8)).expect("an id");
            heap.remove(id);
        }
        assert!(heap.branches.iter().flatten().count() <= 1);
    }
}
