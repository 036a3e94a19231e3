//! Loops of a function: nested strongly connected components, each with one head that all its cycles pass.
//!
//! Oblivious to what commands compute. The decomposition is Bourdoncle's (1993): the components of the graph, then
//! those that are left when the heads are taken out, and so on. It needs no reducible graph, so loops that are entered
//! in the middle have a head like any other. Invariant: every cycle of the graph passes through the head of a loop
//! whose body contains it; the bodies of two loops are nested or disjoint.

use crate::bits::BitSet;
use crate::command::{Callee, Command};
use crate::program::{Function, Program};
use crate::types::Loc;

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The location that all its cycles pass, but for those of loops inside it.
    pub head: Loc,
    /// Its locations, the head included.
    pub body: BitSet,
    /// How many loops it lies in.
    pub depth: u32,
}

/// The loops of a function, outer ones before those inside them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loops {
    loops: Vec<Loop>,
    marks: Box<[u8]>,
    marks_and_joins: Box<[u8]>,
    ranks: Box<[u32]>,
}

impl Loops {
    /// The mark of a location that is the head of a loop.
    pub const HEAD: u8 = 1;
    /// The mark of a location outside a loop to which an edge leads from inside.
    pub const EXIT: u8 = 2;
    /// The mark of a location that control can come to from several places and that is no head, where it is marked.
    pub const JOIN: u8 = 4;

    /// The loops of a function.
    pub fn of(function: &Function) -> Loops {
        let n = function.code.len();
        let edges: Vec<Vec<u32>> = function
            .code
            .iter()
            .enumerate()
            .map(|(i, c)| {
                c.successors(Loc(i as u32 + 1)).into_iter().map(|l| l.0).filter(|&l| (l as usize) < n).collect()
            })
            .collect();
        let mut loops = Vec::new();
        let (mut ranks, mut next) = (vec![0u32; n].into_boxed_slice(), 0);
        let mut work = vec![Todo::Members((0..n as u32).collect(), 0u32)];
        while let Some(todo) = work.pop() {
            let (component, depth) = match todo {
                Todo::Members(members, depth) => {
                    // Those that come last are found first, and so put to the bottom.
                    work.extend(components(&edges, &members).into_iter().map(|c| Todo::Component(c, depth)));
                    continue;
                }
                Todo::Component(component, depth) => (component, depth),
            };
            // The first in the order of the code: where a compiler puts the head of a loop.
            let Some(&head) = component.iter().min() else { continue };
            ranks[head as usize] = next;
            next += 1;
            if component.len() == 1 && !edges[head as usize].contains(&head) {
                continue;
            }
            let mut body = BitSet::new(n);
            component.iter().for_each(|&l| {
                body.insert(l as usize);
            });
            loops.push(Loop { head: Loc(head), body, depth });
            work.push(Todo::Members(component.into_iter().filter(|&l| l != head).collect(), depth + 1));
        }
        loops.sort_by_key(|l| (l.depth, l.head));
        let mut marks = vec![0u8; n].into_boxed_slice();
        for l in &loops {
            marks[l.head.index()] |= Loops::HEAD;
            for from in l.body.iter() {
                for &to in &edges[from] {
                    if !l.body.contains(to as usize) {
                        marks[to as usize] |= Loops::EXIT;
                    }
                }
            }
        }
        let mut from = vec![0u32; n];
        edges.iter().flatten().for_each(|&to| from[to as usize] += 1);
        let joins = |(&mark, &from): (&u8, &u32)| match mark & Loops::HEAD {
            0 if from > 1 => mark | Loops::JOIN,
            _ => mark,
        };
        let marks_and_joins = marks.iter().zip(&from).map(joins).collect();
        Loops { loops, marks, marks_and_joins, ranks }
    }

    /// All loops, outer ones first.
    pub fn all(&self) -> &[Loop] {
        &self.loops
    }

    /// The loop with this head.
    pub fn at(&self, head: Loc) -> Option<&Loop> {
        self.loops.iter().find(|l| l.head == head)
    }

    /// The innermost loop that contains a location.
    pub fn innermost(&self, loc: Loc) -> Option<&Loop> {
        self.loops.iter().rev().find(|l| l.body.contains(loc.index()))
    }

    /// [`Loops::HEAD`] and [`Loops::EXIT`] of every location.
    pub fn marks(&self) -> &[u8] {
        &self.marks
    }

    /// The same and [`Loops::JOIN`].
    pub fn marks_and_joins(&self) -> &[u8] {
        &self.marks_and_joins
    }

    /// The place of a location in an order in which control only goes forward, but for going back to the head of a loop
    /// that it is in. The locations of a loop are neighbours, its head the first of them.
    pub fn rank(&self, loc: Loc) -> u32 {
        self.ranks[loc.index()]
    }

    /// The loops that contain a location, outer ones first.
    pub fn around(&self, loc: Loc) -> impl Iterator<Item = &Loop> {
        self.loops.iter().filter(move |l| l.body.contains(loc.index()))
    }
}

/// What is still to be ordered, with the number of loops that it lies in.
enum Todo {
    /// These, in an order to be found.
    Members(Vec<u32>, u32),
    /// This component: a loop, or a single location.
    Component(Vec<u32>, u32),
}

/// The functions that may call themselves, directly or through others. Calls through pointers are not seen.
pub fn recursive_functions(program: &Program) -> BitSet {
    let callees = |f: &Function| {
        let calls = f.code.iter().filter_map(|c| match c {
            Command::Call { callee: Callee::Direct(to), .. } => Some(to.0),
            _ => None,
        });
        calls.collect::<Vec<u32>>()
    };
    let edges: Vec<Vec<u32>> = program.functions.iter().map(callees).collect();
    let all: Vec<u32> = (0..edges.len() as u32).collect();
    let mut out = BitSet::new(edges.len());
    for component in components(&edges, &all) {
        let alone = component.len() == 1 && !edges[component[0] as usize].contains(&component[0]);
        component.into_iter().filter(|_| !alone).for_each(|f| {
            out.insert(f as usize);
        });
    }
    out
}

/// The strongly connected components of the graph of `members`, each before those from which edges lead to it (Tarjan,
/// with an explicit stack).
fn components(edges: &[Vec<u32>], members: &[u32]) -> Vec<Vec<u32>> {
    const NONE: u32 = u32::MAX;
    let mut inside = BitSet::new(edges.len());
    members.iter().for_each(|&m| {
        inside.insert(m as usize);
    });
    let mut index = vec![NONE; edges.len()];
    let mut low = vec![0u32; edges.len()];
    let mut on_stack = BitSet::new(edges.len());
    let (mut stack, mut out, mut next) = (Vec::new(), Vec::new(), 0u32);
    for &root in members {
        if index[root as usize] != NONE {
            continue;
        }
        let mut calls = vec![(root, 0usize)];
        while let Some(&mut (v, ref mut at)) = calls.last_mut() {
            let v_ = v as usize;
            if *at == 0 {
                index[v_] = next;
                low[v_] = next;
                next += 1;
                stack.push(v);
                on_stack.insert(v_);
            }
            if let Some(&w) = edges[v_].get(*at) {
                *at += 1;
                if !inside.contains(w as usize) {
                    continue;
                }
                if index[w as usize] == NONE {
                    calls.push((w, 0));
                } else if on_stack.contains(w as usize) {
                    low[v_] = low[v_].min(index[w as usize]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent as usize] = low[parent as usize].min(low[v_]);
            }
            if low[v_] == index[v_] {
                let mut component = Vec::new();
                while let Some(w) = stack.pop() {
                    on_stack.remove(w as usize);
                    component.push(w);
                    if w == v {
                        break;
                    }
                }
                out.push(component);
            }
        }
    }
    out
}
