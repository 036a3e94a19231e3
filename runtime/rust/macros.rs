//! The macros of the crate `plica`, without dependencies, so that plica can compile them on any machine with rustc.
//!
//! `proof` leaves the function as it is and adds a constant by which plica finds it. `Arbitrary` reads a structure or
//! an enumeration: names of fields and variants, and generic parameters; types are copied as they stand.

extern crate proc_macro;

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Marks a function without parameters as a proof.
#[proc_macro_attribute]
pub fn proof(_: TokenStream, item: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let Some(name) = name_after(&tokens, "fn") else { return error("a proof is a function") };
    let should_panic = tokens.iter().any(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            group.stream().into_iter().any(|t| t.to_string() == "should_panic")
        }
        _ => false,
    });
    let before_body = tokens.iter().take_while(|t| t.to_string() != "fn");
    if before_body.clone().any(|t| t.to_string() == "async") {
        return error("a proof cannot be async");
    }
    let marker: TokenStream = format!(
        "const _: () = {{ #[used] static {}: fn() = {name}; }};",
        if should_panic { "PLICA_PROOF_PANICS" } else { "PLICA_PROOF" }
    )
    .parse()
    .unwrap();
    let mut out: TokenStream = "#[allow(dead_code)]".parse().unwrap();
    // `#[test]` beside it makes no difference, and `should_panic` of the language needs one.
    out.extend(item);
    out.extend(marker);
    out
}

/// The proof is to end in a panic.
#[proc_macro_attribute]
pub fn should_panic(_: TokenStream, item: TokenStream) -> TokenStream {
    // `proof` may stand above or below: above, it has seen this attribute already.
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let proof_follows = tokens.iter().any(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            group.stream().into_iter().any(|t| t.to_string() == "proof")
        }
        _ => false,
    });
    if !proof_follows {
        return item;
    }
    // Moves below the attribute that is to see it.
    let at = tokens.iter().position(|t| t.to_string() == "fn").unwrap_or(0);
    let mut at = at;
    while at > 0 && !matches!(&tokens[at - 1], TokenTree::Group(g) if g.delimiter() == Delimiter::Bracket) {
        at -= 1;
    }
    let mut out: Vec<TokenTree> = tokens[..at].to_vec();
    let attribute: TokenStream = "#[::plica::should_panic]".parse().unwrap();
    out.extend(attribute);
    out.extend(tokens[at..].iter().cloned());
    out.into_iter().collect()
}

/// A bound on loops: plica needs none.
#[proc_macro_attribute]
pub fn unwind(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Which solver: plica chooses.
#[proc_macro_attribute]
pub fn solver(_: TokenStream, item: TokenStream) -> TokenStream {
    item
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
