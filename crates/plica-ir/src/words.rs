//! The words of the printed form: operators, types, commands, and how names and texts are written.
//!
//! What the printer writes and the reader understands is here, once. Invariant: of the words that may begin something
//! no two are alike, and a name is written so that it cannot be taken for one of them.

use crate::command::{BinOp, CastOp, CmpOp, FCmpOp, Flags, Intrinsic, NaryOp, Rule, UnOp};
use crate::types::{FloatKind, Ty};

/// What is written as a word.
pub(crate) trait Word: Copy + 'static {
    /// All there are.
    const ALL: &'static [(&'static str, Self)];

    /// The word for it.
    fn word(self) -> &'static str;

    /// What a word stands for.
    fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == word).map(|found| found.1)
    }
}

macro_rules! words {
    ($($of:ident { $($name:ident $word:literal),* $(,)? })*) => {
        $(impl Word for $of {
            const ALL: &'static [(&'static str, $of)] = &[$(($word, $of::$name)),*];

            fn word(self) -> &'static str {
                match self { $($of::$name => $word),* }
            }
        })*
    };
}

words! {
    BinOp {
        Add "add", Sub "sub", Mul "mul", UDiv "udiv", SDiv "sdiv", URem "urem", SRem "srem", Shl "shl", LShr "lshr",
        AShr "ashr", And "and", Or "or", Xor "xor", SMin "smin", SMax "smax", UMin "umin", UMax "umax",
        SAddSat "saddsat", UAddSat "uaddsat", SSubSat "ssubsat", USubSat "usubsat", SShlSat "sshlsat",
        UShlSat "ushlsat", SAddO "saddo", UAddO "uaddo", SSubO "ssubo", USubO "usubo", SMulO "smulo", UMulO "umulo",
        FAdd "fadd", FSub "fsub", FMul "fmul", FDiv "fdiv", FRem "frem", FMinNum "fminnum", FMaxNum "fmaxnum",
        FCopySign "fcopysign", FMinimum "fminimum", FMaximum "fmaximum",
    }
    UnOp {
        FNeg "fneg", FAbs "fabs", FSqrt "fsqrt", FFloor "ffloor", FCeil "fceil", FTrunc "ftrunc", FRint "frint",
        FNearbyInt "fnearbyint", FRound "fround", FRoundEven "froundeven", CtPop "ctpop", BSwap "bswap",
        BitReverse "bitreverse", Abs "abs", Ctlz "ctlz", Cttz "cttz",
    }
    CmpOp {
        Eq "eq", Ne "ne", Ugt "ugt", Uge "uge", Ult "ult", Ule "ule", Sgt "sgt", Sge "sge", Slt "slt", Sle "sle",
    }
    FCmpOp {
        False "ffalse", Oeq "foeq", Ogt "fogt", Oge "foge", Olt "folt", Ole "fole", One "fone", Ord "ford",
        Ueq "fueq", Ugt "fugt", Uge "fuge", Ult "fult", Ule "fule", Une "fune", Uno "funo", True "ftrue",
    }
    CastOp {
        Trunc "trunc", ZExt "zext", SExt "sext", FpTrunc "fptrunc", FpExt "fpext", FpToUi "fptoui", FpToSi "fptosi",
        UiToFp "uitofp", SiToFp "sitofp", FpToUiSat "fptouisat", FpToSiSat "fptosisat", PtrToInt "ptrtoint",
        IntToPtr "inttoptr", Bitcast "bitcast",
    }
    NaryOp { FunnelShl "funnelshl", FunnelShr "funnelshr", Fma "fma", IsFpClass "isfpclass" }
    Intrinsic {
        Memcpy "memcpy", Memmove "memmove", Memset "memset", VaStart "vastart", VaArg "vaarg", VaEnd "vaend", VaCopy "vacopy",
        Trap "trap", Assume "assume", Error "error", Within "within", ObjectSize "objectsize",
        LifetimeStart "lifetimestart", LifetimeEnd "lifetimeend", ScopeEnd "scopeend", StackSave "stacksave",
        StackRestore "stackrestore",
    }
    Rule {
        ArrayBounds "arraybounds", VlaBound "vlabound", Builtin "builtin", ShiftBase "shiftbase",
        ShiftExponent "shiftexponent", SignedOverflow "signedoverflow", UnsignedOverflow "unsignedoverflow",
        Division "division",
        FloatDivision "floatdivision", FloatCast "floatcast", Conversion "conversion",
        PointerArithmetic "pointerarithmetic", Null "null", Alignment "alignment", ObjectSize "objectsize",
        Value "value", Nonnull "nonnull", CallType "calltype", Declared "declared", Unreachable "unreachable",
        Other "other",
    }
}

/// The words that begin a line, a command, an expression or an operand and are no operator.
const BEGINNINGS: &[&str] = &[
    "alias",
    "alloc",
    "branch",
    "byval",
    "call",
    "check",
    "constant",
    "constructors",
    "copy",
    "declare",
    "destructors",
    "forget",
    "function",
    "global",
    "is",
    "jump",
    "label",
    "load",
    "local",
    "params",
    "return",
    "shown",
    "store",
    "switch",
    "temp",
    "type",
    "undef",
    "unreachable",
    "unsupported",
];

/// The word of a binary operator with its flags.
pub(crate) fn with_flags(word: &str, flags: Flags) -> String {
    let (nsw, nuw) = (if flags.nsw { ".nsw" } else { "" }, if flags.nuw { ".nuw" } else { "" });
    format!("{word}{nsw}{nuw}")
}

/// A binary operator's word without its flags, and these.
pub(crate) fn without_flags(word: &str) -> (&str, Flags) {
    let rest = word.strip_suffix(".nuw").unwrap_or(word);
    let bare = rest.strip_suffix(".nsw").unwrap_or(rest);
    (bare, Flags { nsw: bare != rest, nuw: rest != word })
}

/// May a word stand where a variable may? Then a variable of that name is written with its number.
pub(crate) fn is_reserved(word: &str) -> bool {
    let word = without_flags(word).0;
    BEGINNINGS.binary_search(&word).is_ok()
        || BinOp::of(word).is_some()
        || UnOp::of(word).is_some()
        || CmpOp::of(word).is_some()
        || FCmpOp::of(word).is_some()
        || CastOp::of(word).is_some()
        || NaryOp::of(word).is_some()
        || Intrinsic::of(word).is_some()
}

/// May this byte be part of a name that is written without quotes? The first one is no digit.
pub(crate) fn is_of_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.')
}

/// A name as it is written: in quotes where it could be taken for something else.
pub(crate) fn name(name: &str) -> String {
    let first = name.as_bytes().first();
    let bare = first.is_some_and(|b| !b.is_ascii_digit()) && name.bytes().all(is_of_name) && !name.starts_with("..");
    if bare { name.to_string() } else { quoted(name.as_bytes()) }
}

/// The name of a block or a label; compilers number them.
pub(crate) fn block_name(block: &str) -> String {
    let numbered = !block.is_empty() && block.bytes().all(|b| b.is_ascii_digit());
    if numbered { block.to_string() } else { name(block) }
}

/// Text in quotes. `\xx` is a byte in hexadecimal; that is how quotes, backslashes and control characters are written,
/// and what is no UTF-8.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if matches!(c, '"' | '\\') || c.is_control() {
                out += &escaped(c.encode_utf8(&mut [0; 4]).as_bytes());
            } else {
                out.push(c);
            }
        }
        out += &escaped(chunk.invalid());
    }
    out.push('"');
    out
}

fn escaped(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("\\{b:02x}")).collect()
}

/// The bytes of a text that stood in quotes; `None`: a backslash without two digits after it.
pub(crate) fn unquoted(raw: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(raw.len());
    let mut bytes = raw.bytes();
    let digit = |bytes: &mut std::str::Bytes| char::from(bytes.next()?).to_digit(16);
    while let Some(b) = bytes.next() {
        out.push(if b == b'\\' { (digit(&mut bytes)? << 4 | digit(&mut bytes)?) as u8 } else { b });
    }
    Some(out)
}

/// A type.
pub(crate) fn ty(ty: Ty) -> String {
    match ty {
        Ty::Int(w) => format!("i{w}"),
        Ty::Float(FloatKind::Half) => "half".into(),
        Ty::Float(FloatKind::Single) => "float".into(),
        Ty::Float(FloatKind::Double) => "double".into(),
        Ty::Float(FloatKind::Extended) => "extended".into(),
        Ty::Ptr => "ptr".into(),
    }
}

/// The type that a word stands for.
pub(crate) fn ty_of(word: &str) -> Option<Ty> {
    Some(match word {
        "half" => Ty::Float(FloatKind::Half),
        "float" => Ty::Float(FloatKind::Single),
        "double" => Ty::Float(FloatKind::Double),
        "extended" => Ty::Float(FloatKind::Extended),
        "ptr" => Ty::Ptr,
        _ => Ty::Int(word.strip_prefix('i')?.parse().ok().filter(|width| (1..=128).contains(width))?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_that_may_begin_something_means_two_things() {
        fn words<W: Word>() -> impl Iterator<Item = &'static str> {
            W::ALL.iter().map(|w| w.0)
        }
        let operators = words::<BinOp>().chain(words::<UnOp>()).chain(words::<CmpOp>()).chain(words::<FCmpOp>());
        let operators = operators.chain(words::<CastOp>()).chain(words::<NaryOp>()).chain(words::<Intrinsic>());
        let mut all: Vec<&str> = operators.chain(BEGINNINGS.iter().copied()).collect();
        let before = all.len();
        assert!(all.iter().all(|word| is_reserved(word)));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), before);
        let mut rules: Vec<&str> = words::<Rule>().collect();
        rules.sort_unstable();
        rules.dedup();
        assert_eq!(rules.len(), Rule::ALL.len());
        assert!(Rule::ALL.iter().all(|(word, rule)| rule.word() == *word));
    }

    #[test]
    fn names_are_quoted_where_they_could_be_something_else() {
        assert_eq!([name("a.b$c_1"), name(".str.1")], ["a.b$c_1", ".str.1"]);
        assert_eq!([name(""), name("1a"), name("..."), name("a-b")], ["\"\"", "\"1a\"", "\"...\"", "\"a-b\""]);
        assert_eq!([block_name("12"), block_name("1a")], ["12", "\"1a\""]);
    }

    #[test]
    fn quotes_keep_every_byte() {
        let all: Vec<u8> = (0..=255).chain("é\u{85}".bytes()).collect();
        let text = quoted(&all);
        assert_eq!(unquoted(&text[1..text.len() - 1]), Some(all));
        assert_eq!(quoted(b"a\"\\\n"), r#""a\22\5c\0a""#);
        assert_eq!([unquoted("\\"), unquoted("\\2"), unquoted("\\zz")], [None, None, None]);
    }
}
