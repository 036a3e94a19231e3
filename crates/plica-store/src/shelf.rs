//! What holds the bytes.
//!
//! Oblivious to what they are and whether they are right. Invariant: a shelf may lose entries and give wrong ones; it
//! says so or does not, but it neither panics nor blocks for long.

use std::fmt;

use crate::key::Key;

/// An entry to be written.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What kind of value it is.
    pub kind: u8,
    /// Its name.
    pub key: Key,
    /// What it says.
    pub value: Vec<u8>,
}

/// What a shelf has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Kind, number of entries, bytes of their values.
    pub kinds: Vec<(u8, u64, u64)>,
    /// Bytes on the disk.
    pub size: u64,
    /// How many runs have written.
    pub runs: u64,
}

/// An entry as it was found.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its bytes, if they can be read.
    pub value: Vec<u8>,
    /// The number of the run that used it last, as far as that is noted.
    pub used: u64,
}

/// Why a shelf does not do what it was asked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShelfError {
    /// There is none.
    Missing,
    /// It may be read only.
    ReadOnly,
    /// Others are at it.
    Busy,
    /// It is of another version of plica, or no store at all.
    Other(String),
    /// It is damaged.
    Damaged(String),
    /// There is no room for more.
    Full,
    /// Whatever else.
    Failed(String),
}

impl fmt::Display for ShelfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShelfError::Missing => f.write_str("there is none"),
            ShelfError::ReadOnly => f.write_str("it can be read only"),
            ShelfError::Busy => f.write_str("other processes keep it busy"),
            ShelfError::Other(what) => write!(f, "it is no store of this version of plica ({what})"),
            ShelfError::Damaged(what) => write!(f, "it is damaged ({what})"),
            ShelfError::Full => f.write_str("there is no room for more"),
            ShelfError::Failed(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ShelfError {}

/// Who looks at entries: is told the kind, the name if it is one, and the bytes.
pub type Look<'a> = dyn FnMut(u8, Option<Key>, &[u8]) + 'a;

/// A place for entries that several processes may share.
pub trait Shelf: Send {
    /// The entry with this name.
    fn get(&mut self, kind: u8, key: &Key) -> Result<Option<Kept>, ShelfError>;

    /// Writes entries, all or none, and notes of others that they were used. Gives the number of the run.
    fn put(&mut self, entries: &[Entry], used: &[(u8, Key)]) -> Result<u64, ShelfError>;

    /// The number of the last run that wrote.
    fn runs(&mut self) -> Result<u64, ShelfError>;

    /// Throws out what was not used for longest, until it takes no more than so many bytes; gives how many entries.
    fn evict(&mut self, limit: u64) -> Result<u64, ShelfError>;

    /// How much there is.
    fn usage(&mut self) -> Result<Usage, ShelfError>;

    /// Looks at every entry.
    fn each(&mut self, look: &mut Look<'_>) -> Result<(), ShelfError>;
}
