//! Who calls whom, as far as calls tell: for what a call passes on to those who made it.
//!
//! Oblivious to what that is. Invariant: functions are numbered as in the program.

use plica_ir::FuncId;

use crate::ast::FunctionDecl;

/// The callers of each function.
pub(super) struct Callers {
    of: Vec<Vec<usize>>,
    /// Functions that call through pointers.
    pub through_pointers: Vec<usize>,
}

impl Callers {
    /// Of the functions with a body, given as module and declaration; `calls` says what each calls, `None` through a
    /// pointer.
    pub fn of(
        bodies: &[Option<(usize, &FunctionDecl)>],
        calls: impl Fn(usize, &FunctionDecl) -> Vec<Option<FuncId>>,
    ) -> Callers {
        let mut callers = Callers { of: vec![Vec::new(); bodies.len()], through_pointers: Vec::new() };
        for (i, body) in bodies.iter().enumerate() {
            let Some((module, f)) = body else { continue };
            for called in calls(*module, f) {
                match called {
                    Some(f) if f.index() < bodies.len() => callers.of[f.index()].push(i),
                    Some(_) => {}
                    None => callers.through_pointers.push(i),
                }
            }
        }
        callers
    }

    /// Marks these functions and all who call a marked one, directly or not.
    pub fn spread(&self, marks: &mut [bool], new: impl IntoIterator<Item = usize>) {
        let mut new: Vec<usize> = new.into_iter().collect();
        while let Some(f) = new.pop() {
            let Some(mark) = marks.get_mut(f) else { continue };
            if !std::mem::replace(mark, true) {
                new.extend(&self.of[f]);
            }
        }
    }
}
