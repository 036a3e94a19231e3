//! The functions of the C library whose member arrays are bounded, and how.
//!
//! Oblivious to modules. Invariant: a function is in one of the tables at most, but that what copies a text may also be
//! among those that read one.

/// A function that reads or writes exactly so many elements of what it is given.
pub(super) struct Block {
    name: &'static str,
    /// The arguments that may be member arrays.
    pub arrays: &'static [usize],
    /// The argument that says how many elements.
    pub length: usize,
    /// The bytes of an element.
    pub size: u64,
    /// The argument that says how many there are instead.
    pub unit: Option<usize>,
    /// Is a row of a table an array of its own? Rows are moved and filled together.
    pub rows: bool,
}

const fn block(name: &'static str, arrays: &'static [usize], length: usize) -> Block {
    Block { name, arrays, length, size: 1, unit: None, rows: false }
}

/// The same with characters of a wide string.
const fn wide(name: &'static str, arrays: &'static [usize], length: usize) -> Block {
    Block { size: WIDE, ..block(name, arrays, length) }
}

/// The same with elements of a size that an argument says.
const fn sized(name: &'static str, arrays: &'static [usize], length: usize, unit: usize) -> Block {
    Block { unit: Some(unit), ..block(name, arrays, length) }
}

/// The bytes of a `wchar_t`.
const WIDE: u64 = 4;

const BLOCKS: [Block; 18] = [
    block("memcpy", &[0, 1], 2),
    block("memmove", &[0, 1], 2),
    block("memset", &[0], 2),
    block("mempcpy", &[0, 1], 2),
    block("memcmp", &[0, 1], 2),
    block("bcopy", &[0, 1], 2),
    block("bcmp", &[0, 1], 2),
    block("bzero", &[0], 1),
    block("write", &[1], 2),
    block("send", &[1], 2),
    sized("fwrite", &[0], 2, 1),
    sized("qsort", &[0], 1, 2),
    wide("wmemcpy", &[0, 1], 2),
    wide("wmemmove", &[0, 1], 2),
    wide("wmemset", &[0], 2),
    wide("wmemcmp", &[0, 1], 2),
    Block { rows: true, ..block("stpncpy", &[0], 2) },
    Block { rows: true, ..wide("wcsncpy", &[0], 2) },
];

/// The function, or the one that the intrinsic of a copy or a fill stands for.
pub(super) fn block_operation(name: &str) -> Option<&'static Block> {
    BLOCKS.iter().find(|block| match name.strip_prefix("llvm.") {
        Some(rest) => rest.strip_prefix(block.name).is_some_and(|rest| rest.starts_with('.')),
        None => name == block.name,
    })
}

impl Block {
    pub fn text(&self, room: u64) -> String {
        format!("{} leaves the bounds of an array of {room} bytes", self.name)
    }
}

/// A function that writes into its arguments with these numbers (or reads them), each as far as the others, and its
/// variant: what is put in before which argument, the size of the shortest array where there is none.
pub(super) struct Bounded {
    name: &'static str,
    pub variant: &'static str,
    pub arrays: &'static [usize],
    /// By the number of the argument that they come before.
    pub more: &'static [(usize, Option<u64>)],
    /// The bytes of an element.
    pub size: u64,
}

const fn bounded(
    name: &'static str,
    variant: &'static str,
    arrays: &'static [usize],
    more: &'static [(usize, Option<u64>)],
) -> Bounded {
    Bounded { name, variant, arrays, more, size: 1 }
}

const BOUNDED: [Bounded; 42] = [
    bounded("strcpy", "__strcpy_chk", &[0], &[(2, None)]),
    bounded("stpcpy", "__stpcpy_chk", &[0], &[(2, None)]),
    bounded("strcat", "__strcat_chk", &[0], &[(2, None)]),
    bounded("strncpy", "__strncpy_chk", &[0], &[(3, None)]),
    bounded("strncat", "__strncat_chk", &[0], &[(3, None)]),
    bounded("strlcpy", "__strlcpy_chk", &[0], &[(3, None)]),
    bounded("strlcat", "__strlcat_chk", &[0], &[(3, None)]),
    Bounded { size: WIDE, ..bounded("wcscpy", "__wcscpy_chk", &[0], &[(2, None)]) },
    Bounded { size: WIDE, ..bounded("wcscat", "__wcscat_chk", &[0], &[(2, None)]) },
    Bounded { size: WIDE, ..bounded("wcsncat", "__wcsncat_chk", &[0], &[(3, None)]) },
    bounded("sprintf", "__sprintf_chk", &[0], &[(1, Some(0)), (1, None)]),
    bounded("snprintf", "__snprintf_chk", &[0], &[(2, Some(0)), (2, None)]),
    bounded("vsprintf", "__vsprintf_chk", &[0], &[(1, Some(0)), (1, None)]),
    bounded("vsnprintf", "__vsnprintf_chk", &[0], &[(2, Some(0)), (2, None)]),
    bounded("gets", "__gets_chk", &[0], &[(1, None)]),
    bounded("fgets", "__fgets_chk", &[0], &[(1, None)]),
    bounded("fread", "__fread_chk", &[0], &[(1, None)]),
    bounded("read", "__read_chk", &[1], &[(3, None)]),
    bounded("pread", "__pread_chk", &[1], &[(4, None)]),
    bounded("recv", "__recv_chk", &[1], &[(3, None)]),
    bounded("recvfrom", "__recvfrom_chk", &[1], &[(3, None)]),
    bounded("getcwd", "__getcwd_chk", &[0], &[(2, None)]),
    bounded("strlen", "__strlen_chk", &[0], &[(1, None)]),
    bounded("strnlen", "__plica_strnlen_chk", &[0], &[(2, None)]),
    bounded("strndup", "__plica_strndup_chk", &[0], &[(2, None)]),
    bounded("strcmp", "__plica_strcmp_chk", &[0, 1], &[(2, None)]),
    bounded("strcoll", "__plica_strcmp_chk", &[0, 1], &[(2, None)]),
    bounded("strncmp", "__plica_strncmp_chk", &[0, 1], &[(3, None)]),
    bounded("strcasecmp", "__plica_strcasecmp_chk", &[0, 1], &[(2, None)]),
    bounded("strncasecmp", "__plica_strncasecmp_chk", &[0, 1], &[(3, None)]),
    bounded("strchr", "__plica_strchr_chk", &[0], &[(2, None)]),
    bounded("memchr", "__plica_memchr_chk", &[0], &[(3, None)]),
    bounded("strftime", "__plica_strftime_chk", &[0], &[(4, None)]),
    bounded("atoi", "__plica_atoi_chk", &[0], &[(1, None)]),
    bounded("atol", "__plica_atol_chk", &[0], &[(1, None)]),
    bounded("atoll", "__plica_atol_chk", &[0], &[(1, None)]),
    bounded("atof", "__plica_atof_chk", &[0], &[(1, None)]),
    bounded("strtol", "__plica_strtol_chk", &[0], &[(3, None)]),
    bounded("strtoll", "__plica_strtol_chk", &[0], &[(3, None)]),
    bounded("strtoul", "__plica_strtoul_chk", &[0], &[(3, None)]),
    bounded("strtoull", "__plica_strtoul_chk", &[0], &[(3, None)]),
    bounded("strtod", "__plica_strtod_chk", &[0], &[(2, None)]),
];

pub(super) fn bounded_function(name: &str) -> Option<&'static Bounded> {
    BOUNDED.iter().find(|function| function.name == name)
}

/// Functions that read a text to its end, and which argument it is.
const READERS: [(&str, usize); 32] = [
    ("strcpy", 1),
    ("stpcpy", 1),
    ("strcat", 1),
    ("strdup", 0),
    ("strrchr", 0),
    ("strstr", 1),
    ("puts", 0),
    ("fputs", 0),
    ("fputs_unlocked", 0),
    ("perror", 0),
    ("getenv", 0),
    ("setenv", 1),
    ("fopen", 0),
    ("fopen64", 0),
    ("open", 0),
    ("open64", 0),
    ("creat", 0),
    ("remove", 0),
    ("unlink", 0),
    ("rename", 0),
    ("rename", 1),
    ("link", 0),
    ("link", 1),
    ("mkdir", 0),
    ("rmdir", 0),
    ("chdir", 0),
    ("opendir", 0),
    ("access", 0),
    ("stat", 0),
    ("lstat", 0),
    ("system", 0),
    ("popen", 0),
];

/// The arguments that are texts which the function reads to their ends.
pub(super) fn texts_read(name: &str) -> impl Iterator<Item = usize> {
    READERS.iter().filter(move |reader| reader.0 == name).map(|reader| reader.1)
}

/// The variant of a function that reads by a format: behind each argument for the format comes the room there.
pub(super) fn scanner(name: &str) -> Option<&'static str> {
    match ["__isoc99_", "__isoc23_"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name) {
        "scanf" => Some("__plica_scanf_chk"),
        "fscanf" => Some("__plica_fscanf_chk"),
        "sscanf" => Some("__plica_sscanf_chk"),
        _ => None,
    }
}

/// The argument that is the format of a function that prints by one.
fn printer(name: &str) -> Option<usize> {
    match name {
        "printf" => Some(0),
        "fprintf" | "dprintf" | "sprintf" | "asprintf" => Some(1),
        "snprintf" => Some(2),
        _ => None,
    }
}

/// The arguments that a function prints as texts, where its format is known, and how many characters at most if that is
/// known, too.
pub(super) fn texts_printed(name: &str, format: impl Fn(usize) -> Option<Box<[u8]>>) -> Vec<(usize, Option<u64>)> {
    let Some(at) = printer(name) else { return Vec::new() };
    let format = format(at).unwrap_or_default();
    let (mut next, mut texts) = (at + 1, Vec::new());
    let mut rest = format.iter().copied();
    while let Some(c) = rest.next() {
        if c != b'%' {
            continue;
        }
        let (mut most, mut given, mut wide) = (None, false, false);
        for c in rest.by_ref() {
            match c {
                b'*' => {
                    next += 1;
                    given = most.is_some();
                }
                b'.' => most = Some(0u64),
                b'0'..=b'9' => most = most.map(|n| n.saturating_mul(10).saturating_add((c - b'0').into())),
                b'l' => wide = true,
                // An argument by its number.
                b'$' => return Vec::new(),
                // The text of `errno` takes none.
                b'%' | b'm' => break,
                b'I' => {}
                b'a'..=b'z' | b'A'..=b'Z' if !b"hjztqL".contains(&c) => {
                    // One that is an argument is not known.
                    if c == b's' && !given && !wide {
                        texts.push((next, most));
                    }
                    next += 1;
                    break;
                }
                _ => {}
            }
        }
    }
    texts
}

/// Is it the name of a function of the library whose member arrays are bounded?
pub fn is_bounded(name: &str) -> bool {
    block_operation(name).is_some()
        || bounded_function(name).is_some()
        || texts_read(name).next().is_some()
        || scanner(name).is_some()
        || printer(name).is_some()
}
