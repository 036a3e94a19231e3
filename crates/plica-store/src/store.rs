//! What every user of a shelf needs: checksums, the mode, batches, and one word when something is wrong.
//!
//! Oblivious to where entries lie and to what they mean. Invariants: a value comes out only if its checksum is right;
//! nothing that fails here ends a run; the first trouble is kept to be said, and after one that will not pass nothing
//! more is tried.

use std::collections::HashSet;
use std::path::Path;

use crate::key::{Key, checksum};
use crate::shelf::{Entry, Shelf, ShelfError};
use crate::sqlite::Sqlite;
use crate::tuning;

/// What may be done with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreMode {
    /// Entries are read.
    Read,
    /// Entries are read and written.
    ReadWrite,
    /// Entries are read, and what is not there is an error of whoever asked.
    Require,
    /// Entries are read and written, and some of those that are found are found out again.
    Verify,
}

impl StoreMode {
    /// May something be written?
    pub fn writes(self) -> bool {
        matches!(self, StoreMode::ReadWrite | StoreMode::Verify)
    }
}

/// What was asked for and found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// How often something was asked for.
    pub asked: u64,
    /// How often it was there.
    pub found: u64,
    /// How many entries were written, or are going to be.
    pub kept: u64,
}

/// What a look at all entries gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Entries whose checksum is right.
    pub sound: u64,
    /// Entries that are damaged: nobody is given them.
    pub damaged: u64,
}

/// A store that is open.
pub struct Store {
    shelf: Option<Box<dyn Shelf>>,
    mode: StoreMode,
    writable: bool,
    limit: u64,
    waiting: Vec<Entry>,
    used: HashSet<(u8, Key)>,
    runs: u64,
    trouble: Option<String>,
    hits: Hits,
}

impl Store {
    /// The store in a folder, of at most so many bytes. It is made if there is none and it may be written.
    pub fn open(folder: &Path, mode: StoreMode, limit: u64) -> Store {
        match Sqlite::open(folder, mode.writes()) {
            Ok(shelf) => Store::on(Box::new(shelf), mode, limit),
            Err(ShelfError::ReadOnly) => match Sqlite::open(folder, false) {
                Ok(shelf) => {
                    let mut store = Store::on(Box::new(shelf), mode, limit);
                    store.writable = false;
                    store.complain(&ShelfError::ReadOnly);
                    store
                }
                Err(error) => Store::without(mode, &error),
            },
            Err(error) => Store::without(mode, &error),
        }
    }

    /// A store on a shelf.
    pub fn on(mut shelf: Box<dyn Shelf>, mode: StoreMode, limit: u64) -> Store {
        let runs = shelf.runs();
        let (used, hits) = (HashSet::new(), Hits::default());
        let (waiting, trouble) = (Vec::new(), None);
        let writable = mode.writes();
        let mut store = Store { shelf: Some(shelf), mode, writable, limit, waiting, used, runs: 0, trouble, hits };
        match runs {
            Ok(runs) => store.runs = runs,
            Err(error) => store.give_up(&error),
        }
        store
    }

    /// One that has nothing and keeps nothing, since there was trouble.
    fn without(mode: StoreMode, error: &ShelfError) -> Store {
        let (used, hits) = (HashSet::new(), Hits::default());
        let trouble = Some(error.to_string());
        Store { shelf: None, mode, writable: false, limit: 0, waiting: Vec::new(), used, runs: 0, trouble, hits }
    }

    /// What may be done with it.
    pub fn mode(&self) -> StoreMode {
        self.mode
    }

    /// What was asked for and found so far.
    pub fn hits(&self) -> Hits {
        self.hits
    }

    /// The first thing that went wrong.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Is this hit one of those that are to be found out again? Which ones these are changes from run to run.
    pub fn verifies(&self, key: &Key) -> bool {
        self.mode == StoreMode::Verify
            && key.lot().wrapping_add(self.runs).is_multiple_of(tuning::HITS_VERIFIED.get().max(1))
    }

    /// What was kept under a key.
    pub fn get(&mut self, kind: u8, key: &Key) -> Option<Vec<u8>> {
        self.hits.asked += 1;
        let found = match self.shelf.as_mut()?.get(kind, key) {
            Ok(found) => found?,
            // Others write; that is no reason not to ask again.
            Err(ShelfError::Busy) => return None,
            Err(error) => {
                self.give_up(&error);
                return None;
            }
        };
        let Some(value) = opened(kind, key, &found.value) else {
            // Its place is taken by the next that is written under this key.
            self.complain(&ShelfError::Damaged("an entry is not what was written".into()));
            return None;
        };
        if self.writable && found.used.saturating_add(tuning::RUNS_BETWEEN_NOTES.get()) < self.runs {
            self.used.insert((kind, *key));
        }
        self.hits.found += 1;
        Some(value)
    }

    /// Keeps a value under a key, at the latest when the store is closed.
    pub fn put(&mut self, kind: u8, key: Key, value: &[u8]) {
        if !self.writable || self.shelf.is_none() || value.len() > tuning::ENTRY_BYTES.get() {
            return;
        }
        self.hits.kept += 1;
        let mut sealed = checksum(kind, &key, value).to_vec();
        sealed.extend_from_slice(value);
        self.waiting.push(Entry { kind, key, value: sealed });
        if self.waiting.len() >= tuning::ENTRIES_WAITING.get() {
            self.flush();
        }
    }

    /// Writes what waits.
    pub fn flush(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let used: Vec<(u8, Key)> = std::mem::take(&mut self.used).into_iter().collect();
        if !self.writable || (waiting.is_empty() && used.is_empty()) {
            return;
        }
        let Some(shelf) = self.shelf.as_mut() else { return };
        match shelf.put(&waiting, &used) {
            Ok(_) => {}
            Err(error @ ShelfError::Busy) => self.complain(&error),
            Err(error) => self.give_up(&error),
        }
    }

    /// Writes what waits and makes room, if it takes too much.
    pub fn close(&mut self) {
        self.flush();
        if !self.writable || self.hits.kept == 0 {
            return;
        }
        let Some(shelf) = self.shelf.as_mut() else { return };
        if let Err(error) = shelf.evict(self.limit) {
            self.complain(&error);
        }
    }

    /// Looks at every entry.
    pub fn check(&mut self) -> Result<Checked, ShelfError> {
        let mut checked = Checked::default();
        let Some(shelf) = self.shelf.as_mut() else { return Ok(checked) };
        shelf.each(&mut |kind, key, value| {
            match key.and_then(|key| opened(kind, &key, value)) {
                Some(_) => checked.sound += 1,
                None => checked.damaged += 1,
            };
        })?;
        Ok(checked)
    }

    /// Keeps the first trouble.
    fn complain(&mut self, error: &ShelfError) {
        self.trouble.get_or_insert_with(|| error.to_string());
    }

    /// The same, and does without from here on.
    fn give_up(&mut self, error: &ShelfError) {
        self.complain(error);
        // What is there can be read though there is no room for more.
        match error {
            ShelfError::Full | ShelfError::ReadOnly => self.writable = false,
            _ => self.shelf = None,
        }
    }
}

/// The value in the bytes of an entry, if they are what was written under the key.
fn opened(kind: u8, key: &Key, sealed: &[u8]) -> Option<Vec<u8>> {
    let (sum, value) = sealed.split_at_checked(16)?;
    (*sum == checksum(kind, key, value)).then(|| value.to_vec())
}
