//! From choice trees to graphs for people. Oblivious to how choice trees come about.

use std::collections::HashMap;

use plica_exec::Machine;
use plica_ir::FuncId;
use plica_replay::{ChoiceKind, ChoiceSide, ChoiceTree, NodeIx, Remembered, Replayer, What};
use plica_report::{ChoiceGraph, ChoiceNodeKind, ChoiceNodeView, Location};

use super::choices::{condition, end, onward, readable};
use super::outcome::{function_location, site_location};
use super::readable::Readable;

/// The choice trees that there are, by file and line, and where those of functions are among them.
pub fn graphs(machine: &Machine, replayer: &Replayer) -> (Vec<ChoiceGraph>, HashMap<FuncId, usize>) {
    let place = |one: Remembered| (function_location(&machine.program, one.tree.function), one);
    let mut all: Vec<(Location, Remembered)> = replayer.remembered().into_iter().map(place).collect();
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    let places = all.iter().enumerate().map(|(at, (_, one))| (one.tree.function, at)).collect();
    let graphs = all.into_iter().map(|(location, one)| ChoiceGraph {
        location,
        nodes: Drawing { machine, tree: &one.tree, places: &places, readable: readable(&one.tree), nodes: Vec::new() }
            .draw(),
    });
    (graphs.collect(), places)
}

/// What was decided on the way to a node.
#[derive(Clone, Default)]
struct Decided {
    when: Vec<String>,
    shape: Vec<String>,
}

struct Drawing<'a> {
    machine: &'a Machine,
    tree: &'a ChoiceTree,
    places: &'a HashMap<FuncId, usize>,
    readable: Readable<'a>,
    nodes: Vec<ChoiceNodeView>,
}

impl Drawing<'_> {
    fn draw(mut self) -> Vec<ChoiceNodeView> {
        let mut todo = vec![(None, String::new(), NodeIx::ROOT, Decided::default())];
        while let Some((parent, condition, at, decided)) = todo.pop() {
            // A path through a function that is called is shown though it is the only one.
            let (at, sides) = onward(self.tree, at, |side| matches!(side.kind, ChoiceKind::Call(..)));
            let site = self.tree.node(at).site;
            let mut node = ChoiceNodeView {
                parent,
                condition,
                line: site_location(&self.machine.program, site).line,
                ..ChoiceNodeView::default()
            };
            if sides.is_empty() {
                let ends = matches!(self.tree.node(at).what, What::Ended(..));
                node.kind = if ends { ChoiceNodeKind::End } else { ChoiceNodeKind::Open };
                node.label = end(self.machine, self.tree, at);
                node.when = decided.when.clone();
                node.shape = decided.shape.clone();
            }
            self.nodes.push(node);
            let own = self.nodes.len() - 1;
            let mut behind = Vec::with_capacity(sides.len());
            for (_, side, child) in sides {
                let mut decided = decided.clone();
                let (parent, condition) = self.side(own, side, &mut decided);
                behind.push((Some(parent), condition, child, decided));
            }
            todo.extend(behind.into_iter().rev());
        }
        self.nodes
    }

    /// Notes what a side decides; gives the parent of what comes behind it, and the condition on the way there. A path
    /// through a function that is called is a node.
    fn side(&mut self, own: usize, side: &ChoiceSide, decided: &mut Decided) -> (usize, String) {
        match &side.kind {
            ChoiceKind::Leads(..) => {
                let text = condition(self.tree, &mut self.readable, side);
                decided.shape.push(text.clone());
                (own, text)
            }
            ChoiceKind::Side => {
                let text = condition(self.tree, &mut self.readable, side);
                decided.when.push(text.clone());
                (own, text)
            }
            ChoiceKind::Call(function, path, _) => {
                let text = self.readable.show(side.cond);
                decided.when.push(text.clone());
                self.nodes.push(ChoiceNodeView {
                    parent: Some(own),
                    kind: ChoiceNodeKind::Call,
                    condition: text,
                    label: format!("path {path} of {}", self.machine.program.func(*function).display),
                    tree: self.places.get(function).copied(),
                    line: self.nodes[own].line,
                    ..ChoiceNodeView::default()
                });
                (self.nodes.len() - 1, String::new())
            }
        }
    }
}
