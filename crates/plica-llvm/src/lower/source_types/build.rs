//! Types made of metadata, each once.
//!
//! Oblivious to functions and globals. Invariants: a structure or union with a name gets its number before its members
//! are looked at, so that types may lead back to it; nothing else leads back to itself; of two types with the same
//! number in different modules, names, sizes and members agree.

use std::fmt::Write;
use std::sync::Arc;

use plica_ir::{DataKind, DataType, DataTypeId, Member, Ty, within_themselves};
use rustc_hash::{FxHashMap, FxHashSet};

use super::MAX_DEPTH;
use super::names::{self, SourceLanguage};
use super::nodes::{
    MemberNode, POINTER, TOO_LARGE, basic, bytes, count, elements, enumeration, has_flag, pointee, scalar, stripped,
    tag, whole_bytes,
};
use crate::ast::{MdId, MdValue, Module};

/// Dimensions of an array.
const MAX_DIMENSIONS: usize = 60;

/// One module, and what has been made of its metadata. `None`: `void`.
pub(super) struct Source<'m> {
    pub module: &'m Module,
    pub language: SourceLanguage,
    made: FxHashMap<MdId, Option<DataTypeId>>,
    /// The first name that a `typedef` gives to what has none.
    typedefs: Option<FxHashMap<MdId, &'m str>>,
}

/// Where structures and unions (these are told apart) of a name are: modules and nodes.
type Definitions = FxHashMap<(bool, String), Vec<(usize, MdId)>>;

/// See the module's description.
pub(super) struct Builder<'m> {
    pub sources: Vec<Source<'m>>,
    all: Vec<DataType>,
    same: FxHashMap<DataType, DataTypeId>,
    /// Structures and unions by what [`Builder::shape`] says of them.
    named: FxHashMap<String, DataTypeId>,
    /// Those whose members are still to be looked at.
    pending: Vec<(DataTypeId, usize, MdId)>,
    /// Nodes that are being looked at: what leads back to them without a name is garbled.
    open: FxHashSet<(usize, MdId)>,
    /// Found when they are first needed.
    definitions: Option<Definitions>,
    /// Types that are passed by the address of a copy whatever their size.
    pub by_reference: FxHashSet<DataTypeId>,
}

impl<'m> Builder<'m> {
    pub fn new(modules: &[&'m Module]) -> Self {
        let source = |&module: &&'m Module| Source {
            module,
            language: SourceLanguage::of(module),
            made: FxHashMap::default(),
            typedefs: None,
        };
        Builder {
            sources: modules.iter().map(source).collect(),
            all: Vec::new(),
            same: FxHashMap::default(),
            named: FxHashMap::default(),
            pending: Vec::new(),
            open: FxHashSet::default(),
            definitions: None,
            by_reference: FxHashSet::default(),
        }
    }

    pub fn get(&self, id: DataTypeId) -> &DataType {
        &self.all[id.index()]
    }

    /// The type that a node of a module stands for, complete; none for `void`.
    pub fn type_of(&mut self, at: usize, id: MdId) -> Option<DataTypeId> {
        let found = self.resolve(at, id, 0);
        while let Some((record, at, id)) = self.pending.pop() {
            let size = self.get(record).size;
            self.all[record.index()].kind = self.record(at, id, size, 0);
        }
        found
    }

    /// All types. Those that contain themselves are opaque.
    pub fn finish(self) -> Vec<DataType> {
        let mut all = self.all;
        for i in within_themselves(&all) {
            all[i].kind = DataKind::Opaque;
        }
        all
    }

    /// The number of a type that is told by what it is made of.
    fn add(&mut self, name: &str, size: u64, kind: DataKind) -> DataTypeId {
        let ty = DataType { name: name.into(), size, kind };
        let next = DataTypeId(self.all.len() as u32);
        let id = *self.same.entry(ty.clone()).or_insert(next);
        if id == next {
            self.all.push(ty);
        }
        id
    }

    fn resolve(&mut self, at: usize, id: MdId, depth: u32) -> Option<DataTypeId> {
        let module = self.sources[at].module;
        let id = stripped(module, id)?;
        if let Some(&known) = self.sources[at].made.get(&id) {
            return known;
        }
        if depth > MAX_DEPTH || !self.open.insert((at, id)) {
            return Some(self.add("", 0, DataKind::Opaque));
        }
        let made = self.make(at, id, depth);
        self.open.remove(&(at, id));
        self.sources[at].made.insert(id, Some(made));
        Some(made)
    }

    fn make(&mut self, at: usize, id: MdId, depth: u32) -> DataTypeId {
        let module = self.sources[at].module;
        let name = module.md_str(id, "name").unwrap_or("");
        let size = bytes(module, id, "size").unwrap_or(0);
        match tag(module, id) {
            "base_type" => self.add(name, size, basic(module, id, size)),
            // The type of `nullptr`.
            "unspecified_type" if name.contains("nullptr") => self.add(name, POINTER, DataKind::Pointer(None)),
            "pointer_type" => self.pointer(at, id, "*", depth),
            "reference_type" => self.pointer(at, id, "&", depth),
            "rvalue_reference_type" => self.pointer(at, id, "&&", depth),
            "structure_type" | "class_type" | "union_type" => self.composite(at, id, size, depth),
            "enumeration_type" => {
                let (name, kind) = (self.name_of(at, id), enumeration(module, id, size));
                self.add(&name, size, kind)
            }
            "array_type" => self.array(at, id, size, depth),
            "" if module.md_kind(id) == Some("DISubroutineType") => self.function(at, id),
            _ => self.add(name, size, DataKind::Opaque),
        }
    }

    /// The name of a structure, union or enumeration; empty if nothing gives it one.
    fn name_of(&mut self, at: usize, id: MdId) -> String {
        let nameless = self.sources[at].module.md_str(id, "name").is_none_or(str::is_empty);
        let typedef = if nameless { self.typedef(at, id) } else { None };
        let source = &self.sources[at];
        names::composite(source.module, source.language, id, typedef)
    }

    fn typedef(&mut self, at: usize, id: MdId) -> Option<&'m str> {
        let source = &mut self.sources[at];
        let module = source.module;
        let typedefs = source.typedefs.get_or_insert_with(|| {
            let mut found = FxHashMap::default();
            for id in module.metadata.ids().filter(|&id| module.md_kind(id) == Some("DIDerivedType")) {
                if tag(module, id) == "typedef"
                    && let (Some(base), Some(name)) = (module.md_node(id, "baseType"), module.md_str(id, "name"))
                    && tag(module, base) != "typedef"
                    && let Some(base) = stripped(module, base)
                {
                    found.entry(base).or_insert(name);
                }
            }
            found
        });
        typedefs.get(&id).copied()
    }

    fn pointer(&mut self, at: usize, id: MdId, mark: &str, depth: u32) -> DataTypeId {
        let module = self.sources[at].module;
        let size = bytes(module, id, "size").filter(|&size| size > 0).unwrap_or(POINTER);
        let own = module.md_str(id, "name").filter(|name| !name.is_empty());
        if size != POINTER {
            return self.add(own.unwrap_or(""), size, DataKind::Opaque);
        }
        let to = module.md_node(id, "baseType").and_then(|to| self.resolve(at, to, depth + 1));
        let name = match own {
            Some(own) => own.to_string(),
            None => names::pointer(to.map_or("void", |to| &self.get(to).name), mark),
        };
        self.add(&name, size, DataKind::Pointer(to))
    }

    fn array(&mut self, at: usize, id: MdId, whole: u64, depth: u32) -> DataTypeId {
        let module = self.sources[at].module;
        let element = module.md_node(id, "baseType").and_then(|of| self.resolve(at, of, depth + 1));
        let counts: Vec<u64> = elements(module, id, "elements").iter().map(|range| count(module, *range)).collect();
        let Some(mut of) = element.filter(|_| (1..MAX_DIMENSIONS).contains(&counts.len())) else {
            return self.add("", whole, DataKind::Opaque);
        };
        for (i, &count) in counts.iter().enumerate().rev() {
            let size = self.get(of).size.checked_mul(count).filter(|&size| size < TOO_LARGE);
            let Some(mut size) = size else { return self.add("", 0, DataKind::Opaque) };
            if i == 0 && has_flag(module, id, "DIFlagVector") {
                // Three elements take the room of four.
                size = size.max(whole);
            }
            let name = names::array(&self.get(of).name, count);
            of = self.add(&name, size, DataKind::Array { element: of, count });
        }
        of
    }

    fn function(&mut self, at: usize, id: MdId) -> DataTypeId {
        let types = elements(self.sources[at].module, id, "types");
        let nodes = types.iter().filter_map(|value| if let MdValue::Node(node) = value { Some(*node) } else { None });
        let (module, language) = (self.sources[at].module, self.sources[at].language);
        // Names that only `typedef`s give are looked up beforehand, as far as what is given has one.
        let bases: Vec<MdId> = nodes.filter_map(|node| pointee(module, node)).collect();
        let given: Vec<(MdId, Option<&'m str>)> = bases.into_iter().map(|id| (id, self.given_name(at, id))).collect();
        let typedef = |id: MdId| given.iter().find(|(known, _)| *known == id).and_then(|found| found.1);
        let name = names::function(module, language, id, &typedef);
        let scalar = |value: &MdValue| match value {
            MdValue::Node(node) => scalar(module, *node),
            _ => None,
        };
        let results = match types.first() {
            None => None,
            Some(MdValue::Null) => Some(Vec::new()),
            Some(result) => scalar(result).map(|ty| vec![ty]),
        };
        // One more `null` stands for any number of arguments.
        let params: Option<Vec<Ty>> = types.iter().skip(1).map(scalar).collect();
        let kind = match (params, results) {
            (Some(params), Some(results)) => DataKind::Function { params, results },
            _ => DataKind::Opaque,
        };
        self.add(&name, 0, kind)
    }

    /// The name that a `typedef` gives to a type without one.
    fn given_name(&mut self, at: usize, id: MdId) -> Option<&'m str> {
        let nameless = self.sources[at].module.md_str(id, "name").is_none_or(str::is_empty);
        if nameless { self.typedef(at, id) } else { None }
    }

    fn composite(&mut self, at: usize, id: MdId, size: u64, depth: u32) -> DataTypeId {
        let module = self.sources[at].module;
        let name = self.name_of(at, id);
        if has_flag(module, id, "DIFlagFwdDecl") {
            let defined = self.definition(at, id, &name, size);
            let made = defined.and_then(|(at, id)| self.resolve(at, id, depth + 1));
            return made.unwrap_or_else(|| self.add(&name, size, DataKind::Opaque));
        }
        let made = if name.is_empty() {
            let kind = self.record(at, id, size, depth + 1);
            self.add("", size, kind)
        } else {
            let shape = shape(module, id, &name, size);
            match self.named.get(&shape) {
                Some(&known) => known,
                None => {
                    let fresh = DataTypeId(self.all.len() as u32);
                    self.all.push(DataType { name: name.into(), size, kind: DataKind::Opaque });
                    self.named.insert(shape, fresh);
                    self.pending.push((fresh, at, id));
                    fresh
                }
            }
        };
        if has_flag(module, id, "DIFlagTypePassByReference") {
            self.by_reference.insert(made);
        }
        made
    }

    /// What a structure or union is made of; opaque if that cannot be told.
    fn record(&mut self, at: usize, id: MdId, size: u64, depth: u32) -> DataKind {
        match self.members(at, id, size, depth) {
            Some(members) if tag(self.sources[at].module, id) == "union_type" => DataKind::Union(members),
            Some(members) => DataKind::Struct(members),
            None => DataKind::Opaque,
        }
    }

    fn members(&mut self, at: usize, id: MdId, size: u64, depth: u32) -> Option<Vec<Member>> {
        let module = self.sources[at].module;
        bytes(module, id, "size")?;
        let mut members = Vec::new();
        for element in elements(module, id, "elements") {
            let MdValue::Node(node) = *element else { return None };
            let node = MemberNode::of(module, node)?;
            let name: Arc<str> = match node.tag {
                "member" if node.has_flag("DIFlagStaticMember") => continue,
                "member" => node.name.into(),
                // Where a virtual base is depends on the object.
                "inheritance" if node.has_flag("DIFlagVirtual") => continue,
                "inheritance" => "".into(),
                "variant_part" => return None,
                // What else is declared in a class takes no room in it.
                _ => continue,
            };
            let of = node.base.and_then(|of| self.resolve(at, of, depth + 1));
            let from = u64::try_from(node.offset).ok()?;
            let bits = if node.has_flag("DIFlagBitField") {
                Some(((from % 8) as u32, u32::try_from(node.size).ok().filter(|count| (1..=128).contains(count))?))
            } else if from % 8 == 0 {
                None
            } else {
                return None;
            };
            // Without a type there is still its size.
            let of = match of {
                Some(of) => of,
                None => self.add("", whole_bytes(node.size)?, DataKind::Opaque),
            };
            let member = Member { name, offset: from / 8, bits, ty: of };
            if !lies_within(&member, self.get(of).size, size) {
                return None;
            }
            members.push(member);
        }
        Some(members)
    }

    /// The definition of what is only declared, if all that there are agree.
    fn definition(&mut self, at: usize, id: MdId, name: &str, size: u64) -> Option<(usize, MdId)> {
        if self.definitions.is_none() {
            self.definitions = Some(self.all_definitions());
        }
        let key = (tag(self.sources[at].module, id) == "union_type", name.to_string());
        let known = self.definitions.as_ref()?.get(&key)?;
        let size_of = |&(at, id): &(usize, MdId)| bytes(self.sources[at].module, id, "size").unwrap_or(0);
        let fitting: Vec<(usize, MdId)> =
            known.iter().filter(|found| size == 0 || size_of(found) == size).copied().collect();
        let shape_of = |&(at, id): &(usize, MdId)| shape(self.sources[at].module, id, name, size_of(&(at, id)));
        let first = fitting.first()?;
        let shape = shape_of(first);
        fitting.iter().all(|other| shape_of(other) == shape).then_some(*first)
    }

    fn all_definitions(&self) -> Definitions {
        let mut found = Definitions::default();
        for (at, source) in self.sources.iter().enumerate() {
            let module = source.module;
            for id in module.metadata.ids().filter(|&id| module.md_kind(id) == Some("DICompositeType")) {
                let is_union = match tag(module, id) {
                    "structure_type" | "class_type" => false,
                    "union_type" => true,
                    _ => continue,
                };
                if !has_flag(module, id, "DIFlagFwdDecl") {
                    let name = names::composite(module, source.language, id, None);
                    found.entry((is_union, name)).or_default().push((at, id));
                }
            }
        }
        found
    }
}

/// What a structure or union is told by: name, size, and what its members are called and where.
fn shape(module: &Module, id: MdId, name: &str, size: u64) -> String {
    let mut out = format!("{} {name} {size}", tag(module, id) == "union_type");
    for element in elements(module, id, "elements") {
        let MdValue::Node(node) = *element else { continue };
        let Some(node) = MemberNode::of(module, node).filter(|n| matches!(n.tag, "member" | "inheritance")) else {
            continue;
        };
        let of = node.base.map_or("", |base| module.md_str(base, "name").unwrap_or_else(|| tag(module, base)));
        let _ = write!(out, "\n{} {} {} {of}", node.name, node.offset, node.size);
    }
    out
}

fn lies_within(m: &Member, len: u64, size: u64) -> bool {
    let len = match m.bits {
        Some((_, count)) if u64::from(count) > len * 8 => return false,
        Some((first, count)) => u64::from(first + count).div_ceil(8),
        None => len,
    };
    m.offset.checked_add(len).is_some_and(|end| end <= size)
}
