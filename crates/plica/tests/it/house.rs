//! The rules of the house that a machine can check: layers, the architecture page, file headers and sizes.
//!
//! Oblivious to what the crates do. Invariant: every failure names the file and says what is wanted of it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The crates from the top to the bottom (design, section 9): a crate may depend on those below it only.
const LAYERS: &[&str] = &[
    "plica",
    "plica-report",
    "plica-templates",
    "plica-summaries",
    "plica-replay",
    "plica-exec",
    "plica-tree",
    "plica-smt",
    "plica-term",
    "plica-llvm",
    "plica-ir",
];

/// Pairs of which neither may know the other, although their order would allow it, and why.
const STRANGERS: &[(&str, &str, &str)] = &[
    ("plica-templates", "plica-summaries", "the research lines meet only in the tree and in the driver"),
    ("plica-templates", "plica-replay", "the research lines meet only in the tree and in the driver"),
    ("plica-summaries", "plica-replay", "the research lines meet only in the tree and in the driver"),
    ("plica-tree", "plica-smt", "the tree holds evidence, it does not ask"),
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
];

const LONGEST_FILE: usize = 1000;

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
                && !["target", "cases", "fixme", "samples"].iter().any(|programs| name == *programs)
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
fn manifests_are_read_as_cargo_reads_them() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\nplica-ir.workspace = true\nserde = \"1\"\n# no = 1\n\
        [dev-dependencies]\nexpect-test = \"1\"\n[dependencies.clap]\nversion = \"4\"\n[features]\na = []\n\
        [target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n";
    assert_eq!(dependencies(manifest), ["plica-ir", "serde", "clap", "libc"]);
}
