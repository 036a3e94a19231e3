//! Names of places and symbols for people, without the numbers by which the engine tells them apart.
//!
//! Oblivious to terms and states: names are text. Invariant: what names a place says which bytes of its object are
//! meant, by an index where the object is made of such elements.

/// `size` bytes at an offset in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part<'a> {
    /// The object by its source name; `*p` for what a pointer points to.
    pub object: &'a str,
    /// Its length in bytes, if that is known.
    pub extent: Option<u64>,
    /// Bytes of its natural cell; 0: mixed or unknown.
    pub cell: u32,
    /// Offset in bytes.
    pub off: u64,
    /// Length in bytes.
    pub size: u32,
}

/// `x` for all of an object, `a[3]` for an element, `s+4` for other bytes; `*p`, `p[3]` and `(*p)+4` through a pointer.
pub fn part(p: Part<'_>) -> String {
    let Part { object, extent, cell, off, size } = p;
    let pointer = object.strip_prefix('*');
    if off == 0 && extent == Some(u64::from(size)) {
        return object.to_owned();
    }
    if cell > 0 && cell == size && off.is_multiple_of(u64::from(cell)) {
        return format!("{}[{}]", pointer.unwrap_or(object), off / u64::from(cell));
    }
    match pointer {
        Some(_) => format!("({object})+{off}"),
        None => format!("{object}+{off}"),
    }
}

/// An input's element by its index: the name holds the offset in bytes, `a[12]`, and elements have `size` bytes. Other
/// names stay as they are.
pub fn element(name: &str, size: u32) -> String {
    let inner = name.strip_suffix(']').and_then(|n| n.rsplit_once('['));
    let Some((object, Ok(off))) = inner.map(|(object, off)| (object, off.parse())) else { return name.to_owned() };
    part(Part { object, extent: None, cell: size, off, size })
}

/// A symbol's name without the numbers that say which unit it belongs to and where it is from: `n#2@5` is `n#2`,
/// `x@5.0` is `x`.
pub fn without_unit(name: &str) -> &str {
    let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == ':';
    match name.rsplit_once('@') {
        Some((base, unit)) if unit.starts_with(|c: char| c.is_ascii_digit()) && unit.chars().all(is_number) => base,
        _ => name,
    }
}

/// The name of a place at the head of a loop without the numbers that tell loops apart: `i'0.3.12` is `i'`. Arrays have
/// their brackets where they are read.
pub fn general(name: &str) -> String {
    let name = name.strip_suffix("[]").unwrap_or(name);
    match name.split_once('\'') {
        Some((base, rest)) if rest.chars().all(|c| c.is_ascii_digit() || c == '.') => {
            format!("{}'", base.trim_end_matches("+0").trim_end_matches("[]"))
        }
        _ => name.to_owned(),
    }
}

/// A text that names places, each without the numbers that tell loops apart.
pub fn plain_names(text: &str) -> String {
    let mut out = String::new();
    for (i, part) in text.split('\'').enumerate() {
        if i == 0 {
            out.push_str(part);
            continue;
        }
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbers = rest.starts_with('.') && rest.len() < part.len();
        let end = part.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(part.len());
        out.push_str(if numbers { &part[end..] } else { "'" });
        out.push_str(if numbers { "" } else { part });
    }
    out
}

/// Digits as subscripts: `κ12` is `κ₁₂`.
pub fn subscript(text: &str) -> String {
    let digit = |c: char| c.to_digit(10).and_then(|d| char::from_u32(0x2080 + d));
    text.chars().map(|c| digit(c).unwrap_or(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_objects() {
        let name = |object, extent, cell, off, size| part(Part { object, extent, cell, off, size });
        assert_eq!(name("g", Some(4), 4, 0, 4), "g");
        assert_eq!(name("a", Some(16), 4, 12, 4), "a[3]");
        assert_eq!(name("a", Some(16), 4, 0, 4), "a[0]");
        // A symbolic size.
        assert_eq!(name("a", None, 1, 3, 1), "a[3]");
        // A structure of mixed fields, a part of an element, and one that lies across elements.
        assert_eq!(name("s", Some(16), 0, 0, 4), "s+0");
        assert_eq!(name("s", Some(16), 0, 4, 8), "s+4");
        assert_eq!(name("a", Some(16), 4, 4, 1), "a+4");
        assert_eq!(name("a", Some(16), 4, 2, 4), "a+2");
        // Through a pointer.
        assert_eq!(name("*p", Some(4), 4, 0, 4), "*p");
        assert_eq!(name("*p", Some(16), 4, 8, 4), "p[2]");
        assert_eq!(name("*p", Some(16), 0, 8, 4), "(*p)+8");
    }

    #[test]
    fn elements_have_an_index() {
        assert_eq!(element("a[12]", 4), "a[3]");
        assert_eq!(element("text[12]", 1), "text[12]");
        assert_eq!(element("a[3]", 4), "a+3");
        assert_eq!(element("m[1][8]", 8), "m[1][1]");
        assert_eq!(element("*p[8]", 4), "p[2]");
        for other in ["n", "g.x", "a[]", "a[κ0]", "argv[1]x", "]"] {
            assert_eq!(element(other, 4), other);
        }
    }

    #[test]
    fn places_in_refusals_have_their_names_only() {
        let text = "count: depends on q[]'13.0.0.8[cell 0], which is `x'`";
        assert_eq!(plain_names(text), "count: depends on q[][cell 0], which is `x'`");
        assert_eq!(plain_names("n'0.0.6, and 'a'"), "n, and 'a'");
    }

    #[test]
    fn units_are_not_named() {
        assert_eq!(without_unit("n#2@5"), "n#2");
        assert_eq!(without_unit("a#1[12]@31"), "a#1[12]");
        assert_eq!(without_unit("x@5.0"), "x");
        assert_eq!(without_unit("uninit7+8@3:4"), "uninit7+8");
        assert_eq!(without_unit("undef#3@1.7"), "undef#3");
        for other in ["me@home", "me@", "@.", "me@.1"] {
            assert_eq!(without_unit(other), other);
        }
    }
}
