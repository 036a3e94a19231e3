//! Calls: arguments and results flattened to scalars, old-style calls fitted to the callee, inline assembly.
//!
//! Oblivious to what functions do. Invariant: a direct call of a function with a body passes what its parameters
//! expect and receives what it returns.

use plica_ir::{Arg, BinOp, Callee, CastOp, Command, Expr, FloatKind, Operand, Rule, Ty};

use super::emit::Emitter;
use super::ops::resize;
use super::vector::reinterpret;
use super::{Lower, Why};
use crate::ast::{self, InlineAsm, Passing, TypeId, ValueRef};
use crate::instrument::{Violation, violation};

/// The function that is told when the program asks which features the processor has.
pub(super) const PLAIN_PROCESSOR: &str = "plica_plain_processor";

/// Does the assembly ask which features the processor has, and nothing else? It has none.
pub(super) fn asks_processor(asm: &InlineAsm) -> bool {
    let statements = statements(&asm.template);
    // `cpuid` overwrites a register that compilers keep for themselves.
    let saves = |statement: &str| statement.starts_with("mov ") && statement.ends_with(", rbx");
    let plain = |statement: &String| statement == "cpuid" || statement.starts_with("xchg") || saves(statement);
    statements.iter().all(plain) && statements.iter().any(|statement| statement == "cpuid")
}

/// The statements of assembly, without comments.
fn statements(template: &str) -> Vec<String> {
    let mut code = String::new();
    let mut rest = template;
    while let Some(at) = rest.find("/*") {
        code.push_str(&rest[..at]);
        code.push(' ');
        // Where it has no end the assembler refuses it.
        rest = rest[at + 2..].split_once("*/").map_or("", |(_, behind)| behind);
    }
    code.push_str(rest);
    let lines = code.lines().map(|line| line.split('#').next().unwrap_or_default());
    let statements = lines.flat_map(|line| line.split(';')).map(|s| s.split_whitespace().collect::<Vec<_>>().join(" "));
    statements.filter(|s| !s.is_empty()).collect()
}

/// Statements without an effect that a program without other threads notices.
const NOTHING: [&str; 7] = ["nop", "pause", "rep", "rep nop", "mfence", "lfence", "sfence"];

impl Emitter<'_, '_> {
    /// A call whose result, of this type, is the current instruction's.
    pub fn call(&mut self, call: &ast::Call, ty: TypeId) -> Lower<()> {
        let target = match &call.callee {
            ast::CalledOperand::Asm(asm) => return self.assembly(asm, call, ty),
            ast::CalledOperand::Value(value) => *value,
        };
        if let ValueRef::Global(name) = target {
            let name = self.cx.module.name(name);
            if let Some(name) = name.strip_prefix("llvm.") {
                return self.intrinsic(name, call, ty);
            }
            if let Some(Violation { rule, fatal, text, .. }) = violation(self.cx.module, call) {
                let holds = self.int(1, 0);
                self.push(Command::Check { holds, rule, fatal, text: text.into() });
                return Ok(());
            }
        }
        let callee = match self.value(ast::TypedValue { ty: ast::TypeTable::PTR, value: target })? {
            Operand::Func(f) => Callee::Direct(f),
            pointer => Callee::Indirect(pointer),
        };
        let mut args = Vec::with_capacity(call.args.len());
        let fixed = match self.cx.module.types.get_resolved(call.fn_ty) {
            ast::Type::Function { params, varargs: true, .. } => params.len(),
            _ => usize::MAX,
        };
        for (i, arg) in call.args.iter().enumerate() {
            if i >= fixed && matches!(self.cx.module.types.get_resolved(arg.operand.ty), ast::Type::Vector { .. }) {
                args.push(self.variable_vector(arg.operand)?);
                continue;
            }
            let byval = match arg.attrs.passing {
                Passing::ByVal(ty) => Some(self.cx.layout.size(ty)?),
                _ => None,
            };
            let scalars = self.cx.layout.scalars(arg.operand.ty)?;
            let values = self.values(arg.operand)?;
            args.extend(scalars.iter().zip(values).map(|(s, value)| Arg { value, ty: s.ty, byval }));
        }
        let mut results: Vec<Ty> = self.cx.layout.scalars(ty)?.iter().map(|s| s.ty).collect();
        let mut mismatch = None;
        if let Callee::Direct(f) = callee
            && let Some(signature) = self.cx.signatures.get(f.index())
            && signature.defined
        {
            let too_many = args.len() > signature.params.len() && !signature.variadic;
            let fits = args.iter().map(|a| a.ty).take(signature.params.len()).eq(signature.params.iter().copied());
            if signature.of_program && !self.cx.rust && (too_many || !fits || signature.results != results) {
                // Where it was not declared, or in another way, a compiler lets it pass.
                let (holds, text) = (self.shared.int(1, 0), "a function is called as one of another type".into());
                self.push(Command::Check { holds, rule: Rule::Declared, fatal: false, text });
            }
            if signature.results != results {
                mismatch = Some(std::mem::replace(&mut results, signature.results.clone()));
            }
            self.fit(&mut args, &signature.params, signature.variadic);
        }
        let (args, types) = (args.into(), results.clone().into());
        if let Some(wanted) = mismatch {
            let dsts: Vec<_> = results.iter().map(|&ty| self.temp(ty)).collect();
            self.push(Command::Call { dsts: dsts.clone().into(), callee, args, results: types });
            let mut values = Vec::new();
            for (i, &to) in wanted.iter().enumerate() {
                let undef = Operand::Undef { width: to.width() };
                values.push(dsts.get(i).map_or(undef, |&v| self.reshape(results[i], to, Operand::Var(v))));
            }
            self.define_all(values);
            return Ok(());
        }
        if let ([ty], Some(id)) = (&results[..], self.result) {
            let dst = self.target(*ty);
            self.push(Command::Call { dsts: [dst].into(), callee, args, results: types });
            self.bind_var(id, dst);
            return Ok(());
        }
        let dsts: Vec<_> = results.iter().map(|&ty| self.temp(ty)).collect();
        self.push(Command::Call { dsts: dsts.clone().into(), callee, args, results: types });
        self.define_all(dsts.into_iter().map(Operand::Var).collect());
        Ok(())
    }

    /// A vector among the variable arguments (`struct { float x, y; }` is passed as one): its lanes have to stay
    /// together where the callee looks for them.
    fn variable_vector(&mut self, vector: ast::TypedValue) -> Lower<Arg> {
        let scalars = self.cx.layout.scalars(vector.ty)?;
        let width = scalars.first().map_or(0, |s| s.ty.width());
        let total = width * scalars.len() as u32;
        if total == 0 || total > 128 {
            return Err("a variable argument that is a vector of more than 128 bits".into());
        }
        let mut lanes = self.values(vector)?;
        for (s, lane) in scalars.iter().zip(lanes.iter_mut()) {
            *lane = self.eval(Ty::Int(width), reinterpret(s.ty, Ty::Int(width), *lane));
        }
        let (mut value, mut ty) = (self.join(&lanes, width), Ty::Int(total));
        // It comes in a register for floating-point numbers, whatever its lanes are.
        if total == 64 {
            let double = Ty::Float(FloatKind::Double);
            (value, ty) = (self.eval(double, reinterpret(ty, double, value)), double);
        }
        Ok(Arg { value, ty, byval: None })
    }

    /// Old-style C calls functions without knowing their parameters.
    fn fit(&mut self, args: &mut Vec<Arg>, params: &[Ty], variadic: bool) {
        if !variadic {
            args.truncate(params.len());
        }
        for (i, &ty) in params.iter().enumerate() {
            match args.get(i).copied() {
                None => args.push(Arg { value: Operand::Undef { width: ty.width() }, ty, byval: None }),
                Some(arg) if arg.ty != ty => {
                    let value = self.reshape(arg.ty, ty, arg.value);
                    args[i] = Arg { value, ty, byval: None };
                }
                Some(_) => {}
            }
        }
    }

    /// A value as the register that it was passed in would be read.
    fn reshape(&mut self, from: Ty, to: Ty, a: Operand) -> Operand {
        if from == to {
            return a;
        }
        let expr = match (from, to) {
            (Ty::Int(_), Ty::Int(_)) => resize(from, to, a),
            (Ty::Int(64), Ty::Ptr) => Expr::Cast { op: CastOp::IntToPtr, from, to, a },
            (Ty::Ptr, Ty::Int(64)) => Expr::Cast { op: CastOp::PtrToInt, from, to, a },
            (Ty::Int(w), Ty::Ptr) if w < 64 => {
                let a = self.eval(Ty::Int(64), resize(from, Ty::Int(64), a));
                Expr::Cast { op: CastOp::IntToPtr, from: Ty::Int(64), to, a }
            }
            (Ty::Ptr, Ty::Int(_)) => {
                let a = self.eval(Ty::Int(64), Expr::Cast { op: CastOp::PtrToInt, from, to: Ty::Int(64), a });
                resize(Ty::Int(64), to, a)
            }
            _ => return Operand::Undef { width: to.width() },
        };
        self.eval(to, expr)
    }

    /// Assembly that does nothing (compiler barriers): outputs are the inputs tied to them, or anything.
    fn assembly(&mut self, asm: &InlineAsm, call: &ast::Call, ty: TypeId) -> Lower<()> {
        let text = asm.template.trim();
        if asks_processor(asm) {
            let scalars = self.cx.layout.scalars(ty)?;
            let nothing: Vec<Operand> = scalars.iter().map(|s| self.shared.int(s.ty.width(), 0)).collect();
            if let Some(&f) = self.cx.library.get(PLAIN_PROCESSOR) {
                let callee = Callee::Direct(f);
                let (args, results) = (Box::default(), Box::default());
                self.push(Command::Call { dsts: Box::default(), callee, args, results });
            }
            self.define_all(nothing);
            return Ok(());
        }
        if !statements(text).iter().all(|s| NOTHING.contains(&&s[..])) {
            return Err(format!("inline assembly `{text}`"));
        }
        let scalars = self.cx.layout.scalars(ty)?;
        let mut outputs: Vec<Operand> = scalars.iter().map(|s| Operand::Undef { width: s.ty.width() }).collect();
        let mut args = call.args.iter();
        for constraint in asm.constraints.split(',') {
            let indirect = constraint.contains('*');
            if constraint.starts_with('~') || constraint.starts_with('!') || (constraint.starts_with('=') && !indirect)
            {
                continue;
            }
            let Some(arg) = args.next() else { break };
            if let Ok(tied) = constraint.parse::<usize>()
                && let Some(scalar) = scalars.get(tied)
                && let [value] = self.values(arg.operand)?[..]
                && let Some(from) = self.cx.layout.scalar(arg.operand.ty)
                && from == scalar.ty
            {
                outputs[tied] = value;
            }
        }
        self.define_all(outputs);
        Ok(())
    }

    /// The first, second, … argument.
    pub fn arg(&self, call: &ast::Call, i: usize) -> Lower<ast::TypedValue> {
        call.args.get(i).map(|a| a.operand).ok_or_else(|| Why::from("a call with too few arguments"))
    }

    /// An operator whose two operands are the first two arguments.
    pub fn call_binary(&mut self, op: BinOp, call: &ast::Call) -> Lower<()> {
        let (a, b) = (self.arg(call, 0)?, self.arg(call, 1)?);
        let exprs = self.lanewise(op, plica_ir::Flags::default(), a, b)?;
        self.finish(exprs);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::statements;

    #[test]
    fn comments_are_no_statements_and_what_follows_them_is() {
        for nothing in ["", " \n\t", "# a comment", "/*${0:q}*/", "/* two\n lines */ # and more", ";;"] {
            assert_eq!(statements(nothing), Vec::<String>::new(), "{nothing}");
        }
        assert_eq!(statements("# first\n\tmov $1, $0"), ["mov $1, $0"]);
        assert_eq!(statements("rep; nop\n/* x */pause"), ["rep", "nop", "pause"]);
        assert_eq!(statements("a/* without an end"), ["a"]);
    }
}
