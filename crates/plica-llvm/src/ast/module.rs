//! A module: its globals, functions, and the tables they refer to.
//!
//! Oblivious to linking several modules. Invariant: `by_name` holds exactly the globals, functions and aliases of the
//! three lists.

use rustc_hash::FxHashMap;

use super::constant::{Constant, ConstantTable, TypedValue, ValueRef};
use super::instruction::{BlockId, Instruction, LocalId, ParamAttrs};
use super::metadata::{MdId, MdNode, MdValue, MetadataTable, SourceLocation};
use super::symbol::{Interner, Symbol};
use super::types::{TypeId, TypeTable};

/// A parsed module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `source_filename`.
    pub source_filename: String,
    /// `target datalayout`, empty where there is none.
    pub datalayout: String,
    /// `target triple`, empty where there is none.
    pub triple: String,
    /// `module asm` lines.
    pub module_asm: Vec<String>,
    /// All names.
    pub names: Interner,
    /// All types.
    pub types: TypeTable,
    /// All constants.
    pub constants: ConstantTable,
    /// Global variables, in order.
    pub globals: Vec<GlobalVar>,
    /// Functions, defined and declared, in order.
    pub functions: Vec<FunctionDecl>,
    /// Aliases and ifuncs, in order.
    pub aliases: Vec<Alias>,
    /// Where a global name is defined or declared.
    pub by_name: FxHashMap<Symbol, GlobalRef>,
    /// Attribute groups `#N`, by N.
    pub attr_groups: FxHashMap<u32, AttrGroup>,
    /// Metadata.
    pub metadata: MetadataTable,
    /// Is it known that no optimiser has been at work? The text alone does not tell.
    pub as_written: bool,
    /// Was it given as IR, without the checks that a compiler makes of indices into members and rows?
    pub unchecked_indices: bool,
    /// Was it given as IR that has what such builtins become as are not defined for all numbers, without their checks?
    pub unchecked_builtins: bool,
}

/// What a global name stands for: an index into the list of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GlobalRef {
    /// Into [`Module::globals`].
    Var(u32),
    /// Into [`Module::functions`].
    Function(u32),
    /// Into [`Module::aliases`].
    Alias(u32),
}

/// How a symbol takes part in linking.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)] // Each variant is the keyword it is named for.
pub enum Linkage {
    #[default]
    External,
    AvailableExternally,
    LinkOnce,
    LinkOnceOdr,
    Weak,
    WeakOdr,
    Appending,
    Internal,
    Private,
    ExternWeak,
    Common,
}

/// Visibility.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)] // Each variant is the keyword it is named for.
pub enum Visibility {
    #[default]
    Default,
    Hidden,
    Protected,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct GlobalVar {
    /// Its name without `@` (unnamed ones: their number).
    pub name: Symbol,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// `constant` rather than `global`.
    pub constant: bool,
    /// `thread_local`.
    pub thread_local: bool,
    /// `unnamed_addr`: its address means nothing.
    pub unnamed_addr: bool,
    /// `externally_initialized`.
    pub externally_initialized: bool,
    /// Address space.
    pub addrspace: u32,
    /// The type of its contents.
    pub ty: TypeId,
    /// Its initial contents; none for a declaration.
    pub init: Option<ValueRef>,
    /// `align`.
    pub align: Option<u64>,
    /// `section`.
    pub section: Option<Symbol>,
    /// Its DIGlobalVariableExpressions.
    pub dbg: Box<[MdId]>,
    /// Line in the `.ll` text.
    pub line: u32,
}

/// Alias or ifunc.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AliasKind {
    /// Another name for its target.
    Alias,
    /// The target is called to find the function.
    IFunc,
}

/// An alias or ifunc.
#[derive(Clone, Debug)]
pub struct Alias {
    /// Its name without `@`.
    pub name: Symbol,
    /// Which one.
    pub kind: AliasKind,
    /// Linkage.
    pub linkage: Linkage,
    /// The type of what it names.
    pub ty: TypeId,
    /// What it stands for.
    pub target: TypedValue,
    /// Line in the `.ll` text.
    pub line: u32,
}

/// A function, defined or declared.
#[derive(Clone, Debug)]
pub struct FunctionDecl {
    /// Its name without `@`.
    pub name: Symbol,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// `define` rather than `declare`; then there is at least one block.
    pub defined: bool,
    /// Type of the result.
    pub ret: TypeId,
    /// Attributes of the result.
    pub ret_attrs: ParamAttrs,
    /// The parameters.
    pub params: Vec<Param>,
    /// Whether `...` follows them.
    pub varargs: bool,
    /// Its function type.
    pub ty: TypeId,
    /// Parameters and instruction results; the parameters come first.
    pub locals: Vec<Local>,
    /// Basic blocks by [`BlockId`]: the entry first, the others as they are first mentioned. [`BasicBlock::order`]
    /// tells the order of the text.
    pub blocks: Vec<BasicBlock>,
    /// Attribute groups `#N`.
    pub attr_groups: Box<[u32]>,
    /// Attributes written at the function itself.
    pub attrs: Box<[Symbol]>,
    /// `align`.
    pub align: Option<u64>,
    /// `section`.
    pub section: Option<Symbol>,
    /// `personality`.
    pub personality: Option<TypedValue>,
    /// Its DISubprogram.
    pub dbg: Option<MdId>,
    /// Line in the `.ll` text.
    pub line: u32,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its local (in definitions); its name is there.
    pub local: LocalId,
    /// Its type.
    pub ty: TypeId,
    /// Its attributes.
    pub attrs: ParamAttrs,
}

/// A parameter or an instruction's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Local {
    /// Its name without `%` (unnamed ones: their number).
    pub name: Symbol,
    /// Its type.
    pub ty: TypeId,
    /// Whether the name is a number that LLVM gave.
    pub numbered: bool,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct BasicBlock {
    /// Its label (unnamed ones: their number).
    pub name: Symbol,
    /// Its place in the text, from 0.
    pub order: u32,
    /// Line of its label (or of its first instruction, where it has none).
    pub line: u32,
    /// Its instructions and debug records, the terminator last.
    pub instructions: Vec<Instruction>,
}

/// `attributes #N = { ... }`: words and the keys of strings; values are kept as `key=value`.
#[derive(Clone, Debug, Default)]
pub struct AttrGroup {
    /// The attributes.
    pub words: Box<[Symbol]>,
}

impl FunctionDecl {
    /// One that is declared, of which nothing else is known than its type.
    pub fn declared(name: Symbol, ret: TypeId, ty: TypeId, varargs: bool) -> FunctionDecl {
        FunctionDecl {
            name,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            defined: false,
            ret,
            ret_attrs: ParamAttrs::default(),
            params: Vec::new(),
            varargs,
            ty,
            locals: Vec::new(),
            blocks: Vec::new(),
            attr_groups: Box::default(),
            attrs: Box::default(),
            align: None,
            section: None,
            personality: None,
            dbg: None,
            line: 0,
        }
    }

    /// The block with this label.
    pub fn block_named(&self, name: Symbol) -> Option<BlockId> {
        self.blocks.iter().position(|b| b.name == name).map(|i| BlockId(i as u32))
    }

    /// The blocks in the order of the text.
    pub fn blocks_in_order(&self) -> Vec<BlockId> {
        let mut ids: Vec<BlockId> = (0..self.blocks.len() as u32).map(BlockId).collect();
        ids.sort_by_key(|id| self.blocks[id.0 as usize].order);
        ids
    }
}

impl Module {
    /// The string of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.resolve(symbol)
    }

    /// What a global name stands for; none for one that is used but neither defined nor declared.
    pub fn global(&self, name: Symbol) -> Option<GlobalRef> {
        self.by_name.get(&name).copied()
    }

    /// The function of this name.
    pub fn function(&self, name: &str) -> Option<&FunctionDecl> {
        match self.global(self.names.lookup(name)?)? {
            GlobalRef::Function(i) => self.functions.get(i as usize),
            _ => None,
        }
    }

    /// The constant of a value, none for locals, globals and the like.
    pub fn constant(&self, value: ValueRef) -> Option<&Constant> {
        match value {
            ValueRef::Const(id) => Some(self.constants.get(id)),
            _ => None,
        }
    }

    /// The bits of a value that is an integer constant of at most 128 bits.
    pub fn int(&self, value: ValueRef) -> Option<u128> {
        match self.constant(value)? {
            Constant::Int(bits) => Some(*bits),
            _ => None,
        }
    }

    /// Whether an attribute is among `attrs` or the groups.
    pub fn has_attr(&self, attrs: &[Symbol], groups: &[u32], name: &str) -> bool {
        let Some(name) = self.names.lookup(name) else { return false };
        attrs.contains(&name)
            || groups.iter().any(|g| self.attr_groups.get(g).is_some_and(|group| group.words.contains(&name)))
    }

    /// A node's kind, such as `DISubprogram` (empty for a tuple, `DILocation` for a location).
    pub fn md_kind(&self, id: MdId) -> Option<&str> {
        Some(match self.metadata.get(id)? {
            MdNode::Location(_) => "DILocation",
            MdNode::Tuple { .. } => "",
            MdNode::Node { kind, .. } => self.name(*kind),
        })
    }

    /// A field of a keyed node.
    pub fn md_field(&self, id: MdId, key: &str) -> Option<MdValue> {
        let MdNode::Node { fields, .. } = self.metadata.get(id)? else { return None };
        let key = self.names.lookup(key)?;
        fields.iter().find(|f| f.key == Some(key)).map(|f| f.value)
    }

    /// A field that refers to a node.
    pub fn md_node(&self, id: MdId, key: &str) -> Option<MdId> {
        match self.md_field(id, key)? {
            MdValue::Node(node) => Some(node),
            _ => None,
        }
    }

    /// A field that is a string or a word.
    pub fn md_str(&self, id: MdId, key: &str) -> Option<&str> {
        match self.md_field(id, key)? {
            MdValue::Str(s) | MdValue::Word(s) => Some(self.name(s)),
            _ => None,
        }
    }

    /// A field that is an integer.
    pub fn md_int(&self, id: MdId, key: &str) -> Option<i64> {
        match self.md_field(id, key)? {
            MdValue::Int(i) => Some(i),
            _ => None,
        }
    }

    /// The source position of a DILocation.
    pub fn location(&self, id: MdId) -> Option<SourceLocation<'_>> {
        let MdNode::Location(at) = self.metadata.get(id)? else { return None };
        let (mut file, mut function) = (None, "");
        let mut scope = at.scope;
        // Scopes form a tree; the bound is for garbled text that makes a cycle of them.
        for _ in 0..1000 {
            let Some(s) = scope else { break };
            file = file.or_else(|| self.md_node(s, "file"));
            if self.md_kind(s) == Some("DISubprogram") {
                // Functions that the compiler made, such as those that run initialisers, have no source name.
                function = self.md_str(s, "name").or_else(|| self.md_str(s, "linkageName")).unwrap_or("");
                break;
            }
            scope = self.md_node(s, "scope");
        }
        Some(SourceLocation {
            file: file.and_then(|f| self.md_str(f, "filename")).unwrap_or(""),
            directory: file.and_then(|f| self.md_str(f, "directory")).unwrap_or(""),
            line: at.line,
            column: at.column,
            function,
            inlined_at: at.inlined_at,
        })
    }
}
