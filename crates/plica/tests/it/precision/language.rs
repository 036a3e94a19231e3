//! The language of the generated programs: functions over variables of three bits, and how it reads.
//!
//! Oblivious to how programs are made and to what they mean. A program's places of interest are [`Point`]s: wherever
//! control arrives by a choice or after something that may never come back.

use std::fmt::{self, Write};

use plica_ir::{BinOp, CmpOp};

/// Bits of a variable.
pub const BITS: u32 = 3;
/// The largest value.
pub const MAX: u8 = (1 << BITS) - 1;

/// Names what has points: statements, calls and connectives, each once in a program.
pub type Id = u32;

/// A place in a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Point {
    /// The start of a function.
    Start(usize),
    /// A branch is taken, or the body of a loop begins.
    Then(Id),
    /// A branch is not taken, or a condition that is demanded does not hold.
    Else(Id),
    /// The statement or the call is done.
    After(Id),
    /// The head of a loop.
    Head(Id),
    /// The condition at the end of a loop.
    Test(Id),
    /// The right side of a connective.
    Right(Id),
}

/// An expression; sides are evaluated from left to right.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// A constant.
    Const(u8),
    /// What is at a place.
    Read(Place),
    /// Any value.
    Input,
    /// Arithmetic modulo 8.
    Bin(BinOp, Box<Expr>, Box<Expr>),
    /// A call.
    Call(Box<Call>),
}

/// A place that holds a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Place {
    /// A local variable; the parameters come first.
    Local(usize),
    /// A global variable.
    Global(usize),
    /// Where a pointer parameter points.
    Deref(usize),
}

/// A call of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// Its name.
    pub id: Id,
    /// Whom.
    pub function: usize,
    /// Values.
    pub values: Vec<Expr>,
    /// Pointers: to a local or a global variable, or one that was given itself.
    pub pointers: Vec<Place>,
}

/// A condition; connectives evaluate their right side only where it matters.
#[derive(Clone, PartialEq, Debug)]
pub enum Cond {
    /// A comparison.
    Cmp(CmpOp, Expr, Expr),
    /// Both hold.
    And(Id, Box<Cond>, Box<Cond>),
    /// One holds.
    Or(Id, Box<Cond>, Box<Cond>),
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// An assignment.
    Set(Place, Expr),
    /// Evaluates for the effects alone.
    Eval(Expr),
    /// A branch.
    If(Id, Cond, Vec<Stmt>, Vec<Stmt>),
    /// A loop; with `at_end` the condition is tested after the body.
    Loop {
        /// Its name.
        id: Id,
        /// Is it a `do … while`?
        at_end: bool,
        /// Goes on while this holds.
        cond: Cond,
        /// The body.
        body: Vec<Stmt>,
    },
    /// Nothing goes on where the condition does not hold.
    Assume(Id, Cond),
    /// An error where the condition does not hold.
    Assert(Id, Cond),
    /// Leaves the function.
    Return(Expr),
    /// Leaves the loop.
    Break,
    /// Goes to the next iteration.
    Continue,
}

/// A function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Function {
    /// Parameters that are values: the first locals.
    pub values: usize,
    /// Parameters that are pointers.
    pub pointers: usize,
    /// Local variables, 0 at first, the values among them.
    pub locals: usize,
    /// The body.
    pub body: Vec<Stmt>,
    /// What is returned at its end.
    pub result: Option<Expr>,
}

/// A program: function 0 is where it starts, with any arguments.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// First values of the global variables.
    pub globals: Vec<u8>,
    /// The functions.
    pub functions: Vec<Function>,
}

impl Function {
    /// What is returned at its end.
    pub fn result(&self) -> Expr {
        self.result.clone().unwrap_or(Expr::Const(0))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Local(x) => write!(f, "x{x}"),
            Place::Global(g) => write!(f, "g{g}"),
            Place::Deref(p) => write!(f, "*p{p}"),
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.values.iter().map(|e| e.to_string());
        let pointers = self.pointers.iter().map(|place| match place {
            Place::Deref(p) => format!("p{p}"),
            place => format!("&{place}"),
        });
        write!(f, "f{}({})", self.function, values.chain(pointers).collect::<Vec<_>>().join(", "))
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |op: &BinOp| match op {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::And => "&",
            BinOp::Or => "|",
            _ => "^",
        };
        match self {
            Expr::Const(c) => write!(f, "{c}"),
            Expr::Read(place) => place.fmt(f),
            Expr::Input => f.write_str("input()"),
            Expr::Bin(op, a, b) => write!(f, "({a} {} {b})", sign(op)),
            Expr::Call(call) => call.fmt(f),
        }
    }
}

impl fmt::Display for Cond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |op: &CmpOp| match op {
            CmpOp::Eq => "==",
            CmpOp::Ne => "!=",
            CmpOp::Ult => "<",
            CmpOp::Ule => "<=",
            CmpOp::Slt => "<s",
            _ => "<=s",
        };
        match self {
            Cond::Cmp(op, a, b) => write!(f, "{a} {} {b}", sign(op)),
            Cond::And(id, a, b) => write!(f, "({a} && /*{id}*/ {b})"),
            Cond::Or(id, a, b) => write!(f, "({a} || /*{id}*/ {b})"),
        }
    }
}

fn block(out: &mut String, body: &[Stmt], indent: usize) -> fmt::Result {
    let pad = "    ".repeat(indent);
    for s in body {
        match s {
            Stmt::Set(place, e) => writeln!(out, "{pad}{place} = {e};")?,
            Stmt::Eval(e) => writeln!(out, "{pad}{e};")?,
            Stmt::If(id, c, yes, no) => {
                writeln!(out, "{pad}if ({c}) {{ /*{id}*/")?;
                block(out, yes, indent + 1)?;
                if !no.is_empty() {
                    writeln!(out, "{pad}}} else {{")?;
                    block(out, no, indent + 1)?;
                }
                writeln!(out, "{pad}}}")?;
            }
            Stmt::Loop { id, at_end, cond, body } => {
                let head = if *at_end { "do".into() } else { format!("while ({cond})") };
                writeln!(out, "{pad}{head} {{ /*{id}*/")?;
                block(out, body, indent + 1)?;
                let tail = if *at_end { format!(" while ({cond});") } else { String::new() };
                writeln!(out, "{pad}}}{tail}")?;
            }
            Stmt::Assume(id, c) => writeln!(out, "{pad}assume({c}); /*{id}*/")?,
            Stmt::Assert(id, c) => writeln!(out, "{pad}assert({c}); /*{id}*/")?,
            Stmt::Return(e) => writeln!(out, "{pad}return {e};")?,
            Stmt::Break => writeln!(out, "{pad}break;")?,
            Stmt::Continue => writeln!(out, "{pad}continue;")?,
        }
    }
    Ok(())
}

fn function(i: usize, fun: &Function) -> Result<String, fmt::Error> {
    let mut out = String::new();
    let values = (0..fun.values).map(|x| format!("u3 x{x}"));
    let params: Vec<String> = values.chain((0..fun.pointers).map(|p| format!("u3 *p{p}"))).collect();
    writeln!(out, "u3 f{i}({}) {{", params.join(", "))?;
    let locals: Vec<String> = (fun.values..fun.locals).map(|x| format!("x{x} = 0")).collect();
    if !locals.is_empty() {
        writeln!(out, "    u3 {};", locals.join(", "))?;
    }
    block(&mut out, &fun.body, 1)?;
    writeln!(out, "    return {};\n}}", fun.result())?;
    Ok(out)
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (g, v) in self.globals.iter().enumerate() {
            writeln!(f, "u3 g{g} = {v};")?;
        }
        // Functions that nobody calls are left out.
        let mut shown = Vec::new();
        let mut next = vec![0];
        while let Some(i) = next.pop() {
            let text = function(i, &self.functions[i])?;
            f.write_str(&text)?;
            shown.push(i);
            let called = |i: &usize| text.contains(&format!("f{i}(")) && !shown.contains(i) && !next.contains(i);
            let more: Vec<usize> = (0..self.functions.len()).filter(called).collect();
            next.extend(more);
        }
        Ok(())
    }
}
