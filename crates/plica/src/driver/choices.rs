//! From choice trees to an explanation for people. Oblivious to how trees come about.

use plica_exec::{Machine, UnitInput, decode_address};
use plica_replay::{ChoiceKind, ChoiceSide, ChoiceTree, NodeIx, PathEnd, Remembered, Replayer, What};
use plica_report::{ChoiceLine, ChoiceTreeView};

use super::outcome::{function_location, site_location};
use super::readable::Readable;

/// The choice trees that there are, by file and line.
pub fn views(machine: &Machine, replayer: &Replayer) -> Vec<ChoiceTreeView> {
    let mut all: Vec<ChoiceTreeView> = replayer.remembered().iter().map(|one| view(machine, one)).collect();
    all.sort_by(|a, b| a.location.cmp(&b.location));
    all
}

fn view(machine: &Machine, one: &Remembered) -> ChoiceTreeView {
    let extent = one.tree.extent();
    let mut view = ChoiceTreeView {
        location: function_location(&machine.program, one.tree.function),
        nodes: extent.nodes,
        paths: extent.paths,
        pairs: extent.pairs,
        open: extent.open,
        calls: one.calls,
        in_place: one.in_place,
        asked: one.asked,
        saved: one.saved,
        given_up: one.given_up,
        lines: Vec::new(),
    };
    draw(machine, &one.tree, &mut view.lines);
    view
}

/// Shows terms of a tree, with its inputs by the names of what they are.
pub(super) fn readable(tree: &ChoiceTree) -> Readable<'_> {
    let machine = &tree.alone.machine;
    let mut readable = Readable::new(&machine.pool);
    for (symbol, input) in tree.alone.memory.inputs() {
        let of = |obj| tree.alone.start.name_of(obj).unwrap_or_default();
        let shown = match input {
            UnitInput::Cell { obj, off: 0, .. } | UnitInput::Array { obj, .. } => of(obj),
            UnitInput::Cell { obj, off, .. } => format!("{}+{off}", of(obj)),
            _ => continue,
        };
        readable.name(&machine.pool.symbol_info(symbol).name, &shown);
    }
    let decisions = tree.nodes().iter().filter_map(|node| match &node.what {
        What::Decision(choices) => Some(choices),
        _ => None,
    });
    for symbol in decisions.flatten().flat_map(|choice| machine.pool.free_symbols(choice.cond).to_vec()) {
        let info = machine.pool.symbol_info(symbol);
        if !info.kind.is_unset() {
            readable.name(&info.name, &short(&info.name));
        }
    }
    readable
}

/// What an object or a member is called, without what tells it apart from those of other paths and functions:
/// `node0.next` for `struct node#0.next#1@7`.
fn short(name: &str) -> String {
    let name = name.rsplit_once('@').map_or(name, |(name, _)| name);
    let own = name.rsplit_once('#').filter(|(rest, last)| rest.contains('#') || !last.contains('.'));
    let name = own.map_or(name, |(name, _)| name);
    name.trim_start_matches("struct ").replace('#', "")
}

/// A line for each side of each decision that has several.
fn draw(machine: &Machine, tree: &ChoiceTree, lines: &mut Vec<ChoiceLine>) {
    let mut readable = readable(tree);
    let mut todo = vec![(0, String::new(), NodeIx::ROOT)];
    while let Some((depth, when, at)) = todo.pop() {
        let (at, choices) = onward(tree, at, |_| false);
        let shown = !when.is_empty() || choices.is_empty();
        if shown {
            let end = choices.is_empty().then(|| end(machine, tree, at));
            lines.push(ChoiceLine { depth, when, end });
        }
        let depth = depth + usize::from(shown);
        todo.extend(
            choices.into_iter().rev().map(|(_, choice, child)| (depth, condition(tree, &mut readable, choice), child)),
        );
    }
}

/// The next leaf, or decision that has several sides or one that is shown all the same, with the sides that are
/// followed.
pub(super) fn onward(
    tree: &ChoiceTree,
    mut at: NodeIx,
    is_shown: impl Fn(&ChoiceSide) -> bool,
) -> (NodeIx, Vec<(usize, &ChoiceSide, NodeIx)>) {
    loop {
        let What::Decision(choices) = &tree.node(at).what else { return (at, Vec::new()) };
        let followed: Vec<_> = ChoiceSide::followed(choices).collect();
        match followed[..] {
            [(_, side, child)] if !is_shown(side) => at = child,
            _ => return (at, followed),
        }
    }
}

pub(super) fn condition(tree: &ChoiceTree, readable: &mut Readable<'_>, choice: &ChoiceSide) -> String {
    let machine = &tree.alone.machine;
    let pool = &machine.pool;
    match &choice.kind {
        ChoiceKind::Leads(pointer, address, object) => {
            let pointer = readable.show(pool.symbol_term(*pointer));
            let (obj, _) = decode_address(*address);
            let name = machine.lazy.as_ref().and_then(|lazy| lazy.name(obj)).map(|name| short(&format!("{name}#")));
            let function = || machine.object_function(obj).map(|f| machine.program.func(f).display.to_string());
            match (obj.0, name) {
                (0, _) => format!("{pointer} is null"),
                (_, Some(name)) if object.is_some() => format!("{pointer} leads to a new object, {name}"),
                (_, Some(name)) => format!("{pointer} leads to {name}"),
                _ => format!("{pointer} leads to {}", function().unwrap_or_else(|| "nowhere".into())),
            }
        }
        ChoiceKind::Call(function, path, _) => {
            let name = &machine.program.func(*function).display;
            format!("{name} takes path {path}: {}", readable.show(choice.cond))
        }
        ChoiceKind::Side => readable.show(choice.cond),
    }
}

pub(super) fn end(machine: &Machine, tree: &ChoiceTree, at: NodeIx) -> String {
    let node = tree.node(at);
    let line = site_location(&machine.program, node.site).line;
    match node.what {
        What::Ended(PathEnd::Returns, _) => "returns".into(),
        What::Ended(PathEnd::Exits, _) => "ends the program".into(),
        What::Ended(PathEnd::Excluded, _) => "is excluded by an assumption".into(),
        What::Ended(PathEnd::Fault, _) => format!("fails at line {line}"),
        What::Ended(PathEnd::Target, _) => format!("reaches the target at line {line}"),
        What::Open | What::Decision(_) => format!("is left to callers from line {line} on"),
    }
}
