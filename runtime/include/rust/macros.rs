//! The macros of the crate `plica`, without dependencies, so that plica can compile them on any machine with rustc.
//!
//! `proof` leaves the function as it is and adds a constant by which plica finds it. `Arbitrary` reads a structure or
//! an enumeration: names of fields and variants, and generic parameters; types are copied as they stand.

extern crate proc_macro;

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Marks a function without parameters as a proof.
#[proc_macro_attribute]
pub fn proof(_: TokenStream, item: TokenStream) -> TokenStream {
    marked(item, false)
}

/// A proof about a function's contract, which plica does not know: it is found and not checked.
#[proc_macro_attribute]
pub fn proof_for_contract(_: TokenStream, item: TokenStream) -> TokenStream {
    marked(item, true)
}

/// The function, with a variable in it by which plica finds it.
fn marked(item: TokenStream, refused: bool) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let Some(name) = name_after(&tokens, "fn") else { return error("a proof is a function") };
    let head = || tokens.iter().take_while(|t| t.to_string() != "fn").map(ToString::to_string);
    if head().any(|word| word == "async") {
        return error("a proof cannot be async");
    }
    let call = if head().any(|word| word == "unsafe") { format!("unsafe {{ {name}() }}") } else { format!("{name}()") };
    let kind = match () {
        _ if refused || has_attribute(&tokens, &["stub", "stub_verified"]) => "PLICA_PROOF_REFUSED",
        _ if has_attribute(&tokens, &["should_panic"]) => "PLICA_PROOF_PANICS",
        _ => "PLICA_PROOF",
    };
    // In the body, so that it goes where the function goes: a test is left out where no tests are built.
    let marker: TokenStream = format!(
        "const _: () = {{ fn __plica_proof() {{ ::plica::Ended::ended({call}) }} #[used] static {kind}: fn() = __plica_proof; }};"
    )
    .parse()
    .unwrap();
    match tokens.pop() {
        Some(TokenTree::Group(body)) if body.delimiter() == Delimiter::Brace => {
            let mut all = marker;
            all.extend(body.stream());
            tokens.push(TokenTree::Group(Group::new(Delimiter::Brace, all)));
        }
        _ => return error("a proof has a body"),
    }
    let mut out: TokenStream = "#[allow(dead_code)]".parse().unwrap();
    out.extend(tokens);
    out
}

/// Does the item have one of these attributes, by the last part of its path?
fn has_attribute(tokens: &[TokenTree], names: &[&str]) -> bool {
    tokens.iter().take_while(|t| t.to_string() != "fn").any(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            let words = group.stream().into_iter().take_while(|t| !matches!(t, TokenTree::Group(_)));
            words.last().is_some_and(|word| names.contains(&word.to_string().as_str()))
        }
        _ => false,
    })
}

/// An attribute that the proof is to see: it moves below the proof's own, where it stands above that.
fn seen_by_proof(name: &str, item: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    if !has_attribute(&tokens, &["proof"]) {
        return item;
    }
    let is_attribute = |t: &TokenTree| matches!(t, TokenTree::Group(g) if g.delimiter() == Delimiter::Bracket);
    let end = tokens.iter().position(|t| t.to_string() == "fn").unwrap_or(tokens.len());
    let at = tokens[..end].iter().rposition(is_attribute).map_or(0, |at| at + 1);
    let mut out: Vec<TokenTree> = tokens[..at].to_vec();
    out.extend(format!("#[::plica::{name}]").parse::<TokenStream>().unwrap());
    out.extend(tokens[at..].iter().cloned());
    out.into_iter().collect()
}

/// The proof is to end in a panic.
#[proc_macro_attribute]
pub fn should_panic(_: TokenStream, item: TokenStream) -> TokenStream {
    seen_by_proof("should_panic", item)
}

/// Another function is to take a function's place: the proof is found and not checked.
#[proc_macro_attribute]
pub fn stub(_: TokenStream, item: TokenStream) -> TokenStream {
    seen_by_proof("stub", item)
}

/// A contract is to take a function's place: the proof is found and not checked.
#[proc_macro_attribute]
pub fn stub_verified(_: TokenStream, item: TokenStream) -> TokenStream {
    seen_by_proof("stub_verified", item)
}

macro_rules! without_effect {
    ($($(#[$doc:meta])* $name:ident)*) => { $(
        $(#[$doc])*
        #[proc_macro_attribute]
        pub fn $name(_: TokenStream, item: TokenStream) -> TokenStream {
            item
        }
    )* };
}
without_effect! {
    /// A bound on loops: plica needs none.
    unwind
    /// Which solver: plica chooses.
    solver
    /// A part of a contract: proofs about it are not checked, and others do not need it.
    requires
    /// The same.
    ensures
    /// The same.
    modifies
    /// The same.
    recursion
}

/// Any value of each field, and any variant.
#[proc_macro_derive(Arbitrary)]
pub fn arbitrary(item: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = item.into_iter().collect();
    let is = |t: &TokenTree, word: &str| t.to_string() == word;
    let Some(at) = tokens.iter().position(|t| is(t, "struct") || is(t, "enum")) else {
        return error("Arbitrary is derived for structures and enumerations");
    };
    let (kind, name) = (tokens[at].to_string(), tokens[at + 1].to_string());
    let rest = &tokens[at + 2..];
    let (declared, used, rest) = generics(rest);
    let body = match kind.as_str() {
        "struct" => {
            let fields = rest.iter().find_map(|t| match t {
                TokenTree::Group(g) if g.delimiter() != Delimiter::Bracket => Some(g),
                _ => None,
            });
            format!("{name} {}", fields.map_or(String::new(), any_fields))
        }
        _ => {
            let Some(TokenTree::Group(body)) = rest.iter().rfind(|t| matches!(t, TokenTree::Group(_))) else {
                return error("an enumeration has variants");
            };
            let variants = variants(body);
            let Some(last) = variants.len().checked_sub(1) else {
                return error("an enumeration without variants has no value");
            };
            let arms: Vec<String> = variants.iter().enumerate().map(|(i, v)| arm(&name, i, last, v)).collect();
            format!("match ::plica::any_where(|n: &u32| *n <= {last}) {{ {} }}", arms.concat())
        }
    };
    let bounds = rest_where(rest);
    format!(
        "impl<{declared}> ::plica::Arbitrary for {name}<{used}> {bounds} {{ fn any() -> Self {{ {body} }} }}"
    )
    .parse()
    .unwrap()
}

fn arm(name: &str, at: usize, last: usize, variant: &(String, String)) -> String {
    let pattern = if at == last { "_".to_string() } else { at.to_string() };
    format!("{pattern} => {name}::{} {},", variant.0, variant.1)
}

/// The name behind a word.
fn name_after(tokens: &[TokenTree], word: &str) -> Option<String> {
    let at = tokens.iter().position(|t| t.to_string() == word)?;
    tokens.get(at + 1).map(ToString::to_string)
}

fn error(message: &str) -> TokenStream {
    format!("compile_error!({message:?});").parse().unwrap()
}

/// Splits at commas that are not inside of `<...>`.
fn parts(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let (mut out, mut depth) = (vec![Vec::new()], 0);
    let mut before = ' ';
    for token in stream {
        let sign = match &token {
            TokenTree::Punct(p) => p.as_char(),
            _ => ' ',
        };
        match sign {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        before = sign;
        if sign == ',' && depth == 0 {
            out.push(Vec::new());
        } else {
            out.last_mut().unwrap().push(token);
        }
    }
    out.retain(|part| !part.is_empty());
    out
}

/// Without attributes and visibility.
fn bare(part: &[TokenTree]) -> &[TokenTree] {
    let mut at = 0;
    while at < part.len() {
        match part[at].to_string().as_str() {
            "#" => at += 2,
            "pub" => {
                at += 1;
                if matches!(part.get(at), Some(TokenTree::Group(_))) {
                    at += 1;
                }
            }
            _ => break,
        }
    }
    &part[at..]
}

/// The expression that makes all fields of a group.
fn any_fields(group: &Group) -> String {
    let fields = parts(group.stream());
    let any = "::plica::Arbitrary::any()";
    if group.delimiter() == Delimiter::Parenthesis {
        return format!("({})", fields.iter().map(|_| format!("{any},")).collect::<String>());
    }
    let named = fields.iter().filter_map(|field| bare(field).first()).map(|name| format!("{name}: {any},"));
    format!("{{ {} }}", named.collect::<String>())
}

/// Names of variants with the expressions of their fields.
fn variants(body: &Group) -> Vec<(String, String)> {
    let variant = |part: &Vec<TokenTree>| {
        let part = bare(part);
        let fields = match part.get(1) {
            Some(TokenTree::Group(group)) => any_fields(group),
            _ => String::new(),
        };
        Some((part.first()?.to_string(), fields))
    };
    parts(body.stream()).iter().filter_map(variant).collect()
}

/// The generic parameters as they are declared (with a bound for types) and as they are used, and what follows them.
fn generics(tokens: &[TokenTree]) -> (String, String, &[TokenTree]) {
    if !matches!(tokens.first(), Some(TokenTree::Punct(p)) if p.as_char() == '<') {
        return (String::new(), String::new(), tokens);
    }
    let (mut depth, mut end) = (0, 0);
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Punct(p) if p.as_char() == '<' => depth += 1,
            TokenTree::Punct(p) if p.as_char() == '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            end = at;
            break;
        }
    }
    let inside: TokenStream = tokens[1..end].iter().cloned().collect();
    let (mut declared, mut used) = (String::new(), String::new());
    for part in parts(inside) {
        // Without a default.
        let part: Vec<TokenTree> = part.into_iter().take_while(|t| t.to_string() != "=").collect();
        let text = part.iter().cloned().collect::<TokenStream>().to_string();
        let lifetime = matches!(&part[0], TokenTree::Punct(p) if p.as_char() == '\'');
        let constant = part[0].to_string() == "const";
        let name = if lifetime { format!("'{}", part[1]) } else { part[usize::from(constant)].to_string() };
        let bound = if lifetime || constant {
            text
        } else if part.len() > 1 {
            format!("{text} + ::plica::Arbitrary")
        } else {
            format!("{text}: ::plica::Arbitrary")
        };
        declared.push_str(&format!("{bound},"));
        used.push_str(&format!("{name},"));
    }
    (declared, used, &tokens[end + 1..])
}

/// The `where` of a structure or enumeration.
fn rest_where(tokens: &[TokenTree]) -> String {
    let from_where = tokens.iter().skip_while(|t| t.to_string() != "where");
    let brace = |t: &&TokenTree| !matches!(t, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace);
    let clause = from_where.take_while(|t| brace(t) && t.to_string() != ";");
    clause.cloned().collect::<TokenStream>().to_string()
}
