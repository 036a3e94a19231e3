//! The store against files that are not what they should be, several at once, and no room.

use std::path::{Path, PathBuf};

use crate::key::{Key, KeyWriter};
use crate::shelf::{Entry, Shelf, ShelfError};
use crate::sqlite::{FILE, Sqlite};
use crate::store::{Store, StoreMode};

const KIND: u8 = 7;
const LIMIT: u64 = 1 << 30;

fn key(n: u64) -> Key {
    let mut w = KeyWriter::new("test");
    w.part("n", &n);
    w.finish()
}

fn value(n: u64) -> Vec<u8> {
    (0..100 + n % 50).map(|i| (i * n) as u8).collect()
}

/// A store with so many entries.
fn filled(folder: &Path, entries: u64) {
    let mut store = Store::open(folder, StoreMode::ReadWrite, LIMIT);
    (0..entries).for_each(|n| store.put(KIND, key(n), &value(n)));
    store.close();
    assert_eq!(store.trouble(), None);
}

/// How many of these entries are found; what is found has to be right.
fn found(store: &mut Store, entries: u64) -> u64 {
    let right = |n: &u64| match store.get(KIND, &key(*n)) {
        Some(bytes) => {
            assert_eq!(bytes, value(*n));
            true
        }
        None => false,
    };
    (0..entries).filter(right).count() as u64
}

fn reread(folder: &Path, entries: u64) -> (u64, Option<String>) {
    let mut store = Store::open(folder, StoreMode::Read, LIMIT);
    (found(&mut store, entries), store.trouble().map(str::to_owned))
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join(FILE)
}

#[test]
fn what_was_kept_is_found_by_others_under_its_key_and_kind_only() {
    let folder = folder();
    filled(folder.path(), 20);
    let mut store = Store::open(folder.path(), StoreMode::Read, LIMIT);
    assert_eq!(found(&mut store, 30), 20);
    assert_eq!(store.get(KIND + 1, &key(3)), None);
    store.put(KIND, key(25), &value(25));
    store.close();
    assert_eq!(reread(folder.path(), 30), (20, None), "a reader writes nothing");
}

#[test]
fn where_there_is_none_that_is_said_and_nothing_is_made() {
    let folder = folder();
    let inner = folder.path().join("none");
    assert_eq!(reread(&inner, 3), (0, Some("there is none".into())));
    assert!(!inner.exists());
}

#[test]
fn every_damage_is_a_miss_at_most() {
    let folder = folder();
    filled(folder.path(), 40);
    let whole = std::fs::read(file(&folder)).unwrap();
    let mut damaged = 0;
    // Each run of bytes is changed in some way, the head of the file in every one.
    let places = (0..128).chain((128..whole.len()).step_by(97));
    for at in places {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        std::fs::write(file(&folder), &bytes).unwrap();
        damaged += u64::from(reread(folder.path(), 40).0 < 40);
        if at % 5 == 0 {
            // Whoever may write does not fail either.
            let mut store = Store::open(folder.path(), StoreMode::ReadWrite, LIMIT);
            found(&mut store, 40);
            store.put(KIND, key(41), &value(41));
            store.close();
        }
    }
    assert!(damaged > 20, "{damaged}");
    for len in (0..whole.len()).step_by(701) {
        std::fs::write(file(&folder), &whole[..len]).unwrap();
        reread(folder.path(), 40);
    }
}

#[test]
fn an_entry_that_is_damaged_takes_no_others_with_it_and_is_replaced() {
    let folder = folder();
    filled(folder.path(), 10);
    let mut bytes = std::fs::read(file(&folder)).unwrap();
    let wanted = value(7);
    let at = bytes.windows(wanted.len()).position(|window| window == wanted).unwrap();
    bytes[at + 50] ^= 4;
    std::fs::write(file(&folder), &bytes).unwrap();
    let (count, trouble) = reread(folder.path(), 10);
    assert_eq!((count, trouble.as_deref()), (9, Some("it is damaged (an entry is not what was written)")));
    let mut store = Store::open(folder.path(), StoreMode::Read, LIMIT);
    let checked = store.check().unwrap();
    assert_eq!((checked.sound, checked.damaged), (9, 1));
    filled(folder.path(), 10);
    assert_eq!(reread(folder.path(), 10), (10, None));
}

#[test]
fn files_of_others_are_left_alone() {
    let scripts = [
        "CREATE TABLE entries (kind, key, used, value); PRAGMA application_id = 1886153059; PRAGMA user_version = 1",
        "CREATE TABLE other (x)",
        "PRAGMA application_id = 1886153059; PRAGMA user_version = 2; CREATE TABLE runs (number)",
        // The tables of a store, and something that would be executed with them.
        "PRAGMA application_id = 1886153059; PRAGMA user_version = 1; CREATE TABLE runs (number INTEGER NOT NULL); \
         CREATE TABLE real (kind, key, used, value); CREATE VIEW entries AS SELECT * FROM real",
    ];
    for script in scripts {
        let folder = folder();
        let connection = rusqlite::Connection::open(file(&folder)).unwrap();
        connection.execute_batch(script).unwrap();
        drop(connection);
        let before = std::fs::read(file(&folder)).unwrap();
        for mode in [StoreMode::Read, StoreMode::ReadWrite] {
            let mut store = Store::open(folder.path(), mode, LIMIT);
            store.put(KIND, key(1), &value(1));
            store.close();
            assert!(store.trouble().unwrap().contains("no store of this version"), "{script}: {:?}", store.trouble());
        }
        assert_eq!(std::fs::read(file(&folder)).unwrap(), before, "{script}");
    }
    for garbage in [&b"not a database, but long enough to look like one: "[..], &[0; 4096], &[0xff; 8192]] {
        let folder = folder();
        std::fs::write(file(&folder), garbage.repeat(20)).unwrap();
        let mut store = Store::open(folder.path(), StoreMode::ReadWrite, LIMIT);
        assert_eq!(found(&mut store, 5), 0);
        assert!(store.trouble().is_some());
    }
    let folder = folder();
    std::fs::create_dir(file(&folder)).unwrap();
    assert!(Store::open(folder.path(), StoreMode::ReadWrite, LIMIT).trouble().is_some());
}

#[test]
fn values_of_wrong_types_are_misses() {
    let folder = folder();
    filled(folder.path(), 3);
    let connection = rusqlite::Connection::open(file(&folder)).unwrap();
    connection.execute("UPDATE entries SET value = 'text' WHERE key = ?1", [key(0).bytes()]).unwrap();
    connection.execute("UPDATE entries SET value = 17, used = 'x' WHERE key = ?1", [key(1).bytes()]).unwrap();
    connection.execute("INSERT INTO entries VALUES ('a', 'b', 'c', 'd')", []).unwrap();
    drop(connection);
    assert_eq!(reread(folder.path(), 3).0, 1);
    let mut store = Store::open(folder.path(), StoreMode::ReadWrite, LIMIT);
    assert_eq!(store.check().unwrap().damaged, 3);
}

#[test]
fn a_link_in_the_place_of_the_file_is_not_followed() {
    let (folder, other) = (folder(), folder());
    filled(other.path(), 3);
    std::os::unix::fs::symlink(file(&other), file(&folder)).unwrap();
    assert_eq!(reread(folder.path(), 3).0, 0);
    let mut store = Store::open(folder.path(), StoreMode::ReadWrite, LIMIT);
    store.put(KIND, key(5), &value(5));
    store.close();
    assert_eq!(reread(other.path(), 6).0, 3);
}

#[test]
fn a_full_disk_keeps_what_was_there() {
    let folder = folder();
    filled(folder.path(), 10);
    let mut shelf = Sqlite::open(folder.path(), true).unwrap();
    shelf.bound(8);
    let mut store = Store::on(Box::new(shelf), StoreMode::ReadWrite, LIMIT);
    (10..5000).for_each(|n| store.put(KIND, key(n), &value(n)));
    store.close();
    assert_eq!(store.trouble(), Some("there is no room for more"));
    assert_eq!(found(&mut store, 10), 10, "it can still be read");
    assert_eq!(reread(folder.path(), 10), (10, None));
}

#[test]
fn batches_are_written_as_a_whole_or_not_at_all() {
    let folder = folder();
    let mut shelf = Sqlite::open(folder.path(), true).unwrap();
    let entry = |n: u64| Entry { kind: KIND, key: key(n), value: vec![1; 3000] };
    shelf.bound(40);
    let batch: Vec<Entry> = (0..100).map(entry).collect();
    assert_eq!(shelf.put(&batch, &[]), Err(ShelfError::Full));
    assert_eq!(shelf.usage().unwrap().kinds, []);
    assert_eq!(shelf.put(&batch[..5], &[]), Ok(1));
    assert_eq!(shelf.put(&batch[5..8], &[(KIND, key(1))]), Ok(1), "one run");
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let folder = folder();
    let put = |entries: std::ops::Range<u64>, used: &[u64], limit: u64| {
        let mut store = Store::open(folder.path(), StoreMode::ReadWrite, limit);
        used.iter().for_each(|&n| assert!(store.get(KIND, &key(n)).is_some()));
        entries.for_each(|n| store.put(KIND, key(n), &[n as u8; 4000]));
        store.close();
        assert_eq!(store.trouble(), None);
    };
    put(0..300, &[], LIMIT);
    // Use is noted now and then only.
    (0..6).for_each(|i| put(1000 + i..1001 + i, &[], LIMIT));
    put(300..301, &[5, 250], LIMIT);
    put(301..400, &[], 1 << 20);
    let mut store = Store::open(folder.path(), StoreMode::Read, LIMIT);
    let left: Vec<u64> = (0..400).filter(|&n| store.get(KIND, &key(n)).is_some()).collect();
    assert!(left.len() < 200 && left.contains(&5) && left.contains(&250), "{left:?}");
    assert!((301..400).all(|n| left.contains(&n)), "{left:?}");
    // Which of those that were last used in the same run go is a matter of their keys.
    assert!(left.iter().filter(|&&n| n < 300).count() < 100, "{left:?}");
    assert!(std::fs::metadata(file(&folder)).unwrap().len() < 1_200_000);
}

#[test]
fn many_write_and_read_at_once() {
    let folder = folder();
    std::thread::scope(|scope| {
        for part in 0..4 {
            let folder = folder.path();
            scope.spawn(move || {
                for round in 0..5 {
                    let mut store = Store::open(folder, StoreMode::ReadWrite, LIMIT);
                    found(&mut store, 400);
                    let first = part * 100 + round * 20;
                    (first..first + 20).for_each(|n| store.put(KIND, key(n), &value(n)));
                    store.close();
                    assert_eq!(store.trouble(), None);
                }
            });
        }
    });
    assert_eq!(reread(folder.path(), 400), (400, None));
}

#[test]
fn hits_are_verified_in_turns() {
    let folder = folder();
    filled(folder.path(), 1);
    let mut verified = 0;
    for round in 0..8 {
        let mut store = Store::open(folder.path(), StoreMode::Verify, LIMIT);
        verified += u64::from(store.verifies(&key(0)));
        store.put(KIND, key(100 + round), &[]);
        store.close();
    }
    assert_eq!(verified, 2);
    assert!(!Store::open(folder.path(), StoreMode::ReadWrite, LIMIT).verifies(&key(0)));
}
