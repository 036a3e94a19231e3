//! How much memory a run may take when nobody says: a part of what the machine, and the control group that plica runs
//! in, have left.
//!
//! Oblivious to the run. Both versions of control groups are known; where nothing can be found out there is no bound.

use std::path::{Path, PathBuf};

/// The part that a run may take: solvers may take more for a moment than is noticed in time.
const NUMERATOR: u64 = 3;
const DENOMINATOR: u64 = 4;

/// The bound for a run that is given none.
pub fn default_limit() -> Option<u64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let group = left_in_groups(Path::new("/sys/fs/cgroup"), &groups);
    let left = machine(&std::fs::read_to_string("/proc/meminfo").unwrap_or_default()).into_iter().chain(group).min()?;
    Some(left / DENOMINATOR * NUMERATOR)
}

/// What can be had without paging out, by `/proc/meminfo`.
fn machine(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// What is left in the tightest of the control groups that `/proc/self/cgroup` names, and of those around them.
fn left_in_groups(root: &Path, groups: &str) -> Option<u64> {
    let mut least: Option<u64> = None;
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let (base, files) = match controllers {
            "" => (root.to_path_buf(), ["memory.max", "memory.current", "inactive_file "]),
            c if c.split(',').any(|c| c == "memory") => {
                let files = ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "];
                (root.join("memory"), files)
            }
            _ => continue,
        };
        // In a container the path may be the one outside of it, so that only the root is there.
        let mut at: PathBuf = base.join(path.trim_start_matches('/'));
        loop {
            least = least.into_iter().chain(left(&at, files)).min();
            if at == base || !at.pop() {
                break;
            }
        }
    }
    least
}

/// What is left in a control group. What the kernel can drop counts as free.
fn left(group: &Path, [limit, used, droppable]: [&str; 3]) -> Option<u64> {
    let number = |file: &str| std::fs::read_to_string(group.join(file)).ok()?.trim().parse::<u64>().ok();
    let stat = std::fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let cached = stat.lines().find_map(|line| line.strip_prefix(droppable)?.trim().parse::<u64>().ok());
    let used = number(used).unwrap_or(0).saturating_sub(cached.unwrap_or(0));
    // "max", or a number larger than any memory, is no limit.
    let limit = number(limit).filter(|l| *l < 1 << 60)?;
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, files: &[(&str, &str)]) {
        std::fs::create_dir_all(folder).unwrap();
        files.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
    }

    #[test]
    fn the_tightest_group_of_version_two_counts() {
        let root = tempfile::tempdir().unwrap();
        let stat = "anon 5\ninactive_file 20\n";
        write(root.path(), &[("memory.max", "max\n")]);
        let outer = root.path().join("a");
        write(&outer, &[("memory.max", "1000\n"), ("memory.current", "300\n"), ("memory.stat", stat)]);
        write(&outer.join("b"), &[("memory.max", "5000\n"), ("memory.current", "0\n")]);
        assert_eq!(left_in_groups(root.path(), "0::/a/b\n"), Some(720));
        assert_eq!(left_in_groups(root.path(), "0::/elsewhere\n"), None);
    }

    #[test]
    fn groups_of_version_one_count() {
        let root = tempfile::tempdir().unwrap();
        let files = [("memory.limit_in_bytes", "1500\n"), ("memory.usage_in_bytes", "500\n")];
        write(&root.path().join("memory"), &files);
        let groups = "5:cpu,cpuacct:/docker/x\n4:memory:/docker/x\n";
        assert_eq!(left_in_groups(root.path(), groups), Some(1000));
        let none = [("memory.limit_in_bytes", "9223372036854771712\n")];
        write(&root.path().join("memory"), &none);
        assert_eq!(left_in_groups(root.path(), groups), None);
    }

    #[test]
    fn the_machine_says_what_is_available() {
        assert_eq!(machine("MemTotal: 99 kB\nMemAvailable:      12 kB\n"), Some(12 << 10));
        assert_eq!(machine("MemTotal: 99 kB\n"), None);
        assert!(default_limit().is_some());
    }
}
