//! The counters and times of a run.
//!
//! Oblivious to what is counted. Invariant: the names of the design are always present and come first, in its order;
//! whatever else is set follows in the order in which it was first set.

/// One figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stat {
    /// A number of things, or of bytes.
    Count(u64),
    /// A time in seconds.
    Seconds(f64),
}

/// The figures of a run, by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    entries: Vec<(String, Stat)>,
}

impl Default for Stats {
    fn default() -> Self {
        let count = Stat::Count(0);
        let seconds = Stat::Seconds(0.0);
        let entries = [
            ("time_s", seconds),
            ("paths", count),
            ("states", count),
            ("steps", count),
            ("queries", count),
            ("solver_time_s", seconds),
            ("templates", count),
            ("summaries", count),
        ];
        Stats { entries: entries.into_iter().map(|(name, stat)| (name.to_owned(), stat)).collect() }
    }
}

impl Stats {
    /// Sets a number.
    pub fn set_count(&mut self, name: &str, value: u64) {
        self.set(name, Stat::Count(value));
    }

    /// Sets a time. What is not a finite number becomes 0, since JSON has no other.
    pub fn set_seconds(&mut self, name: &str, value: f64) {
        self.set(name, Stat::Seconds(if value.is_finite() { value } else { 0.0 }));
    }

    fn set(&mut self, name: &str, value: Stat) {
        match self.entries.iter_mut().find(|(known, _)| known == name) {
            Some(entry) => entry.1 = value,
            None => self.entries.push((name.to_owned(), value)),
        }
    }

    /// The figure of that name.
    pub fn get(&self, name: &str) -> Option<Stat> {
        self.entries.iter().find(|(known, _)| known == name).map(|entry| entry.1)
    }

    /// The number of that name, 0 if there is none.
    pub fn count(&self, name: &str) -> u64 {
        match self.get(name) {
            Some(Stat::Count(value)) => value,
            _ => 0,
        }
    }

    /// The time of that name in seconds, 0 if there is none.
    pub fn seconds(&self, name: &str) -> f64 {
        match self.get(name) {
            Some(Stat::Seconds(value)) => value,
            _ => 0.0,
        }
    }

    /// All figures in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Stat)> {
        self.entries.iter().map(|(name, stat)| (name.as_str(), *stat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_the_design_come_first_and_others_follow() {
        let mut stats = Stats::default();
        stats.set_count("peak_memory_bytes", 5);
        stats.set_count("paths", 2);
        stats.set_seconds("time_s", f64::NAN);
        let names: Vec<_> = stats.iter().map(|(name, _)| name).collect();
        assert_eq!(
            names,
            [
                "time_s",
                "paths",
                "states",
                "steps",
                "queries",
                "solver_time_s",
                "templates",
                "summaries",
                "peak_memory_bytes"
            ]
        );
        assert_eq!(stats.count("paths"), 2);
        assert_eq!(stats.seconds("time_s"), 0.0);
    }
}
