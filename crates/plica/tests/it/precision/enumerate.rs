//! What a program can reach, by trying all values: the reference that plica is held against.
//!
//! Works on the syntax and on sets of states; it shares neither code nor method with plica. Recursion of any depth is
//! exact: a function's results for given inputs are the least fixpoint of its calls' results, as in the summaries of
//! pushdown systems (Reps, Horwitz, Sagiv 1995), and there are finitely many inputs. A pointer to a variable of a
//! caller is a cell that goes in with the call and comes back with the result.

use std::collections::{HashMap, HashSet};

use plica_ir::{BinOp, CmpOp};

use super::language::{BITS, Call, Cond, Expr, Id, MAX, Place, Point, Program, Stmt};

/// What can be reached.
#[derive(Clone, Default, Debug)]
pub struct Truth {
    /// Points that some run comes to.
    pub points: HashSet<Point>,
    /// Assertions that fail in some run.
    pub failures: HashSet<Id>,
}

/// Values of all variables in sight, three bits each: globals, cells that pointers point to, locals.
type Env = u64;
type Envs = HashSet<Env>;

/// Inputs of a call: the function, where its pointers point, and the values.
type Key = (usize, Vec<usize>, Env);

/// What is known about a function with given inputs.
#[derive(Default)]
struct Known {
    key: Key,
    /// Globals and cells afterwards, and the result.
    outcomes: Envs,
    callers: HashSet<usize>,
}

/// Ways out of a list of statements other than its end.
#[derive(Default)]
struct Ways {
    breaks: Envs,
    continues: Envs,
    returns: Envs,
}

struct Enumerator<'p> {
    p: &'p Program,
    known: Vec<Known>,
    index: HashMap<Key, usize>,
    work: Vec<usize>,
    truth: Truth,
    /// The call being evaluated, where its pointers point, and the number of globals and cells.
    now: usize,
    targets: Vec<usize>,
    shared: usize,
    /// Statements times states that may still be looked at.
    budget: usize,
}

/// The program's truth; nothing if it takes more than so many steps to know it.
pub fn enumerate(p: &Program, budget: usize) -> Option<Truth> {
    let (known, index, work) = Default::default();
    let truth = Truth::default();
    let mut it = Enumerator { p, known, index, work, truth, now: 0, targets: vec![], shared: 0, budget };
    let first = p.globals.iter().enumerate().fold(0, |env, (g, &v)| put(env, g, v));
    let values = p.functions[0].values;
    for args in 0..1u64 << (BITS as usize * values) {
        it.number((0, vec![], first | args << (BITS as usize * p.globals.len())));
    }
    while let Some(n) = it.work.pop() {
        it.call_again(n)?;
    }
    Some(it.truth)
}

fn at(env: Env, slot: usize) -> u8 {
    (env >> (BITS as usize * slot)) as u8 & MAX
}

fn put(env: Env, slot: usize, value: u8) -> Env {
    let shift = BITS as usize * slot;
    env & !(u64::from(MAX) << shift) | u64::from(value) << shift
}

/// The lowest slots of an environment.
fn low(env: Env, slots: usize) -> Env {
    env & ((1 << (BITS as usize * slots)) - 1)
}

fn arith(op: BinOp, a: u8, b: u8) -> u8 {
    let r = match op {
        BinOp::Add => a + b,
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a * b,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        _ => panic!("the language has no {op:?}"),
    };
    r & MAX
}

fn compare(op: CmpOp, a: u8, b: u8) -> bool {
    let signed = |v: u8| (v ^ 4) as i8 - 4;
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Ult => a < b,
        CmpOp::Ule => a <= b,
        CmpOp::Slt => signed(a) < signed(b),
        CmpOp::Sle => signed(a) <= signed(b),
        _ => panic!("the language has no {op:?}"),
    }
}

impl Enumerator<'_> {
    /// The number of a call's inputs; new ones are to be looked at.
    fn number(&mut self, key: Key) -> usize {
        if let Some(&n) = self.index.get(&key) {
            return n;
        }
        let n = self.known.len();
        self.index.insert(key.clone(), n);
        self.known.push(Known { key, ..Known::default() });
        self.work.push(n);
        n
    }

    /// Runs a function with all that is known about its calls by now.
    fn call_again(&mut self, n: usize) -> Option<()> {
        let (function, targets, env) = self.known[n].key.clone();
        let globals = self.p.globals.len();
        let cells = targets.iter().map(|&t| (t + 1).saturating_sub(globals)).max().unwrap_or(0);
        (self.now, self.targets, self.shared) = (n, targets, globals + cells);
        self.truth.points.insert(Point::Start(function));
        let f = &self.p.functions[function];
        let mut ways = Ways::default();
        let end = self.block(&f.body, Envs::from_iter([env]), &mut ways)?;
        let result = f.result();
        self.returns(&result, end, &mut ways);
        let known = &mut self.known[n];
        let before = known.outcomes.len();
        known.outcomes.extend(ways.returns);
        if known.outcomes.len() > before {
            let callers = known.callers.iter().copied().filter(|c| !self.work.contains(c)).collect::<Vec<_>>();
            self.work.extend(callers);
        }
        Some(())
    }

    fn returns(&mut self, e: &Expr, envs: Envs, ways: &mut Ways) {
        for env in envs {
            for (value, env) in self.expr(e, env) {
                ways.returns.insert(put(low(env, self.shared), self.shared, value));
            }
        }
    }

    fn block(&mut self, body: &[Stmt], mut envs: Envs, ways: &mut Ways) -> Option<Envs> {
        for s in body {
            if envs.is_empty() {
                break;
            }
            self.budget = self.budget.checked_sub(envs.len())?;
            envs = self.stmt(s, envs, ways)?;
        }
        Some(envs)
    }

    fn stmt(&mut self, s: &Stmt, envs: Envs, ways: &mut Ways) -> Option<Envs> {
        let mut out = Envs::default();
        match s {
            Stmt::Set(place, e) => {
                let slot = self.slot(*place);
                for env in envs {
                    out.extend(self.expr(e, env).into_iter().map(|(value, env)| put(env, slot, value)));
                }
            }
            Stmt::Eval(e) => {
                for env in envs {
                    out.extend(self.expr(e, env).into_iter().map(|x| x.1));
                }
            }
            Stmt::If(id, c, yes, no) => {
                let (then, otherwise) = self.sides(c, envs);
                self.reach(Point::Then(*id), &then);
                self.reach(Point::Else(*id), &otherwise);
                out = self.block(yes, then, ways)?;
                out.extend(self.block(no, otherwise, ways)?);
                self.reach(Point::After(*id), &out);
            }
            Stmt::Loop { id, at_end, cond, body } => {
                self.reach(Point::Head(*id), &envs);
                let mut seen = Envs::default();
                let mut next = envs;
                while !next.is_empty() {
                    let mut inner = Ways::default();
                    if !at_end {
                        let (go, leave) = self.sides(cond, next);
                        self.reach(Point::Then(*id), &go);
                        out.extend(leave);
                        next = go;
                    }
                    next = self.block(body, next, &mut inner)?;
                    next.extend(inner.continues);
                    out.extend(inner.breaks);
                    ways.returns.extend(inner.returns);
                    if *at_end {
                        self.reach(Point::Test(*id), &next);
                        let (go, leave) = self.sides(cond, next);
                        out.extend(leave);
                        next = go;
                    }
                    next.retain(|&env| seen.insert(env));
                }
                self.reach(Point::After(*id), &out);
            }
            Stmt::Assume(id, c) | Stmt::Assert(id, c) => {
                let (holds, fails) = self.sides(c, envs);
                self.reach(Point::After(*id), &holds);
                self.reach(Point::Else(*id), &fails);
                if !fails.is_empty() && matches!(s, Stmt::Assert(..)) {
                    self.truth.failures.insert(*id);
                }
                out = holds;
            }
            Stmt::Return(e) => self.returns(e, envs, ways),
            Stmt::Break => ways.breaks.extend(envs),
            Stmt::Continue => ways.continues.extend(envs),
        }
        Some(out)
    }

    fn reach(&mut self, point: Point, envs: &Envs) {
        if !envs.is_empty() {
            self.truth.points.insert(point);
        }
    }

    /// States in which a condition holds, and in which it does not.
    fn sides(&mut self, c: &Cond, envs: Envs) -> (Envs, Envs) {
        let (mut yes, mut no) = (Envs::default(), Envs::default());
        for env in envs {
            for (holds, env) in self.cond(c, env) {
                if holds { &mut yes } else { &mut no }.insert(env);
            }
        }
        (yes, no)
    }

    fn cond(&mut self, c: &Cond, env: Env) -> Vec<(bool, Env)> {
        let mut out = Vec::new();
        match c {
            Cond::Cmp(op, a, b) => {
                for (x, env) in self.expr(a, env) {
                    out.extend(self.expr(b, env).into_iter().map(|(y, env)| (compare(*op, x, y), env)));
                }
            }
            Cond::And(id, a, b) | Cond::Or(id, a, b) => {
                let decides = matches!(c, Cond::Or(..));
                for (holds, env) in self.cond(a, env) {
                    if holds == decides {
                        out.push((holds, env));
                    } else {
                        self.truth.points.insert(Point::Right(*id));
                        out.extend(self.cond(b, env));
                    }
                }
            }
        }
        out
    }

    fn slot(&self, place: Place) -> usize {
        match place {
            Place::Local(x) => self.shared + x,
            Place::Global(g) => g,
            Place::Deref(p) => self.targets[p],
        }
    }

    fn expr(&mut self, e: &Expr, env: Env) -> Vec<(u8, Env)> {
        match e {
            Expr::Const(c) => vec![(*c, env)],
            Expr::Read(place) => vec![(at(env, self.slot(*place)), env)],
            Expr::Input => (0..=MAX).map(|v| (v, env)).collect(),
            Expr::Bin(op, a, b) => {
                let mut out = Vec::new();
                for (x, env) in self.expr(a, env) {
                    out.extend(self.expr(b, env).into_iter().map(|(y, env)| (arith(*op, x, y), env)));
                }
                out
            }
            Expr::Call(call) => self.call(call, env),
        }
    }

    fn call(&mut self, call: &Call, env: Env) -> Vec<(u8, Env)> {
        let mut ready: Vec<(Vec<u8>, Env)> = vec![(vec![], env)];
        for e in &call.values {
            let mut next = Vec::new();
            for (args, env) in ready {
                next.extend(self.expr(e, env).into_iter().map(|(v, env)| ([&args[..], &[v]].concat(), env)));
            }
            ready = next;
        }
        // Where the pointers point here, and the same as cells of the callee.
        let globals = self.p.globals.len();
        let mut cells: Vec<usize> = Vec::new();
        let mut targets = Vec::new();
        for &place in &call.pointers {
            let slot = self.slot(place);
            if slot >= globals && !cells.contains(&slot) {
                cells.push(slot);
            }
            targets.push(cells.iter().position(|&c| c == slot).map_or(slot, |k| globals + k));
        }
        let mut out = Vec::new();
        for (args, env) in ready {
            let inside = cells.iter().map(|&c| at(env, c)).chain(args).enumerate();
            let inside = inside.fold(low(env, globals), |e, (i, v)| put(e, globals + i, v));
            let n = self.number((call.function, targets.clone(), inside));
            self.known[n].callers.insert(self.now);
            for &outcome in &self.known[n].outcomes {
                let env = (0..globals).fold(env, |e, g| put(e, g, at(outcome, g)));
                let env = cells.iter().enumerate().fold(env, |e, (k, &c)| put(e, c, at(outcome, globals + k)));
                out.push((at(outcome, globals + cells.len()), env));
            }
            if !self.known[n].outcomes.is_empty() {
                self.truth.points.insert(Point::After(call.id));
            }
        }
        out
    }
}
