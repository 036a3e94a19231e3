// A parent is borrowed while its child changes it.
// run: check
// verdict: violated
// error: panic at 18
// native: no

use std::cell::RefCell;
use std::rc::{Rc, Weak};

struct Node {
    value: u8,
    parent: Weak<RefCell<Node>>,
    children: Vec<Rc<RefCell<Node>>>,
}

fn add_to_parent(child: &Rc<RefCell<Node>>, value: u8) {
    if let Some(parent) = child.borrow().parent.upgrade() {
        parent.borrow_mut().value ^= value;
    }
}

fn node(value: u8, parent: &Weak<RefCell<Node>>) -> Rc<RefCell<Node>> {
    Rc::new(RefCell::new(Node { value, parent: parent.clone(), children: Vec::new() }))
}

fn main() {
    let root = node(plica::any(), &Weak::new());
    let child = node(2, &Rc::downgrade(&root));
    root.borrow_mut().children.push(child.clone());
    let before = root.borrow().value;
    if before > 100 {
        let held = root.borrow();
        add_to_parent(&held.children[0], 1);
    }
    assert!(root.borrow().value == before || before > 100);
    assert_eq!((Rc::strong_count(&child), Rc::weak_count(&root)), (2, 1));
    drop(root);
    assert!(child.borrow().parent.upgrade().is_none());
}
