//! A shelf in a file of SQLite, which several processes may read and write at once.
//!
//! Oblivious to what is stored. Each batch is one transaction, and the journal is written ahead, so that a process that
//! is killed leaves what was there before or all of the batch. The file may come from elsewhere: it is used only if it
//! has the tables of this version and nothing else, and SQLite is told to trust nothing that it says of itself.
//! Invariant: every failure of SQLite is a [`ShelfError`].

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior, params};

use crate::key::Key;
use crate::shelf::{Entry, Kept, Look, Shelf, ShelfError, Usage};
use crate::tuning;

/// The name of the file in the folder of a store.
pub const FILE: &str = "plica-store.sqlite";

/// What the file says that it is: `plic`.
const APPLICATION: i32 = 0x706c_6963;

/// The version of the tables.
const VERSION: i32 = 1;

/// The tables, as SQLite keeps their definitions.
const ENTRIES: &str = "CREATE TABLE entries (kind INTEGER NOT NULL, key BLOB NOT NULL, used INTEGER NOT NULL, \
     value BLOB NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID";
const RUNS: &str = "CREATE TABLE runs (number INTEGER NOT NULL)";

/// A shelf in a file.
pub struct Sqlite {
    connection: Connection,
    /// The number of this run, once it has written.
    run: Option<u64>,
}

impl Sqlite {
    /// The shelf in a folder; where it may be written it is made if there is none.
    pub fn open(folder: &Path, writes: bool) -> Result<Sqlite, ShelfError> {
        let file = folder.join(FILE);
        if writes {
            std::fs::create_dir_all(folder).map_err(|e| match e.kind() {
                std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => ShelfError::ReadOnly,
                _ => ShelfError::Failed(e.to_string()),
            })?;
        } else if !file.exists() {
            return Err(ShelfError::Missing);
        }
        let access = if writes {
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE
        } else {
            OpenFlags::SQLITE_OPEN_READ_ONLY
        };
        let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        // A link in the path to the folder is the user's own; one in place of the file is not.
        let file = std::fs::canonicalize(folder).map_err(|e| ShelfError::Failed(e.to_string()))?.join(FILE);
        let opened = Connection::open_with_flags(&file, flags).map_err(told).and_then(|connection| {
            let mut shelf = Sqlite { connection, run: None };
            shelf.harden()?;
            if writes {
                shelf.make()?
            } else {
                shelf.look()?
            }
            Ok(shelf)
        });
        match opened {
            // In a folder that may not be written a reader can make no index of the journal. Nobody writes there then.
            Err(ShelfError::ReadOnly | ShelfError::Failed(_)) if !writes => Sqlite::open_unchanging(&file),
            Err(ShelfError::Failed(_)) if file.exists() && !may_write(&file) => Err(ShelfError::ReadOnly),
            other => other,
        }
    }

    /// Removes the files of the shelf in a folder, whatever is in them.
    pub fn remove(folder: &Path) -> Result<(), ShelfError> {
        if !folder.join(FILE).exists() {
            return Err(ShelfError::Missing);
        }
        for end in ["", "-wal", "-shm", "-journal"] {
            match std::fs::remove_file(folder.join(format!("{FILE}{end}"))) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(ShelfError::Failed(error.to_string()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The shelf in a file that nobody writes.
    fn open_unchanging(file: &Path) -> Result<Sqlite, ShelfError> {
        let mut name = String::from("file:");
        for byte in file.as_os_str().as_encoded_bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => name.push(char::from(*byte)),
                _ => name.push_str(&format!("%{byte:02X}")),
            }
        }
        name.push_str("?immutable=1");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_NOFOLLOW
            | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(name, flags).map_err(told)?;
        let mut shelf = Sqlite { connection, run: None };
        shelf.harden()?;
        shelf.look()?;
        Ok(shelf)
    }

    /// Nothing that the file says of itself is executed or believed.
    fn harden(&mut self) -> Result<(), ShelfError> {
        let c = &self.connection;
        c.busy_timeout(tuning::BUSY_TIME.get()).map_err(told)?;
        c.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true).map_err(told)?;
        c.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false).map_err(told)?;
        c.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).map_err(told)?;
        c.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false).map_err(told)?;
        let most = i32::try_from(tuning::ENTRY_BYTES.get().saturating_add(1 << 12)).unwrap_or(i32::MAX);
        c.set_limit(Limit::SQLITE_LIMIT_LENGTH, most).map_err(told)?;
        c.pragma_update(None, "cell_size_check", true).map_err(told)?;
        c.pragma_update(None, "mmap_size", 0).map_err(told)
    }

    /// Makes the tables, if the file is new.
    fn make(&mut self) -> Result<(), ShelfError> {
        if self.is_new()? {
            // These have to be said before anything is in the file.
            self.connection.pragma_update(None, "auto_vacuum", "INCREMENTAL").map_err(told)?;
            let mode =
                self.connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
            // Whoever comes second finds the file being changed; it changes nothing for him.
            if let Err(error) = mode.map_err(told)
                && error != ShelfError::Busy
            {
                return Err(error);
            }
            let begun = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(told)?;
            let tables: i64 =
                begun.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(told)?;
            if tables == 0 {
                begun.execute_batch(&format!("{ENTRIES}; {RUNS}; INSERT INTO runs VALUES (0)")).map_err(told)?;
                begun.pragma_update(None, "application_id", APPLICATION).map_err(told)?;
                begun.pragma_update(None, "user_version", VERSION).map_err(told)?;
            }
            begun.commit().map_err(told)?;
        }
        self.look()?;
        // After a power failure the last batches may be gone, the file is whole.
        self.connection.pragma_update(None, "synchronous", "NORMAL").map_err(told)
    }

    fn is_new(&mut self) -> Result<bool, ShelfError> {
        let tables = self.connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0));
        let version = self.connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0));
        Ok(tables.map_err(told)? == 0 && version.map_err(told)? == 0)
    }

    /// Is it a store of this version, with the tables of one and nothing else?
    fn look(&mut self) -> Result<(), ShelfError> {
        let number = |name: &str| self.connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        let (application, version) = (number("application_id").map_err(told)?, number("user_version").map_err(told)?);
        if application != APPLICATION {
            return Err(ShelfError::Other("another program's file".into()));
        }
        if version != VERSION {
            return Err(ShelfError::Other(format!("version {version}")));
        }
        let mut query = self.connection.prepare("SELECT sql FROM sqlite_schema ORDER BY name").map_err(told)?;
        let found = query.query_map([], |row| row.get::<_, Option<String>>(0)).map_err(told)?;
        let found: Vec<Option<String>> = found.take(3).collect::<Result<_, _>>().map_err(told)?;
        let wanted = [Some(ENTRIES.to_owned()), Some(RUNS.to_owned())];
        if found == wanted { Ok(()) } else { Err(ShelfError::Other("other tables".into())) }
    }

    /// Lets the file grow to so many pages only, so that tests need no full disk.
    #[cfg(test)]
    pub(crate) fn bound(&mut self, pages: u32) {
        let set = self.connection.pragma_update_and_check(None, "max_page_count", pages, |row| row.get::<_, i64>(0));
        assert!(set.is_ok());
    }

    /// Bytes of what is in use.
    fn bytes(&self) -> Result<u64, ShelfError> {
        let number =
            |name: &str| self.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(told);
        let pages = number("page_count")?.saturating_sub(number("freelist_count")?);
        Ok(u64::try_from(pages.saturating_mul(number("page_size")?)).unwrap_or(0))
    }
}

impl Shelf for Sqlite {
    fn get(&mut self, kind: u8, key: &Key) -> Result<Option<Kept>, ShelfError> {
        let text = "SELECT value, used FROM entries WHERE kind = ?1 AND key = ?2";
        let mut query = self.connection.prepare_cached(text).map_err(told)?;
        let found = query.query_row(params![kind, key.bytes()], |row| {
            // What is of another type was not written by us; it fails the checksum.
            let value = row.get_ref(0)?.as_blob().unwrap_or_default().to_vec();
            Ok(Kept { value, used: row.get::<_, i64>(1).map_or(0, |used| used.max(0) as u64) })
        });
        found.optional().map_err(told)
    }

    fn put(&mut self, entries: &[Entry], used: &[(u8, Key)]) -> Result<u64, ShelfError> {
        let known = self.run;
        let begun = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(told)?;
        let run = match known {
            Some(run) => run,
            None => {
                begun.execute("UPDATE runs SET number = number + 1", []).map_err(told)?;
                begun.query_row("SELECT max(number) FROM runs", [], |row| row.get::<_, i64>(0)).map_err(told)?.max(0)
                    as u64
            }
        };
        {
            let now = i64::try_from(run).unwrap_or(i64::MAX);
            let mut insert =
                begun.prepare_cached("INSERT OR REPLACE INTO entries VALUES (?1, ?2, ?3, ?4)").map_err(told)?;
            for entry in entries {
                insert.execute(params![entry.kind, entry.key.bytes(), now, entry.value]).map_err(told)?;
            }
            let mut note =
                begun.prepare_cached("UPDATE entries SET used = ?1 WHERE kind = ?2 AND key = ?3").map_err(told)?;
            for (kind, key) in used {
                note.execute(params![now, kind, key.bytes()]).map_err(told)?;
            }
        }
        begun.commit().map_err(told)?;
        self.run = Some(run);
        Ok(run)
    }

    fn runs(&mut self) -> Result<u64, ShelfError> {
        let found = self.connection.query_row("SELECT max(number) FROM runs", [], |row| row.get::<_, Option<i64>>(0));
        Ok(found.map_err(told)?.unwrap_or(0).max(0) as u64)
    }

    fn evict(&mut self, limit: u64) -> Result<u64, ShelfError> {
        if self.bytes()? <= limit {
            return Ok(0);
        }
        let wanted = limit / 100 * tuning::EVICTED_TO.get();
        let mut gone = 0;
        loop {
            let begun = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(told)?;
            let text = "DELETE FROM entries WHERE (kind, key) IN \
                        (SELECT kind, key FROM entries ORDER BY used, key LIMIT ?1)";
            let count = begun.execute(text, params![tuning::EVICTED_AT_ONCE.get()]).map_err(told)?;
            begun.commit().map_err(told)?;
            gone += count as u64;
            if count == 0 || self.bytes()? <= wanted {
                break;
            }
        }
        // Each step of the statement gives a page back.
        let mut vacuum = self.connection.prepare("PRAGMA incremental_vacuum").map_err(told)?;
        let mut rows = vacuum.query([]).map_err(told)?;
        while rows.next().map_err(told)?.is_some() {}
        drop(rows);
        drop(vacuum);
        // Who else reads keeps the journal; then the next one does this.
        let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        Ok(gone)
    }

    fn usage(&mut self) -> Result<Usage, ShelfError> {
        let text = "SELECT kind, count(*), total(length(value)) FROM entries GROUP BY kind ORDER BY kind";
        let mut query = self.connection.prepare(text).map_err(told)?;
        let rows = query.query_map([], |row| {
            let (kind, count, bytes): (i64, i64, f64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok((u8::try_from(kind).unwrap_or(u8::MAX), count.max(0) as u64, bytes.max(0.0) as u64))
        });
        let kinds = rows.map_err(told)?.collect::<Result<_, _>>().map_err(told)?;
        drop(query);
        Ok(Usage { kinds, size: self.bytes()?, runs: self.runs()? })
    }

    fn each(&mut self, look: &mut Look<'_>) -> Result<(), ShelfError> {
        let whole = self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        match whole.map_err(told)? {
            fine if fine == "ok" => {}
            what => return Err(ShelfError::Damaged(what)),
        }
        let mut query = self.connection.prepare("SELECT kind, key, value FROM entries").map_err(told)?;
        let mut rows = query.query([]).map_err(told)?;
        while let Some(row) = rows.next().map_err(told)? {
            let kind = row.get::<_, i64>(0).ok().and_then(|kind| u8::try_from(kind).ok()).unwrap_or(u8::MAX);
            let blob = |at| row.get_ref(at).ok().and_then(|value| value.as_blob().ok()).unwrap_or_default();
            look(kind, <[u8; 32]>::try_from(blob(1)).ok().map(Key::from_bytes), blob(2));
        }
        Ok(())
    }
}

fn may_write(file: &Path) -> bool {
    std::fs::OpenOptions::new().append(true).open(file).is_ok()
}

/// What SQLite says, as the rest of this crate has it.
fn told(error: rusqlite::Error) -> ShelfError {
    let text = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
            ShelfError::Busy
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => ShelfError::ReadOnly,
        Some(ErrorCode::DiskFull) => ShelfError::Full,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => ShelfError::Damaged(text),
        // A limit on the size of files is met as a failed write.
        Some(ErrorCode::SystemIoFailure) if text.contains("full") => ShelfError::Full,
        _ => ShelfError::Failed(text),
    }
}
