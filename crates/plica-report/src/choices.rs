//! The choice trees of functions whose calls were replayed, as text and as JSON.
//!
//! Oblivious to terms: conditions are finished text. Invariant: both forms show the same functions in the same order.

use crate::summaries::title;
use crate::wording::number;
use crate::{Location, SourceProvider};
use serde_json::{Value, json};

/// A line of a drawn choice tree: a side of a decision, and what becomes of the path if nothing is decided behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceLine {
    /// How many decisions lie before it.
    pub depth: usize,
    /// Under which condition; empty where nothing was decided at all.
    pub when: String,
    /// How the path ends, or where the tree knows it no further.
    pub end: Option<String>,
}

/// The choice tree of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceTreeView {
    /// Where the function is.
    pub location: Location,
    /// Nodes, decisions with one side that is feasible included.
    pub nodes: u64,
    /// Paths that end, whatever the shape of memory.
    pub paths: u64,
    /// The same with shapes of memory told apart.
    pub pairs: u64,
    /// Leaves that were left open.
    pub open: u64,
    /// Calls that were replayed along it.
    pub calls: u64,
    /// Calls of which it did not tell enough, so that they were executed in place.
    pub in_place: u64,
    /// Questions that calls were asked, and those that they were spared.
    pub asked: u64,
    /// See [`ChoiceTreeView::asked`].
    pub saved: u64,
    /// Was it given up, since it saved too little?
    pub given_up: bool,
    /// The tree.
    pub lines: Vec<ChoiceLine>,
}

/// So many lines of a tree are shown before the rest is counted.
const LINES_SHOWN: usize = 24;

impl ChoiceTreeView {
    /// As text; `verbose` leaves nothing out.
    pub(crate) fn to_text(&self, sources: &mut dyn SourceProvider, verbose: bool) -> String {
        let mut text = title(&self.location.function, &self.location, "", sources);
        let shapes = if self.pairs > self.paths {
            format!(" in {}", number(self.pairs, "shape of memory", "shapes of memory"))
        } else {
            String::new()
        };
        let open = if self.open > 0 { format!(", {} open", self.open) } else { String::new() };
        text.push_str(&format!(
            "  tree          {}{shapes}, {}{open}\n",
            number(self.paths, "path", "paths"),
            number(self.nodes, "node", "nodes"),
        ));
        let in_place = if self.in_place > 0 { format!(", {} executed in place", self.in_place) } else { String::new() };
        let given_up = if self.given_up { "; given up: it saved too little" } else { "" };
        text.push_str(&format!("  calls         {} replayed{in_place}{given_up}\n", self.calls));
        text.push_str(&format!("  questions     {} saved, {} asked\n", self.saved, self.asked));
        let most = if verbose { usize::MAX } else { LINES_SHOWN };
        for line in self.lines.iter().take(most) {
            let end = line.end.as_ref().map(|end| format!(": {end}")).unwrap_or_default();
            text.push_str(&format!("  {}{}{end}\n", "  ".repeat(line.depth), line.when));
        }
        if let Some(left) = self.lines.len().checked_sub(most).filter(|left| *left > 0) {
            text.push_str(&format!(
                "  ... and {} (`--verbose` shows them)\n",
                number(left as u64, "more line", "more lines")
            ));
        }
        text
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({
            "function": self.location.function,
            "file": self.location.file,
            "line": self.location.line,
            "nodes": self.nodes,
            "paths": self.paths,
            "pairs": self.pairs,
            "open": self.open,
            "calls": self.calls,
            "in_place": self.in_place,
            "asked": self.asked,
            "saved": self.saved,
            "given_up": self.given_up,
            "tree": self.lines.iter().map(|line| json!({
                "depth": line.depth,
                "when": line.when,
                "end": line.end,
            })).collect::<Vec<_>>(),
        })
    }
}
