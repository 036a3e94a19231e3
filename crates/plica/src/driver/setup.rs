//! The start of a program: which function, with which inputs, which locations are targets, and which leaf is next.

mod targets;

use std::path::Path;
use std::sync::Arc;

use plica_exec::{
    CellKind, GivenContent, GivenFiles, InputOrigin, Layout, Machine, ObjId, State, Stop, StopKind, Value,
};
use plica_explore::FirstInput;
use plica_ir::{DataKind, DataTypeId, FuncId, Function, ParamType, Program, Ty};
use plica_report::{ARGC, TestObject};
use plica_tree::Policy;

use super::outcome;
use crate::cli::{self, AnalysisOptions, Argument, Arguments, FileOption, FileSize, SearchPolicy};
use crate::error::UserError;
use crate::output;

pub use targets::{edits, targets};

/// The entry function.
pub fn entry(program: &Program, options: &AnalysisOptions) -> Result<FuncId, UserError> {
    let name = &options.entry;
    let found = called_with_any(program).filter(|_| name != "main");
    let found = found.or_else(|| program.function(name)).or_else(|| by_path(program, name));
    let found = found.or_else(|| by_file(program, name));
    match found {
        Some(f) if !program.func(f).is_declaration() => has_plain_inputs(program, f)?,
        Some(_) => {
            return Err(UserError::new(format!("the function `{name}` is declared but has no body"))
                .help("give plica the file that defines it as another input"));
        }
        None => {
            let defined: Vec<&str> =
                program.functions.iter().filter(|f| !f.is_declaration()).map(|f| &*f.display).take(12).collect();
            let help = if defined.is_empty() {
                "the program defines no function at all".to_string()
            } else {
                format!("choose one with --entry; the program defines {}", defined.join(", "))
            };
            return Err(UserError::new(format!("the program has no function `{name}`")).help(help));
        }
    }
    Ok(found.unwrap_or(FuncId(0)))
}

/// The function that calls the entry of a Rust crate with any arguments, if there is one.
fn called_with_any(program: &Program) -> Option<FuncId> {
    let mut all = program.functions.iter().filter(|f| !f.is_declaration());
    let f = all.find(|f| f.display.rsplit("::").next() == Some(plica_llvm::driver::ENTRY))?;
    program.function(&f.name)
}

/// Of most types of Rust not all bits are values: references are never null and lead to as much as they say. Making
/// such up from what the machine passes would find errors that are none.
fn has_plain_inputs(program: &Program, entry: FuncId) -> Result<(), UserError> {
    let f = program.func(entry);
    if !plica_ir::is_rust(&f.name) {
        return Ok(());
    }
    let known = program.types.params.get(&entry).map(Vec::as_slice).unwrap_or_default();
    let plain = |i: usize| match known.get(i) {
        Some(&ParamType::Value(ty)) => {
            let ty = program.types.get(ty);
            let number = matches!(ty.kind, DataKind::Int { .. } | DataKind::Float | DataKind::Bool);
            let named = ty.name.starts_with(['i', 'u', 'f', 'b']) && &*ty.name != "char";
            number && named && !ty.name.contains("::") || ty.name.starts_with("*const ") || ty.name.starts_with("*mut ")
        }
        _ => false,
    };
    match (0..f.params as usize).find(|&i| !plain(i)) {
        None => Ok(()),
        Some(i) => Err(UserError::new(format!(
            "not every value of the argument {} of {} is one of its type, and there is no way to make up those that are",
            f.vars[i].name, f.display
        ))
        .help(
            "derive `plica::Arbitrary` for the types of its arguments and see that the crate's root can name it, or \
             write a proof: `#[plica::proof] fn check() { ... }`",
        )),
    }
}

/// The function that people call so: by its whole path, or by the end of it where that tells one from all others.
fn by_path(program: &Program, name: &str) -> Option<FuncId> {
    let defined = || program.functions.iter().filter(|f| !f.is_declaration());
    let exact = defined().find(|f| plain(&f.display) == name || &*f.display == name);
    let ends = |f: &&Function| plain(&f.display).strip_suffix(name).is_some_and(|before| before.ends_with("::"));
    let f = exact.or_else(|| {
        let own = |f: &&Function| program.function(&f.name).is_some_and(|id| program.is_own(id));
        let mut all = defined().filter(ends).filter(own);
        all.next().filter(|_| all.next().is_none())
    })?;
    program.function(&f.name)
}

/// The function that a file defines: `FILE:F`. Files may have static ones of the same name.
fn by_file(program: &Program, name: &str) -> Option<FuncId> {
    let (file, name) = name.rsplit_once(':')?;
    let is_there = |id: &FuncId| Path::new(&outcome::function_location(program, *id).file).ends_with(file);
    let all = (0..program.functions.len() as u32).map(FuncId);
    let mut named = all.filter(|&id| &*program.func(id).display == name && !program.func(id).is_declaration());
    named.find(is_there)
}

/// A path as it is written in a program: the functions of a type `a::T` are shown as `<a::T>::f`.
fn plain(path: &str) -> String {
    match path.strip_prefix('<').and_then(|rest| rest.split_once(">::")) {
        Some((ty, rest)) if !ty.contains(['<', ' ']) => format!("{ty}::{rest}"),
        _ => path.to_string(),
    }
}

/// The input that exploring begins with.
pub fn first_input(options: &AnalysisOptions) -> Result<Option<Arc<FirstInput>>, UserError> {
    let values: Vec<(Arc<str>, Vec<u8>)> = match &options.first_input {
        None => return Ok(None),
        Some(cli::FirstInputOption::Values(values)) => {
            values.iter().map(|(name, value)| (name.as_str().into(), value.to_le_bytes().to_vec())).collect()
        }
        Some(cli::FirstInputOption::Test(path)) => {
            let test = output::read_test(path)?;
            test.objects.into_iter().map(|object| (object.name.into(), object.bytes)).collect()
        }
    };
    Ok(Some(Arc::new(FirstInput::new(values.into_iter()))))
}

/// The types of the entry's parameters as test cases name them; none for `main`.
pub fn entry_params(program: &Program, entry: FuncId) -> Vec<String> {
    let f = program.func(entry);
    if &*f.name == "main" {
        return Vec::new();
    }
    let known = program.types.params.get(&entry).map(Vec::as_slice).unwrap_or_default();
    let is_second = |i: usize| matches!(known.get(i), Some(ParamType::Part(_, at)) if at % 8 == 4);
    let name = |(i, v): (usize, &plica_ir::Var)| match v.ty {
        // What is passed by value, or where the result goes, is part of how functions are called.
        Ty::Ptr => match known.get(i) {
            Some(&ParamType::Copy(ty)) => aggregate(program, f, ty, "copy"),
            Some(&ParamType::Result(ty)) => aggregate(program, f, ty, "result"),
            _ => "ptr".to_string(),
        },
        // Two of an aggregate share a register, which no parameter of C does.
        Ty::Float(_) if v.ty.width() == 32 && (is_second(i) || is_second(i + 1)) => "aggregate".to_string(),
        Ty::Float(_) => format!("f{}", v.ty.width()),
        Ty::Int(w) => format!("{}{w}", if v.signed { "i" } else { "u" }),
    };
    f.vars.iter().take(f.params as usize).enumerate().map(name).collect()
}

/// What an aggregate is called that is passed in memory: with its size where bytes are all that there is to it. Of C++
/// it may be an object that is passed by its address.
fn aggregate(program: &Program, f: &Function, ty: DataTypeId, how: &str) -> String {
    let layout = Layout::of(program, Some(ty), 1);
    let has_pointers =
        layout.is_none_or(|layout| layout.cells.iter().any(|cell| matches!(cell.kind, CellKind::Pointer(_))));
    if f.name.starts_with("_Z") || (has_pointers && how == "copy") {
        return "aggregate".to_string();
    }
    format!("{how}{}", program.types.get(ty).size)
}

/// The state before the entry function's first command.
pub fn initial(machine: &Machine, entry: FuncId, options: &AnalysisOptions) -> Result<State, Stop> {
    let mut s = machine.initial_state(entry)?;
    let is_main = &*machine.program.func(entry).name == "main";
    // The system gives constructors what it gives `main`.
    let started = machine.program.constructors.iter().copied().chain(is_main.then_some(entry));
    let params = started.map(|f| machine.program.func(f).params).max().unwrap_or(0);
    arguments(machine, &mut s, params, &options.arguments)?;
    if !is_main {
        machine.set_entry_inputs(&mut s, entry)?;
    }
    Ok(s)
}

/// `argc`, `argv` and the environment of what the system calls.
fn arguments(machine: &Machine, s: &mut State, params: u32, arguments: &Arguments) -> Result<(), Stop> {
    if params == 0 {
        return Ok(());
    }
    let (each, count) = match arguments {
        Arguments::Each(each) => (each.clone(), Value::int(each.len() as u64 + 1, 32)),
        Arguments::UpTo { count, length } => {
            let each = vec![Argument::Unknown(*length); *count as usize];
            (each, machine.counted_input(s, ARGC, 32, 1, *count + 1))
        }
    };
    machine.set_start_param(s, 0, count);
    if params == 1 {
        return Ok(());
    }
    let full = || Stop::new(StopKind::Objects, "more objects than pointers can name");
    let mut strings: Vec<ObjId> = Vec::new();
    let name = machine.environment_object(s, b"program\0".to_vec(), "argv[0]").ok_or_else(full)?;
    strings.push(name);
    for (i, argument) in each.iter().enumerate() {
        let what = format!("argv[{}]", i + 1);
        let origin = InputOrigin::Argument(i as u32 + 1);
        let mut bytes = match argument {
            Argument::Unknown(length) => vec![0; *length as usize],
            Argument::Text(text) => text.clone(),
        };
        bytes.push(0);
        let obj = machine.environment_object(s, bytes, &what).ok_or_else(full)?;
        match argument {
            Argument::Unknown(length) => machine.symbolic_bytes(s, obj, 0, u64::from(*length), &what, origin),
            Argument::Text(text) => machine.note_known(s, text, &what, origin),
        }
        strings.push(obj);
    }
    let words = vec![0; 8 * (strings.len() + 1)];
    let argv = machine.environment_object(s, words, "argv").ok_or_else(full)?;
    for (i, &obj) in strings.iter().enumerate() {
        // Where their number is not known, an argument may be the null pointer at the end; the program's name is always
        // there.
        let below = if i == 0 { Value::int(1, 32) } else { count };
        machine.poke_pointer_below(s, argv, 8 * i as u64, obj, (i as u32, below));
    }
    machine.set_start_param(s, 1, Value::Ptr { obj: argv, off: 0 });
    if params > 2 {
        let env = machine.environment_object(s, vec![0; 8], "envp").ok_or_else(full)?;
        machine.set_start_param(s, 2, Value::Ptr { obj: env, off: 0 });
    }
    Ok(())
}

/// What files hold. Those that are named are read now.
pub fn files(options: &AnalysisOptions) -> Result<GivenFiles, UserError> {
    let unknown = |size| match size {
        FileSize::Exactly(size) => GivenContent::Unknown(size),
        FileSize::UpTo(most) => GivenContent::UpTo(most),
    };
    let content = |option: &FileOption| match option {
        FileOption::Unknown(size) => Ok(unknown(*size)),
        FileOption::Copy(path) => match std::fs::read(path) {
            Ok(bytes) => Ok(GivenContent::Known(bytes.into())),
            Err(error) => Err(UserError::new(format!("cannot read `{}`: {error}", path.display()))
                .help("`--file NAME=PATH` takes what the program finds in NAME from PATH")),
        },
    };
    let named = options.files.files.iter().map(|(name, option)| Ok((name.clone(), content(option)?)));
    Ok(GivenFiles {
        input: options.files.input.map(unknown),
        files: named.collect::<Result<_, UserError>>()?,
        errors: options.files.errors,
    })
}

/// Files that the options give, as a native run finds them in a test case: each is there, and holds what is known of
/// it. What is unknown are inputs.
pub fn file_objects(options: &AnalysisOptions) -> Vec<TestObject> {
    // The run itself says what cannot be read.
    let given = files(options).map(|given| given.files).unwrap_or_default();
    let object = |name: String, bytes: &[u8]| TestObject { name, bytes: bytes.to_vec(), ..TestObject::default() };
    let of_file = |(name, content): (String, GivenContent)| {
        let known = match &content {
            GivenContent::Known(bytes) => Some(object(name.clone(), bytes)),
            GivenContent::Unknown(_) | GivenContent::UpTo(_) => None,
        };
        [Some(object(format!("{name} exists"), &[1])), known].into_iter().flatten()
    };
    given.into_iter().flat_map(of_file).collect()
}

/// The engine's name of a search policy.
pub fn policy(search: SearchPolicy) -> Policy {
    match search {
        SearchPolicy::Bfs => Policy::Bfs,
        SearchPolicy::Dfs => Policy::Dfs,
        SearchPolicy::RandomPath => Policy::RandomPath,
        SearchPolicy::Coverage => Policy::Coverage,
        SearchPolicy::Fair => Policy::Fair,
        SearchPolicy::Target | SearchPolicy::TargetOnly => Policy::Target,
        SearchPolicy::Adversary => Policy::Adversary,
    }
}
