// Versions whose fields are in the wrong order compare wrongly.
// run: check
// verdict: violated
// error: panic at 24
// native: no

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, plica::Arbitrary)]
struct Version {
    minor: u8,
    major: u8,
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
