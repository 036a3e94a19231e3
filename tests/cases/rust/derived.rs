// Versions are compared, hashed and sorted field by field.
// run: check
// verdict: holds
// native: no

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, plica::Arbitrary)]
struct Version {
    major: u8,
    minor: u8,
}

fn hash(version: &Version) -> u64 {
    let mut hasher = DefaultHasher::new();
    version.hash(&mut hasher);
    hasher.finish()
}

fn main() {
    let (a, b): (Version, Version) = (plica::any(), plica::any());
    assert!(a.major >= b.major || a < b);
    let fixed = Version { major: 1, minor: 2 };
    assert_eq!(hash(&fixed), hash(&fixed.clone()));
    let mut both = [a, b];
    both.sort_by_key(|v| std::cmp::Reverse(*v));
    assert!(both[0] >= both[1]);
}
