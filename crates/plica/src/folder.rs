//! Files as plica leaves them on disk: whole or not at all, and nothing that is there already is lost.
//!
//! Oblivious to what is in them. Invariant: a file gets its name when it is written completely; a test case gets a
//! number that no other file has, be it of another program or of a run at the same time; no link is followed that lies
//! in the folder.

use crate::error::UserError;
use crate::native::paths;
use plica_report::{TestCase, write_ktest, write_test_json};
use std::fs::Permissions;
use std::io::{ErrorKind, Result, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tempfile::{Builder, NamedTempFile};

/// A folder for test cases.
pub(crate) struct TestFolder {
    path: PathBuf,
    /// No smaller number is free.
    next: Mutex<usize>,
}

impl TestFolder {
    /// Makes the folder if it is not there, and finds out whether files can be written into it.
    pub fn open(path: &Path) -> std::result::Result<TestFolder, UserError> {
        prepare(path)?;
        let number = |name: &str| -> Option<usize> {
            let digits = name.strip_prefix("test")?.split('.').next()?;
            digits.parse().ok()
        };
        let names = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let last = names.filter_map(|name| number(name.to_str()?)).filter(|n| *n < usize::MAX / 2).max();
        Ok(TestFolder { path: path.to_path_buf(), next: Mutex::new(last.unwrap_or(0) + 1) })
    }

    /// Writes a test case and its JSON twin under the next number; the path of the `.ktest`.
    pub fn write(&self, test: &TestCase) -> std::result::Result<String, UserError> {
        let failed = |path: &Path, error| UserError::new(format!("cannot write `{}`: {error}", path.display()));
        let test = &paths::leave(test, &self.path);
        let mut next = self.next.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        loop {
            let ktest = self.path.join(format!("test{:06}.ktest", *next));
            let twin = ktest.with_extension("json");
            *next += 1;
            // The twin first: who has it has the number.
            match place(&twin, write_test_json(test).as_bytes()) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                written => written.map_err(|error| failed(&twin, error))?,
            }
            match place(&ktest, &write_ktest(test)) {
                Ok(()) => return Ok(ktest.display().to_string()),
                Err(error) => {
                    let _ = std::fs::remove_file(&twin);
                    if error.kind() != ErrorKind::AlreadyExists {
                        return Err(failed(&ktest, error));
                    }
                }
            }
        }
    }
}

/// Makes a folder if it is not there, and finds out whether files can be written into it.
pub fn prepare(folder: &Path) -> std::result::Result<(), UserError> {
    let help = "name a folder that can be written to";
    std::fs::create_dir_all(folder).map_err(|error| {
        UserError::new(format!("cannot make the folder `{}`: {error}", folder.display())).help(help)
    })?;
    draft(folder)
        .map(drop)
        .map_err(|error| UserError::new(format!("cannot write into `{}`: {error}", folder.display())).help(help))
}

/// A file without a name that anyone looks for.
fn draft(folder: &Path) -> Result<NamedTempFile> {
    // As files are made otherwise: what may be read and written is for the mask to say.
    Builder::new().prefix(".plica-").permissions(Permissions::from_mode(0o666)).tempfile_in(folder)
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file that is not there yet; an error if it is.
fn place(file: &Path, bytes: &[u8]) -> Result<()> {
    let mut draft = draft(folder_of(file))?;
    draft.write_all(bytes)?;
    draft.persist_noclobber(file).map(drop).map_err(|failed| failed.error)
}

/// Writes a file that the user named, which takes the place of what is there.
pub fn replace(file: &Path, bytes: &[u8]) -> Result<()> {
    // The user may name a link, a pipe or a terminal: what is behind it is meant.
    let file = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    let before = std::fs::metadata(&file).ok();
    if before.as_ref().is_some_and(|data| !data.is_file()) {
        return std::fs::write(&file, bytes);
    }
    let Ok(mut draft) = draft(folder_of(&file)) else {
        // A file in a folder that nothing can be added to.
        return std::fs::write(&file, bytes);
    };
    draft.write_all(bytes)?;
    if let Some(data) = before {
        let _ = draft.as_file().set_permissions(data.permissions());
    }
    draft.persist(&file).map(drop).map_err(|failed| failed.error)
}

/// Can a file be written? What is in it stays.
pub fn probe(file: &Path) -> Result<()> {
    match std::fs::metadata(file) {
        Ok(data) if data.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(data) if !data.is_file() => Ok(()),
        Ok(_) => std::fs::OpenOptions::new().append(true).open(file).map(drop),
        Err(_) => draft(folder_of(file)).map(drop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn numbers_continue_behind_what_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        std::fs::write(path.join("test000007.ktest"), "of another program").unwrap();
        std::fs::write(path.join("test000002.ptr.err"), "of KLEE").unwrap();
        let file = TestFolder::open(path).unwrap().write(&TestCase::default()).unwrap();
        assert_eq!(file, path.join("test000008.ktest").display().to_string());
        assert_eq!(std::fs::read_to_string(path.join("test000007.ktest")).unwrap(), "of another program");
        assert_eq!(names(path).len(), 4, "{:?}", names(path));
    }

    #[test]
    fn two_runs_into_one_folder_keep_their_tests() {
        let folder = tempfile::tempdir().unwrap();
        let runs = [TestFolder::open(folder.path()).unwrap(), TestFolder::open(folder.path()).unwrap()];
        std::thread::scope(|scope| {
            for run in &runs {
                scope.spawn(|| (0..50).for_each(|_| drop(run.write(&TestCase::default()).unwrap())));
            }
        });
        let names = names(folder.path());
        assert_eq!(names.len(), 200, "{names:?}");
        assert!(names.iter().all(|name| name.starts_with("test")));
    }

    #[test]
    fn links_in_the_folder_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let precious = folder.path().join("precious");
        std::fs::write(&precious, "as it was").unwrap();
        let tests = folder.path().join("tests");
        let open = TestFolder::open(&tests).unwrap();
        for name in ["test000001.ktest", "test000002.json"] {
            std::os::unix::fs::symlink(&precious, tests.join(name)).unwrap();
        }
        let file = open.write(&TestCase::default()).unwrap();
        assert!(file.ends_with("test000003.ktest"), "{file}");
        assert_eq!(std::fs::read_to_string(precious).unwrap(), "as it was");
        assert!(!tests.join("test000001.json").exists());
    }

    #[test]
    fn a_file_that_the_user_named_is_replaced_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tree.json");
        std::fs::write(&file, "old").unwrap();
        probe(&file).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
        replace(&file, b"new").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(names(folder.path()), ["tree.json"]);
        assert!(probe(&folder.path().join("no/such")).is_err());
    }
}
