//! The heap: a persistent map from object ids to objects, and the supply of ids. Oblivious to contents.
//!
//! A tree of fixed depth, since ids are dense: a list of branches of leaves of objects. Branches and leaves without
//! objects do not exist, so a long run of short-lived objects leaves only the list behind (8 bytes for 2048 ids), and a
//! node has room for what is in it only: a path that waits often has a leaf and a branch of its own, with few objects
//! in them. It is walked in the order of ids.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::memory::Object;
use crate::value::{MAX_OBJECTS, ObjId};

/// Objects of a leaf, leaves of a branch; at most the bits of a node's mask.
const LEAF: usize = 32;
const BRANCH: usize = 64;

/// A node: some of its places are taken.
#[derive(Debug)]
struct Node<T> {
    /// A bit for each place that is taken.
    taken: u64,
    /// What is there, in the order of the places.
    items: Vec<Arc<T>>,
}

type Leaf = Node<Object>;
type Branch = Node<Leaf>;

impl<T> Clone for Node<T> {
    fn clone(&self) -> Self {
        Node { taken: self.taken, items: self.items.clone() }
    }
}

impl<T> Default for Node<T> {
    fn default() -> Self {
        Node { taken: 0, items: Vec::new() }
    }
}

impl<T> Node<T> {
    /// Where in the list the item of a place is, or would be.
    #[inline]
    fn rank(&self, at: usize) -> usize {
        (self.taken & ((1 << at) - 1)).count_ones() as usize
    }

    #[inline]
    fn has(&self, at: usize) -> bool {
        self.taken >> at & 1 == 1
    }

    #[inline]
    fn get(&self, at: usize) -> Option<&Arc<T>> {
        if self.has(at) { self.items.get(self.rank(at)) } else { None }
    }

    #[inline]
    fn get_mut(&mut self, at: usize) -> Option<&mut Arc<T>> {
        let rank = self.rank(at);
        if self.has(at) { self.items.get_mut(rank) } else { None }
    }

    fn set(&mut self, at: usize, item: Arc<T>) {
        let rank = self.rank(at);
        if self.has(at) {
            self.items[rank] = item;
        } else {
            self.items.insert(rank, item);
            self.taken |= 1 << at;
        }
    }

    fn clear(&mut self, at: usize) {
        if self.has(at) {
            self.items.remove(self.rank(at));
            self.taken &= !(1 << at);
        }
    }

    /// The items with their places.
    fn iter(&self) -> impl Iterator<Item = (usize, &Arc<T>)> {
        (0..u64::BITS as usize).filter(|&at| self.has(at)).zip(&self.items)
    }
}

/// All objects of a state. Cloning is cheap; objects are copied when a clone first writes them.
#[derive(Clone, Debug)]
pub struct Heap {
    /// Most programs need one.
    branches: SmallVec<[Option<Arc<Branch>>; 1]>,
    next: u32,
}

fn branch(heap: &Heap, at: usize) -> Option<&Arc<Branch>> {
    heap.branches.get(at)?.as_ref()
}

/// Is it the very same, or nothing in both?
fn is_same<T>(x: Option<&Arc<T>>, y: Option<&Arc<T>>) -> bool {
    match (x, y) {
        (Some(x), Some(y)) => Arc::ptr_eq(x, y),
        (None, None) => true,
        _ => false,
    }
}

/// Does this hold at all places at which two nodes do not hold the very same, of what they hold there? In order, up to
/// the first at which it does not.
fn differ<T>(
    x: Option<&Arc<Node<T>>>,
    y: Option<&Arc<Node<T>>>,
    mut holds: impl FnMut(usize, Option<&Arc<T>>, Option<&Arc<T>>) -> bool,
) -> bool {
    if is_same(x, y) {
        return true;
    }
    let mut taken = x.map_or(0, |x| x.taken) | y.map_or(0, |y| y.taken);
    while taken != 0 {
        let at = taken.trailing_zeros() as usize;
        taken &= taken - 1;
        let (x, y) = (x.and_then(|x| x.get(at)), y.and_then(|y| y.get(at)));
        if !is_same(x, y) && !holds(at, x, y) {
            return false;
        }
    }
    true
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
        Heap { branches: SmallVec::new(), next: first }
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
    pub(crate) fn put(&mut self, id: ObjId, object: Object) {
        let (a, b, c) = path(id);
        if a >= self.branches.len() {
            self.branches.resize(a + 1, None);
        }
        let branch = Arc::make_mut(self.branches[a].get_or_insert_default());
        if !branch.has(b) {
            branch.set(b, Arc::default());
        }
        if let Some(leaf) = branch.get_mut(b) {
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
        self.branches.get(a)?.as_ref()?.get(b)?.get(c).map(|object| &**object)
    }

    /// An object for change.
    #[inline]
    pub fn get_mut(&mut self, id: ObjId) -> Option<&mut Object> {
        let (a, b, c) = path(id);
        let branch = Arc::make_mut(self.branches.get_mut(a)?.as_mut()?);
        let leaf = Arc::make_mut(branch.get_mut(b)?);
        leaf.get_mut(c).map(Arc::make_mut)
    }

    /// Forgets an object whose scope ended.
    pub fn remove(&mut self, id: ObjId) {
        let (a, b, c) = path(id);
        if self.get(id).is_none() {
            return;
        }
        let Some(Some(branch)) = self.branches.get_mut(a) else { return };
        let branch = Arc::make_mut(branch);
        let Some(leaf) = branch.get_mut(b) else { return };
        let leaf = Arc::make_mut(leaf);
        leaf.clear(c);
        // The leaf that new objects go to is kept while it is empty: the next call would make it again.
        if leaf.items.is_empty() && self.next as usize / LEAF > id.0 as usize / LEAF {
            branch.clear(b);
            if branch.items.is_empty() {
                self.branches[a] = None;
            }
        }
    }

    /// The objects that are not the very same as in another heap: written, added or removed.
    pub fn changed(&self, other: &Heap) -> Vec<ObjId> {
        let mut out = Vec::new();
        self.all_changed(other, |id| {
            out.push(id);
            true
        });
        out
    }

    /// Does this hold of all of them? Asked in the order of their ids, up to the first of which it does not.
    pub fn all_changed(&self, other: &Heap, mut holds: impl FnMut(ObjId) -> bool) -> bool {
        (0..self.branches.len().max(other.branches.len())).all(|a| {
            differ(branch(self, a), branch(other, a), |b, x, y| {
                differ(x, y, |c, _, _| holds(ObjId((a * LEAF * BRANCH + b * LEAF + c) as u32)))
            })
        })
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
        let branches = self.branches.iter().enumerate().filter_map(|(a, branch)| Some((a, branch.as_ref()?)));
        let leaves = branches.flat_map(|(a, branch)| branch.iter().map(move |(b, leaf)| (a * BRANCH + b, leaf)));
        leaves.flat_map(|(at, leaf)| leaf.iter().map(move |(c, o)| (ObjId((at * LEAF + c) as u32), &**o)))
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
