//! Any SMT-LIB solver, by pipe.
//!
//! Oblivious to which solver it is. The process is kept from query to query (`push`, `pop`); one that dies, hangs or
//! talks nonsense is ended, the query is `Unknown`, and the next query starts a new one. Invariant: no call blocks for
//! longer than its limit: reading and writing have threads of their own.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use plica_term::{ConstValue, Model, Sort, TermId, TermPool};

use crate::answer::{SolverError, UnknownReason};
use crate::backend::{Backend, BackendAnswer, Limit};
use crate::sexp::{self, Sexp, Splitter};
use crate::text::script;
use crate::tuning;
use crate::work::Work;

/// So much of what the solver writes to standard error is kept for messages.
const COMPLAINTS_KEPT: usize = 500;

/// The command line's words: separated by spaces, with quotes and backslashes as in a shell.
pub(crate) fn words(command: &str) -> Result<Vec<String>, SolverError> {
    let bad = || SolverError::BadCommand(command.into());
    let mut all = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().push(chars.next().ok_or_else(bad)?),
            (None, c) if c.is_whitespace() => all.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(bad());
    }
    all.extend(word);
    if all.is_empty() { Err(bad()) } else { Ok(all) }
}

/// Whether a program can be started: a name with a slash is a path, any other is looked for on PATH.
fn is_there(program: &str) -> bool {
    if program.contains('/') {
        return Path::new(program).is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// A running solver.
struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
    complaints: Arc<Mutex<Vec<u8>>>,
    /// Reads the complaints until there can be no more.
    listener: Option<JoinHandle<()>>,
}

impl Process {
    fn start(words: &[String]) -> Result<Self, UnknownReason> {
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| UnknownReason::Died(format!("cannot start '{}': {e}", words[0])))?;
        let (input, lines) = channel::<String>();
        let (sender, output) = channel();
        let complaints = Arc::new(Mutex::new(Vec::new()));
        // The threads end when the pipes do, and the pipes end with the process.
        if let Some(mut stdin) = child.stdin.take() {
            std::thread::spawn(move || {
                for text in lines {
                    if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(mut stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut splitter = Splitter::default();
                let mut buffer = [0; 8192];
                while let Ok(n @ 1..) = stdout.read(&mut buffer) {
                    for &byte in &buffer[..n] {
                        if let Some(expression) = splitter.push(byte)
                            && sender.send(expression).is_err()
                        {
                            return;
                        }
                    }
                }
            });
        }
        let listener = child.stderr.take().map(|mut stderr| {
            let complaints = complaints.clone();
            std::thread::spawn(move || {
                let mut buffer = [0; 1024];
                while let Ok(n @ 1..) = stderr.read(&mut buffer) {
                    let mut kept = complaints.lock().unwrap_or_else(|e| e.into_inner());
                    let room = COMPLAINTS_KEPT.saturating_sub(kept.len());
                    kept.extend_from_slice(&buffer[..n.min(room)]);
                }
            })
        });
        let process = Process { child, input, output, complaints, listener };
        process.send("(set-option :print-success false)\n(set-option :produce-models true)\n(set-logic ALL)\n".into());
        Ok(process)
    }

    /// Hands text to the solver. A solver that is gone is noticed when its answer does not come.
    fn send(&self, text: String) {
        let _ = self.input.send(text);
    }

    /// The next expression that the solver writes. Its work cannot be counted, so the time that it takes stands in.
    fn receive(&mut self, limit: &Limit) -> Result<Sexp, UnknownReason> {
        let mut seen = Instant::now();
        loop {
            let now = Instant::now();
            limit.spend(Work::of(now - seen));
            seen = now;
            if let Some(reason) = limit.exceeded() {
                return Err(reason);
            }
            match self.output.recv_timeout(tuning::POLL_PERIOD.get().min(limit.remaining().time())) {
                Ok(text) => {
                    return sexp::parse(&text).ok_or_else(|| UnknownReason::Protocol(shorten(&text)));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.obituary()),
            }
        }
    }

    fn obituary(&mut self) -> UnknownReason {
        // Its output has ended; give it a moment to end as well, and its last words a moment to arrive.
        for _ in 0..tuning::LAST_WORDS.get() {
            let heard = self.listener.as_ref().is_none_or(JoinHandle::is_finished);
            if heard && matches!(self.child.try_wait(), Ok(Some(_))) {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let end = match self.child.try_wait() {
            Ok(Some(status)) => format!("its process ended in mid-query ({status})"),
            _ => "it closed its output in mid-query".into(),
        };
        let complaints = self.complaints.lock().unwrap_or_else(|e| e.into_inner());
        let complaints = String::from_utf8_lossy(&complaints);
        match complaints.trim() {
            "" => UnknownReason::Died(end),
            said => UnknownReason::Died(format!("{end}; it said: {said}")),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// An SMT-LIB solver by pipe.
pub struct Pipe {
    pool: Arc<TermPool>,
    name: String,
    words: Vec<String>,
    process: Option<Process>,
    /// How often it has died since it last had an answer, and how last.
    deaths: u32,
    obituary: String,
}

impl Pipe {
    /// A solver that this command line starts: it reads SMT-LIB from standard input, incrementally.
    pub fn new(pool: Arc<TermPool>, command: &str) -> Result<Self, SolverError> {
        let words = words(command)?;
        if !is_there(&words[0]) {
            return Err(SolverError::NoProgram(words[0].clone()));
        }
        let name =
            Path::new(&words[0]).file_name().map_or_else(|| words[0].clone(), |n| n.to_string_lossy().into_owned());
        Ok(Pipe { pool, name, words, process: None, deaths: 0, obituary: String::new() })
    }

    /// The process that is running now, for tests that end it.
    #[cfg(test)]
    pub(crate) fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(|p| p.child.id())
    }

    fn try_check(&mut self, query: &[TermId], limit: &Limit) -> Result<BackendAnswer, UnknownReason> {
        let script = script(&self.pool, query).map_err(UnknownReason::from)?;
        if self.process.is_none() {
            self.process = Some(Process::start(&self.words)?);
        }
        let Some(process) = self.process.as_mut() else {
            return Err(UnknownReason::Died("it could not be started".into()));
        };
        process.send(format!("(push 1)\n{}(check-sat)\n", script.text));
        let answer = process.receive(limit)?;
        let verdict = match answer.atom() {
            Some("sat") => BackendAnswer::Sat(read_model(&self.pool, process, &script.symbols, limit)?),
            Some("unsat") => BackendAnswer::Unsat(query.to_vec()),
            Some("unknown") => BackendAnswer::Unknown(UnknownReason::Incomplete(self.name.clone())),
            _ => return Err(UnknownReason::Protocol(shorten(&format!("{answer:?}")))),
        };
        process.send("(pop 1)\n".into());
        Ok(verdict)
    }
}

fn read_model(
    pool: &TermPool,
    process: &mut Process,
    symbols: &[(plica_term::SymbolId, String)],
    limit: &Limit,
) -> Result<Model, UnknownReason> {
    let mut model = Model::new();
    if symbols.is_empty() {
        return Ok(model);
    }
    let names: Vec<&str> = symbols.iter().map(|(_, name)| name.as_str()).collect();
    process.send(format!("(get-value ({}))\n", names.join(" ")));
    let reply = process.receive(limit)?;
    let unreadable = || UnknownReason::Protocol(shorten(&format!("{reply:?}")));
    let pairs = reply.list().ok_or_else(unreadable)?;
    if pairs.len() != symbols.len() {
        return Err(unreadable());
    }
    // The standard keeps the order of the question.
    for ((symbol, _), pair) in symbols.iter().zip(pairs) {
        let Some([_, value]) = pair.list() else { return Err(unreadable()) };
        let value = match pool.symbol_info(*symbol).sort {
            Sort::Array { .. } => sexp::array(value).map(|a| ConstValue::Array(Arc::new(a))),
            _ => sexp::bits(value).map(ConstValue::Bv),
        };
        model.set(*symbol, value.ok_or_else(unreadable)?);
    }
    Ok(model)
}

impl Backend for Pipe {
    fn name(&self) -> &str {
        &self.name
    }

    fn check(&mut self, query: &[TermId], limit: &Limit) -> BackendAnswer {
        if self.deaths >= tuning::DEATHS_IN_A_ROW.get() {
            return BackendAnswer::Unknown(UnknownReason::Died(self.obituary.clone()));
        }
        match self.try_check(query, limit) {
            Ok(verdict) => {
                self.deaths = 0;
                verdict
            }
            Err(reason) => {
                // Whatever went wrong, the process may still be busy with it.
                self.process = None;
                if let UnknownReason::Died(obituary) = &reason {
                    self.deaths += 1;
                    self.obituary = obituary.clone();
                }
                BackendAnswer::Unknown(reason)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_killed_in_mid_query_is_reported_and_replaced() {
        let pool = Arc::new(TermPool::new());
        let program = std::env::var("PLICA_TEST_Z3").unwrap_or_else(|_| "z3".into());
        let mut pipe = Pipe::new(pool.clone(), &format!("'{program}' -in")).unwrap();
        let limit = Limit::after(Work::millis(60_000), &Arc::default(), &Arc::default());
        let input = |name, width| pool.symbol(name, Sort::Bv(width), plica_term::SymbolKind::Input);
        let easy = pool.ult(input("e", 8), pool.bv(3, 8));
        assert!(matches!(pipe.check(&[easy], &limit), BackendAnswer::Sat(_)));
        let first = pipe.process_id().unwrap();
        // The product of two primes with nothing special about them.
        let (x, y) = (pool.zext(input("x", 64), 128), pool.zext(input("y", 64), 128));
        let n = 11_400_714_819_323_198_549u128 * 14_029_467_366_897_019_727;
        let hard = [pool.eq(pool.mul(x, y), pool.bv(n, 128)), pool.ult(pool.bv(1, 128), x), pool.ule(x, y)];
        let killer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            // The shell's own `kill`: the program of that name is not on every machine.
            Command::new("sh").args(["-c", "kill -9 \"$0\"", &first.to_string()]).status().unwrap();
        });
        let verdict = pipe.check(&hard, &limit);
        killer.join().unwrap();
        assert!(
            matches!(&verdict, BackendAnswer::Unknown(UnknownReason::Died(why)) if why.contains("signal: 9")),
            "{verdict:?}"
        );
        assert!(matches!(pipe.check(&[easy], &limit), BackendAnswer::Sat(_)));
        assert_ne!(pipe.process_id(), Some(first));
    }

    #[test]
    fn one_that_only_dies_is_not_started_for_ever() {
        let folder = std::env::temp_dir().join(format!("plica-deaths-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (script, starts) = (folder.join("solver.sh"), folder.join("starts"));
        std::fs::write(&script, "read line\necho >> \"$1\"\n").unwrap();
        let pool = Arc::new(TermPool::new());
        let command = format!("sh '{}' '{}'", script.display(), starts.display());
        let mut pipe = Pipe::new(pool.clone(), &command).unwrap();
        let most = tuning::DEATHS_IN_A_ROW.get();
        for _ in 0..2 * most {
            let limit = Limit::after(Work::millis(60_000), &Arc::default(), &Arc::default());
            let query = pool.symbol("b", Sort::BOOL, plica_term::SymbolKind::Input);
            let verdict = pipe.check(&[query], &limit);
            assert!(
                matches!(&verdict, BackendAnswer::Unknown(UnknownReason::Died(why)) if why.contains("ended")),
                "{verdict:?}"
            );
        }
        assert_eq!(std::fs::read_to_string(starts).unwrap().lines().count(), most as usize);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn command_lines_are_split_like_a_shell_does() {
        assert_eq!(words("z3 -in").unwrap(), ["z3", "-in"]);
        assert_eq!(words(r#"'a b' "c d" e\ f """#).unwrap(), ["a b", "c d", "e f", ""]);
        for bad in ["", "  ", "'a", "a\\"] {
            assert!(words(bad).is_err(), "{bad}");
        }
    }
}
