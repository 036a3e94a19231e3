//! What solvers answer in text: s-expressions, and the values in them.
//!
//! Oblivious to processes. Nothing here recurses: an array value can be thousands of stores deep.

use std::collections::HashMap;

use plica_term::ArrayValue;

/// An s-expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

impl Sexp {
    pub(crate) fn list(&self) -> Option<&[Sexp]> {
        match self {
            Sexp::List(items) => Some(items),
            Sexp::Atom(_) => None,
        }
    }

    pub(crate) fn atom(&self) -> Option<&str> {
        match self {
            Sexp::Atom(text) => Some(text),
            Sexp::List(_) => None,
        }
    }
}

// The derived one would recurse into deep lists.
impl Drop for Sexp {
    fn drop(&mut self) {
        if let Sexp::List(items) = self {
            let mut pending = std::mem::take(items);
            while let Some(mut item) = pending.pop() {
                if let Sexp::List(inner) = &mut item {
                    pending.append(inner);
                }
            }
        }
    }
}

/// Cuts a stream of bytes into the texts of whole s-expressions.
#[derive(Default)]
pub(crate) struct Splitter {
    text: Vec<u8>,
    depth: usize,
    /// The character that ends the string, quoted symbol or comment that we are in.
    within: Option<u8>,
}

impl Splitter {
    /// Takes a byte; returns an expression when it is the one that completes it.
    pub(crate) fn push(&mut self, byte: u8) -> Option<String> {
        match self.within {
            Some(b'\n') => {
                if byte == b'\n' {
                    self.within = None;
                }
                return None;
            }
            Some(end) => {
                self.text.push(byte);
                if byte == end {
                    self.within = None;
                }
                return None;
            }
            None => {}
        }
        match byte {
            b';' => {
                self.within = Some(b'\n');
                None
            }
            b'"' | b'|' => {
                self.within = Some(byte);
                self.text.push(byte);
                None
            }
            b'(' => {
                self.depth += 1;
                self.text.push(byte);
                None
            }
            b')' => {
                self.text.push(byte);
                self.depth = self.depth.saturating_sub(1);
                self.take_if_complete()
            }
            b if b.is_ascii_whitespace() => {
                let complete = self.take_if_complete();
                if complete.is_none() && !self.text.is_empty() {
                    self.text.push(b' ');
                }
                complete
            }
            b => {
                self.text.push(b);
                None
            }
        }
    }

    fn take_if_complete(&mut self) -> Option<String> {
        if self.depth > 0 || self.text.is_empty() {
            return None;
        }
        let text = std::mem::take(&mut self.text);
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}

/// Reads one expression. `None` when parentheses do not match.
pub(crate) fn parse(text: &str) -> Option<Sexp> {
    let mut stack: Vec<Vec<Sexp>> = vec![Vec::new()];
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        match c {
            '(' => stack.push(Vec::new()),
            ')' => {
                let done = stack.pop()?;
                stack.last_mut()?.push(Sexp::List(done));
            }
            c if c.is_whitespace() => {}
            '"' | '|' => {
                let end = chars.by_ref().find(|&(_, d)| d == c)?.0;
                stack.last_mut()?.push(Sexp::Atom(text[start..=end].into()));
            }
            _ => {
                let mut end = start + c.len_utf8();
                while let Some(&(at, d)) = chars.peek() {
                    if d.is_whitespace() || d == '(' || d == ')' {
                        break;
                    }
                    end = at + d.len_utf8();
                    chars.next();
                }
                stack.last_mut()?.push(Sexp::Atom(text[start..end].into()));
            }
        }
    }
    let mut top = stack.pop()?;
    if stack.is_empty() && top.len() == 1 { top.pop() } else { None }
}

/// Reads a bit-vector value: `#x…`, `#b…` or `(_ bvN w)`.
pub(crate) fn bits(value: &Sexp) -> Option<u128> {
    match value {
        Sexp::Atom(text) => match text.as_bytes() {
            [b'#', b'x', ..] => u128::from_str_radix(&text[2..], 16).ok(),
            [b'#', b'b', ..] => u128::from_str_radix(&text[2..], 2).ok(),
            _ => None,
        },
        Sexp::List(items) => match items.as_slice() {
            [head, number, _] if head.atom() == Some("_") => number.atom()?.strip_prefix("bv")?.parse().ok(),
            _ => None,
        },
    }
}

/// Reads an array value: stores over a constant array, with `let` around or within.
pub(crate) fn array(value: &Sexp) -> Option<ArrayValue> {
    let mut names: HashMap<&str, &Sexp> = HashMap::new();
    let mut array = ArrayValue::default();
    let mut at = value;
    // A name is looked up at most as often as there are names, unless it is defined by itself.
    let mut steps = 0usize;
    loop {
        steps += 1;
        if steps > 10_000_000 {
            return None;
        }
        match at {
            Sexp::Atom(name) => at = names.get(name.as_str())?,
            Sexp::List(items) => match items.as_slice() {
                [head, bindings, body] if head.atom() == Some("let") => {
                    for binding in bindings.list()? {
                        let [name, meaning] = binding.list()? else { return None };
                        names.insert(name.atom()?, meaning);
                    }
                    at = body;
                }
                [head, below, index, element] if head.atom() == Some("store") => {
                    array.entries.entry(bits(index)?).or_insert(bits(element)?);
                    at = below;
                }
                [head, default] if head.list()?.first()?.atom() == Some("as") => {
                    array.default = bits(default)?;
                    return Some(array);
                }
                _ => return None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let read = |text: &str| bits(&parse(text).unwrap());
        assert_eq!(read("#xff"), Some(255));
        assert_eq!(read("#b101"), Some(5));
        assert_eq!(read("(_ bv17 32)"), Some(17));
        assert_eq!(read("(foo)"), None);
    }

    #[test]
    fn arrays_with_let_are_read() {
        let text = "(let ((a!1 (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x07) #x01 #x02))) \
                    (store a!1 #x03 #x04))";
        let value = array(&parse(text).unwrap()).unwrap();
        assert_eq!((value.get(1), value.get(3), value.get(9)), (2, 4, 7));
    }

    #[test]
    fn streams_are_cut_into_expressions() {
        let mut splitter = Splitter::default();
        let text = "sat\n((|a b)| #x00)\n  (y ; comment )\n #x01))\nunsat ";
        let all: Vec<String> = text.bytes().filter_map(|b| splitter.push(b)).collect();
        assert_eq!(all.len(), 3, "{all:?}");
        assert_eq!(all[0], "sat");
        assert_eq!(all[2], "unsat");
        assert_eq!(parse(&all[1]).unwrap().list().unwrap().len(), 2);
    }

    #[test]
    fn broken_text_is_refused() {
        for text in ["(", ")", "(a", "a b", "", "|a"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn deep_values_do_not_overflow_the_stack() {
        let depth = 200_000;
        let mut text = String::new();
        for _ in 0..depth {
            text.push_str("(store ");
        }
        text.push_str("((as const X) #x00)");
        for _ in 0..depth {
            text.push_str(" #x01 #x02)");
        }
        assert_eq!(array(&parse(&text).unwrap()).unwrap().get(1), 2);
    }
}
