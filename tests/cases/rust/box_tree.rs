// A search tree, and a list of boxes that is turned round.
// run: check
// verdict: holds
// native: no

#[derive(Default)]
struct Tree {
    root: Option<Box<Node>>,
}

struct Node {
    value: u8,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

impl Tree {
    fn insert(&mut self, value: u8) {
        let mut at = &mut self.root;
        while let Some(node) = at {
            
            at = if value < node.value { &mut node.left } else { &mut node.right };
        }
        *at = Some(Box::new(Node { value, left: None, right: None }));
    }
}

fn walk(node: &Option<Box<Node>>, out: &mut Vec<u8>) {
    if let Some(node) = node {
        walk(&node.left, out);
        out.push(node.value);
        walk(&node.right, out);
    }
}

fn main() {
    let mut tree = Tree::default();
    let values: [u8; 3] = plica::any();
    values.iter().for_each(|v| tree.insert(*v));
    let mut sorted = Vec::new();
    walk(&tree.root, &mut sorted);
    assert!(sorted.windows(2).all(|w| w[0] <= w[1]));
    assert_eq!(sorted.len(), values.len());
}
