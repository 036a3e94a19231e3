//! Programs of the little language as C-like text, for reports. Oblivious to what they mean.

use std::fmt;

use super::loops::{Expr, First, Program, Stmt};

/// Shows statements of a function whose variables have these names.
struct Shown<'a>(&'a [Stmt], &'a [String], usize);

fn shown(e: &Expr, names: &[String]) -> String {
    let sub = |e: &Expr| shown(e, names);
    match e {
        Expr::Const(_, v) => v.to_string(),
        Expr::Var(v) => names[*v].clone(),
        Expr::Bin(op, a, b) => format!("({} {op:?} {})", sub(a), sub(b)),
        Expr::Checked(op, a, b) => format!("({} {op:?}! {})", sub(a), sub(b)),
        Expr::Cmp(op, a, b) => format!("({} {op:?} {})", sub(a), sub(b)),
        Expr::Select(c, a, b) => format!("({} ? {} : {})", sub(c), sub(a), sub(b)),
        Expr::Load(a, i) => format!("g{a}[{}]", sub(i)),
        Expr::Fit(w, e) => format!("(u{w}){}", sub(e)),
        Expr::Sext(w, e) => format!("(s{w}){}", sub(e)),
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Shown(body, names, indent), pad) = (self, "  ".repeat(self.2));
        let block = |body| Shown(body, names, indent + 1);
        for s in *body {
            match s {
                Stmt::Assign(v, e) => writeln!(f, "{pad}{} = {};", names[*v], shown(e, names))?,
                Stmt::Store(a, i, e) => writeln!(f, "{pad}g{a}[{}] = {};", shown(i, names), shown(e, names))?,
                Stmt::If(c, a, b) => {
                    write!(f, "{pad}if ({}) {{\n{}{pad}}}", shown(c, names), block(a))?;
                    if !b.is_empty() {
                        write!(f, " else {{\n{}{pad}}}", block(b))?;
                    }
                    writeln!(f)?;
                }
                Stmt::Loop { at_end, conds, body } => {
                    let all: Vec<String> = conds.iter().map(|c| shown(c, names)).collect();
                    let all = if all.is_empty() { "1".into() } else { all.join(" && ") };
                    match at_end {
                        true => writeln!(f, "{pad}do {{\n{}{pad}}} while ({all});", block(body))?,
                        false => writeln!(f, "{pad}while ({all}) {{\n{}{pad}}}", block(body))?,
                    }
                }
                Stmt::Nondet(v) => writeln!(f, "{pad}{} = nondet();", names[*v])?,
                Stmt::Call(v, c, args) => {
                    let args: Vec<String> = args.iter().map(|a| shown(a, names)).collect();
                    writeln!(f, "{pad}{} = f{c}({});", names[*v], args.join(", "))?;
                }
                Stmt::Break => writeln!(f, "{pad}break;")?,
                Stmt::Continue => writeln!(f, "{pad}continue;")?,
                Stmt::Exit(n) => writeln!(f, "{pad}goto exit{n};")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (a, len) in self.arrays.iter().enumerate() {
            writeln!(f, "  extern u8 g{a}[{len}];")?;
        }
        for (i, fun) in self.funs.iter().enumerate() {
            let names: Vec<String> = fun.vars.iter().map(|v| v.0.clone()).collect();
            let params = fun.vars[..fun.params].iter().map(|v| format!("u{} {}", v.1, v.0)).collect::<Vec<_>>();
            writeln!(
                f,
                "  f{i}({}) {{\n{}    return {};\n  }}",
                params.join(", "),
                Shown(&fun.body, &names, 2),
                shown(&fun.result, &names)
            )?;
        }
        for (name, width, first) in &self.vars {
            match first {
                First::Input => writeln!(f, "  u{width} {name} = input;")?,
                First::Is(v) => writeln!(f, "  u{width} {name} = {v};")?,
            }
        }
        let names: Vec<String> = self.vars.iter().map(|v| v.0.clone()).collect();
        write!(f, "{}", Shown(std::slice::from_ref(&self.top), &names, 1))?;
        let seen: Vec<&str> = self.observed.iter().map(|&v| names[v].as_str()).collect();
        writeln!(f, "  observed: {}", seen.join(" "))
    }
}
