//! The rules of the house that a machine can check: layers, who implements whose traits, the architecture page, names,
//! file headers and sizes.
//!
//! Oblivious to what the crates do. Invariant: every failure names the file and says what is wanted of it; an exception
//! that is no longer needed is a failure too.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

#[path = "house/constants.rs"]
mod constants;
#[path = "house/source.rs"]
mod source;
#[path = "house/symbols.rs"]
mod symbols;

use source::{Source, is_part_of_name, name_at, offered};
use symbols::{marks_asked_for, names_asked_about};

/// The crates from the top to the bottom (design, section 9): a crate may depend on those below it only.
const LAYERS: &[&str] = &[
    "plica",
    "plica-report",
    "plica-templates",
    "plica-summaries",
    "plica-replay",
    "plica-explore",
    "plica-exec",
    "plica-tree",
    "plica-smt",
    "plica-term",
    "plica-llvm",
    "plica-ir",
    "plica-store",
    "plica-stable",
    "plica-tuning",
];

/// Pairs of which neither may know the other, although their order would allow it, and why.
const STRANGERS: &[(&str, &str, &str)] = &[
    ("plica-templates", "plica-summaries", "the research lines meet only in the tree and in the driver"),
    ("plica-templates", "plica-replay", "the research lines meet only in the tree and in the driver"),
    ("plica-summaries", "plica-replay", "the research lines meet only in the tree and in the driver"),
    ("plica-tree", "plica-smt", "the tree holds evidence, it does not ask"),
    ("plica-exec", "plica-smt", "the stepper names alternatives, it does not ask which are feasible"),
    ("plica-smt", "plica-llvm", "the solver pipeline knows terms only"),
    ("plica-smt", "plica-ir", "the solver pipeline knows terms only"),
    ("plica-term", "plica-llvm", "terms know nothing of programs"),
    ("plica-term", "plica-ir", "terms know nothing of programs"),
];

/// Crates of others that only one of ours may name.
const FENCED: &[(&str, &str)] = &[
    ("z3", "plica-smt"),
    ("z3-sys", "plica-smt"),
    ("bitwuzla-sys", "plica-smt"),
    ("clap", "plica"),
    ("annotate-snippets", "plica-report"),
    ("siphasher", "plica-stable"),
    ("rusqlite", "plica-store"),
    ("blake3", "plica-store"),
];

const LONGEST_FILE: usize = 1000;
const LONGEST_FUNCTION: usize = 100;
const WIDEST_COMMENT: usize = 120;

/// Functions that may be longer, and why: file, function, reason.
const LONG_FUNCTIONS: &[(&str, &str, &str)] = &[];

/// Names of types that several crates offer, and why.
const SHARED_NAMES: &[(&str, &str)] = &[];

/// Every trait of ours, and the crates that may implement it: the directions in which control goes back up through the
/// layers. Tests may implement any.
const TRAITS: &[(&str, &[&str])] = &[
    ("AnswerStore", &["plica"]),
    ("TreeStore", &["plica"]),
    ("Backend", &["plica-smt"]),
    ("ByteDecoder", &["plica-stable", "plica-term"]),
    ("ByteEncoder", &["plica-smt", "plica-stable", "plica-term"]),
    ("CallDecider", &["plica-summaries"]),
    ("Calls", &["plica-explore"]),
    ("ConditionDecoder", &["plica-stable", "plica-term"]),
    ("ConditionEncoder", &["plica-stable", "plica-term"]),
    ("CoverageView", &["plica-explore", "plica-tree"]),
    ("Decode", &["plica-exec", "plica-stable", "plica-term", "plica-tree"]),
    ("Digits", &["plica-exec"]),
    ("Encode", &["plica-exec", "plica-stable", "plica-term", "plica-tree"]),
    ("Fold", &["plica-templates"]),
    ("Labels", &["plica-tree"]),
    ("Listener", &["plica", "plica-explore"]),
    ("Number", &["plica-smt", "plica-tuning"]),
    ("Oracle", &["plica-explore", "plica-summaries"]),
    ("Pooled", &["plica-smt"]),
    ("Progress", &["plica"]),
    ("Reach", &["plica-explore", "plica-summaries"]),
    ("Replay", &["plica-replay"]),
    ("Scoped", &["plica-explore", "plica-templates"]),
    ("Search", &["plica-tree"]),
    ("Shelf", &["plica-store"]),
    ("Sink", &["plica-smt"]),
    ("SourceProvider", &["plica-report"]),
    ("Summaries", &["plica-summaries"]),
    ("TermDecoder", &["plica-term"]),
    ("TermEncoder", &["plica-smt", "plica-term"]),
    ("Walk", &["plica-exec", "plica-explore", "plica-replay", "plica-templates"]),
    ("Witnesses", &["plica-summaries"]),
    ("Word", &["plica-ir"]),
    ("Paced", &["plica-smt"]),
];

/// Files that make text for people, where the names of symbols may be looked at.
const PRINTING: &[(&str, &str)] = &[
    ("crates/plica-term/src/print.rs", "terms as text"),
    ("crates/plica/src/driver/summaries/naming.rs", "names for what calls give, as people read them"),
    ("crates/plica/src/driver/readable.rs", "terms of templates and summaries as people read them"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every crate with its `Cargo.toml`.
fn crates() -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(root().join("crates")).expect("the folder crates");
    let mut crates = BTreeMap::new();
    for entry in entries.flatten() {
        let manifest = entry.path().join("Cargo.toml");
        if manifest.is_file() {
            crates.insert(entry.file_name().to_string_lossy().into_owned(), read(&manifest));
        }
    }
    crates
}

/// The names in `[dependencies]` (not those that only tests or build scripts use).
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            let named = section.rsplit_once("dependencies.").map(|(_, name)| name);
            let of_build = section.contains("dev-dependencies") || section.contains("build-dependencies");
            inside = section.ends_with("dependencies") && !of_build;
            names.extend(named.filter(|_| !of_build).map(str::to_owned));
        } else if inside && let Some((name, _)) = line.split_once(['=', '.']) {
            names.push(name.trim().trim_matches('"').to_owned());
        }
    }
    names.retain(|name| !name.is_empty() && !name.starts_with('#'));
    names
}

/// Every Rust file of the repository.
fn rust_files() -> Vec<PathBuf> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if path.is_dir()
                && !["target", "cases", "samples"].iter().any(|programs| name == *programs)
                && !name.to_string_lossy().starts_with('.')
            {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    for folder in ["crates", "fuzz", "bench"] {
        walk(&root().join(folder), &mut files);
    }
    assert!(!files.is_empty());
    files.sort();
    files
}

/// Every Rust file of the repository, read.
fn sources() -> Vec<Source> {
    rust_files().iter().map(|file| Source::read(&root(), file)).collect()
}

fn none(complaints: String) {
    assert!(complaints.is_empty(), "\n{complaints}");
}

#[test]
fn dependencies_point_downwards() {
    let mut complaints = String::new();
    for (name, manifest) in crates() {
        let Some(rank) = LAYERS.iter().position(|layer| *layer == name) else {
            let _ = writeln!(complaints, "crates/{name}: add it to LAYERS in crates/plica/tests/it/house.rs");
            continue;
        };
        for dependency in dependencies(&manifest) {
            match LAYERS.iter().position(|layer| *layer == dependency) {
                Some(below) if below <= rank => {
                    let _ = writeln!(complaints, "crates/{name} depends on {dependency}, which is not below it");
                }
                Some(_) if name == "plica-report" => {
                    let _ =
                        writeln!(complaints, "crates/plica-report depends on {dependency}: it knows no other crate");
                }
                Some(_) => {}
                None => {
                    for (_, owner) in FENCED.iter().filter(|(fenced, owner)| *fenced == dependency && *owner != name) {
                        let _ = writeln!(complaints, "crates/{name} names {dependency}, which only {owner} may");
                    }
                }
            }
            for (one, other, why) in STRANGERS {
                let pair = (name.as_str(), dependency.as_str());
                if pair == (*one, *other) || pair == (*other, *one) {
                    let _ = writeln!(complaints, "crates/{name} depends on {dependency}, but {why}");
                }
            }
        }
    }
    none(complaints);
}

/// The sections of a page of Markdown: heading, level, text up to the next heading of that level or above.
fn sections(page: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = page.lines().collect();
    let level = |line: &str| line.chars().take_while(|c| *c == '#').count();
    let mut sections = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with('#')) {
        let depth = level(line);
        let end = lines[at + 1..].iter().position(|next| next.starts_with('#') && level(next) <= depth);
        let end = end.map_or(lines.len(), |end| at + 1 + end);
        sections.push(((*line).to_owned(), lines[at + 1..end].join("\n")));
    }
    sections
}

/// Whether a heading is about a crate: the name occurs in it as a whole (`plica` does not occur in `plica-ir`).
fn is_about(heading: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    heading.split(|c| !is_part(c)).any(|word| word == name)
}

#[test]
fn the_architecture_page_has_a_section_with_invariants_for_every_crate() {
    let page = read(&root().join("docs/architecture.md"));
    let sections = sections(&page);
    let mut complaints = String::new();
    for (name, manifest) in crates() {
        // A page title that happens to name plica is not its section: a section has to say its invariants itself.
        let about: Vec<_> =
            sections.iter().filter(|(heading, _)| heading.starts_with("##") && is_about(heading, &name)).collect();
        if about.is_empty() {
            let _ = writeln!(complaints, "docs/architecture.md: add a section, such as `### crates/{name}`");
            continue;
        }
        if !about.iter().any(|(_, text)| text.contains("Invariant:")) {
            let _ =
                writeln!(complaints, "docs/architecture.md: the section about {name} has no line with `Invariant:`");
        }
        // Optional, but then exact: `Depends on: plica-ir, plica-term.`
        for line in about.iter().flat_map(|(_, text)| text.lines()) {
            let Some((_, stated)) = line.split_once("Depends on:") else { continue };
            let mut stated: Vec<&str> = LAYERS.iter().copied().filter(|layer| is_about(stated, layer)).collect();
            let mut real: Vec<String> = dependencies(&manifest);
            real.retain(|dependency| LAYERS.contains(&dependency.as_str()));
            stated.sort_unstable();
            real.sort_unstable();
            if stated != real {
                let _ = writeln!(
                    complaints,
                    "docs/architecture.md: {name} is said to depend on {stated:?}, its Cargo.toml says {real:?}"
                );
            }
        }
    }
    none(complaints);
}

#[test]
fn every_file_says_first_what_it_is() {
    let mut complaints = String::new();
    for file in rust_files() {
        if !read(&file).starts_with("//!") {
            let _ = writeln!(complaints, "{}: begin it with `//!`: what it is, its invariant", file.display());
        }
    }
    none(complaints);
}

#[test]
fn no_file_is_too_long() {
    let mut complaints = String::new();
    for file in rust_files() {
        let lines = read(&file).lines().count();
        if lines > LONGEST_FILE {
            let _ = writeln!(complaints, "{}: {lines} lines, more than {LONGEST_FILE}: split it", file.display());
        }
    }
    none(complaints);
}

#[test]
fn no_test_is_ignored_and_nothing_is_left_to_do() {
    // Put together here, so that this file does not contain them.
    let unwanted = [concat!("#[", "ignore"), concat!("todo", "!("), concat!("unimplemented", "!(")];
    let mut complaints = String::new();
    for file in rust_files() {
        for (number, line) in read(&file).lines().enumerate() {
            for word in unwanted.iter().filter(|word| line.contains(**word)) {
                let _ = writeln!(complaints, "{}:{}: contains `{word}`", file.display(), number + 1);
            }
        }
    }
    none(complaints);
}

#[test]
fn no_function_is_too_long() {
    let (mut complaints, mut excused) = (String::new(), BTreeSet::new());
    for source in sources() {
        for f in source.functions().iter().filter(|f| f.lines > LONGEST_FUNCTION) {
            if let Some(at) = LONG_FUNCTIONS.iter().position(|(file, name, _)| *file == source.path && *name == f.name)
            {
                excused.insert(at);
                continue;
            }
            let (path, line, name, lines) = (&source.path, f.line, f.name, f.lines);
            let _ = writeln!(
                complaints,
                "{path}:{line}: `{name}` has {lines} lines, more than {LONGEST_FUNCTION}: split it"
            );
        }
    }
    for (at, (file, name, _)) in LONG_FUNCTIONS.iter().enumerate().filter(|(at, _)| !excused.contains(at)) {
        let _ = writeln!(complaints, "LONG_FUNCTIONS[{at}]: `{name}` in {file} is no longer too long");
    }
    none(complaints);
}

#[test]
fn no_comment_is_too_wide() {
    let mut complaints = String::new();
    for source in sources() {
        for (at, line) in source.text.lines().enumerate().filter(|(at, _)| source.commented.contains(at)) {
            let (path, number, width) = (&source.path, at + 1, line.chars().count());
            if width > WIDEST_COMMENT {
                let _ = writeln!(
                    complaints,
                    "{path}:{number}: {width} columns, more than {WIDEST_COMMENT}: refill the comment"
                );
            }
        }
    }
    none(complaints);
}

#[test]
fn one_name_is_one_type() {
    let mut complaints = String::new();
    let mut owners: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in crates().into_keys() {
        for offered in offered(&root(), &root().join("crates").join(&name)) {
            owners.entry(offered).or_default().push(name.clone());
        }
    }
    assert!(owners.len() > 100, "the types were not found");
    owners.retain(|_, crates| crates.len() > 1);
    for (name, crates) in owners.iter().filter(|(name, _)| !SHARED_NAMES.iter().any(|(shared, _)| shared == name)) {
        let _ = writeln!(complaints, "{} offer a type `{name}` each: rename one", crates.join(" and "));
    }
    for (name, _) in SHARED_NAMES.iter().filter(|(name, _)| !owners.contains_key(*name)) {
        let _ = writeln!(complaints, "SHARED_NAMES: `{name}` is one type only");
    }
    none(complaints);
}

#[test]
fn types_that_no_other_crate_can_name_are_not_public() {
    let mut complaints = String::new();
    let offered: BTreeMap<String, BTreeSet<String>> =
        crates().into_keys().map(|name| (name.clone(), offered(&root(), &root().join("crates").join(name)))).collect();
    // These two are being taken apart.
    let settled = |source: &&Source| !["plica-exec", "plica-summaries"].contains(&source.krate());
    for source in sources().iter().filter(|source| source.is_shipped()).filter(settled) {
        let Some(offered) = offered.get(source.krate()) else { continue };
        for name in source.public_types().filter(|name| !offered.contains(*name)) {
            let _ = writeln!(complaints, "{}: `{name}` is used in its crate only: make it pub(crate)", source.path);
        }
    }
    none(complaints);
}

/// The trait that an `impl` in a line is of, and whether there is one.
fn implemented(line: &str) -> Option<&str> {
    let (_, rest) =
        line.trim_start().split_once("impl").filter(|(before, _)| matches!(*before, "" | "unsafe " | "$("))?;
    let (head, _) = rest.split_once(" for ")?;
    // Past the parameters of the `impl`, which may hold others.
    let mut depth = 0;
    let start = head.find(|c| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth == 0 && c == ' '
    })?;
    let path = head[start..].trim().split('<').next().unwrap_or("");
    Some(path.rsplit("::").next().unwrap_or(path))
}

#[test]
fn traits_are_implemented_where_they_may_be() {
    let (mut complaints, mut used) = (String::new(), BTreeSet::new());
    for source in sources().iter().filter(|source| source.is_shipped()) {
        for (at, line) in source.code.lines().enumerate() {
            let (path, number, krate) = (&source.path, at + 1, source.krate());
            let declared = line.split_once("trait ").filter(|(before, _)| {
                before.trim().is_empty() || before.trim_start().starts_with("pub") && before.ends_with(' ')
            });
            if let Some((_, rest)) = declared
                && let name = name_at(rest)
                && !TRAITS.iter().any(|(known, _)| *known == name)
            {
                let _ = writeln!(complaints, "{path}:{number}: add `{name}` and who may implement it to TRAITS");
            }
            let Some(name) = implemented(line) else { continue };
            let Some((name, may)) = TRAITS.iter().find(|(known, _)| *known == name) else { continue };
            used.insert((*name, krate.to_owned()));
            if !may.contains(&krate) {
                let _ = writeln!(complaints, "{path}:{number}: {krate} implements `{name}`, which only {may:?} may");
            }
        }
    }
    for (name, may) in TRAITS {
        for krate in may.iter().filter(|krate| !used.contains(&(*name, (**krate).to_owned()))) {
            let _ = writeln!(complaints, "TRAITS: {krate} does not implement `{name}`");
        }
    }
    none(complaints);
}

#[test]
fn symbols_are_told_apart_by_their_kinds() {
    let (mut complaints, mut printing) = (String::new(), BTreeSet::new());
    let mut complain = |source: &Source, line: usize| {
        if let Some((file, _)) = PRINTING.iter().find(|(file, _)| *file == source.path) {
            printing.insert(*file);
            return;
        }
        let _ =
            writeln!(complaints, "{}:{line}: asks about a symbol's name: `SymbolKind` says what it is", source.path);
    };
    for source in sources().iter().filter(|source| source.is_shipped()) {
        for line in names_asked_about(&source.code) {
            complain(source, line);
        }
        for line in marks_asked_for(&source.uncommented) {
            complain(source, line);
        }
    }
    for (file, _) in PRINTING.iter().filter(|(file, _)| !printing.contains(file)) {
        let _ = writeln!(complaints, "PRINTING: {file} does not look at names of symbols");
    }
    none(complaints);
}

/// Every file and folder of the repository, from its root.
fn paths() -> (BTreeSet<String>, BTreeSet<String>) {
    fn walk(root: &Path, folder: &Path, files: &mut BTreeSet<String>, folders: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            let from_root = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            if path.is_file() {
                files.insert(from_root);
            } else if name != "target" && !name.starts_with('.') {
                folders.insert(from_root);
                walk(root, &path, files, folders);
            }
        }
    }
    let (mut files, mut folders) = (BTreeSet::new(), BTreeSet::new());
    walk(&root(), &root(), &mut files, &mut folders);
    (files, folders)
}

/// Paths of the repository that a text names: those below one of its folders, and Rust files and pages wherever.
fn named_paths(text: &str) -> impl Iterator<Item = &str> {
    const FOLDERS: &[&str] = &["crates/", "docs/", "tests/", "bench/", "runtime/", "scripts/", "examples/"];
    let is_part = |c: char| is_part_of_name(c) || "-./*{}<>$=:~".contains(c);
    text.split(move |c: char| !is_part(c)).filter_map(|token| {
        let path = token.trim_end_matches(['.', ':', '/']);
        // Patterns, options and what is elsewhere.
        let plain = !path.contains(['*', '{', '}', '<', '>', '$', '=', ':', '~']) && !path.starts_with(['/', '.', '-']);
        let below = FOLDERS.iter().any(|folder| path.starts_with(folder))
            || path.split_once('/').is_some_and(|(first, _)| LAYERS.contains(&first));
        let plain = plain && !path.contains("NAME");
        (plain && (below || path.ends_with(".rs") || path.ends_with(".md"))).then_some(path)
    })
}

/// Files that pages and comments name and that are not of the repository, and why.
const ELSEWHERE: &[(&str, &str)] = &[
    ("examples/nothing.c", "docs/guide.md shows what is said about a file that is not there"),
    ("tests/fixme", "where known wrong results go while there are any"),
];

#[test]
fn files_that_comments_and_pages_name_exist() {
    let (files, folders) = paths();
    let exists = |path: &str| {
        let suffix = format!("/{path}");
        files.contains(path) || files.iter().chain(&folders).any(|known| known == path || known.ends_with(&suffix))
    };
    let (mut complaints, mut elsewhere) = (String::new(), BTreeSet::new());
    let mut check = |from: &str, line: usize, text: &str| {
        for path in named_paths(text).filter(|path| !exists(path)) {
            if let Some((path, _)) = ELSEWHERE.iter().find(|(known, _)| *known == path) {
                elsewhere.insert(*path);
                continue;
            }
            let _ = writeln!(complaints, "{from}:{line}: names {path}, which does not exist");
        }
    };
    for source in sources() {
        for (at, line) in source.text.lines().enumerate().filter(|(at, _)| source.commented.contains(at)) {
            check(&source.path, at + 1, line.split_once("//").map_or("", |(_, comment)| comment));
        }
    }
    for page in files.iter().filter(|file| file.ends_with(".md")) {
        for (at, line) in read(&root().join(page)).lines().enumerate() {
            check(page, at + 1, line);
        }
    }
    for (path, _) in ELSEWHERE.iter().filter(|(path, _)| !elsewhere.contains(path)) {
        let _ = writeln!(complaints, "ELSEWHERE: nobody names {path}");
    }
    none(complaints);
}

#[test]
fn code_is_told_from_comments_and_literals() {
    let text = "fn f<'a>(s: &'a [u8; 2]) -> char {\n    // fn g() {\n    let t = r#\"}\nfn h() {\"#;\n    '{' /* } */\n}\nfn i();\n";
    let source = Source::new("crates/x/src/lib.rs".into(), text.into());
    let functions: Vec<_> = source.functions().iter().map(|f| (f.name, f.line, f.lines)).collect();
    assert_eq!(functions, [("f", 1, 5)]);
    assert_eq!(source.commented, BTreeSet::from([1]));
    assert_eq!(source.code.lines().nth(1).map(str::trim), Some(""));
}

#[test]
fn implementations_are_seen() {
    assert_eq!(implemented("impl<'a, T: Into<U>> plica_tree::Search for Watched<'a, T> {"), Some("Search"));
    assert_eq!(implemented("unsafe impl Backend for Z3 {"), Some("Backend"));
    assert_eq!(implemented("impl Z3 {"), None);
}

#[test]
fn manifests_are_read_as_cargo_reads_them() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\nplica-ir.workspace = true\nserde = \"1\"\n# no = 1\n\
        [dev-dependencies]\nexpect-test = \"1\"\n[dependencies.clap]\nversion = \"4\"\n[features]\na = []\n\
        [target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n";
    assert_eq!(dependencies(manifest), ["plica-ir", "serde", "clap", "libc"]);
}
