// A hash map is indexed by a key that may not be there.
// run: check
// verdict: violated
// error: panic at 15
// native: no

use std::collections::{BTreeMap, HashMap, HashSet};

fn main() {
    let mut ages = HashMap::new();
    for (name, age) in [("ann", 31u8), ("bob", 17)] {
        ages.insert(name, age);
    }
    let name = if plica::any() { "bob" } else { "eve" };
    let age = ages[name];
    assert!(age == 17 || age == 0);
    let key: u8 = plica::any_where(|k| *k < 4);
    let mut seen = HashSet::new();
    assert!(seen.insert(key) && !seen.insert(key) && seen.contains(&key));
    let mut counts = BTreeMap::new();
    *counts.entry(key).or_insert(0u32) += 1;
    *counts.entry(2).or_insert(0) += 1;
    assert_eq!(counts.values().sum::<u32>(), 2);
    assert_eq!(counts.first_key_value().unwrap().0, &key.min(2));
}
