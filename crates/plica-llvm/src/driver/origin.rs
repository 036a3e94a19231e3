//! Where IR comes from: what only the compilation knows of it, and the line with which a file of IR says so.
//!
//! `plica lower` writes the line, as a comment at the beginning of the file. LLVM's tools drop comments, so what one of
//! them has rewritten does not say any more that it is as written. Oblivious to what the IR says. Invariant: what
//! [`Origin::line`] writes [`Origin::of`] reads.

/// A language that is compiled to IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
    /// Rust.
    Rust,
}

const LANGUAGES: [(Language, &str); 3] = [(Language::C, "c"), (Language::Cxx, "c++"), (Language::Rust, "rust")];

/// What is known of IR that plica had compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// What the program is written in.
    pub language: Language,
    /// Is it known that nothing was optimised?
    pub as_written: bool,
    /// Rules of the language that clang was asked to check.
    pub rules: Vec<String>,
}

/// How the line begins.
const MARK: &str = "; plica lower: ";

impl Origin {
    /// The line that says it.
    pub fn line(&self) -> String {
        let language = LANGUAGES.iter().find(|known| known.0 == self.language).map_or("", |known| known.1);
        let as_written = if self.as_written { "yes" } else { "no" };
        format!("{MARK}language={language} as-written={as_written} rules={}\n", self.rules.join(","))
    }

    /// What the first line of a text says, if it says it.
    pub fn of(text: &str) -> Option<Origin> {
        let mut origin = Origin { language: Language::C, as_written: false, rules: Vec::new() };
        for word in text.lines().next()?.strip_prefix(MARK)?.split_whitespace() {
            match word.split_once('=')? {
                ("language", name) => origin.language = LANGUAGES.iter().find(|known| known.1 == name)?.0,
                ("as-written", answer) => origin.as_written = answer == "yes",
                ("rules", list) => {
                    origin.rules = list.split(',').filter(|rule| !rule.is_empty()).map(str::to_owned).collect();
                }
                _ => return None,
            }
        }
        Some(origin)
    }

    /// Whether uses of this rule are checked, or cannot break it.
    pub fn answers_for(&self, rule: &str) -> bool {
        // rustc has checks of its own.
        self.language == Language::Rust || self.rules.iter().any(|own| own == rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_known() {
        for (language, _) in LANGUAGES {
            for rules in [vec![], vec!["builtin".to_owned(), "array-bounds".to_owned()]] {
                let origin = Origin { language, as_written: rules.is_empty(), rules };
                assert_eq!(Origin::of(&(origin.line() + "define i32 @main() {")), Some(origin));
            }
        }
        assert_eq!(Origin::of("; ModuleID = 'a.c'\n"), None);
        assert_eq!(Origin::of(""), None);
        assert_eq!(Origin::of("; plica lower: language=fortran as-written=yes rules=\n"), None);
        assert_eq!(Origin::of("; plica lower: something else\n"), None);
    }
}
