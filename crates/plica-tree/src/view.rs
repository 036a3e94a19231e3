//! The tree as plain data, for printing as JSON or DOT.
//!
//! Oblivious to formats and to what names mean: labels come from the caller. Invariant: every node appears once,
//! parents before children, and a node's children in their order.

use crate::{Site, Status, Tree};

/// Gives readable names to the numbers that the tree holds.
pub trait Labels {
    /// The name of a site, such as `main.c:12`.
    fn site(&mut self, site: Site) -> String;

    /// A condition, such as `n < 10`.
    fn condition(&mut self, condition: u32) -> String;

    /// The evidence or the details of a status (the error's message, the function without a model); empty for none.
    fn detail(&mut self, _status: Status) -> String {
        String::new()
    }
}

/// The numbers themselves.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainLabels;

impl Labels for PlainLabels {
    fn site(&mut self, site: Site) -> String {
        format!("{}:{}", site.function, site.location)
    }

    fn condition(&mut self, condition: u32) -> String {
        format!("t{condition}")
    }
}

/// A node as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewNode {
    /// The number of the node.
    pub id: u32,
    /// The number of the parent; `None` for the root.
    pub parent: Option<u32>,
    /// The number of decisions from the root.
    pub depth: u32,
    /// Where the path goes on.
    pub site: String,
    /// The side of the decision that leads here: `true`, `case 3`, `fails`...
    pub edge: String,
    /// What has to hold on that side.
    pub condition: Option<String>,
    /// The name of the status.
    pub status: &'static str,
    /// The name of the reason, where the status has one.
    pub reason: Option<&'static str>,
    /// The evidence or the details, in words; empty for none.
    pub detail: String,
    /// How many children the node has.
    pub children: usize,
}

impl Tree {
    /// The whole tree as plain data.
    pub fn view(&self, labels: &mut dyn Labels) -> Vec<ViewNode> {
        self.iter()
            .map(|(id, node)| ViewNode {
                id: id.as_u32(),
                parent: node.parent().map(|parent| parent.as_u32()),
                depth: node.depth(),
                site: labels.site(node.site()),
                edge: node.kind().describe(),
                condition: node.condition().map(|condition| labels.condition(condition)),
                status: node.status().name(),
                reason: node.status().reason(),
                detail: labels.detail(node.status()),
                children: node.children().len(),
            })
            .collect()
    }
}
