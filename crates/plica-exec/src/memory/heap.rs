//! The heap: a persistent map from object ids to objects, and the supply of ids. Oblivious to contents.

use std::sync::Arc;

use rustc_hash::FxBuildHasher;

use crate::memory::Object;
use crate::value::{MAX_OBJECTS, ObjId};

type Objects = imbl::GenericHashMap<ObjId, Arc<Object>, FxBuildHasher, imbl::shared_ptr::DefaultSharedPtr>;

/// All objects of a state. Cloning is O(1); objects are copied when a clone first writes them.
#[derive(Clone, Debug)]
pub struct Heap {
    objects: Objects,
    next: u32,
}

impl Heap {
    /// An empty heap whose first object gets the id `first`. Ids below belong to null, functions and the like.
    pub fn new(first: u32) -> Heap {
        Heap { objects: Objects::with_hasher(FxBuildHasher), next: first }
    }

    /// Adds an object. `None` when all ids are used up.
    pub fn add(&mut self, object: Object) -> Option<ObjId> {
        if self.next >= MAX_OBJECTS {
            return None;
        }
        let id = ObjId(self.next);
        self.next += 1;
        self.objects.insert(id, Arc::new(object));
        Some(id)
    }

    /// The next object gets this id or a higher one.
    pub fn skip_to(&mut self, id: u32) {
        self.next = self.next.max(id);
    }

    /// An object that exists (live, or freed and remembered).
    pub fn get(&self, id: ObjId) -> Option<&Object> {
        self.objects.get(&id).map(|o| &**o)
    }

    /// An object for change.
    pub fn get_mut(&mut self, id: ObjId) -> Option<&mut Object> {
        self.objects.get_mut(&id).map(Arc::make_mut)
    }

    /// Forgets an object whose scope ended.
    pub fn remove(&mut self, id: ObjId) {
        self.objects.remove(&id);
    }

    /// Was there ever an object with this id? (It may be gone.)
    pub fn existed(&self, id: ObjId, first: u32) -> bool {
        id.0 >= first && id.0 < self.next
    }

    /// All objects, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (ObjId, &Object)> {
        self.objects.iter().map(|(id, o)| (*id, &**o))
    }
}
