//! How the source spells its types, as far as metadata tells.
//!
//! Oblivious to what types are made of. Invariant: no spelling is longer than [`MAX_NAME`] but what metadata names.

use std::fmt::Write;

use super::nodes::{elements, stripped, tag};
use crate::ast::{MdId, MdValue, Module};

/// Longer spellings are left out: only garbled metadata has such.
const MAX_NAME: usize = 300;
/// Pointers to pointers.
const MAX_POINTERS: usize = 60;
/// Scopes around a type.
const MAX_SCOPES: usize = 30;

/// The language of a module, as far as spelling and calling depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SourceLanguage {
    C,
    Cpp,
    Rust,
}

impl SourceLanguage {
    pub fn of(module: &Module) -> SourceLanguage {
        let unit = module.metadata.named(&module.names, "llvm.dbg.cu").first();
        let word = |key| unit.and_then(|&unit| module.md_str(unit, key)).unwrap_or("");
        let name = [word("language"), word("sourceLanguageName")].concat();
        if name.contains("Rust") {
            SourceLanguage::Rust
        } else if name.contains("plus_plus") {
            SourceLanguage::Cpp
        } else {
            SourceLanguage::C
        }
    }
}

/// The name of a structure, a union or an enumeration that has one of its own; `typedef`ed otherwise.
pub(super) fn composite(module: &Module, language: SourceLanguage, id: MdId, typedef: Option<&str>) -> String {
    let own = module.md_str(id, "name").unwrap_or("");
    if own.is_empty() {
        return typedef.unwrap_or("").into();
    }
    if language == SourceLanguage::C {
        let word = match tag(module, id) {
            "union_type" => "union ",
            "enumeration_type" => "enum ",
            _ => "struct ",
        };
        return format!("{word}{own}");
    }
    let mut scopes = Vec::new();
    let mut at = module.md_node(id, "scope");
    while let Some(scope) = at.filter(|_| scopes.len() < MAX_SCOPES) {
        let nameless = match module.md_kind(scope) {
            Some("DINamespace") => "(anonymous namespace)",
            Some("DICompositeType") => "(anonymous)",
            _ => break,
        };
        scopes.push(module.md_str(scope, "name").filter(|n| !n.is_empty()).unwrap_or(nameless));
        at = module.md_node(scope, "scope");
    }
    scopes.reverse();
    scopes.push(own);
    scopes.join("::")
}

/// Of a pointer to what is spelled so; `mark` is `*`, `&` or `&&`.
pub(super) fn pointer(to: &str, mark: &str) -> String {
    let spelled = match to.find(['(', '[']) {
        // To a function or an array; what is a pointer to such already has its parentheses.
        Some(at) if !to.contains("(*") && !to.contains("(&") && !to.contains("(anonymous") => {
            let (before, behind) = to.split_at(at);
            format!("{} ({mark}){behind}", before.trim_end())
        }
        _ if to.ends_with(['*', '&']) => format!("{to}{mark}"),
        _ => format!("{to} {mark}"),
    };
    bounded(spelled)
}

/// Of an array; `count` is 0 where it is not known.
pub(super) fn array(of: &str, count: u64) -> String {
    let count = if count == 0 { String::new() } else { count.to_string() };
    bounded(match of.find('[') {
        Some(at) => format!("{}[{count}]{}", &of[..at], &of[at..]),
        None => format!("{of}[{count}]"),
    })
}

/// Of a function, as it is declared without a name; `typedef` knows names of types that have none.
pub(super) fn function<'m>(
    module: &'m Module,
    language: SourceLanguage,
    id: MdId,
    typedef: &dyn Fn(MdId) -> Option<&'m str>,
) -> String {
    let mut out = String::new();
    for (i, value) in elements(module, id, "types").iter().enumerate() {
        let before = match i {
            0 => "",
            1 => " (",
            _ => ", ",
        };
        let spelled = match value {
            MdValue::Node(ty) => spell(module, language, *ty, typedef),
            _ => "void".into(),
        };
        let _ = write!(out, "{before}{spelled}");
        if out.len() > MAX_NAME {
            return String::new();
        }
    }
    match elements(module, id, "types").len() {
        0 => "void (void)".into(),
        1 => out + " (void)",
        _ => out + ")",
    }
}

/// A type that a function is given: functions among them are not followed.
fn spell<'m>(
    module: &'m Module,
    language: SourceLanguage,
    id: MdId,
    typedef: &dyn Fn(MdId) -> Option<&'m str>,
) -> String {
    let mut marks: Vec<&str> = Vec::new();
    let mut at = Some(id);
    let base = loop {
        let Some(id) = at.and_then(|id| stripped(module, id)) else { break "void".to_string() };
        let mark = match tag(module, id) {
            "pointer_type" => "*",
            "reference_type" => "&",
            "rvalue_reference_type" => "&&",
            "" if module.md_kind(id) == Some("DISubroutineType") => break "(function)".into(),
            "array_type" => break "(array)".into(),
            "structure_type" | "class_type" | "union_type" | "enumeration_type" => {
                break composite(module, language, id, typedef(id));
            }
            _ => break module.md_str(id, "name").unwrap_or("?").into(),
        };
        if let Some(name) = module.md_str(id, "name").filter(|name| !name.is_empty()) {
            break name.into();
        }
        if marks.len() > MAX_POINTERS {
            break String::new();
        }
        marks.push(mark);
        at = module.md_node(id, "baseType");
    };
    if marks.is_empty() {
        return base;
    }
    marks.reverse();
    format!("{base} {}", marks.concat())
}

fn bounded(name: String) -> String {
    if name.len() > MAX_NAME { String::new() } else { name }
}
