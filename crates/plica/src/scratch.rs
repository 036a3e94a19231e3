//! The folder for everything temporary, and the end of whatever plica has started: what is done when the process ends.
//!
//! Oblivious to what is in the folder and to what was started. Invariant: after [`Scratch::end`] neither is left.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// The folder, which goes away with this.
pub(crate) struct Scratch(Option<TempDir>);

impl Scratch {
    /// Makes the folder. All temporary files of this process, and of those that it starts, are made in it from now on.
    /// If it cannot be made, whoever needs one will say so.
    pub fn make() -> Scratch {
        let folder = tempfile::Builder::new().prefix("plica-").tempdir().ok();
        if let Some(folder) = &folder {
            let _ = FOLDER.set(folder.path().to_path_buf());
            let _ = tempfile::env::override_temp_dir(folder.path());
        }
        Scratch(folder)
    }

    /// Ends all processes that this one has started, with theirs, and removes the folder.
    pub fn end() {
        for child in descendants() {
            // SAFETY: kill takes two integers and touches no memory of ours.
            unsafe { libc::kill(child, libc::SIGKILL) };
        }
        if let Some(folder) = FOLDER.get() {
            // Who was just killed may have made a file meanwhile.
            let again = std::fs::remove_dir_all(folder).is_err() && folder.exists();
            if again {
                std::thread::sleep(std::time::Duration::from_millis(20));
                let _ = std::fs::remove_dir_all(folder);
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Some(folder) = self.0.take() {
            let _ = folder.close();
        }
    }
}

/// All processes with the one that started them.
fn processes() -> Vec<(i32, i32)> {
    let one = |entry: std::fs::DirEntry| {
        let number = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name, in parentheses, may hold anything; state and parent follow.
        let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?;
        Some((number, parent.parse().ok()?))
    };
    std::fs::read_dir(Path::new("/proc")).into_iter().flatten().flatten().filter_map(one).collect()
}

/// The processes that this one has started, and those that they have.
fn descendants() -> Vec<i32> {
    let all = processes();
    let mut found = vec![std::process::id().cast_signed()];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(all.iter().filter(|(_, of)| *of == parent).map(|(number, _)| *number));
        next += 1;
    }
    found.split_off(1)
}

/// Are there threads besides this one?
pub fn has_other_threads() -> bool {
    std::fs::read_dir("/proc/self/task").is_ok_and(|threads| threads.count() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_started_is_found() {
        let mut child = std::process::Command::new("sh").args(["-c", "sleep 60 & wait"]).spawn().unwrap();
        let number = child.id().cast_signed();
        let below = |found: &[i32]| processes().iter().any(|(n, of)| *of == number && found.contains(n));
        let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
        while !below(&descendants()) && std::time::Instant::now() < until {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let found = descendants();
        assert!(found.contains(&number) && below(&found), "{found:?}");
        for process in found.into_iter().filter(|n| *n == number || processes().contains(&(*n, number))) {
            // SAFETY: as above.
            unsafe { libc::kill(process, libc::SIGKILL) };
        }
        child.wait().unwrap();
    }
}
