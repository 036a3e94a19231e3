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
}

impl Loops {
    /// The mark of a location that is the head of a loop.
    pub const HEAD: u8 = 1;
    /// The mark of a location outside a loop to which an edge leads from inside.
    pub const EXIT: u8 = 2;

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
        let all: Vec<u32> = (0..n as u32).collect();
        let mut work = vec![(all, 0u32)];
        while let Some((members, depth)) = work.pop() {
            for component in components(&edges, &members) {
                // The first in the order of the code: where a compiler puts the head of a loop.
                let Some(&head) = component.iter().min() else { continue };
                let mut body = BitSet::new(n);
                component.iter().for_each(|&l| {
                    body.insert(l as usize);
                });
                loops.push(Loop { head: Loc(head), body, depth });
                work.push((component.into_iter().filter(|&l| l != head).collect(), depth + 1));
            }
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
        Loops { loops, marks }
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
    for f in components(&edges, &all).into_iter().flatten() {
        out.insert(f as usize);
    }
    out
}

/// The strongly connected components with at least one edge among `members` (Tarjan, with an explicit stack).
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
                if component.len() > 1 || edges[v_].contains(&v) {
                    out.push(component);
                }
            }
        }
    }
    out
}
