//! How numbers, conditions and lists are put into words: the same way in every text that plica writes.
//!
//! Oblivious to what is said. Invariant: what [`shortened`] and [`first`] leave out they say that they do.

/// A number of things, in singular or plural.
pub(crate) fn number(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// How much of a formula is shown, in characters.
const FORMULA: usize = 160;

pub(crate) fn shortened(formula: &str) -> std::borrow::Cow<'_, str> {
    match formula.char_indices().nth(FORMULA) {
        Some((end, _)) => format!("{} …", formula[..end].trim_end()).into(),
        None => formula.into(),
    }
}

/// Items with what stands between them, in lines of about `width` characters where the items allow that.
pub(crate) fn filled(items: &[String], between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let item = format!("{item}{}", if i + 1 < items.len() { between } else { "" });
        match lines.last_mut().filter(|line| line.chars().count() + item.trim_end().chars().count() <= width) {
            Some(line) => line.push_str(&item),
            None => lines.push(item),
        }
    }
    lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    lines
}

/// Conditions that hold together, each so that `and` may stand beside it.
pub(crate) fn conjuncts(conditions: &[String]) -> Vec<String> {
    let alone = conditions.len() == 1;
    let loose = |c: &str| c.contains(" || ") || c.contains(" ? ") || c.starts_with('∀');
    conditions
        .iter()
        .map(|c| if !alone && loose(c) { format!("({})", shortened(c)) } else { shortened(c).into_owned() })
        .collect()
}

/// The first items and how many more there are.
pub(crate) fn first(mut items: Vec<String>, most: usize, more: &str) -> Vec<String> {
    // One item takes no more room than saying that there is one.
    if items.len() > most.saturating_add(1) {
        let left = items.len() - most;
        items.truncate(most);
        items.push(format!("{left} {more}"));
    }
    items
}

/// `when a and b`; nothing if there is no condition. Of many the first are shown.
pub(crate) fn when(conditions: &[String], most: usize) -> String {
    match conditions {
        [] => String::new(),
        _ => format!("when {}", first(conjuncts(conditions), most, "more").join(" and ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_that_bind_less_than_and_have_parentheses() {
        let c = |texts: &[&str]| when(&texts.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>(), 3);
        assert_eq!(c(&[]), "");
        assert_eq!(c(&["a || b"]), "when a || b");
        assert_eq!(c(&["a || b", "c == 1", "∀τ < κ. d"]), "when (a || b) and c == 1 and (∀τ < κ. d)");
        assert_eq!(c(&["a", "b", "c", "d"]), "when a and b and c and d");
        assert_eq!(c(&["a", "b", "c", "d", "e"]), "when a and b and c and 2 more");
    }

    #[test]
    fn lists_are_broken_between_items_only() {
        let items: Vec<String> = ["one", "two", "three", "and a long one"].iter().map(|t| (*t).to_owned()).collect();
        assert_eq!(filled(&items, ", ", 10), ["one, two,", "three,", "and a long one"]);
        assert_eq!(filled(&items, ", ", 100), ["one, two, three, and a long one"]);
        assert!(filled(&[], ", ", 10).is_empty());
    }
}
