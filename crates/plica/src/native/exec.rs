//! Running a built program once: environment, arguments, time limit, captured messages.
//!
//! Oblivious to what the messages mean. Invariant: when [`run`] returns, the process and everything it started in its
//! group is gone, and no more than [`KEPT`] bytes of its output were kept.

use super::NativeProgram;
use crate::error::UserError;
use std::ffi::OsStr;
use std::fmt;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How much of the messages is kept.
pub const KEPT: u64 = 1 << 20;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// By itself, with this status.
    Exited(i32),
    /// By a signal.
    Signal(i32),
    /// It was ended at the time limit.
    TimedOut,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Exited(status) => write!(f, "exit status {status}"),
            Ended::Signal(signal) => write!(f, "signal {signal}"),
            Ended::TimedOut => write!(f, "time limit reached"),
        }
    }
}

/// What a run left.
pub(super) struct Output {
    pub ended: Ended,
    pub stderr: String,
}

/// Runs a program on a test case.
pub(super) fn run(
    program: &NativeProgram,
    ktest: &Path,
    arguments: &[Vec<u8>],
    limit: Duration,
) -> Result<Output, UserError> {
    let mut command = Command::new(program.executable());
    command
        .args(arguments.iter().map(|argument| OsStr::from_bytes(argument)))
        .env("PLICA_KTEST", ktest)
        .env(
            "ASAN_OPTIONS",
            // Wide gaps, so that an access some elements behind a block does not land in another one.
            "detect_stack_use_after_return=1:detect_leaks=1:handle_abort=1:handle_sigill=1:exitcode=99:color=never:\
             allocator_may_return_null=1:redzone=256",
        )
        .env("LSAN_OPTIONS", "exitcode=99")
        .env("UBSAN_OPTIONS", "print_stacktrace=0:color=never")
        .env("PLICA_FILES", program.folder().join("files"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0);
    if let Some(symbolizer) = program.symbolizer() {
        command.env("ASAN_SYMBOLIZER_PATH", &symbolizer).env("LLVM_SYMBOLIZER_PATH", symbolizer);
    }
    let mut child =
        command.spawn().map_err(|error| UserError::new(format!("the program cannot be started: {error}")))?;
    let reader = child.stderr.take().map(|stderr| std::thread::spawn(move || drain(stderr)));
    let ended = wait(&mut child, limit);
    // Whatever the program started holds the pipe open: it goes with it.
    if let Ok(group) = i32::try_from(child.id()) {
        // SAFETY: kill takes two integers and touches no memory of ours.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    let _ = child.wait();
    let stderr = reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
    Ok(Output { ended, stderr })
}

/// Reads to the end, so that the program never blocks, and keeps the beginning.
fn drain(mut stderr: impl Read) -> String {
    let mut kept = Vec::new();
    let _ = (&mut stderr).take(KEPT).read_to_end(&mut kept);
    let _ = std::io::copy(&mut stderr, &mut std::io::sink());
    String::from_utf8_lossy(&kept).into_owned()
}

fn wait(child: &mut Child, limit: Duration) -> Ended {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return ended(status),
            Ok(None) if start.elapsed() < limit => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            }
            // A process that cannot be waited for is treated as one that does not end: it is killed by the caller.
            Ok(None) | Err(_) => return Ended::TimedOut,
        }
    }
}

fn ended(status: ExitStatus) -> Ended {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Exited(code),
        (None, Some(signal)) => Ended::Signal(signal),
        (None, None) => Ended::Exited(-1),
    }
}
