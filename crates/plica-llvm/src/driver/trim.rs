//! Leaves out of the text of a module what nothing leads to: a Rust program comes with a large part of its standard
//! library, and with what debug information says of that.
//!
//! Works on lines, as LLVM's printer writes them: every function, variable and piece of metadata begins one. Oblivious
//! to what they mean. Invariant: what is kept mentions nothing that is left out; text that LLVM's printer did not write
//! comes out as it is.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;

/// What becomes of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// It is kept if something leads to it, or if it is seen from outside of the module.
    AsItIs,
    /// It is kept only if something leads to it.
    Inner,
    /// It is kept in any case: what takes the place of others leads to it.
    Kept,
    /// It is not executed as it is: only its head is kept.
    Cut,
    /// It begins with a call of [`ANNOUNCEMENT`].
    Announced,
}

/// The function that is called first where a function is announced.
pub const ANNOUNCEMENT: &str = "plica_rust_panics";

/// Something that others mention: lines of the text.
struct Entity<'t> {
    /// A variable, function or alias: its name as it is written, with quotes.
    name: Option<&'t str>,
    /// The line that has what it is called, and the lines of its body behind that.
    head: Cow<'t, str>,
    body: Range<usize>,
    kept: bool,
    treatment: Treatment,
}

impl Entity<'_> {
    fn is_function(&self) -> bool {
        self.head.starts_with("define ")
    }

    /// Does others' leading to it not matter? It is seen from outside of the module, or is to be kept.
    fn is_root(&self) -> bool {
        let local = |word: &str| matches!(word, "internal" | "private" | "linkonce_odr" | "available_externally");
        let used = |name: &str| name == "llvm.used" || name == "llvm.compiler.used";
        self.treatment == Treatment::Kept
            || self.is_function() && self.treatment == Treatment::AsItIs && !self.head.split(' ').take(4).any(local)
            || self.name.is_some_and(used)
    }
}

/// The module without what its roots do not lead to.
pub(super) fn trim(text: &str, treatment: impl Fn(&str) -> Treatment) -> String {
    let mut module = Module { text, ..Module::default() };
    module.read(treatment);
    let mut work: Vec<usize> = (0..module.entities.len()).filter(|&i| module.entities[i].is_root()).collect();
    while let Some(i) = work.pop() {
        let entity = &mut module.entities[i];
        if std::mem::replace(&mut entity.kept, true) {
            continue;
        }
        let body = &text[entity.body.clone()];
        let is_cut = entity.treatment == Treatment::Cut;
        module.mentions(&module.entities[i].head, &mut work);
        if !is_cut {
            module.mentions(body, &mut work);
        }
    }
    module.written()
}

#[derive(Default)]
struct Module<'t> {
    text: &'t str,
    entities: Vec<Entity<'t>>,
    names: FxHashMap<&'t str, usize>,
    metadata: FxHashMap<u64, usize>,
}

impl<'t> Module<'t> {
    fn read(&mut self, treatment: impl Fn(&str) -> Treatment) {
        let text = self.text;
        let mut at = 0;
        while at < text.len() {
            let end = line_end(text, at);
            let line = &text[at..end];
            let first = line.as_bytes().first();
            let mut body = end..end;
            if line.starts_with("define ") && line.ends_with("{\n") {
                // A body ends with a brace of its own.
                let close = text[end..].find("\n}\n").map_or(text.len(), |found| end + found + 3);
                body = end..close;
            }
            let index = self.entities.len();
            let name = match first {
                Some(b'@') => name_at(line, 1),
                Some(b'd') => line.find('@').and_then(|sign| name_at(line, sign + 1)),
                _ => None,
            };
            if let Some(name) = name {
                self.names.insert(name, index);
            }
            let number = (first == Some(&b'!')).then(|| number_at(line, 1)).flatten();
            if let Some(number) = number {
                self.metadata.insert(number, index);
            }
            at = body.end;
            // Types, attributes and the like are few; comments are nobody's.
            let kept = name.is_none() && number.is_none() && !line.starts_with(';');
            let treatment = match name {
                Some(name) if line.starts_with("define ") => treatment(name.trim_matches('"')),
                _ => Treatment::AsItIs,
            };
            self.entities.push(Entity { name, head: stripped(line), body, kept, treatment });
        }
    }

    /// Puts what a piece of text mentions on the list of what is to be kept.
    fn mentions(&self, text: &str, work: &mut Vec<usize>) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let found = match bytes[at] {
                b'@' => name_at(text, at + 1).map(|name| (name.len(), self.names.get(name))),
                b'!' => number_at(text, at + 1).map(|number| (1, self.metadata.get(&number))),
                // A text: `"` does not occur in one.
                b'"' => {
                    at += 1 + text[at + 1..].find('"').unwrap_or(0);
                    None
                }
                // A comment, which names what is called.
                b';' => {
                    at = line_end(text, at) - 1;
                    None
                }
                _ => None,
            };
            at += 1;
            if let Some((length, entity)) = found {
                at += length;
                work.extend(entity.filter(|&&i| !self.entities[i].kept));
            }
        }
    }

    fn written(&self) -> String {
        let mut out = String::new();
        let mut announced = false;
        for entity in self.entities.iter().filter(|entity| entity.kept) {
            match &*entity.head {
                // Its list names what is left out too.
                head if head.starts_with("!llvm.dbg.cu ") => self.units(head, &mut out),
                head => out.push_str(head),
            }
            let body = &self.text[entity.body.clone()];
            match entity.treatment {
                Treatment::Cut => out.push_str("  unreachable\n}\n"),
                Treatment::Announced => {
                    // Behind the label of the first block, if it has one.
                    let first = line_end(body, 0);
                    let label = if body.starts_with([' ', '\t']) { 0 } else { first };
                    let (label, rest) = body.split_at(label);
                    out.push_str(&format!("{label}  call void @{ANNOUNCEMENT}()\n{rest}"));
                    announced = true;
                }
                Treatment::AsItIs | Treatment::Inner | Treatment::Kept => out.push_str(body),
            }
        }
        if announced {
            out.push_str(&format!("declare void @{ANNOUNCEMENT}()\n"));
        }
        out
    }

    /// The list of compilation units that are kept.
    fn units(&self, line: &str, out: &mut String) {
        let numbers = line.split(['{', ',', '}']).skip(1).filter_map(|part| number_at(part.trim(), 1));
        let is_kept = |number: &u64| self.metadata.get(number).is_some_and(|&i| self.entities[i].kept);
        let all: Vec<String> = numbers.filter(is_kept).map(|number| format!("!{number}")).collect();
        out.push_str(&format!("!llvm.dbg.cu = !{{{}}}\n", all.join(", ")));
    }
}

/// A line without what would keep much that nobody asks for: what unwinds a function, which panics that end the program
/// do not need, and the lists of all that a compilation unit has.
fn stripped(line: &str) -> Cow<'_, str> {
    let lists = [", globals: !", ", enums: !", ", retainedTypes: !", ", imports: !"];
    let without = |text: &str, mention: &str, is_end: fn(char) -> bool| match text.split_once(mention) {
        Some((before, rest)) => format!("{before}{}", &rest[rest.find(is_end).unwrap_or(rest.len())..]),
        None => text.to_string(),
    };
    if line.starts_with("define ") && line.contains(" personality ptr @") {
        return without(line, " personality ptr @", |c| c == ' ').into();
    }
    if line.contains("!DICompileUnit(") {
        return lists.iter().fold(line.to_string(), |text, list| without(&text, list, |c| !c.is_ascii_digit())).into();
    }
    line.into()
}

/// Behind the line that this byte is in.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |length| at + length + 1)
}

/// A name behind a sign, with its quotes if it has some.
fn name_at(text: &str, at: usize) -> Option<&str> {
    let rest = &text[at..];
    let length = match rest.strip_prefix('"') {
        Some(quoted) => quoted.find('"')? + 2,
        None => rest.find(|c: char| !(c.is_ascii_alphanumeric() || "._$-".contains(c))).unwrap_or(rest.len()),
    };
    (length > 0).then(|| &rest[..length])
}

fn number_at(text: &str, at: usize) -> Option<u64> {
    let rest = text.get(at..)?;
    let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..length].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
; ModuleID = 'a'
%t = type { i64 }
@used_constant = private constant [3 x i8] c\"@x!\", !dbg !7
@\"unused constant\" = private constant [1 x i8] c\"1\"
@llvm.used = appending global [1 x ptr] [ptr @kept_variable]
@kept_variable = internal constant ptr @proof

; Function Attrs: nounwind
define void @main() #0 personality ptr @rust_eh_personality !dbg !3 {
start:
; call unused
  call void @\"with spaces\"()
  call void @cut(ptr @used_constant)
  ret void
}

define internal void @\"with spaces\"() {
  ret void
}

define internal void @cut(ptr %x) {
  call void @only_by_cut()
  ret void
}

define internal void @only_by_cut() {
  ret void
}

define internal void @proof() {
start:
  ret void
}

define void @inner() {
  ret void
}

define internal void @unused() {
  ret void
}

declare void @rust_eh_personality()

attributes #0 = { nounwind }

!llvm.dbg.cu = !{!1, !2}
!1 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !4, globals: !5, enums: !6)
!2 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !5)
!3 = distinct !DISubprogram(name: \"main !5\", unit: !1)
!4 = !DIFile(filename: \"a.rs\", directory: \"/\")
!5 = !{}
!6 = !{!5}
!7 = !{!4}
";

    fn trimmed() -> String {
        trim(TEXT, |name| match name {
            "cut" => Treatment::Cut,
            "proof" => Treatment::Announced,
            "inner" => Treatment::Inner,
            _ => Treatment::AsItIs,
        })
    }

    #[test]
    fn what_nothing_leads_to_is_left_out() {
        let text = trimmed();
        for gone in ["unused", "only_by_cut()", "@inner", "!5 =", "!2 =", "personality", "ModuleID"] {
            assert!(!text.contains(&format!("@{gone}")) && !text.contains(&format!("\n{gone}")), "{gone}:\n{text}");
        }
        assert!(text.contains("!llvm.dbg.cu = !{!1}") && text.contains("file: !4)"), "{text}");
        assert!(text.contains("define internal void @cut(ptr %x) {\n  unreachable\n}"), "{text}");
        assert!(text.contains("@proof() {\nstart:\n  call void @plica_rust_panics()\n"), "{text}");
        assert!(text.contains("with spaces") && text.contains("%t = type") && text.contains("attributes #0"), "{text}");
    }

    #[test]
    fn what_is_kept_mentions_nothing_that_is_left_out() {
        let text = trimmed();
        let mut module = Module { text: &text, ..Module::default() };
        module.read(|_| Treatment::AsItIs);
        let mut names = Vec::new();
        for entity in &module.entities {
            for part in [&*entity.head, &text[entity.body.clone()]] {
                names.extend(part.split('@').skip(1).filter_map(|rest| name_at(rest, 0)).map(str::to_string));
            }
        }
        // `@x` is in a text.
        for name in names.iter().filter(|name| *name != "x") {
            assert!(module.names.contains_key(name.as_str()), "{name}");
        }
        assert!(crate::parse(&text).is_ok());
    }

    #[test]
    fn any_text_is_read() {
        for end in 0..TEXT.len() {
            let _ = trim(&TEXT[..end], |_| Treatment::AsItIs);
        }
        for text in ["", "\n", "define", "define @\n", "@\"", "@\"\n", "!", "!1\n", "define void @f() {\n", "!é = @é\n"]
        {
            let _ = trim(text, |_| Treatment::Announced);
        }
    }
}
