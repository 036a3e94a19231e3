//! The top level of a module: target, types, variables, aliases; functions and metadata are called from here.
//!
//! Oblivious to initialisers' layout. Invariant: a name is defined once; named types do not contain themselves.

use super::attributes::{linkage, visibility};
use super::{Parsed, Parser};
use crate::ast::{
    Alias, AliasKind, GlobalRef, GlobalVar, Linkage, MdId, Symbol, Type, TypeId, TypeTable, TypedValue, Visibility,
};
use crate::lexer::{Name, Token};

/// How deep named types may contain one another.
const MAX_TYPE_DEPTH: u32 = 1000;

impl<'a> Parser<'a> {
    /// A whole module.
    pub(super) fn module(&mut self) -> Parsed<()> {
        let mut next_global = 0;
        loop {
            match self.token {
                Token::Eof => break,
                Token::Word(word) => self.top_level_word(word, &mut next_global)?,
                Token::Global(name) => {
                    if let Name::Num(n) = name {
                        next_global = n.saturating_add(1);
                    }
                    let (line, at) = (self.line, self.start);
                    self.bump();
                    let name = self.intern_name(name);
                    self.expect(b'=')?;
                    self.global(name, line, at)?;
                }
                Token::Local(name) => self.type_definition(name)?,
                Token::MdNum(_) | Token::Md(_) => self.top_level_metadata()?,
                Token::Comdat => {
                    self.bump();
                    self.expect(b'=')?;
                    self.expect_word("comdat")?;
                    if !matches!(self.token, Token::Word(_)) {
                        return self.error("a kind of comdat");
                    }
                    self.bump();
                }
                // Module summaries: a line each.
                Token::Punct(b'^') => {
                    self.lexer.skip_line();
                    self.bump();
                }
                _ => return self.error("a definition (`define`, `@name =`, `%type =`, `!0 =`, ...)"),
            }
        }
        self.check_types()
    }

    fn top_level_word(&mut self, word: &str, next_global: &mut u32) -> Parsed<()> {
        match word {
            "define" => self.function(true, next_global),
            "declare" => self.function(false, next_global),
            "attributes" => self.attribute_group(),
            "source_filename" => {
                self.bump();
                self.expect(b'=')?;
                self.module.source_filename = Self::unescaped(self.string()?);
                Ok(())
            }
            "target" => {
                self.bump();
                let Token::Word(what) = self.bump() else { return self.error("`datalayout` or `triple`") };
                self.expect(b'=')?;
                let text = Self::unescaped(self.string()?);
                match what {
                    "datalayout" => self.module.datalayout = text,
                    "triple" => self.module.triple = text,
                    _ => {}
                }
                Ok(())
            }
            "module" => {
                self.bump();
                self.expect_word("asm")?;
                let line = Self::unescaped(self.string()?);
                self.module.module_asm.push(line);
                Ok(())
            }
            "uselistorder" | "uselistorder_bb" => {
                self.lexer.skip_line();
                self.bump();
                Ok(())
            }
            // A variable without a name.
            _ if linkage(word).is_some() || matches!(word, "global" | "constant" | "alias" | "unnamed_addr") => {
                let name = self.intern_name(Name::Num(*next_global));
                *next_global = next_global.saturating_add(1);
                let (line, at) = (self.line, self.start);
                self.global(name, line, at)
            }
            _ => self.error("a definition (`define`, `@name =`, `%type =`, `!0 =`, ...)"),
        }
    }

    /// `%name = type T`.
    fn type_definition(&mut self, name: Name<'a>) -> Parsed<()> {
        let at = self.start;
        self.bump();
        let name = self.intern_name(name);
        self.expect(b'=')?;
        self.expect_word("type")?;
        let id = self.module.types.named(name);
        if self.eat_word("opaque") {
            return Ok(());
        }
        if matches!(self.module.types.get(id), Type::Named { body: Some(_), .. }) {
            return self.error_at(at, "a second definition of this type".to_string());
        }
        let definition = self.ty()?;
        self.module.types.define(name, definition);
        Ok(())
    }

    /// Refuses types that contain themselves: their size would be infinite. It is enough to look at aggregates, as a
    /// pointer ends the containment.
    fn check_types(&mut self) -> Parsed<()> {
        let count = self.module.types.len();
        // 0: not seen, u32::MAX: being looked at, else: depth below + 1.
        let mut depths = vec![0u32; count];
        let mut stack = Vec::new();
        for root in 0..count {
            stack.push((root, false));
            while let Some((i, done)) = stack.pop() {
                let parts: &[TypeId] = match self.module.types.get(TypeId(i as u32)) {
                    Type::Array { elem, .. } | Type::Vector { elem, .. } => std::slice::from_ref(elem),
                    Type::Struct { fields, .. } => fields,
                    Type::Named { body: Some(body), .. } => std::slice::from_ref(body),
                    _ => &[],
                };
                if done {
                    let below = parts.iter().map(|p| depths[p.0 as usize]).max().unwrap_or(0);
                    depths[i] = below.saturating_add(1);
                    if below > MAX_TYPE_DEPTH {
                        return self.error_at(0, format!("types are nested more than {MAX_TYPE_DEPTH} levels deep"));
                    }
                    continue;
                }
                if depths[i] != 0 {
                    continue;
                }
                depths[i] = u32::MAX;
                stack.push((i, true));
                for part in parts {
                    match depths[part.0 as usize] {
                        0 => stack.push((part.0 as usize, false)),
                        u32::MAX => return self.error_at(0, "a type that contains itself".to_string()),
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }

    /// Enters a global name; a declaration may be repeated by garbled text only.
    pub(super) fn enter(&mut self, name: Symbol, at: usize, what: GlobalRef) -> Parsed<()> {
        if self.module.by_name.insert(name, what).is_some() {
            let text = self.module.names.resolve(name).to_string();
            return self.error_at(at, format!("`@{text}` is defined twice"));
        }
        Ok(())
    }

    /// What follows `@name =`.
    fn global(&mut self, name: Symbol, line: u32, at: usize) -> Parsed<()> {
        let mut var = GlobalVar {
            name,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            constant: false,
            thread_local: false,
            unnamed_addr: false,
            externally_initialized: false,
            addrspace: 0,
            ty: TypeTable::VOID,
            init: None,
            align: None,
            section: None,
            dbg: Box::default(),
            line,
        };
        let mut declared = false;
        loop {
            let Token::Word(word) = self.token else { return self.error("`global`, `constant` or `alias`") };
            self.bump();
            if let Some(l) = linkage(word) {
                var.linkage = l;
                declared = matches!(l, Linkage::External | Linkage::ExternWeak);
            } else if let Some(v) = visibility(word) {
                var.visibility = v;
            } else {
                match word {
                    "global" => break,
                    "constant" => {
                        var.constant = true;
                        break;
                    }
                    "alias" => return self.alias(name, AliasKind::Alias, var.linkage, line, at),
                    "ifunc" => return self.alias(name, AliasKind::IFunc, var.linkage, line, at),
                    "thread_local" => {
                        var.thread_local = true;
                        self.skip_parens_if_any()?;
                    }
                    "externally_initialized" => var.externally_initialized = true,
                    "addrspace" => var.addrspace = self.addrspace_number()?,
                    "unnamed_addr" => var.unnamed_addr = true,
                    "local_unnamed_addr" | "dso_local" | "dso_preemptable" | "dllimport" | "dllexport" => {}
                    _ => self.skip_parens_if_any()?,
                }
            }
        }
        var.ty = self.ty()?;
        if !declared {
            var.init = Some(self.value(var.ty)?);
        }
        self.global_tail(&mut var)?;
        let index = self.module.globals.len() as u32;
        self.module.globals.push(var);
        self.enter(name, at, GlobalRef::Var(index))
    }

    /// `, section "s", comdat, align 4, !dbg !0 #1`.
    fn global_tail(&mut self, var: &mut GlobalVar) -> Parsed<()> {
        let mut dbg: Vec<MdId> = Vec::new();
        while self.eat(b',') {
            match self.token {
                Token::Word("section") => {
                    self.bump();
                    let section = self.string()?;
                    var.section = Some(self.intern_raw(section));
                }
                Token::Word("align") => {
                    self.bump();
                    var.align = Some(self.unsigned()?);
                }
                Token::Word("partition" | "code_model") => {
                    self.bump();
                    self.string()?;
                }
                Token::Word(_) => {
                    self.bump();
                    self.skip_parens_if_any()?;
                }
                Token::Md(_) => {
                    self.attachments(true, |name, id| {
                        if name == "dbg" {
                            dbg.push(id);
                        }
                    })?;
                }
                _ => return self.error("an attribute of the variable"),
            }
        }
        while let Token::Attr(_) = self.token {
            self.bump();
        }
        var.dbg = dbg.into();
        Ok(())
    }

    fn alias(&mut self, name: Symbol, kind: AliasKind, linkage: Linkage, line: u32, at: usize) -> Parsed<()> {
        let ty = self.ty()?;
        self.expect(b',')?;
        // A constant expression may stand there without its type.
        let target = if self.at_type() {
            self.operand()?
        } else {
            let value = self.value(TypeTable::PTR)?;
            TypedValue { ty: TypeTable::PTR, value }
        };
        while self.eat(b',') {
            match self.token {
                Token::Word("partition") => {
                    self.bump();
                    self.string()?;
                }
                Token::Md(_) => self.attachments(true, |_, _| {})?,
                _ => return self.error("`partition`"),
            }
        }
        let index = self.module.aliases.len() as u32;
        self.module.aliases.push(Alias { name, kind, linkage, ty, target, line });
        self.enter(name, at, GlobalRef::Alias(index))
    }
}
