//! Writes a module back as text: functions, globals and types, without metadata and without the attributes that have no
//! part in what a program computes. Only for tests: it shows that the reader lost nothing.

use std::fmt::Write;

use plica_llvm::ast::*;

/// The module as text.
pub fn write(module: &Module) -> String {
    let mut w = Writer { m: module, f: None, out: String::new() };
    let _ = writeln!(w.out, "target datalayout = {:?}\ntarget triple = {:?}", module.datalayout, module.triple);
    for i in 0..module.types.len() as u32 {
        if let Type::Named { name, body } = module.types.get(TypeId(i)) {
            let body = body.map_or("opaque".to_string(), |b| w.ty(b));
            let _ = writeln!(w.out, "%{} = type {body}", quoted(module.name(*name)));
        }
    }
    for g in &module.globals {
        let external = if g.init.is_none() && g.linkage == Linkage::External { "external" } else { linkage(g.linkage) };
        let visible = if g.visibility == Visibility::Hidden { "hidden" } else { "" };
        let thread = if g.thread_local { "thread_local" } else { "" };
        let kind = if g.constant { "constant" } else { "global" };
        let section = g.section.map_or(String::new(), |s| format!(", section {}", quoted(module.name(s))));
        let init = g.init.map_or(String::new(), |v| w.value(g.ty, v));
        let align = g.align.map_or(String::new(), |a| format!(", align {a}"));
        let (name, space, ty) = (quoted(module.name(g.name)), g.addrspace, w.ty(g.ty));
        let _ = writeln!(
            w.out,
            "@{name} = {external} {visible} {thread} addrspace({space}) {kind} {ty} {init}{section}{align}"
        );
    }
    for a in &module.aliases {
        let kind = if a.kind == AliasKind::Alias { "alias" } else { "ifunc" };
        let (ty, target) = (w.ty(a.ty), w.operand(a.target));
        let _ = writeln!(w.out, "@{} = {} {kind} {ty}, {target}", quoted(module.name(a.name)), linkage(a.linkage));
    }
    for f in &module.functions {
        w.f = Some(f);
        w.function(f);
    }
    w.out
}

fn quoted(name: &str) -> String {
    let escaped: String = name
        .bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() || b"._$-".contains(&b) {
                (b as char).to_string()
            } else {
                format!("\\{b:02X}")
            }
        })
        .collect();
    // Values without a name get one, as the numbering in what is written may differ.
    if name.bytes().all(|b| b.is_ascii_digit()) { format!("\"unnamed.{escaped}\"") } else { format!("\"{escaped}\"") }
}

fn linkage(l: Linkage) -> &'static str {
    match l {
        Linkage::External => "",
        Linkage::AvailableExternally => "available_externally",
        Linkage::LinkOnce => "linkonce",
        Linkage::LinkOnceOdr => "linkonce_odr",
        Linkage::Weak => "weak",
        Linkage::WeakOdr => "weak_odr",
        Linkage::Appending => "appending",
        Linkage::Internal => "internal",
        Linkage::Private => "private",
        Linkage::ExternWeak => "extern_weak",
        Linkage::Common => "common",
    }
}

struct Writer<'a> {
    m: &'a Module,
    f: Option<&'a FunctionDecl>,
    out: String,
}

impl Writer<'_> {
    fn tys(&self, all: &[TypeId]) -> String {
        all.iter().map(|&t| self.ty(t)).collect::<Vec<_>>().join(", ")
    }

    fn ty(&self, ty: TypeId) -> String {
        match self.m.types.get(ty) {
            Type::Void => "void".into(),
            Type::Int(w) => format!("i{w}"),
            Type::Float(FloatType::X86Fp80) => "x86_fp80".into(),
            Type::Float(FloatType::PpcFp128) => "ppc_fp128".into(),
            Type::Float(kind) => format!("{kind:?}").to_lowercase(),
            Type::Ptr { pointee: None, addrspace: 0 } => "ptr".into(),
            Type::Ptr { pointee: None, addrspace } => format!("ptr addrspace({addrspace})"),
            Type::Ptr { pointee: Some(t), addrspace: 0 } => format!("{}*", self.ty(*t)),
            Type::Ptr { pointee: Some(t), addrspace } => format!("{} addrspace({addrspace})*", self.ty(*t)),
            Type::Array { len, elem } => format!("[{len} x {}]", self.ty(*elem)),
            Type::Vector { len, elem, scalable } => {
                format!("<{}{len} x {}>", if *scalable { "vscale x " } else { "" }, self.ty(*elem))
            }
            Type::Struct { packed: false, fields } => format!("{{ {} }}", self.tys(fields)),
            Type::Struct { packed: true, fields } => format!("<{{ {} }}>", self.tys(fields)),
            Type::Named { name, .. } => format!("%{}", quoted(self.m.name(*name))),
            Type::Function { ret, params, varargs } => {
                let comma = if *varargs && !params.is_empty() { ", " } else { "" };
                format!("{} ({}{comma}{})", self.ty(*ret), self.tys(params), if *varargs { "..." } else { "" })
            }
            Type::Label => "label".into(),
            Type::Metadata => "metadata".into(),
            Type::Token => "token".into(),
            Type::Other(name) => self.m.name(*name).into(),
        }
    }

    fn operand(&self, o: TypedValue) -> String {
        format!("{} {}", self.ty(o.ty), self.value(o.ty, o.value))
    }

    fn operands(&self, all: &[TypedValue]) -> String {
        all.iter().map(|&o| self.operand(o)).collect::<Vec<_>>().join(", ")
    }

    fn local(&self, id: LocalId) -> String {
        format!("%{}", quoted(self.m.name(self.f.unwrap().locals[id.0 as usize].name)))
    }

    fn block(&self, id: BlockId) -> String {
        quoted(self.m.name(self.f.unwrap().blocks[id.0 as usize].name))
    }

    fn value(&self, ty: TypeId, value: ValueRef) -> String {
        match value {
            ValueRef::Local(id) => self.local(id),
            ValueRef::Global(name) => format!("@{}", quoted(self.m.name(name))),
            ValueRef::Const(id) => self.constant(ty, self.m.constants.get(id)),
            ValueRef::Block(id) => format!("%{}", self.block(id)),
            ValueRef::Metadata(id) => match self.m.metadata.operand(id) {
                MdValue::Str(s) => format!("!{}", quoted(self.m.name(s))),
                MdValue::Value(o) => self.operand(o),
                _ => "!{}".into(),
            },
        }
    }

    fn constant(&self, ty: TypeId, constant: &Constant) -> String {
        match constant {
            Constant::Int(1) if self.m.types.int_width(ty) == Some(1) => "true".into(),
            Constant::Int(bits) => format!("{bits}"),
            Constant::WideInt(words) => {
                format!("u0x{}", words.iter().rev().map(|w| format!("{w:016X}")).collect::<String>())
            }
            Constant::Float(bits) => match self.m.types.get_resolved(ty) {
                Type::Float(FloatType::Float) => {
                    let f = f32::from_bits(*bits as u32);
                    format!("0x{:016X}", f64::from(f).to_bits())
                }
                Type::Float(FloatType::Half) => format!("0xH{bits:04X}"),
                Type::Float(FloatType::BFloat) => format!("0xR{bits:04X}"),
                Type::Float(FloatType::X86Fp80) => format!("0xK{bits:020X}"),
                Type::Float(FloatType::Fp128) => format!("0xL{:016X}{:016X}", *bits as u64, (bits >> 64) as u64),
                _ => format!("0x{bits:016X}"),
            },
            Constant::Null => "null".into(),
            Constant::Undef => "undef".into(),
            Constant::Poison => "poison".into(),
            Constant::Zero => "zeroinitializer".into(),
            Constant::None => "none".into(),
            Constant::Bytes(bytes) => {
                format!("c\"{}\"", bytes.iter().map(|b| format!("\\{b:02X}")).collect::<String>())
            }
            Constant::Array(all) => format!("[{}]", self.operands(all)),
            Constant::Vector(all) => format!("<{}>", self.operands(all)),
            Constant::Struct(all) => match self.m.types.get_resolved(ty) {
                Type::Struct { packed: true, .. } => format!("<{{ {} }}>", self.operands(all)),
                _ => format!("{{ {} }}", self.operands(all)),
            },
            Constant::Splat(of) => format!("splat ({})", self.operand(*of)),
            Constant::BlockAddress { function, block } => {
                format!("blockaddress(@{}, %{})", quoted(self.m.name(*function)), quoted(self.m.name(*block)))
            }
            Constant::Equivalent(of) => format!("dso_local_equivalent {}", self.value(of.ty, of.value)),
            Constant::Expr(expr) => self.expr(ty, expr),
            Constant::Unknown(text) => text.to_string(),
        }
    }

    fn expr(&self, ty: TypeId, expr: &ConstExpr) -> String {
        match expr {
            ConstExpr::Cast { op, value } => format!("{} ({} to {})", op.keyword(), self.operand(*value), self.ty(ty)),
            ConstExpr::Binary { op, flags, lhs, rhs } => {
                format!("{}{} ({})", op.keyword(), flag_words(*flags), self.operands(&[*lhs, *rhs]))
            }
            ConstExpr::ICmp { pred, lhs, rhs } => {
                format!("icmp {} ({})", pred.keyword(), self.operands(&[*lhs, *rhs]))
            }
            ConstExpr::Select { cond, then, els } => format!("select ({})", self.operands(&[*cond, *then, *els])),
            ConstExpr::Gep { flags, source, base, indices } => {
                let indices: String = indices.iter().map(|&i| format!(", {}", self.operand(i))).collect();
                let base = self.operand(*base);
                format!("getelementptr{} ({}, {base}{indices})", flag_words(*flags), self.ty(*source))
            }
            other => panic!("no sample has {other:?}"),
        }
    }

    fn passing(&self, attrs: &ParamAttrs) -> String {
        let sign = if attrs.has(ParamAttrs::SIGNEXT) {
            "signext "
        } else if attrs.has(ParamAttrs::ZEROEXT) {
            "zeroext "
        } else {
            ""
        };
        let align = if attrs.align > 0 { format!(" align {}", attrs.align) } else { String::new() };
        format!("{sign}{}{align}", self.passing_type(attrs))
    }

    fn passing_type(&self, attrs: &ParamAttrs) -> String {
        match attrs.passing {
            Passing::ByVal(t) => format!("byval({})", self.ty(t)),
            Passing::SRet(t) => format!("sret({})", self.ty(t)),
            _ => attrs.elementtype.map_or(String::new(), |t| format!("elementtype({})", self.ty(t))),
        }
    }

    fn function(&mut self, f: &FunctionDecl) {
        let params: Vec<String> = f
            .params
            .iter()
            .map(|p| {
                let name = if f.defined { self.local(p.local) } else { String::new() };
                format!("{} {} {name}", self.ty(p.ty), self.passing(&p.attrs))
            })
            .chain(f.varargs.then(|| "...".to_string()))
            .collect();
        let word = if f.defined { "define" } else { "declare" };
        let section = f.section.map_or(String::new(), |s| format!("section {} ", quoted(self.m.name(s))));
        let align = f.align.map_or(String::new(), |a| format!("align {a} "));
        let personality =
            section + &align + &f.personality.map_or(String::new(), |p| format!("personality {}", self.operand(p)));
        let (ret_attrs, name) = (self.passing(&f.ret_attrs), quoted(self.m.name(f.name)));
        let visible = if f.visibility == Visibility::Hidden { "hidden" } else { "" };
        let (link, ret) = (linkage(f.linkage), self.ty(f.ret));
        let _ =
            write!(self.out, "{word} {link} {visible} {ret_attrs} {ret} @{name}({}) {personality}", params.join(", "));
        if !f.defined {
            self.out.push('\n');
            return;
        }
        self.out.push_str(" {\n");
        for id in f.blocks_in_order() {
            let block = &f.blocks[id.0 as usize];
            let _ = writeln!(self.out, "{}:", self.block(id));
            for i in &block.instructions {
                if let Some(text) = self.instruction(i) {
                    let result = i.result.map_or(String::new(), |r| format!("{} = ", self.local(r)));
                    let _ = writeln!(self.out, "  {result}{text}");
                }
            }
        }
        self.out.push_str("}\n");
    }

    fn call(&self, word: &str, call: &Call) -> String {
        let Type::Function { ret, varargs, .. } = self.m.types.get(call.fn_ty) else { panic!() };
        let ty = if *varargs { self.ty(call.fn_ty) } else { self.ty(*ret) };
        let callee = match &call.callee {
            CalledOperand::Value(ValueRef::Const(id)) => self.constant(
                // A cast to a pointer to the function's type; only typed pointers have these.
                match self.m.constants.get(*id) {
                    Constant::Expr(_) => self.pointer_to(call.fn_ty),
                    _ => TypeTable::PTR,
                },
                self.m.constants.get(*id),
            ),
            CalledOperand::Value(value) => self.value(TypeTable::PTR, *value),
            CalledOperand::Asm(asm) => {
                let effect = if asm.side_effect { "sideeffect " } else { "" };
                format!("asm {effect}\"{}\", \"{}\"", asm.template.escape_default(), asm.constraints)
            }
        };
        let args: Vec<String> = call
            .args
            .iter()
            .map(|a| {
                let value = self.value(a.operand.ty, a.operand.value);
                format!("{} {} {value}", self.ty(a.operand.ty), self.passing(&a.attrs))
            })
            .collect();
        let bundles: Vec<String> = call
            .bundles
            .iter()
            .map(|b| format!("{}({})", quoted(self.m.name(b.tag)), self.operands(&b.operands)))
            .collect();
        let bundles = if bundles.is_empty() { String::new() } else { format!(" [ {} ]", bundles.join(", ")) };
        let tail = call.tail.map_or("", TailKind::keyword);
        let word = if word == "call" { format!("{tail} call") } else { word.to_string() };
        let ret = self.passing(&call.ret_attrs);
        format!("{word}{} {ret} {ty} {callee}({}){bundles}", fast(call.fast), args.join(", "))
    }

    fn pointer_to(&self, ty: TypeId) -> TypeId {
        let all = (0..self.m.types.len() as u32).map(TypeId);
        let is = |t: &TypeId| matches!(self.m.types.get(*t), Type::Ptr { pointee: Some(p), .. } if *p == ty);
        all.into_iter().find(is).unwrap_or(TypeTable::PTR)
    }

    fn instruction(&self, i: &Instruction) -> Option<String> {
        use InstKind::*;
        let o = |operand: &TypedValue| self.operand(*operand);
        let v = |operand: &TypedValue| self.value(operand.ty, operand.value);
        let l = |block: &BlockId| format!("label %{}", self.block(*block));
        let align = |a: &Option<u64>| a.map_or(String::new(), |a| format!(", align {a}"));
        let path = |all: &[u32]| all.iter().map(|i| format!(", {i}")).collect::<String>();
        let vol = |volatile: &bool| if *volatile { " volatile" } else { "" };
        let atomic = |ordering: &Option<Ordering>| ordering.map_or(("", ""), |o| (" atomic", o.keyword()));
        Some(match &i.kind {
            Debug(_) => return None,
            Check { .. } => unreachable!("the reader makes none"),
            Unknown { text } => text.to_string(),
            Ret(None) => "ret void".into(),
            Ret(Some(value)) => format!("ret {}", o(value)),
            Br(target) => format!("br {}", l(target)),
            CondBr { cond, then, els } => format!("br {}, {}, {}", o(cond), l(then), l(els)),
            Switch { value, default, cases } => {
                let cases: String = cases.iter().map(|(c, b)| format!("{}, {} ", o(c), l(b))).collect();
                format!("switch {}, {} [ {cases}]", o(value), l(default))
            }
            IndirectBr { address, targets } => {
                format!("indirectbr {}, [{}]", o(address), targets.iter().map(l).collect::<Vec<_>>().join(", "))
            }
            Invoke { call, normal, unwind } => {
                format!("{} to {} unwind {}", self.call("invoke", call), l(normal), l(unwind))
            }
            CallBr { call, normal, indirect } => {
                let indirect = indirect.iter().map(l).collect::<Vec<_>>().join(", ");
                format!("{} to {} [{indirect}]", self.call("callbr", call), l(normal))
            }
            Resume(value) => format!("resume {}", o(value)),
            Unreachable => "unreachable".into(),
            FNeg { value, fast: f } => format!("fneg{} {}", fast(*f), o(value)),
            Binary { op, flags, fast: f, lhs, rhs } => {
                format!("{}{}{} {}, {}", op.keyword(), flag_words(*flags), fast(*f), o(lhs), v(rhs))
            }
            Cast { op, flags, value } => {
                format!("{}{} {} to {}", op.keyword(), flag_words(*flags), o(value), self.ty(i.ty))
            }
            ICmp { pred, flags, lhs, rhs } => {
                format!("icmp{} {} {}, {}", flag_words(*flags), pred.keyword(), o(lhs), v(rhs))
            }
            FCmp { pred, fast: f, lhs, rhs } => format!("fcmp{} {} {}, {}", fast(*f), pred.keyword(), o(lhs), v(rhs)),
            Select { cond, then, els } => format!("select {}, {}, {}", o(cond), o(then), o(els)),
            Freeze(value) => format!("freeze {}", o(value)),
            Alloca { ty, count, align: a, .. } => {
                let count = count.map_or(String::new(), |c| format!(", {}", o(&c)));
                format!("alloca {}{count}{}", self.ty(*ty), align(a))
            }
            Load { ptr, align: a, volatile, ordering } => {
                let (atomic, order) = atomic(ordering);
                format!("load{atomic}{} {}, {} {order}{}", vol(volatile), self.ty(i.ty), o(ptr), align(a))
            }
            Store { value, ptr, align: a, volatile, ordering } => {
                let (atomic, order) = atomic(ordering);
                format!("store{atomic}{} {}, {} {order}{}", vol(volatile), o(value), o(ptr), align(a))
            }
            Fence(ordering) => format!("fence {}", ordering.keyword()),
            CmpXchg { ptr, expected, new, weak, volatile, success, failure } => {
                let weak = if *weak { " weak" } else { "" };
                let orders = format!("{} {}", success.keyword(), failure.keyword());
                format!("cmpxchg{weak}{} {}, {}, {} {orders}", vol(volatile), o(ptr), o(expected), o(new))
            }
            AtomicRmw { op, ptr, value, volatile, ordering } => {
                format!("atomicrmw{} {} {}, {} {}", vol(volatile), op.keyword(), o(ptr), o(value), ordering.keyword())
            }
            Gep { flags, source, base, indices } => {
                let indices: String = indices.iter().map(|i| format!(", {}", o(i))).collect();
                format!("getelementptr{} {}, {}{indices}", flag_words(*flags), self.ty(*source), o(base))
            }
            ExtractElement { vector, index } => format!("extractelement {}, {}", o(vector), o(index)),
            InsertElement { vector, element, index } => {
                format!("insertelement {}, {}, {}", o(vector), o(element), o(index))
            }
            ShuffleVector { lhs, rhs, mask } => format!("shufflevector {}, {}, {}", o(lhs), o(rhs), o(mask)),
            ExtractValue { aggregate, indices } => format!("extractvalue {}{}", o(aggregate), path(indices)),
            InsertValue { aggregate, element, indices } => {
                format!("insertvalue {}, {}{}", o(aggregate), o(element), path(indices))
            }
            Phi(incoming) => {
                let all = incoming.iter().map(|(x, b)| format!("[ {}, %{} ]", self.value(i.ty, *x), self.block(*b)));
                format!("phi {} {}", self.ty(i.ty), all.collect::<Vec<_>>().join(", "))
            }
            Call(call) => self.call("call", call),
            VaArg { list } => format!("va_arg {}, {}", o(list), self.ty(i.ty)),
            LandingPad { cleanup, clauses } => {
                let clauses: String = clauses
                    .iter()
                    .map(|c| match c {
                        Clause::Catch(x) => format!(" catch {}", o(x)),
                        Clause::Filter(x) => format!(" filter {}", o(x)),
                    })
                    .collect();
                format!("landingpad {}{}{clauses}", self.ty(i.ty), if *cleanup { " cleanup" } else { "" })
            }
        })
    }
}

fn flag_words(flags: PoisonFlags) -> String {
    let all = [
        (PoisonFlags::INBOUNDS, "inbounds"),
        (PoisonFlags::NUSW, "nusw"),
        (PoisonFlags::NUW, "nuw"),
        (PoisonFlags::NSW, "nsw"),
        (PoisonFlags::EXACT, "exact"),
        (PoisonFlags::DISJOINT, "disjoint"),
        (PoisonFlags::SAMESIGN, "samesign"),
        (PoisonFlags::NNEG, "nneg"),
    ];
    all.iter()
        // `inbounds` says `nusw`, too.
        .filter(|(flag, word)| flags.has(*flag) && !(*word == "nusw" && flags.has(PoisonFlags::INBOUNDS)))
        .map(|(_, word)| format!(" {word}"))
        .collect()
}

fn fast(flags: FastMath) -> String {
    let all = ["nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"];
    all.iter().enumerate().filter(|(bit, _)| flags.0 >> bit & 1 == 1).map(|(_, word)| format!(" {word}")).collect()
}
