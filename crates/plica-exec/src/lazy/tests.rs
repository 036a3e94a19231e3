//! What objects hold, by their types.

use std::sync::Arc;

use plica_ir::{DataKind, DataType, DataTypeId, Member, Program, Ty};

use crate::lazy::{CellKind, Layout};

struct Types(Program);

impl Types {
    fn new() -> Types {
        Types(Program::default())
    }

    fn add(&mut self, name: &str, size: u64, kind: DataKind) -> DataTypeId {
        let all = &mut self.0.types.all;
        all.push(DataType { name: name.into(), size, kind });
        DataTypeId(all.len() as u32 - 1)
    }

    fn int(&mut self) -> DataTypeId {
        self.add("int", 4, DataKind::Int { signed: true })
    }

    /// The cells with their offsets and sizes, in words; head, element, count, text.
    fn layout(&self, ty: DataTypeId) -> String {
        let Some(layout) = Layout::of(&self.0, Some(ty), 3) else { return "none".into() };
        let kind = |kind: CellKind| match kind {
            CellKind::Int { signed: true } => "int",
            CellKind::Int { .. } => "unsigned",
            CellKind::Bool => "bool",
            CellKind::Char => "char",
            CellKind::Float => "float",
            CellKind::Pointer(_) => "pointer",
            CellKind::Byte => "byte",
        };
        let cell = |c: &crate::lazy::Cell| format!("{}:{}:{}{}", c.offset, c.size, kind(c.kind), c.path);
        let cells: Vec<String> = layout.cells.iter().map(cell).collect();
        let text = if layout.text { " text" } else { "" };
        let (low, high) = layout.count;
        format!("{} | {} + {}*({low}..{high}){text}", cells.join(" "), layout.head, layout.element)
    }
}

fn member(name: &str, offset: u64, ty: DataTypeId) -> Member {
    Member { name: Arc::from(name), offset, bits: None, ty }
}

#[test]
fn scalars_are_arrays_and_structures_are_one() {
    let mut t = Types::new();
    let (int, char) = (t.int(), t.add("char", 1, DataKind::Char { signed: true }));
    let byte = t.add("unsigned char", 1, DataKind::Char { signed: false });
    assert_eq!(t.layout(int), "0:4:int[0] 4:4:int[1] 8:4:int[2] | 0 + 4*(1..3)");
    assert_eq!(t.layout(char), "0:1:char[0] 1:1:char[1] 2:1:char[2] | 0 + 1*(1..3) text");
    assert_eq!(t.layout(byte), "0:1:char[0] 1:1:char[1] 2:1:char[2] | 0 + 1*(1..3)");
    let pair = t.add("struct pair", 8, DataKind::Struct(vec![member("x", 0, int), member("y", 4, int)]));
    assert_eq!(t.layout(pair), "0:4:int.x 4:4:int.y | 8 + 0*(0..0)");
    let array = t.add("pair[2]", 16, DataKind::Array { element: pair, count: 2 });
    assert_eq!(t.layout(array), "0:4:int[0].x 4:4:int[0].y 8:4:int[1].x 12:4:int[1].y | 16 + 0*(0..0)");
}

#[test]
fn what_lies_between_members_and_in_unions_and_bit_fields_are_bytes() {
    let mut t = Types::new();
    let int = t.int();
    let (flag, pointer) = (t.add("bool", 1, DataKind::Bool), t.add("int *", 8, DataKind::Pointer(Some(int))));
    let gap = t.add("struct gap", 8, DataKind::Struct(vec![member("f", 0, flag), member("n", 4, int)]));
    assert_eq!(t.layout(gap), "0:1:bool.f 1:1:byte+1 2:1:byte+2 3:1:byte+3 4:4:int.n | 8 + 0*(0..0)");
    let either = t.add("union u", 2, DataKind::Union(vec![member("p", 0, flag)]));
    assert_eq!(t.layout(either), "0:1:byte+0 1:1:byte+1 | 2 + 0*(0..0)");
    let bits = Member { bits: Some((3, 2)), ..member("b", 0, int) };
    let packed = t.add("struct bits", 12, DataKind::Struct(vec![bits, member("p", 4, pointer)]));
    let expected = "0:1:byte+0 1:1:byte+1 2:1:byte+2 3:1:byte+3 4:8:pointer.p | 12 + 0*(0..0)";
    assert_eq!(t.layout(packed), expected);
}

#[test]
fn arrays_at_the_end_of_structures_have_any_length() {
    let mut t = Types::new();
    let int = t.int();
    let open = t.add("int[]", 0, DataKind::Array { element: int, count: 0 });
    let flexible = t.add("struct f", 4, DataKind::Struct(vec![member("n", 0, int), member("data", 4, open)]));
    let expected = "0:4:int.n 4:4:int.data[0] 8:4:int.data[1] 12:4:int.data[2] | 4 + 4*(0..3)";
    assert_eq!(t.layout(flexible), expected);
}

#[test]
fn what_has_no_size_or_is_too_large_has_no_layout() {
    let mut t = Types::new();
    let (opaque, int) = (t.add("FILE", 0, DataKind::Opaque), t.int());
    let function = t.add("f", 0, DataKind::Function { params: vec![Ty::Ptr], results: vec![] });
    let empty = t.add("struct empty", 0, DataKind::Struct(vec![]));
    let nothing = t.add("int[0]", 0, DataKind::Array { element: int, count: 0 });
    let many = t.add("int[max]", u64::MAX, DataKind::Array { element: int, count: u64::MAX / 4 });
    let wide = t.add("union wide", u64::MAX, DataKind::Union(vec![]));
    for ty in [opaque, function, empty, nothing, many, wide] {
        assert_eq!(t.layout(ty), "none");
    }
    let unknown = Layout::of(&t.0, None, 3).expect("bytes");
    assert_eq!((unknown.cells.len(), unknown.element, unknown.count), (3, 1, (1, 3)));
}

#[test]
fn globals_are_what_their_types_say_and_bytes_behind_that() {
    let mut t = Types::new();
    let int = t.int();
    let pair = t.add("struct pair", 8, DataKind::Struct(vec![member("x", 0, int), member("y", 4, int)]));
    let many = t.add("int[max]", u64::MAX, DataKind::Array { element: int, count: u64::MAX / 4 });
    let paths = |ty: Option<DataTypeId>, size: u64| {
        let layout = Layout::of_global(&t.0, ty, size)?;
        assert_eq!((layout.head, layout.most(), layout.has_length()), (size, size, false));
        Some(layout.cells.iter().map(|cell| &*cell.path).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(paths(Some(int), 4).as_deref(), Some(""));
    assert_eq!(paths(Some(pair), 8).as_deref(), Some(".x .y"));
    assert_eq!(paths(Some(pair), 10).as_deref(), Some(".x .y +8 +9"));
    assert_eq!(paths(None, 2).as_deref(), Some("+0 +1"));
    assert_eq!(paths(Some(many), u64::MAX), None);
    assert_eq!(paths(None, u64::MAX), None);
    // A type that is larger than the global is not its type.
    assert_eq!(paths(Some(pair), 4), None);
}
